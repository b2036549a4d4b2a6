"""Pictures: what they show, what they must never show, and how large they are."""

from __future__ import annotations

import struct
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.engine import Card
from bot.engine.cards import DECK, parse_cards
from bot.rendering import geometry
from bot.rendering.deck import back_sprite, card_sprite, chip_sprite
from bot.rendering.geometry import Group
from bot.rendering.painting import paint
from bot.rendering.scenes import (
    HandScene,
    Scene,
    ShowdownScene,
    ShownHand,
    ShownMeld,
    TableScene,
    TableSide,
)

LARGEST = 60 * 1024

HAND = HandScene(
    melds=(parse_cards("3h 4h 5h"), parse_cards("9c 9d 9s"), parse_cards("Ts Js Qs")),
    deadwood=parse_cards("Ac 7d"),
    points=8,
    drawn=Card.parse("Js"),
    may_knock=True,
)
LOOSE_HAND = HandScene((), parse_cards("Ac 2d 4s 5d 7c 8h Td Jh Qs Kd Kc"), 87)
GIN_HAND = HandScene((parse_cards("Ad 2d 3d 4d 5d 6d 7d"), parse_cards("Tc Td Th Ts")), (), 0)
TABLE = TableScene(
    sides=(
        TableSide("Anneliese", 11, 62, 3, deals=False, to_move=True),
        TableSide("Bob", 10, 45, 1, deals=True, to_move=False),
    ),
    stock_left=23,
    pile_top=Card.parse("7h"),
    pile_beneath=Card.parse("Ks"),
)
LAY_OFFS = ShownHand(
    "Anneliese",
    "knocked",
    (
        ShownMeld(parse_cards("5h 6h 7h"), parse_cards("4h 8h")),
        ShownMeld(parse_cards("9c 9d 9s"), parse_cards("9h")),
        ShownMeld(parse_cards("Ts Js Qs")),
    ),
    parse_cards("Ac"),
    1,
)
LOSER = ShownHand(
    "Bob", "lost", (ShownMeld(parse_cards("Kc Kd Kh")),), parse_cards("2d 5s 6c Jd"), 23
)
SHOWDOWN = ShowdownScene((LAY_OFFS, LOSER), winner=0, scored=22, knock_card=Card.parse("Qd"))
VOID = ShowdownScene((LAY_OFFS, LOSER), winner=None, scored=0, knock_card=None)
EMPTY_TABLE = replace(TABLE, stock_left=0, pile_top=None, pile_beneath=None)

SCENES: tuple[Scene, ...] = (
    HAND, LOOSE_HAND, GIN_HAND, TABLE, EMPTY_TABLE, SHOWDOWN, VOID,
)  # fmt: skip

UNWRITABLE = {
    "emoji": "\N{GRINNING FACE} Bob",
    "Arabic": "\u0645\u062d\u0645\u062f",
    "Chinese": "\u738b\u5c0f\u660e",
    "Hebrew": "\u05d3\u05d5\u05d3",
    "stacked marks": "Z\u0335\u0321\u0322\u034e\u0353a\u0315\u031b\u0340lgo",
    "right-to-left override": "\u202eBob",
    "private use": "\ue000",
    "blank": " \u3000 ",
    "nothing": "",
}
WRITABLE = {
    "Latin": "Zo\u00eb",
    "Vietnamese": "Nguy\u1ec5n",
    "Greek": "\u039a\u03c9\u03bd\u03c3\u03c4\u03b1\u03bd\u03c4\u03af\u03bd\u03bf\u03c2",
    "Cyrillic": "\u041e\u043b\u044c\u0433\u0430",
    "wide": "W" * 32,
    "one long word": "\u0429" * 32,
}


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def named(name: str) -> TableScene:
    """The table with seat 0, who does not deal, under this name."""
    return replace(TABLE, sides=(replace(TABLE.sides[0], name=name), TABLE.sides[1]))


def changed(first: Scene, second: Scene) -> tuple[int, int, int, int] | None:
    """The box (left, top, right, bottom) in which two pictures differ."""
    return ImageChops.difference(opened(paint(first)), opened(paint(second))).getbbox()


def chunk_kinds(png: bytes) -> list[bytes]:
    kinds, place = [], 8
    while place < len(png):
        (length,) = struct.unpack(">I", png[place : place + 4])
        kinds.append(png[place + 4 : place + 8])
        place += length + 12
    return kinds


@pytest.mark.parametrize("size", [geometry.HAND_CARD, geometry.SHOWN_CARD_SMALL])
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
        assert picture.width > picture.height
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
        replace(HAND, may_knock=False),
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


def test_a_hand_with_many_cards_laid_off_onto_it_still_fits() -> None:
    groups = [Group(7), Group(4), Group(6), Group(1, 180)]
    layout = geometry.showdown_layout((groups, groups))
    for row in layout.rows:
        assert row.parts[-1].tray.right <= geometry.WIDTH
