"""Rule sets: the form of a custom challenge, the pages of /gin rules, and a server's default."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord.ext import commands

from bot.delivery import UNREACHABLE, answered, note, require_table
from bot.engine import PRESETS, BadRules, Rules
from bot.rendering import refusals
from bot.rendering.challenge_page import challenge_page
from bot.rendering.controls import BadControl, Leaf, Setting
from bot.rendering.rules_form import (
    DISCARD,
    MAKE_DEFAULT,
    PUBLISH,
    done_page,
    form_page,
    revised,
)
from bot.rendering.rules_pages import default_line, rules_page
from bot.sessions import Challenge, UnknownMatch

from ._offers import may_manage, offer_of, place_of

if TYPE_CHECKING:
    from bot.delivery import Interaction

    from ._services import Services


class RulesCog(commands.Cog):
    """Answers the rules' form and pages."""

    def __init__(self, services: Services) -> None:
        self._lobby = services.lobby
        self._tables = services.tables
        self._messenger = services.messenger

    @commands.Cog.listener()
    @answered
    async def on_leaf_click(self, interaction: Interaction, leaf: Leaf) -> None:
        """Another page of the rules was asked for."""
        rules = await self._rules_of(leaf.book, interaction.guild_id or 0)
        await self._messenger.redraw(interaction, rules_page(rules, leaf.book, leaf.page))

    async def _rules_of(self, book: str, guild: int) -> Rules:
        """The rules of a preset, of a match, or those the server plays."""
        if book.isdecimal():
            sitting = await self._tables.look(int(book))
            if sitting.table.guild != guild:
                raise UnknownMatch
            return sitting.match.rules
        return PRESETS.get(book) or (await self._lobby.house(guild)).rules

    @commands.Cog.listener()
    @answered
    async def on_setting_click(self, interaction: Interaction, asked: Setting) -> None:
        """A menu, switch or button of the rules' form was used."""
        draft = await self._lobby.draft(asked.challenge, interaction.user.id, interaction.guild_id)
        special = {
            PUBLISH: self._publish,
            DISCARD: self._discard,
            MAKE_DEFAULT: self._make_default,
        }.get(asked.field)
        if special is not None:
            await special(interaction, draft)
            return
        try:
            draft, notice = await self._lobby.revise(draft, revised(draft.rules, asked)), None
        except BadControl:
            notice = refusals.OLDER_TABLE
        except BadRules as error:
            notice = refusals.clash(error)
        await self._show(interaction, draft, notice)

    async def _show(self, interaction: Interaction, draft: Challenge, notice: str | None) -> None:
        form = form_page(offer_of(draft), may_default=may_manage(interaction), notice=notice)
        await self._messenger.redraw(interaction, form)

    async def _publish(self, interaction: Interaction, draft: Challenge) -> None:
        """The challenge goes to the channel; the form has done its work."""
        require_table(interaction)
        published = await self._lobby.publish(draft, place_of(interaction))
        try:
            page = challenge_page(offer_of(published))
            message = await self._messenger.post(published.channel, page)
        except UNREACHABLE:
            await self._lobby.cancel(published.id, interaction.user.id)
            raise
        await self._lobby.posted(published.id, message)
        await self._messenger.redraw(interaction, done_page("Your challenge stands below."))

    async def _discard(self, interaction: Interaction, draft: Challenge) -> None:
        await self._lobby.cancel(draft.id, interaction.user.id)
        await self._messenger.redraw(interaction, done_page("Dropped. Nobody has seen it."))

    async def _make_default(self, interaction: Interaction, draft: Challenge) -> None:
        if not may_manage(interaction):
            await note(interaction, refusals.MANAGERS_ONLY)
            return
        await self._lobby.change_house(draft.guild, lambda house: replace(house, rules=draft.rules))
        await self._show(interaction, draft, default_line(draft.rules))


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    await bot.add_cog(RulesCog(bot.services))
