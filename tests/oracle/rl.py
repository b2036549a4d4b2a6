"""RLCard's gin-rummy, spoken to in our cards. Its suits are in the order s h d c."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any

from bot.engine import DECK, Card


def number(card: Card) -> int:
    """Our card as RLCard counts."""
    return (3 - card.suit) * 13 + card.rank


_CARDS = tuple(sorted(DECK, key=number))


def card(number: int) -> Card:
    """RLCard's card as ours."""
    return _CARDS[number]


class RLCard:
    """The judge: its counting, and its game."""

    def __init__(self, gin_rummy: Any) -> None:
        package = gin_rummy.__name__
        utils = import_module(f"{package}.utils.utils")
        self._melding = import_module(f"{package}.utils.melding")
        self._judge = import_module(f"{package}.judge")
        self._game = gin_rummy.Game
        self._number = utils.get_card_id
        self._value = utils.get_deadwood_value
        self._theirs = [utils.get_card(number(card)) for card in DECK]
        self.actions = import_module(f"{package}.utils.action_event")

    def cards(self, cards: Iterable[Card]) -> list[Any]:
        """Our cards as its objects."""
        return [self._theirs[card] for card in cards]

    def ours(self, cards: Iterable[Any]) -> set[Card]:
        """Its objects as our cards."""
        return {card(self._number(theirs)) for theirs in cards}

    def least_deadwood(self, cards: Iterable[Card]) -> int:
        """The least all these cards can count, over every choice of melds that it finds."""
        hand = self.cards(cards)
        value = {theirs: self._value(theirs) for theirs in hand}
        melded = (
            sum(value[theirs] for meld in cluster for theirs in meld)
            for cluster in self._melding.get_meld_clusters(hand)
        )
        return int(sum(value.values()) - max(melded, default=0))

    def going_out(self, cards: Iterable[Card], limit: int = 10) -> tuple[set[Card], set[Card]]:
        """The cards of eleven that it lets one knock with, and those it takes for gin."""
        knocks, gins = self._judge.get_going_out_cards(self.cards(cards), limit)
        return self.ours(knocks), self.ours(gins)

    def game(self, mover: Iterable[Card] = (), other: Iterable[Card] = ()) -> Any:
        """A game that has just begun, with these hands where they are given."""
        game = self._game()
        game.init_game()
        first = game.round.current_player_id
        for seat, hand in ((first, self.cards(mover)), (1 - first, self.cards(other))):
            if hand:
                game.round.players[seat].hand = hand
                game.round.players[seat].did_populate_hand()
        return game
