"""Tells the player to move that it is his turn: edits notify nobody, so a message does.

One message a match at the most; it goes when he moves, and none is sent after he has.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import discord

from bot.rendering.nudge_page import nudge_page
from bot.rendering.words import Names
from bot.sessions import Nudge, NudgeWish, Player, Preferences, Sitting, Tables

from .messages import Messenger
from .panels import Panels

_log = logging.getLogger(__name__)

Preferred = Callable[[int], Awaitable[Preferences]]
"""Looks up what a player has chosen, by his id."""


class Nudges:
    """Sends the messages and takes them away again."""

    def __init__(
        self, tables: Tables, messenger: Messenger, panels: Panels, preferred: Preferred
    ) -> None:
        self._tables = tables
        self._messenger = messenger
        self._panels = panels
        self._preferred = preferred
        self._queues: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def moved(self, match: int, by: int | None) -> None:
        """A match has moved on: what stood goes; the next player is told if he looks away."""
        async with self._queue(match):
            sitting = await self._tables.look(match)
            if sitting.table.nudge is not None:
                await self._messenger.remove(sitting.table.nudge)
                await self._tables.nudged(match, None)
            player = _to_move(sitting)
            if player is None or player.id == by:
                return
            wish = (await self._preferred(player.id)).nudge
            looks_away = not self._panels.is_live(match, player.id)
            if wish is NudgeWish.ALWAYS or (wish is NudgeWish.AWAY and looks_away):
                await self._nudge(sitting, player)

    async def waits(self, sitting: Sitting) -> None:
        """The player to move has let a while pass."""
        match = sitting.table.id
        async with self._queue(match):
            now = await self._tables.look(match)
            player = _to_move(now)
            if player is None or now.match.version != sitting.match.version or now.table.nudge:
                return
            if (await self._preferred(player.id)).nudge is not NudgeWish.NEVER:
                await self._nudge(now, player)

    async def _nudge(self, sitting: Sitting, player: Player) -> None:
        match = sitting.table.id
        try:
            nudge = await self._send(sitting, player)
        except discord.HTTPException as error:
            # Closed DMs or a lost channel: he sees it when he looks.
            _log.info("a player of match %s could not be told: %s", match, error)
            return
        now = await self._tables.look(match)
        if now.match.version != sitting.match.version:
            await self._messenger.remove(nudge)
        else:
            await self._tables.nudged(match, nudge)

    async def _send(self, sitting: Sitting, player: Player) -> Nudge:
        table, by_dm = sitting.table, (await self._preferred(player.id)).by_dm
        channel = await self._messenger.dm(player.id) if by_dm else table.channel
        page = nudge_page(
            table.id,
            sitting.view(None),
            Names(table.names),
            player=player.id,
            link=(table.guild, table.channel, table.message) if by_dm else None,
        )
        return Nudge(channel, await self._messenger.post(channel, page))

    def _queue(self, match: int) -> asyncio.Lock:
        return self._queues.setdefault(match, asyncio.Lock())


def _to_move(sitting: Sitting) -> Player | None:
    seat = sitting.match.to_move
    return None if seat is None else sitting.table.players[seat]
