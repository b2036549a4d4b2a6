"""Kills at random moments, with many matches in play, and what is there afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from .double import Double
from .evidence import Findings, examine, is_sound
from .games import Game, seat_two
from .player import lively
from .process import BotProcess
from .world import Channel

_TABLES_EACH = 4
"""Matches in one channel at once."""


@dataclass(frozen=True)
class Survived:
    """What came of it."""

    kills: int
    matches: int
    clicks: int
    unanswered: int
    findings: tuple[Findings, ...]
    refused: int
    tracebacks: int

    @property
    def moves(self) -> int:
        return sum(found.moves for found in self.findings)

    @property
    def acknowledged(self) -> int:
        return sum(found.acknowledged for found in self.findings)


class Table:
    """Plays one match after another until there have been enough kills."""

    def __init__(self, double: Double, channel: Channel, number: int, rng: Random) -> None:
        self._double, self._channel = double, channel
        self._number, self._rng = number, rng
        self.games: list[Game] = []

    async def play_until(self, enough: asyncio.Event) -> None:
        while not enough.is_set() or not self.games:
            names = (f"ann{self._number}", f"ben{self._number}")
            game = seat_two(self._double, self._channel, names, self._rng, chooser=lively)
            game.hands = self._rng.choice((1, 2))
            self.games.append(game)
            await game.begin()
            await game.play()


async def survive(
    home: Path,
    *,
    kills: int,
    tables: int,
    seed: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Survived:
    """Play on `tables` tables while the bot is killed again and again, and look at what is left."""
    rng = Random(seed)
    async with Double().open() as double:
        bot = BotProcess(home, double)
        try:
            rows = set_tables(double, tables, rng)
            await bot.start()
            await _play_and_kill(bot, rows, kills, rng, progress)
        finally:
            await bot.close()
        games = [game for row in rows for game in row.games]
        found = tuple(examine(bot.database, game) for game in games)
        assert is_sound(bot.database)
        return Survived(
            kills=bot.starts - 1,
            matches=len(games),
            clicks=sum(game.clicks for game in games),
            unanswered=sum(game.failed for game in games),
            findings=found,
            refused=len(double.refused),
            tracebacks=bot.words.count("Traceback (most recent call last)"),
        )


def set_tables(double: Double, tables: int, rng: Random) -> Sequence[Table]:
    """So many tables, a few to a channel."""
    guild = double.world.add_guild("The card room")
    channels = [
        double.world.add_channel(guild, f"gin-{number}")
        for number in range((tables - 1) // _TABLES_EACH + 1)
    ]
    return [
        Table(double, channels[number // _TABLES_EACH], number, Random(rng.random()))
        for number in range(tables)
    ]


async def _play_and_kill(
    bot: BotProcess,
    rows: Sequence[Table],
    kills: int,
    rng: Random,
    progress: Callable[[int], None],
) -> None:
    enough = asyncio.Event()
    async with asyncio.TaskGroup() as playing:
        for row in rows:
            playing.create_task(row.play_until(enough))
        for number in range(kills):
            await asyncio.sleep(rng.uniform(0.0, 1.5))
            await bot.kill()
            await bot.start()
            progress(number + 1)
        enough.set()
