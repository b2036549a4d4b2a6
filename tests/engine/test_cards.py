"""Cards, their names and their points."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest

from bot.engine import DECK, BadCard, Card, GinError, card_set, cards_in, parse_cards
from bot.engine.cards import points_in


def test_there_are_52_cards_each_with_a_name_of_its_own() -> None:
    assert len({str(card) for card in DECK}) == 52


@pytest.mark.parametrize("card", DECK, ids=str)
def test_a_card_is_read_back_from_its_name(card: Card) -> None:
    assert Card.parse(str(card)) is card


@pytest.mark.parametrize("text", ["aS", "As", "as", "AS"])
def test_letter_case_does_not_matter(text: str) -> None:
    assert Card.parse(text) == Card.parse("As")


@pytest.mark.parametrize("text", ["", "7", "h7", "10h", "1h", "7x", "77h", " 7h", "7 ", "7♥", "Xs"])
def test_text_that_names_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadCard, match=r".*"):
        Card.parse(text)


@pytest.mark.parametrize("number", [-1, 52, 1000])
def test_numbers_beyond_the_deck_are_no_cards(number: int) -> None:
    with pytest.raises(BadCard):
        Card(number)


def test_a_bad_card_is_one_of_our_errors_and_a_value_error() -> None:
    assert issubclass(BadCard, GinError)
    assert issubclass(BadCard, ValueError)


@pytest.mark.parametrize(
    ("text", "points"),
    [("Ac", 1), ("2d", 2), ("9h", 9), ("Ts", 10), ("Jc", 10), ("Qd", 10), ("Kh", 10)],
)
def test_points_of_a_card(text: str, points: int) -> None:
    assert Card.parse(text).points == points


def test_a_suit_counts_85_and_the_deck_340() -> None:
    """1 + 2 + … + 10 = 55, and three faces."""
    assert Counter(card.suit for card in DECK) == {0: 13, 1: 13, 2: 13, 3: 13}
    assert sum(card.points for card in DECK) == points_in(card_set(DECK)) == 340


def test_the_ace_is_the_lowest_card_and_the_king_the_highest() -> None:
    assert [str(card) for card in DECK if card.rank in (0, 12)] == [
        "Ac", "Kc", "Ad", "Kd", "Ah", "Kh", "As", "Ks",
    ]  # fmt: skip


def test_a_card_shows_its_name_everywhere() -> None:
    seven = Card.parse("7h")
    assert (str(seven), repr(seven), f"{seven}") == ("7h", "Card('7h')", "7h")


def test_a_card_survives_pickling_as_a_card() -> None:
    copy = pickle.loads(pickle.dumps(Card.parse("Qs")))
    assert (copy, type(copy)) == (Card.parse("Qs"), Card)


def test_cards_in_undoes_card_set_in_a_fixed_order() -> None:
    assert cards_in(card_set(parse_cards("Ks 2h Ac 3c"))) == parse_cards("Ac 3c 2h Ks")


def test_the_deck_as_a_set_and_back() -> None:
    assert cards_in(card_set(DECK)) == DECK


def test_no_cards() -> None:
    assert parse_cards("") == cards_in(card_set(())) == ()
