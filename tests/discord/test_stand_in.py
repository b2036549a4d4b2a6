"""The computer plays on for somebody who has gone away, where both had agreed to that before."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.builders import ScriptedDealer
from tests.histories import assert_legal, stored_history
from tests.room import Room, room
from tests.scripts import KNOCK_BY_THE_OTHER

from .settings import calls, words
from .test_practice import choose, resign

MINUTE = 60
LET_IT = "Let the computer play on"


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Room]:
    """Three minutes a turn; Alice has dealt to Bob, who is to move."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(*[KNOCK_BY_THE_OTHER] * 3)) as made:
        await made.alice.command("gin challenge", opponent=made.bob.actor, pace="live")
        await made.sit_down(made.alice, made.bob)
        yield made


@pytest.fixture
async def agreed(live: Room) -> Room:
    """Both have agreed that the computer may stand in."""
    await live.alice.command("gin ask", what="stand-in")
    await live.bob.press("Agree")
    return live


@pytest.fixture
async def stood_in(agreed: Room) -> Room:
    """It plays for Bob, whose time was up."""
    await agreed.env.advance_time(3 * MINUTE)
    await agreed.alice.press(LET_IT)
    return agreed


async def test_what_is_asked_says_what_it_means_and_that_no_rating_moves(live: Room) -> None:
    await live.alice.command("gin ask", what="stand-in")

    for shown in (live.table, live.bob.panel):
        assert "alice asks that the computer may play on for whoever goes away" in words(shown)
        assert "Such a match is scored, but moves no rating." in words(shown)
    await live.bob.press("No")
    assert "may play on" not in words(live.table)


async def test_what_was_agreed_stands_on_the_table(agreed: Room) -> None:
    told = "The computer may play on for whoever goes away; then no rating moves."
    for shown in (agreed.table, agreed.alice.panel, agreed.bob.panel):
        assert told in words(shown)


async def test_without_an_agreement_nobody_may_call_the_computer(live: Room) -> None:
    await live.env.advance_time(3 * MINUTE)
    assert LET_IT not in live.alice.panel.labels
    version = live.alice.panel.key("Claim the win").custom_id.split(":")[2]

    forged = f"gin1:{live.table_of}:{version}:stand-in"
    shown = await live.forge(live.alice, live.alice.panel.id, forged)

    assert shown is not None
    assert "You two have not agreed to a stand-in." in words(shown)


async def test_only_once_the_time_is_up_and_only_by_the_one_who_waits(agreed: Room) -> None:
    early = f"gin1:{agreed.table_of}:2:stand-in"
    shown = await agreed.forge(agreed.alice, agreed.alice.panel.id, early)
    assert shown is not None
    assert "The other player is not late" in words(shown)

    await agreed.env.advance_time(3 * MINUTE)

    assert agreed.alice.panel.labels == ["Claim the win", "Keep waiting", LET_IT, "Refresh"]
    (call,) = calls(agreed)
    assert call.labels == ["Claim the win", "Keep waiting", LET_IT]
    assert "alice may claim the win, keep waiting or let the computer play on." in words(
        agreed.table
    )
    late = await agreed.forge(agreed.bob, agreed.bob.panel.id, early)
    assert late is not None
    assert "Your hand against alice" in late.text


async def test_the_computer_moves_for_who_is_away_until_the_hand_is_over(stood_in: Room) -> None:
    assert "The computer plays on for bob until they are back. No rating moves." in words(
        stood_in.table
    )
    assert calls(stood_in) == []
    for _ in range(40):
        if "Next hand" in stood_in.alice.panel.labels:
            break
        wanted = choose(stood_in.alice.panel)
        assert wanted is not None
        await stood_in.alice.press(wanted)

    await stood_in.alice.press("Next hand")  # and it is ready at once

    assert "Hand 2" in stood_in.alice.panel.text


async def test_any_click_of_his_gives_him_his_seat_back(stood_in: Room) -> None:
    shown = await stood_in.bob.open_hand()

    assert "The computer plays on" not in words(shown)
    assert "The computer plays on" not in words(stood_in.table)


async def test_so_does_a_command_after_a_restart(stood_in: Room) -> None:
    await stood_in.restart()

    await stood_in.bob.command("gin hand")

    assert "The computer plays on" not in words(stood_in.table)
    await stood_in.alice.press_table("My hand")
    wanted = choose(stood_in.alice.panel)
    if wanted is not None:
        await stood_in.alice.press(wanted)
    await stood_in.env.advance_time(MINUTE)
    assert_is_bobs_own(stood_in)


def assert_is_bobs_own(opened: Room) -> None:
    """Nothing has moved for Bob since he took his seat back."""
    history = stored_history(opened._path, opened.table_of)
    assert_legal(history)
    back = max(number for number, event in enumerate(history) if event.kind == "sat back")
    assert [event for event in history[back + 1 :] if getattr(event, "seat", None) == 1] == []


async def test_such_a_match_is_scored_and_moves_no_rating(stood_in: Room) -> None:
    for _ in range(2):
        await stood_in.alice.open_hand()
        while "Next hand" not in stood_in.alice.panel.labels:
            wanted = choose(stood_in.alice.panel)
            assert wanted is not None
            await stood_in.alice.press(wanted)
        await stood_in.alice.press("Next hand")
    await resign(stood_in.bob)

    assert "A computer has stood in, so no rating moves." in words(stood_in.table)
    board = await stood_in.carol.command("gin leaderboard", by="won")
    assert "alice won 1 of 1 match" in words(board)
