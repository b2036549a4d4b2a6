"""The hand renews itself, for as long as Discord allows and never where others would see it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.delivery import messages
from bot.rendering.pages import Page
from tests.builders import ScriptedDealer
from tests.room import Room, room
from tests.scripts import KNOCK_BY_THE_OTHER

from .settings import calls, words
from .wire import (
    ANSWER,
    EDIT,
    PUSH,
    Wire,
    linger,
    press_now,
    public_messages,
    shows,
    until,
    version_of,
    wire,
)

__all__ = ["wire"]

MINUTE = 60


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice has dealt to Bob, who is to move; both hands are open."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as made:
        await made.seat(made.alice, made.bob)
        yield made


# While its token lives.


@pytest.mark.parametrize(
    ("seconds", "pushes"), [(14 * MINUTE + 29, 1), (14 * MINUTE + 31, 0), (70 * MINUTE, 0)]
)
async def test_a_panel_is_pushed_for_fourteen_and_a_half_minutes_and_not_after(
    opened: Room, wire: Wire, seconds: int, pushes: int
) -> None:
    await opened.alice.open_hand()
    await opened.env.advance_time(seconds)

    await opened.bob.press("take")

    assert len(wire.like(PUSH)) == pushes
    assert (shows(opened.alice.panel) == version_of(opened)) == (pushes == 1)
    assert "bob took 3♥" in words(opened.table)


@pytest.mark.parametrize(
    ("status", "code"), [(401, 50027), (404, 10015), (404, 10008), (404, 10062)]
)
async def test_a_dead_panel_is_forgotten_until_its_owner_clicks_again(
    opened: Room, wire: Wire, caplog: pytest.LogCaptureFixture, status: int, code: int
) -> None:
    opened.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=status, code=code)
    await opened.bob.press("take")
    assert len(wire.like(PUSH)) == 1

    await opened.bob.press("throw:Kd")

    assert len(wire.like(PUSH)) == 1, "a dead panel was tried again"
    assert "could not be pushed" not in caplog.text, "what is to be expected is no trouble"
    assert [one.text.split(">")[0] for one in calls(opened)] == [f"<@{opened.alice.id}"]

    await opened.alice.press("Refresh")
    drawn = await opened.alice.press("draw")
    await opened.alice.press(drawn.keys[0].verb)
    await opened.bob.press("draw")

    assert len(wire.like(PUSH, "Your hand against bob")) > 1
    assert shows(opened.alice.panel) == version_of(opened)


# In the same moment as the table.


async def test_a_panel_does_not_wait_for_a_table_that_is_slow(opened: Room, wire: Wire) -> None:
    wire.slow(EDIT, 15)

    await opened.bob.press("take")

    assert wire.still_open(EDIT) == 1
    assert shows(opened.alice.panel) == version_of(opened)
    assert "bob took 3♥" not in words(opened.table)
    await opened.env.advance_time(16)
    assert "bob took 3♥" in words(opened.table)


@pytest.mark.parametrize(("status", "code"), [(500, 0), (403, 50001), (404, 10003)])
async def test_a_panel_is_pushed_though_the_table_fails(
    opened: Room, status: int, code: int
) -> None:
    opened.env.inject_error("*", "/channels/*", status=status, code=code, times=None)

    await opened.bob.press("take")

    assert shows(opened.alice.panel) == version_of(opened)
    assert "bob took 3♥" not in words(opened.table)


async def test_a_table_does_not_wait_for_a_panel_that_is_slow(opened: Room, wire: Wire) -> None:
    wire.slow(PUSH, 15)

    await opened.bob.press("take")

    assert wire.still_open(PUSH) == 1
    assert "bob took 3♥" in words(opened.table)
    await opened.env.advance_time(16)
    assert shows(opened.alice.panel) == version_of(opened)


# Only into the panel.


def pushed_into(opened: Room) -> list[tuple[int, Any]]:
    """Which message each edit through an interaction went into, and with what."""
    backend = opened.env.backend
    records = {record.token: record for record in backend.interactions.values()}
    found = []
    for one in opened.env.http_requests:
        if one.method == "PATCH" and one.path.endswith("/messages/@original"):
            record = records[one.path.split("/")[3]]
            found.append((record.message_id or record.source_message_id or 0, one.json))
    return found


@pytest.mark.parametrize("late", [False, True], ids=["in time", "acknowledged first"])
async def test_only_an_interaction_whose_message_is_the_panel_is_pushed_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: bool
) -> None:
    """Whatever the two have clicked, the next moves come into their hands and nowhere else."""
    if late:
        monkeypatch.setattr(messages, "_ACKNOWLEDGE_FIRST", timedelta(seconds=-1))
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        alice, bob = opened.alice, opened.bob
        await alice.command("gin challenge", opponent=bob.actor)
        opened.table_of = 1
        await bob.press_on(opened.last_id, "Accept")
        others: list[int] = []
        for person in (alice, bob):
            await person.press_table("My hand")
            pages = ("Score sheet", "History", "Rules")
            others += [(await person.press_table(page)).id for page in pages]
            others.append((await person.command("gin score")).id)
            await person.command("gin table")
        before = {message: opened.message(message).text for message in others}
        public = {shown.id for shown in public_messages(opened)}

        await bob.press("take")
        await bob.press("throw:Kd")
        await alice.press("draw")

        for message, body in pushed_into(opened):
            hands = "Your hand against" in str(body)
            assert not (hands and message in public), "a hand went into a public message"
            assert not (hands and message in others), "a hand went over another page"
        assert {message: opened.message(message).text for message in others} == before
        for shown in public_messages(opened):
            assert "Your hand" not in shown.text
        assert shows(bob.panel) == version_of(opened)


@pytest.mark.parametrize("by", ["Accept", "gin table", "My hand", "Score sheet"])
async def test_a_click_on_what_all_can_see_is_never_pushed_through(tmp_path: Path, by: str) -> None:
    """Alice has no panel: nothing she did last has a private message that could be her hand."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        alice, bob = opened.alice, opened.bob
        challenger, other = (bob, alice) if by == "Accept" else (alice, bob)
        await challenger.command("gin challenge", opponent=other.actor)
        opened.table_of = 1
        await other.press_on(opened.last_id, "Accept")
        if by == "gin table":
            await alice.command("gin table")
        elif by != "Accept":
            await alice.press_table(by)
        mover = other

        await mover.open_hand()
        await mover.press("take")
        await mover.press("throw:Kd")

        public = {shown.id for shown in public_messages(opened)}
        assert not [1 for message, _ in pushed_into(opened) if message in public]
        assert not [1 for shown in public_messages(opened) if "Your hand" in shown.text]


