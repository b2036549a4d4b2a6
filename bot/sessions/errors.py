"""What the table refuses that the rules know nothing of.

GinError
├── Conflict            another writer was faster (a store's answer, never a player's)
├── UnknownMatch        no match has this id
├── NotPlayedHere       a finished or live match that the reader cannot mean
├── UnknownChallenge    no challenge has this id
├── NotSeated           somebody who does not play in this match
├── Stale               a click made on an older picture of the match
├── Doubled             the same click again; it has counted once
├── StillPlaying        a rematch before the match has ended
├── CannotChallenge     a bot, or oneself
├── TooManyChallenges   as many of one's own stand as may
├── CoolingDown         declined lately; not again so soon
├── Blocked             one of the two does not want to play the other
├── PlayedElsewhere     the server plays in other channels
├── Forgotten           the other player has asked to be forgotten
├── StoreFails          the database is in trouble; nothing has changed
├── NoClock             a pause in a match that is played without one
├── PlayersOnly         the server shows matches to their players alone
├── HandNotOver         a hand that nobody may look at yet, or that there never was
├── NotYourHand         a review is for whoever played the hand
├── ChallengeClosed     it was answered, taken back, or has lapsed
├── NotInvited          the challenge is for somebody else
└── NotYours            only the challenger may take it back
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.engine import GinError

if TYPE_CHECKING:
    from datetime import datetime

    from .seating import Challenge, Sitting


class Conflict(GinError):
    """The stored version is not the expected one; reload and look again."""


class UnknownMatch(GinError):
    """No match has this id."""


class NotPlayedHere(GinError):
    """No match of the reader's own, nor one of the server that was asked in, is meant."""


class UnknownChallenge(GinError):
    """No challenge has this id."""


@dataclass
class NotSeated(GinError):
    """The player does not sit at the table of `sitting`."""

    sitting: Sitting


@dataclass
class Stale(GinError):
    """The click was made before the match came to where `sitting` has it."""

    sitting: Sitting


@dataclass
class Doubled(GinError):
    """The same click came twice; the first has counted, and `sitting` is what it made."""

    sitting: Sitting


@dataclass
class StillPlaying(GinError):
    """The match of `sitting` has not ended, so there is no rematch of it yet."""

    sitting: Sitting


@dataclass
class CannotChallenge(GinError):
    """A player may challenge neither himself nor a bot."""

    oneself: bool


@dataclass
class TooManyChallenges(GinError):
    """As many challenges of one player as may stand at once do so already."""

    most: int


@dataclass
class CoolingDown(GinError):
    """The opponent has declined lately; he may be asked again at `until`."""

    opponent: str
    until: datetime


@dataclass
class Blocked(GinError):
    """One of the two has blocked the other; `by_oneself` says which."""

    name: str
    by_oneself: bool


@dataclass
class PlayedElsewhere(GinError):
    """The server allows play in these channels alone."""

    channels: tuple[int, ...]


class Forgotten(GinError):
    """The other player of a match has asked to be forgotten, so there is nobody to ask."""


@dataclass
class StoreFails(GinError):
    """What is stored cannot be read or written just now, for this reason; nothing has changed."""

    reason: str


@dataclass
class NoClock(GinError):
    """The match of `sitting` has no clock that could be stopped."""

    sitting: Sitting


class PlayersOnly(GinError):
    """Somebody wants to look at a match that only its players may see."""


@dataclass
class HandNotOver(GinError):
    """The hand is not over, or was never played; `finished` hands of the match are."""

    finished: int


class NotYourHand(GinError):
    """Somebody asks for the review of a hand that he did not play."""


@dataclass
class ChallengeClosed(GinError):
    """The challenge stands no more; its state says why."""

    challenge: Challenge


@dataclass
class NotInvited(GinError):
    """The challenge is for somebody else."""

    challenge: Challenge


@dataclass
class NotYours(GinError):
    """Only the challenger may do this."""

    challenge: Challenge
