"""Who sits where: players, challenges, tables, and a match as it stands at one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum

from bot.engine import Match, Phase, Rules, Seat, View, view_for
from bot.players import Level

from .errors import NotSeated


@dataclass(frozen=True, slots=True)
class Player:
    """A Discord user, under the name last seen in the server, or a computer."""

    id: int
    name: str
    is_bot: bool = False


COMPUTERS = {1: Level.EASY, 2: Level.NORMAL, 3: Level.EXPERT}
"""The computers that people practise against, by ids that Discord never gives."""


@dataclass(frozen=True, slots=True)
class Nudge:
    """The message that tells a player something waits for him, in the channel or in a DM.

    `reason` names what waits, so that the message can go as soon as that has changed.
    """

    channel: int
    message: int
    reason: str


class NudgeWish(StrEnum):
    """When a player wants to be told that it is his turn."""

    ALWAYS = "always"
    AWAY = "away"
    """When his panel cannot be brought up to date, or he has not moved for a minute."""
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a player has chosen for himself, in every server."""

    nudge: NudgeWish = NudgeWish.AWAY
    by_dm: bool = False
    asks_before_poor_knock: bool = True
    """Whether a knock that another card would improve is asked about first."""
    four_colours: bool = False
    large_cards: bool = False
    high_contrast: bool = False
    words_only: bool = False
    hand_order: str = "melds"
    cloth: str = "green"
    """How pictures look to him, in the words of `bot.rendering.look`."""


class Pace(StrEnum):
    """How much time a player has for a turn."""

    LIVE = "live"
    RELAXED = "relaxed"
    MAIL = "mail"
    NONE = "none"

    @property
    def turn(self) -> timedelta | None:
        """The time for a turn; None without a limit."""
        return _TURNS.get(self)


_TURNS = {
    Pace.LIVE: timedelta(minutes=3),
    Pace.RELAXED: timedelta(hours=1),
    Pace.MAIL: timedelta(days=3),
}


class ThreadWish(StrEnum):
    """Whether a match still wants a thread of its own."""

    NONE = "none"
    PUBLIC = "public"
    PRIVATE = "private"
    """One that only its players see."""
    DENIED = "denied"
    """The server wants one, and Discord does not let the bot open it."""


class Deadline(StrEnum):
    """What happens by itself when its time has come."""

    DEAL = "deal"
    """The next hand is dealt."""
    NUDGE = "nudge"
    """The player to move is told that it is his turn."""
    TURN = "turn"
    """His time is up."""
    IDLE = "idle"
    """Nobody has come back: a match is closed, and the thread of a finished one archived."""
    COMPUTER = "computer"
    """A computer has thought for long enough and moves."""


@dataclass(frozen=True, slots=True)
class Deadlines:
    """When something happens to a match by itself; each stored move sets them anew."""

    deal: datetime | None = None
    nudge: datetime | None = None
    turn: datetime | None = None
    idle: datetime | None = None
    computer: datetime | None = None

    def has_passed(self, which: Deadline, now: datetime) -> bool:
        """Whether a deadline is there and its time has come."""
        due: datetime | None = getattr(self, which)
        return due is not None and due <= now

    @property
    def earliest(self) -> datetime | None:
        """The first to come."""
        all_of_them = (self.deal, self.nudge, self.turn, self.idle, self.computer)
        return min((due for due in all_of_them if due is not None), default=None)


@dataclass(frozen=True, slots=True)
class Table:
    """Where a match is played and by whom; seat 0 is the challenger's.

    `message` is the public message that shows it, None until one was posted, and
    `shown_hand` the hand it was posted for. `nudge` is the message that calls a player.
    `thread` was opened by the bot for this match; `thread_wish` says whether one is to be, and
    `private` that nobody but the players may see it. `trouble` is Discord's error code while
    the table cannot be shown: then the match is parked, and nobody's time runs.
    """

    id: int
    guild: int
    channel: int
    message: int | None
    players: tuple[Player, Player]
    pace: Pace = Pace.NONE
    shown_hand: int = 1
    deadlines: Deadlines = Deadlines()
    nudge: Nudge | None = None
    thread: int | None = None
    thread_wish: ThreadWish = ThreadWish.NONE
    over: bool = False
    zone: str = "UTC"
    """The time zone whose months and seasons the match belongs to."""
    private: bool = False
    trouble: int | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The players' names by seat."""
        return self.players[0].name, self.players[1].name

    @property
    def is_practice(self) -> bool:
        """Whether a computer sits here as the opponent."""
        return any(player.is_bot for player in self.players)


@dataclass(frozen=True, slots=True)
class Sitting:
    """A table together with the match as it stands there.

    The match is left out of the repr, which may end up in a log: it holds every card.
    """

    table: Table
    match: Match = field(repr=False)

    def seat_of(self, player: int) -> Seat:
        """The seat of a user.

        Raises:
            NotSeated: he does not play here.
        """
        for seat, seated in enumerate(self.table.players):
            if seated.id == player:
                return seat
        raise NotSeated(self)

    @property
    def hand(self) -> int:
        """The number of the hand on the table, the first being 1."""
        deal, finished = self.match.deal, len(self.match.results)
        return finished if deal is not None and deal.phase is Phase.SHOWN else finished + 1

    def view(self, seat: Seat | None) -> View:
        """What a seat, or with None a spectator, may see."""
        return view_for(self.match, seat)


class ChallengeState(StrEnum):
    """Where a challenge stands."""

    DRAFT = "draft"
    """Its rules are still being made up; only the challenger knows of it."""
    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class Challenge:
    """An offer to play; the match that comes of it has the same id.

    `opponent` is None where anybody may accept. `rematch_of` is the match it follows.
    """

    id: int
    guild: int
    channel: int
    message: int | None
    challenger: Player
    opponent: Player | None
    rules: Rules
    lapses_at: datetime
    pace: Pace = Pace.NONE
    state: ChallengeState = ChallengeState.OPEN
    rematch_of: int | None = None
