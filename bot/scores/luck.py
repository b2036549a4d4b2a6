"""What chance predicts of many deals, and whether what was dealt lies within it."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, exp, floor, log1p, sqrt

_WITHIN = 1.959964
"""So many standard deviations on both sides of the mean hold 95 of 100 cases."""
_ENOUGH = 100
"""From so many expected cases on, the normal distribution is near enough."""
_TAIL = 0.025


@dataclass(frozen=True, slots=True)
class TenCards:
    """The deadwood of ten cards as dealt, read so that it leaves the least.

    `deviation` is that of the mean of both hands of a deal, which come from one deck and so
    are not quite independent. `ready` is the chance of ten points or less.
    """

    mean: float
    deviation: float
    ready: float


# From 24 million deals of twenty cards, shuffled by Python's generator and counted by this
# engine; tests/scores/test_luck.py deals anew and holds them to it.
TEN_CARDS = TenCards(mean=56.570, deviation=9.633, ready=0.000648)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found, what was expected, and the bounds that hold it 95 times of 100."""

    found: float
    expected: float
    low: float
    high: float

    @property
    def side(self) -> int:
        """0 within what chance does, 1 above it, -1 below."""
        return (self.found > self.high) - (self.found < self.low)


def expect_mean(total: int, deals: int) -> Verdict:
    """The mean deadwood of the hands of so many deals, two a deal, against chance."""
    reach = _WITHIN * TEN_CARDS.deviation / sqrt(deals)
    mean = TEN_CARDS.mean
    return Verdict(total / (2 * deals), mean, mean - reach, mean + reach)


def expect_share(count: int, of: int, chance: float) -> Verdict:
    """So many cases out of so many, each of them with this chance."""
    expected = of * chance
    if min(expected, of - expected) >= _ENOUGH:
        reach = _WITHIN * sqrt(expected * (1 - chance))
        return Verdict(count, expected, ceil(expected - reach), floor(expected + reach))
    low, high = _bounds(of, chance)
    return Verdict(count, expected, low, high)


def _bounds(of: int, chance: float) -> tuple[int, int]:
    """The counts between which a binomial one falls 95 times of 100 or more."""
    if chance > 0.5:
        low, high = _bounds(of, 1 - chance)
        return of - high, of - low
    share = exp(of * log1p(-chance))
    below, low, count = share, -1, 0
    while True:
        if low < 0 and below > _TAIL:
            low = count
        if below >= 1 - _TAIL or count == of:
            return low, count
        share *= (of - count) / (count + 1) * chance / (1 - chance)
        count += 1
        below += share
