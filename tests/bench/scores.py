"""Leaderboards, players' figures and head-to-heads among a million finished matches on SQLite.

The matches are made up: 50,000 players in 400 servers over one year, each match a row for
both seats and its part in every standing, as `bot.storage.scores` writes them. Ratings are
drawn by lot. What is timed is the store itself, as the commands call it.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from bot.engine import CLASSIC, Tally, facts_of, replay
from bot.scores import BoardKey, periods_of
from bot.sessions import Challenge, Player, Table
from bot.storage import Database, Store
from tests import builders
from tests.bench import print_table
from tests.scripts import FIRST_MATCH

MATCHES, PLAYERS, SERVERS = 1_000_000, 50_000, 400
ASKED = 400
YEAR = datetime(2026, 1, 1, tzinfo=UTC)
SIZE = 10
_SUMS = tuple(Tally.__dataclass_fields__)
_BEST = _SUMS.index("best_hand")

Tallies = dict[tuple[int, str, int], list[int]]


def run() -> None:
    """Print medians and 99th percentiles in milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gin.sqlite3"
        asyncio.run(_migrate(path))
        started = time.perf_counter()
        _fill(path, Random(1))
        megabytes = path.stat().st_size / 1e6
        print(
            f"{MATCHES:,} matches of {PLAYERS:,} players in {SERVERS} servers: "
            f"{megabytes:,.0f} MB, made in {time.perf_counter() - started:.0f} s"
        )
        asyncio.run(_measure(path))


