"""`python -m tests.wire.launch ARGS…`: `python -m bot ARGS…` with Discord's addresses on loopback.

The bot and discord.py run as they are; only where Discord is comes from here (`WIRE_ADDRESS`),
and how long the bot waits for it (`WIRE_PATIENCE`, seconds). With `WIRE_CENSUS` a signal, USR1,
has the process write down how many tasks it has open.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import discord.gateway
import discord.http
import yarl

import bot.delivery.patience
from bot.__main__ import main


def _point_at(address: str) -> None:
    discord.http.Route.BASE = f"http://{address}/api/v10"
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"ws://{address}/gateway")


def _shorten_waits(seconds: float) -> None:
    bot.delivery.patience.SECONDS = seconds


def _take_census(file: Path) -> None:
    def count(*_: object) -> None:
        gc.collect()
        tasks = [task for task in asyncio.all_tasks() if not task.done()]
        names = sorted(str(task.get_coro()) for task in tasks)
        file.write_text("\n".join([str(len(tasks)), *names]))

    signal.signal(signal.SIGUSR1, count)


if __name__ == "__main__":
    _point_at(os.environ["WIRE_ADDRESS"])
    if patience := os.environ.get("WIRE_PATIENCE"):
        _shorten_waits(float(patience))
    if census := os.environ.get("WIRE_CENSUS"):
        _take_census(Path(census))
    with suppress(KeyboardInterrupt):
        sys.exit(main())
