"""`python -m bot`: the bot on Discord, `--offline` in a browser; or some work on its database."""

from __future__ import annotations

import argparse
import asyncio
import logging
import re
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import aiohttp
import discord
from pydantic import ValidationError
from sqlalchemy.exc import DBAPIError

from bot.app import Settings
from bot.app.doctor import examine, is_well
from bot.app.logs import start_log
from bot.app.online import is_alive, play_online
from bot.app.settings import BadSetting, Credentials, faults, unknown, variable
from bot.app.upkeep import CannotDo, backup, rebuild_standings, restore
from bot.sessions import StoreFails
from bot.storage import CannotOpen, SchemaTooNew

_BACKUP, _RESTORE, _REBUILD, _DOCTOR = "backup", "restore", "rebuild-standings", "doctor"

_STOPPED = {
    _BACKUP: "nothing was changed",
    _RESTORE: "nothing was changed",
    _REBUILD: "run it again and it goes on from here",
}

_BAD_SETTINGS = 2
_TROUBLE = 1
_HINT = "`make play` needs no settings and no token."

# A token is three base64url parts, the first of which names the bot (docs: reference,
# authentication); anything else need not be shown to Discord first.
_TOKEN = re.compile(r"[\w-]{18,}\.[\w-]{5,}\.[\w-]{20,}", re.ASCII)

_Play = Callable[[Settings, asyncio.Event], Awaitable[None]]


def main(arguments: list[str] | None = None) -> int:
    """Runs one of the ways to start and returns the exit code."""
    options = _options(arguments)
    needs_token = options.work in {None, _DOCTOR} and not (options.offline or options.health)
    settings, wrong = _settings(online=needs_token)
    if options.health and settings is not None:
        return 0 if is_alive(settings) else _TROUBLE
    if options.work == _DOCTOR:
        return _examine(settings, wrong, offline=options.offline)
    if settings is None or wrong:
        hint = "" if options.work else _HINT
        return _wrong(", ".join(wrong), hint)
    if options.work is not None:
        return _work(options, settings)
    start_log(logging.ERROR if options.offline else settings.log_level)
    if not options.offline:
        return _run(settings, play_online, "database_url")
    try:
        from bot.app.offline import play_offline  # noqa: PLC0415 (an extra that may be absent)
    except ImportError:
        return _say("Offline play needs the extra `offline`; `make play` brings it.", _BAD_SETTINGS)
    return _run(settings, play_offline, "offline_database_url")


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot", description=__doc__)
    parser.add_argument("--offline", action="store_true", help="play in a browser, no token")
    parser.add_argument("--health", action="store_true", help="exit 0 while the bot is alive")
    works = parser.add_subparsers(dest="work", metavar="")
    backing = works.add_parser(_BACKUP, help="copy the database to a file, safe while playing")
    backing.add_argument("file", type=Path)
    restoring = works.add_parser(_RESTORE, help="put a backup in its place; the bot must rest")
    restoring.add_argument("file", type=Path)
    works.add_parser(_REBUILD, help="build leaderboards and ratings anew from the moves")
    works.add_parser(_DOCTOR, help="say what is right, what is not, and what to do")
    return parser.parse_args(arguments)


def _work(options: argparse.Namespace, settings: Settings) -> int:
    """Do some work on the database, and say what came of it."""
    url = settings.offline_database_url if options.offline else settings.database_url
    try:
        if options.work == _BACKUP:
            backup(url, options.file)
            return _say(f"Backed up to {options.file}.", 0)
        if options.work == _RESTORE:
            return _put_back(settings, url, options.file)
        counted = asyncio.run(rebuild_standings(url))
    except KeyboardInterrupt:
        return _say(f"Stopped; {_STOPPED[options.work]}.", _TROUBLE)
    except (CannotDo, CannotOpen, SchemaTooNew, StoreFails, DBAPIError) as error:
        return _say(f"Not done: {error}.", _TROUBLE)
    return _say(f"Standings rebuilt from {counted} matches.", 0)


def _put_back(settings: Settings, url: str, file: Path) -> int:
    if is_alive(settings):
        return _say("Not done: the bot is running; stop it first.", _TROUBLE)
    kept = restore(url, file)
    before = f"; what was there is in {kept}" if kept else ""
    return _say(f"{file} is in its place{before}.", 0)


def _examine(settings: Settings | None, wrong: list[str], *, offline: bool) -> int:
    found = asyncio.run(examine(settings, wrong, offline=offline))
    for finding in found:
        print(finding)
    return 0 if is_well(found) else _TROUBLE


def _settings(*, online: bool) -> tuple[Settings | None, list[str]]:
    """The settings, where they can be read, and everything that is wrong with them."""
    settings: Settings | None = None
    try:
        settings, wrong = Settings(), unknown()
    except ValidationError as error:
        wrong = [*faults(error), *unknown()]
    except UnicodeDecodeError:
        return None, [".env (no text in UTF-8)"]
    return settings, [*wrong, *_token_faults(Credentials())] if online else wrong


def _token_faults(credentials: Credentials) -> list[str]:
    """What is wrong with the token, without asking Discord."""
    token = credentials.token.get_secret_value().strip() if credentials.token else ""
    if not token:
        return [f"{variable('token')} (not set)"]
    return [] if _TOKEN.fullmatch(token) else [f"{variable('token')} (not a bot token's form)"]


def _run(settings: Settings, play: _Play, database: str) -> int:
    """Play until a signal says stop; what cannot be helped becomes one line.

    `database` is the setting that names the database in use.
    """
    try:
        asyncio.run(_until_stopped(settings, play))
    except discord.LoginFailure:
        return _wrong(f"{variable('token')} (Discord does not accept it)")
    except SchemaTooNew as error:
        newer = f"written by a newer version of this bot, schema {error}"
        return _wrong(f"{variable(database)} ({newer})")
    except CannotOpen as error:
        return _wrong(f"{variable(database)} (cannot be used: {error})")
    except BadSetting as error:
        return _wrong(str(error))
    except (StoreFails, DBAPIError, discord.HTTPException, OSError, aiohttp.ClientError) as error:
        return _say(f"The bot could not go on: {str(error) or type(error).__name__}", _TROUBLE)
    return 0


async def _until_stopped(settings: Settings, play: _Play) -> None:
    """Play with SIGINT and SIGTERM setting the event that ends it."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows has no such handlers; there Ctrl-C arrives as KeyboardInterrupt.
        with suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    await play(settings, stop)


def _wrong(what: str, hint: str = _HINT) -> int:
    return _say(f"Wrong settings: {what}. {hint}", _BAD_SETTINGS)


def _say(line: str, code: int) -> int:
    print(" ".join(line.split()), file=sys.stderr)
    return code


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
