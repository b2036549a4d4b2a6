"""What a picture shows, as plain data: no pixels, no Discord, nothing hidden.

A scene is made from a view and is hashable, so equal scenes are painted once. The
sizes of things are the business of `geometry`, their looks that of `painting`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from bot.engine import Card, Seat

from .look import NEUTRAL, Look


@dataclass(frozen=True, slots=True)
class HandScene:
    """A player's own cards: melds, then deadwood; `drawn` is the card that just came in.

    `ending` is how its owner may end the hand now, such as "Knock with 4" or "Gin!".
    `came` is the order in which the cards came, for a player who likes to see them so.
    """

    melds: tuple[tuple[Card, ...], ...]
    deadwood: tuple[Card, ...]
    points: int
    drawn: Card | None = None
    ending: str = ""
    came: tuple[Card, ...] = ()
    look: Look = NEUTRAL


@dataclass(frozen=True, slots=True)
class TableSide:
    """What everybody sees of one player; `cards` is how many backs lie before him.

    `columns` are his points in each column of Hollywood scoring, empty without it.
    """

    name: str
    cards: int
    points: int
    lines: int
    deals: bool
    to_move: bool
    columns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableScene:
    """The public table during a hand. Seat 0 sits at the bottom, seat 1 at the top.

    `limit` is what the hand's knock limit is called where it is not the usual one, such as
    "Knock 7", "Gin only" or "Knock 9 · doubled".
    """

    sides: tuple[TableSide, TableSide]
    stock_left: int
    pile_top: Card | None
    pile_beneath: Card | None
    limit: str | None = None
    look: Look = NEUTRAL


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
    """Both hands at the end of a hand; `winner` is None where it is void.

    `working` is how the score came about, such as "38 − 9 = 29, + 25 for the undercut".
    """

    hands: tuple[ShownHand, ShownHand]
    winner: Seat | None
    scored: int
    knock_card: Card | None
    working: str = ""
    look: Look = NEUTRAL


@dataclass(frozen=True, slots=True)
class ReplayScene:
    """Both hands open in the middle of a finished hand, the piles between them; seat 0 below.

    `moved` did `did`, such as "threw", with `card` where there is one.
    """

    hands: tuple[ShownHand, ShownHand]
    stock_left: int
    pile_top: Card | None
    moved: Seat
    did: str
    card: Card | None
    look: Look = NEUTRAL


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One hand on the score sheet; `winner` is None where it was void.

    `entries` are the points it put into each column, None where it put nothing.
    """

    number: int
    label: str
    winner: Seat | None
    entries: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of a column's count, such as "2 lines x 25", with both seats' figures."""

    label: str
    figures: tuple[int, int]


@dataclass(frozen=True, slots=True)
class SheetColumn:
    """What a column comes to: its rows, the last of them the total; `winner` once closed."""

    title: str
    rows: tuple[SheetRow, ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class SheetScene:
    """The score sheet: the hands played, then the count of one column, or of Hollywood's three."""

    names: tuple[str, str]
    lines: tuple[SheetLine, ...]
    columns: tuple[SheetColumn, ...]
    look: Look = NEUTRAL


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """One player's line: his place, name and figures.

    `you` says that it is the viewer's own, `asked` that it is the line of whoever asked for
    the board, which others see too. With `apart` there are lines left out before it.
    """

    place: int
    name: str
    figures: tuple[str, ...]
    you: bool = False
    asked: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class LeaderboardScene:
    """Who stands where; `heads` name the figures."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[LeaderRow, ...]
    look: Look = NEUTRAL


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and what it counts, such as "62 %" and "matches won"."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class PlayerCardScene:
    """What there is to tell of one player, and his rating over time, oldest first."""

    name: str
    figures: tuple[Figure, ...]
    ratings: tuple[int, ...] = ()
    rating_label: str = "Rating"
    look: Look = NEUTRAL


@dataclass(frozen=True, slots=True)
class CoursedTurn:
    """A turn of a hand that is over: what was left loose after it, and what it is marked with."""

    number: int
    deadwood: int
    costly: bool = False
    luck: int = 0
    """1 for a lucky draw, -1 for an unlucky one."""


@dataclass(frozen=True, slots=True)
class CourseScene:
    """How a player's deadwood went in a hand, from the deal on; `limit` is what a knock took."""

    title: str
    dealt: int | None
    turns: tuple[CoursedTurn, ...]
    limit: int
    look: Look = NEUTRAL


Scene: TypeAlias = (
    HandScene
    | TableScene
    | ShowdownScene
    | ReplayScene
    | SheetScene
    | LeaderboardScene
    | PlayerCardScene
    | CourseScene
)
