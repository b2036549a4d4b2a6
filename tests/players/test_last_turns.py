"""Small endings: what the coach says a move cost, against every way the unseen cards may lie.

The calculation here knows nothing of the engine's: it tries every reading, every lay-off and
every throw by itself. From the throw on whoever can end the hand does, with what leaves least.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from random import Random
from statistics import fmean

import pytest

from bot.engine import (
    DECK,
    Action,
    BigGin,
    Card,
    Event,
    HandEnded,
    Knock,
    Match,
    Phase,
    Rules,
    Throw,
    View,
    cards_in,
    legal,
    view_for,
)
from bot.players import Level, player_for, review
from bot.players.expert import judge
from bot.players.last_turns import reckoned_out
from bot.players.sight import sight
from tests.builders import Table
from tests.engine import oracle

ENDINGS = [(0, "simple"), (23, "classic"), (28, "pagat"), (41, "bicycle")]
TOLERANCE = 0.05
"""Points: a cost is told to a tenth."""

Hand = frozenset[Card]


def played_down(seed: int, rules: str, stock_left: int) -> Table:
    """A hand that nobody ended, with a throw to come and so many cards in the stock."""
    order = list(DECK)
    Random(seed).shuffle(order)
    table, player = Table(tuple(order), rules=rules), player_for(Level.NORMAL)
    while table.match.to_move is not None:
        view = view_for(table.match, table.match.to_move)
        if view.phase is Phase.THROW and view.stock_left <= stock_left:
            return table
        action: Action = player.choose(view)
        if isinstance(action, Knock | BigGin):
            action = Throw(judge(view).throws[0].card)
        table.act(table.match.to_move, action)
    raise AssertionError("the hand ended before")


# By brute force.


def best_throw(eleven: Hand, kept: Card | None = None) -> tuple[int, Card]:
    """What is left at least, and the card to throw for it; of several the dearest."""
    throws = [
        (oracle.deadwood(eleven - {card}), -card.points, card)
        for card in sorted(eleven)
        if card != kept
    ]
    left, _, card = min(throws)
    return left, card


def shown(ten: Hand, theirs: Hand, rules: Rules) -> int:
    """What the player who shows these ten cards scores; negative where the other one does."""
    mine = oracle.deadwood(ten)
    if mine == 0 and not rules.lay_off_on_gin:
        return oracle.deadwood(theirs) + rules.gin_bonus
    readings = (m for m in oracle.readings(ten) if oracle.points(oracle.loose(ten, m)) == mine)
    left = max(oracle.best_lay_off(melds, theirs)[0] for melds in readings)
    if mine == 0:
        return left + rules.gin_bonus
    return left - mine if left > mine else left - mine - rules.undercut_bonus


def ended(eleven: Hand, other: Hand, rules: Rules, kept: Card | None = None) -> int | None:
    """What the player to throw scores if he can end the hand; None where he cannot."""
    if rules.big_gin_bonus is not None and oracle.deadwood(eleven) == 0:
        return oracle.deadwood(other) + rules.big_gin_bonus
    left, card = best_throw(eleven, kept)
    return shown(eleven - {card}, other, rules) if left <= rules.knock_limit else None


def takes(theirs: Hand, card: Card) -> bool:
    melds = any(oracle.is_meld(frozenset(pair) | {card}) for pair in combinations(theirs, 2))
    return melds and best_throw(theirs | {card}, card)[0] < oracle.deadwood(theirs)


def after_throw(ten: Hand, thrown: Card, theirs: Hand, top: Card, rules: Rules) -> int:
    """What comes of a throw with three cards in the stock, the topmost of which is `top`."""
    if not takes(theirs, thrown):
        lost = ended(theirs | {top}, ten, rules)
        return 0 if lost is None else -lost
    eleven = theirs | {thrown}
    lost = ended(eleven, ten, rules, thrown)
    if lost is not None:
        return -lost
    his = eleven - {best_throw(eleven, thrown)[1]}
    return ended(ten | {top}, his, rules) or 0


def worlds(view: View) -> Iterator[tuple[Hand, Hand]]:
    """Every hand the other player may hold, and the cards of the stock then."""
    cards = sight(view)
    unseen = frozenset(cards_in(cards.unseen))
    for stock in combinations(sorted(unseen), view.stock_left):
        yield (unseen - set(stock)) | set(cards_in(cards.theirs)), frozenset(stock)


@cache
def by_brute_force(match: Match, action: Throw | Knock) -> float:
    assert match.to_move is not None
    assert match.deal is not None
    view = view_for(match, match.to_move)
    ten = frozenset(cards_in(match.deal.hands[match.to_move])) - {action.card}
    if isinstance(action, Knock):
        return fmean(shown(ten, theirs, match.rules) for theirs, _ in worlds(view))
    return fmean(
        after_throw(ten, action.card, theirs, top, match.rules)
        for theirs, stock in worlds(view)
        for top in sorted(stock)
    )


# The claims.


def choices(match: Match) -> Iterable[Throw | Knock]:
    assert match.to_move is not None
    moves = legal(match, match.to_move)
    return [action for action in moves if isinstance(action, Throw | Knock)]


@pytest.mark.parametrize(("seed", "rules"), ENDINGS)
def test_with_three_cards_in_the_stock_each_move_brings_the_mean_of_every_outcome(
    seed: int, rules: str
) -> None:
    match = played_down(seed, rules, 3).match
    assert match.to_move is not None
    view = view_for(match, match.to_move)
    assert view.stock_left == 3
    for action in choices(match):
        brings = reckoned_out(match, view, action)
        assert brings[action] == pytest.approx(by_brute_force(match, action)), action


@pytest.mark.parametrize(("seed", "rules"), ENDINGS)
def test_the_cost_of_a_move_is_the_mean_it_gives_away(
    seed: int, rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against the best of all the moves there were, each reckoned by brute force."""
    monkeypatch.setattr(sys.modules["bot.players.review"], "_COSTLIEST", 99)
    match = played_down(seed, rules, 3).match
    brings = {action: by_brute_force(match, action) for action in choices(match)}
    for action, brought in brings.items():
        history = finished(seed, rules, action)
        seen = review(history, match.to_move or 0)
        last = [step.turn for step in seen.steps if step.thrown == action.card][-1]
        told = [move.cost for move in seen.costly if move.turn == last]
        given_away = max(brings.values()) - brought
        assert (told or [0.0])[0] == pytest.approx(given_away, abs=TOLERANCE + 1e-9)


