"""Challenges: the buttons under them, rematches, and what becomes of those nobody answers."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot.delivery import UNREACHABLE, answered, note, require_table, thread_wish
from bot.rendering import refusals
from bot.rendering.challenge_page import Fate, closed_page
from bot.rendering.controls import Control, Verb
from bot.sessions import Challenge, UnknownMatch

from ._offers import member_as_player, offer_of, place_of, post_offer

if TYPE_CHECKING:
    from bot.delivery import Interaction

    from ._services import Services

_log = logging.getLogger(__name__)


class LobbyCog(commands.Cog):
    """Answers the buttons of challenges."""

    def __init__(self, services: Services) -> None:
        self._lobby = services.lobby
        self._messenger = services.messenger
        self._panels = services.panels

    @commands.Cog.listener()
    @answered
    async def on_lobby_click(self, interaction: Interaction, control: Control) -> None:
        """A button of a challenge, or Rematch, was pressed."""
        if interaction.message is None:
            raise UnknownMatch
        place, message = place_of(interaction), interaction.message.id
        if control.verb is not Verb.REMATCH:
            await self._lobby.require_shown(control.match, place, message)
        match control.verb:
            case Verb.ACCEPT:
                await self._sit_down(interaction, control.match, message)
            case Verb.DECLINE:
                declined = await self._lobby.decline(control.match, interaction.user.id)
                await self._messenger.redraw(
                    interaction, closed_page(offer_of(declined), Fate.DECLINED)
                )
            case Verb.CANCEL:
                cancelled = await self._lobby.cancel(control.match, interaction.user.id)
                await self._messenger.redraw(
                    interaction, closed_page(offer_of(cancelled), Fate.CANCELLED)
                )
            case Verb.REMATCH:
                await self._rematch(interaction, control.match)
            case _:
                raise UnknownMatch

    async def _sit_down(
        self, interaction: Interaction, challenge: int, message: int | None
    ) -> None:
        """The challenge's message becomes the table, and the clicker gets his hand."""
        require_table(interaction)
        player, place = member_as_player(interaction.user), place_of(interaction)
        wish = thread_wish(interaction, await self._lobby.house(place.guild))
        sitting = await self._lobby.accept(challenge, player, message, place, wish)
        await self._panels.show(interaction, sitting)

    async def _rematch(self, interaction: Interaction, match: int) -> None:
        """Ask for a rematch; the second of the two to ask accepts the first one's."""
        require_table(interaction)
        player, place = member_as_player(interaction.user), place_of(interaction)
        # Said now, and not first to whoever accepts.
        thread_wish(interaction, await self._lobby.house(place.guild))
        offer, is_new = await self._lobby.ask_rematch(match, player.id, place)
        if is_new:
            await post_offer(self._lobby, self._messenger, interaction, offer)
        elif offer.challenger.id == player.id:
            friend = offer.opponent.name if offer.opponent else ""
            await note(interaction, refusals.still_asking(friend))
        else:
            await self._sit_down(interaction, offer.id, offer.message)

    async def challenge_closed(self, challenge: Challenge) -> None:
        """Say on the challenge's message what has become of it."""
        if challenge.message is None:
            return
        page = closed_page(offer_of(challenge), Fate(challenge.state.value))
        try:
            await self._messenger.replace(challenge.channel, challenge.message, page)
        except UNREACHABLE as error:
            # The challenge is closed all the same; whoever presses Accept is told.
            _log.warning("challenge %s could not be shown as closed: %s", challenge.id, error)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel that is gone is no longer one of those where play is allowed."""
        house = await self._lobby.house(channel.guild.id)
        if channel.id in house.channels:
            await self._lobby.change_house(
                channel.guild.id,
                lambda house: replace(house, channels=house.channels - {channel.id}),
            )


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    cog = LobbyCog(bot.services)
    await bot.add_cog(cog)
    bot.services.lobby.attach(cog)
