"""Ratings after Plackett and Luce, by openskill: a mean and how uncertain it is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from openskill.models import PlackettLuce

from bot.engine import MatchEnding, MatchFact

_MODEL = PlackettLuce()
_MEAN, _DEVIATION = _MODEL.mu, _MODEL.sigma

_BASE, _STEP, _DEVIATIONS = 1000, 40, 3
_DEALS_THAT_COUNT = 3
"""A match that is given up or claimed before its third hand moves no rating."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's skill: its mean and standard deviation, in openskill's units."""

    mu: float = _MEAN
    sigma: float = _DEVIATION

    @property
    def shown(self) -> int:
        """The figure players see: 1000 to begin with, and what is very likely to be surpassed."""
        return round(_BASE + _STEP * (self.mu - _DEVIATIONS * self.sigma))


class Unrated(StrEnum):
    """Why a match moves no rating."""

    NOT_SCORED = "not scored"
    LEVEL = "level"
    TOO_SHORT = "too short"
    ASSISTED = "assisted"
    """A computer has stood in for one of the players."""


def why_unrated(match: MatchFact) -> Unrated | None:
    """Why a match moves no rating; None where it has a winner and was played to some length."""
    if not match.scored:
        return Unrated.NOT_SCORED
    if match.winner is None:
        return Unrated.LEVEL
    if match.ending is not MatchEnding.PLAYED and match.deals < _DEALS_THAT_COUNT:
        return Unrated.TOO_SHORT
    if match.assisted:
        return Unrated.ASSISTED
    return None


def is_rated(match: MatchFact) -> bool:
    """Whether a match moves ratings."""
    return why_unrated(match) is None


def weight_of(meeting: int) -> float:
    """How much the so-manieth match of the same two players on one day counts, from 1 on."""
    return 1 / meeting


def rated(winner: Rating, loser: Rating, weight: float = 1.0) -> tuple[Rating, Rating]:
    """Both ratings after a match, the winner's first; with a smaller weight they move less."""
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in (winner, loser)]
    (won,), (lost,) = _MODEL.rate(teams)
    return (
        _moved(winner, won.mu, won.sigma, weight),
        _moved(loser, lost.mu, lost.sigma, weight),
    )


def _moved(before: Rating, mu: float, sigma: float, weight: float) -> Rating:
    return Rating(
        mu=before.mu + weight * (mu - before.mu),
        sigma=before.sigma + weight * (sigma - before.sigma),
    )
