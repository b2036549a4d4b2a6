"""How pictures look is each player's own choice, and cards on buttons are a courtesy."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.delivery.messages import _button
from bot.engine import DECK
from bot.rendering.controls import Control, Verb
from bot.rendering.emoji import emoji_name
from bot.rendering.look import NEUTRAL, Cloth, Look, Order
from bot.rendering.pages import Button
from bot.rendering.scenes import HandScene, Scene, SheetScene, TableScene
from bot.rendering.words import card as card_words
from tests.builders import ScriptedDealer
from tests.room import Room, plain, room
from tests.scripts import KNOCK_BY_THE_OTHER

from .settings import choose, words


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice has dealt to Bob, who is to move."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as made:
        await made.seat(made.alice, made.bob)
        yield made


@pytest.fixture
def painted(opened: Room, monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """Every scene that is painted from now on."""
    scenes: list[Scene] = []
    paint = opened.bot._painter._paint

    def noting(scene: Scene) -> bytes:
        scenes.append(scene)
        return paint(scene)

    monkeypatch.setattr(opened.bot._painter, "_paint", noting)
    return scenes


@pytest.mark.parametrize(
    ("label", "look"),
    [
        ("Four colours: off", Look(four_colours=True)),
        ("Large cards: off", Look(large=True)),
        ("High contrast: off", Look(contrast=True)),
        ("By suit", Look(order=Order.SUIT)),
        ("By rank", Look(order=Order.RANK)),
        ("As I got them", Look(order=Order.CAME)),
        ("Wine", Look(cloth=Cloth.WINE)),
    ],
)
async def test_each_choice_is_seen_in_ones_own_hand_and_nowhere_else(
    opened: Room, painted: list[Scene], label: str, look: Look
) -> None:
    await choose(opened.bob, label)

    await opened.bob.press("take")
    await opened.bob.press("throw:Kd")
    await opened.alice.press("draw")

    drawn = [scene for scene in painted if isinstance(scene, HandScene) and scene.drawn]
    assert [scene.look for scene in drawn] == [look, NEUTRAL]
    assert {scene.look for scene in painted if isinstance(scene, TableScene)} == {NEUTRAL}


async def test_what_is_chosen_is_marked_by_more_than_a_colour(opened: Room) -> None:
    """One mark in each of the three groups, and it goes to what is chosen."""
    marked = [label for label in (await opened.bob.command("gin settings")).labels if "✓" in label]
    assert marked == ["✓ When I am away", "✓ By melds", "✓ Green"]

    await choose(opened.bob, "By suit")

    shown = await opened.bob.command("gin settings")
    marked = [label for label in shown.labels if "✓" in label]
    assert marked == ["✓ When I am away", "✓ By suit", "✓ Green"]


async def test_a_panel_that_is_pushed_has_its_owners_look(
    opened: Room, painted: list[Scene]
) -> None:
    await choose(opened.alice, "Four colours: off")
    await opened.bob.press("take")
    await opened.bob.press("throw:Kd")
    pushed = [scene for scene in painted if scene.look.four_colours]
    assert [type(scene) for scene in pushed] == [HandScene]  # the second was the same


async def test_a_private_score_sheet_has_it_too(opened: Room, painted: list[Scene]) -> None:
    await choose(opened.carol, "High contrast: off")
    await opened.carol.press_table("Score sheet")
    (sheet,) = [scene for scene in painted if isinstance(scene, SheetScene)]
    assert sheet.look == Look(contrast=True)


async def test_text_only_says_all_that_the_picture_showed(opened: Room) -> None:
    before = await opened.bob.open_hand()
    assert before.pictures

    await choose(opened.bob, "Text only: off")
    shown = await opened.bob.open_hand()

    assert shown.pictures == []
    assert before.alt in plain(shown.text).replace("\\", "")
    assert opened.table.pictures


async def test_the_way_the_cards_came_is_dealt_first_drawn_last(
    opened: Room, painted: list[Scene]
) -> None:
    """Bob was dealt every other card of the deck from the first on, then took 3♥."""
    await opened.bob.press("take")

    hand = next(scene for scene in painted if isinstance(scene, HandScene) and scene.drawn)
    assert hand.came == (*KNOCK_BY_THE_OTHER[0:20:2], KNOCK_BY_THE_OTHER[20])


async def test_all_choices_are_kept_over_a_restart(opened: Room) -> None:
    labels = ["Four colours: off", "Large cards: off", "High contrast: off", "By rank", "Slate"]
    await choose(opened.bob, *labels)
    await opened.restart()

    shown = await opened.bob.command("gin settings")

    assert {"Four colours: on", "Large cards: on", "High contrast: on"} <= set(shown.labels)
    chosen = await opened.bot.services.records.preferences(opened.bob.id)
    assert (chosen.hand_order, chosen.cloth) == ("rank", "slate")


async def test_a_choice_that_there_is_not_changes_nothing(opened: Room) -> None:
    shown = await opened.bob.command("gin settings")
    for forged in ("cloth:tartan", "order:luck", "four:maybe"):
        answer = await opened.forge(opened.bob, shown.id, f"ginpref1:{forged}")
        assert answer is not None
        assert "older deal" in answer.text
    assert (await opened.bob.command("gin settings")).labels == shown.labels


# Emojis.


def emojis(opened: Room) -> list[dict[str, Any]]:
    """What is on the throw buttons of Bob's panel, text and emoji."""
    payload = opened.handle(opened.bob.panel.id).components
    found: list[dict[str, Any]] = []

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            if ":throw:" in str(node.get("custom_id")):
                found.append(node)
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(payload)
    return found


