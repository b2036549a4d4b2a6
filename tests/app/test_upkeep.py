"""The database kept: backed up under load, put back, rebuilt, examined."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import signal
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from fnmatch import fnmatch
from pathlib import Path

import pytest
import simcord
from pydantic import SecretStr
from rich.progress import Progress

from bot.app import Settings, build_bot, upkeep
from bot.app.doctor import ask_discord, examine, is_well
from bot.app.emojis import CardEmojis
from bot.app.upkeep import CannotDo, backup, rebuild_standings, restore
from bot.engine import Facts, Passed
from bot.sessions import Player
from bot.storage import Database, Store
from tests import builders
from tests.app.test_start import ROOT, TOKEN, Ended, Here, Home, here, home, stop
from tests.scripts import FIRST_MATCH
from tests.storage.test_scores import Books, some_matches

__all__ = ["here", "home"]

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


@pytest.fixture
async def books(tmp_path: Path) -> AsyncIterator[Books]:
    """A database with some matches in it."""
    made = Books(tmp_path / "gin.sqlite3")
    await made.database.migrate()
    await some_matches(made, 20, seed=1)
    yield made
    await made.database.close()


def rows(path: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(query).fetchall()


async def test_a_backup_keeps_to_its_moment_whatever_is_written_while_it_is_made(
    books: Books, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page at a time, and something is written after each."""
    written = 0

    def write(*_: object, **__: object) -> None:
        nonlocal written
        written += 1
        assert written < 5000, "it begins anew with everything that is written"
        with closing(sqlite3.connect(books.path)) as connection, connection:
            connection.execute("INSERT INTO players VALUES (?, 'late')", (10**9 + written,))

    monkeypatch.setattr(upkeep, "_PAGES_A_STEP", 1)
    monkeypatch.setattr(Progress, "update", write)

    backup(url(books.path), tmp_path / "backup.db")

    assert written > 10
    assert rows(tmp_path / "backup.db", "SELECT * FROM players WHERE name = 'late'") == []


async def test_a_backup_under_load_has_every_move_that_was_answered_before_it(
    books: Books, tmp_path: Path
) -> None:
    """A player who never stops; the copy is one moment, with all that was stored until then."""
    table = await books.sit_down((Player(11, "one"), Player(12, "two")))
    history = builders.Table(*FIRST_MATCH, first_dealer=0).history
    await books.store.open_match(table, history)
    answered = len(history)
    stop = asyncio.Event()

    async def play() -> None:
        nonlocal answered
        while not stop.is_set():
            await books.store.append(table, answered, [Passed(0)], Facts())
            answered += 1

    player = asyncio.create_task(play())
    target = tmp_path / "backup.db"
    for _ in range(5):
        await asyncio.sleep(0.05)
        before = answered
        await asyncio.to_thread(backup, url(books.path), target)
        after = answered
        ((version, events),) = rows(
            target,
            "SELECT version, (SELECT count(*) FROM events WHERE match = matches.id) "  # noqa: S608
            f"FROM matches WHERE id = {table.id}",
        )
        assert version == events
        assert before <= int(str(version)) <= after + 1
        assert rows(target, "PRAGMA integrity_check") == [("ok",)]
    stop.set()
    await player


async def test_a_restored_backup_has_everything_and_what_was_there_is_kept(
    books: Books, tmp_path: Path
) -> None:
    backup(url(books.path), tmp_path / "backup.db")
    kept_then = books.everything("events", "results", "standings")
    await some_matches(books, 3, seed=2)
    more = len(books.rows("SELECT * FROM matches"))
    await books.database.close()

    aside = restore(url(books.path), tmp_path / "backup.db")

    assert books.everything("events", "results", "standings") == kept_then
    assert aside is not None
    assert len(rows(aside, "SELECT * FROM matches")) == more
    again = Database(url(books.path))
    await again.migrate()
    assert await Store(again, lambda: NOW).rebuild_state() is None
    await again.close()


