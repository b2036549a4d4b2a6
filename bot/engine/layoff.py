"""Laying off: the defender adds loose cards to the knocker's melds, as well as can be.

His own reading and what he lays off are minimised together, because the best may
be to break a meld of his own. Among equal results his own melds stay whole, then
the fewest cards are laid off, then a fixed order decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product

from .cards import Card, CardSet, card_set, cards_in, points_in
from .melds import Arrangement, Meld, arrangements, least_deadwood


@dataclass(frozen=True, slots=True)
class LaidOff:
    """Cards that went onto one meld of the knocker."""

    meld: Meld
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class LayOff:
    """What a defender laid off, and how the cards he kept are read."""

    laid_off: tuple[LaidOff, ...]
    kept: Arrangement

    @property
    def points(self) -> int:
        """Deadwood that remains after the lay-off."""
        return self.kept.points


def lay_off(knocker: Arrangement, defender_cards: Iterable[Card]) -> LayOff:
    """The lay-off that leaves the defender least, against exactly this reading of the knocker."""
    held = card_set(defender_cards)
    whole = least_deadwood(held)

    def preference(
        choice: tuple[CardSet, ...],
    ) -> tuple[int, int, int, CardSet, tuple[CardSet, ...]]:
        laid = _union(choice)
        left = least_deadwood(held ^ laid)
        broken = left + points_in(laid) - whole
        return left, broken, laid.bit_count(), laid, choice

    best = min(_choices(knocker.melds, held), key=preference)
    laid_off = (
        LaidOff(meld, cards_in(cards))
        for meld, cards in zip(knocker.melds, best, strict=True)
        if cards
    )
    return LayOff(tuple(laid_off), arrangements(held ^ _union(best))[0])


def no_lay_off(defender_cards: Iterable[Card]) -> LayOff:
    """The defender's hand when the rules allow him no lay-off."""
    return LayOff((), arrangements(card_set(defender_cards))[0])


def _union(choice: tuple[CardSet, ...]) -> CardSet:
    laid = 0
    for cards in choice:
        laid |= cards
    return laid


def _choices(melds: tuple[Meld, ...], held: CardSet) -> Iterator[tuple[CardSet, ...]]:
    """What may go onto each meld, all ways, no card twice."""
    for choice in product(*(_extensions(meld, held) for meld in melds)):
        if sum(cards.bit_count() for cards in choice) == _union(choice).bit_count():
            yield choice


def _extensions(meld: Meld, held: CardSet) -> list[CardSet]:
    """The sets of held cards that may go onto one meld, nothing included."""
    if meld.is_set:
        rank = meld.cards[0].rank
        missing = card_set(Card(rank + 13 * suit) for suit in range(4)) & ~card_set(meld.cards)
        return [0, missing] if missing & held else [0]
    first, last = meld.cards[0], meld.cards[-1]
    below = _chain(held, range(first - 1, first - first.rank - 1, -1))
    above = _chain(held, range(last + 1, last - last.rank + 13))
    return [low | high for low in below for high in above]


def _chain(held: CardSet, numbers: range) -> list[CardSet]:
    """Nothing, the next card, the next two, … as far as they are held."""
    chain = [0]
    for number in numbers:
        if not held >> number & 1:
            break
        chain.append(chain[-1] | 1 << number)
    return chain
