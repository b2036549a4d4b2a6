"""What a picture shows, as plain data: no pixels, no Discord, nothing hidden.

A scene is made from a view and is hashable, so equal scenes are painted once. The
sizes of things are the business of `geometry`, their looks that of `painting`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.engine import Card, Seat


@dataclass(frozen=True, slots=True)
class HandScene:
    """A player's own cards: melds, then deadwood; `drawn` is the card that just came in."""

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    points: int
    drawn: Card | None = None
    may_knock: bool = False


@dataclass(frozen=True, slots=True)
class TableSide:
    """What everybody sees of one player; `cards` is how many backs lie before him."""

    name: str
    cards: int
    points: int
    lines: int
    deals: bool
    to_move: bool


@dataclass(frozen=True, slots=True)
class TableScene:
    """The public table during a hand. Seat 0 sits at the bottom, seat 1 at the top."""

    sides: tuple[TableSide, TableSide]
    stock_left: int
    pile_top: Card | None
    pile_beneath: Card | None


@dataclass(frozen=True, slots=True)
class ShownMeld:
    """A meld on the open table, with the cards the other player laid off onto it."""

    cards: tuple[Card, ...]
    laid_off: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownHand:
    """One open hand. `label` says what its owner did, such as "knocked" or "undercut"."""

    name: str
    label: str
    melds: tuple[ShownMeld, ...]
    deadwood: tuple[Card, ...]
    points: int


@dataclass(frozen=True, slots=True)
class ShowdownScene:
    """Both hands at the end of a hand; `winner` is None where it is void."""

    hands: tuple[ShownHand, ShownHand]
    winner: Seat | None
    scored: int
    knock_card: Card | None


Scene: TypeAlias = HandScene | TableScene | ShowdownScene
