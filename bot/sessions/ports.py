"""What the tables need from outside, as protocols: time, chance, memory, an audience."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Protocol

from bot.engine import Card, Event, Facts

from .archive import PlayedMatch
from .house import House
from .seating import (
    Challenge,
    ChallengeState,
    Deadline,
    Player,
    Sitting,
    Table,
)


class Clock(Protocol):
    """Tells the time, aware and in UTC."""

    def __call__(self) -> datetime:
        """The present moment."""
        ...


class Dealer(Protocol):
    """Shuffles."""

    def deck(self) -> Sequence[Card]:
        """All 52 cards in the order they are dealt, the 21st being the upcard."""
        ...

    def salt(self) -> str:
        """A secret to seal that order with, another one for each deal; empty for no seal."""
        ...


class Toss(Protocol):
    """Says which seat deals first in a new match."""

    def __call__(self) -> int:
        """0 for the challenger's seat, 1 for the other."""
        ...


class MatchStore(Protocol):
    """What outlives the process. Every method is one transaction, done when it returns."""

    async def add_challenge(self, challenge: Challenge) -> Challenge:
        """Keep a new challenge and give it its id.

        Raises:
            Conflict: a rematch of the same match is asked for already.
        """
        ...

    async def challenge(self, id: int) -> Challenge | None:
        """The challenge with this id."""
        ...

    async def rematch(self, match: int) -> Challenge | None:
        """The open challenge that asks for a rematch of a match."""
        ...

    async def close_challenge(self, id: int, state: ChallengeState) -> None:
        """Close a challenge that is open or a draft.

        Raises:
            Conflict: it is closed already.
        """
        ...

    async def revise_challenge(self, challenge: Challenge) -> None:
        """Keep a draft's rules, state and deadline.

        Raises:
            Conflict: it is no draft any more.
        """
        ...

    async def standing_challenges(self, challenger: int, fresh: datetime) -> int:
        """How many challenges of a player are open.

        One that no message shows counts only if it lapses after `fresh`.
        """
        ...

    async def open_challenges(self, player: int) -> list[Challenge]:
        """The challenges that stand, drafts too, made by a player or to him."""
        ...

    async def last_declined(self, challenger: int, opponent: int) -> datetime | None:
        """When a player last declined a challenge of another."""
        ...

    async def house(self, guild: int) -> House:
        """What a server has chosen."""
        ...

    async def set_house(self, guild: int, house: House) -> None:
        """Remember what a server has chosen."""
        ...

    async def block(self, player: int, other: Player) -> None:
        """Keep one player away from another."""
        ...

    async def unblock(self, player: int, other: int) -> None:
        """Let him come again."""
        ...

    async def blocked(self, player: int) -> list[Player]:
        """Whom a player has blocked, by name."""
        ...

    async def open_match(self, table: Table, events: Sequence[Event]) -> Table:
        """Accept the challenge of the table's id and keep the match's first events.

        Returns the table, which takes over the challenge's message where it names none.

        Raises:
            Conflict: the challenge is not open any more.
        """
        ...

    async def open_practice(self, offer: Challenge, table: Table, events: Sequence[Event]) -> Table:
        """Keep a practice match with its first events, and the offer that gives it its id."""
        ...

    async def live_practice(self, guild: int, player: int) -> int | None:
        """The practice match that a player has not finished in a server."""
        ...

    async def load(self, match: int) -> tuple[Table, list[Event]] | None:
        """The table and all events of a match, in order."""
        ...

    async def append(
        self, table: Table, expected_version: int, events: Sequence[Event], facts: Facts
    ) -> None:
        """Add events to a match, with the table's deadlines and the rows that its ends bring.

        Raises:
            Conflict: the match does not have `expected_version` events.
        """
        ...

    async def move_table(self, table: Table) -> None:
        """Remember everything about a table but its version and events."""
        ...

    async def move_challenge_message(self, challenge: int, message: int) -> None:
        """Remember the message of a challenge."""
        ...

    async def due(self, deadline: Deadline, now: datetime) -> list[int]:
        """The matches one of whose deadlines has passed."""
        ...

    async def moved_since(self, moment: datetime) -> list[int]:
        """The matches in which something has happened since a moment."""
        ...

    async def is_played_in(self, channel: int) -> bool:
        """Whether a channel has the table of a match that is not over, or an open challenge."""
        ...

    async def last_sign(self) -> datetime | None:
        """When the bot last gave a sign of life."""
        ...

    async def sign(self, now: datetime, forgive: timedelta | None = None) -> None:
        """Remember a sign of life, and put deadlines off by the time that went by without one.

        In the same transaction, so that no time is forgiven twice.
        """
        ...

    async def due_challenges(self, now: datetime) -> list[Challenge]:
        """The open challenges and drafts that have lapsed."""
        ...

    async def next_due(self) -> datetime | None:
        """The earliest deadline of all matches and challenges."""
        ...


class ArchiveStore(Protocol):
    """What is known of matches that have been played."""

    async def load(self, match: int) -> tuple[Table, list[Event]] | None:
        """The table and all events of a match, in order."""
        ...

    async def played(
        self,
        guild: int,
        players: Sequence[int],
        *,
        seen_by: int,
        finished: bool = False,
        first: int = 0,
        limit: int,
    ) -> list[PlayedMatch]:
        """Matches of a server that any of these players sits in, by their last move.

        The latest comes first. Of private ones only those that `seen_by` sits in; with
        `finished` only those that are over.
        """
        ...

    async def named(self, guild: int, typed: str, limit: int) -> list[int]:
        """Players of a server whose name holds what was typed, large or small letters alike."""
        ...


class LessonStore(Protocol):
    """How far learners have come in the tutorial."""

    async def lesson(self, player: int) -> str | None:
        """The name of the lesson that a learner is at; None where he has answered none."""
        ...

    async def set_lesson(self, player: int, lesson: str) -> None:
        """Remember the lesson that a learner is at."""
        ...


class TableAudience(Protocol):
    """Whoever shows a table to people; called after the change is stored."""

    async def table_changed(self, sitting: Sitting, by: int | None) -> None:
        """The match has moved on, through the player `by` or by itself."""
        ...

    async def table_missed(self, sitting: Sitting) -> None:
        """What has happened in a match may not have been shown; nobody needs calling for it."""
        ...

    async def turn_waits(self, sitting: Sitting, *, again: bool) -> None:
        """The player to move has not moved for a while, or `again` for a long one."""
        ...

    async def has_left(self, sitting: Sitting) -> bool:
        """Whether the player to move is no longer to be found where the match is played."""
        ...

    async def trouble(self, sitting: Sitting) -> int | None:
        """Why the table cannot be reached, by Discord's error code; None where it can."""
        ...

    async def table_rests(self, sitting: Sitting) -> None:
        """The match is over for a while; its thread may go."""
        ...


class LobbyAudience(Protocol):
    """Whoever shows challenges to people."""

    async def challenge_closed(self, challenge: Challenge) -> None:
        """A challenge was closed by nobody's click: its time is over, or it was withdrawn."""
        ...
