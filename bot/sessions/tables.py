"""The live tables: one road for every click, command, deadline and restart.

decide → store → evolve → announce, one at a time a match. A state in memory is only a
cache of what the store holds; whatever was answered is in the store already.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from bot.engine import (
    Action,
    CallTime,
    DealHand,
    EndMatch,
    Event,
    Lateness,
    Match,
    MatchEnding,
    Proposal,
    Propose,
    Recall,
    Seat,
    decide,
    facts_of,
    replay,
)

from .computer import Chooser, choose, reply, summons
from .deadlines import NUDGE_AFTER, THREAD_LINGERS, Pauses, parked, reminder, timed
from .errands import Errands
from .errors import Conflict, Doubled, NoClock, Stale, UnknownMatch
from .playing import after, by_hand, has_counted
from .pulse import OUTAGE, Pulse
from .seating import Challenge, Deadline, Nudge, Pace, Sitting, Table, ThreadWish

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from .clerk import Clerk
    from .ports import Clock, Dealer, MatchStore, TableAudience

_CACHED_MATCHES = 256
_CALLED_WITHIN = timedelta(minutes=1)
"""When a player's time is called once more, if what was asked for first was never learnt."""


class Tables:
    """All matches of this process. `chooser` makes the choices of the computers in them."""

    def __init__(
        self,
        store: MatchStore,
        clock: Clock,
        clerk: Clerk,
        dealer: Dealer,
        pauses: Pauses,
        chooser: Chooser = choose,
    ) -> None:
        self._store = store
        self._clock = clock
        self._clerk = clerk
        self._dealer = dealer
        self._pauses = pauses
        self._chooser = chooser
        self._queues: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._cache: OrderedDict[int, Sitting] = OrderedDict()
        self._errands = Errands()
        self._audience: TableAudience | None = None
        self._looked_again = 0
        self._pulse = Pulse(store, clock)
        for overdue in (
            *(self.computer_overdue, self.deal_overdue, self.nudge_overdue),
            *(self.call_overdue, self.close_idle),
        ):
            clerk.attend(overdue)

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
            NoClock: a pause where nobody's time is counted.
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
        if action == Propose(Proposal.PAUSE) and sitting.table.pace is Pace.NONE:
            raise NoClock(sitting)
        return await self._play(sitting, by_hand(sitting.match, seat, action))

    async def _play(self, sitting: Sitting, events: Sequence[Event]) -> Sitting:
        """Store what a seat's action does, and the next deal where it was the last to be ready."""
        state = after(sitting.match, events)
        if state.between_hands and state.all_ready:
            events = (*events, *self._deal(state))
        return await self._commit(sitting, events)

    async def _out_of_date(
        self, sitting: Sitting, seat: Seat, action: Action, seen_version: int
    ) -> Stale | Doubled:
        """Doubled if what the click asked for is exactly what happened next, else Stale."""
        stored = await self._store.load(sitting.table.id)
        history = stored[1] if stored else []
        counted = has_counted(history, seen_version, seat, action)
        return Doubled(sitting) if counted else Stale(sitting)

    async def look(self, match: int) -> Sitting:
        """How a match stands.

        Raises:
            UnknownMatch: no match has this id.
        """
        async with self._queue(match):
            return await self._load(match)

    async def open(
        self, table: Table, first: Sequence[Event], by: int, offer: Challenge | None = None
    ) -> Sitting:
        """Start a match with its first deal, in the transaction that accepts its challenge.

        `by` is the player who accepted it. A practice match brings an `offer` that nobody was
        asked about, whose id it gets.

        Raises:
            Conflict: the challenge was closed meanwhile.
        """
        events = [*first, *self._deal(replay(first))]
        begun = replay(events)
        table = self._timed(table, events, begun)
        if offer is None:
            table = await self._store.open_match(table, events)
        else:
            table = await self._store.open_practice(offer, table, events)
        sitting = Sitting(table, begun)
        self._remember(sitting)
        self._expect(table)
        self._announce(sitting, by)
        return sitting

    async def computer_overdue(self) -> None:
        """Move for every computer that is waited for, side by side; each thinks in a thread."""
        due = await self._store.due(Deadline.COMPUTER, self._clock())
        moves = [self._move_if_due(match) for match in due]
        told = await asyncio.gather(*moves, return_exceptions=True)
        if problems := [one for one in told if isinstance(one, Exception)]:
            raise ExceptionGroup("some computers could not move", problems)

    async def _move_if_due(self, match: int) -> None:
        async with self._queue(match):
            sitting = await self._load(match)
            called = summons(sitting.table, sitting.match)
            due = sitting.table.deadlines.has_passed(Deadline.COMPUTER, self._clock())
            if called is None or not due:
                return
            action = await asyncio.to_thread(reply, sitting.match, called, self._chooser, match)
            try:
                sitting = await self._play(sitting, decide(sitting.match, called.seat, action))
            except Conflict:
                # Another process was faster; the next look loads what it has made.
                self._cache.pop(match, None)
                return
        self._announce(sitting, None)

    async def deal_overdue(self) -> None:
        """Deal the next hand wherever it has been waited for long enough."""
        await self._each_due(Deadline.DEAL, self._deal_if_due)

    async def nudge_overdue(self) -> None:
        """Tell every player to move who has let a while pass that it is his turn."""
        await self._each_due(Deadline.NUDGE, self._nudge_if_due)

    async def call_overdue(self) -> None:
        """Call the time of every player who has let it run out."""
        await self._each_due(Deadline.TURN, self._call_if_due)

    async def close_idle(self) -> None:
        """Close the matches that nobody has come back to, and let finished ones rest."""
        await self._each_due(Deadline.IDLE, self._close_if_idle)

    async def _each_due(self, deadline: Deadline, keep: Callable[[int], Awaitable[None]]) -> None:
        problems: list[Exception] = []
        for match in await self._store.due(deadline, self._clock()):
            try:
                await keep(match)
            except Exception as problem:  # noqa: BLE001 (the others have theirs all the same)
                problems.append(problem)
        if problems:
            raise ExceptionGroup(f"some deadlines ({deadline}) could not be kept", problems)

    async def _deal_if_due(self, match: int) -> None:
        await self._decide_if_due(match, Deadline.DEAL, self._shuffled)

    async def _nudge_if_due(self, match: int) -> None:
        async with self._queue(match):
            sitting = await self._load(match)
            table, now = sitting.table, self._clock()
            if not table.deadlines.has_passed(Deadline.NUDGE, now):
                return
            following = replace(table.deadlines, nudge=reminder(table, now))
            sitting = await self._move(replace(table, deadlines=following), sitting)
            self._expect(sitting.table)
        again = table.pace is Pace.MAIL and following.nudge is None
        # Not while the clerk waits: to look somebody up may take a while.
        self._errands.send(self._wait_for(sitting, again=again))

    async def _wait_for(self, sitting: Sitting, *, again: bool) -> None:
        """Tell the player to move that he is waited for, or the other that he has left."""
        if self._audience is None:
            return
        if await self._audience.has_left(sitting):
            with suppress(Stale):  # he has moved, so he is there
                await self.call_time(sitting.table.id, sitting.match.version, Lateness.LEFT)
            return
        await self._audience.turn_waits(sitting, again=again)

    async def _call_if_due(self, match: int) -> None:
        if self._pulse.has_stopped:
            return
        async with self._queue(match):
            sitting = await self._load(match)
            table, now = sitting.table, self._clock()
            if not table.deadlines.has_passed(Deadline.TURN, now):
                return
            # Should nothing come of it; the clerk does not wait for what has to be asked for.
            again = replace(table.deadlines, turn=now + _CALLED_WITHIN)
            sitting = await self._move(replace(table, deadlines=again), sitting)
            self._expect(sitting.table)
        self._errands.send(self._call(sitting))

    async def _call(self, sitting: Sitting) -> None:
        """Call the time of the player to move, unless his table is lost; he may have left."""
        match, lateness = sitting.table.id, Lateness.TIME
        if self._audience is not None:
            trouble = await self._audience.trouble(sitting)
            if trouble is not None:
                await self.parked(match, trouble)
                return
            if await self._audience.has_left(sitting):
                lateness = Lateness.LEFT
        with suppress(Stale):  # he has moved meanwhile
            await self.call_time(match, sitting.match.version, lateness)

    async def _close_if_idle(self, match: int) -> None:
        sitting = await self.look(match)
        if sitting.match.ended is None:
            ending = EndMatch(MatchEnding.ABANDONED)
            if not self._pulse.has_stopped:
                await self._decide_if_due(match, Deadline.IDLE, lambda: ending)
            return
        thread = sitting.table.thread
        goes_on = thread is not None and await self._store.is_played_in(thread)
        idle = self._clock() + THREAD_LINGERS if goes_on else None
        await self._change(
            match, lambda table: replace(table, deadlines=replace(table.deadlines, idle=idle))
        )
        if idle is not None:
            self._clerk.expect(idle)
        elif self._audience is not None:
            self._errands.send(self._audience.table_rests(sitting))

    async def _decide_if_due(
        self, match: int, deadline: Deadline, action: Callable[[], Action]
    ) -> None:
        """What the table does when a deadline has passed and still stands."""
        async with self._queue(match):
            sitting = await self._load(match)
            if not sitting.table.deadlines.has_passed(deadline, self._clock()):
                return
            try:
                events = decide(sitting.match, None, action())
                sitting = await self._commit(sitting, events)
            except Conflict:
                # Another process was faster; the next look loads what it has made.
                self._cache.pop(match, None)
                return
        self._announce(sitting, None)

    async def call_time(self, match: int, seen_version: int, lateness: Lateness) -> None:
        """Say that the player to move is late, unless something has happened since."""
        await self._by_the_table(match, CallTime(lateness), seen_version)

    async def recall(self, match: int, seen_version: int, by: int) -> Sitting:
        """Say that the player who was late is there, unless something has happened since.

        `by` is the player through whose click that was found.
        """
        return await self._by_the_table(match, Recall(), seen_version, by)

    async def end(self, match: int, ending: MatchEnding) -> Sitting:
        """End a match from outside: stopped, where the score counts, or called off.

        Raises:
            UnknownMatch: no match has this id.
            MatchOver: it has ended already.
        """
        return await self._by_the_table(match, EndMatch(ending), None)

    async def _by_the_table(
        self, match: int, action: Action, seen_version: int | None, by: int | None = None
    ) -> Sitting:
        async with self._queue(match):
            sitting = await self._load(match)
            if seen_version not in {None, sitting.match.version}:
                return sitting
            try:
                sitting = await self._commit(sitting, decide(sitting.match, None, action))
            except Conflict as conflict:
                self._cache.pop(match, None)
                raise Stale(await self._load(match)) from conflict
        self._announce(sitting, by)
        return sitting

    async def wake_up(self) -> datetime | None:
        """Take up where the bot was when it went: time that it was away counts for nobody.

        Returns when it may have been last seen, None at its first start.
        """
        last = await self._pulse.wake()
        self._cache.clear()
        return None if last is None else last - OUTAGE

    async def show_since(self, moment: datetime) -> None:
        """Show what has happened since a moment: a bot that died may not have come to that."""
        if self._audience is None:
            return
        for match in await self._store.moved_since(moment):
            self._errands.send(self._audience.table_missed(await self.look(match)))

    async def sign_of_life(self) -> None:
        """Say that the bot is there; time without such a sign counts for no deadline.

        Called twice a minute, while Discord can be reached.
        """
        if await self._pulse.beat():
            self._cache.clear()

    async def parked(self, match: int, trouble: int | None) -> None:
        """The table cannot be shown, for this of Discord's reasons; or with None it can again."""
        async with self._queue(match):
            sitting = await self._load(match)
            table = parked(sitting.table, trouble, sitting.match, self._clock())
            if table != sitting.table:
                self._expect((await self._move(table, sitting)).table)

    async def nudge_again(self, match: int) -> None:
        """A player could not be called just now; he is called a little later."""
        nudge = self._clock() + NUDGE_AFTER
        await self._change(
            match, lambda table: replace(table, deadlines=replace(table.deadlines, nudge=nudge))
        )
        self._clerk.expect(nudge)

    async def seclude(self, match: int, channel: int) -> None:
        """Have a private match, whose thread is gone, begin another in this channel."""
        await self._change(
            match,
            lambda table: replace(
                table, channel=channel, message=None, thread=None, thread_wish=ThreadWish.PRIVATE
            ),
        )

    async def nudged(self, match: int, nudge: Nudge | None) -> None:
        """A player has been called, or needs calling no more."""
        await self._change(match, lambda table: replace(table, nudge=nudge))

    async def posted(self, match: int, channel: int, message: int, hand: int) -> None:
        """The table of a match is now shown by this message, posted for this hand."""
        await self._change(
            match,
            lambda table: replace(table, channel=channel, message=message, shown_hand=hand),
        )

    async def threaded(self, match: int, thread: int | None) -> None:
        """The match has a thread of its own now; None where Discord did not allow one."""
        wish = ThreadWish.DENIED if thread is None else ThreadWish.NONE
        await self._change(match, lambda table: replace(table, thread=thread, thread_wish=wish))

    async def _change(self, match: int, change: Callable[[Table], Table]) -> None:
        async with self._queue(match):
            sitting = await self._load(match)
            await self._move(change(sitting.table), sitting)

    async def _move(self, table: Table, sitting: Sitting) -> Sitting:
        await self._store.move_table(table)
        moved = replace(sitting, table=table)
        self._remember(moved)
        return moved

    def look_again(self) -> None:
        """Something about players was changed in the store; nothing remembered holds."""
        self._cache.clear()
        self._looked_again += 1

    async def settle(self) -> None:
        """Wait until everything announced so far has been shown."""
        await self._errands.settle()

    def _deal(self, match: Match) -> Sequence[Event]:
        return decide(match, None, self._shuffled())

    def _shuffled(self) -> DealHand:
        return DealHand(tuple(self._dealer.deck()), self._dealer.salt())

    async def _commit(self, sitting: Sitting, events: Sequence[Event]) -> Sitting:
        """Store the events, and only then let the new state be seen."""
        if not events:
            return sitting
        state = after(sitting.match, events)
        table = self._timed(sitting.table, events, state)
        moved = Sitting(table, state)
        facts = facts_of(sitting.match, events)
        await self._store.append(table, sitting.match.version, events, facts)
        self._remember(moved)
        self._expect(table)
        return moved

    def _timed(self, table: Table, events: Sequence[Event], state: Match) -> Table:
        return timed(table, events, state, self._clock(), self._pauses)

    def _expect(self, table: Table) -> None:
        if (due := table.deadlines.earliest) is not None:
            self._clerk.expect(due)

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
            looked_again = self._looked_again
            try:
                yield
            finally:
                if looked_again != self._looked_again:
                    self._cache.pop(match, None)  # it is from before

    def _announce(self, sitting: Sitting, by: int | None) -> None:
        if self._audience is None:
            return
        self._errands.send(self._audience.table_changed(sitting, by))
