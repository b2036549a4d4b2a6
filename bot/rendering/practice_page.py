"""Practice against a computer: how one begins, what one is told, and how it goes on."""

from __future__ import annotations

from bot.engine import Proposal
from bot.players import Level

from .controls import Control, Practice, Verb
from .pages import Button, Page, Row, Style, Text, page
from .sight import Sight

LEVELS = {
    Level.EASY: "Easy: a friendly beginner, mistakes and all",
    Level.NORMAL: "Normal: sound play, knocks as soon as it can",
    Level.EXPERT: "Expert: plays for the best chance to win the match",
}
"""Each level in one line."""

WELCOME = (
    "### Welcome to the card table\n"
    "Play a hand right now against the computer: choose how well it plays. Only you see your "
    "cards, the buttons under them are the moves you have, and **Hint** says what an expert "
    "would do. `/gin tutorial` teaches the game in a few minutes.\n"
    "-# To play a friend, type `/gin challenge`; to answer, open this page a second time and "
    "choose there whom you are viewing as. `/gin help` has everything else."
)

STANDING = (
    "You are in a practice match already; this is your hand. `/gin resign` gives it up, then "
    "another can begin."
)


def practice_row() -> Row:
    """A button for each level, each of which starts a match for whoever presses it."""
    buttons = (
        Button(f"Practice: {level.capitalize()}", Practice(level), _STYLES[level])
        for level in Level
    )
    return Row(tuple(buttons))


_STYLES = {Level.EASY: Style.GOOD, Level.NORMAL: Style.MAIN, Level.EXPERT: Style.PLAIN}


def welcome_page() -> Page:
    """The first thing that somebody sees who tries the bot by himself."""
    return page(Text(WELCOME), practice_row())


def again_buttons(sight: Sight) -> tuple[Button, ...]:
    """What may follow a match: a rematch, or in practice another one and the next level up."""
    if sight.computer is None:
        rematch = Control(sight.match, sight.view.version, Verb.REMATCH)
        return (Button("Rematch", rematch, Style.MAIN),)
    again = Button("Play again", Practice(sight.computer, sight.match), Style.MAIN)
    levels = list(Level)
    harder = levels[levels.index(sight.computer) + 1 :][:1]
    others = harder or [Level.NORMAL]
    return (
        again,
        *(Button(f"Try {one.capitalize()}", Practice(one, sight.match)) for one in others),
    )


def hint_button(sight: Sight) -> tuple[Button, ...]:
    """Asks for a hint, where that is allowed and there is something to decide."""
    view = sight.view
    if Proposal.HINTS not in view.agreed or view.turn is None or view.turn != view.seat:
        return ()
    return (sight.press("Hint", Verb.HINT),)
