"""How a score sheet is ruled: pure functions from counts of rows to places, no pixels."""

from __future__ import annotations

from dataclasses import dataclass

from .geometry import MARGIN, WIDTH, Box


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The score sheet: a bound pad of paper, with one row a hand and then the count.

    `cells` are the middles of each column's two figures, and `rules` the upright lines
    between columns. `line_tops` and `row_tops` begin the rows, the last of which is higher
    where it is the total.
    """

    height: int
    band: Box
    paper: Box
    heads: int
    number_right: int
    label: Box
    cells: tuple[tuple[int, int], ...]
    cell_width: int
    line_tops: tuple[int, ...]
    row_tops: tuple[int, ...]
    row_heights: tuple[int, ...]


SHEET_ROW = 54
_PAD = 20
_BAND_LINE = 84
_TITLES = 56
_TOTAL = 112
_LEAVES = 14


def sheet_layout(
    columns: int, lines: int, rows: int, *, total: bool, digits: int = 2
) -> SheetLayout:
    """Lay a score sheet out: more than one column needs a second line of headings.

    `digits` are those of the last hand's number, which has room of its own.
    """
    several = columns > 1
    paper_x, width = _PAD, WIDTH - 2 * _PAD
    band = Box(paper_x, MARGIN, width, _BAND_LINE + (_TITLES if several else 0))
    first = band.bottom + 8 + (SHEET_ROW if several else 0)
    spread = 25 * max(0, digits - 2)
    number, label = (58 + spread, 70 + spread) if several else (70 + spread, 92 + spread)
    left = paper_x + (264 + spread if several else 400)
    cell = (WIDTH - _PAD - left) // (2 * columns)
    middles = [left + cell * place + cell // 2 for place in range(2 * columns)]
    count = first + lines * SHEET_ROW + 12
    heights = [SHEET_ROW] * rows
    if total:
        heights[-1] = _TOTAL
    bottom = count + sum(heights) + 4
    return SheetLayout(
        height=bottom + _LEAVES + MARGIN,
        band=band,
        paper=Box(paper_x, band.bottom, width, bottom - band.bottom),
        heads=first - SHEET_ROW,
        number_right=paper_x + number,
        label=Box(paper_x + label, first, left - paper_x - label - 8, SHEET_ROW),
        cells=tuple((middles[place], middles[place + 1]) for place in range(0, 2 * columns, 2)),
        cell_width=cell,
        line_tops=tuple(first + line * SHEET_ROW for line in range(lines)),
        row_tops=tuple(count + row * SHEET_ROW for row in range(rows)),
        row_heights=tuple(heights),
    )
