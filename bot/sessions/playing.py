"""What a player's click does to a match, and whether it has done so already."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import Action, Event, Match, Refused, Seat, SitBack, decide, evolve, replay


def after(match: Match, events: Sequence[Event]) -> Match:
    """The match once some events have happened."""
    for event in events:
        match = evolve(match, event)
    return match


def by_hand(match: Match, seat: Seat, action: Action) -> tuple[Event, ...]:
    """What a player's own action does: one for whom a computer plays takes his seat back first.

    Raises:
        Refused: the rules deny the action.
    """
    if match.stood_in != seat or action == SitBack():
        return decide(match, seat, action)
    back = decide(match, seat, SitBack())
    return (*back, *decide(after(match, back), seat, action))


def has_counted(history: Sequence[Event], seen_version: int, seat: Seat, action: Action) -> bool:
    """Whether what a click asked for, by the version it was made on, happened right then."""
    if not 0 < seen_version < len(history):
        return False
    try:
        asked = by_hand(replay(history[:seen_version]), seat, action)
    except Refused:
        return False
    return bool(asked) and asked == tuple(history[seen_version : seen_version + len(asked)])
