"""What a match has changed, or why it has changed nothing, in one line."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine import MatchEnding
from bot.scores import RatingChange, Unrated

from .words import Names


@dataclass(frozen=True, slots=True)
class RatingNews:
    """How a match ended, and both seats' ratings before and after it, or why none moved."""

    ending: MatchEnding
    changes: tuple[RatingChange, ...]
    unrated: Unrated | None


_TOO_SHORT = {
    MatchEnding.RESIGNED: "Given up",
    MatchEnding.CLAIMED: "Claimed",
}


def rating_line(news: RatingNews, names: Names) -> str:
    """Both new ratings, and by how much each has moved."""
    match news.unrated:
        case Unrated.NOT_SCORED:
            return "No rating moves."
        case Unrated.LEVEL:
            return "Nobody has won, so no rating moves."
        case Unrated.TOO_SHORT:
            how = _TOO_SHORT.get(news.ending, "Ended")
            return f"{how} before the third hand, so no rating moves."
        case Unrated.ASSISTED:
            return "A computer has stood in, so no rating moves."
    if not news.changes:
        return "Ratings follow once the standings are built anew."
    told = [
        f"**{names[seat]}** {change.after} ({_signed(change.after - change.before)})"
        for seat, change in enumerate(news.changes)
    ]
    return f"Rating: {' · '.join(told)}"


def _signed(by: int) -> str:
    return f"{'−' if by < 0 else '+' if by else '±'}{abs(by)}"
