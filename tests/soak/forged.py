"""A hundred thousand clicks that nobody had a right to make."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

from tests.discord.forging import check, clicks, world
from tests.speaking import heard

from .watching import errors_logged

CLICKS_A_WORLD = 2_000
"""SimCord keeps all that happens, so it is left behind from time to time."""
CLICKS_AT_ONCE = 100


async def forge(home: Path, wanted: int, seed: int) -> Counter[str]:
    """Make them up, send them, and count the words they were answered in.

    Raises:
        AssertionError: one of them has changed something, or was not answered once and politely.
    """
    with errors_logged() as errors, heard() as complaints:
        told = await _click(home, wanted, seed)
    if errors or complaints:
        raise AssertionError([*errors, *complaints][0])
    return told


async def _click(home: Path, wanted: int, seed: int) -> Counter[str]:
    told: Counter[str] = Counter()
    for number in range(-(-wanted // CLICKS_A_WORLD)):
        async with world(home / f"{number}.sqlite3") as made:
            endless = clicks(made, Random(seed + number))
            here = min(CLICKS_A_WORLD, wanted - told.total())
            for first in range(0, here, CLICKS_AT_ONCE):
                told += await check(made, list(islice(endless, min(CLICKS_AT_ONCE, here - first))))
    return told
