"""The hands that judges and engine are asked about: at random, and rich in melds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

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

HANDS = 20_000
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


def knocks(kind: str, count: int) -> Iterator[tuple[Hand, Hand, Card]]:
    """Eleven cards, a defender's ten, and one of the eleven that may be knocked with."""
    rng = Random(f"{kind} knocks")
    while count:
        ranks = rng.choice((6, 7, 9)) if kind == "rich" else 13
        cards = strategies.rich_cards(rng, 21, ranks)
        mine, theirs = cards[:11], cards[11:]
        held = card_set(mine)
        allowed = [card for card in mine if least_deadwood(held ^ card.bit) <= 10]
        if allowed:
            count -= 1
            yield mine, theirs, rng.choice(allowed)


def after_a_draw(hand: Hand, defender: Hand = ()) -> Match:
    """Seat 0, the non-dealer, holds ten of the cards and has just drawn the last."""
    rest = [card for card in DECK if card not in hand and card not in defender]
    theirs = (*defender, *rest)[:10]
    others = [card for card in rest if card not in theirs]
    dealt = (card for pair in zip(hand[:10], theirs, strict=True) for card in pair)
    order = (*dealt, others[0], hand[10], *others[1:])
    return replay(
        (MatchBegan(CLASSIC, 1), HandDealt(1, order), Passed(0), Passed(1), Drew(0, hand[10]))
    )
