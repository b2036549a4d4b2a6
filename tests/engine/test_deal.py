"""One hand: the deal, the upcard, turns, and the ways a hand ends."""

from __future__ import annotations

import pytest

from bot.engine import (
    PRESETS,
    Action,
    BigGin,
    Draw,
    Ending,
    HandEnded,
    HandResult,
    Knock,
    NextHand,
    Pass,
    Phase,
    Take,
    Throw,
    cards_in,
    legal,
    parse_cards,
)
from bot.engine.deal import Deal
from tests.builders import Table, deck_with, names

UPCARD_CLOSED = [name for name in PRESETS if name != "cardgames"]
WITH_BIG_GIN = ["classic", "cardgames"]
WITHOUT_BIG_GIN = [name for name in PRESETS if name not in WITH_BIG_GIN]

MELDED_NINE = "4h 5h 6h 9c 9d 9s Jd Qd Kd"
MELDED_EIGHT = "4h 5h 6h 7h Td Jd Qd Kd"
GIN_HAND = "4h 5h 6h 9c 9d 9s Td Jd Qd Kd"
"""One reading only: 4-5-6, the nines, ten to king."""


def deal_of(table: Table) -> Deal:
    deal = table.match.deal
    assert deal is not None
    return deal


def hand(table: Table, seat: int) -> str:
    return names(cards_in(deal_of(table).hands[seat]))


def open_to(table: Table, *kinds: type[Action]) -> list[Action]:
    """The legal actions of these kinds of the seat to move."""
    seat = table.match.to_move
    assert seat is not None
    return [action for action in legal(table.match, seat) if isinstance(action, kinds)]


def knock_cards(table: Table) -> list[str]:
    return [str(knock.card) for knock in open_to(table, Knock)]  # type: ignore[union-attr]


def result(table: Table) -> HandResult:
    last = table.history[-1]
    assert isinstance(last, HandEnded)
    return last.result


def at_first_draw(non_dealer: str, stock: str, rules: str = "classic", dealer: str = "") -> Table:
    """Both have passed, the non-dealer has drawn the first of the stock."""
    table = Table(deck_with(non_dealer=non_dealer, dealer=dealer, stock=stock), rules=rules)
    table.play("pass", "pass", "draw")
    return table


# The deal.


@pytest.mark.parametrize("dealer", [0, 1])
def test_cards_go_one_at_a_time_from_the_non_dealer_on(dealer: int) -> None:
    order = deck_with(non_dealer="Ac 2c 3c", dealer="Ad 2d 3d")
    table = Table(order, first_dealer=dealer)
    assert names(order[:6]) == "Ac Ad 2c 2d 3c 3d"
    assert deal_of(table).hands[1 - dealer] & 0b111 == 0b111


def test_the_21st_card_is_the_upcard_and_31_are_in_the_stock() -> None:
    order = deck_with(upcard="7h", stock="Ks Qs")
    deal = deal_of(Table(order))
    assert (names(deal.pile), len(deal.stock), names(deal.stock[:2])) == ("7h", 31, "Ks Qs")


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_non_dealer_speaks_first(dealer: int) -> None:
    assert Table(deck_with(), first_dealer=dealer).match.to_move == 1 - dealer


# The opening.


@pytest.mark.parametrize("rules", PRESETS)
def test_each_in_turn_may_take_the_upcard_or_pass(rules: str) -> None:
    table = Table(deck_with(), rules=rules)
    assert open_to(table, Take, Pass, Draw) == [Take(), Pass()]
    table.play("pass")
    assert table.match.to_move == 1
    assert open_to(table, Take, Pass, Draw) == [Take(), Pass()]


def test_the_non_dealer_takes_the_upcard_and_throws() -> None:
    table = Table(deck_with(non_dealer="Kc", upcard="7h"))
    table.play("take", "throw Kc")
    assert "7h" in hand(table, 0)
    assert (names(deal_of(table).pile), table.match.to_move) == ("Kc", 1)


def test_the_dealer_takes_the_upcard_and_then_the_non_dealer_plays_a_whole_turn() -> None:
    table = Table(deck_with(dealer="Kc", upcard="7h"))
    table.play("pass", "take", "throw Kc")
    assert "7h" in hand(table, 1)
    assert table.match.to_move == 0
    assert set(open_to(table, Take, Pass, Draw)) == {Draw(), Take()}


