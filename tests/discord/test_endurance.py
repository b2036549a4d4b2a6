"""What no match is to mind: long silences, a lost table, a restart, a crowd of clicks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import cycle
from pathlib import Path
from random import Random

import discord
import pytest

from bot.rendering.controls import Control, Verb
from tests.builders import SALT, Order, ScriptedDealer
from tests.histories import assert_legal, stored_history
from tests.room import Person, Room, room
from tests.scripts import FIRST_MATCH, KNOCK_BY_THE_OTHER
from tests.strategies import any_deck

from .plays import play_first
from .settings import deny, give_back, words
from .wire import full_tables, public_messages, shows

MINUTE = 60


async def test_a_match_is_played_with_14_16_and_70_minutes_between_the_moves(
    tmp_path: Path,
) -> None:
    """Within the life of a panel's token, just beyond it, and beyond the hour a table stays."""
    dealer = ScriptedDealer(*FIRST_MATCH)
    async with room(tmp_path / "gin.sqlite3", dealer, next_hand_seconds=24 * 3600) as opened:
        opened.pauses_after_clicks = cycle([14 * MINUTE, 16 * MINUTE, 70 * MINUTE])
        await opened.seat(opened.alice, opened.bob)
        await play_first(opened)


async def test_a_match_outlives_its_table_its_permissions_and_the_bot(tmp_path: Path) -> None:
    """In this order: the table deleted, the permissions taken and given back, a restart."""
    everything = discord.Permissions.all()
    path = tmp_path / "gin.sqlite3"
    async with room(path, ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        alice, bob = opened.alice, opened.bob
        await opened.seat(alice, bob)
        first = opened.table_id

        opened.env.backend.delete_message(opened.channel.id, first)
        await bob.press("Pass")
        assert opened.table_id != first
        assert "bob left the upcard" in words(opened.table)

        deny(opened, everything)
        await alice.press("Take 3♥")
        shown = await alice.press("throw:Jh")
        assert "The table cannot be shown: I may no longer see its channel." in shown.text
        assert "threw" not in opened.table.text
        hand = await bob.command("gin hand")
        assert "The table cannot be shown" in hand.text

        give_back(opened)
        await bob.press("draw")
        assert "cannot be shown" not in (await bob.command("gin hand")).text
        assert "alice took 3♥ from the pile and threw J♥" in words(opened.table)

        await opened.restart()
        await bob.press("throw:2c")
        assert "bob drew from the stock and threw 2♣" in words(opened.table)
        assert_legal(stored_history(path, opened.table_of))


# Two hundred clicks at once.


class Endless:
    """Deals all sorts of hands."""

    def __init__(self) -> None:
        self._rng = Random(200)

    def deck(self) -> Order:
        return any_deck(self._rng)

    def salt(self) -> str:
        return SALT


@pytest.fixture
async def crowded(tmp_path: Path) -> AsyncIterator[Room]:
    """A match with a clock, so that everything there is can be asked for."""
    async with room(tmp_path / "gin.sqlite3", Endless(), next_hand_seconds=3600) as made:
        await made.alice.command("gin challenge", opponent=made.bob.actor, pace="live")
        await made.sit_down(made.alice, made.bob)
        yield made


def some_clicks(opened: Room, rng: Random, count: int) -> list[tuple[Person, int, str]]:
    """Clicks of both players and an outsider, on what they see and on what was never there."""
    match, people = opened.table_of, [opened.alice, opened.bob, opened.carol]
    real = [
        (who, shown.id, key.custom_id)
        for who in people
        for shown in (opened.table, *([] if who is opened.carol else [who.panel]))
        for key in shown.keys
    ]
    # What needs a card cannot be forged without one; who has resigned plays no more.
    left_out = {Verb.THROW, Verb.KNOCK, Verb.SURE, Verb.RESIGN}
    verbs = [verb for verb in Verb if verb not in left_out] + [Verb.TABLE] * 3

    def forged() -> tuple[Person, int, str]:
        control = Control(match, rng.randrange(1, 12), rng.choice(verbs))
        return rng.choice(people), opened.table_id, control.encode()

    return [rng.choice(real) if rng.random() < 0.6 else forged() for _ in range(count)]


async def test_two_hundred_clicks_at_once_leave_a_legal_history_and_one_table(
    crowded: Room, tmp_path: Path
) -> None:
    rng = Random(7)
    for _ in range(3):
        clicks = some_clicks(crowded, rng, 200)
        assert len([True for _, _, wish in clicks if wish.endswith(":table")]) > 5

        answers = await crowded.clicks_at_once(*clicks)

        assert len([answer for answer in answers if answer is not None]) == 200
        history = stored_history(tmp_path / "gin.sqlite3", crowded.table_of)
        assert_legal(history)
        (table,) = full_tables(crowded)
        assert table.id == crowded.table_id
        assert shows(table) == len(history)
        left = [shown for shown in public_messages(crowded) if shown.id != table.id]
        assert left
        for shown in left:
            asked = shown.text.startswith("<@")  # a call or a question, to one of the two
            assert asked or ("goes on here" in shown.text and shown.keys == [])
    assert len(history) > 4
