"""The clerk: one sleeper for all deadlines, however many there are.

It keeps nothing but the moment it sleeps to. Deadlines live in the store, so a restart
loses none; whoever stores an earlier one tells the clerk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from .ports import Clock

_log = logging.getLogger(__name__)

_LONGEST_SLEEP = timedelta(days=1)
_AFTER_TROUBLE = timedelta(minutes=1)


class Clerk:
    """Calls all who attend whenever the earliest deadline that `next_due` knows has come."""

    def __init__(self, clock: Clock, next_due: Callable[[], Awaitable[datetime | None]]) -> None:
        self._clock = clock
        self._next_due = next_due
        self._attending: list[Callable[[], Awaitable[None]]] = []
        self._until: datetime | None = None
        self._task: asyncio.Task[None] | None = None

    def attend(self, overdue: Callable[[], Awaitable[None]]) -> None:
        """Have `overdue` called whenever something has come due."""
        self._attending.append(overdue)

    async def start(self) -> None:
        """Ring for what came due while nobody watched, then sleep to the next deadline."""
        self.expect(self._clock())

    def expect(self, due: datetime) -> None:
        """There is a deadline at `due`: wake up for it if that is earlier than planned.

        The sleeper is replaced rather than signalled, so that no task is parked on an
        event (a simulated Discord waits for those; tried in SimCord).
        """
        if self._task is not None and not self._task.done():
            if self._until is not None and self._until <= due:
                return
            if self._task is not asyncio.current_task():
                self._task.cancel()
        self._until = due
        self._task = asyncio.get_running_loop().create_task(self._watch(due), name="gin-clerk")

    async def stop(self) -> None:
        """Stop ringing; deadlines stay in the store."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self, due: datetime) -> None:

        while (left := min(due - self._clock(), _LONGEST_SLEEP)) > timedelta(0):  # noqa: ASYNC110
            await asyncio.sleep(left.total_seconds())
        following = await self._round()
        self._until = None
        if following is not None:
            self._task = None
            self.expect(following)

    async def _round(self) -> datetime | None:
        """Call everybody once and say when to wake next; trouble is tried again later."""
        try:
            for overdue in self._attending:
                await overdue()
            return await self._next_due()
        except Exception:  # noqa: BLE001 (anything else would stop all deadlines for good)
            _log.exception("a deadline could not be kept")
            return self._clock() + _AFTER_TROUBLE
