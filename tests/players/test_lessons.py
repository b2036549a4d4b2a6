"""The tutorial as data: every lesson is a legal game, and every click there is has its words."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.engine import DECK, Refused, decide, legal
from bot.players.lessons import (
    LEARNER,
    LESSONS,
    SEE_KNOCKS,
    THE_END,
    Lesson,
    lesson_after,
    lesson_named,
    move_named,
    position,
)
from bot.rendering.controls import Answer, decode
from bot.rendering.lesson_page import lesson_page, mended, praised
from bot.rendering.lesson_words import WORDS
from bot.rendering.pages import ALT_LIMIT, Button, Page, Row
from tests.engine import oracle

MOST_CHARACTERS = 4000
"""Discord's limit for the text of a message (docs: components, text display)."""


def named(lesson: Lesson) -> str:
    return lesson.name


def buttons(page: Page) -> list[Button]:
    return [button for block in page.blocks if isinstance(block, Row) for button in block.buttons]


def answers(lesson: Lesson) -> list[str]:
    found = []
    for button in buttons(lesson_page(lesson, "Ann")):
        assert isinstance(button.control, Answer)
        assert button.control.lesson == lesson.name
        found.append(button.control.answer)
    return found


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_a_deck_is_a_deck(lesson: Lesson) -> None:
    assert sorted(lesson.hand.order) == sorted(DECK)


def test_the_lessons_are_about_what_a_newcomer_needs_in_this_order() -> None:
    about = "melds deadwood upcard throwing drawing knocking knock-card lay-off staying-low"
    assert [lesson.name for lesson in LESSONS] == [*about.split(), "undercut", "last-card", "gin"]
    assert set(WORDS) == {lesson.name for lesson in LESSONS}


def test_each_right_answer_leads_to_the_next_lesson_and_the_last_to_the_end() -> None:
    for lesson, following in pairwise((*LESSONS, THE_END)):
        assert lesson_after(lesson) == following
        assert lesson_named(lesson.name) == lesson
    assert lesson_named("the-end") == THE_END
    assert lesson_named("no-such") is None


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_the_right_answer_is_on_a_button_and_so_is_a_wrong_one(lesson: Lesson) -> None:
    found = answers(lesson)
    assert lesson.right in found
    assert len(found) == len(set(found)) >= 2


@pytest.mark.parametrize("lesson", [one for one in LESSONS if not one.options], ids=named)
def test_every_button_of_a_position_is_legal_there_and_every_legal_move_has_one(
    lesson: Lesson,
) -> None:
    match = position(lesson)
    assert match.to_move == LEARNER
    moves = [answer for answer in answers(lesson) if answer != SEE_KNOCKS]
    for move in moves:
        decide(match, LEARNER, move_named(move))
    if not lesson.lists_knocks:
        throws = {str(action) for action in legal(match, LEARNER) if "Throw" in str(action)}
        assert {str(move_named(move)) for move in moves if move.startswith("throw")} == throws


@pytest.mark.parametrize("lesson", [one for one in LESSONS if not one.options], ids=named)
def test_a_right_move_followed_by_the_computers_leads_to_the_next_lesson(lesson: Lesson) -> None:
    """Where the hand goes on: its moves are the same so far, this answer, and the next."""
    following = lesson_after(lesson)
    if following.hand != lesson.hand or lesson.right == SEE_KNOCKS:
        return
    so_far = [*filter(None, lesson.played.split("; ")), lesson.right]
    assert following.played.split("; ")[: len(so_far)] == so_far


def test_the_move_of_the_lesson_on_staying_low_leads_to_the_undercut() -> None:
    low, after = lesson_named("staying-low"), lesson_named("undercut")
    assert low is not None
    assert after is not None
    assert after.played == f"{low.played}; {low.right}; draw; knock Qs"


@pytest.mark.parametrize("lesson", [one for one in LESSONS if "throw" in one.right], ids=named)
def test_the_throw_that_is_right_leaves_less_than_any_other(lesson: Lesson) -> None:
    assert lesson.view.hand is not None
    held = lesson.view.hand.reading.cards
    left = {
        answer: oracle.deadwood(card for card in held if str(card) != answer[-2:])
        for answer in answers(lesson)
    }
    assert [answer for answer in left if left[answer] == min(left.values())] == [lesson.right]


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_every_wrong_click_is_explained_in_a_line_of_its_kind(lesson: Lesson) -> None:
    for answer in answers(lesson):
        if answer != lesson.right:
            told = mended(lesson, answer)
            assert told.startswith("❌ **Not quite.** ")
            assert "not one of the choices" not in told
            assert "\n" not in told


@pytest.mark.parametrize("answer", ["foo", "throw 2s", "throw Zz", "knock 9c", "take", "pass"])
def test_an_answer_that_no_button_gives_is_no_choice(answer: str) -> None:
    lesson = lesson_named("gin")
    assert lesson is not None
    assert "not one of the choices" in mended(lesson, answer)


def test_a_throw_out_of_a_meld_is_told_what_it_costs() -> None:
    """Without 9♣ two nines are loose: 24 + 18 = 42, where 14 could be left."""
    lesson = lesson_named("throwing")
    assert lesson is not None
    told = mended(lesson, "throw 9c").replace("\ufe0e", "")
    assert (
        "9♣ is in your set 9♣ 9♦ 9♠. Without it you are left with 42, and you can have 14" in told
    )
    told = mended(lesson, "throw 5h").replace("\ufe0e", "")
    assert "5♥ counts only 5, and K♣ counts 10." in told


def test_the_scores_are_what_the_cards_come_to() -> None:
    """8, 10, 10, 5, 3, 3 are 39, less 8; 10 less 5 + 2, and 25; 64 and 25 for gin."""
    for name, score in (("lay-off", 31), ("undercut", 28), ("the-end", 89)):
        lesson = lesson_named(name)
        assert lesson is not None
        result = lesson.view.result
        assert result is not None
        assert (result.winner, result.points) == (LEARNER, score)


def test_what_the_text_says_of_deadwood_is_so() -> None:
    lesson = lesson_named("deadwood")
    assert lesson is not None
    assert lesson.view.hand is not None
    held = lesson.view.hand.reading.cards
    assert oracle.deadwood(held) == 33
    assert sum(card.points for card in held) == 60
    assert {"60", "36", "33"} == set(lesson.options)


@pytest.mark.parametrize("lesson", [*LESSONS, THE_END], ids=named)
def test_a_page_fits_into_a_message(lesson: Lesson) -> None:
    shown = lesson_page(lesson, "W" * 32, praised(LESSONS[-1].name, "W" * 32), may_begin=True)
    assert len(str(shown.in_words())) < MOST_CHARACTERS * 4
    text = "\n".join(getattr(block, "words", "") for block in shown.in_words().blocks)
    assert len(text) < MOST_CHARACTERS
    assert all(0 < len(picture.alt) <= ALT_LIMIT for picture in shown.pictures)
    assert not re.search(r"\[[A-Z0-9]", text)
    for button in buttons(shown):
        assert len(button.control.encode()) <= 100
        assert decode(button.control.encode()) == button.control


def test_nobody_can_make_the_other_answers_of_a_lesson_legal() -> None:
    """What the engine refuses is no button: the card just taken stays."""
    lesson = lesson_named("throwing")
    assert lesson is not None
    assert "throw 6d" not in answers(lesson)
    with pytest.raises(Refused):
        decide(position(lesson), LEARNER, move_named("throw 6d"))
