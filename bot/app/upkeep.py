"""What one does with the database beside playing: back it up, put it back, rebuild standings."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.progress import open as progress_open
from sqlalchemy.engine import make_url

from bot.engine import GinError
from bot.storage import Database, Store, known_revisions

_PAGES_A_STEP = 2000
_BUSY_SECONDS = 30


class CannotDo(GinError):
    """The work cannot be done; the argument says why, in one sentence."""


def database_file(url: str) -> Path:
    """The file of an SQLite database.

    Raises:
        CannotDo: it is kept elsewhere.
    """
    address = make_url(url)
    if address.get_backend_name() != "sqlite" or not address.database:
        raise CannotDo("only a database in a file is copied here; use pg_dump and pg_restore")
    return Path(address.database)


def backup(url: str, target: Path) -> None:
    """Copy a database as it stands at this moment, while the bot may go on playing.

    One read transaction holds the whole copy together (sqlite.org: isolation, WAL); the
    target appears when it is complete, and replaces what was there.

    Raises:
        CannotDo: there is no such database, or the target cannot be written.
    """
    source = database_file(url)
    if not source.exists():
        raise CannotDo(f"there is no database {source}")
    if target.is_dir() or not target.name:
        raise CannotDo(f"{target} is a folder; name a file in it")
    partial = target.with_name(f"{target.name}.partial")
    if {*_with_journals(source.resolve())} & {target.resolve(), partial.resolve()}:
        raise CannotDo("that is the database itself; name another file")
    try:
        with _passing(partial):
            _copy_now(source, partial)
            partial.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise CannotDo(f"the backup could not be made: {error}") from error


@contextmanager
def _passing(file: Path) -> Iterator[None]:
    """Work with a file of that name, which is gone at the end, however the work ends."""
    file.unlink(missing_ok=True)
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _copy_now(source: Path, target: Path) -> None:
    """Copy a database as it is at this moment, and say how far that has come."""
    with closing(_reader(source)) as reading, closing(sqlite3.connect(target)) as copy:
        with _steps("Backing up", "pages") as (progress, task):

            def step(status: int, left: int, total: int) -> None:
                progress.update(task, total=total, completed=total - left)

            reading.backup(copy, pages=_PAGES_A_STEP, progress=step)
        copy.execute("PRAGMA journal_mode=DELETE")


def _with_journals(database: Path) -> tuple[Path, ...]:
    """A database, and what SQLite keeps beside it while it is open (sqlite.org: WAL)."""
    return tuple(database.with_name(database.name + suffix) for suffix in ("", "-wal", "-shm"))


def _reader(source: Path) -> sqlite3.Connection:
    """A connection that sees the database as it is now, whatever is written meanwhile."""
    reading = sqlite3.connect(source, timeout=_BUSY_SECONDS, isolation_level=None)
    reading.execute("BEGIN")
    reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return reading


def restore(url: str, source: Path) -> Path | None:
    """Put a backup in the place of a database; where that is kept, None if there was none.

    Raises:
        CannotDo: the source is no whole database, or a bot has the old one open.
    """
    target = database_file(url)
    copy = target.with_name(f"{target.name}.restoring")
    if source.resolve() == copy.resolve():
        raise CannotDo(f"{source} is a name needed for the work; rename that file")
    try:
        _require_whole(source)
        _require_rest(target)
        with _passing(copy):
            _copy_durably(source, copy)
            return _put_in_place(copy, target)
    except (sqlite3.Error, OSError) as error:
        raise CannotDo(f"the backup could not be put back: {error}") from error


def _require_whole(source: Path) -> None:
    """Make sure that a file is a database of this bot, and of no newer version.

    Raises:
        CannotDo: it is not.
    """
    if not source.is_file():
        raise CannotDo(f"there is no backup {source}")
    with closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchone()[0]
        query = "SELECT name FROM sqlite_master WHERE name = 'alembic_version'"
        if found != "ok" or connection.execute(query).fetchone() is None:
            raise CannotDo(f"{source} is no database of this bot")
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if revision not in known_revisions():
        raise CannotDo(f"{source} was written by a newer version of this bot, schema {revision}")


def _copy_durably(source: Path, target: Path) -> None:
    """Copy a file piece by piece, say how far that is, and come back when it is on the disk."""
    console = Console(stderr=True)
    reading = progress_open(
        source, "rb", description="Putting back", console=console, disable=not console.is_terminal
    )
    with reading as whole, target.open("wb") as copy:
        shutil.copyfileobj(whole, copy)
        copy.flush()
        os.fsync(copy.fileno())


def _put_in_place(copy: Path, target: Path) -> Path | None:
    """Put a file in the place of a database; the other name of what was there, if anything was.

    What was there comes back if this does not come to its end.
    """
    _require_rest(target)  # again: a bot may have started while the file was copied
    kept = target.with_name(f"{target.name}.{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
    replaced = target.exists()
    with ExitStack() as undoing:
        if replaced:
            for old, aside in zip(_with_journals(target), _with_journals(kept), strict=True):
                undoing.callback(_rename, aside, old)
                _rename(old, aside)
        else:
            undoing.callback(target.unlink, missing_ok=True)
        copy.replace(target)
        _sync_folder(target.parent)
        undoing.pop_all()
    return kept if replaced else None


def _rename(old: Path, new: Path) -> None:
    if old.exists():
        old.replace(new)


def _sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk too."""
    if os.name == "nt":  # there a folder cannot be opened
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _require_rest(database: Path) -> None:
    """Make sure that no bot has a database open, where there is one.

    Raises:
        CannotDo: somebody has.
    """
    if database.exists():
        # It may be broken: that is when backups are put back.
        with suppress(sqlite3.DatabaseError):
            _require_unused(database)


def _require_unused(database: Path) -> None:
    """Write all that is in the log into the file; possible only if nobody else has it open.

    Raises:
        CannotDo: somebody has.
    """
    with closing(sqlite3.connect(database, timeout=1)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            raise CannotDo("a bot is running on that database; stop it first") from error


async def rebuild_standings(url: str) -> int:
    """Build all standings anew from the events; the number of matches they were built from.

    It can be stopped at any time and goes on where it was when it is called again; the bot
    leaves matches that end meanwhile to it.
    """
    missing = ""
    with suppress(CannotDo):  # a server's database is no file
        if not (file := database_file(url)).exists():
            missing = f"there is no database {file}"
    if missing:
        raise CannotDo(missing)
    database = Database(url)
    store = Store(database, lambda: datetime.now(UTC))
    counted = 0
    try:
        await database.migrate()
        with _steps("Standings", "matches") as (progress, task):

            def told(done: int, total: int) -> None:
                nonlocal counted
                counted = total
                progress.update(task, total=total, completed=done, refresh=True)

            await store.rebuild(told)
    finally:
        await database.close()
    return counted


@contextmanager
def _steps(title: str, unit: str) -> Iterator[tuple[Progress, TaskID]]:
    """A bar on standard error that tells how far some work has come."""
    columns = (TextColumn(title), BarColumn(), MofNCompleteColumn(), TextColumn(unit))
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        yield progress, progress.add_task(title, total=None)
