"""What the cogs are given by the client that loads them, as its attribute `services`."""

from __future__ import annotations

from typing import Protocol

from bot.delivery import Members, Messenger, Nudges, Panels, Threads
from bot.sessions import Archive, Lobby, Preferences, Standing, Tables


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

    async def is_played_in(self, channel: int) -> bool:
        """Whether a match that is not over has its table in a channel."""
        ...

    async def standings(self, guild: int, limit: int) -> list[Standing]:
        """A server's leaderboard, best first."""
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
    def members(self) -> Members:
        """Who is in which server."""
        ...

    @property
    def threads(self) -> Threads:
        """The threads that matches are played in."""
        ...

    @property
    def panels(self) -> Panels:
        """The players' private panels."""
        ...
