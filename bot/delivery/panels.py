"""The private panels: each player's hand, shown on demand and brought up to date unasked."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from weakref import WeakValueDictionary

import discord

from bot.rendering.hand_page import hand_page
from bot.rendering.pages import Page
from bot.rendering.sight import Sight
from bot.sessions import Sitting

from .messages import UNREACHABLE, Interaction, Messenger, is_private
from .sights import sight_of

_log = logging.getLogger(__name__)

Look = Callable[[int], Awaitable[Sitting]]
"""Looks how a match stands, by its id."""

PageFor = Callable[[Sight], Page]
"""Makes a panel of what a seat looks at."""

# 10062 unknown interaction, 10008 message gone, 10015 and 50027 token dead (docs: opcodes
# and status codes; a dead token comes as a plain HTTPException with status 401).
_DEAD = frozenset({10008, 10015, 10062, 50027})

# A token lives 15 minutes (docs: receiving and responding); clocks differ a little.
_TOKEN_LIFE = timedelta(minutes=14, seconds=30)


@dataclass(frozen=True, slots=True)
class _Shown:
    interaction: Interaction
    version: int

    @property
    def is_dead(self) -> bool:
        return discord.utils.utcnow() - self.interaction.created_at > _TOKEN_LIFE


class Panels:
    """The newest interaction of each player's panel.

    Only an interaction whose original message is the panel may be kept: editing through
    one that answered the public table would show the hand to everybody (tried in SimCord).
    What is lost here with the process is a convenience: any click brings a new one.
    """

    def __init__(self, messenger: Messenger, look: Look) -> None:
        self._messenger = messenger
        self._look = look
        self._shown: dict[tuple[int, int], _Shown] = {}
        self._queues: WeakValueDictionary[tuple[int, int], asyncio.Lock] = WeakValueDictionary()

    async def show(
        self, interaction: Interaction, sitting: Sitting, page_for: PageFor = hand_page
    ) -> None:
        """Show the clicker his hand: in the panel he clicked, or in a new one.

        Raises:
            NotSeated: he does not play in this match.
        """
        key = sitting.table.id, interaction.user.id
        before = self._shown.get(key)
        if before is not None and before.version < sitting.match.version:
            # The answer shows it, with what there is to say; no push is to come over that.
            self._shown[key] = _Shown(before.interaction, sitting.match.version)
        await self._answer(interaction, sitting, page_for)
        self._keep(interaction, sitting)
        now = await self._look(sitting.table.id)
        # The other player may have moved while this was on its way.
        await self.push(now, interaction.user.id)

    async def ask(self, interaction: Interaction, sitting: Sitting, page_for: PageFor) -> None:
        """Show the clicker a page that no change may take from him unanswered.

        Raises:
            NotSeated: he does not play in this match.
        """
        await self._answer(interaction, sitting, page_for)
        self._shown.pop((sitting.table.id, interaction.user.id), None)

    async def _answer(self, interaction: Interaction, sitting: Sitting, page_for: PageFor) -> None:
        seat = sitting.seat_of(interaction.user.id)
        page = page_for(sight_of(sitting, seat))
        if is_private(interaction):
            await self._messenger.redraw(interaction, page)
        else:
            await self._messenger.answer(interaction, page, private=True)

    def is_live(self, match: int, player: int) -> bool:
        """Whether a player's panel follows the match by itself."""
        shown = self._shown.get((match, player))
        return shown is not None and not shown.is_dead

    async def push(self, sitting: Sitting, player: int) -> None:
        """Bring a player's panel up to date, if it lives and shows something older.

        One push at a time a panel, always the latest; a later one could otherwise arrive first.
        """
        key = sitting.table.id, player
        queue = self._queues.setdefault(key, asyncio.Lock())
        now = sitting if not queue.locked() else None
        async with queue:
            while (shown := self._shown.get(key)) is not None and not shown.is_dead:
                now = now or await self._look(sitting.table.id)
                if shown.version >= now.match.version:
                    return
                await self._push(shown, now, player)
                now = None

    async def _push(self, shown: _Shown, sitting: Sitting, player: int) -> None:
        key, version = (sitting.table.id, player), sitting.match.version
        self._shown[key] = _Shown(shown.interaction, version)
        page = hand_page(sight_of(sitting, sitting.seat_of(player)))
        try:
            await self._messenger.push(shown.interaction, page)
        except UNREACHABLE as error:
            self._forget(*key, shown.interaction)
            if getattr(error, "code", None) not in _DEAD:
                _log.warning("a panel of match %s could not be pushed: %s", key[0], error)
        else:
            if sitting.match.ended is not None:
                self._forget(*key, shown.interaction)
        after = self._shown.get(key)
        if after is not None and after.interaction is not shown.interaction:
            # A click was answered meanwhile. This may have come over what it was shown, even if
            # it failed: the answer to it may be all that was lost.
            self._shown[key] = _Shown(after.interaction, min(after.version, version))

    def _keep(self, interaction: Interaction, sitting: Sitting) -> None:
        for key in [key for key, shown in self._shown.items() if shown.is_dead]:
            del self._shown[key]
        key = sitting.table.id, interaction.user.id
        if sitting.match.ended is None:
            self._shown[key] = _Shown(interaction, sitting.match.version)
        else:
            # Nothing comes after this, and an interaction is not small.
            self._shown.pop(key, None)

    def _forget(self, match: int, player: int, interaction: Interaction) -> None:
        shown = self._shown.get((match, player))
        if shown is not None and shown.interaction is interaction:
            del self._shown[match, player]
