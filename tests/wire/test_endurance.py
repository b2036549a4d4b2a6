"""Match after match over the wire: nothing is left open, and the memory stays as it is."""

from __future__ import annotations

from pathlib import Path

from .endurance import play_on

_GROWTH = 10.0
"""Percent, from the first tenth to the end."""


async def test_matches_one_after_another_leave_nothing_behind(tmp_path: Path) -> None:
    played = await play_on(tmp_path, matches=20, seed=20261130)

    assert played.unanswered == 0
    assert played.clicks > 20 * 10
    assert played.growth < _GROWTH, played.memory_kb
    before, after = played.tasks
    assert after == before
    assert played.files[1] <= played.files[0]
    assert "Traceback" not in played.log
