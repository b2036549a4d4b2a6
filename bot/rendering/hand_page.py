"""The private panel: a player's own hand, and under it what is legal now and nothing else."""

from __future__ import annotations

from bot.engine import (
    BigGin,
    Card,
    Draw,
    NextHand,
    OwnHand,
    Pass,
    Phase,
    Take,
    Throw,
    View,
    other,
)

from . import words
from .controls import Verb
from .courtesy_page import courtesy_rows, standing
from .hand_score import end_of_hand
from .match_count import column_points, final_lines
from .pages import ALT_LIMIT, Block, Button, Page, Picture, Row, Style, Text, page, rows
from .practice_page import again_buttons, hint_button
from .review_page import review_button
from .scenes import HandScene
from .sight import Presser, Sight
from .words import Names

_KNOCK_WITH = "**Knock with which card?** The one you choose goes face down; both hands are shown."


def hand_page(sight: Sight, notice: str | None = None, hint: str | None = None) -> Page:
    """The panel of the seat whose sight it is; `notice` is a line on top of it.

    A `hint` that was asked for stands above the buttons.
    """
    told = (Text(f"💡 {hint}"),) if hint else ()
    return _panel(sight, notice, (*told, *_choices(sight)))


def knocks_page(sight: Sight) -> Page:
    """The same panel with only the cards one may knock with, each with what it leaves."""
    hand, press = sight.view.hand, sight.press
    if hand is None or not hand.knocks:
        return hand_page(sight)
    buttons = [_knock_with(press, hand, card) for card, _ in hand.knocks]
    back = Row((press("Back", Verb.HAND),))
    return _panel(sight, None, (Text(_KNOCK_WITH), *rows(buttons, 3), back))


def _knock_with(press: Presser, hand: OwnHand, card: Card) -> Button:
    """Knocks with a card; asks first where another card would leave less."""
    left = dict(hand.knocks)[card]
    label = f"{words.card(card)} leaves {left}" if left else f"{words.card(card)} — gin!"
    verb = Verb.KNOCK if left == hand.least_after else Verb.SURE
    return press(label, verb, card=card, style=Style.GOOD)


def sure_page(sight: Sight, card: Card) -> Page:
    """Asks once before a knock that another card would improve."""
    hand, press = sight.view.hand, sight.press
    left = dict(hand.knocks).get(card) if hand else None
    if hand is None or left is None:
        return hand_page(sight)
    better, least = min(hand.knocks, key=lambda knock: knock[1])
    best = "makes gin" if least == 0 else f"leaves {least}"
    question = (
        f"Knocking with {words.card(card)} leaves {left}; {words.card(better)} {best}. "
        f"Knock with {words.card(card)} all the same?"
    )
    answers = (
        press(f"Yes, {words.card(card)}", Verb.KNOCK, card=card, style=Style.GRAVE),
        press("Back", Verb.KNOCKS),
    )
    return _panel(sight, None, (Text(f"**{question}**"), Row(answers)))


def resign_page(sight: Sight) -> Page:
    """Asks before a match is given up."""
    press = sight.press
    against = words.opponent(sight.names, sight.view.seat or 0)
    question = (
        f"Resign this match? **{against}** wins it, and the score so far stands "
        "without any more points or bonuses."
    )
    return page(
        Text(question),
        Row((press("Resign", Verb.RESIGN, style=Style.GRAVE), press("Play on", Verb.HAND))),
    )


def _panel(sight: Sight, notice: str | None, choices: tuple[Block, ...]) -> Page:
    view, names = sight.view, sight.names
    if view.seat is None or view.hand is None:
        raise ValueError("a panel needs a seat's own view")
    blocks = [
        Text(f"⚠️ {notice}") if notice else None,
        Text(_heading(view, names)),
        _picture(view, view.hand),
        Text(_status(sight, view.hand)),
        *choices,
    ]
    return page(*blocks)


def _heading(view: View, names: Names) -> str:
    seat = view.seat or 0
    mine, theirs = column_points(view, seat), column_points(view, other(seat))
    number = len(view.results) + (0 if view.open_hands else 1)
    against = f"### Your hand against {words.opponent(names, seat)}"
    limit = words.limit(view)
    shown = f" · **{limit}**" if limit else ""
    score = f"you {mine}, {words.opponent(names, seat)} {theirs}"
    return f"{against}\nHand {number} · {score}{shown}"


def _picture(view: View, hand: OwnHand) -> Picture:
    ending = _ending(view, hand)
    # Once the hand is over it is read as it was scored, without what was laid off.
    reading = view.open_hands.hands[view.seat or 0] if view.open_hands else hand.reading
    scene = HandScene(
        melds=tuple(meld.cards for meld in reading.melds),
        deadwood=reading.deadwood,
        points=reading.points,
        drawn=hand.drawn,
        ending=ending,
        came=hand.came,
    )
    drawn = f" New: {words.spoken(hand.drawn)}." if hand.drawn is not None else ""
    told = f" {ending if ending.endswith('!') else f'{ending}.'}" if ending else ""
    alt = f"Your hand. {words.spoken_reading(reading)}{drawn}{told}"
    return Picture(f"hand{view.version}.png", scene, alt[:ALT_LIMIT])


