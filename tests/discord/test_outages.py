"""Requests that hang or get lost, and a bot that was killed, expelled or left without a channel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

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
    shows,
    version_of,
    wire,
)

__all__ = ["wire"]

MINUTE, HOUR = 60, 3600
CALL = "it is your turn"
HANGS = 5 * MINUTE

lost = pytest.mark.parametrize("error", LOST, ids=lambda error: type(error).__name__)


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice has dealt to Bob, who is to move; both hands are open."""
    decks = ScriptedDealer(KNOCK_BY_THE_OTHER, KNOCK_BY_THE_DEALER, *[KNOCK_BY_THE_OTHER] * 2)
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
    opened: Room, wire: Wire, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    await opened.alice.command("gin challenge", opponent=opened.carol.actor)
    offer = opened.last_id
    wire.lose(EDIT, error)

    await opened.env.advance_time(15 * MINUTE)

    assert "Accept" in opened.message(offer).labels
    assert "could not be shown as closed" in caplog.text
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


async def test_a_look_up_that_hangs_is_given_up_and_he_is_called(opened: Room, wire: Wire) -> None:
    wire.slow(LOOK_UP, HANGS, times=None)
    await opened.env.advance_time(61)
    assert wire.still_open(LOOK_UP) == 1

    await opened.env.advance_time(20)

    assert wire.still_open(LOOK_UP) == 0
    assert len(calls(opened)) == 1


async def two_matches(opened: Room) -> int:
    """Carol has dealt to Alice as well, and then Bob knocks: his match's next hand is due in 60 s.

    Says which panel Alice has in the match with Carol.
    """
    await opened.carol.command("gin challenge", opponent=opened.alice.actor)
    await opened.sit_down(opened.carol, opened.alice)
    opened.table_of = 1
    await opened.env.advance_time(3)
    await knock_with_the_upcard(knocker=opened.bob)
    return opened.alice.panel.id


def deals(opened: Room) -> int:
    """How many hands the match of Alice and Bob has had."""
    return [event.kind for event in stored_history(opened._path, 1)].count("dealt")


@pytest.mark.parametrize("kind", [EDIT, POST, PUSH], ids=["edit", "post", "push"])
async def test_a_request_of_one_match_that_hangs_does_not_hold_up_another(
    opened: Room, wire: Wire, kind: tuple[str, str]
) -> None:
    panel = await two_matches(opened)
    for person in (opened.alice, opened.bob, opened.carol):
        await choose(person, "Never")
    await opened.carol.actor.click(
        opened.handle(opened.carol.panel.id), custom_id=opened.carol.panel.key("hand").custom_id
    )
    await opened.env.advance_time(55)
    if kind == POST:
        opened.table_of = 2
        opened.env.backend.delete_message(opened.channel.id, opened.table_id)
        opened.table_of = 1
    wire.slow(kind, HANGS)
    await opened.alice.press_on(panel, "Pass")
    assert wire.still_open(kind) == 1
    assert deals(opened) == 1

    await opened.env.advance_time(6)

    assert wire.still_open(kind) == 1
    assert deals(opened) == 2
    assert "alice may take the upcard or leave it" in words(opened.table)


async def test_a_deadline_of_one_match_that_hangs_does_not_hold_up_another(
    opened: Room, wire: Wire
) -> None:
    """At 57 seconds Alice is looked up, to be called in her match with Carol; no answer comes."""
    await two_matches(opened)
    wire.slow(LOOK_UP, HANGS, times=None)
    await opened.env.advance_time(58)
    assert wire.still_open(LOOK_UP) == 1
    assert deals(opened) == 1

    await opened.env.advance_time(3)

    assert deals(opened) == 2


async def test_a_call_of_one_match_that_hangs_does_not_hold_up_another(
    opened: Room, wire: Wire
) -> None:
    await two_matches(opened)
    wire.slow(POST, HANGS, about=CALL)
    await opened.env.advance_time(58)
    assert wire.still_open(POST) == 1
    assert deals(opened) == 1

    await opened.env.advance_time(3)

    assert wire.still_open(POST) == 1
    assert deals(opened) == 2


