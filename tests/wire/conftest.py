"""A Discord on loopback with one server in it, and the bot beside it as a process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from .double import Double
from .games import Game, seat_two
from .player import Player
from .process import BotProcess
from .world import Channel


@dataclass
class Parlour:
    """What a test needs at hand."""

    double: Double
    bot: BotProcess
    channel: Channel

    async def sit_down(self, seed: int = 1) -> Game:
        """Two players with a match begun, and both their hands open."""
        game = seat_two(self.double, self.channel, ("ann", "ben"), Random(seed))
        async with asyncio.timeout(60):
            await game.begin()
            for player in game.players:
                while player.panel(game.id) is None:
                    await game.open_hand(player)
        return game

    def mover(self, game: Game) -> Player:
        """Whose panel offers a move."""
        return next(player for player in game.players if game.offered(player))


@pytest.fixture
async def parlour(tmp_path: Path) -> AsyncIterator[Parlour]:
    async with Double().open() as double:
        guild = double.world.add_guild("The card room")
        channel = double.world.add_channel(guild, "gin-rummy")
        bot = BotProcess(tmp_path, double)
        try:
            yield Parlour(double, bot, channel)
        finally:
            await bot.close()
