"""What is in the database afterwards, held against what the players have written down."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.engine import (
    Declined,
    Drew,
    Event,
    HandEnded,
    Knocked,
    Match,
    MatchEnded,
    MatchEnding,
    Passed,
    Paused,
    PlayedOn,
    Proposed,
    Ready,
    Recalled,
    Threw,
    TimeCalled,
    Took,
    WaitedOn,
    WentBigGin,
    other,
    replay,
)
from tests.histories import assert_legal, stored_history

from .games import Game
from .player import MOVES, Player

_VERBS: dict[type[Any], str] = {
    Passed: "pass",
    Took: "take",
    Drew: "draw",
    Threw: "throw",
    Knocked: "knock",
    WentBigGin: "big-gin",
    Ready: "next",
}


_CHANGES_NO_CHOICE = (Ready, Proposed, Declined, Paused, PlayedOn, TimeCalled, Recalled, WaitedOn)
"""After these a button of before still means what it says."""


@dataclass(frozen=True)
class Click:
    """A click for a move, as its custom_id says it: on which version, and what."""

    version: int
    verb: str
    card: str | None

    @classmethod
    def read(cls, custom_id: str, match: int) -> Click | None:
        grammar, *parts = custom_id.split(":")
        if grammar != "gin1" or int(parts[0]) != match or parts[2] not in MOVES:
            return None
        return cls(int(parts[1]), parts[2], parts[3] if len(parts) > 3 else None)


@dataclass(frozen=True)
class Findings:
    """What was held against what."""

    events: int
    moves: int
    """Events that players made."""
    acknowledged: int
    """Moves that the players were told count."""


def examine(database: Path, game: Game) -> Findings:
    """Every move that was answered is there, none twice, none of nobody's, and the score is right.

    Raises:
        AssertionError: it is not so.
    """
    history = stored_history(database, game.id)
    assert_legal(history)
    seats = _seats(database, game)
    counted = sum(
        _hold_against(history, seat, player, game.id) for seat, player in enumerate(seats)
    )
    match = replay(history)
    assert match.ended is not None, f"match {game.id} is not over"
    _require_score(database, game, match)
    winner = seats[match.ended.winner].user.name if match.ended.winner is not None else "Nobody"
    assert [f"{winner} wins" in end.replace("**", "") for end in game.ends] == [True, True], (
        game.ends
    )
    moves = sum(type(event) in _VERBS for event in history)
    return Findings(len(history), moves, counted)


def _hold_against(history: Sequence[Event], seat: int, player: Player, match: int) -> int:
    """Each of a seat's events has a click of its own, each acknowledged click an event."""
    clicked: dict[Click, bool] = {}
    for press in player.presses:
        click = Click.read(press.custom_id, match)
        if click is not None:
            clicked[click] = clicked.get(click, False) or press.counted
    done: set[Click] = set()
    for place, event in enumerate(history):
        verb = _verb_of(event, seat)
        if verb is None:
            continue
        card = str(event.card) if verb in {"throw", "knock"} else None  # type: ignore[union-attr]
        found = [
            click
            for click in clicked
            if (click.verb, click.card) == (verb, card)
            and _leads_to(click, history, place)
            and click not in done
        ]
        assert found, f"{event} at {place + 1} was nobody's click, or one click's second event"
        done.add(max(found, key=lambda click: click.version))
    lost = [click for click, counted in clicked.items() if counted and click not in done]
    # A click may be made on two versions that differ by nothing but the other's readiness.
    lost = [click for click in lost if not any(_same(click, one, history) for one in done)]
    assert not lost, f"the player was told that {lost} had counted, and they are not there"
    return sum(clicked[click] for click in done)


def _verb_of(event: Event, seat: int) -> str | None:
    """What a seat did; None where the event is another's."""
    if isinstance(event, MatchEnded):
        resigned = event.ending is MatchEnding.RESIGNED and event.winner == other(seat)
        return "resign" if resigned else None
    verb = _VERBS.get(type(event))
    return verb if verb is not None and event.seat == seat else None  # type: ignore[union-attr]


def _leads_to(click: Click, history: Sequence[Event], place: int) -> bool:
    """Whether a click on a version may have made the event at a place (counted from 0)."""
    if click.verb == "resign":
        return True  # it was confirmed, and means the match and no position of it
    return click.version <= place and all(
        isinstance(event, _CHANGES_NO_CHOICE) for event in history[click.version : place]
    )


def _same(click: Click, done: Click, history: Sequence[Event]) -> bool:
    first, last = sorted((click.version, done.version))
    between = all(isinstance(event, _CHANGES_NO_CHOICE) for event in history[first:last])
    return (click.verb, click.card) == (done.verb, done.card) and between


def _seats(database: Path, game: Game) -> list[Player]:
    rows = _rows(database, "SELECT player FROM seats WHERE match = ? ORDER BY seat", game.id)
    by_id = {player.user.id: player for player in game.players}
    return [by_id[player] for (player,) in rows]


def _require_score(database: Path, game: Game, match: Match) -> None:
    """The rows that boards are made of say what a replay of the moves says."""
    query = (
        "SELECT ending, winner, knocker, difference, bonus, multiplier, points"
        " FROM hand_results WHERE match = ? ORDER BY number"
    )
    assert list(_rows(database, query, game.id)) == [
        (
            *(result.ending.value, result.winner, result.knocker),
            *(result.difference, result.bonus, result.multiplier, result.points),
        )
        for result in match.results
    ]
    points = [0, 0]
    for event in match.results:
        if event.winner is not None:
            points[event.winner] += event.points
    winner = match.ended.winner if match.ended else None
    query = "SELECT seat, points, won, hands FROM results WHERE match = ? ORDER BY seat"
    assert list(_rows(database, query, game.id)) == [
        (seat, points[seat], int(winner == seat), len(match.results)) for seat in (0, 1)
    ]


def _rows(database: Path, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        yield from connection.execute(query, values).fetchall()


def is_sound(database: Path) -> bool:
    """Whether SQLite itself finds nothing wrong in the file."""
    return list(_rows(database, "PRAGMA integrity_check")) == [("ok",)]


def hands_ended(history: Sequence[Event]) -> int:
    """How many hands of a history are over."""
    return sum(isinstance(event, HandEnded) for event in history)
