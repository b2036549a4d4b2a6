"""The live tables and the clerk, on a store in memory and a time of our own making."""

from __future__ import annotations

import asyncio
import gc
import heapq
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any, cast

import pytest

from bot.engine import (
    CLASSIC,
    Action,
    Draw,
    Event,
    Facts,
    GinError,
    HandDealt,
    HandEnded,
    Knock,
    MatchBegan,
    MatchEnded,
    NextHand,
    NotYourTurn,
    Pass,
    Passed,
    Refused,
    Resign,
    Take,
    Throw,
    Took,
    WrongMoment,
    legal,
    replay,
)
from bot.sessions import (
    Clerk,
    Conflict,
    Deadline,
    Deadlines,
    Doubled,
    MatchStore,
    NotSeated,
    Pace,
    Pauses,
    Player,
    Sitting,
    Stale,
    StoreFails,
    Table,
    Tables,
    UnknownMatch,
    put_off,
)
from bot.sessions import tables as tables_module
from tests.builders import SALT, Order, ScriptedDealer
from tests.histories import assert_legal
from tests.scripts import GIN_BY_THE_DEALER
from tests.strategies import any_deck

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
ALICE, BOB, CAROL = Player(11, "alice"), Player(12, "bob"), Player(13, "carol")
MINUTE = timedelta(minutes=1)

_really_sleep = asyncio.sleep


class Time:
    """A clock that moves when told to, and sleepers who wake by it."""

    def __init__(self) -> None:
        self.now = NOON
        self._order = count()
        self._sleepers: list[tuple[datetime, int, asyncio.Future[None]]] = []

    def __call__(self) -> datetime:
        return self.now

    async def sleep(self, seconds: float) -> None:
        """What stands in for `asyncio.sleep`."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        until = self.now + timedelta(seconds=seconds)
        heapq.heappush(self._sleepers, (until, next(self._order), future))
        await future

    @property
    def asleep(self) -> list[datetime]:
        """When those wake who are asleep."""
        return sorted(until for until, _, future in self._sleepers if not future.done())

    async def advance(self, by: timedelta) -> None:
        """Let time go by, one sleeper at a time."""
        until = self.now + by
        await let_run()
        while self._sleepers and self._sleepers[0][0] <= until:
            moment, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                self.now = max(self.now, moment)
                future.set_result(None)
                await let_run()
        self.now = until
        await let_run()


async def let_run() -> None:
    """Everybody who can does what he has to do."""
    for _ in range(20):
        await _really_sleep(0)


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr("bot.sessions.clerk.asyncio.sleep", made.sleep)
    return made


class MemoryStore:
    """Keeps matches while the test runs, and everything that was done with it in `log`."""

    def __init__(self) -> None:
        self.tables: dict[int, Table] = {}
        self.events: dict[int, list[Event]] = {}
        self.facts: dict[int, Facts] = {}
        self.log: list[str] = []
        self.failing: Exception | None = None
        self.writing = 0
        self.most_writing: dict[int, int] = {}
        self.loads = 0
        self.seen_at: datetime | None = None
        self.busy: set[int] = set()
        self.moved: dict[int, datetime] = {}

    async def open_match(self, table: Table, events: Sequence[Event]) -> Table:
        await self._work()
        self.tables[table.id], self.events[table.id] = table, list(events)
        self.log.append("stored")
        return table

    async def load(self, match: int) -> tuple[Table, list[Event]] | None:
        self.loads += 1
        await self._work()
        if match not in self.tables:
            return None
        return self.tables[match], list(self.events[match])

    async def append(
        self,
        table: Table,
        expected_version: int,
        events: Sequence[Event],
        facts: Facts,
    ) -> None:
        self.writing += 1
        self.most_writing[table.id] = max(self.writing, self.most_writing.get(table.id, 0))
        try:
            await self._work()
            if len(self.events[table.id]) != expected_version:
                raise Conflict
        finally:
            self.writing -= 1
        self.tables[table.id] = table
        self.events[table.id] += events
        self.facts[table.id] = facts
        self.log.append("stored")

    async def move_table(self, table: Table) -> None:
        await self._work()
        self.tables[table.id] = table

    async def due(self, deadline: Deadline, now: datetime) -> list[int]:
        await self._work()
        tables = self.tables.values()
        return [one.id for one in tables if one.deadlines.has_passed(deadline, now)]

    async def is_played_in(self, channel: int) -> bool:
        return channel in self.busy

    async def moved_since(self, moment: datetime) -> list[int]:
        return [match for match, moved in self.moved.items() if moved >= moment]

    async def last_sign(self) -> datetime | None:
        return self.seen_at

    async def sign(self, now: datetime, forgive: timedelta | None = None) -> None:
        await self._work()
        self.seen_at = now
        for match, table in self.tables.items():
            if forgive is not None:
                later = put_off(table.deadlines, now - forgive, forgive)
                self.tables[match] = replace(table, deadlines=later)

    async def next_due(self) -> datetime | None:
        await self._work()
        dues = [one.deadlines.earliest for one in self.tables.values()]
        return min((due for due in dues if due is not None), default=None)

    async def _work(self) -> None:
        """Others get their turn while a store is at work; some stores then fail."""
        await _really_sleep(0)
        if self.failing is not None:
            raise self.failing


class Audience:
    """Notes what is shown, and what the store held at that moment."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self.shown: list[tuple[int, int | None]] = []
        self.waiting: list[tuple[int, bool]] = []
        self.gone: set[int] = set()
        self.resting: list[int] = []
        self.missed: list[int] = []
        self.lost: int | None = None

    async def table_changed(self, sitting: Sitting, by: int | None) -> None:
        assert len(self._store.events[sitting.table.id]) >= sitting.match.version
        self._store.log.append("shown")
        self.shown.append((sitting.match.version, by))

    async def turn_waits(self, sitting: Sitting, *, again: bool) -> None:
        self.waiting.append((sitting.match.version, again))

    async def has_left(self, sitting: Sitting) -> bool:
        seat = sitting.match.to_move
        return seat is not None and sitting.table.players[seat].id in self.gone

    async def trouble(self, sitting: Sitting) -> int | None:
        return self.lost

    async def table_missed(self, sitting: Sitting) -> None:
        self.missed.append(sitting.table.id)

    async def table_rests(self, sitting: Sitting) -> None:
        self.resting.append(sitting.table.id)


