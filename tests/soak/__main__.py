"""`make soak`: all the long runs, or those that are named (`ARGS="kills --size 30"`).

What is not as it should be ends the run with an AssertionError; what is printed is a table for
README, one line a run.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeAlias

from tests.wire.kills import survive

Run: TypeAlias = Callable[[Path, int, int], Coroutine[Any, Any, str]]
"""A run in an empty directory, of a size and by a seed; what came of it, in words."""


async def kills(home: Path, size: int, seed: int) -> str:
    came = await survive(home, kills=size, tables=8, seed=seed)
    return (
        f"{came.kills:,} kills in {came.matches:,} matches of 8 tables at once: "
        f"{came.clicks:,} clicks, {came.unanswered:,} of them without an answer; "
        f"{came.moves:,} moves stored, {came.acknowledged:,} had been answered, "
        f"0 lost, 0 twice, {came.matches:,} scores as replayed"
    )


RUNS: dict[str, tuple[Run, int]] = {
    "kills": (kills, 300),
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
