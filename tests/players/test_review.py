"""The coach's numbers, each against a calculation of its own."""

from __future__ import annotations

from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from bot.engine import (
    Agree,
    Card,
    Drew,
    Event,
    HandDealt,
    HandEnded,
    Knock,
    Knocked,
    Match,
    Proposal,
    Propose,
    Threw,
    Throw,
    Took,
    arrangements,
    card_set,
    cards_in,
    decide,
    evolve,
    legal,
    replay,
    view_for,
)
from bot.players import Level, Review, player_for, review
from bot.players.expert import judge
from bot.players.sight import sight
from tests import strategies
from tests.builders import Table, deck_with
from tests.engine import oracle
from tests.players.tables import play


def played(seed: int) -> list[Event]:
    rng = Random(seed)
    players = (player_for(Level.EASY, seed), player_for(Level.NORMAL, seed))
    history, _ = play(players, strategies.some_rules(rng), rng, hands=2)
    return history


def before(history: list[Event], kinds: tuple[type, ...], seat: int) -> list[tuple[Match, Event]]:
    """The match before each event of these kinds in the last finished hand, of one seat."""
    end = max(n for n, event in enumerate(history) if isinstance(event, HandEnded))
    start = max(n for n in range(end) if isinstance(history[n], HandDealt))
    match = replay(history[: start + 1])
    found = []
    for event in history[start + 1 : end]:
        if isinstance(event, kinds) and event.seat == seat:  # type: ignore[union-attr]
            found.append((match, event))
        match = evolve(match, event)
    return found


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(10))
def test_every_turn_is_there_with_its_deadwood(seed: int, seat: int) -> None:
    history = played(seed)
    seen = review(history, seat)
    ends = before(history, (Threw, Knocked), seat)
    steps = [step for step in seen.steps if step.thrown is not None]
    assert [step.thrown for step in steps] == [event.card for _, event in ends]  # type: ignore[union-attr]
    for step, (match, event) in zip(steps, ends, strict=True):
        assert match.deal is not None
        hand = [c for c in cards_in(match.deal.hands[seat]) if c != event.card]  # type: ignore[union-attr]
        assert step.deadwood == oracle.deadwood(hand)
    came = before(history, (Drew, Took), seat)
    assert [step.came for step in seen.steps] == [event.card for _, event in came]  # type: ignore[union-attr]


@pytest.mark.parametrize("seed", range(6))
def test_luck_is_measured_against_every_card_that_could_have_come(seed: int) -> None:
    history = played(seed)
    seen = review(history, 0)
    draws = {event.card: match for match, event in before(history, (Drew,), 0)}  # type: ignore[union-attr]
    for luck in (*seen.lucky, *seen.unlucky):
        cards = sight(view_for(draws[luck.card], 0))
        left = {card: after_best_throw((*cards_in(cards.held), card)) for card in unseen(cards)}
        assert luck.expected == pytest.approx(fmean(left.values()))
        assert luck.deadwood == left[luck.card]
        assert luck.better_by == pytest.approx(fmean(left.values()) - left[luck.card])
    assert all(luck.better_by > 0 for luck in seen.lucky)
    assert all(luck.better_by < 0 for luck in seen.unlucky)


def unseen(cards: object) -> tuple[object, ...]:
    return cards_in(cards.unseen)  # type: ignore[attr-defined]


def after_best_throw(eleven: tuple[object, ...]) -> int:
    return min(oracle.deadwood(c for c in eleven if c != thrown) for thrown in eleven)  # type: ignore[misc]


@pytest.mark.parametrize("seed", range(25))
def test_a_knock_passed_by_would_have_scored_what_an_exhaustive_lay_off_says(seed: int) -> None:
    history = played(seed)
    for seat in (0, 1):
        throws = before(history, (Threw,), seat)
        for passed in review(history, seat).passed_knocks:
            assert any(
                would_score(match, seat, passed.card) == (passed.deadwood, passed.would_score)
                for match, _ in throws
                if match.deal and match.deal.hands[seat] & passed.card.bit
            )


def would_score(match: Match, seat: int, card: object) -> tuple[int, int] | None:
    """By trying every lay-off; None where the card could not knock then."""
    deal, rules = match.deal, match.rules
    assert deal is not None
    ten = [c for c in cards_in(deal.hands[seat]) if c != card]
    mine = oracle.deadwood(ten)
    if mine > deal.limit or card == deal.taken:
        return None
    theirs = cards_in(deal.hands[1 - seat])
    if mine == 0 and not rules.lay_off_on_gin:
        return 0, (oracle.deadwood(theirs) + rules.gin_bonus) * deal.multiplier
    readings = [
        frozenset(frozenset(meld.cards) for meld in reading.melds)
        for reading in arrangements(card_set(ten))
    ]
    left = max(oracle.best_lay_off(reading, theirs)[0] for reading in readings)
    if mine == 0:
        return 0, (left + rules.gin_bonus) * deal.multiplier
    ahead = left - mine
    return mine, (ahead if ahead > 0 else ahead - rules.undercut_bonus) * deal.multiplier


@pytest.mark.parametrize("seed", range(15))
def test_the_costliest_moves_are_the_costliest(seed: int) -> None:
    """Each throw is judged again, alone, from the view of that moment."""
    history = played(seed)
    seen = review(history, 0)
    costs = []
    for match, event in before(history, (Threw,), 0):
        if view_for(match, 0).stock_left <= 10:
            continue  # not judged, or counted out, which is another test's claim
        judged = judge(view_for(match, 0), span=110)
        if not isinstance(judged.action, Knock):
            worth = {throw.card: throw.value for throw in judged.throws}
            costs.append(round(max(worth.values()) - worth[event.card], 1))  # type: ignore[union-attr]
    told = [move.cost for move in seen.costly if not move.better_knocks and not move.knocked]
    assert told == sorted(told, reverse=True)
    assert set(told) <= set(costs)
    if costs and max(costs) >= 0.1:
        assert seen.costly
        assert seen.costly[0].cost >= max(costs)


