"""Things that cross on their way: calls and moves, edits and edits, `/gin table` and a move."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.builders import ScriptedDealer
from tests.histories import assert_legal, stored_history
from tests.room import Room, Shown, room
from tests.scripts import KNOCK_BY_THE_OTHER

from .settings import calls, choose, words
from .wire import (
    ANSWER,
    EDIT,
    LOOK_UP,
    POST,
    Wire,
    crossing,
    full_tables,
    pointers,
    press_now,
    shows,
    type_now,
    until,
    version_of,
    wire,
)

__all__ = ["wire"]

MINUTE, HOUR = 60, 3600
CALL = "it is your turn"


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice has dealt to Bob, who is to move; both hands are open."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as made:
        await made.seat(made.alice, made.bob)
        yield made


# Calls and moves.


async def test_a_call_that_crosses_the_move_is_taken_away_at_once(opened: Room, wire: Wire) -> None:
    """At once: not only when the table, whose edit hangs, has been shown."""
    wire.on(POST, crossing(opened, opened.bob, "pass"), about=CALL)
    wire.slow(EDIT, 15)

    await opened.env.advance_time(61)

    assert len(wire.like(POST, CALL)) == 1
    assert wire.still_open(EDIT) == 1
    assert calls(opened) == []
    await opened.env.advance_time(15)
    assert "bob left the upcard" in words(opened.table)


async def test_no_call_is_sent_of_a_minute_that_ended_with_a_move(
    opened: Room, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The minute is up; before anything comes of it the player moves, and the turn is another's."""
    nudges, move = opened.bot.services.nudges, crossing(opened, opened.bob, "pass")
    waits = nudges.waits

    async def late(sitting: Any, *, again: bool) -> None:
        monkeypatch.setattr(nudges, "waits", waits)
        await move()
        await waits(sitting, again=again)

    monkeypatch.setattr(nudges, "waits", late)
    await opened.env.advance_time(61)

    assert "bob left the upcard" in words(opened.table)
    assert wire.like(POST, CALL) == []


async def test_no_call_is_sent_after_a_move_made_while_the_player_was_looked_up(
    opened: Room, wire: Wire
) -> None:
    """Each look-up may be the one that he moves during: by the clerk, and before the call."""
    await opened.env.advance_time(59)
    lookups = len(wire.like(LOOK_UP))
    wire.slow(LOOK_UP, 0.01)
    wire.on(LOOK_UP, crossing(opened, opened.bob, "pass"))

    await opened.env.advance_time(2)

    assert len(wire.like(LOOK_UP)) > lookups + 1
    assert "bob left the upcard" in words(opened.table)
    assert wire.like(POST, CALL) == []


async def test_a_call_of_who_looks_away_that_crosses_his_move_is_taken_away(
    opened: Room, wire: Wire
) -> None:
    await choose(opened.alice, "Always")
    wire.on(POST, crossing(opened, opened.alice, "pass"), about=f"<@{opened.alice.id}>")

    await opened.bob.press("Pass")

    assert "alice left the upcard" in words(opened.table)
    assert [one for one in calls(opened) if str(opened.alice.id) in one.text] == []


# Edits of one table.


async def test_edits_of_a_table_are_coalesced_and_the_last_state_wins(
    opened: Room, wire: Wire, tmp_path: Path
) -> None:
    """Two moves while the first edit is on its way: two edits, the second with all of them."""
    bob, alice, seen, table = opened.bob, opened.alice, version_of(opened), opened.table_id

    async def meanwhile() -> None:
        press_now(opened, bob, bob.panel_id, f"gin1:1:{seen + 1}:throw:Kd")
        await until(lambda: version_of(opened) == seen + 2)
        press_now(opened, alice, alice.panel_id, f"gin1:1:{seen + 2}:draw")
        await until(lambda: version_of(opened) == seen + 3)
        assert wire.still_open(EDIT) == 1

    wire.on(EDIT, meanwhile)
    await bob.press("take")

    edits = wire.like(EDIT)
    assert len(edits) == 2
    assert {one.path for one in edits} == {f"/channels/{opened.channel.id}/messages/{table}"}
    assert wire.most_at_once[f"PATCH {edits[0].path}"] == 1
    assert shows(opened.table) == seen + 3
    assert "bob took 3♥ from the pile and threw K♦" in words(opened.table)
    assert_legal(stored_history(tmp_path / "gin.sqlite3", 1))


