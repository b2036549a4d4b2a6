"""Lay-offs and scores: OpenSpiel tries every lay-off that its rules allow, we compute the best."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from bot.engine import (
    Draw,
    Ending,
    HandEnded,
    HandResult,
    Knock,
    Pass,
    arrange,
    arrangements,
    card_set,
    decide,
    lay_off,
)
from tests.engine import oracle
from tests.oracle.hands import KINDS, Knocking, after_a_draw, knocks, pairs
from tests.oracle.spiel import Melds, Spiel, joined, with_the_tie

SEARCHED = 300
PLAYED = 2500
"""So many of the knocks go through OpenSpiel's state machine, some three milliseconds each."""

by_kind = pytest.mark.parametrize("kind", KINDS)


@cache
def all_knocks(kind: str) -> tuple[Knocking, ...]:
    return tuple(knocks(kind))


@by_kind
def test_the_best_lay_off_leaves_what_openspiel_finds(spiel: Spiel, kind: str) -> None:
    """Onto the melds of any ten cards, whether they could knock or not."""
    for mine, theirs in pairs(kind):
        reading = arrange(mine)
        least = spiel.least_after_lay_off([meld.cards for meld in reading.melds], theirs)
        assert lay_off(reading, theirs).points == least, (mine, theirs)


@by_kind
def test_the_best_lay_off_leaves_what_an_exhaustive_search_finds(kind: str) -> None:
    for mine, theirs in pairs(kind, SEARCHED):
        reading = arrange(mine)
        melds = frozenset(frozenset(meld.cards) for meld in reading.melds)
        assert lay_off(reading, theirs).points == oracle.best_lay_off(melds, theirs)[0]


@by_kind
def test_openspiel_reads_a_knockers_cards_in_the_same_ways(spiel: Spiel, kind: str) -> None:
    for knock in all_knocks(kind):
        ours = {
            tuple(meld.cards for meld in reading.melds)
            for reading in arrangements(card_set(knock.ten))
        }
        assert ours == {joined(melds) for melds in spiel.readings(knock.ten)}, knock


def scored(knock: Knocking) -> HandResult:
    """What the engine makes of a knock by seat 0, whom seat 1 defends against."""
    *_, ended = decide(after_a_draw(knock.mine, knock.theirs), 0, Knock(knock.thrown))
    assert isinstance(ended, HandEnded)
    return ended.result


def counted(spiel: Spiel, knock: Knocking) -> tuple[int, int]:
    """What both are left with as OpenSpiel counts, the knocker read in the best way for him."""
    mine = spiel.least_deadwood(knock.ten)
    if mine == 0:
        return 0, spiel.least_deadwood(knock.theirs)
    answers = (
        spiel.least_after_lay_off(melds, knock.theirs) for melds in spiel.readings(knock.ten)
    )
    return mine, max(answers)


@by_kind
def test_a_knock_scores_what_openspiels_counts_come_to(spiel: Spiel, kind: str) -> None:
    """Gin and undercut 25, and a tie is an undercut."""
    for knock in all_knocks(kind):
        mine, theirs = counted(spiel, knock)
        result = scored(knock)
        assert result.deadwood == (mine, theirs), knock
        assert result.winner == (1 if mine > 0 and theirs <= mine else 0), knock
        bonus = 25 if mine == 0 or theirs <= mine else 0
        assert result.points == abs(mine - theirs) + bonus, knock


def played(spiel: Spiel, knock: Knocking, melds: Melds) -> tuple[int, int] | None:
    """The points in OpenSpiel's own play of a knock; None where it does not allow the knock."""
    deal = after_a_draw(knock.mine, knock.theirs).deal
    assert deal is not None
    hand = spiel.deal(deal.order)
    for action in (Pass(), Pass(), Draw()):
        hand.play(action)
    if Knock(knock.thrown) not in hand.legal():
        return None
    hand.play(Knock(knock.thrown))
    hand.spread(melds)
    hand.answer()
    return with_the_tie(hand.returns(), knocker=0, gin=spiel.least_deadwood(knock.ten) == 0)


@by_kind
def test_a_knock_scores_what_openspiel_pays(spiel: Spiel, kind: str) -> None:
    """Played card by card in its state machine, every lay-off it lists tried for the defender.

    The knocker may choose among equal readings; we take the one that leaves the defender most.
    """
    unplayed = 0
    for knock in Random(1).sample(all_knocks(kind), PLAYED):
        paid = [played(spiel, knock, melds) for melds in spiel.readings(knock.ten)]
        if None in paid:
            unplayed += 1
            assert spiel.own.min_deadwood(spiel.numbers(knock.mine)) > 10, knock
            continue
        result = scored(knock)
        points = result.points if result.winner == 0 else -result.points
        assert (points, -points) == max(pair for pair in paid if pair), (knock, paid)
    assert unplayed < PLAYED / 100


def test_every_way_to_end_a_hand_but_big_gin_and_void_has_been_judged() -> None:
    endings = {scored(knock).ending for knock in all_knocks("rich")[:3000]}
    assert endings == {Ending.KNOCK, Ending.GIN, Ending.UNDERCUT}
