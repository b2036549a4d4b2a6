"""Laying off: what goes where, and what is left."""

from __future__ import annotations

import pytest

from bot.engine import LayOff, arrange, lay_off, parse_cards
from bot.engine.layoff import no_lay_off
from tests.builders import names


def laid(answer: LayOff) -> dict[str, str]:
    """What went onto which meld."""
    return {names(part.meld.cards): names(part.cards) for part in answer.laid_off}


def answer(knocker: str, defender: str) -> LayOff:
    return lay_off(arrange(parse_cards(knocker)), parse_cards(defender))


SET_AND_RUN = "7c 7d 7s 4h 5h 6h Jd Qd Kd Ac"


def test_a_run_grows_at_both_ends_card_by_card_and_a_set_by_its_fourth() -> None:
    """4 + 6 + 8 + 10 + 10 stay."""
    after = answer("6h 7h 8h 2c 2d 2s Kc Kd Ks 3c", "4h 5h 9h Th 2h 4c 6c 8d Js Qs")
    assert laid(after) == {"6h 7h 8h": "4h 5h 9h Th", "2c 2d 2s": "2h"}
    assert after.points == 38


def test_a_card_beyond_a_gap_stays() -> None:
    """9h needs 8h, and nobody has it."""
    after = answer(SET_AND_RUN, "7h 9h 2c 3d 9s Tc Js Ks Qc 5c")
    assert laid(after) == {"4h 5h 6h": "7h"} or laid(after) == {"7c 7d 7s": "7h"}
    assert after.points == 9 + 2 + 3 + 9 + 10 + 10 + 10 + 10 + 5


def test_a_run_does_not_go_on_past_the_king() -> None:
    """Neither with the ace of its suit nor with the next ace in the order of numbers."""
    after = answer("Jh Qh Kh 4c 5c 6c 5d 5h 5s 9d", "Ah As 2s Td 8d 8c 7s Qc Ks Tc")
    assert laid(after) == {}


def test_a_run_does_not_go_on_below_the_ace() -> None:
    after = answer("Ah 2h 3h 4c 5c 6c 5d 5h 5s 9d", "Kd Qd Kh Td 8d 8c 7s Qc Ks Tc")
    assert laid(after) == {}


def test_a_card_for_a_set_and_a_run_goes_where_others_can_follow() -> None:
    """On the sevens the 7h would leave the 8h behind."""
    after = answer(SET_AND_RUN, "7h 8h 2c 3d 9s Tc Js Ks Qc 5c")
    assert laid(after)["4h 5h 6h"] == "7h 8h"


def test_a_card_that_fits_nowhere_but_deadwood_stays() -> None:
    """The knocker's 2c 3c are loose: neither 4c nor Ac may join them."""
    after = answer("7c 7d 7s 4h 5h 6h Jd Qd Kd 2c", "Ac 3c 2h 2d 9s 9h Tc Js Ks 8c")
    assert laid(after) == {}


def test_a_meld_of_ones_own_is_broken_where_that_leaves_less() -> None:
    """4567 and the twos leave 5 + 6 + 6; without the run 6-6-6 is a set, and 4 and 7 go."""
    after = answer("3s 3d 3h 4c 4d 4h 7c 7d 7h Ac", "4s 5s 6s 7s 2c 6c 2d 2h 5h 6h")
    assert (after.points, names(after.kept.deadwood)) == (10, "5h 5s")
    assert laid(after) == {"4c 4d 4h": "4s", "7c 7d 7h": "7s"}


@pytest.mark.parametrize(
    ("knocker", "defender", "least"),
    [
        ("7s 8s 9s 6c 7c 8c Qc Qd Qh Ac", "3s 5s 4c 5c 2d 5d 6d Ah 3h 5h", 15),
        ("4s 5s 6s 2h 3h 4h 5h 6h Ac Kc", "3s 7s 2c 5c 6c 7c 3d 5d 6d 7h", 16),
    ],
)
def test_own_melds_and_lay_offs_are_minimised_together(
    knocker: str, defender: str, least: int
) -> None:
    """First: 4c 5c go and 5-5-5 stays, left 3 2 6 1 3. Second: 5c 6c 7c stays, left 2 3 5 6."""
    assert answer(knocker, defender).points == least


def test_a_meld_stays_whole_where_breaking_it_gains_nothing() -> None:
    after = answer("4h 5h 6h Jd Qd Kd 2c 2d 2s 3c", "7h 8h 9h Tc Ts Th 5s 5c 5d Qc")
    assert (laid(after), after.points) == ({}, 10)


def test_no_more_cards_are_laid_off_than_help() -> None:
    """All of 7h 8h 9h Th could go, but the run counts nothing as it is."""
    after = answer("4h 5h 6h Jd Qd Kd 2c 2d 2s 3c", "7h 8h 9h Th 2h 5s 5c 5d Qc 9s")
    assert (laid(after), after.points) == ({"2c 2d 2s": "2h"}, 19)


def test_the_end_of_a_long_run_is_not_laid_off_for_nothing() -> None:
    """5h fits the fives and would leave 2h 3h 4h, but 3 + 4 + 1 are loose either way."""
    after = answer("5c 5d 5s 7c 7h 7s 2d 3d 7d Ac", "5h 4h 4c 6d Ad 3h 6h 3c 6c 2h")
    assert (laid(after), after.points) == ({}, 8)


def test_everything_may_go_and_leave_nothing() -> None:
    after = answer("5h 6h 7h 2c 2d 2s 9c 9d 9s Ac", "3h 4h 8h 9h 2h Kc Kd Ks Kh Th")
    assert (after.points, after.kept.deadwood) == (0, ())


def test_without_a_lay_off_the_defender_keeps_his_own_melds() -> None:
    after = no_lay_off(parse_cards("3h 4h 5h 8h 9h 2h Kc Kd Ks Jh"))
    assert (laid(after), after.points) == ({}, 8 + 9 + 10)