def finished(seed: int, rules: str, action: Action) -> list[Event]:
    """The same hand with this move, played on to its end as its player would not have."""
    table = played_down(seed, rules, 3)
    table.act(table.match.to_move, action)
    while not isinstance(table.history[-1], HandEnded) and table.match.to_move is not None:
        table.play("draw")
        assert table.match.deal is not None
        table.play(f"throw {table.match.deal.drawn}")
    return table.history


def test_what_is_hidden_makes_no_difference() -> None:
    match = played_down(0, "simple", 3).match
    assert match.deal is not None
    assert match.to_move is not None
    view = view_for(match, match.to_move)
    action = next(iter(choices(match)))
    other = 1 - match.to_move
    stock = match.deal.stock
    theirs = next(card for card in cards_in(sight(view).unseen) if card not in stock)
    hands = list(match.deal.hands)
    hands[other] ^= theirs.bit | stock[0].bit
    order = (*match.deal.order[:-3], theirs, *stock[1:])
    elsewhere = match._replace(deal=match.deal._replace(hands=(hands[0], hands[1]), order=order))
    assert view_for(elsewhere, match.to_move) == view
    assert reckoned_out(elsewhere, view, action) == reckoned_out(match, view, action)


def test_between_ten_and_four_cards_nothing_is_said_of_costs() -> None:
    """The estimates of waiting do not hold there, and there are too many ways to count."""
    table = played_down(3, "simple", 10)
    throws = [0, 0]
    while (seat := table.match.to_move) is not None:
        deal = table.match.deal
        assert deal is not None
        if deal.phase is Phase.DRAW:
            table.play("draw")
            continue
        throws[seat] += deal.stock_left >= 4
        table.play(f"throw {deal.drawn}")
    assert sum(throws) == 7
    for seat in (0, 1):
        seen = review(table.history, seat)
        assert seen.unjudged == throws[seat]
