"""Straight gin, Oklahoma, Hollywood and custom rule sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from bot.engine import (
    CLASSIC,
    PRESETS,
    BadRules,
    Card,
    Clash,
    Ending,
    HandResult,
    Knock,
    Rules,
    TooMuchDeadwood,
    Victory,
    legal,
    match_winner,
    score_columns,
)
from tests.builders import Table, deck_with

HOLLYWOOD = CLASSIC.revise(hollywood=True)
OKLAHOMA = CLASSIC.revise(oklahoma=True)
SPADES = CLASSIC.revise(oklahoma=True, spades_double=True)
STRAIGHT = CLASSIC.revise(straight=True)

KNOCKER = "Ac 2c 3c 5d 6d 7d 9c 9h 9s Kd"
"""With a low card for Kd that card is left."""
LOOSE = "Jh Qh Kh Jc Qc Kc As 2s 4h 6h"
"""Two runs; A, 2, 4 and 6 are loose: 13."""


def won(seat: int, points: int) -> HandResult:
    """A hand that is worth these points to a seat, whatever its cards."""
    deadwood = (0, points) if seat == 0 else (points, 0)
    return HandResult(Ending.KNOCK, 0, seat, seat, deadwood, points)


def totals(rules: Rules, results: Sequence[HandResult]) -> list[tuple[int, int] | None]:
    """The grand totals of each column, None while it is open."""
    counts = [column.count for column in score_columns(rules, results)]
    return [
        None if count is None else (count.scores[0].total, count.scores[1].total)
        for count in counts
    ]


def points(rules: Rules, results: Sequence[HandResult]) -> list[tuple[int, int]]:
    """The hand points of both in each column."""
    return [
        (column.scores[0].points, column.scores[1].points)
        for column in score_columns(rules, results)
    ]


class TestCustomSets:
    @pytest.mark.parametrize(
        ("changes", "clash"),
        [
            ({"straight": True, "oklahoma": True}, Clash.STRAIGHT_AND_OKLAHOMA),
            ({"spades_double": True}, Clash.SPADES_ALONE),
            ({"straight": True, "lay_off_on_gin": True}, Clash.STRAIGHT_AND_LAY_OFF),
            ({"gin_bonus": 50}, Clash.BIG_GIN_BELOW_GIN),
            ({"big_gin_bonus": 20}, Clash.BIG_GIN_BELOW_GIN),
            ({"target": 49}, Clash.OUT_OF_RANGE),
            ({"target": 501}, Clash.OUT_OF_RANGE),
            ({"gin_bonus": 101, "big_gin_bonus": None}, Clash.OUT_OF_RANGE),
            ({"big_gin_bonus": 151}, Clash.OUT_OF_RANGE),
            ({"game_bonus": 501}, Clash.OUT_OF_RANGE),
        ],
    )
    def test_what_makes_no_sense_is_refused_with_the_reason(
        self, changes: dict[str, Any], clash: Clash
    ) -> None:
        with pytest.raises(BadRules) as refused:
            CLASSIC.revise(**changes)
        assert refused.value.clash is clash

    def test_a_custom_set_names_its_base_and_inherits_the_rest(self) -> None:
        custom = PRESETS["pagat"].revise(target=250)

        assert custom.name == "Custom (from Pagat)"
        assert custom.shutout == PRESETS["pagat"].shutout
        assert custom.victory is Victory.CROSSER

    def test_settings_that_come_to_a_preset_are_that_preset(self) -> None:
        assert CLASSIC.revise(target=250).revise(target=100) is CLASSIC

    def test_straight_gin_from_bicycle_ends_its_lay_off(self) -> None:
        straight = PRESETS["bicycle"].revise(straight=True)

        assert not straight.lay_off_on_gin
        with pytest.raises(BadRules):
            straight.revise(lay_off_on_gin=True)

    def test_big_gin_can_be_added_where_the_base_has_none(self) -> None:
        assert PRESETS["pagat"].revise(big_gin_bonus=31).big_gin_bonus == 31


class TestOklahoma:
    @pytest.mark.parametrize(
        ("upcard", "limit"), [("Ah", 0), ("2h", 2), ("9c", 9), ("Td", 10), ("Jh", 10), ("Kc", 10)]
    )
    def test_the_upcard_sets_the_limit(self, upcard: str, limit: int) -> None:
        assert OKLAHOMA.limit(Card.parse(upcard)) == limit

    def test_the_limit_stays_when_the_upcard_is_taken(self) -> None:
        """The three as upcard: Kd goes, 3h is left, and 3 may be knocked with."""
        table = Table(deck_with(non_dealer=KNOCKER, dealer=LOOSE, upcard="3h"), rules=OKLAHOMA)

        table.play("take", "knock Kd")

        assert table.match.results[0].points == 10

    def test_more_than_the_upcard_is_no_knock(self) -> None:
        """A two as upcard, passed by both; 3h drawn leaves 3."""
        deck = deck_with(non_dealer=KNOCKER, dealer=LOOSE, upcard="2h", stock="3h")
        table = Table(deck, rules=OKLAHOMA)
        table.play("pass", "pass", "draw")

        assert not any(isinstance(action, Knock) for action in legal(table.match, 0))
        with pytest.raises(TooMuchDeadwood) as refused:
            table.play("knock Kd")
        assert refused.value.limit == 2

    def test_an_ace_leaves_only_gin(self) -> None:
        """Ah drawn for the king leaves 1: no knock. 4c makes a run of four: gin."""
        deck = deck_with(non_dealer=KNOCKER, dealer=LOOSE, upcard="Ah", stock="4c")
        table = Table(deck, rules=OKLAHOMA)
        table.play("pass", "pass", "draw")
        knocks = [action for action in legal(table.match, 0) if isinstance(action, Knock)]

        assert knocks == [Knock(Card.parse("Kd"))]
        table.play("knock Kd")
        assert table.match.results[0].ending is Ending.GIN

    def test_a_spade_doubles_all_that_the_hand_scores(self) -> None:
        """Gin with 4c against 13, the upcard the 8 of spades: (13 + 25) x 2 = 76."""
        deck = deck_with(non_dealer=KNOCKER, dealer=LOOSE, upcard="8s", stock="4c")
        table = Table(deck, rules=SPADES)

        table.play("pass", "pass", "draw", "knock Kd")

        assert table.match.results[0].points == 76

    def test_an_undercut_is_doubled_for_whoever_scores(self) -> None:
        """3h left against A alone of spades: (3 - 1 + 25) x 2 = 54 to the defender."""
        low = "Jh Qh Kh Jc Qc Kc Ts Js Qs As"
        deck = deck_with(non_dealer=KNOCKER, dealer=low, upcard="3s")
        table = Table(deck, rules=SPADES)

        table.play("take", "knock Kd")

        assert table.match.results[0].winner == 1
        assert table.match.results[0].points == 54

    def test_without_the_option_a_spade_doubles_nothing(self) -> None:
        deck = deck_with(non_dealer=KNOCKER, dealer=LOOSE, upcard="8s", stock="4c")
        table = Table(deck, rules=OKLAHOMA)

        table.play("pass", "pass", "draw", "knock Kd")

        assert table.match.results[0].points == 38

    def test_a_doubled_hand_is_one_line_and_doubles_again_in_a_shutout(self) -> None:
        """Two hands of 76 against nothing: 152 x 2 + 2 x 25 + 100 = 454."""
        hands = [HandResult(Ending.GIN, 0, 0, 0, (0, 13), 13, 25, multiplier=2) for _ in range(2)]

        assert totals(SPADES, hands) == [(454, 0)]


class TestStraightGin:
    def test_nothing_but_gin_ends_a_hand(self) -> None:
        deck = deck_with(non_dealer=KNOCKER, dealer=LOOSE, upcard="3h")
        table = Table(deck, rules=STRAIGHT)
        table.play("take")

        with pytest.raises(TooMuchDeadwood):
            table.play("knock Kd")

    def test_gin_ends_it(self) -> None:
        deck = deck_with(non_dealer=KNOCKER, dealer=LOOSE, upcard="4c")
        table = Table(deck, rules=STRAIGHT)

        table.play("take", "knock Kd")

        assert table.match.results[0].points == 13 + 25


class TestHollywood:
    def test_the_example_of_the_rules(self) -> None:
        """A wins 30, 40, 50, B 12 meanwhile; then A 25 closes the second column, B 20 goes on."""
        played = [won(0, 30), won(0, 40), won(1, 12), won(0, 50)]
        assert points(HOLLYWOOD, played) == [(120, 12), (90, 0), (50, 0)]

        played.append(won(0, 25))
        assert points(HOLLYWOOD, played) == [(120, 12), (115, 0), (75, 0)]
        assert totals(HOLLYWOOD, played)[1] == (405, 0)

        played.append(won(1, 20))
        assert points(HOLLYWOOD, played) == [(120, 12), (115, 0), (75, 20)]

    def test_the_match_goes_on_until_all_are_closed(self) -> None:
        played = [won(0, 30), won(0, 40), won(0, 50), won(0, 25)]
        assert match_winner(HOLLYWOOD, played) is None

        assert match_winner(HOLLYWOOD, [*played, won(0, 25)]) == 0

    def test_one_hand_can_close_several_columns(self) -> None:
        """60 and 90: the first column has 150, the second 90; then 80 closes the rest."""
        played = [won(0, 60), won(0, 30), won(0, 80)]
        assert points(HOLLYWOOD, played) == [(170, 0), (110, 0), (80, 0)]
        assert [count is None for count in totals(HOLLYWOOD, played)] == [False, False, True]

    def test_most_columns_win_whatever_the_sum(self) -> None:
        """B takes the last two columns narrowly, A the first with a heap of points."""
        played = [won(0, 99), won(0, 99)]
        assert totals(HOLLYWOOD, played) == [(198 * 2 + 50 + 100, 0), None, None]
        played += [won(1, 60), won(1, 60)]
        assert points(HOLLYWOOD, played)[1] == (99, 120)
        played += [won(1, 50)]
        assert match_winner(HOLLYWOOD, played) == 1

    def test_a_void_breaks_the_shutout_of_every_open_column_under_cardgames(self) -> None:
        rules = PRESETS["cardgames"].revise(hollywood=True)
        void = HandResult(Ending.VOID, 0, None, None, (30, 30))
        played = [won(0, 100), void, won(0, 100), won(0, 100)]

        closed_before, *closed_after = totals(rules, played)
        assert closed_before == (100 * 2 + 25 + 100, 0)
        assert closed_after == [(100 + 25 + 100, 0)] * 2

    def test_one_column_is_the_ordinary_score(self) -> None:
        assert points(CLASSIC, [won(0, 30), won(1, 12)]) == [(30, 12)]