async def test_a_backup_is_not_put_back_under_a_running_bot(
    books: Books, tmp_path: Path, here: Here
) -> None:
    """By the file that a bot touches, and by the database that it has open."""
    backup(url(books.path), tmp_path / "backup.db")
    await some_matches(books, 1, seed=2)
    before = books.everything("events", "standings")
    with pytest.raises(CannotDo, match="a bot is running on that database"):
        restore(url(books.path), tmp_path / "backup.db")
    heart = tmp_path / "heartbeat"
    heart.touch()
    refused = await asyncio.to_thread(
        here.start,
        *("restore", "backup.db"),
        GIN_HEARTBEAT_FILE=str(heart),
        GIN_DATABASE_URL=url(books.path),
    )
    assert refused.code == 1
    assert refused.complaints == "Not done: the bot is running; stop it first.\n"
    assert books.everything("events", "standings") == before
    assert await books.store.rebuild_state() is None


def everything_in(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


async def test_a_refused_restore_leaves_nothing_behind(books: Books, tmp_path: Path) -> None:
    backup(url(books.path), tmp_path / "backup.db")
    before = sorted(files_in(tmp_path))
    with pytest.raises(CannotDo, match="a bot is running on that database"):
        restore(url(books.path), tmp_path / "backup.db")
    assert sorted(files_in(tmp_path)) == before


def on_disk_call(number: int, happens: Callable[[], None]) -> Callable[[int], None]:
    """An `os.fsync` whose first call, or second and so on, is where something happens."""
    calls = iter(range(1, number + 1))

    def fsync(descriptor: int) -> None:
        if next(calls) == number:
            happens()

    return fsync


def no_space() -> None:
    raise OSError("no space")


def backed_up_and_changed(folder: Path) -> dict[str, bytes]:
    """A database, its backup, and a change since then; what is in the files."""
    make_database(folder / "gin.sqlite3")
    backup(url(folder / "gin.sqlite3"), folder / "backup.db")
    with closing(sqlite3.connect(folder / "gin.sqlite3")) as connection:
        connection.execute("CREATE TABLE later (x)")
        connection.execute("PRAGMA journal_mode=DELETE")
    return everything_in(folder)


@pytest.mark.parametrize("call", [1, 2], ids=["the file", "its folder, when it is in place"])
@pytest.mark.parametrize("name", ["gin.sqlite3", "new.sqlite3"])
def test_a_restore_that_the_disk_refuses_leaves_everything_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, call: int
) -> None:
    before = backed_up_and_changed(tmp_path)
    monkeypatch.setattr(os, "fsync", on_disk_call(call, no_space))
    with pytest.raises(CannotDo, match="no space"):
        restore(url(tmp_path / name), tmp_path / "backup.db")
    assert everything_in(tmp_path) == before


def test_a_backup_is_put_back_piece_by_piece(tmp_path: Path) -> None:
    make_database(tmp_path / "gin.sqlite3")
    with closing(sqlite3.connect(tmp_path / "gin.sqlite3")) as connection:
        connection.execute("CREATE TABLE much AS SELECT zeroblob(16000000)")
    backup(url(tmp_path / "gin.sqlite3"), tmp_path / "backup.db")
    tracemalloc.start()
    restore(url(tmp_path / "gin.sqlite3"), tmp_path / "backup.db")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 8_000_000


def test_work_in_between_does_not_eat_the_files_it_is_given(tmp_path: Path) -> None:
    """A database or backup that has the name which the work would use for its own file."""
    make_database(tmp_path / "gin.partial")
    backup(url(tmp_path / "gin.partial"), tmp_path / "gin.sqlite3.restoring")
    before = sorted(files_in(tmp_path))
    with pytest.raises(CannotDo, match="the database itself"):
        backup(url(tmp_path / "gin.partial"), tmp_path / "gin")
    with pytest.raises(CannotDo, match="rename that file"):
        restore(url(tmp_path / "gin.sqlite3"), tmp_path / "gin.sqlite3.restoring")
    assert sorted(files_in(tmp_path)) == before


