"""What a hand of ten may become with one more card."""

from __future__ import annotations

from typing import NamedTuple

from bot.engine import CardSet, cards_in, least_deadwood
from bot.engine.cards import DECK
from bot.engine.melds import least_after_each

_SUIT = 0x1FFF
_RANK_IN_EVERY_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39


def _completing(ranks: int) -> int:
    """The ranks that make a run of three or more with two of these at least."""
    low, high = ranks << 1, ranks >> 1
    return ((low & ranks << 2) | (low & high) | (high & ranks >> 2)) & _SUIT


_RUNS = tuple(_completing(ranks) for ranks in range(1 << 13))

_BY_POINTS = tuple(
    (points, sum(card.bit for card in DECK if card.points == points)) for points in range(1, 11)
)


def melding(held: CardSet) -> CardSet:
    """The cards that would be part of some meld beside two or more of those held."""
    c, d = held & _SUIT, held >> 13 & _SUIT
    h, s = held >> 26 & _SUIT, held >> 39
    runs = _RUNS[c] | _RUNS[d] << 13 | _RUNS[h] << 26 | _RUNS[s] << 39
    pairs = c & d | h & s | (c | d) & (h | s)
    return runs | pairs * _RANK_IN_EVERY_SUIT


class Outlook(NamedTuple):
    """A hand of ten, and what one card from anywhere in `unseen` makes of it."""

    deadwood: int
    """The least points the ten can be left with."""
    mean: float
    """The mean of the least deadwood after one more card and the best throw."""
    gin: float
    """The share of the unseen cards with which nothing would be loose."""
    better: float
    """The share of the unseen cards that lower the deadwood by melding."""


def outlook(ten: CardSet, unseen: CardSet) -> Outlook:
    """The outlook of a hand of ten when each card of `unseen` may come as well as any other."""
    held = cards_in(ten)
    least = least_deadwood(ten)
    fitting = melding(ten) & unseen
    total = gins = better = 0
    for card in cards_in(fitting):
        left = min(least_after_each(ten | 1 << card, held).values())
        if left < least:
            better += 1
            total += left
            gins += not left
        else:
            total += least
    rest = unseen & ~fitting
    # A card that melds with nothing either goes again, or stays for a dearer loose one.
    nine = min(least_after_each(ten, held).values())
    for points, cards in _BY_POINTS:
        total += (rest & cards).bit_count() * min(least, nine + points)
    count = unseen.bit_count() or 1
    return Outlook(least, total / count, gins / count, better / count)
