"""The way between the bot and Discord: requests that are slow, hang, cross a move or get lost.

SimCord answers at once, so what happens while a request is on its way is put in here.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatch
from typing import Any

import aiohttp
import pytest
import simcord.interactions
from simcord.http.client import FakeHTTPClient, FakeWebhookAdapter

from bot.rendering.controls import Control
from tests.room import Person, Room, Shown

Effect = Callable[[], Awaitable[None]]
"""What happens on the way, before Discord gets the request."""

EDIT = ("PATCH", "/channels/*/messages/*")
POST = ("POST", "/channels/*/messages")
PUSH = ("PATCH", "/webhooks/*/messages/@original")
ANSWER = ("POST", "/interactions/*/callback")
LOOK_UP = ("GET", "/guilds/*/members/*")

LOST = [aiohttp.ServerDisconnectedError(), TimeoutError(), ConnectionResetError("reset by peer")]
"""What comes of requests that get lost; none of them is Discord's answer."""


@dataclass
class Tried:
    """A request that the bot made, whether it arrived or not."""

    method: str
    path: str
    body: Any

    def is_like(self, kind: tuple[str, str]) -> bool:
        method, path = kind
        return self.method == method and fnmatch(self.path, path)


@dataclass
class _Fault:
    kind: tuple[str, str]
    effect: Effect
    about: str
    times: int | None


@dataclass
class Wire:
    """Lies between the bot and Discord while a test runs."""

    tried: list[Tried] = field(default_factory=list)
    most_at_once: dict[str, int] = field(default_factory=dict)
    """How many requests of a path were on their way together, at the most."""
    _open: dict[str, int] = field(default_factory=dict)
    _faults: list[_Fault] = field(default_factory=list)

    def on(
        self, kind: tuple[str, str], effect: Effect, *, about: str = "", times: int | None = 1
    ) -> None:
        """Have something happen on the way of the next requests of a kind, or with None of all.

        With `about` only those count whose body says this.
        """
        self._faults.append(_Fault(kind, effect, about, times))

    def lose(
        self,
        kind: tuple[str, str],
        error: Exception,
        *,
        about: str = "",
        times: int | None = 1,
    ) -> None:
        """Have requests get lost."""

        async def lost() -> None:
            raise error

        self.on(kind, lost, about=about, times=times)

    def slow(
        self, kind: tuple[str, str], seconds: float, *, about: str = "", times: int | None = 1
    ) -> None:
        """Have requests take their time, on the room's clock beyond a second."""

        async def wait() -> None:
            await (linger(seconds) if seconds < 1 else asyncio.sleep(seconds))

        self.on(kind, wait, about=about, times=times)

    def mend(self) -> None:
        """From now on all goes well."""
        self._faults.clear()

    def like(self, kind: tuple[str, str], about: str = "") -> list[Tried]:
        """The requests of a kind, where the body says this."""
        return [one for one in self.tried if one.is_like(kind) and about in str(one.body)]

    def still_open(self, kind: tuple[str, str]) -> int:
        """How many requests of a kind are on their way."""
        method, path = kind
        keys = [key.split(" ", 1) for key, count in self._open.items() for _ in range(count)]
        return len([key for key in keys if key[0] == method and fnmatch(key[1], path)])

    async def carry(self, method: str, path: str, body: Any) -> None:
        one, key = Tried(method, path, body), f"{method} {path}"
        self.tried.append(one)
        self._open[key] = self._open.get(key, 0) + 1
        self.most_at_once[key] = max(self.most_at_once.get(key, 0), self._open[key])
        try:
            fault = self._fault_for(one)
            if fault is not None:
                await fault.effect()
        finally:
            self._open[key] -= 1

    def _fault_for(self, one: Tried) -> _Fault | None:
        for fault in self._faults:
            if one.is_like(fault.kind) and fault.about in str(one.body):
                if fault.times is not None:
                    fault.times -= 1
                    if fault.times == 0:
                        self._faults.remove(fault)
                return fault
        return None


