"""The hands that judges and engine are asked about: at random, and rich in melds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from bot.engine import (
    CLASSIC,
    DECK,
    Card,
    Drew,
    HandDealt,
    Match,
    MatchBegan,
    Passed,
    card_set,
    least_deadwood,
    replay,
)
from tests import strategies

Hand = tuple[Card, ...]


class Knocking(NamedTuple):
    """Eleven cards, the ten of the other player, and the card that is thrown for a knock."""

    mine: Hand
    theirs: Hand
    thrown: Card

    @property
    def ten(self) -> Hand:
        """What the knocker shows."""
        return tuple(card for card in self.mine if card != self.thrown)


HANDS = 20_000
ENDLESS = CLASSIC.model_copy(update={"name": "Endless", "target": 10_000})
"""Classic rules in which no hand ends the match."""
KINDS = {"random": strategies.random_hand, "rich": strategies.rich_cards}


def hands(kind: str, size: int, count: int = HANDS) -> Iterator[Hand]:
    """So many hands of a kind; the same ones whenever they are asked for."""
    rng = Random(f"{kind} {size}")
    return (KINDS[kind](rng, size) for _ in range(count))


def pairs(kind: str, count: int = HANDS) -> Iterator[tuple[Hand, Hand]]:
    """Two hands of ten from one deck: a knocker's, whatever it counts, and a defender's."""
    rng = Random(f"{kind} pairs")
    for _ in range(count):
        ranks = rng.choice((5, 6, 9)) if kind == "rich" else 13
        cards = strategies.rich_cards(rng, 20, ranks)
        yield cards[:10], cards[10:]


def knocks(kind: str, count: int = HANDS) -> Iterator[Knocking]:
    """So many hands of eleven that may be knocked with, a defender, and the card to throw."""
    rng = Random(f"{kind} knocks")
    found = _rich_knocks(rng) if kind == "rich" else _random_knocks(rng)
    return islice(found, count)


def _rich_knocks(rng: Random) -> Iterator[Knocking]:
    while True:
        cards = strategies.rich_cards(rng, 21, ranks=rng.choice((6, 7, 9)))
        if allowed := _knock_cards(card_set(cards[:11]), cards[:11]):
            yield Knocking(cards[:11], cards[11:], rng.choice(allowed))


def _random_knocks(rng: Random) -> Iterator[Knocking]:
    """From shuffled decks: of all their neighbouring elevens, one in 300 or so can knock."""
    while True:
        deck = strategies.random_deck(rng)
        held = card_set(deck[:11])
        for start in range(52 - 21):
            mine = deck[start : start + 11]
            if least_deadwood(held) <= 20 and (allowed := _knock_cards(held, mine)):
                yield Knocking(mine, deck[start + 11 : start + 21], rng.choice(allowed))
            held ^= 1 << deck[start] | 1 << deck[start + 11]


def _knock_cards(held: int, cards: Hand) -> list[Card]:
    return [card for card in cards if least_deadwood(held ^ card.bit) <= 10]


def after_a_draw(hand: Hand, defender: Hand = ()) -> Match:
    """Seat 0, the non-dealer, holds ten of the cards and has just drawn the last."""
    rest = [card for card in DECK if card not in hand and card not in defender]
    theirs = (*defender, *rest)[:10]
    others = [card for card in rest if card not in theirs]
    dealt = (card for pair in zip(hand[:10], theirs, strict=True) for card in pair)
    order = (*dealt, others[0], hand[10], *others[1:])
    return replay(
        (MatchBegan(ENDLESS, 1), HandDealt(1, order), Passed(0), Passed(1), Drew(0, hand[10]))
    )
