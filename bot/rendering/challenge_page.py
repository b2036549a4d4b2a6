"""A challenge, while it stands and after."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.engine import Rules

from . import words
from .controls import Control, Verb
from .pages import Button, Page, Row, Style, Text, page


class Fate(StrEnum):
    """What became of a challenge whose message does not turn into a table."""

    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    LAPSED = "lapsed"


@dataclass(frozen=True, slots=True)
class Offer:
    """A challenge as it is shown; `opponent` is None where anybody may accept.

    `opponent` is his Discord id, which a new challenge notifies; the names are as written.
    `pace` is a name in `words.PACES`.
    """

    id: int
    challenger_name: str
    opponent: int | None
    opponent_name: str | None
    rules: Rules
    lapses_at: datetime
    pace: str = "none"
    is_rematch: bool = False


def challenge_page(offer: Offer) -> Page:
    """A standing challenge: who, what is played, until when, and the three answers."""

    def press(label: str, verb: Verb, style: Style) -> Button:
        return Button(label, Control(offer.id, 0, verb), style)

    answers = [press("Accept", Verb.ACCEPT, Style.GOOD)]
    if offer.opponent is not None:
        answers.append(press("Decline", Verb.DECLINE, Style.PLAIN))
    answers.append(press("Cancel", Verb.CANCEL, Style.PLAIN))
    return page(
        Text(f"### Gin Rummy challenge\n{_invitation(offer)}"),
        Text(
            f"-# {words.rules_line(offer.rules)} · {words.PACES[offer.pace]}\n"
            f"Lapses <t:{int(offer.lapses_at.timestamp())}:R>."
        ),
        Row(tuple(answers)),
        mentions=() if offer.opponent is None else (offer.opponent,),
    )


def _invitation(offer: Offer) -> str:
    challenger = f"**{words.plain(offer.challenger_name)}**"
    if offer.opponent is None:
        return f"{challenger} looks for someone to play with. The first to accept sits down."
    again = "asks for a rematch" if offer.is_rematch else "challenges you to a match"
    return f"<@{offer.opponent}>, {challenger} {again}."


def closed_page(offer: Offer, fate: Fate) -> Page:
    """A challenge that has come to nothing, in one line and without buttons."""
    challenger = words.plain(offer.challenger_name)
    invited = words.plain(offer.opponent_name) if offer.opponent_name else "nobody"
    said = {
        Fate.ACCEPTED: f"**{invited}** accepted **{challenger}**'s challenge.",
        Fate.DECLINED: f"**{invited}** declined **{challenger}**'s challenge.",
        Fate.CANCELLED: f"**{challenger}** took the challenge back.",
        Fate.LAPSED: f"**{challenger}**'s challenge lapsed: {invited} answered it in time.",
    }
    if fate is Fate.LAPSED and offer.opponent_name:
        return page(
            Text(f"**{challenger}**'s challenge lapsed: **{invited}** did not answer in time.")
        )
    return page(Text(said[fate]))
