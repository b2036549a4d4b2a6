"""Melds, and the reading of a hand that leaves the least deadwood.

Two solvers share the same tables. `least_deadwood` only counts and is what every
legality check uses; `arrangements` lists every reading that reaches that count,
for showing a hand and for scoring.

How the count works: runs stay within a suit, so for each of the 8,192 holdings of
one suit a table knows the most points that disjoint runs can cover. Sets reach
across suits, but only ranks held three or four times can be sets, and eleven
cards have at most three of those. So: try every choice of sets, look up the four
suits that remain. `least_after_each` does it once for all cards that may be thrown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeAlias

from .cards import DECK, PIPS, Card, CardSet, card_set, cards_in, points_in

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

_Suits: TypeAlias = tuple[int, int, int, int]

_PLACES = tuple((card, card.suit, 1 << card.rank) for card in DECK)
"""Each card, its suit, and its bit in a holding of that suit."""

# Down to `arrange`, c d h s are the holdings of the four suits, 13 bits each. Sums are written
# out and little is built: these lines run again and again for every card that may be thrown.


def least_deadwood(mask: CardSet) -> int:
    """The least points the cards of a mask can be left with, however many they are."""
    low = mask & 0x3FFFFFF
    high = mask >> 26
    c = low & 0x1FFF
    d = low >> 13
    h = high & 0x1FFF
    s = high >> 13
    least = _LOOSE[c] + _LOOSE[d] + _LOOSE[h] + _LOOSE[s]
    if (pairs := c & d | h & s) and (ranks := pairs & (c | d) & (h | s)):
        if ranks & ranks - 1 or c & d & h & s:
            return _with_sets(c, d, h, s, ranks, least)
        # The usual case: one rank held three times, so one set or none.
        keep = ~ranks
        laid = _LOOSE[c & keep] + _LOOSE[d & keep] + _LOOSE[h & keep] + _LOOSE[s & keep]
        if laid < least:
            return laid
    return least


def _with_sets(c: int, d: int, h: int, s: int, ranks: int, least: int) -> int:
    """The least when sets of `ranks`, each held thrice or more, may be laid beside runs.

    `least` is what the four holdings leave with runs alone.
    """
    rank = ranks & -ranks
    others = ranks ^ rank
    keep = ~rank
    cc, dd, hh, ss = c & keep, d & keep, h & keep, s & keep
    laid = _LOOSE[cc] + _LOOSE[dd] + _LOOSE[hh] + _LOOSE[ss]
    four = c & d & h & s & rank  # of four, one may stay behind for a run
    if others:
        if least:
            least = _with_sets(c, d, h, s, others, least)
        if least and four:
            least = min(
                least,
                _with_sets(c, dd, hh, ss, others, laid - _LOOSE[cc] + _LOOSE[c]),
                _with_sets(cc, d, hh, ss, others, laid - _LOOSE[dd] + _LOOSE[d]),
                _with_sets(cc, dd, h, ss, others, laid - _LOOSE[hh] + _LOOSE[h]),
                _with_sets(cc, dd, hh, s, others, laid - _LOOSE[ss] + _LOOSE[s]),
            )
        if least:
            laid = _with_sets(cc, dd, hh, ss, others, laid)
    elif four:
        laid += min(
            0,
            _LOOSE[c] - _LOOSE[cc],
            _LOOSE[d] - _LOOSE[dd],
            _LOOSE[h] - _LOOSE[hh],
            _LOOSE[s] - _LOOSE[ss],
        )
    if laid < least:
        return laid
    return least


def least_after_each(mask: CardSet, cards: Iterable[Card]) -> dict[Card, int]:
    """For each of `cards` in a mask, the least deadwood of the others once it is thrown.

    The same as asking `least_deadwood` again and again, but the sets are tried only once.
    """
    c = mask & 0x1FFF
    d = mask >> 13 & 0x1FFF
    h = mask >> 26 & 0x1FFF
    s = mask >> 39
    places = [_PLACES[card] for card in cards]
    first, *more = _ways(c, d, h, s)
    others = _others(*first)
    least = {card: others[suit] + _LOOSE[first[suit] ^ rank] for card, suit, rank in places}
    for way in more:
        others = _others(*way)
        for card, suit, rank in places:
            held = way[suit]
            if held & rank and (left := others[suit] + _LOOSE[held ^ rank]) < least[card]:
                least[card] = left
    return least


def _others(c: int, d: int, h: int, s: int) -> _Suits:
    """For each suit, what the three others count."""
    clubs, diamonds, hearts, spades = _LOOSE[c], _LOOSE[d], _LOOSE[h], _LOOSE[s]
    minor, major = clubs + diamonds, hearts + spades
    return diamonds + major, clubs + major, minor + spades, minor + hearts


def _ways(clubs: int, diamonds: int, hearts: int, spades: int) -> list[_Suits]:
    """What the suits are left with, for every way to lay sets first, none of them foremost."""
    ranks = (clubs & diamonds | hearts & spades) & (clubs | diamonds) & (hearts | spades)
    ways = [(clubs, diamonds, hearts, spades)]
    while ranks:
        rank = ranks & -ranks
        keep = ~rank
        ranks ^= rank
        for c, d, h, s in tuple(ways):
            cc, dd, hh, ss = c & keep, d & keep, h & keep, s & keep
            ways.append((cc, dd, hh, ss))
            if c & d & h & s & rank:
                ways += ((c, dd, hh, ss), (cc, d, hh, ss), (cc, dd, h, ss), (cc, dd, hh, s))
    return ways


def arrange(cards: Iterable[Card]) -> Arrangement:
    """The reading of `cards` that leaves the least deadwood, eleven cards included.

    Where several leave the same, the one whose sorted melds come first.
    """
    return arrangements(card_set(cards))[0]


@lru_cache(maxsize=1024)
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
