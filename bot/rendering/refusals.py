"""Words for what was refused: one friendly line that says what is wrong and what is possible."""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch

from bot.engine import (
    AlreadyReady,
    BadRules,
    CardJustTaken,
    CardNotHeld,
    GinError,
    MatchOver,
    NotBigGin,
    NotYourTurn,
    OutOfPlace,
    Phase,
    TooMuchDeadwood,
    UpcardClosed,
    WrongMoment,
)

from . import words
from .words import Names

OLDER_TABLE = "This table is from an older deal. `/gin hand` shows what you are playing now."
STALE = "That was an older picture of your hand; here is how it stands now."
TROUBLE = "Something went wrong on my side. Your match is safe: press **My hand** or try again."

_NEXT_STEP = {
    Phase.UPCARD: "take the upcard or pass first.",
    Phase.DRAW: "draw a card first, from the stock or the pile.",
    Phase.THROW: "you have drawn already, so throw a card now.",
    Phase.SHOWN: "this hand is over. **Next hand** deals a new one.",
}


@singledispatch
def refusal(error: GinError, names: Names) -> str:
    """The line for a refusal; each leaf of the error tree registers its own."""
    raise NotImplementedError(f"no words for {type(error).__name__}")


@refusal.register
def _(error: NotYourTurn, names: Names) -> str:
    if error.turn is None:
        return "Nobody is to move just now."
    return f"It is **{names[error.turn]}**'s turn. You can move as soon as they have."


@refusal.register
def _(error: WrongMoment, names: Names) -> str:
    return f"Not just now: {_NEXT_STEP[error.phase]}"


@refusal.register
def _(error: UpcardClosed, names: Names) -> str:
    return "You both passed the upcard, so this first card has to come from the stock."


@refusal.register
def _(error: CardNotHeld, names: Names) -> str:
    return f"You do not hold {words.card(error.card)}. Choose one of the cards below."


@refusal.register
def _(error: CardJustTaken, names: Names) -> str:
    taken = words.card(error.card)
    return f"You took {taken} this turn, so it has to stay until your next one. Throw another card."


@refusal.register
def _(error: TooMuchDeadwood, names: Names) -> str:
    thrown, left, limit = words.card(error.card), error.deadwood, error.limit
    return (
        f"Throwing {thrown} leaves {left}, and a knock takes {limit} or less. Throw a card instead."
    )


@refusal.register
def _(error: NotBigGin, names: Names) -> str:
    if error.deadwood is None:
        return "Big Gin is not played here; throw a card to go gin."
    return f"Big Gin needs all eleven cards in melds; yours leave {error.deadwood}. Throw a card."


@refusal.register
def _(error: AlreadyReady, names: Names) -> str:
    return "You are ready; the next hand is dealt as soon as the other player is, or by itself."


@refusal.register
def _(error: OutOfPlace, names: Names) -> str:
    return "The cards are dealt by the table alone."


@refusal.register
def _(error: MatchOver, names: Names) -> str:
    return "This match is over. **Rematch** starts another."


DOUBLED = "That click has counted already; this is how it stands now."


def outsider(names: Names) -> str:
    """For somebody who presses the buttons of a match he does not play in."""
    return (
        f"**{names[0]}** and **{names[1]}** are playing here. "
        "`/gin challenge` starts a match of your own."
    )


def cannot_challenge(*, oneself: bool) -> str:
    """For a challenge to oneself, or to a bot."""
    if oneself:
        return "You cannot play against yourself; somebody else has to accept."
    return "Bots cannot be challenged. Pick a friend, or leave `opponent` out so anyone may accept."


def not_invited(challenger: str, opponent: str | None) -> str:
    """For somebody who answers a challenge that is not for him."""
    if opponent is None:
        taken_back_by = f"only **{words.plain(challenger)}** can take it back"
        return f"Anyone may accept this challenge; {taken_back_by}."
    return (
        f"This challenge is for **{words.plain(opponent)}**. "
        "`/gin challenge` makes one of your own."
    )


def not_yours(challenger: str) -> str:
    """For somebody who takes back a challenge he did not make."""
    return f"Only **{words.plain(challenger)}** can take this challenge back."


def challenge_closed(state: str) -> str:
    """For an answer to a challenge that stands no more; `state` says why."""
    reason = {
        "draft": "This challenge has not been made yet.",
        "open": "This challenge has been made already.",
        "accepted": "This challenge has been accepted already.",
        "declined": "This challenge was declined.",
        "cancelled": "This challenge was taken back.",
        "lapsed": "This challenge has lapsed.",
    }
    return f"{reason[state]} `/gin challenge` makes a new one."


def still_asking(opponent: str) -> str:
    """For somebody who asks twice for the same rematch."""
    return f"You have asked for a rematch already; **{words.plain(opponent)}** has yet to answer."


def clash(error: BadRules) -> str:
    """For settings that make no sense together."""
    return f"That does not go together: {error.clash.value}. Nothing was changed."


def still_playing(names: Names) -> str:
    """For a rematch that is asked for before the end."""
    return f"**{names[0]}** and **{names[1]}** are still playing; a rematch comes after the end."


def missing_permissions(names: Sequence[str]) -> str:
    """For a channel in which the bot may not keep a table."""
    listed = " and ".join(f"**{name}**" for name in names)
    return (
        f"I lack {listed} in this channel, so I could not keep a table here. Somebody who manages "
        "the channel can allow it; then try again."
    )


_TROUBLES = {
    10003: "its channel is gone",
    50001: "I may no longer see its channel",
    50013: "I may no longer write in its channel",
}


def table_trouble(code: int) -> str:
    """Why the public table cannot be shown, by Discord's error code, and what helps."""
    why = _TROUBLES.get(code, "Discord does not take it")
    return f"The table cannot be shown: {why}. Your moves count; `/gin table` puts it up elsewhere."


MANAGERS_ONLY = "Only those who may manage this server can set its default rules."
NO_MATCH = "You are not in a match here. `/gin challenge` starts one."
