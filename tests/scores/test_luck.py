"""What chance predicts is what chance does, and bounds hold what they say."""

from __future__ import annotations

from math import comb, sqrt
from random import Random

import pytest

from bot.engine import DECK, least_deadwood
from bot.scores import TEN_CARDS, expect_mean, expect_share

DEALS = 300_000
SURE = 4.5
"""Standard errors: chance alone goes beyond them once in 150,000 times."""


@pytest.fixture(scope="module")
def dealt() -> list[tuple[int, int]]:
    """Deadwood of both hands of many deals from whole decks."""
    rng, bits = Random(20261130), [card.bit for card in DECK]
    decks = (rng.sample(bits, 20) for _ in range(DEALS))
    return [(least_deadwood(sum(deck[:10])), least_deadwood(sum(deck[10:]))) for deck in decks]


def test_the_mean_and_its_deviation_are_what_is_dealt(dealt: list[tuple[int, int]]) -> None:
    means = [(mine + theirs) / 2 for mine, theirs in dealt]
    mean = sum(means) / DEALS
    deviation = sqrt(sum((one - mean) ** 2 for one in means) / DEALS)

    assert mean == pytest.approx(TEN_CARDS.mean, abs=SURE * TEN_CARDS.deviation / sqrt(DEALS))
    assert deviation == pytest.approx(
        TEN_CARDS.deviation, abs=SURE * TEN_CARDS.deviation / sqrt(2 * DEALS)
    )


def test_ten_points_or_less_are_as_rare_as_expected(dealt: list[tuple[int, int]]) -> None:
    ready = sum((mine <= 10) + (theirs <= 10) for mine, theirs in dealt)
    expected = 2 * DEALS * TEN_CARDS.ready

    assert ready == pytest.approx(expected, abs=SURE * sqrt(expected))


def test_of_twenty_honest_servers_one_falls_outside(dealt: list[tuple[int, int]]) -> None:
    """Each of 3,000 servers has a hundred deals of its own."""
    servers = [dealt[start : start + 100] for start in range(0, DEALS, 100)]
    verdicts = [expect_mean(sum(map(sum, deals)), len(deals)) for deals in servers]

    outside = sum(verdict.side != 0 for verdict in verdicts) / len(servers)
    assert outside == pytest.approx(0.05, abs=0.015)


def test_a_stacked_deck_is_found_out() -> None:
    worse, better = expect_mean(2 * 1000 * 58, 1000), expect_mean(2 * 1000 * 55, 1000)
    assert (worse.side, better.side) == (1, -1)


@pytest.mark.parametrize(("of", "chance"), [(1, 0.5), (7, 0.5), (40, 0.9), (300, 0.01)])
def test_the_bounds_of_few_cases_are_those_of_the_exact_sums(of: int, chance: float) -> None:
    def between(low: float, high: float) -> float:
        counts = range(int(low), int(high) + 1)
        return sum(comb(of, k) * chance**k * (1 - chance) ** (of - k) for k in counts)

    verdict = expect_share(0, of, chance)
    assert between(verdict.low, verdict.high) >= 0.95
    assert between(0, verdict.low - 1) <= 0.025
    assert between(verdict.high + 1, of) <= 0.025


def test_few_and_many_cases_agree_where_they_meet() -> None:
    few, many = expect_share(0, 198, 0.5), expect_share(0, 202, 0.5)
    assert many.low - few.low <= 3
    assert many.high - few.high <= 3


def test_half_of_many_hands_is_within_chance_and_two_thirds_are_not() -> None:
    assert expect_share(510, 1000, 0.5).side == 0
    assert expect_share(667, 1000, 0.5).side == 1
    assert expect_share(333, 1000, 0.5).side == -1
