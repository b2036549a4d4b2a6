"""What the bot may do is checked before the deal, and a picture is never a condition."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
import simcord.backend.models
from simcord.enums import OverwriteType

from tests.builders import ScriptedDealer
from tests.room import Room, Shown, room
from tests.scripts import KNOCK_BY_THE_OTHER

from .settings import put_in_charge
from .wire import public_messages


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A room with one deal to come."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as made:
        yield made


def deny(opened: Room, permissions: discord.Permissions) -> None:
    """Take permissions away from the bot in the channel."""
    bot = opened.bot.user
    assert bot is not None
    overwrite = simcord.backend.models.Overwrite(
        target_id=bot.id, type=OverwriteType.MEMBER, allow=0, deny=permissions.value
    )
    opened.env.backend.set_overwrite(opened.channel.id, overwrite)


@pytest.mark.parametrize(
    ("denied", "name"),
    [
        (discord.Permissions(view_channel=True), "View Channel"),
        (discord.Permissions(send_messages=True), "Send Messages"),
    ],
)
async def test_a_channel_the_bot_cannot_keep_a_table_in_is_refused_by_name(
    opened: Room, denied: discord.Permissions, name: str
) -> None:
    deny(opened, denied)

    shown = await opened.alice.command("gin challenge", opponent=opened.bob.actor)

    assert f"I lack **{name}**" in shown.text
    assert shown.keys == []


async def test_a_permission_lost_before_accept_is_named_and_the_challenge_stands(
    opened: Room,
) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id
    deny(opened, discord.Permissions(send_messages=True))

    shown = await opened.bob.press_on(offer, "Accept")

    assert "I lack **Send Messages**" in shown.text
    assert opened.message(offer).labels == ["Accept", "Decline", "Cancel"]


async def test_without_attach_files_the_table_comes_in_words(opened: Room) -> None:
    """SimCord lets files pass, so the refusal Discord answers with is put in its way."""
    await opened.seat(opened.alice, opened.bob)
    opened.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)

    await opened.bob.press("take")

    assert opened.table.pictures == []
    assert "Discard pile: nothing." in opened.table.text
    assert "bob took 3♥ from the pile" in opened.table.text.replace("**", "").replace("\ufe0e", "")


async def test_a_picture_that_cannot_be_painted_is_told(
    opened: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(scene: object) -> bytes:
        raise OSError("no font")

    monkeypatch.setattr(opened.bot.services.messenger, "_painter", broken)
    await opened.seat(opened.alice, opened.bob)

    assert opened.bob.panel.pictures == []
    assert "Run of clubs: ace of clubs, two of clubs, three of clubs." in opened.bob.panel.text
    assert {"take", "pass"} == {key.verb for key in opened.bob.panel.keys}
    assert "a picture could not be painted" in caplog.text
    caplog.get_records("call").clear()


# A rematch is a challenge.


async def finish(opened: Room) -> None:
    """Bob resigns; Carol may manage the server."""
    put_in_charge(opened, opened.carol)
    await opened.seat(opened.alice, opened.bob)
    await opened.bob.command("gin resign")
    assert opened.bob.told is not None
    await opened.bob.press_on(opened.bob.told.id, "Resign")


def offers(opened: Room) -> list[Shown]:
    return [one for one in public_messages(opened) if "Accept" in one.labels]


async def take_away(opened: Room, what: str) -> str:
    """Take away something a challenge needs; what the refusal says."""
    if what == "channel":
        parlour = opened.guild.create_text_channel("parlour")
        await opened.carol.command("gin-admin channel", channel=parlour, allowed=True)
        return f"<#{parlour.id}>"
    if what == "Create Private Threads":
        await opened.carol.command("gin-admin watching", who="players")
        deny(opened, discord.Permissions(create_private_threads=True))
    elif what == "View Channel":
        deny(opened, discord.Permissions(view_channel=True))
    else:
        deny(opened, discord.Permissions(send_messages=True))
    return f"I lack **{what}**"


NEEDED = ["View Channel", "Send Messages", "channel", "Create Private Threads"]


@pytest.mark.parametrize("what", NEEDED)
async def test_a_rematch_is_asked_for_only_where_a_challenge_is(opened: Room, what: str) -> None:
    await finish(opened)
    said = await take_away(opened, what)
    refused = await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    assert said in refused.text

    shown = await opened.bob.press_table("Rematch")

    assert shown.text == refused.text
    assert offers(opened) == []


@pytest.mark.parametrize("what", NEEDED)
async def test_a_rematch_is_accepted_by_rematch_only_where_a_challenge_is(
    opened: Room, what: str
) -> None:
    await finish(opened)
    await opened.bob.press_table("Rematch")
    (offer,) = offers(opened)
    said = await take_away(opened, what)

    shown = await opened.alice.press_table("Rematch")

    assert said in shown.text
    assert [one.id for one in offers(opened)] == [offer.id]
    assert await opened.bot.services.records.live_matches(opened.guild.id, opened.alice.id) == []
