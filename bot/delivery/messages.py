"""Turns a page into a Discord message and brings it to where it belongs.

Every message is Components V2 and holds only dynamic buttons in a view of its own:
discord.py forgets a dynamic pattern when a view mixes it with static ids, times out or
is sent twice (its `ViewStore`; tried).
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Self, TypeVar

import aiohttp
import discord
from discord import ui

from bot.engine import Card
from bot.rendering import words
from bot.rendering.controls import (
    ANY_OF_OURS,
    Answer,
    Asked,
    AsText,
    BadControl,
    Board,
    Control,
    Leaf,
    Moment,
    OwnReview,
    Past,
    Practice,
    Preference,
    Proof,
    Setting,
    Verb,
    chosen,
    decode,
)
from bot.rendering.look import Look
from bot.rendering.pages import Button, File, Menu, Page, Picture, Row, Style, Text, page
from bot.rendering.refusals import OLDER_TABLE
from bot.rendering.scenes import Scene
from bot.sessions import Nudge

from .patience import patience

Interaction = discord.Interaction[Any]
Painter = Callable[[Scene], Awaitable[bytes]]
LookFor = Callable[[int], Awaitable[Look]]
"""Finds how pictures are to look to a player, by his id."""

_FELT = discord.Colour(0x1F6B4A)
_STYLES = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.GOOD: discord.ButtonStyle.success,
    Style.GRAVE: discord.ButtonStyle.danger,
}
_LOBBY_VERBS = frozenset({Verb.ACCEPT, Verb.DECLINE, Verb.CANCEL, Verb.REMATCH})

# Discord gives an interaction three seconds; past half of that an empty acknowledgement
# goes first and the picture follows.
_ACKNOWLEDGE_FIRST = timedelta(seconds=1.5)

# docs: opcodes and status codes
_MISSING_PERMISSIONS = 50013
# Message gone; thread archived, which a new message undoes; too many edits of an old message.
_PAST_EDITING = frozenset({10008, 50083, 30046})

UNREACHABLE = (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError)
"""What comes of a request that Discord refuses, or that does not get there."""

_NOBODY = discord.AllowedMentions.none()
_Sent = TypeVar("_Sent")
_log = logging.getLogger(__name__)


_Widget = ui.Button[ui.LayoutView] | ui.Select[ui.LayoutView]


class GinItem(ui.DynamicItem[_Widget], template=ANY_OF_OURS):
    """A button or menu of ours, from before a restart or an update too. It knows no rules.

    What it asks for is dispatched as an event of the client, so that an error reaches the
    client's handler: discord.py only logs those raised inside a dynamic item.
    """

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: object, /
    ) -> Self:
        """The button or menu as the message has it."""
        if not isinstance(item, ui.Button | ui.Select):
            raise TypeError(f"{item!r} is nothing this bot sends")
        return cls(item)

    async def callback(self, interaction: Interaction) -> None:
        """Hands the click to the cog it belongs to."""
        try:
            asked = decode(self.custom_id)
            if isinstance(self.item, ui.Select):
                # Of a menu's values only those it was sent with can be chosen (docs), but
                # what arrives is read as any custom_id is.
                asked = chosen(asked, "".join(self.item.values))
        except BadControl:
            await note(interaction, OLDER_TABLE)
            return
        interaction.client.dispatch(_event_for(asked), interaction, asked)


def _event_for(asked: Asked) -> str:
    match asked:
        case Setting():
            return "setting_click"
        case Leaf():
            return "leaf_click"
        case Preference(field="forget"):
            return "forget_click"
        case Preference():
            return "preference_click"
        case Board():
            return "board_click"
        case Practice():
            return "practice_click"
        case Answer():
            return "lesson_click"
        case Moment() | Proof() | AsText() | Past() | OwnReview():
            return "archive_click"
        case Control(verb=verb):
            return "lobby_click" if verb in _LOBBY_VERBS else "table_click"


class _Layout(ui.LayoutView):
    """Components that discord.py is not to remember.

    Its store would keep each private message for 15 minutes, with a sleeping task (its
    `ViewStore`; tried), for buttons that are found by their pattern alone.
    """

    def is_finished(self) -> bool:
        """Nothing is waited for, so there is nothing to store."""
        return True


Emojis = Mapping[Card, discord.PartialEmoji]
_NO_EMOJIS: Emojis = {}


def layout(of: Page, emojis: Emojis = _NO_EMOJIS) -> ui.LayoutView:
    """A page as components; buttons show their cards as emojis where there are any.

    A reader who wants words alone has his buttons in words, which can be read aloud.
    """
    if of.words_only:
        emojis = _NO_EMOJIS
    box: ui.Container[ui.LayoutView] = ui.Container(accent_colour=_FELT)
    for block in of.blocks:
        match block:
            case Text(words):
                box.add_item(ui.TextDisplay(words))
            case Picture(name=name, alt=alt):
                gallery: ui.MediaGallery[ui.LayoutView] = ui.MediaGallery()
                gallery.add_item(media=f"attachment://{name}", description=alt)
                box.add_item(gallery)
            case File(name=name):
                box.add_item(ui.File(f"attachment://{name}"))
            case Row(buttons):
                box.add_item(ui.ActionRow(*(_button(button, emojis) for button in buttons)))
            case Menu():
                box.add_item(ui.ActionRow(_menu(block)))
    view = _Layout(timeout=None)
    view.add_item(box)
    return view


def _menu(menu: Menu) -> GinItem:
    options = [
        discord.SelectOption(label=one.label, value=one.value, default=one.chosen)
        for one in menu.options
    ]
    return GinItem(ui.Select(custom_id=menu.setting.encode(), options=options))


def _button(button: Button, emojis: Emojis) -> GinItem:
    card = button.control.card if isinstance(button.control, Control) else None
    emoji = emojis.get(card) if card is not None else None
    label: str | None = button.label
    if emoji is not None and card is not None:
        label = button.label.replace(words.card(card), "").strip(" ,—") or None
    return GinItem(
        ui.Button(
            label=label,
            emoji=emoji,
            style=_STYLES[button.style],
            custom_id=button.control.encode(),
            disabled=button.disabled,
        )
    )


def _mentions(of: Page) -> discord.AllowedMentions:
    users = [discord.Object(user) for user in of.mentions]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


async def note(interaction: Interaction, line: str) -> None:
    """One line for the person who clicked, and nobody else."""
    view = layout(page(Text(line)))
    async with patience():
        if interaction.response.is_done():
            await interaction.followup.send(view=view, ephemeral=True, allowed_mentions=_NOBODY)
        else:
            await interaction.response.send_message(
                view=view, ephemeral=True, allowed_mentions=_NOBODY
            )


def is_private(interaction: Interaction) -> bool:
    """Whether the click was made on a message that only its owner sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A page ready to be sent, with the files its pictures are in."""

    page: Page
    files: list[discord.File]


class Messenger:
    """Brings pages to interactions and channels; `painter` paints their pictures.

    What is private is seen with the look its owner has chosen, what is public with none.
    """

    def __init__(
        self,
        client: discord.Client,
        painter: Painter,
        look_for: LookFor,
        emojis: Emojis = _NO_EMOJIS,
    ) -> None:
        self._client = client
        self._painter = painter
        self._look_for = look_for
        self._emojis = emojis

    async def answer(self, interaction: Interaction, of: Page, *, private: bool) -> int | None:
        """Answer with a new message; its id where Discord tells it."""
        if private:
            of = await self._seen_by(interaction, of)
        if _is_old(interaction):
            async with patience():
                await interaction.response.defer(ephemeral=private, thinking=True)
            message = await self.edit(interaction, of)
            return message.id
        drawn = await self._draw(of)
        async with patience():
            sent = await interaction.response.send_message(
                view=layout(drawn.page, self._emojis),
                files=drawn.files,
                ephemeral=private,
                allowed_mentions=_mentions(of),
            )
        return sent.message_id

    async def redraw(self, interaction: Interaction, of: Page) -> None:
        """Replace the message that was clicked, in place."""
        if is_private(interaction):
            of = await self._seen_by(interaction, of)
        if _is_old(interaction):
            async with patience():
                await interaction.response.defer()
            await self.edit(interaction, of)
            return
        drawn = await self._draw(of)
        async with patience():
            await interaction.response.edit_message(
                view=layout(drawn.page, self._emojis),
                attachments=drawn.files,
                allowed_mentions=_NOBODY,
            )

    async def push(self, interaction: Interaction, of: Page) -> None:
        """Bring a private message up to date, while the interaction's token lives."""
        await self.edit(interaction, await self._seen_by(interaction, of))

    async def _seen_by(self, interaction: Interaction, of: Page) -> Page:
        return of.looked_at(await self._look_for(interaction.user.id)) if of.pictures else of

    async def edit(self, interaction: Interaction, of: Page) -> discord.InteractionMessage:
        """Replace the interaction's original message, while its token lives."""
        drawn = await self._draw(of)
        async with patience():
            return await interaction.edit_original_response(
                view=layout(drawn.page, self._emojis),
                attachments=drawn.files,
                allowed_mentions=_NOBODY,
            )

    async def post(self, channel: int, of: Page) -> int:
        """Post a new message and say its id; in words where files are not allowed.

        Raises:
            discord.HTTPException: the channel does not take it.
        """
        where = self._client.get_partial_messageable(channel)

        async def send(drawn: _Drawn) -> int:
            message = await where.send(
                view=layout(drawn.page, self._emojis),
                files=drawn.files,
                allowed_mentions=_mentions(of),
            )
            return message.id

        return await self._send(of, send)

    async def replace(self, channel: int, message: int, of: Page) -> bool:
        """Replace a message of the bot's; False where only a new one will do.

        Raises:
            discord.HTTPException: the channel does not take it.
        """
        where = self._client.get_partial_messageable(channel).get_partial_message(message)

        async def edit(drawn: _Drawn) -> bool:
            await where.edit(
                view=layout(drawn.page, self._emojis),
                attachments=drawn.files,
                allowed_mentions=_NOBODY,
            )
            return True

        try:
            return await self._send(of, edit)
        except discord.HTTPException as error:
            if error.code in _PAST_EDITING:
                return False
            raise

    async def dm(self, player: int) -> int:
        """The channel of a player's direct messages.

        Raises:
            discord.HTTPException: he takes none.
        """
        async with patience():
            return (await self._client.create_dm(discord.Object(player))).id

    async def remove(self, nudge: Nudge) -> None:
        """Take a message of the bot's away, if it is still there."""
        where = self._client.get_partial_messageable(nudge.channel)
        with suppress(*UNREACHABLE):
            async with patience():
                await where.get_partial_message(nudge.message).delete()

    async def _send(self, of: Page, send: Callable[[_Drawn], Awaitable[_Sent]]) -> _Sent:
        """Send with the bot's own token; where that may attach no files, in words."""
        async with patience():
            try:
                return await send(await self._draw(of))
            except discord.Forbidden as error:
                if error.code != _MISSING_PERMISSIONS or not of.pictures:
                    raise
                return await send(_Drawn(of.in_words(), []))

    async def _draw(self, of: Page) -> _Drawn:
        """The page with its pictures painted, or in words where they cannot be.

        Uploads are fresh each time: an edit drops what it does not upload (docs, api#6277).
        """
        try:
            painted = await asyncio.gather(*(self._painter(one.scene) for one in of.pictures))
        except Exception:  # noqa: BLE001 (whatever ails a picture must not stop a match)
            _log.exception("a picture could not be painted")
            return _Drawn(of.in_words(), _text_files(of))
        files = [
            discord.File(io.BytesIO(png), filename=one.name, description=one.alt)
            for one, png in zip(of.pictures, painted, strict=True)
        ]
        return _Drawn(of, [*files, *_text_files(of)])


def _text_files(of: Page) -> list[discord.File]:
    return [discord.File(io.BytesIO(one.content), filename=one.name) for one in of.files]


def _is_old(interaction: Interaction) -> bool:
    return discord.utils.utcnow() - interaction.created_at > _ACKNOWLEDGE_FIRST
