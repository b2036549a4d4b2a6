"""Who sits where: players, challenges, tables, and a match as it stands at one."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from bot.engine import Match, Phase, Rules, Seat, View, running_score, view_for

from .errors import NotSeated


@dataclass(frozen=True, slots=True)
class Player:
    """A Discord user, under the name last seen in the server."""

    id: int
    name: str
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Nudge:
    """The message that tells a player it is his turn, in the channel or in a DM."""

    channel: int
    message: int


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


@dataclass(frozen=True, slots=True)
class Table:
    """Where a match is played and by whom; seat 0 is the challenger's.

    `message` is the public message that shows it, None until one was posted, and
    `shown_hand` the hand it was posted for. `due` is when the next hand is dealt without
    further asking; `nudge_at` when the player to move is told that it is his turn, and
    `nudge` where that stands.
    """

    id: int
    guild: int
    channel: int
    message: int | None
    players: tuple[Player, Player]
    shown_hand: int = 1
    due: datetime | None = None
    nudge_at: datetime | None = None
    nudge: Nudge | None = None

    @property
    def names(self) -> tuple[str, str]:
        """The players' names by seat."""
        return self.players[0].name, self.players[1].name


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
    state: ChallengeState = ChallengeState.OPEN
    rematch_of: int | None = None


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a finished match was for one player: hand points, hands won, and whether he won."""

    player: int
    won: bool
    points: int
    lines: int


def results_of(sitting: Sitting) -> tuple[SeatResult, ...]:
    """The rows for the leaderboard that follow from a match; none before it is over."""
    ended = sitting.match.ended
    if ended is None:
        return ()
    scores = running_score(sitting.match.results)
    return tuple(
        SeatResult(player.id, seat == ended.winner, score.points, score.lines)
        for seat, (player, score) in enumerate(zip(sitting.table.players, scores, strict=True))
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's sums over the finished matches of a server."""

    player: int
    name: str
    won: int
    played: int
    points: int
    lines: int