async def test_a_turn_whose_look_up_hangs_does_not_hold_up_another(
    opened: Room, wire: Wire
) -> None:
    """Alice's time against Carol is up three seconds before the other match's next deal."""
    await opened.carol.command("gin challenge", opponent=opened.alice.actor, pace="live")
    await opened.sit_down(opened.carol, opened.alice)
    opened.table_of = 1
    await opened.env.advance_time(123)
    await knock_with_the_upcard(knocker=opened.bob)
    await opened.env.advance_time(56)
    wire.slow(LOOK_UP, HANGS, times=None)
    await opened.env.advance_time(2)
    assert wire.still_open(LOOK_UP) == 1
    assert deals(opened) == 1

    await opened.env.advance_time(3)

    assert deals(opened) == 2


async def test_a_deal_whose_showing_hangs_does_not_hold_up_another(
    opened: Room, wire: Wire
) -> None:
    """Both matches have a hand to be dealt, three seconds apart; the first cannot be shown."""
    await opened.carol.command("gin challenge", opponent=opened.alice.actor)
    await opened.sit_down(opened.carol, opened.alice)
    await opened.carol.open_hand()
    await opened.alice.press("Pass")
    await knock_with_the_upcard(knocker=opened.carol)
    opened.table_of = 1
    await opened.env.advance_time(3)
    await knock_with_the_upcard(knocker=opened.bob)
    await opened.env.advance_time(56)
    wire.slow(POST, HANGS)
    await opened.env.advance_time(2)
    assert wire.still_open(POST) == 1
    assert deals(opened) == 1

    await opened.env.advance_time(3)

    assert wire.still_open(POST) == 1
    assert deals(opened) == 2


# Killed before it was shown.


async def kill(opened: Room) -> None:
    """The bot dies with nothing of the last moves shown, and is started again."""
    await opened.restart(down_for=20)


