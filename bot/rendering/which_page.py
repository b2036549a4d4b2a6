"""Asks which of several matches is meant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from . import words
from .controls import Control, Verb
from .pages import Button, Page, Style, Text, page, rows

_MOST = 20
"""More matches than this at once have to wait for their turn on the list."""
_LABEL = 30
"""Characters of a name that fit a button on a phone."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a player's live matches."""

    match: int
    version: int
    opponent: str
    my_turn: bool
    score: tuple[int, int]
    """Hand points, the player's own first."""


def which_page(choices: Sequence[Choice], verb: Verb) -> Page:
    """A button for each match, those where it is the player's turn first."""
    first = sorted(choices, key=lambda choice: not choice.my_turn)[:_MOST]
    buttons = [
        Button(
            f"{'➡️ ' if choice.my_turn else ''}{words.cut(choice.opponent, _LABEL)}, "
            f"{choice.score[0]}–{choice.score[1]}",
            Control(choice.match, choice.version, verb),
            Style.MAIN if choice.my_turn else Style.PLAIN,
        )
        for choice in first
    ]
    return page(Text("You sit at several tables. Against whom?"), *rows(buttons, 2))
