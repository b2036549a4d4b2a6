"""Clicks that nobody could have made with Discord's own client, and what must come of them.

A `World` is two servers with matches, challenges and forms in them. A click has a person, a
message that carries it, and a custom_id: a real one of any age and from any place, a real one
changed, or one made up. What a person has every right to ask for is left
out; of all the rest nothing may come but one answer in words.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import simcord.backend.serializers
import simcord.interactions
from simcord.builders import UserHandle

from bot.engine import DECK, Proposal, Propose, courtesies, legal
from bot.rendering import refusals
from bot.rendering.controls import (
    Answer,
    BadControl,
    Control,
    Practice,
    Preference,
    Setting,
    Verb,
    chosen,
    decode,
)
from bot.sessions import Challenge, ChallengeState, Sitting
from tests.builders import SALT, Order
from tests.payloads import parts_of
from tests.room import Person, Room, plain, room
from tests.strategies import any_deck

_ONE_OF_OURS = "gin"
_LONGEST = 100
_FOR_THE_SHOWN = {Verb.ACCEPT, Verb.DECLINE, Verb.CANCEL}
_OWN_AFFAIRS = {"preferences", "lessons"}
"""What everybody may change from wherever he is."""


@dataclass(frozen=True)
class Click:
    """A click as it reaches the bot; `values` are those of a menu."""

    who: int
    message: int
    guild: int | None
    channel: int
    custom_id: str
    values: tuple[str, ...] | None = None


class _Dealer:
    def __init__(self) -> None:
        self._rng = Random(3)

    def deck(self) -> Order:
        return any_deck(self._rng)

    def salt(self) -> str:
        return SALT


async def _blank(scene: Any) -> bytes:
    return b"\x89PNG"


class World:
    """What stands in the two servers, and what each person may do about it."""

    def __init__(self, opened: Room, path: Path) -> None:
        self.room, self._path = opened, path
        self.people: list[int] = []
        self.sittings: dict[int, Sitting] = {}
        self.offers: dict[int, Challenge] = {}
        self.ids: list[str] = []
        self.messages: list[tuple[int, int]] = []
        """Each with its channel."""
        self.guild_of: dict[int, int] = {}
        """By channel."""

    async def furnish(self) -> None:
        """Two servers: matches at three stages, challenges and half-made rules in both."""
        opened = self.room
        opened.bot.services.messenger._painter = _blank
        env, alice, bob, carol = opened.env, opened.alice, opened.bob, opened.carol
        dave = Person(opened, opened.guild.add_member(env.create_user("dave")))
        await opened.seat(bob, carol)
        asked = await carol.command("gin resign")
        await carol.press_on(asked.id, "Resign")
        await self._play(alice, bob)
        await opened.seat(alice, carol)
        await self._leave_open(carol, bob)

        here, parlour = opened.channel, opened.guild.create_text_channel("parlour")
        for command in ("gin help", "gin leaderboard", "gin rules"):
            await carol.command_in(parlour, command)
        abroad = env.create_guild("The other room")
        opened.channel = abroad.create_text_channel("cards")
        away = [
            Person(opened, abroad.add_member(UserHandle(env, env.backend.get_user(who.id))))
            for who in (alice, bob, carol, dave)
        ]
        await self._play(*away[:2])
        await self._leave_open(*away[:2])
        self.people = [who.id for who in (alice, bob, carol, dave)]
        self.guild_of = {
            here.id: opened.guild.id,
            parlour.id: opened.guild.id,
            opened.channel.id: abroad.id,
        }
        await self._look_around()
        # What comes due by itself, on a slow machine, would be taken for a click's doing.
        await opened.bot.services.lobby._clerk.stop()

    async def _play(self, one: Person, other: Person) -> None:
        await self.room.seat(one, other)
        await other.press("Pass")
        await one.press("Pass")
        drawn = await other.press("draw")
        await other.press(next(key.verb for key in drawn.keys if key.verb.startswith("throw:")))

    async def _leave_open(self, one: Person, other: Person) -> None:
        channel = self.room.channel
        await one.command_in(channel, "gin challenge", opponent=other.actor)
        await other.command_in(channel, "gin challenge", rules="custom")
        await one.command_in(channel, "gin settings")
        await one.command_in(channel, "gin leaderboard")
        await one.command_in(channel, "gin history")

    async def _look_around(self) -> None:
        backend, services = self.room.env.backend, self.room.bot.services
        for sent in self.room.env.http_requests:
            self.ids += [one["custom_id"] for one in parts_of(sent.json) if "custom_id" in one]
        self.ids = sorted(set(self.ids))
        self.messages = [
            (message, channel) for channel, stored in backend.messages.items() for message in stored
        ]
        numbers = {int(part) for one in self.ids for part in one.split(":")[1:2] if part.isdigit()}
        for number in sorted(numbers):
            offer = await services.lobby._store.challenge(number)
            if offer is not None:
                self.offers[number] = offer
            if offer is not None and offer.state is ChallengeState.ACCEPTED:
                self.sittings[number] = await services.tables.look(number)

    def state(self) -> list[str]:
        """Everything that is stored, but what is everybody's own affair."""
        with closing(sqlite3.connect(self._path)) as connection:
            dump = list(connection.iterdump())
        return [line for line in dump if not any(f'"{own}"' in line for own in _OWN_AFFAIRS)]

    def is_his_right(self, click: Click) -> bool:
        """Whether the click is one that this person may well make there."""
        try:
            asked = decode(click.custom_id)
            if click.values is not None:
                asked = chosen(asked, "".join(click.values))
        except BadControl:
            return False
        match asked:
            case Preference() | Practice() | Answer():
                return True
            case Setting(challenge=number):
                return self._owns_draft(click, number)
            case Control(verb=verb) if verb in _FOR_THE_SHOWN:
                return self._may_answer(click, asked)
            case Control():
                return self._may_play(click, asked)
        return False

    def _owns_draft(self, click: Click, number: int) -> bool:
        offer = self.offers.get(number)
        if offer is None or offer.state is not ChallengeState.DRAFT:
            return False
        return (offer.challenger.id, offer.guild) == (click.who, click.guild)

    def _may_answer(self, click: Click, asked: Control) -> bool:
        offer = self.offers.get(asked.match)
        if offer is None or offer.opponent is None:
            return offer is not None and offer.challenger.id == click.who
        if asked.verb is Verb.CANCEL and offer.state is ChallengeState.DRAFT:
            return offer.challenger.id == click.who
        shown = (offer.guild, offer.channel, offer.message)
        named = offer.challenger if asked.verb is Verb.CANCEL else offer.opponent
        return named.id == click.who and shown == (click.guild, click.channel, click.message)

    def _may_play(self, click: Click, asked: Control) -> bool:
        sitting = self.sittings.get(asked.match)
        if sitting is None or sitting.table.guild != click.guild:
            return False
        seats = [seat for seat in (0, 1) if sitting.table.players[seat].id == click.who]
        if not seats:
            return False
        if asked.verb in {Verb.TABLE, Verb.REMATCH}:
            return True
        now, seat = sitting.match, seats[0]
        open_to = [*legal(now, seat), *courtesies(now, seat)]
        if asked.verb is Verb.ASK_PAUSE:
            return Propose(Proposal.PAUSE) in open_to
        if asked.verb is Verb.RESIGN:
            return asked.action in open_to
        return asked.action in open_to and now.turned <= asked.version <= now.version


