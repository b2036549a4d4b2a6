"""The sheets that README shows and the goldens hold are such as a match can come to."""

from __future__ import annotations

import pytest

from bot.engine import CLASSIC
from bot.rendering.scenes import SheetScene

from .samples import HOLLYWOOD_SHEET, SHEET


@pytest.mark.parametrize("sheet", [SHEET, HOLLYWOOD_SHEET], ids=["one column", "Hollywood"])
def test_a_sheets_counts_are_the_sums_of_its_hands(sheet: SheetScene) -> None:
    for place, column in enumerate(sheet.columns):
        figures = {row.label: row.figures for row in column.rows}
        for seat in (0, 1):
            won = [
                entry
                for line in sheet.lines
                if line.winner == seat and (entry := line.entries[place]) is not None
            ]
            assert figures["Hand points"][seat] == sum(won)
            if column.winner is None:
                assert figures["Lines"][seat] == len(won)
                assert sum(won) < CLASSIC.target
                continue
            assert figures["Lines × 25"][seat] == 25 * len(won)
            assert figures["Game bonus"][seat] == 100 * (seat == column.winner)
            *added, total = (row.figures[seat] for row in column.rows)
            assert total == sum(added)
        if column.winner is not None:
            assert figures["Hand points"][column.winner] >= CLASSIC.target


def test_a_hand_that_ends_with_a_bonus_has_it() -> None:
    least = {"Gin": 26, "Undercut": 25, "Big Gin": 32}
    for line in SHEET.lines:
        if line.winner is not None:
            assert (line.entries[0] or 0) >= least.get(line.label, 1)
    assert {line.label for line in SHEET.lines} >= set(least)
