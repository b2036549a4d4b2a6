"""The database itself: connections, pragmas, transactions, migrations.

SQLite has one writer at a time, so all writes of the process queue for one connection
and start with BEGIN IMMEDIATE; readers have connections of their own (WAL). On
PostgreSQL both are the same pool.
"""

from __future__ import annotations

import asyncio
import logging
import math
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event
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
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.sessions import StoreFails

from .errors import CannotOpen, SchemaTooNew

_log = logging.getLogger(__name__)

_WRITES_WITHIN = 2.0
"""How many seconds a write waits for others, those of this process too: a click has three."""
_STARTS_WITHIN = 10.0
"""The same at the start, when nobody waits for an answer."""
_STEP_MS = 500
_READERS = 4
_PATIENCE = "gin patience"
_FAULTS_OF_OURS = (IntegrityError, ProgrammingError, DataError)
_NO_DATABASE = (StoreFails, DBAPIError, sqlite3.Error, OSError)


class Database:
    """Engines for one database address, `sqlite+aiosqlite:///…` or another async driver."""

    def __init__(self, url: str) -> None:
        address = make_url(url)
        self._file = address.database if address.get_backend_name() == "sqlite" else None
        if address.get_backend_name() == "sqlite":
            self._writer = _sqlite(url, connections=1, begin="BEGIN IMMEDIATE")
            self._reader = _sqlite(url, connections=_READERS, begin="BEGIN")
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
            async with self._writer.connect() as connection:
                if self._file is not None:
                    await _wait_until(connection, by)
                async with connection.begin():
                    yield connection

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


async def _wait_until(connection: AsyncConnection, by: float) -> None:
    """Have SQLite wait for other processes as long as is left, in steps that seldom change."""
    left = max(0.0, by - time.monotonic()) * 1000
    patience = math.ceil(left / _STEP_MS) * _STEP_MS
    raw = await connection.get_raw_connection()
    kept = raw.info
    driver: Any = raw.driver_connection
    if kept.get(_PATIENCE) != patience:
        cursor = await driver.execute(f"PRAGMA busy_timeout={patience}")
        await cursor.close()
        kept[_PATIENCE] = patience


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

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        # The driver must not open transactions of its own; `begin` below does.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={int(_STARTS_WITHIN * 1000)}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine


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
