"""The score sheet: a pad of paper with a row for each hand, and the count below.

A hand's points stand in the column of whoever won it, so that place tells the winner.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw

from . import easel, geometry, ruling
from .easel import write
from .geometry import Box
from .inks import (
    AUBURN,
    BLACK,
    BRONZE,
    CREAM,
    EDGE,
    FELT,
    GOLD,
    PLATE,
    SHADE,
    Colour,
    Sprite,
    indexed,
    ink,
    mix,
    stencil,
)
from .lettering import LEAST, Weight
from .ruling import SHEET_ROW, SheetLayout
from .scenes import SheetColumn, SheetLine, SheetScene
from .shapes import Pen, Point

LINES_SHOWN = 10
"""How many lines a sheet has room for; of a longer match the earlier hands share one."""

_MUTED = mix(CREAM, BLACK, 0.6)
_RULE = mix(CREAM, BLACK, 0.2)
_MARGIN_RULE = mix(CREAM, AUBURN, 0.5)
_SHADOW_STEPS = 7
_CROWN = (46, 28)
_BASE = 66
_PLATE = 62
_NARROW = 85


def sheet(scene: SheetScene) -> Image.Image:
    """The score sheet as palette indices."""
    columns = max(1, len(scene.columns))
    labels = _row_labels(scene.columns)
    folded, shown = _folded(scene.lines)
    layout = ruling.sheet_layout(
        columns,
        max(1, len(shown) + bool(folded)),
        len(labels),
        total=_ends_in_total(scene.columns, labels),
        digits=len(str(scene.lines[-1].number)) if scene.lines else 1,
    )
    picture = easel.canvas(layout.height)
    _pad(picture, layout)
    _heads(picture, scene, layout)
    if not scene.lines:
        _write_note(picture, "No hand has been scored yet", layout)
    if folded:
        _fold(picture, folded, layout)
    for top, line in zip(layout.line_tops[bool(folded) :], shown, strict=bool(shown)):
        _line(picture, line, top, layout)
    _count(picture, scene.columns, labels, layout)
    return picture


def _folded(lines: tuple[SheetLine, ...]) -> tuple[tuple[SheetLine, ...], tuple[SheetLine, ...]]:
    """The earlier hands that share one line, and those that have one each."""
    if len(lines) <= LINES_SHOWN:
        return (), lines
    return lines[: 1 - LINES_SHOWN], lines[1 - LINES_SHOWN :]


def _is_several(layout: SheetLayout) -> bool:
    return len(layout.cells) > 1


# The paper


def _pad(picture: Image.Image, layout: SheetLayout) -> None:
    """Sheets of paper, the lower ones peeping out, bound at the top, on the felt."""
    draw, paper, band = ImageDraw.Draw(picture), layout.paper, layout.band
    _shadow(draw, Box(band.x, band.y, band.width, paper.bottom - band.y))
    # The band is painted longer than it is, for its lower corners to lie under the paper.
    easel.bar(band.width, band.height + 40).paste_on(picture, band.x, band.y)
    for leaf in (2, 1, 0):
        edges = (paper.x + 4 * leaf, paper.y, paper.right - 1 - 4 * leaf, paper.bottom + 5 * leaf)
        draw.rectangle(edges, fill=ink(CREAM), outline=ink(EDGE))
    draw.rectangle((paper.x, paper.y - 5, paper.right - 1, paper.y - 1), fill=ink(GOLD))
    _rules(draw, layout)


def _shadow(draw: ImageDraw.ImageDraw, box: Box) -> None:
    for step in range(_SHADOW_STEPS):
        reach = 2 * (_SHADOW_STEPS - step) - 2
        shade = ink(mix(FELT, SHADE, 0.75 * (step + 1) / _SHADOW_STEPS))
        edges = (box.x - reach, box.y, box.right + reach, box.bottom + 12 + reach)
        draw.rounded_rectangle(edges, 16, fill=shade)


def _rules(draw: ImageDraw.ImageDraw, layout: SheetLayout) -> None:
    """Hairlines under the rows and between the seats, red ones where a column begins."""
    paper = layout.paper
    left, right = paper.x + 1, paper.right - 2
    heads = (layout.heads,) if _is_several(layout) else ()
    for top in (*heads, *layout.line_tops[:-1], *layout.row_tops[:-1]):
        y = top + SHEET_ROW - 1
        draw.line((left, y, right, y), fill=ink(_RULE), width=2)
    for first, second in layout.cells:
        between = (first + second) // 2
        draw.line((between, paper.y + 8, between, paper.bottom - 8), fill=ink(_RULE), width=2)
        start = first - layout.cell_width // 2
        draw.line((start, paper.y, start, paper.bottom - 1), fill=ink(_MARGIN_RULE), width=3)
    if layout.row_tops:
        y = layout.row_tops[0] - 9
        draw.rectangle((left, y, right, y + 5), fill=ink(CREAM))
        draw.line((left, y, right, y), fill=ink(BLACK), width=2)
        draw.line((left, y + 5, right, y + 5), fill=ink(BLACK), width=2)


# Headings


def _heads(picture: Image.Image, scene: SheetScene, layout: SheetLayout) -> None:
    if _is_several(layout):
        _names_apart(picture, scene.names, layout)
        for column, cells in zip(scene.columns, layout.cells, strict=True):
            middle = (cells[0] + cells[1]) // 2
            title = _around(middle, layout.band.bottom - 62, 2 * layout.cell_width - 12)
            _centred(picture, column.title, title, 44, GOLD, PLATE)
            for name, cell in zip(scene.names, cells, strict=True):
                box = _around(cell, layout.heads, layout.cell_width - 10)
                _centred(picture, _beginning(name, box.width), box, LEAST, BLACK, CREAM)
        return
    band = layout.band
    for name, cell in zip(scene.names, layout.cells[0], strict=True):
        box = Box(cell - layout.cell_width // 2 + 8, band.y, layout.cell_width - 16, band.height)
        easel.write_fitted(picture, name, box, 46, paper=PLATE, anchor=0.5)
    title = Box(band.x + 28, band.y, layout.cells[0][0] - layout.cell_width // 2 - 60, band.height)
    text = scene.columns[0].title if scene.columns else ""
    if text:
        easel.write_fitted(picture, text, title, 40, colour=GOLD, paper=PLATE, weight=Weight.BOLD)


def _names_apart(picture: Image.Image, names: tuple[str, str], layout: SheetLayout) -> None:
    """Both names in full over several columns, which have but little room for them."""
    band, middle = layout.band, geometry.WIDTH // 2
    for name, left in zip(names, (band.x + 24, middle + 24), strict=True):
        box = Box(left, band.y + 4, band.width // 2 - 48, 76)
        easel.write_fitted(picture, name, box, 46, paper=PLATE, anchor=0.5)
    write(picture, "\N{BULLET}", (middle, band.y + 42), 44, colour=GOLD, paper=PLATE, anchor=0.5)


def _beginning(name: str, width: int) -> str:
    """As much of a name as fits a narrow column: it stands above in full."""
    while name and easel.text_width(name, LEAST) > width:
        name = name[:-1]
    return name


def _around(middle: int, top: int, width: int) -> Box:
    return Box(middle - width // 2, top, width, SHEET_ROW)


def _centred(
    picture: Image.Image,
    text: str,
    box: Box,
    size: int,
    colour: Colour,
    paper: Colour,
) -> None:
    easel.write_fitted(
        picture, text, box, size, colour=colour, paper=paper, weight=Weight.BOLD, anchor=0.5
    )


# The hands


def _write_note(picture: Image.Image, note: str, layout: SheetLayout) -> None:
    """A remark instead of a hand, over the whole width."""
    several, paper, top = _is_several(layout), layout.paper, layout.line_tops[0]
    bottom = top + SHEET_ROW + 2 if layout.row_tops else paper.bottom - 2
    wiped = (paper.x + 1, top + 1 if several else paper.y, paper.right - 2, bottom)
    ImageDraw.Draw(picture).rectangle(wiped, fill=ink(CREAM))
    at = (layout.paper.x + 26, top + SHEET_ROW // 2)
    write(picture, note, at, LEAST, colour=_MUTED, paper=CREAM)


def _fold(picture: Image.Image, folded: tuple[SheetLine, ...], layout: SheetLayout) -> None:
    """The earlier hands on one line, with what they came to for each player."""
    top = layout.line_tops[0]
    text = f"Hands {folded[0].number}\N{EN DASH}{folded[-1].number}"
    left = layout.paper.x + 14
    box = Box(left, top, layout.label.right - left, SHEET_ROW)
    easel.write_figure(picture, text, box, LEAST, colour=_MUTED, paper=CREAM, anchor=0)
    for column, cells in enumerate(layout.cells):
        for seat in (0, 1):
            points = sum(line.entries[column] or 0 for line in folded if line.winner == seat)
            at = (cells[seat], top + SHEET_ROW // 2)
            _figure(picture, points, at, layout, _MUTED)


def _line(picture: Image.Image, line: SheetLine, top: int, layout: SheetLayout) -> None:
    several, middle = _is_several(layout), top + SHEET_ROW // 2
    colour = _MUTED if line.winner is None else BLACK
    at = (layout.number_right, middle)
    write(picture, str(line.number), at, LEAST, colour=_MUTED, paper=CREAM, anchor=1.0)
    label = Box(layout.label.x, top, layout.label.width, SHEET_ROW)
    size = LEAST if several else 46
    easel.write_fitted(
        picture, line.label, label, size, colour=colour, paper=CREAM, weight=Weight.BOLD
    )
    if line.winner is None:
        return
    for entry, cells in zip(line.entries, layout.cells, strict=False):
        if entry is not None:
            _figure(picture, entry, (cells[line.winner], middle), layout)


def _figure(
    picture: Image.Image,
    figure: int,
    at: tuple[int, int],
    layout: SheetLayout,
    colour: Colour = BLACK,
) -> None:
    """A number with its last digit where those above and below have theirs.

    One of more than three digits goes over to the right, and never beyond its cell.
    """
    size, text = LEAST if _is_several(layout) else 48, str(figure)
    room = layout.cell_width - 8
    past = max(easel.text_width("000", size), min(room, easel.text_width(text, size)))
    box = Box(at[0] + past // 2 - room, at[1] - SHEET_ROW // 2, room, SHEET_ROW)
    easel.write_figure(picture, text, box, size, colour=colour, paper=CREAM)


# The count


def _row_labels(columns: Sequence[SheetColumn]) -> tuple[str, ...]:
    """What the rows are called, in order: columns share them, though some leave a few out."""
    labels: list[str] = []
    for column in columns:
        place = 0
        for row in column.rows:
            if row.label in labels:
                place = labels.index(row.label) + 1
            else:
                labels.insert(place, row.label)
                place += 1
    return tuple(labels)


def _ends_in_total(columns: Sequence[SheetColumn], labels: tuple[str, ...]) -> bool:
    """Whether the last row is a total, and not just where an open column stands."""
    return bool(labels) and (
        labels[-1] == "Total" or any(column.winner is not None for column in columns)
    )


def _count(
    picture: Image.Image,
    columns: Sequence[SheetColumn],
    labels: tuple[str, ...],
    layout: SheetLayout,
) -> None:
    several = _is_several(layout)
    left = layout.paper.x + (14 if several else 26)
    width, size = layout.label.right - left, LEAST if several else 46
    for label, box_top, height in zip(labels, layout.row_tops, layout.row_heights, strict=True):
        total = height > SHEET_ROW
        box = Box(left, box_top + height - _BASE if total else box_top, width, SHEET_ROW)
        weight = Weight.BLACK if total else Weight.BOLD
        easel.write_fitted(picture, label, box, size, colour=BLACK, paper=CREAM, weight=weight)
        for column, cells in zip(columns, layout.cells, strict=True):
            for seat, (figure, cell) in enumerate(
                zip(_figures(column, label), cells, strict=False)
            ):
                at = (cell, box.y + SHEET_ROW // 2)
                if total:
                    _total(picture, figure, at, layout.cell_width, won=column.winner == seat)
                else:
                    _figure(picture, figure, at, layout)


def _figures(column: SheetColumn, label: str) -> tuple[int, ...]:
    """Both seats' figures in a column's row, or none where it has no such row."""
    return next((row.figures for row in column.rows if row.label == label), ())


def _total(
    picture: Image.Image, figure: int, at: tuple[int, int], width: int, *, won: bool
) -> None:
    """A total in strong figures; the winner's on gold, with a crown above."""
    size, weight = (52, Weight.BLACK) if width > 2 * _NARROW else (LEAST, Weight.BOLD)
    paper = GOLD if won else CREAM
    if won:
        plate = _plate(min(width - 6, 2 * _NARROW))
        left, top = at[0] - plate.pixels.width // 2, at[1] - plate.pixels.height // 2
        plate.paste_on(picture, left, top)
        crown = _crown()
        crown.paste_on(picture, at[0] - crown.pixels.width // 2, top - crown.pixels.height - 2)
    box = Box(at[0] - width // 2, at[1] - SHEET_ROW // 2, width, SHEET_ROW)
    colour = PLATE if won else BLACK
    easel.write_figure(
        picture, str(figure), box, size, colour=colour, paper=paper, weight=weight, anchor=0.5
    )


@cache
def _plate(width: int) -> Sprite:
    """The gold that a winner's total stands on."""
    pen, mask = Pen((width, _PLATE), CREAM), Pen((width, _PLATE), 0)
    for sheet_of, fill in ((pen, GOLD), (mask, 255)):
        sheet_of.panel((0, 0, width, _PLATE), 16, fill)
    return Sprite.cut(indexed(pen.finish()), stencil(mask.finish(), 40))


@cache
def _crown() -> Sprite:
    width, height = _CROWN
    outline: list[Point] = [
        (3, 26), (1, 7), (13, 15), (23, 1), (33, 15), (45, 7), (43, 26),
    ]  # fmt: skip
    pen, mask = Pen((width, height), CREAM), Pen((width, height), 0)
    mask.area(outline, 255)
    pen.area(outline, BRONZE)
    pen.area([(23 + (x - 23) * 0.86, 15.4 + (y - 15.4) * 0.76) for x, y in outline], GOLD)
    return Sprite.cut(indexed(pen.finish()), stencil(mask.finish(), 40))
