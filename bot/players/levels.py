"""The computer opponents: easy, normal, expert."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Protocol

from bot.engine import (
    Action,
    BigGin,
    Card,
    CardSet,
    Draw,
    Knock,
    NextHand,
    Pass,
    Phase,
    Take,
    Throw,
    View,
    arrange,
    cards_in,
)

from .expert import Expert, draw, going_round
from .outlook import melding
from .sight import sight
from .throws import judge_throws


class Player(Protocol):
    """Somebody who plays by what he may see, and by nothing else."""

    def choose(self, view: View) -> Action:
        """One of the legal actions of the view's seat, which has to be to move."""
        ...


class Level(StrEnum):
    """How well a computer opponent plays."""

    EASY = "easy"
    """A friendly beginner, mistakes included."""
    NORMAL = "normal"
    """Sound play, and a knock whenever there is one."""
    EXPERT = "expert"


def player_for(level: Level, seed: int = 0) -> Player:
    """The computer opponent of a level.

    All chance comes from `seed` and the view's version, so that the same view gets the same
    move however often it is asked for, after a restart too.
    """
    return _PLAYERS[level](seed)


class Normal:
    """Draws as the expert does, keeps what may soon meld, and knocks as soon as he can."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: View) -> Action:
        """The action of sound play without a plan for the match."""
        if NextHand() in view.legal:
            return NextHand()
        cards = sight(view)
        if view.phase is not Phase.THROW:
            return draw(view, cards)
        if ending := _ending(view):
            return ending
        # As against a hasty player: what counts is what would be left.
        throws = judge_throws(cards.held, cards.unseen, view.taken, haste=1.0)
        return Throw(throws[0].card)


class Easy:
    """Plays like a friendly beginner, with the mistakes beginners make.

    He takes a card for half a meld now and then, sees a knock only sometimes, holds on to
    pairs of high cards, and does not watch what is out already. Gin he never misses.
    """

    _TAKES_FOR_A_PAIR = 0.2
    _KNOCKS = 0.6
    _KEEPS_PAIRS = 0.6
    _THROWS_ANY = 0.15

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: View) -> Action:
        """The action of a beginner."""
        if NextHand() in view.legal:
            return NextHand()
        rng = Random(f"easy {self._seed} {view.version}")  # noqa: S311 (moods, not secrets)
        if view.phase is not Phase.THROW:
            return self._draw(view, rng)
        ending = _ending(view)
        if ending and (_leaves_nothing(view, ending) or rng.random() < self._KNOCKS):
            return ending
        return Throw(self._thrown(view, rng))

    def _draw(self, view: View, rng: Random) -> Action:
        top = view.pile_top
        if Take() in view.legal and top is not None and not going_round(view):
            held = sight(view).held
            if melding(held) & top.bit:
                return Take()
            if _partners(top, held) and rng.random() < self._TAKES_FOR_A_PAIR:
                return Take()
        return Pass() if view.phase is Phase.UPCARD else Draw()

    def _thrown(self, view: View, rng: Random) -> Card:
        held = sight(view).held
        ten = [card for card in cards_in(held) if card != view.taken]
        loose = [card for card in arrange(cards_in(held)).deadwood if card != view.taken] or ten
        if rng.random() < self._THROWS_ANY:
            return rng.choice(loose)
        if rng.random() < self._KEEPS_PAIRS:
            loose = [card for card in loose if not _partners(card, held)] or loose
        return max(loose, key=lambda card: (card.points, rng.random()))


_PLAYERS: dict[Level, type[Easy | Normal | Expert]] = {
    Level.EASY: Easy,
    Level.NORMAL: Normal,
    Level.EXPERT: Expert,
}


def _ending(view: View) -> Action | None:
    """The move that ends the hand with least loose; None where nothing may end it."""
    if BigGin() in view.legal:
        return BigGin()
    if view.hand is None or not view.hand.knocks:
        return None
    return Knock(min(view.hand.knocks, key=lambda knock: (knock[1], -knock[0].points))[0])


def _leaves_nothing(view: View, ending: Action) -> bool:
    return isinstance(ending, BigGin) or (view.hand is not None and view.hand.least_after == 0)


def _partners(card: Card, held: CardSet) -> list[Card]:
    """The cards held that are half a meld with this one: of its rank, or beside it in suit."""
    return [
        one
        for one in cards_in(held & ~card.bit)
        if one.rank == card.rank or (one.suit == card.suit and abs(one.rank - card.rank) == 1)
    ]
