"""Where clicks come in: it knows who is inside, and lets nobody in once the bot is to go."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from bot.engine import GinError


@dataclass
class Leaving(GinError):
    """The bot is about to go, and takes up nothing more."""


class Doorway:
    """Open until it is shut, which is once and for all."""

    def __init__(self) -> None:
        self._inside: set[asyncio.Task[Any]] = set()
        self._is_shut = False

    def require_open(self) -> None:
        """Make sure that something may still be begun.

        Raises:
            Leaving: the bot is about to go.
        """
        if self._is_shut:
            raise Leaving

    @contextmanager
    def passed(self) -> Iterator[None]:
        """Somebody is inside until he has his answer, be it that nothing is taken up."""
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a click is answered by a task")
        self._inside.add(task)
        try:
            yield
        finally:
            self._inside.discard(task)

    def shut(self) -> None:
        """From now on nothing is taken up; whoever comes is told so."""
        self._is_shut = True

    async def emptied(self, within: float) -> None:
        """Wait until all who are inside now have left; who has not by then is sent away."""
        inside = set(self._inside)
        if inside:
            _, late = await asyncio.wait(inside, timeout=within)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
