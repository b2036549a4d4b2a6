"""A replay shows what was there: each step is the hand as it stood at that moment."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.engine import (
    CLASSIC,
    Card,
    Event,
    HandEnded,
    Match,
    Move,
    arrange,
    cards_in,
    evolve,
    finished_hands,
    opened_deck,
    replay,
    replayed,
    view_for,
)
from bot.engine.replays import Steps
from tests.builders import Table, deck_with, won
from tests.strategies import Walk, so_many, walks

TURNS = {"passed", "took", "drew", "threw", "took back", "knocked", "big gin"}
GIN = "4h 5h 6h 9c 9d 9s Td Jd Qd Kd"


@pytest.fixture(scope="module")
def played() -> list[Walk]:
    return list(walks(seed=5, hands=so_many(300)))


def live(history: list[Event]) -> Iterator[list[tuple[Event, Match]]]:
    """For each finished hand the states that were met while it was played, as they came."""
    match, hand = replay(history[:1]), list[tuple[Event, Match]]()
    for event in history[1:]:
        match = evolve(match, event)
        if event.kind == "dealt":
            hand = [(event, match)]
        elif event.kind in TURNS:
            hand.append((event, match))
        elif isinstance(event, HandEnded):
            yield [*hand[:-1], (hand[-1][0], match)]


def test_each_step_is_the_live_hand_at_that_moment(played: list[Walk]) -> None:
    compared = 0
    for history, _ in played:
        hands = list(live(history))
        assert finished_hands(history) == len(hands)
        for number, moments in enumerate(hands, 1):
            steps = replayed(history, number)
            assert len(steps) == len(moments)
            for step, (event, match) in zip(steps, moments, strict=True):
                assert match.deal is not None
                assert step.hands == tuple(arrange(cards_in(held)) for held in match.deal.hands)
                told = None if step.move is None else (step.move.kind, step.move.card)
                card = getattr(event, "card", None)
                assert told == (None if event.kind == "dealt" else (event.kind, card))
            for step, (_, match) in list(zip(steps, moments, strict=True))[:-1]:
                assert step.view == view_for(match, None)
            last = steps[-1].view
            assert last.open_hands is not None
            assert last.results == moments[-1][1].results
            compared += len(steps)
    assert compared > so_many(3000)


def test_all_that_a_step_shows_comes_from_its_own_hand(played: list[Walk]) -> None:
    """Nothing after a hand makes a difference to its replay, but the end of the match with it."""
    for history, _ in played:
        ends = [n for n, event in enumerate(history, 1) if isinstance(event, HandEnded)]
        for hand, end in enumerate(ends, 1):
            assert replayed(history[:end], hand)[:-1] == replayed(history, hand)[:-1]


def test_a_hand_that_is_not_over_has_no_step(played: list[Walk]) -> None:
    for history, _ in played:
        for hand in (-1, 0, finished_hands(history) + 1):
            with pytest.raises(LookupError):
                replayed(history, hand)


def test_a_card_from_the_stock_is_told_once_the_hand_is_over() -> None:
    table = Table(deck_with(non_dealer=GIN, stock="Ks"))
    table.play("pass", "pass", "draw")
    with pytest.raises(LookupError):
        replayed(table.history, 1)
    table.play("knock Ks")

    steps = replayed(table.history, 1)

    assert [step.move for step in steps] == [
        None,
        Move(0, "passed"),
        Move(1, "passed"),
        Move(0, "drew", Card.parse("Ks")),
        Move(0, "knocked", Card.parse("Ks")),
    ]
    assert [step.view.stock_left for step in steps] == [31, 31, 31, 30, 30]
    assert [step.view.open_hands is None for step in steps] == [True] * 4 + [False]


def test_the_last_step_of_a_match_says_who_has_won() -> None:
    table = Table(deck_with(non_dealer=GIN, stock="Ks"), rules="classic")
    table.play("pass", "pass", "draw", "knock Ks")
    ended = table.match.ended
    assert replayed(table.history, 1)[-1].view.ended == ended


def three_hands() -> Table:
    """Seat 0 or 1, whoever does not deal, is gin with K♠ in each of three hands."""
    order = deck_with(non_dealer=GIN, stock="Ks")
    table = Table(order, order, order, rules=CLASSIC.revise(target=250))
    for hand in range(3):
        table.play("pass", "pass", "draw", "knock Ks")
        if hand < 2:
            table.play("next")
    return table


def test_each_hand_is_replayed_from_its_own_deal() -> None:
    table = three_hands()
    for hand in range(1, finished_hands(table.history) + 1):
        steps = replayed(table.history, hand)
        assert len(steps) == 5
        first, last = steps[0].view, steps[-1].view
        assert first.moves == ()
        assert (len(first.results), len(last.results)) == (hand - 1, hand)
        non_dealer = 1 - first.dealer
        assert steps[0].hands[non_dealer].points == 0
        assert steps[1].move == Move(non_dealer, "passed")


def test_both_hands_are_open_at_every_step() -> None:
    table = Table(deck_with(non_dealer=GIN, stock="Ks"))
    table.play("pass", "pass", "draw", "knock Ks")
    dealt = replayed(table.history, 1)[0].hands
    assert sorted(dealt[0].cards) == sorted(Card.parse(name) for name in GIN.split())
    assert len(dealt[1].cards) == 10
    assert not set(dealt[0].cards) & set(dealt[1].cards)


def test_a_hand_whose_deal_is_not_told_cannot_be_replayed() -> None:
    table = Table(results=[won(0, 12)])
    for look in (replayed, opened_deck):
        with pytest.raises(LookupError):
            look(table.history, 1)


def test_before_any_deal_there_is_no_step() -> None:
    table = Table()
    with pytest.raises(LookupError, match="nothing was dealt"):
        Steps([(table.match, table.history[0])])[0]


def test_a_deal_that_was_not_sealed_has_no_seal() -> None:
    deck = opened_deck(three_hands().history, 3)
    assert (deck.salt, deck.commitment) == ("", None)
    assert deck.order == deck_with(non_dealer=GIN, stock="Ks")
