"""Cogs whose commands belong to the `/gin` group, which is another cog's.

A cog of discord.py can only have a group of its own (docs: Cog), and a group takes 25
commands.
"""

from __future__ import annotations

from typing import Any, ClassVar

from discord import app_commands
from discord.ext import commands

from bot.rendering.help_pages import COMMANDS

_GROUP = "gin"


class JoiningCog(commands.Cog):
    """A cog whose methods called `names` are subcommands of `/gin`."""

    names: ClassVar[tuple[str, ...]] = ()
    """With a hyphen where a method's name has an underline."""

    def __init__(self, bot: commands.AutoShardedBot) -> None:
        self._bot = bot
        self._commands: list[app_commands.Command[Any, ..., Any]] = [
            app_commands.Command(
                name=name,
                description=COMMANDS[name],
                callback=getattr(self, name.replace("-", "_")),
            )
            for name in self.names
        ]

    async def cog_load(self) -> None:
        """Join the group."""
        group = self._bot.tree.get_command(_GROUP)
        if not isinstance(group, app_commands.Group):
            raise TypeError("the cog whose group this joins is loaded first")
        for command in self._commands:
            group.add_command(command)

    async def cog_unload(self) -> None:
        """Leave the group, which may have gone before."""
        group = self._bot.tree.get_command(_GROUP)
        if isinstance(group, app_commands.Group):
            for command in self._commands:
                group.remove_command(command.name)
