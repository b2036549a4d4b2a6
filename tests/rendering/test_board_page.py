"""Pages of leaderboards and figures: whole in words, short enough for Discord, true to places."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import MatchEnding, Tally
from bot.rendering.board_page import ROWS, BoardSight, board_page, percent, period_label
from bot.rendering.controls import BadControl, Board, Control, Setting, Verb, chosen
from bot.rendering.pages import ALT_LIMIT, Menu, Page, Row, Text
from bot.rendering.rating_line import RatingNews, rating_line
from bot.rendering.scenes import LeaderboardScene
from bot.rendering.stats_page import stats_page, versus_page
from bot.rendering.words import Names
from bot.scores import (
    BoardKey,
    BoardPage,
    BoardRow,
    PlayerFigures,
    Rating,
    RatingChange,
    Standing,
    Unrated,
)

MOST = 4000
"""Characters of text in a message (docs: components, text display)."""
HUGE = Tally(*[10**7 - 1] * len(Tally.__dataclass_fields__))
NAMES = Names(("alice", "bob"))


def row(place: int, player: int, name: str = "alice", standing: Standing | None = None) -> BoardRow:
    return BoardRow(place, player, name, standing or Standing(Tally(matches=3, won=1)))


def sight(
    *rows: BoardRow, total: int = 0, page: int = 0, own: BoardRow | None = None
) -> BoardSight:
    shown = BoardPage(page, total or len(rows), rows)
    return BoardSight(Board(), "all", shown, own, "dora", private=True)


def text_of(page: Page) -> str:
    return "\n".join(block.words for block in page.blocks if isinstance(block, Text))


def scene_of(page: Page) -> LeaderboardScene:
    (picture,) = page.pictures
    assert isinstance(picture.scene, LeaderboardScene)
    return picture.scene


@pytest.mark.parametrize("key", list(BoardKey))
def test_the_longest_page_fits(key: BoardKey) -> None:
    """Names that all must be escaped, sums in the millions, and one's own row far below."""
    standing = Standing(HUGE, 10**6, 10**6, Rating(10**4, 0))
    rows = [row(10**5 + n, n, "*" * 40, standing) for n in range(ROWS)]
    own = row(10**6, 99, "_" * 40, standing)
    seen = sight(*rows, total=10**6, page=10**5, own=own)
    page = board_page(replace(seen, asked=Board(key=key), period="2026-q4"))

    (picture,) = page.pictures
    assert len(picture.alt) < ALT_LIMIT
    assert picture.alt.endswith("you.")
    assert len(text_of(page)) < MOST
    labels = [
        button.label for block in page.blocks if isinstance(block, Row) for button in block.buttons
    ]
    assert all(len(label) <= 80 for label in labels)
    assert all(len(block.buttons) <= 5 for block in page.blocks if isinstance(block, Row))


def test_in_words_nothing_is_told_twice() -> None:
    page = board_page(sight(row(1, 1, "alice"), row(2, 2, "bob")))
    assert text_of(page.in_words()).count("alice") == 1
    assert page.in_words().pictures == ()


def test_a_gap_is_where_rows_are_left_out_and_nowhere_else() -> None:
    """After a tie a place is skipped and no row."""
    first = board_page(sight(row(1, 1), row(1, 2), row(3, 3), own=row(9, 9), total=20))
    second = board_page(sight(row(9, 1), row(12, 2), page=1, total=12))
    assert [one.apart for one in scene_of(first).rows] == [False, False, False, True]
    assert [one.apart for one in scene_of(second).rows] == [True, False]


def test_ones_own_row_is_on_the_page_once() -> None:
    page = board_page(sight(row(1, 1), row(2, 2), own=row(2, 2)))
    assert text_of(page).count("· you") == 1
    assert [one.you for one in scene_of(page).rows] == [False, True]


def test_another_page_is_another_file() -> None:
    names = {board_page(sight(row(n, n))).pictures[0].name for n in range(1, 30)}
    assert len(names) == 29


@pytest.mark.parametrize(
    ("period", "label"),
    [
        ("all", "all time"),
        ("2026-01", "January 2026"),
        ("2026-12", "December 2026"),
        ("2026-q1", "January to March 2026"),
        ("2026-q4", "October to December 2026"),
    ],
)
def test_a_period_is_called_by_its_months(period: str, label: str) -> None:
    assert period_label(period) == label