def show_nothing(opened: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on until it dies the bot shows nothing of what it stores."""

    async def nothing(match: int) -> None:
        return None

    monkeypatch.setattr(opened.bot.get_cog("TableCog"), "_show_table", nothing)


@pytest.mark.parametrize("threads", [False, True], ids=["in the channel", "in a thread"])
async def test_a_bot_killed_between_accept_and_the_table_shows_it_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, threads: bool
) -> None:
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        put_in_charge(opened, opened.carol)
        await opened.carol.command("gin-admin threads", each=threads)
        await opened.alice.command("gin challenge", opponent=opened.bob.actor)
        offer = opened.last_id
        show_nothing(opened, monkeypatch)
        await opened.bob.press_on(offer, "Accept")
        assert full_tables(opened) == []

        await kill(opened)

        opened.table_of = 1
        (table,) = full_tables(opened)
        assert table.id == opened.table_id
        assert "bob may take the upcard or leave it" in words(table)
        made = [one.id for one in opened.channel.threads]
        assert len(made) == threads
        assert opened.channel_of(table.id) == (made[0] if threads else opened.channel.id)
        await opened.alice.open_hand()
        await opened.bob.press("take")
        assert "bob took 3♥" in words(opened.table)
        assert len(full_tables(opened)) == 1


@pytest.mark.parametrize("how", ["killed", "lost"])
async def test_a_table_whose_last_edit_was_lost_is_shown_at_the_next_start(
    opened: Room, wire: Wire, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    if how == "killed":
        show_nothing(opened, monkeypatch)
    else:
        wire.lose(EDIT, TimeoutError())
    await opened.bob.press("take")
    assert "bob took 3♥" not in words(opened.table)

    await kill(opened)

    assert "bob took 3♥" in words(opened.table)
    assert shows(opened.table) == version_of(opened)


# Without its channel, or its server.


async def test_a_match_whose_channel_is_deleted_is_parked_and_goes_on_elsewhere(
    tmp_path: Path,
) -> None:
    path = tmp_path / "gin.sqlite3"
    async with room(path, ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        alice, bob = opened.alice, opened.bob
        parlour = opened.guild.create_text_channel("parlour")
        await alice.command("gin challenge", opponent=bob.actor, pace="live")
        await opened.sit_down(alice, bob)
        for person in (alice, bob):
            await person.command_in(parlour, "gin hand")
        opened.env.backend.delete_channel(opened.channel.id)

        hand = await bob.press("take")
        assert "You took 3♥" in words(hand)
        assert "The table cannot be shown: its channel is gone." in (await alice.press("hand")).text
        hand = await bob.press("throw:Kd")
        assert "`/gin table` puts it up elsewhere" in hand.text
        assert "time is up" not in hand.text

        await opened.env.advance_time(HOUR)
        assert "Claim the win" not in (await bob.press("hand")).labels
        assert "its channel is gone" in bob.panel.text
        assert stored_history(path, 1)[-1].kind == "threw"

        shown = await alice.command_in(parlour, "gin table")

        assert shown.id == opened.table_id
        assert "bob took 3♥ from the pile and threw K♦" in words(shown)
        assert f"<t:{int(opened.env.now().timestamp()) + 3 * MINUTE}:R>" in shown.text
        assert "cannot be shown" not in (await bob.press("hand")).text
        await alice.press("draw")
        assert "alice drew from the stock" in words(opened.table)
        await opened.env.advance_time(3 * MINUTE)
        assert "Claim the win" in (await bob.press("hand")).labels
        assert_legal(stored_history(path, 1)[:-1])


async def test_a_match_whose_channel_is_deleted_without_a_move_is_claimed_by_nobody(
    tmp_path: Path,
) -> None:
    """Nobody clicks: only the deadline finds the channel gone."""
    path = tmp_path / "gin.sqlite3"
    async with room(path, ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        alice, bob = opened.alice, opened.bob
        parlour = opened.guild.create_text_channel("parlour")
        await alice.command("gin challenge", opponent=bob.actor, pace="live")
        await opened.sit_down(alice, bob)
        opened.env.backend.delete_channel(opened.channel.id)
        opened.channel = parlour

        await opened.env.advance_time(HOUR)

        hand = await alice.command("gin hand")
        assert "Claim the win" not in hand.labels
        assert "The table cannot be shown: its channel is gone." in hand.text
        assert stored_history(path, 1)[-1].kind == "dealt"


def expel(opened: Room) -> Any:
    """Throw the bot out of the server; what gives it back."""
    backend = opened.env.backend
    guild = backend.get_guild(opened.guild.id)
    ids = [*guild.channel_ids, *guild.thread_ids]
    channels = {one: backend.channels[one] for one in ids}
    said = {one: backend.messages[one] for one in ids if one in backend.messages}
    backend.remove_guild(guild.id)

    def let_in() -> None:
        backend.guilds[guild.id] = guild
        backend.channels.update(channels)
        backend.messages.update(said)
        backend.emit(
            "GUILD_CREATE", simcord.backend.serializers.guild_create_payload(backend, guild)
        )

    return let_in


async def test_an_expelled_bot_loses_no_match_and_it_is_claimed_by_nobody(
    tmp_path: Path,
) -> None:
    path = tmp_path / "gin.sqlite3"
    async with room(path, ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        alice, bob = opened.alice, opened.bob
        await alice.command("gin challenge", opponent=bob.actor, pace="live")
        await opened.sit_down(alice, bob)
        await bob.press("take")
        let_in = expel(opened)

        await opened.env.advance_time(HOUR)
        assert stored_history(path, 1)[-1].kind == "took"

        let_in()
        await opened.env.settle()
        hand = await alice.press("hand")
        assert "The table cannot be shown: I may no longer see its channel." in hand.text
        assert "Claim the win" not in hand.labels
        parlour = opened.guild.create_text_channel("parlour")
        shown = await alice.command_in(parlour, "gin table")
        assert shown.id == opened.table_id
        assert f"<t:{int(opened.env.now().timestamp()) + 3 * MINUTE}:R>" in shown.text
        assert "cannot be shown" not in (await bob.command("gin hand")).text
        await bob.press("throw:Kd")
        assert "bob took 3♥ from the pile and threw K♦" in words(opened.table)
        assert_legal(stored_history(path, 1))


async def test_a_move_that_reaches_an_expelled_bot_counts(tmp_path: Path) -> None:
    """The click was on its way: all that the bot would do with its own token is refused."""
    path = tmp_path / "gin.sqlite3"
    async with room(path, ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        await opened.alice.command("gin challenge", opponent=opened.bob.actor, pace="live")
        await opened.sit_down(opened.alice, opened.bob)
        gone: dict[str, Any] = {"status": 403, "code": 50001, "times": None}
        opened.env.inject_error("*", "/channels/*", **gone)
        opened.env.inject_error("*", "/guilds/*", **gone)

        await opened.bob.press("take")
        await opened.bob.press("throw:Kd")
        hand = await opened.alice.press("draw")

        assert "I may no longer see its channel" in hand.text
        await opened.env.advance_time(HOUR)
        assert stored_history(path, 1)[-1].kind == "drew"
        assert "Claim the win" not in (await opened.bob.press("hand")).labels
        opened.env.backend.faults.clear()
        shown = await opened.bob.command("gin table")
        assert "alice drew from the stock" in words(shown)
        assert [one.id for one in full_tables(opened)] == [opened.table_id]
