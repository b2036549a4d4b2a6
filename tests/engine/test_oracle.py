"""The engine against an exhaustive search, on thousands of random and meld-rich hands."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.engine import (
    CLASSIC,
    DECK,
    Card,
    Knock,
    Match,
    MatchBegan,
    arrange,
    arrangements,
    card_set,
    cards_in,
    lay_off,
    least_deadwood,
    legal,
    replay,
)
from bot.engine.events import Drew, HandDealt, Passed
from tests import strategies
from tests.engine import oracle

HANDS = strategies.so_many(4000)
KNOCKS = strategies.so_many(1500)


def hands(size: int, seed: int, count: int = HANDS) -> Iterator[tuple[Card, ...]]:
    """Random and meld-rich hands in turn."""
    rng = Random(seed)
    for number in range(count):
        yield (strategies.rich_cards if number % 2 else strategies.random_hand)(rng, size)


def as_melds(reading: object) -> oracle.Melds:
    return frozenset(frozenset(meld.cards) for meld in reading.melds)  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [10, 11])
def test_least_deadwood_is_the_least_there_is(size: int) -> None:
    for hand in hands(size, seed=size):
        assert least_deadwood(card_set(hand)) == oracle.deadwood(hand), hand


@pytest.mark.parametrize("size", [3, 6, 8])
def test_least_deadwood_holds_for_the_remains_of_a_hand(size: int) -> None:
    for hand in hands(size, seed=size, count=400):
        assert least_deadwood(card_set(hand)) == oracle.deadwood(hand), hand


@pytest.mark.parametrize("size", [10, 11])
def test_arrangements_are_all_the_least_readings_and_no_others(size: int) -> None:
    for hand in hands(size, seed=20 + size):
        found = [as_melds(reading) for reading in arrangements(card_set(hand))]
        assert len(found) == len(set(found)), hand
        assert set(found) == oracle.readings(hand), hand


def test_arrange_counts_what_its_reading_leaves_loose() -> None:
    for hand in hands(11, seed=40):
        reading = arrange(hand)
        left = oracle.loose(frozenset(hand), as_melds(reading))
        assert reading.points == oracle.points(left) == oracle.deadwood(hand), hand


def after_first_draw(hand: tuple[Card, ...]) -> Match:
    """Seat 0 holds ten of the cards and has just drawn the last."""
    others = [card for card in DECK if card not in hand]
    dealt = [card for pair in zip(hand[:10], others[:10], strict=True) for card in pair]
    order = (*dealt, others[10], hand[10], *others[11:])
    start = MatchBegan(CLASSIC, 1), HandDealt(1, order), Passed(0), Passed(1)
    return replay((*start, Drew(0, hand[10])))


def test_knocks_are_offered_with_exactly_the_cards_that_leave_ten_or_less() -> None:
    for hand in hands(11, seed=60, count=HANDS // 2):
        offered = {move.card for move in legal(after_first_draw(hand), 0) if type(move) is Knock}
        allowed = {card for card in hand if oracle.deadwood(set(hand) - {card}) <= 10}
        assert offered == allowed, hand


def knocks(seed: int, count: int = KNOCKS) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """A knocker's ten cards within the limit, and a defender's ten from the same deck."""
    rng = Random(seed)
    while count:
        cards = strategies.rich_cards(rng, 20, ranks=rng.choice((5, 6, 9)))
        mine, theirs = cards[:10], cards[10:]
        if least_deadwood(card_set(mine)) <= 10:
            count -= 1
            yield mine, theirs


def test_a_lay_off_leaves_the_least_and_takes_the_kindest_way_there() -> None:
    """Fewest points, then own melds whole, then fewest cards laid off."""
    for mine, theirs in knocks(seed=80):
        for reading in arrangements(card_set(mine)):
            answer = lay_off(reading, theirs)
            laid = sum(len(part.cards) for part in answer.laid_off)
            gone = [card for part in answer.laid_off for card in part.cards]
            whole = answer.points + oracle.points(gone) == oracle.deadwood(theirs)
            best = oracle.best_lay_off(as_melds(reading), theirs)
            assert (answer.points, not whole, laid) == best, (mine, theirs)


def test_every_card_laid_off_extends_the_meld_it_went_to() -> None:
    for mine, theirs in knocks(seed=90):
        answer = lay_off(arrange(mine), theirs)
        kept = card_set(answer.kept.cards)
        for part in answer.laid_off:
            assert oracle.is_meld(frozenset(part.meld.cards + part.cards)), (mine, theirs)
            kept |= card_set(part.cards)
        assert cards_in(kept) == tuple(sorted(theirs))
