"""Help and the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import words
from .pages import Page, Text, page

COMMANDS: dict[str, str] = {
    "challenge": "challenge a friend, or anyone who likes to accept",
    "hand": "your hand, here and in private, whenever you need it again",
    "table": "the table again, at the bottom of this channel",
    "score": "the score sheet of your match",
    "history": "finished matches, yours or another player's, each to be looked at again",
    "replay": "a finished hand step by step, with both hands open",
    "verify": "the deck of a finished hand, and how to check that nobody changed it",
    "pause": "ask the other player for a pause in a match with a clock",
    "resign": "give your match up (it asks first)",
    "rules": "the rules as they are played here",
    "leaderboard": "matches won, hand points and lines of this server",
    "settings": "when you are told that it is your turn, and what I ask you about",
    "block": "keep somebody from challenging you, or see your block list",
    "help": "this page",
}
"""Each subcommand of /gin and what it does; the commands take their descriptions from here."""

CONTEXT_MENU = "Challenge to Gin Rummy"


def help_page() -> Page:
    """How to play with this bot, on one page."""
    commands = "\n".join(f"`/gin {name}`: {what}" for name, what in COMMANDS.items())
    return page(
        Text(
            "### Gin Rummy\n"
            "Challenge someone with `/gin challenge`, or right-click a member → Apps → "
            f"**{CONTEXT_MENU}**. Once accepted, press **My hand** on the table: your cards come "
            "to you alone, and the buttons under them are the moves you have. Lost the hand? "
            "Press **My hand** again. An old button plays nothing; it shows you how things stand."
        ),
        Text(
            f"{commands}\n`/gin-admin show`: what this server plays, where and how fast, for those "
            "who may manage it"
        ),
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a leaderboard; `points` and `lines` are summed over finished matches."""

    name: str
    won: int
    played: int
    points: int
    lines: int


def leaderboard_page(standings: Sequence[Standing]) -> Page:
    """A server's leaderboard, best first; equal rows share a place."""
    if not standings:
        return page(
            Text(
                "### Leaderboard\nNo match has been finished here yet. `/gin challenge` starts one."
            )
        )
    told: list[str] = []
    place, last = 0, None
    for index, row in enumerate(standings, 1):
        key = (row.won, row.points, row.lines)
        place, last = (place, last) if key == last else (index, key)
        matches = "match" if row.played == 1 else "matches"
        told.append(
            f"{place}. **{words.plain(row.name)}** won {row.won} of {row.played} {matches} · "
            f"{words.points(row.points)} · {words.lines(row.lines)}"
        )
    return page(Text("### Leaderboard of this server"), Text("\n".join(told)))
