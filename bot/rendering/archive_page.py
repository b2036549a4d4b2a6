"""Matches that have been played: a list to leaf through, the deck of a hand, a match as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.engine import (
    MatchEnded,
    MatchEnding,
    OpenDeck,
    Rules,
    Seat,
    Step,
    other,
    sealed_text,
)

from . import words
from .controls import Moment, Past
from .match_count import final_lines, running
from .pages import Block, Button, File, Page, Row, Style, Text, page
from .replay_page import told_step
from .review_page import review_button
from .words import Names

MATCHES_A_PAGE = 5
LAST_PAGE = 99_999
"""What a button can lead to at most."""


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match as a list of `seat`'s shows it."""

    id: int
    names: Names
    seat: Seat
    at: datetime
    ended: MatchEnded
    scores: tuple[int, int] | None
    hands: int
    own: bool = False
    """Whether whoever looks has played in it."""


def past_page(
    matches: Sequence[PastMatch], of: tuple[int, str], number: int, *, goes_on: bool
) -> Page:
    """A page of the finished matches of a player, by his id and name, the latest first."""
    player, name = of
    heading = Text(f"### Matches of {words.plain(name)}")
    if not matches:
        nothing = "No more matches." if number else "No match has been finished here yet."
        return page(heading, Text(nothing), _leafing(player, number, goes_on=False))
    blocks: list[Block] = []
    for place, one in enumerate(matches, number * MATCHES_A_PAGE + 1):
        blocks.append(Text(f"**{place}.** {_line(one)}"))
        if one.hands:
            button = Button(f"Replay {place}", Moment(one.id, 1, 0))
            coach = replace(review_button(one.id, 1), label=f"Review {place}")
            blocks.append(Row((button, coach) if one.own else (button,)))
    return page(heading, *blocks, _leafing(player, number, goes_on=goes_on))


def _line(one: PastMatch) -> str:
    against, seat = one.names[other(one.seat)], one.seat
    parts = [f"<t:{int(one.at.timestamp())}:d> against **{against}**"]
    if one.scores is not None:
        parts.append(f"{one.scores[seat]} to {one.scores[other(seat)]} hand points")
    if one.ended.winner is not None:
        parts.append(f"**{one.names[one.ended.winner]}** won")
    parts.append(how_it_ended(one.ended, one.names))
    return " · ".join(parts)


def how_it_ended(ended: MatchEnded, names: Names) -> str:
    """How a match ended, in a few words."""
    loser = "" if ended.winner is None else names[other(ended.winner)]
    return {
        MatchEnding.PLAYED: "played to the end",
        MatchEnding.RESIGNED: f"{loser} resigned",
        MatchEnding.CLAIMED: f"{loser} was not there to play on",
        MatchEnding.STOPPED: "ended by those who manage the server",
        MatchEnding.CALLED_OFF: "called off, does not count",
        MatchEnding.ABANDONED: "abandoned, does not count",
    }[ended.ending]


def _leafing(player: int, number: int, *, goes_on: bool) -> Row | None:
    buttons = []
    if number > 0:
        buttons.append(Button("◀\ufe0e Later", Past(player, number - 1)))
    if goes_on and number < LAST_PAGE:
        buttons.append(Button("Earlier ▶\ufe0e", Past(player, number + 1)))
    return Row(tuple(buttons)) if buttons else None


def proof_page(match: int, hand: int, deck: OpenDeck, names: Names) -> Page:
    """The deck of a finished hand, what it was sealed with, and how anybody can check that."""
    order = " ".join(map(str, deck.order))
    dealt = (
        f"-# One card at a time, first to **{names[other(deck.dealer)]}**; the 21st is the upcard "
        "and the rest is the stock, its top first."
    )
    replay = Row((Button("Replay", Moment(match, hand, 0), Style.MAIN),))
    heading = Text(f"### The deal of hand {hand}: {names[0]} and {names[1]}")
    cards = Text(f"**Order**\n```\n{order}\n```\n{dealt}")
    if deck.commitment is None:
        unsealed = "This deal was not sealed, so there is nothing it could be checked against."
        return page(heading, cards, Text(unsealed), replay)
    return page(
        heading,
        cards,
        Text(f"**Salt**\n```\n{deck.salt}\n```"),
        Text(f"**Seal**, as the table showed it during the hand\n```\n{deck.commitment}\n```"),
        Text(
            "**Check it yourself**: this line of Python prints the seal.\n"
            f"```py\n{check_line(deck)}\n```"
        ),
        replay,
    )


def check_line(deck: OpenDeck) -> str:
    """A line of Python that prints what a deck was sealed with."""
    text = sealed_text(deck.order, deck.salt)
    return f'import hashlib; print(hashlib.sha256(b"{text}").hexdigest())'


@dataclass(frozen=True, slots=True)
class TextOfHand:
    """A finished hand for the text of a match."""

    steps: Sequence[Step]
    deck: OpenDeck


def text_page(
    match: int, rules: Rules, names: Names, hands: Sequence[TextOfHand], ended: MatchEnded | None
) -> Page:
    """All finished hands of a match as a text file."""
    file = File(f"gin-rummy-{match}.txt", match_text(rules, names, hands, ended).encode())
    told = "1 hand" if len(hands) == 1 else f"{len(hands)} hands"
    return page(Text(f"The match of **{names[0]}** and **{names[1]}** as text: {told}."), file)


def match_text(
    rules: Rules, names: Names, hands: Sequence[TextOfHand], ended: MatchEnded | None
) -> str:
    """Every move of every finished hand, one a line, with the cards, the scores and the seals."""
    plain = _Unmarked(names.written)
    lines = [f"Gin Rummy: {plain[0]} and {plain[1]}", words.rules_line(rules)]
    for number, hand in enumerate(hands, 1):
        lines += ["", f"Hand {number}", *_hand_lines(hand, plain)]
    if ended is not None:
        winner = "Nobody wins" if ended.winner is None else f"{plain[ended.winner]} wins"
        lines += ["", f"{winner} the match: {how_it_ended(ended, plain)}."]
    return "\n".join(lines).replace("**", "").replace("\ufe0e", "") + "\n"


class _Unmarked(Names):
    """Names for a text in which markdown means nothing."""

    def __getitem__(self, seat: Seat) -> str:
        return words.isolated(words.cut(self.written[seat]))

    def __iter__(self) -> Iterator[str]:
        return iter(self.spoken)


def _hand_lines(hand: TextOfHand, names: Names) -> list[str]:
    deal, *moves = hand.steps
    last = hand.steps[-1]
    lines = [
        told_step(deal, names),
        *_held(deal, names),
        *(f"{number}. {told_step(step, names)}" for number, step in enumerate(moves, 1)),
        *_held(last, names),
        final_lines(last.view, names) if last.view.ended else running(last.view, names),
        f"Order: {' '.join(map(str, hand.deck.order))}",
    ]
    if hand.deck.commitment is not None:
        lines += [f"Salt: {hand.deck.salt}", f"Seal: {hand.deck.commitment}"]
    return lines


def _held(step: Step, names: Names) -> list[str]:
    """Both hands at a step, each on its line."""
    return [
        f"{name} holds {words.reading(held)}" for name, held in zip(names, step.hands, strict=True)
    ]
