"""What the expert would do, and why, as data: words are found for it in rendering."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from bot.engine import (
    Action,
    Card,
    CardSet,
    Knock,
    Phase,
    Take,
    Throw,
    View,
    arrange,
    card_set,
    cards_in,
)
from bot.engine.cards import DECK
from bot.engine.melds import least_after_each

from .expert import Judgement, draw, judge
from .knocking import KnockOrWait
from .sight import Sight, sight
from .throws import worth_taking

_ALTERNATIVES = 3


class NotTaken(StrEnum):
    """Why the expert leaves the top of the pile."""

    NO_GAIN = "no gain"
    """It would not meld, or leave no less than there is."""
    CLOSED = "closed"
    """The rules give no choice: the stock is all there is."""
    GOING_ROUND = "going round"
    """It would gain, but cards have been going round over the pile for some turns."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another throw, and what it costs by the expert's reckoning, in points."""

    card: Card
    deadwood: int
    cost: float


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a loose card of the hand waits for."""

    card: Card
    completes: tuple[Card, ...]
    """Cards not seen yet, each of which would make three with it and another one held."""
    alive: bool
    """Whether it can be in any meld of cards held and cards not seen."""
    melds: bool
    """Whether it melds with cards held already."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What the expert would do now.

    `deadwood` is the least that remains after the action; for a pass or a draw from the stock
    the least there is now. `thrown` and `kept` are there where a card is thrown.
    """

    action: Action
    deadwood: int
    not_taken: NotTaken | None = None
    thrown: Waiting | None = None
    kept: tuple[Waiting, ...] = ()
    """The loose cards that stay and still wait for something, dearest first."""
    alternatives: tuple[Alternative, ...] = ()
    least: int = 0
    """The least that any throw leaves, where one is made."""
    weighed: KnockOrWait | None = None
    """A knock against waiting for gin, where there is the choice."""


def hint(view: View, seed: int = 0) -> Hint:
    """What the expert would do at this moment, and why.

    Raises:
        ValueError: the seat of the view is not to move.
    """
    if view.hand is None or view.turn is None or view.turn != view.seat:
        raise ValueError("it is somebody else's turn")
    cards = sight(view)
    if view.phase is not Phase.THROW:
        return _hint_to_draw(view, cards)
    return _hint_to_throw(view, cards, judge(view, seed))


def _hint_to_draw(view: View, cards: Sight) -> Hint:
    action = draw(view, cards)
    now = view.hand.reading.points if view.hand else 0
    if isinstance(action, Take) and view.pile_top is not None:
        left = least_after_each(cards.held | view.pile_top.bit, cards_in(cards.held))
        return Hint(action, min(left.values()))
    return Hint(action, now, _why_not(view, cards))


def _why_not(view: View, cards: Sight) -> NotTaken:
    if Take() not in view.legal or view.pile_top is None:
        return NotTaken.CLOSED
    gains = worth_taking(cards, view.pile_top)
    return NotTaken.GOING_ROUND if gains else NotTaken.NO_GAIN


def _hint_to_throw(view: View, cards: Sight, judged: Judgement) -> Hint:
    action = judged.action
    if not isinstance(action, Throw | Knock):
        return Hint(action, 0)
    of = {throw.card: throw for throw in judged.throws}
    best = of[action.card]
    others = [throw for throw in judged.throws if throw.card != action.card]
    ten = cards.held ^ action.card.bit
    waits = [waiting(card, ten, cards.unseen) for card in cards_in(loose(ten))]
    return Hint(
        action=action,
        deadwood=best.deadwood,
        thrown=waiting(action.card, cards.held, cards.unseen),
        kept=tuple(
            sorted((wait for wait in waits if wait.completes), key=lambda wait: -wait.card.points)
        ),
        alternatives=tuple(
            Alternative(throw.card, throw.deadwood, round(judged.throws[0].value - throw.value, 1))
            for throw in others[:_ALTERNATIVES]
        )
        if isinstance(action, Throw)
        else (),
        least=min(least_after_each(cards.held, cards_in(cards.held)).values()),
        weighed=judged.weighed,
    )


def waiting(card: Card, held: CardSet, unseen: CardSet) -> Waiting:
    """What a card of a hand waits for, among the cards that are not seen yet."""
    completes = 0
    alive = melds = False
    for rest in _company(card):
        missing = rest & ~held
        if missing & ~unseen:
            continue
        alive = True
        melds = melds or not missing
        if missing.bit_count() == 1:
            completes |= missing
    return Waiting(card, cards_in(completes), alive, melds)


@cache
def _company(card: Card) -> tuple[CardSet, ...]:
    """For each meld of three that `card` may be in, its two other cards."""
    same = [one.bit for one in DECK if one.rank == card.rank and one != card]
    pairs = [a | b for number, a in enumerate(same) for b in same[number + 1 :]]
    for low in range(card.rank - 2, card.rank + 1):
        if low >= 0 and low + 2 <= 12:
            run = 0b111 << card.suit * 13 + low
            pairs.append(run ^ card.bit)
    return tuple(pairs)


def loose(ten: CardSet) -> CardSet:
    """The cards that are in no meld of the reading with the least deadwood."""
    return card_set(arrange(cards_in(ten)).deadwood)
