"""The coach: a finished hand seen again through one player's eyes, as data.

Every judgement comes from the view that the player had at that step. Only two things
are looked up afterwards: the card he really drew, and what a knock he let go by would
have scored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.engine import (
    Action,
    BigGin,
    Card,
    Drew,
    Event,
    HandDealt,
    HandEnded,
    HandResult,
    Knock,
    Knocked,
    Match,
    Seat,
    Threw,
    Throw,
    Took,
    TookBack,
    View,
    WentBigGin,
    decide,
    evolve,
    replay,
    view_for,
)

from .expert import Judgement, judge
from .knocking import Choice
from .last_turns import LAST_STOCK, reckoned_out
from .outlook import outlook
from .sight import sight

_COSTLIEST = 2
_LUCKIEST = 2
_EVERY_THROW = 110
"""More than all cards of a hand count: every throw is judged."""
_UNJUDGED_STOCK = 10
_TOO_HIGH, _TOO_HIGH_LATER, _LATER_STOCK = 2.0, 7.0, 20
_DOUBT = 5.0
"""What waiting brings was estimated at 3,167 knocks not made in 1,459 hands, which then were played
on: it was too high by 1.9 points (±1.4) with more than 20 cards in the stock, by 6.4 (±1.3) with
11 to 20, and by 8.6 (±3.5) with fewer. So the first two are taken off; with ten cards or less
nothing is said, until with three left every outcome can be gone through; and before that a knock
and waiting have to be further apart than the doubt to count as a cost."""
_MOST_TURNS = 100
"""Cards may go round over the pile without end; no more than so many turns are looked at."""


@dataclass(frozen=True, slots=True)
class Step:
    """One turn of the player: what came in, what went, and the least deadwood then.

    `thrown` is None where he claimed Big Gin.
    """

    turn: int
    """The player's own turns, from 1."""
    came: Card
    from_pile: bool
    thrown: Card | None
    deadwood: int


@dataclass(frozen=True, slots=True)
class CostlyMove:
    """A move the expert would have made otherwise.

    `cost` is in points. In the last turns it is counted out over every way the unseen cards
    may lie; before, it is the expert's reckoning of what he could see at that step: between
    two throws what their hands are worth, between a knock and waiting what each brings on
    average, between two knocks what they leave.
    """

    turn: int
    played: Card
    knocked: bool
    better: Card
    better_knocks: bool
    cost: float


@dataclass(frozen=True, slots=True)
class PassedKnock:
    """A knock, or gin, that was legal and not made."""

    turn: int
    card: Card
    deadwood: int
    would_score: int
    """What the hand would have brought to this player then, in points; negative: lost."""


@dataclass(frozen=True, slots=True)
class Luck:
    """A draw from the stock against the mean of all cards it could have been.

    `better_by` is in points of the least deadwood after the best throw; negative: worse.
    """

    turn: int
    card: Card
    expected: float
    deadwood: int

    @property
    def better_by(self) -> float:
        """By how much the draw beat the mean."""
        return self.expected - self.deadwood


@dataclass(frozen=True, slots=True)
class Review:
    """A finished hand of one player, from his side of the table."""

    seat: Seat
    result: HandResult
    dealt: int
    """The least deadwood of the ten cards as they were dealt."""
    steps: tuple[Step, ...]
    costly: tuple[CostlyMove, ...]
    """The one or two moves that cost most, costliest first; empty where none cost anything."""
    passed_knocks: tuple[PassedKnock, ...]
    lucky: tuple[Luck, ...]
    unlucky: tuple[Luck, ...]
    unjudged: int = 0
    """So many throws and knocks fell where nothing can be said of their cost."""
    left_out: int = 0
    """So many turns at the hand's beginning were not looked at, there being too many."""


_OWN = (Drew, Took, Threw, Knocked, WentBigGin)


class _Moment(NamedTuple):
    """The match just before an event of the player's own turn."""

    match: Match
    view: View
    event: Event
    turn: int


def review(history: Sequence[Event], seat: Seat, hand: int = -1) -> Review:
    """What one seat did in a finished hand of a match, and what it cost.

    `history` are the events of the match from the first; `hand` counts its finished hands
    from 0, the last one by default.

    Raises:
        IndexError: there is no such finished hand.
    """
    ends = [number for number, event in enumerate(history) if isinstance(event, HandEnded)]
    end = ends[hand]
    start = max(n for n in range(end) if isinstance(history[n], HandDealt))
    ended = history[end]
    assert isinstance(ended, HandEnded)  # noqa: S101 (ends holds nothing else)
    dealt = replay(history[: start + 1])
    turns = history[start + 1 : end]
    came = sum(isinstance(event, Drew | Took) and event.seat == seat for event in turns)
    left_out = max(0, came - _MOST_TURNS)
    moments = _moments(dealt, turns, seat, left_out)
    draws = [_luck(moment) for moment in moments if isinstance(moment.event, Drew)]
    ranked = sorted(draws, key=lambda luck: -luck.better_by)
    return Review(
        seat=seat,
        result=ended.result,
        dealt=_least(view_for(dealt, seat)),
        steps=tuple(_steps(moments)),
        costly=_costliest(moments),
        passed_knocks=tuple(_passed_knocks(moments, seat)),
        lucky=tuple(luck for luck in ranked[:_LUCKIEST] if luck.better_by > 0),
        unlucky=tuple(luck for luck in ranked[::-1][:_LUCKIEST] if luck.better_by < 0),
        unjudged=sum(_is_unjudged(moment) for moment in moments),
        left_out=left_out,
    )


