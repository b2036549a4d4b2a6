"""Threads of matches: opened when the match begins, archived some time after its end."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

import discord

from bot.engine import GinError
from bot.rendering.lettering import written_name
from bot.sessions import House, Sitting, Table, ThreadWish, Watching

from .messages import UNREACHABLE, Interaction
from .patience import patience
from .permissions import MissingPermissions

_log = logging.getLogger(__name__)

# Edits do not count as activity (docs: threads), so the longest time is the right one.
_ARCHIVED_AFTER_MINUTES: Literal[10080] = 10080
# docs: opcodes and status codes. The thread of a message has the message's id.
_HAS_THREAD_ALREADY = 160004
_LONGEST_NAME = 100
_KINDS = {
    ThreadWish.PUBLIC: discord.ChannelType.public_thread,
    ThreadWish.PRIVATE: discord.ChannelType.private_thread,
}


@dataclass
class NoPrivacy(GinError):
    """The server wants its matches unseen, and here everybody could look on."""


@dataclass
class StaysInThread(GinError):
    """The match is for its players alone, and its table stays in this thread."""

    thread: int


def thread_wish(interaction: Interaction, house: House) -> ThreadWish:
    """Whether a match that begins here is to have a thread.

    Only a text channel has threads of our making: in a thread, a forum post or the chat
    of a voice channel the match is played where it was asked for.

    Raises:
        MissingPermissions: the server wants its matches unseen, which takes a private thread.
        NoPrivacy: so it does, and here there can be none.
    """
    granted, channel = interaction.app_permissions, interaction.channel
    if house.watching is Watching.PLAYERS:
        if isinstance(channel, discord.Thread) and channel.is_private():
            return ThreadWish.NONE
        if not isinstance(channel, discord.TextChannel):
            raise NoPrivacy
        needed = {
            "Create Private Threads": granted.create_private_threads,
            "Send Messages in Threads": granted.send_messages_in_threads,
        }
        if missing := tuple(name for name, is_granted in needed.items() if not is_granted):
            raise MissingPermissions(missing)
        return ThreadWish.PRIVATE
    if not house.threads or not isinstance(channel, discord.TextChannel):
        return ThreadWish.NONE
    if granted.create_public_threads and granted.send_messages_in_threads:
        return ThreadWish.PUBLIC
    return ThreadWish.DENIED


class Threads:
    """Opens and archives threads with the bot's own token."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def open(self, sitting: Sitting) -> int | None:
        """Open the thread of a match and add its players; its id, None where it is not allowed."""
        table = sitting.table
        try:
            async with patience():
                thread = await self._create(table)
        except UNREACHABLE as error:
            if getattr(error, "code", None) == _HAS_THREAD_ALREADY:
                return table.message
            _log.warning("no thread for match %s: %s", table.id, error)
            return None
        for player in table.players:
            if player.is_bot:
                continue
            with suppress(*UNREACHABLE):  # he may have left meanwhile
                async with patience():
                    await thread.add_user(discord.Object(player.id))
        return thread.id

    async def _create(self, table: Table) -> discord.Thread:
        """A private thread, or one on the challenge's message, which cannot be opened twice."""
        # Not in the cache before the servers are known.
        channel = self._client.get_channel(table.channel) or await self._client.fetch_channel(
            table.channel
        )
        if not isinstance(channel, discord.TextChannel):
            raise TypeError(f"channel {table.channel} has no threads of its own")
        names = [written_name(name, seat) for seat, name in enumerate(table.names)]
        name = f"Gin Rummy: {names[0]} and {names[1]}"[:_LONGEST_NAME]
        if table.thread_wish is ThreadWish.PUBLIC and table.message is not None:
            message = channel.get_partial_message(table.message)
            return await message.create_thread(
                name=name, auto_archive_duration=_ARCHIVED_AFTER_MINUTES
            )
        return await channel.create_thread(
            name=name,
            type=_KINDS[table.thread_wish],
            auto_archive_duration=_ARCHIVED_AFTER_MINUTES,
            invitable=False,
        )

    async def is_there(self, thread: int) -> bool:
        """Whether a thread has not been deleted, as far as can be told."""
        try:
            async with patience():
                await self._client.fetch_channel(thread)
        except discord.NotFound:
            return False
        except UNREACHABLE:
            return True
        return True

    async def archive(self, thread: int) -> None:
        """Archive a thread of the bot's, if it is still there (one's own takes no permission)."""
        with suppress(*UNREACHABLE):
            # Its channel need not be in the cache after a restart.
            async with patience():
                await self._client.http.edit_channel(thread, archived=True)
