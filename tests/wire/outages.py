"""A match with every interaction in it, in which one call after another fails."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from .double import Double
from .evidence import examine, is_sound
from .faults import Fault, Plan
from .games import Game, seat_two
from .player import Player, button
from .process import BotProcess

PATIENCE = "1.0"
"""Seconds that the bot waits for a Discord that hangs."""

_TABLES = 8
_ENDS_WITHIN = 180.0
_LOOKS = ("sheet", "history", "rules")
_COMMANDS = ("hand", "table", "score", "settings", "help", "leaderboard", "stats", "rules")
_RECORD = re.compile(r"^\d{4}-\d\d-\d\d [\d:,]+ ([A-Z]+) ([\w.]+): ", re.MULTILINE)
_CHAINED = ("During handling of the above exception", "The above exception was the direct cause")


@dataclass
class Nth:
    """Has the n-th call of all fails, or with a `kind` the n-th of that kind; counts from 0."""

    number: int
    fault: Fault
    kind: str | None = None
    seen: Counter[str] = field(default_factory=Counter)

    def __call__(self, kind: str) -> Fault | None:
        self.seen[kind] += 1
        count = self.seen[kind] if self.kind else self.seen.total()
        is_meant = self.kind in {None, kind} and count == self.number + 1
        return self.fault if is_meant else None


@dataclass
class EachKind:
    """Has one call of each kind fail, the later the more of them there are."""

    fault: Fault
    seen: Counter[str] = field(default_factory=Counter)

    def __call__(self, kind: str) -> Fault | None:
        self.seen[kind] += 1
        number = 3 if kind in {"answer", "edit", "push"} else 1
        return self.fault if self.seen[kind] == number else None


@dataclass(frozen=True)
class Borne:
    """What came of it."""

    matches: int
    struck: Counter[tuple[str, Fault]]
    clicks: int
    unanswered: int
    words: str


async def bear(home: Path, plans: Iterable[Plan], *, seed: int) -> Borne:
    """A match for each plan, some at once, all of one bot; each has to come to its end.

    Raises:
        AssertionError: a move was lost or came twice, or a score is not as replayed.
        TimeoutError: a match did not come to its end.
    """
    waiting = list(plans)
    games: list[Game] = []
    rng = Random(seed)
    async with Double().open() as double:
        guild = double.world.add_guild("The card room")
        bot = BotProcess(home, double, launch={"WIRE_PATIENCE": PATIENCE})

        async def table() -> None:
            while waiting:
                plan = waiting.pop()
                channel = double.world.add_channel(guild, "gin-rummy")
                await double.gateway.dispatch_channel(channel)
                game = seat_two(double, channel, ("ann", "ben"), Random(rng.random()), hands=1)
                games.append(game)
                double.faults.at[channel.id] = plan
                async with asyncio.timeout(_ENDS_WITHIN):
                    await _play(game)

        channel = double.world.add_channel(guild, "lobby")
        try:
            await bot.start()
            host = Player(double, double.world.add_user("host"), channel)
            await host.type("gin-admin threads", each=True)
            await asyncio.gather(*(table() for _ in range(_TABLES)))
            assert await bot.terminate() == 0
        finally:
            await bot.close()
        for game in games:
            examine(bot.database, game)
        assert is_sound(bot.database)
        return Borne(
            matches=len(games),
            struck=Counter((kind, fault) for _, kind, fault in double.faults.struck),
            clicks=sum(game.clicks for game in games),
            unanswered=sum(game.failed for game in games),
            words=bot.words,
        )


async def _play(game: Game) -> None:
    """Everything that can be asked for, then a hand, then a rematch is asked for."""
    await game.begin(pace="live")
    first, second = game.players
    await game.open_hand(first)
    for verb in _LOOKS:
        await _press_table(game, second, verb)
    for command in _COMMANDS:
        await first.type(f"gin {command}")
    await first.type("gin pause")
    await _press_panel(game, second, "refuse-pause")
    await game.play()
    for player in game.players:
        await _press_panel(game, player, "rematch")


async def _press_table(game: Game, player: Player, verb: str) -> None:
    table = player.table(game.id)
    wanted = button(table, verb) if table else None
    if table is not None and wanted is not None:
        await player.press(table, wanted)


async def _press_panel(game: Game, player: Player, verb: str) -> None:
    panel = player.panel(game.id)
    wanted = button(panel, verb) if panel else None
    if panel is not None and wanted is not None:
        await player.press(panel, wanted)


def unlogged(words: str) -> list[str]:
    """Tracebacks that no record of the bot's own begins, and errors that others logged."""
    found = [
        f"{level} {name}"
        for level, name in _RECORD.findall(words)
        if level in {"ERROR", "CRITICAL"} and not name.startswith(("bot.", "cogs."))
    ]
    lines = [line for line in words.splitlines() if line.strip()]
    for before, line in zip(["", *lines], lines, strict=False):
        if "Traceback (most recent call last)" not in line or line.lstrip() != line:
            continue
        if not _RECORD.match(before) and not before.startswith(_CHAINED):
            found.append(before)
    return [*found, *[line for line in lines if "never retrieved" in line or "Unclosed" in line]]
