"""Paints off the event loop, and keeps the latest pictures for whoever asks again."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable

from bot.rendering.painting import paint, warm_up
from bot.rendering.scenes import Scene

_KEPT_BYTES = 16 * 1024 * 1024


class KeptPictures:
    """Pictures by their scenes, up to so many bytes; the one not asked for longest goes first."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._pictures: OrderedDict[Scene, bytes] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._pictures)

    def get(self, scene: Scene) -> bytes | None:
        """The picture of a scene if it is still kept."""
        picture = self._pictures.get(scene)
        if picture is not None:
            self._pictures.move_to_end(scene)
        return picture

    def keep(self, scene: Scene, picture: bytes) -> None:
        """Keep a picture, and let go of as many old ones as that takes."""
        self.bytes += len(picture) - len(self._pictures.pop(scene, b""))
        self._pictures[scene] = picture
        while self.bytes > self._most:
            _, gone = self._pictures.popitem(last=False)
            self.bytes -= len(gone)


class ThreadPainter:
    """Paints a scene in a worker thread; whoever asks for an equal one meanwhile waits for it."""

    def __init__(
        self, painted: Callable[[Scene], bytes] = paint, most_bytes: int = _KEPT_BYTES
    ) -> None:
        self._paint = painted
        self._kept = KeptPictures(most_bytes)
        self._under_way: dict[Scene, asyncio.Task[bytes]] = {}

    async def warm_up(self) -> None:
        """Draw the deck, so that the first players do not wait for it."""
        await asyncio.to_thread(warm_up)

    async def __call__(self, scene: Scene) -> bytes:
        """The scene as a PNG."""
        picture = self._kept.get(scene)
        if picture is not None:
            return picture
        task = self._under_way.get(scene)
        if task is None:
            task = asyncio.create_task(self._painted(scene))
            self._under_way[scene] = task
        # One who asked and went away must not take the picture from the others.
        return await asyncio.shield(task)

    async def _painted(self, scene: Scene) -> bytes:
        try:
            picture = await asyncio.to_thread(self._paint, scene)
        finally:
            del self._under_way[scene]
        self._kept.keep(scene, picture)
        return picture