def test_after_the_upcard_was_taken_there_is_no_more_passing() -> None:
    table = Table(deck_with(non_dealer="Kc"))
    table.play("take", "throw Kc")
    assert set(open_to(table, Take, Pass, Draw)) == {Draw(), Take()}


@pytest.mark.parametrize("rules", UPCARD_CLOSED)
def test_after_two_passes_the_non_dealer_draws_from_the_stock(rules: str) -> None:
    table = Table(deck_with(), rules=rules)
    table.play("pass", "pass")
    assert table.match.to_move == 0
    assert open_to(table, Take, Pass, Draw) == [Draw()]


def test_in_cardgames_he_may_still_take_the_upcard_after_two_passes() -> None:
    table = Table(deck_with(non_dealer="Kc", upcard="7h"), rules="cardgames")
    table.play("pass", "pass")
    assert set(open_to(table, Take, Pass, Draw)) == {Draw(), Take()}
    table.play("take", "throw Kc")
    assert "7h" in hand(table, 0)


@pytest.mark.parametrize("rules", PRESETS)
def test_the_passed_upcard_lies_under_the_first_discard(rules: str) -> None:
    table = Table(deck_with(upcard="7h", stock="Ks"), rules=rules)
    table.play("pass", "pass", "draw", "throw Ks")
    assert names(deal_of(table).pile) == "7h Ks"
    assert set(open_to(table, Take, Pass, Draw)) == {Draw(), Take()}


# A turn.


def test_a_turn_is_a_draw_and_a_discard() -> None:
    table = Table(deck_with(dealer="Qs", stock="Ks Js"))
    table.play("pass", "pass", "draw")
    assert (deal_of(table).phase, table.match.to_move) == (Phase.THROW, 0)
    table.play("throw Ks", "draw", "throw Qs")
    assert (deal_of(table).phase, table.match.to_move) == (Phase.DRAW, 0)
    assert "Js" in hand(table, 1)


def test_a_card_from_the_stock_may_be_thrown_at_once() -> None:
    table = at_first_draw("", stock="Ks")
    assert Throw(*parse_cards("Ks")) in open_to(table, Throw)


def test_the_upcard_may_not_be_thrown_back() -> None:
    table = Table(deck_with(upcard="7h"))
    table.play("take")
    throws = open_to(table, Throw)
    assert len(throws) == 10
    assert Throw(*parse_cards("7h")) not in throws


def test_a_discard_may_not_be_thrown_back() -> None:
    table = at_first_draw("", stock="Ks")
    table.play("throw Ks", "take")
    assert Throw(*parse_cards("Ks")) not in open_to(table, Throw)


def test_a_taken_card_may_be_thrown_in_a_later_turn() -> None:
    table = Table(deck_with(non_dealer="Kc", dealer="Kd", upcard="7h"))
    table.play("take", "throw Kc", "draw", "throw Kd", "draw")
    assert Throw(*parse_cards("7h")) in open_to(table, Throw)


def test_only_the_top_of_the_pile_can_be_taken() -> None:
    table = Table(deck_with(non_dealer="Kc", dealer="Kd", upcard="7h", stock="2s"))
    table.play("pass", "pass", "draw", "throw Kc", "take", "throw Kd", "take")
    assert "Kd" in hand(table, 0)
    assert names(deal_of(table).pile) == "7h"


# Knocking.


def test_knocking_needs_no_more_than_the_limit() -> None:
    """6s and 4c are exactly ten."""
    table = at_first_draw(f"{MELDED_EIGHT} 6s 4c", stock="Ks")
    assert knock_cards(table) == ["Ks"]


def test_one_point_above_the_limit_is_no_knock() -> None:
    """6s and 5c are eleven."""
    assert knock_cards(at_first_draw(f"{MELDED_EIGHT} 6s 5c", stock="Ks")) == []


def test_3_5_9_knock_with_the_9_and_nothing_else() -> None:
    table = at_first_draw(f"{MELDED_EIGHT} 3c 5s", stock="9c")
    assert knock_cards(table) == ["9c"]
    table.play("knock 9c")
    assert result(table).deadwood[0] == 8


