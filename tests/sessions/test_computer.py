"""Computers at the tables: they see views, move when it is time, and lose no match."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.engine import (
    CLASSIC,
    Action,
    Agree,
    CallTime,
    DealHand,
    Declined,
    Event,
    Match,
    MatchBegan,
    NextHand,
    Pass,
    Passed,
    Phase,
    Proposal,
    Propose,
    SatBack,
    StandIn,
    Take,
    TookBack,
    View,
    decide,
    evolve,
    replay,
    view_for,
)
from bot.players import Level
from bot.sessions import Clerk, Conflict, Doubled, Pauses, Player, Table, Tables, choose, computer
from tests import strategies
from tests.players.tables import Moment, otherwise

from .test_tables import ALICE, MINUTE, EndlessDealer, House, Time, let_run, time

__all__ = ["time"]

PAUSE = MINUTE / 60


class Spy:
    """Chooses as the players do, and notes what it was given to choose by."""

    def __init__(self) -> None:
        self.given: list[tuple[object, ...]] = []

    def __call__(self, *given: object) -> Action:
        self.given.append(given)
        level, seed, view = given
        assert isinstance(level, Level)
        assert isinstance(seed, int)
        assert isinstance(view, View)
        return choose(level, seed, view)


class Practice(House):
    """A house in which Alice sits opposite a computer, which thinks for a second a turn."""

    def __init__(self, time: Time, level: Level = Level.NORMAL) -> None:
        super().__init__(time)
        self.spy = Spy()
        self.clerk = Clerk(time, self.store.next_due)
        port, dealer = self.store, EndlessDealer()
        pauses = Pauses(MINUTE, PAUSE)
        self.tables = Tables(port, time, self.clerk, dealer, pauses, self.spy)  # type: ignore[arg-type]
        self.tables.attach(self.audience)
        self.level = level

    async def sit_down(self, first_dealer: int) -> None:
        table = Table(1, 1, 2, 3, (ALICE, computer(self.level)))
        await self.tables.open(table, [MatchBegan(CLASSIC, first_dealer)], ALICE.id)
        await self.thought()

    async def thought(self) -> None:
        """Threads have come to an end, and what follows from them has happened."""
        for _ in range(5):
            await asyncio.to_thread(lambda: None)
            await let_run()

    @property
    def last(self) -> Event:
        return self.store.events[1][-1]


async def test_it_moves_when_its_pause_is_over_and_not_before(time: Time) -> None:
    house = Practice(time)
    await house.sit_down(first_dealer=0)
    await time.advance(PAUSE * 0.9)
    assert house.last.kind == "dealt"

    await time.advance(PAUSE * 0.2)
    await house.thought()

    assert getattr(house.last, "seat", None) == 1
    assert house.audience.shown[-1][1] is None


async def test_it_is_given_a_view_and_nothing_else(time: Time) -> None:
    house = Practice(time)
    await house.sit_down(first_dealer=0)
    await time.advance(PAUSE * 1.1)
    await house.thought()

    (given, *_) = house.spy.given
    assert given == (Level.NORMAL, 1, view_for(replay(house.store.events[1][:2]), 1))


async def test_no_deadline_of_a_person_runs_in_practice(time: Time) -> None:
    house = Practice(time)
    await house.sit_down(first_dealer=1)
    deadlines = house.store.tables[1].deadlines
    assert (deadlines.nudge, deadlines.turn, deadlines.computer) == (None, None, None)
    assert deadlines.idle is not None

    await house.act(ALICE, Pass())

    assert house.store.tables[1].deadlines.computer == time.now + PAUSE


async def test_a_move_that_could_not_be_stored_is_made_later(
    time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    house = Practice(time)
    await house.sit_down(first_dealer=0)
    house.store.failing = OSError("disk full")
    await time.advance(PAUSE * 1.1)
    await house.thought()
    assert house.last.kind == "dealt"
    house.store.failing = None
    caplog.clear()

    await time.advance(2 * MINUTE)
    await house.thought()

    assert house.last.kind != "dealt"


async def test_where_another_process_was_faster_nothing_moves_twice(time: Time) -> None:
    house = Practice(time)
    await house.sit_down(first_dealer=0)
    house.store.failing = None
    real = house.store.append

    async def late(*_: object) -> None:
        raise Conflict

    house.store.append = late  # type: ignore[assignment]
    await time.advance(PAUSE * 1.1)
    await house.thought()
    assert house.last.kind == "dealt"

    house.store.append = real  # type: ignore[method-assign]
    await time.advance(MINUTE)
    await house.thought()
    assert house.last.kind != "dealt"


async def answer(house: Practice, time: Time) -> None:
    """Let the computer answer, which takes it no time."""
    await time.advance(PAUSE * 0.01)
    await house.thought()


async def test_it_lets_a_discard_go_back_at_once_and_agrees_to_nothing_else(time: Time) -> None:
    house = Practice(time)
    await house.sit_down(first_dealer=1)
    sitting = await house.act(ALICE, Take())
    thrown = next(action for action in sitting.view(0).legal if hasattr(action, "card"))
    await house.act(ALICE, thrown)

    await house.act(ALICE, Propose(Proposal.TAKE_BACK))
    await answer(house, time)
    answered = house.last
    assert isinstance(answered, TookBack)

    await house.act(ALICE, Propose(Proposal.STAND_IN))
    await answer(house, time)
    assert Declined(1, Proposal.STAND_IN) in house.store.events[1]


# What it does with two games that differ only in what it cannot see.


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", range(4))
def test_whole_matches_of_a_level_know_no_more_than_its_views(level: Level, seed: int) -> None:
    """At every moment of a match the hidden cards are dealt anew, and the move is the same."""
    rng = Random(seed)
    match: Match = replay([MatchBegan(CLASSIC, seed % 2)])
    compared = 0
    while match.ended is None:
        if match.to_move is None:
            events = decide(match, None, DealHand(strategies.any_deck(rng)))
        else:
            seat = match.to_move
            here = choose(level, seed, view_for(match, seat))
            elsewhere = otherwise(Moment(match, seat), rng)
            assert choose(level, seed, view_for(elsewhere, seat)) == here
            compared += elsewhere != match
            events = decide(match, seat, here)
        for event in events:
            match = evolve(match, event)
    assert compared > 5


async def stand_in_for_bob(house: Practice) -> Player:
    """Bob's time is up and the computer plays on for him, as both had agreed."""
    bob = Player(12, "bob")
    table = Table(1, 1, 2, 3, (ALICE, bob))
    await house.tables.open(table, [MatchBegan(CLASSIC, 0)], bob.id)
    await house.act(ALICE, Propose(Proposal.STAND_IN))
    await house.act(bob, Agree(Proposal.STAND_IN))
    await house.tables.call_time(1, house.version(), CallTime().lateness)
    assert house.spy.given == []
    await house.act(ALICE, StandIn())
    return bob


