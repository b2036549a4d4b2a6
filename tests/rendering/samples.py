"""Scenes that tests, goldens and benchmarks paint."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sin

from bot.engine import CLASSIC, Card, Seat
from bot.engine.cards import parse_cards
from bot.rendering.scenes import (
    CoursedTurn,
    CourseScene,
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

_ENDINGS = ("Knock", "Gin", "Undercut", "Knock", "Big Gin")
_BONUS = {
    "Gin": CLASSIC.gin_bonus,
    "Undercut": CLASSIC.undercut_bonus,
    "Big Gin": CLASSIC.big_gin_bonus or CLASSIC.gin_bonus,
}


def hands_played(count: int, columns: int = 1) -> tuple[SheetLine, ...]:
    """Lines of a sheet by `CLASSIC`: each fourth hand is void, all others have a winner.

    The first hand a player wins counts in one column, the second in two. With nine hands the
    winner of the ninth reaches 100 points in the first.
    """
    lines, wins = [], [0, 0]
    for number in range(1, count + 1):
        if number % 4 == 0:
            lines.append(SheetLine(number, "Void", None, (None,) * columns))
            continue
        ending, winner = _ENDINGS[number % 5], number % 3 % 2
        points = number * 7 % 11 + 1 + _BONUS.get(ending, 0)
        wins[winner] += 1
        entries = tuple(points if place < wins[winner] else None for place in range(columns))
        lines.append(SheetLine(number, ending, winner, entries))
    return tuple(lines)


def counted(lines: Sequence[SheetLine], winner: Seat, *, title: str = "") -> SheetColumn:
    """The count of hands that one column has, by `CLASSIC`."""
    won = [[line.entries[0] or 0 for line in lines if line.winner == seat] for seat in (0, 1)]
    points, bonus = (sum(won[0]), sum(won[1])), CLASSIC.line_bonus
    rows = [SheetRow("Hand points", points)]
    if not won[1 - winner]:
        rows.append(SheetRow("Shutout", points))
    lines_ = (len(won[0]) * bonus, len(won[1]) * bonus)
    rows.append(SheetRow(f"Lines \N{MULTIPLICATION SIGN} {bonus}", lines_))
    game = CLASSIC.game_bonus
    rows.append(SheetRow("Game bonus", (0, game) if winner else (game, 0)))
    total = (sum(row.figures[0] for row in rows), sum(row.figures[1] for row in rows))
    return SheetColumn(title, (*rows, SheetRow("Total", total)), winner)


_NINE = hands_played(9)
CLOSED = counted(_NINE, 0)
SHUT_OUT = counted([line for line in _NINE if line.winner == 0], 0, title="2")
COUNT = CLOSED.rows


def standing(lines: Sequence[SheetLine], place: int) -> SheetColumn:
    """A column that goes on, from 0."""
    entered = [[line for line in lines if line.winner == seat] for seat in (0, 1)]
    points = [[line.entries[place] for line in won] for won in entered]
    kept = [[one for one in of if one is not None] for of in points]
    wins, sums = (len(kept[0]), len(kept[1])), (sum(kept[0]), sum(kept[1]))
    rows = (SheetRow("Lines", wins), SheetRow("Hand points", sums))
    return SheetColumn(str(place + 1), rows, None)


OPEN = standing(hands_played(9, 3), 2)
SHEET = SheetScene(("Anneliese", "Bob"), _NINE, (CLOSED,))
NEW_SHEET = SheetScene(
    ("Anneliese", "Bob"),
    (),
    (SheetColumn("", (SheetRow("Lines", (0, 0)), SheetRow("Hand points", (0, 0))), None),),
)
_HOLLYWOOD = hands_played(9, 3)
HOLLYWOOD_SHEET = SheetScene(
    SHEET.names,
    _HOLLYWOOD,
    (replace(CLOSED, title="1"), standing(_HOLLYWOOD, 1), OPEN),
)
# No match goes like this: it is here for its size, with a shutout.
LONG_SHEET = replace(
    HOLLYWOOD_SHEET,
    lines=hands_played(20, 3),
    columns=(replace(CLOSED, title="1"), SHUT_OUT, OPEN),
)

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

COURSE = CourseScene(
    "Your deadwood",
    58,
    (
        CoursedTurn(1, 49),
        CoursedTurn(2, 43, luck=1),
        CoursedTurn(3, 47, costly=True),
        CoursedTurn(4, 31),
        CoursedTurn(5, 31, luck=-1),
        CoursedTurn(6, 14, costly=True, luck=1),
        CoursedTurn(7, 4),
    ),
    10,
)
LONG_COURSE = CourseScene(
    "Your deadwood",
    None,
    tuple(CoursedTurn(turn, 60 - turn + turn * 13 % 9) for turn in range(11, 51)),
    0,
)

SCENES: tuple[Scene, ...] = (
    HAND, LOOSE_HAND, GIN_HAND, BIG_GIN_HAND, TABLE, EMPTY_TABLE, HOLLYWOOD_TABLE, SHOWDOWN, VOID,
    CROWDED, GIN_SHOWDOWN, BIG_GIN_SHOWDOWN, UNDERCUT_SHOWDOWN, REPLAY, BARE_REPLAY, SHEET,
    NEW_SHEET, HOLLYWOOD_SHEET, LONG_SHEET, LEADERBOARD, PLAYER_CARD, COURSE, LONG_COURSE,
)  # fmt: skip
