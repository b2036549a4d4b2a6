"""The last turns of a hand, reckoned out over every way in which the unseen cards may lie.

With three cards in the stock a throw leaves the other player one draw, and there are at most
286 hands he may hold. So nothing is estimated: each counts alike. From here on whoever can end
the hand does, with what leaves him least; the other player takes the card thrown if it melds
and leaves him less than he has.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from statistics import fmean

from bot.engine import (
    Action,
    BigGin,
    Card,
    CardSet,
    Draw,
    HandEnded,
    Knock,
    Match,
    Phase,
    Seat,
    Take,
    Throw,
    View,
    card_set,
    cards_in,
    decide,
    evolve,
    least_deadwood,
    legal,
)
from bot.engine.deal import Deal, deadwood_after
from bot.engine.melds import least_after_each

from .sight import Sight, sight
from .throws import worth_taking

LAST_STOCK = 3
"""With more cards than these in the stock there are too many ways to go through."""
_THROWS = 4
"""Throws looked at: those that leave least. None beyond them was ever better (tests)."""


def reckoned_out(match: Match, view: View, played: Action) -> dict[Action, float]:
    """What a knock and the likeliest throws bring the seat of the view on average, in points.

    `match` is the position with the seat to throw; of its hidden cards nothing is used. What was
    `played` is among them.

    Raises:
        ValueError: the view is a spectator's, or the stock has more than three cards.
    """
    if view.seat is None or match.deal is None or view.stock_left > LAST_STOCK:
        raise ValueError("these are no last turns")
    cards = sight(view)
    brings: dict[Action, float] = {}
    for choice in dict.fromkeys([*_likely(match.deal, view), played]):
        if isinstance(choice, Throw):
            brings[choice] = _throw(match, view.seat, choice, cards)
        else:
            brings[choice] = fmean(
                _outcome(_world(match, match.deal, view.seat, theirs, stock), view.seat, choice)
                for theirs, stock in _hands(match.deal, cards)
            )
    return brings


def _likely(deal: Deal, view: View) -> Iterator[Action]:
    """The knock that leaves least, and the throws that leave least and next to that."""
    left = deadwood_after(deal)
    cards = sorted(left, key=lambda card: (left[card], -card.points))
    if Knock(cards[0]) in view.legal:
        yield Knock(cards[0])
    for card in cards[:_THROWS]:
        yield Throw(card)


def _hands(deal: Deal, cards: Sight) -> Iterator[tuple[CardSet, tuple[Card, ...]]]:
    """Every hand the other player may hold, and the cards that are in the stock then."""
    for stock in combinations(cards_in(cards.unseen), deal.stock_left):
        yield cards.unseen & ~card_set(stock) | cards.theirs, stock


def _world(match: Match, deal: Deal, seat: Seat, theirs: CardSet, stock: tuple[Card, ...]) -> Match:
    """The match with this hand of the other player and this stock."""
    mine = deal.hands[seat]
    hands = (mine, theirs) if seat == 0 else (theirs, mine)
    order = (*deal.order[: -len(stock)], *stock)
    return match._replace(deal=deal._replace(hands=hands, order=order))


def _throw(match: Match, seat: Seat, throw: Throw, cards: Sight) -> float:
    """What a throw brings on average, over every hand and every card on top of the stock."""
    for event in decide(match, seat, throw):
        match = evolve(match, event)
    deal = match.deal
    if deal is None or deal.phase is Phase.SHOWN:
        return 0.0
    return fmean(
        _answer(match, deal, seat, theirs, (top, *(card for card in stock if card != top)))
        for theirs, stock in _hands(deal, cards)
        for top in stock
    )


def _answer(match: Match, deal: Deal, seat: Seat, theirs: CardSet, stock: tuple[Card, ...]) -> int:
    """What the hand comes to once the other player, who holds `theirs`, has had his turn."""
    takes = worth_taking(Sight(theirs, 0, 0, 0, 0, deal.stock_left, 0), deal.pile[-1])
    eleven = theirs | stock[0].bit
    if not takes and min(least_after_each(eleven, cards_in(eleven)).values()) > deal.limit:
        # He has drawn, cannot end the hand, and with two cards left it is void.
        return 0
    world = _world(match, deal, seat, theirs, stock)
    return _outcome(world, seat, Take() if takes else Draw())


def _outcome(match: Match, seat: Seat, action: Action) -> int:
    """What the hand comes to in points for the seat, after this move of whoever is to move."""
    while True:
        for event in decide(match, match.to_move, action):
            if isinstance(event, HandEnded):
                result = event.result
                return result.points if result.winner == seat else -result.points
            match = evolve(match, event)
        if match.deal is None:
            return 0
        action = _next(match, match.deal)


def _next(match: Match, deal: Deal) -> Action:
    """The move of whoever is to move: a draw, the best end there is, or the best throw."""
    if deal.phase is not Phase.THROW:
        return Draw()
    if not least_deadwood(deal.hands[deal.turn]) and BigGin() in legal(match, deal.turn):
        return BigGin()
    left = deadwood_after(deal)
    card = min(left, key=lambda one: (left[one], -one.points))
    return Knock(card) if left[card] <= deal.limit else Throw(card)
