"""Where things lie in a picture: pure functions from counts of cards to places, no pixels.

All pictures are `WIDTH` pixels wide. Discord shows them about half as wide on a
desktop and about a quarter as wide on a phone, so what is to be read there is four
times the size it would have on paper.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

WIDTH = 1000
MARGIN = 12
TRAY_PAD = 10
TRAY_LABEL = 52
LIFT = 24
"""How far a lifted card stands out of its row."""

_GAP = 14


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its upper left corner and size."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column that is no longer inside."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """The first row that is no longer inside."""
        return self.y + self.height


@dataclass(frozen=True, slots=True)
class CardSize:
    """How large a card is; `index` is how tall its rank is, in parts of its width."""

    width: int
    height: int
    index: float = 0.355

    @property
    def least_pitch(self) -> float:
        """The step to the next card at which the whole index still shows."""
        return self.width * (self.index + 0.0575)


HAND_CARD = CardSize(176, 240, 0.385)
LARGE_CARD = CardSize(190, 260, 0.5)
TABLE_CARD = HAND_CARD
SHOWN_CARD = CardSize(122, 167, 0.38)
SHOWN_CARD_MIDDLE = CardSize(109, 149, 0.37)
BACK_CARD = CardSize(92, 126)
CHIP_CARD = CardSize(96, 68)
"""A card as a chip: rank and suit side by side, for the knock card."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards that lie together, with the room their label needs.

    `splits` tells that the group may go on in the next row, as deadwood may, if every card
    then shows `worth` more of its width; where it is `marked` both of its parts have room for
    a label, otherwise only the last.
    """

    cards: int
    label: int = 0
    splits: bool = False
    marked: bool = False
    worth: int = 12


@dataclass(frozen=True, slots=True)
class Part:
    """The cards of one group that lie in one row; `first` counts from the group's start."""

    group: int
    first: int
    cards: int


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part in its place: the tray under it, and the step from card to card."""

    part: Part
    tray: Box
    cards_x: int
    pitch: int

    @property
    def card_y(self) -> int:
        """The upper edge of the cards that are not lifted."""
        return self.tray.y + TRAY_PAD

    def card_x(self, place: int) -> int:
        """The left edge of the card at a place of this part, from 0."""
        return self.cards_x + place * self.pitch


@dataclass(frozen=True, slots=True)
class HandLayout:
    """A hand in two rows, and the line below them if there is one."""

    parts: tuple[PlacedPart, ...]
    height: int
    foot: Box | None = None

    @property
    def pitch(self) -> int:
        """The step from card to card, which is the same everywhere."""
        return self.parts[0].pitch if self.parts else WIDTH


_Row: TypeAlias = tuple[Part, ...]

HAND_PITCHES = (122, 110, 100, 90, 78, 64, 50, 36)
LARGE_PITCHES = (150, 132, 118, 107, 90, 72, 54, 40)
"""Steps between neighbouring cards in a hand, best first.

