"""Whole matches through sessions and storage, one after another, with no Discord at all."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from bot.app import GinBot, Settings, build_bot
from bot.engine import (
    PRESETS,
    Action,
    BigGin,
    Draw,
    Knock,
    Match,
    NextHand,
    Pass,
    Throw,
    card_set,
    least_deadwood,
    legal,
)
from bot.sessions import Place, Player, Sitting, Stale

_ANN, _BEN = Player(11, "Ann"), Player(12, "Ben")
_PLACE = Place(guild=1, channel=2)
_FIRST = (BigGin, Draw, Pass, NextHand)


@dataclass(frozen=True)
class Left:
    """What a process has, at rest."""

    memory_kb: int
    tasks: int
    files: int


@dataclass(frozen=True)
class Outlived:
    """The figures after a tenth of the matches and after all of them."""

    matches: int
    moves: int
    first: Left
    last: Left

    @property
    def growth(self) -> float:
        """How much the memory has grown since the first tenth, in percent."""
        return 100 * (self.last.memory_kb - self.first.memory_kb) / self.first.memory_kb


async def outlive(
    home: Path, matches: int, progress: Callable[[int, int], None] = lambda *_: None
) -> Outlived:
    """Play so many matches to their ends and count what is left over."""
    url = f"sqlite+aiosqlite:///{home}/gin.sqlite3"
    bot = build_bot(Settings(database_url=url))
    database = bot.services.records._database
    await database.migrate()
    moves, first = 0, left()
    try:
        for number in range(1, matches + 1):
            moves += await _play(bot)
            if number == max(1, matches // 10):
                first = left()
            progress(number, _memory_kb())
        return Outlived(matches, moves, first, left())
    finally:
        await bot._clerk.stop()
        await database.close()


async def _play(bot: GinBot) -> int:
    """One match from the challenge to its end; how many moves it took."""
    tables, lobby = bot.services.tables, bot.services.lobby
    offer = await lobby.challenge(_PLACE, _ANN, _BEN, PRESETS["simple"])
    await lobby.posted(offer.id, offer.id)
    sitting = await lobby.accept(offer.id, _BEN, offer.id, _PLACE)
    moves = 0
    while sitting.match.ended is None:
        seat, action = _next(sitting.match)
        with suppress(Stale):  # the clerk was faster and has dealt
            sitting = await _act(bot, sitting, seat, action)
            moves += 1
            continue
        sitting = await tables.look(sitting.table.id)
    await tables.settle()
    return moves


async def _act(bot: GinBot, sitting: Sitting, seat: int, action: Action) -> Sitting:
    player = sitting.table.players[seat].id
    return await bot.services.tables.act(sitting.table.id, player, action, sitting.match.version)


def _next(match: Match) -> tuple[int, Action]:
    """What whoever is to act does: he ends the hand as soon as he may."""
    for seat in (0, 1):
        offered = legal(match, seat)
        plays = [one for one in offered if isinstance(one, (*_FIRST, Knock, Throw))]
        if plays:
            return seat, _chosen(match, seat, plays)
    raise AssertionError("nobody may do anything")


def _chosen(match: Match, seat: int, plays: Sequence[Action]) -> Action:
    knocks = [one for one in plays if isinstance(one, Knock)]
    throws = [one for one in plays if isinstance(one, Throw)]
    ends: list[Sequence[Knock | Throw]] = [knocks, throws]
    for choices in ends:
        if choices and match.deal is not None:
            hand = match.deal.hands[seat]
            return min(choices, key=lambda one: least_deadwood(hand & ~card_set([one.card])))
    return next(one for kind in _FIRST for one in plays if isinstance(one, kind))


def left() -> Left:
    """What this process has now."""
    gc.collect()
    files = len(list(Path("/proc/self/fd").iterdir()))
    return Left(_memory_kb(), len(asyncio.all_tasks()), files)


def _memory_kb() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    (found,) = [line for line in lines if line.startswith("VmRSS:")]
    return int(found.split()[1])
