"""What the engine refuses.

    GinError
    ├── BadCard            text that names no card (also a ValueError)
    ├── BadRules           settings that make no sense together (also a ValueError)
    └── Refused            a wish that the rules deny; nothing has changed
        ├── NotYourTurn    the other seat is to move
        ├── WrongMoment    not in this phase: draw before you throw, and so on
        ├── UpcardClosed   both passed, so this draw has to come from the stock
        ├── CardNotHeld    a card that is not in the hand
        ├── CardJustTaken  a card taken from the pile stays for the turn
        ├── TooMuchDeadwood   the ten cards that stay count more than the limit
        ├── NotBigGin      not all eleven cards are melded, or it is not played
        ├── AlreadyReady   the seat has asked for the next hand before
        ├── CannotAsk      nothing of this kind may be asked for now
        ├── NotAsked       an answer to what nobody has asked
        ├── NotPaused      there is no pause to end
        ├── NotLate        the other player still has time
        ├── NoStandIn      a computer may not play on for the other player
        ├── NotStoodIn     no computer plays for this seat
        ├── OutOfPlace     what only the table does, or what it never does
        └── MatchOver      the match has ended

A refusal carries data; `bot.rendering.refusals` finds the sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .actions import Obstacle, Proposal
    from .cards import Card
    from .deal import Phase
    from .rules import Clash


class GinError(Exception):
    """The root of everything this project raises on purpose."""


class BadCard(GinError, ValueError):
    """The text names no card; it is the exception's argument."""


@dataclass
class BadRules(GinError, ValueError):
    """Settings that make no sense; `clash` says why."""

    clash: Clash


class Refused(GinError):
    """The rules deny this; the state is as it was."""


@dataclass
class NotYourTurn(Refused):
    """Seat `turn` is to move, not the one that asked."""

    turn: int | None


@dataclass
class WrongMoment(Refused):
    """The action belongs to another phase than the present one."""

    phase: Phase


class UpcardClosed(Refused):
    """Both players passed the upcard, so the first draw comes from the stock."""


@dataclass
class CardNotHeld(Refused):
    """The hand does not hold `card`."""

    card: Card


@dataclass
class CardJustTaken(Refused):
    """`card` came from the discard pile this turn and stays until the next one."""

    card: Card


@dataclass
class TooMuchDeadwood(Refused):
    """Throwing `card` would leave `deadwood` points where `limit` is the most for a knock."""

    card: Card
    deadwood: int
    limit: int


@dataclass
class NotBigGin(Refused):
    """`deadwood` points of the eleven cards are loose; None where Big Gin is not played."""

    deadwood: int | None


class AlreadyReady(Refused):
    """The seat wants the next hand already; the other one is waited for."""


@dataclass
class CannotAsk(Refused):
    """`proposal` is not possible now; `obstacle` says why."""

    proposal: Proposal
    obstacle: Obstacle


@dataclass
class NotAsked(Refused):
    """The other player does not ask for `proposal`, or not any more."""

    proposal: Proposal


class NotPaused(Refused):
    """The match is not paused."""


class NotLate(Refused):
    """The other player's time is not up."""


class NoStandIn(Refused):
    """The players have not agreed that a computer may stand in."""


class NotStoodIn(Refused):
    """The seat is its player's own; there is none to take back."""


class OutOfPlace(Refused):
    """Only the table deals, calls the time and ends a match, and it does nothing else."""


class MatchOver(Refused):
    """Nothing more can be played in this match."""