def _ending(view: View, hand: OwnHand) -> str:
    """The best end that this seat may put to the hand now; nothing while it may not."""
    if any(isinstance(action, BigGin) for action in view.legal):
        return "Big Gin!"
    if not hand.knocks:
        return ""
    least = min(left for _, left in hand.knocks)
    return f"Knock with {least}" if least else "Gin!"


def _may_knock(view: View) -> bool:
    """Whether to offer a knock: where only gin ends a hand nothing is said of knocking."""
    return view.hand is not None and bool(view.hand.knocks) and view.limit > 0


def _status(sight: Sight, hand: OwnHand) -> str:
    """The cards as text, and what the player is asked for."""
    view, names = sight.view, sight.names
    if view.ended:
        return final_lines(view, names)
    if view.open_hands:
        return end_of_hand(view, names)
    told = [_asked(view, hand, names), *standing(sight)]
    told += [f"-# {words.reading(hand.reading)}", _on_the_table(view, names)]
    return "\n".join(told)


def _on_the_table(view: View, names: Names) -> str:
    """What lies open, for a player who has the panel before him and not the table."""
    pile = words.card(view.pile_top) if view.pile_top is not None else "empty"
    if view.pile_beneath is not None:
        pile += f" over {words.card(view.pile_beneath)}"
    return f"-# Dealer: {names[view.dealer]} · pile: {pile} · stock: {view.stock_left}"


def _asked(view: View, hand: OwnHand, names: Names) -> str:
    if view.turn != view.seat:
        return f"**{words.opponent(names, view.seat or 0)}** is to move."
    top = words.card(view.pile_top) if view.pile_top is not None else "nothing"
    match view.phase:
        case Phase.UPCARD:
            return f"**Your turn.** Take {top} or leave it."
        case Phase.DRAW:
            return f"**Your turn.** Draw a card; {top} lies on the pile."
        case _:
            came = "took" if view.taken is not None else "drew"
            drawn = f"You {came} {words.card(hand.drawn)}. " if hand.drawn is not None else ""
            least = f"{hand.least_after} is the least to be left with"
            return f"**Your turn.** {drawn}Throw a card; {least}."


def _choices(sight: Sight) -> tuple[Block, ...]:
    """A button for everything legal; resigning has a command of its own."""
    view, press = sight.view, sight.press
    if view.ended:
        return (Row((*again_buttons(sight), *_review(sight))),)
    opening = view.phase is Phase.UPCARD
    top = words.card(view.pile_top) if view.pile_top is not None else ""
    simple: list[Button] = []
    for action in view.legal:
        match action:
            case Draw():
                simple.append(
                    press(f"Draw from stock ({view.stock_left})", Verb.DRAW, style=Style.MAIN)
                )
            case Take():
                simple.append(
                    press(f"Take {top}", Verb.TAKE, style=Style.MAIN if opening else Style.PLAIN)
                )
            case Pass():
                simple.append(press("Pass", Verb.PASS))
            case NextHand():
                simple.append(press("Next hand", Verb.NEXT, style=Style.MAIN))
            case _:
                pass
    throws = [
        press(words.card(action.card), Verb.THROW, card=action.card)
        for action in view.legal
        if isinstance(action, Throw)
    ]
    # While he waits, a panel that no longer follows (a token lives 15 minutes) needs a way back.
    waiting = () if simple or throws else (Row((press("Refresh", Verb.HAND),)),)
    endings = _endings(view, press)
    (simple or endings).extend(hint_button(sight))
    return (
        *rows([*simple, *_review(sight)], 5),
        *rows(throws),
        *rows(endings),
        *courtesy_rows(sight),
        *waiting,
    )


def _review(sight: Sight) -> tuple[Button, ...]:
    """The coach has a word on a hand that lies open."""
    view = sight.view
    return (review_button(sight.match, len(view.results)),) if view.open_hands else ()


def _endings(view: View, press: Presser) -> list[Button]:
    """Knock…, Gin! and Big Gin!, each only where it is legal."""
    knocks = view.hand.knocks if view.hand else ()
    gins = [card for card, left in knocks if left == 0]
    buttons: list[Button] = []
    if _may_knock(view):
        buttons.append(press("Knock…", Verb.KNOCKS, style=Style.GOOD))
    if len(gins) > 1 and view.limit == 0:
        buttons += [
            press(f"Gin! {words.card(card)}", Verb.KNOCK, card=card, style=Style.GOOD)
            for card in gins
        ]
    elif gins:
        # Several cards may leave gin; the dearest goes, the others are under Knock….
        thrown = max(gins, key=lambda card: (card.points, card))
        buttons.append(press("Gin!", Verb.KNOCK, card=thrown, style=Style.GOOD))
    if any(isinstance(action, BigGin) for action in view.legal):
        buttons.append(press("Big Gin!", Verb.BIG_GIN, style=Style.GOOD))
    return buttons