# Making clicks up.


def clicks(world: World, rng: Random) -> Iterator[Click]:
    """Clicks without end, none of which anybody has a right to."""
    while True:
        made = _click(world, rng)
        if not world.is_his_right(made):
            yield made


def _click(world: World, rng: Random) -> Click:
    custom_id = rng.choice(world.ids)
    how = rng.random()
    if how > 0.75:
        custom_id = invented(rng)
    elif how > 0.35:
        custom_id = mutated(custom_id, rng)
    message, channel = rng.choice(world.messages)
    guild = None if rng.random() < 0.05 else world.guild_of[channel]
    values = rng.choice([(), ("",), ("50",), ("won",), ("x", "y")]) if rng.random() < 0.1 else None
    return Click(rng.choice(world.people), message, guild, channel, custom_id, values)


def mutated(custom_id: str, rng: Random) -> str:
    """A custom_id with one or two of its parts changed."""
    for _ in range(rng.choice((1, 1, 2))):
        parts = custom_id.split(":")
        place = rng.randrange(len(parts))
        match rng.randrange(6):
            case 0:
                parts[place] = _number(rng)
            case 1:
                parts[place] = rng.choice(list(Verb))
            case 2:
                parts[place] = rng.choice(_ODD)
            case 3:
                del parts[place]
            case 4:
                parts.insert(place, parts[place])
            case _:
                parts[-1] = str(rng.choice(DECK))
        custom_id = ":".join(parts)
    return _ours(custom_id)


