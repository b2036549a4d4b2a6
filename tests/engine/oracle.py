"""The rules of melds and lay-offs once more, written only to be obviously right.

Nothing clever and nothing shared with the engine but `Card`: every choice of melds is
tried, and every way of placing one card after another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from bot.engine import DECK, Card

Cards = frozenset[Card]
Melds = frozenset[Cards]


def points(cards: Iterable[Card]) -> int:
    """Ace 1, number cards their number, ten for the rest."""
    return sum(min(card.rank + 1, 10) for card in cards)


def is_set(cards: Cards) -> bool:
    """Three or four cards of one rank."""
    return len(cards) >= 3 and len({card.rank for card in cards}) == 1


def is_run(cards: Cards) -> bool:
    """Three or more cards of one suit in sequence."""
    ranks = sorted(card.rank for card in cards)
    in_sequence = ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return len(cards) >= 3 and in_sequence and len({card.suit for card in cards}) == 1


def is_meld(cards: Cards) -> bool:
    """A set or a run."""
    return is_set(cards) or is_run(cards)


def _every_meld() -> list[Cards]:
    of_rank = [[card for card in DECK if card.rank == rank] for rank in range(13)]
    sets = [frozenset(some) for cards in of_rank for n in (3, 4) for some in combinations(cards, n)]
    of_suit = [[card for card in DECK if card.suit == suit] for suit in range(4)]
    runs = [
        frozenset(cards[low:high])
        for cards in of_suit
        for low in range(13)
        for high in range(low + 3, 14)
    ]
    return sets + runs


EVERY_MELD = _every_meld()


def choices(held: Cards) -> Iterator[Melds]:
    """Every choice of melds from these cards that share no card, none included."""
    return _choices(held, [meld for meld in EVERY_MELD if meld <= held])


def _choices(held: Cards, melds: list[Cards]) -> Iterator[Melds]:
    if not melds:
        yield frozenset()
        return
    first, *others = melds
    yield from _choices(held, others)
    for rest in _choices(held - first, [meld for meld in others if not meld & first]):
        yield rest | {first}


def loose(held: Cards, melds: Melds) -> Cards:
    """The cards that no meld holds."""
    return held.difference(*melds)


def deadwood(held: Iterable[Card]) -> int:
    """The least that these cards can count."""
    cards = frozenset(held)
    return min(points(loose(cards, melds)) for melds in choices(cards))


def readings(held: Iterable[Card]) -> set[Melds]:
    """Every choice of melds with the least deadwood, runs that touch counted as one."""
    cards = frozenset(held)
    least = deadwood(cards)
    best = (melds for melds in choices(cards) if points(loose(cards, melds)) == least)
    return {melds for melds in best if not any(_touch(*pair) for pair in combinations(melds, 2))}


def _touch(one: Cards, another: Cards) -> bool:
    return is_run(one) and is_run(another) and is_run(one | another)


def lay_offs(melds: Melds, cards: Cards) -> set[Cards]:
    """What can be left of some loose cards after placing one at a time on these melds."""
    left = set()
    open_positions, seen = [(melds, cards)], set()
    while open_positions:
        position = open_positions.pop()
        if position in seen:
            continue
        seen.add(position)
        melds_now, cards_now = position
        left.add(cards_now)
        for meld in melds_now:
            for card in cards_now:
                if is_meld(meld | {card}):
                    grown = melds_now - {meld} | {meld | {card}}
                    open_positions.append((grown, cards_now - {card}))
    return left


def best_lay_off(melds: Melds, held: Iterable[Card]) -> tuple[int, bool, int]:
    """The least a defender is left with, whether he breaks melds for it, how many cards go.

    He may read his own cards in any way. Whole melds come before broken ones, then
    fewer cards laid off.
    """
    cards = frozenset(held)
    least = deadwood(cards)
    outcomes = []
    for own in choices(cards):
        rest = loose(cards, own)
        broken = points(rest) > least
        outcomes += [
            (points(left), broken, len(rest) - len(left)) for left in lay_offs(melds, rest)
        ]
    return min(outcomes)
