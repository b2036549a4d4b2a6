"""Computer opponents and the coach, who see views and nothing else; and the tutorial's lessons."""

from .hints import Alternative, Hint, NotTaken, Waiting, hint
from .knocking import Choice, KnockOrWait
from .lessons import (
    AGAIN,
    LESSONS,
    THE_END,
    Lesson,
    lesson_after,
    lesson_named,
)
from .levels import Level, Player, player_for
from .review import CostlyMove, Luck, PassedKnock, Review, Step, review

__all__ = [
    "AGAIN",
    "LESSONS",
    "THE_END",
    "Alternative",
    "Choice",
    "CostlyMove",
    "Hint",
    "KnockOrWait",
    "Lesson",
    "Level",
    "Luck",
    "NotTaken",
    "PassedKnock",
    "Player",
    "Review",
    "Step",
    "Waiting",
    "hint",
    "lesson_after",
    "lesson_named",
    "player_for",
    "review",
]
