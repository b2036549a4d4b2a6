"""The table: its buttons, its public message, and the panels that follow each change."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord
from discord.ext import commands

from bot.delivery import answered, require_table
from bot.engine import Refused
from bot.rendering import refusals
from bot.rendering.controls import Control, Verb
from bot.rendering.hand_page import hand_page, knocks_page, resign_page, sure_page
from bot.rendering.rules_pages import rules_page
from bot.rendering.score_page import score_page
from bot.rendering.table_page import history_page, moved_page, table_page
from bot.rendering.words import Names
from bot.sessions import Doubled, Sitting, Stale, UnknownMatch

if TYPE_CHECKING:
    from bot.delivery import Interaction, PageFor
    from bot.engine import View
    from bot.rendering.pages import Page

    from ._services import Services

_log = logging.getLogger(__name__)

_STAYS_IN_SIGHT = timedelta(hours=1)


class TableCog(commands.Cog):
    """Plays clicks at the tables and shows each change to everybody it concerns."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._messenger = services.messenger
        self._panels = services.panels
        self._nudges = services.nudges
        self._showings: WeakValueDictionary[int, _Showing] = WeakValueDictionary()
        # Why a table cannot be shown; found out anew at the next change after a restart.
        self._troubles: dict[int, str] = {}

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
            case Verb.TABLE:
                await self._put_up(interaction, sitting)
            case Verb.RULES:
                book = rules_page(sitting.match.rules, str(control.match), 0)
                await self._messenger.answer(interaction, book, private=True)
            case Verb.HISTORY:
                history = history_page(sitting.view(None), Names(sitting.table.names))
                await self._messenger.answer(interaction, history, private=True)
            case Verb.HAND:
                await self._show_hand(interaction, sitting, None)
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
        await self._show_hand(interaction, sitting, notice)

    async def _show_hand(
        self, interaction: Interaction, sitting: Sitting, notice: str | None
    ) -> None:
        """Show the clicker his hand, with what there is to say, the table's trouble included."""
        said = " ".join(filter(None, (notice, self._troubles.get(sitting.table.id)))) or None

        def panel(match: int, view: View, names: Names) -> Page:
            return hand_page(match, view, names, said)

        await self._panels.show(interaction, sitting, panel)

    async def table_changed(self, sitting: Sitting, by: int | None) -> None:
        """Show a change on the public table and in the panels of those who did not make it."""
        others = [player.id for player in sitting.table.players if player.id != by]
        shown = await asyncio.gather(
            self._show_table(sitting.table.id),
            *(self._panels.push(sitting, player) for player in others),
            self._nudges.moved(sitting.table.id, by),
            return_exceptions=True,
        )
        for problem in shown:
            if isinstance(problem, BaseException):
                # The move is stored; whoever clicks next sees it.
                _log.error("match %s was not shown", sitting.table.id, exc_info=problem)

    async def turn_waits(self, sitting: Sitting) -> None:
        """Tell the player to move that he is waited for."""
        await self._nudges.waits(sitting)

    async def _show_table(self, match: int) -> None:
        """One change at a time a table, always the latest; what it overtook is not shown."""
        showing = self._showings.setdefault(match, _Showing())
        async with showing.lock:
            sitting = await self._tables.look(match)
            if sitting.match.version > showing.version:
                await self._bring(sitting)
                showing.version = sitting.match.version

    async def _bring(self, sitting: Sitting) -> None:
        """Bring the public table up to date; a new hand and an old message get a new one."""
        table = sitting.table
        page = table_page(table.id, sitting.view(None), Names(table.names), table.due)
        self._troubles.pop(table.id, None)
        try:
            if await self._replaced(sitting, page):
                return
            message = await self._messenger.post(table.channel, page)
        except discord.HTTPException as error:
            # The match goes on in the panels; whoever clicks is told what is missing.
            self._troubles[table.id] = refusals.table_trouble(error.code)
            _log.warning("the table of match %s cannot be shown: %s", table.id, error)
            return
        await self._tables.posted(table.id, table.channel, message, sitting.hand)
        await self._leave_pointer(sitting, table.channel, message)

    async def _replaced(self, sitting: Sitting, page: Page) -> bool:
        """Whether the table could be changed where it is."""
        table = sitting.table
        if table.message is None or self._out_of_sight(table.message, sitting):
            return False
        return await self._messenger.replace(table.channel, table.message, page)

    def _out_of_sight(self, message: int, sitting: Sitting) -> bool:
        """Whether the table's message has scrolled away: another hand's, or an hour old."""
        age = discord.utils.utcnow() - discord.utils.snowflake_time(message)
        return sitting.table.shown_hand != sitting.hand or age > _STAYS_IN_SIGHT

    async def _leave_pointer(self, sitting: Sitting, channel: int, message: int) -> None:
        """Where the table was there is now one line that leads to it."""
        old = sitting.table
        if old.message is None:
            return
        place = (old.guild, channel, message)
        pointer = moved_page(sitting.view(None), Names(old.names), place)
        with suppress(discord.HTTPException):  # a courtesy; the old message may be gone
            await self._messenger.replace(old.channel, old.message, pointer)

    @commands.Cog.listener()
    @answered
    async def on_table_wanted(self, interaction: Interaction, sitting: Sitting) -> None:
        """A player asked for the table by a command."""
        await self._put_up(interaction, sitting)

    async def _put_up(self, interaction: Interaction, sitting: Sitting) -> None:
        """Put the table up here: the answer becomes it."""
        require_table(interaction)
        sitting.seat_of(interaction.user.id)
        table = sitting.table
        page = table_page(table.id, sitting.view(None), Names(table.names), table.due)
        message = await self._messenger.answer(interaction, page, private=False)
        if message is None or interaction.channel_id is None:
            return
        await self._tables.posted(table.id, interaction.channel_id, message, sitting.hand)
        self._troubles.pop(table.id, None)
        await self._leave_pointer(sitting, interaction.channel_id, message)


class _Showing:
    """What is out of one table, and the lock that keeps its changes in order."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.version = 0


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
