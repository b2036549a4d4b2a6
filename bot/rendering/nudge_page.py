"""The short message that tells a player it is his turn."""

from __future__ import annotations

from bot.engine import other

from .controls import Verb
from .pages import Page, Row, Style, Text, page
from .sight import Sight


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
