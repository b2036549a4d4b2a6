"""What one player has played, and two players against each other."""

from __future__ import annotations

from collections.abc import Mapping
from zlib import crc32

from bot.engine import Tally
from bot.players import Level
from bot.scores import PER_MILLION, PlayerFigures, Standing

from . import words
from .board_page import percent
from .pages import ALT_LIMIT, Page, Picture, Text, page
from .scenes import Figure, PlayerCardScene
from .words import Names

_Line = tuple[str, str]


Practised = Mapping[Level, tuple[int, int]]
"""Matches won and lost against computers, by their level."""


def stats_page(
    name: str, figures: PlayerFigures, everywhere: Standing | None, practised: Practised
) -> Page:
    """A player's figures on this server, in words and as a card with the rating's line.

    Practice has a line of its own and is in no other figure.
    """
    practice = Text(_practice(practised)) if practised else None
    heading = f"### {words.plain(name)} on this server"
    standing = figures.standing
    if standing is None:
        return page(
            Text(f"{heading}\nNo match has been finished here yet. `/gin challenge` starts one."),
            practice,
        )
    lines = [*_lines(standing), ("Rating", _rating(figures, standing, everywhere))]
    alt = f"{words.isolated(words.cut(name))} on this server. " + " ".join(
        f"{what}: {is_}." for what, is_ in lines
    )
    scene = PlayerCardScene(
        name=words.cut(name),
        figures=_figures(standing),
        ratings=figures.ratings,
        rating_label="Rating, match by match",
    )
    picture = Picture(f"stats{crc32(alt.encode()):08x}.png", scene, alt[:ALT_LIMIT], told=True)
    return page(Text(heading), picture, Text(_listed(lines)), practice)


def _practice(practised: Practised) -> str:
    told = [f"{level.capitalize()} {won}–{lost}" for level, (won, lost) in practised.items()]
    return f"**Practice**, won–lost: {', '.join(told)}"


def _listed(lines: list[_Line]) -> str:
    return "\n".join(f"- **{what}**: {is_}" for what, is_ in lines)


def _lines(standing: Standing) -> list[_Line]:
    """Every figure but the rating, by what it counts."""
    tally = standing.tally
    rate = "" if standing.win_rate is None else f" ({percent(standing.win_rate)})"
    return [
        ("Matches", f"{tally.matches}, won {tally.won}{rate}"),
        ("Hands", f"{tally.hands}, won {tally.lines}"),
        ("Hand points", str(tally.points)),
        ("Gins", f"{tally.gins}, Big Gins {tally.big_gins}"),
        ("Undercuts", f"{tally.undercuts} given, {tally.undercut} taken"),
        ("Deadwood when caught", _mean(tally.caught, tally.caught_hands, "on average")),
        ("Turns a hand", _mean(tally.turns, tally.hands, "on average")),
        ("Won in a row", f"{standing.streak} now, {standing.best_streak} at best"),
        ("Best hand", words.points(tally.best_hand)),
    ]


def _mean(total: int, count: int, said: str = "") -> str:
    return f"{total / count:.1f} {said}".strip() if count else "–"


def _rating(figures: PlayerFigures, standing: Standing, everywhere: Standing | None) -> str:
    told = [f"{standing.rating.shown} here"]
    if everywhere is not None:
        told.append(f"{everywhere.rating.shown} everywhere")
    if (count := len(figures.ratings)) > 1:
        low, high = min(figures.ratings), max(figures.ratings)
        told.append(f"between {low} and {high} after the last {count} matches")
    return ", ".join(told)


def _figures(standing: Standing) -> tuple[Figure, ...]:
    tally = standing.tally
    rate = standing.win_rate
    won = "won" if rate is None else f"won, {percent(rate)}"
    return (
        Figure(str(tally.matches), "match" if tally.matches == 1 else "matches"),
        Figure(str(tally.won), won),
        Figure(f"{standing.streak} / {standing.best_streak}", "in a row / best"),
        Figure(str(tally.hands), "hand" if tally.hands == 1 else "hands"),
        Figure(str(tally.lines), "line" if tally.lines == 1 else "lines"),
        Figure(str(tally.best_hand), "best hand"),
        Figure(str(tally.gins), "gin" if tally.gins == 1 else "gins"),
        Figure(str(tally.big_gins), "Big Gin" if tally.big_gins == 1 else "Big Gins"),
        Figure(_mean(tally.turns, tally.hands), "turns a hand"),
        Figure(str(tally.undercuts), "undercut" if tally.undercuts == 1 else "undercuts"),
        Figure(str(tally.undercut), "times undercut"),
        Figure(_mean(tally.caught, tally.caught_hands), "when caught"),
    )


def versus_page(names: Names, sums: tuple[Tally, Tally]) -> Page:
    """Two players against each other on this server, each figure side by side."""
    heading = f"### {names[0]} against {names[1]}"
    if not sums[0].matches:
        return page(
            Text(
                f"{heading}\nThe two have finished no match with each other here yet. "
                "`/gin challenge` starts one."
            )
        )
    played = "1 match" if sums[0].matches == 1 else f"{sums[0].matches} matches"
    hands = "1 hand" if sums[0].hands == 1 else f"{sums[0].hands} hands"
    both = [_pair_figures(tally) for tally in sums]
    lines = [
        (what, f"**{names[0]}** {mine} · **{names[1]}** {theirs}")
        for (what, mine), (_, theirs) in zip(*both, strict=True)
    ]
    return page(Text(f"{heading}\n-# This server · {played} · {hands}"), Text(_listed(lines)))


def _pair_figures(tally: Tally) -> list[_Line]:
    share = f" ({percent(tally.won * PER_MILLION // tally.matches)})" if tally.matches else ""
    return [
        ("Matches won", f"{tally.won}{share}"),
        ("Hand points", str(tally.points)),
        ("Lines", str(tally.lines)),
        ("Gins", str(tally.gins)),
        ("Big Gins", str(tally.big_gins)),
        ("Undercuts", str(tally.undercuts)),
        ("Deadwood when caught", _mean(tally.caught, tally.caught_hands)),
        ("Turns a hand", _mean(tally.turns, tally.hands)),
        ("Best hand", str(tally.best_hand)),
    ]
