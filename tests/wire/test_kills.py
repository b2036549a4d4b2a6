"""The process is killed at random moments, with many matches in play, and started again."""

from __future__ import annotations

from pathlib import Path

from .kills import survive


async def test_what_was_answered_before_a_kill_is_there_after_it(tmp_path: Path) -> None:
    """Every answered move is stored, none twice, none of nobody's, and all scores are right."""
    survived = await survive(tmp_path, kills=4, tables=5, seed=20261130)

    assert survived.kills == 4
    assert survived.matches >= 5
    assert survived.unanswered > 0, "no kill came between a click and its answer"
    assert survived.acknowledged > 100
    assert survived.tracebacks == 0