def test_databases_and_what_stands_beside_them_are_not_committed(tmp_path: Path) -> None:
    make_database(tmp_path / "gin.sqlite3")
    backup(url(tmp_path / "gin.sqlite3"), tmp_path / "backup.db")
    kept = restore(url(tmp_path / "gin.sqlite3"), tmp_path / "backup.db")
    assert kept is not None
    ignored = (ROOT / ".gitignore").read_text("utf-8").split()
    beside = ("gin.sqlite3-wal", "gin.sqlite3.restoring", f"{kept.name}-wal", "backup.db.partial")
    for name in (*files_in(tmp_path), *beside):
        assert any(fnmatch(name, pattern) for pattern in ignored), name


async def test_a_backup_is_put_in_the_place_of_a_broken_database(
    books: Books, tmp_path: Path
) -> None:
    backup(url(books.path), tmp_path / "backup.db")
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"no database" * 500)
    kept = restore(url(broken), tmp_path / "backup.db")
    assert kept is not None
    assert kept.read_bytes() == b"no database" * 500
    assert rows(broken, "SELECT count(*) FROM matches") == [(20,)]


async def test_what_is_no_backup_is_not_put_in_place(books: Books, tmp_path: Path) -> None:
    before = books.everything("events")
    torn = tmp_path / "torn.db"
    torn.write_bytes(b"SQLite format 3\0" + b"?" * 5000)
    for source in (torn, tmp_path / "nowhere.db"):
        with pytest.raises(CannotDo):
            restore(url(books.path), source)
    assert books.everything("events") == before


async def test_other_peoples_databases_and_newer_ones_are_not_put_in_place(
    books: Books, tmp_path: Path
) -> None:
    other, newer = tmp_path / "other.db", tmp_path / "newer.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE x (y)")
    backup(url(books.path), newer)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    with pytest.raises(CannotDo, match="no database of this bot"):
        restore(url(books.path), other)
    with pytest.raises(CannotDo, match="newer version"):
        restore(url(books.path), newer)


async def test_a_database_is_not_backed_up_onto_itself(books: Books, tmp_path: Path) -> None:
    before = books.everything("events")
    for target in (books.path, tmp_path / "." / "gin.sqlite3", tmp_path / "gin.sqlite3-wal"):
        with pytest.raises(CannotDo, match="the database itself"):
            backup(url(books.path), target)
    with pytest.raises(CannotDo, match="a folder"):
        backup(url(books.path), tmp_path)
    assert books.everything("events") == before
    assert books.rows("PRAGMA integrity_check") == [("ok",)]


def files_in(folder: Path) -> list[str]:
    return [one.name for one in folder.iterdir()]


async def test_what_is_not_there_is_not_made_by_looking(tmp_path: Path) -> None:
    with pytest.raises(CannotDo, match="there is no database"):
        await rebuild_standings(url(tmp_path / "none.db"))
    found = await examine(Settings(database_url=url(tmp_path / "none.db")), [])
    assert "✓ database: none.db is not there yet" in str(found[1])
    assert not files_in(tmp_path)


def test_only_files_are_copied_here() -> None:
    with pytest.raises(CannotDo, match="pg_dump"):
        backup("postgresql+asyncpg://host/gin", Path("x"))


async def test_standings_rebuilt_are_the_same(books: Books) -> None:
    live = books.everything("hand_results", "results", "standings")
    assert await rebuild_standings(url(books.path)) == 20
    assert books.everything("hand_results", "results", "standings") == live


# By the command line.


def make_database(path: Path) -> None:
    """An empty database with the present schema."""

    async def make() -> None:
        database = Database(url(path))
        await database.migrate()
        await database.close()

    asyncio.run(make())


def test_the_words_on_the_command_line_do_it_in_one_line_each(home: Home) -> None:
    missing = home.start("rebuild-standings")
    assert (missing.code, missing.complaints) == (
        1,
        "Not done: there is no database gin.sqlite3.\n",
    )
    make_database(home.path / "gin.sqlite3")
    fresh = home.start("rebuild-standings")
    assert fresh.code == 0
    assert fresh.complaints.strip() == "Standings rebuilt from 0 matches."
    for words in (("backup", "copy.db"), ("restore", "copy.db")):
        done = home.start(*words)
        assert done.code == 0, done
        assert len(done.complaints.strip().splitlines()) == 1
    failed = home.start("backup", "no/where/copy.db")
    assert failed.code == 1
    assert failed.complaints.startswith("Not done: the backup could not be made")


