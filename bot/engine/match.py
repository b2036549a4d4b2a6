"""A match: hands dealt and scored until somebody has won.

`decide` says what an action does, `evolve` puts one event into a new state, and the
state of a match is `replay` of all its events. Chance comes in as an action of the
table: `DealHand` carries the shuffled order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from . import deal as deals
from .actions import Action, DealHand, NextHand, Resign, Seat, other
from .deal import Deal, Phase, TurnEvent
from .errors import AlreadyReady, MatchOver, OutOfPlace, WrongMoment
from .events import (
    Event,
    HandDealt,
    HandEnded,
    HandResult,
    MatchBegan,
    MatchEnded,
    MatchEnding,
    Ready,
)
from .rules import Rules
from .scoring import match_winner, next_dealer, score_hand

_RESIGN = Resign()


class Match(NamedTuple):
    """The state of a match. `version` is the number of events so far."""

    rules: Rules
    dealer: Seat
    """Who deals the next hand, or has dealt the present one."""
    version: int = 1
    turned: int = 1
    """The version at which the choices before the players last changed."""
    deal: Deal | None = None
    results: tuple[HandResult, ...] = ()
    ready: frozenset[Seat] = frozenset()
    ended: MatchEnded | None = None

    @property
    def between_hands(self) -> bool:
        """Whether a new hand may be dealt."""
        return self.ended is None and (self.deal is None or self.deal.phase is Phase.SHOWN)

    @property
    def all_ready(self) -> bool:
        """Whether nobody is being waited for between two hands."""
        return self.deal is None or len(self.ready) == 2

    @property
    def to_move(self) -> Seat | None:
        """The seat whose turn it is; None between hands and at the end."""
        if self.ended or self.deal is None or self.deal.phase is Phase.SHOWN:
            return None
        return self.deal.turn


def begin(event: MatchBegan) -> Match:
    """A match before its first deal."""
    return Match(event.rules, event.first_dealer)


def replay(events: Iterable[Event]) -> Match:
    """The match that these events, from the first on, have made.

    Raises:
        ValueError: they do not start with `MatchBegan`.
    """
    history = iter(events)
    first = next(history, None)
    if not isinstance(first, MatchBegan):
        raise ValueError("a match starts with MatchBegan")
    match = begin(first)
    for event in history:
        match = evolve(match, event)
    return match


def legal(match: Match, seat: Seat) -> tuple[Action, ...]:
    """Every action open to a seat now, resigning included."""
    deal = match.deal
    if match.ended:
        return ()
    if deal is None or deal.phase is Phase.SHOWN:
        return (_RESIGN,) if seat in match.ready else (NextHand(), _RESIGN)
    if deal.turn != seat:
        return (_RESIGN,)
    return (*deals.legal_turns(match.rules, deal), _RESIGN)


def decide(match: Match, seat: Seat | None, action: Action) -> tuple[Event, ...]:
    """What an action of a seat does; None as the seat is the table, which may only deal.

    Raises:
        Refused: a leaf of it that says what the rules deny.
    """
    if match.ended:
        raise MatchOver
    if type(action) is DealHand and seat is None:
        return _deal_hand(match, action)
    if seat is None or type(action) is DealHand:
        raise OutOfPlace
    between = _BETWEEN_TURNS.get(type(action))
    if between is not None:
        return between(match, seat)
    if match.deal is None:
        raise WrongMoment(Phase.SHOWN)
    return _turn(match, match.deal, deals.decide_turn(match.rules, match.deal, seat, action))


def _deal_hand(match: Match, action: DealHand) -> tuple[Event, ...]:
    _require_between_hands(match)
    if not deals.is_whole_deck(action.order):
        raise ValueError("a deal takes each of the 52 cards once")
    return (HandDealt(match.dealer, action.order),)


def _next_hand(match: Match, seat: Seat) -> tuple[Event, ...]:
    _require_between_hands(match)
    if seat in match.ready:
        raise AlreadyReady
    return (Ready(seat),)


def _require_between_hands(match: Match) -> None:
    if match.deal is not None and match.deal.phase is not Phase.SHOWN:
        raise WrongMoment(match.deal.phase)


def _resign(match: Match, seat: Seat) -> tuple[Event, ...]:
    return (MatchEnded(other(seat), MatchEnding.RESIGNED),)


_BETWEEN_TURNS: dict[type[Any], Callable[[Match, Seat], tuple[Event, ...]]] = {
    NextHand: _next_hand,
    Resign: _resign,
}


def _turn(match: Match, deal: Deal, event: TurnEvent) -> tuple[Event, ...]:
    """The turn's event, with the score and the end of the match where they follow."""
    if not deals.ends(deal, event):
        return (event,)
    result = score_hand(match.rules, deals.evolve_turn(deal, event))
    winner = match_winner(match.rules, (*match.results, result))
    if winner is None:
        return (event, HandEnded(result))
    return (event, HandEnded(result), MatchEnded(winner, MatchEnding.PLAYED))


def evolve(match: Match, event: Event) -> Match:
    """The match after `event`."""
    version = match.version + 1
    change = _EVOLVE.get(type(event))
    if change is not None:
        return change(match, event, version)
    # Everything else is a turn, and a turn needs a deal: a history without one is no history.
    deal = deals.evolve_turn(match.deal, event)  # type: ignore[arg-type]
    rules, dealer, _, _, _, results, ready, ended = match
    return Match(rules, dealer, version, version, deal, results, ready, ended)


def _dealt(match: Match, event: HandDealt, version: int) -> Match:
    return match._replace(
        version=version,
        turned=version,
        dealer=event.dealer,
        deal=deals.start(match.rules, event),
        ready=frozenset(),
    )


def _hand_ended(match: Match, event: HandEnded, version: int) -> Match:
    deal = match.deal._replace(phase=Phase.SHOWN) if match.deal else None
    return match._replace(
        version=version,
        turned=version,
        dealer=next_dealer(match.rules, event.result),
        deal=deal,
        results=(*match.results, event.result),
    )


def _ready(match: Match, event: Ready, version: int) -> Match:
    return match._replace(version=version, ready=match.ready | {event.seat})


def _match_ended(match: Match, event: MatchEnded, version: int) -> Match:
    return match._replace(version=version, turned=version, ended=event)


_EVOLVE: dict[type[Any], Callable[[Match, Any, int], Match]] = {
    HandDealt: _dealt,
    HandEnded: _hand_ended,
    Ready: _ready,
    MatchEnded: _match_ended,
}
