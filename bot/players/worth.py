"""What the result of a hand does to the chance of winning the match.

Points are not all alike: at 95 of 100 five are as good as fifty. So the chance is worked
out from every score, backwards from the target, as if both played equally well from the
next hand on; lines, game bonus and shutout count as the rules say.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from bot.engine import (
    Column,
    Ending,
    HandResult,
    Rules,
    Seat,
    Shutout,
    Victory,
    View,
    other,
    score_columns,
)

_STEPS = 20
"""The target is reached in so many steps; scores in between count as the step below."""
_LINES = 6
"""Leads in hands won beyond this count as this."""

Chances = dict[tuple[int, int, int], float]


def _hands(rules: Rules) -> tuple[tuple[int, float], ...]:
    """Points a won hand comes to, and how often, roughly: half of them gin, half knocks."""
    return (rules.gin_bonus + 6, 0.5), (10, 0.25), (24, 0.25)


@lru_cache(maxsize=64)
def _table(rules: Rules) -> Chances:
    """The chance of winning a column from each score: steps missing to both, lines ahead."""
    shares = [
        (max(1, round(points * _STEPS / rules.target)), share) for points, share in _hands(rules)
    ]
    chances: Chances = {}

    def after(mine: int, theirs: int, ahead: int) -> float:
        ahead = max(-_LINES, min(_LINES, ahead))
        if mine <= 0:
            return float(_wins_crossing(rules, theirs, ahead))
        if theirs <= 0:
            return 1.0 - _wins_crossing(rules, mine, -ahead)
        return chances[mine, theirs, ahead]

    for mine in range(1, _STEPS + 1):
        for theirs in range(1, _STEPS + 1):
            for ahead in range(-_LINES, _LINES + 1):
                chances[mine, theirs, ahead] = (
                    sum(
                        share
                        * (
                            after(mine - step, theirs, ahead + 1)
                            + after(mine, theirs - step, ahead - 1)
                        )
                        for step, share in shares
                    )
                    * 0.5
                )
    return chances


def _wins_crossing(rules: Rules, missing: int, ahead: int) -> bool:
    """Whether who has just reached the target wins, the other missing so many steps.

    `ahead` is by how many lines he leads.
    """
    if rules.victory is Victory.CROSSER:
        return True
    lead = missing * rules.target // _STEPS + rules.game_bonus + ahead * rules.line_bonus
    if missing == _STEPS and rules.shutout is Shutout.DOUBLE_POINTS:
        lead += rules.target
    return lead >= 0


def _column_chance(rules: Rules, column: Column, seat: Seat) -> float:
    if column.count is not None:
        return float(column.count.winner == seat)
    mine, theirs = column.scores[seat], column.scores[other(seat)]
    ahead = max(-_LINES, min(_LINES, mine.lines - theirs.lines))
    missing = [
        min(_STEPS, max(1, -(-(rules.target - score.points) * _STEPS // rules.target)))
        for score in (mine, theirs)
    ]
    return _table(rules)[missing[0], missing[1], ahead]


def chance(view: View, seat: Seat, winner: Seat | None = None, points: int = 0) -> float:
    """The chance, 0 to 1, that `seat` wins the match once this hand ends so.

    `points` are those of the hand with its bonus, before an upcard multiplies them; no winner
    is a void hand. Under Hollywood it is the mean of the three columns.
    """
    result = HandResult(
        Ending.VOID if winner is None else Ending.KNOCK,
        view.dealer,
        winner,
        winner,
        (0, 0),
        points,
        multiplier=view.multiplier,
    )
    columns = score_columns(view.rules, (*view.results, result))
    return sum(_column_chance(view.rules, column, seat) for column in columns) / len(columns)


def chances(view: View, seat: Seat) -> Callable[[Seat | None, int], float]:
    """`chance` for one moment, by winner and points, which remembers what it has worked out."""
    known: dict[tuple[Seat | None, int], float] = {}

    def of(winner: Seat | None, points: int) -> float:
        key = winner, points
        if key not in known:
            known[key] = chance(view, seat, winner, points)
        return known[key]

    return of
