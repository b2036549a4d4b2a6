"""Chance: the operating system's own randomness."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from bot.engine import DECK, Card


class Shuffler:
    """Deals from a deck that nobody can foresee."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def deck(self) -> Sequence[Card]:
        """All 52 cards in random order."""
        return self._random.sample(DECK, len(DECK))


def toss() -> int:
    """The seat that deals first, by chance."""
    return secrets.randbelow(2)


def challenger_deals() -> int:
    """The seat that deals first where the cards are set beforehand: the challenger's."""
    return 0
