"""Descriptions at their longest are whole, and no name turns them around."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from bot.engine import (
    CLASSIC,
    DECK,
    Arrangement,
    Card,
    DealHand,
    Ending,
    HandResult,
    MatchBegan,
    MatchEnded,
    MatchEnding,
    Move,
    OpenHands,
    Step,
    View,
    arrange,
    decide,
    evolve,
    lay_off,
    parse_cards,
    replay,
    view_for,
)
from bot.rendering.archive_page import match_text
from bot.rendering.controls import Moment
from bot.rendering.hand_page import hand_page
from bot.rendering.pages import ALT_LIMIT, Page, Text
from bot.rendering.replay_page import replay_page
from bot.rendering.score_page import score_page
from bot.rendering.sight import Sight
from bot.rendering.table_page import showdown_picture, table_page
from bot.rendering.words import Names
from tests.builders import deck_with

WIDE = "\u0634" * 32
"""A name at its longest: it takes an isolate at either side too."""

NAMES = Names((WIDE, WIDE[:-1] + "\u0633"))
HOLLYWOOD = CLASSIC.model_copy(update={"hollywood": True})
KNOCKERS = (
    "7d 8d 9d Qc Qd Qs 3h 4h 5h 3c",
    "7d 8d 9d 7h 8h 9h 7s 8s 9s 3d",
    "3d 4d 5d 7d 8d 9d 7h 8h 9h 2s",
    "3c 3d 3s 8c 8d 8s Qc Qd Qs 3h",
    "7d 8d 9d 7h 8h 9h Th Qc Qd Qs",
)
"""Three melds each, of the cards with the longest names."""


def dealt() -> View:
    match = replay([MatchBegan(CLASSIC, 0)])
    return view_for(evolve(match, decide(match, None, DealHand(deck_with()))[0]), 0)


VIEW = dealt()


def reveals() -> Iterator[tuple[Arrangement, Arrangement, OpenHands]]:
    """Ends of hands in which much can be laid off, and much is left over."""
    rng = Random(5)
    for cards in KNOCKERS:
        knocker = arrange(parse_cards(cards))
        others = [card for card in DECK if card not in knocker.cards]
        fitting = [card for card in others if lay_off(knocker, [card]).laid_off]
        for size in range(min(len(fitting), 8) + 1):
            for _ in range(12):
                held = rng.sample(fitting, size)
                spare = [card for card in others if card not in held]
                held += rng.sample(spare, 10 - size)
                off = lay_off(knocker, held)
                card = next(one for one in spare if one not in held)
                opened = OpenHands((knocker, off.kept), 0, card, off.laid_off)
                yield knocker, arrange(held), opened


def revealed(opened: OpenHands, ending: Ending, winner: int) -> View:
    left = (opened.hands[0].points, opened.hands[1].points)
    result = HandResult(ending, 0, 0, winner, left, abs(left[0] - left[1]), 100, 2)
    return replace(VIEW, open_hands=opened, results=(result,))


def test_the_longest_reveal_is_told_to_its_end() -> None:
    told = [
        showdown_picture(revealed(opened, ending, winner), NAMES).alt
        for _, _, opened in reveals()
        for ending, winner in ((Ending.KNOCK, 0), (Ending.UNDERCUT, 1), (Ending.GIN, 0))
    ]
    longest = max(told, key=len)
    assert 800 < len(longest) < ALT_LIMIT
    assert all(one.endswith(".") and " scores " in one for one in told)


def test_the_longest_step_of_a_replay_is_told_to_its_end() -> None:
    told = []
    for knocker, held, _ in reveals():
        move = Move(1, "took back", Card.parse("Qd"))
        step = Step(replace(VIEW, pile_top=Card.parse("Qd")), (knocker, held), move)
        told.append(replay_page(Moment(1, 1, 0), (step,), 1, NAMES).pictures[0].alt)
    assert max(map(len, told)) < ALT_LIMIT
    assert all(one.endswith(" cards.") for one in told)


def test_the_longest_hand_is_told_to_its_end() -> None:
    assert VIEW.hand is not None
    for knocker, _, opened in reveals():
        knock = opened.knock_card
        assert knock is not None
        reading = arrange((*knocker.cards, knock))
        knocks = ((knock, knocker.points),)
        hand = replace(VIEW.hand, reading=reading, drawn=knock, knocks=knocks)
        page = hand_page(Sight(1, replace(VIEW, hand=hand), NAMES))
        assert len(page.pictures[0].alt) < ALT_LIMIT
        assert page.pictures[0].alt.endswith((".", "!"))


def test_the_longest_table_is_told_to_its_end() -> None:
    score = replace(VIEW.columns[0].scores[0], points=9_999)
    column = replace(VIEW.columns[0], scores=(score, score))
    view = replace(VIEW, columns=(column,) * 3, pile_beneath=Card.parse("Qd"), multiplier=2)
    told = table_page(Sight(1, view, NAMES)).pictures[0].alt
    assert len(told) < ALT_LIMIT
    assert told.endswith("9999 / 9999 / 9999.")


# Names


def balanced(text: str) -> bool:
    """Whether each isolate is closed, and nothing else in the text gives a direction."""
    depth = 0
    for sign in text:
        depth += {"\u2068": 1, "\u2069": -1}.get(sign, 0)
        if depth not in (0, 1) or sign in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u200e\u200f":
            return False
    return depth == 0


@pytest.mark.parametrize("name", ["\u202eBob", "\u202e\u05e9\u05e9\u2069", "\u2067Bob", WIDE])
def test_a_name_turns_no_description_and_no_page_around(name: str) -> None:
    names = Names((name, "Bob"))
    _, held, opened = next(reveals())
    view = revealed(opened, Ending.KNOCK, 0)
    step = Step(VIEW, (held, held), Move(0, "drew", Card.parse("Qd")))
    pages: list[Page] = [
        replay_page(Moment(1, 1, 0), (step,), 1, names),
        table_page(Sight(1, view, names)),
        table_page(Sight(1, VIEW, names)),
        hand_page(Sight(1, replace(VIEW, seat=1), names)),
        score_page(view, names),
    ]
    for page in pages:
        assert all(balanced(picture.alt) for picture in page.pictures)
        told = [block.words for block in page.in_words().blocks if isinstance(block, Text)]
        assert all(map(balanced, told))


@pytest.mark.parametrize("name", ["\u202e\u05e9\u05e9", WIDE])
def test_a_match_as_text_keeps_each_name_to_itself(name: str) -> None:
    """Numbers after a name from right to left would else change places with it."""
    ended = MatchEnded(0, MatchEnding.RESIGNED)
    told = match_text(CLASSIC, Names((name, "Bob")), (), ended)
    assert balanced(told)
    shown = name.removeprefix("\u202e")
    assert told.count(shown) == told.count(f"\u2068{shown}\u2069") == 2
