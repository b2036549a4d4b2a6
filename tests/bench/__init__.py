"""Benchmarks: how long players wait for what. `python -m tests.bench` runs them all."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence

RUNS = 200
WARM_UPS = 5


def median_ms(work: Callable[[], object], runs: int = RUNS) -> float:
    """The median time of one run in milliseconds, after a few that do not count."""
    for _ in range(WARM_UPS):
        work()
    taken: list[float] = []
    for _ in range(runs):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken) * 1000


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows under their heads: words to the left, all other columns to the right."""
    table = [tuple(heads), *(tuple(row) for row in rows)]
    widths = [max(len(cell) for cell in column) for column in zip(*table, strict=True)]
    for first, *rest in table:
        cells = [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
        print("  ".join((first.ljust(widths[0]), *cells)).rstrip())
