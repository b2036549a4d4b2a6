"""Misclicks: a discard goes back with consent, and a question before a poor knock can be waived."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.builders import ScriptedDealer, deck_with
from tests.room import Room, room
from tests.scripts import KNOCK_BY_THE_OTHER

from .settings import choose, words


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Bob took 3♥ and threw K♦; Alice is to draw."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as made:
        await made.seat(made.alice, made.bob)
        await made.bob.press("take")
        await made.bob.press("throw:Kd")
        yield made


async def test_a_discard_is_taken_back_with_the_opponents_consent(opened: Room) -> None:
    await opened.bob.press("Take K♦ back")
    assert "bob asks to take K♦ back." in words(opened.table)
    assert opened.alice.panel.labels[-2:] == ["Allow", "Refuse"]

    await opened.alice.press("Allow")

    assert "bob took K♦ back, with alice's leave" in words(opened.table)
    assert "throw:Kd" in [key.verb for key in opened.bob.panel.keys]
    assert "throw:3h" not in [key.verb for key in opened.bob.panel.keys]
    await opened.bob.press("throw:9s")
    assert "bob threw 9♠" in words(opened.table)


async def test_it_is_refused_once_and_for_all(opened: Room) -> None:
    await opened.bob.press("Take K♦ back")

    await opened.alice.press("Refuse")

    assert opened.bob.panel.labels == ["Refresh"]
    assert "asks to take" not in opened.table.text


async def test_a_move_answers_no(opened: Room) -> None:
    await opened.bob.press("Take K♦ back")
    message, allow = opened.alice.panel.id, opened.alice.panel.key("Allow").custom_id

    await opened.alice.press("draw")
    late = await opened.forge(opened.alice, message, allow)

    assert late is not None
    assert "older picture of your hand" in late.text
    assert "Take K♦ back" not in opened.bob.panel.labels


async def test_the_question_survives_a_restart(opened: Room) -> None:
    await opened.bob.press("Take K♦ back")
    await opened.restart()

    await opened.alice.press("Allow")

    assert "bob took K♦ back, with alice's leave" in words(opened.table)


async def test_the_history_tells_it(opened: Room) -> None:
    await opened.bob.press("Take K♦ back")
    await opened.alice.press("Allow")

    shown = await opened.carol.press_table("History")

    assert words(shown).splitlines()[1:] == [
        "1. bob took 3♥ from the pile and threw K♦",
        "2. bob took K♦ back, with alice's leave",
    ]


# A knock that a better discard would improve: 5♠ leaves 4, 4♥ leaves 5.

TWO_KNOCKS = deck_with(
    non_dealer="Ac 2c 3c 5d 6d 7d 9d 9h 9s 4h", dealer="Kc Qc Js Th", upcard="Ks", stock="5s"
)


@pytest.fixture
async def to_knock(tmp_path: Path) -> AsyncIterator[Room]:
    """Bob has drawn 5♠ and may knock with either."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(TWO_KNOCKS)) as made:
        await made.seat(made.alice, made.bob)
        await made.bob.press("Pass")
        await made.alice.press("Pass")
        await made.bob.press("draw")
        yield made


async def test_a_knock_that_a_better_discard_would_improve_asks_once(to_knock: Room) -> None:
    await to_knock.bob.press("Knock…")
    shown = await to_knock.bob.press("4♥ leaves 5")
    assert "Knocking with 4♥ leaves 5; 5♠ leaves 4. Knock with 4♥ all the same?" in words(shown)
    assert "knocked" not in to_knock.table.text

    await to_knock.bob.press("Yes, 4♥")

    assert "bob knocked with 4♥ and is left with 5" in words(to_knock.table)


async def test_the_best_knock_is_not_asked_about(to_knock: Room) -> None:
    await to_knock.bob.press("Knock…")
    await to_knock.bob.press("5♠ leaves 4")
    assert "bob knocked with 5♠ and is left with 4" in words(to_knock.table)


async def test_the_question_can_be_turned_off_for_good(to_knock: Room) -> None:
    await choose(to_knock.bob, "Ask first: on")
    await to_knock.restart()
    await to_knock.bob.press("Knock…")

    await to_knock.bob.press("4♥ leaves 5")

    assert "bob knocked with 4♥ and is left with 5" in words(to_knock.table)
