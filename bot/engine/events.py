"""What happened, in the order it happened. A match is nothing but the list of its events.

`encode` and `decode` turn an event into one line of JSON and back; that line is what
a store keeps, so the names and fields here are a format: add, do not rename.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter

from .actions import Lateness, MatchEnding, Proposal, Seat
from .cards import Card
from .rules import Rules


class Ending(StrEnum):
    """How a hand ended."""

    KNOCK = "knock"
    GIN = "gin"
    BIG_GIN = "big gin"
    UNDERCUT = "undercut"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class HandResult:
    """The score of one hand.

    `deadwood` is what each seat was left with, after lay-offs; `difference` and `bonus`
    are points for `winner`, before they are multiplied. A void hand has neither winner
    nor knocker.
    """

    ending: Ending
    dealer: Seat
    knocker: Seat | None
    winner: Seat | None
    deadwood: tuple[int, int]
    difference: int = 0
    bonus: int = 0
    multiplier: int = 1

    @property
    def points(self) -> int:
        """All that the hand is worth to its winner."""
        return (self.difference + self.bonus) * self.multiplier


@dataclass(frozen=True, slots=True)
class MatchBegan:
    """Two players sat down to a match under `rules`."""

    rules: Rules
    first_dealer: Seat
    kind: Literal["began"] = "began"


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A hand was dealt from `order`: one card at a time from the non-dealer on.

    `salt` is secret like the order, until the hand is over; deals from before there was one
    have none.
    """

    dealer: Seat
    order: tuple[Card, ...]
    salt: str = ""
    kind: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat left the upcard lying."""

    seat: Seat
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class Took:
    """A seat took the top of the discard pile."""

    seat: Seat
    card: Card
    kind: Literal["took"] = "took"


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew from the stock; only that seat may know which card."""

    seat: Seat
    card: Card
    kind: Literal["drew"] = "drew"


@dataclass(frozen=True, slots=True)
class Threw:
    """A seat threw a card onto the pile."""

    seat: Seat
    card: Card
    kind: Literal["threw"] = "threw"


@dataclass(frozen=True, slots=True)
class Knocked:
    """A seat threw a card face down and showed its hand."""

    seat: Seat
    card: Card
    kind: Literal["knocked"] = "knocked"


@dataclass(frozen=True, slots=True)
class WentBigGin:
    """A seat showed eleven melded cards."""

    seat: Seat
    kind: Literal["big gin"] = "big gin"


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand was scored, or found void."""

    result: HandResult
    kind: Literal["hand ended"] = "hand ended"


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat wants the next hand."""

    seat: Seat
    kind: Literal["ready"] = "ready"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A seat asked the other for its consent."""

    seat: Seat
    proposal: Proposal
    kind: Literal["proposed"] = "proposed"


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat said no to what the other had asked."""

    seat: Seat
    proposal: Proposal
    kind: Literal["declined"] = "declined"


@dataclass(frozen=True, slots=True)
class TookBack:
    """A seat took its discard back, with the other's consent."""

    seat: Seat
    card: Card
    kind: Literal["took back"] = "took back"


@dataclass(frozen=True, slots=True)
class Paused:
    """`seat` agreed to a pause."""

    seat: Seat
    kind: Literal["paused"] = "paused"


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """A seat ended the pause."""

    seat: Seat
    kind: Literal["played on"] = "played on"


@dataclass(frozen=True, slots=True)
class TimeCalled:
    """The seat to move is late."""

    seat: Seat
    lateness: Lateness
    kind: Literal["time called"] = "time called"


@dataclass(frozen=True, slots=True)
class Recalled:
    """A seat that was late is there after all."""

    seat: Seat
    kind: Literal["recalled"] = "recalled"


@dataclass(frozen=True, slots=True)
class WaitedOn:
    """A seat gave the other, who was late, his time once more."""

    seat: Seat
    kind: Literal["waited on"] = "waited on"


@dataclass(frozen=True, slots=True)
class HintsAgreed:
    """`seat` agreed that both may have hints."""

    seat: Seat
    kind: Literal["hints agreed"] = "hints agreed"


@dataclass(frozen=True, slots=True)
class StandInAgreed:
    """`seat` agreed that a computer may play on for whoever goes away."""

    seat: Seat
    kind: Literal["stand-in agreed"] = "stand-in agreed"


@dataclass(frozen=True, slots=True)
class StoodIn:
    """From here on a computer plays for `seat`."""

    seat: Seat
    kind: Literal["stood in"] = "stood in"


@dataclass(frozen=True, slots=True)
class SatBack:
    """The player of `seat` is there again and plays for himself."""

    seat: Seat
    kind: Literal["sat back"] = "sat back"


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over and `winner` has won it; None where nobody has."""

    winner: Seat | None
    ending: MatchEnding
    kind: Literal["match ended"] = "match ended"


Event: TypeAlias = (
    MatchBegan
    | HandDealt
    | Passed
    | Took
    | Drew
    | Threw
    | Knocked
    | WentBigGin
    | HandEnded
    | Ready
    | Proposed
    | Declined
    | TookBack
    | Paused
    | PlayedOn
    | TimeCalled
    | Recalled
    | WaitedOn
    | HintsAgreed
    | StandInAgreed
    | StoodIn
    | SatBack
    | MatchEnded
)

_CODEC: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")])


def encode(event: Event) -> str:
    """An event as one line of JSON."""
    return _CODEC.dump_json(event).decode()


def decode(line: str) -> Event:
    """The event that `encode` wrote.

    Raises:
        ValueError: the line is no event of this format.
    """
    return _CODEC.validate_json(line)
