"""One's own data: /gin privacy, /gin export and /gin forget-me."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from discord.ext import commands

from bot.delivery import answered, is_private
from bot.rendering.privacy_page import (
    YES,
    export_page,
    forget_page,
    forgotten_page,
    privacy_page,
)
from bot.sessions import UnknownMatch

from ._joining import JoiningCog

if TYPE_CHECKING:
    from bot.delivery import Interaction
    from bot.rendering.controls import Preference

    from ._services import Services


class PrivacyCog(JoiningCog):
    """Says what is kept, gives it out, and forgets it."""

    names = ("privacy", "export", "forget-me")

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot)
        self._records = services.records
        self._housekeeping = services.housekeeping
        self._messenger = services.messenger

    @answered
    async def privacy(self, interaction: Interaction) -> None:
        """Say what is kept."""
        await self._messenger.answer(interaction, privacy_page(), private=True)

    @answered
    async def export(self, interaction: Interaction) -> None:
        """Give the caller everything that is kept about him."""
        given = await self._records.export(interaction.user.id)
        page = await asyncio.to_thread(export_page, given)
        await self._messenger.answer(interaction, page, private=True)

    @answered
    async def forget_me(self, interaction: Interaction) -> None:
        """Ask whether the caller is to be forgotten."""
        await self._messenger.answer(interaction, forget_page(), private=True)

    @commands.Cog.listener()
    @answered
    async def on_forget_click(self, interaction: Interaction, asked: Preference) -> None:
        """The question was answered."""
        if not is_private(interaction):
            raise UnknownMatch  # no button of ours: this question is asked in private
        is_forgotten = asked.value == YES
        if is_forgotten:
            await self._housekeeping.forget(interaction.user.id)
        page = forgotten_page(is_forgotten=is_forgotten)
        await self._messenger.redraw(interaction, page)


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    await bot.add_cog(PrivacyCog(bot, bot.services))