def put_up(opened: Room) -> int:
    """How many emojis have been sent to Discord so far."""
    return len(
        [
            one
            for one in opened.env.http_requests
            if one.method == "POST" and one.path.endswith("/emojis")
        ]
    )


async def test_cards_are_put_up_once_and_shown_on_buttons(tmp_path: Path) -> None:
    dealer = ScriptedDealer(KNOCK_BY_THE_OTHER)
    async with room(tmp_path / "gin.sqlite3", dealer, card_emojis=True) as made:
        assert put_up(made) == len(DECK)
        await made.seat(made.alice, made.bob)
        await made.bob.press("take")

        shown = {button["custom_id"].rsplit(":", 1)[1]: button for button in emojis(made)}
        assert shown["Kd"]["emoji"]["name"] == emoji_name(KNOCK_BY_THE_OTHER[18])
        assert not shown["Kd"].get("label")
        await made.restart()
        assert put_up(made) == len(DECK)
        await made.bob.press("throw:Kd")
        assert "threw K♦" in words(made.table)


async def test_text_only_has_its_cards_in_text_on_buttons_too(tmp_path: Path) -> None:
    dealer = ScriptedDealer(KNOCK_BY_THE_OTHER)
    async with room(tmp_path / "gin.sqlite3", dealer, card_emojis=True) as made:
        await made.seat(made.alice, made.bob)
        await choose(made.bob, "Text only: off")
        shown = await made.bob.press("take")
        assert "K♦" in shown.labels
        assert not [button for button in emojis(made) if button.get("emoji")]


def test_what_stands_beside_an_emoji_has_no_comma_left() -> None:
    card = DECK[5]
    shown = {card: discord.PartialEmoji(name="gin", id=7)}
    labels = ("Yes, {}", "{} leaves 4", "{} — gin!", "{}")
    told = [
        _button(Button(label.format(card_words(card)), Control(1, 1, Verb.KNOCK, card)), shown)
        for label in labels
    ]
    assert [getattr(one.item, "label", "") for one in told] == ["Yes", "leaves 4", "gin!", None]


async def test_where_emojis_fail_cards_stay_text(tmp_path: Path, caplog: Any) -> None:
    dealer = ScriptedDealer(KNOCK_BY_THE_OTHER)
    async with room(tmp_path / "gin.sqlite3", dealer) as made:
        made.env.inject_error("GET", "/applications/*/emojis", status=500, code=0, times=None)
        made._settings["card_emojis"] = True
        await made.restart()
        await made.seat(made.alice, made.bob)

        shown = await made.bob.press("take")

        assert "K♦" in shown.labels
        assert "say them in text" in caplog.text
