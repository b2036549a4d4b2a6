"""A finished hand step by step: both hands open, the move in words, and buttons to go on."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import Arrangement, Move, Step, other

from . import words
from .controls import AsText, Moment, Proof, Way
from .hand_score import end_of_hand
from .lettering import written_name
from .match_count import final_lines, running
from .pages import ALT_LIMIT, Button, Page, Picture, Row, Style, Text, page
from .review_page import review_button
from .scenes import ReplayScene, ShownHand, ShownMeld
from .table_page import showdown_picture
from .words import Names

_DID = {
    "passed": "left the upcard",
    "took": "took",
    "drew": "drew",
    "threw": "threw",
    "took back": "took back",
    "knocked": "knocked with",
    "big gin": "Big Gin",
}
"""What a picture says of a move, by its kind."""


def replay_page(
    moment: Moment, steps: Sequence[Step], hands: int, names: Names, *, own: bool = False
) -> Page:
    """One step of a hand; a step beyond the last shows the last. `hands` of the match are over.

    Whoever played in it, whose `own` it is, may have his moves reviewed.
    """
    number = min(moment.step, len(steps) - 1)
    step, last = steps[number], len(steps) - 1
    heading = f"### Hand {moment.hand} of {names[0]} and {names[1]}"
    at = "The deal" if number == 0 else f"Step {number} of {last}"
    score = final_lines(step.view, names) if step.view.ended else running(step.view, names)
    here = Moment(moment.match, moment.hand, number)
    return page(
        Text(f"{heading}\n-# {words.rules_line(step.view.rules)}"),
        _picture(here, step, names),
        Text(f"**{at}.** {told_step(step, names)}\n{score}"),
        _steps(here, last),
        _beside(here, hands, own=own),
    )


def told_step(step: Step, names: Names) -> str:
    """What led to a step; at the end of a hand with its score, one step of it a line."""
    view, move = step.view, step.move
    if move is None:
        upcard = words.card(view.pile_top) if view.pile_top is not None else "none"
        limit = words.limit(view)
        this_hand = f" This hand: **{limit}**." if limit else ""
        return f"**{names[view.dealer]}** dealt; the upcard is {upcard}.{this_hand}"
    told = f"**{names[move.seat]}** {_did(move, names)}."
    if view.open_hands is None:
        return told
    # A knock, gin or Big Gin is the first thing that the score tells; a void hand's throw is not.
    return end_of_hand(view, names) if move.kind in _SHOWN else f"{told} {end_of_hand(view, names)}"


_SHOWN = frozenset({"knocked", "big gin"})


def _did(move: Move, names: Names) -> str:
    card = words.card(move.card) if move.card is not None else ""
    match move.kind:
        case "took":
            return f"took {card} from the pile"
        case "drew":
            return f"drew {card} from the stock"
        case "took back":
            return f"took {card} back, with **{names[other(move.seat)]}**'s leave"
        case kind:
            return f"{_DID[kind]} {card}".rstrip()


def _picture(here: Moment, step: Step, names: Names) -> Picture:
    """The end of a hand looks as it did on the table; before that both hands lie open."""
    if step.view.open_hands:
        picture = showdown_picture(step.view, names)
        return Picture(f"replay{here.hand}-{here.step}.png", picture.scene, picture.alt)
    move, view = step.move, step.view
    scene = ReplayScene(
        hands=(_shown(step.hands[0], names, 0), _shown(step.hands[1], names, 1)),
        stock_left=view.stock_left,
        pile_top=view.pile_top,
        moved=view.dealer if move is None else move.seat,
        did="dealt" if move is None else _DID[move.kind],
        card=None if move is None else move.card,
    )
    return Picture(f"replay{here.hand}-{here.step}.png", scene, _alt(step, names)[:ALT_LIMIT])


def _shown(reading: Arrangement, names: Names, seat: int) -> ShownHand:
    melds = tuple(ShownMeld(meld.cards) for meld in reading.melds)
    name = written_name(names.written[seat], seat)
    return ShownHand(name, "", melds, reading.deadwood, reading.points)


def _alt(step: Step, names: Names) -> str:
    view, move = step.view, step.move
    written = names.spoken
    if move is None:
        done = f"{written[view.dealer]} dealt."
    else:
        card = f" {words.spoken(move.card)}" if move.card is not None else ""
        done = f"{written[move.seat]} {_DID[move.kind]}{card}."
    top = words.spoken(view.pile_top) if view.pile_top is not None else "nothing"
    hands = [
        f"{name}: {words.spoken_reading(hand)}"
        for name, hand in zip(written, step.hands, strict=True)
    ]
    return " ".join([done, *hands, f"Discard pile: {top}.", f"Stock: {view.stock_left} cards."])


def _steps(here: Moment, last: int) -> Row:
    """The four ways through a hand; they stay in their places, so that one can press on."""

    def button(label: str, way: Way, *, there: bool, style: Style = Style.PLAIN) -> Button:
        return Button(label, Moment(here.match, here.hand, here.step, way), style, not there)

    before, after = here.step > 0, here.step < last
    return Row(
        (
            button("First", Way.FIRST, there=before),
            button("◀\ufe0e Back", Way.BACK, there=before),
            button("Next ▶\ufe0e", Way.NEXT, there=after, style=Style.MAIN),
            button("Last", Way.LAST, there=after),
        )
    )


def _beside(here: Moment, hands: int, *, own: bool) -> Row:
    buttons = []
    if here.hand > 1:
        earlier = Moment(here.match, here.hand, here.step, Way.EARLIER)
        buttons.append(Button(f"◀\ufe0e Hand {here.hand - 1}", earlier))
    if here.hand < hands:
        later = Moment(here.match, here.hand, here.step, Way.LATER)
        buttons.append(Button(f"Hand {here.hand + 1} ▶\ufe0e", later))
    deck = Button("The deal", Proof(here.match, here.hand))
    coach = (review_button(here.match, here.hand),) if own else ()
    return Row((*buttons, *coach, deck, Button("As text", AsText(here.match))))


def led_to(asked: Moment, last: int) -> Moment:
    """The moment that a button leads to; `last` is the last step of the hand it was made at."""
    match asked.way:
        case Way.FIRST:
            return Moment(asked.match, asked.hand, 0)
        case Way.BACK:
            return Moment(asked.match, asked.hand, max(0, min(asked.step, last) - 1))
        case Way.NEXT:
            return Moment(asked.match, asked.hand, min(last, asked.step + 1))
        case Way.LAST:
            return Moment(asked.match, asked.hand, last)
        case _:
            return Moment(asked.match, asked.hand, min(last, asked.step))
