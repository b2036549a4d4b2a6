"""Reads a recorded deal and plays it line by line; `test_recorded` says what the lines mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.engine import (
    PRESETS,
    Arrangement,
    BigGin,
    Card,
    DealHand,
    Draw,
    HandResult,
    Knock,
    LaidOff,
    Pass,
    Refused,
    Resign,
    Rules,
    Seat,
    Take,
    arrange,
    arrangements,
    card_set,
    cards_in,
    lay_off,
    least_deadwood,
    legal,
    parse_cards,
    showdown,
)
from bot.engine.deal import Deal
from bot.engine.layoff import LayOff
from bot.engine.scoring import Column, match_winner, score_columns
from tests.builders import Table, action, deck_with, hands_won, names, void
from tests.engine import oracle

CARD = "[A2-9TJQK][cdhs]"
CARDS = rf"{CARD}(?: {CARD})*"
SEATS = "AB"
MOVE = rf"passes|takes|draws|throws {CARD}|knocks with {CARD}|goes Big Gin|resigns"
VERBS = {
    "passes": "pass",
    "takes": "take",
    "draws": "draw",
    "throws": "throw",
    "knocks with": "knock",
    "goes Big Gin": "big gin",
    "resigns": "resign",
    "pass": "pass",
    "take": "take",
    "draw": "draw",
    "throw": "throw",
    "knock with": "knock",
    "go Big Gin": "big gin",
}
"""A move as a story tells it, and as the builders play it."""


class BadStory(Exception):
    """A file that is no recorded deal."""


@dataclass(frozen=True)
class Line:
    """A line that says something, and where it stands."""

    place: str
    text: str


def read(path: Path) -> list[Line]:
    """The lines of a story, from the first empty line on.

    Raises:
        BadStory: it lacks its reason, or the deal.
    """
    prose, _, rest = path.read_text("utf-8").partition("\n\n")
    lines = [
        Line(f"{path.name}:{number}", text.strip())
        for number, text in enumerate(rest.splitlines(), prose.count("\n") + 3)
        if text.strip()
    ]
    if not prose.strip() or not lines:
        raise BadStory(f"{path.name}: first the reason, then an empty line, then the deal")
    return lines


def tell(lines: list[Line]) -> None:
    """Play a story; whatever it claims is asserted.

    Raises:
        BadStory: a line is not known, or nothing is claimed.
    """
    told = Told()
    claims = 0
    for line in lines:
        try:
            claims += told.hear(line.text)
        except BadStory as error:
            raise BadStory(f"{line.place}: {line.text}: {error}") from None
        except AssertionError as error:
            raise AssertionError(f"{line.place}: {line.text}\n{error}") from None
        except Refused as error:
            raise AssertionError(f"{line.place}: {line.text}: {error!r}") from None
    if not claims:
        raise BadStory(f"{lines[0].place}: nothing is claimed")


Handler: TypeAlias = Callable[..., None]
_SETUP: list[tuple[re.Pattern[str], Handler]] = []
_MOVES: list[tuple[re.Pattern[str], Handler]] = []
_CLAIMS: list[tuple[re.Pattern[str], Handler]] = []
_Lines: TypeAlias = list[tuple[re.Pattern[str], Handler]]


def line(lines: _Lines, pattern: str) -> Callable[[Handler], Handler]:
    """Say how the lines look that a method hears; its arguments are their groups."""

    def register(handler: Handler) -> Handler:
        lines.append((re.compile(pattern), handler))
        return handler

    return register


class Told:
    """What a story has said so far."""

    def __init__(self) -> None:
        self.rules: Rules = PRESETS["classic"]
        self.dealer: Seat = 1
        self.earlier: list[HandResult] = []
        self.given: dict[str, str] = {}

    def hear(self, text: str) -> int:
        """Act on a line; the number of claims it made."""
        for lines in (_SETUP, _MOVES, _CLAIMS):
            for pattern, handler in lines:
                if found := pattern.fullmatch(text):
                    if lines is _SETUP and "table" in self.__dict__:
                        raise BadStory("that comes too late")
                    handler(self, *found.groups())
                    return int(lines is _CLAIMS)
        raise BadStory("no such line")

    @cached_property
    def table(self) -> Table:
        """The table, dealt as the story wants it."""
        table = Table(rules=self.rules, first_dealer=self.dealer, results=self.earlier)
        if {"A", "B"} & self.given.keys():
            dealer = table.match.dealer
            order = deck_with(
                non_dealer=self.given.get(SEATS[1 - dealer], ""),
                dealer=self.given.get(SEATS[dealer], ""),
                upcard=self.given.get("upcard", ""),
                stock=self.given.get("stock", ""),
            )
            table.act(None, DealHand(order))
        return table

    @property
    def deal(self) -> Deal:
        deal = self.table.match.deal
        if deal is None:
            raise BadStory("nothing has been dealt")
        return deal

    @property
    def held(self) -> int:
        """The cards that the story is about: those of whoever moves, or the ones it names."""
        if "cards" in self.given:
            return card_set(parse_cards(self.given["cards"]))
        return self.deal.hands[self.deal.turn]

    @property
    def shown(self) -> tuple[int, Arrangement, LayOff]:
        """Who knocked, how his cards are read, and the defender's answer."""
        if "knocker" in self.given:
            defender = parse_cards(self.given["defender"])
            readings = arrangements(card_set(parse_cards(self.given["knocker"])))
            pairs = [(reading, lay_off(reading, defender)) for reading in readings]
            return 0, *max(pairs, key=lambda pair: pair[1].points)
        open_hands = showdown(self.rules, self.deal)
        if open_hands is None:
            raise BadStory("nobody has knocked")
        return open_hands.knocker, open_hands.shown, open_hands.answer

    @property
    def columns(self) -> tuple[Column, ...]:
        return score_columns(self.rules, self.table.match.results)

    # What is given.

    @line(_SETUP, r"rules (\w+)(?: with (.+))?")
    def _rules(self, preset: str, options: str | None) -> None:
        self.rules = PRESETS[preset].revise(**dict(_options(options)))

    @line(_SETUP, rf"(A|B|upcard|stock|cards|knocker|defender): ({CARDS})")
    def _given(self, what: str, cards: str) -> None:
        if what in self.given:
            raise BadStory("said before")
        self.given[what] = cards

    @line(_SETUP, r"([AB]) deals")
    def _deals(self, seat: str) -> None:
        if self.earlier:
            raise BadStory("who deals follows from the earlier hands")
        self.dealer = SEATS.index(seat)

    @line(_SETUP, r"([AB]) has won (\d+) in (\d+) hands?")
    def _has_won(self, seat: str, points: str, hands: str) -> None:
        self.earlier += hands_won(SEATS.index(seat), int(points), int(hands))

    @line(_SETUP, r"a hand was void")
    def _was_void(self) -> None:
        self.earlier.append(void())

    # What is played.

    @line(_MOVES, rf"([AB]) ({MOVE})")
    def _moves(self, seat: str, move: str) -> None:
        self.table.act(SEATS.index(seat), action(_words(move)))

    @line(_MOVES, rf"([AB]) (takes|draws) ({CARD})")
    def _draws(self, seat: str, verb: str, card: str) -> None:
        self._moves(seat, verb)
        if str(self.deal.drawn) != card:
            raise BadStory(f"the card is {self.deal.drawn}")

    @line(_MOVES, r"both draw and throw it until (\d+) are left")
    def _run_down(self, left: str) -> None:
        self.table.run_down(int(left))

    # What must come out: refusals and choices.

    @line(_CLAIMS, r"([AB]) cannot (.+): (\w+)(?:, (\d+) (?:are|is) left)?")
    def _cannot(self, seat: str, wish: str, refusal: str, left: str | None) -> None:
        with pytest.raises(Refused) as refused:
            self.table.act(SEATS.index(seat), action(_words(wish)))
        assert type(refused.value).__name__ == refusal
        if left:
            assert getattr(refused.value, "deadwood", None) == int(left)

    @line(_CLAIMS, rf"([AB]) may knock with (nothing|{CARDS})")
    def _may_knock(self, seat: str, cards: str) -> None:
        knocks = [move.card for move in self._legal(seat) if isinstance(move, Knock)]
        assert sorted(knocks) == sorted(_cards(cards)), names(knocks)

    @line(_CLAIMS, r"([AB]) may only (pass or take|draw or take|draw)")
    def _may_only(self, seat: str, words: str) -> None:
        plain = {"pass": Pass(), "take": Take(), "draw": Draw()}
        assert set(self._legal(seat)) == {plain[word] for word in words.split(" or ")}

    @line(_CLAIMS, r"([AB]) may (not )?go Big Gin")
    def _may_go_big(self, seat: str, forbidden: str | None) -> None:
        assert (BigGin() in self._legal(seat)) != bool(forbidden)

    def _legal(self, seat: str) -> Iterator[object]:
        open_to = legal(self.table.match, SEATS.index(seat))
        return (move for move in open_to if move != Resign())

    @line(_CLAIMS, r"the limit is (\d+)")
    def _limit(self, limit: str) -> None:
        assert self.deal.limit == int(limit)

    # What must come out: counts and readings.

    @line(_CLAIMS, r"the cards count (\d+)")
    def _count(self, points: str) -> None:
        assert least_deadwood(self.held) == int(points)
        assert arrange(cards_in(self.held)).points == int(points)

    @line(_CLAIMS, rf"without ({CARD}) they count (\d+)")
    def _without(self, card: str, points: str) -> None:
        assert least_deadwood(self.held ^ Card.parse(card).bit) == int(points)

    @line(_CLAIMS, r"they are read as (.+)")
    def _read_as(self, readings: str) -> None:
        ours = [_spread(reading) for reading in arrangements(self.held)]
        assert ours == readings.split(" or as ")

    @line(_CLAIMS, r"the knocker shows (.+)")
    def _shows(self, spread: str) -> None:
        assert _spread(self.shown[1]) == spread

    @line(_CLAIMS, r"the defender lays off (.+)")
    def _lays_off(self, parts: str) -> None:
        laid = ", ".join(map(_part, self.shown[2].laid_off))
        assert (laid or "nothing") == parts

    @line(_CLAIMS, r"the defender keeps (.+)")
    def _keeps(self, spread: str) -> None:
        assert _spread(self.shown[2].kept) == spread

    @line(_CLAIMS, r"(\d+) are left to him")
    def _left(self, points: str) -> None:
        assert self.shown[2].points == int(points)

    @line(_CLAIMS, r"melding first he would have (\d+)")
    def _melding_first(self, points: str) -> None:
        spread = frozenset(frozenset(meld.cards) for meld in self.shown[1].melds)
        defender = frozenset(parse_cards(self.given["defender"]))
        loose = (oracle.loose(defender, melds) for melds in oracle.readings(defender))
        least = min(oracle.points(left) for rest in loose for left in oracle.lay_offs(spread, rest))
        assert least == int(points)

    # What must come out: the score.

    @line(_CLAIMS, r"(knock|gin|big gin|undercut): ([AB]) scores (\d+) \+ (\d+)( doubled)?")
    def _scores(self, ending: str, seat: str, loose: str, bonus: str, doubled: str | None) -> None:
        result = self.table.match.results[-1]
        assert (result.ending, SEATS[result.winner or 0]) == (ending, seat)
        assert (result.difference, result.bonus) == (int(loose), int(bonus))
        assert result.points == (int(loose) + int(bonus)) * (2 if doubled else 1)

    @line(_CLAIMS, r"A is left with (\d+) and B with (\d+)")
    def _deadwood(self, first: str, second: str) -> None:
        assert self.table.match.results[-1].deadwood == (int(first), int(second))

    @line(_CLAIMS, r"the hand is (void|not over)")
    def _hand_is(self, state: str) -> None:
        results = self.table.match.results[len(self.earlier) :]
        assert [result.ending for result in results] == (["void"] if state == "void" else [])

    @line(_CLAIMS, r"([AB]) deals next")
    def _deals_next(self, seat: str) -> None:
        assert SEATS[self.table.match.dealer] == seat

    @line(_CLAIMS, r"the match (goes on|goes to [AB])")
    def _match(self, state: str) -> None:
        winner = match_winner(self.rules, self.table.match.results)
        ended = self.table.match.ended
        if ended is not None:
            winner = ended.winner
        assert (None if winner is None else SEATS[winner]) == (
            None if state == "goes on" else state[-1]
        )
        if {"A", "B"} & self.given.keys():
            assert (ended is None) == (state == "goes on")

    @line(_CLAIMS, r"points: A (\d+), B (\d+)")
    def _points(self, first: str, second: str) -> None:
        self._column_points("1", first, second)

    @line(_CLAIMS, r"totals: A (\d+), B (\d+)")
    def _totals(self, first: str, second: str) -> None:
        self._column_totals("1", first, second)

    @line(_CLAIMS, r"column (\d): points A (\d+), B (\d+)")
    def _column_points(self, number: str, first: str, second: str) -> None:
        mine, theirs = self.columns[int(number) - 1].scores
        assert (mine.points, theirs.points) == (int(first), int(second))

    @line(_CLAIMS, r"column (\d): totals A (\d+), B (\d+)")
    def _column_totals(self, number: str, first: str, second: str) -> None:
        count = self.columns[int(number) - 1].count
        assert count is not None, "it is open"
        assert tuple(score.total for score in count.scores) == (int(first), int(second))

    @line(_CLAIMS, r"column (\d) is open")
    def _column_open(self, number: str) -> None:
        assert self.columns[int(number) - 1].count is None


def _options(text: str | None) -> Iterator[tuple[str, object]]:
    """`oklahoma, target 50` as settings."""
    for option in text.split(", ") if text else ():
        name, _, value = option.partition(" ")
        if name not in Rules.model_fields:
            raise BadStory(f"no option {name}")
        yield name, int(value) if value else True


def _words(move: str) -> str:
    """`knocks with Kc`, or `knock with Kc`, as the builders say it: `knock Kc`."""
    found = re.fullmatch(rf"(.+?)(?: ({CARD}))?", move)
    if found is None or found[1] not in VERBS:
        raise BadStory(f"no move: {move}")
    return f"{VERBS[found[1]]} {found[2] or ''}".strip()


def _cards(text: str) -> tuple[Card, ...]:
    return () if text == "nothing" else parse_cards(text)


def _spread(reading: Arrangement) -> str:
    """`4h 5h 6h | 9c 9d 9s | loose 7c`."""
    melds = [names(meld.cards) for meld in reading.melds]
    return " | ".join([*melds, f"loose {names(reading.deadwood) or 'nothing'}"])


def _part(part: LaidOff) -> str:
    return f"{names(part.cards)} on {names(part.meld.cards)}"
