"""Finished hands: step by step with both hands open, and the deck they were dealt from.

A hand that is not over has no step and no deck here, whoever asks; `hand` counts from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args, overload

from .actions import Seat
from .cards import Card, cards_in
from .commitments import commitment
from .deal import TurnEvent
from .events import Event, HandDealt, HandEnded, MatchEnded
from .match import Match, evolve, replay
from .melds import Arrangement, arrange
from .views import Move, View, view_for

_TURNS = get_args(TurnEvent)


@dataclass(frozen=True, slots=True)
class Step:
    """One moment of a finished hand.

    `view` is what a spectator saw then, `hands` what he did not, and `move` what led here,
    with its card even where only its owner saw it; None for the deal.
    """

    view: View
    hands: tuple[Arrangement, Arrangement]
    move: Move | None


@dataclass(frozen=True, slots=True)
class OpenDeck:
    """The whole deck of a finished hand, and what it was sealed with; no salt, no seal."""

    dealer: Seat
    order: tuple[Card, ...]
    salt: str
    commitment: str | None


def finished_hands(history: Sequence[Event]) -> int:
    """How many hands of a match are over."""
    return sum(isinstance(event, HandEnded) for event in history)


class Steps(Sequence[Step]):
    """The steps of a finished hand, each made when it is asked for: mostly one is."""

    def __init__(self, states: Sequence[tuple[Match, Event]]) -> None:
        self._states = states

    def __len__(self) -> int:
        return len(self._states)

    @overload
    def __getitem__(self, place: int) -> Step: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Step, ...]: ...

    def __getitem__(self, place: int | slice) -> Step | tuple[Step, ...]:
        if isinstance(place, slice):
            return tuple(_step(*state) for state in self._states[place])
        return _step(*self._states[place])


def replayed(history: Sequence[Event], hand: int) -> Steps:
    """The steps of a finished hand: the deal, then each move, the last one with the score.

    Raises:
        LookupError: the hand is not over, or was never played.
    """
    dealt, _, end = _bounds(history, hand)
    match = replay(history[: dealt + 1])
    states: list[tuple[Match, Event]] = [(match, history[dealt])]
    for event in history[dealt + 1 : end]:
        match = evolve(match, event)
        if isinstance(event, _TURNS):
            states.append((match, event))
    # The last move and its score are one step, and so is the end of the match it led to.
    match = evolve(match, history[end])
    if isinstance(following := next(iter(history[end + 1 : end + 2]), None), MatchEnded):
        match = evolve(match, following)
    states[-1] = (match, states[-1][1])
    return Steps(states)


def opened_deck(history: Sequence[Event], hand: int) -> OpenDeck:
    """The deck of a finished hand, with its salt.

    Raises:
        LookupError: the hand is not over, or was never played.
    """
    _, dealt, _ = _bounds(history, hand)
    sealed = commitment(dealt.order, dealt.salt) if dealt.salt else None
    return OpenDeck(dealt.dealer, dealt.order, dealt.salt, sealed)


def _bounds(history: Sequence[Event], hand: int) -> tuple[int, HandDealt, int]:
    """Where a finished hand was dealt, its deal, and where it ended."""
    ends = [number for number, event in enumerate(history) if isinstance(event, HandEnded)]
    if not 1 <= hand <= len(ends):
        raise LookupError(hand)
    first, end = ends[hand - 2] + 1 if hand > 1 else 0, ends[hand - 1]
    for number, event in enumerate(history[first:end], start=first):
        if isinstance(event, HandDealt):
            return number, event, end
    raise LookupError(hand)


def _step(match: Match, event: Event) -> Step:
    deal = match.deal
    if deal is None:
        raise LookupError("nothing was dealt")
    first, second = (arrange(cards_in(held)) for held in deal.hands)
    move = (
        Move(event.seat, event.kind, getattr(event, "card", None))
        if isinstance(event, _TURNS)
        else None
    )
    return Step(view_for(match, None), (first, second), move)
