"""The three levels: legal under every rule, ending every hand, in the right order of strength."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import (
    PRESETS,
    Action,
    BigGin,
    Card,
    Draw,
    Knock,
    NextHand,
    Take,
    Throw,
    View,
    card_set,
    evolve,
    least_deadwood,
    legal,
    replay,
    view_for,
)
from bot.players import Level, Player, player_for
from bot.players.expert import going_round
from tests import strategies
from tests.bench.opponents import Camper
from tests.bench.players import EASY, EXPERT, NORMAL, duel
from tests.builders import Table, deck_with
from tests.players.tables import play


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", range(8))
def test_every_move_is_legal_under_any_rules(level: Level, seed: int) -> None:
    """`decide` refuses what is not, and so does this list."""
    rng = Random(seed)
    players = (player_for(level, seed), player_for(level, seed + 1))
    history, _ = play(players, strategies.some_rules(rng), rng, hands=3)
    match = replay(history)
    assert match.results


@pytest.mark.parametrize("level", Level)
def test_between_hands_a_computer_player_is_ready(level: Level) -> None:
    rng = Random(1)
    player = player_for(level)
    history, _ = play((player, player), PRESETS["classic"], rng)
    match = replay(history)
    assert match.ended is None
    assert NextHand() in legal(match, 0)
    assert player.choose(view_for(match, 0)) == NextHand()


class Swapper:
    """Takes whatever lies there, and throws what he held the longest, never knocking."""

    def choose(self, view: View) -> Action:
        throws = [action for action in view.legal if isinstance(action, Throw)]
        if throws:
            return throws[view.version % len(throws)]
        return Take() if Take() in view.legal else Draw()


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("seed", range(10))
def test_swapping_cards_over_the_pile_comes_to_an_end(level: Level, seed: int) -> None:
    """However long somebody goes on, the computer draws in time and the hand ends."""
    history, moments = play((player_for(level, seed), Swapper()), PRESETS["simple"], Random(seed))
    assert replay(history).results
    assert len(moments) < 500


def test_three_cards_in_a_row_from_the_pile_are_enough() -> None:
    table = Table(deck_with(), rules="simple")
    for _ in range(5):
        table.play("take")
        table.play(f"throw {throwable(table)[0]}")
    assert not going_round(view_for(table.match, 1))
    assert going_round(view_for(table.match, 0))


def throwable(table: Table) -> list[Card]:
    assert table.match.to_move is not None
    return [
        action.card
        for action in legal(table.match, table.match.to_move)
        if isinstance(action, Throw)
    ]


@pytest.mark.parametrize("level", Level)
def test_nobody_misses_gin(level: Level) -> None:
    table = Table(
        deck_with(non_dealer="Ac 2c 3c 4d 5d 6d 7h 7s 7c Kd", upcard="9s", stock="8c"),
        rules="simple",
    )
    table.play("pass", "pass", "draw")
    action = player_for(level).choose(view_for(table.match, 0))
    assert isinstance(action, Throw | Knock)
    table = Table(
        deck_with(non_dealer="Ac 2c 3c 4d 5d 6d 7h 7s 7c Kd", upcard="9s", stock="7d"),
        rules="simple",
    )
    table.play("pass", "pass", "draw")
    view = view_for(table.match, 0)
    action = player_for(level).choose(view)
    assert isinstance(action, Knock)
    assert view.hand is not None
    assert least_deadwood(card_set(view.hand.reading.cards) ^ action.card.bit) == 0


@pytest.mark.parametrize("level", Level)
def test_nobody_misses_big_gin(level: Level) -> None:
    table = Table(
        deck_with(non_dealer="Ac 2c 3c 4d 5d 6d 7d 9h 9s 9c", upcard="Ks", stock="8d"),
        rules="classic",
    )
    table.play("pass", "pass", "draw")
    assert player_for(level).choose(view_for(table.match, 0)) == BigGin()


def test_the_same_view_gets_the_same_move() -> None:
    rng = Random(3)
    player: Player = player_for(Level.EASY, 7)
    for match, seat in play((player, player), PRESETS["classic"], rng, hands=3)[1]:
        view = view_for(match, seat)
        assert player_for(Level.EASY, 7).choose(view) == player.choose(view)


@pytest.mark.parametrize(
    ("better", "worse"),
    [(NORMAL, EASY), (EXPERT, EASY), (EXPERT, Camper)],
    ids=["normal, easy", "expert, easy", "expert, camper"],
)
def test_the_better_level_wins_more(better: object, worse: object) -> None:
    """A few matches show only that nothing is upside down; `make bench-players` has the figures."""
    assert duel(better, worse, PRESETS["simple"], 40).share > 0.5  # type: ignore[arg-type]


def test_the_moves_of_a_match_are_stored_ones() -> None:
    """What two players did can be replayed event by event."""
    history, _ = play(
        (player_for(Level.EXPERT), player_for(Level.EASY)), PRESETS["pagat"], Random(5)
    )
    match = replay(history[:1])
    for event in history[1:]:
        match = evolve(match, event)
    assert match == replay(history)
