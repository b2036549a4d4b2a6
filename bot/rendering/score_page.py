"""The score sheet: every hand, the columns, and the count once they are closed."""

from __future__ import annotations

from bot.engine import Column, FinalCount, HandResult, Rules, View

from . import words
from .controls import Control, Verb
from .lettering import written_name
from .match_count import final_lines, running, shutout_name
from .pages import ALT_LIMIT, Button, Page, Picture, Style, Text, page
from .scenes import SheetColumn, SheetLine, SheetRow, SheetScene
from .words import Names

_HANDS_CHARACTERS = 1500
"""Room for the hands in words; a longer match tells its latest."""


def score_page(view: View, names: Names) -> Page:
    """The score sheet as a picture, and the same in words."""
    heading = f"### Score sheet: {names[0]} and {names[1]}\n-# {words.rules_line(view.rules)}"
    picture = Picture("sheet.png", _scene(view, names), _alt(view, names)[:ALT_LIMIT])
    total = final_lines(view, names) if view.ended else running(view, names)
    # The empty line ends the numbered list, which would take the total for its last item.
    return page(Text(heading), picture, Text(f"{_hands(view, names)}\n\n{total}"))


def _hands(view: View, names: Names) -> str:
    if not view.results:
        return "No hand has been scored yet."
    told = [_hand(number, result, names) for number, result in enumerate(view.results, 1)]
    return words.latest(told, _HANDS_CHARACTERS)


def last_hand(view: View, names: Names) -> str:
    """How the last scored hand came out, in one line."""
    number = len(view.results)
    return f"Hand {_hand(number, view.results[-1], names)}."


def _hand(number: int, result: HandResult, names: Names) -> str:
    if result.winner is None:
        return f"{number}. Void, nobody scores"
    steps = f" {result.difference} + {result.bonus} =" if result.bonus else ""
    if result.multiplier != 1:
        steps = f" ({result.difference} + {result.bonus}) × {result.multiplier} ="
    how = f"{words.ENDINGS[result.ending]}: **{names[result.winner]}**"
    return f"{number}. {how}{steps} {result.points}"


def _alt(view: View, names: Names) -> str:
    score = [
        f"{name}: {words.points(one.points)}, {words.lines(one.lines)}."
        for name, one in zip(names.written, view.scores, strict=True)
    ]
    hands = "1 hand" if len(view.results) == 1 else f"{len(view.results)} hands"
    return f"Score sheet after {hands}. {' '.join(score)} The text below lists every hand."


def _scene(view: View, names: Names) -> SheetScene:
    titles = ("",) if len(view.columns) == 1 else ("1", "2", "3")
    return SheetScene(
        names=(written_name(names.written[0], 0), written_name(names.written[1], 1)),
        lines=tuple(_line(view, hand) for hand in range(len(view.results))),
        columns=tuple(
            _column(view.rules, title, column)
            for title, column in zip(titles, view.columns, strict=True)
        ),
    )


def _line(view: View, hand: int) -> SheetLine:
    result = view.results[hand]
    entered = result.winner is not None
    return SheetLine(
        number=hand + 1,
        label=words.ENDINGS[result.ending],
        winner=result.winner,
        entries=tuple(
            result.points if entered and hand in column.hands else None for column in view.columns
        ),
    )


def _column(rules: Rules, title: str, column: Column) -> SheetColumn:
    if column.count is None:
        lines, points = _pair(column, "lines"), _pair(column, "points")
        return SheetColumn(title, (SheetRow("Lines", lines), SheetRow("Hand points", points)), None)
    return SheetColumn(title, _counted(rules, column.count), column.count.winner)


def _counted(rules: Rules, count: FinalCount) -> tuple[SheetRow, ...]:
    def row(label: str, figure: str) -> SheetRow:
        return SheetRow(label, _pair(count, figure))

    rows = [row("Hand points", "points")]
    if any(score.shutout for score in count.scores):
        rows.append(row(shutout_name(rules).capitalize(), "shutout"))
    if rules.line_bonus:
        rows.append(row(f"Lines × {rules.line_bonus}", "line_bonus"))
    if rules.game_bonus:
        rows.append(row("Game bonus", "game_bonus"))
    return (*rows, row("Total", "total"))


def _pair(of: Column | FinalCount, figure: str) -> tuple[int, int]:
    first, second = (getattr(score, figure) for score in of.scores)
    return first, second


def rematch_button(match: int, view: View) -> Button:
    """Offers the same players the same rules again."""
    return Button("Rematch", Control(match, view.version, Verb.REMATCH), Style.MAIN)
