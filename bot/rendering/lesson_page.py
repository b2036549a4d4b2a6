"""A lesson of the tutorial: its text, the cards as they lie, and the answers to choose from."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import View
from bot.players import AGAIN, LESSONS, THE_END, Lesson, lesson_named

from . import words
from .controls import Answer, Control, Verb
from .hand_page import hand_page, knocks_page
from .hand_score import end_of_hand
from .lesson_words import FINISHED, mistake, words_of
from .pages import Block, Button, Page, Picture, Row, Style, Text, page
from .sight import Sight
from .table_page import showdown_picture
from .words import Names

_COMPUTER = "Computer"


def lesson_page(
    lesson: Lesson, learner: str, notice: str | None = None, *, may_begin: bool = False
) -> Page:
    """The learner's lesson; `notice` is a line on top, `may_begin` offers to begin anew."""
    names = Names((learner, _COMPUTER))
    view = lesson.view
    told = Text(f"{_heading(lesson)}\n{_text(lesson, view, names)}")
    offers_again = lesson == THE_END or (may_begin and lesson != LESSONS[0])
    again = Row((Button("Start over", Answer(lesson.name, AGAIN)),))
    return page(
        Text(notice) if notice else None,
        told,
        *(_open_hands(lesson, view, names) if view.open_hands else _own_hand(lesson, view, names)),
        again if offers_again else None,
    )


def _heading(lesson: Lesson) -> str:
    if lesson == THE_END:
        return "### You can play Gin Rummy"
    number = LESSONS.index(lesson) + 1
    return f"### Lesson {number} of {len(LESSONS)}: {words_of(lesson).title}"


def _text(lesson: Lesson, view: View, names: Names) -> str:
    if lesson == THE_END:
        return f"{end_of_hand(view, names)}\n\n{FINISHED}"
    return words_of(lesson).text


def _open_hands(lesson: Lesson, view: View, names: Names) -> tuple[Block, ...]:
    """Both hands at the end of a hand, and the question about them."""
    picture = _for_lesson(showdown_picture(view, names), lesson)
    return picture, *_options(lesson)


def _own_hand(lesson: Lesson, view: View, names: Names) -> tuple[Block, ...]:
    """The panel as it is in a match, but for its heading; a question takes the moves' place."""
    sight = Sight(0, view, names)
    panel = knocks_page(sight) if lesson.lists_knocks else hand_page(sight)
    if lesson.options and view.hand is not None:
        picture = _for_lesson(panel.pictures[0], lesson)
        return picture, Text(f"-# {words.reading(view.hand.reading)}"), *_options(lesson)
    blocks = (_asked(block, lesson) for block in panel.blocks[1:])
    return tuple(block for block in blocks if block is not None)


def _options(lesson: Lesson) -> tuple[Row, ...]:
    labels = words_of(lesson).options if lesson.options else {}
    buttons = tuple(
        Button(labels[option], Answer(lesson.name, option), Style.MAIN) for option in lesson.options
    )
    return (Row(buttons),) if buttons else ()


def _asked(block: Block, lesson: Lesson) -> Block | None:
    """A block of a panel whose buttons answer the lesson; there is no way back in one."""
    match block:
        case Picture():
            return _for_lesson(block, lesson)
        case Row(buttons):
            answers = tuple(
                replace(button, control=_answer(button.control, lesson))
                for button in buttons
                if isinstance(button.control, Control) and button.control.verb is not Verb.HAND
            )
            return Row(answers) if answers else None
        case _:
            return block


def _for_lesson(picture: Picture, lesson: Lesson) -> Picture:
    return replace(picture, name=f"lesson-{lesson.name}.png")


def _answer(control: Control, lesson: Lesson) -> Answer:
    # A lesson does not ask twice before a knock that another card would improve: it says why.
    verb = Verb.KNOCK if control.verb is Verb.SURE else control.verb
    return Answer(lesson.name, verb if control.card is None else f"{verb} {control.card}")


def resumed(lesson: Lesson) -> str | None:
    """For somebody who comes back: a line on top of a lesson that is not the first."""
    return None if lesson in {LESSONS[0], THE_END} else "👋 Welcome back! You were here."


def praised(name: str, learner: str) -> str | None:
    """For a right answer to the lesson with this name; at the end of a hand with its score."""
    lesson = lesson_named(name)
    if lesson is None or lesson == THE_END:
        return None
    line = f"✅ **Right!** {words_of(lesson).praise}"
    if not lesson.view.open_hands:
        return line
    return f"{line}\n{end_of_hand(lesson.view, Names((learner, _COMPUTER)))}"


def mended(lesson: Lesson, answer: str) -> str:
    """For a wrong answer, what is wrong with it."""
    return f"❌ **Not quite.** {mistake(lesson, answer)}"
