"""What is forgotten: servers a month after they sent the bot away, and players who ask for it."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

from bot.engine import MatchOver, Resign

from .errors import Conflict

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from .clerk import Clerk
    from .lobby import Lobby
    from .ports import Clock
    from .tables import Tables

FORGOTTEN_AFTER = timedelta(days=30)


class MemoryStore(Protocol):
    """What is remembered of servers and players."""

    async def known_guilds(self) -> list[int]:
        """The servers that anything is kept of."""
        ...

    async def guild_left(self, guild: int, *, away: bool) -> None:
        """Remember when a server sent the bot away, or that it has it back."""
        ...

    async def guilds_left_before(self, moment: datetime) -> list[int]:
        """The servers that sent the bot away before a moment and have not asked it back."""
        ...

    async def first_guild_left(self) -> datetime | None:
        """When the first of those servers did so that are still remembered."""
        ...

    async def purge_guild(self, guild: int, left_before: datetime) -> None:
        """Forget a server, unless it has asked the bot back meanwhile."""
        ...

    async def all_live_matches(self, player: int) -> list[int]:
        """The unfinished matches of a player in all servers."""
        ...

    async def forget(self, player: int, pseudonym: int) -> None:
        """Put a negative number wherever others' rows need a player, and drop the rest.

        Raises:
            Conflict: a match of his is under way.
        """
        ...


class Housekeeping:
    """Forgets; `pseudonym` makes up a negative number that nobody else has."""

    def __init__(
        self,
        store: MemoryStore,
        tables: Tables,
        lobby: Lobby,
        clock: Clock,
        clerk: Clerk,
        pseudonym: Callable[[], int],
    ) -> None:
        self._store = store
        self._tables = tables
        self._lobby = lobby
        self._clock = clock
        self._clerk = clerk
        self._pseudonym = pseudonym
        self._has_compared = False
        """Whether it is known who is still there; before that nobody is forgotten."""
        clerk.attend(self.purge_overdue)

    async def next_due(self) -> datetime | None:
        """When the next server is to be forgotten."""
        first = await self._store.first_guild_left()
        return None if first is None else first + FORGOTTEN_AFTER

    async def left(self, guild: int) -> None:
        """A server has sent the bot away."""
        await self._store.guild_left(guild, away=True)
        self._clerk.expect(self._clock() + FORGOTTEN_AFTER)

    async def joined(self, guild: int) -> None:
        """A server has the bot, perhaps again."""
        await self._store.guild_left(guild, away=False)

    async def compare(self, present: Collection[int], is_ours: Callable[[int], bool]) -> None:
        """Note who has sent the bot away, or asked it back, while it was not connected.

        Only of those servers that belong to this process.
        """
        for guild in filter(is_ours, await self._store.known_guilds()):
            if guild in present:
                await self.joined(guild)
            else:
                await self.left(guild)
        self._has_compared = True

    async def forget(self, player: int) -> None:
        """Forget a player: challenges close, live matches are given up, name and id go."""
        is_forgotten = False
        while not is_forgotten:
            await self._lobby.withdraw(player)
            for match in await self._store.all_live_matches(player):
                with suppress(MatchOver):  # it has ended in this very moment
                    await self._tables.act(match, player, Resign(), None)
            await self._tables.settle()
            with suppress(Conflict):  # a challenge was accepted in this very moment
                await self._store.forget(player, self._pseudonym())
                is_forgotten = True
        self._tables.look_again()

    async def purge_overdue(self) -> None:
        """Forget every server whose month is over."""
        before = self._clock() - FORGOTTEN_AFTER
        for guild in await self._store.guilds_left_before(before) if self._has_compared else ():
            await self._store.purge_guild(guild, before)
            self._tables.look_again()
