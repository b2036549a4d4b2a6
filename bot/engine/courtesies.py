"""What two people at a table owe each other beside the rules: consent, patience, and an end to it.

A discard goes back, and a match pauses, only if the other player agrees. Who lets his time
run out has not lost: the other says whether he claims the match or waits on. The next
turn ends whatever of this is under way. Hints, and a computer that plays on for whoever goes
away, are agreed to once and hold for the rest of the match.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .actions import (
    Action,
    Agree,
    CallTime,
    Claim,
    Decline,
    MatchEnding,
    Obstacle,
    PlayOn,
    Proposal,
    Propose,
    Recall,
    Seat,
    SitBack,
    StandIn,
    WaitOn,
    other,
)
from .deal import Phase
from .errors import (
    CannotAsk,
    NoStandIn,
    NotAsked,
    NotLate,
    NotPaused,
    NotStoodIn,
    OutOfPlace,
)
from .events import (
    Declined,
    Event,
    HintsAgreed,
    MatchEnded,
    Paused,
    PlayedOn,
    Proposed,
    Recalled,
    SatBack,
    StandInAgreed,
    StoodIn,
    Threw,
    TimeCalled,
    TookBack,
    WaitedOn,
)

if TYPE_CHECKING:
    from .match import Match


LASTING: dict[Proposal, type[HintsAgreed | StandInAgreed]] = {
    Proposal.HINTS: HintsAgreed,
    Proposal.STAND_IN: StandInAgreed,
}
"""What is agreed to once for the rest of a match, with the event that says so."""


def courtesies(match: Match, seat: Seat) -> tuple[Action, ...]:
    """Every one of these actions that is open to a seat now."""
    open_to: list[Action] = [
        Propose(proposal) for proposal in Proposal if _obstacle(match, seat, proposal) is None
    ]
    if match.proposed is not None and match.proposed.seat != seat:
        open_to += [Agree(match.proposed.proposal), Decline(match.proposed.proposal)]
    if match.paused:
        open_to.append(PlayOn())
    if _may_claim(match, seat):
        open_to += [Claim(), WaitOn()]
        if Proposal.STAND_IN in match.agreed:
            open_to.append(StandIn())
    if match.stood_in == seat:
        open_to.append(SitBack())
    return tuple(open_to)


def _obstacle(match: Match, seat: Seat, proposal: Proposal) -> Obstacle | None:
    """What keeps a seat from asking for something."""
    if match.to_move is None:
        return Obstacle.NO_TURN
    if match.stood_in is not None:
        return Obstacle.STOOD_IN
    if proposal in match.agreed:
        return Obstacle.AGREED
    if proposal in match.declined:
        return Obstacle.DECLINED
    if match.proposed is not None:
        return Obstacle.STANDING
    if proposal is Proposal.PAUSE:
        return Obstacle.PAUSED if match.paused else None
    if proposal in LASTING:
        return None
    return Obstacle.TOO_LATE if _last_discard(match, seat) is None else None


def _last_discard(match: Match, seat: Seat) -> Threw | None:
    """What a seat has just thrown, the other not having moved since."""
    deal = match.deal
    if deal is None or deal.phase is not Phase.DRAW or not deal.moves:
        return None
    last = deal.moves[-1]
    return last if isinstance(last, Threw) and last.seat == seat else None


def _may_claim(match: Match, seat: Seat) -> bool:
    return match.late is not None and match.late.seat != seat


def _propose(match: Match, seat: Seat, action: Propose) -> tuple[Event, ...]:
    obstacle = _obstacle(match, seat, action.proposal)
    if obstacle is not None:
        raise CannotAsk(action.proposal, obstacle)
    return (Proposed(seat, action.proposal),)


def _agree(match: Match, seat: Seat, action: Agree) -> tuple[Event, ...]:
    _require_asked(match, seat, action.proposal)
    if action.proposal is Proposal.PAUSE:
        return (Paused(seat),)
    if action.proposal in LASTING:
        return (LASTING[action.proposal](seat),)
    thrown = _last_discard(match, other(seat))
    if thrown is None:
        raise NotAsked(action.proposal)
    return (TookBack(thrown.seat, thrown.card),)


def _decline(match: Match, seat: Seat, action: Decline) -> tuple[Event, ...]:
    _require_asked(match, seat, action.proposal)
    return (Declined(seat, action.proposal),)


def _require_asked(match: Match, seat: Seat, proposal: Proposal) -> None:
    asked = match.proposed
    if asked is None or asked.seat == seat or asked.proposal is not proposal:
        raise NotAsked(proposal)


def _play_on(match: Match, seat: Seat, action: PlayOn) -> tuple[Event, ...]:
    if not match.paused:
        raise NotPaused
    return (PlayedOn(seat),)


def _claim(match: Match, seat: Seat, action: Claim) -> tuple[Event, ...]:
    _require_late(match, seat)
    return (MatchEnded(seat, MatchEnding.CLAIMED),)


def _wait_on(match: Match, seat: Seat, action: WaitOn) -> tuple[Event, ...]:
    _require_late(match, seat)
    return (WaitedOn(seat),)


def _stand_in(match: Match, seat: Seat, action: StandIn) -> tuple[Event, ...]:
    _require_late(match, seat)
    if Proposal.STAND_IN not in match.agreed:
        raise NoStandIn
    return (StoodIn(other(seat)),)


def _sit_back(match: Match, seat: Seat, action: SitBack) -> tuple[Event, ...]:
    if match.stood_in != seat:
        raise NotStoodIn
    return (SatBack(seat),)


def _require_late(match: Match, seat: Seat) -> None:
    if not _may_claim(match, seat):
        raise NotLate


def call_time(match: Match, action: CallTime) -> tuple[Event, ...]:
    """The table says that the seat to move is late.

    Raises:
        OutOfPlace: nobody is waited for, or it was said before.
    """
    if match.to_move is None or match.paused or match.late is not None:
        raise OutOfPlace
    return (TimeCalled(match.to_move, action.lateness),)


def recall(match: Match, action: Recall) -> tuple[Event, ...]:
    """The table says that the seat that was late is there after all.

    Raises:
        OutOfPlace: nobody is late.
    """
    if match.late is None:
        raise OutOfPlace
    return (Recalled(match.late.seat),)


DECIDE: dict[type[Any], Callable[[Match, Seat, Any], tuple[Event, ...]]] = {
    Propose: _propose,
    Agree: _agree,
    Decline: _decline,
    PlayOn: _play_on,
    Claim: _claim,
    WaitOn: _wait_on,
    StandIn: _stand_in,
    SitBack: _sit_back,
}
"""What each action of a seat does."""
