"""Requests that hang or get lost, and a bot that was killed, expelled or left without a channel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord.backend.serializers

from tests.builders import ScriptedDealer
from tests.histories import assert_legal, stored_history
from tests.room import Room, room
from tests.scripts import KNOCK_BY_THE_DEALER, KNOCK_BY_THE_OTHER

from .plays import knock_with_the_upcard
from .settings import calls, choose, put_in_charge, words
from .wire import (
    EDIT,
    LOOK_UP,
    LOST,
    POST,
    PUSH,
    Wire,
    full_tables,
    public_messages,
    shows,
    version_of,
    wire,
)

__all__ = ["wire"]

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600
CALL = "it is your turn"
HANGS = 5 * MINUTE

lost = pytest.mark.parametrize("error", LOST, ids=lambda error: type(error).__name__)


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice has dealt to Bob, who is to move; both hands are open."""
    decks = ScriptedDealer(KNOCK_BY_THE_OTHER, KNOCK_BY_THE_DEALER, KNOCK_BY_THE_OTHER)
    async with room(tmp_path / "gin.sqlite3", decks) as made:
        await made.seat(made.alice, made.bob)
        yield made


# Lost requests. That no error is logged is what every test is held to.


@lost
async def test_a_lost_edit_of_the_table_loses_no_move_and_the_next_shows_all(
    opened: Room, wire: Wire, error: Exception
) -> None:
    wire.lose(EDIT, error)

    hand = await opened.bob.press("take")

    assert "You took 3♥" in words(hand)
    assert "bob took" not in words(opened.table)
    assert shows(opened.alice.panel) == version_of(opened)
    assert "cannot be shown" not in (await opened.alice.press("Refresh")).text
    table = opened.table_id
    await opened.bob.press("throw:Kd")
    assert "bob took 3♥ from the pile and threw K♦" in words(opened.table)
    assert opened.table_id == table


@lost
async def test_a_lost_post_of_the_table_loses_no_move_and_the_next_shows_all(
    opened: Room, wire: Wire, error: Exception
) -> None:
    opened.env.backend.delete_message(opened.channel.id, opened.table_id)
    wire.lose(POST, error)

    hand = await opened.bob.press("take")

    assert "You took 3♥" in words(hand)
    assert full_tables(opened) == []
    assert "cannot be shown" not in (await opened.alice.press("Refresh")).text
    await opened.bob.press("throw:Kd")
    assert [shown.id for shown in full_tables(opened)] == [opened.table_id]
    assert "bob took 3♥ from the pile and threw K♦" in words(opened.table)


@lost
async def test_a_lost_call_is_made_a_minute_later(
    opened: Room, wire: Wire, error: Exception
) -> None:
    wire.lose(POST, error, about=CALL)
    await opened.env.advance_time(61)
    assert calls(opened) == []

    await opened.env.advance_time(58)
    assert calls(opened) == []
    await opened.env.advance_time(3)

    assert len(calls(opened)) == 1
    assert len(wire.like(POST, CALL)) == 2


@lost
async def test_a_lost_call_of_who_looks_away_is_made_a_minute_later(
    opened: Room, wire: Wire, error: Exception
) -> None:
    await choose(opened.alice, "Always")
    wire.lose(POST, error, about=CALL)
    await opened.bob.press("Pass")
    assert calls(opened) == []

    await opened.env.advance_time(61)

    (call,) = calls(opened)
    assert call.text.startswith(f"<@{opened.alice.id}>")


@lost
async def test_a_lost_look_up_is_no_proof_that_he_left_and_he_is_called(
    opened: Room, wire: Wire, error: Exception
) -> None:
    wire.lose(LOOK_UP, error, times=None)

    await opened.env.advance_time(61)

    assert "not in this server" not in opened.table.text
    assert len(calls(opened)) == 1


