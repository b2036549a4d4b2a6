"""What a seat, and a spectator, may know."""

from __future__ import annotations

import pytest

from bot.engine import (
    CLASSIC,
    Card,
    Draw,
    LaidOff,
    Move,
    NextHand,
    Pass,
    Phase,
    Resign,
    Take,
    View,
    arrange,
    legal,
    parse_cards,
    view_for,
)
from tests.builders import Table, deck_with, names, won

MELDED_NINE = "4h 5h 6h 9c 9d 9s Jd Qd Kd"
GIN_HAND = "4h 5h 6h 9c 9d 9s Td Jd Qd Kd"
DEFENDER = "As 2s 3s Tc Ts Th 9h 7h Kh Qs"


def view(seat: int | None, *words: str, rules: str = "classic", **cards: str) -> View:
    table = Table(deck_with(**cards), rules=rules)
    table.play(*words)
    return view_for(table.match, seat)


def card(text: str) -> Card:
    return Card.parse(text)


def hidden(seen: View, *cards: str) -> bool:
    """Whether none of these cards is to be found anywhere in a view."""
    return not any(f"Card({text!r})" in repr(seen) for text in cards)


def test_there_is_nothing_to_see_before_the_first_deal() -> None:
    with pytest.raises(ValueError, match="first deal"):
        view_for(Table().match, 0)


def test_a_seat_sees_its_own_hand() -> None:
    hand = view(0, non_dealer=f"{MELDED_NINE} 2c").hand
    assert hand is not None
    assert hand.reading == arrange(parse_cards(f"{MELDED_NINE} 2c"))


@pytest.mark.parametrize("seat", [0, None])
def test_nobody_else_sees_it(seat: int | None) -> None:
    assert hidden(view(seat, "pass", dealer=DEFENDER), *DEFENDER.split())


def test_a_spectator_sees_no_hand_and_has_nothing_to_do() -> None:
    seen = view(None, "pass", "pass", "draw", non_dealer=GIN_HAND)
    assert (seen.hand, seen.legal) == (None, ())
    assert hidden(seen, *GIN_HAND.split())


def test_a_card_from_the_stock_is_seen_by_its_owner_alone() -> None:
    words = ("pass", "pass", "draw")
    mine, theirs = view(0, *words, stock="Ks"), view(1, *words, stock="Ks")
    assert mine.hand is not None
    assert mine.hand.drawn == card("Ks")
    assert hidden(theirs, "Ks")
    assert theirs.moves[-1] == Move(0, "drew", None)


def test_the_stock_is_seen_by_nobody() -> None:
    stock = "2h 3h 4h 5h"
    assert all(hidden(view(seat, "pass", stock=stock), *stock.split()) for seat in (0, 1, None))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_card_from_the_pile_is_seen_by_all(seat: int | None) -> None:
    seen = view(seat, "take", upcard="7h")
    assert (seen.taken, seen.moves) == (card("7h"), (Move(0, "took", card("7h")),))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_discard_is_seen_by_all(seat: int | None) -> None:
    seen = view(seat, "pass", "pass", "draw", "throw Ks", upcard="7h", stock="Ks")
    assert (seen.pile_top, seen.pile_beneath) == (card("Ks"), card("7h"))
    assert [move.kind for move in seen.moves] == ["passed", "passed", "drew", "threw"]
    assert seen.taken is None


def test_an_empty_pile_has_no_top() -> None:
    seen = view(1, "take", upcard="7h")
    assert (seen.pile_top, seen.pile_beneath) == (None, None)


def test_the_stock_is_counted_for_all() -> None:
    assert [view(seat, "pass", "pass", "draw").stock_left for seat in (0, 1, None)] == [30] * 3


def test_legal_actions_are_those_of_the_seat() -> None:
    assert view(0).legal == (Take(), Pass(), Resign())
    assert view(1).legal == (Resign(),)
    assert view(0, "pass", "pass").legal == (Draw(), Resign())


