"""What has been played: /gin history, /gin replay and /gin verify, and the buttons that go on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery import answered, is_private
from bot.rendering import words
from bot.rendering.archive_page import (
    MATCHES_A_PAGE,
    PastMatch,
    TextOfHand,
    past_page,
    proof_page,
    text_page,
)
from bot.rendering.controls import Archived, AsText, Moment, OwnReview, Past, Proof, Way
from bot.rendering.replay_page import led_to, replay_page
from bot.rendering.review_page import review_page
from bot.rendering.words import Names
from bot.sessions import Chronicle, HandNotOver, NotPlayedHere, PlayedMatch, Reader

from ._joining import JoiningCog
from ._offers import place_of

if TYPE_CHECKING:
    from bot.delivery import Interaction
    from bot.rendering.pages import Page

    from ._services import Services

_MOST_CHOICES = 25  # docs: application commands, autocomplete
_WHOSE = "whose match; start to type a player's name; without, your last one"
_WHICH = "which hand of it; without, the last that is over"


class ArchiveCog(JoiningCog):
    """Shows finished hands and matches to whoever may look at them."""

    names = ("history", "replay", "verify")

    def __init__(self, bot: commands.AutoShardedBot, services: Services) -> None:
        super().__init__(bot)
        self._archive = services.archive
        self._messenger = services.messenger

    @app_commands.describe(player="whose matches; without, yours")
    @answered
    async def history(self, interaction: Interaction, player: discord.Member | None = None) -> None:
        """List the finished matches of a player, or of the caller."""
        whose = player or interaction.user
        page = await self._past(interaction, whose.id, 0, whose.display_name)
        await self._messenger.answer(interaction, page, private=True)

    async def _offered(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The matches of this server in which somebody plays whose name holds what was typed."""
        offered = await self._archive.offered(_reader(interaction), typed, _MOST_CHOICES)
        return [app_commands.Choice(name=_told(one), value=str(one.id)) for one in offered]

    @app_commands.describe(match=_WHOSE, hand=_WHICH)
    @app_commands.autocomplete(match=_offered)
    @answered
    async def replay(
        self,
        interaction: Interaction,
        match: str | None = None,
        hand: discord.app_commands.Range[int, 1, 9999] | None = None,
    ) -> None:
        """Show a finished hand, from its deal on."""
        chronicle, number = await self._wanted(interaction, match, hand)
        page = _replay(chronicle, Moment(chronicle.table.id, number, 0), interaction.user.id)
        await self._messenger.answer(interaction, page, private=True)

    @app_commands.describe(match=_WHOSE, hand=_WHICH)
    @app_commands.autocomplete(match=_offered)
    @answered
    async def verify(
        self,
        interaction: Interaction,
        match: str | None = None,
        hand: discord.app_commands.Range[int, 1, 9999] | None = None,
    ) -> None:
        """Show the deck of a finished hand, and how to check that it was not changed."""
        chronicle, number = await self._wanted(interaction, match, hand)
        await self._messenger.answer(interaction, _proof(chronicle, number), private=True)

    async def _wanted(
        self, interaction: Interaction, match: str | None, hand: int | None
    ) -> tuple[Chronicle, int]:
        """The match and the hand that a command means: the last finished one by default."""
        reader = _reader(interaction)
        if match is None:
            chronicle = await self._archive.latest(reader)
        elif match.isascii() and match.isdecimal() and len(match) < _DIGITS:
            chronicle = await self._archive.read(int(match), reader)
        else:
            raise NotPlayedHere
        if not chronicle.finished:
            raise HandNotOver(0)
        return chronicle, chronicle.finished if hand is None else hand

    @commands.Cog.listener()
    @answered
    async def on_archive_click(self, interaction: Interaction, asked: Archived) -> None:
        """A button of a list, a replay or a deal was pressed."""
        if isinstance(asked, Past):
            page = await self._past(interaction, asked.player, asked.page, "this player")
            await self._turn(interaction, page)
            return
        if isinstance(asked, OwnReview):
            await self._review(interaction, asked)
            return
        reader = interaction.user.id
        chronicle = await self._archive.read(asked.match, _reader(interaction))
        match asked:
            case Moment(way=None):
                page = _replay(chronicle, asked, reader)
                await self._messenger.answer(interaction, page, private=True)
            case Moment():
                page = _replay(chronicle, _led_to(chronicle, asked), reader)
                await self._turn(interaction, page)
            case Proof():
                page = _proof(chronicle, asked.hand)
                await self._messenger.answer(interaction, page, private=True)
            case AsText():
                await self._messenger.answer(interaction, _text(chronicle), private=True)

    async def _review(self, interaction: Interaction, asked: OwnReview) -> None:
        """Show the clicker the coach's review of his own moves."""
        reader = _reader(interaction)
        chronicle, seen = await self._archive.review(asked.match, asked.hand, reader)
        last = chronicle.steps(asked.hand)[-1].view
        page = review_page(asked, seen, last, Names(chronicle.table.names))
        await self._messenger.answer(interaction, page, private=True)

    async def _turn(self, interaction: Interaction, page: Page) -> None:
        """The next page in the place of the one that was clicked, if that is the reader's own."""
        if is_private(interaction):
            await self._messenger.redraw(interaction, page)
        else:
            await self._messenger.answer(interaction, page, private=True)

    async def _past(self, interaction: Interaction, player: int, number: int, name: str) -> Page:
        """A page of a player's matches; the name is for when there are none to show."""
        first, limit = number * MATCHES_A_PAGE, MATCHES_A_PAGE + 1
        found = await self._archive.finished(_reader(interaction), player, first=first, limit=limit)
        reader = interaction.user.id
        shown = [_past_match(one, player, reader) for one in found[:MATCHES_A_PAGE]]
        name = shown[0].names.written[shown[0].seat] if shown else name
        return past_page(shown, (player, name), number, goes_on=len(found) == limit)


