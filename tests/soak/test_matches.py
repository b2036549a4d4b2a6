"""Whole matches through sessions and storage leave nothing open."""

from __future__ import annotations

from pathlib import Path

from .matches import outlive


async def test_matches_one_after_another_leave_no_task_and_no_file_open(tmp_path: Path) -> None:
    outlived = await outlive(tmp_path, 20)

    assert outlived.moves > 20 * 20
    assert outlived.last.tasks <= outlived.first.tasks
    assert outlived.last.files <= outlived.first.files
