"""The score sheet: every hand, the columns, and the count once they are closed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import Column, FinalCount, HandResult, Rules, View

from . import words
from .lettering import written_name
from .match_count import column_lines, final_lines, running, spoken_columns
from .pages import ALT_LIMIT, Page, Picture, Text, page
from .scenes import SheetColumn, SheetLine, SheetRow, SheetScene
from .words import Names

_HANDS_CHARACTERS = 1500
"""Room for the hands in words; a longer match tells its latest."""
_SHORT_NAME = 12
"""Characters of a name in a description that would else be too long."""


def score_page(view: View, names: Names) -> Page:
    """The score sheet as a picture, and the same in words."""
    heading = f"### Score sheet: {names[0]} and {names[1]}\n-# {words.rules_line(view.rules)}"
    picture = Picture("sheet.png", _scene(view, names), sheet_alt(view, names))
    total = _total(view, names)
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


def _total(view: View, names: Names) -> str:
    """The score under the hands; the columns of Hollywood one by one unless the count has them."""
    counted = all(column.count for column in view.columns)
    columns = [] if counted else column_lines(view, names)
    if view.ended:
        return "\n".join([*columns, final_lines(view, names)])
    return "\n".join(columns) or running(view, names)


def sheet_alt(view: View, names: Names) -> str:
    """The whole sheet in reading order, in as many characters as a description may have."""
    told = _spoken_sheet(view, names.spoken)
    if len(told) <= ALT_LIMIT:
        return told
    # Two very long names and the full count of three columns: the names give way.
    first, second = (words.isolated(words.cut(name, _SHORT_NAME)) for name in names.written)
    if first == second:
        first, second = "Player 1", "Player 2"
    return _spoken_sheet(view, (first, second))[:ALT_LIMIT]


def _spoken_sheet(view: View, written: tuple[str, str]) -> str:
    head, tail = "Score sheet.", spoken_columns(view, written)
    if view.ended and view.ended.winner is not None:
        tail += f" {written[view.ended.winner]} wins the match."
    if not view.results:
        return f"{head} No hand has been scored yet. {tail}"
    room = ALT_LIMIT - len(head) - len(tail) - 2
    spoken = [_spoken_hand(view, hand, written) for hand in range(len(view.results))]
    for first in range(len(spoken)):
        hands = " ".join([*_earlier(view.results[:first], written), *spoken[first:]])
        if len(hands) <= room:
            break
    else:
        hands = " ".join(_earlier(view.results, written))
    return f"{head} {hands} {tail}"


def _spoken_hand(view: View, hand: int, written: tuple[str, str]) -> str:
    result = view.results[hand]
    if result.winner is None:
        return f"Hand {hand + 1}: void."
    told = f"Hand {hand + 1}: {written[result.winner]}, {words.ENDINGS[result.ending]}"
    columns = [str(at) for at, column in enumerate(view.columns, 1) if hand in column.hands]
    where = ""
    if len(view.columns) > 1 and columns:
        where = f" in column{'s' if len(columns) > 1 else ''} {', '.join(columns)}"
    return f"{told}, {words.points(result.points)}{where}."


def _earlier(results: Sequence[HandResult], written: tuple[str, str]) -> list[str]:
    """Hands that there is no room to list, summed up in a sentence."""
    if not results:
        return []
    parts = []
    for seat, name in enumerate(written):
        won = [result.points for result in results if result.winner == seat]
        parts.append(f"{name} won {len(won)} for {words.points(sum(won))}")
    if void := sum(result.winner is None for result in results):
        parts.append(f"{void} void")
    which = "Hand 1" if len(results) == 1 else f"Hands 1 to {len(results)}"
    return [f"{which}: {', '.join(parts)}."]


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
        rows.append(row("Shutout", "shutout"))
    if rules.line_bonus:
        rows.append(row(f"Lines × {rules.line_bonus}", "line_bonus"))
    if rules.game_bonus:
        rows.append(row("Game bonus", "game_bonus"))
    return (*rows, row("Total", "total"))


def _pair(of: Column | FinalCount, figure: str) -> tuple[int, int]:
    first, second = (getattr(score, figure) for score in of.scores)
    return first, second
