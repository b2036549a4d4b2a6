"""Nobody is challenged against his will: blocks, limits, cooling down, channels he cannot see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import simcord.backend.models
from simcord.enums import OverwriteType

from tests.room import Person, Room, Shown, room

from .settings import words
from .wire import public_messages, type_now

MINUTE = 60


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A room where nothing has been dealt."""
    async with room(tmp_path / "gin.sqlite3") as made:
        yield made


async def challenge(who: Person, whom: Person | None = None) -> Shown:
    options = {} if whom is None else {"opponent": whom.actor}
    return await who.command("gin challenge", **options)


# Blocks.


async def test_one_who_is_blocked_cannot_challenge(opened: Room) -> None:
    await opened.bob.command("gin block", player=opened.alice.actor)

    shown = await challenge(opened.alice, opened.bob)

    assert words(shown) == "bob does not take challenges from you."
    assert "Gin Rummy challenge" in (await challenge(opened.carol, opened.bob)).text


async def test_nor_be_challenged_by_who_has_blocked_him(opened: Room) -> None:
    await opened.bob.command("gin block", player=opened.alice.actor)
    shown = await challenge(opened.bob, opened.alice)
    assert words(shown).startswith("You have blocked alice.")


async def test_nor_accept_an_open_challenge(opened: Room) -> None:
    await opened.bob.command("gin block", player=opened.alice.actor)
    await challenge(opened.bob)

    shown = await opened.alice.press_on(opened.last_id, "Accept")

    assert words(shown) == "bob does not take challenges from you."
    assert "Accept" in opened.message(opened.last_id).labels


async def test_the_list_is_private_and_lets_each_come_again(opened: Room) -> None:
    await opened.bob.command("gin block", player=opened.alice.actor)
    shown = await opened.bob.command("gin block", player=opened.carol.actor)
    assert shown.labels == ["Unblock alice", "Unblock carol"]
    assert opened.channel.history() == []

    await opened.bob.press_on(shown.id, "Unblock alice")

    assert opened.message(shown.id).labels == ["Unblock carol"]
    assert "challenges you to a match" in (await challenge(opened.alice, opened.bob)).text


async def test_a_block_is_kept_over_a_restart(opened: Room) -> None:
    await opened.bob.command("gin block", player=opened.alice.actor)
    await opened.restart()
    assert (await opened.bob.command("gin block")).labels == ["Unblock alice"]


async def test_an_id_that_is_too_great_unblocks_nobody(opened: Room) -> None:
    shown = await opened.bob.command("gin block", player=opened.alice.actor)
    await opened.forge(opened.bob, shown.id, f"ginpref1:unblock:{'9' * 19}")
    assert (await opened.bob.command("gin block")).labels == ["Unblock alice"]


async def test_one_who_is_not_in_the_server_can_be_blocked_and_not_challenged(
    opened: Room,
) -> None:
    stranger = opened.env.create_user("zed")
    shown = await opened.bob.command("gin block", player=stranger)
    assert shown.labels == ["Unblock zed"]
    shown = await opened.bob.command("gin challenge", opponent=stranger)
    assert shown.text == "That person is not in this server."


async def test_nobody_blocks_himself_and_an_empty_list_says_so(opened: Room) -> None:
    refused = await opened.bob.command("gin block", player=opened.bob.actor)
    assert "yourself" in refused.text
    assert "Nobody is on it." in (await opened.bob.command("gin block")).text


# Limits.


async def test_at_most_three_challenges_of_one_person_are_open(opened: Room) -> None:
    await challenge(opened.alice, opened.bob)
    await challenge(opened.alice, opened.carol)
    await challenge(opened.alice)
    third = opened.last_id

    refused = await challenge(opened.alice, opened.bob)

    assert refused.text.startswith("You have 3 open challenges already.")
    assert opened.last_id == third
    await opened.alice.press_on(third, "Cancel")
    assert "challenges you" in (await challenge(opened.alice, opened.bob)).text


async def test_a_custom_one_is_counted_when_it_is_published(opened: Room) -> None:
    form = await opened.alice.command("gin challenge", rules="custom")
    for _ in range(3):
        await challenge(opened.alice)

    refused = await opened.alice.press_on(form.id, "Challenge")

    assert refused.text.startswith("You have 3 open challenges already.")
    assert len(opened.channel.history()) == 3


async def test_who_declined_is_left_in_peace_for_ten_minutes(opened: Room) -> None:
    await challenge(opened.alice, opened.bob)
    await opened.bob.press_on(opened.last_id, "Decline")

    refused = await challenge(opened.alice, opened.bob)

    until = int(opened.env.now().timestamp()) + 10 * MINUTE
    assert words(refused) == (f"bob declined your last challenge. You can ask again <t:{until}:R>.")
    assert "challenges you" in (await challenge(opened.alice, opened.carol)).text
    assert "challenges you" in (await challenge(opened.bob, opened.alice)).text
    await opened.env.advance_time(10 * MINUTE)
    assert "challenges you" in (await challenge(opened.alice, opened.bob)).text


async def test_nor_when_several_commands_come_at_once(opened: Room) -> None:
    for _ in range(6):
        type_now(opened, opened.alice, "gin", "challenge")
    await opened.env.settle()

    standing = [one for one in public_messages(opened) if "Accept" in one.labels]
    assert len(standing) == 3


async def test_nor_when_several_custom_ones_are_published_at_once(opened: Room) -> None:
    forms = [await opened.alice.command("gin challenge", rules="custom") for _ in range(5)]

    answers = await opened.clicks_at_once(
        *[(opened.alice, form.id, form.key("Challenge").custom_id) for form in forms]
    )

    standing = [one for one in public_messages(opened) if "Accept" in one.labels]
    assert len(standing) == 3
    refused = [one for one in answers if one and "3 open challenges already" in one.text]
    assert len(refused) == 2


# Channels.


async def test_who_cannot_see_the_channel_is_not_challenged_there(opened: Room) -> None:
    hidden = discord.Permissions(view_channel=True)
    overwrite = simcord.backend.models.Overwrite(
        target_id=opened.bob.id, type=OverwriteType.MEMBER, allow=0, deny=hidden.value
    )
    opened.env.backend.set_overwrite(opened.channel.id, overwrite)

    refused = await challenge(opened.alice, opened.bob)

    assert words(refused).startswith("bob cannot see this channel.")
    assert opened.channel.history() == []
