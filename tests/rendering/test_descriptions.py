"""What pictures tell those who listen: the whole content, in reading order, within the limit."""

from __future__ import annotations

from dataclasses import replace
from itertools import cycle, islice

import pytest

from bot.engine import (
    CLASSIC,
    Action,
    BigGin,
    Card,
    DealHand,
    Ending,
    HandResult,
    MatchBegan,
    Rules,
    Shutout,
    View,
    decide,
    evolve,
    replay,
    view_for,
)
from bot.engine.scoring import running_score, score_columns
from bot.rendering.hand_page import hand_page
from bot.rendering.lettering import written_name
from bot.rendering.pages import ALT_LIMIT, Page, Text
from bot.rendering.scenes import HandScene, SheetScene
from bot.rendering.score_page import score_page
from bot.rendering.sight import Sight
from bot.rendering.table_page import table_page
from bot.rendering.words import Names, cut, plain
from tests.builders import Order, Table, deck_with
from tests.scripts import (
    GIN_BY_THE_DEALER,
    KNOCK_FOR_THREE,
    THIRTEEN_AFTER_LAY_OFF,
)

NAMES = Names(("Alice", "Bob"))
LAY_OFF = deck_with(non_dealer=KNOCK_FOR_THREE, dealer=THIRTEEN_AFTER_LAY_OFF, upcard="3h")
HOLLYWOOD = CLASSIC.model_copy(update={"hollywood": True})


def result(winner: int | None, points: int) -> HandResult:
    if winner is None:
        return HandResult(Ending.VOID, 0, None, None, (9, 9))
    return HandResult(Ending.KNOCK, 0, winner, winner, (0, 0), points)


def view_after(rules: Rules, *results: HandResult) -> View:
    match = replay([MatchBegan(rules, 0)])
    match = evolve(match, decide(match, None, DealHand(deck_with()))[0])
    return replace(
        view_for(match, 0),
        results=results,
        scores=running_score(results),
        columns=score_columns(rules, results),
    )


def alt(page: Page) -> str:
    return page.pictures[0].alt


def text(page: Page) -> str:
    return "\n".join(block.words for block in page.blocks if isinstance(block, Text))


def test_a_sheet_tells_each_hand_and_then_the_score() -> None:
    told = alt(score_page(view_after(CLASSIC, result(0, 22), result(None, 0), result(1, 9)), NAMES))
    assert told == (
        "Score sheet. Hand 1: Alice, Knock, 22 points. Hand 2: void. Hand 3: Bob, Knock, 9 points. "
        "Alice 22 points, 1 line; Bob 9 points, 1 line."
    )


def test_a_hollywood_sheet_tells_each_column_in_picture_and_text() -> None:
    page = score_page(view_after(HOLLYWOOD, result(0, 22), result(0, 10), result(1, 9)), NAMES)
    assert "Hand 2: Alice, Knock, 10 points in columns 1, 2." in alt(page)
    assert alt(page).endswith(
        "First column: Alice 32 points, 2 lines; Bob 9 points, 1 line. "
        "Second column: Alice 10 points, 1 line; Bob 0 points, 0 lines. "
        "Third column: Alice 0 points, 0 lines; Bob 0 points, 0 lines."
    )
    assert "Second column: **Alice** 10 points, 1 line · **Bob** 0 points, 0 lines" in text(page)


@pytest.mark.parametrize("rules", [CLASSIC, HOLLYWOOD])
@pytest.mark.parametrize("hands", [12, 90])
@pytest.mark.parametrize("names", [NAMES, Names(("A" * 32, "B" * 32))])
def test_a_long_sheet_sums_up_its_earlier_hands_and_ends_with_the_count(
    rules: Rules, hands: int, names: Names
) -> None:
    played = islice(cycle([result(0, 30), result(1, 3), result(None, 0)]), hands)
    told = alt(score_page(view_after(rules, *played), names))
    assert len(told) <= ALT_LIMIT
    assert "game bonus" in told
    if hands == 90:
        assert "Hands 1 to " in told
        assert " won " in told
    assert told.endswith(".")


def test_under_hollywood_table_and_panel_give_the_columns_as_the_picture_does() -> None:
    results = (result(0, 22), result(0, 10), result(1, 9))
    sight = Sight(1, view_after(HOLLYWOOD, *results), NAMES)
    assert "Alice: 32 / 10 / 0. Bob: 9 / 0 / 0." in alt(table_page(sight))
    assert "you 32 / 10 / 0, Bob 9 / 0 / 0" in text(hand_page(sight))
    sight = Sight(1, view_after(CLASSIC, *results), NAMES)
    assert "Alice: 32 points, 2 lines. Bob: 9 points, 1 line." in alt(table_page(sight))
    assert "you 32, Bob 9" in text(hand_page(sight))


