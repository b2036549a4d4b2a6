"""The public message: what anybody in the channel may see of a match."""

from __future__ import annotations

from bot.engine import Card, Ending, LaidOff, Meld, OpenHands, Phase, Seat, View, other

from . import words
from .controls import Verb
from .courtesy_page import standing
from .hand_score import end_of_hand, working
from .lettering import written_name
from .match_count import final_lines, running, so_far
from .pages import ALT_LIMIT, Page, Picture, Row, Style, Text, page
from .practice_page import again_buttons
from .rating_line import RatingNews, rating_line
from .scenes import ShowdownScene, ShownHand, ShownMeld, TableScene, TableSide
from .score_page import last_hand
from .sight import Sight
from .words import Names

_HISTORY_CHARACTERS = 3500


_NO_THREAD = (
    "-# This server plays in threads. I may not open one here (I need **Create Public Threads** "
    "and **Send Messages in Threads**), so we play in the channel."
)


def table_page(
    sight: Sight, *, lacks_thread: bool = False, ratings: RatingNews | None = None
) -> Page:
    """The table; `lacks_thread` says that a thread was wanted and could not be opened.

    `ratings` are what the match has changed, once it is over.
    """
    view, names = sight.view, sight.names
    return page(
        Text(f"### Gin Rummy: {names[0]} and {names[1]}\n-# {words.rules_line(view.rules)}"),
        showdown_picture(view, names) if view.open_hands else _table(view, names),
        Text(_news(sight)),
        Text(rating_line(ratings, names)) if ratings else None,
        _seal(view),
        Text(_NO_THREAD) if lacks_thread else None,
        _buttons(sight),
    )


def moved_page(view: View, names: Names, place: tuple[int, int, int]) -> Page:
    """What is left where a table was: a line that leads to it, and how the last hand came out.

    `place` is server, channel and message (docs: message links).
    """
    link = "https://discord.com/channels/" + "/".join(str(part) for part in place)
    last = f"{last_hand(view, names)} " if view.results else ""
    return page(Text(f"{last}[The table of {names[0]} and {names[1]} goes on here.]({link})"))


def _news(sight: Sight) -> str:
    view, names = sight.view, sight.names
    if view.ended:
        hand = f"{end_of_hand(view, names)}\n" if view.open_hands else ""
        return hand + final_lines(view, names)
    if view.open_hands:
        told = [end_of_hand(view, names), running(view, names), _waiting(sight)]
        return "\n".join(told)
    limit = words.limit(view)
    told = [*words.history(view.moves, names), running(view, names), _to_move(view, names)]
    told += standing(sight)
    return "\n".join([f"This hand: **{limit}**.", *told] if limit else told)


def _seal(view: View) -> Text | None:
    """What the deal was sealed with; a hand that was broken off stays closed, and so does it."""
    if view.commitment is None or (view.ended and not view.open_hands):
        return None
    when = "" if view.open_hands else " once the hand is over"
    return Text(f"-# Seal of this deal, which `/gin verify` opens{when}: `{view.commitment}`")


def _waiting(sight: Sight) -> str:
    view, names, next_deal = sight.view, sight.names, sight.next_deal
    wanted = [f"**{names[seat]}** wants the next hand." for seat in sorted(view.ready)]
    when = f" or <t:{int(next_deal.timestamp())}:R>" if next_deal else ""
    return " ".join([*wanted, f"The next hand is dealt when both want it{when}."])


def _to_move(view: View, names: Names) -> str:
    if view.turn is None:
        return ""
    asked = {
        Phase.UPCARD: "may take the upcard or leave it",
        Phase.DRAW: "is to draw",
        Phase.THROW: "is to throw",
    }
    return f"➡️ **{names[view.turn]}** {asked[view.phase]}."


def _buttons(sight: Sight) -> Row:
    view, press = sight.view, sight.press
    mine = press("My hand", Verb.HAND, style=Style.MAIN)
    looks = (
        press("Score sheet", Verb.SHEET),
        press("History", Verb.HISTORY),
        press("Rules", Verb.RULES),
    )
    if view.ended:
        return Row((*looks, *again_buttons(sight)))
    if view.open_hands:
        return Row((mine, *looks, press("Next hand", Verb.NEXT, style=Style.GOOD)))
    return Row((mine, *looks))


def history_page(view: View, names: Names) -> Page:
    """Every turn of the hand on the table: who took or drew what, and threw what."""
    number = len(view.results) + (0 if view.open_hands else 1)
    told = words.history(view.moves, names, turns=len(view.moves))
    lines = [f"{turn}. {line}" for turn, line in enumerate(told, 1)] or ["Nothing has happened."]
    return page(
        Text(f"### Hand {number}, turn by turn"), Text(words.latest(lines, _HISTORY_CHARACTERS))
    )


