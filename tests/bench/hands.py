"""Whole hands: `legal`, `decide` and `evolve` against OpenSpiel's state machine.

Both play the very same hands of random legal actions, from the deal to the score, in the same
process and taking turns. Before each action the list of legal ones is asked for, as a player
who chooses from it has to; of OpenSpiel only the moves are asked, not what it shows a player.
Knocks, lay-offs and scores are included; OpenSpiel's lay-offs and melds are separate actions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from random import Random

from bot.engine import HandDealt, MatchBegan, decide, evolve, legal, replay
from tests import strategies
from tests.bench import print_table
from tests.oracle.hands import ENDLESS
from tests.oracle.lockstep import Chance, Played, play
from tests.oracle.spiel import Spiel

HANDS = 300
ROUNDS = 5
POLICIES = {
    "any legal action": Chance(Random(1), knocks=0.1, careful=0.0),
    "least deadwood, knocks at once": Chance(Random(2), knocks=1.0, careful=1.0),
}


def run() -> None:
    """Print how many hands are played in a second."""
    try:
        spiel = Spiel(import_module("pyspiel"))
    except ModuleNotFoundError as missing:
        print(f"skipped: no module {missing.name} (extra `oracle`)")
        return
    rows = []
    for name, chance in POLICIES.items():
        rng = Random(name)
        hands = [play(spiel, strategies.random_deck(rng), chance) for _ in range(HANDS)]
        ours, theirs = _rates(hands, _ours, _theirs(spiel))
        moves = sum(len(hand.actions) for hand in hands) / HANDS
        rows.append(
            (name, f"{moves:.0f}", f"{ours:,.0f}", f"{theirs:,.0f}", f"{ours / theirs:.1f}")
        )
    print_table(("hands per second", "moves a hand", "ours", "OpenSpiel", "ours to it"), rows)


def _rates(hands: list[Played], *players: Callable[[Played], None]) -> list[float]:
    """Hands a second of each player, at his best."""
    best = [float("inf")] * len(players)
    for _ in range(ROUNDS):
        for number, replayed in enumerate(players):
            started = time.perf_counter()
            for hand in hands:
                replayed(hand)
            best[number] = min(best[number], time.perf_counter() - started)
    return [len(hands) / seconds for seconds in best]


def _ours(hand: Played) -> None:
    match = replay((MatchBegan(ENDLESS, 1), HandDealt(1, hand.order)))
    for action in hand.actions:
        seat = match.to_move
        assert seat is not None
        legal(match, seat)
        for event in decide(match, seat, action):
            match = evolve(match, event)


def _theirs(spiel: Spiel) -> Callable[[Played], None]:
    game = spiel.game()

    def replayed(hand: Played) -> None:
        state = game.new_initial_state()
        for action in hand.history:
            if not state.is_chance_node():
                state.legal_actions()
            state.apply_action(action)
        state.returns()

    return replayed
