"""The cards as emojis of the application: put up once, by name and version, in the background.

They belong to the application and show in every server (docs: emoji resource, application
emojis). Until they are known, and wherever that fails, buttons say their cards in text.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping

import aiohttp
import discord

from bot.engine import DECK, Card
from bot.rendering.emoji import emoji_name, emoji_picture

_log = logging.getLogger(__name__)


class CardEmojis(Mapping[Card, discord.PartialEmoji]):
    """The cards' emojis that are known so far."""

    def __init__(self) -> None:
        self._known: dict[Card, discord.PartialEmoji] = {}

    def __getitem__(self, card: Card) -> discord.PartialEmoji:
        return self._known[card]

    def __iter__(self) -> Iterator[Card]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    async def look_up(self, client: discord.Client, *, put_up: bool) -> None:
        """Learn which emojis there are, and put up those that are missing, one after another.

        Only one process should put up; the others find them at their next start.
        """
        try:
            named = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            for card in DECK:
                emoji = named.get(emoji_name(card))
                if emoji is None and put_up:
                    picture = await asyncio.to_thread(emoji_picture, card)
                    emoji = await client.create_application_emoji(
                        name=emoji_name(card), image=picture
                    )
                if emoji is not None:
                    self._known[card] = discord.PartialEmoji(name=emoji.name, id=emoji.id)
        except (discord.DiscordException, aiohttp.ClientError, TimeoutError) as error:
            _log.warning("the cards have no emojis for now, so buttons say them in text: %s", error)
