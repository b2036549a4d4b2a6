"""One's own data: what is kept, all of it as a file, and the question before it is forgotten."""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping
from typing import Any

from .controls import Preference
from .pages import Button, File, Page, Row, Style, Text, page

MOST_BYTES = 8_000_000
"""Discord takes files of ten million bytes and more (docs: uploading files)."""

FORGET, YES, NO = "forget", "yes", "no"

KEPT = (
    (
        "Discord's ids of servers, channels and the bot's own messages",
        "to find the table of a match again",
    ),
    (
        "the Discord ids and display names of players, and of members who were challenged",
        "to know whose turn it is and whose row on the leaderboard is whose",
    ),
    (
        "challenges: who challenged whom, the rules, when it lapses, what became of it",
        "so that Accept still works after a restart",
    ),
    (
        "matches: the cards dealt, every move with its time, the score",
        "so that a match can go on after a restart, and a finished one be looked at",
    ),
    ("what you have chosen in `/gin settings`, once you have", "to do as you chose"),
    (
        "how far you have come in `/gin tutorial`, once you have answered its first question",
        "to take it up where you left it",
    ),
    (
        "whom you have blocked, with the name last seen",
        "to keep them away, and to show you your list",
    ),
    (
        "what a server has chosen in `/gin-admin`",
        "so that challenges know its rules, pace and channels",
    ),
    ("when the bot last gave a sign of life", "so that time it was away counts for no deadline"),
    (
        "matches against the computer, in the same way; agreements to hints and stand-ins",
        "practice, and its line in `/gin stats`",
    ),
    (
        "results of hands and matches, and what they come to: sums, streaks, ratings by month, "
        "season and in all",
        "leaderboards, figures, replays",
    ),
    (
        "who was found to have left the server, and when that was looked up",
        "leaderboards that hide them",
    ),
)
"""All that is kept, and what for; the table of PRIVACY.md has the same rows."""


def privacy_page() -> Page:
    """What is kept, and what one can do about it; PRIVACY.md says why, and for how long."""
    kept = "\n".join(f"- {what}" for what, _ in KEPT)
    return page(
        Text(f"### What is kept\n{kept}"),
        Text(
            "No messages, no lists of members, nothing about who is online. Your cards are shown "
            "to nobody else before their hand is over. A server that removes the bot is forgotten "
            "after 30 days."
        ),
        Text(
            "`/gin export` gives you all of it as a file. `/gin forget-me` removes your name and "
            "id everywhere; the other players' results stay, against *a former player*."
        ),
    )


def export_page(kept: Mapping[str, Any]) -> Page:
    """Everything that is kept about a player, by table, as a file; a large one is packed.

    It may take a second, so it belongs in a thread.
    """
    said = "Everything that is kept about you, as JSON."
    name, content = "gin-rummy-export.json", _in_json(kept)
    if len(content) > MOST_BYTES:
        said += " It is large, so it is packed with gzip."
        name, content = f"{name}.gz", gzip.compress(content)
    if len(content) > MOST_BYTES:
        said += " The moves are left out, there are too many; `/gin replay` shows them."
        content = gzip.compress(_in_json({**kept, "moves": []}))
    return page(Text(said), File(name, content))


def _in_json(kept: Mapping[str, Any]) -> bytes:
    return json.dumps(kept, default=str, indent=1, ensure_ascii=False).encode()


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
