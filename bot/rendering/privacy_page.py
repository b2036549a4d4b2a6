"""One's own data: what is kept, all of it as a file, and the question before it is forgotten."""

from __future__ import annotations

from .controls import Preference
from .pages import Button, Page, Row, Style, Text, TextFile, page

FORGET, YES, NO = "forget", "yes", "no"


def privacy_page() -> Page:
    """What is kept, in short; PRIVACY.md of the project says the same at length."""
    return page(
        Text(
            "### What is kept about you\n"
            "- your Discord id and the name last seen in each server, once you have challenged, "
            "been challenged or played\n"
            "- your challenges, matches and moves with their times, and the scores, standings and "
            "ratings that follow from them\n"
            "- what you have chosen in `/gin settings`, your block list, and how far you have come "
            "in `/gin tutorial`\n\n"
            "No messages, no lists of members, nothing about who is online. Your cards are shown "
            "to nobody else before their hand is over. A server that removes the bot is forgotten "
            "after 30 days."
        ),
        Text(
            "`/gin export` gives you all of it as a file. `/gin forget-me` removes your name and "
            "id everywhere; the other players' results stay, against *a former player*."
        ),
    )


def export_page(text: str, *, without_moves: bool) -> Page:
    """Everything that is kept about a player, as a file."""
    said = "Everything that is kept about you, as JSON."
    if without_moves:
        said += " The moves are left out, the file would be too large; `/gin replay` shows them."
    return page(Text(said), TextFile("gin-rummy-export.json", text))


def forget_page() -> Page:
    """Asks before a player is forgotten."""
    return page(
        Text(
            "### Forget me\n"
            "Your name and id go from everything that is kept, your settings and block list with "
            "them. Open challenges are closed, and matches that you are playing end now as if you "
            "had resigned. Results stay under a number that leads to nobody, so that the others' "
            "figures stay right. This cannot be "
            "undone. What stands in channels already, like a table with your name, is Discord's: "
            "delete it there."
        ),
        Row(
            (
                Button("Forget me", Preference(FORGET, YES), Style.GRAVE),
                Button("Keep it", Preference(FORGET, NO)),
            )
        ),
    )


def forgotten_page(*, is_forgotten: bool) -> Page:
    """What came of it."""
    return page(Text("You are forgotten." if is_forgotten else "Nothing was changed."))
