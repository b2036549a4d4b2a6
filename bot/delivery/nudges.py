"""Calls a player to a match: edits notify nobody, so a message does.

It says that it is his turn, that he is asked something, or that the other player is late. One
message a match at the most; it goes when what it says is no longer so, and none is sent after
that, nor while the match is parked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from weakref import WeakValueDictionary

import discord

from bot.engine import Lateness, Proposal, other
from bot.rendering.courtesy_page import late_page, question_page
from bot.rendering.nudge_page import nudge_page
from bot.sessions import Nudge, NudgeWish, Player, Preferences, Sitting, Stale, Tables

from .messages import UNREACHABLE, Messenger
from .panels import Panels
from .sights import link_to, sight_of
from .whereabouts import Whereabouts

_log = logging.getLogger(__name__)

Preferred = Callable[[int], Awaitable[Preferences]]
"""Looks up what a player has chosen, by his id."""


class Nudges:
    """Sends the messages and takes them away again."""

    def __init__(
        self,
        tables: Tables,
        messenger: Messenger,
        panels: Panels,
        whereabouts: Whereabouts,
        preferred: Preferred,
    ) -> None:
        self._tables = tables
        self._messenger = messenger
        self._panels = panels
        self._whereabouts = whereabouts
        self._preferred = preferred
        self._queues: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def moved(self, match: int, by: int | None) -> None:
        """A match has moved on: what is no longer so goes; whoever looks away is called."""
        async with self._queue(match):
            sitting = await self._tables.look(match)
            standing, reason = sitting.table.nudge, _reason(sitting)
            if standing is not None and standing.reason != reason:
                await self._messenger.remove(standing)
                await self._tables.nudged(match, None)
                standing = None
            player = _called(sitting)
            if player is None or player.id == by or standing is not None:
                return
            wish = (await self._preferred(player.id)).nudge
            looks_away = not self._panels.is_live(match, player.id)
            now = sitting.match
            asked = None if now.proposed is None else now.proposed.proposal
            # A discard that may go back is a matter of this moment; the others can wait.
            has_to_answer = asked not in {None, Proposal.TAKE_BACK}
            concerns_him = looks_away or has_to_answer or now.late is not None
            if wish is NudgeWish.ALWAYS or (wish is NudgeWish.AWAY and concerns_him):
                await self._nudge(sitting, player)

    async def waits(self, sitting: Sitting, *, again: bool) -> None:
        """The player to move has let a while pass; `again` calls him a second time."""
        match = sitting.table.id
        async with self._queue(match):
            now = await self._tables.look(match)
            player, standing = _called(now), now.table.nudge
            if player is None or now.match.version != sitting.match.version:
                return
            if (await self._preferred(player.id)).nudge is NudgeWish.NEVER:
                return
            if standing is not None:
                if not again:
                    return
                await self._messenger.remove(standing)
            await self._nudge(now, player)

    async def _nudge(self, sitting: Sitting, player: Player) -> None:
        match, seen = sitting.table.id, sitting.match.version
        if _waits_for_mover(sitting) and await self._whereabouts.has_left(sitting):
            with suppress(Stale):  # another process was faster
                await self._tables.call_time(match, seen, Lateness.LEFT)
            return
        if _reason(await self._tables.look(match)) != _reason(sitting):
            # He moved while he was looked up; what comes of that is another call's business.
            return
        try:
            nudge = await self._send(sitting, player)
        except discord.HTTPException as error:
            # The channel is lost: he sees it when he looks.
            _log.info("a player of match %s could not be called: %s", match, error)
            return
        except UNREACHABLE as error:
            _log.info("a player of match %s is called later: %s", match, error)
            await self._tables.nudge_again(match)
            return
        now = await self._tables.look(match)
        if _reason(now) != nudge.reason:
            await self._messenger.remove(nudge)
        else:
            await self._tables.nudged(match, nudge)

    async def _send(self, sitting: Sitting, player: Player) -> Nudge:
        """By DM where he wants that and takes any, else in the channel."""
        if (await self._preferred(player.id)).by_dm:
            try:
                return await self._post(sitting, player, await self._messenger.dm(player.id))
            except discord.Forbidden:
                _log.info("a player of match %s takes no DMs", sitting.table.id)
        return await self._post(sitting, player, None)

    async def _post(self, sitting: Sitting, player: Player, dm: int | None) -> Nudge:
        table, match = sitting.table, sitting.match
        page_for = late_page if match.late else question_page if match.proposed else nudge_page
        link = None if dm is None else link_to(table)
        page = page_for(sight_of(sitting, None), player=player.id, link=link)
        channel = table.channel if dm is None else dm
        return Nudge(channel, await self._messenger.post(channel, page), _reason(sitting))

    def _queue(self, match: int) -> asyncio.Lock:
        return self._queues.setdefault(match, asyncio.Lock())


def _called(sitting: Sitting) -> Player | None:
    """Whom a match waits for: who may claim it, who is asked something, or the player to move."""
    match = sitting.match
    # A private match that is parked has no place yet where a call would go unseen.
    if match.to_move is None or sitting.table.trouble is not None:
        return None
    # In practice nobody waits for anybody.
    if sitting.table.is_practice or match.to_move == match.stood_in:
        return None
    if match.late is not None:
        seat = other(match.late.seat)
    elif match.proposed is not None:
        seat = other(match.proposed.seat)
    elif match.paused:
        return None
    else:
        seat = match.to_move
    return sitting.table.players[seat]


def _waits_for_mover(sitting: Sitting) -> bool:
    match = sitting.match
    return match.late is None and match.proposed is None and not match.paused


def _reason(sitting: Sitting) -> str:
    """What a call is for; another reason, or the same choices anew, need another call."""
    match = sitting.match
    if _called(sitting) is None:
        return ""
    what = "late" if match.late else match.proposed.proposal if match.proposed else "turn"
    return f"{what} {match.turned}"
