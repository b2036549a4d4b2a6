"""What a seat, or the table itself, may ask of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from pydantic import Field

from .cards import Card

Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1)]
"""0 for the player who sat down first, 1 for the other."""


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return 1 - seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the upcard to the other player."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile: the upcard, or the last discard."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw a card onto the discard pile and end the turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """Throw a card face down and show the hand; with nothing loose it is gin."""

    card: Card


@dataclass(frozen=True, slots=True)
class BigGin:
    """Show eleven melded cards without throwing one."""


@dataclass(frozen=True, slots=True)
class NextHand:
    """Say that one is ready for the next hand."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up; the score so far stands and the other player wins."""


@dataclass(frozen=True, slots=True)
class DealHand:
    """Deal the next hand from `order`, all 52 cards; asked by the table, not by a seat."""

    order: tuple[Card, ...]


Action: TypeAlias = Pass | Take | Draw | Throw | Knock | BigGin | NextHand | Resign | DealHand
