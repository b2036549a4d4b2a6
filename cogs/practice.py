"""Practice: /gin practice, and the buttons that begin a match against the computer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.delivery import Interaction, answered, require_table, thread_wish
from bot.engine import PRESETS, Rules
from bot.rendering.controls import Practice
from bot.rendering.hand_page import hand_page
from bot.rendering.practice_page import LEVELS, STANDING
from bot.rendering.rules_form import PRESET_LINES
from bot.sessions import Level, StillPlaying, UnknownMatch

from ._joining import JoiningCog
from ._offers import member_as_player, place_of

if TYPE_CHECKING:
    from bot.rendering.pages import Page
    from bot.rendering.sight import Sight

    from ._services import Services

_LEVELS = [app_commands.Choice(name=line, value=level) for level, line in LEVELS.items()]
_PRESETS = [app_commands.Choice(name=line, value=key) for key, line in PRESET_LINES.items()]


class PracticeCog(JoiningCog):
    """Seats people opposite a computer; from there on a match is like any other."""

    names = ("practice",)

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot)
        self._lobby = services.lobby
        self._tables = services.tables
        self._panels = services.panels

    @app_commands.describe(
        level="how well the computer plays",
        rules="what to play; without, what this server plays",
    )
    @app_commands.choices(level=_LEVELS, rules=_PRESETS)
    @answered
    async def practice(
        self, interaction: Interaction, level: str, rules: str | None = None
    ) -> None:
        """Begin a match against the computer."""
        await self._begin(interaction, Level(level), PRESETS[rules] if rules else None)

    @commands.Cog.listener()
    @answered
    async def on_practice_click(self, interaction: Interaction, asked: Practice) -> None:
        """A level was chosen on a page, or another match after one that is over."""
        rules = None
        if asked.match is not None:
            before = await self._tables.look(asked.match)
            if before.table.guild != interaction.guild_id:
                raise UnknownMatch
            before.seat_of(interaction.user.id)
            if before.match.ended is None:
                raise StillPlaying(before)
            rules = before.match.rules
        await self._begin(interaction, asked.level, rules)

    async def _begin(self, interaction: Interaction, level: Level, rules: Rules | None) -> None:
        """Seat the player and show him his hand; the table is put up for everybody."""
        require_table(interaction)
        player, place = member_as_player(interaction.user), place_of(interaction)
        wish = thread_wish(interaction, await self._lobby.house(place.guild))
        sitting, is_new = await self._lobby.practise(place, player, level, rules, wish)
        await self._panels.show(interaction, sitting, hand_page if is_new else _standing)


def _standing(sight: Sight) -> Page:
    return hand_page(sight, STANDING)


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    await bot.add_cog(PracticeCog(bot, bot.services))
