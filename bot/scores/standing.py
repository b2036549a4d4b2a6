"""Where a player stands: the sums of all his matches in one place and period."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from bot.engine import Tally

from .rating import Rating

RATE_NEEDS = 5
"""Matches that a win rate is worth telling after."""
PER_MILLION = 1_000_000
_NOTHING, _FRESH = Tally(), Rating()


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's sums, his streaks of matches won, and his rating."""

    tally: Tally = _NOTHING
    streak: int = 0
    """Matches won in a row up to now."""
    best_streak: int = 0
    rating: Rating = _FRESH

    @property
    def win_rate(self) -> int | None:
        """Matches won of a million; None as long as there are too few of them."""
        if self.tally.matches < RATE_NEEDS:
            return None
        return self.tally.won * PER_MILLION // self.tally.matches

    def after(self, match: Tally, rating: Rating, *, level: bool = False) -> Standing:
        """The standing once a match is counted, with the rating that it led to.

        One that is left level ends no streak: nobody has lost it.
        """
        streak = self.streak if level else (self.streak + 1) * match.won
        return replace(
            self,
            tally=_summed(self.tally, match),
            streak=streak,
            best_streak=max(self.best_streak, streak),
            rating=rating,
        )


_SUMS = tuple(field.name for field in fields(Tally) if field.name != "best_hand")


def _summed(one: Tally, two: Tally) -> Tally:
    sums = {name: getattr(one, name) + getattr(two, name) for name in _SUMS}
    return Tally(**sums, best_hand=max(one.best_hand, two.best_hand))
