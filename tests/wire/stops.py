"""SIGTERM in the middle of many matches, and what is there afterwards."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from .double import Double
from .evidence import examine, is_sound
from .kills import set_tables
from .process import BotProcess

_COMES_BACK = "back in a moment"


@dataclass(frozen=True)
class Stopped:
    """What came of it."""

    stops: int
    matches: int
    slowest: float
    told: int
    """Clicks that were answered with the word to come back."""
    acknowledged: int


async def stop_again_and_again(home: Path, *, stops: int, tables: int, seed: int) -> Stopped:
    """Play on while the bot is told to stop, and started again.

    Raises:
        AssertionError: an exit code was not 0, or a move was lost.
    """
    rng, slowest = Random(seed), 0.0
    async with Double().open() as double:
        bot = BotProcess(home, double)
        rows = set_tables(double, tables, rng)
        enough = asyncio.Event()
        try:
            await bot.start()
            async with asyncio.TaskGroup() as playing:
                for row in rows:
                    playing.create_task(row.play_until(enough))
                for _ in range(stops):
                    await asyncio.sleep(rng.uniform(0.2, 1.5))
                    began = time.monotonic()
                    assert await bot.terminate() == 0
                    slowest = max(slowest, time.monotonic() - began)
                    await bot.start()
                enough.set()
        finally:
            await bot.close()
        games = [game for row in rows for game in row.games]
        found = [examine(bot.database, game) for game in games]
        assert is_sound(bot.database)
        told = [line for game in games for player in game.players for line in player.told]
        return Stopped(
            stops=stops,
            matches=len(games),
            slowest=slowest,
            told=sum(_COMES_BACK in line for line in told),
            acknowledged=sum(one.acknowledged for one in found),
        )
