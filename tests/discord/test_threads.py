"""Each match in a thread of its own, where the server wants it and Discord allows it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from tests.builders import ScriptedDealer
from tests.room import Room, room
from tests.scripts import KNOCK_BY_THE_DEALER, KNOCK_BY_THE_OTHER

from .plays import knock_with_the_upcard, next_hand
from .settings import calls, deny, put_in_charge, words

MINUTE = 60


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A server that wants threads."""
    dealer = ScriptedDealer(KNOCK_BY_THE_OTHER, KNOCK_BY_THE_DEALER)
    async with room(tmp_path / "gin.sqlite3", dealer) as made:
        put_in_charge(made, made.carol)
        await made.carol.command("gin-admin threads", each=True)
        yield made


def threads(opened: Room) -> list[Any]:
    """The threads of the channel, as they are stored."""
    return [opened.env.backend.get_channel(one.id) for one in opened.channel.threads]


def is_archived(opened: Room) -> bool:
    """Whether the one thread there is has been archived."""
    (thread,) = threads(opened)
    return bool(thread.thread_metadata.archived)


async def test_a_thread_is_opened_at_accept_with_both_players_in_it(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)

    (thread,) = threads(opened)
    assert thread.name == "Gin Rummy: alice and bob"
    assert {opened.alice.id, opened.bob.id} <= set(thread.thread_members)
    assert opened.channel_of(opened.table_id) == thread.id
    assert "bob may take the upcard or leave it" in words(opened.table)


