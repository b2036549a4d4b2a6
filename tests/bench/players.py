"""How strong the computer players are, and how long they think.

Every figure is of whole matches in pairs: the same decks are dealt twice, the players in
each other's seats the second time. The interval is of the pairs, at 95 %. Each player
gets views through the engine, as at a table. `ARGS="--games 200"` plays fewer.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from bot.engine import (
    DECK,
    PRESETS,
    Action,
    DealHand,
    Match,
    MatchBegan,
    Rules,
    View,
    decide,
    evolve,
    replay,
    view_for,
)
from bot.players import Level, Player, player_for
from tests.bench import print_table
from tests.bench.opponents import Camper, GinOnly, Hasty, Simple

Maker = Callable[[int], Player]


def level(name: Level) -> Maker:
    return lambda seed: player_for(name, seed)


EXPERT, NORMAL, EASY = level(Level.EXPERT), level(Level.NORMAL), level(Level.EASY)
OKLAHOMA = PRESETS["simple"].revise(oklahoma=True)
STRAIGHT = PRESETS["simple"].revise(straight=True)
HOLLYWOOD = PRESETS["pagat"].revise(hollywood=True)
LONG = PRESETS["bicycle"].revise(target=500)

DUELS: tuple[tuple[str, Maker, Maker, Rules], ...] = (
    ("expert, simple player", EXPERT, Simple, PRESETS["simple"]),
    ("expert, camper", EXPERT, Camper, PRESETS["simple"]),
    ("expert, gin only", EXPERT, GinOnly, PRESETS["simple"]),
    ("expert, hasty", EXPERT, Hasty, PRESETS["pagat"]),
    ("expert, camper", EXPERT, Camper, PRESETS["pagat"]),
    ("expert, hasty", EXPERT, Hasty, PRESETS["classic"]),
    ("expert, hasty", EXPERT, Hasty, OKLAHOMA),
    ("expert, camper", EXPERT, Camper, STRAIGHT),
    ("expert, hasty", EXPERT, Hasty, PRESETS["bicycle"]),
    ("expert, hasty", EXPERT, Hasty, HOLLYWOOD),
    ("expert, hasty", EXPERT, Hasty, LONG),
    ("expert, normal", EXPERT, NORMAL, PRESETS["simple"]),
    ("expert, normal", EXPERT, NORMAL, PRESETS["pagat"]),
    ("normal, simple player", NORMAL, Simple, PRESETS["simple"]),
    ("normal, easy", NORMAL, EASY, PRESETS["simple"]),
)


class Clock:
    """A player whose decisions are timed, in seconds."""

    def __init__(self, player: Player, taken: list[float]) -> None:
        self._player = player
        self._taken = taken

    def choose(self, view: View) -> Action:
        started = time.perf_counter()
        action = self._player.choose(view)
        self._taken.append(time.perf_counter() - started)
        return action


class Figure(NamedTuple):
    """The share of matches won, its 95 % interval, and seconds of each decision."""

    games: int
    share: float
    interval: float
    taken: list[float]


def play(players: Sequence[Player], rules: Rules, deal: str) -> Match:
    """A match, its decks those of the name of the deal; seat 0 deals first."""
    match = replay([MatchBegan(rules, 0)])
    hands = 0
    while match.ended is None:
        if match.to_move is None:
            order = tuple(Random(f"{deal} {hands}").sample(DECK, 52))
            seat, action = None, DealHand(order)
            hands += 1
            events = decide(match, seat, action)
        else:
            mover = match.to_move
            events = decide(match, mover, players[mover].choose(view_for(match, mover)))
        for event in events:
            match = evolve(match, event)
    return match


def duel(ours: Maker, theirs: Maker, rules: Rules, games: int) -> Figure:
    """So many matches in pairs."""
    pairs: list[float] = []
    taken: list[float] = []
    for pair in range(games // 2):
        won = 0
        for seat in (0, 1):
            seed = 2 * pair + seat
            mine, other = Clock(ours(seed), taken), theirs(seed + 1_000_000)
            sitting = (mine, other) if seat == 0 else (other, mine)
            ended = play(sitting, rules, f"{rules.name} {pair}").ended
            won += ended is not None and ended.winner == seat
        pairs.append(won / 2)
    interval = 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs))
    return Figure(2 * len(pairs), statistics.fmean(pairs), interval, taken)


def main() -> None:
    options = argparse.ArgumentParser(prog="make bench-players")
    options.add_argument(
        "--games", type=_some_pairs, default=2000, help="matches a figure, four or more"
    )
    lines = range(1, len(DUELS) + 1)
    options.add_argument(
        "--only", type=int, nargs="*", choices=lines, metavar="LINE", help=f"1 to {len(DUELS)}"
    )
    asked = options.parse_args()
    rows = [_row(*DUELS[number - 1], asked.games) for number in asked.only or lines]
    heads = ("who, against whom", "rules", "games", "won %", "±", "median ms", "p99 ms")
    print()
    print_table(heads, rows)


def _some_pairs(games: str) -> int:
    """So many matches; one pair alone has no interval."""
    if (count := int(games)) < 4:
        raise argparse.ArgumentTypeError("an interval needs two pairs, four matches, at least")
    return count


def _row(name: str, ours: Maker, theirs: Maker, rules: Rules, games: int) -> tuple[str, ...]:
    found = duel(ours, theirs, rules, games)
    median = statistics.median(found.taken) * 1000
    slow = statistics.quantiles(found.taken, n=100)[98] * 1000
    row = (
        name,
        _named(rules),
        str(found.games),
        f"{100 * found.share:.1f}",
        f"{100 * found.interval:.1f}",
        f"{median:.2f}",
        f"{slow:.1f}",
    )
    print("  ".join(row), flush=True)
    return row


def _named(rules: Rules) -> str:
    options = {
        "Oklahoma": rules.oklahoma,
        "straight gin": rules.straight,
        "Hollywood": rules.hollywood,
        f"to {rules.target}": rules.target != PRESETS[rules.base].target,
    }
    return ", ".join((rules.base, *(option for option, on in options.items() if on)))


if __name__ == "__main__":
    main()
