"""What several tests do to a room: permissions taken and given, settings chosen, time spent."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord.backend.models
from simcord.enums import OverwriteType

from bot.rendering.pages import Page
from bot.rendering.privacy_page import export_page
from tests.room import Person, Room, Shown, plain


def deny(opened: Room, permissions: discord.Permissions) -> None:
    """Take permissions away from the bot in the channel."""
    overwrite = simcord.backend.models.Overwrite(
        target_id=_bot_of(opened), type=OverwriteType.MEMBER, allow=0, deny=permissions.value
    )
    opened.env.backend.set_overwrite(opened.channel.id, overwrite)


def give_back(opened: Room) -> None:
    """Give the bot all of them back."""
    opened.env.backend.delete_overwrite(opened.channel.id, _bot_of(opened))


def _bot_of(opened: Room) -> int:
    bot = opened.bot.user
    if bot is None:
        raise AssertionError("the bot is not logged in")
    return bot.id


def put_in_charge(opened: Room, who: Person) -> None:
    """Let a member manage the server."""
    role = opened.guild.create_role("Keeper", permissions=discord.Permissions(manage_guild=True))
    opened.env.backend.add_member_role(opened.guild.id, who.id, role.id)


async def choose(who: Person, *labels: str) -> None:
    """Choose on the page of /gin settings."""
    shown = await who.command("gin settings")
    for label in labels:
        await who.press_on(shown.id, label)


def noted_exports(opened: Room, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What `/gin export` gives out from now on, before it becomes a file."""
    given: list[dict[str, Any]] = []

    def noting(kept: dict[str, Any]) -> Page:
        given.append(kept)
        return export_page(kept)

    # The cog as it was loaded: an extension is a module of its own at each start.
    handler: Any = opened.bot.cogs["PrivacyCog"]
    monkeypatch.setitem(handler.export.__wrapped__.__globals__, "export_page", noting)
    return given


def calls(opened: Room) -> list[Shown]:
    """The messages that call a player: to his turn, or because the other is late."""
    said = ("it is your turn", "You may claim")
    return [one for one in asking(opened) if any(words in one.text for words in said)]


def asking(opened: Room) -> list[Shown]:
    """Every public message that begins by naming somebody."""
    messages = [
        opened.message(message)
        for channel in opened.env.backend.messages.values()
        for message, stored in sorted(channel.items())
        if not stored.is_ephemeral
    ]
    return [one for one in messages if one.text.startswith("<@")]


def words(shown: Shown) -> str:
    """What a message says, without emphasis."""
    return plain(shown.text).replace("**", "")
