"""Scenes that tests, goldens and benchmarks paint."""

from __future__ import annotations

from dataclasses import replace
from math import sin

from bot.engine import Card
from bot.engine.cards import parse_cards
from bot.rendering.scenes import (
    Figure,
    HandScene,
    LeaderboardScene,
    LeaderRow,
    PlayerCardScene,
    ReplayScene,
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

HAND = HandScene(
    melds=(parse_cards("3h 4h 5h"), parse_cards("9c 9d 9s"), parse_cards("Ts Js Qs")),
    deadwood=parse_cards("Ac 7d"),
    points=8,
    drawn=Card.parse("Js"),
    ending="Knock with 1",
)
LOOSE_HAND = HandScene((), parse_cards("Ac 2d 4s 5d 7c 8h Td Jh Qs Kd Kc"), 87)
GIN_HAND = HandScene(
    (parse_cards("Ad 2d 3d 4d 5d 6d 7d"), parse_cards("Tc Td Th Ts")), (), 0, ending="Gin!"
)
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
LOSER = ShownHand("Bob", "", (ShownMeld(parse_cards("Kc Kd Kh")),), parse_cards("2d 5s 6c Jd"), 23)
SHOWDOWN = ShowdownScene(
    (LAY_OFFS, LOSER), winner=0, scored=22, knock_card=Card.parse("Qd"), working="23 − 1 = 22"
)
NOBODY = ShownHand(
    "Anneliese", "", (ShownMeld(parse_cards("5h 6h 7h")),), parse_cards("Ac 4s 4d 9h Tc Qd Qs"), 49
)
VOID = ShowdownScene((NOBODY, LOSER), winner=None, scored=0, knock_card=None)
GIN_SHOWDOWN = ShowdownScene(
    (
        ShownHand(
            "Anneliese",
            "gin",
            (
                ShownMeld(parse_cards("5h 6h 7h")),
                ShownMeld(parse_cards("9c 9d 9s")),
                ShownMeld(parse_cards("Ts Js Qs Ks")),
            ),
            (),
            0,
        ),
        LOSER,
    ),
    winner=0,
    scored=48,
    knock_card=Card.parse("Qd"),
    working="23 + 25 gin = 48",
)
BIG_GIN_SHOWDOWN = ShowdownScene(
    (
        LOSER,
        ShownHand("Bob", "Big Gin", (ShownMeld(parse_cards("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd")),),
                  (), 0),
    ),
    winner=1,
    scored=108,
    knock_card=None,
    working="(23 + 31 Big Gin) × 2 = 108",
)  # fmt: skip
UNDERCUT_SHOWDOWN = ShowdownScene(
    (
        ShownHand(
            "Anneliese",
            "undercut",
            (ShownMeld(parse_cards("2h 3h 4h")), ShownMeld(parse_cards("Jc Jd Jh Js"))),
            parse_cards("Ac 2d 4s"),
            7,
        ),
        ShownHand(
            "Bob",
            "knocked",
            (ShownMeld(parse_cards("Kc Kd Kh")), ShownMeld(parse_cards("7s 8s 9s Ts"))),
            parse_cards("Ah 3d 5c"),
            9,
        ),
    ),
    winner=0,
    scored=27,
    knock_card=Card.parse("Qd"),
    working="9 − 7 + 25 undercut = 27",
)
EMPTY_TABLE = replace(TABLE, stock_left=0, pile_top=None, pile_beneath=None)

BIG_GIN_HAND = HandScene(
    (parse_cards("Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd"),), (), 0, ending="Big Gin!"
)
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

ELEVEN = ShownHand(
    "Bob", "", (ShownMeld(parse_cards("Kc Kd Kh")),), parse_cards("2d 3s 5s 6c 8c 9d Jd Js"), 53
)
REPLAY = ReplayScene(
    (NOBODY, ELEVEN),
    stock_left=23,
    pile_top=Card.parse("7s"),
    moved=1,
    did="drew",
    card=Card.parse("Jd"),
)
BARE_REPLAY = replace(
    REPLAY, hands=(NOBODY, LOSER), pile_top=None, moved=0, did="left the upcard", card=None
)

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
CLOSED, SHUT_OUT = SheetColumn("", COUNT, 0), SheetColumn("2", SHUTOUT, 1)
OPEN = SheetColumn("3", (SheetRow("Lines", (3, 5)), SheetRow("Hand points", (104, 82))), None)
SHEET = SheetScene(("Anneliese", "Bob"), hands_played(7), (CLOSED,))
NEW_SHEET = SheetScene(
    ("Anneliese", "Bob"),
    (),
    (SheetColumn("", (SheetRow("Lines", (0, 0)), SheetRow("Hand points", (0, 0))), None),),
)
HOLLYWOOD_SHEET = SheetScene(
    SHEET.names, hands_played(9, 3), (replace(CLOSED, title="1"), SHUT_OUT, OPEN)
)
LONG_SHEET = replace(HOLLYWOOD_SHEET, lines=hands_played(20, 3))

LEADERBOARD = LeaderboardScene(
    "All time",
    ("Rating", "Won", "Matches"),
    (
        LeaderRow(1, "Anneliese", ("1556", "41", "66")),
        LeaderRow(2, "Bob", ("1312", "17", "29")),
        LeaderRow(3, "Łukasz of the Twelve Lost Undercuts", ("1204", "9", "17")),
        LeaderRow(4, "\u738b\u5c0f\u660e", ("1117", "7", "16")),
        LeaderRow(5, "Ольга", ("1042", "6", "15")),
        LeaderRow(57, "Zoë", ("961", "1", "8"), you=True, apart=True),
    ),
)
PLAYER_CARD = PlayerCardScene(
    "Anneliese",
    (
        Figure("66", "matches"),
        Figure("41", "won, 62.1 %"),
        Figure("3 / 8", "in a row / best"),
        Figure("311", "hands"),
        Figure("168", "lines"),
        Figure("98", "best hand"),
        Figure("47", "gins"),
        Figure("1", "Big Gin"),
        Figure("7.9", "turns a hand"),
        Figure("21", "undercuts"),
        Figure("18", "times undercut"),
        Figure("24.6", "when caught"),
    ),
    tuple(round(1500 + 90 * sin(match / 5) + 2 * match) for match in range(60)),
    "Rating, match by match",
)

SCENES: tuple[Scene, ...] = (
    HAND, LOOSE_HAND, GIN_HAND, BIG_GIN_HAND, TABLE, EMPTY_TABLE, HOLLYWOOD_TABLE, SHOWDOWN, VOID,
    CROWDED, GIN_SHOWDOWN, BIG_GIN_SHOWDOWN, UNDERCUT_SHOWDOWN, REPLAY, BARE_REPLAY, SHEET,
    NEW_SHEET, HOLLYWOOD_SHEET, LONG_SHEET, LEADERBOARD, PLAYER_CARD,
)  # fmt: skip
