"""The same bot in a browser page, with no token and no network: `make play`.

SimCord stands in for Discord: real discord.py against a world in memory, shown by a page
on this machine. Its clock stands still and its windows follow only their own clicks, so
the loop below keeps both up with what happens.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import simcord

from bot.rendering.practice_page import welcome_page
from bot.sessions import report

from .build import build_bot
from .offline_page import OfflinePage
from .settings import BadSetting, Settings, variable

if TYPE_CHECKING:
    from simcord.builders import ChannelHandle

    from .client import GinBot

_log = logging.getLogger(__name__)

_MEMBERS = ("North", "South", "East", "West")
_PUMP_SECONDS = 0.2
# How long a click may keep the page busy. Sleeping work (the clerk's) is not waited for.
_SETTLE_SECONDS = 2.0
_SIGN_SECONDS = 30


async def play_offline(settings: Settings, stop: asyncio.Event) -> None:
    """Serve the table until `stop` is set; prints the address once it can be opened.

    Raises:
        BadSetting: nothing can listen on `GIN_OFFLINE_PORT`.
    """
    # The page shows no application emojis (tried in SimCord), so cards stay text there.
    # And a click there takes as long as the computer's pause after it (tried), so it has none.
    offline = {
        "database_url": settings.offline_database_url,
        "card_emojis": False,
        "computer_pause_seconds": 0.0,
    }
    bot = build_bot(settings.model_copy(update=offline))
    env = simcord.Env(bot, settle_timeout=_SETTLE_SECONDS)
    channel, actors = _furnish(env)
    # Simulated time begins on a fixed day; from here on it is the real time.
    env.backend.clock.advance((datetime.now(UTC) - env.now()).total_seconds())
    try:
        await env.start()
        await bot.services.messenger.post(channel.id, welcome_page())
        signs = asyncio.create_task(_give_signs(bot))
        try:
            await _serve(env, channel, actors, settings.offline_port, stop)
        finally:
            signs.cancel()
    finally:
        await env.shutdown()
        await bot.close()


def _furnish(env: simcord.Env) -> tuple[ChannelHandle, list[simcord.MemberActor]]:
    """A server with a channel and a few members; their ids are the same at every start."""
    env.backend.bot_user.name = "Gin Rummy"
    users = [env.create_user(name.lower(), global_name=name) for name in _MEMBERS]
    guild = env.create_guild("The card room", owner=users[0])
    channel = guild.create_text_channel("gin-rummy")
    return channel, [guild.add_member(user) for user in users]


async def _give_signs(bot: GinBot) -> None:
    """Time in which the page is not open counts for no deadline."""
    while True:
        await asyncio.sleep(_SIGN_SECONDS)
        try:
            await bot.services.tables.sign_of_life()
        except Exception as error:  # noqa: BLE001 (the next one may succeed)
            report(_log, "no sign of life could be stored", error)


async def _serve(
    env: simcord.Env,
    channel: ChannelHandle,
    actors: list[simcord.MemberActor],
    port: int,
    stop: asyncio.Event,
) -> None:
    preview = env.preview(channel, viewers=actors, layout="channel", port=port or None)
    page = OfflinePage(env, preview)
    try:
        await preview.__aenter__()
    except simcord.SetupError as error:
        raise BadSetting(f"{variable('offline_port')} ({port} cannot be listened on)") from error
    try:
        print(f"Gin Rummy is on the table: open {preview.url}", flush=True)
        while not stop.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), _PUMP_SECONDS)
            await page.keep_up()
    finally:
        await preview.__aexit__(None, None, None)
