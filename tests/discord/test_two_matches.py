"""Two complete matches, played by clicks in a simulated Discord."""

from __future__ import annotations

from pathlib import Path

from tests.room import room
from tests.scripts import both_matches

from .plays import play_both


async def test_two_scripted_matches_come_out_as_worked_out_by_hand(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3", both_matches()) as opened:
        await play_both(opened)


async def test_a_restart_between_any_two_clicks_loses_nothing(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3", both_matches()) as opened:
        opened.restarts_after_each_click = True
        await play_both(opened)
