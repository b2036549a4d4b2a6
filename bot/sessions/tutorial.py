"""The tutorial: which lesson each learner has come to, and what his answers lead to."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from bot.players import AGAIN, LESSONS, THE_END, Lesson, lesson_after, lesson_named

if TYPE_CHECKING:
    from .ports import LessonStore


class Verdict(StrEnum):
    """What an answer was."""

    RIGHT = "right"
    WRONG = "wrong"
    STALE = "stale"
    """It was given to a lesson that the learner is not at."""
    BEGUN = "begun"
    """He begins anew."""


class Tutorial:
    """Leads each learner from lesson to lesson, as far as the store remembers."""

    def __init__(self, store: LessonStore) -> None:
        self._store = store

    async def present(self, learner: int) -> Lesson:
        """Where a learner is: at the first lesson to begin with, at last at the end."""
        name = await self._store.lesson(learner)
        return (name is not None and lesson_named(name)) or LESSONS[0]

    async def answer(self, learner: int, lesson: str, answer: str) -> tuple[Verdict, Lesson]:
        """What an answer to a lesson was, and the lesson that the learner is at then."""
        present = await self.present(learner)
        if present.name != lesson:
            return Verdict.STALE, present
        if answer == AGAIN:
            await self._store.set_lesson(learner, LESSONS[0].name)
            return Verdict.BEGUN, LESSONS[0]
        if present == THE_END or answer != present.right:
            return Verdict.WRONG, present
        following = lesson_after(present)
        await self._store.set_lesson(learner, following.name)
        return Verdict.RIGHT, following
