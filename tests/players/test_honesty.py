"""Computer players know what they may see and no more."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import Card, Rules, least_deadwood, view_for
from bot.players import Level, hint, player_for
from bot.players.sight import sight
from tests import strategies
from tests.players.tables import Moment, otherwise, play


def moments(seed: int, level: Level, hands: int = 3) -> list[Moment]:
    rng = Random(seed)
    rules: Rules = strategies.some_rules(rng)
    players = (player_for(level, seed), player_for(level, seed + 1))
    return play(players, rules, rng, hands)[1]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", range(12))
def test_two_games_that_differ_in_the_unseen_get_the_same_move(level: Level, seed: int) -> None:
    rng = Random(seed)
    changed = 0
    for moment in moments(seed, level):
        elsewhere = otherwise(moment, rng)
        here, there = view_for(moment.match, moment.seat), view_for(elsewhere, moment.seat)
        assert here == there
        assert player_for(level, seed).choose(here) == player_for(level, seed).choose(there)
        changed += moment.match != elsewhere
    assert changed > 5


@pytest.mark.parametrize("seed", range(3))
def test_a_hint_too_knows_no_more(seed: int) -> None:
    rng = Random(seed)
    for moment in moments(seed, Level.NORMAL, 2):
        elsewhere = otherwise(moment, rng)
        assert hint(view_for(moment.match, moment.seat)) == hint(view_for(elsewhere, moment.seat))


@pytest.mark.parametrize("seed", range(6))
def test_what_a_player_remembers_is_true(seed: int) -> None:
    for match, seat in moments(seed, Level.EASY):
        deal = match.deal
        assert deal is not None
        cards = sight(view_for(match, seat))
        mine, theirs = deal.hands[seat], deal.hands[1 - seat]
        stock = sum(Card(card).bit for card in deal.stock)
        assert cards.held == mine
        assert cards.theirs & theirs == cards.theirs
        assert cards.unseen | cards.theirs == theirs | stock
        assert least_deadwood(cards.unseen & theirs | cards.theirs) == least_deadwood(theirs)
