"""A hint in one sentence: what the expert would do, and the reason that was worked out."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import BigGin, Card, Draw, Knock, Pass, Take
from bot.players import Hint, KnockOrWait, NotTaken, Waiting

from .words import card, points

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
    return f"Knock with {card(thrown)}, which leaves {hint.deadwood}. {_weighed(hint.weighed)}"


def _throw(hint: Hint) -> str:
    if hint.thrown is None:
        return ""
    first = f"{card(hint.thrown.card)} leaves {hint.deadwood}{_least(hint)}{_why(hint.thrown)}"
    kept = [wait for wait in hint.kept if wait.completes][:1]
    said = f"{first}{''.join(f'; {_waits(wait)}' for wait in kept)}."
    return said if hint.weighed is None else f"{said} {_weighed(hint.weighed)}"


def _weighed(choice: KnockOrWait) -> str:
    """A knock against waiting, in points; and what else decides where points speak against it."""
    knock, wait = choice.knock, choice.wait
    told = (
        f"By the expert’s estimate a knock brings {_points(knock.points)} on average, waiting for "
        f"gin {_points(wait.points)}"
    )
    if choice.knocks == (knock.points >= wait.points):
        return f"{told}."
    if choice.knocks:
        return f"{told}, but the knock wins the match more often."
    if wait.chance >= knock.chance:
        return f"{told}, but waiting wins the match more often."
    return f"{told}: too little more for the risk that its guess at the other hand is wrong."


def _least(hint: Hint) -> str:
    more = hint.deadwood - hint.least
    if not more:
        return " (the least there is)"
    return f" ({more} more than the least, for what may still come)"


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


def _points(count: float) -> str:
    whole = round(count)
    return f"{'−' if whole < 0 else ''}{points(abs(whole))}"
