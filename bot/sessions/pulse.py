"""Signs of life: by their gaps the bot knows for how long it was away."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .ports import Clock, MatchStore

OUTAGE = timedelta(minutes=1)
"""Without a sign of life for longer than this the bot was away (it gives two a minute)."""


class Pulse:
    """Gives the signs, and puts deadlines off by the time that went by without one."""

    def __init__(self, store: MatchStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._beaten_at: datetime | None = None
        """The last of the signs of life that are given again and again."""

    async def wake(self) -> datetime | None:
        """The first sign: any time without one counts. When there was last one, if ever."""
        last = await self._store.last_sign()
        await self._sign(last, timedelta(0))
        return last

    async def beat(self) -> bool:
        """One of the later signs; whether the bot had been away before it."""
        was_away = await self._sign(await self._store.last_sign(), OUTAGE)
        self._beaten_at = self._clock()
        return was_away

    async def _sign(self, last: datetime | None, outage: timedelta) -> bool:
        now = self._clock()
        silent = timedelta(0) if last is None else now - last
        await self._store.sign(now, silent if silent > outage else None)
        return silent > outage

    @property
    def has_stopped(self) -> bool:
        """Whether the signs of life have stopped, so that nobody could make a move."""
        return self._beaten_at is not None and self._clock() - self._beaten_at > OUTAGE
