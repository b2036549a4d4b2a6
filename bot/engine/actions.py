"""What a seat, or the table itself, may ask of a match."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias

from pydantic import Field

from .cards import Card

Seat: TypeAlias = Annotated[int, Field(strict=True, ge=0, le=1)]
"""0 for the player who sat down first, 1 for the other."""


def other(seat: Seat) -> Seat:
    """The seat across the table."""
    return 1 - seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Leave the upcard to the other player."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top of the discard pile: the upcard, or the last discard."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw a card onto the discard pile and end the turn."""

    card: Card


@dataclass(frozen=True, slots=True)
class Knock:
    """Throw a card face down and show the hand; with nothing loose it is gin."""

    card: Card


@dataclass(frozen=True, slots=True)
class BigGin:
    """Show eleven melded cards without throwing one."""


@dataclass(frozen=True, slots=True)
class NextHand:
    """Say that one is ready for the next hand."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the match up; the score so far stands and the other player wins."""


class Proposal(StrEnum):
    """What one player may ask for and the other has to agree to."""

    TAKE_BACK = "take back"
    """The last discard goes back into the hand, and another is thrown."""
    PAUSE = "pause"
    """Nobody is waited for until one of them plays on."""
    HINTS = "hints"
    """Both may ask what an expert would do, for the rest of the match."""
    STAND_IN = "stand-in"
    """A computer may play on for whoever goes away, for the rest of the match."""


class Obstacle(StrEnum):
    """Why nothing of the kind may be asked for now."""

    DECLINED = "declined"
    """It was asked for in this turn, and the answer was no."""
    STANDING = "standing"
    """Another question has to be answered first."""
    PAUSED = "paused"
    """The match is paused already."""
    TOO_LATE = "too late"
    """There is no discard that could still go back."""
    NO_TURN = "no turn"
    """Nobody is to move."""
    AGREED = "agreed"
    """It was agreed to earlier in the match and still holds."""
    STOOD_IN = "stood in"
    """A computer plays for the other player, who could not answer."""


@dataclass(frozen=True, slots=True)
class Propose:
    """Ask the other player for his consent."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Agree:
    """Consent to what the other player has asked."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class Decline:
    """Say no to what the other player has asked."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class PlayOn:
    """End a pause; a move does so too."""


@dataclass(frozen=True, slots=True)
class Claim:
    """Take the match, the other player's time being up."""


@dataclass(frozen=True, slots=True)
class WaitOn:
    """Give the other player his time once more."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """Let a computer play on for the other player, whose time is up; agreed to before."""


@dataclass(frozen=True, slots=True)
class SitBack:
    """Take one's seat back from the computer that has stood in."""


class Lateness(StrEnum):
    """Why a player is waited for no longer."""

    TIME = "time"
    """The time for his move has run out."""
    LEFT = "left"
    """He is not to be found where the match is played."""


@dataclass(frozen=True, slots=True)
class CallTime:
    """Say that the seat to move is late; asked by the table, not by a seat."""

    lateness: Lateness = Lateness.TIME


@dataclass(frozen=True, slots=True)
class Recall:
    """Take back that a seat is late: it has been found after all; asked by the table."""


class MatchEnding(StrEnum):
    """How a match ended."""

    PLAYED = "played"
    """Somebody's hand points reached the target."""
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    """The loser's time was up, and the winner did not wait any longer."""
    STOPPED = "stopped"
    """Ended from outside; the score so far stands, and nobody wins where it is level."""
    CALLED_OFF = "called off"
    """Ended from outside, as if it had not been played."""
    ABANDONED = "abandoned"
    """Nobody came back to it; it does not count."""


@dataclass(frozen=True, slots=True)
class EndMatch:
    """End the match from outside: stopped, called off or abandoned; asked by the table."""

    ending: MatchEnding


@dataclass(frozen=True, slots=True)
class DealHand:
    """Deal the next hand from `order`, all 52 cards; asked by the table, not by a seat.

    `salt` is the secret with which the order is sealed; without one nothing is.
    """

    order: tuple[Card, ...]
    salt: str = ""


Action: TypeAlias = (
    Pass
    | Take
    | Draw
    | Throw
    | Knock
    | BigGin
    | NextHand
    | Resign
    | Propose
    | Agree
    | Decline
    | PlayOn
    | Claim
    | WaitOn
    | StandIn
    | SitBack
    | DealHand
    | CallTime
    | Recall
    | EndMatch
)
