"""The database itself: connections, pragmas, transactions, migrations.

SQLite has one writer at a time, so all writes of the process queue for one another and
start with BEGIN IMMEDIATE; readers have connections of their own (WAL). What takes many
statements is done by a thread of its own, for on SQLite each of them would otherwise be a
way there and back. On PostgreSQL all of it is one pool.
"""

from __future__ import annotations

import asyncio
import logging
import math
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, PoolProxiedConnection, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    DatabaseError,
    DataError,
    DBAPIError,
    IntegrityError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, QueuePool

from bot.sessions import StoreFails

from .errors import CannotOpen, SchemaTooNew

_log = logging.getLogger(__name__)

_WRITES_WITHIN = 1.5
"""How many seconds a write waits for others, those of this process too: a click has three."""
_STARTS_WITHIN = 10.0
"""The same at the start, when nobody waits for an answer."""
_STEP_MS = 500
_MOST_LOGGED = 16_000
"""Pages of the write-ahead log after which a writer has to move them into the file itself."""
_WRITES_A_CHECKPOINT = 20
"""Transactions after which another thread does so before any writer has to."""
_READERS = 4
_PATIENCE = "gin patience"
_FAULTS_OF_OURS = (IntegrityError, ProgrammingError, DataError)
_NO_DATABASE = (StoreFails, DBAPIError, sqlite3.Error, OSError)

_Made = TypeVar("_Made")


class Database:
    """Engines for one database address, `sqlite+aiosqlite:///…` or another async driver."""

    def __init__(self, url: str) -> None:
        address = make_url(url)
        self._file = address.database if address.get_backend_name() == "sqlite" else None
        self._queue = asyncio.Lock()
        self._worker: _Worker | None = None
        if address.get_backend_name() == "sqlite":
            self._writer = _sqlite(url, connections=1, begin="BEGIN IMMEDIATE")
            self._reader = _sqlite(url, connections=_READERS, begin="BEGIN")
            self._worker = _Worker(url)
        else:
            self._writer = self._reader = create_async_engine(
                url, pool_pre_ping=True, hide_parameters=True
            )

    @asynccontextmanager
    async def write(self, within: float = _WRITES_WITHIN) -> AsyncIterator[AsyncConnection]:
        """One transaction that may change things; it is committed on the way out.

        Raises:
            StoreFails: it could not be written, or not `within` so many seconds.
        """
        by = time.monotonic() + within
        with _told():
            async with self._turn(by), self._writer.connect() as connection:
                if self._file is not None:
                    await _wait_until(connection, by)
                async with connection.begin():
                    yield connection

    async def work(self, do: Callable[[Connection], _Made]) -> _Made:
        """The same for work of many statements, which `do` does without awaiting anything.

        Raises:
            StoreFails: it could not be written, or not soon enough for a click.
        """
        by = time.monotonic() + _WRITES_WITHIN
        with _told():
            async with self._turn(by):
                if self._worker is not None:
                    return await self._worker.do(do, by)
                async with self._writer.begin() as connection:
                    return await connection.run_sync(do)

    @asynccontextmanager
    async def _turn(self, by: float = math.inf) -> AsyncIterator[None]:
        """One writer at a time, where the database knows no more.

        Raises:
            StoreFails: it was not this one's turn by then, in the seconds of `time.monotonic`.
        """
        if self._worker is None:
            yield
            return
        try:
            # None waits as long as it takes (docs: asyncio.timeout).
            async with asyncio.timeout(None if by == math.inf else by - time.monotonic()):
                await self._queue.acquire()
        except TimeoutError as error:
            raise StoreFails("others have been writing for too long") from error
        try:
            yield
        finally:
            self._queue.release()

    async def scrub(self) -> None:
        """Leave nothing of what was deleted in the files of an SQLite database."""
        if self._worker is not None:
            with _told():
                async with self._turn():
                    await self._worker.scrub()

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """One consistent look.

        Raises:
            StoreFails: it could not be read.
        """
        with _told():
            async with self._reader.begin() as connection:
                yield connection

    async def migrate(self) -> None:
        """Bring the schema up to date, each step and the record of it in one transaction.

        Raises:
            SchemaTooNew: a newer program has written this database.
            CannotOpen: the file is no database, cannot be opened, or the server is away.
        """
        try:
            if self._file is not None:
                await asyncio.to_thread(_probe, self._file)
            async with self.write(_STARTS_WITHIN) as connection:
                await connection.run_sync(_upgrade)
        except _NO_DATABASE as error:
            raise CannotOpen(_reason(error)) from error

    async def revision(self) -> str | None:
        """The schema the database has, without changing it; None where it has none.

        Raises:
            CannotOpen: the file is no database, cannot be opened, or the server is away.
        """
        try:
            if self._file is not None:
                await asyncio.to_thread(_probe, self._file)
            async with self.read() as connection:
                return await connection.run_sync(_present)
        except _NO_DATABASE as error:
            raise CannotOpen(_reason(error)) from error

    async def close(self) -> None:
        """Close every connection."""
        await self._reader.dispose()
        await self._writer.dispose()
        if self._worker is not None:
            await self._worker.close()


