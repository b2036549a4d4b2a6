"""Standings and ratings: what many finished matches come to, as sums without a database."""

from .boards import BoardKey, BoardPage, BoardRow, Luck, PlayerFigures, RatingChange
from .luck import TEN_CARDS, Verdict, expect_mean, expect_share
from .periods import ALL_TIME, Periods, periods_of
from .rating import Rating, Unrated, is_rated, rated, weight_of, why_unrated
from .standing import PER_MILLION, RATE_NEEDS, Standing

__all__ = [
    "ALL_TIME",
    "PER_MILLION",
    "RATE_NEEDS",
    "TEN_CARDS",
    "BoardKey",
    "BoardPage",
    "BoardRow",
    "Luck",
    "Periods",
    "PlayerFigures",
    "Rating",
    "RatingChange",
    "Standing",
    "Unrated",
    "Verdict",
    "expect_mean",
    "expect_share",
    "is_rated",
    "periods_of",
    "rated",
    "weight_of",
    "why_unrated",
]