async def test_an_edit_that_was_lost_on_its_way_is_not_what_stays(opened: Room, wire: Wire) -> None:
    """The first of two edits fails late; the second is made all the same."""
    bob, seen = opened.bob, version_of(opened)

    async def lost() -> None:
        press_now(opened, bob, bob.panel_id, f"gin1:1:{seen + 1}:throw:Kd")
        await until(lambda: version_of(opened) == seen + 2)
        raise TimeoutError

    wire.on(EDIT, lost)
    await bob.press("take")

    assert shows(opened.table) == seen + 2


# `/gin table` at the same moment.


def one_table(opened: Room, others: int) -> Shown:
    """The one table there is, recorded and up to date; every other message leads on to it."""
    (table,) = full_tables(opened)
    assert table.id == opened.table_id
    assert shows(table) == version_of(opened)
    left = {shown.id: shown for shown in pointers(opened)}
    assert len(left) == others
    for shown in left.values():
        assert shown.keys == []
        follow = shown
        while follow.id != table.id:
            target = int(follow.text.rsplit("/", 1)[-1].split(")")[0])
            assert target > follow.id
            follow = left.get(target, table)
    return table


@pytest.mark.parametrize("age", [0, 61 * MINUTE], ids=["fresh", "older than an hour"])
@pytest.mark.parametrize("first", ["the move", "gin table"])
async def test_gin_table_at_the_same_moment_as_a_move_leaves_one_table(
    opened: Room, wire: Wire, age: int, first: str
) -> None:
    bob = opened.bob
    for person in (opened.alice, bob):
        await choose(person, "Never")
    await opened.env.advance_time(age)
    wire.slow(EDIT, 0.2)
    wire.slow(ANSWER, 0.2, about="Score sheet")
    wire.slow(POST, 0.2, about="Score sheet")

    if first == "the move":
        press_now(opened, bob, bob.panel_id, "take")
        await until(lambda: wire.still_open(POST if age else EDIT) == 1)
        type_now(opened, opened.alice, "gin", "table")
    else:
        type_now(opened, opened.alice, "gin", "table")
        await until(lambda: wire.still_open(ANSWER) == 1)
        press_now(opened, bob, bob.panel_id, "take")
    await opened.env.settle()

    one_table(opened, others=2 if age and first == "the move" else 1)
    assert "bob took 3♥" in words(opened.table)
    await bob.press("throw:Kd")
    one_table(opened, others=2 if age and first == "the move" else 1)


async def test_several_gin_tables_at_once_leave_one_table(opened: Room, wire: Wire) -> None:
    bob = opened.bob
    wire.slow(ANSWER, 0.1, about="Score sheet", times=None)

    for person in (opened.alice, bob, opened.alice):
        type_now(opened, person, "gin", "table")
    press_now(opened, bob, bob.panel_id, "take")
    await opened.env.settle()

    one_table(opened, others=3)
    assert "bob took 3♥" in words(opened.table)


async def test_gin_table_in_two_channels_at_once_leaves_one_table(opened: Room, wire: Wire) -> None:
    parlour = opened.guild.create_text_channel("parlour")
    wire.slow(ANSWER, 0.1, about="Score sheet", times=None)

    type_now(opened, opened.alice, "gin", "table")
    type_now(opened, opened.bob, "gin", "table", channel=parlour)
    await opened.env.settle()

    one_table(opened, others=2)
