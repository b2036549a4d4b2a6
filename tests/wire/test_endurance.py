"""Match after match over the wire: nothing is left open."""

from __future__ import annotations

from pathlib import Path

from .endurance import play_on

_CACHES_KB = 100 * 1024
"""What the bounded caches of sprites, pictures and readings may still come to hold: so few matches
do not fill them. That it stays at that is what `make soak` measures."""

_POOL = 8
"""Files of the four readers, which the pool opens when they are first needed at once, and keeps."""


async def test_matches_one_after_another_leave_nothing_behind(tmp_path: Path) -> None:
    played = await play_on(tmp_path, matches=10, seed=20261130)

    assert played.clicks > 10 * 10
    first, last = played.memory_kb
    assert last - first < _CACHES_KB
    before, after = played.tasks
    assert after == before
    assert played.files[1] <= played.files[0] + _POOL
    assert "Traceback" not in played.log