async def test_a_rebuild_that_is_interrupted_goes_on_where_it_was_and_shows_it(
    books: Books, home: Home
) -> None:
    await some_matches(books, 180, seed=3)
    live = books.everything("hand_results", "results", "standings")
    await books.database.close()
    running = home.begin("rebuild-standings")
    # It is held while one looks, so that it cannot be over before the signal comes.
    running.send_signal(signal.SIGSTOP)
    while not books.rows("SELECT * FROM rebuilds WHERE done > 0"):
        assert running.poll() is None, "it was over before it could be stopped"
        running.send_signal(signal.SIGCONT)
        await asyncio.sleep(0.01)
        running.send_signal(signal.SIGSTOP)
    running.send_signal(signal.SIGINT)
    stopped = await asyncio.to_thread(stop, running, signal.SIGCONT)
    assert (stopped.code, stopped.complaints) == (
        1,
        "Stopped; run it again and it goes on from here.\n",
    )
    ((done,),) = books.rows("SELECT done FROM rebuilds")
    assert 0 < done < 200

    code, screen = await asyncio.to_thread(on_a_terminal, home, "rebuild-standings")

    assert code == 0
    assert "Standings rebuilt from 200 matches." in screen
    first, *_, last = re.findall(r"(\d+)/200 matches", screen)
    assert (int(first), int(last)) == (done, 200)
    assert books.everything("hand_results", "results", "standings") == live


def test_a_copy_shows_how_far_it_is(home: Home) -> None:
    make_database(home.path / "gin.sqlite3")

    for word, title in (("backup", "Backing up"), ("restore", "Putting back")):
        code, screen = on_a_terminal(home, word, "copy.db")
        assert (code, title in screen) == (0, True), screen


def on_a_terminal(home: Home, *words: str) -> tuple[int, str]:
    """Start it with a terminal for its errors; the exit code and what was written there."""
    ours, theirs = pty.openpty()
    with closed_after(ours):
        with closed_after(theirs):
            running = subprocess.Popen(
                [sys.executable, "-m", "bot", *words],
                cwd=home.path,
                env=home.environment({"TERM": "xterm", "COLUMNS": "100"}),
                stderr=theirs,
            )
        said = b""
        with suppress(OSError):  # how Linux says that the other end is closed
            while chunk := os.read(ours, 4096):
                said += chunk
        code = running.wait(20)
    return code, re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", said.decode())


@contextmanager
def closed_after(descriptor: int) -> Iterator[None]:
    """Close a file descriptor on the way out."""
    try:
        yield
    finally:
        os.close(descriptor)


def press_ctrl_c(*_: object, **__: object) -> None:
    signal.raise_signal(signal.SIGINT)


STOPPED = Ended(1, "", "Stopped; nothing was changed.\n")


