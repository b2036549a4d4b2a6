"""The Discord client: intents, start-up and shutdown."""

from __future__ import annotations

import asyncio
import logging
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.delivery import Doorway, GinItem, GinTree
from bot.sessions import StoreFails, report

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from bot.sessions import Clerk
    from bot.storage import Database

    from .build import Rooms
    from .emojis import CardEmojis
    from .painter import ThreadPainter
    from .settings import Settings

_log = logging.getLogger(__name__)

_COGS = (
    *("cogs.table", "cogs.lobby", "cogs.rules", "cogs.gin", "cogs.practice", "cogs.tutorial"),
    *("cogs.scores", "cogs.archive", "cogs.privacy", "cogs.admin"),
)


# Together with the database below the five seconds that a stop may take.
_ANSWERS_WITHIN_SECONDS = 2.0
_SHOWS_WITHIN_SECONDS = 0.5
_DISCONNECTS_WITHIN_SECONDS = 0.5


@contextmanager
def _later() -> Iterator[None]:
    """What cannot be stored now is seen again when Discord is ready the next time."""
    try:
        yield
    except StoreFails as error:
        _log.warning("what was missed is looked at when Discord is ready again: %s", error.reason)


class GinBot(commands.AutoShardedBot):
    """The bot, sharded by Discord's own means; with one shard it is an ordinary client."""

    services: Rooms

    def __init__(
        self,
        settings: Settings,
        database: Database,
        clerk: Clerk,
        painter: ThreadPainter,
        emojis: CardEmojis,
    ) -> None:
        super().__init__(
            # A prefix of text would need the message content intent (docs: gateway intents).
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            tree_cls=GinTree,
            shard_count=settings.shard_count,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=discord.app_commands.AppCommandContext(guild=True),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True, user=False),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self.settings = settings
        self.doorway = Doorway()
        self._database = database
        self._clerk = clerk
        self._painter = painter
        self._emojis = emojis
        self._working: list[asyncio.Task[None]] = []
        self._last_seen: datetime | None = None

    @property
    def next_deadline(self) -> datetime | None:
        """The next moment at which something happens by itself."""
        return self._clerk.wakes_at

    async def setup_hook(self) -> None:
        """Bring the database up to date, draw the deck, load the cogs, take up the deadlines."""
        await self._database.migrate()
        await self._painter.warm_up()
        self.add_dynamic_items(GinItem)
        for cog in _COGS:
            await self.load_extension(cog)
        await self.tree.sync()
        self._last_seen = await self.services.tables.wake_up()
        await self._clerk.start()
        if self.settings.card_emojis:
            is_first = self.shard_ids is None or 0 in self.shard_ids
            look_up = self._emojis.look_up(self, put_up=is_first)
            self._working.append(asyncio.create_task(look_up, name="gin-emojis"))
        self._working.append(asyncio.create_task(self._finish_rebuild(), name="gin-rebuild"))

    async def on_ready(self) -> None:
        """Once the servers are known: who is still there, and what was perhaps not shown."""
        with _later():
            await self._catch_up({guild.id for guild in self.guilds})

    async def _catch_up(self, present: set[int]) -> None:
        await self.services.housekeeping.compare(present, self._is_ours)
        if self._last_seen is not None:
            await self.services.tables.show_since(self._last_seen)
            self._last_seen = None

    def _is_ours(self, guild: int) -> bool:
        """Whether a server belongs to a shard of this process (docs: gateway, sharding)."""
        if self.shard_ids is None or not self.shard_count:
            return True
        return (guild >> 22) % self.shard_count in self.shard_ids

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server has sent the bot away; it is forgotten in a month."""
        with _later():
            await self.services.housekeeping.left(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """A server has asked for the bot, perhaps again."""
        with _later():
            await self.services.housekeeping.joined(guild.id)

    async def _finish_rebuild(self) -> None:
        """Standings that an update or a stopped rebuild has left unfinished, while people play."""
        try:
            if await self.services.records.rebuild_state() is None:
                return
            _log.warning("the standings are built anew; boards say so until they are whole")
            await self.services.records.rebuild()
            _log.info("the standings are built anew")
        except Exception as error:  # noqa: BLE001 (play goes on; the next start tries again)
            report(_log, "the standings could not be built anew", error)

    async def close(self) -> None:
        """Answer what is in flight and tell others to come back; then disconnect, and rest.

        All of it is bounded: what is not shown by then is stored, and shown at the next start.
        """
        await self._clerk.stop()
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        self.doorway.shut()
        await self.doorway.emptied(_ANSWERS_WITHIN_SECONDS)
        with suppress(TimeoutError):
            async with asyncio.timeout(_SHOWS_WITHIN_SECONDS):
                await self.services.tables.settle()
        # Those who came meanwhile, to be told that nothing is taken up.
        await self.doorway.emptied(_SHOWS_WITHIN_SECONDS)
        await self._disconnect()
        await self._database.close()

    async def _disconnect(self) -> None:
        try:
            async with asyncio.timeout(_DISCONNECTS_WITHIN_SECONDS):
                await super().close()
        except AttributeError:
            # discord.py 2.7.1 cannot close a sharded client that never logged in (its 108e9abb5).
            return
        except TimeoutError:
            # A gateway that does not say goodbye; the sockets go all the same.
            await self.http.close()