_ODD = ("", " ", "-1", "+1", "1e3", "0x1", "٣", "²", "x" * 50, "Kc\n", "%s", "'; --", "None", "🂡")
_PREFIXES = (
    *("gin1", "ginset1", "ginleaf1", "ginpref1", "ginboard1", "ginreplay1", "ginproof1"),
    *("gintext1", "ginpast1", "gin2", "gin"),
)
_WORDS = (
    *("h", "w", "m", "s", "a", "b", "rating", "won", "points", "first", "back", "later", "classic"),
    *("publish", "discard", "default", "target", "gin_bonus", "knock_limit", "forget", "yes"),
)


def invented(rng: Random) -> str:
    """A custom_id that keeps more or less to one of the grammars."""
    parts = [rng.choice(_PREFIXES)]
    for _ in range(rng.randrange(1, 6)):
        kinds = (_number(rng), _number(rng), rng.choice(list(Verb)), rng.choice(_WORDS))
        parts.append(rng.choice((*kinds, str(rng.choice(DECK)))))
    return _ours(":".join(parts))


def _number(rng: Random) -> str:
    return str(rng.choice((*range(12), 10**9, 2**31, 2**53, 2**63 - 1, 2**63, 10**18 - 1, 10**40)))


def _ours(custom_id: str) -> str:
    """As Discord would carry it: not empty, not too long; others are nobody's but discord.py's."""
    return (custom_id if custom_id.startswith(_ONE_OF_OURS) else f"gin{custom_id}")[:_LONGEST]


# Clicking, and looking what came of it.


def send(world: World, click: Click) -> int:
    """Let a click reach the bot; its interaction's id."""
    backend = world.room.env.backend
    is_menu = click.values is not None
    data: dict[str, Any] = {"custom_id": click.custom_id, "component_type": 3 if is_menu else 2}
    if is_menu:
        data["values"] = list(click.values or ())
    record, payload = simcord.interactions.base_payload(
        backend,
        type=3,
        channel_id=click.channel,
        guild_id=click.guild,
        user_id=click.who,
        data=data,
    )
    stored = world.room._stored(click.message)
    carried = dict(simcord.backend.serializers.message_payload(backend, stored))
    part: dict[str, Any] = {"type": data["component_type"], "custom_id": click.custom_id}
    part |= {"options": [{"label": "x", "value": "x"}]} if is_menu else {"style": 2}
    carried["components"] = [*stored.components, {"type": 1, "components": [part]}]
    payload["message"] = carried
    record.source_message_id = stored.id
    backend.emit("INTERACTION_CREATE", payload)
    return int(record.id)


async def check(world: World, made: list[Click]) -> Counter[str]:
    """Send clicks at once; each gets one answer in words, and nothing has changed.

    Counts the answers by how they begin.
    """
    env, before = world.room.env, world.state()
    first_new = len(env.http_requests)
    sent = {send(world, click): click for click in made}
    await env.settle(timeout=30)
    answers: dict[int, list[Any]] = {one: [] for one in sent}
    for request in env.http_requests[first_new:]:
        parts = request.path.strip("/").split("/")
        assert parts[0] == "interactions", f"a forged click sent {request.method} {request.path}"
        answers[int(parts[1])].append(request.json)
    told: Counter[str] = Counter()
    for one, given in answers.items():
        assert len(given) == 1, f"{sent[one]} got {len(given)} answers"
        said = _words(given[0])
        assert said.strip(), f"{sent[one]} got no words: {given[0]}"
        assert plain(refusals.TROUBLE) not in said, f"{sent[one]} met with trouble"
        told[said.splitlines()[0][:40]] += 1
    after = world.state()
    assert after == before, f"one of these changed something: {made}"
    return told


def _words(answer: Any) -> str:
    assert answer["type"] in {4, 7}, answer
    texts = [part["content"] for part in parts_of(answer["data"]) if part.get("type") == 10]
    return plain("\n".join(texts))


@asynccontextmanager
async def world(path: Path) -> AsyncIterator[World]:
    """Two furnished servers."""
    async with room(path, _Dealer(), next_hand_seconds=24 * 3600) as opened:
        made = World(opened, path)
        await made.furnish()
        yield made
