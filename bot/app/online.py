"""The bot on Discord, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from pathlib import Path
from typing import TYPE_CHECKING

from bot.sessions import report

from .build import build_bot

if TYPE_CHECKING:
    from .client import GinBot
    from .settings import Settings

_log = logging.getLogger(__name__)

_HEARTBEAT_SECONDS = 30
_LATE_SECONDS = 90


async def play_online(settings: Settings, stop: asyncio.Event) -> None:
    """Stay connected until `stop` is set, then close in good order.

    Raises:
        discord.LoginFailure: Discord does not accept the token.
    """
    token = settings.token.get_secret_value() if settings.token else ""
    bot = build_bot(settings)
    async with bot:
        connection = asyncio.create_task(bot.start(token))
        heart = asyncio.create_task(_beat(bot, settings.heartbeat_file))
        stopped = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait((connection, stopped), return_when=asyncio.FIRST_COMPLETED)
            if connection.done():
                connection.result()
        finally:
            heart.cancel()
            stopped.cancel()
            if not bot.is_ready():
                # It may be waiting for a Discord that does not answer.
                connection.cancel()
            await bot.close()
            connection.cancel()
            await asyncio.gather(connection, heart, stopped, return_exceptions=True)


async def _beat(bot: GinBot, file: Path) -> None:
    """Give signs of life while the bot is connected and hears Discord's own heartbeat.

    A file for whoever watches the process, and a row by which deadlines are put off for
    the time that the bot was away.
    """
    while True:
        if bot.is_ready() and not bot.is_closed() and math.isfinite(bot.latency):
            await asyncio.to_thread(file.touch)
            try:
                await bot.services.tables.sign_of_life()
            except Exception as error:  # noqa: BLE001 (a database in trouble must not stop the heart)
                report(_log, "no sign of life could be stored", error)
        await asyncio.sleep(_HEARTBEAT_SECONDS)


def is_alive(settings: Settings) -> bool:
    """Whether a bot with these settings has given a sign of life lately."""
    file = settings.heartbeat_file
    return file.exists() and time.time() - file.stat().st_mtime < _LATE_SECONDS
