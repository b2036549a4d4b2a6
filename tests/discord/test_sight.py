"""The table stays in sight: new messages where the old one scrolled away or cannot be changed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.builders import ScriptedDealer
from tests.room import Room, plain, room
from tests.scripts import KNOCK_BY_THE_DEALER, KNOCK_BY_THE_OTHER

from .plays import knock_with_the_upcard, next_hand


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice deals; two knocks are to come."""
    dealer = ScriptedDealer(KNOCK_BY_THE_OTHER, KNOCK_BY_THE_DEALER)
    async with room(tmp_path / "gin.sqlite3", dealer) as made:
        await made.seat(made.alice, made.bob)
        yield made


def points_to(opened: Room, message: int) -> str:
    """What a message that is left behind must say."""
    place = f"{opened.guild.id}/{opened.channel.id}/{message}"
    return f"[The table of alice and bob goes on here.](https://discord.com/channels/{place})"


async def test_each_new_hand_has_a_new_message_and_the_old_one_points_to_it(opened: Room) -> None:
    first = opened.table_id
    await knock_with_the_upcard(knocker=opened.bob)
    assert opened.table_id == first

    await next_hand(opened.alice, opened.bob)

    assert opened.table_id != first
    assert opened.table_id == opened.last_id
    left = opened.message(first)
    assert (
        left.text.replace("**", "")
        == f"Hand 1. Knock: bob 10. {points_to(opened, opened.table_id)}"
    )
    assert left.keys == []


async def test_a_table_older_than_an_hour_comes_down_again(opened: Room) -> None:
    first = opened.table_id
    await opened.env.advance_time(59 * 60)
    await opened.bob.open_hand()
    await opened.bob.press("take")
    assert opened.table_id == first

    await opened.env.advance_time(2 * 60)
    await opened.bob.press("throw:Kd")

    assert opened.table_id != first
    assert "bob took 3♥ from the pile and threw K♦" in said(opened)
    assert opened.message(first).text == points_to(opened, opened.table_id)


async def test_gin_table_puts_it_up_here_and_the_old_one_points_to_it(opened: Room) -> None:
    first = opened.table_id
    elsewhere = opened.guild.create_text_channel("parlour")

    await opened.alice.actor.slash(elsewhere, "gin table")

    assert opened.message(first).text.startswith("[The table of alice and bob goes on here.]")
    await opened.bob.press("take")
    last = elsewhere.last_message
    assert last is not None
    assert "bob** took 3♥" in plain(str([part.to_dict() for part in last.components]))


async def test_an_outsider_cannot_move_a_table(opened: Room) -> None:
    first = opened.table_id

    shown = await opened.forge(opened.carol, first, "gin1:1:2:table")

    assert shown is not None
    assert "This match is between" in shown.text
    assert opened.table_id == first


async def test_an_archived_thread_gets_a_new_message(opened: Room) -> None:
    first = opened.table_id
    opened.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083)

    await opened.bob.press("take")

    assert opened.table_id != first
    assert "bob took 3♥ from the pile" in said(opened)


@pytest.mark.parametrize(
    ("status", "code", "why"),
    [
        (404, 10003, "its channel is gone"),
        (403, 50001, "I may no longer see its channel"),
        (403, 50013, "I may no longer write in its channel"),
    ],
)
async def test_a_table_that_cannot_be_shown_loses_no_move_and_the_clicker_is_told(
    opened: Room, status: int, code: int, why: str
) -> None:
    opened.env.inject_error("*", "/channels/*", status=status, code=code, times=None)
    await opened.bob.press("take")

    shown = await opened.bob.press("throw:Kd")
    shown = await opened.bob.press("Refresh")

    assert why in shown.text
    assert "`/gin table` puts it up elsewhere" in shown.text
    opened.env.backend.faults.clear()
    shown = await opened.alice.press("draw")
    assert "bob took 3♥ from the pile and threw K♦" in said(opened)
    assert why not in (await opened.bob.press("Refresh")).text


def said(opened: Room) -> str:
    """The table's words without their emphasis."""
    return plain(opened.table.text).replace("**", "")
