"""Melds, and the reading of a hand that leaves the least deadwood.

Two solvers share the same tables. `least_deadwood` only counts and is what every
legality check uses; `arrangements` lists every reading that reaches that count,
for showing a hand and for scoring.

How the count works: runs stay within a suit, so for each of the 8,192 holdings of
one suit a table knows the most points that disjoint runs can cover. Sets reach
across suits, but only ranks held three or four times can be sets, and eleven
cards have at most three of those. So: try every choice of sets, look up the four
suits that remain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from .cards import PIPS, Card, CardSet, card_set, cards_in, points_in

_SUIT_MASK = (1 << 13) - 1
_RANK_IN_EVERY_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39
_SHORTEST = 3


@dataclass(frozen=True, slots=True, order=True)
class Meld:
    """A set (three or four of a rank) or a run (three or more of a suit in sequence)."""

    cards: tuple[Card, ...]

    @property
    def is_set(self) -> bool:
        """True for a set, False for a run."""
        return self.cards[0].rank == self.cards[1].rank


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One reading of some cards: the melds, what is left over, and what that counts."""

    melds: tuple[Meld, ...]
    deadwood: tuple[Card, ...]
    points: int

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the reading, melds first."""
        return tuple(card for meld in self.melds for card in meld.cards) + self.deadwood


def _best_run_points() -> tuple[int, ...]:
    """For each holding of one suit, the most points disjoint runs can cover.

    The lowest card is either in no run, or the lowest card of one. Runs of three
    to five are enough: a longer one is two of those end to end.
    """
    best = [0] * (1 << 13)
    for held in range(1, 1 << 13):
        lowest = held & -held
        most = best[held ^ lowest]
        for length in (3, 4, 5):
            run = lowest * ((1 << length) - 1)
            if held & run == run:
                most = max(most, PIPS[run] + best[held ^ run])
        best[held] = most
    return tuple(best)


_LOOSE: tuple[int, ...] = tuple(
    pips - covered for pips, covered in zip(PIPS, _best_run_points(), strict=True)
)
"""Deadwood of one suit's holding when only runs are allowed."""


def _loose(mask: CardSet) -> int:
    return (
        _LOOSE[mask & _SUIT_MASK]
        + _LOOSE[mask >> 13 & _SUIT_MASK]
        + _LOOSE[mask >> 26 & _SUIT_MASK]
        + _LOOSE[mask >> 39]
    )


def _sets_of_rank() -> dict[CardSet, tuple[CardSet, ...]]:
    """For each holding of three or four of a rank, the sets one may lay from it."""
    choices: dict[CardSet, tuple[CardSet, ...]] = {}
    for rank in range(13):
        four = _RANK_IN_EVERY_SUIT << rank
        threes = tuple(four ^ 1 << rank + 13 * suit for suit in range(4))
        choices |= {three: (three,) for three in threes}
        choices[four] = (four, *threes)
    return choices


_SETS = _sets_of_rank()


def least_deadwood(mask: CardSet) -> int:
    """The least points the cards of a mask can be left with, however many they are."""
    clubs, diamonds = mask & _SUIT_MASK, mask >> 13 & _SUIT_MASK
    hearts, spades = mask >> 26 & _SUIT_MASK, mask >> 39
    ranks = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    least = _LOOSE[clubs] + _LOOSE[diamonds] + _LOOSE[hearts] + _LOOSE[spades]
    return _with_sets(mask, ranks, least) if ranks and least else least


def _with_sets(mask: CardSet, ranks: int, least: int) -> int:
    """`least`, or less where laying sets of some of `ranks` (held thrice or more) helps."""
    while ranks and least:
        lowest = ranks & -ranks
        ranks ^= lowest
        for laid in _SETS[mask & lowest * _RANK_IN_EVERY_SUIT]:
            rest = mask ^ laid
            left = _loose(rest)
            least = min(least, _with_sets(rest, ranks, left) if ranks else left)
    return least


def arrange(cards: Iterable[Card]) -> Arrangement:
    """The reading of `cards` that leaves the least deadwood, eleven cards included.

    Where several leave the same, the one whose sorted melds come first.
    """
    return arrangements(card_set(cards))[0]


@lru_cache(maxsize=4096)
def arrangements(mask: CardSet) -> tuple[Arrangement, ...]:
    """Every reading of a mask with the least deadwood, in a fixed order.

    Two runs of one suit that touch are always read as the one long run they form.
    """
    least = least_deadwood(mask)
    readings = {tuple(sorted(melds)) for melds in _covers(mask, points_in(mask) - least)}
    return tuple(_reading(mask, melds) for melds in sorted(readings) if not _touching(melds))


def _reading(mask: CardSet, melds: tuple[Meld, ...]) -> Arrangement:
    for meld in melds:
        mask ^= card_set(meld.cards)
    return Arrangement(melds, cards_in(mask), points_in(mask))


def _touching(melds: tuple[Meld, ...]) -> bool:
    runs = [meld.cards for meld in melds if not meld.is_set]
    return any(
        low[0].suit == high[0].suit and low[-1] + 1 == high[0] for low in runs for high in runs
    )


def _covers(mask: CardSet, wanted: int) -> Iterator[tuple[Meld, ...]]:
    """Disjoint melds within `mask` worth exactly `wanted` points, each choice once or more."""
    if wanted == 0:
        yield ()
        return
    while mask and points_in(mask) >= wanted:
        lowest = mask & -mask
        for meld in _melds_with_lowest(mask, lowest):
            laid = card_set(meld.cards)
            worth = points_in(laid)
            if worth <= wanted:
                for others in _covers(mask ^ laid, wanted - worth):
                    yield (meld, *others)
        mask ^= lowest


def _melds_with_lowest(mask: CardSet, lowest: CardSet) -> Iterator[Meld]:
    """The melds within `mask` whose lowest card is the one of `lowest`."""
    first = Card(lowest.bit_length() - 1)
    for length in range(_SHORTEST, 14 - first.rank):
        run = lowest * ((1 << length) - 1)
        if mask & run != run:
            break
        yield Meld(cards_in(run))
    others = cards_in(mask & (_RANK_IN_EVERY_SUIT << first.rank) & ~lowest)
    for size in (2, 3):
        for rest in combinations(others, size):
            yield Meld((first, *rest))
