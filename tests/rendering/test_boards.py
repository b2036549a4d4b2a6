"""The leaderboard and the player's card: whose line is whose, and nothing leaves its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from bot.rendering import geometry
from bot.rendering.dyes import dye
from bot.rendering.geometry import MARGIN
from bot.rendering.inks import GOLD
from bot.rendering.look import NEUTRAL
from bot.rendering.painting import paint
from bot.rendering.scenes import Figure, LeaderboardScene, LeaderRow, PlayerCardScene
from tests.rendering.looking import UNWRITABLE, WRITABLE, changed, opened
from tests.rendering.samples import LEADERBOARD, PLAYER_CARD

ANY_NAME = WRITABLE | UNWRITABLE


def with_row(place: int, row: LeaderRow) -> LeaderboardScene:
    rows = list(LEADERBOARD.rows)
    rows[place] = row
    return replace(LEADERBOARD, rows=tuple(rows))


def places(*numbers: int) -> LeaderboardScene:
    rows = [LeaderRow(number, "Bob", ("1", "2", "3"), apart=number == 9) for number in numbers]
    return replace(LEADERBOARD, rows=tuple(rows))


@pytest.mark.parametrize("script", WRITABLE)
def test_a_name_on_the_leaderboard_stays_before_the_figures(script: str) -> None:
    row = LEADERBOARD.rows[1]
    first, second = (with_row(1, replace(row, name=name)) for name in (WRITABLE[script], "i"))
    box = changed(first, second)
    assert box is not None
    figures = changed(first, with_row(1, replace(row, name=WRITABLE[script], figures=("",) * 3)))
    assert figures is not None
    assert box[0] > MARGIN
    assert box[2] <= figures[0]


@pytest.mark.parametrize("script", UNWRITABLE)
def test_a_name_no_font_has_becomes_a_neutral_mark_on_both(script: str) -> None:
    name, mark = UNWRITABLE[script], "\N{FACE WITH MONOCLE}"
    row = LEADERBOARD.rows[1]
    assert paint(with_row(1, replace(row, name=name))) == paint(
        with_row(1, replace(row, name=mark))
    )
    assert paint(replace(PLAYER_CARD, name=name)) == paint(replace(PLAYER_CARD, name=mark))


def test_one_s_own_line_is_told_by_more_than_its_colour() -> None:
    """There is a word beside the name, which stays visible in grey."""
    mine = replace(LEADERBOARD.rows[1], you=True)
    first, second = (
        opened(paint(scene)).convert("L") for scene in (LEADERBOARD, with_row(1, mine))
    )
    inside = (120, 215, 500, 270)
    assert first.crop(inside).tobytes() != second.crop(inside).tobytes()


def test_a_place_that_is_left_out_leaves_a_gap() -> None:
    together, apart = (opened(paint(places(*rows))) for rows in ((1, 2, 3), (1, 2, 9)))
    assert apart.height > together.height


@pytest.mark.parametrize("place", [4, 57, 123, 9998, 12_340, 1_234_567])
def test_a_place_is_written_whole_and_before_the_name(place: int) -> None:
    """A place that were cut would look like any other that begins with the same digits."""
    row = replace(LEADERBOARD.rows[-1], place=place)
    shown = [
        replace(LEADERBOARD, rows=(one,))
        for one in (row, replace(row, place=place + 1), replace(row, name="i"))
    ]
    digit, name = changed(shown[0], shown[1]), changed(shown[0], shown[2])
    assert digit is not None
    assert name is not None
    assert MARGIN < digit[0] < digit[2] < name[0]


@pytest.mark.parametrize("columns", [0, 1, 2, 3, 4, 5])
def test_a_leaderboard_takes_any_number_of_figures(columns: int) -> None:
    row = LeaderRow(1, "W" * 32, ("123456789",) * columns)
    scene = LeaderboardScene("W" * 32, ("grand total points",) * columns, (row,))
    assert opened(paint(scene)).width == geometry.WIDTH


def test_an_empty_leaderboard_is_a_title() -> None:
    assert opened(paint(replace(LEADERBOARD, rows=()))).height < 200


@pytest.mark.parametrize("script", ANY_NAME)
def test_a_card_takes_any_name_and_keeps_it_on_its_plate(script: str) -> None:
    box = changed(replace(PLAYER_CARD, name=ANY_NAME[script]), replace(PLAYER_CARD, name="i"))
    assert box is not None
    assert box[0] > MARGIN
    assert box[2] < 790
    assert box[3] < 130


@pytest.mark.parametrize("count", range(8))
def test_a_card_takes_any_number_of_figures(count: int) -> None:
    figures = tuple(Figure("1234567890123", f"figure {n} of a long name") for n in range(count))
    assert opened(paint(replace(PLAYER_CARD, figures=figures))).width == geometry.WIDTH


def golden(ratings: tuple[int, ...]) -> tuple[int, int, int, int]:
    """The box (left, top, right, bottom) of the line on a card that has nothing but it."""
    bare = PlayerCardScene("Bob", ())
    plain = opened(paint(bare)).height
    picture = opened(paint(replace(bare, ratings=ratings)))
    field = picture.crop((0, plain + 80, geometry.WIDTH, picture.height))
    gold = Image.new("RGB", field.size, dye(NEUTRAL, GOLD))
    box = ImageChops.difference(field, gold).convert("L").point([255, *[0] * 255]).getbbox()
    assert box is not None
    return box


@pytest.mark.parametrize(
    "ratings",
    [(1500, 1500, 1500), (0, 3000), tuple(range(1000)), (1500, 1501), (-5, -17, 40)],
)
def test_the_line_stays_on_its_field_whatever_the_ratings(ratings: tuple[int, ...]) -> None:
    left, top, right, bottom = golden(ratings)
    assert left >= 100
    assert top > 0
    assert right < geometry.WIDTH - MARGIN
    assert bottom <= 260


def test_a_single_rating_is_a_number_and_no_empty_chart() -> None:
    bare = PlayerCardScene("Bob", ())
    heights = [
        opened(paint(replace(bare, ratings=ratings))).height for ratings in ((), (1500,), (1, 2))
    ]
    assert heights[1] - heights[0] < 100 < heights[2] - heights[1]
    assert changed(replace(bare, ratings=(1500,)), replace(bare, ratings=(1501,))) is not None


def test_a_rating_that_hardly_moves_is_not_drawn_as_if_it_leapt() -> None:
    (_, top, _, bottom), (_, high, _, low) = golden((1500, 1504)), golden((1500, 1900))
    assert bottom - top < 60
    assert low - high > 150
