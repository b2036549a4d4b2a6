"""Standings and ratings: what many finished matches come to, as sums without a database."""

from .boards import BoardKey, BoardPage, BoardRow, Luck, PlayerFigures, RatingChange
from .periods import ALL_TIME, Periods, periods_of
from .rating import Rating, is_rated, rated, weight_of
from .standing import Standing

__all__ = [
    "ALL_TIME",
    "BoardKey",
    "BoardPage",
    "BoardRow",
    "Luck",
    "Periods",
    "PlayerFigures",
    "Rating",
    "RatingChange",
    "Standing",
    "is_rated",
    "periods_of",
    "rated",
    "weight_of",
]
