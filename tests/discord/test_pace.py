"""Deadlines as players meet them: on the table, in the panel, and in the other one's hands."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.builders import ScriptedDealer
from tests.room import Room, room
from tests.scripts import KNOCK_BY_THE_OTHER

from .settings import asking, calls, choose, words

MINUTE, HOUR, DAY = 60, 3600, 24 * 3600


@asynccontextmanager
async def playing(path: Path, pace: str) -> AsyncIterator[Room]:
    """Alice has dealt to Bob, who is to move; both hands are open."""
    async with room(path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as made:
        await made.alice.command("gin challenge", opponent=made.bob.actor, pace=pace)
        await made.sit_down(made.alice, made.bob)
        yield made


@pytest.fixture
async def live(tmp_path: Path) -> AsyncIterator[Room]:
    """Three minutes a turn."""
    async with playing(tmp_path, "live") as made:
        yield made


def until(opened: Room, seconds: int) -> str:
    """How a moment so many seconds from now is written."""
    return f"<t:{int(opened.env.now().timestamp()) + seconds}:R>"


async def test_a_challenge_says_its_pace(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        shown = await opened.alice.command("gin challenge", pace="mail")
        assert "3 days a turn" in shown.text


async def test_without_a_pace_no_clock_is_shown(tmp_path: Path) -> None:
    async with playing(tmp_path, "none") as opened:
        assert "time is up" not in opened.table.text
        await opened.env.advance_time(20 * DAY)
        assert opened.alice.panel.labels == ["Refresh"]


@pytest.mark.parametrize(("pace", "turn"), [("live", 180), ("relaxed", HOUR), ("mail", 3 * DAY)])
async def test_the_deadline_is_on_the_table_and_in_both_panels(
    tmp_path: Path, pace: str, turn: int
) -> None:
    async with playing(tmp_path, pace) as opened:
        told = f"This move's time is up {until(opened, turn)}."
        for shown in (opened.table, opened.alice.panel, opened.bob.panel):
            assert told in shown.text


async def test_when_it_passes_the_opponent_gets_claim_and_keep_waiting(live: Room) -> None:
    await live.env.advance_time(3 * MINUTE)

    assert live.alice.panel.labels == ["Claim the win", "Keep waiting", "Refresh"]
    assert "bob's time is up. alice may claim the win or keep waiting." in words(live.table)
    (call,) = calls(live)
    assert words(call) == (
        f"<@{live.alice.id}>, bob's time is up. You may claim the win or keep waiting."
    )
    assert call.labels == ["Claim the win", "Keep waiting"]


async def test_there_is_no_automatic_loss_and_a_late_move_counts(live: Room) -> None:
    await live.env.advance_time(40 * MINUTE)
    assert "Claim the win" in (await live.alice.open_hand()).labels

    await live.bob.press("take")

    assert live.alice.panel.labels == ["Refresh"]
    assert calls(live) == []


async def test_a_claim_wins_the_match_and_says_why(live: Room) -> None:
    await live.env.advance_time(3 * MINUTE)

    await live.alice.press("Claim the win")

    for shown in (live.table, live.alice.panel, live.bob.panel):
        assert "bob was not there to play on. 🏆 alice wins the match." in words(shown)
    assert calls(live) == []
    board = await live.carol.command("gin leaderboard", by="won")
    assert "alice won 1 of 1 match" in words(board)


async def test_a_claim_pressed_on_the_call_shows_the_hand_too(live: Room) -> None:
    await live.env.advance_time(3 * MINUTE)

    shown = await live.alice.press_on(calls(live)[0].id, "Claim the win")

    assert "Your hand against bob" in shown.text
    assert "alice wins the match" in words(live.table)


async def test_keep_waiting_gives_the_same_time_again(live: Room) -> None:
    await live.env.advance_time(3 * MINUTE)

    await live.alice.press("Keep waiting")

    assert until(live, 3 * MINUTE) in live.bob.panel.text
    assert "Claim the win" not in live.alice.panel.labels
    await live.env.advance_time(3 * MINUTE)
    assert "Claim the win" in live.alice.panel.labels


async def test_the_late_player_and_outsiders_cannot_claim(live: Room) -> None:
    await live.env.advance_time(3 * MINUTE)
    call = calls(live)[0].id

    refused = await live.bob.press_on(call, "Claim the win")
    outside = await live.carol.press_on(call, "Claim the win")

    assert "The other player is not late" in refused.text
    assert "This match is between" in outside.text
    assert "wins the match" not in live.table.text


async def test_a_claim_made_too_late_by_a_moment_claims_nothing(live: Room) -> None:
    """The move and the claim cross: the button was made before the move."""
    await live.env.advance_time(3 * MINUTE)
    message, claim = live.alice.panel.id, live.alice.panel.key("Claim the win").custom_id

    _, answer = await live.clicks_at_once(
        (live.bob, live.bob.panel.id, live.bob.panel.key("take").custom_id),
        (live.alice, message, claim),
    )

    assert answer is not None
    assert "wins the match" not in live.table.text
    assert "older picture of your hand" in answer.text


async def test_deadlines_survive_a_restart(live: Room) -> None:
    await live.env.advance_time(2 * MINUTE)
    await live.restart()
    await live.env.advance_time(MINUTE - 1)
    assert calls_about_lateness(live) == []

    await live.env.advance_time(2)

    assert len(calls_about_lateness(live)) == 1


async def test_the_bots_own_downtime_is_not_counted(live: Room) -> None:
    await live.env.advance_time(2 * MINUTE)
    await live.restart(down_for=DAY)

    await live.env.advance_time(MINUTE - 1)
    assert calls_about_lateness(live) == []
    await live.env.advance_time(2)
    assert len(calls_about_lateness(live)) == 1


async def test_a_deadline_is_bound_to_the_move_it_was_set_for(live: Room) -> None:
    await live.env.advance_time(170)
    await live.bob.press("Pass")

    await live.env.advance_time(170)

    assert calls_about_lateness(live) == []
    await live.env.advance_time(10)
    assert f"<@{live.bob.id}>, alice's time is up" in words(calls_about_lateness(live)[0])


async def test_by_mail_reminds_once_half_way(tmp_path: Path) -> None:
    async with playing(tmp_path, "mail") as opened:
        await opened.env.advance_time(36 * HOUR - MINUTE)
        (first,) = calls(opened)
        for _ in range(3):
            await opened.env.advance_time(11 * HOUR)
        (second,) = calls(opened)
        assert first.id != second.id
        sent = [one for one in opened.env.http_requests if ", it is your turn" in str(one.json)]
        assert len([one for one in sent if one.method == "POST"]) == 2


async def test_who_wants_no_call_gets_none_and_finds_the_claim_in_his_panel(live: Room) -> None:
    await choose(live.alice, "Never")
    await choose(live.bob, "Never")
    await live.env.advance_time(3 * MINUTE)
    assert calls(live) == []
    assert "Claim the win" in live.alice.panel.labels


async def test_no_edit_counts_an_hour_of_waiting_down(tmp_path: Path) -> None:
    """The clients count `<t:…:R>` down: one look-up and one call are all that is asked for."""
    async with playing(tmp_path, "relaxed") as opened:
        before = len(opened.env.http_requests)

        for _ in range(6):
            await opened.env.advance_time(599)

        asked = [(one.method, one.path) for one in opened.env.http_requests[before:]]
        assert [one for one in asked if one[0] == "PATCH"] == []
        assert len(asked) <= 3, asked
        assert until(opened, HOUR - 6 * 599) in opened.table.text
        await opened.env.advance_time(6)
        assert "Claim the win" in calls(opened)[0].labels
        assert len(opened.env.http_requests) - before <= 12


# Pauses.


async def pause(opened: Room) -> int:
    """Alice asks for a pause; the message that asks."""
    await opened.alice.command("gin pause")
    (asked,) = questions(opened)
    return int(asked.id)


async def test_a_pause_is_asked_for_by_name_and_needs_both(live: Room) -> None:
    asked = await pause(live)
    shown = live.message(asked)
    assert words(shown) == f"<@{live.bob.id}>, alice asks to pause the match."
    assert shown.labels == ["Pause", "No pause"]
    assert "alice asks to pause the match." in words(live.table)

    await live.bob.press_on(asked, "Pause")

    assert questions(live) == []
    assert "The match is paused." in live.table.text
    assert "Play on" in live.bob.panel.labels
    assert "time is up" not in live.table.text


async def test_nobody_is_late_or_called_in_a_pause_and_either_plays_on(live: Room) -> None:
    await live.bob.press_on(await pause(live), "Pause")
    await live.env.advance_time(2 * DAY)
    assert calls(live) == []

    shown = await live.alice.open_hand()
    assert "Play on" in shown.labels
    await live.alice.press("Play on")

    assert until(live, 3 * MINUTE) in live.table.text
    assert "paused" not in live.table.text


async def test_a_move_ends_the_pause(live: Room) -> None:
    await live.bob.press_on(await pause(live), "Pause")
    await live.bob.press("Pass")
    assert "paused" not in live.table.text


async def test_no_pause_leaves_the_clock_running(live: Room) -> None:
    deadline = until(live, 3 * MINUTE)
    asked = await pause(live)

    await live.bob.press_on(asked, "No pause")

    assert questions(live) == []
    assert deadline in live.table.text
    again = await live.alice.command("gin pause")
    assert "the answer was no" in again.text


async def test_only_the_other_player_answers(live: Room) -> None:
    asked = await pause(live)
    own = await live.alice.press_on(asked, "Pause")
    outside = await live.carol.press_on(asked, "Pause")
    assert "not asked for any more" in own.text
    assert "This match is between" in outside.text
    assert "paused" not in live.table.text


async def test_without_a_clock_there_is_nothing_to_pause(tmp_path: Path) -> None:
    async with playing(tmp_path, "none") as opened:
        shown = await opened.alice.command("gin pause")
        assert "play without a clock" in shown.text


async def test_an_answer_in_the_panel_takes_the_question_away_too(live: Room) -> None:
    await pause(live)
    await live.bob.press("No pause")
    assert questions(live) == []
    await live.bob.press("Pass")
    await live.bob.command("gin pause")
    await live.alice.press("Pass")
    assert questions(live) == []


# Away for good.


async def test_who_has_left_the_server_counts_as_away(tmp_path: Path) -> None:
    async with playing(tmp_path, "none") as opened:
        opened.guild.remove_member(opened.bob.actor)
        await opened.env.advance_time(MINUTE)

        assert "bob is not in this server any more." in words(opened.table)
        await opened.alice.press("Claim the win")
        assert "alice wins the match" in words(opened.table)


async def test_who_has_left_before_his_turn_came_counts_as_away_at_once(tmp_path: Path) -> None:
    async with playing(tmp_path, "none") as opened:
        await choose(opened.alice, "Always")
        opened.guild.remove_member(opened.alice.actor)

        await opened.bob.press("Pass")

        assert "Claim the win" in opened.bob.panel.labels
        assert calls_of(opened, opened.alice.id) == []


async def test_who_has_come_back_is_not_claimed_from(tmp_path: Path) -> None:
    async with playing(tmp_path, "none") as opened:
        opened.guild.remove_member(opened.bob.actor)
        await opened.env.advance_time(MINUTE)
        come_back(opened)

        shown = await opened.alice.press("Claim the win")

        assert "not late, or no longer" in shown.text
        assert "wins the match" not in opened.table.text


async def test_whoever_clicks_is_there(tmp_path: Path) -> None:
    async with playing(tmp_path, "none") as opened:
        opened.guild.remove_member(opened.bob.actor)
        await opened.env.advance_time(MINUTE)
        come_back(opened)

        await opened.bob.open_hand()

        assert "not in this server" not in opened.table.text
        assert opened.alice.panel.labels == ["Refresh"]


async def test_waiting_on_for_one_who_left_calls_nobody_for_a_day(tmp_path: Path) -> None:
    async with playing(tmp_path, "none") as opened:
        opened.guild.remove_member(opened.bob.actor)
        await opened.env.advance_time(MINUTE)
        await opened.alice.press("Keep waiting")
        sent = len(opened.env.http_requests)

        await opened.env.advance_time(DAY - 2 * MINUTE)

        assert len(opened.env.http_requests) == sent


async def test_a_server_that_cannot_be_asked_is_no_proof_that_he_left(tmp_path: Path) -> None:
    async with playing(tmp_path, "none") as opened:
        opened.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001)
        await opened.env.advance_time(MINUTE)
        assert "not in this server" not in opened.table.text


async def test_a_match_idle_for_thirty_days_is_closed_unscored(tmp_path: Path) -> None:
    async with playing(tmp_path, "none") as opened:
        for _ in range(6):
            await opened.env.advance_time(5 * DAY)

        assert "Nobody has come back to this match for 30 days." in opened.table.text
        board = await opened.carol.command("gin leaderboard")
        assert "No rated match has been finished here yet" in board.text


def calls_about_lateness(opened: Room) -> list[Any]:
    """The calls that say that somebody is late."""
    return [one for one in calls(opened) if "You may claim" in one.text]


def come_back(opened: Room) -> None:
    """Bob joins the server again."""
    opened.env.backend.add_member(opened.guild.id, opened.bob.id)


def questions(opened: Room) -> list[Any]:
    """The messages that ask somebody for a pause."""
    return [one for one in asking(opened) if "asks to pause" in one.text]


def calls_of(opened: Room, player: int) -> list[Any]:
    """The calls of one player."""
    return [one for one in calls(opened) if one.text.startswith(f"<@{player}>")]


async def test_an_outage_longer_than_the_turn_makes_nobody_late(live: Room) -> None:
    """Discord could not be reached for ten minutes: no sign of life, and no time called."""
    with live.env.time_context():
        await live.bot.services.tables.sign_of_life()
    for _ in range(10):
        await live.env.advance_time(MINUTE)
    assert calls_about_lateness(live) == []
    with live.env.time_context():
        await live.bot.services.tables.sign_of_life()

    await live.env.advance_time(30)

    assert "Claim the win" not in live.alice.panel.labels