def test_a_seat_to_throw_sees_what_it_can_knock_with() -> None:
    """Either loose card may go, and leaves the other."""
    hand = view(0, "pass", "pass", "draw", non_dealer=f"{MELDED_NINE} 2c", stock="3s").hand
    assert hand is not None
    assert hand.knocks == ((card("2c"), 3), (card("3s"), 2))
    assert hand.least_after == 2


def test_the_least_it_can_leave_is_minimised_over_every_throw() -> None:
    held = "3s 2c 5c 4d 5d 6d 3h 4h 5h 6h"
    hand = view(0, "pass", "pass", "draw", non_dealer=held, stock="6s").hand
    assert hand is not None
    assert (hand.knocks, hand.least_after) == (((card("6s"), 10),), 10)


def test_there_is_nothing_to_throw_before_the_draw_or_in_the_others_turn() -> None:
    for seen in (view(0, non_dealer=GIN_HAND), view(1, "take", dealer=GIN_HAND)):
        assert seen.hand is not None
        assert (seen.hand.knocks, seen.hand.least_after, seen.hand.drawn) == ((), None, None)


def test_the_others_drawn_card_is_not_taken_for_ones_own() -> None:
    seen = view(1, "pass", "pass", "draw", stock="Ks")
    assert seen.hand is not None
    assert seen.hand.drawn is None


KNOCK = ("pass", "pass", "draw", "knock Ks")


@pytest.mark.parametrize("seat", [0, 1, None])
def test_after_a_knock_all_see_both_hands_as_they_were_scored(seat: int | None) -> None:
    """9h went onto the nines and 7h onto the run; 7 against 20."""
    seen = view(seat, *KNOCK, non_dealer=f"{MELDED_NINE} 7c", dealer=DEFENDER, stock="Ks")
    assert seen.open_hands is not None
    assert [hand.points for hand in seen.open_hands.hands] == [7, 20]
    assert (seen.open_hands.knocker, seen.open_hands.knock_card) == (0, card("Ks"))
    assert {names(part.cards) for part in seen.open_hands.laid_off} == {"7h", "9h"}


def test_laid_off_cards_are_not_in_the_open_hand() -> None:
    seen = view(None, *KNOCK, non_dealer=f"{MELDED_NINE} 7c", dealer=DEFENDER, stock="Ks")
    assert seen.open_hands is not None
    assert len(seen.open_hands.hands[1].cards) == 8
    assert all(isinstance(part, LaidOff) for part in seen.open_hands.laid_off)


def test_the_open_hands_are_in_the_order_of_the_seats_when_seat_1_knocks() -> None:
    words = ("pass", "take", "knock Ks")
    seen = view(None, *words, dealer=f"{MELDED_NINE} Ks", non_dealer=DEFENDER, upcard="7c")
    assert seen.open_hands is not None
    assert [hand.points for hand in seen.open_hands.hands] == [20, 7]
    assert seen.result is not None
    assert seen.result.deadwood == (20, 7)


def test_after_big_gin_there_is_no_knock_card() -> None:
    seen = view(1, "take", "big gin", non_dealer=GIN_HAND, upcard="7h")
    assert seen.open_hands is not None
    assert (seen.open_hands.knocker, seen.open_hands.knock_card) == (0, None)
    assert seen.moves[-1] == Move(0, "big gin", None)


def test_the_result_is_there_once_the_hand_is_over() -> None:
    cards = {"non_dealer": f"{MELDED_NINE} 7c", "dealer": DEFENDER, "stock": "Ks"}
    assert view(0, *KNOCK[:-1], **cards).result is None
    seen = view(0, *KNOCK, **cards)
    assert seen.result is not None
    assert (seen.result.points, seen.scores[0].points) == (13, 13)
    assert seen.legal == (NextHand(), Resign())


