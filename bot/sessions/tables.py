"""The live tables: one road for every click, command, deadline and restart.

decide → store → evolve → announce, one at a time a match. A state in memory is only a
cache of what the store holds; whatever was answered is in the store already.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from bot.engine import (
    Action,
    DealHand,
    Event,
    HandDealt,
    HandEnded,
    Match,
    Refused,
    Seat,
    decide,
    evolve,
    replay,
)

from .errors import Conflict, Doubled, Stale, UnknownMatch
from .seating import Nudge, Sitting, Table, results_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from .clerk import Clerk
    from .ports import Clock, Dealer, MatchStore, TableAudience

_CACHED_MATCHES = 512
_NUDGE_AFTER = timedelta(minutes=1)


class Tables:
    """All matches of this process. `next_hand_after` is how long a finished hand stays open."""

    def __init__(
        self,
        store: MatchStore,
        clock: Clock,
        clerk: Clerk,
        dealer: Dealer,
        next_hand_after: timedelta,
    ) -> None:
        self._store = store
        self._clock = clock
        self._clerk = clerk
        self._dealer = dealer
        self._next_hand_after = next_hand_after
        self._queues: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._cache: OrderedDict[int, Sitting] = OrderedDict()
        self._announcements: set[asyncio.Task[None]] = set()
        self._audience: TableAudience | None = None
        clerk.attend(self.deal_overdue)
        clerk.attend(self.nudge_overdue)

    def attach(self, audience: TableAudience) -> None:
        """Whom to tell of changes."""
        self._audience = audience

    async def act(
        self, match: int, player: int, action: Action, seen_version: int | None
    ) -> Sitting:
        """Play an action for a player and say how the match stands then.

        `seen_version` is the version the click was made on; None for a command that
        means the present, whatever it is.

        Raises:
            UnknownMatch: no match has this id.
            NotSeated: the player does not play in it.
            Stale: the match has moved on since; nothing was played.
            Doubled: this very click has counted already.
            Refused: the rules deny the action; nothing has changed.
        """
        async with self._queue(match):
            try:
                sitting = await self._act(match, player, action, seen_version)
            except Conflict as conflict:
                # Another process was faster: what the click was made on is out of date.
                self._cache.pop(match, None)
                raise Stale(await self._load(match)) from conflict
        self._announce(sitting, player)
        return sitting

    async def _act(
        self, match: int, player: int, action: Action, seen_version: int | None
    ) -> Sitting:
        sitting = await self._load(match)
        if seen_version is not None and seen_version > sitting.match.version:
            # Another process has moved this match on since it was remembered here.
            self._cache.pop(match, None)
            sitting = await self._load(match)
        seat = sitting.seat_of(player)
        current = range(sitting.match.turned, sitting.match.version + 1)
        if seen_version is not None and seen_version not in current:
            raise await self._out_of_date(sitting, seat, action, seen_version)
        events = list(decide(sitting.match, seat, action))
        state = _after(sitting.match, events)
        if state.between_hands and state.all_ready:
            events += self._deal(state)
        return await self._commit(sitting, events)

    async def _out_of_date(
        self, sitting: Sitting, seat: Seat, action: Action, seen_version: int
    ) -> Stale | Doubled:
        """Doubled if what the click asked for is exactly what happened next, else Stale."""
        stored = await self._store.load(sitting.table.id)
        history = stored[1] if stored else []
        if not 0 < seen_version < len(history):
            return Stale(sitting)
        try:
            asked = decide(replay(history[:seen_version]), seat, action)
        except Refused:
            return Stale(sitting)
        happened = tuple(history[seen_version : seen_version + len(asked)])
        return Doubled(sitting) if asked and asked == happened else Stale(sitting)

    async def look(self, match: int) -> Sitting:
        """How a match stands.

        Raises:
            UnknownMatch: no match has this id.
        """
        async with self._queue(match):
            return await self._load(match)

    async def open(self, table: Table, first: Event, by: int) -> Sitting:
        """Start a match with its first deal, in the transaction that accepts its challenge.

        `by` is the player who accepted it.

        Raises:
            Conflict: the challenge was closed meanwhile.
        """
        events = [first, *self._deal(replay([first]))]
        begun = replay(events)
        table = await self._store.open_match(self._timed(table, events, begun), events)
        sitting = Sitting(table, begun)
        self._remember(sitting)
        self._expect(table)
        self._announce(sitting, by)
        return sitting

    async def deal_overdue(self) -> None:
        """Deal the next hand wherever it has been waited for long enough."""
        problems: list[Exception] = []
        for match in await self._store.due_matches(self._clock()):
            try:
                await self._deal_if_due(match)
            except Exception as problem:  # noqa: BLE001 (the others are dealt all the same)
                problems.append(problem)
        if problems:
            raise ExceptionGroup("some hands could not be dealt", problems)

    async def nudge_overdue(self) -> None:
        """Tell every player to move who has let a while pass that it is his turn."""
        for match in await self._store.due_nudges(self._clock()):
            async with self._queue(match):
                sitting = await self._load(match)
                table = sitting.table
                if table.nudge_at is None or table.nudge_at > self._clock():
                    continue
                sitting = await self._move(replace(table, nudge_at=None), sitting)
            if self._audience is not None:
                await self._audience.turn_waits(sitting)

    async def nudged(self, match: int, nudge: Nudge | None) -> None:
        """The player to move has been told that it is his turn, or has moved since."""
        async with self._queue(match):
            sitting = await self._load(match)
            await self._move(replace(sitting.table, nudge=nudge), sitting)

    async def posted(self, match: int, channel: int, message: int, hand: int) -> None:
        """The table of a match is now shown by this message, posted for this hand."""
        async with self._queue(match):
            sitting = await self._load(match)
            table = replace(sitting.table, channel=channel, message=message, shown_hand=hand)
            await self._move(table, sitting)

    async def _move(self, table: Table, sitting: Sitting) -> Sitting:
        await self._store.move_table(table)
        moved = replace(sitting, table=table)
        self._remember(moved)
        return moved

    async def settle(self) -> None:
        """Wait until everything announced so far has been shown."""
        while self._announcements:
            await asyncio.gather(*self._announcements, return_exceptions=True)

    async def _deal_if_due(self, match: int) -> None:
        async with self._queue(match):
            sitting = await self._load(match)
            due = sitting.table.due
            if due is None or due > self._clock() or not sitting.match.between_hands:
                return
            try:
                sitting = await self._commit(sitting, self._deal(sitting.match))
            except Conflict:
                # Another process dealt; the next look loads what it has made.
                self._cache.pop(match, None)
                return
        self._announce(sitting, None)

    def _deal(self, match: Match) -> Sequence[Event]:
        return decide(match, None, DealHand(tuple(self._dealer.deck())))

    async def _commit(self, sitting: Sitting, events: Sequence[Event]) -> Sitting:
        """Store the events, and only then let the new state be seen."""
        if not events:
            return sitting
        state = _after(sitting.match, events)
        table = self._timed(sitting.table, events, state)
        moved = Sitting(table, state)
        await self._store.append(table, sitting.match.version, events, results_of(moved))
        self._remember(moved)
        self._expect(table)
        return moved

    def _timed(self, table: Table, events: Sequence[Event], state: Match) -> Table:
        """The table with the deadlines that hold after some events."""
        waiting = state.to_move is not None
        return replace(
            table,
            due=self._due_after(table.due, events, state),
            nudge_at=self._clock() + _NUDGE_AFTER if waiting else None,
        )

    def _expect(self, table: Table) -> None:
        for deadline in (table.due, table.nudge_at):
            if deadline is not None:
                self._clerk.expect(deadline)

    def _due_after(
        self, due: datetime | None, events: Sequence[Event], state: Match
    ) -> datetime | None:
        """The deadline for the next deal: set when a hand ends, gone when one is dealt."""
        if state.ended or any(isinstance(event, HandDealt) for event in events):
            return None
        if any(isinstance(event, HandEnded) for event in events):
            return self._clock() + self._next_hand_after
        return due

    async def _load(self, match: int) -> Sitting:
        cached = self._cache.get(match)
        if cached is not None:
            self._cache.move_to_end(match)
            return cached
        stored = await self._store.load(match)
        if stored is None:
            raise UnknownMatch
        table, events = stored
        sitting = Sitting(table, replay(events))
        self._remember(sitting)
        return sitting

    def _remember(self, sitting: Sitting) -> None:
        self._cache[sitting.table.id] = sitting
        self._cache.move_to_end(sitting.table.id)
        while len(self._cache) > _CACHED_MATCHES:
            self._cache.popitem(last=False)

    @asynccontextmanager
    async def _queue(self, match: int) -> AsyncIterator[None]:
        """One at a time a match; the lock lives as long as somebody holds or awaits it."""
        lock = self._queues.setdefault(match, asyncio.Lock())
        async with lock:
            yield

    def _announce(self, sitting: Sitting, by: int | None) -> None:
        if self._audience is None:
            return
        task = asyncio.get_running_loop().create_task(self._audience.table_changed(sitting, by))
        self._announcements.add(task)
        task.add_done_callback(self._announcements.discard)


def _after(match: Match, events: Sequence[Event]) -> Match:
    for event in events:
        match = evolve(match, event)
    return match