class EndlessDealer:
    def __init__(self, seed: int = 0) -> None:
        self._rng = Random(seed)

    def deck(self) -> Order:
        return any_deck(self._rng)

    def salt(self) -> str:
        return SALT


class House:
    """Tables on a store, with one match open at which Bob is to move."""

    def __init__(self, time: Time, store: MemoryStore | None = None, dealer: Any = None) -> None:
        self.store = store or MemoryStore()
        port = cast(MatchStore, self.store)
        self.clerk = Clerk(time, port.next_due)
        self.tables = Tables(port, time, self.clerk, dealer or EndlessDealer(), Pauses(MINUTE))
        self.audience = Audience(self.store)
        self.tables.attach(self.audience)

    async def open(self, match: int = 1, pace: Pace = Pace.NONE) -> Sitting:
        table = Table(match, 1, 2, 3, (ALICE, BOB), pace)
        sitting = await self.tables.open(table, [MatchBegan(CLASSIC, 0)], BOB.id)
        await self.tables.settle()
        self.store.log.clear()
        self.audience.shown.clear()
        return sitting

    async def act(
        self, player: Player, action: Action, seen: int | None = None, match: int = 1
    ) -> Sitting:
        return await self.tables.act(match, player.id, action, seen)

    def version(self, match: int = 1) -> int:
        return len(self.store.events[match])


@pytest.fixture
async def house(time: Time) -> House:
    made = House(time)
    await made.open()
    return made


async def outcomes(acts: Iterable[Awaitable[Any]]) -> list[Any]:
    return list(await asyncio.gather(*acts, return_exceptions=True))


# Stored before shown.


