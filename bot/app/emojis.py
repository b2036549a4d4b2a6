"""The cards as emojis of the application: put up once, by name and version, in the background.

They belong to the application and show in every server (docs: emoji resource, application
emojis). Until all are known, and wherever that fails, buttons say their cards in text.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping

import aiohttp
import discord

from bot.engine import DECK, Card
from bot.rendering.emoji import emoji_name, emoji_picture

_ATTEMPTS = 5
_PAUSE_SECONDS = 180
"""How often, and how far apart, putting up is tried before the next start."""

_INVALID_FORM_BODY = 50035
"""What Discord answers to a name that is taken, among others (docs: opcodes, JSON)."""

_FAILURES = (discord.DiscordException, aiohttp.ClientError, TimeoutError, OSError)
_log = logging.getLogger(__name__)


class CardEmojis(Mapping[Card, discord.PartialEmoji]):
    """The cards' emojis: all of them, or none while any is missing."""

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

        What fails is tried again a few times, minutes apart. Only one process should put up;
        the others look again until they find them all.
        """
        for attempt in range(_ATTEMPTS):
            if attempt:
                await asyncio.sleep(_PAUSE_SECONDS)
            try:
                found = await _found(client, put_up=put_up)
            except _FAILURES as error:
                # Once: the attempts after it would say the same.
                if attempt == 0:
                    _log.warning(
                        "the cards have no emojis for now, so buttons say them in text: %s", error
                    )
                continue
            if len(found) == len(DECK):
                self._known = found
                return


async def _found(client: discord.Client, *, put_up: bool) -> dict[Card, discord.PartialEmoji]:
    """The emojis that there are, once those that are missing have been put up."""
    named = await _named(client)
    for card in DECK:
        name = emoji_name(card)
        if name in named or not put_up:
            continue
        picture = await asyncio.to_thread(emoji_picture, card)
        try:
            named[name] = await client.create_application_emoji(name=name, image=picture)
        except discord.HTTPException as error:
            if error.code != _INVALID_FORM_BODY:
                raise
            # Another process may have put it up meanwhile; then it is there now.
            named = await _named(client)
            if name not in named:
                raise
    return {
        card: discord.PartialEmoji(name=emoji.name, id=emoji.id)
        for card in DECK
        if (emoji := named.get(emoji_name(card)))
    }


async def _named(client: discord.Client) -> dict[str, discord.Emoji]:
    return {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
