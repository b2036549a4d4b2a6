"""The coach: a finished hand of one's own, seen again. Nothing is said that was not reckoned."""

from __future__ import annotations

from bot.engine import Ending, Seat, View, other
from bot.players import CostlyMove, Luck, PassedKnock, Review

from . import words
from .controls import Moment, OwnReview
from .hand_score import end_of_hand
from .pages import ALT_LIMIT, Button, Page, Picture, Row, Text, page
from .scenes import CoursedTurn, CourseScene
from .words import Names

_MOST_SHOWN = 40
"""Turns that a picture and its description have room for."""
_MOST_KNOCKS = 3

_WHY_NOT = "with 4 to 10 cards in the stock I cannot reckon well enough what waiting brings."
_HOW_IT_IS_RECKONED = (
    "-# Every move is judged by what you could see at that moment. Costs are the expert's "
    "estimates in points, not certainties, but for the last turns, of which every outcome is "
    "counted. What a knock would have scored is counted out against the cards the other player "
    "held."
)


def review_button(match: int, hand: int) -> Button:
    """Leads whoever presses it to the review of his own moves in a finished hand."""
    return Button("Review", OwnReview(match, hand))


def review_page(asked: OwnReview, seen: Review, last: View, names: Names) -> Page:
    """One player's own hand; `last` is what a spectator saw at its end."""
    # Each apart: a list would take the line that follows it for part of its last item.
    parts = (_costs(seen), _unjudged(seen), _knocks(seen, names), _luck(seen))
    told = [Text("\n".join(lines)) for lines in parts if lines]
    return page(
        Text(f"### Your review: hand {asked.hand} of {names[0]} and {names[1]}\n{_opening(seen)}"),
        _picture(asked, seen, last),
        Text(f"{end_of_hand(last, names)}\n{_course(seen)}"),
        *told,
        Text(_HOW_IT_IS_RECKONED) if told else None,
        Row((Button("Replay", Moment(asked.match, asked.hand, 0)),)),
    )


def _opening(seen: Review) -> str:
    result, seat = seen.result, seen.seat
    if result.winner is None:
        return "Nobody scored in this one. Here is how it went for you."
    if result.winner != seat:
        return "This one went the other way; here is what there is to take from it."
    if result.ending in {Ending.GIN, Ending.BIG_GIN}:
        return "Beautifully finished! Here is how you came there."
    return "Well done, this one is yours. Here is how you came there."


# The course of the deadwood


def _picture(asked: OwnReview, seen: Review, last: View) -> Picture:
    costly = {move.turn for move in seen.costly}
    lucky, unlucky = ({one.turn for one in some} for some in (seen.lucky, seen.unlucky))
    shown = seen.steps[-_MOST_SHOWN:]
    whole = len(shown) == len(seen.steps) and not seen.left_out
    scene = CourseScene(
        title="Your deadwood",
        dealt=seen.dealt if whole else None,
        turns=tuple(
            CoursedTurn(
                number=step.turn,
                deadwood=step.deadwood,
                costly=step.turn in costly,
                luck=(step.turn in lucky) - (step.turn in unlucky),
            )
            for step in shown
        ),
        limit=last.limit,
    )
    return Picture(f"review{asked.hand}.png", scene, _alt(scene)[:ALT_LIMIT])


def _alt(scene: CourseScene) -> str:
    told = ["Your deadwood after each turn."]
    if scene.dealt is not None:
        told.append(f"As dealt: {scene.dealt}.")
    if scene.turns:
        first, left = scene.turns[0].number, ", ".join(str(one.deadwood) for one in scene.turns)
        told.append(f"From turn {first} on: {left}.")
    told.append(f"A knock takes {scene.limit} or less." if scene.limit else "Only gin ends it.")
    marks = {
        "Cost most": [one.number for one in scene.turns if one.costly],
        "Lucky draws": [one.number for one in scene.turns if one.luck > 0],
        "Unlucky draws": [one.number for one in scene.turns if one.luck < 0],
    }
    for mark, turns in marks.items():
        if turns:
            told.append(f"{mark}: turn {' and '.join(map(str, turns))}.")
    return " ".join(told)


def _course(seen: Review) -> str:
    if not seen.steps:
        return f"You were dealt {seen.dealt} points of deadwood and had no turn to lower them."
    last = seen.steps[-1]
    turns = "one turn" if last.turn == 1 else f"{last.turn} turns"
    told = f"Your deadwood: **{seen.dealt}** as dealt, **{last.deadwood}** after {turns}."
    if seen.left_out:
        told += (
            f" So many turns are more than I reckon with: the first {seen.left_out} are not "
            "looked at."
        )
    return told


# What there is to say of single moves


def _costs(seen: Review) -> list[str]:
    if not seen.steps:
        return []
    if not seen.costly:
        return ["**What cost most**: nothing worth a word. I found no better throw or knock."]
    return [
        "**What cost most** of your throws and knocks",
        *(f"- {_cost(move)}" for move in seen.costly),
    ]


def _unjudged(seen: Review) -> list[str]:
    if not seen.unjudged:
        return []
    moves = "One move is" if seen.unjudged == 1 else f"{seen.unjudged} moves are"
    return [f"-# {moves} not judged: {_WHY_NOT}"]


def _cost(move: CostlyMove) -> str:
    played, better = words.card(move.played), words.card(move.better)
    cost = _points(move.cost)
    turn = f"Turn {move.turn}: you"
    match move.knocked, move.better_knocks:
        case False, False:
            return f"{turn} threw {played}; throwing {better} keeps a hand I reckon {cost} better."
        case False, True:
            return f"{turn} threw {played}; a knock with {better} brings {cost} more on average."
        case True, False:
            return (
                f"{turn} knocked with {played}; throwing {better} and playing on brings {cost} "
                "more on average."
            )
        case _:
            return f"{turn} knocked with {played}; {better} leaves {cost} less."


def _knocks(seen: Review, names: Names) -> list[str]:
    if not seen.passed_knocks:
        return []
    told = [f"- {_knock(one, seen.seat, names)}" for one in seen.passed_knocks[:_MOST_KNOCKS]]
    if (more := len(seen.passed_knocks) - _MOST_KNOCKS) > 0:
        told.append(f"- and {more} more later on")
    return ["**Knocks passed by**, which may well be right", *told]


def _knock(passed: PassedKnock, seat: Seat, names: Names) -> str:
    card = words.card(passed.card)
    did = f"gin with {card}" if passed.deadwood == 0 else f"{card}, {passed.deadwood} left"
    score = passed.would_score
    if score > 0:
        came = f"it would have scored {words.points(score)}"
    elif score < 0:
        came = f"**{names[other(seat)]}** would have scored {words.points(-score)}: well waited"
    else:
        came = "it would have scored nothing"
    return f"Turn {passed.turn}: {did}; {came}."


def _luck(seen: Review) -> list[str]:
    told = [f"- {_drawn(luck)}" for luck in (*seen.lucky, *seen.unlucky)]
    return ["**Luck at the stock**", *told] if told else []


def _drawn(luck: Luck) -> str:
    better = luck.better_by > 0
    by = _points(round(abs(luck.better_by), 1))
    return (
        f"Turn {luck.turn}: {words.card(luck.card)} let you come down to {luck.deadwood}, "
        f"{by} {'better' if better else 'worse'} than the average draw."
    )


def _points(count: float) -> str:
    return "1 point" if count == 1 else f"{count:g} points"
