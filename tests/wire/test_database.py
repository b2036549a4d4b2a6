"""A database in trouble: a clear line for the operator and the player, and nothing half-written."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from random import Random

import pytest

from bot.app.upkeep import backup
from tests.histories import stored_history

from .conftest import Parlour
from .evidence import is_sound
from .games import Game, seat_two
from .player import Player, text_of

TOLD = "Nothing can be stored just now, so nothing was played."
NOTED = "ERROR bot.storage.database: the database cannot be used: "


@contextmanager
def locked(database: Path) -> Iterator[None]:
    """This process holds the lock that the bot needs to write."""
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            connection.execute("ROLLBACK")


@contextmanager
def immutable(file: Path) -> Iterator[None]:
    """Nobody can write to a file."""
    if subprocess.run(["chattr", "+i", file], capture_output=True, check=False).returncode:
        pytest.skip("no file can be made immutable here: this needs root and chattr")
    try:
        yield
    finally:
        subprocess.run(["chattr", "-i", file], check=True)


def overwrite(file: Path) -> None:
    """Leave garbage of the same length in an open file."""
    with file.open("r+b") as opened:
        opened.write(b"\xa5" * file.stat().st_size)


async def move(parlour: Parlour, game: Game) -> tuple[Player, str]:
    """Whoever is to move presses the first of his buttons; what he reads then."""
    mover = parlour.mover(game)
    panel = mover.panel(game.id)
    assert panel is not None
    asked = await mover.press(panel, game.offered(mover)[0])
    assert asked is not None, "the interaction failed"
    shown = mover.answer_of(asked)
    assert shown is not None
    return mover, text_of(shown)


@asynccontextmanager
async def a_match(parlour: Parlour) -> AsyncIterator[Game]:
    """A match under way, which goes on to its end once the trouble is over."""
    await parlour.bot.start()
    game = await parlour.sit_down()
    game.hands = 1
    yield game
    history = stored_history(parlour.bot.database, game.id)
    _, told = await move(parlour, game)
    assert TOLD not in told
    assert len(stored_history(parlour.bot.database, game.id)) > len(history)
    await game.play()
    assert is_sound(parlour.bot.database)


def require_a_line(parlour: Parlour, *reasons: str) -> None:
    assert any(NOTED + reason in parlour.bot.words for reason in reasons)
    assert "Traceback" not in parlour.bot.words


@pytest.mark.parametrize("seconds", [3, 30])
async def test_while_another_process_has_the_lock_every_click_is_told_so_in_time(
    parlour: Parlour, seconds: int
) -> None:
    """Longer than a click has: each has an answer, nothing is played, and then it goes on."""
    async with a_match(parlour) as game:
        before = stored_history(parlour.bot.database, game.id)
        with locked(parlour.bot.database):
            until = time.monotonic() + seconds
            while time.monotonic() < until:
                mover, told = await move(parlour, game)
                assert TOLD in told
                assert not mover.presses[-1].counted
        assert stored_history(parlour.bot.database, game.id) == before
    require_a_line(parlour, "database is locked")


async def test_a_server_that_leaves_while_nothing_can_be_stored_is_noted_at_the_next_start(
    parlour: Parlour,
) -> None:
    """It had a match, so that something is kept of it."""
    world, gateway = parlour.double.world, parlour.double.gateway
    other = world.add_guild("Another room")
    channel = world.add_channel(other, "cards")
    await parlour.bot.start()
    game = seat_two(parlour.double, channel, ("cid", "dot"), Random(1))
    await game.begin()
    with locked(parlour.bot.database):
        del world.guilds[other.id]
        await gateway.dispatch(other.id, "GUILD_DELETE", {"id": str(other.id)})
        while "is looked at when Discord is ready again" not in parlour.bot.words:
            await asyncio.sleep(0.05)
    require_a_line(parlour, "database is locked")
    assert when_it_left(parlour, other.id) is None

    assert await parlour.bot.terminate() == 0
    await parlour.bot.start()

    async with asyncio.timeout(10):
        while when_it_left(parlour, other.id) is None:
            await asyncio.sleep(0.05)


def when_it_left(parlour: Parlour, guild: int) -> str | None:
    with closing(sqlite3.connect(parlour.bot.database)) as connection:
        query = "SELECT left_at FROM guilds WHERE guild = ?"
        row: tuple[str | None] | None = connection.execute(query, (guild,)).fetchone()
    return None if row is None else row[0]


async def test_a_full_disk_loses_no_move_and_plays_none(parlour: Parlour) -> None:
    async with a_match(parlour) as game:
        before = stored_history(parlour.bot.database, game.id)
        process = parlour.bot.process
        assert process is not None
        kept = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
        size = max(file.stat().st_size for file in parlour.bot.home.glob("gin.sqlite3*"))
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, kept[1]))
        _, told = await move(parlour, game)
        assert TOLD in told
        assert stored_history(parlour.bot.database, game.id) == before
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, kept)
    # SQLite has a word for each call that finds no room (sqlite.org: SQLITE_FULL, SQLITE_IOERR).
    require_a_line(parlour, "database or disk is full", "disk I/O error")


async def test_of_a_file_that_breaks_during_play_players_are_told_and_its_copy_goes_on(
    parlour: Parlour,
) -> None:
    await parlour.bot.start()
    game = await parlour.sit_down()
    game.hands = 1
    database = parlour.bot.database
    copy = database.with_name("copy.sqlite3")
    backup(f"sqlite:///{database}", copy)
    for file in database.parent.glob("gin.sqlite3*"):
        overwrite(file)

    _, told = await move(parlour, game)

    assert TOLD in told
    require_a_line(parlour, "database disk image is malformed", "file is not a database")
    await parlour.bot.kill()
    for file in database.parent.glob("gin.sqlite3*"):
        file.unlink()
    copy.rename(database)
    await parlour.bot.start()
    await game.play()
    assert is_sound(database)


async def test_a_start_waits_for_a_short_lock_and_says_so_of_a_long_one(parlour: Parlour) -> None:
    await parlour.bot.start()
    assert await parlour.bot.terminate() == 0

    with locked(parlour.bot.database):
        await parlour.bot.begin()
        assert await parlour.bot.ended() == 2

    assert_one_line(parlour, "GIN_DATABASE_URL (cannot be used: database is locked)")
    await parlour.bot.start()


async def test_a_file_that_may_not_be_written_ends_the_start_with_a_line(parlour: Parlour) -> None:
    """Immutable, since root minds no mode."""
    await parlour.bot.start()
    assert await parlour.bot.terminate() == 0
    with immutable(parlour.bot.database):
        await parlour.bot.begin()
        assert await parlour.bot.ended() == 2

    assert_one_line(parlour, "GIN_DATABASE_URL (cannot be used: attempt to write a readonly")


async def test_a_file_that_is_no_database_ends_the_start_with_a_line(parlour: Parlour) -> None:
    garbage = b"no database" * 1000
    parlour.bot.database.write_bytes(garbage)

    await parlour.bot.begin()
    assert await parlour.bot.ended() == 2

    assert_one_line(parlour, "GIN_DATABASE_URL (cannot be used: file is not a database)")
    assert parlour.bot.database.read_bytes() == garbage


async def test_a_schema_from_the_future_ends_the_start_with_a_line(parlour: Parlour) -> None:
    await parlour.bot.start()
    assert await parlour.bot.terminate() == 0
    with closing(sqlite3.connect(parlour.bot.database)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")

    await parlour.bot.begin()
    assert await parlour.bot.ended() == 2

    assert_one_line(parlour, "written by a newer version of this bot, schema 9999")


def assert_one_line(parlour: Parlour, said: str) -> None:
    last = parlour.bot.words.splitlines()[-1]
    assert said in last
    assert "Traceback" not in parlour.bot.words
