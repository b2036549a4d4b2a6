"""The published rule sets, figure by figure."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from bot.engine import CLASSIC, PRESETS, NextDealer, Rules, Shutout, Victory

ORDER = ("classic", "playcards", "pagat", "bicycle", "cardgames", "simple")

FIGURES = {
    "knock_limit": (10, 10, 10, 10, 10, 10),
    "gin_bonus": (25, 25, 20, 20, 25, 25),
    "big_gin_bonus": (31, None, None, None, 31, None),
    "undercut_bonus": (25, 25, 10, 10, 25, 25),
    "lay_off_on_gin": (False, False, False, True, False, False),
    "target": (100, 100, 100, 100, 100, 100),
    "line_bonus": (25, 0, 20, 20, 25, 0),
    "game_bonus": (100, 0, 100, 100, 100, 0),
    "shutout": (
        Shutout.DOUBLE_POINTS,
        Shutout.NONE,
        Shutout.DOUBLE_GAME,
        Shutout.ADD_HUNDRED,
        Shutout.DOUBLE_POINTS,
        Shutout.NONE,
    ),
    "void_breaks_shutout": (False, False, False, False, True, False),
    "victory": (
        Victory.HIGHER_TOTAL,
        Victory.CROSSER,
        Victory.CROSSER,
        Victory.CROSSER,
        Victory.HIGHER_TOTAL,
        Victory.CROSSER,
    ),
    "next_dealer": (
        NextDealer.ALTERNATE,
        NextDealer.WINNER,
        NextDealer.LOSER,
        NextDealer.LOSER,
        NextDealer.ALTERNATE,
        NextDealer.ALTERNATE,
    ),
    "void_moves_deal": (True, False, False, False, False, False),
    "upcard_after_passes": (False, False, False, False, True, False),
}


@pytest.mark.parametrize("figure", FIGURES)
def test_each_preset_has_the_figures_of_its_source(figure: str) -> None:
    assert tuple(getattr(PRESETS[name], figure) for name in ORDER) == FIGURES[figure]


def test_every_figure_of_a_rule_set_is_checked_here() -> None:
    options = {"straight", "oklahoma", "spades_double", "hollywood"}
    assert {*FIGURES, *options, "name", "base"} == set(Rules.model_fields)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_plays_no_option_and_is_its_own_base(preset: str) -> None:
    rules = PRESETS[preset]
    assert not any((rules.straight, rules.oklahoma, rules.spades_double, rules.hollywood))
    assert rules.base == preset


def test_there_are_six_presets_and_classic_is_the_default() -> None:
    assert tuple(PRESETS) == ORDER
    assert PRESETS["classic"] is CLASSIC


def test_rules_cannot_be_changed_during_a_match() -> None:
    with pytest.raises(ValidationError):
        CLASSIC.target = 50  # type: ignore[misc]


@pytest.mark.parametrize(
    "wrong", [{"knock_limit": 11}, {"gin_bonus": -1}, {"target": 0}, {"no_such_rule": 1}]
)
def test_rules_that_make_no_sense_are_not_made(wrong: dict[str, int]) -> None:
    with pytest.raises(ValidationError):
        Rules(name="odd", **wrong)  # type: ignore[arg-type]


def test_rules_that_clash_cannot_be_made_at_all() -> None:
    with pytest.raises(ValueError, match="straight gin has no knock limit"):
        Rules.model_validate({**CLASSIC.model_dump(), "straight": True, "oklahoma": True})
