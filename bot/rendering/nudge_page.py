"""The short message that tells a player it is his turn, and what he may choose about it."""

from __future__ import annotations

from bot.engine import View, other

from .controls import Control, Preference, Verb
from .pages import Button, Page, Row, Style, Text, page
from .words import Names

ALWAYS, AWAY, NEVER = "always", "away", "never"
ON, OFF = "on", "off"
NUDGE, BY_DM = "nudge", "dm"

_WISHES = {ALWAYS: "Always", AWAY: "When I am away", NEVER: "Never"}


def nudge_page(
    match: int,
    view: View,
    names: Names,
    *,
    player: int,
    link: tuple[int, int, int | None] | None = None,
) -> Page:
    """Mentions the player to move; with a link (server, channel, message) it is for a DM.

    A DM has no My hand button: the hand is shown only where its table is.
    """
    against = names[other(view.turn or 0)]
    said = f"<@{player}>, it is your turn against **{against}**."
    if link is not None:
        place = "/".join(str(part) for part in link if part is not None)
        return page(Text(f"{said} https://discord.com/channels/{place}"), mentions=(player,))
    button = Button("My hand", Control(match, view.version, Verb.HAND), Style.MAIN)
    return page(Text(said), Row((button,)), mentions=(player,))


def settings_page(nudge: str, *, by_dm: bool) -> Page:
    """What a player may choose for himself, and what he has chosen."""
    wishes = tuple(
        Button(label, Preference(NUDGE, value), Style.GOOD if value == nudge else Style.PLAIN)
        for value, label in _WISHES.items()
    )
    dm = Button(
        f"By DM: {ON if by_dm else OFF}",
        Preference(BY_DM, OFF if by_dm else ON),
        Style.GOOD if by_dm else Style.PLAIN,
    )
    return page(
        Text(
            "### Your settings\nTell me when it is my turn. *When I am away* means: when my hand "
            "is not open, or I have not moved for a minute."
        ),
        Row(wishes),
        Row((dm,)),
    )
