"""A simulated Discord with the real bot in it, driven as people drive it: by clicks.

A `Room` has one channel and a few members. Each member is a `Person` who types commands,
presses buttons on the public table or in the panel that only he sees, and reads them.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
import simcord

from bot.app import GinBot, Settings, build_bot
from bot.rendering.controls import Control
from bot.sessions import Dealer

NAMES = ("alice", "bob", "carol")


@dataclass(frozen=True)
class Key:
    """A button as a person sees it, and the control behind it."""

    label: str
    custom_id: str

    @property
    def verb(self) -> str:
        """The verb and card, as in `throw:7h`."""
        return self.custom_id.split(":", 3)[3]


class Shown:
    """A message as it stands: its text, its buttons, its pictures' descriptions."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        parts = list(_walk(components))
        self.text = "\n".join(part["content"] for part in parts if part.get("type") == 10)
        self.keys = [
            Key(part.get("label") or "", part["custom_id"]) for part in parts if "custom_id" in part
        ]
        self.alt = "\n".join(
            item.get("description") or ""
            for part in parts
            if part.get("type") == 12
            for item in part["items"]
        )
        self.pictures = [
            item["media"]["url"] for part in parts if part.get("type") == 12 for item in part["items"]
        ]

    @property
    def labels(self) -> list[str]:
        """What is written on the buttons; suits without their text selector."""
        return [plain(key.label) for key in self.keys]

    def key(self, wanted: str) -> Key:
        """The button with this verb (`throw:7h`) or label."""
        found = [key for key in self.keys if wanted in (key.verb, plain(key.label))]
        if len(found) != 1:
            raise AssertionError(f"{wanted!r} is not one of the buttons {self.labels}")
        return found[0]


def plain(words: str) -> str:
    """Words without the selectors that ask for text glyphs."""
    return words.replace("\ufe0e", "")


def _walk(node: Any) -> Iterator[dict[str, Any]]:
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from _walk(value)
    elif isinstance(node, list):
        for value in node:
            yield from _walk(value)


class Person:
    """A member of the server, with the panel he looks at."""

    def __init__(self, room: Room, actor: simcord.MemberActor) -> None:
        self.room = room
        self.actor = actor
        self.panel_id: int | None = None
        self.told: Shown | None = None
        """The latest private answer that was not the panel itself."""

    @property
    def id(self) -> int:
        """The Discord user id."""
        return self.actor.id

    @property
    def panel(self) -> Shown:
        """The panel as it stands on this person's screen."""
        if self.panel_id is None:
            raise AssertionError(f"{self.actor.name} has no panel open")
        return self.room.message(self.panel_id)

    async def command(self, name: str, **options: Any) -> Shown:
        """Type a slash command and read the answer."""
        result = await self.actor.slash(self.room.channel, name, **options)
        return self._heard(result)

    async def press(self, wanted: str) -> Shown:
        """Press a button of the panel, by verb or label."""
        if self.panel_id is None:
            raise AssertionError(f"{self.actor.name} has no panel open")
        if self.room.restarts_after_each_click and self.panel.labels == ["Refresh"]:
            # The bot that would have brought this panel up to date is gone.
            await self.press_on(self.panel_id, "Refresh")
        return await self.press_on(self.panel_id, wanted)

    async def press_table(self, wanted: str) -> Shown:
        """Press a button of the public table."""
        return await self.press_on(self.room.table_id, wanted)

    async def press_on(self, message: int, wanted: str) -> Shown:
        """Press a button of any message this person can see."""
        key = self.room.message(message).key(wanted)
        handle = self.room.handle(message)
        result = await self.actor.click(handle, custom_id=key.custom_id)
        await self.room.after_click()
        return self._heard(result)

    async def open_hand(self) -> Shown:
        """Press My hand on the table."""
        return await self.press_table("My hand")

    def _heard(self, result: simcord.InteractionResult) -> Shown:
        """What the answer shows; a private one with a hand in it becomes the panel."""
        if not result.acknowledged:
            raise AssertionError("interaction failed")
        answer = result.response
        if answer is None:
            raise AssertionError("there was no answer to read")
        shown = self.room.message(answer.id)
        if answer.ephemeral and "Your hand against" in shown.text:
            self.panel_id = answer.id
        elif answer.ephemeral:
            self.told = shown
        return shown


