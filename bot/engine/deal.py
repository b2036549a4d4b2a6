"""One deal: from the shuffle to the moment the cards are shown.

For each action there is a pair: `decide_…` says what happens or refuses, and
`evolve` puts what happened into a new `Deal`. `legal_turns` lists what the seat to
move may do; buttons are made from that list and nothing re-derives it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from .actions import Action, BigGin, Draw, Knock, Pass, Seat, Take, Throw, other
from .cards import DECK, FULL_DECK, Card, CardSet, card_set, cards_in
from .errors import (
    CardJustTaken,
    CardNotHeld,
    NotBigGin,
    NotYourTurn,
    TooMuchDeadwood,
    UpcardClosed,
    WrongMoment,
)
from .events import Drew, HandDealt, Knocked, Passed, Threw, Took, TookBack, WentBigGin
from .melds import least_after_each, least_deadwood
from .rules import Rules

_FIRST_STOCK = 31
_LAST_STOCK = 2
"""With this many left in the stock the hand cannot go on."""


class Phase(StrEnum):
    """What the seat to move has to do."""

    UPCARD = "upcard"
    """Take the upcard or pass."""
    DRAW = "draw"
    THROW = "throw"
    """Throw a card, or end the hand."""
    SHOWN = "shown"
    """The hand is over."""


TurnEvent: TypeAlias = Passed | Took | Drew | Threw | TookBack | Knocked | WentBigGin


class Deal(NamedTuple):
    """The state of one deal. `pile` has its top last; `moves` is everything since the deal."""

    dealer: Seat
    order: tuple[Card, ...]
    hands: tuple[CardSet, CardSet]
    pile: tuple[Card, ...]
    stock_left: int
    phase: Phase
    turn: Seat
    limit: int
    """The most deadwood a knock may leave."""
    multiplier: int
    """By what everything scored in this hand is multiplied."""
    passes: int = 0
    taken: Card | None = None
    """The card taken from the pile in this turn."""
    drawn: Card | None = None
    """The card that came into the hand in this turn, from either place."""
    knock_card: Card | None = None
    knocker: Seat | None = None
    moves: tuple[TurnEvent, ...] = ()
    salt: str = ""
    """What the order is sealed with; as secret as the order."""

    @property
    def stock(self) -> tuple[Card, ...]:
        """The face-down cards, top first."""
        return self.order[len(self.order) - self.stock_left :]


def start(rules: Rules, event: HandDealt) -> Deal:
    """The deal as it stands when the upcard has been turned.

    Cards go one at a time from the non-dealer on, the 21st is the upcard.
    """
    order = event.order
    first, second = card_set(order[0:20:2]), card_set(order[1:20:2])
    return Deal(
        dealer=event.dealer,
        order=order,
        hands=(second, first) if event.dealer == 0 else (first, second),
        pile=(order[20],),
        stock_left=_FIRST_STOCK,
        phase=Phase.UPCARD,
        turn=other(event.dealer),
        limit=rules.limit(order[20]),
        multiplier=rules.multiplier(order[20]),
        salt=event.salt,
    )


def is_whole_deck(order: tuple[Card, ...]) -> bool:
    """Whether every card is there exactly once."""
    return len(order) == 52 and card_set(order) == FULL_DECK


# What the seat to move may do.


_UPCARD = (Take(), Pass())
_STOCK_ONLY = (Draw(),)
_EITHER = (Draw(), Take())
_THROWS = tuple(Throw(card) for card in DECK)
_DEAREST = 10
"""What a throw can take off the count at most."""


def legal_turns(rules: Rules, deal: Deal) -> tuple[Action, ...]:
    """Every action open to the seat whose turn it is, knocks included."""
    phase = deal.phase
    if phase is Phase.THROW:
        return _legal_throws(rules, deal)
    if phase is Phase.DRAW:
        return _STOCK_ONLY if _upcard_closed(rules, deal) else _EITHER
    return _UPCARD if phase is Phase.UPCARD else ()


def _legal_throws(rules: Rules, deal: Deal) -> tuple[Action, ...]:
    throws = tuple([_THROWS[card] for card in _throwable(deal)])
    if least_deadwood(deal.hands[deal.turn]) > deal.limit + _DEAREST:
        return throws
    return (*throws, *_legal_knocks(deal), *_legal_big_gin(rules, deal))


def _throwable(deal: Deal) -> tuple[Card, ...]:
    held = deal.hands[deal.turn]
    return cards_in(held if deal.taken is None else held ^ deal.taken.bit)


def deadwood_after(deal: Deal) -> dict[Card, int]:
    """For each card that may be thrown, the least deadwood of the ten that stay."""
    held = deal.hands[deal.turn]
    return least_after_each(held, _throwable(deal))


def _legal_knocks(deal: Deal) -> tuple[Knock, ...]:
    """The knocks open to the seat to move; the count is minimised over each discard."""
    return tuple(Knock(card) for card, left in deadwood_after(deal).items() if left <= deal.limit)


def _legal_big_gin(rules: Rules, deal: Deal) -> tuple[BigGin, ...]:
    offered = rules.big_gin_bonus is not None
    return (BigGin(),) if offered and least_deadwood(deal.hands[deal.turn]) == 0 else ()


def _upcard_closed(rules: Rules, deal: Deal) -> bool:
    both_passed = deal.passes == 2 and deal.stock_left == _FIRST_STOCK
    return both_passed and not rules.upcard_after_passes


# What happens, or why it does not.


def decide_turn(rules: Rules, deal: Deal, seat: Seat, action: Action) -> TurnEvent:
    """What the action of a seat does.

    Raises:
        Refused: a leaf of it that says what the rules deny.
    """
    if deal.phase is Phase.SHOWN:
        raise WrongMoment(deal.phase)
    if deal.turn != seat:
        raise NotYourTurn(deal.turn)
    return _DECIDE[type(action)](rules, deal, seat, action)


def _decide_pass(rules: Rules, deal: Deal, seat: Seat, action: Pass) -> TurnEvent:
    _require(deal, Phase.UPCARD)
    return Passed(seat)


def _decide_take(rules: Rules, deal: Deal, seat: Seat, action: Take) -> TurnEvent:
    if deal.phase is not Phase.UPCARD:
        _require(deal, Phase.DRAW)
    if _upcard_closed(rules, deal):
        raise UpcardClosed
    return Took(seat, deal.pile[-1])


def _decide_draw(rules: Rules, deal: Deal, seat: Seat, action: Draw) -> TurnEvent:
    _require(deal, Phase.DRAW)
    return Drew(seat, deal.order[-deal.stock_left])


def _decide_throw(rules: Rules, deal: Deal, seat: Seat, action: Throw) -> TurnEvent:
    _require_throwable(deal, action.card)
    return Threw(seat, action.card)


def _decide_knock(rules: Rules, deal: Deal, seat: Seat, action: Knock) -> TurnEvent:
    _require_throwable(deal, action.card)
    left = least_deadwood(deal.hands[seat] ^ action.card.bit)
    if left > deal.limit:
        raise TooMuchDeadwood(action.card, left, deal.limit)
    return Knocked(seat, action.card)


def _decide_big_gin(rules: Rules, deal: Deal, seat: Seat, action: BigGin) -> TurnEvent:
    _require(deal, Phase.THROW)
    if rules.big_gin_bonus is None:
        raise NotBigGin(None)
    if left := least_deadwood(deal.hands[seat]):
        raise NotBigGin(left)
    return WentBigGin(seat)


def _require(deal: Deal, phase: Phase) -> None:
    if deal.phase is not phase:
        raise WrongMoment(deal.phase)


def _require_throwable(deal: Deal, card: Card) -> None:
    _require(deal, Phase.THROW)
    if not deal.hands[deal.turn] & card.bit:
        raise CardNotHeld(card)
    if card == deal.taken:
        raise CardJustTaken(card)


_DECIDE: dict[type[Any], Callable[[Rules, Deal, Seat, Any], TurnEvent]] = {
    Pass: _decide_pass,
    Take: _decide_take,
    Draw: _decide_draw,
    Throw: _decide_throw,
    Knock: _decide_knock,
    BigGin: _decide_big_gin,
}


# What has happened, as a new state.


def ends(deal: Deal, event: TurnEvent) -> bool:
    """Whether the hand is over once this has happened: shown, or void.

    Void: the turn that drew the third card from the end of the stock threw one and no more.
    """
    if type(event) is Threw:
        return deal.stock_left == _LAST_STOCK
    return type(event) is Knocked or type(event) is WentBigGin


def evolve_turn(deal: Deal, event: TurnEvent) -> Deal:
    """The deal after `event`."""
    return _EVOLVE[type(event)](deal, event, (*deal.moves, event))


_Moves: TypeAlias = tuple[TurnEvent, ...]
_Pile: TypeAlias = tuple[Card, ...]


def _passed(deal: Deal, event: Passed, moves: _Moves) -> Deal:
    passes = deal.passes + 1
    phase = Phase.UPCARD if passes == 1 else Phase.DRAW
    return deal._replace(passes=passes, phase=phase, turn=other(event.seat), moves=moves)


def _took(deal: Deal, event: Took, moves: _Moves) -> Deal:
    pile = deal.pile[:-1]
    return _held(deal, event.card, moves, pile, deal.stock_left, taken=event.card)


def _drew(deal: Deal, event: Drew, moves: _Moves) -> Deal:
    return _held(deal, event.card, moves, deal.pile, deal.stock_left - 1, taken=None)


# The steps of a turn spell their deal out: `_replace` would cost as much as all the rest of
# a move (make bench, hands).


def _held(
    deal: Deal, card: Card, moves: _Moves, pile: _Pile, stock_left: int, taken: Card | None
) -> Deal:
    """The deal once `card` has come into the hand of the seat to move."""
    dealer, order, hands, _, _, _, turn, limit, multiplier, passes, *_, salt = deal
    hands = _with(hands, turn, card)
    rest = (limit, multiplier, passes, taken, card, None, None, moves, salt)
    return Deal(dealer, order, hands, pile, stock_left, Phase.THROW, turn, *rest)


def _threw(deal: Deal, event: Threw, moves: _Moves) -> Deal:
    dealer, order, hands, pile, stock_left, _, turn, limit, multiplier, passes, *_, salt = deal
    hands, pile = _with(hands, turn, event.card), (*pile, event.card)
    rest = (limit, multiplier, passes, None, None, None, None, moves, salt)
    return Deal(dealer, order, hands, pile, stock_left, Phase.DRAW, other(turn), *rest)


def _took_back(deal: Deal, event: TookBack, moves: _Moves) -> Deal:
    """The turn is as it was before its discard; what came in is told by the moves."""
    came_in = next(move for move in reversed(deal.moves) if isinstance(move, Took | Drew))
    return deal._replace(
        hands=_with(deal.hands, event.seat, event.card),
        pile=deal.pile[:-1],
        phase=Phase.THROW,
        turn=event.seat,
        taken=came_in.card if isinstance(came_in, Took) else None,
        drawn=came_in.card,
        moves=moves,
    )


def _knocked(deal: Deal, event: Knocked, moves: _Moves) -> Deal:
    return deal._replace(
        hands=_with(deal.hands, event.seat, event.card),
        phase=Phase.SHOWN,
        knock_card=event.card,
        knocker=event.seat,
        moves=moves,
    )


def _went_big_gin(deal: Deal, event: WentBigGin, moves: _Moves) -> Deal:
    return deal._replace(phase=Phase.SHOWN, knocker=event.seat, moves=moves)


def _with(hands: tuple[CardSet, CardSet], seat: Seat, card: Card) -> tuple[CardSet, CardSet]:
    """The hands once `card` has come into one of them, or left it."""
    first, second = hands
    return (first ^ card.bit, second) if seat == 0 else (first, second ^ card.bit)


_EVOLVE: dict[type[Any], Callable[[Deal, Any, _Moves], Deal]] = {
    Passed: _passed,
    Took: _took,
    Drew: _drew,
    Threw: _threw,
    TookBack: _took_back,
    Knocked: _knocked,
    WentBigGin: _went_big_gin,
}
