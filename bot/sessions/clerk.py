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
from .trouble import report

_log = logging.getLogger(__name__)

_LONGEST_SLEEP = timedelta(days=1)
_AFTER_TROUBLE = timedelta(minutes=1)
_LEAST_PAUSE = timedelta(seconds=1)
_STILL_DUE = timedelta(seconds=5)
"""When what nobody could do anything about is looked at again, and what fell due meanwhile."""


class Clerk:
    """Calls all who attend whenever the earliest deadline that `next_due` knows has come."""

    def __init__(self, clock: Clock, next_due: Callable[[], Awaitable[datetime | None]]) -> None:
        self._clock = clock
        self._next_due = next_due
        self._attending: list[Callable[[], Awaitable[None]]] = []
        self._task: asyncio.Task[None] | None = None
        self._until: datetime | None = None
        """When the sleeper wakes; None while it makes its round."""
        self._noted: datetime | None = None
        """The earliest deadline that was made during the round."""

    @property
    def wakes_at(self) -> datetime | None:
        """When the sleeper wakes next; None while it is up, or where nothing is due."""
        asleep = self._task is not None and not self._task.done()
        return self._until if asleep else None

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
            if self._until is None:
                self._noted = due if self._noted is None else min(due, self._noted)
                return
            if self._until <= due:
                return
            self._task.cancel()
        self._until = due
        self._task = asyncio.get_running_loop().create_task(self._watch(due), name="gin-clerk")

    async def stop(self) -> None:
        """Stop ringing; deadlines stay in the store."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _watch(self, due: datetime) -> None:
        wake: datetime | None = due
        while wake is not None:
            self._until = wake
            await self._sleep_to(wake)
            self._until = self._noted = None
            wake = self._earlier(await self._round())

    def _earlier(self, wake: datetime | None) -> datetime | None:
        """What the round found, or what was asked for meanwhile."""
        return min((due for due in (wake, self._noted) if due is not None), default=None)

    async def _sleep_to(self, wake: datetime) -> None:
        # No event tells when a clock that is not ours gets there.
        while (left := wake - self._clock()) > timedelta(0):  # noqa: ASYNC110
            await asyncio.sleep(min(left, _LONGEST_SLEEP).total_seconds())

    async def _round(self) -> datetime | None:
        """Call everybody and say when to wake next; what went wrong is tried again later."""
        in_trouble = [await self._is_trouble(overdue) for overdue in self._attending]
        try:
            following = await self._next_due()
        except Exception as error:  # noqa: BLE001 (anything else would stop all deadlines for good)
            report(_log, "a deadline could not be kept, the next one is unknown", error)
            return self._clock() + _AFTER_TROUBLE
        now = self._clock()
        again = now + _AFTER_TROUBLE if any(in_trouble) else None
        if following is None or (again is not None and following <= now):
            return again
        return now + _STILL_DUE if following <= now else max(following, now + _LEAST_PAUSE)

    async def _is_trouble(self, overdue: Callable[[], Awaitable[None]]) -> bool:
        try:
            await overdue()
        except Exception as error:  # noqa: BLE001 (one in trouble must not keep the others waiting)
            report(_log, "a deadline could not be kept", error)
            return True
        return False