def test_a_king_from_the_pile_does_not_knock_for_nine() -> None:
    """5s and 4c count nine, but only the king itself would leave them."""
    table = Table(deck_with(non_dealer=f"{MELDED_EIGHT} 5s 4c", upcard="Ks"))
    table.play("take")
    assert knock_cards(table) == []


def test_the_same_king_from_the_stock_knocks_for_nine() -> None:
    table = at_first_draw(f"{MELDED_EIGHT} 5s 4c", stock="Ks")
    assert knock_cards(table) == ["Ks"]


def test_a_taken_card_is_no_knock_card_but_another_may_be() -> None:
    """A nine and a taken king: the nine goes, the king counts ten."""
    table = Table(deck_with(non_dealer=f"{MELDED_NINE} 8s", upcard="Ks"))
    table.play("take")
    assert knock_cards(table) == ["8s"]


def test_a_knock_counts_the_best_ten_and_not_the_best_eleven() -> None:
    """Best of eleven leaves 12; without the 6s, 456 and 3456 leave 2 + 5 + 3."""
    table = at_first_draw("3s 2c 5c 4d 5d 6d 3h 4h 5h 6h", stock="6s")
    assert knock_cards(table) == ["6s"]


@pytest.mark.parametrize("words", [("take",), ("pass", "pass", "draw")])
def test_one_may_knock_in_the_very_first_turn(words: tuple[str, ...]) -> None:
    table = Table(deck_with(non_dealer=f"{MELDED_NINE} 2c", upcard="3s", stock="3h"))
    table.play(*words, "knock 2c")
    assert result(table).knocker == 0


def test_the_dealer_may_knock_in_his_first_turn_with_the_upcard() -> None:
    table = Table(deck_with(dealer=f"{MELDED_NINE} Kc", upcard="3s"))
    table.play("pass", "take", "knock Kc")
    assert result(table).knocker == 1


def test_a_knock_is_never_forced() -> None:
    table = at_first_draw(f"{MELDED_NINE} 2c", stock="Ks")
    table.play("throw Ks")
    assert deal_of(table).phase is Phase.DRAW


def test_the_knock_card_is_in_no_hand_and_not_on_the_open_pile() -> None:
    table = at_first_draw(f"{MELDED_NINE} 2c", stock="Ks")
    table.play("knock Ks")
    deal = deal_of(table)
    assert str(deal.knock_card) == "Ks"
    assert "Ks" not in hand(table, 0) + names(deal.pile)


# Gin and Big Gin.


@pytest.mark.parametrize("rules", PRESETS)
def test_a_knock_that_leaves_nothing_is_gin(rules: str) -> None:
    table = at_first_draw(GIN_HAND, stock="Ks", rules=rules)
    table.play("knock Ks")
    assert result(table).ending is Ending.GIN


@pytest.mark.parametrize("rules", WITH_BIG_GIN)
def test_eleven_melded_after_a_draw_from_the_stock_are_big_gin(rules: str) -> None:
    table = at_first_draw(GIN_HAND, stock="7h", rules=rules)
    table.play("big gin")
    assert (result(table).ending, result(table).bonus) == (Ending.BIG_GIN, 31)


@pytest.mark.parametrize("rules", WITH_BIG_GIN)
def test_eleven_melded_with_a_card_from_the_pile_are_big_gin(rules: str) -> None:
    table = Table(deck_with(non_dealer=GIN_HAND, upcard="7h"), rules=rules)
    table.play("take", "big gin")
    assert result(table).ending is Ending.BIG_GIN


def test_big_gin_is_offered_with_eleven_melded_cards_and_not_with_ten() -> None:
    """7h makes 4-5-6 a run of four; Ks makes nothing."""
    assert open_to(at_first_draw(GIN_HAND, stock="7h"), BigGin) == [BigGin()]
    assert open_to(at_first_draw(GIN_HAND, stock="Ks"), BigGin) == []


def test_big_gin_throws_no_card() -> None:
    table = at_first_draw(GIN_HAND, stock="7h")
    table.play("big gin")
    assert len(cards_in(deal_of(table).hands[0])) == 11
    assert deal_of(table).knock_card is None


def test_big_gin_may_be_declined_for_gin() -> None:
    table = at_first_draw(GIN_HAND, stock="7h")
    table.play("knock 7h")
    assert (result(table).ending, result(table).bonus) == (Ending.GIN, 25)


