"""One's own data: said, given out, and forgotten; and servers that sent the bot away."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.rendering import privacy_page
from bot.rendering.controls import Control
from bot.rendering.privacy_page import KEPT, export_page
from bot.sessions import Place, Player
from tests.builders import ScriptedDealer
from tests.room import Room, room
from tests.scripts import KNOCK_BY_THE_DEALER, KNOCK_BY_THE_OTHER

from .plays import knock_with_the_upcard, next_hand
from .settings import noted_exports, words

DAY = 24 * 3600


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Bob has won the first hand by 10; the second is dealt."""
    dealer = ScriptedDealer(KNOCK_BY_THE_OTHER, KNOCK_BY_THE_DEALER, KNOCK_BY_THE_OTHER)
    async with room(tmp_path / "gin.sqlite3", dealer) as made:
        await made.seat(made.alice, made.bob)
        await knock_with_the_upcard(knocker=made.bob)
        await next_hand(made.alice, made.bob)
        yield made


def stored(path: Path) -> str:
    """Everything in the database, as text."""
    with closing(sqlite3.connect(path)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return "\n".join(
            repr(row)
            for (table,) in tables.fetchall()
            for row in connection.execute(f"SELECT * FROM {table}")  # noqa: S608 (names of ours)
        )


async def test_what_is_kept_is_said_in_private(opened: Room) -> None:
    shown = await opened.carol.command("gin privacy")
    for what, _ in KEPT:
        assert f"- {what}\n" in f"{shown.text}\n"
    assert "`/gin forget-me`" in shown.text


async def test_the_export_is_a_file_of_ones_own(
    opened: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = noted_exports(opened, monkeypatch)

    shown = await opened.bob.command("gin export")

    assert "Everything that is kept about you" in shown.text
    (rows,) = given
    assert [row["points"] for row in rows["hands"]] == [10]
    assert rows["moves"] == []  # the match goes on, and its cards are closed
    assert {row["player"] for row in rows["names"]} == {opened.bob.id}


@pytest.mark.parametrize(
    ("most", "name", "moves", "says"),
    [
        (100_000, "gin-rummy-export.json", 500, "as JSON."),
        (10_000, "gin-rummy-export.json.gz", 500, "packed with gzip."),
        (500, "gin-rummy-export.json.gz", 0, "The moves are left out"),
    ],
)
def test_a_large_export_is_packed_and_only_a_huge_one_leaves_the_moves_out(
    monkeypatch: pytest.MonkeyPatch, most: int, name: str, moves: int, says: str
) -> None:
    monkeypatch.setattr(privacy_page, "MOST_BYTES", most)
    kept = {"name": [{"name": "Žofie"}], "moves": [{"body": f"move {n}"} for n in range(500)]}

    page = export_page(kept)

    (file,) = page.files
    text = gzip.decompress(file.content) if file.name.endswith(".gz") else file.content
    assert file.name == name
    assert json.loads(text) == {**kept, "moves": kept["moves"][:moves]}
    assert says in str(page.blocks[0])


async def test_forgetting_asks_first_and_no_changes_nothing(opened: Room, tmp_path: Path) -> None:
    before = stored(tmp_path / "gin.sqlite3")
    asked = await opened.bob.command("gin forget-me")
    assert asked.labels == ["Forget me", "Keep it"]

    shown = await opened.bob.press_on(asked.id, "Keep it")

    assert shown.text == "Nothing was changed."
    assert stored(tmp_path / "gin.sqlite3") == before


async def test_who_is_forgotten_has_given_up_and_leaves_no_trace(
    opened: Room, tmp_path: Path
) -> None:
    bob = str(opened.bob.id)
    await opened.bob.command("gin challenge")
    asked = await opened.bob.command("gin forget-me")

    shown = await opened.bob.press_on(asked.id, "Forget me")

    assert shown.text == "You are forgotten."
    assert "bob resigned. 🏆 alice wins the match." in words(opened.table)
    left = stored(tmp_path / "gin.sqlite3")
    assert bob not in left
    assert "bob" not in left
    assert "a former player" in left
    told = await opened.bob.command("gin hand")
    assert "You are not in a match here" in told.text


async def test_a_match_begun_in_the_very_moment_leaves_no_trace_either(
    opened: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Bob accepts Carol's challenge after his matches were looked up, before he is forgotten."""
    await opened.carol.command("gin challenge")
    offer = Control.decode(opened.message(opened.last_id).key("Accept").custom_id).match
    records, lobby = opened.bot.services.records, opened.bot.services.lobby
    forget, place = records.forget, Place(opened.guild.id, opened.channel.id, opened.channel.id)
    begun: list[int] = []

    async def crossed(player: int, pseudonym: int) -> None:
        if not begun:
            sitting = await lobby.accept(offer, Player(opened.bob.id, "bob"), None, place)
            begun.append(sitting.table.id)
        await forget(player, pseudonym)

    monkeypatch.setattr(records, "forget", crossed)
    asked = await opened.bob.command("gin forget-me")
    await opened.bob.press_on(asked.id, "Forget me")

    assert begun == [offer]
    left = stored(tmp_path / "gin.sqlite3")
    assert str(opened.bob.id) not in left
    assert "bob" not in left
    assert await records.under_way(opened.guild.id) == []
    assert "bob" not in repr(opened.bot.services.tables._cache)


async def test_what_was_remembered_before_is_not_remembered_again(opened: Room) -> None:
    """A table that is being moved while everything in memory is given up."""
    tables = opened.bot.services.tables
    asked = await opened.bob.command("gin forget-me")

    async with tables._queue(opened.table_of):
        sitting = await tables._load(opened.table_of)
        tables.look_again()
        tables._remember(sitting)
    assert opened.table_of not in tables._cache
    await opened.bob.press_on(asked.id, "Forget me")
    assert "bob" not in repr(tables._cache)


async def test_his_opponent_keeps_the_match_and_the_sheet(opened: Room) -> None:
    asked = await opened.bob.command("gin forget-me")
    await opened.bob.press_on(asked.id, "Forget me")

    sheet = await opened.alice.command("gin score")

    assert "alice and a former player" in words(sheet)


async def test_his_open_challenges_are_closed_in_the_channel_too(opened: Room) -> None:
    await opened.bob.command("gin challenge")
    offer = opened.last_id
    asked = await opened.bob.command("gin forget-me")
    await opened.bob.press_on(asked.id, "Forget me")
    assert words(opened.message(offer)) == "bob took the challenge back."
    assert opened.message(offer).keys == []


async def test_a_rematch_with_nobody_is_refused_in_words(opened: Room) -> None:
    asked = await opened.bob.command("gin forget-me")
    await opened.bob.press_on(asked.id, "Forget me")
    shown = await opened.alice.press_table("Rematch")
    assert "not to be found any more" in shown.text


async def test_the_question_counts_only_where_it_was_asked(opened: Room, tmp_path: Path) -> None:
    shown = await opened.forge(opened.bob, opened.table_id, "ginpref1:forget:yes")
    assert shown is not None
    assert "older deal" in shown.text
    assert str(opened.bob.id) in stored(tmp_path / "gin.sqlite3")


async def test_a_server_that_came_back_while_the_bot_was_away_is_not_forgotten(
    opened: Room, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(tmp_path / "gin.sqlite3")) as connection:
        connection.execute(
            "INSERT INTO guilds (guild, left_at) VALUES (?, '2025-01-01 00:00:00')",
            (opened.guild.id,),
        )
        connection.commit()
    await opened.restart(down_for=60)
    await opened.env.advance_time(3600)
    assert "Your hand against alice" in (await opened.bob.command("gin hand")).text


async def test_who_was_forgotten_may_play_again_as_somebody_new(opened: Room) -> None:
    asked = await opened.bob.command("gin forget-me")
    await opened.bob.press_on(asked.id, "Forget me")
    offer = await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    assert "challenges you to a match" in offer.text


async def test_a_server_that_removes_the_bot_is_forgotten_after_thirty_days(
    opened: Room, tmp_path: Path
) -> None:
    guild = str(opened.guild.id)
    opened.env.backend.remove_guild(opened.guild.id)
    for _ in range(5):
        await opened.env.advance_time(6 * DAY - 60)
    assert guild in stored(tmp_path / "gin.sqlite3")

    await opened.env.advance_time(6 * 60)

    assert guild not in stored(tmp_path / "gin.sqlite3")
    assert not opened.bot.services.tables._cache
