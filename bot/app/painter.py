"""Paints off the event loop, and keeps the latest pictures for whoever asks again."""

from __future__ import annotations

import asyncio
from functools import lru_cache

from bot.rendering.painting import paint, warm_up
from bot.rendering.scenes import Scene

_KEPT_PICTURES = 256


class ThreadPainter:
    """Paints a scene in a worker thread; equal scenes are painted once while remembered."""

    def __init__(self) -> None:
        self._paint = lru_cache(maxsize=_KEPT_PICTURES)(paint)

    async def warm_up(self) -> None:
        """Draw the deck, so that the first players do not wait for it."""
        await asyncio.to_thread(warm_up)

    async def __call__(self, scene: Scene) -> bytes:
        """The scene as a PNG."""
        return await asyncio.to_thread(self._paint, scene)