def test_the_result_of_the_hand_before_is_not_taken_for_that_of_the_present_one() -> None:
    table = Table(deck_with(), results=[won(0, 13)])
    seen = view_for(table.match, 0)
    assert (seen.result, seen.results) == (None, (won(0, 13),))


@pytest.mark.parametrize("words", [("pass",), ("take",), ("pass", "pass", "draw")])
def test_resigning_in_the_middle_of_a_hand_shows_no_cards(words: tuple[str, ...]) -> None:
    seen = view(0, *words, "resign", dealer=DEFENDER)
    assert seen.open_hands is None
    assert hidden(seen, *DEFENDER.split())
    assert seen.turn is None


def test_the_view_names_the_hands_dealer_and_not_the_next() -> None:
    seen = view(0, *KNOCK, non_dealer=GIN_HAND, stock="Ks")
    assert (seen.dealer, seen.phase, seen.turn) == (1, Phase.SHOWN, None)


def test_the_final_count_comes_with_the_end() -> None:
    table = Table(
        deck_with(non_dealer=GIN_HAND, dealer="As 2s 3s 6c 6d 6s 9h 7h Kh 2c", stock="Ks"),
        results=[won(0, 51)],
    )
    table.play(*KNOCK)
    seen = view_for(table.match, 1)
    (column,) = seen.columns
    assert column.count is not None
    assert (column.count.scores[0].total, column.count.winner) == (208 + 50 + 100, 0)


def test_the_version_and_what_is_open_to_a_seat_are_those_of_the_match() -> None:
    table = Table(deck_with())
    seen = view_for(table.match, 0)
    assert (seen.version, seen.legal) == (table.match.version, legal(table.match, 0))


# Everything a view says of the hand and the match, told from the cards.


def test_a_view_says_whose_it_is_and_who_is_to_move() -> None:
    """Seat 1 deals, so seat 0 may take the upcard first."""
    for seat in (0, 1, None):
        seen = view(seat, upcard="7h")
        assert (seen.seat, seen.turn, seen.dealer) == (seat, 0, 1)
        assert (seen.rules, seen.upcard) == (CLASSIC, card("7h"))
        assert view(seat, "pass", upcard="7h").turn == 1


def test_a_view_says_what_a_knock_takes_and_what_the_hand_counts_for() -> None:
    assert (view(0).limit, view(0).multiplier) == (10, 1)
    rules = CLASSIC.revise(oklahoma=True, spades_double=True)
    table = Table(deck_with(upcard="7s"), rules=rules)
    seen = view_for(table.match, None)
    assert (seen.limit, seen.multiplier) == (7, 2)


def test_a_view_says_who_wants_the_next_hand_and_how_the_match_ended() -> None:
    table = Table(deck_with(non_dealer=GIN_HAND, dealer=DEFENDER, stock="Ks"))
    table.play(*KNOCK)
    table.act(1, NextHand())
    assert view_for(table.match, 0).ready == {1}
    assert view_for(table.match, 0).ended is None
    table.act(1, Resign())
    ended = view_for(table.match, 0).ended
    assert ended is not None
    assert ended.winner == 0


def came(seat: int, *words: str, **cards: str) -> str:
    table = Table(deck_with(**cards))
    table.play(*words)
    hand = view_for(table.match, seat).hand
    assert hand is not None
    return names(hand.came)


def test_the_cards_of_a_hand_come_in_the_order_in_which_they_were_dealt() -> None:
    assert came(0, non_dealer=GIN_HAND) == GIN_HAND
    assert came(1, dealer=DEFENDER) == DEFENDER


