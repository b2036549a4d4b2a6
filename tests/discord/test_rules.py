"""What is being played: presets, custom sets, a server's default, and the pages of rules."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.engine import PRESETS
from bot.rendering.rules_form import PRESET_LINES
from tests.builders import ScriptedDealer, deck_with
from tests.room import Person, Room, Shown, plain, room

KNOCKER = "Ac 2c 3c 5d 6d 7d 9c 9h 9s Kd"
LOOSE = "Jh Qh Kh Jc Qc Kc As 2s 4h 6h"

SPADE_SEVEN = deck_with(non_dealer=KNOCKER, dealer=LOOSE, upcard="7s", stock="3h")
ACE = deck_with(non_dealer=KNOCKER, dealer=LOOSE, upcard="Ah", stock="2h")


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A room whose dealer turns the seven of spades up, then an ace."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(SPADE_SEVEN, ACE)) as made:
        yield made


async def challenge(opened: Room, rules: str) -> Shown:
    """Alice challenges Bob under some rules."""
    return await opened.alice.command("gin challenge", opponent=opened.bob.actor, rules=rules)


async def form(opened: Room) -> int:
    """Alice opens the form of a custom challenge; the id of its message."""
    shown = await challenge(opened, "custom")
    assert "Your own rules" in shown.text
    return shown.id


async def play(opened: Room, *switches: str) -> None:
    """Alice and Bob sit down to a custom match with these options switched on."""
    message = await form(opened)
    for switch in switches:
        await opened.alice.press_on(message, f"{switch}: off")
    await opened.alice.press_on(message, "Challenge")
    await opened.sit_down(opened.alice, opened.bob)


async def knock_with_a_drawn_three(opened: Room) -> None:
    """Both pass; Bob draws 3h, throws Kd face down and is left with 3."""
    for who in (opened.bob, opened.alice):
        await who.press("Pass")
    await opened.bob.press("draw")
    await opened.bob.press("Knock…")
    await opened.bob.press("K♦ leaves 3")


async def choose(opened: Room, who: Person, message: int, field: str, value: str) -> Shown:
    """Choose an option of a menu."""
    key = opened.message(message).menu(field)
    await who.actor.select(opened.handle(message), [value], custom_id=key)
    return opened.message(message)


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_preset_is_offered_and_named_on_challenge_and_table(
    opened: Room, preset: str
) -> None:
    rules = PRESETS[preset]

    shown = await challenge(opened, preset)
    assert f"{rules.name} · knock 10 · gin {rules.gin_bonus}" in shown.text
    await opened.sit_down(opened.alice, opened.bob)

    assert f"{rules.name} · knock 10 · gin {rules.gin_bonus}" in opened.table.text


def test_each_preset_has_a_line_for_menus() -> None:
    assert set(PRESET_LINES) == set(PRESETS)
    assert all(len(line) <= 100 for line in PRESET_LINES.values())


async def test_a_custom_set_is_made_up_by_menus_and_switches(opened: Room) -> None:
    message = await form(opened)

    await choose(opened, opened.alice, message, "base", "pagat")
    await choose(opened, opened.alice, message, "target", "200")
    await opened.alice.press_on(message, "Oklahoma: off")
    shown = await opened.alice.press_on(message, "Spades double: off")
    line = (
        "Custom (from Pagat) · Oklahoma, spades double · gin 20 · no Big Gin · undercut 10"
        " · to 200, lines 20, game 100"
    )
    assert line in shown.text

    await opened.alice.press_on(message, "Challenge")

    assert line in opened.message(opened.last_id).text


async def test_settings_that_make_no_sense_are_refused_with_the_reason(opened: Room) -> None:
    message = await form(opened)
    await opened.alice.press_on(message, "Oklahoma: off")

    shown = await opened.alice.press_on(message, "Straight gin: off")

    assert "straight gin has no knock limit for an upcard to set" in shown.text
    assert "Straight gin: off" in shown.labels

    shown = await choose(opened, opened.alice, message, "gin_bonus", "50")
    assert "Big Gin is worth at least as much as gin" in shown.text
    assert "gin 25" in shown.text


async def test_another_base_keeps_the_options_that_were_switched_on(opened: Room) -> None:
    message = await form(opened)
    await opened.alice.press_on(message, "Hollywood: off")

    shown = await choose(opened, opened.alice, message, "base", "bicycle")

    assert "Hollywood: on" in shown.labels
    assert "Custom (from Bicycle)" in shown.text


async def test_a_restart_keeps_a_form_as_it_was(opened: Room) -> None:
    message = await form(opened)
    await opened.alice.press_on(message, "Hollywood: off")
    await opened.restart()

    shown = await opened.alice.press_on(message, "Lay-off on gin: off")

    assert "Hollywood: on" in shown.labels
    assert "Lay-off on gin: on" in shown.labels


async def test_nobody_else_can_change_or_publish_a_draft(opened: Room) -> None:
    message = await form(opened)
    publish = opened.message(message).key("Challenge").custom_id

    shown = await opened.forge(opened.bob, message, publish)

    assert shown is not None
    assert "Only alice can take this challenge back" in shown.text.replace("**", "")


async def test_a_published_form_cannot_be_used_again(opened: Room) -> None:
    message = await form(opened)
    publish = opened.message(message).key("Challenge").custom_id
    await opened.alice.press_on(message, "Challenge")
    assert opened.message(message).text == "Your challenge stands below."

    shown = await opened.forge(opened.alice, message, publish)

    assert shown is not None
    assert "This challenge has been made already" in shown.text


async def test_a_discarded_draft_is_gone(opened: Room) -> None:
    message = await form(opened)

    shown = await opened.alice.press_on(message, "Discard")

    assert shown.keys == []


@pytest.mark.parametrize(
    "custom_id", ["ginset1:1:target:7", "ginset1:1:wings:on", "ginset1:1:oklahoma"]
)
async def test_a_forged_setting_changes_nothing(opened: Room, custom_id: str) -> None:
    message = await form(opened)
    before = opened.message(message).labels

    shown = await opened.forge(opened.alice, message, custom_id)

    assert shown is not None
    assert "⚠️" in shown.text
    assert shown.labels == before


async def test_oklahoma_shows_the_limit_before_the_upcard_is_settled(opened: Room) -> None:
    await play(opened, "Oklahoma", "Spades double")

    assert "This hand: Knock 7 · doubled." in opened.table.text.replace("**", "")
    assert "This hand: Knock 7 · doubled." in opened.table.alt
    assert "Knock 7 · doubled" in opened.bob.panel.text.replace("**", "")


async def test_a_spade_doubles_what_the_hand_scores_and_the_sheet_says_so(opened: Room) -> None:
    """Bob draws 3h and knocks with Kd: 13 - 3 = 10, doubled 20. An ace then: gin only."""
    await play(opened, "Oklahoma", "Spades double")
    await knock_with_a_drawn_three(opened)

    assert "13 − 3 = 10, times 2 for the spade upcard. bob scores 20." in said(opened)
    sheet = await opened.carol.press_table("Score sheet")
    assert "1. Knock: bob (10 + 0) × 2 = 20" in sheet.text.replace("**", "")

    await opened.alice.press("Next hand")
    await opened.bob.press("Next hand")
    assert "This hand: Gin only." in said(opened)


async def test_an_ace_offers_no_knock(tmp_path: Path) -> None:
    """2h drawn for the king leaves 2, which is no gin."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(ACE)) as opened:
        await play(opened, "Oklahoma")
        await opened.bob.press("Pass")
        await opened.alice.press("Pass")
        shown = await opened.bob.press("draw")
        assert "Knock…" not in shown.labels
        assert "knock" not in shown.alt.lower()


