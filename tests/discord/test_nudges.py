"""Your turn reaches you: one short message, which goes when you move."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.types import HttpLogEntry

from bot.sessions import StoreFails
from tests.builders import ScriptedDealer
from tests.room import Person, Room, Shown, room
from tests.scripts import KNOCK_BY_THE_OTHER


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice has dealt to Bob, who is to move; both hands are open."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as made:
        await made.seat(made.alice, made.bob)
        yield made


def nudges(opened: Room) -> list[Shown]:
    """The messages in the channel that tell somebody it is his turn."""
    shown = [opened.message(message.id) for message in opened.channel.history()]
    return [one for one in shown if "it is your turn" in one.text]


def sent_nudges(opened: Room) -> list[HttpLogEntry]:
    """The requests that sent such a message."""
    requests = opened.env.http_requests
    return [
        one for one in requests if one.method == "POST" and ", it is your turn" in str(one.json)
    ]


def told(opened: Room) -> list[str]:
    """Whom they tell."""
    return [one.text.split(">")[0].removeprefix("<@") for one in nudges(opened)]


async def choose(who: Person, *labels: str) -> None:
    """Choose on the page of /gin settings."""
    shown = await who.command("gin settings")
    for label in labels:
        await who.press_on(shown.id, label)


async def test_nobody_is_told_while_his_panel_follows(opened: Room) -> None:
    await opened.bob.press("Pass")

    assert nudges(opened) == []


async def test_who_has_not_moved_for_a_minute_is_told_once_until_he_moves(opened: Room) -> None:
    await opened.env.advance_time(59)
    assert nudges(opened) == []

    await opened.env.advance_time(2)
    assert told(opened) == [str(opened.bob.id)]
    assert nudges(opened)[0].labels == ["My hand"]
    await opened.env.advance_time(600)
    assert len(nudges(opened)) == 1

    await opened.bob.press("Pass")
    assert nudges(opened) == []


async def test_who_has_no_panel_that_lives_is_told_at_once(opened: Room) -> None:
    await choose(opened.bob, "Never")
    await opened.env.advance_time(15 * 60)

    await opened.bob.press("Pass")

    assert told(opened) == [str(opened.alice.id)]


async def test_a_call_that_cannot_be_stored_is_one_line_in_the_log_and_the_move_stands(
    opened: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> None:
        raise StoreFails("database is locked")

    await choose(opened.bob, "Never")
    await opened.env.advance_time(15 * 60)
    monkeypatch.setattr(opened.bot.services.tables, "nudged", fails)

    await opened.bob.press("Pass")

    (record,) = [one for one in caplog.get_records("call") if one.levelno >= logging.ERROR]
    assert record.getMessage().endswith("was not shown: database is locked")
    assert record.exc_info is None
    caplog.get_records("call").remove(record)
    assert "alice may take the upcard" in opened.table.text.replace("**", "")


async def test_after_a_restart_nobodys_panel_follows(opened: Room) -> None:
    await opened.restart()

    await opened.bob.press("Pass")

    assert told(opened) == [str(opened.alice.id)]
    await opened.alice.press("Refresh")
    await opened.alice.press("Pass")
    assert told(opened) == []


async def test_a_nudge_survives_a_restart_and_goes_when_he_moves(opened: Room) -> None:
    await opened.env.advance_time(61)
    await opened.restart()
    assert told(opened) == [str(opened.bob.id)]

    await opened.bob.press("Pass")

    assert str(opened.bob.id) not in told(opened)


async def test_its_button_shows_the_hand(opened: Room) -> None:
    await opened.env.advance_time(61)

    shown = await opened.bob.press_on(nudges(opened)[0].id, "My hand")

    assert "Your hand against alice" in shown.text


async def test_only_the_player_to_move_is_mentioned(opened: Room) -> None:
    await opened.env.advance_time(61)

    (sent,) = sent_nudges(opened)
    assert sent.json is not None
    assert sent.json["allowed_mentions"] == {"users": [opened.bob.id], "parse": []}


async def test_never_is_never(opened: Room) -> None:
    await choose(opened.bob, "Never")

    await opened.env.advance_time(3600)

    assert nudges(opened) == []


async def test_always_is_at_each_turn(opened: Room) -> None:
    await choose(opened.alice, "Always")

    await opened.bob.press("Pass")

    assert told(opened) == [str(opened.alice.id)]


async def test_by_dm_it_comes_there_with_the_way_to_the_table(opened: Room) -> None:
    await choose(opened.bob, "By DM: off")

    await opened.env.advance_time(61)

    assert nudges(opened) == []
    (sent,) = sent_nudges(opened)
    place = f"{opened.guild.id}/{opened.channel.id}/{opened.table_id}"
    assert f"https://discord.com/channels/{place}" in str(sent.json)
    assert str(opened.channel.id) not in sent.path


async def test_closed_dms_are_no_error_and_the_channel_serves(opened: Room) -> None:
    await choose(opened.bob, "By DM: off")
    opened.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)

    await opened.env.advance_time(61)

    assert told(opened) == [str(opened.bob.id)]
    await opened.bob.press("Pass")
    assert nudges(opened) == []


async def test_choices_are_kept_over_a_restart(opened: Room) -> None:
    await choose(opened.bob, "Never", "By DM: off")
    await opened.restart()

    shown = await opened.bob.command("gin settings")

    assert "By DM: on" in shown.labels
    await opened.env.advance_time(3600)
    assert nudges(opened) == []


async def test_a_forged_choice_is_no_choice(opened: Room) -> None:
    shown = await opened.bob.command("gin settings")

    answer = await opened.forge(opened.bob, shown.id, "ginpref1:nudge:loudly")

    assert answer is not None
    assert "This table is from an older deal" in answer.text
