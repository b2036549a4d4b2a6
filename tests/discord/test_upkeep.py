"""A backup taken while people click, put back elsewhere, and played on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.app import upkeep
from tests.builders import ScriptedDealer
from tests.room import Room, room
from tests.scripts import FIRST_MATCH

from .plays import gin_by_the_dealer, next_hand


async def turn(room: Room) -> None:
    """Whoever is to move draws a card, or throws one."""
    for who in (room.alice, room.bob):
        verbs = [key.verb for key in who.panel.keys]
        throws = [verb for verb in verbs if verb.startswith("throw:")]
        if "draw" in verbs or throws:
            await who.press("draw" if "draw" in verbs else throws[-1])
            return
    raise AssertionError("nobody can move")


class SlowProgress:
    """Makes each step of a backup take a while, so that people can click meanwhile."""

    def update(self, task: int, **told: Any) -> None:
        time.sleep(0.02)


@contextmanager
def slowly(title: str, unit: str) -> Iterator[tuple[SlowProgress, int]]:
    yield SlowProgress(), 0


async def test_a_backup_taken_among_clicks_has_every_move_and_is_played_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(upkeep, "_steps", slowly)
    monkeypatch.setattr(upkeep, "_PAGES_A_STEP", 2)
    (tmp_path / "elsewhere").mkdir()
    old, new = tmp_path / "gin.sqlite3", tmp_path / "elsewhere" / "gin.sqlite3"
    async with room(old, ScriptedDealer(*FIRST_MATCH)) as made:
        await made.seat(made.alice, made.bob)
        await gin_by_the_dealer(dealer=made.alice, other=made.bob)
        await next_hand(made.alice, made.bob)
        await made.alice.press("Pass")
        await made.bob.press("Pass")
        for _ in range(5):
            await turn(made)

        acknowledged = await history(made)
        copying = asyncio.create_task(
            asyncio.to_thread(upkeep.backup, address(old), tmp_path / "backup.db")
        )
        clicks = 0
        while not copying.done():
            await turn(made)
            clicks += 1
        await copying
        assert clicks > 1
        played = await history(made)
        assert len(played) == len(acknowledged) + clicks

        assert upkeep.restore(address(new), tmp_path / "backup.db") is None
        made._path = new
        await made.restart()

        kept = await history(made)
        assert kept[: len(acknowledged)] == acknowledged
        assert kept == played[: len(kept)]
        for who in (made.alice, made.bob):
            await who.command("gin hand")
        for more in (1, 2, 3):
            await turn(made)
            assert len(await history(made)) == len(kept) + more


def address(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def history(room: Room) -> list[Any]:
    """All that has happened in the match, as the bot that runs now has stored it."""
    stored = await room.bot.services.records.load(room.table_of)
    assert stored is not None
    return stored[1]
