"""The expert: throws for gin and melds to come, and knocks when the match asks for it."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bot.engine import (
    Action,
    BigGin,
    Draw,
    Knock,
    NextHand,
    Pass,
    Phase,
    Take,
    Throw,
    View,
)

from .guesses import haste
from .knocking import KnockOrWait, knock_or_wait
from .sight import Sight, sight
from .throws import DEAREST, JudgedThrow, judge_throws, worth_taking

_TAKES = 3
"""After so many cards of his own from the pile without a draw by anybody, he draws."""

_LAST_STOCK = 2


class Judgement(NamedTuple):
    """What the expert makes of a hand of eleven."""

    action: Action
    throws: list[JudgedThrow]
    """The throws worth a look, best first."""
    knock: JudgedThrow | None
    """The throw that leaves least, where that is a knock or gin."""
    weighed: KnockOrWait | None
    """The knock against waiting; None where there is none, or gin."""


class Expert:
    """Plays by the view alone; the same view gets the same move from the same seed."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed

    def choose(self, view: View) -> Action:
        """The action the expert takes."""
        if NextHand() in view.legal:
            return NextHand()
        if view.phase is Phase.THROW:
            return judge(view, self._seed).action
        return draw(view, sight(view))


def draw(view: View, cards: Sight) -> Action:
    """The card to begin a turn with: the top of the pile or one from the stock, or a pass."""
    top = view.pile_top if Take() in view.legal else None
    if top is not None and not going_round(view) and worth_taking(cards, top):
        return Take()
    return Pass() if view.phase is Phase.UPCARD else Draw()


def going_round(view: View) -> bool:
    """Whether cards only change hands over the pile, which the rules allow without end."""
    takes = 0
    for move in reversed(view.moves):
        if move.kind == "drew":
            break
        takes += move.kind == "took" and move.seat == view.seat
    return takes >= _TAKES


def judge(view: View, seed: int = 0, span: int = DEAREST) -> Judgement:
    """What the expert thinks of each throw, of knocking, and what he does.

    Throws that leave up to `span` points more than the least are judged.
    """
    cards = sight(view)
    throws = judge_throws(cards.held, cards.unseen, view.taken, haste(view), span)
    if view.stock_left <= _LAST_STOCK:
        # A plain throw makes this hand void, so no throw is worth more than another.
        throws = [throw._replace(value=0.0) for throw in throws]
    if BigGin() in view.legal:
        return Judgement(BigGin(), throws, None, None)
    least = min(throws, key=lambda throw: (throw.deadwood, -throw.card.points))
    if least.deadwood > view.limit:
        return Judgement(Throw(throws[0].card), throws, None, None)
    if least.deadwood == 0:
        return Judgement(Knock(least.card), throws, least, None)
    ten = cards.held ^ least.card.bit
    rng = Random(f"{seed} {view.version}")  # noqa: S311 (guesses, not secrets)
    keeping = next((throw for throw in throws if throw.deadwood <= 10), least)
    weighed = knock_or_wait(view, cards, ten, keeping.outlook, rng)
    action = Knock(least.card) if weighed.knocks else Throw(throws[0].card)
    return Judgement(action, throws, least, weighed)