# Questions, and moves that cross.


@pytest.mark.parametrize("asked", ["gin resign", "in the panel"])
async def test_a_resign_question_is_not_overwritten_by_the_opponents_move(
    opened: Room, asked: str
) -> None:
    bob, alice = opened.bob, opened.alice
    await bob.press("Pass")
    if asked == "gin resign":
        question = (await bob.command("gin resign")).id
    else:
        leave = f"gin1:1:{version_of(opened)}:leave"
        question = bob.panel.id
        await opened.forge(bob, question, leave)
    assert "Resign" in opened.message(question).labels

    await alice.press("take")
    await alice.press("throw:Jh")

    assert "Resign this match?" in words(opened.message(question))
    assert "Resign" in opened.message(question).labels
    await bob.press_on(question, "Resign")
    assert "alice wins the match" in words(opened.table)


async def test_after_the_question_the_hand_is_there_as_it_is_now(opened: Room) -> None:
    bob, alice = opened.bob, opened.alice
    await bob.press("Pass")
    question = bob.panel.id
    await opened.forge(bob, question, f"gin1:1:{version_of(opened)}:leave")
    await alice.press("take")

    await bob.press_on(question, "Play on")
    assert shows(opened.message(question)) == version_of(opened)

    await alice.press("throw:Jh")
    assert shows(opened.message(question)) == version_of(opened)


@pytest.mark.parametrize("where", ["table", "panel"])
async def test_my_hand_and_the_opponents_move_at_once_leave_no_stale_panel(
    opened: Room, wire: Wire, where: str
) -> None:
    """The hand is on its way, as it was, when the other player moves."""
    alice, bob = opened.alice, opened.bob
    message = opened.table_id if where == "table" else alice.panel.id
    wire.slow(ANSWER, 0.3, about="Your hand against bob")

    record = press_now(opened, alice, message, "hand")
    await until(lambda: wire.still_open(ANSWER) > 0)
    press_now(opened, bob, bob.panel_id, "take")
    await opened.env.settle()

    shown = opened._answer(alice, record)
    assert shown is not None
    assert shows(opened.message(shown.id)) == version_of(opened)


@pytest.mark.parametrize("clicks", ["before the next move", "after it"])
async def test_the_opponents_move_on_its_way_and_my_hand_leave_no_stale_panel(
    opened: Room, wire: Wire, clicks: str
) -> None:
    """The other way round: the move's push is on its way when its owner clicks."""
    alice, bob, seen = opened.alice, opened.bob, version_of(opened)
    wire.slow(PUSH, 0.4)

    press_now(opened, bob, bob.panel_id, "take")
    await until(lambda: wire.still_open(PUSH) > 0)
    if clicks == "before the next move":
        press_now(opened, alice, alice.panel_id, "hand")
    press_now(opened, bob, bob.panel_id, f"gin1:1:{seen + 1}:throw:Kd")
    await until(lambda: version_of(opened) == seen + 2)
    if clicks == "after it":
        press_now(opened, alice, alice.panel_id, "hand")
    await opened.env.settle()

    assert shows(alice.panel) == seen + 2
    assert "draw" in [key.verb for key in alice.panel.keys]


async def test_a_picture_that_takes_longer_does_not_come_over_a_later_one(
    opened: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two moves in quick succession; the picture of the first is the last to be painted."""
    messenger, bob = opened.bot.services.messenger, opened.bob
    push, seen = messenger.push, version_of(opened)
    delayed: list[int] = []

    async def slow(interaction: Any, of: Page) -> None:
        if not delayed:
            delayed.append(version_of(opened))
            await linger(0.4)
        await push(interaction, of)

    monkeypatch.setattr(messenger, "push", slow)
    press_now(opened, bob, bob.panel_id, "take")
    press_now(opened, bob, bob.panel_id, f"gin1:1:{seen + 1}:throw:Kd")
    await opened.env.settle()

    assert delayed
    assert version_of(opened) == seen + 2
    assert shows(opened.alice.panel) == seen + 2
