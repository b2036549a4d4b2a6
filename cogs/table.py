"""The table: its buttons, its public message, and the panels that follow each change."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import discord
from discord.ext import commands

from bot.delivery import (
    UNREACHABLE,
    NoPrivacy,
    StaysInThread,
    answered,
    note,
    require_table,
    sight_of,
    thread_wish,
)
from bot.engine import Claim, Lateness, Proposal, Propose, Refused, SitBack, facts_of
from bot.rendering import refusals
from bot.rendering.controls import Control, Verb
from bot.rendering.hand_page import hand_page, knocks_page, resign_page, sure_page
from bot.rendering.hint_words import hint_words
from bot.rendering.rating_line import RatingNews
from bot.rendering.rules_pages import rules_page
from bot.rendering.score_page import score_page
from bot.rendering.table_page import history_page, moved_page, table_page
from bot.rendering.words import Names
from bot.scores import why_unrated
from bot.sessions import (
    Doubled,
    PlayersOnly,
    Sitting,
    Stale,
    ThreadWish,
    UnknownMatch,
    advice,
    report,
)

from ._offers import place_of

if TYPE_CHECKING:
    from bot.delivery import Interaction, PageFor
    from bot.rendering.pages import Page
    from bot.rendering.sight import Sight

    from ._services import Services

_log = logging.getLogger(__name__)

_STAYS_IN_SIGHT = timedelta(hours=1)
_THREAD_WANTED = frozenset({ThreadWish.PUBLIC, ThreadWish.PRIVATE})


class TableCog(commands.Cog):
    """Plays clicks at the tables and shows each change to everybody it concerns."""

    def __init__(self, services: Services) -> None:
        self._tables = services.tables
        self._messenger = services.messenger
        self._panels = services.panels
        self._nudges = services.nudges
        self._lobby = services.lobby
        self._records = services.records
        self._whereabouts = services.whereabouts
        self._threads = services.threads
        self._showings: WeakValueDictionary[int, _Showing] = WeakValueDictionary()

    @commands.Cog.listener()
    @answered
    async def on_table_click(self, interaction: Interaction, control: Control) -> None:
        """A button of a table or of a panel was pressed."""
        sitting = await self._tables.look(control.match)
        if sitting.table.guild != interaction.guild_id:
            raise UnknownMatch
        if control.verb in _FOR_ANYBODY:
            await self._show_anybody(interaction, sitting, control.verb)
            return
        match control.verb:
            case Verb.TABLE:
                await self._put_up(interaction, sitting)
            case Verb.HAND:
                await self._show_hand(interaction, sitting, None)
            case Verb.KNOCKS:
                await self._panels.show(interaction, sitting, knocks_page)
            case Verb.SURE:
                await self._knock(interaction, sitting, control)
            case Verb.ASK_PAUSE | Verb.ASK_HINTS | Verb.ASK_STAND_IN:
                await self._ask(interaction, sitting, _ASKED[control.verb])
            case Verb.HINT:
                await self._hint(interaction, sitting)
            case Verb.LEAVE:
                await self._panels.ask(interaction, sitting, resign_page)
            case _:
                await self._play(interaction, control)

    async def _show_anybody(self, interaction: Interaction, sitting: Sitting, verb: Verb) -> None:
        """Show what spectators may look at too, unless the match is for its players alone."""
        if sitting.table.private and not _plays(interaction, sitting):
            raise PlayersOnly
        await self._messenger.answer(interaction, _FOR_ANYBODY[verb](sitting), private=True)

    async def _knock(self, interaction: Interaction, sitting: Sitting, control: Control) -> None:
        """Ask before a knock that another card would improve, where the player wants that."""
        chosen = await self._records.preferences(interaction.user.id)
        if chosen.asks_before_poor_knock:
            await self._panels.show(interaction, sitting, _sure_of(control))
        else:
            await self._play(interaction, replace(control, verb=Verb.KNOCK))

    @commands.Cog.listener()
    @answered
    async def on_hand_wanted(self, interaction: Interaction, sitting: Sitting) -> None:
        """A player asked for his hand by a command."""
        await self._show_hand(interaction, sitting, None)

    @commands.Cog.listener()
    @answered
    async def on_consent_wanted(
        self, interaction: Interaction, sitting: Sitting, proposal: Proposal
    ) -> None:
        """A player asked by a command for something that takes the other's consent."""
        await self._ask(interaction, sitting, proposal)

    async def _ask(self, interaction: Interaction, sitting: Sitting, proposal: Proposal) -> None:
        """Ask the other player: his panel shows the question, or a call does."""
        if sitting.table.is_practice and proposal is not Proposal.PAUSE:
            await note(interaction, refusals.IN_PRACTICE)
            return
        match, asked = sitting.table.id, Propose(proposal)
        try:
            sitting = await self._tables.act(match, interaction.user.id, asked, None)
        except Refused as refused:
            await note(interaction, refusals.refusal(refused, Names(sitting.table.names)))
            return
        await self._show_hand(interaction, sitting, None)

    async def _hint(self, interaction: Interaction, sitting: Sitting) -> None:
        """Show the clicker what the expert would do, in his hand and nowhere else."""
        seat = sitting.seat_of(interaction.user.id)
        if Proposal.HINTS not in sitting.match.agreed:
            await note(interaction, refusals.NO_HINTS)
            return
        given = await advice(sitting, seat)
        if given is None:
            await self._show_hand(interaction, sitting, refusals.HINT_LATER)
            return
        said = hint_words(given, sitting.view(seat).pile_top)
        await self._panels.show(interaction, sitting, lambda sight: hand_page(sight, hint=said))

    async def _play(self, interaction: Interaction, control: Control) -> None:
        """Play what was clicked, and show the clicker his hand as it is then."""
        if control.action is None:
            raise UnknownMatch
        if control.action == Claim():
            await self._find_again(control.match, interaction.user.id)
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

    async def _find_again(self, match: int, by: int) -> None:
        """Before a match is claimed of one who left, see whether he has come back."""
        sitting = await self._tables.look(match)
        late = sitting.match.late
        if late is None or late.lateness is not Lateness.LEFT:
            return
        if not await self._whereabouts.has_left(sitting):
            await self._tables.recall(match, sitting.match.version, by)

    async def _welcome_back(self, interaction: Interaction, sitting: Sitting) -> Sitting:
        """Whoever clicks is there: one who was thought to have left is not late.

        And one for whom a computer has stood in plays for himself again.
        """
        match, player = sitting.match, interaction.user.id
        if match.stood_in is not None and sitting.table.players[match.stood_in].id == player:
            with suppress(Refused):  # he has done so in this very moment
                sitting = await self._tables.act(sitting.table.id, player, SitBack(), None)
        late = sitting.match.late
        if late is None or late.lateness is not Lateness.LEFT:
            return sitting
        if sitting.table.players[late.seat].id != interaction.user.id:
            return sitting
        return await self._tables.recall(
            sitting.table.id, sitting.match.version, interaction.user.id
        )

    async def _show_hand(
        self, interaction: Interaction, sitting: Sitting, notice: str | None
    ) -> None:
        """Show the clicker his hand, with what there is to say, the table's trouble included."""
        sitting = await self._welcome_back(interaction, sitting)
        trouble = sitting.table.trouble
        why = None if trouble is None else refusals.table_trouble(trouble)
        said = " ".join(filter(None, (notice, why))) or None

        def panel(sight: Sight) -> Page:
            return hand_page(sight, said)

        await self._panels.show(interaction, sitting, panel)

    async def table_changed(self, sitting: Sitting, by: int | None) -> None:
        """Show a change on the public table and in the panels of those who did not make it."""
        others = [
            player.id for player in sitting.table.players if player.id != by and not player.is_bot
        ]
        shown = await asyncio.gather(
            self._show_table(sitting.table.id),
            *(self._panels.push(sitting, player) for player in others),
            return_exceptions=True,
        )
        # After the table, which may have moved into a thread, and where a call belongs too.
        shown += await asyncio.gather(
            self._nudges.moved(sitting.table.id, by), return_exceptions=True
        )
        for problem in shown:
            if isinstance(problem, BaseException):
                # The move is stored; whoever clicks next sees it.
                report(_log, f"match {sitting.table.id} was not shown", problem)

    async def table_missed(self, sitting: Sitting) -> None:
        """Show a table that may not have been shown before the bot went."""
        await self._show_table(sitting.table.id)

    async def turn_waits(self, sitting: Sitting, *, again: bool) -> None:
        """Tell the player to move that he is waited for."""
        await self._nudges.waits(sitting, again=again)

    async def has_left(self, sitting: Sitting) -> bool:
        """Whether the player to move is in the server no more."""
        return await self._whereabouts.has_left(sitting)

    async def trouble(self, sitting: Sitting) -> int | None:
        """Why the table cannot be reached, by Discord's error code."""
        return await self._whereabouts.trouble(sitting)

    async def table_rests(self, sitting: Sitting) -> None:
        """Archive the thread of a match that is over."""
        if sitting.table.thread is not None:
            await self._threads.archive(sitting.table.thread)

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
        match, thread = sitting.table.id, None
        if sitting.table.thread_wish in _THREAD_WANTED:
            thread = await self._threads.open(sitting)
            if thread is None and sitting.table.private:
                # Not in the open: the match is parked until a thread can be had.
                await self._tables.parked(match, refusals.NO_PRIVATE_THREAD)
                return
            await self._tables.threaded(match, thread)
            sitting = await self._tables.look(match)
        channel, page = thread or sitting.table.channel, await self._page_of(sitting)
        try:
            if thread is None and await self._replaced(sitting, page):
                await self._in_sight(sitting)
                return
            message = await self._messenger.post(channel, page)
        except discord.HTTPException as error:
            # The match goes on in the panels; whoever clicks is told what is missing.
            await self._tables.parked(match, error.code)
            _log.warning("the table of match %s cannot be shown: %s", match, error)
            return
        except UNREACHABLE as error:
            # Nothing is wrong with the table; the next change shows it.
            _log.warning("the table of match %s was not shown: %s", match, error)
            return
        await self._tables.posted(match, channel, message, sitting.hand)
        await self._in_sight(sitting)
        await self._leave_pointer(sitting, channel, message)

    async def _page_of(self, sitting: Sitting) -> Page:
        """The public table.

        In the first hand it says where a thread was wanted and denied, after the last one
        what the match has changed, which is in the store by then.
        """
        denied = sitting.table.thread_wish is ThreadWish.DENIED and sitting.hand == 1
        fact, news = facts_of(sitting.match, ()).match, None
        if fact is not None and not sitting.table.is_practice:
            changes = await self._records.rating_changes(sitting.table.id)
            news = RatingNews(fact.ending, changes, why_unrated(fact))
        return table_page(sight_of(sitting, None), lacks_thread=denied, ratings=news)

    async def _in_sight(self, sitting: Sitting) -> None:
        """The table could be shown; if it was parked, clocks start anew, which it has to say."""
        match = sitting.table.id
        await self._tables.parked(match, None)
        if sitting.table.trouble is None:
            return
        now = await self._tables.look(match)
        if now.table.message is not None and now.table.deadlines.turn is not None:
            with suppress(*UNREACHABLE):  # the next change says it as well
                await self._messenger.replace(
                    now.table.channel, now.table.message, await self._page_of(now)
                )

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
        with suppress(*UNREACHABLE):  # a courtesy; the old message may be gone
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
        place, match = place_of(interaction), sitting.table.id
        (await self._lobby.house(place.guild)).require_open(place)
        if sitting.table.private and place.channel != _home_of(sitting):
            await self._seclude(interaction, sitting)
            return
        showing = self._showings.setdefault(match, _Showing())
        async with showing.lock:
            sitting = await self._tables.look(match)
            page = await self._page_of(sitting)
            message = await self._messenger.answer(interaction, page, private=False)
            if message is None:
                return
            await self._tables.posted(match, place.channel, message, sitting.hand)
            showing.version = sitting.match.version
            await self._in_sight(sitting)
            await self._leave_pointer(sitting, place.channel, message)

    async def _seclude(self, interaction: Interaction, sitting: Sitting) -> None:
        """A private match stays in its thread; where that is gone another one is opened here."""
        thread, match = _home_of(sitting), sitting.table.id
        if thread is not None and await self._threads.is_there(thread):
            raise StaysInThread(thread)
        wish = thread_wish(interaction, await self._lobby.house(sitting.table.guild))
        if wish is not ThreadWish.PRIVATE:
            raise NoPrivacy
        await self._tables.seclude(match, place_of(interaction).channel)
        await self._show_hand(interaction, await self._tables.look(match), None)
        self._showings.pop(match, None)
        await self._show_table(match)


