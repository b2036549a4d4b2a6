"""Help: every command on one page."""

from __future__ import annotations

from .pages import Page, Text, page
from .practice_page import practice_row

COMMANDS: dict[str, str] = {
    "tutorial": "learn the game: a guided first hand against the computer",
    "challenge": "challenge a friend, or anyone who likes to accept",
    "practice": "play against the computer, at once; you may have hints",
    "hand": "your hand, here and in private, whenever you need it again",
    "table": "the table again, at the bottom of this channel",
    "score": "the score sheet of your match",
    "history": "finished matches, yours or another player's, each to be looked at again",
    "replay": "a finished hand step by step, with both hands open",
    "verify": "the deck of a finished hand, and how to check that nobody changed it",
    "pause": "ask the other player for a pause in a match with a clock",
    "ask": "ask the other player for hints in your match, or for the computer as a stand-in",
    "resign": "give your match up (it asks first)",
    "rules": "the rules as they are played here",
    "leaderboard": "who stands where: by rating, matches, points and more",
    "stats": "what somebody has played here, alone or against another",
    "luck": "the deals of this server beside what chance predicts",
    "settings": "how pictures look to you, when you are told of your turn, and what I ask about",
    "block": "keep somebody from challenging you, or see your block list",
    "privacy": "what is kept about you, and for how long",
    "export": "everything that is kept about you, as a file",
    "forget-me": "have all of it forgotten (it asks first)",
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
        Text("Nobody there? Play against the computer, right now:"),
        practice_row(),
        Text(
            f"{commands}\n`/gin-admin show`: what this server plays, where and how fast, for those "
            "who may manage it"
        ),
    )
