"""Deadlines of the players: bound to the move they were set for, and never a loss by themselves."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest

from bot.engine import (
    Agree,
    Claim,
    Decline,
    Event,
    Lateness,
    MatchEnded,
    MatchEnding,
    MatchOver,
    Pass,
    PlayOn,
    Proposal,
    Propose,
    Resign,
    TimeCalled,
    WaitOn,
)
from bot.sessions import NoClock, Pace, Stale

from .test_tables import ALICE, BOB, MINUTE, NOON, House, Time, time

__all__ = ["time"]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
async def live(time: Time) -> House:
    """Three minutes a turn; Bob is to move."""
    return await opened(time, Pace.LIVE)


async def opened(time: Time, pace: Pace) -> House:
    made = House(time)
    await made.open(pace=pace)
    return made


def last(house: House) -> Event:
    """What happened last in the match."""
    return house.store.events[1][-1]


def counted(house: House) -> bool:
    """Whether the match that has ended counts for anybody."""
    match = house.store.facts[1].match
    assert match is not None
    return match.scored


def due(house: House) -> timedelta | None:
    """How long after noon the time of the player to move is up."""
    turn = house.store.tables[1].deadlines.turn
    return None if turn is None else turn - NOON


@pytest.mark.parametrize(
    ("pace", "turn"),
    [(Pace.LIVE, 3 * MINUTE), (Pace.RELAXED, HOUR), (Pace.MAIL, 3 * DAY), (Pace.NONE, None)],
)
async def test_each_pace_has_its_time_for_a_turn(
    time: Time, pace: Pace, turn: timedelta | None
) -> None:
    assert due(await opened(time, pace)) == turn


async def test_a_move_sets_the_deadline_anew(time: Time, live: House) -> None:
    await time.advance(2 * MINUTE)
    await live.act(BOB, Pass())
    assert due(live) == 5 * MINUTE

    await time.advance(MINUTE + MINUTE / 2)  # Bob's time would be up, Alice's is not

    assert last(live).kind == "passed"


async def test_what_is_asked_sets_no_deadline_anew(time: Time, live: House) -> None:
    await time.advance(2 * MINUTE)
    await live.act(ALICE, Propose(Proposal.PAUSE))
    assert due(live) == 3 * MINUTE


async def test_when_the_time_is_up_it_is_called_and_nobody_has_lost(
    time: Time, live: House
) -> None:
    await time.advance(3 * MINUTE)
    assert last(live) == TimeCalled(1, Lateness.TIME)
    assert due(live) is None

    await time.advance(DAY)

    assert last(live) == TimeCalled(1, Lateness.TIME)
    await live.act(BOB, Pass())
    assert due(live) == DAY + 6 * MINUTE


async def test_the_other_claims_or_waits_on_for_as_long_again(time: Time, live: House) -> None:
    await time.advance(3 * MINUTE)
    await live.act(ALICE, WaitOn())
    assert due(live) == 6 * MINUTE
    await time.advance(3 * MINUTE)

    await live.act(ALICE, Claim())

    assert last(live) == MatchEnded(0, MatchEnding.CLAIMED)
    assert counted(live)
    await time.advance(40 * DAY)
    assert last(live) == MatchEnded(0, MatchEnding.CLAIMED)


async def test_who_has_left_is_away_without_any_clock(time: Time) -> None:
    house = await opened(time, Pace.NONE)
    house.audience.gone.add(BOB.id)

    await time.advance(MINUTE)

    assert last(house) == TimeCalled(1, Lateness.LEFT)
    assert house.audience.waiting == []


async def test_a_pause_stops_the_clock_and_playing_on_starts_it_anew(
    time: Time, live: House
) -> None:
    await live.act(BOB, Propose(Proposal.PAUSE))
    await live.act(ALICE, Agree(Proposal.PAUSE))
    await time.advance(DAY)
    assert due(live) is None
    assert live.audience.waiting == []

    await live.act(ALICE, PlayOn())

    assert due(live) == DAY + 3 * MINUTE


async def test_without_a_clock_there_is_nothing_to_pause(time: Time) -> None:
    house = await opened(time, Pace.NONE)
    with pytest.raises(NoClock):
        await house.act(BOB, Propose(Proposal.PAUSE))
    assert house.version() == 2


async def test_by_mail_he_is_told_after_a_minute_and_once_more_half_way(time: Time) -> None:
    house = await opened(time, Pace.MAIL)
    version = house.version()

    await time.advance(3 * DAY - MINUTE)

    assert house.audience.waiting == [(version, False), (version, True)]


async def test_at_another_pace_he_is_told_once(time: Time) -> None:
    house = await opened(time, Pace.RELAXED)
    await time.advance(HOUR - MINUTE)
    assert house.audience.waiting == [(house.version(), False)]


# The bot away.


async def restarted(house: House, time: Time, away: timedelta) -> House:
    """The bot was gone for so long; another process wakes up on the same store."""
    await house.tables.sign_of_life()
    await house.clerk.stop()
    time.now += away
    fresh = House(time, house.store)
    await fresh.tables.wake_up()
    await fresh.clerk.start()
    return fresh


async def test_time_that_the_bot_was_away_counts_for_nobody(time: Time, live: House) -> None:
    await time.advance(2 * MINUTE)
    fresh = await restarted(live, time, HOUR)
    await time.advance(MINUTE / 2)
    assert last(fresh).kind == "dealt"

    await time.advance(MINUTE / 2)

    assert last(fresh).kind == "time called"


async def test_signs_twice_a_minute_put_nothing_off(time: Time, live: House) -> None:
    for _ in range(4):
        await live.tables.sign_of_life()
        await time.advance(MINUTE / 2)
    assert due(live) == 3 * MINUTE


@pytest.mark.parametrize("minutes", [2, 10, 600])
async def test_an_outage_within_one_process_counts_for_nobody_either(
    time: Time, live: House, minutes: int
) -> None:
    """Discord could not be reached for so long, so there was no sign of life."""
    await live.tables.sign_of_life()
    await time.advance(minutes * MINUTE)
    assert last(live).kind == "dealt"

    await live.tables.sign_of_life()

    assert due(live) == (3 + minutes) * MINUTE
    assert (await live.tables.look(1)).table.deadlines.turn == NOON + (3 + minutes) * MINUTE
    await live.tables.sign_of_life()
    await time.advance(MINUTE)
    await live.tables.sign_of_life()
    await time.advance(MINUTE)
    await live.tables.sign_of_life()
    await time.advance(MINUTE)
    assert last(live).kind == "time called"


async def test_what_may_not_have_been_shown_is_shown_at_the_next_start(
    time: Time, live: House
) -> None:
    live.store.moved = {1: NOON, 2: NOON - 5 * MINUTE}
    await live.tables.sign_of_life()
    fresh = House(time, live.store)
    since = await fresh.tables.wake_up()
    assert since is not None

    await fresh.tables.show_since(since)
    await fresh.tables.settle()

    assert fresh.audience.missed == [1]
    assert fresh.audience.shown == []


# Parked.


async def test_nobodys_time_runs_while_a_table_cannot_be_shown(time: Time, live: House) -> None:
    await live.tables.parked(1, 10003)
    await time.advance(DAY)
    assert last(live).kind == "dealt"
    assert live.audience.waiting == []
    await live.act(BOB, Pass())
    assert due(live) is None

    await live.tables.parked(1, None)

    assert due(live) == DAY + 3 * MINUTE


async def test_a_table_found_lost_when_the_time_is_up_is_parked(time: Time, live: House) -> None:
    live.audience.lost = 50001
    await time.advance(3 * MINUTE)
    assert last(live).kind == "dealt"
    assert live.store.tables[1].trouble == 50001


# Away and back.


async def test_who_is_waited_for_longer_though_he_left_is_looked_up_a_day_later(
    time: Time,
) -> None:
    house = await opened(time, Pace.NONE)
    house.audience.gone.add(BOB.id)
    await time.advance(MINUTE)
    await house.act(ALICE, WaitOn())

    await time.advance(DAY - MINUTE)
    assert last(house).kind == "waited on"
    await time.advance(MINUTE)
    assert last(house).kind == "time called"


async def test_who_is_there_after_all_has_his_time_anew(time: Time, live: House) -> None:
    await time.advance(3 * MINUTE)
    await live.tables.recall(1, live.version(), BOB.id)
    assert due(live) == 6 * MINUTE


async def test_what_is_asked_brings_no_further_reminder(time: Time) -> None:
    house = await opened(time, Pace.MAIL)
    await time.advance(2 * DAY)
    reminded = list(house.audience.waiting)

    await house.act(ALICE, Propose(Proposal.PAUSE))
    await house.act(BOB, Decline(Proposal.PAUSE))
    await time.advance(DAY - MINUTE)

    assert house.audience.waiting == reminded


# Ends.


async def test_a_match_idle_for_thirty_days_is_closed_and_counts_for_nobody(time: Time) -> None:
    house = await opened(time, Pace.NONE)
    await time.advance(20 * DAY)
    await house.act(BOB, Pass())
    await time.advance(30 * DAY - MINUTE)
    assert last(house).kind == "passed"

    await time.advance(MINUTE)

    assert last(house) == MatchEnded(None, MatchEnding.ABANDONED)
    assert not counted(house)
    assert house.store.tables[1].over


async def test_a_paused_match_is_closed_too(time: Time, live: House) -> None:
    await live.act(BOB, Propose(Proposal.PAUSE))
    await live.act(ALICE, Agree(Proposal.PAUSE))
    await time.advance(30 * DAY)
    assert last(live) == MatchEnded(None, MatchEnding.ABANDONED)


@pytest.mark.parametrize(
    ("ending", "counts"), [(MatchEnding.STOPPED, True), (MatchEnding.CALLED_OFF, False)]
)
async def test_ended_from_outside_it_counts_or_not(
    live: House, ending: MatchEnding, counts: bool
) -> None:
    await live.tables.end(1, ending)
    await live.tables.settle()

    assert last(live) == MatchEnded(None, ending)
    assert counted(live) == counts
    assert live.audience.shown == [(3, None)]
    with pytest.raises(MatchOver):
        await live.tables.end(1, ending)


async def test_a_call_made_on_an_older_match_is_none(live: House) -> None:
    await live.act(BOB, Pass())
    await live.tables.call_time(1, 2, Lateness.LEFT)
    assert last(live).kind == "passed"


@pytest.mark.parametrize("what", ["end", "call_time", "recall"])
async def test_what_the_table_does_upon_another_writers_move_is_stale(
    time: Time, live: House, what: str
) -> None:
    """This process remembers the match as it was; the store has gone on."""
    tables = live.tables
    if what == "recall":
        await tables.call_time(1, live.version(), Lateness.LEFT)
    await tables.settle()
    seen, before = live.version(), len(live.audience.shown)
    moved = await House(time, live.store).act(BOB, Pass())
    doing: dict[str, Callable[[], Coroutine[Any, Any, Any]]] = {
        "end": lambda: tables.end(1, MatchEnding.STOPPED),
        "call_time": lambda: tables.call_time(1, seen, Lateness.LEFT),
        "recall": lambda: tables.recall(1, seen, ALICE.id),
    }

    with pytest.raises(Stale) as stale:
        await doing[what]()
    await tables.settle()

    assert stale.value.sitting == moved
    assert await tables.look(1) == moved
    assert last(live).kind == "passed"
    assert len(live.audience.shown) == before
    await live.act(ALICE, Pass(), moved.match.version)


async def test_a_thread_where_a_rematch_stands_does_not_rest(time: Time, live: House) -> None:
    await live.tables.threaded(1, 99)
    live.store.busy.add(99)
    await live.act(BOB, Resign())
    await time.advance(15 * MINUTE)
    assert live.audience.resting == []
    live.store.busy.clear()

    await time.advance(10 * MINUTE)

    assert live.audience.resting == [1]


async def test_the_thread_of_a_finished_match_rests_ten_minutes_later(
    time: Time, live: House
) -> None:
    await live.tables.threaded(1, 99)
    await live.act(BOB, Resign())
    await time.advance(9 * MINUTE)
    assert live.audience.resting == []

    await time.advance(MINUTE)

    assert live.audience.resting == [1]
    await time.advance(DAY)
    assert live.audience.resting == [1]