class Room:
    """One channel of a simulated server. Use `room(…)` to open one."""

    def __init__(
        self, env: simcord.Env, path: Path, dealer: Dealer | None, settings: dict[str, Any]
    ) -> None:
        self.env = env
        self._path = path
        self._dealer = dealer
        self._settings = settings
        self.guild = env.create_guild("The card room")
        self.channel = self.guild.create_text_channel("gin-rummy")
        self.people = {
            name: Person(self, self.guild.add_member(env.create_user(name))) for name in NAMES
        }
        self.alice, self.bob, self.carol = (self.people[name] for name in NAMES)
        self.table_id = 0
        self.restarts_after_each_click = False

    @property
    def bot(self) -> GinBot:
        """The running bot."""
        if not isinstance(self.env.bot, GinBot):
            raise TypeError("another bot is running here")
        return self.env.bot

    @property
    def table(self) -> Shown:
        """The public table as everybody sees it."""
        return self.message(self.table_id)

    def handle(self, message: int) -> Any:
        """Something SimCord takes for a message; ephemeral ones are in no history."""
        stored = self.env.backend.get_message(self.channel.id, message)
        return simcord.results.ResponseMessage(self.env, stored)

    def message(self, message: int) -> Shown:
        """A message as it stands."""
        return Shown(self.handle(message).components)

    async def seat(self, challenger: Person, opponent: Person) -> None:
        """Have one person challenge another, who accepts; both open their hands."""
        await challenger.command("gin challenge", opponent=opponent.actor)
        await self.sit_down(challenger, opponent)

    async def sit_down(self, challenger: Person, opponent: Person) -> None:
        """The last message is a challenge: accept it, and open both hands."""
        last = self.channel.last_message
        if last is None:
            raise AssertionError("there is no challenge to accept")
        self.table_id = last.id
        await opponent.press_table("Accept")
        await challenger.open_hand()

    async def after_click(self) -> None:
        """Restart between clicks where the test asks for it."""
        if self.restarts_after_each_click:
            await self.restart()

    async def restart(self) -> None:
        """Stop the bot and start it again on the same database."""
        old = self.bot
        await self.env.settle()
        await self.env.restart_bot(new_bot(self._path, self._dealer, self._settings))
        await old.close()

    def every_text(self) -> str:
        """Everything the bot has ever said to anybody, requests included."""
        return "\n".join(str(request["json"]) for request in self.env.http_requests)


def new_bot(path: Path, dealer: Dealer | None, settings: dict[str, Any] | None = None) -> GinBot:
    """The real bot on a database file."""
    url = f"sqlite+aiosqlite:///{path}"
    return build_bot(Settings(token="x", database_url=url, **(settings or {})), dealer=dealer)


@asynccontextmanager
async def room(
    path: Path, dealer: Dealer | None = None, **settings: Any
) -> AsyncIterator[Room]:
    """A room with the bot in it; the bot's errors fail the test."""
    env = simcord.Env(new_bot(path, dealer, settings))
    try:
        await env.start()
        with env.time_context():
            yield Room(env, path, dealer, settings)
        env.raise_errors()
    finally:
        await env.shutdown()
        await env.bot.close()


def version_of(key: Key) -> int:
    """The version of the match that a button was made on."""
    return Control.decode(key.custom_id).version


def points_in(text: str) -> list[int]:
    """Every number in a text, in order."""
    return [int(number) for number in re.findall(r"\d+", text)]


__all__ = ["Key", "Person", "Room", "Shown", "discord", "new_bot", "plain", "points_in", "room", "version_of"]
