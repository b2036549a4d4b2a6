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
from bot.rendering import geometry, ruling
from bot.rendering.deck import back_sprite, card_sprite, chip_sprite
from bot.rendering.geometry import Group
from bot.rendering.painting import paint
from bot.rendering.scenes import (
    HandScene,
    Scene,
    SheetColumn,
    SheetLine,
    SheetRow,
    SheetScene,
    ShowdownScene,
    ShownHand,
    ShownMeld,
    TableScene,
    TableSide,
)
from bot.rendering.sheet import LINES_SHOWN

LARGEST = 60 * 1024
TALLEST = 1400
"""A phone shows a picture 265 points wide; higher than this it would push the buttons away."""

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

BIG_GIN_HAND = HandScene((parse_cards("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd"),), (), 0)
HOLLYWOOD_TABLE = replace(
    TABLE,
    sides=(
        replace(TABLE.sides[0], columns=(120, 90, 50)),
        replace(TABLE.sides[1], columns=(104, 1082, 0)),
    ),
    limit="Knock 9 \N{MIDDLE DOT} doubled",
)
CROWDED_HAND = ShownHand(
    "Anneliese",
    "knocked",
    (
        ShownMeld(parse_cards("9c Tc Jc"), parse_cards("7c 8c Qc Kc")),
        ShownMeld(parse_cards("Td Th Ts")),
        ShownMeld(parse_cards("3c 3d 3h 3s")),
    ),
    (),
    0,
)
CROWDED = replace(SHOWDOWN, hands=(CROWDED_HAND, LOSER))

ENDINGS = ("Knock", "Gin", "Undercut", "Knock", "Big Gin")


def hands_played(count: int, columns: int = 1) -> tuple[SheetLine, ...]:
    """Lines of a sheet: each fourth hand is void, and every column gets what it may."""
    return tuple(
        SheetLine(number, "Void", None, (None,) * columns)
        if number % 4 == 0
        else SheetLine(number, ENDINGS[number % 5], number % 3 % 2, (number * 13 % 41,) * columns)
        for number in range(1, count + 1)
    )


COUNT = (
    SheetRow("Hand points", (104, 82)),
    SheetRow("Lines \N{MULTIPLICATION SIGN} 25", (75, 125)),
    SheetRow("Game bonus", (100, 0)),
    SheetRow("Total", (279, 207)),
)
SHUTOUT = (
    SheetRow("Hand points", (0, 173)),
    SheetRow("Shutout", (0, 173)),
    *COUNT[1:3],
    SheetRow("Total", (175, 1471)),
)
CLOSED, SHUT_OUT = SheetColumn("Score", COUNT, 0), SheetColumn("Column 2", SHUTOUT, 1)
OPEN = SheetColumn("Column 3", COUNT[:2], None)
SHEET = SheetScene(("Anneliese", "Bob"), hands_played(7), (CLOSED,))
NEW_SHEET = SheetScene(("Anneliese", "Bob"), (), (replace(OPEN, rows=()),))
HOLLYWOOD_SHEET = SheetScene(SHEET.names, hands_played(9, 3), (CLOSED, SHUT_OUT, OPEN))
LONG_SHEET = replace(HOLLYWOOD_SHEET, lines=hands_played(20, 3))

SCENES: tuple[Scene, ...] = (
    HAND, LOOSE_HAND, GIN_HAND, BIG_GIN_HAND, TABLE, EMPTY_TABLE, HOLLYWOOD_TABLE, SHOWDOWN, VOID,
    CROWDED, SHEET, NEW_SHEET, HOLLYWOOD_SHEET, LONG_SHEET,
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
        assert row.parts[-1].tray.bottom <= layout.height


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
            # An index takes up to 0.42 of a card's width; a neighbour must not lie on it.
            assert placed.pitch >= row.size.width * 0.41


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
    without = replace(HOLLYWOOD_SHEET, columns=(CLOSED, replace(SHUT_OUT, rows=COUNT), OPEN))
    assert opened(paint(HOLLYWOOD_SHEET)).height - opened(paint(without)).height == ruling.SHEET_ROW


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