async def _migrate(path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{path}")
    await database.migrate()
    await database.close()


def _fill(path: Path, rng: Random) -> None:
    tallies: Tallies = {}
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        # Indices are made afterwards: row by row they would take minutes.
        query = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
        indices = connection.execute(query).fetchall()
        for name, _ in indices:
            connection.execute(f"DROP INDEX {name}")
        marks = ",".join("?" * (14 + len(_SUMS)))
        insert = f"INSERT INTO results VALUES ({marks})"  # noqa: S608 (question marks)
        connection.executemany(insert, _results(rng, tallies))
        marks = ",".join("?" * (3 + len(_SUMS) + 6))
        insert = f"INSERT INTO standings VALUES ({marks})"  # noqa: S608 (question marks)
        connection.executemany(insert, _standings(rng, tallies))
        everybody = [(player, f"player {player}") for player in range(1, PLAYERS + 1)]
        connection.executemany("INSERT INTO players VALUES (?, ?)", everybody)
        connection.executemany(
            "INSERT INTO members VALUES (?, ?, ?, 0, NULL)",
            ((guild, player, f"player {player}") for guild, player in _members()),
        )
        # Ids of matches go on from here.
        connection.execute("INSERT INTO sqlite_sequence VALUES ('challenges', ?)", (MATCHES,))
        for _, definition in indices:
            connection.execute(definition)
        connection.commit()
        connection.execute("ANALYZE")


def _home(player: int) -> int:
    """The server a player belongs to; small ones and large ones."""
    return 1 + int((player / (PLAYERS + 1)) ** 2 * SERVERS)


def _members() -> Iterator[tuple[int, int]]:
    return ((_home(player), player) for player in range(1, PLAYERS + 1))


def _results(rng: Random, tallies: Tallies) -> Iterator[tuple[Any, ...]]:
    at_home: dict[int, list[int]] = {}
    for guild, player in _members():
        at_home.setdefault(guild, []).append(player)
    for match in range(1, MATCHES + 1):
        moment = YEAR + timedelta(seconds=match * 31)
        periods = periods_of(moment, "UTC")
        one = rng.randint(1, PLAYERS)
        guild = _home(one)
        two = rng.choice(at_home[guild])
        if one == two:
            two = one % PLAYERS + 1
        lines, winner = rng.randint(3, 9), rng.randint(0, 1)
        for seat, (player, opponent) in enumerate(((one, two), (two, one))):
            won = int(seat == winner)
            sums = _tally(rng, won, lines)
            for scope in (guild, 0):
                for key in periods.keys:
                    _add(tallies, (scope, key, player), sums)
            stamp = moment.strftime("%Y-%m-%d %H:%M:%S.000000")
            rating = rng.randint(800, 1600)
            yield (
                *(match, seat, player, opponent, guild, stamp, periods.day, "Classic", "played"),
                *(True, rating, rating + 5, rating, rating + 5),
                *sums,
            )


def _tally(rng: Random, won: int, lines: int) -> list[int]:
    mine = lines if won else rng.randint(0, 3)
    points = 100 + rng.randint(0, 80) if won else rng.randint(0, 99)
    counts = [rng.randint(0, 3), rng.randint(0, 1), rng.randint(0, 2), rng.randint(0, 2)]
    return [1, won, points, mine, lines, *counts, 4, 90, 60, rng.randint(10, 120)]


def _add(tallies: Tallies, key: tuple[int, str, int], sums: list[int]) -> None:
    held = tallies.get(key)
    if held is None:
        tallies[key] = list(sums)
        return
    for place, value in enumerate(sums):
        held[place] = max(held[place], value) if place == _BEST else held[place] + value


def _standings(rng: Random, tallies: Tallies) -> Iterator[tuple[Any, ...]]:
    for (scope, period, player), sums in tallies.items():
        matches, won = sums[0], sums[1]
        rate = won * 1_000_000 // matches if matches >= 5 else None
        rating = rng.gauss(25, 6)
        yield (
            scope,
            period,
            player,
            *sums,
            rate,
            0,
            3,
            rating,
            4.0,
            round(1000 + 40 * (rating - 12)),
        )


async def _measure(path: Path) -> None:
    now = YEAR + timedelta(days=360)
    database = Database(f"sqlite+aiosqlite:///{path}")
    store = Store(database, lambda: now)
    rng = Random(2)
    rows = [
        await _timed(name, ask, rng)
        for name, ask in (
            ("a page of a leaderboard", _page(store, now)),
            ("one's own row", _own(store, now)),
            ("a player's figures", _figures(store)),
            ("two players against each other", _against(store)),
        )
    ]
    rows.append(await _recorded(store))
    await database.close()
    print_table(("ms", "median", "99th percentile", "worst", "goal"), rows)


Ask = Callable[[Random], Awaitable[Any]]


async def _timed(name: str, ask: Ask, rng: Random) -> tuple[str, ...]:
    taken: list[float] = []
    for _ in range(ASKED):
        started = time.perf_counter()
        await ask(rng)
        taken.append((time.perf_counter() - started) * 1000)
    return _row(name, taken, 20)


def _row(name: str, taken: list[float], goal: int) -> tuple[str, ...]:
    taken.sort()
    figures = (taken[len(taken) // 2], taken[int(len(taken) * 0.99)], taken[-1])
    return (name, *(f"{figure:.1f}" for figure in figures), str(goal))


def _somewhere(rng: Random, now: datetime) -> tuple[int, str, BoardKey]:
    scope = rng.choice((0, rng.randint(1, SERVERS)))
    return scope, rng.choice(periods_of(now, "UTC").keys), rng.choice(list(BoardKey))


def _page(store: Store, now: datetime) -> Ask:
    async def ask(rng: Random) -> None:
        page = rng.choice((0, 0, 1, rng.randint(0, PLAYERS // SIZE)))
        await store.board(*_somewhere(rng, now), page=page, size=SIZE, hides_gone=False)

    return ask


def _own(store: Store, now: datetime) -> Ask:
    async def ask(rng: Random) -> None:
        player = rng.randint(1, PLAYERS)
        await store.place(*_somewhere(rng, now), player, hides_gone=False)

    return ask


def _figures(store: Store) -> Ask:
    async def ask(rng: Random) -> None:
        player = rng.randint(1, PLAYERS)
        await store.figures(rng.choice((0, _home(player))), player)

    return ask


def _against(store: Store) -> Ask:
    async def ask(rng: Random) -> None:
        one = rng.randint(1, PLAYERS - 1)
        await store.against(0, one, one + 1)

    return ask


async def _recorded(store: Store) -> tuple[str, ...]:
    """The transaction that ends a match, with all its rows and twelve standings."""
    table = builders.Table(*FIRST_MATCH, first_dealer=0)
    table.play("pass", "take", "knock Kc", "next", "pass", "pass")
    table.run_down(2)
    table.play("next", "take", "throw 9c", "take", "big gin")
    history, rng, taken = table.history, Random(3), []
    before, last = replay(history[:-3]), history[-3:]
    for _ in range(200):
        one, two = rng.sample(range(1, PLAYERS + 1), 2)
        players = (Player(one, "one"), Player(two, "two"))
        seated = await _seated(store, players)
        await store.append(seated, 2, history[2:-3], facts_of(replay(history[:2]), history[2:-3]))
        facts = facts_of(before, last)
        started = time.perf_counter()
        await store.append(replace(seated, over=True), len(history) - 3, last, facts)
        taken.append((time.perf_counter() - started) * 1000)
    return _row("one more finished match", taken, 5)


async def _seated(store: Store, players: tuple[Player, Player]) -> Table:
    offer = Challenge(
        id=0,
        guild=1,
        channel=5,
        message=None,
        challenger=players[0],
        opponent=players[1],
        rules=CLASSIC,
        lapses_at=YEAR,
    )
    kept = await store.add_challenge(offer)
    seated = Table(kept.id, 1, 5, 77, players)
    table = builders.Table(*FIRST_MATCH, first_dealer=0)
    await store.open_match(seated, table.history[:2])
    return seated
