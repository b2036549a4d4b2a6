"""Pages of what has been played: whole in words, and such as Discord takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from bot.engine import (
    Agree,
    Card,
    Ending,
    MatchBegan,
    Proposal,
    Propose,
    Steps,
    cards_in,
    finished_hands,
    opened_deck,
    replayed,
)
from bot.rendering import words
from bot.rendering.archive_page import TextOfHand, match_text, proof_page, text_page
from bot.rendering.controls import (
    Asked,
    AsText,
    BadControl,
    Moment,
    Past,
    Proof,
    Way,
    decode,
)
from bot.rendering.pages import ALT_LIMIT, Page, Row, Text
from bot.rendering.replay_page import led_to, replay_page, told_step
from bot.rendering.words import Names
from tests.builders import Table, deck_with
from tests.strategies import Walk, walks

NAMES = Names(("*Anna* [x](https://a.example)", "Łukasz of the Twelve Lost Undercuts " * 3))


@pytest.fixture(scope="module")
def played() -> list[Walk]:
    return list(walks(seed=11, hands=60))


def hands_of(played: list[Walk]) -> Iterator[tuple[int, int, Steps]]:
    for history, _ in played:
        hands = finished_hands(history)
        for hand in range(1, hands + 1):
            yield hand, hands, replayed(history, hand)


def texts(page: Page) -> str:
    return "\n".join(block.words for block in page.blocks if isinstance(block, Text))


def ids(page: Page) -> list[str]:
    rows = [block for block in page.blocks if isinstance(block, Row)]
    assert all(1 <= len(row.buttons) <= 5 for row in rows)
    return [button.control.encode() for row in rows for button in row.buttons]


def test_discord_takes_the_page_of_every_step(played: list[Walk]) -> None:
    for hand, hands, steps in hands_of(played):
        for number in range(len(steps)):
            page = replay_page(Moment(1, hand, number), steps, hands, NAMES)
            assert len(set(ids(page))) == len(ids(page))
            assert len(texts(page)) + ALT_LIMIT <= 4000
            (picture,) = page.pictures
            assert 0 < len(picture.alt) <= ALT_LIMIT


def test_the_description_of_a_step_names_every_card_in_both_hands(played: list[Walk]) -> None:
    for hand, hands, steps in hands_of(played[:10]):
        for number, step in enumerate(steps[:-1]):
            (picture,) = replay_page(Moment(1, hand, number), steps, hands, NAMES).pictures
            held = [card for reading in step.hands for card in reading.cards]
            assert len(held) in {20, 21}
            assert all(words.spoken(card) in picture.alt for card in held)
            assert f"Stock: {step.view.stock_left} cards." in picture.alt


def test_pressing_next_goes_through_all_steps_and_back_undoes_it(played: list[Walk]) -> None:
    _, _, steps = next(hands_of(played))
    last = len(steps) - 1
    moments = [Moment(1, 1, 0)]
    while moments[-1].step < last:
        here = moments[-1]
        moments.append(led_to(Moment(1, 1, here.step, Way.NEXT), last))
    assert [one.step for one in moments] == list(range(last + 1))
    for before, after in pairwise(moments):
        assert led_to(Moment(1, 1, after.step, Way.BACK), last) == before
    assert led_to(Moment(1, 1, 0, Way.BACK), last) == Moment(1, 1, 0)
    assert led_to(Moment(1, 1, last, Way.NEXT), last) == Moment(1, 1, last)


def test_every_way_a_hand_ends_is_told_at_its_last_step(played: list[Walk]) -> None:
    told: dict[Ending, str] = {}
    for _, _, steps in hands_of([*played, *walks(seed=12, hands=300)]):
        result = steps[-1].view.result
        assert result is not None
        told[result.ending] = told_step(steps[-1], Names(("alice", "bob")))
    assert set(told) == set(Ending)
    assert "Big Gin!" in told[Ending.BIG_GIN]
    assert "has **gin**" in told[Ending.GIN]
    assert "knocked with" in told[Ending.KNOCK]
    assert "undercut!" in told[Ending.UNDERCUT]
    assert "threw" in told[Ending.VOID]
    assert "Void hand." in told[Ending.VOID]


def test_a_discard_taken_back_is_a_step_of_its_own() -> None:
    table = Table(deck_with(stock="Ks", non_dealer="4h 5h 6h 9c 9d 9s Td Jd Qd Kd"))
    table.play("pass", "pass", "draw", "throw 4h")
    table.act(0, Propose(Proposal.TAKE_BACK))
    table.act(1, Agree(Proposal.TAKE_BACK))
    table.play("knock Ks")

    steps = replayed(table.history, 1)

    told = [told_step(step, Names(("alice", "bob"))).replace("\ufe0e", "") for step in steps]
    assert told[4:6] == [
        "**alice** threw 4♥.",
        "**alice** took 4♥ back, with **bob**'s leave.",
    ]
    assert Card.parse("4h") in steps[5].hands[0].cards


def test_the_text_of_a_match_has_every_move_and_no_markdown(played: list[Walk]) -> None:
    for history, match in played:
        first = history[0]
        assert isinstance(first, MatchBegan)
        hands = [
            TextOfHand(replayed(history, hand), opened_deck(history, hand))
            for hand in range(1, finished_hands(history) + 1)
        ]
        names = Names(("alice", "bo_b"))
        text = match_text(first.rules, names, hands, match.ended)
        assert "\ufe0e" not in text
        assert "**" not in text
        assert "\\" not in text
        assert text.count("bo_b") > len(hands)
        moves = re.findall(r"^\d+\. ", text, re.MULTILINE)
        assert len(moves) == sum(len(hand.steps) - 1 for hand in hands)
        assert all(" ".join(map(str, hand.deck.order)) in text for hand in hands)
        (file,) = text_page(7, first.rules, names, hands, match.ended).files
        assert (file.name, file.content.decode()) == ("gin-rummy-7.txt", text)


def test_the_text_of_a_live_match_has_no_card_of_the_hand_in_play() -> None:
    gin = "4h 5h 6h 9c 9d 9s Td Jd Qd Kd"
    table = Table(deck_with(non_dealer=gin, stock="Ks"), deck_with(non_dealer=gin, stock="Ks"))
    table.play("pass", "pass", "draw", "knock Ks", "next")
    hands = [TextOfHand(replayed(table.history, 1), opened_deck(table.history, 1))]
    text = match_text(table.match.rules, NAMES, hands, None)
    assert text.count("Hand ") == 1
    assert "the match:" not in text


def test_the_page_of_a_deal_shows_it_whole(played: list[Walk]) -> None:
    history, _ = played[0]
    deck = opened_deck(history, 1)
    told = texts(proof_page(1, 1, deck, NAMES))
    assert " ".join(map(str, deck.order)) in told
    assert len(cards_in(sum(card.bit for card in deck.order))) == 52
    assert len(told) <= 4000


# The buttons' grammar.


@pytest.mark.parametrize(
    "asked",
    [
        Moment(10**18 - 1, 9999, 999_999, Way.EARLIER),
        Moment(1, 1, 0),
        *(Moment(1, 1, 0, way) for way in Way),
        Proof(10**18 - 1, 9999),
        AsText(10**18 - 1),
        Past(2**63 - 1, 99_999),
    ],
)
def test_what_a_button_says_is_what_it_asks_for(asked: Asked) -> None:
    assert decode(asked.encode()) == asked
    assert len(asked.encode()) <= 100


@pytest.mark.parametrize(
    "custom_id",
    [
        "ginreplay1:1:1:0:",
        "ginreplay1:1:1:0:up",
        "ginreplay1:1:10000:0",
        "ginreplay1:1234567890123456789:1:0",
        "ginreplay1:1:1:0\n",
        "ginreplay2:1:1:0",
        "ginproof1:1:1:1",
        "ginproof1:1:x",
        "gintext1:",
        "ginpast1:1:100000",
        f"ginpast1:{2**63}:0",
    ],
)
def test_anything_else_is_refused(custom_id: str) -> None:
    with pytest.raises(BadControl):
        decode(custom_id)
