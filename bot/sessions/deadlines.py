"""When things happen by themselves: pure sums over a clock, without anybody who sleeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.engine import (
    Declined,
    Event,
    HandDealt,
    HandEnded,
    Match,
    Proposed,
    Ready,
)

from .seating import Deadlines, Pace, Table

NUDGE_AFTER = timedelta(minutes=1)
IDLE_AFTER = timedelta(days=30)
THREAD_LINGERS = timedelta(minutes=10)
"""How long the thread of a finished match stays open, for a look at the score and a rematch."""

_CHANGE_NO_CLOCK = (Ready, Proposed, Declined)


def timed(
    table: Table, events: Sequence[Event], state: Match, now: datetime, next_hand_after: timedelta
) -> Table:
    """The table with the deadlines that hold after some events."""
    return replace(
        table,
        over=state.ended is not None,
        deadlines=Deadlines(
            deal=_deal(table.deadlines.deal, events, state, now + next_hand_after),
            nudge=now + NUDGE_AFTER if _is_waited_for(state) else None,
            turn=_turn(table, events, state, now),
            idle=_idle(table, state, now),
        ),
    )


def _is_waited_for(state: Match) -> bool:
    return state.to_move is not None and not state.paused and state.late is None


def _deal(
    due: datetime | None, events: Sequence[Event], state: Match, after: datetime
) -> datetime | None:
    """The deadline for the next deal: set when a hand ends, gone when one is dealt."""
    if state.ended or any(isinstance(event, HandDealt) for event in events):
        return None
    return after if any(isinstance(event, HandEnded) for event in events) else due


def _turn(table: Table, events: Sequence[Event], state: Match, now: datetime) -> datetime | None:
    """The deadline of the player to move, bound to the move it was set for."""
    time = table.pace.turn
    if time is None or not _is_waited_for(state):
        return None
    if all(isinstance(event, _CHANGE_NO_CLOCK) for event in events):
        return table.deadlines.turn
    return now + time


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
