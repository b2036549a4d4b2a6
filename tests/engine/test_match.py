"""A match: hands one after another, refusals, resigning, and the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.engine import (
    CLASSIC,
    DECK,
    PRESETS,
    Action,
    BigGin,
    Card,
    CardJustTaken,
    CardNotHeld,
    DealHand,
    Draw,
    Knock,
    MatchBegan,
    MatchEnded,
    MatchEnding,
    MatchOver,
    NextHand,
    NotBigGin,
    NotYourTurn,
    Pass,
    Phase,
    Refused,
    Resign,
    Seat,
    Take,
    Throw,
    TooMuchDeadwood,
    UpcardClosed,
    WrongMoment,
    decide,
    evolve,
    legal,
    replay,
)
from tests.builders import Table, deck_with, hands_won, void, won

MELDED_EIGHT = "4h 5h 6h 7h Td Jd Qd Kd"
GIN_HAND = "4h 5h 6h 9c 9d 9s Td Jd Qd Kd"
TWENTY_EIGHT = "As 2s 3s 6c 6d 6s 9h 7h Kh 2c"
"""9 + 7 + 10 + 2 loose: gin against it is 53 in classic."""

GIN_DECK = deck_with(non_dealer=GIN_HAND, dealer=TWENTY_EIGHT, stock="Ks")
GIN = ("pass", "pass", "draw", "knock Ks")


def card(text: str) -> Card:
    return Card.parse(text)


# Between hands.


def test_nothing_can_be_played_before_the_first_deal() -> None:
    table = Table()
    assert (table.match.to_move, table.match.between_hands, table.match.version) == (None, True, 1)
    with pytest.raises(WrongMoment):
        decide(table.match, 0, Draw())


def test_after_a_hand_both_say_they_are_ready() -> None:
    table = Table(GIN_DECK)
    table.play(*GIN)
    assert legal(table.match, 0) == legal(table.match, 1) == (NextHand(), Resign())
    table.act(0, NextHand())
    assert not table.match.all_ready
    assert legal(table.match, 0) == (Resign(),)
    table.act(1, NextHand())
    assert table.match.all_ready


def test_a_new_deal_starts_afresh() -> None:
    table = Table(GIN_DECK, deck_with())
    table.play(*GIN, "next")
    assert table.match.ready == frozenset()
    assert table.match.deal is not None
    assert (table.match.deal.phase, table.match.deal.moves) == (Phase.UPCARD, ())
    assert len(table.match.results) == 1


@pytest.mark.parametrize(
    ("rules", "dealers"),
    [
        ("classic", [1, 0, 1]),
        ("playcards", [1, 0, 0]),
        ("pagat", [1, 1, 1]),
        ("bicycle", [1, 1, 1]),
        ("cardgames", [1, 0, 0]),
        ("simple", [1, 0, 0]),
    ],
)
def test_who_deals_after_seat_0_went_gin_and_after_a_void_hand(
    rules: str, dealers: list[Seat]
) -> None:
    table = Table(GIN_DECK, deck_with(), deck_with(), rules=rules)
    seen = [table.match.deal.dealer]  # type: ignore[union-attr]
    table.play(*GIN, "next")
    seen.append(table.match.deal.dealer)  # type: ignore[union-attr]
    table.play("pass", "pass")
    table.run_down(2)
    table.play("next")
    assert [*seen, table.match.deal.dealer] == dealers  # type: ignore[union-attr]


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_match_names_the_dealer_of_the_present_hand(dealer: Seat) -> None:
    table = Table(deck_with(), first_dealer=dealer)
    assert table.match.dealer == dealer
    assert table.match.deal is not None
    assert table.match.deal.dealer == dealer


# The end.


def test_reaching_the_target_ends_the_match() -> None:
    """53 with gin, twice."""
    table = Table(GIN_DECK, results=[won(0, 47)])
    table.play(*GIN)
    assert table.match.ended == MatchEnded(0, MatchEnding.PLAYED)


def test_one_point_below_the_target_it_goes_on() -> None:
    table = Table(GIN_DECK, results=[won(0, 46)])
    table.play(*GIN)
    assert table.match.ended is None


@pytest.mark.parametrize("rules", PRESETS)
def test_who_wins_when_the_crosser_has_far_fewer_lines(rules: str) -> None:
    """With 25 a line, 53 + 80 + 50 + 100 = 283 lose to 99 + 200; elsewhere crossing decides."""
    voids = [] if rules == "classic" else [void(1)]
    table = Table(GIN_DECK, rules=rules, results=[*hands_won(1, 99, 8), won(0, 80), *voids])
    table.play(*GIN)
    winner = 1 if rules in ("classic", "cardgames") else 0
    assert table.match.ended == MatchEnded(winner, MatchEnding.PLAYED)


def test_the_last_hand_and_the_end_come_from_one_action() -> None:
    table = Table(GIN_DECK, results=[won(0, 47)])
    table.play("pass", "pass", "draw")
    events = decide(table.match, 0, Knock(card("Ks")))
    assert [event.kind for event in events] == ["knocked", "hand ended", "match ended"]


def test_a_void_hand_never_ends_a_match() -> None:
    table = Table(deck_with(), results=[won(0, 99)])
    table.play("pass", "pass")
    table.run_down(2)
    assert table.match.ended is None


# Resigning.


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("words", [(), ("pass",), ("pass", "pass", "draw"), GIN], ids="-".join)
def test_anyone_may_resign_at_any_time_and_the_other_wins(
    words: tuple[str, ...], seat: Seat
) -> None:
    table = Table(GIN_DECK)
    table.play(*words)
    table.act(seat, Resign())
    assert table.match.ended == MatchEnded(1 - seat, MatchEnding.RESIGNED)


def test_resigning_before_the_first_deal() -> None:
    table = Table()
    table.act(1, Resign())
    assert table.match.ended == MatchEnded(0, MatchEnding.RESIGNED)


def test_resigning_scores_nothing_more() -> None:
    table = Table(GIN_DECK, results=[won(1, 60)])
    table.act(1, Resign())
    assert table.match.results == (won(1, 60),)


def test_nobody_may_do_anything_once_the_match_is_over() -> None:
    table = Table(GIN_DECK)
    table.act(0, Resign())
    assert legal(table.match, 0) == legal(table.match, 1) == ()
    assert (table.match.to_move, table.match.between_hands) == (None, False)


# Refusals, each with its own type and its data.


def refusal(table: Table, seat: Seat | None, action: Action) -> Refused:
    """What the table answers; it has not changed by it."""
    twin = replay(table.history)
    with pytest.raises(Refused) as caught:
        decide(table.match, seat, action)
    assert table.match == twin
    return caught.value


def table_after(*words: str, rules: str = "classic", **cards: str) -> Table:
    table = Table(deck_with(**cards), rules=rules)
    table.play(*words)
    return table


@pytest.mark.parametrize("action", [Pass(), Take(), Draw(), Throw(card("7h")), BigGin()])
def test_it_is_the_other_ones_turn(action: Action) -> None:
    assert refusal(table_after(), 1, action) == NotYourTurn(0)


@pytest.mark.parametrize("action", [Draw(), Throw(card("Kc")), Knock(card("Kc")), BigGin()])
def test_the_upcard_is_to_be_taken_or_passed_first(action: Action) -> None:
    assert refusal(table_after(non_dealer="Kc"), 0, action) == WrongMoment(Phase.UPCARD)


@pytest.mark.parametrize("action", [Pass(), Throw(card("Kc")), Knock(card("Kc")), BigGin()])
def test_a_card_is_to_be_drawn_first(action: Action) -> None:
    table = table_after("pass", "pass", non_dealer="Kc")
    assert refusal(table, 0, action) == WrongMoment(Phase.DRAW)


@pytest.mark.parametrize("action", [Pass(), Take(), Draw(), NextHand()])
def test_a_card_is_to_be_thrown_first(action: Action) -> None:
    table = table_after("pass", "pass", "draw")
    assert refusal(table, 0, action) == WrongMoment(Phase.THROW)


def test_an_upcard_that_both_passed_is_closed() -> None:
    assert type(refusal(table_after("pass", "pass"), 0, Take())) is UpcardClosed


@pytest.mark.parametrize("kind", [Throw, Knock])
def test_a_card_one_does_not_hold(kind: Callable[[Card], Action]) -> None:
    table = table_after("take", dealer="Kc")
    assert refusal(table, 0, kind(card("Kc"))) == CardNotHeld(card("Kc"))


@pytest.mark.parametrize("kind", [Throw, Knock])
def test_a_card_just_taken(kind: Callable[[Card], Action]) -> None:
    table = table_after("take", non_dealer=GIN_HAND, upcard="7h")
    assert refusal(table, 0, kind(card("7h"))) == CardJustTaken(card("7h"))


def test_a_card_just_taken_cannot_be_the_knock_card_though_it_would_leave_nine() -> None:
    table = table_after("take", non_dealer=f"{MELDED_EIGHT} 5s 4c", upcard="Ks")
    assert refusal(table, 0, Knock(card("Ks"))) == CardJustTaken(card("Ks"))


def test_a_knock_one_point_above_the_limit() -> None:
    table = table_after("pass", "pass", "draw", non_dealer=f"{MELDED_EIGHT} 6s 5c", stock="Ks")
    assert refusal(table, 0, Knock(card("Ks"))) == TooMuchDeadwood(card("Ks"), 11, 10)


def test_a_knock_with_the_wrong_card() -> None:
    """3 and 9 stay where the 5 goes."""
    table = table_after("pass", "pass", "draw", non_dealer=f"{MELDED_EIGHT} 3c 5s", stock="9c")
    assert refusal(table, 0, Knock(card("5s"))) == TooMuchDeadwood(card("5s"), 12, 10)


def test_big_gin_with_a_loose_card() -> None:
    table = table_after("pass", "pass", "draw", non_dealer=GIN_HAND, stock="Ks")
    assert refusal(table, 0, BigGin()) == NotBigGin(10)


def test_big_gin_where_it_is_not_played() -> None:
    table = table_after("take", rules="playcards", non_dealer=GIN_HAND, upcard="7h")
    assert refusal(table, 0, BigGin()) == NotBigGin(None)


@pytest.mark.parametrize("action", [Take(), Draw(), Pass(), Throw(card("Kd")), BigGin()])
def test_a_hand_that_is_over_is_not_played_on(action: Action) -> None:
    table = Table(GIN_DECK)
    table.play(*GIN)
    assert refusal(table, 0, action) == WrongMoment(Phase.SHOWN)


def test_nobody_draws_after_a_void_hand() -> None:
    table = table_after("pass", "pass")
    table.run_down(2)
    assert refusal(table, 1, Draw()) == WrongMoment(Phase.SHOWN)
    assert refusal(table, 1, Take()) == WrongMoment(Phase.SHOWN)


def test_no_new_deal_during_a_hand() -> None:
    assert refusal(table_after("pass"), None, DealHand(DECK)) == WrongMoment(Phase.UPCARD)


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("action", [Draw(), NextHand(), Resign(), DealHand(DECK)])
def test_a_match_that_is_over(seat: Seat | None, action: Action) -> None:
    table = table_after()
    table.act(0, Resign())
    assert type(refusal(table, seat, action)) is MatchOver


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_does_not_deal(seat: Seat) -> None:
    """Only the table deals: `legal` never lists it."""
    refusal(Table(), seat, DealHand(DECK))


def test_one_is_ready_only_once() -> None:
    """`legal` no longer lists it."""
    table = Table(GIN_DECK)
    table.play(*GIN)
    table.act(0, NextHand())
    refusal(table, 0, NextHand())


@pytest.mark.parametrize("action", [Draw(), NextHand(), Resign()])
def test_the_table_only_deals(action: Action) -> None:
    refusal(table_after(), None, action)


@pytest.mark.parametrize("order", [DECK[:51], DECK + DECK[:1], DECK[:51] + DECK[:1]])
def test_a_deal_takes_a_whole_deck(order: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="52 cards"):
        decide(Table().match, None, DealHand(order))


# Versions.


def test_the_version_counts_the_events() -> None:
    table = Table(GIN_DECK)
    table.play(*GIN)
    assert table.match.version == len(table.history) == 7


def test_every_turn_makes_older_clicks_stale() -> None:
    table = Table(GIN_DECK)
    for word in GIN:
        table.play(word)
        assert table.match.turned == table.match.version


def test_being_ready_does_not_make_the_other_ones_click_stale() -> None:
    table = Table(GIN_DECK, deck_with())
    table.play(*GIN)
    shown = table.match.version
    table.act(0, NextHand())
    assert (table.match.turned, table.match.version) == (shown, shown + 1)


def test_a_new_deal_and_the_end_make_older_clicks_stale() -> None:
    table = Table(GIN_DECK, deck_with())
    table.play(*GIN, "next")
    assert table.match.turned == table.match.version
    table.play("resign")
    assert table.match.turned == table.match.version


# Histories.


def test_a_history_starts_with_the_beginning() -> None:
    with pytest.raises(ValueError, match="MatchBegan"):
        replay([])
    with pytest.raises(ValueError, match="MatchBegan"):
        replay(Table(deck_with()).history[1:])


def test_replaying_a_match_gives_the_match() -> None:
    table = Table(GIN_DECK, deck_with())
    table.play(*GIN, "next", "pass", "take")
    assert replay(table.history) == table.match


def test_evolve_leaves_the_state_before_alone() -> None:
    table = Table(GIN_DECK)
    before, twin = table.match, replay(table.history)
    evolve(before, decide(before, 0, Take())[0])
    assert before == twin


def test_a_match_begins_with_the_first_dealer_it_was_given() -> None:
    assert replay([MatchBegan(CLASSIC, 0)]).dealer == 0
