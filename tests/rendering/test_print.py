"""How large the words on pictures are, and that no number loses a digit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from bot.engine import parse_cards
from bot.rendering import easel, lettering, rows
from bot.rendering.lettering import LEAST, Weight
from bot.rendering.look import Look
from bot.rendering.painting import paint
from bot.rendering.rows import meld_label
from bot.rendering.scenes import Figure, Scene, SheetColumn, SheetLine, SheetRow
from tests.rendering.goldens import GOLDENS
from tests.rendering.looking import changed
from tests.rendering.samples import (
    HAND,
    HOLLYWOOD_SHEET,
    HOLLYWOOD_TABLE,
    LEADERBOARD,
    PLAYER_CARD,
    SHEET,
    SHOWDOWN,
    TABLE,
)

PHONE = 265 / 1000
"""Points of a screen that is 390 wide to a pixel of a picture (measured in Chromium)."""

Printed = Callable[[Scene], list[tuple[str, int]]]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Printed]:
    """The words that stand in a picture, and their font sizes."""
    kept = (lettering.label, easel.pill, easel.disc, rows.meld_label)
    seen: list[tuple[str, int]] = []
    written = lettering.text_mask

    def watched(text: str, weight: Weight, size: int) -> object:
        seen.append((text, size))
        return written(text, weight, size)

    def forget() -> None:
        for sprites in kept:
            sprites.cache_clear()

    for room in (lettering, easel, rows):
        monkeypatch.setattr(room, "text_mask", watched)

    def look(scene: Scene) -> list[tuple[str, int]]:
        forget()
        seen.clear()
        paint(scene)
        return list(seen)

    yield look
    forget()


@pytest.mark.parametrize("name", GOLDENS)
def test_no_words_are_smaller_than_eleven_points_on_a_phone(name: str, printed: Printed) -> None:
    words = printed(GOLDENS[name])
    assert words
    # A dot between two names is no word.
    sizes = [size for text, size in words if any(map(str.isalnum, text))]
    assert min(sizes) * PHONE >= 11


@pytest.mark.parametrize("look", [Look(large=True), Look(contrast=True)])
@pytest.mark.parametrize("scene", [HAND, SHOWDOWN])
def test_words_are_larger_for_whoever_wants_large_cards_or_contrast(
    look: Look, scene: Scene, printed: Printed
) -> None:
    def under_cards(look: Look) -> list[int]:
        words = printed(replace(scene, look=look))
        return [size for text, size in words if text.startswith(("Deadwood", "Run", "Set"))]

    assert min(under_cards(look)) * PHONE >= 12.5
    assert min(under_cards(look)) > max(under_cards(Look()))


@pytest.mark.parametrize("large", [False, True])
def test_a_hand_in_its_melds_says_deadwood_once(large: bool, printed: Printed) -> None:
    """The text that is measured is the text that is written, so each counts once."""
    told = {text for text, _ in printed(replace(HAND, look=Look(large=large)))}
    assert {text for text in told if "Deadwood" in text} == {"Deadwood 8"}


# Brackets


@pytest.mark.parametrize(
    ("first", "second"),
    [("3h 4h 5h", "3s 4s 5s"), ("6c 6d 6h", "9c 9d 9h"), ("6c 6d 6h", "6s 7s 8s")],
)
@pytest.mark.parametrize("room", [400, 120, 60])
def test_two_melds_are_called_differently_however_little_room_there_is(
    first: str, second: str, room: int
) -> None:
    one, other = (meld_label(parse_cards(cards), room, LEAST) for cards in (first, second))
    assert one.pixels.tobytes() != other.pixels.tobytes()
    assert max(one.pixels.width, other.pixels.width) <= room


# Numbers


def of_hands(numbers: int) -> tuple[SheetLine, ...]:
    return tuple(SheetLine(number + 1, "Undercut", 0, (250,) * 3) for number in range(numbers))


def counted(total: int) -> SheetColumn:
    rows = (SheetRow("Hand points", (620, 250)), SheetRow("Total", (total, total - 4)))
    return SheetColumn("", rows, 0)


LONGEST: dict[str, Scene] = {
    "points and lines": replace(
        TABLE, sides=(replace(TABLE.sides[0], points=10_000, lines=188), TABLE.sides[1])
    ),
    "Hollywood": replace(
        HOLLYWOOD_TABLE,
        sides=(replace(HOLLYWOOD_TABLE.sides[0], columns=(10_900, 10_500, 10_100)),) * 2,
    ),
    "the working": replace(SHOWDOWN, scored=250, working="(100 − 10 + 100 undercut) × 2 = 380"),
    "a sheet of 120 hands": replace(SHEET, lines=of_hands(120), columns=(counted(21_000),)),
    "Hollywood of 120 hands": replace(
        HOLLYWOOD_SHEET, lines=of_hands(120), columns=(counted(21_000),) * 3
    ),
    "a board": replace(
        LEADERBOARD, rows=(replace(LEADERBOARD.rows[0], figures=("123456", "100.0 %", "23456")),)
    ),
    "a card": replace(
        PLAYER_CARD,
        figures=(Figure("1234567", "hands"), Figure("128 / 1280", "in a row / best")),
        ratings=(-10_400, 12_345),
    ),
}


@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_numbers_are_written_whole(name: str, printed: Printed) -> None:
    """Nothing but a name may be cut, and so that has no digits in it."""
    assert not [text for text, _ in printed(LONGEST[name]) if "…" in text and "Ł" not in text]


def test_a_number_that_needs_more_room_than_there_is_becomes_smaller() -> None:
    size = lettering.figure_size("1234567890", Weight.BOLD, LEAST, 120)
    assert lettering.font(Weight.BOLD, size).getlength("1234567890") <= 120
    assert lettering.figure_size("1", Weight.BOLD, LEAST, 120) == LEAST


@pytest.mark.parametrize("total", [99, 999, 9999, 21_000])
def test_a_figure_of_a_sheet_stays_in_its_cell(total: int) -> None:
    """Whatever is changed in the first seat's cell leaves the second one's alone."""
    row = SheetRow("Hand points", (total, 1))
    column = SheetColumn("1", (row, SheetRow("Total", (1, 1))), None)
    scene = replace(HOLLYWOOD_SHEET, columns=(column,) * 3)
    other = replace(column, rows=(replace(row, figures=(total - 1, 1)), column.rows[1]))
    box = changed(scene, replace(scene, columns=(other, column, column)))
    assert box is not None
    assert box[2] - box[0] <= 120
