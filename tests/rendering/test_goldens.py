"""Every kind of view and every choice looks as it did when somebody last looked at it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import Card
from bot.rendering.look import Cloth, Look, Order
from bot.rendering.painting import paint
from bot.rendering.scenes import Scene
from tests.rendering.goldens import (
    EMOJIS,
    FOLDER,
    GOLDENS,
    LOOKS,
    TOLERANCE,
    halved,
    stored,
    unlike,
)
from tests.rendering.samples import HAND, SHEET, SHOWDOWN, TABLE, hands_played

LARGEST = 40 * 1024

SLIGHTLY_OTHER: dict[str, tuple[Scene, Scene]] = {
    "one card": (HAND, replace(HAND, deadwood=(HAND.deadwood[0], Card.parse("8d")))),
    "one suit": (HAND, replace(HAND, deadwood=(HAND.deadwood[0], Card.parse("7h")))),
    "the count": (HAND, replace(HAND, points=9)),
    "no new card": (HAND, replace(HAND, drawn=None)),
    "one card of the stock": (TABLE, replace(TABLE, stock_left=22)),
    "the card beneath": (TABLE, replace(TABLE, pile_beneath=Card.parse("Kc"))),
    "the other dealer": (
        TABLE,
        replace(
            TABLE,
            sides=(replace(TABLE.sides[0], deals=True), replace(TABLE.sides[1], deals=False)),
        ),
    ),
    "the knock card": (SHOWDOWN, replace(SHOWDOWN, knock_card=Card.parse("Qh"))),
    "who won": (SHOWDOWN, replace(SHOWDOWN, winner=1)),
    "one hand's points": (SHEET, replace(SHEET, lines=hands_played(8)[1:])),
}


@pytest.mark.parametrize("name", GOLDENS)
def test_a_picture_looks_like_its_golden(name: str) -> None:
    """Where this fails on purpose: `make goldens`, and look at what has changed."""
    assert unlike(halved(paint(GOLDENS[name])), stored(name)) <= TOLERANCE


@pytest.mark.parametrize("change", SLIGHTLY_OTHER)
def test_the_tolerance_lets_no_change_through_that_matters(change: str) -> None:
    first, second = (halved(paint(scene)) for scene in SLIGHTLY_OTHER[change])
    assert unlike(first, second) > TOLERANCE


def test_there_is_a_golden_of_each_kind_of_scene_and_of_each_choice() -> None:
    kinds = {type(scene) for scene in GOLDENS.values()}
    assert kinds == set(Scene.__args__)
    neutral = Look()
    for choice in ("four_colours", "large", "contrast"):
        assert any(getattr(look, choice) for look in LOOKS.values())
    assert {look.order for look in (neutral, *LOOKS.values())} == set(Order)
    assert {look.cloth for look in (neutral, *LOOKS.values())} == set(Cloth)


def test_no_golden_is_stale_and_all_are_small() -> None:
    files = {file.stem: file.stat().st_size for file in FOLDER.glob("*.png")}
    assert set(files) == {*GOLDENS, EMOJIS}
    assert max(files.values()) <= LARGEST
