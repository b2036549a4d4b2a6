"""The slash commands: /gin and its subcommands, and the challenge in a member's menu."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery import (
    Interaction,
    answered,
    look_of,
    note,
    require_sight,
    require_table,
    thread_wish,
)
from bot.engine import PRESETS, Proposal, other
from bot.rendering import refusals, words
from bot.rendering.controls import Preference, Verb
from bot.rendering.hand_page import resign_page
from bot.rendering.help_pages import COMMANDS, CONTEXT_MENU, help_page
from bot.rendering.look import Cloth, Order
from bot.rendering.pages import Page
from bot.rendering.rules_form import CUSTOM, CUSTOM_LINE, PRESET_LINES, form_page
from bot.rendering.rules_pages import SERVER_BOOK, rules_page
from bot.rendering.score_page import score_page
from bot.rendering.settings_page import (
    BY_DM,
    CLOTH,
    CONTRAST,
    FOUR_COLOURS,
    LARGE,
    NUDGE,
    OFF,
    ON,
    ORDER,
    POOR_KNOCK,
    UNBLOCK,
    WORDS_ONLY,
    blocks_page,
    settings_page,
)
from bot.rendering.which_page import Choice, which_page
from bot.rendering.words import Names
from bot.sessions import NudgeWish, Pace, Preferences, Sitting, UnknownMatch

from ._offers import may_manage, member_as_player, offer_of, place_of, post_offer

if TYPE_CHECKING:
    from ._services import Services

_GREATEST_ID = 2**63 - 1
"""Discord's ids are 64-bit, and so are the database's."""

_PRESETS = [app_commands.Choice(name=line, value=key) for key, line in PRESET_LINES.items()]
_PACES = [app_commands.Choice(name=f"{pace}: {words.PACES[pace]}", value=pace) for pace in Pace]
_AGREEMENTS = {
    Proposal.HINTS: "hints for both",
    Proposal.STAND_IN: "the computer may play on for whoever goes away",
}
_ASKED = [app_commands.Choice(name=line, value=what) for what, line in _AGREEMENTS.items()]
_ASKING = {Proposal.HINTS: Verb.ASK_HINTS, Proposal.STAND_IN: Verb.ASK_STAND_IN}
_RULE_SETS = [*_PRESETS, app_commands.Choice(name=CUSTOM_LINE, value=CUSTOM)]


@app_commands.guild_only()
class GinCog(commands.GroupCog, group_name="gin", group_description="Play Gin Rummy"):
    """Parses commands and asks the sessions; it knows no rule and no turn."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        self._bot = bot
        self._services = services
        self._menu = app_commands.ContextMenu(name=CONTEXT_MENU, callback=self.challenge_member)
        self._menu.guild_only = True

    async def cog_load(self) -> None:
        """Add the context menu, which a cog does not add by itself (docs: Cog)."""
        self._bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Take the context menu away again."""
        self._bot.tree.remove_command(self._menu.name, type=self._menu.type)

    @app_commands.command(description=COMMANDS["challenge"])
    @app_commands.describe(
        opponent="whom to challenge; without, anyone may accept",
        rules="what to play; without, what this server plays",
        pace="the time for a turn; without, what this server plays",
    )
    @app_commands.choices(rules=_RULE_SETS, pace=_PACES)
    @answered
    async def challenge(
        self,
        interaction: Interaction,
        opponent: discord.Member | discord.User | None = None,
        rules: str | None = None,
        pace: str | None = None,
    ) -> None:
        """Offer a match to a member, or to whoever accepts first."""
        if opponent is not None and not isinstance(opponent, discord.Member):
            await note(interaction, refusals.NOT_A_MEMBER)
            return
        await self._challenge(interaction, opponent, rules, Pace(pace) if pace else None)

    @answered
    async def challenge_member(self, interaction: Interaction, member: discord.Member) -> None:
        """The same from a member's menu."""
        await self._challenge(interaction, member, None, None)

    async def _challenge(
        self,
        interaction: Interaction,
        member: discord.Member | None,
        rules: str | None,
        pace: Pace | None,
    ) -> None:
        require_table(interaction)
        if member is not None:
            require_sight(interaction, member)
        lobby, messenger = self._services.lobby, self._services.messenger
        # Said now, and not first to whoever accepts.
        thread_wish(interaction, await lobby.house(place_of(interaction).guild))
        offer = await lobby.challenge(
            place_of(interaction),
            member_as_player(interaction.user),
            member_as_player(member) if member else None,
            PRESETS.get(rules) if rules else None,
            pace,
            is_draft=rules == CUSTOM,
        )
        if rules != CUSTOM:
            await post_offer(lobby, messenger, interaction, offer)
            return
        form = form_page(offer_of(offer), may_default=may_manage(interaction))
        await messenger.answer(interaction, form, private=True)

    @app_commands.command(description=COMMANDS["hand"])
    @answered
    async def hand(self, interaction: Interaction) -> None:
        """Show the caller's hand again."""
        sitting = await self._which(interaction, Verb.HAND)
        if sitting is not None:
            self._bot.dispatch("hand_wanted", interaction, sitting)

    @app_commands.command(description=COMMANDS["table"])
    @answered
    async def table(self, interaction: Interaction) -> None:
        """Put the table of the caller's match up here."""
        sitting = await self._which(interaction, Verb.TABLE)
        if sitting is not None:
            self._bot.dispatch("table_wanted", interaction, sitting)

    @app_commands.command(description=COMMANDS["score"])
    @answered
    async def score(self, interaction: Interaction) -> None:
        """Show the score sheet of the caller's match, or of his last one."""
        sitting = await self._which(interaction, Verb.SHEET, also_finished=True)
        if sitting is not None:
            page = score_page(sitting.view(None), Names(sitting.table.names))
            await self._services.messenger.answer(interaction, page, private=True)

    @app_commands.command(description=COMMANDS["pause"])
    @answered
    async def pause(self, interaction: Interaction) -> None:
        """Ask the other player of the caller's match for a pause."""
        sitting = await self._which(interaction, Verb.ASK_PAUSE)
        if sitting is not None:
            self._bot.dispatch("consent_wanted", interaction, sitting, Proposal.PAUSE)

    @app_commands.command(description=COMMANDS["ask"])
    @app_commands.describe(what="what both of you agree to for the rest of the match")
    @app_commands.choices(what=_ASKED)
    @answered
    async def ask(self, interaction: Interaction, what: str) -> None:
        """Ask the other player of the caller's match for something that then holds."""
        wanted = Proposal(what)
        sitting = await self._which(interaction, _ASKING[wanted])
        if sitting is not None:
            self._bot.dispatch("consent_wanted", interaction, sitting, wanted)

    @app_commands.command(description=COMMANDS["resign"])
    @answered
    async def resign(self, interaction: Interaction) -> None:
        """Ask whether to give the caller's match up."""
        sitting = await self._which(interaction, Verb.LEAVE)
        if sitting is not None:
            await self._services.panels.ask(interaction, sitting, resign_page)

    @app_commands.command(description=COMMANDS["rules"])
    @app_commands.describe(preset="whose rules; without, those this server plays")
    @app_commands.choices(preset=_PRESETS)
    @answered
    async def rules(self, interaction: Interaction, preset: str | None = None) -> None:
        """Show the rules as they are played here, on pages to leaf through."""
        house = await self._services.lobby.house(place_of(interaction).guild)
        shown = PRESETS[preset] if preset else house.rules
        book = rules_page(shown, preset or SERVER_BOOK, 0)
        await self._services.messenger.answer(interaction, book, private=True)

    @app_commands.command(description=COMMANDS["settings"])
    @answered
    async def settings(self, interaction: Interaction) -> None:
        """Show what the caller has chosen for himself."""
        chosen = await self._services.records.preferences(interaction.user.id)
        await self._services.messenger.answer(interaction, _settings(chosen), private=True)

    @app_commands.command(description=COMMANDS["block"])
    @app_commands.describe(player="whom to block; without, your list is shown")
    @answered
    async def block(self, interaction: Interaction, player: discord.User | None = None) -> None:
        """Put somebody on the caller's block list, and show it."""
        if player is not None:
            await self._services.lobby.block(interaction.user.id, member_as_player(player))
        page = await self._blocks(interaction.user.id)
        await self._services.messenger.answer(interaction, page, private=True)

    async def _blocks(self, player: int) -> Page:
        blocked = await self._services.lobby.blocked(player)
        return blocks_page([(one.id, one.name) for one in blocked])

    @commands.Cog.listener()
    @answered
    async def on_preference_click(self, interaction: Interaction, asked: Preference) -> None:
        """Something was chosen on the page of settings, or on the block list."""
        records, player = self._services.records, interaction.user.id
        if asked.field == UNBLOCK and asked.value.isdecimal():
            await self._services.lobby.unblock(player, min(int(asked.value), _GREATEST_ID))
            await self._services.messenger.redraw(interaction, await self._blocks(player))
            return
        chosen = _chosen(await records.preferences(player), asked)
        await records.set_preferences(player, chosen)
        await self._services.messenger.redraw(interaction, _settings(chosen))

    @app_commands.command(description=COMMANDS["help"])
    @answered
    async def help(self, interaction: Interaction) -> None:
        """Explain the bot on one page."""
        await self._services.messenger.answer(interaction, help_page(), private=True)

    async def _which(
        self, interaction: Interaction, verb: Verb, *, also_finished: bool = False
    ) -> Sitting | None:
        """The match that a command means; with several the caller is asked, with none told."""
        guild = place_of(interaction).guild
        records, tables = self._services.records, self._services.tables
        live = await records.live_matches(guild, interaction.user.id)
        if len(live) == 1:
            return await tables.look(live[0])
        if live:
            sittings = [await tables.look(match) for match in live]
            page = which_page([_choice(one, interaction.user.id) for one in sittings], verb)
            await self._services.messenger.answer(interaction, page, private=True)
            return None
        last = await records.last_match(guild, interaction.user.id) if also_finished else None
        if last is not None:
            return await tables.look(last)
        await note(interaction, refusals.NO_MATCH)
        return None


