"""A simulated Discord with the real bot in it, driven as people drive it: by clicks.

A `Room` has one channel and a few members. Each member is a `Person` who types commands,
presses buttons on the public table or in the panel that only he sees, and reads them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import simcord
import simcord.backend.serializers
import simcord.interactions
import simcord.results
from pydantic import SecretStr

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
        """The verb and card of a move, as in `throw:7h`."""
        return self.custom_id.split(":", 3)[-1]


class Shown:
    """A message as it stands: its text, its buttons, its pictures' descriptions."""

    def __init__(self, id: int, components: list[dict[str, Any]]) -> None:
        self.id = id
        parts = list(_walk(components))
        self.text = "\n".join(part["content"] for part in parts if part.get("type") == 10)
        self.keys = [
            Key(part.get("label") or "", part["custom_id"])
            for part in parts
            if part.get("type") == 2 and "custom_id" in part
        ]
        self._menus: list[str] = [part["custom_id"] for part in parts if part.get("type") == 3]
        self.alt = "\n".join(
            item.get("description") or ""
            for part in parts
            if part.get("type") == 12
            for item in part["items"]
        )
        self.pictures = [
            item["media"]["url"]
            for part in parts
            if part.get("type") == 12
            for item in part["items"]
        ]

    def menu(self, field: str) -> str:
        """The custom_id of the menu that sets a field of the rules."""
        (found,) = [menu for menu in self._menus if menu.endswith(f":{field}")]
        return found

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

    async def command(self, name: str, /, **options: Any) -> Shown:
        """Type a slash command and read the answer."""
        return await self.command_in(self.room.channel, name, **options)

    async def command_in(self, channel: Any, name: str, /, **options: Any) -> Shown:
        """Type a slash command in another channel."""
        result = await self.actor.slash(channel, name, **options)
        return self.heard(result)

    async def press(self, wanted: str) -> Shown:
        """Press a button of the panel, by verb or label."""
        if self.panel_id is None:
            raise AssertionError(f"{self.actor.name} has no panel open")
        if self.room.panels_may_be_old and "Refresh" in self.panel.labels:
            # The bot that would have brought this panel up to date is gone, or its token is.
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
        return self.heard(result)

    async def open_hand(self) -> Shown:
        """Press My hand on the table."""
        return await self.press_table("My hand")

    def heard(self, result: simcord.InteractionResult) -> Shown:
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
        self.table_of = 0
        """The match whose table `table` and `press_table` mean."""
        self.restarts_after_each_click = False
        self.pauses_after_clicks: Iterator[float] | None = None
        """How many seconds to let pass after each click."""

    @property
    def panels_may_be_old(self) -> bool:
        """Whether a panel may have missed a move."""
        return self.restarts_after_each_click or self.pauses_after_clicks is not None

    @property
    def bot(self) -> GinBot:
        """The running bot."""
        if not isinstance(self.env.bot, GinBot):
            raise TypeError("another bot is running here")
        return self.env.bot

    @property
    def last_id(self) -> int:
        """The id of the last public message."""
        last = self.channel.last_message
        if last is None:
            raise AssertionError("nothing was said here")
        return last.id

    @property
    def table_id(self) -> int:
        """The message that is the table now, by the database; before Accept the challenge."""
        return self._stored_message() or self.last_id

    def _stored_message(self) -> int | None:
        with closing(sqlite3.connect(self._path)) as connection:
            row = connection.execute(
                "SELECT message FROM matches WHERE id = ?", (self.table_of,)
            ).fetchone()
        return row[0] if row else None

    @property
    def table(self) -> Shown:
        """The public table as everybody sees it."""
        return self.message(self.table_id)

    def handle(self, message: int) -> Any:
        """Something SimCord takes for a message; ephemeral ones are in no history."""
        return simcord.results.ResponseMessage(self.env, self._stored(message))

    def _stored(self, message: int) -> Any:
        """A message in whichever channel it is."""
        for messages in self.env.backend.messages.values():
            if message in messages:
                return messages[message]
        raise AssertionError(f"there is no message {message} any more")

    def channel_of(self, message: int) -> int:
        """The channel a message is in."""
        return int(self._stored(message).channel_id)

    def message(self, message: int) -> Shown:
        """A message as it stands."""
        return Shown(message, self.handle(message).components)

    async def seat(self, challenger: Person, opponent: Person) -> None:
        """Have one person challenge another, who accepts; both open their hands."""
        await challenger.command("gin challenge", opponent=opponent.actor)
        await self.sit_down(challenger, opponent)

    async def sit_down(self, challenger: Person, opponent: Person) -> None:
        """The last message is a challenge: accept it, and open both hands."""
        offer = self.message(self.last_id).key("Accept")
        self.table_of = Control.decode(offer.custom_id).match
        await opponent.press_on(self.last_id, "Accept")
        await challenger.open_hand()

    async def clicks_at_once(self, *clicks: tuple[Person, int, str]) -> list[Shown | None]:
        """Clicks that reach the bot together, forged ones included: (who, message, custom_id).

        Discord sends a message along with each click, and discord.py drops a click whose
        button is not in it, so a forged button is put there first. None where nothing was
        answered, which people see as "interaction failed".
        """
        records = [self._emit(who, message, custom_id) for who, message, custom_id in clicks]
        await self.env.settle(timeout=30)
        return [
            self._answer(who, record) for (who, _, _), record in zip(clicks, records, strict=True)
        ]

    async def forge(self, who: Person, message: int, custom_id: str) -> Shown | None:
        """A click on a button that was never there."""
        return (await self.clicks_at_once((who, message, custom_id)))[0]

    def _emit(self, who: Person, message: int, custom_id: str) -> Any:
        backend = self.env.backend
        record, payload = simcord.interactions.base_payload(
            backend,
            type=3,
            channel_id=self.channel_of(message),
            guild_id=self.guild.id,
            user_id=who.id,
            data={"custom_id": custom_id, "component_type": 2},
        )
        stored = self._stored(message)
        carried: dict[str, Any] = {
            **simcord.backend.serializers.message_payload(backend, stored),
        }
        forged = {"type": 1, "components": [{"type": 2, "style": 2, "custom_id": custom_id}]}
        present = [] if repr(custom_id) in str(carried["components"]) else [forged]
        carried["components"] = [*carried["components"], *present]
        payload["message"] = carried
        record.source_message_id = stored.id
        backend.emit("INTERACTION_CREATE", payload)
        return record

    def _answer(self, who: Person, record: Any) -> Shown | None:
        result = simcord.results.InteractionResult(self.env, record)
        return who.heard(result) if result.acknowledged and result.response else None

    async def after_click(self) -> None:
        """Restart between clicks, or let time pass, where the test asks for it."""
        if self.pauses_after_clicks is not None:
            await self.env.advance_time(next(self.pauses_after_clicks))
        if self.restarts_after_each_click:
            await self.restart()

    async def restart(self, *, down_for: float = 0) -> None:
        """Stop the bot and start it again, so many seconds later, on the same database."""
        old, fresh = self.bot, new_bot(self._path, self._dealer, self._settings)
        begin = fresh.setup_hook

        async def wake_up() -> None:
            self.env.backend.clock.advance(down_for)
            await begin()

        fresh.setup_hook = wake_up  # type: ignore[method-assign]
        await self.env.settle()
        # bot/app/online.py gives a sign of life twice a minute; here this is the last of them.
        await old.services.records.sign(self.env.now())
        await self.env.restart_bot(fresh)
        await old.close()


def new_bot(path: Path, dealer: Dealer | None, settings: dict[str, Any] | None = None) -> GinBot:
    """The real bot on a database file."""
    url = f"sqlite+aiosqlite:///{path}"
    chosen = {"card_emojis": False, "computer_pause_seconds": 0, **(settings or {})}
    return build_bot(Settings(token=SecretStr("x"), database_url=url, **chosen), dealer=dealer)


@asynccontextmanager
async def room(path: Path, dealer: Dealer | None = None, **settings: Any) -> AsyncIterator[Room]:
    """A room with the bot in it; the bot's errors fail the test."""
    env = simcord.Env(new_bot(path, dealer, settings))
    try:
        await env.start()
        yield Room(env, path, dealer, settings)
        env.raise_errors()
    finally:
        await env.shutdown()
        await env.bot.close()