def _moments(match: Match, events: Sequence[Event], seat: Seat, left_out: int) -> list[_Moment]:
    """What the player did, and saw before it, after so many turns that are left out."""
    moments: list[_Moment] = []
    turn = 0
    for event in events:
        if isinstance(event, _OWN) and event.seat == seat:
            turn += isinstance(event, Drew | Took)
            if turn > left_out:
                moments.append(_Moment(match, view_for(match, seat), event, turn))
        elif isinstance(event, TookBack) and event.seat == seat and turn > left_out:
            # A throw that was taken back was none.
            moments.pop()
        match = evolve(match, event)
    return moments


def _least(view: View) -> int:
    return view.hand.reading.points if view.hand else 0


def _steps(moments: Sequence[_Moment]) -> Iterator[Step]:
    came: Drew | Took | None = None
    for moment in moments:
        if isinstance(moment.event, Drew | Took):
            came = moment.event
        elif came is not None and isinstance(moment.event, Threw | Knocked | WentBigGin):
            thrown = moment.event.card if isinstance(moment.event, Threw | Knocked) else None
            left = _least(view_for(evolve(moment.match, moment.event), moment.event.seat))
            yield Step(moment.turn, came.card, isinstance(came, Took), thrown, left)


def _luck(moment: _Moment) -> Luck:
    assert isinstance(moment.event, Drew)  # noqa: S101 (asked for draws alone)
    cards = sight(moment.view)
    after = view_for(evolve(moment.match, moment.event), moment.event.seat)
    left = after.hand.least_after if after.hand else None
    ahead = outlook(cards.held, cards.unseen)
    return Luck(moment.turn, moment.event.card, ahead.mean, left or 0)


def _costliest(moments: Sequence[_Moment]) -> tuple[CostlyMove, ...]:
    moves = [_cost(moment) for moment in moments]
    costly = sorted((move for move in moves if move), key=lambda move: -move.cost)
    return tuple(costly[:_COSTLIEST])


def _cost(moment: _Moment) -> CostlyMove | None:
    """What the expert would have done otherwise, where that is a throw, a knock, or gin."""
    event = moment.event
    if not isinstance(event, Threw | Knocked):
        return None
    if moment.view.stock_left <= LAST_STOCK:
        return _cost_at_the_end(moment, event)
    if _is_unjudged(moment):
        return None
    judged = judge(moment.view, span=_EVERY_THROW)
    knocked = isinstance(event, Knocked)
    better = judged.action
    if not isinstance(better, Knock) and not knocked:
        cost = _cost_of_throw(judged, event.card)
    elif judged.weighed and knocked != isinstance(better, Knock):
        gained = judged.weighed.knock.points - _waiting(moment.view, judged.weighed.wait)
        cost = -gained if knocked else gained
        cost = cost if cost > _DOUBT else 0.0
    elif knocked and isinstance(better, Knock):
        cost = _least_left(moment.view, event.card) - _least_left(moment.view, better.card)
    else:
        cost = 0.0
    return _costly(moment, event, better, cost)


def _waiting(view: View, wait: Choice) -> float:
    """What waiting for gin brings, without what that estimate is known to be too high by."""
    too_high = _TOO_HIGH if view.stock_left > _LATER_STOCK else _TOO_HIGH_LATER
    return wait.points - too_high * view.multiplier


def _is_unjudged(moment: _Moment) -> bool:
    throws = isinstance(moment.event, Threw | Knocked)
    return throws and LAST_STOCK < moment.view.stock_left <= _UNJUDGED_STOCK


def _cost_at_the_end(moment: _Moment, event: Threw | Knocked) -> CostlyMove | None:
    """What a move cost of which every outcome can be gone through."""
    if BigGin() in moment.view.legal:
        return None
    played = Knock(event.card) if isinstance(event, Knocked) else Throw(event.card)
    brings = reckoned_out(moment.match, moment.view, played)
    better = max(brings, key=lambda action: brings[action])
    return _costly(moment, event, better, brings[better] - brings[played])


def _costly(
    moment: _Moment, event: Threw | Knocked, better: Action, cost: float
) -> CostlyMove | None:
    if not isinstance(better, Throw | Knock) or cost < 0.05:
        return None
    knocked, knocks = isinstance(event, Knocked), isinstance(better, Knock)
    return CostlyMove(moment.turn, event.card, knocked, better.card, knocks, round(cost, 1))


def _least_left(view: View, card: Card) -> float:
    return dict(view.hand.knocks)[card] if view.hand else 0.0


def _cost_of_throw(judged: Judgement, card: Card) -> float:
    worth = {throw.card: throw.value for throw in judged.throws}
    return judged.throws[0].value - worth[card]


def _passed_knocks(moments: Sequence[_Moment], seat: Seat) -> Iterator[PassedKnock]:
    for moment in moments:
        hand = moment.view.hand
        if isinstance(moment.event, Threw) and hand and hand.knocks:
            card, left = min(hand.knocks, key=lambda knock: (knock[1], -knock[0].points))
            yield PassedKnock(moment.turn, card, left, _score(moment.match, seat, card))


def _score(match: Match, seat: Seat, card: Card) -> int:
    """What knocking with this card would have brought at that moment."""
    for event in decide(match, seat, Knock(card)):
        if isinstance(event, HandEnded):
            points = event.result.points
            return points if event.result.winner == seat else -points
    return 0
