"""What Discord keeps: servers, channels, people, messages, interactions, and their rules."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from . import denials

EPHEMERAL, LOADING = 1 << 6, 1 << 7
TEXT, DM, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 11, 12
ALL_PERMISSIONS = (1 << 53) - 1
_EPOCH_MS = 1_420_070_400_000
_MOST_COMPONENTS = 40
_FEED = 300
_REPLY, _THINK, _TOUCH, _UPDATE, _SUGGEST = 4, 5, 6, 7, 8
"""Interaction callback types (docs: receiving and responding)."""


@dataclass(frozen=True)
class User:
    id: int
    name: str
    bot: bool = False


@dataclass
class Channel:
    id: int
    guild: int | None
    name: str
    kind: int = TEXT
    parent: int | None = None
    recipient: int | None = None
    is_archived: bool = False

    @property
    def is_thread(self) -> bool:
        return self.kind in {PUBLIC_THREAD, PRIVATE_THREAD}


@dataclass
class Guild:
    id: int
    name: str
    channels: list[int] = field(default_factory=list)
    members: set[int] = field(default_factory=set)


@dataclass
class Message:
    """A message; with an `owner` it is ephemeral and nobody else sees it."""

    id: int
    channel: int
    components: list[dict[str, Any]] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    flags: int = 0
    owner: int | None = None
    asked_by: tuple[int, int] | None = None
    """The interaction that it answers, and whose that is."""
    revision: int = 0
    read: tuple[int, Any] = (-1, None)
    """What a client has made of it, for as long as the revision stands."""


@dataclass
class Interaction:
    """Something a user did, and the token to answer it with."""

    id: int
    token: str
    user: int
    channel: int
    source: int | None
    born: float
    data: dict[str, Any]
    kind: int | None = None
    """The type of the first answer; None before it."""
    original: int | None = None
    shown: asyncio.Event = field(default_factory=asyncio.Event)
    choices: list[dict[str, Any]] | None = None
    notes: list[int] = field(default_factory=list)


@dataclass
class World:
    """All of it. `clock` may be set to another one to try what is said about 3 s and 15 min."""

    clock: Callable[[], float] = time.time
    answer_within: float = 3.0
    token_life: float = 15 * 60.0
    permissions: int = ALL_PERMISSIONS
    guilds: dict[int, Guild] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    users: dict[int, User] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    feeds: dict[int, deque[int]] = field(default_factory=dict)
    """The latest messages of a channel, and the private ones of a user, by id."""
    interactions: dict[str, Interaction] = field(default_factory=dict)
    emojis: dict[int, str] = field(default_factory=dict)
    commands: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._numbers = count()
        self.changed = asyncio.Event()
        self.bot = self.add_user("Gin Rummy", bot=True)

    def snowflake(self) -> int:
        """An id that tells its time, as Discord's do (docs: reference, snowflakes)."""
        return (int(self.clock() * 1000) - _EPOCH_MS << 22) | next(self._numbers) % (1 << 22)

    def touched(self) -> None:
        """Something has changed: whoever looks on looks again."""
        self.changed.set()
        self.changed = asyncio.Event()

    # Who and where.

    def add_user(self, name: str, *, bot: bool = False) -> User:
        user = User(self.snowflake(), name, bot)
        self.users[user.id] = user
        return user

    def add_guild(self, name: str, id: int | None = None) -> Guild:
        guild = Guild(id or self.snowflake(), name)
        guild.members.add(self.bot.id)
        self.guilds[guild.id] = guild
        return guild

    def add_channel(self, guild: Guild, name: str) -> Channel:
        channel = Channel(self.snowflake(), guild.id, name)
        self.channels[channel.id] = channel
        guild.channels.append(channel.id)
        return channel

    def add_thread(self, parent: Channel, name: str, kind: int, id: int | None = None) -> Channel:
        thread = Channel(id or self.snowflake(), parent.guild, name, kind, parent.id)
        self.channels[thread.id] = thread
        return thread

    def dm_with(self, user: int) -> Channel:
        for channel in self.channels.values():
            if channel.recipient == user:
                return channel
        channel = Channel(self.snowflake(), None, "", DM, recipient=user)
        self.channels[channel.id] = channel
        return channel

    def channel(self, id: int) -> Channel:
        if id not in self.channels:
            raise denials.unknown_channel()
        return self.channels[id]

    def feed(self, id: int) -> Iterator[Message]:
        """The messages of a channel or the private ones of a user, the latest first."""
        for message in reversed(self.feeds.get(id, ())):
            if message in self.messages:
                yield self.messages[message]

    # Messages, by the bot's token.

    def message(self, channel: int, id: int) -> Message:
        """A public message; ephemeral ones can only be reached through their interaction."""
        self.channel(channel)
        found = self.messages.get(id)
        if found is None or found.channel != channel or found.owner is not None:
            raise denials.unknown_message()
        return found

    def post(self, channel: int, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        if self.channel(channel).is_archived:
            self.channel(channel).is_archived = False
        return self._put(Message(self.snowflake(), channel), body, files)

    def edit(self, channel: int, id: int, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        found = self.message(channel, id)
        if self.channel(channel).is_archived:
            raise denials.archived()
        return self._put(found, body, files)

    def delete(self, channel: int, id: int) -> None:
        del self.messages[self.message(channel, id).id]
        self.touched()

    def _put(self, message: Message, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        """Write a message, or refuse it whole."""
        components = body.get("components")
        if components is not None:
            _require_sound(components, files)
            message.components, message.files = components, files
        message.flags |= int(body.get("flags") or 0)
        message.revision += 1
        if message.id not in self.messages:
            self.messages[message.id] = message
            feed = message.owner or message.channel
            self.feeds.setdefault(feed, deque(maxlen=_FEED)).append(message.id)
        self.touched()
        return message

    # Interactions.

    def begin(
        self, user: int, channel: int, data: dict[str, Any], source: int | None = None
    ) -> Interaction:
        """A user clicks or types."""
        token = secrets.token_urlsafe(60)
        begun = Interaction(self.snowflake(), token, user, channel, source, self.clock(), data)
        self.interactions[token] = begun
        return begun

    def respond(
        self, id: int, token: str, body: dict[str, Any], files: dict[str, bytes]
    ) -> Interaction:
        """The first answer to an interaction."""
        asked = self.interactions.get(token)
        if asked is None or asked.id != id:
            raise denials.unknown_interaction()
        if asked.kind is not None:
            raise denials.already_acknowledged()
        if self.clock() - asked.born > self.answer_within:
            raise denials.unknown_interaction()
        kind, data = int(body["type"]), body.get("data") or {}
        match kind:
            case 4:
                asked.original = self._reply(asked, data, files).id
            case 5:
                asked.original = self._reply(asked, data, {}).id
            case 6:
                asked.original = asked.source
            case 7:
                asked.original = asked.source
                self._put(self._source(asked), data, files)
            case 8:
                asked.choices = data["choices"]
            case _:
                raise denials.bad_form(f"type {kind}")
        asked.kind = kind
        if kind in {_REPLY, _UPDATE, _SUGGEST}:
            asked.shown.set()
        return asked

    def _reply(self, asked: Interaction, data: dict[str, Any], files: dict[str, bytes]) -> Message:
        private = int(data.get("flags") or 0) & EPHEMERAL
        message = Message(
            self.snowflake(),
            asked.channel,
            owner=asked.user if private else None,
            asked_by=(asked.id, asked.user),
        )
        return self._put(message, data, files)

    def _source(self, asked: Interaction) -> Message:
        found = self.messages.get(asked.source or 0)
        if found is None:
            raise denials.unknown_message()
        return found

    def alive(self, token: str) -> Interaction:
        """The interaction of a token that may still be used."""
        asked = self.interactions.get(token)
        if asked is None or asked.kind is None:
            raise denials.unknown_webhook()
        if self.clock() - asked.born > self.token_life:
            raise denials.dead_token()
        return asked

    def original(self, token: str) -> Message:
        found = self.messages.get(self.alive(token).original or 0)
        if found is None:
            raise denials.unknown_message()
        return found

    def edit_original(self, token: str, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        edited = self._put(self.original(token), body, files)
        self.alive(token).shown.set()
        return edited

    def follow_up(self, token: str, body: dict[str, Any], files: dict[str, bytes]) -> Message:
        asked = self.alive(token)
        message = self._reply(asked, body, files)
        asked.notes.append(message.id)
        asked.shown.set()
        return message

    def forget(self, before: float) -> None:
        """Let go of what nobody can use any more, for those who play for hours."""
        for token, asked in list(self.interactions.items()):
            if asked.born < before:
                del self.interactions[token]
                note = self.messages.get(asked.original or 0)
                if note is not None and note.owner is not None:
                    del self.messages[note.id]


def walk(node: Any) -> Iterator[dict[str, Any]]:
    """Every component, containers and what is in them."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from walk(value)
    elif isinstance(node, list):
        for value in node:
            yield from walk(value)


def _require_sound(components: list[dict[str, Any]], files: dict[str, bytes]) -> None:
    """What Discord itself refuses, beyond its published description."""
    parts = [part for part in walk(components) if "type" in part]
    if len(parts) > _MOST_COMPONENTS:
        raise denials.bad_form(f"{len(parts)} components")
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(ids) != len(set(ids)):
        raise denials.bad_form("a custom_id comes twice")
    for part in walk(components):
        url = part.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            name = url.removeprefix("attachment://")
            if name not in files:
                raise denials.bad_form(f"{name} was not uploaded")
