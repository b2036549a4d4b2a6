"""The short message that tells a player it is his turn, and what he may choose for himself."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import other

from . import words
from .controls import Preference, Verb
from .pages import Button, Page, Row, Style, Text, page, rows
from .sight import Sight

ALWAYS, AWAY, NEVER = "always", "away", "never"
ON, OFF = "on", "off"
NUDGE, BY_DM, POOR_KNOCK, UNBLOCK = "nudge", "dm", "knock", "unblock"

_WISHES = {ALWAYS: "Always", AWAY: "When I am away", NEVER: "Never"}
_MOST_BLOCKED = 20
_LABEL = 30
"""Characters of a name that fit a button on a phone."""


def nudge_page(sight: Sight, *, player: int, link: str | None = None) -> Page:
    """Mentions the player to move; with a `link` to the table it is for a DM.

    A DM has no My hand button: the hand is shown only where its table is.
    """
    against = sight.names[other(sight.view.turn or 0)]
    said = f"<@{player}>, it is your turn against **{against}**."
    if link is not None:
        return page(Text(f"{said} {link}"), mentions=(player,))
    button = sight.press("My hand", Verb.HAND, style=Style.MAIN)
    return page(Text(said), Row((button,)), mentions=(player,))


def settings_page(nudge: str, *, by_dm: bool, asks_before_poor_knock: bool) -> Page:
    """What a player may choose for himself, and what he has chosen."""
    wishes = tuple(
        Button(label, Preference(NUDGE, value), Style.GOOD if value == nudge else Style.PLAIN)
        for value, label in _WISHES.items()
    )
    return page(
        Text(
            "### Your settings\nTell me when it is my turn. *When I am away* means: when my hand "
            "is not open, or I have not moved for a minute."
        ),
        Row(wishes),
        Row((_switch("By DM", BY_DM, is_on=by_dm),)),
        Text("Before a knock that another card would improve, ask me once."),
        Row((_switch("Ask first", POOR_KNOCK, is_on=asks_before_poor_knock),)),
    )


def _switch(label: str, field: str, *, is_on: bool) -> Button:
    now, then = (ON, OFF) if is_on else (OFF, ON)
    return Button(f"{label}: {now}", Preference(field, then), Style.GOOD if is_on else Style.PLAIN)


def blocks_page(blocked: Sequence[tuple[int, str]]) -> Page:
    """Whom a player has blocked, by id and name, with a button that lets each come again."""
    if not blocked:
        return page(
            Text(
                "### Your block list\nNobody is on it. `/gin block player:` keeps somebody from "
                "challenging you and from accepting your challenges."
            )
        )
    shown = blocked[:_MOST_BLOCKED]
    more = len(blocked) - len(shown)
    buttons = [
        Button(f"Unblock {words.cut(name, _LABEL)}", Preference(UNBLOCK, str(player)))
        for player, name in shown
    ]
    told = "They can neither challenge you nor accept your challenges."
    if more:
        told += f" {more} more come into sight as you unblock these."
    return page(Text(f"### Your block list\n{told}"), *rows(buttons, 3))
