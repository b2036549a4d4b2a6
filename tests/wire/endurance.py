"""Matches one after another over the wire, and what the process has gathered by then."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from .double import Double
from .games import seat_two
from .process import BotProcess
from .sealed import Reader

_AT_REST = 2.5
"""After so many seconds without a click all is shown, and readers are back in their pool."""
_KEPT_SECONDS = 60.0


@dataclass
class Gathered:
    """Figures of a process, taken after a tenth of the matches and after all of them."""

    matches: int = 0
    hands: int = 0
    clicks: int = 0
    unanswered: int = 0
    memory_kb: tuple[int, int] = (0, 0)
    tasks: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    files: tuple[int, int] = (0, 0)
    log: str = ""
    reader: Reader | None = None

    @property
    def growth(self) -> float:
        """How much the memory has grown since the first tenth, in percent."""
        first, last = self.memory_kb
        return 100 * (last - first) / first


@dataclass
class _Look:
    memory_kb: int
    tasks: list[str]
    files: int


async def play_on(
    home: Path,
    *,
    matches: int,
    seed: int,
    reading: bool = False,
    level: str = "WARNING",
    progress: Callable[[int, int], None] = lambda *_: None,
) -> Gathered:
    """One-hand matches, one after another; with `reading` every byte is read along."""
    rng, gathered = Random(seed), Gathered()
    async with Double().open() as double:
        guild = double.world.add_guild("The card room")
        channel = double.world.add_channel(guild, "gin-rummy")
        launch = {"WIRE_CENSUS": str(home / "census")}
        bot = BotProcess(home, double, {"GIN_LOG_LEVEL": level}, launch)
        if reading:
            gathered.reader = Reader(double, bot.database)
        try:
            await bot.start()
            first: _Look | None = None
            for number in range(matches):
                game = seat_two(double, channel, ("ann", "ben"), Random(rng.random()), hands=1)
                await game.begin()
                await game.play()
                gathered.clicks += game.clicks
                gathered.unanswered += game.failed
                double.world.forget(double.world.clock() - _KEPT_SECONDS)
                if number + 1 == max(1, matches // 10):
                    first = await _look(bot)
                progress(number + 1, bot.resident_kb)
            last = await _look(bot)
        finally:
            await bot.close()
    assert first is not None
    gathered.matches = matches
    gathered.memory_kb = (first.memory_kb, last.memory_kb)
    gathered.tasks = (first.tasks, last.tasks)
    gathered.files = (first.files, last.files)
    gathered.log = bot.words
    return gathered


async def _look(bot: BotProcess) -> _Look:
    """What there is once nothing is under way."""
    await asyncio.sleep(_AT_REST)
    tasks = [re.sub(r" at 0x\w+", "", task) for task in await bot.tasks()]
    return _Look(bot.resident_kb, tasks, len(bot.open_files))
