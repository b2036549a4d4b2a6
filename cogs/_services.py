"""What the cogs are given by the client that loads them, as its attribute `services`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Protocol

from bot.delivery import Messenger, Nudges, Panels, Threads, Whereabouts
from bot.engine import Tally
from bot.scores import BoardKey, BoardPage, BoardRow, Luck, PlayerFigures, RatingChange
from bot.sessions import Archive, Housekeeping, Level, Lobby, Preferences, Tables, Tutorial


class Records(Protocol):
    """Lists from the store that no live table is needed for."""

    async def live_matches(self, guild: int, player: int) -> list[int]:
        """The unfinished matches of a player in a server, the latest first."""
        ...

    async def last_match(self, guild: int, player: int) -> int | None:
        """The latest match of a player in a server, finished or not."""
        ...

    async def preferences(self, player: int) -> Preferences:
        """What a player has chosen for himself."""
        ...

    async def set_preferences(self, player: int, chosen: Preferences) -> None:
        """Remember what a player has chosen for himself."""
        ...

    async def under_way(self, guild: int) -> list[tuple[int, tuple[str, str]]]:
        """The unfinished matches of a server with their players' names, the latest first."""
        ...

    async def rebuild_state(self) -> tuple[int, int] | None:
        """How far a rebuild of the standings is; None where nothing is rebuilt."""
        ...

    async def export(self, player: int) -> dict[str, list[dict[str, Any]]]:
        """All rows about a player, by table."""
        ...

    async def board(
        self, scope: int, period: str, key: BoardKey, *, page: int, size: int, hides_gone: bool
    ) -> BoardPage:
        """One page of a leaderboard, best first; scope 0 is everywhere."""
        ...

    async def place(
        self, scope: int, period: str, key: BoardKey, player: int, *, hides_gone: bool
    ) -> BoardRow | None:
        """A player's own row of a leaderboard."""
        ...

    async def figures(self, scope: int, player: int) -> PlayerFigures:
        """All that a player has played, and how his rating went lately."""
        ...

    async def against(self, scope: int, player: int, opponent: int) -> Tally:
        """A player's sums over the matches with one opponent."""
        ...

    async def rating_changes(self, match: int) -> tuple[RatingChange, ...]:
        """What a match has changed, by seat."""
        ...

    async def practised(self, guild: int, player: int) -> dict[Level, tuple[int, int]]:
        """Matches won and lost against computers, by their level."""
        ...

    async def luck(self, guild: int) -> Luck:
        """What a server's deals were like."""
        ...

    async def unchecked(self, guild: int, listed: Sequence[int], since: datetime) -> list[int]:
        """Which of some players were not looked up since a moment."""
        ...

    async def checked(self, guild: int, player: int, *, gone: bool) -> None:
        """Remember whether a player was found in a server."""
        ...


class Services(Protocol):
    """The rooms behind the cogs."""

    @property
    def tables(self) -> Tables:
        """The live matches."""
        ...

    @property
    def lobby(self) -> Lobby:
        """The standing challenges."""
        ...

    @property
    def records(self) -> Records:
        """What is known of finished and live matches."""
        ...

    @property
    def archive(self) -> Archive:
        """What has been played."""
        ...

    @property
    def messenger(self) -> Messenger:
        """Brings pages to Discord."""
        ...

    @property
    def nudges(self) -> Nudges:
        """The messages that tell whose turn it is."""
        ...

    @property
    def whereabouts(self) -> Whereabouts:
        """Where players and tables are to be found."""
        ...

    @property
    def housekeeping(self) -> Housekeeping:
        """What is forgotten."""
        ...

    @property
    def tutorial(self) -> Tutorial:
        """How far learners have come."""
        ...

    @property
    def threads(self) -> Threads:
        """The threads that matches are played in."""
        ...

    @property
    def panels(self) -> Panels:
        """The players' private panels."""
        ...
