"""A hint in one sentence: what the expert would do, and the reason that was worked out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import BigGin, Card, Draw, Knock, Pass, Take
from bot.players import Hint, NotTaken, Waiting

from .words import card

_MOST_CARDS = 4


_DRAW = {
    NotTaken.NO_GAIN: "Draw from the stock: no meld with the pile lowers your deadwood.",
    NotTaken.CLOSED: "Draw from the stock: there is no other choice.",
    NotTaken.GOING_ROUND: "Draw from the stock: cards are only going round over the pile.",
}


def hint_words(hint: Hint, top: Card | None = None) -> str:
    """The hint in a sentence; `top` is the top of the pile, for a take or a pass."""
    match hint.action:
        case BigGin():
            return "Claim Big Gin: all eleven cards meld."
        case Take():
            named = f" {card(top)}" if top is not None else " the top of the pile"
            return f"Take{named}: it melds, and the best throw then leaves {hint.deadwood}."
        case Pass():
            named = f" {card(top)}" if top is not None else ""
            return f"Pass: taking{named} would not give you a meld that lowers your deadwood."
        case Draw():
            return _DRAW[hint.not_taken or NotTaken.NO_GAIN]
        case Knock(thrown):
            return _knock(hint, thrown)
        case _:
            return _throw(hint)


def _knock(hint: Hint, thrown: Card) -> str:
    if hint.deadwood == 0 or hint.weighed is None:
        return f"Throw {card(thrown)} and go gin: nothing is loose."
    knock, wait = hint.weighed.knock.points, hint.weighed.wait.points
    return (
        f"Knock with {card(thrown)}, which leaves {hint.deadwood}: by the expert’s estimate "
        f"a knock brings {_signed(knock)} on average, waiting for gin {_signed(wait)}."
    )


def _throw(hint: Hint) -> str:
    if hint.thrown is None:
        return ""
    first = f"{card(hint.thrown.card)} leaves {hint.deadwood}{_why(hint.thrown)}"
    kept = [wait for wait in hint.kept if wait.completes][:1]
    said = f"{first}{''.join(f'; {_waits(wait)}' for wait in kept)}"
    if hint.weighed is None:
        return f"{said}."
    knock, wait_for = hint.weighed.knock.points, hint.weighed.wait.points
    return (
        f"{said}. By the expert’s estimate waiting for gin brings {_signed(wait_for)} on average, "
        f"a knock {_signed(knock)}."
    )


def _why(thrown: Waiting) -> str:
    if thrown.melds:
        return ", though it melds with cards you hold"
    if not thrown.alive:
        return " and cannot meld with anything still out"
    if not thrown.completes:
        return " and needs two more cards to meld"
    return f", though {_either(thrown.completes)} would meld with it"


def _waits(wait: Waiting) -> str:
    return f"{card(wait.card)} waits for {_either(wait.completes)}"


def _either(cards: Sequence[Card]) -> str:
    shown = [card(one) for one in cards[:_MOST_CARDS]]
    if len(cards) > _MOST_CARDS:
        return f"{', '.join(shown)} or {len(cards) - _MOST_CARDS} more"
    return " or ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)


def _signed(points: float) -> str:
    whole = round(points)
    return f"{'−' if whole < 0 else ''}{abs(whole)} points"
