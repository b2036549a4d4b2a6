"""`python -m bot doctor`: what is right, what is not, and what to do about it."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

import aiohttp
import discord

from bot.engine import DECK
from bot.rendering.emoji import emoji_name
from bot.rendering.lettering import written_name
from bot.rendering.painting import warm_up
from bot.storage import CannotOpen, Database, Store, known_revisions

from .settings import Settings, variable
from .upkeep import CannotDo, database_file

_NEEDED = {
    "View Channel": discord.Permissions(view_channel=True),
    "Send Messages": discord.Permissions(send_messages=True),
    "Send Messages in Threads": discord.Permissions(send_messages_in_threads=True),
    "Attach Files": discord.Permissions(attach_files=True),
}
_FEW_SERVERS = 5


class _Place(NamedTuple):
    """Where a database is played on: the setting that names it, the command that works on it."""

    setting: str
    command: str


_ONLINE = _Place("database_url", "python -m bot")
_OFFLINE = _Place("offline_database_url", "python -m bot --offline")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; `advice` says what to do where it is not right."""

    subject: str
    state: str
    advice: str | None = None

    def __str__(self) -> str:
        if self.advice is None:
            return f"✓ {self.subject}: {self.state}"
        return f"✗ {self.subject}: {self.state}. {self.advice}"


async def examine(
    settings: Settings | None, wrong: Sequence[str], *, offline: bool = False
) -> list[Finding]:
    """Everything that can be looked at with these settings; `wrong` is what ails them.

    For play offline that is its own database, and nothing is asked of Discord.
    """
    found = [_settings(wrong)]
    if settings is None:
        return found
    if offline:
        return [*found, await _database(settings.offline_database_url, _OFFLINE), _pictures()]
    found += [await _database(settings.database_url, _ONLINE), _pictures()]
    return found + await _discord(settings)


def _settings(wrong: Sequence[str]) -> Finding:
    if not wrong:
        return Finding("settings", "all well formed")
    return Finding("settings", "; ".join(wrong), "Mend them in .env or the environment")


async def _database(url: str, where: _Place) -> Finding:
    """Looks at a database and changes nothing."""
    with suppress(CannotDo):  # a server's database is no file
        file = database_file(url).absolute()
        if not os.access(file.parent, os.W_OK):
            return Finding("database", f"{file.parent} is not writable", _FOLDER)
        if not file.exists():
            return Finding("database", f"{file.name} is not there yet; the first start makes it")
    database = Database(url)
    try:
        revision, known = await database.revision(), known_revisions()
        if revision is not None and revision not in known:
            advice = "Start the version that wrote it, or restore a backup"
            return Finding("database", f"written by a newer version, schema {revision}", advice)
        if revision != known[0]:
            return Finding("database", "opens; the next start brings its schema up to date")
        return await _standings(database, where)
    except CannotOpen as error:
        advice = f"See {variable(where.setting)}; a file that is no database can only be replaced"
        return Finding("database", str(error), advice)
    finally:
        await database.close()


_FOLDER = "Make the folder, and allow writing there"


async def _standings(database: Database, where: _Place) -> Finding:
    if await Store(database, lambda: datetime.now(UTC)).rebuild_state() is None:
        return Finding("database", "opens, and its schema is up to date")
    return Finding(
        "database",
        "its standings are not finished",
        f"Run `{where.command} rebuild-standings`, "
        "or start the bot, which does it while people play",
    )


def _pictures() -> Finding:
    try:
        warm_up()
        written_name("Żółć", 0)
    except (OSError, ValueError) as error:
        return Finding("fonts and pictures", str(error), "Install the bot again, with `assets`")
    return Finding("fonts and pictures", "the deck is drawn")


async def _discord(settings: Settings) -> list[Finding]:
    token = settings.token.get_secret_value().strip() if settings.token else ""
    if not token:
        advice = f"Set {variable('token')}; it is not needed for `make play`"
        return [Finding("Discord", "no token, so nothing was asked there", advice)]
    client = discord.Client(intents=discord.Intents.none())
    async with client:
        return await ask_discord(client, lambda: client.login(token), settings)


async def ask_discord(
    client: discord.Client, login: Callable[[], Awaitable[None]], settings: Settings
) -> list[Finding]:
    """What Discord says of the bot: its token, its servers' permissions, its emojis."""
    try:
        await login()
        found = [Finding("Discord", "the token is accepted"), await _permissions(client)]
        found += [await _emojis(client)] if settings.card_emojis else []
    except discord.LoginFailure:
        advice = "Reset the token in the Developer Portal and set the new one"
        return [Finding("Discord", "the token is not accepted", advice)]
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError, OSError) as error:
        return [Finding("Discord", f"cannot be asked: {error}", "Try again later")]
    return found


async def _permissions(client: discord.Client) -> Finding:
    """The permissions of the bot's own roles; a channel may still take some away."""
    lacking: list[str] = []
    servers = await client.http.get_guilds(200)
    for server in servers:
        granted = discord.Permissions(int(server["permissions"]))
        missing = [
            name
            for name, needed in _NEEDED.items()
            if not granted.administrator and not granted.is_superset(needed)
        ]
        if missing:
            lacking.append(f"{server['name']} lacks {', '.join(missing)}")
    if not servers:
        return Finding("permissions", "the bot is in no server", "Invite it, see README")
    if lacking:
        more = f" and {len(lacking) - _FEW_SERVERS} more" if len(lacking) > _FEW_SERVERS else ""
        advice = "Give its role these permissions there"
        return Finding("permissions", "; ".join(lacking[:_FEW_SERVERS]) + more, advice)
    where = "1 server" if len(servers) == 1 else f"{len(servers)} servers"
    return Finding("permissions", f"all there in {where}")


async def _emojis(client: discord.Client) -> Finding:
    known = {emoji.name for emoji in await client.fetch_application_emojis()}
    missing = [card for card in DECK if emoji_name(card) not in known]
    if not missing:
        return Finding("emojis", "all 52 cards are there")
    return Finding(
        "emojis",
        f"{len(missing)} of 52 cards are missing",
        f"The bot puts them up when it starts; {variable('card_emojis')}=false does without",
    )


def is_well(found: Sequence[Finding]) -> bool:
    """Whether nothing has to be done."""
    return all(finding.advice is None for finding in found)
