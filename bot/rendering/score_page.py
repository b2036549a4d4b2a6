"""Scores in words: how a hand came out, the score sheet, and the count at the end."""

from __future__ import annotations

from bot.engine import (
    Ending,
    FinalCount,
    HandResult,
    MatchEnding,
    OpenHands,
    SeatScore,
    Shutout,
    Victory,
    View,
    other,
)

from . import words
from .controls import Control, Verb
from .pages import Button, Page, Style, Text, page
from .words import Names


def score_page(view: View, names: Names) -> Page:
    """The score sheet: every hand, the running totals, and the count once it is over."""
    sheet = [f"### Score sheet: {names[0]} and {names[1]}", f"-# {words.rules_line(view.rules)}"]
    sheet += [_sheet_line(number, result, names) for number, result in enumerate(view.results, 1)]
    if not view.results:
        sheet.append("No hand has been scored yet.")
    sheet.append(running(view, names))
    if view.ended:
        sheet.append(final_lines(view, names))
    return page(Text("\n".join(_shorten(sheet))))


_SHEET_LINES = 40
"""As many as 4,000 characters hold; a match of more hands shows its latest."""


def _shorten(sheet: list[str]) -> list[str]:
    if len(sheet) <= _SHEET_LINES:
        return sheet
    return [
        *sheet[:2],
        f"… {len(sheet) - _SHEET_LINES} earlier hands …",
        *sheet[2 - _SHEET_LINES :],
    ]


def _sheet_line(number: int, result: HandResult, names: Names) -> str:
    if result.winner is None:
        return f"{number}. Void, nobody scores"
    bonus = f" {result.difference} + {result.bonus} =" if result.bonus else ""
    how = f"{words.ENDINGS[result.ending]}: **{names[result.winner]}**"
    return f"{number}. {how}{bonus} {result.points}"


def running(view: View, names: Names) -> str:
    """The score so far: points and lines of both."""
    return " · ".join(
        f"**{name}** {words.points(score.points)}, {words.lines(score.lines)}"
        for name, score in zip(names, view.scores, strict=True)
    )


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
    difference = f"{high} − {low} = {result.difference}"
    if result.ending is Ending.KNOCK:
        return f"{left}: {difference}. **{names[winner]} scores {result.points}.**"
    what = "undercut!" if result.ending is Ending.UNDERCUT else "so"
    kind = {Ending.GIN: "gin", Ending.BIG_GIN: "Big Gin"}.get(result.ending, "undercut")
    bonus = f"{difference}, and {result.bonus} for the {kind}"
    return f"{left}, {what} {bonus}. **{names[winner]} scores {result.points}.**"


def final_lines(view: View, names: Names) -> str:
    """Who has won, with the bonus count line by line where the match was played out."""
    if view.ended is None:
        return ""
    winner = names[view.ended.winner]
    if view.ended.ending is MatchEnding.RESIGNED:
        loser = names[other(view.ended.winner)]
        return f"**{loser}** resigned. 🏆 **{winner} wins the match.**\n{running(view, names)}"
    if view.count is None:
        return f"🏆 **{winner} wins the match.**"
    told = [_column(view, view.count, seat, names[seat]) for seat in (0, 1)]
    return "\n".join([*told, _verdict(view, view.count, names)])


def _column(view: View, count: FinalCount, seat: int, name: str) -> str:
    score = count.scores[seat]
    steps = [f"hand points {score.points}"]
    if score.shutout:
        steps.append(f"{_shutout_name(view)} {score.shutout}")
    if view.rules.line_bonus:
        steps.append(f"{words.lines(score.lines)} × {view.rules.line_bonus} = {score.line_bonus}")
    if score.game_bonus:
        steps.append(f"game bonus {score.game_bonus}")
    return f"**{name}**: {' + '.join(steps)} → **{score.total}**" if len(steps) > 1 else (
        f"**{name}**: {steps[0]}"
    )  # fmt: skip


def _shutout_name(view: View) -> str:
    doubled = view.rules.shutout is Shutout.DOUBLE_POINTS
    return "shutout, points doubled" if doubled else "shutout"


def _verdict(view: View, count: FinalCount, names: Names) -> str:
    """Who wins and, where the totals alone would not say it, why."""
    ahead, behind = count.scores[count.crosser], count.scores[other(count.crosser)]
    return (
        f"🏆 **{names[count.winner]} wins the match.**{_reason(view, count, ahead, behind, names)}"
    )


def _reason(
    view: View, count: FinalCount, ahead: SeatScore, behind: SeatScore, names: Names
) -> str:
    crosser = names[count.crosser]
    if count.winner != count.crosser:
        return f" {crosser} reached {view.rules.target} first, but the higher grand total wins."
    if ahead.total == behind.total:
        return f" The totals are equal, so {crosser} wins for reaching {view.rules.target} first."
    if view.rules.victory is Victory.CROSSER and ahead.total < behind.total:
        return f" Whoever reaches {view.rules.target} first wins here, whatever the totals."
    return ""


def rematch_button(match: int, view: View) -> Button:
    """Offers the same players the same rules again."""
    return Button("Rematch", Control(match, view.version, Verb.REMATCH), Style.MAIN)
