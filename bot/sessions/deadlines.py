"""When things happen by themselves: pure sums over a clock, without anybody who sleeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.engine import (
    Declined,
    Event,
    HandDealt,
    HandEnded,
    Match,
    Proposed,
    Ready,
    WaitedOn,
)

from .computer import summons
from .seating import Deadlines, Pace, Table

NUDGE_AFTER = timedelta(minutes=1)
IDLE_AFTER = timedelta(days=30)
THREAD_LINGERS = timedelta(minutes=10)
"""How long the thread of a finished match stays open, for a look at the score and a rematch."""

_CHANGE_NO_CLOCK = (Ready, Proposed, Declined)
_LOOKED_UP_AGAIN = timedelta(days=1)
"""When a player without a clock, who was waited for longer by consent, is looked up again."""


class Pauses(NamedTuple):
    """How long a finished hand stays open, and how long a computer seems to think of a turn."""

    next_hand: timedelta
    computer: timedelta = timedelta(0)


def timed(
    table: Table, events: Sequence[Event], state: Match, now: datetime, pauses: Pauses
) -> Table:
    """The table with the deadlines that hold after some events.

    In practice nobody waits for the player, so nothing calls him.
    """
    runs = table.trouble is None and _is_waited_for(table, state)
    goes_on = all(isinstance(event, _CHANGE_NO_CLOCK) for event in events)
    old = table.deadlines
    return replace(
        table,
        over=state.ended is not None,
        deadlines=Deadlines(
            deal=_deal(old.deal, events, state, now + pauses.next_hand),
            nudge=(old.nudge if goes_on else _nudge(table, events, now)) if runs else None,
            turn=(old.turn if goes_on else _turn(table, now)) if runs else None,
            idle=_idle(table, state, now),
            computer=_computer(table, state, now, pauses.computer),
        ),
    )


def _is_waited_for(table: Table, state: Match) -> bool:
    """Whether somebody waits for a person's move."""
    if table.is_practice or state.to_move is None or state.to_move == state.stood_in:
        return False
    return not state.paused and state.late is None


def _computer(table: Table, state: Match, now: datetime, pause: timedelta) -> datetime | None:
    """When a computer moves that is waited for: a turn takes it a moment, an answer none."""
    called = summons(table, state)
    if called is None:
        return None
    return now + pause if called.thinks else now


def _deal(
    due: datetime | None, events: Sequence[Event], state: Match, after: datetime
) -> datetime | None:
    """The deadline for the next deal: set when a hand ends, gone when one is dealt."""
    if state.ended or any(isinstance(event, HandDealt) for event in events):
        return None
    return after if any(isinstance(event, HandEnded) for event in events) else due


def _nudge(table: Table, events: Sequence[Event], now: datetime) -> datetime | None:
    """When the player to move is told; one who is waited for longer was told already."""
    if any(isinstance(event, WaitedOn) for event in events):
        return now + _LOOKED_UP_AGAIN if table.pace.turn is None else None
    return now + NUDGE_AFTER


def _turn(table: Table, now: datetime) -> datetime | None:
    """The deadline of the player to move, bound to the move it was set for."""
    time = table.pace.turn
    return None if time is None else now + time


def parked(table: Table, trouble: int | None, state: Match, now: datetime) -> Table:
    """The table with its trouble, or without: then the clocks that stood still start anew."""
    if trouble is not None:
        deadlines = replace(table.deadlines, nudge=None, turn=None)
        return replace(table, trouble=trouble, deadlines=deadlines)
    if table.trouble is None:
        return table
    clear = replace(table, trouble=None)
    if not _is_waited_for(table, state):
        return clear
    return replace(
        clear,
        deadlines=replace(table.deadlines, nudge=now + NUDGE_AFTER, turn=_turn(table, now)),
    )


def _idle(table: Table, state: Match, now: datetime) -> datetime | None:
    if state.ended is None:
        return now + IDLE_AFTER
    return now + THREAD_LINGERS if table.thread is not None else None


def reminder(table: Table, now: datetime) -> datetime | None:
    """When a player by mail is told a second time: half way to his deadline, if that is ahead."""
    turn, due = table.pace.turn, table.deadlines.turn
    if table.pace is not Pace.MAIL or turn is None or due is None:
        return None
    half_way = due - turn / 2
    return half_way if half_way > now else None


def put_off(deadlines: Deadlines, since: datetime, by: timedelta) -> Deadlines:
    """The deadlines once a time has gone by that nobody is to answer for.

    What had passed before `since` is left as it is; the next hand and the nudges, which
    hurt nobody, come as soon as they can.
    """

    def moved(due: datetime | None) -> datetime | None:
        return due if due is None or due <= since else due + by

    return replace(deadlines, turn=moved(deadlines.turn), idle=moved(deadlines.idle))
