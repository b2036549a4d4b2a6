"""/gin-admin: how a server plays, for those who manage it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery import answered, note
from bot.engine import PRESETS, MatchEnding, Refused
from bot.rendering import refusals, words
from bot.rendering.house_page import HouseState, house_page
from bot.rendering.rules_form import PRESET_LINES
from bot.rendering.rules_pages import default_line
from bot.rendering.words import Names
from bot.sessions import House, Pace, Watching

from ._offers import place_of

if TYPE_CHECKING:
    from bot.delivery import Interaction

    from ._services import Services

_PRESETS = [app_commands.Choice(name=line, value=key) for key, line in PRESET_LINES.items()]
_PACES = [app_commands.Choice(name=f"{pace}: {words.PACES[pace]}", value=pace) for pace in Pace]
_WATCHERS = [
    app_commands.Choice(name="everyone who sees the channel", value=Watching.EVERYONE),
    app_commands.Choice(name="only the players, in a private thread", value=Watching.PLAYERS),
]
_MOST_CHOICES = 25  # docs: application commands, autocomplete


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class AdminCog(
    commands.GroupCog, group_name="gin-admin", group_description="How this server plays Gin Rummy"
):
    """Keeps a server's settings; each command answers with all of them."""

    def __init__(self, services: Services) -> None:
        self._lobby = services.lobby
        self._tables = services.tables
        self._records = services.records
        self._messenger = services.messenger

    @app_commands.command(description="how this server plays Gin Rummy, on one page")
    @answered
    async def show(self, interaction: Interaction) -> None:
        """Show the present state."""
        await self._show(interaction, None)

    @app_commands.command(description="the rules this server plays unless told otherwise")
    @app_commands.describe(preset="the rules to play")
    @app_commands.choices(preset=_PRESETS)
    @answered
    async def rules(self, interaction: Interaction, preset: str) -> None:
        """Set the default rules."""
        rules = PRESETS[preset]
        await self._change(
            interaction, lambda house: replace(house, rules=rules), default_line(rules)
        )

    @app_commands.command(description="how much time a player has, unless told otherwise")
    @app_commands.describe(pace="the time for a turn")
    @app_commands.choices(pace=_PACES)
    @answered
    async def pace(self, interaction: Interaction, pace: str) -> None:
        """Set the default pace."""
        await self._change(
            interaction,
            lambda house: replace(house, pace=Pace(pace)),
            f"Matches are played with {words.PACES[pace]}, unless told otherwise.",
        )

    @app_commands.command(description="whether each match has a thread of its own")
    @app_commands.describe(each="a thread for each match, or none")
    @answered
    async def threads(self, interaction: Interaction, each: bool) -> None:
        """Turn threads on, or off, which lets everyone watch."""
        said = "Each match has a thread of its own."
        if not each:
            said = "Matches stay in the channel, so everyone may watch."
        await self._change(
            interaction,
            lambda house: replace(
                house, threads=each, watching=house.watching if each else Watching.EVERYONE
            ),
            said,
        )

    @app_commands.command(description="who may see a match that is being played")
    @app_commands.describe(who="everyone, or the players alone")
    @app_commands.choices(who=_WATCHERS)
    @answered
    async def watching(self, interaction: Interaction, who: str) -> None:
        """Set who may watch; the players alone means a private thread for each match."""
        alone = Watching(who) is Watching.PLAYERS
        said = "Only its players see a match." if alone else "Everyone may watch."
        await self._change(
            interaction,
            lambda house: replace(house, watching=Watching(who), threads=house.threads or alone),
            said,
        )

    @app_commands.command(description="the channels where play is allowed")
    @app_commands.describe(
        channel="the channel; without one, play is allowed everywhere",
        allowed="whether play is allowed there",
    )
    @answered
    async def channel(
        self,
        interaction: Interaction,
        channel: discord.TextChannel | discord.VoiceChannel | discord.ForumChannel | None = None,
        allowed: bool = True,
    ) -> None:
        """Allow or forbid a channel, or allow them all."""
        if channel is None:
            await self._change(
                interaction,
                lambda house: replace(house, channels=frozenset()),
                "Gin Rummy may be played in every channel.",
            )
            return
        house = await self._house(interaction)
        changed = house.channels | {channel.id} if allowed else house.channels - {channel.id}
        if changed == house.channels:
            await note(interaction, _unchanged(channel.id, house, allowed=allowed))
            return
        said = f"Play is {'allowed' if allowed else 'no longer allowed'} in <#{channel.id}>."
        if not changed:
            said += " No channel is left on the list, so play is allowed in all of them."
        await self._change(interaction, lambda house: replace(house, channels=changed), said)

    @app_commands.command(description="end a match that goes on here")
    @app_commands.describe(
        match="whose match; start to type a player's name",
        scored="whether the score so far counts; whoever is ahead wins then",
    )
    @answered
    async def end(self, interaction: Interaction, match: str, scored: bool) -> None:
        """End a match of this server, scored or not."""
        live = await self._records.under_way(place_of(interaction).guild)
        if match not in {str(one) for one, _ in live}:
            await note(interaction, refusals.NO_SUCH_MATCH)
            return
        sitting = await self._tables.look(int(match))
        names = Names(sitting.table.names)
        try:
            await self._tables.end(
                sitting.table.id, MatchEnding.STOPPED if scored else MatchEnding.CALLED_OFF
            )
        except Refused as refused:
            await note(interaction, refusals.refusal(refused, names))
            return
        how = "and the score counts" if scored else "and does not count"
        said = f"The match of **{names[0]}** and **{names[1]}** has ended {how}."
        await self._show(interaction, said)

    @end.autocomplete("match")
    async def _matches(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The matches under way here whose players' names hold what was typed."""
        live = await self._records.under_way(place_of(interaction).guild)
        told = [(f"{words.cut(one)} and {words.cut(two)}", match) for match, (one, two) in live]
        found = [
            app_commands.Choice(name=name, value=str(match))
            for name, match in told
            if typed.casefold() in name.casefold()
        ]
        return found[:_MOST_CHOICES]

    async def _house(self, interaction: Interaction) -> House:
        return await self._lobby.house(place_of(interaction).guild)

    async def _change(
        self, interaction: Interaction, change: Callable[[House], House], said: str
    ) -> None:
        """Keep a change, say so, and show how things stand then."""
        await self._lobby.change_house(place_of(interaction).guild, change)
        await self._show(interaction, said)

    async def _show(self, interaction: Interaction, said: str | None) -> None:
        house = await self._house(interaction)
        state = HouseState(
            rules=house.rules,
            pace=house.pace.value,
            threads=house.threads,
            only_players=house.watching is Watching.PLAYERS,
            channels=tuple(sorted(house.channels)),
            live_matches=len(await self._records.under_way(place_of(interaction).guild)),
        )
        await self._messenger.answer(interaction, house_page(state, said), private=True)


def _unchanged(channel: int, house: House, *, allowed: bool) -> str:
    if allowed:
        return f"Play is allowed in <#{channel}> already."
    if not house.channels:
        return (
            "Play is allowed in every channel. Allow the ones it is meant for, and the others "
            "are closed."
        )
    return f"Play is not allowed in <#{channel}> as it is."


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    await bot.add_cog(AdminCog(bot.services))