ENDING = "4h 5h 6h 9d 9c 9s As 2d 2c 3s"


def ended_by(rules: str, knocks: bool) -> tuple[Review, Match]:
    """A hand that seat 0 could have knocked in on the last turn there was."""
    table = Table(deck_with(non_dealer=ENDING), rules=rules)
    table.play("pass", "pass")
    table.run_down(3)
    table.play("draw")
    last = table.match
    assert last.deal is not None
    table.play(f"{'knock' if knocks else 'throw'} {last.deal.drawn}")
    return review(table.history, 0), last


@pytest.mark.parametrize("rules", ["pagat", "simple", "classic"])
def test_a_knock_let_go_by_on_the_last_turn_costs_its_mean_over_every_hand(rules: str) -> None:
    """After that turn the hand is void, so waiting is worth nothing and the knock all it brings.

    66 hands are left that the other player could hold; each is laid off by trying everything.
    """
    seen, last = ended_by(rules, knocks=False)
    cards = sight(view_for(last, 0))
    eleven = cards_in(cards.held)
    mine, thrown = min((oracle.deadwood(c for c in eleven if c != out), -out) for out in eleven)
    [reading] = arrangements(cards.held ^ 1 << -thrown)
    melds = frozenset(frozenset(meld.cards) for meld in reading.melds)
    scores = []
    for theirs in combinations(cards_in(cards.unseen), 10):
        ahead = oracle.best_lay_off(melds, theirs)[0] - mine
        scores.append(ahead if ahead > 0 else ahead - last.rules.undercut_bonus)
    assert len(scores) == 66
    worst = seen.costly[0]
    assert worst.turn == seen.steps[-1].turn
    assert worst.better_knocks
    assert worst.cost == round(fmean(scores), 1)
    assert seen.passed_knocks[-1].deadwood == mine
    assert seen.passed_knocks[-1].would_score in scores


@pytest.mark.parametrize("rules", ["pagat", "simple", "classic"])
def test_a_knock_made_on_the_last_turn_costs_nothing_then(rules: str) -> None:
    seen, _ = ended_by(rules, knocks=True)
    assert not [move for move in seen.costly if move.turn == seen.steps[-1].turn]


def test_nothing_is_costly_where_the_expert_played() -> None:
    rng = Random(2)
    player = player_for(Level.EXPERT)
    history, _ = play((player, player), strategies.some_rules(rng), rng, hands=3)
    assert review(history, 0).costly == ()
    assert review(history, 1, hand=0).costly == ()


def test_a_review_sees_with_the_eyes_of_its_seat() -> None:
    """The stock that was never drawn makes no difference to it."""
    table = Table(deck_with(non_dealer=ENDING, stock="Kd 8d Kc"), rules="pagat")
    table.play("pass", "pass", "draw", "throw Kd", "draw", "throw 8d", "draw", "knock Kc")
    history = list(table.history)
    dealt = next(n for n, event in enumerate(history) if isinstance(event, HandDealt))
    deal = history[dealt]
    assert isinstance(deal, HandDealt)
    other = (*deal.order[:24], *reversed(deal.order[24:]))
    elsewhere = [*history[:dealt], HandDealt(deal.dealer, other), *history[dealt + 1 :]]
    assert review(history, 0) == review(elsewhere, 0)


def test_there_is_no_review_of_a_hand_that_goes_on() -> None:
    table = Table(deck_with())
    with pytest.raises(IndexError):
        review(table.history, 0)
    assert decide(table.match, 0, player_for(Level.EXPERT).choose(view_for(table.match, 0)))


def test_a_throw_that_was_taken_back_is_no_turn_and_no_fault() -> None:
    table = Table(deck_with(non_dealer=ENDING), rules="pagat")
    table.play("pass", "pass", "draw")
    seat, deal = table.match.to_move, table.match.deal
    assert deal is not None
    table.play("throw As")
    table.act(seat, Propose(Proposal.TAKE_BACK))
    table.act(1, Agree(Proposal.TAKE_BACK))
    table.play(f"throw {deal.drawn}")
    table.run_down(2)
    seen = review(table.history, 0)
    assert [step.turn for step in seen.steps] == list(range(1, len(seen.steps) + 1))
    assert seen.steps[0].thrown == deal.drawn
    assert not [move for move in seen.costly if move.played == Card.parse("As")]


def test_of_a_hand_without_end_the_last_hundred_turns_are_looked_at() -> None:
    """Cards go round over the pile, which the rules allow for ever; then the stock runs out."""
    table = Table(deck_with(), rules="pagat")
    table.play("pass", "pass", "draw")
    table.play(f"throw {card_of(table, 0)}")
    for _ in range(240):
        table.play("take")
        table.play(f"throw {card_of(table, 0)}")
    table.run_down(2)
    turns = len(before(table.history, (Drew, Took), 0))
    assert turns > 120
    seen = review(table.history, 0)
    assert seen.left_out == turns - 100
    assert [step.turn for step in seen.steps] == list(range(turns - 99, turns + 1))


def card_of(table: Table, place: int) -> Card:
    """A card that may be thrown now."""
    assert table.match.to_move is not None
    moves = legal(table.match, table.match.to_move)
    return [action.card for action in moves if isinstance(action, Throw)][place]
