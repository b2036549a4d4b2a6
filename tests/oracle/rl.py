"""RLCard's gin-rummy, spoken to in our cards. Its suits are in the order s h d c."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.engine import DECK, Card


class RLCard:
    """The judge: its counting, and its game."""

    def __init__(self, gin_rummy: Any) -> None:
        from importlib import import_module

        package = gin_rummy.__name__
        self._cards = import_module(f"{package}.utils.utils")
        self._melding = import_module(f"{package}.utils.melding")
        self._judge = import_module(f"{package}.judge")
        self.actions = import_module(f"{package}.utils.action_event")
        self.Game = gin_rummy.Game
        self._theirs = [self._cards.get_card(self.number(card)) for card in DECK]

    @staticmethod
    def number(card: Card) -> int:
        """Our card as RLCard counts."""
        return (3 - card.suit) * 13 + card.rank
