"""What passes between the players beside the game: consent, pauses, and who is late."""

from __future__ import annotations

from bot.engine import (
    Action,
    Agree,
    Claim,
    Lateness,
    PlayOn,
    Proposal,
    Propose,
    Seat,
    View,
    other,
)

from . import words
from .controls import Verb
from .pages import Button, Page, Row, Style, Text, page
from .sight import Sight


def standing(sight: Sight) -> list[str]:
    """What there is to know beside whose turn it is, in whole sentences."""
    view = sight.view
    told: list[str] = []
    if view.proposed is not None:
        told.append(f"💬 {asked(sight)}")
    if view.paused:
        told.append("⏸️ The match is paused. A move ends the pause, and so does **Play on**.")
    if view.late is not None:
        told.append(f"⌛ {_lateness(sight)}")
    elif sight.turn_due is not None:
        told.append(f"-# ⏳ This move's time is up <t:{int(sight.turn_due.timestamp())}:R>.")
    if view.stood_in is not None:
        told.append(f"🤖 {_stands_in(sight, view.stood_in)}")
    if sight.computer is None:
        told += [f"-# {_AGREED[one]}" for one in _AGREED if one in view.agreed]
    return told


_AGREED = {
    Proposal.HINTS: "Both players may have hints in this match.",
    Proposal.STAND_IN: "The computer may play on for whoever goes away; then no rating moves.",
}


def _stands_in(sight: Sight, seat: Seat) -> str:
    """For whom the computer plays, said to whoever looks."""
    if sight.view.seat == seat:
        return "The computer plays on for you. Press a button here, and your seat is yours again."
    name = sight.names[seat]
    return f"The computer plays on for **{name}** until they are back. No rating moves."


def _lateness(sight: Sight) -> str:
    """Who is late and what follows, said to whoever looks."""
    view, names = sight.view, sight.names
    if view.late is None:
        return ""
    waiting = names[other(view.late.seat)]
    if view.seat is None:
        return f"{_is_late(sight)} **{waiting}** may {_may_do(view)}."
    if view.seat != view.late.seat:
        return f"{_is_late(sight)} You may {_may_do(view)}."
    return f"Your time is up. A move still counts, unless **{waiting}** claims the win first."


def _may_do(view: View) -> str:
    """What one may do whose opponent is late."""
    if Proposal.STAND_IN in view.agreed:
        return "claim the win, keep waiting or let the computer play on"
    return "claim the win or keep waiting"


def _is_late(sight: Sight) -> str:
    view, names = sight.view, sight.names
    if view.late is None:
        return ""
    if view.late.lateness is Lateness.LEFT:
        return f"**{names[view.late.seat]}** is not in this server any more."
    return f"**{names[view.late.seat]}**'s time is up."


_QUESTIONS = {
    Proposal.HINTS: (
        "that both of you may have hints for the rest of this match: **Hint** under your cards "
        "then says what an expert would do, and why. The other does not see it."
    ),
    Proposal.STAND_IN: (
        "that the computer may play on for whoever goes away in this match. Once somebody's time "
        "is up the other may call it in, and it plays until they are back. Such a match is scored, "
        "but moves no rating."
    ),
}


def asked(sight: Sight) -> str:
    """What one player asks of the other, as one sentence."""
    proposed, names = sight.view.proposed, sight.names
    if proposed is None:
        return ""
    asker = f"**{names[proposed.seat]}**"
    if proposed.proposal is Proposal.PAUSE:
        return f"{asker} asks to pause the match."
    if proposed.proposal in _QUESTIONS:
        return f"{asker} asks {_QUESTIONS[proposed.proposal]}"
    top = sight.view.pile_top
    return f"{asker} asks to take {words.card(top) if top is not None else 'a card'} back."


def courtesy_rows(sight: Sight) -> tuple[Row, ...]:
    """Buttons for what a seat may ask or answer; a pause is asked for by a command."""
    buttons = [button for action in sight.view.courtesies for button in _button(sight, action)]
    return (Row(tuple(buttons)),) if buttons else ()


def _button(sight: Sight, action: Action) -> tuple[Button, ...]:
    press, top = sight.press, sight.view.pile_top
    match action:
        case Propose(Proposal.TAKE_BACK) if top is not None:
            return (press(f"Take {words.card(top)} back", Verb.ASK_BACK),)
        case Agree(proposal):
            return _answers(sight, proposal)
        case PlayOn():
            return (press("Play on", Verb.PLAY_ON, style=Style.MAIN),)
        case Claim():
            return _patience(sight)
        case _:
            return ()


def _patience(sight: Sight) -> tuple[Button, ...]:
    press = sight.press
    both = (
        press("Claim the win", Verb.CLAIM, style=Style.GRAVE),
        press("Keep waiting", Verb.WAIT, style=Style.GOOD),
    )
    if Proposal.STAND_IN not in sight.view.agreed:
        return both
    return (*both, press("Let the computer play on", Verb.STAND_IN))


def late_page(sight: Sight, *, player: int, link: str | None = None) -> Page:
    """Tells the player who waits that the other is late; with a `link` it is for a DM."""
    told = f"<@{player}>, {_is_late(sight)} You may {_may_do(sight.view)}."
    if link is not None:
        return page(Text(f"{told} {link}"), mentions=(player,))
    return page(Text(told), Row(_patience(sight)), mentions=(player,))


def question_page(sight: Sight, *, player: int, link: str | None = None) -> Page:
    """Asks the other player, whose Discord id is given; with a `link` it is for a DM."""
    told = f"<@{player}>, {asked(sight)}"
    if link is not None:
        return page(Text(f"{told} {link}"), mentions=(player,))
    proposed = sight.view.proposed
    answers = _answers(sight, proposed.proposal) if proposed is not None else ()
    return page(Text(told), Row(answers), mentions=(player,))


def _answers(sight: Sight, proposal: Proposal) -> tuple[Button, ...]:
    """Yes and no to what is asked."""
    press = sight.press
    if proposal is Proposal.PAUSE:
        return (press("Pause", Verb.ALLOW_PAUSE), press("No pause", Verb.REFUSE_PAUSE))
    if proposal is Proposal.HINTS:
        return (press("Allow hints", Verb.ALLOW_HINTS), press("No hints", Verb.REFUSE_HINTS))
    if proposal is Proposal.STAND_IN:
        return (press("Agree", Verb.ALLOW_STAND_IN), press("No", Verb.REFUSE_STAND_IN))
    return (press("Allow", Verb.ALLOW_BACK), press("Refuse", Verb.REFUSE_BACK))
