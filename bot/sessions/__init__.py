"""Live tables: who sits where, whose click counts, and what is stored before it is shown."""

from .clerk import Clerk
from .errors import (
    CannotChallenge,
    ChallengeClosed,
    Conflict,
    Doubled,
    NotInvited,
    NotSeated,
    NotYours,
    Stale,
    StillPlaying,
    UnknownChallenge,
    UnknownMatch,
)
from .lobby import Lobby
from .ports import Clock, Dealer, LobbyAudience, MatchStore, TableAudience, Toss
from .seating import (
    Challenge,
    ChallengeState,
    Nudge,
    NudgeWish,
    Player,
    Preferences,
    SeatResult,
    Sitting,
    Standing,
    Table,
)
from .tables import Tables

__all__ = [
    "CannotChallenge",
    "Challenge",
    "ChallengeClosed",
    "ChallengeState",
    "Clerk",
    "Clock",
    "Conflict",
    "Dealer",
    "Doubled",
    "Lobby",
    "LobbyAudience",
    "MatchStore",
    "NotInvited",
    "NotSeated",
    "NotYours",
    "Nudge",
    "NudgeWish",
    "Player",
    "Preferences",
    "SeatResult",
    "Sitting",
    "Stale",
    "Standing",
    "StillPlaying",
    "Table",
    "TableAudience",
    "Tables",
    "Toss",
    "UnknownChallenge",
    "UnknownMatch",
]
