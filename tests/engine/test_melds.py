"""Melds, and the reading of a hand with the least deadwood."""

from __future__ import annotations

import pytest
from hypothesis import given

from bot.engine import Card, arrange, arrangements, card_set, least_deadwood, parse_cards
from bot.engine.melds import _covers
from tests import strategies
from tests.builders import names


def deadwood(text: str) -> int:
    return least_deadwood(card_set(parse_cards(text)))


def melds(text: str) -> list[str]:
    return sorted(names(meld.cards) for meld in arrange(parse_cards(text)).melds)


@pytest.mark.parametrize("run", ["Ac 2c 3c", "Jh Qh Kh", "9s Ts Js", "Ad 2d 3d 4d 5d 6d 7d"])
def test_three_or_more_in_sequence_are_a_run(run: str) -> None:
    assert deadwood(run) == 0


@pytest.mark.parametrize("meld", ["7c 7d 7h", "7c 7d 7h 7s", "Kd Kh Ks", "Ac Ad Ah"])
def test_three_or_four_of_a_rank_are_a_set(meld: str) -> None:
    assert deadwood(meld) == 0


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("Qc Kc Ac", 21),
        ("Kc Ac 2c", 13),
        ("Kc Ad 2d", 13),
        ("4h 5h 6d", 15),
        ("4h 5h 7h", 16),
        ("7c 7d", 14),
        ("7c 7d 8h", 22),
        ("Kc Kd Qc", 30),
        ("Kc Ad Ah", 12),
        ("", 0),
    ],
)
def test_cards_that_do_not_meld_count_in_full(cards: str, points: int) -> None:
    """The ace is low only; a run keeps to one suit; two are not enough."""
    assert deadwood(cards) == points


def test_a_run_does_not_go_round_from_one_suit_into_the_next() -> None:
    """King of clubs and ace of diamonds are neighbours in number only."""
    assert deadwood("Qc Kc Ad 2d") == 23


def test_a_card_serves_in_one_meld_only() -> None:
    """The seven goes with the run or with the set; 14 stay, or 5 + 6."""
    assert deadwood("5h 6h 7h 7c 7d") == 11


def test_four_of_a_kind_lend_one_to_a_run() -> None:
    assert deadwood("7c 7d 7h 7s 5h 6h") == 0


def test_a_long_run_lends_its_ends_and_its_middle() -> None:
    """3-4-5, 7-8-9, and the sixes as a set."""
    assert deadwood("3h 4h 5h 6h 7h 8h 9h 6c 6d") == 0


def test_three_crossing_sets_and_runs_are_read_in_the_best_way() -> None:
    """2-3-4 in three suits and one more four: runs meld all but the four of spades."""
    assert deadwood("2c 3c 4c 2d 3d 4d 2h 3h 4h 4s") == 0


@pytest.mark.parametrize(
    ("cards", "after", "points"),
    [
        ("3s 6s 2c 5c 4d 5d 6d 3h 4h 5h 6h", "6s", 10),
        ("4c 5c 6c 3d 4d 5d 6d 2h 3h 5h 6h", "6h", 10),
        ("2s 6s 4h 5h 6h 3d 4d 5d 6d 3c 5c", "6s", 10),
        ("4s 5s 6s 3c 4c 5c 3d 4d 5d 6d 6h", "6h", 0),
        ("3s 4s 5s 5c 2d 3d 4d 2h 3h 4h 5h", "5c", 0),
        ("As 2s 3s 2c 3c 4c Ad 2d 3d 4d 4h", "4h", 0),
    ],
)
def test_the_count_after_a_throw_is_minimised_anew(cards: str, after: str, points: int) -> None:
    """Hands where the best of eleven, less its dearest loose card, is not the best of ten."""
    held = card_set(parse_cards(cards))
    assert least_deadwood(held ^ Card.parse(after).bit) == points


def test_eleven_cards_are_arranged_whole() -> None:
    assert melds("7c 7d 7h 4s 5s 6s Jd Qd Kd Td 9d") == ["4s 5s 6s", "7c 7d 7h", "9d Td Jd Qd Kd"]


def test_runs_that_touch_are_read_as_one() -> None:
    assert melds("3h 4h 5h 6h 7h 8h 9h") == ["3h 4h 5h 6h 7h 8h 9h"]


def test_equal_readings_are_listed_smallest_meld_first() -> None:
    """Fives as a set leave 4 + 6; the run leaves 5 + 5."""
    readings = arrangements(card_set(parse_cards("4d 5d 6d 5c 5s")))
    assert [names(reading.melds[0].cards) for reading in readings] == ["5c 5d 5s", "4d 5d 6d"]


def test_dearer_readings_are_not_listed() -> None:
    """The run leaves 14, the set 5 + 6."""
    readings = arrangements(card_set(parse_cards("5h 6h 7h 7c 7d")))
    assert [names(reading.deadwood) for reading in readings] == ["5h 6h"]


def test_a_hand_without_melds_has_one_reading() -> None:
    assert [reading.points for reading in arrangements(card_set(parse_cards("Ac 5d 9h")))] == [15]


@given(strategies.hands(11))
def test_a_reading_holds_each_card_once_and_counts_its_deadwood(hand: tuple[Card, ...]) -> None:
    reading = arrange(hand)
    assert sorted(reading.cards) == sorted(hand)
    assert sum(card.points for card in reading.deadwood) == reading.points


@given(strategies.hands(10))
def test_one_card_more_never_makes_the_rest_worse(hand: tuple[Card, ...]) -> None:
    """Ten cards count no more than nine of them and the tenth loose."""
    fewer = least_deadwood(card_set(hand[1:]))
    assert least_deadwood(card_set(hand)) <= fewer + hand[0].points


def test_a_meld_worth_more_than_is_looked_for_is_left_alone() -> None:
    """Three points are looked for: the aces, and not the kings at thirty."""
    held = card_set(parse_cards("Ac Ad As Kc Kd Ks"))
    assert [[names(meld.cards) for meld in found] for found in _covers(held, 3)] == [["Ac Ad As"]]


def test_no_run_goes_on_from_a_king_into_the_next_suit() -> None:
    """J-Q-K of clubs and A to 4 of diamonds: 31 and 9 would come to as much as 30 and 10."""
    (reading,) = arrangements(card_set(parse_cards("Jc Qc Kc Ad 2d 3d 4d 9h 7s 5c")))
    assert {names(meld.cards) for meld in reading.melds} == {"Jc Qc Kc", "Ad 2d 3d 4d"}