def test_names_read_from_right_to_left_leave_the_numbers_after_them_in_place() -> None:
    names = Names(("ששש", "Bob"))
    view = view_after(CLASSIC, result(0, 22), result(1, 9))
    sight = Sight(1, view, names)
    for page in (table_page(sight), hand_page(Sight(1, replace(view, seat=1), names))):
        told = text(page.in_words())
        assert told.count("ששש") == told.count("\u2068ששש\u2069") > 0
    told = text(score_page(view, names).in_words())
    assert told.count("ששש") == told.count("\u2068ששש\u2069") > 0
    assert "\u2068Bob" not in told


@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800 \u2800", "\u0301\u0302", "\ufe0f", "\u115f", ""]
)
def test_a_name_that_is_not_to_be_seen_becomes_a_word(name: str) -> None:
    assert cut(name) == plain(name) == written_name(name, 0) == "someone"


@pytest.mark.parametrize("name", ["e\u0301", "1", "\u2764\ufe0f", "\u738b", "\u3131"])
def test_a_name_with_anything_to_see_stays(name: str) -> None:
    assert cut(name) == name


def test_a_shutout_is_short_in_the_picture_and_explained_in_words() -> None:
    rules = CLASSIC.model_copy(update={"shutout": Shutout.DOUBLE_POINTS, "hollywood": True})
    page = score_page(view_after(rules, *[result(0, 60)] * 4), NAMES)
    scene = page.pictures[0].scene
    assert isinstance(scene, SheetScene)
    assert "Shutout" in [row.label for column in scene.columns for row in column.rows]
    assert "shutout, points doubled" in alt(page)


@pytest.mark.parametrize(
    ("knocks", "legal", "ending"),
    [
        ((), (), ""),
        ((("Kd", 7), ("7d", 1)), (), "Knock with 1"),
        ((("Kd", 7), ("7d", 0)), (), "Gin!"),
        ((("Kd", 0),), (BigGin(),), "Big Gin!"),
    ],
)
def test_the_hand_says_the_best_end_it_may_make(
    knocks: tuple[tuple[str, int], ...], legal: tuple[Action, ...], ending: str
) -> None:
    view = view_after(CLASSIC)
    assert view.hand is not None
    cards = tuple((Card.parse(card), left) for card, left in knocks)
    hand = replace(view.hand, knocks=cards, least_after=min((left for _, left in cards), default=9))
    page = hand_page(Sight(1, replace(view, hand=hand, legal=legal), NAMES))
    scene = page.pictures[0].scene
    assert isinstance(scene, HandScene)
    assert scene.ending == ending
    assert alt(page).endswith(ending if ending.endswith("!") else f"{ending}.")


@pytest.mark.parametrize(
    ("deck", "turns", "told"),
    [
        (LAY_OFF, "take; knock Kd", "bob knocked; knock card king of diamonds. "),
        (GIN_BY_THE_DEALER, "pass; take; knock Kc", "Alice has gin; knock card king of clubs. "),
    ],
)
def test_the_reveal_tells_who_ended_the_hand_and_with_what(
    deck: Order, turns: str, told: str
) -> None:
    view = view_for(Table(deck).play(*turns.split("; ")), None)
    assert told in alt(table_page(Sight(1, view, Names(("bob", "Alice")))))


def test_the_reveal_tells_which_meld_each_card_was_laid_off_on() -> None:
    view = view_for(Table(LAY_OFF).play("take", "knock Kd"), None)
    told = alt(table_page(Sight(1, view, NAMES)))
    assert "Bob laid off eight of diamonds on the run from five to seven of diamonds" in told


def test_a_panel_names_the_dealer_the_pile_and_the_stock() -> None:
    table = Table(LAY_OFF)
    view = view_for(table.match, 0)
    line = "-# Dealer: Bob · pile: 3♥\ufe0e · stock: 31"
    assert line in text(hand_page(Sight(1, view, NAMES)))
    view = view_for(table.play("pass", "pass", "draw", "throw Kd"), 0)
    line = "-# Dealer: Bob · pile: K♦\ufe0e over 3♥\ufe0e · stock: 30"
    assert line in text(hand_page(Sight(1, view, NAMES)))
