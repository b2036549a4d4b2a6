"""Challenges between Discord and the lobby: members as players, challenges as offers."""

from __future__ import annotations

import discord

from bot.delivery import Interaction, Messenger
from bot.rendering.challenge_page import Fate, Offer, challenge_page, closed_page
from bot.sessions import Challenge, ChallengeState, Lobby, Place, Player, UnknownMatch


def member_as_player(user: discord.User | discord.Member) -> Player:
    """A Discord user as the sessions know him, under the name the server shows."""
    return Player(user.id, user.display_name, user.bot)


def may_manage(interaction: Interaction) -> bool:
    """Whether the person may change how the server plays."""
    return interaction.permissions.manage_guild


def place_of(interaction: Interaction) -> Place:
    """Where a command was typed or a button pressed.

    Raises:
        UnknownMatch: outside of any server, where the bot shows nothing that could be pressed.
    """
    if interaction.guild_id is None or interaction.channel_id is None:
        raise UnknownMatch
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return Place(interaction.guild_id, interaction.channel_id, parent)


def offer_of(challenge: Challenge) -> Offer:
    """A challenge as it is shown."""
    opponent = challenge.opponent
    return Offer(
        id=challenge.id,
        challenger_name=challenge.challenger.name,
        opponent=opponent.id if opponent else None,
        opponent_name=opponent.name if opponent else None,
        rules=challenge.rules,
        lapses_at=challenge.lapses_at,
        pace=challenge.pace.value,
        is_rematch=challenge.rematch_of is not None,
    )


async def post_offer(
    lobby: Lobby, messenger: Messenger, interaction: Interaction, challenge: Challenge
) -> None:
    """Show a new challenge to the channel."""
    page = challenge_page(offer_of(challenge))
    message = await messenger.answer(interaction, page, private=False)
    if message is None:
        return
    now = await lobby.posted(challenge.id, message)
    if now.state is ChallengeState.ACCEPTED:
        # A rematch both asked for at once was accepted before it could be shown.
        await messenger.edit(interaction, closed_page(offer_of(now), Fate.ACCEPTED))
