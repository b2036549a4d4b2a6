"""Least deadwood, and which cards may be knocked with, before both judges."""

from __future__ import annotations

import pytest

from bot.engine import DECK, Card, Knock, arrange, card_set, least_deadwood, legal
from bot.engine.melds import least_after_each
from tests.engine import oracle
from tests.oracle import rl as rlcard
from tests.oracle import spiel as openspiel
from tests.oracle.hands import KINDS, Hand, after_a_draw, hands
from tests.oracle.rl import RLCard
from tests.oracle.spiel import Spiel

SEARCHED = 500
"""So many of the hands are also searched exhaustively."""

by_kind = pytest.mark.parametrize("kind", KINDS)
by_size = pytest.mark.parametrize("size", [10, 11])


def test_cards_come_back_from_openspiel_as_they_went(spiel: Spiel) -> None:
    for card in DECK:
        theirs = openspiel.number(card)
        assert openspiel.card(theirs) == card
        assert spiel.own.card_string(theirs) == str(card)
        assert spiel.own.card_value(theirs) == card.points


def test_cards_come_back_from_rlcard_as_they_went(rl: RLCard) -> None:
    for card in DECK:
        [theirs] = rl.cards([card])
        assert rl.ours([theirs]) == {card}
        assert rlcard.card(rlcard.number(card)) == card
        assert str(theirs) == str(card).upper()


@by_size
@by_kind
def test_openspiel_counts_the_same_deadwood(spiel: Spiel, kind: str, size: int) -> None:
    for hand in hands(kind, size):
        assert least_deadwood(card_set(hand)) == spiel.least_deadwood(hand), hand


@by_size
@by_kind
def test_rlcard_counts_the_same_deadwood(rl: RLCard, kind: str, size: int) -> None:
    for hand in hands(kind, size):
        assert least_deadwood(card_set(hand)) == rl.least_deadwood(hand), hand


@by_size
@by_kind
def test_an_exhaustive_search_counts_the_same_deadwood(kind: str, size: int) -> None:
    for hand in hands(kind, size, SEARCHED):
        assert arrange(hand).points == oracle.deadwood(hand), hand


@by_kind
def test_all_discards_at_once_count_what_each_counts_alone(kind: str) -> None:
    for hand in hands(kind, 11):
        held = card_set(hand)
        each = {card: least_deadwood(held ^ card.bit) for card in hand}
        assert least_after_each(held, hand) == each, hand


def offered(hand: Hand) -> set[Card]:
    """The cards one may knock with, as the engine lists them."""
    return {move.card for move in legal(after_a_draw(hand), 0) if isinstance(move, Knock)}


def gin_cards(hand: Hand) -> set[Card]:
    """The cards whose throw leaves nothing loose."""
    return {card for card, left in least_after_each(card_set(hand), hand).items() if left == 0}


@by_kind
def test_openspiel_allows_the_same_knocks_and_gins(spiel: Spiel, kind: str) -> None:
    for hand in hands(kind, 11):
        assert offered(hand) == spiel.discards(hand, limit=10), hand
        assert gin_cards(hand) == spiel.discards(hand, limit=0), hand


@by_kind
def test_rlcard_allows_the_same_knocks_and_gins(rl: RLCard, kind: str) -> None:
    """But for eleven melded cards: there it misses no gin, but may take false ones for true."""
    for hand in hands(kind, 11):
        knocks, gins = rl.going_out(hand)
        if least_deadwood(card_set(hand)):
            assert (offered(hand), gin_cards(hand)) == (knocks | gins, gins), hand
        else:
            assert gin_cards(hand) <= gins, hand
