"""Cards, and sets of cards as 52-bit masks.

A card is a number: `suit * 13 + rank`, suits in the order c d h s, ranks in the
order A 2 3 … T J Q K (aces are low). A set of cards is an `int` with one bit a
card, which keeps a whole hand in one machine word and makes it hashable.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Self, TypeAlias

from pydantic_core import core_schema

from .errors import BadCard

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler

RANKS = "A23456789TJQK"
SUITS = "cdhs"
_SUIT_BITS = 13
_SUIT_MASK = (1 << _SUIT_BITS) - 1
_POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)

CardSet: TypeAlias = int
"""Cards as a bit mask; bit n stands for `Card(n)`."""


class Card(int):
    """One of the 52 cards, 0 to 51; written rank then suit: `Card.parse("7h")`."""

    __slots__ = ()

    def __new__(cls, number: int) -> Self:
        """The card with this number.

        Raises:
            BadCard: the number is not 0 to 51.
        """
        if not 0 <= number < 52:
            raise BadCard(str(number))
        return super().__new__(cls, number)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that `text` names, such as `7h`, `Tc` or `As`; upper or lower case.

        Raises:
            BadCard: the text names no card.
        """
        if len(text) == 2:
            rank, suit = RANKS.find(text[0].upper()), SUITS.find(text[1].lower())
            if rank >= 0 and suit >= 0:
                return DECK[suit * _SUIT_BITS + rank]
        raise BadCard(text)

    @property
    def rank(self) -> int:
        """0 for an ace up to 12 for a king."""
        return self % _SUIT_BITS

    @property
    def suit(self) -> int:
        """0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self // _SUIT_BITS

    @property
    def points(self) -> int:
        """What the card counts as deadwood: ace 1, two to ten their number, faces 10."""
        return _POINTS[self.rank]

    @property
    def bit(self) -> CardSet:
        """The set that holds this card alone."""
        return _BITS[self]

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: type[Any], handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Cards travel as their two letters, in JSON and out of it."""
        return core_schema.no_info_plain_validator_function(
            lambda value: value if isinstance(value, Card) else cls.parse(str(value)),
            serialization=core_schema.to_string_ser_schema(),
        )


_BITS = tuple(1 << number for number in range(52))
DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))
"""Every card once, in the order of their numbers."""

FULL_DECK: CardSet = (1 << 52) - 1


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards written with spaces between them: `parse_cards("7h 8h 9h")`.

    Raises:
        BadCard: one of the words names no card.
    """
    return tuple(Card.parse(word) for word in text.split())


def card_set(cards: Iterable[Card]) -> CardSet:
    """The given cards as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: CardSet) -> tuple[Card, ...]:
    """The cards of a mask, by suit and then by rank."""
    return (
        *_suit_cards(0, mask & _SUIT_MASK),
        *_suit_cards(13, mask >> 13 & _SUIT_MASK),
        *_suit_cards(26, mask >> 26 & _SUIT_MASK),
        *_suit_cards(39, mask >> 39),
    )


@cache
def _suit_cards(first: int, ranks: int) -> tuple[Card, ...]:
    return tuple(DECK[first + rank] for rank in range(_SUIT_BITS) if ranks >> rank & 1)


def _pips(ranks: int) -> int:
    return sum(_POINTS[rank] for rank in range(_SUIT_BITS) if ranks >> rank & 1)


PIPS: tuple[int, ...] = tuple(_pips(ranks) for ranks in range(1 << _SUIT_BITS))
"""Points of the cards of one suit, by the 13-bit mask of their ranks."""


def points_in(mask: CardSet) -> int:
    """What the cards of a mask count as deadwood, all of them loose."""
    return (
        PIPS[mask & _SUIT_MASK]
        + PIPS[mask >> 13 & _SUIT_MASK]
        + PIPS[mask >> 26 & _SUIT_MASK]
        + PIPS[mask >> 39]
    )
