"""Makes SimCord's page follow a game: windows take turns, and pictures come at once.

SimCord's page is made for one person looking at a test. Here several windows act and the
world moves by itself, so three things are done to it that its public face does not offer.
They reach into SimCord 3.2.1, which is pinned exactly for that reason:

- an action of a window waits for another's, or for the clock, instead of being refused;
- a window is published again only when what it shows has changed: each time its next click
  is refused until it has noticed (it asks twice a second);
- our own pictures are looked at in this process: one process a picture, as SimCord has it
  for foreign files, shows an empty frame for half a second at every move.
"""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

import simcord
from simcord.preview import Preview
from simcord.preview._media import MediaInfo, MediaWorker, _process_media

from .client import GinBot

_CLOCK_STEP = timedelta(seconds=1)
_NEAR = timedelta(seconds=3)


class _OwnPictures(MediaWorker):
    """Looks at pictures in a thread."""

    async def _decode(self, key: str, blob: bytes, media_time: float | None) -> MediaInfo:
        return await asyncio.to_thread(_process_media, blob, media_time)


class OfflinePage:
    """A preview of a channel whose windows follow each other."""

    def __init__(self, env: simcord.Env, preview: Preview) -> None:
        self._env = env
        self._preview = preview
        self._turns = asyncio.Lock()
        self._seen = 0
        self._shown: dict[str, int] = {}
        """What each window was last seen to show, as a hash."""
        self._answer = preview._server._action
        preview._server._action = self._act_in_turn  # type: ignore[method-assign]
        preview._media_worker = _OwnPictures()

    async def keep_up(self) -> None:
        """Bring the clock to the present, and every window that is behind."""
        async with self._turns:
            step = self._clock_step()
            if step >= _CLOCK_STEP:
                await self._env.advance_time(step.total_seconds())
            happened = len(self._env.backend.transcript)
            if happened != self._seen:
                await self._env.settle()
                self._publish()
                self._seen = happened

    def _clock_step(self) -> timedelta:
        """How far the clock has to go.

        A deadline that is near is passed at once: an action would wait for a timer that
        fires while it settles, and might be given up for it.
        """
        now = self._env.now()
        behind = datetime.now(UTC) - now
        bot = self._env.bot
        deadline = bot.next_deadline if isinstance(bot, GinBot) else None
        is_near = deadline is not None and deadline - now < _NEAR
        return max(behind, deadline - now + _CLOCK_STEP) if deadline and is_near else behind

    def _publish(self) -> None:
        self._preview._advance_presentation_time()
        for page in tuple(self._preview._pages.values()):
            shows = self._content(page)
            if self._shown.get(page.id) != shows:
                self._preview._publish(page, reason="refresh")
                self._shown[page.id] = shows

    def _content(self, page: Any) -> int:
        """A hash of all messages that the person at a window may see."""
        messages = self._env.backend.messages.get(page.channel_id, {}).values()
        return hash(
            tuple(
                (one.id, one.content, repr(one.components))
                for one in messages
                if one.visible_to(page.viewer.id)
            )
        )

    async def _act_in_turn(self, request: Any) -> Any:
        async with self._turns:
            answer = await self._answer(request)
            page = self._preview._pages.get(request.headers.get("X-Simcord-Context"))
            if page is not None:
                self._shown[page.id] = self._content(page)
            return answer
