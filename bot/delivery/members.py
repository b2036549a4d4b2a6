"""Looks people up: no event tells that one has left without a privileged intent (docs: gateway)."""

from __future__ import annotations

import logging

import discord

from bot.sessions import Sitting

_log = logging.getLogger(__name__)

# docs: opcodes and status codes
_UNKNOWN_MEMBER, _UNKNOWN_USER = 10007, 10013


class Members:
    """The members of the servers the bot is in."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def has_left(self, sitting: Sitting) -> bool:
        """Whether the player to move is no longer in the server; False where it cannot be told."""
        seat, guild = sitting.match.to_move, self._client.get_guild(sitting.table.guild)
        if seat is None or guild is None:
            return False
        player = sitting.table.players[seat].id
        try:
            await guild.fetch_member(player)
        except discord.NotFound as error:
            return error.code in {_UNKNOWN_MEMBER, _UNKNOWN_USER}
        except discord.HTTPException as error:
            _log.info("a player of match %s could not be looked up: %s", sitting.table.id, error)
        return False
