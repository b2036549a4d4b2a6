"""The table: its buttons, its public message, and the panels that follow each change."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord
from discord.ext import commands

from bot.delivery import answered
from bot.engine import Refused
from bot.rendering import refusals
from bot.rendering.controls import Control, Verb
from bot.rendering.hand_page import hand_page, knocks_page, resign_page, sure_page
from bot.rendering.score_page import score_page
from bot.rendering.table_page import history_page, table_page
from bot.rendering.words import Names
from bot.sessions import Doubled, Sitting, Stale, UnknownMatch

if TYPE_CHECKING:
    from bot.delivery import Interaction, PageFor
    from bot.engine import View
    from bot.rendering.pages import Page

    from ._services import Services

_log = logging.getLogger(__name__)


class TableCog(commands.Cog):
    """Plays clicks at the tables and shows each change to everybody it concerns."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._messenger = services.messenger
        self._panels = services.panels
        self._latest: dict[int, Sitting] = {}
        self._edits: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @commands.Cog.listener()
    @answered
    async def on_table_click(self, interaction: Interaction, control: Control) -> None:
        """A button of a table or of a panel was pressed."""
        sitting = await self._tables.look(control.match)
        if sitting.table.guild != interaction.guild_id:
            raise UnknownMatch
        match control.verb:
            case Verb.SHEET:
                sheet = score_page(sitting.view(None), Names(sitting.table.names))
                await self._messenger.answer(interaction, sheet, private=True)
            case Verb.HISTORY:
                history = history_page(sitting.view(None), Names(sitting.table.names))
                await self._messenger.answer(interaction, history, private=True)
            case Verb.HAND:
                await self._panels.show(interaction, sitting)
            case Verb.KNOCKS:
                await self._panels.show(interaction, sitting, knocks_page)
            case Verb.SURE:
                await self._panels.show(interaction, sitting, _sure_of(control))
            case Verb.LEAVE:
                await self._panels.ask(interaction, sitting, resign_page)
            case _:
                await self._play(interaction, control)

    async def _play(self, interaction: Interaction, control: Control) -> None:
        """Play what was clicked, and show the clicker his hand as it is then."""
        if control.action is None:
            raise UnknownMatch
        # Resigning was confirmed already and means the match, not one position of it.
        seen = None if control.verb is Verb.RESIGN else control.version
        notice = None
        try:
            sitting = await self._tables.act(
                control.match, interaction.user.id, control.action, seen
            )
        except Stale as stale:
            sitting, notice = stale.sitting, refusals.STALE
        except Doubled as doubled:
            sitting, notice = doubled.sitting, refusals.DOUBLED
        except Refused as refused:
            sitting = await self._tables.look(control.match)
            notice = refusals.refusal(refused, Names(sitting.table.names))

        def panel(match: int, view: View, names: Names) -> Page:
            return hand_page(match, view, names, notice)

        await self._panels.show(interaction, sitting, panel)

    async def table_changed(self, sitting: Sitting, by: int | None) -> None:
        """Show a change on the public table and in the panels of those who did not make it."""
        others = [player.id for player in sitting.table.players if player.id != by]
        shown = await asyncio.gather(
            self._show_table(sitting),
            *(self._panels.push(sitting, player) for player in others),
            return_exceptions=True,
        )
        for problem in shown:
            if isinstance(problem, BaseException):
                # The move is stored; whoever clicks next sees it.
                _log.error("match %s was not shown", sitting.table.id, exc_info=problem)

    async def _show_table(self, sitting: Sitting) -> None:
        """One edit at a time a table; what is overtaken while it waits is dropped."""
        match = sitting.table.id
        self._latest[match] = sitting
        lock = self._edits.setdefault(match, asyncio.Lock())
        async with lock:
            if self._latest.get(match) is not sitting:
                return
            await self._bring(sitting)
            if self._latest.get(match) is sitting:
                del self._latest[match]

    async def _bring(self, sitting: Sitting) -> None:
        table = sitting.table
        page = table_page(table.id, sitting.view(None), Names(table.names), table.due)
        try:
            if table.message is not None and await self._messenger.replace(
                table.channel, table.message, page
            ):
                return
            await self._tables.posted(table.id, await self._messenger.post(table.channel, page))
        except (discord.Forbidden, discord.NotFound) as error:
            _log.warning("the table of match %s cannot be shown: %s", table.id, error)


def _sure_of(control: Control) -> PageFor:
    """Makes the page that asks whether to knock with the card of a control."""

    def page_for(match: int, view: View, names: Names) -> Page:
        if control.card is None:
            return hand_page(match, view, names)
        return sure_page(match, view, names, control.card)

    return page_for


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    cog = TableCog(bot.services)
    await bot.add_cog(cog)
    bot.services.tables.attach(cog)