class _Worker:
    """A thread with a connection to an SQLite file of its own, and one that clears up after it.

    What the write-ahead log holds has to be moved into the file now and then. That takes
    several times as long as a transaction does; done beside it nobody has to wait.
    """

    def __init__(self, url: str) -> None:
        address = make_url(url).set(drivername="sqlite")
        self._engine = create_engine(
            address, poolclass=QueuePool, pool_size=2, max_overflow=0, hide_parameters=True
        )
        _prepare(self._engine, begin="BEGIN IMMEDIATE")
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gin-writer")
        self._broom = ThreadPoolExecutor(max_workers=1, thread_name_prefix="gin-checkpoint")
        self._written = 0

    async def do(self, do: Callable[[Connection], _Made], by: float) -> _Made:
        """Do some work in one transaction, which others let begin by then or never."""

        def transaction() -> _Made:
            with self._engine.connect() as connection:
                _bear_until(connection.connection, by)
                with connection.begin():
                    return do(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)
        finally:
            self._written += 1
            if self._written % _WRITES_A_CHECKPOINT == 0:
                self._broom.submit(self._checkpoint)

    def _checkpoint(self) -> None:
        """Move what nobody reads any more (sqlite.org: PRAGMA wal_checkpoint, PASSIVE)."""
        with closing(self._engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

    async def scrub(self) -> None:
        """Empty the log, which still has the pages as they were; readers are waited for."""

        def truncate() -> None:
            with closing(self._engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

        await asyncio.get_running_loop().run_in_executor(self._broom, truncate)

    async def close(self) -> None:
        """Finish what was begun, and close the connections."""
        for pool in (self._thread, self._broom):
            await asyncio.to_thread(pool.shutdown)
        self._engine.dispose()


def _patience(by: float) -> int:
    """How many milliseconds are left until then, in steps so that it seldom changes."""
    left = max(0.0, by - time.monotonic()) * 1000
    return math.ceil(left / _STEP_MS) * _STEP_MS


async def _wait_until(connection: AsyncConnection, by: float) -> None:
    """Have SQLite wait for other processes as long as is left."""
    await connection.run_sync(lambda plain: _bear_until(plain.connection, by))


def _bear_until(raw: PoolProxiedConnection, by: float) -> None:
    """The same, of a connection beneath SQLAlchemy's, so that no transaction is begun."""
    patience = _patience(by)
    if raw.info.get(_PATIENCE) != patience:
        raw.cursor().execute(f"PRAGMA busy_timeout={patience}")
        raw.info[_PATIENCE] = patience


@contextmanager
def _told() -> Iterator[None]:
    """Say what is wrong with the database; a wrong statement is a fault of ours and goes on up.

    Raises:
        StoreFails: the database is in trouble.
    """
    try:
        yield
    except _FAULTS_OF_OURS:
        raise
    except (DatabaseError, PoolTimeout) as error:
        reason = _reason(error)
        _log.error("the database cannot be used: %s", reason)
        raise StoreFails(reason) from error


def _reason(error: Exception) -> str:
    match error:
        case StoreFails(reason):
            return reason
        case DBAPIError():
            return str(error.orig)
    return str(error)


def _sqlite(url: str, *, connections: int, begin: str) -> AsyncEngine:
    engine = create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=connections,
        max_overflow=0,
        hide_parameters=True,  # an error that is logged must not name cards
    )
    _prepare(engine.sync_engine, begin=begin)
    return engine


def _prepare(engine: Engine, *, begin: str) -> None:
    """Have every connection opened, and every transaction begun, as it has to be."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        # The driver must not open transactions of its own; `begin` below does.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={int(_STARTS_WITHIN * 1000)}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            f"wal_autocheckpoint={_MOST_LOGGED}",
            # What is forgotten must not be found in the file either.
            "secure_delete=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


def _probe(file: str) -> None:
    """Look into a database file; a failed look by aiosqlite would leave a thread behind."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA schema_version")


def known_revisions() -> list[str]:
    """The schemas this program knows, the latest first."""
    config = Config()
    config.set_main_option("script_location", "bot.storage:migrations")
    return [one.revision for one in ScriptDirectory.from_config(config).walk_revisions()]


def _present(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", "bot.storage:migrations")
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    present = MigrationContext.configure(connection).get_current_revision()
    if present is not None and present not in known:
        raise SchemaTooNew(present)
    command.upgrade(config, "head")
    # Where nothing was to be upgraded a file that may not be written would pass until now.
    connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