Few values, so that the cards drawn in part for each of them are soon all there. The
last ones are for hands larger than the eleven cards of the game for two.
"""

_ROW_TOP = 28
_FOOT = 56


def hand_layout(
    groups: Sequence[Group], size: CardSize = HAND_CARD, *, footed: bool = False
) -> HandLayout:
    """Lay groups out in two rows, with as much of each card showing as will fit.

    Groups keep their order. Deadwood is split over both rows only where the cards
    would otherwise be much more crowded. A `footed` hand has a line of its own below.
    """
    return _hand_layout(tuple(groups), size, footed)


@lru_cache(maxsize=256)
def _hand_layout(groups: tuple[Group, ...], size: CardSize, footed: bool) -> HandLayout:
    pitches = LARGE_PITCHES if size == LARGE_CARD else HAND_PITCHES
    down = _ROW_TOP + size.height + TRAY_PAD + TRAY_LABEL
    placed = _two_rows(groups, size, pitches, _ROW_TOP - TRAY_PAD, down)
    foot = Box(MARGIN, 2 * down + 2, WIDTH - 2 * MARGIN, _FOOT) if footed else None
    return HandLayout(placed, (foot.bottom if foot else 2 * down) + MARGIN, foot)


def _two_rows(
    groups: tuple[Group, ...], size: CardSize, pitches: tuple[int, ...], top: int, down: int
) -> tuple[PlacedPart, ...]:
    """The groups in the two rows that show the most of them, the second one `down` below."""
    rows = max(_breaks(groups), key=lambda rows: _merit(groups, rows, size, pitches))
    pitch = min(_pitch(groups, row, size, pitches) for row in rows)
    upper, lower = rows
    return (
        *_place(groups, upper, pitch, top, size),
        *_place(groups, lower, pitch, top + down, size),
    )


def _breaks(groups: Sequence[Group]) -> Iterator[tuple[_Row, _Row]]:
    """Every way to part the groups into two rows."""
    pieces = [piece for index, group in enumerate(groups) for piece in _pieces(index, group)]
    for cut in range(len(pieces) + 1):
        yield _joined(pieces[:cut]), _joined(pieces[cut:])


def _pieces(index: int, group: Group) -> list[Part]:
    """What of a group may be parted: nothing, or each card where the group splits."""
    if group.splits and group.cards:
        return [Part(index, card, 1) for card in range(group.cards)]
    return [Part(index, 0, group.cards)]


def _joined(pieces: Sequence[Part]) -> _Row:
    row: list[Part] = []
    for piece in pieces:
        if row and row[-1].group == piece.group:
            row[-1] = Part(piece.group, row[-1].first, row[-1].cards + piece.cards)
        else:
            row.append(piece)
    return tuple(row)


def _merit(
    groups: Sequence[Group], rows: tuple[_Row, _Row], size: CardSize, pitches: tuple[int, ...]
) -> tuple[int, int]:
    """How good a break is: open cards first, then rows of equal width."""
    pitch = min(_pitch(groups, row, size, pitches) for row in rows)
    split = bool(rows[0] and rows[1] and rows[0][-1].group == rows[1][0].group)
    worth = groups[rows[1][0].group].worth if split else 0
    upper, lower = (_row_width(groups, row, pitch, size) for row in rows)
    return pitch - worth, -abs(upper - lower)


def _pitch(groups: Sequence[Group], row: _Row, size: CardSize, pitches: tuple[int, ...]) -> int:
    fitting = (pitch for pitch in pitches if _fits(groups, row, pitch, size))
    return next(fitting, pitches[-1])


def _fits(groups: Sequence[Group], row: _Row, pitch: int, size: CardSize) -> bool:
    return _row_width(groups, row, pitch, size) <= WIDTH - 2 * MARGIN


def _row_width(groups: Sequence[Group], row: _Row, pitch: int, size: CardSize) -> int:
    trays = [_tray_width(groups, part, pitch, size) for part in row]
    return sum(trays) + _GAP * max(0, len(trays) - 1)


def _tray_width(groups: Sequence[Group], part: Part, pitch: int, size: CardSize) -> int:
    group = groups[part.group]
    cards = _cards_width(part, pitch, size)
    label = group.label if part.first + part.cards == group.cards else 0
    return max(cards, label) + 2 * TRAY_PAD


def _cards_width(part: Part, pitch: int, size: CardSize) -> int:
    return size.width + (part.cards - 1) * pitch if part.cards else 0


def _place(
    groups: Sequence[Group], row: _Row, pitch: int, top: int, size: CardSize
) -> Iterator[PlacedPart]:
    left = (WIDTH - _row_width(groups, row, pitch, size)) // 2
    for part in row:
        width = _tray_width(groups, part, pitch, size)
        # Deadwood that goes on in the next row bears no label, so its tray ends sooner.
        group = groups[part.group]
        labelled = group.marked or part.first + part.cards == group.cards
        below = TRAY_LABEL if labelled else TRAY_PAD
        tray = Box(left, top, width, TRAY_PAD + size.height + below)
        yield PlacedPart(part, tray, left + (width - _cards_width(part, pitch, size)) // 2, pitch)
        left = tray.right + _GAP


@dataclass(frozen=True, slots=True)
class SideLayout:
    """Where one player's things lie on the table: plate, dealer mark and the middle of the fan."""

    plate: Box
    dealer: Box
    fan_x: int


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The table: seat 0 below, seat 1 above, the two piles between them."""

    height: int
    sides: tuple[SideLayout, SideLayout]
    stock: Box
    stock_label: Box
    beneath: Box
    pile: Box
    pile_label: Box
    limit: Box


PEEP = 90
"""How much of the card beneath shows beside the top of the discard pile: one of the pitches."""

FAN_SHOWN = 132
"""How much of a fan shows at the edge of the picture."""

_PLATE = (500, 122)
_DEALER = 52


def table_layout() -> TableLayout:
    """The places on the public table; they never change, so the eye finds them again."""
    width, height = _PLATE
    middle = MARGIN + height + 26
    bottom = middle + TABLE_CARD.height + 30
    fan_x = (MARGIN + width + WIDTH) // 2 + 4
    beside = 482 + PEEP + TABLE_CARD.width + 22

    def card(x: int) -> Box:
        return Box(x, middle, TABLE_CARD.width, TABLE_CARD.height)

    return TableLayout(
        height=bottom + height + MARGIN,
        sides=(
            SideLayout(
                Box(MARGIN, bottom, width, height),
                Box(MARGIN + 8, bottom - 8 - _DEALER, 200, _DEALER),
                fan_x,
            ),
            SideLayout(
                Box(MARGIN, MARGIN, width, height),
                Box(MARGIN + 8, MARGIN + height + 8, 200, _DEALER),
                fan_x,
            ),
        ),
        stock=card(244),
        stock_label=Box(16, middle, 206, TABLE_CARD.height),
        beneath=card(482),
        pile=card(482 + PEEP),
        pile_label=Box(beside, middle, 200, TABLE_CARD.height),
        limit=Box(beside, middle + 88, WIDTH - MARGIN - beside, 112),
    )


def stock_layers(cards: int) -> int:
    """How many edges of cards the stock shows: as thick as it is, in steps one can see."""
    return (cards + 3) // 4


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One open hand of the showdown: its heading, and its groups in one row or two."""

    heading: Box
    size: CardSize
    parts: tuple[PlacedPart, ...]