@lost
async def test_a_lost_push_of_a_panel_is_no_trouble_and_a_click_renews_it(
    opened: Room, wire: Wire, error: Exception
) -> None:
    wire.lose(PUSH, error)

    await opened.bob.press("take")

    assert "bob took 3♥" in words(opened.table)
    assert shows(opened.alice.panel) < version_of(opened)
    await opened.alice.press("Refresh")
    await opened.bob.press("throw:Kd")
    assert shows(opened.alice.panel) == version_of(opened)


@lost
async def test_a_lost_edit_of_a_lapsed_challenge_leaves_it_closed(
    opened: Room, wire: Wire, error: Exception
) -> None:
    await opened.alice.command("gin challenge", opponent=opened.carol.actor)
    offer = opened.last_id
    wire.lose(EDIT, error)

    await opened.env.advance_time(15 * MINUTE)

    assert "Accept" in opened.message(offer).labels
    told = await opened.carol.press_on(offer, "Accept")
    assert "lapsed" in told.text


@lost
async def test_a_lost_removal_of_a_call_loses_no_move(
    opened: Room, wire: Wire, error: Exception
) -> None:
    await opened.env.advance_time(61)
    wire.lose(("DELETE", "/channels/*/messages/*"), error)

    await opened.bob.press("Pass")

    assert "bob left the upcard" in words(opened.table)
    assert shows(opened.alice.panel) == version_of(opened)


# Requests that hang.


async def test_a_request_that_hangs_is_given_up_after_twenty_seconds(
    opened: Room, wire: Wire
) -> None:
    wire.slow(EDIT, HANGS)
    await opened.bob.press("take")
    await opened.env.advance_time(19)
    assert wire.still_open(EDIT) == 1

    await opened.env.advance_time(2)

    assert wire.still_open(EDIT) == 0
    await opened.bob.press("throw:Kd")
    assert "bob took 3♥ from the pile and threw K♦" in words(opened.table)
    assert "cannot be shown" not in opened.alice.panel.text


@pytest.mark.parametrize("kind", [PUSH, POST, ("DELETE", "/channels/*/messages/*")])
async def test_so_is_every_other(opened: Room, wire: Wire, kind: tuple[str, str]) -> None:
    if kind == POST:
        wire.slow(POST, HANGS)
        await opened.env.advance_time(61)
    else:
        await opened.env.advance_time(61)
        wire.slow(kind, HANGS)
        await opened.bob.press("Pass")
    assert wire.still_open(kind) == 1

    await opened.env.advance_time(21)

    assert wire.still_open(kind) == 0


async def two_matches(path: Path) -> Room:
    raise NotImplementedError


async def second_match(opened: Room) -> int:
    """Carol and Alice play as well, Carol dealing; the number of their match."""
    await opened.carol.command("gin challenge", opponent=opened.alice.actor)
    first, panels = opened.table_of, (opened.alice.panel_id, opened.bob.panel_id)
    await opened.sit_down(opened.carol, opened.alice)
    second, opened.table_of = opened.table_of, first
    assert panels[0] != opened.alice.panel_id
    return second


@pytest.mark.parametrize("kind", [EDIT, POST, PUSH, LOOK_UP], ids=["edit", "post", "push", "look"])
async def test_a_request_of_one_match_that_hangs_does_not_hold_up_another(
    opened: Room, wire: Wire, kind: tuple[str, str]
) -> None:
    """Alice and Bob's next hand is due 30 seconds after all that Discord leaves unanswered."""
    await knock_with_the_upcard(knocker=opened.bob)
    await opened.env.advance_time(5)
    hand = opened.table_id
    mine = opened.alice.panel_id
    second = await second_match(opened)
    shared = {"edit": EDIT, "post": POST}
    assert second == 2
    assert shared
    if kind != LOOK_UP:
        await opened.env.advance_time(53)
        wire.slow(kind, HANGS, about="carol")
        await opened.alice.press("Pass")  # in the match with Carol
        await opened.env.advance_time(2)
    else:
        wire.slow(kind, HANGS, times=None)
        await opened.env.advance_time(55)

    await opened.env.advance_time(1)

    opened.alice.panel_id = mine
    assert version_of(opened) > 5
    assert stored_history(opened._path, 1)[-1].kind == "dealt"
    assert hand
