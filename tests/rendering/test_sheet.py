"""The score sheet: who won which hand and how, what was folded away, and the count."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from bot.rendering import geometry, ruling
from bot.rendering.painting import paint
from bot.rendering.scenes import SheetLine, SheetScene
from bot.rendering.sheet import LINES_SHOWN
from tests.rendering.looking import UNWRITABLE, WRITABLE, changed, opened
from tests.rendering.samples import (
    CLOSED,
    COUNT,
    HOLLYWOOD_SHEET,
    OPEN,
    SHEET,
    SHUT_OUT,
    hands_played,
)


@pytest.mark.parametrize("scene", [SHEET, HOLLYWOOD_SHEET])
@pytest.mark.parametrize("script", WRITABLE)
def test_a_sheet_keeps_names_in_its_headings(scene: SheetScene, script: str) -> None:
    band = sheet_geometry(scene)
    box = changed(
        replace(scene, names=(WRITABLE[script], "Bob")), replace(scene, names=("i", "Bob"))
    )
    assert box is not None
    assert box[0] >= band.band.x
    assert box[2] <= band.cells[-1][1] - band.cell_width // 2
    assert box[3] <= band.line_tops[0]


@pytest.mark.parametrize("scene", [SHEET, HOLLYWOOD_SHEET])
@pytest.mark.parametrize("script", UNWRITABLE)
def test_a_sheet_has_the_neutral_mark_too(scene: SheetScene, script: str) -> None:
    marked = replace(scene, names=("Anneliese", "\N{FACE WITH MONOCLE}"))
    assert paint(replace(scene, names=("Anneliese", UNWRITABLE[script]))) == paint(marked)


def sheet_geometry(scene: SheetScene) -> ruling.SheetLayout:
    rows = {row.label for column in scene.columns for row in column.rows}
    return ruling.sheet_layout(len(scene.columns), len(scene.lines), len(rows), total=True)


@pytest.mark.parametrize(
    "line",
    [
        SheetLine(7, "Undercut", 0, (9,)),
        SheetLine(7, "Undercut", 1, (10,)),
        SheetLine(7, "Gin", 0, (9,)),
        SheetLine(7, "Void", None, (None,)),
        SheetLine(7, "Undercut", 0, (None,)),
    ],
)
def test_a_line_tells_how_a_hand_ended_who_won_it_and_its_points(line: SheetLine) -> None:
    first = replace(SHEET, lines=(*SHEET.lines[:-1], SheetLine(7, "Undercut", 0, (10,))))
    top = sheet_geometry(SHEET).line_tops[-1]
    box = changed(first, replace(SHEET, lines=(*SHEET.lines[:-1], line)))
    assert box is not None
    assert top <= box[1]
    assert box[3] <= top + ruling.SHEET_ROW


def test_the_winner_of_a_closed_column_has_a_mark_that_is_not_just_a_colour() -> None:
    """Seen in grey, and above the figures: the crown is what stands there."""
    open_column = replace(SHEET, columns=(replace(CLOSED, winner=None),))
    pictures = [opened(paint(scene)).convert("L") for scene in (SHEET, open_column)]
    top = sheet_geometry(SHEET).row_tops[-1]
    above = (0, top + 2, geometry.WIDTH, top + 36)
    differing = ImageChops.difference(*(picture.crop(above) for picture in pictures))
    box = differing.point(lambda value: 255 if value > 90 else 0).getbbox()
    assert box is not None
    (first, second), width = sheet_geometry(SHEET).cells[0], sheet_geometry(SHEET).cell_width
    assert first - width // 2 <= box[0]
    assert box[2] <= second - width // 2


def test_columns_that_count_differently_share_their_rows() -> None:
    """The shutout of one column leaves a gap in the others, and pushes nothing aside."""
    shut_out, without = (
        replace(HOLLYWOOD_SHEET, columns=(CLOSED, column, OPEN))
        for column in (SHUT_OUT, replace(SHUT_OUT, rows=COUNT))
    )
    assert opened(paint(shut_out)).height - opened(paint(without)).height == ruling.SHEET_ROW


@pytest.mark.parametrize("played", [0, 1, 10, 11, 12, 60, 130])
def test_a_sheet_shows_the_latest_hands_and_folds_the_earlier_into_one_line(played: int) -> None:
    picture = opened(paint(replace(SHEET, lines=hands_played(played))))
    rows = min(max(1, played), LINES_SHOWN)
    assert picture.height == ruling.sheet_layout(1, rows, 4, total=True).height
    assert picture.height < geometry.WIDTH


def test_the_folded_line_tells_what_its_hands_came_to() -> None:
    """Another winner, or other points, of a hand that has no line of its own shows all the same."""
    lines = hands_played(20)
    scene = replace(SHEET, lines=lines)
    top = ruling.sheet_layout(1, LINES_SHOWN, 4, total=True).line_tops[0]
    for other in (replace(lines[0], winner=0), replace(lines[0], entries=(40,))):
        box = changed(scene, replace(scene, lines=(other, *lines[1:])))
        assert box is not None
        assert top <= box[1]
        assert box[3] <= top + ruling.SHEET_ROW


@pytest.mark.parametrize("scene", [SHEET, HOLLYWOOD_SHEET])
def test_the_number_of_a_hand_stays_on_the_paper_and_off_its_label(scene: SheetScene) -> None:
    """Drawn with and without its last line's number, nothing else changes."""
    columns = len(scene.columns)
    lines = hands_played(1234, columns)
    scene = replace(scene, lines=lines)
    layout = ruling.sheet_layout(columns, LINES_SHOWN, 5, total=True, digits=4)
    box = changed(scene, replace(scene, lines=(*lines[:-1], replace(lines[-1], number=5678))))
    assert box is not None
    assert layout.paper.x < box[0]
    assert box[2] <= layout.label.x


def test_a_sheet_of_a_match_without_a_count_is_painted() -> None:
    assert paint(SheetScene(SHEET.names, (), ()))
    assert paint(SheetScene(SHEET.names, hands_played(3), (OPEN,)))