async def test_a_move_is_stored_before_it_is_shown(house: House) -> None:
    sitting = await house.act(BOB, Pass(), 2)
    assert house.store.log == ["stored"]
    assert house.store.events[1][-1] == Passed(1)
    await house.tables.settle()

    assert house.store.log == ["stored", "shown"]
    assert house.audience.shown == [(sitting.match.version, BOB.id)]


async def test_a_match_is_stored_before_it_is_shown(time: Time) -> None:
    house = House(time)
    await house.tables.open(Table(1, 1, 2, 3, (ALICE, BOB)), [MatchBegan(CLASSIC, 0)], BOB.id)
    await house.tables.settle()

    assert house.store.log == ["stored", "shown"]
    assert house.audience.shown == [(2, BOB.id)]


async def test_what_could_not_be_stored_has_not_happened(house: House) -> None:
    before = await house.tables.look(1)
    house.store.failing = OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        await house.act(BOB, Pass(), 2)
    await house.tables.settle()

    assert house.audience.shown == []
    house.store.failing = None
    assert await house.tables.look(1) == before
    assert house.version() == 2


async def test_a_click_that_could_not_be_stored_can_be_repeated(house: House) -> None:
    house.store.failing = OSError("disk full")
    with pytest.raises(OSError, match="disk full"):
        await house.act(BOB, Pass(), 2)
    house.store.failing = None

    sitting = await house.act(BOB, Pass(), 2)

    assert sitting.match.version == 3
    assert house.store.events[1][2:] == [Passed(1)]


async def test_a_match_that_could_not_be_stored_is_not_there(time: Time) -> None:
    house = House(time)
    house.store.failing = OSError("disk full")
    with pytest.raises(OSError, match="disk full"):
        await house.open()
    house.store.failing = None
    await house.tables.settle()

    with pytest.raises(UnknownMatch):
        await house.tables.look(1)
    assert house.audience.shown == []


async def test_a_refusal_stores_and_shows_nothing(house: House) -> None:
    refused: list[tuple[Player, Action, type[GinError]]] = [
        (ALICE, Pass(), NotYourTurn),
        (BOB, Draw(), WrongMoment),
        (CAROL, Resign(), NotSeated),
    ]
    for player, action, refusal in refused:
        with pytest.raises(refusal):
            await house.act(player, action, 2)
    await house.tables.settle()

    assert house.store.log == []
    assert house.version() == 2


async def test_a_match_nobody_opened_is_unknown(house: House) -> None:
    with pytest.raises(UnknownMatch):
        await house.act(BOB, Pass(), 2, match=9)
    with pytest.raises(UnknownMatch):
        await house.tables.look(9)


# One at a time a match.


async def test_a_hundred_at_once_make_a_legal_history(house: House) -> None:
    """Anybody does anything with any version in hand; what comes of it obeys the rules."""
    rng = Random(7)
    for _ in range(12):
        tries = []
        match = replay(house.store.events[1])
        for _ in range(100):
            seat = rng.randrange(2)
            player = (ALICE, BOB)[seat]
            open_to = [one for one in legal(match, seat) if one != Resign()]
            action = rng.choice([*open_to, Pass(), Draw(), Take(), NextHand()])
            seen = rng.choice((None, match.version, match.version - 1, match.version + 1))
            tries.append(house.act(player, action, seen))
        results = await outcomes(tries)
        assert all(isinstance(one, Sitting | GinError) for one in results)

    assert_legal(house.store.events[1])
    assert house.version() > 14
    assert house.store.most_writing == {1: 1}
    await house.tables.settle()
    assert (await house.tables.look(1)).match == replay(house.store.events[1])


async def test_everything_announced_is_a_version_that_was_stored(house: House) -> None:
    choices: tuple[Action, ...] = (Pass(), Take(), Draw())
    for player in (BOB, ALICE, BOB):
        await outcomes(house.act(player, action) for action in choices * 20)
    await house.tables.settle()

    versions = [version for version, _ in house.audience.shown]
    assert versions == sorted(set(versions))
    assert versions[-1] == house.version()


