"""The coach's words and picture: all that was reckoned, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import Card, View, view_for
from bot.players import CostlyMove, Luck, PassedKnock, Review, Step, review
from bot.rendering.controls import OwnReview
from bot.rendering.pages import ALT_LIMIT, Page, Text
from bot.rendering.review_page import review_page
from bot.rendering.scenes import CourseScene
from bot.rendering.words import Names
from tests.builders import Table, deck_with
from tests.scripts import KNOCK_FOR_THREE, THIRTEEN

NAMES = Names(("Alice", "Bob"))
PLAYED, BETTER = Card.parse("8c"), Card.parse("Kd")


def knocked() -> tuple[Review, View]:
    """Alice was dealt 10, took 3♥ and knocked with 3 left against 13."""
    deck = deck_with(non_dealer=KNOCK_FOR_THREE, dealer=THIRTEEN, upcard="3h")
    table = Table(deck)
    table.play("take", "knock Kd")
    return review(table.history, 0), view_for(table.match, None)


def page_of(seen: Review, last: View) -> Page:
    return review_page(OwnReview(1, 1), seen, last, NAMES)


def text(shown: Page) -> str:
    words = "\n".join(block.words for block in shown.blocks if isinstance(block, Text))
    return words.replace("\ufe0e", "").replace("**", "")


def alt(shown: Page) -> str:
    return shown.pictures[0].alt


def test_a_hand_without_fault_is_praised_and_no_fault_is_made_up() -> None:
    shown = page_of(*knocked())
    assert "Well done, this one is yours." in text(shown)
    assert "Your deadwood: 10 as dealt, 3 after one turn." in text(shown)
    assert "What cost most: nothing worth a word. I found no better throw or knock." in text(shown)
    for unsaid in ("Knocks passed by", "Luck", "not judged", "not looked at"):
        assert unsaid not in text(shown)
    assert alt(shown) == (
        "Your deadwood after each turn. As dealt: 10. From turn 1 on: 3. A knock takes 10 or less."
    )


@pytest.mark.parametrize(
    ("knocked_with", "better_knocks", "told"),
    [
        (
            False,
            False,
            "Turn 3: you threw 8♣; throwing K♦ keeps a hand I reckon 4.2 points better.",
        ),
        (False, True, "Turn 3: you threw 8♣; a knock with K♦ brings 4.2 points more on average."),
        (True, False, "you knocked with 8♣; throwing K♦ and playing on brings 4.2 points more"),
        (True, True, "Turn 3: you knocked with 8♣; K♦ leaves 4.2 points less."),
    ],
)
def test_each_kind_of_cost_has_its_words(
    knocked_with: bool, better_knocks: bool, told: str
) -> None:
    seen, last = knocked()
    move = CostlyMove(3, PLAYED, knocked_with, BETTER, better_knocks, 4.2)
    assert told in text(page_of(replace(seen, costly=(move,)), last))


@pytest.mark.parametrize(
    ("deadwood", "scores", "told"),
    [
        (7, 12, "Turn 2: 8♣, 7 left; it would have scored 12 points."),
        (7, -28, "Turn 2: 8♣, 7 left; Bob would have scored 28 points: well waited."),
        (0, 60, "Turn 2: gin with 8♣; it would have scored 60 points."),
        (10, 0, "Turn 2: 8♣, 10 left; it would have scored nothing."),
    ],
)
def test_a_knock_passed_by_is_told_with_what_would_have_come_of_it(
    deadwood: int, scores: int, told: str
) -> None:
    seen, last = knocked()
    passed = PassedKnock(2, PLAYED, deadwood, scores)
    assert told in text(page_of(replace(seen, passed_knocks=(passed,)), last))


def test_many_knocks_passed_by_are_counted() -> None:
    seen, last = knocked()
    passed = tuple(PassedKnock(turn, PLAYED, 7, 12) for turn in range(1, 9))
    told = text(page_of(replace(seen, passed_knocks=passed), last))
    assert "Turn 3: 8♣" in told
    assert "Turn 4: 8♣" not in told
    assert "and 5 more later on" in told


def test_draws_are_told_against_the_average_and_marked_in_the_picture() -> None:
    seen, last = knocked()
    lucky, unlucky = Luck(1, PLAYED, 30.0, 21), Luck(2, BETTER, 20.0, 21)
    steps = tuple(Step(turn, PLAYED, False, BETTER, 21) for turn in (1, 2))
    shown = page_of(replace(seen, lucky=(lucky,), unlucky=(unlucky,), steps=steps), last)
    assert "Turn 1: 8♣ let you come down to 21, 9 points better than the average draw." in text(
        shown
    )
    assert "Turn 2: K♦ let you come down to 21, 1 point worse than the average draw." in text(shown)
    assert alt(shown).endswith("Lucky draws: turn 1. Unlucky draws: turn 2.")
    scene = shown.pictures[0].scene
    assert isinstance(scene, CourseScene)
    assert [turn.luck for turn in scene.turns] == [1, -1]


def test_what_was_not_judged_is_said() -> None:
    seen, last = knocked()
    assert "One move is not judged" in text(page_of(replace(seen, unjudged=1), last))
    assert "4 moves are not judged" in text(page_of(replace(seen, unjudged=4), last))


def test_of_a_long_hand_the_end_is_shown_within_the_limit_of_a_description() -> None:
    seen, last = knocked()
    steps = tuple(Step(turn, PLAYED, False, BETTER, 90) for turn in range(51, 151))
    shown = page_of(replace(seen, steps=steps, left_out=50), last)
    assert len(alt(shown)) <= ALT_LIMIT
    assert "From turn 111 on: " in alt(shown)
    assert "As dealt" not in alt(shown)
    assert alt(shown).endswith("A knock takes 10 or less.")
    assert "the first 50 are not looked at" in text(shown)