def test_what_is_drawn_or_taken_comes_last_and_what_is_thrown_is_gone() -> None:
    """Seat 0 draws K♠ and throws A♠; seat 1 takes A♠ and throws Q♠, which seat 0 takes."""
    dealer = "6c 2s 3s Tc Ts Th 9h 7h 8s Qs"
    held = {"non_dealer": "2c 3c 4c 5d 6d 7d 9d Kh As Jd", "dealer": dealer}
    begin: tuple[str, ...] = ("pass", "pass", "draw")
    assert came(0, *begin, stock="Ks", **held) == "2c 3c 4c 5d 6d 7d 9d Kh As Jd Ks"
    begin = (*begin, "throw As", "take", "throw Qs")
    assert came(0, *begin, stock="Ks", **held) == "2c 3c 4c 5d 6d 7d 9d Kh Jd Ks"
    assert came(1, *begin, stock="Ks", **held) == "6c 2s 3s Tc Ts Th 9h 7h 8s As"
    assert came(0, *begin, "take", stock="Ks", **held) == "2c 3c 4c 5d 6d 7d 9d Kh Jd Ks Qs"


def test_cards_drawn_one_after_the_other_come_in_that_order() -> None:
    held = "2c 3c As 5d 6d 7d 9d Kh 4c Jd"
    words = ("pass", "pass", "draw", "throw As", "draw", "throw Kd", "draw", "throw 2c")
    assert came(0, *words, non_dealer=held, stock="Ks Kd Qh") == "3c 5d 6d 7d 9d Kh 4c Jd Ks Qh"


def test_a_card_that_was_thrown_and_comes_back_comes_last() -> None:
    """Seat 0 throws A♠ away, which seat 1 takes, throws in its next turn, and seat 0 takes."""
    held = {
        "non_dealer": "As 3c 4c 5d 6d 7d 9d Kh 2c Jd",
        "dealer": "6c 2s 3s Tc Ts Th 9h 7h 8s Qs",
    }
    words = ("pass", "pass", "draw", "throw As", "take", "throw Qs", "draw", "throw Kd", "draw")
    back = (*words, "throw As", "take")
    assert came(0, *back, stock="Ks Kd Qh", **held) == "3c 4c 5d 6d 7d 9d Kh 2c Jd Ks As"


def test_the_upcard_comes_when_it_is_taken_and_not_with_the_deal() -> None:
    """Seat 1 takes 8♥, throws it in its next turn, and only then does seat 0 have it."""
    held = {
        "non_dealer": "As 3c 4c 5d 6d 7d 9d Kh 2c Jd",
        "dealer": "6c 2s 3s Tc Ts Th 9h 7h 8s Qs",
    }
    words = ("pass", "take", "throw Qs", "draw", "throw As", "draw", "throw 8h", "take")
    assert came(0, *words, upcard="8h", stock="Ks Kd", **held) == (
        "3c 4c 5d 6d 7d 9d Kh 2c Jd Ks 8h"
    )


def test_the_card_a_knock_was_made_with_is_in_no_hand() -> None:
    assert came(0, *KNOCK, non_dealer=GIN_HAND, stock="Ks") == GIN_HAND


def test_a_seat_to_throw_has_its_eleven_cards_read() -> None:
    hand = view(0, "pass", "pass", "draw", non_dealer=f"{MELDED_NINE} 2c", stock="3s").hand
    assert hand is not None
    assert hand.reading == arrange(parse_cards(f"{MELDED_NINE} 2c 3s"))


def test_a_void_hand_shows_both_hands_as_they_are() -> None:
    table = Table(deck_with(non_dealer=GIN_HAND, dealer=DEFENDER))
    table.play("pass", "pass")
    table.run_down(2)
    seen = view_for(table.match, None)
    assert seen.open_hands is not None
    assert [hand.points for hand in seen.open_hands.hands] == [0, 36]
    assert [sorted(hand.cards) for hand in seen.open_hands.hands] == [
        sorted(parse_cards(GIN_HAND)),
        sorted(parse_cards(DEFENDER)),
    ]
    assert (seen.open_hands.knocker, seen.open_hands.laid_off) == (None, ())
    assert seen.result is not None
    assert seen.result.deadwood == (0, 36)
