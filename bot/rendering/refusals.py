"""Words for what was refused: one friendly line that says what is wrong and what is possible."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import singledispatch

from bot.engine import (
    AlreadyReady,
    BadRules,
    CannotAsk,
    CardJustTaken,
    CardNotHeld,
    GinError,
    MatchOver,
    NoStandIn,
    NotAsked,
    NotBigGin,
    NotLate,
    NotPaused,
    NotStoodIn,
    NotYourTurn,
    Obstacle,
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
STORE_FAILS = "Nothing can be stored just now, so nothing was played. Try again in a moment."
LEAVING = "I am being restarted and back in a moment. Nothing was played: press again then."
SAME_PLAYER = "That is one person twice. Choose two players, or leave `against` out."

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


_OBSTACLES = {
    Obstacle.DECLINED: "You have asked for that in this turn already, and the answer was no.",
    Obstacle.STANDING: "Another question stands; it has to be answered first.",
    Obstacle.PAUSED: "The match is paused already.",
    Obstacle.TOO_LATE: "A discard can be taken back only until the other player has moved.",
    Obstacle.NO_TURN: "Nobody is to move just now, so there is nothing to ask for.",
    Obstacle.AGREED: "You have agreed to that already; it holds for the rest of this match.",
    Obstacle.STOOD_IN: "The computer plays for the other player just now, who could not answer.",
}


@refusal.register
def _(error: CannotAsk, names: Names) -> str:
    return _OBSTACLES[error.obstacle]


@refusal.register
def _(error: NotAsked, names: Names) -> str:
    return "That is not asked for any more; here is how it stands now."


@refusal.register
def _(error: NotPaused, names: Names) -> str:
    return "The match is not paused."


@refusal.register
def _(error: NotLate, names: Names) -> str:
    return "The other player is not late, or no longer: here is how it stands now."


@refusal.register
def _(error: NoStandIn, names: Names) -> str:
    return "You two have not agreed to a stand-in. You may claim the win or keep waiting."


@refusal.register
def _(error: NotStoodIn, names: Names) -> str:
    return "No computer plays for you; your seat is yours."


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
        f"This match is between **{names[0]}** and **{names[1]}**. "
        "`/gin challenge` starts a match of your own."
    )


def cannot_challenge(*, oneself: bool) -> str:
    """For a challenge to oneself, or to a bot."""
    if oneself:
        return "You cannot play against yourself; somebody else has to accept."
    return "Bots cannot be challenged. Pick a friend, or leave `opponent` out so anyone may accept."


def too_many_challenges(most: int) -> str:
    """For somebody whose challenges stand about unanswered."""
    return f"You have {most} open challenges already. Cancel one, or wait until it is answered."


def cooling_down(opponent: str, until: datetime) -> str:
    """For somebody who challenges again so soon after a no."""
    return (
        f"**{words.plain(opponent)}** declined your last challenge. "
        f"You can ask again <t:{int(until.timestamp())}:R>."
    )


def blocked(name: str, *, by_oneself: bool) -> str:
    """For two who are not to sit down together."""
    if by_oneself:
        return f"You have blocked **{words.plain(name)}**. `/gin block` shows and changes that."
    return f"**{words.plain(name)}** does not take challenges from you."


def cannot_see(name: str) -> str:
    """For a challenge in a channel that the opponent cannot look into."""
    return (
        f"**{words.plain(name)}** cannot see this channel. "
        "Make the challenge where both of you can."
    )


def played_elsewhere(channels: Sequence[int]) -> str:
    """For a channel in which the server does not want matches."""
    shown = [f"<#{channel}>" for channel in channels[:_MOST_CHANNELS]]
    more = len(channels) - len(shown)
    listed = " and ".join([*shown, f"{more} more"] if more else shown)
    return f"Gin Rummy is not played in this channel. Here it is played in {listed}."


_MOST_CHANNELS = 20


NO_SUCH_MATCH = "No match under way here is called that; choose one from the list."
NOT_A_MEMBER = "That person is not in this server."


def no_privacy() -> str:
    """For a place where a match could be seen by others, though the server wants it unseen."""
    return (
        "Matches of this server are for their players alone, which takes a thread of their own: "
        "make the challenge in a text channel."
    )


def stays_in_thread(thread: int) -> str:
    """For a table that is not to be shown elsewhere."""
    return f"This match is for its players alone; its table stays in <#{thread}>."


def no_clock(names: Names) -> str:
    """For a pause where nobody's time is counted."""
    return (
        f"**{names[0]}** and **{names[1]}** play without a clock, so there is nothing to pause. "
        "Take all the time you like."
    )


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


NO_PRIVATE_THREAD = 0
"""Stands among Discord's error codes for a private match whose thread could not be opened."""

_TROUBLES = {
    NO_PRIVATE_THREAD: "I may not open its private thread",
    10003: "its channel is gone",
    50001: "I may no longer see its channel",
    50013: "I may no longer write in its channel",
}


def table_trouble(code: int) -> str:
    """Why the public table cannot be shown, by Discord's error code, and what helps."""
    why = _TROUBLES.get(code, "Discord does not take it")
    return (
        f"The table cannot be shown: {why}. Your moves count, and no time runs; "
        "`/gin table` puts it up elsewhere."
    )


NO_HINTS = (
    "Hints are for practice, and for matches in which both players have agreed to them: `/gin ask` "
    "asks the other player."
)
IN_PRACTICE = (
    "That is for a match between two people. In practice you have hints anyway, and the computer "
    "waits for you."
)
HINT_LATER = "A hint is for your own turn; press **Hint** again when it is yours."
MANAGERS_ONLY = "Only those who may manage this server can set its default rules."
NO_MATCH = "You are not in a match here. `/gin challenge` starts one."
REBUILDING = "Standings are being built anew just now; ask again in a while."
FORGOTTEN = "The other player is not to be found any more; `/gin challenge` finds you another."
NOT_PLAYED_HERE = (
    "I know no such match here. Start to type a player's name and choose from the list, or leave "
    "`match` out for your last one."
)
PLAYERS_ONLY = "This match is for its players alone."
OLDER_LESSON = "That was a button of another lesson; here is where you are."
NOT_YOUR_HAND = "A review is for whoever played the hand; **Replay** shows it to everybody else."


def hand_not_over(finished: int) -> str:
    """For somebody who asks for a hand whose cards are not open."""
    if not finished:
        return "A hand can be looked at once it is over, and here none is yet."
    hands = "hand 1 is" if finished == 1 else f"hands 1 to {finished} are"
    return f"A hand can be looked at once it is over. Of this match {hands}."


def unknown_zone(zone: str) -> str:
    """A time zone that there is none of."""
    return (
        f"I know no time zone **{words.plain(zone)}**. Start to type a city, such as *Berlin*, and "
        "choose from the list."
    )
