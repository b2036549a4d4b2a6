"""What leaderboards and players' cards are made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from .standing import Standing


class BoardKey(StrEnum):
    """What a leaderboard is ordered by; the values are columns of the standings."""

    RATING = "rating"
    WON = "won"
    WIN_RATE = "win_rate"
    POINTS = "points"
    LINES = "lines"
    GINS = "gins"
    BEST_HAND = "best_hand"


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One player's row; `name` is the one last seen, empty where none is known."""

    place: int
    player: int
    name: str
    standing: Standing


@dataclass(frozen=True, slots=True)
class BoardPage:
    """One page of a leaderboard, of `total` rows altogether."""

    page: int
    total: int
    rows: tuple[BoardRow, ...]


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What a player has played, and his latest ratings, oldest first."""

    name: str
    standing: Standing | None
    ratings: tuple[int, ...]


class RatingChange(NamedTuple):
    """A rating as it is shown, before and after a match."""

    before: int
    after: int


class Luck(NamedTuple):
    """A server's deals in figures; `ready_to_knock` counts hands of ten or less as dealt."""

    hands: int
    dealt_deadwood: int
    won: int
    won_by_first: int
    gins: int
    ready_to_knock: int
