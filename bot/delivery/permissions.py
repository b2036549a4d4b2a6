"""What the bot may do where a match is asked for, checked before anything is dealt."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.engine import GinError

from .messages import Interaction


@dataclass
class MissingPermissions(GinError):
    """The bot may not keep a table here; `names` are the permissions as Discord calls them."""

    names: tuple[str, ...]


@dataclass
class CannotSee(GinError):
    """The opponent of this name cannot look into the channel of the challenge."""

    name: str


def require_sight(interaction: Interaction, opponent: discord.Member) -> None:
    """Make sure that an opponent can see the channel he is challenged in.

    Discord says so along with the command (docs: resolved data); else it is worked out.

    Raises:
        CannotSee: he cannot.
    """
    granted, channel = opponent.resolved_permissions, interaction.channel
    if granted is None and isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        granted = channel.permissions_for(opponent)
    if granted is not None and not granted.view_channel:
        raise CannotSee(opponent.display_name)


def require_table(interaction: Interaction) -> None:
    """Make sure that a table can be put up and kept in the channel of an interaction.

    Answers need no permission, but later changes are made with the bot's own token
    (docs: interactions, webhooks), and in a thread another permission counts (docs:
    permissions). Without Attach Files the table comes in words.

    Raises:
        MissingPermissions: a permission without which there is no table.
    """
    granted, channel = interaction.app_permissions, interaction.channel
    needed = {"View Channel": granted.view_channel}
    if isinstance(channel, discord.Thread):
        needed["Send Messages in Threads"] = granted.send_messages_in_threads
    else:
        needed["Send Messages"] = granted.send_messages
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        # Without it everything else in their chats is denied (docs: permissions).
        needed["Connect"] = granted.connect
    missing = tuple(name for name, is_granted in needed.items() if not is_granted)
    if missing:
        raise MissingPermissions(missing)
