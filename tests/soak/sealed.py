"""Ten thousand hands through everything that makes messages."""

from __future__ import annotations

import asyncio

from tests.sealing import search

TITLE = "Sealed"

HANDS = 10_000


def run(scale: float) -> list[str]:
    """Play them, and look through what each player and everybody else would be sent."""
    done = asyncio.run(search(seed=10_000, hands=max(1, round(HANDS * scale))))
    assert not done.found, done.found[0]
    return [done.row()]
