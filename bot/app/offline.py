"""The same bot in a browser page, with no token and no network: `make play`.

SimCord stands in for Discord: real discord.py against a world in memory, shown by a page
on this machine. Its clock stands still and its pages follow only their own clicks, so
the pump below moves the one with real time and republishes the other on every change.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import simcord

from .build import build_bot
from .settings import BadSetting, Settings, variable

if TYPE_CHECKING:
    from simcord.builders import ChannelHandle
    from simcord.preview import Preview

_MEMBERS = ("North", "South", "East", "West")
_WELCOME = (
    "Welcome to the card table. Type `/gin challenge` and pick an opponent; to answer for him, "
    "open this page a second time and choose there whom you are viewing as."
)
_PUMP_SECONDS = 0.2
_CLOCK_STEP = timedelta(seconds=1)
# How long a click may keep the page busy. Sleeping work (the clerk's) is not waited for.
_SETTLE_SECONDS = 2.0


async def play_offline(settings: Settings, stop: asyncio.Event) -> None:
    """Serve the table until `stop` is set; prints the address once it can be opened.

    Raises:
        BadSetting: nothing can listen on `GIN_OFFLINE_PORT`.
    """
    bot = build_bot(settings.model_copy(update={"database_url": settings.offline_database_url}))
    env = simcord.Env(bot, settle_timeout=_SETTLE_SECONDS)
    channel, actors = _furnish(env)
    # Simulated time begins on a fixed day; from here on it is the real time.
    env.backend.clock.advance((datetime.now(UTC) - env.now()).total_seconds())
    try:
        await env.start()
        await actors[0].send(channel, _WELCOME)
        await _serve(env, channel, actors, settings.offline_port, stop)
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


async def _serve(
    env: simcord.Env,
    channel: ChannelHandle,
    actors: list[simcord.MemberActor],
    port: int,
    stop: asyncio.Event,
) -> None:
    page = env.preview(channel, viewers=actors, layout="channel", port=port or None)
    try:
        preview = await page.__aenter__()
    except simcord.SetupError as error:
        raise BadSetting(f"{variable('offline_port')} ({port} cannot be listened on)") from error
    try:
        print(f"Gin Rummy is on the table: open {preview.url}", flush=True)
        await _pump(env, preview, stop)
    finally:
        await page.__aexit__(None, None, None)


async def _pump(env: simcord.Env, preview: Preview, stop: asyncio.Event) -> None:
    """Keep simulated time at real time, and every open page at the present."""
    seen = len(env.backend.transcript)
    while not stop.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), _PUMP_SECONDS)
        # An action under way refuses these; the next round tries again.
        with suppress(simcord.SetupError):
            behind = datetime.now(UTC) - env.now()
            if behind >= _CLOCK_STEP:
                await env.advance_time(behind.total_seconds())
            happened = len(env.backend.transcript)
            if happened != seen:
                await preview.refresh()
                seen = happened
