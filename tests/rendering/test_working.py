"""How a score came about, on the line of the reveal."""

from __future__ import annotations

import pytest

from bot.engine import Ending
from bot.engine.events import HandResult
from bot.rendering.hand_score import working


@pytest.mark.parametrize(
    ("result", "line"),
    [
        (HandResult(Ending.KNOCK, 0, 0, 0, (1, 23), 22), "23 − 1 = 22"),
        (HandResult(Ending.KNOCK, 0, 0, 1, (23, 23), 0), "23 − 23 = 0"),
        (HandResult(Ending.GIN, 0, 1, 1, (38, 0), 38, 25), "38 + 25 gin = 63"),
        (HandResult(Ending.BIG_GIN, 0, 1, 1, (38, 0), 38, 31), "38 + 31 Big Gin = 69"),
        (HandResult(Ending.UNDERCUT, 0, 0, 1, (9, 4), 5, 25), "9 − 4 + 25 undercut = 30"),
        (HandResult(Ending.KNOCK, 0, 0, 0, (1, 23), 22, 0, 2), "(23 − 1) × 2 = 44"),
        (HandResult(Ending.GIN, 0, 0, 0, (0, 9), 9, 20, 2), "(9 + 20 gin) × 2 = 58"),
    ],
)
def test_the_working_comes_to_the_points_of_the_hand(result: HandResult, line: str) -> None:
    assert working(result) == line
    assert line.endswith(f" = {result.points}")


def test_a_void_hand_has_nothing_to_work_out() -> None:
    assert working(HandResult(Ending.VOID, 0, None, None, (40, 50))) == ""
