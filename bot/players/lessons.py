"""The tutorial as data: hands that are set, the moves that lead to each lesson, and the answers.

A lesson's position is reached by the real engine, so whatever it shows is a legal game. The
learner sits at seat 0; the other seat's moves are written down here as his are.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from bot.engine import (
    CLASSIC,
    DECK,
    Action,
    Card,
    DealHand,
    Draw,
    Knock,
    Match,
    MatchBegan,
    Pass,
    Seat,
    Take,
    Throw,
    View,
    decide,
    evolve,
    parse_cards,
    replay,
    view_for,
)

LEARNER: Seat = 0

AGAIN = "again"
"""The answer to any lesson, the end included, that begins anew."""
SEE_KNOCKS = "knocks"
"""The answer that opens the list of cards to knock with; nothing is played."""


@dataclass(frozen=True, slots=True)
class SetHand:
    """A hand whose cards are known beforehand; the stock is named as far as it is drawn."""

    dealer: Seat
    learner: str
    computer: str
    upcard: str
    stock: str

    @property
    def order(self) -> tuple[Card, ...]:
        """All 52 cards as they are dealt."""
        hands = parse_cards(self.learner), parse_cards(self.computer)
        first, second = hands if self.dealer != LEARNER else hands[::-1]
        dealt = [card for pair in zip(first, second, strict=True) for card in pair]
        named = (*dealt, *parse_cards(self.upcard), *parse_cards(self.stock))
        return (*named, *(card for card in DECK if card not in named))


@dataclass(frozen=True, slots=True)
class Lesson:
    """A step of the tutorial: a position, and the one answer that leads on.

    An answer is a move, as in `throw Kc`, or the list of knocks; where there are `options` it is
    one of these, and nothing is played.
    """

    name: str
    hand: SetHand
    played: str
    """The moves that have led here, whoever is to move making the next."""
    right: str
    options: tuple[str, ...] = ()
    lists_knocks: bool = False
    """Whether the list of cards to knock with is open."""

    @property
    def view(self) -> View:
        """What the learner sees."""
        return view_for(position(self), LEARNER)


_FIRST = SetHand(
    dealer=1,
    learner="9c 9d 9s 4d 5d Kc 6s 5h 2h Ac",
    computer="Jh Qh Kh 9h 3c 3s 8c Tc Td Qc",
    upcard="6d",
    stock="5s 7d",
)
_SECOND = SetHand(
    dealer=1,
    learner="2c 3c 4c Jd Jh Js 5s 4h 2d Kd",
    computer="9c 9d 9s 5h 6h 7h Ac 3s 5d Qs",
    upcard="8d",
    stock="9h Ad",
)
_THIRD = SetHand(
    dealer=LEARNER,
    learner="Ad 2d 3d 7c 7h 7s Ts Js Qs 5h",
    computer="Ks 4c 4s 8d 8s Jh Jc 9c 6h 2s",
    upcard="6c",
    stock="3h",
)

_TO_THE_KNOCK = "take; throw Kc; draw; throw Qc; draw"
_TO_THE_UNDERCUT = "pass; pass; draw; throw Kd; draw; knock Qs"
_TO_GIN = "pass; pass; draw; throw Ks; take"

LESSONS = (
    Lesson("melds", _FIRST, "", "6d", options=("6c", "6d", "4c")),
    Lesson("deadwood", _FIRST, "", "33", options=("60", "36", "33")),
    Lesson("upcard", _FIRST, "", "take"),
    Lesson("throwing", _FIRST, "take", "throw Kc"),
    Lesson("drawing", _FIRST, "take; throw Kc; draw; throw Qc", "draw"),
    Lesson("knocking", _FIRST, _TO_THE_KNOCK, SEE_KNOCKS),
    Lesson("knock-card", _FIRST, _TO_THE_KNOCK, "knock 6s", lists_knocks=True),
    Lesson("lay-off", _FIRST, f"{_TO_THE_KNOCK}; knock 6s", "9h", options=("Qh", "9h", "Tc")),
    Lesson("staying-low", _SECOND, "pass; pass; draw", "throw Kd"),
    Lesson("undercut", _SECOND, _TO_THE_UNDERCUT, "me", options=("computer", "me", "nobody")),
    Lesson("last-card", _THIRD, "pass; pass; draw; throw Ks", "take"),
    Lesson("gin", _THIRD, _TO_GIN, "knock 5h"),
)
THE_END = Lesson("the-end", _THIRD, f"{_TO_GIN}; knock 5h", "")
"""What is shown once every lesson was answered; nothing is asked there."""


def lesson_named(name: str) -> Lesson | None:
    """The lesson with this name, the end included."""
    return next((one for one in (*LESSONS, THE_END) if one.name == name), None)


def lesson_after(lesson: Lesson) -> Lesson:
    """The lesson that a right answer leads to."""
    return (*LESSONS, THE_END)[LESSONS.index(lesson) + 1]


@cache
def position(lesson: Lesson) -> Match:
    """The match of a lesson, as the engine comes there from the deal."""
    match = replay([MatchBegan(CLASSIC, lesson.hand.dealer)])
    for event in decide(match, None, DealHand(lesson.hand.order)):
        match = evolve(match, event)
    for words in filter(None, lesson.played.split("; ")):
        for event in decide(match, match.to_move, move_named(words)):
            match = evolve(match, event)
    return match


_PLAIN: dict[str, Action] = {"take": Take(), "pass": Pass(), "draw": Draw()}


def move_named(words: str) -> Action:
    """The move that words name: `take`, `pass`, `draw`, `throw Kc`, `knock 6s`."""
    verb, _, card = words.partition(" ")
    match verb:
        case "throw":
            return Throw(Card.parse(card))
        case "knock":
            return Knock(Card.parse(card))
        case _:
            return _PLAIN[verb]