@pytest.fixture
def wire(monkeypatch: pytest.MonkeyPatch) -> Iterator[Wire]:
    """Every request of the bot passes here."""
    made = Wire()
    to_api, to_webhook = FakeHTTPClient.request, FakeWebhookAdapter.request

    async def request(client: Any, route: Any, **kwargs: Any) -> Any:
        body = kwargs.get("json") or kwargs.get("form")
        await made.carry(route.method, _path(route), body)
        return await to_api(client, route, **kwargs)

    async def answer(adapter: Any, route: Any, session: Any, **kwargs: Any) -> Any:
        body = kwargs.get("payload") or kwargs.get("multipart")
        await made.carry(route.method, _path(route), body)
        return await to_webhook(adapter, route, session, **kwargs)

    monkeypatch.setattr(FakeHTTPClient, "request", request)
    monkeypatch.setattr(FakeWebhookAdapter, "request", answer)
    yield made
    made.mend()


def _path(route: Any) -> str:
    path = route.url.split("?", 1)[0].split("/api/v", 1)[-1]
    return str(path[path.find("/") :])


# Moves that cross a request.


def version_of(opened: Room) -> int:
    """How far the match has come."""
    tables = opened.bot.services.tables
    return tables._cache[opened.table_of].match.version


def shows(shown: Shown) -> int:
    """How far the match had come when a message was made, by its buttons."""
    return Control.decode(shown.keys[0].custom_id).version


async def until(happened: Callable[[], bool]) -> None:
    """Wait for what no event tells of; the bot goes on meanwhile."""
    patience = time.time() + 4  # SimCord's clock stands still meanwhile
    while not happened():
        if time.time() > patience:
            raise AssertionError("it did not happen")
        await asyncio.sleep(0)


async def linger(seconds: float) -> None:
    """Take real time; SimCord's clock stops where others wait for one who sleeps (tried)."""
    done = time.time() + seconds
    await until(lambda: time.time() > done)


def press_now(opened: Room, who: Person, message: int | None, wanted: str) -> Any:
    """A click that reaches the bot now, whatever it is doing; `wanted` is a verb or custom_id."""
    if message is None:
        raise AssertionError(f"{who.actor.name} has no panel open")
    custom_id = wanted if ":" in wanted and wanted.startswith("gin") else ""
    if not custom_id:
        custom_id = opened.message(message).key(wanted).custom_id
    return opened._emit(who, message, custom_id)


def crossing(opened: Room, who: Person, wanted: str) -> Effect:
    """Somebody moves while a request is on its way: his move is stored before it arrives."""

    async def cross() -> None:
        before = version_of(opened)
        press_now(opened, who, who.panel_id, wanted)
        await until(lambda: version_of(opened) > before)

    return cross


def type_now(opened: Room, who: Person, *command: str, channel: Any = None) -> Any:
    """A command without options that reaches the bot now, whatever it is doing."""
    head, *rest = command
    options: list[dict[str, Any]] = []
    for name in reversed(rest):
        options = [{"type": 1, "name": name, "options": options}]
    found = [one for one in opened.bot.tree.get_commands() if one.name == head]
    if not found:
        raise AssertionError(f"there is no command {head!r}")
    backend = opened.env.backend
    record, payload = simcord.interactions.base_payload(
        backend,
        type=2,
        channel_id=(channel or opened.channel).id,
        guild_id=opened.guild.id,
        user_id=who.id,
        data={"id": "1", "name": head, "type": 1, "options": options},
    )
    backend.emit("INTERACTION_CREATE", payload)
    return record


# What stands in public.


def public_messages(opened: Room) -> list[Shown]:
    """Every message that all can see, the oldest first."""
    ids = sorted(
        message
        for channel in opened.env.backend.messages.values()
        for message, stored in channel.items()
        if not stored.is_ephemeral
    )
    return [opened.message(message) for message in ids]


def full_tables(opened: Room) -> list[Shown]:
    """The public messages that are a table one can play from."""
    return [
        shown
        for shown in public_messages(opened)
        if "My hand" in shown.labels and "Score sheet" in shown.labels
    ]


def pointers(opened: Room) -> list[Shown]:
    """The public messages that only lead to where the table is."""
    return [shown for shown in public_messages(opened) if "goes on here" in shown.text]
