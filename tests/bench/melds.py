"""Counting deadwood: ours, OpenSpiel's C++ called from Python, and RLCard.

All count the same hands in the same process, taking turns, each at its best of a few rounds,
and each gets the hands as it likes them: masks of bits, lists of numbers, lists of objects.
Of all eleven discards OpenSpiel's `legal_discards` says in one call which leave ten or less;
its `min_deadwood`, asked eleven times, says what each leaves, as we do.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module

from bot.engine import card_set, least_deadwood
from bot.engine.melds import least_after_each
from tests.bench import print_table
from tests.oracle.hands import HANDS, KINDS, hands
from tests.oracle.rl import RLCard
from tests.oracle.spiel import Spiel

ROUNDS = 5
LIMIT = 10

Work = Callable[[], object]


def run() -> None:
    """Print how many hands of eleven cards are counted in a second, and the ratios to us."""
    try:
        spiel = Spiel(import_module("pyspiel"))
        rl = RLCard(import_module("rlcard.games.gin_rummy"))
    except ModuleNotFoundError as missing:
        print(f"skipped: no module {missing.name} (extra `oracle`)")
        return
    rows = [row for kind in KINDS for row in _rows(kind, spiel, rl)]
    print_table(("hands per second", "ours", "peer", "ours to it"), rows)


def _rows(kind: str, spiel: Spiel, rl: RLCard) -> list[tuple[str, ...]]:
    count, slow = _counters(kind, spiel, rl)
    one, each = _judges(kind, spiel)
    ours, theirs = _rates(*count)
    [rlcard] = _rates(slow, rounds=1)
    all_ours, in_one, in_eleven = _rates(one[0], one[1], each)
    return [
        _row(f"{kind}: least deadwood, OpenSpiel", ours, theirs),
        _row(f"{kind}: least deadwood, RLCard", ours, rlcard),
        _row(f"{kind}: eleven discards, OpenSpiel asked eleven times", all_ours, in_eleven),
        _row(f"{kind}: eleven discards, OpenSpiel's list of knocks", all_ours, in_one),
    ]


def _counters(kind: str, spiel: Spiel, rl: RLCard) -> tuple[tuple[Work, Work], Work]:
    dealt = list(hands(kind, 11))
    masks = [card_set(hand) for hand in dealt]
    numbers = [spiel.numbers(hand) for hand in dealt]
    theirs = spiel.exact.min_deadwood
    return (
        (
            lambda: [least_deadwood(mask) for mask in masks],
            lambda: [theirs(hand) for hand in numbers],
        ),
        lambda: [rl.least_deadwood(hand) for hand in dealt],
    )


def _judges(kind: str, spiel: Spiel) -> tuple[tuple[Work, Work], Work]:
    dealt = [(card_set(hand), hand) for hand in hands(kind, 11)]
    numbers = [spiel.numbers(hand) for _, hand in dealt]
    listed, count = spiel.own.legal_discards, spiel.own.min_deadwood
    return (
        (
            lambda: [least_after_each(mask, hand) for mask, hand in dealt],
            lambda: [listed(hand, LIMIT) for hand in numbers],
        ),
        lambda: [[count(hand[:n] + hand[n + 1 :]) for n in range(11)] for hand in numbers],
    )


def _rates(*works: Work, rounds: int = ROUNDS) -> list[float]:
    """Hands a second of each, at its best."""
    best = [float("inf")] * len(works)
    for _ in range(rounds):
        for number, work in enumerate(works):
            started = time.perf_counter()
            work()
            best[number] = min(best[number], time.perf_counter() - started)
    return [HANDS / seconds for seconds in best]


def _row(name: str, ours: float, theirs: float) -> tuple[str, ...]:
    return name, f"{ours:,.0f}", f"{theirs:,.0f}", f"{ours / theirs:.1f}"