async def test_a_slow_match_holds_nobody_else_up(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first match waits in its store while a whole move is made in the second."""
    await house.open(2)
    gate = asyncio.Event()
    append = house.store.append

    async def slowly(table: Table, *rest: Any) -> None:
        if table.id == 1:
            await gate.wait()
        await append(table, *rest)

    monkeypatch.setattr(house.store, "append", slowly)
    waiting = asyncio.ensure_future(house.act(BOB, Pass(), 2))
    sitting = await house.act(BOB, Pass(), 2, match=2)

    assert sitting.match.version == 3
    assert not waiting.done()
    gate.set()
    assert (await waiting).match.version == 3


async def test_a_caller_that_is_cancelled_lets_the_next_one_in(house: House) -> None:
    waiting = asyncio.ensure_future(house.act(BOB, Pass(), 2))
    await _really_sleep(0)
    waiting.cancel()
    await outcomes([waiting])

    with suppress(Doubled):
        await house.act(BOB, Pass(), 2)
    assert house.store.events[1][2:] == [Passed(1)]
    assert (await house.tables.look(1)).match == replay(house.store.events[1])


async def test_queues_do_not_outlive_their_clicks(house: House) -> None:
    for match in range(2, 30):
        await house.open(match)
        await house.act(BOB, Pass(), 2, match=match)
    await house.tables.settle()
    gc.collect()

    assert len(house.tables._queues) == 0


# Old clicks and double clicks.


async def test_the_same_click_again_is_doubled_and_shows_what_it_made(house: House) -> None:
    made = await house.act(BOB, Take(), 2)

    with pytest.raises(Doubled) as doubled:
        await house.act(BOB, Take(), 2)

    assert doubled.value.sitting == made
    assert house.version() == 3


async def test_two_clicks_at_once_count_once(house: House) -> None:
    results = await outcomes(house.act(BOB, Take(), 2) for _ in range(10))

    assert [type(one) for one in results] == [Sitting, *[Doubled] * 9]
    assert house.store.events[1][2:] == [Took(1, house.store.events[1][1].order[20])]  # type: ignore[union-attr]


async def test_a_doubled_draw_draws_one_card(house: House) -> None:
    await house.act(BOB, Pass(), 2)
    await house.act(ALICE, Pass(), 3)

    results = await outcomes([house.act(BOB, Draw(), 4), house.act(BOB, Draw(), 4)])

    assert [type(one) for one in results] == [Sitting, Doubled]
    assert [event.kind for event in house.store.events[1][4:]] == ["drew"]


async def test_another_click_on_the_same_picture_is_stale(house: House) -> None:
    made = await house.act(BOB, Take(), 2)

    with pytest.raises(Stale) as stale:
        await house.act(BOB, Pass(), 2)

    assert stale.value.sitting == made
    assert house.version() == 3


async def test_somebody_elses_same_click_is_stale(house: House) -> None:
    await house.act(BOB, Pass(), 2)

    with pytest.raises(Stale):
        await house.act(ALICE, Pass(), 2)

    assert house.version() == 3


@pytest.mark.parametrize("seen", [-1, 0, 1, 3, 99])
async def test_a_version_of_another_moment_is_stale(house: House, seen: int) -> None:
    with pytest.raises(Stale):
        await house.act(BOB, Pass(), seen)

    assert house.version() == 2


async def test_a_command_means_the_present(house: House) -> None:
    await house.act(BOB, Pass())
    sitting = await house.act(ALICE, Pass())

    assert sitting.match.version == 4


# Another writer.


async def test_a_conflict_with_another_writer_is_stale_and_shows_the_present(
    time: Time, house: House
) -> None:
    other = House(time, house.store)
    moved = await other.act(BOB, Take(), 2)

    with pytest.raises(Stale) as stale:
        await house.act(BOB, Pass(), 2)
    await house.tables.settle()

    assert stale.value.sitting == moved
    assert house.audience.shown == []
    assert (await house.tables.look(1)) == moved


async def test_after_a_conflict_play_goes_on_from_the_present(time: Time, house: House) -> None:
    other = House(time, house.store)
    moved = await other.act(BOB, Take(), 2)
    with pytest.raises(Stale):
        await house.act(BOB, Pass(), 2)

    throw = next(one for one in legal(moved.match, 1) if isinstance(one, Throw))
    sitting = await house.act(BOB, throw, 3)

    assert sitting.match.version == 4
    assert_legal(house.store.events[1])


async def test_a_click_from_after_another_writers_move_gets_the_present(
    time: Time, house: House
) -> None:
    """The clicker has seen more than this process remembers."""
    other = House(time, house.store)
    moved = await other.act(BOB, Take(), 2)
    throw = next(one for one in legal(moved.match, 1) if isinstance(one, Throw))

    try:
        sitting = await house.act(BOB, throw, 3)
    except (Stale, Doubled) as late:
        sitting = late.sitting

    assert sitting.match == replay(house.store.events[1])
    assert sitting.match.version >= 3


# The cache.


async def test_the_cache_forgets_and_nothing_is_lost(
    time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables_module, "_CACHED_MATCHES", 3)
    house = House(time)
    for match in range(1, 11):
        await house.open(match)
    for match in range(1, 11):
        await house.act(BOB, Pass(), 2, match=match)
    for match in range(1, 11):
        sitting = await house.act(ALICE, Pass(), 3, match=match)
        assert sitting.match == replay(house.store.events[match])
        assert len(house.tables._cache) <= 3

    assert house.store.loads == 20


async def test_a_match_in_the_cache_is_not_loaded_again(house: House) -> None:
    await house.act(BOB, Pass(), 2)
    await house.act(ALICE, Pass(), 3)
    await house.tables.look(1)

    assert house.store.loads == 0


async def test_a_fresh_process_goes_on_where_the_old_one_was(time: Time, house: House) -> None:
    sitting = await house.act(BOB, Pass(), 2)

    again = House(time, house.store)

    assert await again.tables.look(1) == sitting
    assert (await again.act(ALICE, Pass(), 3)).match.version == 4


async def test_a_new_message_of_the_table_is_remembered(house: House) -> None:
    results = await outcomes(
        [
            house.tables.posted(1, 5, 77, 1),
            house.act(BOB, Pass(), 2),
            house.tables.posted(1, 5, 78, 1),
        ]
    )

    assert not any(isinstance(one, BaseException) for one in results)
    assert (await house.tables.look(1)).table.message == 78
    assert house.store.tables[1].message == 78
    assert house.version() == 3


# Between two hands.


@pytest.fixture
async def after_a_hand(time: Time) -> House:
    """Alice has gone gin; the next hand is due in a minute."""
    decks = ScriptedDealer(GIN_BY_THE_DEALER, GIN_BY_THE_DEALER)
    house = House(time, dealer=decks)
    await house.open()
    await house.act(BOB, Pass())
    sitting = await house.act(ALICE, Take())
    king = next(one for one in legal(sitting.match, 0) if isinstance(one, Knock))
    await house.act(ALICE, king)
    await house.tables.settle()
    house.store.log.clear()
    house.audience.shown.clear()
    return house


def kinds(house: House, since: int) -> list[str]:
    return [event.kind for event in house.store.events[1][since:]]


async def test_the_deadline_is_set_when_a_hand_ends(after_a_hand: House) -> None:
    assert isinstance(after_a_hand.store.events[1][-1], HandEnded)
    assert after_a_hand.store.tables[1].deadlines.deal == NOON + MINUTE


async def test_one_who_wants_the_next_hand_moves_no_deadline(
    time: Time, after_a_hand: House
) -> None:
    await time.advance(MINUTE / 2)
    await after_a_hand.act(ALICE, NextHand())

    assert after_a_hand.store.tables[1].deadlines.deal == NOON + MINUTE


async def test_both_who_want_the_next_hand_get_it_in_one_transaction(after_a_hand: House) -> None:
    since = after_a_hand.version()
    await after_a_hand.act(ALICE, NextHand())
    await after_a_hand.act(BOB, NextHand())

    assert kinds(after_a_hand, since) == ["ready", "ready", "dealt"]
    assert after_a_hand.store.log.count("stored") == 2
    assert after_a_hand.store.tables[1].deadlines.deal is None


async def test_both_at_once_get_one_deal(after_a_hand: House) -> None:
    since = after_a_hand.version()
    clicks = [after_a_hand.act(one, NextHand(), since) for one in (ALICE, BOB, ALICE, BOB)]

    results = await outcomes(clicks)

    assert kinds(after_a_hand, since) == ["ready", "ready", "dealt"]
    assert [type(one) for one in results[:2]] == [Sitting, Sitting]


async def test_the_next_hand_is_dealt_when_it_is_due(time: Time, after_a_hand: House) -> None:
    since = after_a_hand.version()
    await time.advance(MINUTE - timedelta(seconds=1))
    assert kinds(after_a_hand, since) == []

    await time.advance(timedelta(seconds=1))
    await after_a_hand.tables.settle()

    assert kinds(after_a_hand, since) == ["dealt"]
    assert after_a_hand.audience.shown == [(since + 1, None)]
    assert after_a_hand.store.tables[1].deadlines.deal is None


async def test_what_is_overdue_is_dealt_once(time: Time, after_a_hand: House) -> None:
    """However many look for it: this process twice, and another one."""
    since = after_a_hand.version()
    other = House(time, after_a_hand.store)
    time.now += MINUTE

    await outcomes(house.tables.deal_overdue() for house in (after_a_hand, other, after_a_hand))

    assert kinds(after_a_hand, since) == ["dealt"]


async def test_what_is_no_longer_due_when_its_turn_comes_is_not_dealt(
    after_a_hand: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the list of what is due and the queue of the match anything may happen."""
    since = after_a_hand.version()

    async def out_of_date(deadline: Deadline, now: datetime) -> list[int]:
        return [1]

    monkeypatch.setattr(after_a_hand.store, "due", out_of_date)
    await after_a_hand.tables.deal_overdue()

    assert kinds(after_a_hand, since) == []


async def test_the_end_of_a_match_leaves_no_deadline(time: Time, after_a_hand: House) -> None:
    await after_a_hand.act(BOB, Resign())
    since = after_a_hand.version()
    assert after_a_hand.store.tables[1].deadlines.deal is None
    match = after_a_hand.store.facts[1].match
    assert match is not None
    assert (match.winner, match.points) == (0, (93, 0))

    await time.advance(10 * MINUTE)

    assert isinstance(after_a_hand.store.events[1][-1], MatchEnded)
    assert kinds(after_a_hand, since) == []


async def test_one_match_in_trouble_leaves_the_others_their_deal(
    time: Time, after_a_hand: House, caplog: pytest.LogCaptureFixture
) -> None:
    """An earlier match cannot be loaded; the hand of the later one is dealt all the same."""
    store = after_a_hand.store
    broken = Table(0, 1, 2, 3, (ALICE, BOB), deadlines=Deadlines(deal=NOON))
    store.tables = {0: broken, **store.tables}
    store.events[0] = [HandDealt(0, GIN_BY_THE_DEALER)]
    since = after_a_hand.version()

    await time.advance(5 * MINUTE)
    await after_a_hand.clerk.stop()
    caplog.get_records("call").clear()

    assert kinds(after_a_hand, since) == ["dealt"]
    assert "Error" in caplog.text, "and the trouble is in the log"


# The clerk.


class Office:
    """A clerk whose deadlines are a list; `rung` has the moments it called."""

    def __init__(self, time: Time) -> None:
        self.time = time
        self.deadlines: list[datetime] = []
        self.rung: list[datetime] = []
        self.clerk = Clerk(time, self.next_due)
        self.clerk.attend(self.overdue)

    async def next_due(self) -> datetime | None:
        await _really_sleep(0)
        return min(self.deadlines, default=None)

    async def overdue(self) -> None:
        self.rung.append(self.time.now)
        self.deadlines = [due for due in self.deadlines if due > self.time.now]

    def expect(self, after: timedelta) -> datetime:
        due = self.time.now + after
        self.deadlines.append(due)
        self.clerk.expect(due)
        return due

    @property
    def tasks(self) -> list[asyncio.Task[Any]]:
        current = asyncio.current_task()
        return [task for task in asyncio.all_tasks() if task is not current and not task.done()]


@pytest.fixture
async def office(time: Time) -> Office:
    return Office(time)


async def test_the_clerk_sleeps_to_the_deadline_and_rings(office: Office) -> None:
    due = office.expect(3 * MINUTE)
    await let_run()
    assert office.time.asleep == [due]

    await office.time.advance(3 * MINUTE - timedelta(seconds=1))
    assert office.rung == []
    await office.time.advance(timedelta(seconds=1))

    assert office.rung == [due]


async def test_an_earlier_deadline_replaces_the_sleeper(office: Office) -> None:
    later = office.expect(9 * MINUTE)
    await let_run()
    sooner = office.expect(2 * MINUTE)
    await let_run()
    assert office.time.asleep == [sooner]
    assert len(office.tasks) == 1

    await office.time.advance(10 * MINUTE)

    assert office.rung == [sooner, later]


async def test_a_later_deadline_waits_its_turn(office: Office) -> None:
    sooner = office.expect(2 * MINUTE)
    later = office.expect(9 * MINUTE)
    await let_run()
    assert office.time.asleep == [sooner]

    await office.time.advance(10 * MINUTE)

    assert office.rung == [sooner, later]


async def test_a_thousand_deadlines_take_one_sleeper(office: Office) -> None:
    rng = Random(3)
    dues = sorted({office.expect(rng.randrange(1, 5000) * MINUTE) for _ in range(1000)})
    await let_run()
    assert len(office.tasks) == 1

    await office.time.advance(5000 * MINUTE)

    assert office.rung == dues


async def test_starting_rings_for_what_came_due_while_nobody_watched(office: Office) -> None:
    office.deadlines = [NOON - 60 * MINUTE, NOON + MINUTE]
    await office.clerk.start()
    await let_run()
    assert office.rung == [NOON]

    await office.time.advance(MINUTE)

    assert office.rung == [NOON, NOON + MINUTE]


async def test_a_far_deadline_is_rung_for_in_its_time_and_not_before(office: Office) -> None:
    due = office.expect(timedelta(days=40))
    await office.time.advance(timedelta(days=39))
    assert office.rung == []

    await office.time.advance(timedelta(days=2))

    assert office.rung == [due]


async def test_a_deadline_that_went_away_rings_for_nothing_and_goes_on(office: Office) -> None:
    due = office.expect(MINUTE)
    other = office.expect(3 * MINUTE)
    office.deadlines.remove(due)

    await office.time.advance(4 * MINUTE)

    assert office.rung == [due, other]


async def test_trouble_is_logged_and_tried_again(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    troubles: list[Exception] = [OSError("locked"), OSError("locked")]
    office.clerk.attend(failing_with(troubles))
    due = office.expect(MINUTE)

    await office.time.advance(10 * MINUTE)

    assert troubles == []
    assert office.rung == [due, due + MINUTE, due + 2 * MINUTE]
    assert caplog.text.count("a deadline could not be kept") == 2
    caplog.get_records("call").clear()


@pytest.mark.parametrize(
    ("trouble", "words", "is_traced"),
    [
        (
            StoreFails("database is locked"),
            "a deadline could not be kept: database is locked",
            False,
        ),
        (OSError("unheard of"), "a deadline could not be kept", True),
    ],
)
async def test_a_store_that_fails_is_one_line_in_the_log_and_all_else_is_traced(
    office: Office,
    caplog: pytest.LogCaptureFixture,
    trouble: Exception,
    words: str,
    is_traced: bool,
) -> None:
    office.clerk.attend(failing_with([trouble]))
    office.expect(MINUTE)

    await office.time.advance(2 * MINUTE)

    (record,) = caplog.get_records("call")
    assert record.getMessage() == words
    assert bool(record.exc_info) is is_traced
    caplog.get_records("call").clear()


def failing_with(troubles: list[Exception]) -> Callable[[], Coroutine[Any, Any, None]]:
    """Fails with each of these in turn, then no more."""

    async def fail() -> None:
        if troubles:
            raise troubles.pop()

    return fail


async def test_trouble_in_finding_the_next_deadline_is_tried_again(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    next_due, troubles = office.next_due, [OSError("locked")]

    async def sometimes() -> datetime | None:
        if troubles:
            raise troubles.pop()
        return await next_due()

    office.clerk._next_due = sometimes
    first = office.expect(MINUTE)
    last = office.expect(5 * MINUTE)

    await office.time.advance(10 * MINUTE)

    assert office.rung == [first, first + MINUTE, last]
    assert "a deadline could not be kept" in caplog.text
    caplog.get_records("call").clear()


async def test_one_who_is_in_trouble_does_not_keep_the_others_from_their_deadlines(
    time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    """The tables attend before the lobby; their trouble must not stop challenges lapsing."""
    clerk_office = Office(time)
    clerk = Clerk(time, clerk_office.next_due)
    clerk.attend(failing_with([OSError("broken") for _ in range(100)]))
    clerk.attend(clerk_office.overdue)
    clerk_office.clerk = clerk
    clerk_office.expect(MINUTE)

    await time.advance(3 * MINUTE)
    await clerk.stop()
    caplog.get_records("call").clear()

    assert clerk_office.rung != []


async def test_a_deadline_made_while_the_clerk_looks_for_the_next_is_not_missed(
    office: Office,
) -> None:
    """The search has read the store already when another deadline is stored."""
    looked, go_on = asyncio.Event(), asyncio.Event()
    next_due = office.next_due

    async def slowly() -> datetime | None:
        found = await next_due()
        looked.set()
        await go_on.wait()
        return found

    office.clerk._next_due = slowly
    office.expect(MINUTE)
    await office.time.advance(MINUTE)
    await looked.wait()
    due = office.expect(MINUTE)
    office.clerk._next_due = next_due
    go_on.set()

    await office.time.advance(10 * MINUTE)

    assert due in office.rung


async def test_nothing_to_wait_for_leaves_no_task(office: Office) -> None:
    office.expect(MINUTE)
    await office.time.advance(2 * MINUTE)

    assert office.rung == [NOON + MINUTE]
    assert office.tasks == []


async def test_stopping_leaves_no_task_and_rings_no_more(office: Office) -> None:
    for minutes in (9, 5, 1):
        office.expect(minutes * MINUTE)
    await let_run()

    await office.clerk.stop()

    assert office.tasks == []
    await office.time.advance(10 * MINUTE)
    assert office.rung == []


async def test_stopping_a_clerk_that_never_began_is_nothing(office: Office) -> None:
    await office.clerk.stop()

    assert office.tasks == []


# What may be logged.


async def test_no_refusal_says_a_card_when_it_is_logged(house: House) -> None:
    """Errors carry the sitting, and whatever is raised may end up in a log."""
    raised: list[GinError] = []
    await house.act(BOB, Take(), 2)
    for player, action in ((CAROL, Resign()), (BOB, Take()), (BOB, Pass())):
        with pytest.raises((NotSeated, Stale, Doubled, Refused)) as caught:
            await house.act(player, action, 2)
        raised.append(caught.value)

    sitting = await house.tables.look(1)
    for text in (repr(sitting), *map(repr, raised), *map(str, raised)):
        assert "Card(" not in text
        assert "order" not in text


# Nudges.


async def test_who_lets_a_minute_pass_is_waited_for_once(house: House, time: Time) -> None:
    await time.advance(2 * MINUTE)

    assert house.audience.waiting == [(2, False)]


async def test_a_move_starts_the_minute_anew(house: House, time: Time) -> None:
    await time.advance(MINUTE / 2)
    await house.act(BOB, Pass(), 2)
    await time.advance(MINUTE * 3 / 4)
    assert house.audience.waiting == []

    await time.advance(MINUTE / 2)

    assert house.audience.waiting == [(3, False)]