def test_a_backup_that_is_stopped_says_that_nothing_was_changed_and_leaves_nothing(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_database(tmp_path / "gin.sqlite3")
    (tmp_path / "backup.db").write_bytes(b"an older backup")
    monkeypatch.setattr("bot.app.upkeep.Progress.update", press_ctrl_c)
    assert here.start("backup", "backup.db") == STOPPED
    assert sorted(files_in(tmp_path)) == ["backup.db", "gin.sqlite3"]
    assert (tmp_path / "backup.db").read_bytes() == b"an older backup"


@pytest.mark.parametrize("call", [1, 2], ids=["the file", "its folder, when it is in place"])
def test_a_restore_that_is_stopped_says_that_nothing_was_changed_and_leaves_nothing(
    here: Here, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: int
) -> None:
    before = backed_up_and_changed(tmp_path)
    monkeypatch.setattr(os, "fsync", on_disk_call(call, press_ctrl_c))
    heart = tmp_path / "none"
    assert here.start("restore", "backup.db", GIN_HEARTBEAT_FILE=str(heart)) == STOPPED
    assert everything_in(tmp_path) == before


def test_a_wrong_setting_ends_work_on_the_database_without_talk_of_play(here: Here) -> None:
    for words in (("backup", "copy.db"), ("restore", "copy.db"), ("rebuild-standings",)):
        ended = here.start(*words, GIN_SHARD_COUNT="many")
        assert ended.code == 2
        assert "GIN_SHARD_COUNT" in ended.complaints
        assert "make play" not in ended.complaints


def test_the_doctor_says_what_to_do(home: Home) -> None:
    make_database(home.path / "gin.sqlite3")
    found = home.start("doctor")
    assert found.code == 1
    assert "✗ settings: GIN_TOKEN (not set). Mend them" in found.out
    assert "✓ database: opens, and its schema is up to date" in found.out
    assert "✓ fonts and pictures: the deck is drawn" in found.out


def test_the_doctor_of_offline_play_looks_at_its_database_and_asks_for_no_token(
    here: Here, tmp_path: Path
) -> None:
    (tmp_path / "gin.sqlite3").write_bytes(b"no database" * 500)
    make_database(tmp_path / "gin-offline.sqlite3")
    well = here.start("--offline", "doctor", GIN_TOKEN="nonsense")
    assert (well.code, well.out.splitlines()) == (
        0,
        [
            "✓ settings: all well formed",
            "✓ database: opens, and its schema is up to date",
            "✓ fonts and pictures: the deck is drawn",
        ],
    )
    with closing(sqlite3.connect(tmp_path / "gin-offline.sqlite3")) as connection:
        connection.execute("INSERT INTO rebuilds (id, done) VALUES (1, 0)")
        connection.commit()
    unfinished = here.start("--offline", "doctor").out
    assert "Run `python -m bot --offline rebuild-standings`" in unfinished
    (tmp_path / "gin-offline.sqlite3").write_bytes(b"no database" * 500)
    broken = here.start("--offline", "doctor")
    assert broken.code == 1
    assert "See GIN_OFFLINE_DATABASE_URL" in broken.out


async def test_the_doctor_finds_a_database_that_cannot_be_opened(tmp_path: Path) -> None:
    settings = Settings(database_url=url(tmp_path / "no" / "where.db"))
    found = await examine(settings, [])
    assert not is_well(found)
    assert any("✗ database" in str(one) for one in found)


async def test_the_doctor_asks_discord_for_permissions_and_emojis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(token=SecretStr(TOKEN), database_url=url(tmp_path / "gin.sqlite3"))
    env = simcord.Env(build_bot(settings.model_copy(update={"card_emojis": False})))
    env.create_guild("The card room")
    await env.start()
    servers = [{"name": "The card room", "permissions": str(0x4000008C00)}]

    async def in_servers(limit: int) -> list[dict[str, str]]:
        return servers

    # A simulated Discord leaves the permissions out of this list (docs: current user guilds).
    monkeypatch.setattr(env.bot.http, "get_guilds", in_servers)

    async def logged_in() -> None:
        pass

    try:
        found = [str(one) for one in await ask_discord(env.bot, logged_in, settings)]
        assert found[0] == "✓ Discord: the token is accepted"
        assert found[1] == "✓ permissions: all there in 1 server"
        assert "✗ emojis: 52 of 52 cards are missing" in found[2]
        await CardEmojis().look_up(env.bot, put_up=True)
        found = [str(one) for one in await ask_discord(env.bot, logged_in, settings)]
        assert found[2] == "✓ emojis: all 52 cards are there"
        servers.append({"name": "The hall", "permissions": str(0x4000000C00)})
        found = [str(one) for one in await ask_discord(env.bot, logged_in, settings)]
        assert "✗ permissions: The hall lacks Attach Files. Give its role" in found[1]
    finally:
        await env.shutdown()
        await env.bot.close()
