"""Where players and tables are to be found: what no event tells without a privileged intent."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

import discord

from bot.sessions import Sitting

from .messages import UNREACHABLE
from .patience import patience

_log = logging.getLogger(__name__)

# docs: opcodes and status codes
_UNKNOWN_CHANNEL, _MISSING_ACCESS = 10003, 50001
_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013
_LOOKED_UP_WITHIN = 10
_READER_WAITS_SECONDS = 0.6
"""How long Discord may think about one player while somebody waits for a page."""


class Whereabouts:
    """Looks for the members and channels of the servers the bot is in."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def has_left(self, sitting: Sitting) -> bool:
        """Whether the player to move is no longer in the server; False where it cannot be told."""
        seat = sitting.match.to_move
        if seat is None:
            return False
        return await self.is_gone(sitting.table.guild, sitting.table.players[seat].id)

    async def is_gone(self, guild: int, player: int) -> bool:
        """Whether a player is no longer in a server; False where it cannot be told."""
        return await self._look_up(guild, player, patience(_LOOKED_UP_WITHIN)) is True

    async def which_are_gone(self, guild: int, players: Sequence[int]) -> dict[int, bool]:
        """Whether each of some players has left a server, without those who cannot be told.

        They are looked up together, and nobody who waits for this waits for long.
        """
        looks = (
            self._look_up(guild, player, asyncio.timeout(_READER_WAITS_SECONDS))
            for player in players
        )
        told = zip(players, await asyncio.gather(*looks), strict=True)
        return {player: is_gone for player, is_gone in told if is_gone is not None}

    async def _look_up(self, guild: int, player: int, within: asyncio.Timeout) -> bool | None:
        where = self._client.get_guild(guild)
        if where is None:
            return None
        try:
            async with within:
                await where.fetch_member(player)
        except UNREACHABLE as error:
            if getattr(error, "code", None) in {_UNKNOWN_MEMBER, _UNKNOWN_USER}:
                return True
            _log.info("a player could not be looked up: %s", error)
            return None
        return False

    async def trouble(self, sitting: Sitting) -> int | None:
        """Why a table cannot be reached, by Discord's error code; None where it can, or may.

        The server and its channels are known by their events; a thread that was archived is
        not, and has to be asked for.
        """
        if not self._client.is_ready():
            return None
        table = sitting.table
        guild = self._client.get_guild(table.guild)
        if guild is None:
            return _MISSING_ACCESS
        channel = guild.get_channel_or_thread(table.channel)
        if channel is not None:
            seen = channel.permissions_for(guild.me).view_channel
            return None if seen else _MISSING_ACCESS
        try:
            async with patience(_LOOKED_UP_WITHIN):
                await guild.fetch_channel(table.channel)
        except discord.NotFound:
            return _UNKNOWN_CHANNEL
        except discord.Forbidden as error:
            return error.code
        except UNREACHABLE as error:
            _log.info("the channel of match %s could not be asked for: %s", table.id, error)
        return None
