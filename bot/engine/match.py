"""A match: hands dealt and scored until somebody has won.

`decide` says what an action does, `evolve` puts one event into a new state, and the
state of a match is `replay` of all its events. Chance comes in as an action of the
table: `DealHand` carries the shuffled order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from . import courtesies as manners
from . import deal as deals
from .actions import (
    Action,
    CallTime,
    DealHand,
    EndMatch,
    MatchEnding,
    NextHand,
    Proposal,
    Recall,
    Resign,
    Seat,
    other,
)
from .deal import Deal, Phase, TurnEvent
from .errors import AlreadyReady, MatchOver, OutOfPlace, WrongMoment
from .events import (
    Declined,
    Event,
    HandDealt,
    HandEnded,
    HandResult,
    HintsAgreed,
    MatchBegan,
    MatchEnded,
    Paused,
    PlayedOn,
    Proposed,
    Ready,
    Recalled,
    SatBack,
    StandInAgreed,
    StoodIn,
    TimeCalled,
    WaitedOn,
)
from .rules import Rules
from .scoring import match_winner, next_dealer, running_score, score_hand

_RESIGN = Resign()


class Match(NamedTuple):
    """The state of a match. `version` is the number of events so far.

    What stands after `ended` is between the players; up to `late` it ends with the next turn.
    """

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
    proposed: Proposed | None = None
    """What one player has asked of the other, who has not answered yet."""
    declined: frozenset[Proposal] = frozenset()
    """What was declined in this turn and so may not be asked again."""
    paused: bool = False
    late: TimeCalled | None = None
    """Whose time is up; the other may claim the match or wait on."""
    agreed: frozenset[Proposal] = frozenset()
    """What both have agreed to for the rest of the match."""
    stood_in: Seat | None = None
    """The seat that a computer plays for, until its player is back."""
    assisted: bool = False
    """Whether a computer has ever stood in."""

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
    """Every action of the game open to a seat now, resigning included.

    What players may ask of each other beside it is in `courtesies`.
    """
    deal = match.deal
    if match.ended:
        return ()
    if deal is None or deal.phase is Phase.SHOWN:
        return (_RESIGN,) if seat in match.ready else (NextHand(), _RESIGN)
    if deal.turn != seat:
        return (_RESIGN,)
    return (*deals.legal_turns(match.rules, deal), _RESIGN)


def courtesies(match: Match, seat: Seat) -> tuple[Action, ...]:
    """What a seat may ask of the other now, or answer, and what it may do about a late one."""
    return manners.courtesies(match, seat)


def decide(match: Match, seat: Seat | None, action: Action) -> tuple[Event, ...]:
    """What an action of a seat does; None as the seat is the table.

    Raises:
        Refused: a leaf of it that says what the rules deny.
    """
    if match.ended:
        raise MatchOver
    if seat is None or type(action) in _BY_THE_TABLE:
        if seat is not None or type(action) not in _BY_THE_TABLE:
            raise OutOfPlace
        return _BY_THE_TABLE[type(action)](match, action)
    beside = _BESIDE_TURNS.get(type(action))
    if beside is not None:
        return beside(match, seat, action)
    if match.deal is None:
        raise WrongMoment(Phase.SHOWN)
    return _turn(match, match.deal, deals.decide_turn(match.rules, match.deal, seat, action))


def _deal_hand(match: Match, action: DealHand) -> tuple[Event, ...]:
    _require_between_hands(match)
    if not deals.is_whole_deck(action.order):
        raise ValueError("a deal takes each of the 52 cards once")
    return (HandDealt(match.dealer, action.order, action.salt),)


def _end_match(match: Match, action: EndMatch) -> tuple[Event, ...]:
    if action.ending not in _FROM_OUTSIDE:
        raise OutOfPlace
    winner = _leader(match) if action.ending is MatchEnding.STOPPED else None
    return (MatchEnded(winner, action.ending),)


_FROM_OUTSIDE = frozenset({MatchEnding.STOPPED, MatchEnding.CALLED_OFF, MatchEnding.ABANDONED})


def _leader(match: Match) -> Seat | None:
    """The seat with more hand points; None where they are level."""
    first, second = (score.points for score in running_score(match.results))
    return None if first == second else 0 if first > second else 1


_BY_THE_TABLE: dict[type[Any], Callable[[Match, Any], tuple[Event, ...]]] = {
    DealHand: _deal_hand,
    EndMatch: _end_match,
    CallTime: manners.call_time,
    Recall: manners.recall,
}


def _next_hand(match: Match, seat: Seat, action: NextHand) -> tuple[Event, ...]:
    _require_between_hands(match)
    if seat in match.ready:
        raise AlreadyReady
    return (Ready(seat),)


def _require_between_hands(match: Match) -> None:
    if match.deal is not None and match.deal.phase is not Phase.SHOWN:
        raise WrongMoment(match.deal.phase)


def _resign(match: Match, seat: Seat, action: Resign) -> tuple[Event, ...]:
    return (MatchEnded(other(seat), MatchEnding.RESIGNED),)


_BESIDE_TURNS: dict[type[Any], Callable[[Match, Seat, Any], tuple[Event, ...]]] = {
    NextHand: _next_hand,
    Resign: _resign,
    **manners.DECIDE,
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
    rules, dealer, _, _, _, results, ready, ended, *_, agreed, stood_in, assisted = match
    begun = (rules, dealer, version, version, deal, results, ready, ended)
    return Match(*begun, agreed=agreed, stood_in=stood_in, assisted=assisted)


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
    over = match._replace(version=version, turned=version, ended=event)
    return over._replace(proposed=None, paused=False, late=None, stood_in=None)


def _proposed(match: Match, event: Proposed, version: int) -> Match:
    return match._replace(version=version, proposed=event)


def _declined(match: Match, event: Declined, version: int) -> Match:
    declined = match.declined | {event.proposal}
    return match._replace(version=version, proposed=None, declined=declined)


def _paused(match: Match, event: Paused, version: int) -> Match:
    return match._replace(version=version, proposed=None, paused=True, late=None)


def _played_on(match: Match, event: PlayedOn, version: int) -> Match:
    return match._replace(version=version, paused=False)


def _time_called(match: Match, event: TimeCalled, version: int) -> Match:
    return match._replace(version=version, late=event)


def _no_longer_late(match: Match, event: WaitedOn | Recalled, version: int) -> Match:
    return match._replace(version=version, late=None)


_LASTING = {event: proposal for proposal, event in manners.LASTING.items()}


def _agreed(match: Match, event: HintsAgreed | StandInAgreed, version: int) -> Match:
    agreed = match.agreed | {_LASTING[type(event)]}
    return match._replace(version=version, proposed=None, agreed=agreed)


def _stood_in(match: Match, event: StoodIn, version: int) -> Match:
    beside = match._replace(version=version, proposed=None, late=None)
    return beside._replace(stood_in=event.seat, assisted=True)


def _sat_back(match: Match, event: SatBack, version: int) -> Match:
    return match._replace(version=version, stood_in=None)


_EVOLVE: dict[type[Any], Callable[[Match, Any, int], Match]] = {
    HandDealt: _dealt,
    HandEnded: _hand_ended,
    Ready: _ready,
    Proposed: _proposed,
    Declined: _declined,
    Paused: _paused,
    PlayedOn: _played_on,
    TimeCalled: _time_called,
    WaitedOn: _no_longer_late,
    Recalled: _no_longer_late,
    HintsAgreed: _agreed,
    StandInAgreed: _agreed,
    StoodIn: _stood_in,
    SatBack: _sat_back,
    MatchEnded: _match_ended,
}