async def test_a_move_of_his_own_takes_the_seat_back_and_counts_once(time: Time) -> None:
    house = Practice(time)
    bob = await stand_in_for_bob(house)
    seen = house.version()

    await house.act(bob, Pass(), seen)

    assert house.store.events[1][-2:] == [SatBack(1), Passed(1)]
    with pytest.raises(Doubled):
        await house.act(bob, Pass(), seen)
    await time.advance(PAUSE * 2)
    await house.thought()
    assert house.spy.given == []


async def test_the_stand_in_too_is_given_a_view_and_plays_for_no_other(time: Time) -> None:
    house = Practice(time)
    await stand_in_for_bob(house)
    await time.advance(PAUSE * 1.1)
    await house.thought()

    assert house.spy.given
    assert {given[0] for given in house.spy.given} == {Level.NORMAL}
    assert {given[2].seat for given in house.spy.given if isinstance(given[2], View)} == {1}


async def test_it_is_ready_as_soon_as_the_other_is(time: Time) -> None:
    house = Practice(time, Level.EASY)
    await house.sit_down(first_dealer=1)
    for _ in range(400):
        match = (await house.tables.look(1)).match
        assert match.deal is not None
        if match.deal.phase is Phase.SHOWN:
            break
        if match.to_move == 0:
            await house.act(ALICE, choose(Level.NORMAL, 5, view_for(match, 0)))
        await time.advance(PAUSE * 1.1)
        await house.thought()
    await house.act(ALICE, NextHand())
    await answer(house, time)

    assert len((await house.tables.look(1)).match.results) == 1
    assert any(event.kind == "dealt" for event in house.store.events[1][-2:])