def _table(view: View, names: Names) -> Picture:
    scene = TableScene(
        sides=(_side(view, names, 0), _side(view, names, 1)),
        stock_left=view.stock_left,
        pile_top=view.pile_top,
        pile_beneath=view.pile_beneath,
        limit=words.limit(view),
    )
    return Picture(f"table{view.version}.png", scene, _table_alt(view, names)[:ALT_LIMIT])


def _side(view: View, names: Names, seat: Seat) -> TableSide:
    score = view.scores[seat]
    return TableSide(
        name=written_name(names.written[seat], seat),
        cards=11 if view.turn == seat and view.phase is Phase.THROW else 10,
        points=score.points,
        lines=score.lines,
        deals=view.dealer == seat,
        to_move=view.turn == seat,
        columns=_columns(view, seat),
    )


def _columns(view: View, seat: Seat) -> tuple[int, ...]:
    if len(view.columns) == 1:
        return ()
    return tuple(column.scores[seat].points for column in view.columns)


def _table_alt(view: View, names: Names) -> str:
    top = words.spoken(view.pile_top) if view.pile_top is not None else "nothing"
    if view.pile_beneath is not None:
        top += f", beneath it the {words.spoken(view.pile_beneath)}"
    told = [
        "The table.",
        f"Discard pile: {top}.",
        f"Stock: {view.stock_left} cards.",
        f"Dealer: {names.spoken[view.dealer]}.",
    ]
    if limit := words.limit(view):
        told.append(f"This hand: {limit}.")
    if view.turn is not None:
        told.append(f"{names.spoken[view.turn]} is to move.")
    told += [f"{name}: {so_far(view, seat)}." for seat, name in enumerate(names.spoken)]
    return " ".join(told)


def showdown_picture(view: View, names: Names) -> Picture:
    """Both hands at the end of a hand, and how it was scored."""
    opened, result = view.open_hands, view.result
    if opened is None or result is None:
        raise ValueError("the hand is not over")
    scene = ShowdownScene(
        hands=(_shown(view, opened, names, 0), _shown(view, opened, names, 1)),
        winner=result.winner,
        scored=result.points,
        knock_card=opened.knock_card,
        working=working(result),
    )
    return Picture(
        f"showdown{view.version}.png", scene, _showdown_alt(view, opened, names)[:ALT_LIMIT]
    )


def _shown(view: View, opened: OpenHands, names: Names, seat: Seat) -> ShownHand:
    reading = opened.hands[seat]
    laid_off = opened.laid_off if seat == opened.knocker else ()
    return ShownHand(
        name=written_name(names.written[seat], seat),
        label=_label(view, opened, seat),
        melds=tuple(ShownMeld(meld.cards, _extra(laid_off, meld)) for meld in reading.melds),
        deadwood=reading.deadwood,
        points=reading.points,
    )


def _extra(laid_off: tuple[LaidOff, ...], meld: Meld) -> tuple[Card, ...]:
    return tuple(card for extra in laid_off if extra.meld == meld for card in extra.cards)


def _label(view: View, opened: OpenHands, seat: Seat) -> str:
    result = view.result
    if result is None or result.winner is None:
        return ""
    if seat != opened.knocker:
        return "undercut" if result.ending is Ending.UNDERCUT else ""
    said = {Ending.GIN: "gin", Ending.BIG_GIN: "Big Gin"}
    return said.get(result.ending, "knocked")


def _showdown_alt(view: View, opened: OpenHands, names: Names) -> str:
    parts = [
        f"{name}: {words.spoken_reading(hand)}"
        for name, hand in zip(names.spoken, opened.hands, strict=True)
    ]
    if opened.knocker is not None and opened.laid_off:
        laid = [
            f"{words.spoken_cards(extra.cards)} on the {words.spoken_meld(extra.meld)}"
            for extra in opened.laid_off
        ]
        parts.append(f"{names.spoken[other(opened.knocker)]} laid off {'; '.join(laid)}.")
    result = view.result
    if result is not None and result.winner is not None:
        scored = f"{names.spoken[result.winner]} scores {result.points}"
        parts.append(f"{scored}: {working(result)}.")
    else:
        parts.append("Void: nobody scores.")
    return " ".join(["Both hands are open.", *_spoken_end(view, opened, names), *parts])


def _spoken_end(view: View, opened: OpenHands, names: Names) -> list[str]:
    """Who has ended the hand, how, and with which card."""
    result = view.result
    if opened.knocker is None or result is None:
        return []
    name = names.spoken[opened.knocker]
    if result.ending is Ending.BIG_GIN:
        return [f"{name} has Big Gin."]
    did = "has gin" if result.ending is Ending.GIN else "knocked"
    card = opened.knock_card
    return [
        f"{name} {did}; knock card {words.spoken(card)}." if card is not None else f"{name} {did}."
    ]
