"""What is stored is whole, in order, and still there; each method is one transaction."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from bot.engine import (
    CLASSIC,
    PRESETS,
    Event,
    Facts,
    HandFact,
    MatchEnded,
    MatchEnding,
    MatchFact,
    Passed,
    Phase,
    decide,
    evolve,
    replay,
)
from bot.sessions import (
    Challenge,
    ChallengeState,
    Conflict,
    Deadline,
    Deadlines,
    House,
    Nudge,
    Pace,
    Player,
    Table,
    ThreadWish,
    Watching,
)
from bot.storage import Database, SchemaTooNew, Store
from bot.storage.schema import metadata
from tests import builders
from tests.builders import void
from tests.scripts import GIN_BY_THE_DEALER, KNOCK_WITH_LAY_OFF
from tests.strategies import walk

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
GUILD, CHANNEL = 1 << 60, 1 << 59
ALICE, BOB, CAROL = Player(11, "alice"), Player(12, "bob"), Player(13, "carol")


@dataclass
class Files:
    """A database file, and how to open it again."""

    path: Path

    def open(self) -> tuple[Database, Store]:
        database = Database(f"sqlite+aiosqlite:///{self.path}")
        return database, Store(database, lambda: NOON)

    def rows(self, query: str) -> list[Any]:
        """What another program reads in the file."""
        with closing(sqlite3.connect(self.path)) as connection:
            return connection.execute(query).fetchall()

    def everything(self) -> dict[str, list[Any]]:
        names = [name for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type='table'")]
        return {name: self.rows(f"SELECT * FROM {name}") for name in sorted(names)}  # noqa: S608


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path / "gin.sqlite3")


@pytest.fixture
async def store(files: Files) -> AsyncIterator[Store]:
    """A store on a fresh file with the schema in it."""
    database, made = files.open()
    await database.migrate()
    yield made
    await database.close()


def offer(challenger: Player = ALICE, opponent: Player | None = BOB, **changes: Any) -> Challenge:
    made = Challenge(
        id=0,
        guild=GUILD,
        channel=CHANNEL,
        message=None,
        challenger=challenger,
        opponent=opponent,
        rules=CLASSIC,
        lapses_at=NOON + timedelta(minutes=15),
    )
    return replace(made, **changes)


def history() -> list[Event]:
    """A match whose first hand has just been dealt: two events."""
    return builders.Table(GIN_BY_THE_DEALER, first_dealer=0).history


async def sit_down(
    store: Store, first: Player = ALICE, second: Player = BOB, guild: int = GUILD
) -> Table:
    """A challenge, accepted."""
    kept = await store.add_challenge(offer(first, second, guild=guild))
    table = Table(kept.id, guild, CHANNEL, 77, (first, second))
    await store.open_match(table, history())
    return table


async def finish(store: Store, table: Table, winner: int, points: tuple[int, int] = (0, 0)) -> None:
    """The match ends at once with these hand points, a line each where there are any."""
    lines = (int(points[0] > 0), int(points[1] > 0))
    match = MatchFact(MatchEnding.RESIGNED, winner, "Classic", points, lines, 3, ())
    ended = [MatchEnded(winner, MatchEnding.RESIGNED)]
    await store.append(replace(table, over=True), 2, ended, Facts(match=match))


# Challenges.


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
async def test_a_challenge_comes_back_as_it_was_kept(store: Store, rules: Any) -> None:
    kept = await store.add_challenge(offer(rules=rules, message=5))

    assert kept == offer(id=kept.id, rules=rules, message=5)
    assert await store.challenge(kept.id) == kept


async def test_an_open_challenge_comes_back_without_opponent(store: Store) -> None:
    kept = await store.add_challenge(offer(opponent=None))

    found = await store.challenge(kept.id)
    assert found is not None
    assert found.opponent is None


async def test_a_moment_of_another_zone_comes_back_as_the_same_moment(store: Store) -> None:
    there = NOON.astimezone(timezone(timedelta(hours=-7)))
    kept = await store.add_challenge(offer(lapses_at=there))

    found = await store.challenge(kept.id)
    assert found is not None
    assert found.lapses_at == NOON
    assert found.lapses_at.utcoffset() == timedelta(0)


async def test_what_is_not_there_is_not_found(store: Store) -> None:
    assert await store.challenge(1) is None
    assert await store.load(1) is None
    assert await store.rematch(1) is None
    assert await store.last_match(GUILD, ALICE.id) is None
    assert await store.live_matches(GUILD, ALICE.id) == []
    assert await store.next_due() is None


async def test_a_challenge_is_closed_once(store: Store) -> None:
    kept = await store.add_challenge(offer())
    await store.close_challenge(kept.id, ChallengeState.DECLINED)

    with pytest.raises(Conflict):
        await store.close_challenge(kept.id, ChallengeState.CANCELLED)

    found = await store.challenge(kept.id)
    assert found is not None
    assert found.state is ChallengeState.DECLINED


async def test_an_id_is_never_given_twice(store: Store, files: Files) -> None:
    """Old buttons carry it: not even after the last rows were deleted."""
    first = await store.add_challenge(offer())
    with closing(sqlite3.connect(files.path)) as connection:
        connection.execute("DELETE FROM challenges")
        connection.commit()

    assert (await store.add_challenge(offer())).id > first.id


async def test_one_rematch_of_a_match_stands_at_a_time(store: Store) -> None:
    asked = await store.add_challenge(offer(rematch_of=9))
    with pytest.raises(Conflict):
        await store.add_challenge(offer(BOB, ALICE, rematch_of=9))
    assert await store.rematch(9) == asked

    await store.close_challenge(asked.id, ChallengeState.DECLINED)

    assert await store.rematch(9) is None
    again = await store.add_challenge(offer(BOB, ALICE, rematch_of=9))
    assert await store.rematch(9) == again


async def test_the_message_of_a_challenge_is_remembered(store: Store) -> None:
    kept = await store.add_challenge(offer())
    await store.move_challenge_message(kept.id, 1 << 61)

    assert await store.challenge(kept.id) == replace(kept, message=1 << 61)


# Matches.


async def test_a_match_comes_back_with_its_table_and_history(store: Store) -> None:
    table = await sit_down(store)

    assert await store.load(table.id) == (table, history())


async def test_a_table_takes_over_the_message_of_its_challenge(store: Store) -> None:
    kept = await store.add_challenge(offer())
    await store.move_challenge_message(kept.id, 1 << 61)

    opened = await store.open_match(Table(kept.id, GUILD, CHANNEL, None, (ALICE, BOB)), history())

    assert opened.message == 1 << 61
    assert await store.load(kept.id) == (opened, history())


async def test_opening_a_match_accepts_its_challenge(store: Store) -> None:
    table = await sit_down(store)

    found = await store.challenge(table.id)
    assert found is not None
    assert found.state is ChallengeState.ACCEPTED


@pytest.mark.parametrize(
    "state", [ChallengeState.DECLINED, ChallengeState.CANCELLED, ChallengeState.LAPSED]
)
async def test_a_closed_challenge_opens_no_match(
    store: Store, files: Files, state: ChallengeState
) -> None:
    kept = await store.add_challenge(offer())
    await store.close_challenge(kept.id, state)
    before = files.everything()

    with pytest.raises(Conflict):
        await store.open_match(Table(kept.id, GUILD, CHANNEL, 77, (ALICE, BOB)), history())

    assert files.everything() == before


async def test_a_challenge_is_accepted_once(store: Store, files: Files) -> None:
    table = await sit_down(store)
    before = files.everything()

    with pytest.raises(Conflict):
        await store.open_match(replace(table, players=(ALICE, CAROL)), history())

    assert files.everything() == before


@pytest.mark.parametrize("expected", [0, 1, 3, 99, -1])
async def test_a_wrong_expected_version_writes_nothing(
    store: Store, files: Files, expected: int
) -> None:
    table = await sit_down(store)
    before = files.everything()

    with pytest.raises(Conflict):
        await store.append(
            replace(table, deadlines=Deadlines(deal=NOON)),
            expected,
            [MatchEnded(1, MatchEnding.RESIGNED)],
            Facts(),
        )

    assert files.everything() == before


async def test_a_match_that_does_not_exist_takes_no_event(store: Store, files: Files) -> None:
    before = files.everything()

    with pytest.raises(Conflict):
        await store.append(Table(5, GUILD, CHANNEL, 1, (ALICE, BOB)), 0, history(), Facts())

    assert files.everything() == before


async def test_versions_neither_skip_nor_double(store: Store, files: Files) -> None:
    """A hand that ends void, one decision at a time, as the tables write it."""
    table = await sit_down(store)
    events = history()
    match = replay(events)
    while match.ended is None and match.results == ():
        assert match.deal is not None
        words = "pass" if len(events) < 4 else "draw"
        if match.deal.phase is Phase.THROW:
            words = f"throw {match.deal.drawn}"
        decided = list(decide(match, match.to_move, builders.action(words)))
        await store.append(table, match.version, decided, Facts())
        for event in decided:
            match = evolve(match, event)
        events += decided

    versions = files.rows("SELECT version FROM events ORDER BY version")
    assert [version for (version,) in versions] == list(range(1, match.version + 1))
    assert files.rows("SELECT version FROM matches") == [(match.version,)]
    assert await store.load(table.id) == (table, events)


async def test_of_many_who_write_the_same_version_one_does(store: Store, files: Files) -> None:
    table = await sit_down(store)

    tries = [store.append(table, 2, [Passed(1)], Facts()) for _ in range(20)]
    outcomes = await asyncio.gather(*tries, return_exceptions=True)

    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, Conflict) for outcome in outcomes) == 19
    assert len(files.rows("SELECT * FROM events")) == 3


@pytest.mark.parametrize("seed", range(5))
async def test_any_history_comes_back_as_it_was(store: Store, seed: int) -> None:
    played = walk(Random(seed), CLASSIC, hands=4)
    kept = await store.add_challenge(offer())
    table = Table(kept.id, GUILD, CHANNEL, 77, (ALICE, BOB))

    await store.open_match(table, played.history)

    stored = await store.load(table.id)
    assert stored == (table, played.history)
    assert replay(stored[1]) == played.match


async def test_the_deadline_of_a_match_comes_and_goes_with_its_events(store: Store) -> None:
    table = await sit_down(store)
    await store.append(replace(table, deadlines=Deadlines(deal=NOON)), 2, [Passed(1)], Facts())
    assert await store.load(table.id) == (
        replace(table, deadlines=Deadlines(deal=NOON)),
        [*history(), Passed(1)],
    )

    await store.append(table, 3, [Passed(0)], Facts())

    stored = await store.load(table.id)
    assert stored is not None
    assert stored[0].deadlines.deal is None


async def test_where_a_table_is_shown_is_remembered(store: Store) -> None:
    table = await sit_down(store)
    moved = replace(table, channel=1 << 60, message=1 << 61, shown_hand=3)
    await store.move_table(moved)

    stored = await store.load(table.id)
    assert stored is not None
    assert stored[0] == moved


# All or nothing.


class Unwritable:
    """Something among the rows that cannot be written."""


@pytest.mark.parametrize(
    "events",
    [[Unwritable()], [Passed(1), Unwritable()]],
    ids=["the first", "the second"],
)
async def test_an_event_that_cannot_be_written_leaves_nothing_behind(
    store: Store, files: Files, events: list[Any]
) -> None:
    table = await sit_down(store)
    before = files.everything()

    with pytest.raises(Exception, match=r"(?i)unwritable|kind|discriminator|serializ"):
        await store.append(replace(table, deadlines=Deadlines(deal=NOON)), 2, events, Facts())

    assert files.everything() == before
    await store.append(table, 2, [Passed(1)], Facts())


async def test_a_failing_insert_leaves_nothing_half_written(store: Store, files: Files) -> None:
    """The rows of scores come last; twice the same hand breaks them."""
    table = await sit_down(store)
    before = files.everything()
    twice = HandFact(1, void(), (10, 10), (30, 30))

    with pytest.raises(IntegrityError):
        await store.append(table, 2, [MatchEnded(0, MatchEnding.RESIGNED)], Facts((twice, twice)))

    assert files.everything() == before
    await finish(store, table, 0)


async def test_a_match_that_cannot_be_opened_leaves_its_challenge_open(
    store: Store, files: Files
) -> None:
    """A row of a version that is there already breaks the insert after the others."""
    kept = await store.add_challenge(offer())
    with closing(sqlite3.connect(files.path)) as connection:
        connection.execute("INSERT INTO events VALUES (?, 2, '{}', '2026-01-01')", (kept.id,))
        connection.commit()
    before = files.everything()

    with pytest.raises(IntegrityError):
        await store.open_match(Table(kept.id, GUILD, CHANNEL, 77, (ALICE, BOB)), history())

    assert files.everything() == before
    found = await store.challenge(kept.id)
    assert found is not None
    assert found.state is ChallengeState.OPEN


async def test_an_error_does_not_name_the_cards(store: Store) -> None:
    """What is raised may be logged."""
    table = await sit_down(store)
    twice = HandFact(1, void(), (10, 10), (30, 30))
    with pytest.raises(IntegrityError) as raised:
        await store.append(
            table, 2, builders.Table(KNOCK_WITH_LAY_OFF).history, Facts((twice, twice))
        )

    assert "order" not in str(raised.value)


# The file.


async def test_opening_the_file_again_gives_the_same_match(files: Files) -> None:
    database, store = files.open()
    await database.migrate()
    table = await sit_down(store)
    await store.append(replace(table, deadlines=Deadlines(deal=NOON)), 2, [Passed(1)], Facts())
    await database.close()

    database, store = files.open()
    await database.migrate()

    assert await store.load(table.id) == (
        replace(table, deadlines=Deadlines(deal=NOON)),
        [*history(), Passed(1)],
    )
    assert await store.next_due() == NOON
    await database.close()


async def test_the_migrations_make_exactly_the_tables_of_the_schema(files: Files) -> None:
    database, _ = files.open()
    await database.migrate()

    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with database.read() as connection:
        assert await connection.run_sync(differences) == []
    await database.close()


async def test_the_migrated_schema_is_word_for_word_the_written_one(
    files: Files, tmp_path: Path
) -> None:
    """Partial indexes and AUTOINCREMENT too, which a comparison of models leaves out.

    The parts of a table are compared in any order: a column that is added comes last.
    """
    database, _ = files.open()
    await database.migrate()
    await database.close()
    written = Files(tmp_path / "written.sqlite3")
    database, _ = written.open()
    async with database.write() as connection:
        await connection.run_sync(metadata.create_all)
    await database.close()

    def definitions(of: Files) -> set[frozenset[str]]:
        query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'alembic%'"
        told = (" ".join(sql.replace('"', "").split()) for (sql,) in of.rows(query))
        return {
            frozenset(re.split(r"\s*,\s*", one.replace(" (", ",", 1).rstrip(" )"))) for one in told
        }

    assert definitions(files) == definitions(written)


async def test_a_match_from_before_a_migration_is_all_there_after_it(files: Files) -> None:
    """The present schema, taken back to the first one and brought forward again."""
    database, store = files.open()
    await database.migrate()
    table = await sit_down(store)
    async with database.write() as connection:
        await connection.run_sync(_back_to, "0001")
    assert "turn_due" not in str(files.rows("SELECT sql FROM sqlite_master"))

    await database.migrate()

    assert await store.load(table.id) == (table, history())
    assert await store.house(GUILD) == House()
    await database.close()


def _back_to(connection: Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", "bot.storage:migrations")
    config.attributes["connection"] = connection
    command.downgrade(config, revision)


async def test_migrating_twice_changes_nothing(files: Files) -> None:
    database, store = files.open()
    await database.migrate()
    await sit_down(store)
    before = files.everything()

    await database.migrate()

    assert files.everything() == before
    await database.close()


async def test_a_schema_newer_than_the_program_is_refused_untouched(files: Files) -> None:
    database, _ = files.open()
    await database.migrate()
    await database.close()
    with closing(sqlite3.connect(files.path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = files.everything()

    database, _ = files.open()
    with pytest.raises(SchemaTooNew) as refused:
        await database.migrate()
    await database.close()

    assert str(refused.value) == "9999"
    assert files.everything() == before


async def test_what_is_committed_survives_a_crash_of_the_machine(
    store: Store, files: Files
) -> None:
    """The journal is written ahead and synchronised at each commit."""
    await sit_down(store)

    async with store._database.write() as connection:
        mode = await connection.exec_driver_sql("PRAGMA journal_mode")
        assert mode.scalar_one() == "wal"
        full = await connection.exec_driver_sql("PRAGMA synchronous")
        assert full.scalar_one() == 2
        keys = await connection.exec_driver_sql("PRAGMA foreign_keys")
        assert keys.scalar_one() == 1
    assert files.rows("PRAGMA integrity_check") == [("ok",)]


# Two programs on one file.


async def test_a_second_writer_waits_for_the_first(files: Files) -> None:
    first_database, first = files.open()
    await first_database.migrate()
    second_database, second = files.open()
    order: list[str] = []

    async def write_second() -> None:
        await second.add_challenge(offer(CAROL))
        order.append("second")

    async with first_database.write() as connection:
        waiting = asyncio.create_task(write_second())
        await asyncio.sleep(0.2)
        assert not waiting.done()
        await connection.exec_driver_sql("INSERT INTO guilds (guild) VALUES (1)")
        order.append("first")
    await waiting

    assert order == ["first", "second"]
    assert len(await first.due_challenges(NOON + timedelta(days=1))) == 1
    await first_database.close()
    await second_database.close()


async def test_readers_do_not_wait_for_a_writer(store: Store) -> None:
    table = await sit_down(store)

    async with store._database.write() as connection:
        await connection.exec_driver_sql("UPDATE matches SET message = 1")
        async with asyncio.timeout(2):
            stored = await store.load(table.id)

    assert stored is not None
    assert stored[0].message == table.message, "and see what was committed before"


async def test_two_stores_on_one_file_share_one_history(files: Files) -> None:
    """Both write as fast as they can; each event goes to one of them, none is lost."""
    first_database, first = files.open()
    await first_database.migrate()
    second_database, second = files.open()
    table = await sit_down(first)

    async def push(store: Store) -> int:
        written = 0
        while True:
            stored = await store.load(table.id)
            assert stored is not None
            version = len(stored[1])
            if version >= 42:
                return written
            try:
                await store.append(table, version, [Passed(version % 2)], Facts())
                written += 1
            except Conflict:
                continue

    written = await asyncio.gather(push(first), push(second))

    assert sum(written) == 40
    stored = await first.load(table.id)
    assert stored is not None
    assert stored == await second.load(table.id)
    assert stored[1][2:] == [Passed(version % 2) for version in range(2, 42)]
    await first_database.close()
    await second_database.close()


# Deadlines.


async def test_the_next_deadline_is_the_earliest_of_matches_and_challenges(store: Store) -> None:
    table = await sit_down(store)
    await store.append(
        replace(table, deadlines=Deadlines(deal=NOON + timedelta(minutes=3))),
        2,
        [Passed(1)],
        Facts(),
    )
    later = await store.add_challenge(offer(lapses_at=NOON + timedelta(minutes=9)))
    sooner = await store.add_challenge(offer(lapses_at=NOON + timedelta(minutes=1)))
    assert await store.next_due() == NOON + timedelta(minutes=1)

    await store.close_challenge(sooner.id, ChallengeState.LAPSED)
    assert await store.next_due() == NOON + timedelta(minutes=3)
    await store.append(table, 3, [Passed(0)], Facts())
    assert await store.next_due() == NOON + timedelta(minutes=9)
    await store.close_challenge(later.id, ChallengeState.CANCELLED)

    assert await store.next_due() is None


async def test_what_is_due_now_is_due_and_what_is_due_later_is_not(store: Store) -> None:
    table = await sit_down(store)
    await store.append(replace(table, deadlines=Deadlines(deal=NOON)), 2, [Passed(1)], Facts())
    kept = await store.add_challenge(offer(lapses_at=NOON))

    before = NOON - timedelta(microseconds=1)
    assert await store.due(Deadline.DEAL, before) == []
    assert await store.due_challenges(before) == []
    assert await store.due(Deadline.DEAL, NOON) == [table.id]
    assert await store.due_challenges(NOON) == [kept]


async def test_a_closed_challenge_is_never_due(store: Store) -> None:
    kept = await store.add_challenge(offer(lapses_at=NOON))
    await store.close_challenge(kept.id, ChallengeState.ACCEPTED)

    assert await store.due_challenges(NOON + timedelta(days=1)) == []


# Lists.


async def test_live_matches_are_the_unfinished_ones_the_latest_first(store: Store) -> None:
    first = await sit_down(store)
    second = await sit_down(store, CAROL, ALICE)
    third = await sit_down(store, ALICE, BOB)
    await sit_down(store, ALICE, BOB, guild=2)
    await finish(store, second, 0)

    assert await store.live_matches(GUILD, ALICE.id) == [third.id, first.id]
    assert await store.live_matches(GUILD, CAROL.id) == []
    assert await store.last_match(GUILD, CAROL.id) == second.id
    assert await store.last_match(GUILD, ALICE.id) == third.id


# What a server plays.


async def test_what_a_server_has_chosen_is_kept_and_replaced(store: Store) -> None:
    assert await store.house(GUILD) == House()
    presets = list(PRESETS.values())
    houses = [
        House(presets[-1], Pace.MAIL, True, Watching.PLAYERS, frozenset({CHANNEL, 1 << 58})),
        House(presets[1], Pace.LIVE, False, Watching.EVERYONE, frozenset({CHANNEL})),
        House(),
    ]

    for house in houses:
        await store.set_house(GUILD, house)
        assert await store.house(GUILD) == house
    await store.set_house(GUILD, houses[0])
    assert await store.house(2) == House()


async def test_a_block_list_is_ones_own_and_each_is_on_it_once(store: Store) -> None:
    await store.block(ALICE.id, BOB)
    await store.block(ALICE.id, replace(BOB, name="Bob the Second"))
    await store.block(ALICE.id, CAROL)
    await store.block(BOB.id, CAROL)

    assert [one.name for one in await store.blocked(ALICE.id)] == ["Bob the Second", "carol"]
    await store.unblock(ALICE.id, BOB.id)
    assert await store.blocked(ALICE.id) == [CAROL]
    assert await store.blocked(BOB.id) == [CAROL]


# Pace, and time that counts for nobody.


def paced(table: Table, turn: datetime, idle: datetime) -> Table:
    return replace(table, deadlines=Deadlines(turn=turn, idle=idle))


async def test_time_without_a_sign_puts_off_what_had_not_passed(store: Store) -> None:
    minute = timedelta(minutes=1)
    before, after = await sit_down(store), await sit_down(store, CAROL, BOB)
    await store.move_table(paced(before, NOON - minute, NOON + minute))
    await store.move_table(paced(after, NOON + minute, NOON + 2 * minute))
    await store.sign(NOON)

    await store.sign(NOON + 60 * minute, forgive=60 * minute)

    assert await store.last_sign() == NOON + 60 * minute
    found = [await store.load(one.id) for one in (before, after)]
    assert [one[0].deadlines for one in found if one] == [
        Deadlines(turn=NOON - minute, idle=NOON + 61 * minute),
        Deadlines(turn=NOON + 61 * minute, idle=NOON + 62 * minute),
    ]


async def test_a_sign_alone_puts_nothing_off(store: Store) -> None:
    table = paced(await sit_down(store), NOON, NOON)
    await store.move_table(table)

    await store.sign(NOON + timedelta(days=1))

    found = await store.load(table.id)
    assert found is not None
    assert found[0] == table


async def test_everything_about_a_table_is_kept(store: Store) -> None:
    table = await sit_down(store)
    moved = replace(
        table,
        channel=5,
        message=6,
        shown_hand=7,
        deadlines=Deadlines(*(NOON + timedelta(days=day) for day in range(4))),
        nudge=Nudge(8, 9, "turn 3"),
        thread=10,
        thread_wish=ThreadWish.PRIVATE,
        over=True,
    )

    await store.move_table(moved)

    found = await store.load(table.id)
    assert found is not None
    assert found[0] == moved


@pytest.mark.parametrize("deadline", Deadline)
async def test_each_deadline_is_due_in_its_own_time(store: Store, deadline: Deadline) -> None:
    table = await sit_down(store)
    await store.move_table(replace(table, deadlines=Deadlines(**{deadline.value: NOON})))

    assert [await store.due(one, NOON) for one in Deadline] == [
        [table.id] if one is deadline else [] for one in Deadline
    ]
    assert await store.next_due() == NOON


# Challenges of one player, matches of one server.


async def test_open_challenges_are_counted_and_no_others(store: Store) -> None:
    first = await store.add_challenge(offer())
    await store.add_challenge(offer(opponent=None))
    await store.add_challenge(offer(state=ChallengeState.DRAFT))
    await store.add_challenge(offer(CAROL))
    await store.close_challenge(first.id, ChallengeState.LAPSED)

    assert await store.standing_challenges(ALICE.id, NOON - timedelta(hours=1)) == 1


async def test_a_challenge_that_was_never_shown_counts_while_it_is_fresh(store: Store) -> None:
    lapses_at = (await store.add_challenge(offer())).lapses_at
    shown = await store.add_challenge(offer(opponent=None))
    await store.move_challenge_message(shown.id, 7)

    assert await store.standing_challenges(ALICE.id, lapses_at - timedelta(hours=1)) == 2
    assert await store.standing_challenges(ALICE.id, lapses_at) == 1


async def test_the_last_no_to_a_player_is_remembered(store: Store) -> None:
    assert await store.last_declined(ALICE.id, BOB.id) is None
    declined = await store.add_challenge(offer())
    lapsed = await store.add_challenge(offer(CAROL))
    await store.close_challenge(declined.id, ChallengeState.DECLINED)
    await store.close_challenge(lapsed.id, ChallengeState.LAPSED)

    assert await store.last_declined(ALICE.id, BOB.id) == NOON
    assert await store.last_declined(BOB.id, ALICE.id) is None
    assert await store.last_declined(CAROL.id, BOB.id) is None


async def test_matches_under_way_are_listed_with_their_players(store: Store) -> None:
    first = await sit_down(store, ALICE, BOB)
    second = await sit_down(store, CAROL, BOB)
    await sit_down(store, CAROL, BOB, guild=2)
    assert await store.under_way(GUILD) == [
        (second.id, ("carol", "bob")),
        (first.id, ("alice", "bob")),
    ]

    await finish(store, second, 0)

    assert await store.under_way(GUILD) == [(first.id, ("alice", "bob"))]


async def test_a_channel_is_played_in_until_its_last_match_is_over(store: Store) -> None:
    first, second = await sit_down(store), await sit_down(store, CAROL, BOB)
    await finish(store, first, 0)
    assert await store.is_played_in(CHANNEL)

    await finish(store, second, 0)

    assert not await store.is_played_in(CHANNEL)


# What has been played.


async def test_the_matches_of_a_player_come_with_their_ends_the_latest_first(store: Store) -> None:
    tables = [await sit_down(store) for _ in range(3)]
    await finish(store, tables[0], 1, (20, 104))
    await store.append(
        replace(tables[1], over=True), 2, [MatchEnded(None, MatchEnding.ABANDONED)], Facts()
    )

    played = await store.played(GUILD, [ALICE.id], seen_by=CAROL.id, limit=9)

    assert [one.id for one in played] == [table.id for table in reversed(tables)]
    assert [one.players for one in played] == [(ALICE, BOB)] * 3
    assert [one.scores for one in played] == [None, None, (20, 104)]
    ends = [one.ended.ending if one.ended else None for one in played]
    assert ends == [None, MatchEnding.ABANDONED, MatchEnding.RESIGNED]
    assert all(one.at.tzinfo for one in played)
    finished = await store.played(GUILD, [ALICE.id], seen_by=CAROL.id, finished=True, limit=9)
    assert finished == played[1:]
    assert await store.played(GUILD, [ALICE.id], seen_by=CAROL.id, first=1, limit=1) == played[1:2]


async def test_matches_are_those_of_the_server_and_of_who_may_see_them(store: Store) -> None:
    first = await sit_down(store)
    second = await sit_down(store, BOB, CAROL)

    async def found(*players: Player, guild: int = GUILD, seen_by: Player = CAROL) -> list[int]:
        ids = [player.id for player in players]
        played = await store.played(guild, ids, seen_by=seen_by.id, limit=9)
        return [one.id for one in played]

    assert await found(BOB) == await found(ALICE, CAROL) == [second.id, first.id]
    assert await found(BOB, guild=GUILD + 1) == await found() == []
    await store.move_table(replace(first, private=True))
    assert await found(BOB) == [second.id]
    assert await found(BOB, seen_by=ALICE) == [second.id, first.id]


async def test_players_are_found_by_a_part_of_their_names(store: Store) -> None:
    percent = Player(14, "100 % Ольга")
    await sit_down(store, ALICE, percent)

    for typed, found in {
        "LIC": [ALICE.id],
        "l": [ALICE.id],
        "ольга": [percent.id],
        "%": [percent.id],
        "_": [],
        "bob": [],
    }.items():
        assert await store.named(GUILD, typed, 9) == found
    assert await store.named(GUILD + 1, "alice", 9) == []
