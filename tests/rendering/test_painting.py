"""Pictures: what they show, what they must never show, and how large they are."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops

from bot.engine import Card
from bot.engine.cards import DECK
from bot.rendering import geometry
from bot.rendering.deck import back_sprite, card_sprite, chip_sprite
from bot.rendering.easel import text_width
from bot.rendering.geometry import Group
from bot.rendering.painting import paint
from bot.rendering.rows import LABEL
from bot.rendering.scenes import HandScene, Scene, TableScene
from tests.rendering.looking import UNWRITABLE, WRITABLE, changed, partings
from tests.rendering.samples import (
    HAND,
    HOLLYWOOD_TABLE,
    LAY_OFFS,
    LOSER,
    SCENES,
    SHOWDOWN,
    TABLE,
)

LARGEST = 60 * 1024
TALLEST = 1400
"""A phone shows a picture 265 points wide; higher than this it would push the buttons away."""


def named(name: str) -> TableScene:
    """The table with seat 0, who does not deal, under this name."""
    return replace(TABLE, sides=(replace(TABLE.sides[0], name=name), TABLE.sides[1]))


def chunk_kinds(png: bytes) -> list[bytes]:
    kinds, place = [], 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        kinds.append(png[place + 4 : place + 8])
        place += length + 12
    return kinds


@pytest.mark.parametrize("size", [geometry.HAND_CARD, geometry.SHOWN_CARD_MIDDLE])
def test_each_card_has_a_face_of_its_own(size: geometry.CardSize) -> None:
    faces = {card: card_sprite(card, size).pixels.tobytes() for card in DECK}
    assert len(set(faces.values())) == 52


def test_each_card_has_a_chip_of_its_own() -> None:
    chips = {chip_sprite(card, geometry.CHIP_CARD).pixels.tobytes() for card in DECK}
    assert len(chips) == 52


@pytest.mark.parametrize("suit", range(4))
def test_jack_queen_and_king_differ_in_their_art_and_not_just_in_the_letter(suit: int) -> None:
    size = geometry.HAND_CARD
    panel = (size.width * 45 // 100, 0, size.width, size.height)
    arts = [card_sprite(Card(suit * 13 + rank), size).pixels.crop(panel) for rank in (10, 11, 12)]
    for one, other in combinations(arts, 2):
        differing = ImageChops.difference(one, other).point(lambda value: 255 if value else 0)
        assert differing.histogram()[255] > panel[2] * panel[3] * 0.05


def test_a_back_shows_no_card() -> None:
    back = back_sprite(geometry.TABLE_CARD).pixels.tobytes()
    assert all(card_sprite(card, geometry.TABLE_CARD).pixels.tobytes() != back for card in DECK)


def test_the_backs_on_the_table_do_not_depend_on_who_holds_what() -> None:
    """A table knows only how many cards there are, so equal counts look alike."""
    fewer = replace(TABLE, sides=(replace(TABLE.sides[0], cards=10), TABLE.sides[1]))
    box = changed(TABLE, fewer)
    assert box is not None
    assert box[1] >= geometry.table_layout().height - geometry.FAN_SHOWN


@pytest.mark.parametrize("scene", SCENES)
def test_a_picture_is_a_png_of_the_common_width_and_small(scene: Scene) -> None:
    png = paint(scene)
    with Image.open(BytesIO(png)) as picture:
        picture.load()
        assert (picture.format, picture.width) == ("PNG", geometry.WIDTH)
        assert picture.height <= TALLEST
    assert len(png) <= LARGEST


@pytest.mark.parametrize("scene", SCENES)
def test_a_picture_carries_nothing_but_its_pixels(scene: Scene) -> None:
    assert chunk_kinds(paint(scene)) == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


@pytest.mark.parametrize("scene", SCENES)
def test_the_same_scene_gives_the_same_bytes(scene: Scene) -> None:
    assert paint(scene) == paint(scene)


def test_pictures_painted_side_by_side_are_the_same() -> None:
    with ThreadPoolExecutor(4) as pool:
        painted = list(pool.map(paint, SCENES * 4))
    assert painted == [paint(scene) for scene in SCENES] * 4


@pytest.mark.parametrize("script", WRITABLE)
def test_a_name_stays_in_its_box(script: str) -> None:
    plate = geometry.table_layout().sides[0].plate
    box = changed(named(WRITABLE[script]), named("i"))
    assert box is not None
    assert plate.x <= box[0]
    assert plate.y <= box[1]
    assert box[2] <= plate.right
    assert box[3] <= plate.bottom


@pytest.mark.parametrize("script", UNWRITABLE)
def test_a_name_no_font_can_write_gives_way_to_a_neutral_mark(script: str) -> None:
    """All such names look alike, so none of them can have left an empty box behind."""
    assert paint(named(UNWRITABLE[script])) == paint(named("\N{FACE WITH MONOCLE}"))
    assert changed(named(UNWRITABLE[script]), named("Bob")) is not None


@pytest.mark.parametrize("script", WRITABLE | UNWRITABLE)
def test_a_showdown_takes_any_name(script: str) -> None:
    hand = replace(LAY_OFFS, name=(WRITABLE | UNWRITABLE)[script], label="undercut")
    assert paint(replace(SHOWDOWN, hands=(hand, LOSER)))


@pytest.mark.parametrize(
    "other",
    [
        replace(HAND, drawn=None),
        replace(HAND, ending=""),
        replace(HAND, points=9),
    ],
)
def test_a_hand_shows_the_new_card_the_right_to_knock_and_the_count(other: HandScene) -> None:
    assert changed(HAND, other) is not None


@pytest.mark.parametrize("left", range(31))
def test_the_stock_shows_how_many_cards_are_left(left: int) -> None:
    more, fewer = replace(TABLE, stock_left=left + 1), replace(TABLE, stock_left=left)
    assert changed(more, fewer) is not None


def test_the_mover_and_the_dealer_are_marked_on_their_own_plates() -> None:
    layout = geometry.table_layout()
    idle = replace(TABLE.sides[0], to_move=False)
    box = changed(TABLE, replace(TABLE, sides=(idle, TABLE.sides[1])))
    assert box is not None
    assert box[1] >= layout.sides[0].plate.y


def test_no_card_in_a_hand_is_laid_outside_the_picture() -> None:
    """Whatever the melds: every card of eleven has its index in sight."""
    for melds in ((), (3,), (4,), (3, 3), (4, 3), (4, 4), (3, 3, 3), (4, 3, 3), (4, 4, 3), (11,)):
        groups = [Group(count) for count in melds]
        groups.append(Group(11 - sum(melds), 400, splits=True))
        layout = geometry.hand_layout(groups)
        assert sum(placed.part.cards for placed in layout.parts) == 11
        for placed in layout.parts:
            assert placed.pitch >= 78
            assert placed.tray.x >= 0
            assert placed.tray.right <= geometry.WIDTH
            assert placed.tray.bottom <= layout.height


def shown_groups() -> Iterator[list[Group]]:
    """Every way to part ten or eleven cards into melds, with up to four cards laid off on them."""
    room = text_width("Deadwood 100", LABEL)
    for cards in (10, 11):
        for melds in partings(cards):
            for laid_off in product(range(5), repeat=len(melds)):
                if sum(laid_off) <= 4:
                    piles = [Group(held + more) for held, more in zip(melds, laid_off, strict=True)]
                    yield [*piles, Group(cards - sum(melds), room)]


def test_at_the_reveal_every_hand_fits_and_every_index_is_in_sight() -> None:
    for groups in shown_groups():
        layout = geometry.showdown_layout((groups, groups))
        for row in layout.rows:
            assert sum(placed.part.cards for placed in row.parts) == sum(g.cards for g in groups)
            for placed in row.parts:
                assert placed.pitch >= row.size.least_pitch
                assert placed.tray.x >= 0
                assert placed.tray.right <= geometry.WIDTH
                assert placed.tray.bottom <= layout.height
        assert layout.height <= TALLEST


def test_a_run_of_eleven_is_parted_so_that_its_cards_can_be_read() -> None:
    groups = [Group(11, splits=True, marked=True), Group(0, 400, splits=True)]
    parts = [placed for placed in geometry.hand_layout(groups).parts if placed.part.group == 0]
    assert sum(placed.part.cards for placed in parts) == 11
    assert len(parts) == 2
    assert all(placed.pitch >= geometry.HAND_PITCHES[1] for placed in parts)


def test_a_crowded_hand_of_the_showdown_goes_on_in_a_second_row() -> None:
    layout = geometry.showdown_layout(([Group(7), Group(3), Group(4), Group(0, 180)], [Group(3)]))
    lower, upper = layout.rows
    assert len({placed.tray.y for placed in lower.parts}) == 2
    assert len({placed.tray.y for placed in upper.parts}) == 1
    for row in layout.rows:
        for placed in row.parts:
            assert placed.pitch >= row.size.least_pitch


@pytest.mark.parametrize(
    "limit", ["Knock 7", "Gin only", "Knock 9 \N{MIDDLE DOT} doubled", "W" * 40]
)
def test_an_unusual_knock_limit_is_shown_beside_the_discards_and_nowhere_else(limit: str) -> None:
    layout = geometry.table_layout()
    box = changed(TABLE, replace(TABLE, limit=limit))
    assert box is not None
    assert box[0] >= layout.pile.right
    assert box[1] >= layout.pile.y
    assert box[2] <= layout.limit.right
    assert box[3] <= layout.limit.bottom


def test_each_limit_looks_different() -> None:
    limits = (None, "Knock 7", "Knock 9", "Gin only", "Knock 9 \N{MIDDLE DOT} doubled")
    assert len({paint(replace(TABLE, limit=limit)) for limit in limits}) == len(limits)


@pytest.mark.parametrize("columns", [(120, 90, 51), (121, 90, 50), (1120, 1090, 1050)])
def test_hollywood_shows_the_points_of_every_column_on_the_plate(columns: tuple[int, ...]) -> None:
    side = replace(HOLLYWOOD_TABLE.sides[0], columns=columns)
    scene = replace(HOLLYWOOD_TABLE, sides=(side, HOLLYWOOD_TABLE.sides[1]))
    plate = geometry.table_layout().sides[0].plate
    box = changed(HOLLYWOOD_TABLE, scene)
    assert box is not None
    assert plate.x <= box[0]
    assert plate.y <= box[1]
    assert box[2] <= plate.right
    assert box[3] <= plate.bottom
