"""Matches played by computer players, and the moments in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from bot.engine import (
    CardSet,
    DealHand,
    Event,
    HandDealt,
    Match,
    MatchBegan,
    Rules,
    Seat,
    cards_in,
    decide,
    evolve,
    other,
    replay,
    view_for,
)
from bot.players import Player
from bot.players.sight import sight
from tests import strategies


class Moment(NamedTuple):
    """A match at which `seat` is to move."""

    match: Match
    seat: Seat


def play(
    players: Sequence[Player], rules: Rules, rng: Random, hands: int = 1
) -> tuple[list[Event], list[Moment]]:
    """So many hands at most, and every moment at which somebody had to choose."""
    history: list[Event] = [MatchBegan(rules, rng.randrange(2))]
    match = replay(history)
    moments: list[Moment] = []
    while match.ended is None:
        if match.to_move is None:
            if len(match.results) >= hands:
                break
            events = decide(match, None, DealHand(strategies.any_deck(rng)))
        else:
            moments.append(Moment(match, match.to_move))
            action = players[match.to_move].choose(view_for(match, match.to_move))
            events = decide(match, match.to_move, action)
        for event in events:
            history.append(event)
            match = evolve(match, event)
    return history, moments


def hand_of(history: Sequence[Event]) -> Iterator[Event]:
    """The events of the last hand, its deal first."""
    start = max(n for n, event in enumerate(history) if isinstance(event, HandDealt))
    yield from history[start:]


def otherwise(moment: Moment, rng: Random) -> Match:
    """The same match with all that the seat to move cannot see dealt anew."""
    match, seat = moment
    deal = match.deal
    assert deal is not None
    cards = sight(view_for(match, seat))
    hidden = list(cards_in(cards.unseen))
    rng.shuffle(hidden)
    count = 10 - cards.theirs.bit_count()
    theirs: CardSet = cards.theirs
    for card in hidden[:count]:
        theirs |= card.bit
    hands = (deal.hands[0], theirs) if seat == 0 else (theirs, deal.hands[1])
    assert deal.hands[other(seat)].bit_count() == theirs.bit_count() == 10
    order = deal.order[: 52 - deal.stock_left] + tuple(hidden[count:])
    return match._replace(deal=deal._replace(hands=hands, order=order))
