"""Chance: the operating system's own randomness."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Protocol, TypeAlias

from bot.engine import DECK, Card
from bot.sessions import Dealer


class Shuffler:
    """Deals from a deck that nobody can foresee."""

    def __init__(self) -> None:
        self._random = secrets.SystemRandom()

    def deck(self) -> Sequence[Card]:
        """All 52 cards in random order."""
        return self._random.sample(DECK, len(DECK))

    def salt(self) -> str:
        """128 random bits, in hexadecimal digits."""
        return secrets.token_hex(16)


class StackedDecks(Protocol):
    """Decks set beforehand, with no salt of their own."""

    def deck(self) -> Sequence[Card]:
        """All 52 cards in the order they are dealt."""
        ...


Decks: TypeAlias = Dealer | StackedDecks
"""Whoever sets cards, with a salt to seal them or without."""


class Unsealed:
    """A dealer of decks that need no seal, because somebody has chosen them."""

    def __init__(self, decks: StackedDecks) -> None:
        self._decks = decks

    def deck(self) -> Sequence[Card]:
        """The next of those decks."""
        return self._decks.deck()

    def salt(self) -> str:
        """None at all."""
        return ""


def toss() -> int:
    """The seat that deals first, by chance."""
    return secrets.randbelow(2)


def challenger_deals() -> int:
    """The seat that deals first where the cards are set beforehand: the challenger's."""
    return 0


def pseudonym() -> int:
    """A negative number for a player who is forgotten; ids of Discord are positive."""
    return -1 - secrets.randbits(62)
