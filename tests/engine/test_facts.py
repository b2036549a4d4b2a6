"""What is remembered of hands and matches, counted by hand."""

from __future__ import annotations

import pytest

from bot.engine import (
    Ending,
    EndMatch,
    Facts,
    HandFact,
    HandResult,
    MatchEnding,
    MatchFact,
    Resign,
    Tally,
    decide,
    facts_of,
    replay,
)
from tests.builders import Table, deck_with, void, won

GIN = "4h 5h 6h 9c 9d 9s Td Jd Qd Kd"
DEFENDER = "As 2s 3s Tc Ts Th 9h 7h Kh Qs"
"""Three aces and up, three tens; 9, 7, K and Q are loose: 36."""


def facts(table: Table) -> Facts:
    """Of everything that happened at a table."""
    return facts_of(replay(table.history[:1]), table.history[1:])


def gin_hand(before: tuple[HandResult, ...] = ()) -> Table:
    """Seat 1 deals; both pass; seat 0 draws K♠ and is gin with ten melded cards."""
    table = Table(deck_with(non_dealer=GIN, dealer=DEFENDER, stock="Ks"), results=before)
    table.play("pass", "pass", "draw", "knock Ks")
    return table


def test_nothing_is_remembered_of_a_hand_that_goes_on() -> None:
    table = Table(deck_with())
    table.play("pass", "pass", "draw")
    assert facts(table) == Facts()


def test_a_hand_is_remembered_with_its_turns_and_the_deadwood_it_began_with() -> None:
    """36 points for gin is 36 + 25 by classic rules; seat 0 drew once, seat 1 not at all."""
    (hand,) = facts(gin_hand()).hands
    assert (hand.number, hand.turns, hand.dealt) == (1, (1, 0), (0, 36))
    assert (hand.result.ending, hand.result.points) == (Ending.GIN, 61)
    assert facts(gin_hand()).match is None


def test_the_deadwood_dealt_goes_by_seat_whoever_deals() -> None:
    table = Table(deck_with(non_dealer=GIN, dealer=DEFENDER, stock="Ks"), first_dealer=0)
    table.play("pass", "pass", "draw", "knock Ks")
    (hand,) = facts(table).hands
    assert (hand.turns, hand.dealt) == ((0, 1), (36, 0))


def test_a_card_taken_from_the_pile_is_a_turn_too() -> None:
    """Seat 0 takes 7h and keeps gin but for 4 and 5; seat 1 draws, seat 0 takes again."""
    table = Table(deck_with(non_dealer=GIN, dealer=DEFENDER, upcard="2c", stock="Kc Ks"))
    table.play("take", "throw Kd", "draw", "throw Kc", "draw", "knock Ks")
    (hand,) = facts(table).hands
    assert hand.turns == (2, 1)


def test_a_later_hand_has_its_number_in_the_match() -> None:
    table = gin_hand(before=(won(1, 12),))
    last = facts_of(replay(table.history[:-1]), table.history[-1:])
    assert [hand.number for hand in last.hands] == [2]


def test_a_match_is_remembered_with_its_points_and_lines() -> None:
    """51 and 61 make 112: seat 0 has crossed 100, with two hands to one of 12 points."""
    table = gin_hand(before=(won(0, 51), won(1, 12)))
    match = facts(table).match
    assert match is not None
    assert (match.ending, match.winner, match.rules) == (MatchEnding.PLAYED, 0, "Classic")
    assert (match.points, match.lines, match.deals) == ((112, 12), (2, 1), 3)
    assert match.scored
    assert match.hands == facts(table).hands


def test_a_hand_broken_off_counts_as_dealt() -> None:
    table = Table(deck_with(), results=[won(1, 12)])
    table.play("pass", "resign")
    match = facts(table).match
    assert match is not None
    assert (match.ending, match.deals, match.lines) == (MatchEnding.RESIGNED, 2, (0, 1))


def test_a_hand_that_was_shown_counts_once() -> None:
    table = gin_hand()
    table.act(0, Resign())
    match = facts(table).match
    assert match is not None
    assert match.deals == 1


@pytest.mark.parametrize(
    ("ending", "scored"),
    [
        (MatchEnding.STOPPED, True),
        (MatchEnding.CALLED_OFF, False),
        (MatchEnding.ABANDONED, False),
    ],
)
def test_some_ends_from_outside_count_for_nobody(ending: MatchEnding, scored: bool) -> None:
    table = Table(deck_with())
    match = facts_of(table.match, decide(table.match, None, EndMatch(ending))).match
    assert match is not None
    assert (match.ending, match.scored, match.winner) == (ending, scored, None)


def test_a_tally_counts_each_kind_of_hand_once_and_for_the_right_seat() -> None:
    """Seat 0 wins 30 by a knock, 61 by gin and 71 by Big Gin; seat 1 undercuts for 27.

    In the hands that seat 0 ended, seat 1 was left with 30, 36 and 40; seat 0 was left with 5
    when seat 1 knocked for 8, and with 7 when it was undercut, which it had ended itself.
    """
    results = (
        HandResult(Ending.KNOCK, 1, 0, 0, (0, 30), 30),
        HandResult(Ending.GIN, 0, 0, 0, (0, 36), 36, 25),
        HandResult(Ending.BIG_GIN, 1, 0, 0, (0, 40), 40, 31),
        HandResult(Ending.UNDERCUT, 0, 0, 1, (7, 5), 2, 25),
        HandResult(Ending.KNOCK, 0, 1, 1, (13, 5), 8),
        void(),
    )
    hands = tuple(
        HandFact(number, result, (number, 10 * number), (0, 0))
        for number, result in enumerate(results, start=1)
    )
    match = MatchFact(MatchEnding.PLAYED, 0, "classic", (162, 35), (3, 2), 6, hands)

    assert Tally.of(match, 0) == Tally(
        matches=1,
        won=1,
        points=162,
        lines=3,
        hands=6,
        gins=1,
        big_gins=1,
        undercuts=0,
        undercut=1,
        caught_hands=1,
        caught=13,
        turns=1 + 2 + 3 + 4 + 5 + 6,
        best_hand=71,
    )
    assert Tally.of(match, 1) == Tally(
        matches=1,
        won=0,
        points=35,
        lines=2,
        hands=6,
        gins=0,
        big_gins=0,
        undercuts=1,
        undercut=0,
        caught_hands=4,
        caught=30 + 36 + 40 + 5,
        turns=210,
        best_hand=27,
    )


def test_a_seat_that_won_nothing_has_no_best_hand() -> None:
    hand = HandFact(1, won(0, 12), (1, 1), (0, 0))
    match = MatchFact(MatchEnding.RESIGNED, None, "classic", (12, 0), (1, 0), 1, (hand,))
    assert (Tally.of(match, 1).best_hand, Tally.of(match, 1).won) == (0, 0)
