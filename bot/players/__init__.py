"""Computer opponents and the coach: they see views and nothing else."""

from .hints import Alternative, Hint, NotTaken, Waiting, hint
from .knocking import Choice, KnockOrWait
from .levels import Level, Player, player_for
from .review import CostlyMove, Luck, PassedKnock, Review, Step, review

__all__ = [
    "Alternative",
    "Choice",
    "CostlyMove",
    "Hint",
    "KnockOrWait",
    "Level",
    "Luck",
    "NotTaken",
    "PassedKnock",
    "Player",
    "Review",
    "Step",
    "Waiting",
    "hint",
    "player_for",
    "review",
]
