"""`make soak`: all the long runs, or those that are named (`ARGS="kills --size 30"`).

What is not as it should be ends the run with an AssertionError; what is printed is a table for
README, one line a run.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeAlias

from tests.sealing import search
from tests.wire.endurance import play_on
from tests.wire.faults import Fault
from tests.wire.kills import survive
from tests.wire.outages import Nth, bear, unlogged
from tests.wire.stops import stop_again_and_again

from .forged import forge
from .matches import outlive

Run: TypeAlias = Callable[[Path, int, int], Coroutine[Any, Any, str]]
"""A run in an empty directory, of a size and by a seed; what came of it, in words."""


async def kills(home: Path, size: int, seed: int) -> str:
    def progress(number: int) -> None:
        _say(number, size, "kills")

    came = await survive(home, kills=size, tables=8, seed=seed, progress=progress)
    return (
        f"{came.kills:,} kills in {came.matches:,} matches of 8 tables at once: "
        f"{came.clicks:,} clicks, {came.unanswered:,} of them without an answer; "
        f"{came.moves:,} moves stored, {came.acknowledged:,} had been answered, "
        f"0 lost, 0 twice, {came.matches:,} scores as replayed"
    )


async def sealed(home: Path, size: int, seed: int) -> str:
    came = await play_on(home, matches=size, seed=seed, reading=True, level="DEBUG")
    reader = came.reader
    if reader is None:
        raise AssertionError("nobody read along")
    reader.require_discreet(came.log)
    return (
        f"{came.matches:,} hands: {reader.messages:,} messages with cards, {reader.public:,} of "
        f"them public, {reader.pictures:,} pictures, a log of {len(came.log):,} characters at "
        f"debug level: 0 hidden cards, 0 of {len(reader.tokens):,} tokens"
    )


async def wire(home: Path, size: int, seed: int) -> str:
    def progress(number: int, memory_kb: int) -> None:
        _say(number, size, f"matches, {memory_kb:,} kB")

    came = await play_on(home, matches=size, seed=seed, progress=progress)
    (before, after), (tasks_before, tasks) = came.memory_kb, came.tasks
    grown = f"{before / 1024:.0f} → {after / 1024:.0f} MB ({came.growth:+.1f} %)"
    return (
        f"{came.matches:,} one-hand matches one after another, {came.clicks:,} clicks, "
        f"{came.unanswered} unanswered: memory {grown} since the first tenth, "
        f"{len(tasks)} tasks ({len(tasks_before)}), {came.files[1]} files ({came.files[0]})"
    )


async def stops(home: Path, size: int, seed: int) -> str:
    came = await stop_again_and_again(home, stops=size, tables=6, seed=seed)
    return (
        f"{came.stops} stops (SIGTERM) in the middle of {came.matches} matches: exit code 0 each "
        f"time, slowest {came.slowest:.1f} s, {came.told} clicks told to come back, "
        f"{came.acknowledged:,} answered moves all there"
    )


async def faults(home: Path, size: int, seed: int) -> str:
    plans = [Nth(number, fault) for number in range(size) for fault in Fault]
    came = await bear(home, plans, seed=seed)
    missed = unlogged(came.words)
    if missed:
        raise AssertionError(missed)
    return (
        f"{len(Fault)} faults of each of the first {size} calls of a match: {came.matches:,} "
        f"matches, {came.struck.total():,} calls failed, all played to the end, 0 moves lost, "
        "0 errors unlogged"
    )


async def hands(home: Path, size: int, seed: int) -> str:
    done = await search(seed, size)
    if done.found:
        raise AssertionError(done.found[0])
    return done.row()


async def forged(home: Path, size: int, seed: int) -> str:
    told = await forge(home, size, seed)
    return (
        f"{size:,} forged, replayed and outsiders' clicks: {told.total():,} polite answers of "
        f"{len(told)} kinds, 0 changes, 0 errors"
    )


async def matches(home: Path, size: int, seed: int) -> str:
    def progress(number: int, memory_kb: int) -> None:
        _say(number, size, f"matches, {memory_kb:,} kB")

    came = await outlive(home, size, progress)
    first, last = came.first, came.last
    return (
        f"{came.matches:,} matches, {came.moves:,} moves, no Discord: memory "
        f"{first.memory_kb / 1024:.0f} → {last.memory_kb / 1024:.0f} MB ({came.growth:+.1f} %) "
        f"since the first tenth, {last.tasks} tasks ({first.tasks}), "
        f"{last.files} files ({first.files})"
    )


def _say(number: int, size: int, what: str) -> None:
    """How far a run is, twenty times in all."""
    if number % max(1, size // 20) == 0:
        print(f"{number} {what}", file=sys.stderr, flush=True)


RUNS: dict[str, tuple[Run, int]] = {
    "kills": (kills, 300),
    "stops": (stops, 50),
    "faults": (faults, 120),
    "sealed": (sealed, 300),
    "hands": (hands, 10_000),
    "forged": (forged, 100_000),
    "wire": (wire, 2000),
    "matches": (matches, 10_000),
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("runs", nargs="*", help=", ".join(RUNS))
    parser.add_argument("--size", type=int, help="how much of it, instead of all")
    parser.add_argument("--seed", type=int, default=20261130)
    options = parser.parse_args()
    print("| run | what came of it | minutes |\n|---|---|---|", flush=True)
    for name in options.runs or RUNS:
        run, size = RUNS[name]
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as home:
            came = asyncio.run(run(Path(home), options.size or size, options.seed), debug=False)
        print(f"| {name} | {came} | {(time.monotonic() - began) / 60:.1f} |", flush=True)


if __name__ == "__main__":
    main()