@dataclass(frozen=True, slots=True)
class ShowdownLayout:
    """Both open hands (seat 0 below, as on the table) and the band between them."""

    height: int
    rows: tuple[ShownRow, ShownRow]
    band: Box


_SHOWN_PITCHES = (
    (SHOWN_CARD, (76, 68, 60, 54)),
    (SHOWN_CARD_MIDDLE, (54, 48)),
)
"""Sizes and steps for one row, best first; a ten can be read at all of them."""

_CROWDED_PITCHES = (76, 66, 57, 48)
_HEADING = 66
_BAND = 136
_AIR = 10
_ROW_GAP = 8


def showdown_layout(hands: tuple[Sequence[Group], Sequence[Group]]) -> ShowdownLayout:
    """Lay two open hands out, each in one row of cards as large as will fit, or in two."""
    upper, height = _shown_row(tuple(hands[1]), MARGIN)
    band = Box(MARGIN, MARGIN + height + 10, WIDTH - 2 * MARGIN, _BAND)
    below = band.bottom + 10
    lower, height = _shown_row(tuple(hands[0]), below)
    return ShowdownLayout(below + height + MARGIN, (lower, upper), band)


@lru_cache(maxsize=256)
def _shown_row(groups: tuple[Group, ...], top: int) -> tuple[ShownRow, int]:
    """An open hand, and how much height it takes with its heading."""
    heading = Box(MARGIN, top, WIDTH - 2 * MARGIN, _HEADING)
    row = tuple(Part(index, 0, group.cards) for index, group in enumerate(groups))
    for size, pitches in _SHOWN_PITCHES:
        for pitch in pitches:
            if _fits(groups, row, pitch, size):
                middle = (
                    heading.bottom + _AIR + LIFT - TRAY_PAD + (SHOWN_CARD.height - size.height) // 2
                )
                placed = tuple(_place(groups, row, pitch, middle, size))
                return ShownRow(heading, size, placed), _HEADING + _AIR + _row_height(SHOWN_CARD)
    for size in (SHOWN_CARD, SHOWN_CARD_MIDDLE):
        down = _row_height(size) + _ROW_GAP
        top = heading.bottom + _AIR + LIFT - TRAY_PAD
        both = _two_rows(groups, size, _CROWDED_PITCHES, top, down)
        if both[0].pitch >= size.least_pitch:
            break
    return ShownRow(heading, size, both), _HEADING + _AIR + down + _row_height(size)


def _row_height(size: CardSize) -> int:
    return LIFT + size.height + TRAY_PAD + TRAY_LABEL