def _choice(sitting: Sitting, player: int) -> Choice:
    seat = sitting.seat_of(player)
    opponent = sitting.table.players[other(seat)].name
    is_mine = sitting.match.to_move == seat
    mine, theirs = (sitting.view(None).scores[which].points for which in (seat, other(seat)))
    return Choice(sitting.table.id, sitting.match.version, opponent, is_mine, (mine, theirs))


def _settings(chosen: Preferences) -> Page:
    return settings_page(
        chosen.nudge.value,
        by_dm=chosen.by_dm,
        asks_before_poor_knock=chosen.asks_before_poor_knock,
        look=look_of(chosen),
    )


_SWITCHES = {
    BY_DM: "by_dm",
    POOR_KNOCK: "asks_before_poor_knock",
    FOUR_COLOURS: "four_colours",
    LARGE: "large_cards",
    CONTRAST: "high_contrast",
    WORDS_ONLY: "words_only",
}
"""The settings that are on or off, by the field of their button."""


def _chosen(present: Preferences, asked: Preference) -> Preferences:
    """The preferences once a button of their page was pressed."""
    if asked.field in _SWITCHES and asked.value in {ON, OFF}:
        switched: dict[str, Any] = {_SWITCHES[asked.field]: asked.value == ON}
        return replace(present, **switched)
    if asked.field == NUDGE and asked.value in set(NudgeWish):
        return replace(present, nudge=NudgeWish(asked.value))
    if asked.field == ORDER and asked.value in set(Order):
        return replace(present, hand_order=asked.value)
    if asked.field == CLOTH and asked.value in set(Cloth):
        return replace(present, cloth=asked.value)
    raise UnknownMatch


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    await bot.add_cog(GinCog(bot, bot.services))