_DIGITS = 19
"""Ids of matches have fewer."""


def _reader(interaction: Interaction) -> Reader:
    return Reader(interaction.user.id, place_of(interaction).guild)


def _told(one: PlayedMatch) -> str:
    names = " and ".join(words.cut(player.name) for player in one.players)
    when = f"{one.at.day} {one.at:%b %Y}" if one.ended else "under way"
    return f"{names}, {when}"


def _past_match(one: PlayedMatch, player: int, reader: int) -> PastMatch:
    if one.ended is None:
        raise NotPlayedHere
    seat = 0 if one.players[0].id == player else 1
    names = Names((one.players[0].name, one.players[1].name))
    own = reader in {player.id for player in one.players}
    return PastMatch(one.id, names, seat, one.at, one.ended, one.scores, one.hands, own)


def _led_to(chronicle: Chronicle, asked: Moment) -> Moment:
    """The moment that a button leads to, from the hand it was made at."""
    match asked.way:
        case Way.EARLIER:
            return Moment(asked.match, asked.hand - 1, 0)
        case Way.LATER:
            return Moment(asked.match, asked.hand + 1, 0)
        case _:
            return led_to(asked, len(chronicle.steps(asked.hand)) - 1)


def _replay(chronicle: Chronicle, moment: Moment, reader: int) -> Page:
    names, own = Names(chronicle.table.names), chronicle.seat_of(reader) is not None
    return replay_page(moment, chronicle.steps(moment.hand), chronicle.finished, names, own=own)


def _proof(chronicle: Chronicle, hand: int) -> Page:
    table = chronicle.table
    return proof_page(table.id, hand, chronicle.deck(hand), Names(table.names))


def _text(chronicle: Chronicle) -> Page:
    hands = [
        TextOfHand(chronicle.steps(hand), chronicle.deck(hand))
        for hand in range(1, chronicle.finished + 1)
    ]
    table = chronicle.table
    return text_page(table.id, chronicle.rules, Names(table.names), hands, chronicle.ended)


async def setup(bot: Any) -> None:
    """Loads the cog into a client that carries `services`."""
    await bot.add_cog(ArchiveCog(bot, bot.services))
