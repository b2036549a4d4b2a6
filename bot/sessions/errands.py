"""What is told to people while nobody waits for it: it may take its time."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine


class Errands:
    """Things that are under way, each kept until it is done."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[None]] = set()

    def send(self, told: Coroutine[None, None, None]) -> None:
        """Begin with one, and do not wait for it."""
        task = asyncio.get_running_loop().create_task(told)
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def settle(self) -> None:
        """Wait until all that was begun so far is done."""
        while self._under_way:
            await asyncio.gather(*self._under_way, return_exceptions=True)
