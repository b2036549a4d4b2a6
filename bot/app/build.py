"""The composition root: the one place that knows every concrete class."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

import discord

from bot.delivery import Messenger, Nudges, Panels, Threads, Whereabouts, look_of
from bot.rendering.look import Look
from bot.sessions import (
    Archive,
    Clerk,
    Clock,
    Dealer,
    Housekeeping,
    Lobby,
    Pauses,
    Tables,
    Tutorial,
)
from bot.storage import Database, Store

from .chance import Decks, Shuffler, Unsealed, challenger_deals, pseudonym, toss
from .client import GinBot
from .emojis import CardEmojis
from .painter import ThreadPainter
from .settings import Settings


@dataclass(frozen=True, slots=True)
class Rooms:
    """What the cogs are given."""

    tables: Tables
    lobby: Lobby
    records: Store
    messenger: Messenger
    panels: Panels
    nudges: Nudges
    whereabouts: Whereabouts
    threads: Threads
    archive: Archive
    housekeeping: Housekeeping
    tutorial: Tutorial


def build_bot(
    settings: Settings | None = None, *, dealer: Decks | None = None, clock: Clock | None = None
) -> GinBot:
    """The client with everything behind it, not yet connected.

    With a `dealer` the cards are set beforehand, and the challenger deals first; without
    one both are left to chance. A dealer that has no `salt` deals unsealed. The `clock` tells
    aware UTC times; by default it is Discord's, which a simulated Discord replaces.
    """
    settings = settings or Settings()
    time = clock or _now
    database = Database(settings.database_url)
    store = Store(database, time)
    clerk = Clerk(time, lambda: _earliest(store.next_due, housekeeping.next_due))
    tables = Tables(store, time, clerk, _sealing(dealer), _pauses(settings))
    lobby = Lobby(
        store,
        tables,
        time,
        clerk,
        challenger_deals if dealer else toss,
        lapse_after=timedelta(minutes=settings.challenge_minutes),
    )
    housekeeping = Housekeeping(store, tables, lobby, time, clerk, pseudonym)
    painter, emojis = ThreadPainter(), CardEmojis()
    bot = GinBot(settings, database, clerk, painter, emojis)

    async def look_for(player: int) -> Look:
        return look_of(await store.preferences(player))

    messenger = Messenger(bot, painter, look_for, emojis)
    bot.services = _rooms(bot, store, messenger, tables, lobby, housekeeping)
    return bot


def _rooms(
    bot: GinBot,
    store: Store,
    messenger: Messenger,
    tables: Tables,
    lobby: Lobby,
    housekeeping: Housekeeping,
) -> Rooms:
    """Whatever speaks to Discord, beside what it speaks of."""
    panels, whereabouts = Panels(messenger, tables.look), Whereabouts(bot)
    return Rooms(
        tables,
        lobby,
        store,
        messenger,
        panels,
        Nudges(tables, messenger, panels, whereabouts, store.preferences),
        whereabouts,
        Threads(bot),
        Archive(store),
        housekeeping,
        Tutorial(store),
    )


def _pauses(settings: Settings) -> Pauses:
    return Pauses(
        next_hand=timedelta(seconds=settings.next_hand_seconds),
        computer=timedelta(seconds=settings.computer_pause_seconds),
    )


def _sealing(dealer: Decks | None) -> Dealer:
    """A dealer with a salt; one that sets cards beforehand may do without."""
    if dealer is None:
        return Shuffler()
    return cast(Dealer, dealer) if hasattr(dealer, "salt") else Unsealed(dealer)


async def _earliest(*dues: Callable[[], Awaitable[datetime | None]]) -> datetime | None:
    found = [await due() for due in dues]
    return min((due for due in found if due is not None), default=None)


def _now() -> datetime:
    # Looked up at each call: a simulated Discord puts its own clock there.
    return discord.utils.utcnow()
