"""What the players reckon with, against calculations that try everything."""

from __future__ import annotations

from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from bot.engine import (
    DECK,
    PRESETS,
    Rules,
    arrangements,
    card_set,
    cards_in,
    least_deadwood,
    view_for,
)
from bot.players.endings import prospects
from bot.players.expert import judge
from bot.players.guesses import guess_hand, haste, possible_hands
from bot.players.outlook import Outlook, melding, outlook
from bot.players.sight import sight
from bot.players.worth import chance
from tests import strategies
from tests.builders import Table, deck_with, hands_won, undercut, won
from tests.engine import oracle


@pytest.mark.parametrize("seed", range(30))
def test_the_outlook_is_the_mean_over_every_unseen_card(seed: int) -> None:
    rng = Random(seed)
    hand = strategies.rich_cards(rng, 10, 6) if seed % 2 else strategies.random_hand(rng, 10)
    ten = card_set(hand)
    unseen = card_set(rng.sample([card for card in DECK if card not in hand], 25))
    left = [
        min(least_deadwood(ten ^ drawn.bit ^ thrown.bit) for thrown in (*hand, drawn))
        for drawn in cards_in(unseen)
    ]
    ahead = outlook(ten, unseen)
    assert ahead.deadwood == least_deadwood(ten)
    assert ahead.mean == pytest.approx(fmean(left))
    assert ahead.gin == left.count(0) / 25 or ahead.deadwood == 0


@pytest.mark.parametrize("seed", range(30))
def test_a_card_melds_where_an_exhaustive_search_says_so(seed: int) -> None:
    hand = strategies.random_hand(Random(seed), 10)
    held = frozenset(hand)
    expected = {
        card
        for card in DECK
        if card not in held
        and any(card in meld and meld <= held | {card} for meld in oracle.EVERY_MELD)
    }
    assert {card for card in cards_in(melding(card_set(hand))) if card not in held} == expected


def test_a_guessed_hand_holds_ten_cards_not_in_sight_and_those_taken() -> None:
    table = Table(deck_with(dealer="4h 5h 6h", upcard="7h"), rules="simple")
    table.play("pass", "take", "throw 4h")
    table.play("draw")
    cards = sight(view_for(table.match, 0))
    assert cards_in(cards.theirs) == (DECK[2 * 13 + 6],)
    for seed in range(50):
        guess = guess_hand(cards, Random(seed))
        assert guess.bit_count() == 10
        assert guess & ~(cards.unseen | cards.theirs) == 0


def test_an_opponent_who_knocks_is_thought_hasty_and_one_with_gin_patient() -> None:
    def seen(*results: object) -> float:
        table = Table(deck_with(), rules="simple", results=results)  # type: ignore[arg-type]
        return haste(view_for(table.match, 0))

    assert seen() == pytest.approx(2 / 3)
    assert seen(won(1, 12), undercut(0, 25)) > 0.8
    assert seen(won(1, 30, bonus=25)) == pytest.approx(0.4)
    assert seen(won(0, 12)) == seen()


LAST = "4h 5h 6h 9d 9c 9s As 2d 2c 3s"


def last_turn(rules: Rules | str = "simple") -> Table:
    """Seat 0 has drawn the last card that may be drawn and could knock with four cards loose."""
    table = Table(deck_with(non_dealer=LAST, stock="Kd 8d"), rules=rules)
    table.play("pass", "pass")
    table.run_down(3)
    table.play("draw")
    return table


@pytest.mark.parametrize("rules", ["simple", "pagat"])
def test_on_the_last_turn_a_knock_is_weighed_against_every_hand_there_can_be(rules: str) -> None:
    table = last_turn(rules)
    view = view_for(table.match, 0)
    cards = sight(view)
    assert view.stock_left == 2
    assert len(possible_hands(cards)) == 66
    judged = judge(view)
    assert judged.weighed is not None
    assert judged.knock is not None
    ten = cards.held ^ judged.knock.card.bit
    [knocker] = {
        frozenset(frozenset(meld.cards) for meld in reading.melds) for reading in arrangements(ten)
    }
    scores = []
    for hand in combinations(cards_in(cards.unseen), 10):
        left = oracle.best_lay_off(knocker, hand)[0]
        ahead = left - judged.knock.deadwood
        scores.append(ahead if ahead > 0 else ahead - view.rules.undercut_bonus)
    assert judged.weighed.knock.points == pytest.approx(fmean(scores))
    assert judged.weighed.undercut == pytest.approx(sum(s <= 0 for s in scores) / 66)
    assert judged.weighed.wait.points == 0


def test_on_the_last_turn_no_throw_is_worth_more_than_another() -> None:
    table = last_turn()
    assert {throw.value for throw in judge(view_for(table.match, 0)).throws} == {0.0}


def test_the_ways_a_hand_may_end_come_to_no_more_than_one() -> None:
    for deadwood in range(11):
        for stock_left in range(3, 31):
            ways = prospects(Outlook(deadwood, deadwood, 0.1, 0.2), stock_left, 0.4)
            assert 0 < sum(way.chance for way in ways) <= 1
            assert all(way.difference >= 0 for way in ways)


@pytest.mark.parametrize("name", PRESETS)
def test_the_chance_of_a_match_follows_the_score(name: str) -> None:
    def at(mine: int, theirs: int, points: int = 0, *, winner: int | None = 0) -> float:
        results = (*hands_won(0, mine, 2), *hands_won(1, theirs, 2))
        view = view_for(Table(deck_with(), rules=name, results=results).match, 0)
        return chance(view, 0, winner, points)

    assert at(40, 40, winner=None) == pytest.approx(0.5)
    assert at(40, 40, 10) > 0.5 > at(40, 40, 10, winner=1)
    assert at(40, 40, 40) > at(40, 40, 10)
    assert at(90, 40, 10) == 1.0
    assert at(90, 40, 10) == at(90, 40, 40)


def test_under_classic_lines_can_outweigh_the_target() -> None:
    """104 points and 3 lines lose against 82 and 12 lines: 279 to 382."""
    results = (*hands_won(0, 94, 2), *hands_won(1, 82, 12))
    view = view_for(Table(deck_with(), rules="classic", results=results).match, 0)
    assert chance(view, 0, 0, 10) == 0.0


def test_hollywood_counts_three_columns() -> None:
    rules = PRESETS["simple"].revise(hollywood=True)
    results = (won(0, 60), won(0, 30), won(1, 20))
    view = view_for(Table(deck_with(), rules=rules, results=results).match, 0)
    assert 0.5 < chance(view, 0, 0, 20) < 1.0
    assert chance(view, 0, 0, 20) > chance(view, 0, 0, 5) > chance(view, 0, 1, 5)
