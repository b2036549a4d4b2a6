"""The end of a match in words: the bonus count line by line, who has won, and why."""

from __future__ import annotations

from bot.engine import Column, FinalCount, MatchEnding, Rules, Seat, Shutout, Victory, View, other

from . import words
from .words import Names

_COLUMN_TITLES = ("First column", "Second column", "Third column")


_CUT_SHORT = {
    MatchEnding.RESIGNED: "**{loser}** resigned.",
    MatchEnding.CLAIMED: "**{loser}** was not there to play on.",
    MatchEnding.STOPPED: "Those who manage this server have ended the match; the score stands.",
}
_UNDECIDED = {
    MatchEnding.STOPPED: (
        "Those who manage this server have ended the match. The score is level, so nobody wins."
    ),
    MatchEnding.CALLED_OFF: (
        "Those who manage this server have called the match off. It does not count."
    ),
    MatchEnding.ABANDONED: (
        "Nobody has come back to this match for 30 days. It is closed and does not count."
    ),
}


def running(view: View, names: Names) -> str:
    """The score so far: points and lines of both, or the points of each Hollywood column."""
    told = " · ".join(f"**{names[seat]}** {so_far(view, seat)}" for seat in (0, 1))
    return told if len(view.columns) == 1 else f"Three columns: {told}"


def so_far(view: View, seat: Seat) -> str:
    """A player's score in a message; under Hollywood the points of each column."""
    score = view.scores[seat]
    if len(view.columns) == 1:
        return f"{words.points(score.points)}, {words.lines(score.lines)}"
    return column_points(view, seat)


def column_points(view: View, seat: Seat) -> str:
    """A player's points as pictures show them: one number, or one for each Hollywood column."""
    return " / ".join(str(column.scores[seat].points) for column in view.columns)


def column_lines(view: View, names: Names) -> list[str]:
    """Each Hollywood column with the points and lines of both; none for a single column."""
    if len(view.columns) == 1:
        return []
    return [
        f"{title}: " + " · ".join(f"**{names[seat]}** {_entered(column, seat)}" for seat in (0, 1))
        for title, column in zip(_COLUMN_TITLES, view.columns, strict=True)
    ]


def _entered(column: Column, seat: Seat) -> str:
    score = column.scores[seat]
    return f"{words.points(score.points)}, {words.lines(score.lines)}"


def spoken_columns(view: View, written: tuple[str, str]) -> str:
    """What each column has come to for somebody who listens, bonuses and winner with it."""
    titles = _COLUMN_TITLES if len(view.columns) > 1 else ("",)
    told: list[str] = []
    for title, column in zip(titles, view.columns, strict=True):
        count = column.count
        of = [
            _entered(column, seat) if count is None else _spoken(view.rules, count, seat)
            for seat in (0, 1)
        ]
        won = f", won by {written[count.winner]}" if count and title else ""
        head = f"{title}{won}: " if title else ""
        told.append(f"{head}{written[0]} {of[0]}; {written[1]} {of[1]}.")
    return " ".join(told)


def _spoken(rules: Rules, count: FinalCount, seat: Seat) -> str:
    steps = _steps(rules, count, seat)
    total = f" = {count.scores[seat].total}" if len(steps) > 1 else ""
    return " + ".join(steps) + total


def final_lines(view: View, names: Names) -> str:
    """Who has won, with the bonus count line by line where the match was played out."""
    if view.ended is None:
        return ""
    if view.ended.winner is None:
        return f"{_UNDECIDED[view.ended.ending]}\n{running(view, names)}"
    winner = f"🏆 **{names[view.ended.winner]} wins the match.**"
    if view.ended.ending is not MatchEnding.PLAYED:
        why = _CUT_SHORT[view.ended.ending].format(loser=names[other(view.ended.winner)])
        return f"{why} {winner}\n{running(view, names)}"
    counts = [column.count for column in view.columns if column.count is not None]
    if len(counts) == 1:
        told = _count_lines(view.rules, counts[0], names)
        return "\n".join([*told, winner + _reason(view.rules, counts[0], names)])
    return "\n".join([*_hollywood(view.rules, counts, names), winner])


def _hollywood(rules: Rules, counts: list[FinalCount], names: Names) -> list[str]:
    """Each column's count and its winner, then the sums of the totals."""
    told: list[str] = []
    for title, count in zip(_COLUMN_TITLES, counts, strict=True):
        told.append(f"{title}, won by **{names[count.winner]}**{_reason(rules, count, names)}:")
        told += [f"- {line}" for line in _count_lines(rules, count, names)]
    sums = [sum(count.scores[seat].total for count in counts) for seat in (0, 1)]
    return [*told, f"All columns: **{names[0]}** {sums[0]}, **{names[1]}** {sums[1]}."]


def _count_lines(rules: Rules, count: FinalCount, names: Names) -> list[str]:
    return [_count_line(rules, count, seat, names[seat]) for seat in (0, 1)]


def _count_line(rules: Rules, count: FinalCount, seat: Seat, name: str) -> str:
    steps = _steps(rules, count, seat)
    total = f" → **{count.scores[seat].total}**" if len(steps) > 1 else ""
    return f"**{name}**: {' + '.join(steps)}{total}"


def _steps(rules: Rules, count: FinalCount, seat: Seat) -> list[str]:
    score = count.scores[seat]
    steps = [f"hand points {score.points}"]
    if score.shutout:
        steps.append(f"{_shutout_name(rules)} {score.shutout}")
    if rules.line_bonus:
        steps.append(f"{words.lines(score.lines)} × {rules.line_bonus} ({score.line_bonus})")
    if score.game_bonus:
        steps.append(f"game bonus {score.game_bonus}")
    return steps


def _shutout_name(rules: Rules) -> str:
    """What a shutout is called where it is added."""
    doubled = rules.shutout is Shutout.DOUBLE_POINTS
    return "shutout, points doubled" if doubled else "shutout"


def _reason(rules: Rules, count: FinalCount, names: Names) -> str:
    """Why the winner has won, where the totals alone would not say it."""
    ahead, behind = count.scores[count.crosser], count.scores[other(count.crosser)]
    crosser = names[count.crosser]
    if count.winner != count.crosser:
        return f" {crosser} reached {rules.target} first, but the higher grand total wins."
    if ahead.total == behind.total:
        return f" The totals are equal, so {crosser} wins for reaching {rules.target} first."
    if rules.victory is Victory.CROSSER and ahead.total < behind.total:
        return f" Whoever reaches {rules.target} first wins here, whatever the totals."
    return ""
