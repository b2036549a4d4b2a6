"""A hundred thousand clicks that nobody had a right to make."""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.discord.forging import check, clicks, world
from tests.speaking import heard

from .watching import errors_logged

TITLE = "Forged clicks"

CLICKS = 100_000
CLICKS_A_WORLD = 2_000
"""SimCord keeps all that happens, so it is left behind from time to time."""
CLICKS_AT_ONCE = 100


def run(scale: float) -> list[str]:
    """Make them up, send them, and look at what came of it."""
    wanted = max(CLICKS_AT_ONCE, round(CLICKS * scale))
    with errors_logged() as errors, heard() as complaints:
        told = asyncio.run(_click(wanted))
    assert not errors, errors[0]
    assert not complaints, complaints[0]
    return [
        f"{wanted:,} forged clicks, {told.total():,} answers in words of {len(told)} kinds",
        "changes of state 0, second answers 0, errors logged 0",
    ]


async def _click(wanted: int) -> Counter[str]:
    told: Counter[str] = Counter()
    with TemporaryDirectory() as folder:
        for seed in range(-(-wanted // CLICKS_A_WORLD)):
            async with world(Path(folder) / f"{seed}.sqlite3") as made:
                endless = clicks(made, Random(1_000 + seed))
                here = min(CLICKS_A_WORLD, wanted - told.total())
                for first in range(0, here, CLICKS_AT_ONCE):
                    told += await check(
                        made, list(islice(endless, min(CLICKS_AT_ONCE, here - first)))
                    )
    return told
