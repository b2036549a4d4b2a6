"""One hand's score worked out in words, one step a line."""

from __future__ import annotations

from bot.engine import Ending, HandResult, OpenHands, View, other

from . import words
from .words import Names

_BONUS_FOR = {Ending.GIN: "gin", Ending.BIG_GIN: "Big Gin", Ending.UNDERCUT: "undercut"}


def end_of_hand(view: View, names: Names) -> str:
    """The hand's score worked out in words, one step a line."""
    result, opened = view.result, view.open_hands
    if result is None or opened is None:
        return ""
    if result.winner is None or result.knocker is None:
        return "**Void hand.** Two cards are left in the stock: nobody scores."
    told = [_how(result, opened, names), *_laid_off(opened, names), _worked_out(result, names)]
    return "\n".join(told)


def _how(result: HandResult, opened: OpenHands, names: Names) -> str:
    knocker = result.knocker or 0
    count = result.deadwood[knocker]
    name = f"**{names[knocker]}**"
    if result.ending is Ending.BIG_GIN:
        return f"{name} laid down eleven melded cards: **Big Gin!**"
    thrown = words.card(opened.knock_card) if opened.knock_card is not None else ""
    if result.ending is Ending.GIN:
        return f"{name} threw {thrown} and has **gin**."
    return f"{name} knocked with {thrown} and is left with {count}."


def _laid_off(opened: OpenHands, names: Names) -> list[str]:
    if opened.knocker is None or not opened.laid_off:
        return []
    parts = [f"{words.cards(extra.cards)} to {words.meld(extra.meld)}" for extra in opened.laid_off]
    return [f"**{names[other(opened.knocker)]}** laid off {', '.join(parts)}."]


def _worked_out(result: HandResult, names: Names) -> str:
    winner, knocker = result.winner or 0, result.knocker or 0
    high, low = max(result.deadwood), min(result.deadwood)
    left = f"**{names[other(knocker)]}** is left with {result.deadwood[other(knocker)]}"
    steps = f"{high} − {low} = {result.difference}"
    if result.ending is not Ending.KNOCK:
        steps += f", and {result.bonus} for the {_BONUS_FOR[result.ending]}"
    if result.multiplier != 1:
        steps += f", times {result.multiplier} for the spade upcard"
    turn = {Ending.KNOCK: ":", Ending.UNDERCUT: ", undercut!"}.get(result.ending, ", so")
    return f"{left}{turn} {steps}. **{names[winner]} scores {result.points}.**"


def working(result: HandResult) -> str:
    """How a hand's score came about, on one line, such as "38 − 9 + 25 undercut = 54"."""
    if result.winner is None:
        return ""
    high, low = max(result.deadwood), min(result.deadwood)
    steps = f"{high} − {low}" if low else str(high)
    if result.ending is not Ending.KNOCK:
        steps += f" + {result.bonus} {_BONUS_FOR[result.ending]}"
    if result.multiplier != 1:
        steps = f"({steps}) × {result.multiplier}"
    return f"{steps} = {result.points}"
