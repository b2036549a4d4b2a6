"""A page of a leaderboard: in words, as a picture, and with buttons that turn to others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from bot.scores import PER_MILLION, RATE_NEEDS, BoardKey, BoardPage, BoardRow

from . import words
from .controls import Board, Span, Turn
from .pages import ALT_LIMIT, Button, Menu, Option, Page, Picture, Row, Style, Text, page
from .scenes import LeaderboardScene, LeaderRow

ROWS = 10
"""Players on one page."""

_ALT_NAME = 24
"""Characters of a name where eleven rows have to fit a picture's description."""

KEYS = {
    BoardKey.RATING: "rating",
    BoardKey.WON: "matches won",
    BoardKey.WIN_RATE: "win rate",
    BoardKey.POINTS: "points",
    BoardKey.LINES: "lines",
    BoardKey.GINS: "gins",
    BoardKey.BEST_HAND: "best hand",
}
SPANS = {Span.MONTH: "this month", Span.SEASON: "this season", Span.ALL: "all time"}

_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July"),
    *("August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True)
class BoardSight:
    """What somebody looks at: a page of the board he has turned to, and his own row of it.

    `period` is a key of the standings, `reader` the name of whoever turned to it. A page
    that is not `private` is seen by others too.
    """

    asked: Board
    period: str
    page: BoardPage
    own: BoardRow | None
    reader: str
    private: bool


def board_page(sight: BoardSight) -> Page:
    """The page in words and as a picture, with its buttons."""
    asked, shown = sight.asked, sight.page
    pages = max(1, -(-shown.total // ROWS))
    parts = [_place(asked).capitalize(), period_label(sight.period)]
    if shown.total:
        parts.append(f"page {shown.page + 1} of {pages} · {_players(shown.total)}")
    heading = f"### Leaderboard: {KEYS[asked.key]}\n-# {' · '.join(parts)}"
    if not shown.rows:
        return page(Text(heading), Text(_nobody(asked)), *_switches(asked))
    return page(
        Text(heading),
        _picture(sight),
        Text(_told(sight)),
        _leafing(sight, pages),
        *_switches(asked),
    )


def period_label(period: str) -> str:
    """A period of the standings in words: "November 2026", "October to December 2026"."""
    year, _, part = period.partition("-")
    if not part:
        return SPANS[Span.ALL]
    if part.startswith("q"):
        first = 3 * int(part[1:]) - 3
        return f"{_MONTHS[first]} to {_MONTHS[first + 2]} {year}"
    return f"{_MONTHS[int(part) - 1]} {year}"


def _place(asked: Board) -> str:
    return "all servers" if asked.everywhere else "this server"


def _players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"


def _nobody(asked: Board) -> str:
    where = "anywhere" if asked.everywhere else "here"
    when = "" if asked.span is Span.ALL else f" {SPANS[asked.span]}"
    if asked.key is BoardKey.WIN_RATE:
        return (
            f"Nobody has finished {RATE_NEEDS} matches {where}{when} yet; before that a win rate "
            "says little. `/gin challenge` starts one."
        )
    what = "rated match" if asked.key is BoardKey.RATING else "match"
    return f"No {what} has been finished {where}{when} yet. `/gin challenge` starts one."


# The rows


def _told(sight: BoardSight) -> str:
    """Every row in words; the places are no list of Discord's, which would count anew."""
    key = sight.asked.key
    told = [_line(sight, row) for row in sight.page.rows]
    if sight.own is None:
        who = "You are" if sight.private else f"{words.plain(sight.reader)} is"
        needs = f": that takes {RATE_NEEDS} matches" if key is BoardKey.WIN_RATE else ""
        told.append(f"-# {who} not on this board yet{needs}.")
    elif _is_left_out(sight):
        told += ["…", _line(sight, sight.own)]
    return "\n".join(told)


def _is_left_out(sight: BoardSight) -> bool:
    """Whether the reader's own row is on another page."""
    on_page = {row.player for row in sight.page.rows}
    return sight.own is not None and sight.own.player not in on_page


def _line(sight: BoardSight, row: BoardRow) -> str:
    you = " · you" if sight.private and _is_own(sight, row) else ""
    figure = in_words(sight.asked.key, row)
    return f"**{row.place}.** **{words.plain(row.name)}** {figure}{you}"


def _is_own(sight: BoardSight, row: BoardRow) -> bool:
    return sight.own is not None and sight.own.player == row.player


def in_words(key: BoardKey, row: BoardRow) -> str:
    """What a row says beside the name: the board's figure, and matches won of those played."""
    tally = row.standing.tally
    matches = "match" if tally.matches == 1 else "matches"
    won = f"won {tally.won} of {tally.matches} {matches}"
    figures = {
        BoardKey.RATING: str(row.standing.rating.shown),
        BoardKey.WIN_RATE: percent(row.standing.win_rate),
        BoardKey.POINTS: words.points(tally.points),
        BoardKey.LINES: words.lines(tally.lines),
        BoardKey.GINS: "1 gin" if tally.gins == 1 else f"{tally.gins} gins",
        BoardKey.BEST_HAND: f"{words.points(tally.best_hand)} in one hand",
    }
    return f"{figures[key]} · {won}" if key in figures else won


def percent(rate: int | None) -> str:
    """A rate of a million with one decimal; a dash where there is none."""
    return "–" if rate is None else f"{100 * rate / PER_MILLION:.1f} %"


# The picture


_HEADS = {
    BoardKey.RATING: "Rating",
    BoardKey.WIN_RATE: "Win rate",
    BoardKey.POINTS: "Hand points",
    BoardKey.LINES: "Lines",
    BoardKey.GINS: "Gins",
    BoardKey.BEST_HAND: "Best hand",
}


def _picture(sight: BoardSight) -> Picture:
    key, alt = sight.asked.key, _alt(sight)
    rows = [_scene_row(sight, row, index) for index, row in enumerate(sight.page.rows)]
    if sight.own is not None and _is_left_out(sight):
        rows.append(replace(_scene_row(sight, sight.own, 0), apart=True))
    scene = LeaderboardScene(
        title=_title(sight.period),
        heads=(*([_HEADS[key]] if key in _HEADS else []), "Won", "Matches"),
        rows=tuple(rows),
    )
    # Named after what it shows: a page that is turned is another picture.
    return Picture(f"board{crc32(alt.encode()):08x}.png", scene, alt, told=True)


def _title(period: str) -> str:
    year, _, part = period.partition("-")
    if not part.startswith("q"):
        return period_label(period).capitalize()
    first = 3 * int(part[1:]) - 3
    return f"{_MONTHS[first][:3]}–{_MONTHS[first + 2][:3]} {year}"


def _scene_row(sight: BoardSight, row: BoardRow, index: int) -> LeaderRow:
    tally, own = row.standing.tally, _is_own(sight, row)
    figures = {
        BoardKey.RATING: str(row.standing.rating.shown),
        BoardKey.WIN_RATE: percent(row.standing.win_rate),
        BoardKey.POINTS: str(tally.points),
        BoardKey.LINES: str(tally.lines),
        BoardKey.GINS: str(tally.gins),
        BoardKey.BEST_HAND: str(tally.best_hand),
    }
    key = sight.asked.key
    first = [figures[key]] if key in figures else []
    return LeaderRow(
        place=row.place,
        name=words.cut(row.name),
        figures=(*first, str(tally.won), str(tally.matches)),
        you=own and sight.private,
        asked=own and not sight.private,
        apart=index == 0 and sight.page.page > 0,
    )


def _alt(sight: BoardSight) -> str:
    asked = sight.asked
    rows: Sequence[BoardRow] = sight.page.rows
    if sight.own is not None and _is_left_out(sight):
        rows = (*rows, sight.own)
    told = [
        f"{row.place}. {words.isolated(words.cut(row.name, _ALT_NAME))} {_briefly(asked.key, row)}"
        + (", you." if sight.private and _is_own(sight, row) else ".")
        for row in rows
    ]
    head = f"Leaderboard by {KEYS[asked.key]}, {_place(asked)}, {period_label(sight.period)}."
    return " ".join([head, *told])[:ALT_LIMIT]


def _briefly(key: BoardKey, row: BoardRow) -> str:
    told = in_words(key, row).removesuffix(" match").removesuffix(" matches")
    return told.replace(" · ", ", ")


# The buttons


def _leafing(sight: BoardSight, pages: int) -> Row | None:
    asked, now = sight.asked, sight.page.page
    back = Button("◀ Back", replace(asked, page=now - 1, turn=Turn.BACK))
    following = Button("Next ▶", replace(asked, page=now + 1, turn=Turn.NEXT))
    buttons = [*([back] if now > 0 else []), *([following] if now + 1 < pages else [])]
    return Row(tuple(buttons)) if buttons else None


def _switches(asked: Board) -> tuple[Row, Menu]:
    """Another time or place, and a menu of what the board goes by; each begins at page one."""
    begun = replace(asked, page=0)
    spans = [
        _switch(label, replace(begun, span=span, turn=Turn.WHEN), is_on=span is asked.span)
        for span, label in SPANS.items()
    ]
    other = "This server" if asked.everywhere else "Everywhere"
    where = Button(other, replace(begun, everywhere=not asked.everywhere, turn=Turn.WHERE))
    options = [Option(f"By {label}", key, key is asked.key) for key, label in KEYS.items()]
    return Row((*spans, where)), Menu(replace(begun, turn=Turn.KEY), tuple(options))


def _switch(label: str, asked: Board, *, is_on: bool) -> Button:
    return Button(label.capitalize(), asked, Style.GOOD if is_on else Style.PLAIN)