@pytest.mark.parametrize(
    ("rate", "told"), [(0, "0.0 %"), (1_000_000, "100.0 %"), (666_666, "66.7 %"), (None, "–")]
)
def test_a_rate_has_one_decimal(rate: int | None, told: str) -> None:
    assert percent(rate) == told


def test_the_menu_has_every_key_and_no_other_value_is_taken() -> None:
    (menu,) = [block for block in board_page(sight()).blocks if isinstance(block, Menu)]
    assert [option.value for option in menu.options] == list(BoardKey)
    assert chosen(menu.setting, "gins") == replace(Board(), key=BoardKey.GINS)
    assert chosen(Setting(1, "target"), "50") == Setting(1, "target", "50")
    for asked, value in ((menu.setting, "mu"), (Control(1, 1, Verb.HAND), "gins")):
        with pytest.raises(BadControl):
            chosen(asked, value)


@pytest.mark.parametrize("name", ["W" * 40, "*" * 40])
def test_figures_of_any_size_fit(name: str) -> None:
    standing = Standing(HUGE, 10**6, 10**6, Rating(10**4, 0))
    page = stats_page(name, PlayerFigures(name, standing, (10**6,) * 60), standing, {})
    assert len(page.pictures[0].alt) < ALT_LIMIT
    assert len(text_of(page)) < MOST
    assert len(text_of(versus_page(Names((name, name)), (HUGE, HUGE)))) < MOST


def test_each_figure_stands_under_its_own_name() -> None:
    """Every one of them another number, so that none can take another's place."""
    tally = Tally(
        matches=19,
        won=11,
        points=1700,
        lines=45,
        hands=80,
        gins=14,
        big_gins=2,
        undercuts=5,
        undercut=3,
        caught_hands=10,
        caught=205,
        turns=440,
        best_hand=93,
    )
    standing = Standing(tally, 4, 6, Rating(25.0, 5.0))
    said = text_of(stats_page("ann", PlayerFigures("ann", standing, (1138,)), standing, {}))
    for line in (
        "**Matches**: 19, won 11 (57.9 %)",
        "**Hands**: 80, won 45",
        "**Hand points**: 1700",
        "**Gins**: 14, Big Gins 2",
        "**Undercuts**: 5 given, 3 taken",
        "**Deadwood when caught**: 20.5 on average",
        "**Turns a hand**: 5.5 on average",
        "**Won in a row**: 4 now, 6 at best",
        "**Best hand**: 93 points",
    ):
        assert line in said


# What a match has changed.


@pytest.mark.parametrize(
    ("ending", "unrated", "line"),
    [
        (MatchEnding.RESIGNED, Unrated.TOO_SHORT, "Given up before the third hand"),
        (MatchEnding.CLAIMED, Unrated.TOO_SHORT, "Claimed before the third hand"),
        (MatchEnding.STOPPED, Unrated.TOO_SHORT, "Ended before the third hand"),
        (MatchEnding.STOPPED, Unrated.LEVEL, "Nobody has won, so no rating moves."),
        (MatchEnding.ABANDONED, Unrated.NOT_SCORED, "No rating moves."),
        (MatchEnding.PLAYED, None, "Ratings follow once the standings are built anew."),
    ],
)
def test_why_no_rating_moves_is_said(
    ending: MatchEnding, unrated: Unrated | None, line: str
) -> None:
    assert rating_line(RatingNews(ending, (), unrated), NAMES).startswith(line)


def test_each_rating_is_told_with_what_it_moved() -> None:
    changes = (RatingChange(1000, 1034), RatingChange(1000, 1000))
    line = rating_line(RatingNews(MatchEnding.PLAYED, changes, None), NAMES)
    assert line == "Rating: **alice** 1034 (+34) · **bob** 1000 (±0)"
    lost = (RatingChange(1000, 966), RatingChange(1000, 1034))
    line = rating_line(RatingNews(MatchEnding.PLAYED, lost, None), NAMES)
    assert line == "Rating: **alice** 966 (−34) · **bob** 1034 (+34)"
