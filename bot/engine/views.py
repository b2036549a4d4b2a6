"""What a seat may know of a match: the only way a hand leaves the engine.

Every picture, sentence, file name and button is made from a `View`. Two matches that
differ only in cards a seat cannot see give that seat equal views.
"""

from __future__ import annotations

from dataclasses import dataclass

from .actions import Action, Proposal, Seat
from .cards import Card, CardSet, cards_in
from .commitments import commitment
from .deal import Deal, Phase, TurnEvent, deadwood_after
from .events import (
    Drew,
    HandResult,
    MatchEnded,
    Proposed,
    Threw,
    TimeCalled,
    Took,
    TookBack,
    WentBigGin,
)
from .layoff import LaidOff
from .match import Match, courtesies, legal
from .melds import Arrangement, arrange
from .rules import Rules
from .scoring import Column, SeatScore, running_score, score_columns, showdown


@dataclass(frozen=True, slots=True)
class Move:
    """One public step of the present hand; `card` is None where only its owner saw it.

    `kind` is the kind of the event: passed, took, drew, threw, took back, knocked,
    big gin.
    """

    seat: Seat
    kind: str
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class OwnHand:
    """A seat's own cards, read with the least deadwood over all of them."""

    reading: Arrangement
    drawn: Card | None
    """The card that came in this turn."""
    knocks: tuple[tuple[Card, int], ...] = ()
    """Cards to knock with, each with the deadwood it leaves; 0 is gin."""
    least_after: int | None = None
    """The least deadwood that throwing a card can leave; None when nothing is to be thrown."""
    came: tuple[Card, ...] = ()
    """The cards in the order in which they came into the hand."""


@dataclass(frozen=True, slots=True)
class OpenHands:
    """Both hands after the end of a hand."""

    hands: tuple[Arrangement, Arrangement]
    """Each seat's cards as they were read for the score, without those laid off."""
    knocker: Seat | None
    knock_card: Card | None
    """The card that went face down onto the pile."""
    laid_off: tuple[LaidOff, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The match as one seat, or a spectator (`seat` is None), may see it."""

    seat: Seat | None
    version: int
    rules: Rules
    dealer: Seat
    turn: Seat | None
    phase: Phase
    limit: int
    """The most deadwood a knock may leave in this hand."""
    multiplier: int
    """By what everything scored in this hand is multiplied."""
    stock_left: int
    upcard: Card
    """The card this hand began with face up, wherever it is now; all saw it."""
    pile_top: Card | None
    pile_beneath: Card | None
    taken: Card | None
    """The card the seat to move took from the pile this turn, which all saw."""
    moves: tuple[Move, ...]
    hand: OwnHand | None
    legal: tuple[Action, ...]
    courtesies: tuple[Action, ...]
    """What the seat may ask of the other, or answer."""
    proposed: Proposed | None
    paused: bool
    late: TimeCalled | None
    agreed: frozenset[Proposal]
    """What both have agreed to for the rest of the match."""
    stood_in: Seat | None
    """The seat that a computer plays for, until its player is back."""
    results: tuple[HandResult, ...]
    scores: tuple[SeatScore, SeatScore]
    ready: frozenset[Seat]
    open_hands: OpenHands | None
    columns: tuple[Column, ...]
    ended: MatchEnded | None
    commitment: str | None = None
    """What the order of this deal was sealed with; None where it was not."""

    @property
    def result(self) -> HandResult | None:
        """The score of the hand on the table, once it is over."""
        return self.results[-1] if self.open_hands else None


def view_for(match: Match, seat: Seat | None) -> View:
    """What `seat` may know; None for somebody who only watches.

    Raises:
        ValueError: nothing has been dealt yet.
    """
    deal = match.deal
    if deal is None:
        raise ValueError("there is nothing to see before the first deal")
    hand_over = deal.phase is Phase.SHOWN
    return View(
        seat=seat,
        version=match.version,
        rules=match.rules,
        dealer=deal.dealer,
        turn=match.to_move,
        phase=deal.phase,
        limit=deal.limit,
        multiplier=deal.multiplier,
        stock_left=deal.stock_left,
        upcard=deal.order[20],
        pile_top=deal.pile[-1] if deal.pile else None,
        pile_beneath=deal.pile[-2] if len(deal.pile) > 1 else None,
        taken=deal.taken,
        moves=tuple(_public(event) for event in deal.moves),
        hand=None if seat is None else _own_hand(match, deal, seat),
        legal=() if seat is None else legal(match, seat),
        courtesies=() if seat is None else courtesies(match, seat),
        proposed=match.proposed,
        paused=match.paused,
        late=match.late,
        agreed=match.agreed,
        stood_in=match.stood_in,
        results=match.results,
        scores=running_score(match.results),
        ready=match.ready,
        open_hands=_open_hands(match.rules, deal) if hand_over else None,
        columns=score_columns(match.rules, match.results),
        ended=match.ended,
        commitment=commitment(deal.order, deal.salt) if deal.salt else None,
    )


def _public(event: TurnEvent) -> Move:
    seen = None if isinstance(event, Drew | WentBigGin) else getattr(event, "card", None)
    return Move(event.seat, event.kind, seen)


def _own_hand(match: Match, deal: Deal, seat: Seat) -> OwnHand:
    reading = arrange(cards_in(deal.hands[seat]))
    if match.to_move != seat or deal.phase is not Phase.THROW:
        return OwnHand(reading, None, came=_came(deal, seat))
    left = deadwood_after(deal)
    knocks = tuple((card, points) for card, points in left.items() if points <= deal.limit)
    return OwnHand(reading, deal.drawn, knocks, min(left.values()), _came(deal, seat))


def _came(deal: Deal, seat: Seat) -> tuple[Card, ...]:
    """A seat's cards as they were dealt and then drawn or taken, the latest last."""
    first = 0 if seat != deal.dealer else 1
    came = dict.fromkeys(deal.order[first:20:2])
    for move in deal.moves:
        if move.seat != seat:
            continue
        if isinstance(move, Took | Drew | TookBack):
            came[move.card] = None
        elif isinstance(move, Threw):
            came.pop(move.card, None)
    held = deal.hands[seat]
    return tuple(card for card in came if held & card.bit)


def _open_hands(rules: Rules, deal: Deal) -> OpenHands:
    shown = showdown(rules, deal)
    if shown is None:
        return OpenHands((_read(deal.hands[0]), _read(deal.hands[1])), None, None, ())
    pair = (shown.shown, shown.answer.kept)
    return OpenHands(
        hands=pair if shown.knocker == 0 else (pair[1], pair[0]),
        knocker=shown.knocker,
        knock_card=deal.knock_card,
        laid_off=shown.answer.laid_off,
    )


def _read(hand: CardSet) -> Arrangement:
    return arrange(cards_in(hand))
