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


def require_table(interaction: Interaction) -> None:
    """Make sure that a table can be put up and kept in the channel of an interaction.

    Answers need no permission, but later changes are made with the bot's own token
    (docs: interactions, webhooks), and in a thread another permission counts (docs:
    permissions). Without Attach Files the table comes in words.

    Raises:
        MissingPermissions: a permission without which there is no table.
    """
    granted = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = {
        "View Channel": granted.view_channel,
        **(
            {"Send Messages in Threads": granted.send_messages_in_threads}
            if in_thread
            else {"Send Messages": granted.send_messages}
        ),
    }
    missing = tuple(name for name, is_granted in needed.items() if not is_granted)
    if missing:
        raise MissingPermissions(missing)
