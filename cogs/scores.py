"""Standings: /gin leaderboard, stats and luck, and the buttons that turn a leaderboard's pages."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery import Interaction, answered, is_private, note
from bot.rendering import refusals
from bot.rendering.board_page import KEYS, ROWS, SPANS, BoardSight, board_page
from bot.rendering.controls import Board, Span
from bot.rendering.luck_page import luck_page
from bot.rendering.stats_page import stats_page, versus_page
from bot.rendering.words import Names
from bot.scores import ALL_TIME, BoardKey, BoardPage, BoardRow, periods_of

from ._joining import JoiningCog
from ._offers import place_of

if TYPE_CHECKING:
    from bot.rendering.pages import Page

    from ._services import Services

_WORLD, _WORLD_ZONE = 0, "UTC"
_LOOKED_UP_FOR = timedelta(days=1)
_ROUNDS = 2
"""How often those of a page are looked up who took the places of people that are gone."""

_HERE, _EVERYWHERE = "here", "everywhere"
_PLACES = [
    app_commands.Choice(name="on this server", value=_HERE),
    app_commands.Choice(name="on all servers", value=_EVERYWHERE),
]
_KEYS = [app_commands.Choice(name=label, value=key) for key, label in KEYS.items()]
_SPANS = [app_commands.Choice(name=label, value=span) for span, label in SPANS.items()]


class ScoresCog(JoiningCog):
    """Shows what the matches played come to."""

    names = ("leaderboard", "stats", "luck")

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot)
        self._lobby = services.lobby
        self._records = services.records
        self._whereabouts = services.whereabouts
        self._messenger = services.messenger

    @app_commands.describe(
        where="whose matches; without, those of this server",
        by="what it goes by; without, the rating",
        when="the time it is of; without, all of it",
    )
    @app_commands.choices(where=_PLACES, by=_KEYS, when=_SPANS)
    @answered
    async def leaderboard(
        self,
        interaction: Interaction,
        where: str = _HERE,
        by: str = BoardKey.RATING.value,
        when: str = Span.ALL.value,
    ) -> None:
        """Show the first page of a leaderboard to everybody."""
        if await self._is_rebuilding(interaction):
            return
        asked = Board(everywhere=where == _EVERYWHERE, key=BoardKey(by), span=Span(when))
        shown = await self._board(interaction, asked, private=False)
        await self._messenger.answer(interaction, shown, private=False)

    @commands.Cog.listener()
    @answered
    async def on_board_click(self, interaction: Interaction, asked: Board) -> None:
        """Turn the page for whoever asked for it; others get a board of their own to leaf in."""
        if await self._is_rebuilding(interaction):
            return
        private = is_private(interaction)
        shown = await self._board(interaction, asked, private=private or not _is_own(interaction))
        if private or _is_own(interaction):
            await self._messenger.redraw(interaction, shown)
        else:
            await self._messenger.answer(interaction, shown, private=True)

    async def _is_rebuilding(self, interaction: Interaction) -> bool:
        """Whether there is nothing whole to show just now, which is said then."""
        if await self._records.rebuild_state() is None:
            return False
        await note(interaction, refusals.REBUILDING)
        return True

    async def _board(self, interaction: Interaction, asked: Board, *, private: bool) -> Page:
        guild, reader = place_of(interaction).guild, interaction.user
        house = await self._lobby.house(guild)
        scope, zone = (_WORLD, _WORLD_ZONE) if asked.everywhere else (guild, house.zone)
        periods = periods_of(discord.utils.utcnow(), zone)
        spans = {Span.ALL: ALL_TIME, Span.SEASON: periods.season, Span.MONTH: periods.month}
        period = spans[asked.span]
        hides_gone = house.hides_gone and not asked.everywhere
        if hides_gone:
            page, own = await self._present(guild, period, asked, reader.id)
        else:
            page = await self._page(scope, period, asked, hides_gone=False)
            own = await self._records.place(scope, period, asked.key, reader.id, hides_gone=False)
        return board_page(BoardSight(asked, period, page, own, reader.display_name, private))

    async def _page(self, scope: int, period: str, asked: Board, *, hides_gone: bool) -> BoardPage:
        return await self._records.board(
            scope, period, asked.key, page=asked.page, size=ROWS, hides_gone=hides_gone
        )

    async def _present(
        self, guild: int, period: str, asked: Board, reader: int
    ) -> tuple[BoardPage, BoardRow | None]:
        """A page without those who are gone, and the row of a reader, who plainly is not."""

        async def own_row() -> BoardRow | None:
            return await self._records.place(guild, period, asked.key, reader, hides_gone=True)

        own = await own_row()
        if own is None:
            await self._records.checked(guild, reader, gone=False)
            own = await own_row()
        page = await self._page(guild, period, asked, hides_gone=True)
        for _ in range(_ROUNDS):
            if not await self._look_up(guild, page, reader):
                break
            page = await self._page(guild, period, asked, hides_gone=True)
            own = await own_row()
        return page, own

    async def _look_up(self, guild: int, page: BoardPage, reader: int) -> bool:
        """Look up those of a page who were not for a day; whether any of them is gone."""
        since = discord.utils.utcnow() - _LOOKED_UP_FOR
        listed = [row.player for row in page.rows if row.player != reader]
        unchecked = await self._records.unchecked(guild, listed, since)
        found = await self._whereabouts.which_are_gone(guild, unchecked)
        for player, gone in found.items():
            await self._records.checked(guild, player, gone=gone)
        return any(found.values())

    @app_commands.describe(
        player="whose figures; without, your own",
        against="with whom they are compared, over the matches of the two",
    )
    @answered
    async def stats(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        against: discord.User | None = None,
    ) -> None:
        """Show what somebody has played here, alone or against somebody else."""
        if await self._is_rebuilding(interaction):
            return
        guild, who = place_of(interaction).guild, player or interaction.user
        if against is None:
            figures = await self._records.figures(guild, who.id)
            world = await self._records.figures(_WORLD, who.id)
            practised = await self._records.practised(guild, who.id)
            shown = stats_page(who.display_name, figures, world.standing, practised)
        elif against.id == who.id:
            await note(interaction, refusals.SAME_PLAYER)
            return
        else:
            mine = await self._records.against(guild, who.id, against.id)
            theirs = await self._records.against(guild, against.id, who.id)
            shown = versus_page(Names((who.display_name, against.display_name)), (mine, theirs))
        await self._messenger.answer(interaction, shown, private=False)

    @answered
    async def luck(self, interaction: Interaction) -> None:
        """Show the server's deals beside what chance predicts."""
        luck = await self._records.luck(place_of(interaction).guild)
        await self._messenger.answer(interaction, luck_page(luck), private=False)


def _is_own(interaction: Interaction) -> bool:
    """Whether the message that was clicked is the answer to a command of the clicker's."""
    message = interaction.message
    asked = message.interaction_metadata if message is not None else None
    return asked is not None and asked.user.id == interaction.user.id


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    await bot.add_cog(ScoresCog(bot, bot.services))