def test_big_gin_may_be_declined_for_a_discard_and_has_gone_then() -> None:
    table = at_first_draw(GIN_HAND, stock="7h Ks Qs")
    table.play("throw 7h", "draw", "throw Ks", "draw")
    assert open_to(table, BigGin) == []


def test_big_gin_declined_stays_gin_with_a_card_from_the_pile() -> None:
    """The 7h stays, so the 4h goes; 5-6-7 is left of the run."""
    table = Table(deck_with(non_dealer=GIN_HAND, upcard="7h"))
    table.play("take", "knock 4h")
    assert result(table).ending is Ending.GIN


def test_ten_melded_and_a_loose_card_are_no_big_gin() -> None:
    assert open_to(at_first_draw(GIN_HAND, stock="Ks"), BigGin) == []


@pytest.mark.parametrize("rules", WITHOUT_BIG_GIN)
def test_where_big_gin_is_not_played_eleven_melded_cards_are_gin(rules: str) -> None:
    table = at_first_draw(GIN_HAND, stock="7h", rules=rules)
    assert open_to(table, BigGin) == []
    table.play("knock 7h")
    assert result(table).ending is Ending.GIN


def test_big_gin_is_offered_in_a_custom_pagat() -> None:
    rules = PRESETS["pagat"].model_copy(update={"big_gin_bonus": 31})
    table = Table(deck_with(non_dealer=GIN_HAND, upcard="7h"), rules=rules)
    table.play("take", "big gin")
    assert (result(table).ending, result(table).bonus) == (Ending.BIG_GIN, 31)


# Void.


def at_last_draw(rules: str = "classic", **cards: str) -> Table:
    """Three cards are left, the non-dealer is to draw; both hands are as they were dealt."""
    table = Table(deck_with(**cards), rules=rules)
    table.play("pass", "pass")
    table.run_down(3)
    return table


@pytest.mark.parametrize("rules", PRESETS)
def test_a_discard_with_two_left_makes_the_hand_void(rules: str) -> None:
    table = at_last_draw(rules)
    assert (deal_of(table).stock_left, table.match.to_move) == (3, 0)
    table.run_down(2)
    last = result(table)
    assert (last.ending, last.winner, last.knocker, last.points) == (Ending.VOID, None, None, 0)


def test_the_last_two_cards_stay_and_the_last_discard_is_not_for_taking() -> None:
    table = at_last_draw()
    table.run_down(2)
    assert deal_of(table).stock_left == 2
    assert [legal(table.match, seat)[0] for seat in (0, 1)] == [NextHand(), NextHand()]


def test_a_knock_after_the_third_last_card_counts() -> None:
    table = at_last_draw(non_dealer=f"{MELDED_NINE} 2c")
    table.play("draw")
    table.play(f"knock {deal_of(table).drawn}")
    assert result(table).ending in (Ending.KNOCK, Ending.UNDERCUT)


def test_gin_after_the_third_last_card_counts() -> None:
    table = at_last_draw(non_dealer=GIN_HAND)
    table.play("draw")
    table.play(f"knock {deal_of(table).drawn}")
    assert (result(table).ending, deal_of(table).stock_left) == (Ending.GIN, 2)


def test_big_gin_with_the_third_last_card_counts() -> None:
    unrelated = [str(card) for card in deck_with(non_dealer=GIN_HAND, upcard="7h")[21:49]]
    table = at_last_draw(non_dealer=GIN_HAND, stock=" ".join([*unrelated, "7h"]))
    table.play("draw", "big gin")
    assert (result(table).ending, deal_of(table).stock_left) == (Ending.BIG_GIN, 2)


def test_with_three_left_taking_the_discard_keeps_the_hand_alive() -> None:
    table = at_last_draw(non_dealer="Kc Qc", dealer="Kd Qd")
    table.play("take", "throw Kc", "take", "throw Kd", "take", "throw Qc", "take", "throw Qd")
    assert (deal_of(table).stock_left, deal_of(table).phase) == (3, Phase.DRAW)
    table.run_down(2)
    assert result(table).ending is Ending.VOID


def test_the_dealer_makes_it_void_just_the_same() -> None:
    table = at_last_draw(non_dealer="Kc")
    table.play("take", "throw Kc")
    table.run_down(2)
    assert deal_of(table).moves[-1].seat == 1
    assert result(table).ending is Ending.VOID
