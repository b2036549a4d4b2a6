"""Makes SimCord's page follow a game: windows take turns, and pictures come at once.

SimCord's page is made for one person looking at a test. Here several windows act and the
world moves by itself, so three things are done to it that its public face does not offer.
They reach into SimCord 3.2.1, which is pinned exactly for that reason:

- an action of a window waits for another's, or for the clock, instead of being refused;
- a window that has just acted is not published again, which would refuse its next click
  until it has noticed (it asks twice a second);
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

_CLOCK_STEP = timedelta(seconds=1)


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
        self._acted: tuple[str | None, int] = (None, 0)
        """The window that acted last, and how much had happened when it was done."""
        self._answer = preview._server._action
        preview._server._action = self._act_in_turn  # type: ignore[method-assign]
        preview._media_worker = _OwnPictures()

    async def keep_up(self) -> None:
        """Bring the clock to the present, and every window that is behind."""
        async with self._turns:
            behind = datetime.now(UTC) - self._env.now()
            if behind >= _CLOCK_STEP:
                await self._env.advance_time(behind.total_seconds())
            happened = len(self._env.backend.transcript)
            if happened != self._seen:
                await self._env.settle()
                self._publish(happened)
                self._seen = happened

    def _publish(self, happened: int) -> None:
        self._preview._advance_presentation_time()
        window, by_then = self._acted
        for page in tuple(self._preview._pages.values()):
            is_current = page.id == window and by_then == happened
            if not is_current:
                self._preview._publish(page, reason="refresh")

    async def _act_in_turn(self, request: Any) -> Any:
        async with self._turns:
            answer = await self._answer(request)
            window = request.headers.get("X-Simcord-Context")
            self._acted = (window, len(self._env.backend.transcript))
            return answer