async def test_hollywood_keeps_three_columns(opened: Room) -> None:
    await play(opened, "Hollywood")
    await knock_with_a_drawn_three(opened)

    assert "Three columns: alice 0 / 0 / 0 · bob 10 / 0 / 0" in said(opened)


async def test_a_server_sets_its_default_and_matches_keep_what_they_began_with(
    opened: Room,
) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    await opened.sit_down(opened.alice, opened.bob)
    manager = manager_of(opened)

    shown = await manager.command("gin-admin rules", preset="pagat")
    assert "This server plays Pagat" in shown.text.replace("**", "")
    later = await opened.alice.command("gin challenge", opponent=opened.carol.actor)

    assert "Pagat · knock 10 · gin 20" in later.text
    assert "Classic · knock 10 · gin 25" in opened.table.text
    rules = await opened.alice.command("gin rules")
    assert "Pagat · knock 10" in rules.text


async def test_a_manager_can_make_a_custom_set_the_default(opened: Room) -> None:
    manager = manager_of(opened)
    shown = await manager.command("gin challenge", rules="custom")
    await manager.press_on(shown.id, "Hollywood: off")
    await manager.press_on(shown.id, "Make this the server's default")

    later = await opened.alice.command("gin challenge", opponent=opened.bob.actor)

    assert "Hollywood" in later.text


async def test_others_are_not_offered_the_default_and_cannot_forge_it(opened: Room) -> None:
    message = await form(opened)
    assert "Make this the server's default" not in opened.message(message).labels

    shown = await opened.forge(opened.alice, message, "ginset1:1:default")

    assert shown is not None
    assert "Only those who may manage this server" in shown.text


async def test_the_rules_can_be_leafed_through(opened: Room) -> None:
    shown = await opened.alice.command("gin rules", preset="bicycle")
    message = shown.id
    titles = [shown.text.splitlines()[0]]
    while any(label.endswith("▶") for label in shown.labels):
        shown = await opened.alice.press_on(
            message, next(label for label in shown.labels if label.endswith("▶"))
        )
        titles.append(shown.text.splitlines()[0])

    assert titles == [
        "### How to play",
        "### Scoring",
        "### Fine print",
        "### Strategy",
        "### Questions",
    ]
    back = await opened.alice.press_on(message, "◀ Strategy")
    assert back.text.startswith("### Strategy")


def said(opened: Room) -> str:
    """The table's words without their emphasis."""
    return plain(opened.table.text).replace("**", "")


def manager_of(opened: Room) -> Person:
    """Somebody who may manage the server."""
    role = opened.guild.create_role("Host", permissions=discord.Permissions(manage_guild=True))
    actor = opened.guild.add_member(opened.env.create_user("dora"), roles=[role])
    return Person(opened, actor)
