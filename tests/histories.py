"""What makes a list of events the history of a match."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.engine import (
    Action,
    Agree,
    BigGin,
    Decline,
    Declined,
    Draw,
    Drew,
    Event,
    HintsAgreed,
    Knock,
    Knocked,
    NextHand,
    Pass,
    Passed,
    PlayedOn,
    PlayOn,
    Proposal,
    Propose,
    Proposed,
    Ready,
    SatBack,
    SitBack,
    StandInAgreed,
    Take,
    Threw,
    Throw,
    Took,
    WaitedOn,
    WaitOn,
    WentBigGin,
    courtesies,
    decode,
    evolve,
    legal,
    replay,
)


def stored_history(path: Path, match: int) -> list[Event]:
    """The events of a match as another program reads them in the database file."""
    query = "SELECT body FROM events WHERE match = ? ORDER BY version"
    with closing(sqlite3.connect(path)) as connection:
        return [decode(body) for (body,) in connection.execute(query, (match,))]


def assert_legal(history: list[Event]) -> None:
    """Each event is what a legal action did, or follows from one."""
    # A practice match begins with the computer's leave for hints, which nobody has to ask for.
    begun = 2 if history[1:2] == [HintsAgreed(1)] else 1
    match = replay(history[:begun])
    for event in history[begun:]:
        action = action_of(event)
        if action is not None:
            seat = seat_of(event)
            assert action in {*legal(match, seat), *courtesies(match, seat)}, event
        match = evolve(match, event)


def seat_of(event: Any) -> int:
    """Whose event it is."""
    seat = event.seat
    assert isinstance(seat, int)
    return seat


def action_of(event: Event) -> Action | None:
    """What the seat of an event asked for; None where the event follows from another."""
    asked = _ASKED.get(type(event))
    return None if asked is None else asked(event)


_ASKED: dict[type[Any], Callable[[Any], Action]] = {
    Passed: lambda event: Pass(),
    Took: lambda event: Take(),
    Drew: lambda event: Draw(),
    Threw: lambda event: Throw(event.card),
    Knocked: lambda event: Knock(event.card),
    WentBigGin: lambda event: BigGin(),
    Ready: lambda event: NextHand(),
    Proposed: lambda event: Propose(event.proposal),
    Declined: lambda event: Decline(event.proposal),
    PlayedOn: lambda event: PlayOn(),
    WaitedOn: lambda event: WaitOn(),
    HintsAgreed: lambda event: Agree(Proposal.HINTS),
    StandInAgreed: lambda event: Agree(Proposal.STAND_IN),
    SatBack: lambda event: SitBack(),
}
