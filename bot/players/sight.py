"""What a seat can know of the cards from its view, as sets.

A careful person remembers the pile; the views list every public move, so a player
needs no memory of his own and a restart makes him forget nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from bot.engine import CardSet, View, card_set
from bot.engine.cards import FULL_DECK


class Sight(NamedTuple):
    """Where the cards are, as far as one seat can know. All sets are masks of cards."""

    held: CardSet
    """His own cards."""
    unseen: CardSet
    """In the stock or in the other hand, nobody knows which."""
    theirs: CardSet
    """Known to be in the other hand: taken from the pile and not thrown since."""
    left: CardSet
    """Let lie by the other player, who drew from the stock or passed instead."""
    theirs_thrown: CardSet
    """What the other player has thrown."""
    stock_left: int
    turns: int
    """Turns he himself has finished in this hand."""


def sight(view: View) -> Sight:
    """The cards as the seat of `view` may know them.

    Raises:
        ValueError: the view is a spectator's.
    """
    if view.seat is None or view.hand is None:
        raise ValueError("a spectator has no hand")
    held = card_set(view.hand.reading.cards)
    theirs = left = thrown = turns = 0
    pile = [view.upcard]
    for move in view.moves:
        mine = move.seat == view.seat
        if move.kind == "took":
            card = pile.pop()
            if not mine:
                theirs |= card.bit
        elif move.kind == "threw" and move.card is not None:
            pile.append(move.card)
            if mine:
                turns += 1
            else:
                theirs &= ~move.card.bit
                thrown |= move.card.bit
        elif move.kind == "took back" and move.card is not None:
            pile.pop()
            if mine:
                turns -= 1
            else:
                theirs |= move.card.bit
                thrown &= ~move.card.bit
        elif not mine and pile and move.kind in {"drew", "passed"}:
            left |= pile[-1].bit
    unseen = FULL_DECK & ~(held | theirs | card_set(pile))
    return Sight(held, unseen, theirs, left, thrown, view.stock_left, turns)