class _Showing:
    """What is out of one table, and the lock that keeps its changes in order."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.version = 0


def _home_of(sitting: Sitting) -> int | None:
    """The thread a private match is played in, the bot's or one that was there; None for none."""
    table = sitting.table
    return None if table.thread_wish in _THREAD_WANTED else table.thread or table.channel


def _plays(interaction: Interaction, sitting: Sitting) -> bool:
    return interaction.user.id in {player.id for player in sitting.table.players}


def _sheet(sitting: Sitting) -> Page:
    return score_page(sitting.view(None), Names(sitting.table.names))


def _history(sitting: Sitting) -> Page:
    return history_page(sitting.view(None), Names(sitting.table.names))


def _rules(sitting: Sitting) -> Page:
    return rules_page(sitting.match.rules, str(sitting.table.id), 0)


_ASKED = {
    Verb.ASK_PAUSE: Proposal.PAUSE,
    Verb.ASK_HINTS: Proposal.HINTS,
    Verb.ASK_STAND_IN: Proposal.STAND_IN,
}
"""What the buttons ask for by which one match of several is chosen."""
_FOR_ANYBODY = {Verb.SHEET: _sheet, Verb.HISTORY: _history, Verb.RULES: _rules}
"""What spectators may look at as well."""


def _sure_of(control: Control) -> PageFor:
    """Makes the page that asks whether to knock with the card of a control."""

    def page_for(sight: Sight) -> Page:
        return hand_page(sight) if control.card is None else sure_page(sight, control.card)

    return page_for


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    cog = TableCog(bot.services)
    await bot.add_cog(cog)
    bot.services.tables.attach(cog)
