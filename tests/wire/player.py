"""Players at a client: they see the messages of their channel and their own private ones.

A player reads what is on the screen and clicks what is offered there, and keeps a list of all
clicks with what came of them, which nobody else writes to.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.engine import Card, arrange

from . import payloads
from .double import Double
from .world import Channel, Interaction, Message, User, walk

_BUTTON, _TEXT, _MENU = 2, 10, 3
_CLICK, _COMMAND = 3, 2
_LOOKS_AGAIN_AFTER = 0.05
"""Seconds that a player needs to see that nobody is there."""
_DEFERRED_FOR = 30.0
"""How long a client waits for an answer that was deferred."""

MOVES = frozenset({"pass", "take", "draw", "throw", "knock", "big-gin", "next", "resign"})
_WARNING = "⚠️"


@dataclass(frozen=True)
class Button:
    """A button that can be pressed, with its label; `verb` is what it does at a match."""

    custom_id: str
    label: str
    match: int = 0
    verb: str = ""
    card: str | None = None


@dataclass
class Press:
    """A click: whether anything was answered, and whether the answer said that it counted."""

    custom_id: str
    answered: bool = False
    counted: bool = False


@dataclass
class Player:
    """Somebody in a channel."""

    double: Double
    user: User
    channel: Channel
    presses: list[Press] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    """Private lines that were no panel."""

    # What is on the screen.

    def panel(self, match: int) -> Message | None:
        """His hand in a match, as it stands on the screen."""
        for message in self.double.world.feed(self.user.id):
            if _is_panel(message) and _is_of(message, match):
                return message
        return None

    def table(self, match: int) -> Message | None:
        """The public message of a match that has its buttons."""
        for place in self._places:
            for message in self.double.world.feed(place):
                if _is_of(message, match) and button(message, "hand") is not None:
                    return message
        return None

    @property
    def _places(self) -> list[int]:
        """The channel and its threads, the latest first."""
        channels = self.double.world.channels.values()
        threads = [one.id for one in channels if one.parent == self.channel.id]
        return [*reversed(threads), self.channel.id]

    def is_told(self, words: str) -> bool:
        """Whether the latest private line says this."""
        return bool(self.told) and words in self.told[-1]

    # What he does.

    async def type(self, name: str, **options: Any) -> Interaction | None:
        """Type a command such as `gin challenge`; None where the application did not respond."""
        group, leaf_name = name.split()
        leaf = {"name": leaf_name, "type": 1, "options": _options(options)}
        (known,) = [one for one in self.double.world.commands if one["name"] == group]
        data = {
            "interaction_type": _COMMAND,
            "id": known["id"],
            "name": group,
            "type": 1,
            "options": [leaf],
            "resolved": self._resolved(options),
        }
        return await self._ask(data, None)

    async def press(self, message: Message, pressed: Button) -> Interaction | None:
        """Press a button; None where the interaction failed."""
        press = Press(pressed.custom_id)
        self.presses.append(press)
        data = {
            "interaction_type": _CLICK,
            "custom_id": pressed.custom_id,
            "component_type": _BUTTON,
        }
        asked = await self._ask(data, message.id)
        if asked is None:
            return None
        press.answered = True
        shown = self.answer_of(asked)
        press.counted = shown is not None and _is_panel(shown) and _WARNING not in text_of(shown)
        return asked

    async def choose(self, message: Message, custom_id: str, value: str) -> Interaction | None:
        """Choose from a menu."""
        data = {
            "interaction_type": _CLICK,
            "custom_id": custom_id,
            "component_type": _MENU,
            "values": [value],
        }
        return await self._ask(data, message.id)

    def answer_of(self, asked: Interaction) -> Message | None:
        """The message that an answer put on the screen."""
        notes = asked.notes or ([asked.original] if asked.original is not None else [])
        return self.double.world.messages.get(notes[-1]) if notes else None

    async def _ask(self, data: dict[str, Any], source: int | None) -> Interaction | None:
        world, gateway = self.double.world, self.double.gateway
        where = self.channel.id
        if source is not None:
            where = world.messages[source].channel
            offered = str(world.messages[source].components)
            assert repr(data["custom_id"]) in offered, "this is not on the screen"
        asked = world.begin(self.user.id, where, data, source)
        payload = payloads.interaction(asked, world)
        if not await gateway.dispatch(self.channel.guild, "INTERACTION_CREATE", payload):
            await asyncio.sleep(_LOOKS_AGAIN_AFTER)
            return None
        if not await self._first_answer(asked):
            return None
        shown = self.answer_of(asked)
        if shown is not None and shown.owner == self.user.id and shown.id != source:
            self.told.append(text_of(shown))
        return asked

    async def _first_answer(self, asked: Interaction) -> bool:
        """Whether it was answered in time: at once, or deferred and then shown."""
        world = self.double.world
        while not asked.shown.is_set():
            changed = world.changed
            age = world.clock() - asked.born
            if asked.kind is None and (age > world.answer_within or not self._is_heard):
                return False
            if age > _DEFERRED_FOR:
                return False
            try:
                async with asyncio.timeout(0.25):
                    await changed.wait()
            except TimeoutError:
                continue
        return True

    @property
    def _is_heard(self) -> bool:
        return self.double.gateway.session_of(self.channel.guild) is not None

    def _resolved(self, options: dict[str, Any]) -> dict[str, Any]:
        users = [value for value in options.values() if isinstance(value, User)]
        if not users:
            return {}
        return {
            "users": {str(one.id): payloads.user(one) for one in users},
            "members": {
                str(one.id): {
                    **{key: value for key, value in payloads.member(one).items() if key != "user"},
                    "permissions": str(self.double.world.permissions),
                }
                for one in users
            },
        }


def _options(options: dict[str, Any]) -> list[dict[str, Any]]:
    kinds: dict[type, tuple[int, Callable[[Any], Any]]] = {
        User: (6, lambda user: str(user.id)),
        str: (3, str),
        bool: (5, bool),
        int: (4, int),
    }
    typed = []
    for name, value in options.items():
        kind, written = kinds[type(value)]
        typed.append({"name": name, "type": kind, "value": written(value)})
    return typed


def text_of(message: Message) -> str:
    """All that is written on a message, buttons apart."""
    return _read(message)[0]


def buttons(message: Message) -> list[Button]:
    """What can be pressed."""
    return _read(message)[1]


def _read(message: Message) -> tuple[str, list[Button]]:
    """Text and buttons; read once for each time that the message has changed."""
    revision, found = message.read
    if revision != message.revision:
        parts = list(walk(message.components))
        text = "\n".join(part["content"] for part in parts if part.get("type") == _TEXT)
        pressable = [
            _read_button(part["custom_id"], part.get("label") or "")
            for part in parts
            if part.get("type") == _BUTTON and "custom_id" in part and not part.get("disabled")
        ]
        found = (text, pressable)
        message.read = (message.revision, found)
    text, pressable = found
    return text, pressable


def button(message: Message, verb: str) -> Button | None:
    """The first button that does this."""
    return next((one for one in buttons(message) if one.verb == verb), None)


def menus(message: Message) -> list[str]:
    """The custom_ids of the menus."""
    return [part["custom_id"] for part in walk(message.components) if part.get("type") == _MENU]


def _read_button(custom_id: str, label: str) -> Button:
    grammar, *parts = custom_id.split(":")
    if grammar != "gin1" or len(parts) < 3:
        return Button(custom_id, label)
    card = parts[3] if len(parts) > 3 else None
    return Button(custom_id, label, int(parts[0]), parts[2], card)


def _is_panel(message: Message) -> bool:
    return "Your hand against" in text_of(message)


def _is_of(message: Message, match: int) -> bool:
    return any(one.match == match for one in buttons(message))


# How they play.

Chooser = Callable[[list[Button], Random], Button]


def eager(offered: list[Button], rng: Random) -> Button:
    """Ends the hand as soon as it may; else throws what leaves least deadwood."""
    by_verb = {one.verb: one for one in offered}
    for verb in ("big-gin", "knock", "sure", "knocks", "pass", "draw", "next"):
        if verb in by_verb:
            return by_verb[verb]
    throws = [one for one in offered if one.verb == "throw"]
    return _best_throw(throws) if throws else rng.choice(offered)


def lively(offered: list[Button], rng: Random) -> Button:
    """Does now one thing and now another, and ends hands mostly."""
    if rng.random() < 0.6:
        return eager(offered, rng)
    return rng.choice(offered)


def _best_throw(throws: list[Button]) -> Button:
    cards = {one.card: Card.parse(one.card) for one in throws if one.card is not None}

    def left(thrown: Button) -> int:
        kept = [card for name, card in cards.items() if name != thrown.card]
        return arrange(kept).points

    return min(throws, key=left)
