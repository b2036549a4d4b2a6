"""Players of other people's making, stated again in our own words, to be measured against.

`Simple` is the rule of the EAAI gin rummy challenge's sample player; `Camper` and
`Hasty` are the two ways to be patient or not that published players fall into.
"""

from __future__ import annotations

from random import Random

from bot.engine import (
    Action,
    BigGin,
    Card,
    CardSet,
    Draw,
    Knock,
    Pass,
    Phase,
    Take,
    Throw,
    View,
    card_set,
    cards_in,
    least_deadwood,
)
from bot.engine.melds import least_after_each
from bot.players.outlook import melding


class Simple:
    """Takes what melds at all, throws to the least deadwood by lot, knocks at once.

    A pair of a card drawn and a card thrown does not come twice in a hand.
    """

    most = 10
    """The most deadwood to knock with."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = Random(seed)
        self._pairs: set[tuple[Card | None, Card]] = set()
        self._hand = -1

    def choose(self, view: View) -> Action:
        assert view.hand is not None
        if view.phase is not Phase.THROW:
            if len(view.results) != self._hand:
                self._hand = len(view.results)
                self._pairs.clear()
            held = card_set(view.hand.reading.cards)
            if Take() in view.legal and view.pile_top and self.wants(held, view.pile_top):
                return Take()
            return Pass() if view.phase is Phase.UPCARD else Draw()
        if BigGin() in view.legal:
            return BigGin()
        held = card_set(view.hand.reading.cards)
        left = least_after_each(held, [card for card in cards_in(held) if card != view.taken])
        ending = min((n, card) for card, n in left.items())
        if ending[0] <= min(self.most, view.limit):
            return Knock(ending[1])
        drawn = view.hand.drawn
        open_to = {c: n for c, n in left.items() if (drawn, c) not in self._pairs} or left
        least = min(open_to.values())
        card = self._rng.choice([card for card, n in open_to.items() if n == least])
        self._pairs.add((drawn, card))
        return Throw(card)

    def wants(self, held: CardSet, card: Card) -> bool:
        return bool(melding(held) & card.bit)


class GinOnly(Simple):
    """The same, but never knocks with anything loose."""

    most = 0


class Camper(GinOnly):
    """Gin only, and takes a card only if it melds and lowers the deadwood."""

    def wants(self, held: CardSet, card: Card) -> bool:
        if not melding(held) & card.bit:
            return False
        return min(least_after_each(held | card.bit, cards_in(held)).values()) < least_deadwood(
            held
        )


class Hasty(Camper):
    """Draws and throws like the camper, but knocks as soon as may be."""

    most = 10