async def test_the_challenge_leads_to_it(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id

    await opened.sit_down(opened.alice, opened.bob)

    (thread,) = threads(opened)
    address = f"https://discord.com/channels/{opened.guild.id}/{thread.id}/{opened.table_id}"
    assert opened.message(offer).text == f"[The table of alice and bob goes on here.]({address})"
    assert opened.message(offer).keys == []


async def test_the_whole_match_is_played_there(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await knock_with_the_upcard(knocker=opened.bob)
    await next_hand(opened.alice, opened.bob)

    (thread,) = threads(opened)
    assert opened.channel_of(opened.table_id) == thread.id
    in_channel = [one.content for one in opened.channel.history()]
    assert in_channel == ["", thread.name]  # the challenge, and Discord's word of the thread


async def test_it_is_archived_at_the_end_after_a_look_at_the_score(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await opened.bob.command("gin resign")
    await opened.bob.press_on(told(opened), "Resign")
    assert not is_archived(opened)

    await opened.env.advance_time(10 * MINUTE)

    assert is_archived(opened)


async def test_a_rematch_there_keeps_it_open(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await opened.bob.command("gin resign")
    await opened.bob.press_on(told(opened), "Resign")
    await opened.bob.press_table("Rematch")
    offers = opened.env.backend.messages[threads(opened)[0].id]
    await opened.alice.press_on(max(offers), "Accept")

    await opened.env.advance_time(20 * MINUTE)

    assert len(threads(opened)) == 1
    assert not is_archived(opened)


async def test_a_restart_keeps_the_match_in_its_thread(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await opened.restart()

    await opened.bob.press("take")

    assert len(threads(opened)) == 1
    assert "bob took 3♥" in words(opened.table)
    await opened.bob.command("gin resign")
    await opened.bob.press_on(told(opened), "Resign")
    await opened.env.advance_time(10 * MINUTE)
    assert is_archived(opened)


async def test_without_create_public_threads_it_says_so_and_plays_in_the_channel(
    opened: Room,
) -> None:
    deny(opened, discord.Permissions(create_public_threads=True))

    await opened.seat(opened.alice, opened.bob)

    assert threads(opened) == []
    assert opened.channel_of(opened.table_id) == opened.channel.id
    assert "I may not open one here (I need Create Public Threads" in words(opened.table)
    await opened.bob.press("take")
    assert "so we play in the channel" in words(opened.table)


async def test_a_thread_that_discord_refuses_is_no_obstacle(opened: Room) -> None:
    opened.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013)

    await opened.seat(opened.alice, opened.bob)

    assert opened.channel_of(opened.table_id) == opened.channel.id
    assert "we play in the channel" in words(opened.table)


async def test_only_its_players_are_let_into_a_private_match(opened: Room) -> None:
    await opened.carol.command("gin-admin watching", who="players")

    await opened.seat(opened.alice, opened.bob)

    (thread,) = threads(opened)
    assert thread.type == discord.ChannelType.private_thread.value
    bot = opened.bot.user
    assert bot is not None
    assert set(thread.thread_members) == {opened.alice.id, opened.bob.id, bot.id}


async def test_a_private_match_is_not_begun_in_the_open(opened: Room) -> None:
    await opened.carol.command("gin-admin watching", who="players")
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    deny(opened, discord.Permissions(create_private_threads=True))

    shown = await opened.bob.press_on(opened.last_id, "Accept")

    assert "I lack **Create Private Threads**" in shown.text
    assert "Accept" in opened.message(opened.last_id).labels
    shown = await opened.alice.command("gin challenge", opponent=opened.carol.actor)
    assert "I lack **Create Private Threads**" in shown.text


async def test_a_private_match_whose_thread_is_refused_is_parked_unseen(opened: Room) -> None:
    await opened.carol.command("gin-admin watching", who="players")
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id
    opened.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)

    hand = await opened.bob.press_on(offer, "Accept")
    opened.table_of = 1
    assert "Your hand against alice" in hand.text
    assert "Gin Rummy: alice and bob" not in opened.message(offer).text
    assert "I may not open its private thread" in (await opened.bob.press("Pass")).text
    assert threads(opened) != []
    assert opened.channel_of(opened.table_id) == threads(opened)[0].id
    assert "cannot be shown" not in (await opened.bob.press("Refresh")).text


async def test_the_table_of_a_private_match_stays_in_its_thread(opened: Room) -> None:
    await opened.carol.command("gin-admin watching", who="players")
    await opened.seat(opened.alice, opened.bob)
    (thread,) = threads(opened)

    shown = await opened.alice.command("gin table")

    assert shown.text == (
        f"This match is for its players alone; its table stays in <#{thread.id}>."
    )
    assert opened.channel_of(opened.table_id) == thread.id


async def test_nobody_is_called_in_the_open_while_a_private_match_has_no_thread(
    opened: Room,
) -> None:
    await opened.carol.command("gin-admin watching", who="players")
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    opened.env.inject_error("POST", "/channels/*/threads", status=403, code=50013, times=None)
    await opened.bob.press_on(opened.last_id, "Accept")

    await opened.bob.press("Pass")
    await opened.env.advance_time(10 * MINUTE)

    assert calls(opened) == []


async def test_an_outsider_sees_nothing_of_a_private_match_by_its_buttons(opened: Room) -> None:
    """Who may see the thread without playing: a moderator, say."""
    await opened.carol.command("gin-admin watching", who="players")
    await opened.seat(opened.alice, opened.bob)
    for verb in ("sheet", "history", "rules"):
        shown = await opened.forge(opened.carol, opened.table_id, f"gin1:1:2:{verb}")
        assert shown is not None
        assert shown.text == "This match is for its players alone."


async def test_a_private_match_whose_thread_is_deleted_gets_another(opened: Room) -> None:
    await opened.carol.command("gin-admin watching", who="players")
    await opened.seat(opened.alice, opened.bob)
    (first,) = threads(opened)
    opened.env.backend.delete_channel(first.id)

    await opened.alice.command("gin table")

    (second,) = threads(opened)
    assert opened.channel_of(opened.table_id) == second.id


@pytest.mark.parametrize("kind", ["thread", "forum post", "voice chat"])
async def test_where_all_could_look_on_no_private_match_begins(opened: Room, kind: str) -> None:
    await opened.carol.command("gin-admin watching", who="players")
    shown = await opened.alice.command_in(place(opened, kind), "gin challenge")
    assert "make the challenge in a text channel" in shown.text


async def test_the_first_call_goes_to_the_thread(opened: Room) -> None:
    """Bob accepted; Alice, who has no hand open, is to move after his pass."""
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.message(opened.last_id).key("Accept")
    opened.table_of = 1
    await opened.bob.actor.click(opened.handle(opened.last_id), custom_id=offer.custom_id)
    (thread,) = threads(opened)
    await opened.env.advance_time(2 * MINUTE)
    (call,) = calls(opened)
    assert opened.channel_of(call.id) == thread.id


# Other places.


@pytest.mark.parametrize("kind", ["thread", "forum post", "voice chat"])
async def test_the_bot_plays_in_threads_forum_posts_and_voice_chats(
    opened: Room, kind: str
) -> None:
    """Where there is no text channel the match is played where it was asked for."""
    where = place(opened, kind)

    offer = await opened.alice.command_in(where, "gin challenge", opponent=opened.bob.actor)
    hand = await opened.bob.press_on(offer.id, "Accept")
    opened.table_of = 1
    assert "Your hand against alice" in hand.text
    await opened.bob.press("take")

    assert opened.channel_of(opened.table_id) == where.id
    assert "bob took 3♥" in words(opened.table)


def place(opened: Room, kind: str) -> Any:
    """A channel of some kind."""
    if kind == "voice chat":
        return opened.guild.create_voice_channel("parlour")
    parent = opened.channel
    if kind == "forum post":
        parent = opened.guild.create_forum_channel("games")
    made = opened.env.backend.create_thread(parent.id, "a game", opened.alice.id)
    made.thread_members[opened.bob.id] = opened.env.backend.now_iso()
    return next(one for one in parent.threads if one.id == made.id)


async def test_a_voice_chat_the_bot_may_not_enter_is_refused_by_name(opened: Room) -> None:
    parlour = opened.guild.create_voice_channel("parlour")
    opened.channel = parlour
    deny(opened, discord.Permissions(connect=True))

    shown = await opened.alice.command("gin challenge")

    assert "I lack **Connect**" in shown.text


def told(opened: Room) -> int:
    """Bob's latest private answer that is no panel."""
    assert opened.bob.told is not None
    return opened.bob.told.id
