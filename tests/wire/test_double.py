"""The double speaks as Discord does, and the bot's own process understands it."""

from __future__ import annotations

import asyncio
import time

import pytest

from . import denials, payloads
from .conftest import Parlour
from .denials import Denied
from .world import World


async def test_the_bot_logs_in_syncs_its_commands_and_puts_its_emojis_up(parlour: Parlour) -> None:
    parlour.bot.settings["GIN_CARD_EMOJIS"] = "true"
    await parlour.bot.start()

    async with asyncio.timeout(60):
        while len(parlour.double.world.emojis) < 52:
            await asyncio.sleep(0.05)

    assert parlour.double.gateway.identified == 1
    assert {"gin", "gin-admin"} < {one["name"] for one in parlour.double.world.commands}
    assert parlour.double.refused == []


async def test_a_session_is_resumed_and_what_was_missed_is_heard(parlour: Parlour) -> None:
    double = parlour.double
    double.gateway.heartbeat_ms = 200
    await parlour.bot.start()
    game = await parlour.sit_down()
    session = double.gateway.session_of(parlour.channel.guild)
    assert session is not None
    mover = parlour.mover(game)
    move = game.offered(mover)[0]
    panel = mover.panel(game.id)
    assert panel is not None
    data = {"interaction_type": 3, "component_type": 2, "custom_id": move.custom_id}
    missed = double.world.begin(mover.user.id, panel.channel, data, panel.id)
    said = payloads.interaction(missed, double.world)

    await double.gateway.drop(session)
    assert not await double.gateway.dispatch(parlour.channel.guild, "INTERACTION_CREATE", said)

    async with asyncio.timeout(60):
        await missed.shown.wait()
    assert double.gateway.resumed == 1
    assert double.gateway.identified == 1
    assert double.gateway.heartbeats > 0


async def test_rate_limits_slow_the_bot_down_and_lose_nothing(parlour: Parlour) -> None:
    parlour.double.limits.most, parlour.double.limits.window = 2, 0.5
    await parlour.bot.start()
    game = await parlour.sit_down()
    game.hands = 1

    async with asyncio.timeout(180):
        await game.play()

    assert len(game.ends) == 2
    assert "Traceback" not in parlour.bot.words


async def test_two_shards_hear_each_their_own_servers(parlour: Parlour) -> None:
    parlour.bot.settings["GIN_SHARD_COUNT"] = "2"
    first = parlour.double.world.guilds[parlour.channel.guild or 0]
    other_id = first.id + (1 << 22)
    parlour.double.world.add_guild("Next door", id=other_id)
    await parlour.bot.start()

    async with asyncio.timeout(60):
        while len(parlour.double.gateway.connected) < 2:
            await asyncio.sleep(0.05)
    game = await parlour.sit_down()

    here = parlour.double.gateway.session_of(first.id)
    there = parlour.double.gateway.session_of(other_id)
    assert here is not None
    assert there is not None
    assert here.shard != there.shard
    assert game.id == 1


# The rules of interactions, without a bot.


def asked(world: World) -> tuple[int, str]:
    channel = world.add_channel(world.add_guild("The card room"), "gin-rummy")
    begun = world.begin(world.add_user("ann").id, channel.id, {})
    return begun.id, begun.token


def said(world: World, id: int, token: str) -> None:
    world.respond(id, token, {"type": 4, "data": {"components": []}}, {})


def refused(code: int) -> pytest.RaisesExc[Denied]:
    return pytest.RaisesExc(Denied, check=lambda denied: denied.code == code)


def test_an_interaction_is_answered_once_and_within_three_seconds() -> None:
    now = [time.time()]
    world = World(clock=lambda: now[0])
    id, token = asked(world)
    said(world, id, token)
    with refused(denials.already_acknowledged().code):
        said(world, id, token)

    id, token = asked(world)
    now[0] += 3.1
    with refused(denials.unknown_interaction().code):
        said(world, id, token)


def test_a_token_lives_for_a_quarter_of_an_hour() -> None:
    now = [time.time()]
    world = World(clock=lambda: now[0])
    id, token = asked(world)
    said(world, id, token)

    now[0] += 14 * 60
    world.edit_original(token, {"components": []}, {})
    now[0] += 2 * 60
    with refused(denials.dead_token().code):
        world.edit_original(token, {"components": []}, {})


def test_a_private_message_is_reached_through_its_interaction_alone() -> None:
    world = World()
    id, token = asked(world)
    world.respond(id, token, {"type": 4, "data": {"components": [], "flags": 64}}, {})
    original = world.original(token)

    assert original.owner is not None
    with refused(denials.unknown_message().code):
        world.edit(original.channel, original.id, {"components": []}, {})


def test_a_picture_that_was_not_uploaded_is_refused() -> None:
    world = World()
    id, token = asked(world)
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://hand.png"}}]}
    with refused(denials.bad_form("").code):
        world.respond(id, token, {"type": 4, "data": {"components": [gallery]}}, {})
