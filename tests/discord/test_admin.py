"""/gin-admin: what a server plays, how fast, where, who watches, and the end of a match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from tests.builders import ScriptedDealer
from tests.room import Room, Shown, room
from tests.scripts import KNOCK_BY_THE_DEALER, KNOCK_BY_THE_OTHER

from .plays import knock_with_the_upcard, next_hand
from .settings import put_in_charge, words


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Carol may manage the server; two knocks are to come."""
    dealer = ScriptedDealer(KNOCK_BY_THE_OTHER, KNOCK_BY_THE_DEALER)
    async with room(tmp_path / "gin.sqlite3", dealer) as made:
        put_in_charge(made, made.carol)
        yield made


async def admin(opened: Room, command: str, **options: Any) -> Shown:
    return await opened.carol.command(f"gin-admin {command}", **options)


async def test_the_page_shows_how_things_stand(opened: Room) -> None:
    shown = await admin(opened, "show")

    assert words(shown).splitlines()[1:-1] == [
        "- Rules: Classic · knock 10 · gin 25 · Big Gin 31 · undercut 25 · to 100, lines 25, "
        "game 100 · `/gin-admin rules`",
        "- Pace: no clock · `/gin-admin pace`",
        "- Threads: matches in the channel · `/gin-admin threads`",
        "- Who may see a match: everyone who sees the channel · `/gin-admin watching`",
        "- Channels: all of them · `/gin-admin channel`",
        "- Leaderboard: players who have left stay, under their last name · "
        "`/gin-admin leaderboard`",
        "- Time zone of months and seasons: UTC · `/gin-admin timezone`",
        "- Matches under way: 0 · `/gin-admin end` ends one",
    ]


async def test_it_is_for_those_who_manage_the_server(opened: Room) -> None:
    visible = opened.alice.actor.available_commands(opened.channel)
    assert not [one for one in visible if one.startswith("gin-admin")]
    assert "gin-admin end" in opened.carol.actor.available_commands(opened.channel)


async def test_the_default_rules_and_pace_are_those_of_a_challenge(opened: Room) -> None:
    await admin(opened, "rules", preset="pagat")
    shown = await admin(opened, "pace", pace="relaxed")
    assert "- Pace: 1 hour a turn" in words(shown)
    await opened.restart()

    offer = await opened.alice.command("gin challenge", opponent=opened.bob.actor)

    assert "Pagat" in offer.text
    assert "1 hour a turn" in offer.text
    own = await opened.alice.command("gin challenge", pace="none", rules="simple")
    assert "no clock" in own.text
    assert "Simple" in own.text


# Channels.


async def test_play_is_allowed_where_it_is_allowed(opened: Room) -> None:
    parlour = opened.guild.create_text_channel("parlour")
    shown = await admin(opened, "channel", channel=parlour)
    assert f"Channels: <#{parlour.id}>" in words(shown)

    refused = await opened.alice.command("gin challenge")
    assert refused.text == (
        f"Gin Rummy is not played in this channel. Here it is played in <#{parlour.id}>."
    )
    there = await opened.alice.command_in(parlour, "gin challenge")
    assert "looks for someone" in there.text


async def test_a_table_does_not_move_where_play_is_not_allowed(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await admin(opened, "channel", channel=opened.channel)
    other = opened.guild.create_text_channel("news")

    refused = await opened.alice.command_in(other, "gin table")

    assert "not played in this channel" in refused.text
    await opened.bob.press("take")
    assert "bob took 3♥" in words(opened.table)


async def test_a_channel_is_forbidden_again_and_without_any_all_are_open(opened: Room) -> None:
    parlour = opened.guild.create_text_channel("parlour")
    await admin(opened, "channel", channel=parlour)
    again = await admin(opened, "channel", channel=parlour)
    assert again.text == f"Play is allowed in <#{parlour.id}> already."

    shown = await admin(opened, "channel", channel=parlour, allowed=False)

    assert "No channel is left on the list, so play is allowed in all of them." in shown.text
    none = await admin(opened, "channel", channel=parlour, allowed=False)
    assert "Play is allowed in every channel." in none.text


async def test_all_channels_at_once(opened: Room) -> None:
    parlour = opened.guild.create_text_channel("parlour")
    await admin(opened, "channel", channel=parlour)
    shown = await admin(opened, "channel")
    assert "Channels: all of them" in words(shown)


async def test_a_channel_that_is_deleted_is_off_the_list(opened: Room) -> None:
    parlour = opened.guild.create_text_channel("parlour")
    await admin(opened, "channel", channel=parlour)

    opened.env.backend.delete_channel(parlour.id)
    await opened.env.settle()

    assert "Channels: all of them" in words(await admin(opened, "show"))


async def test_a_challenge_that_stands_is_not_accepted_where_play_is_closed_since(
    opened: Room,
) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id
    await admin(opened, "channel", channel=opened.guild.create_text_channel("parlour"))

    shown = await opened.bob.press_on(offer, "Accept")

    assert "not played in this channel" in shown.text


# Who may watch.


async def test_a_match_for_its_players_alone_needs_threads(opened: Room) -> None:
    shown = await admin(opened, "watching", who="players")
    assert "its players alone, in a private thread" in words(shown)
    assert "each match in a thread of its own" in words(shown)

    shown = await admin(opened, "threads", each=False)

    assert "everyone who sees the channel" in words(shown)
    assert "matches in the channel" in words(shown)


# Ends.


async def under_way(opened: Room) -> None:
    """Bob has won the first hand by 10."""
    await opened.seat(opened.alice, opened.bob)
    await knock_with_the_upcard(knocker=opened.bob)
    await next_hand(opened.alice, opened.bob)


async def test_a_match_ends_scored_and_goes_to_who_is_ahead(opened: Room) -> None:
    await under_way(opened)

    shown = await admin(opened, "end", match=str(opened.table_of), scored=True)

    assert "The match of alice and bob has ended and the score counts." in words(shown)
    assert "Those who manage this server have ended the match; the score stands." in words(
        opened.table
    )
    assert "bob wins the match" in words(opened.table)
    board = await opened.alice.command("gin leaderboard", by="points")
    assert "1. bob 10 points · won 1 of 1 match" in words(board)


async def test_a_match_called_off_counts_for_nobody(opened: Room) -> None:
    await under_way(opened)

    await admin(opened, "end", match=str(opened.table_of), scored=False)

    assert "called the match off. It does not count." in words(opened.table)
    assert "No rating moves." in words(opened.table)
    board = await opened.alice.command("gin leaderboard")
    assert "No rated match has been finished here yet" in board.text
    assert opened.bob.panel.labels == ["Rematch"]


async def test_a_level_score_has_no_winner(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await admin(opened, "end", match=str(opened.table_of), scored=True)
    assert "The score is level, so nobody wins." in words(opened.table)
    board = await opened.alice.command("gin leaderboard", by="won")
    assert "1. alice won 0 of 1 match" in words(board)
    assert "Nobody has won, so no rating moves." in words(opened.table)


async def test_the_matches_under_way_are_offered_by_their_players_names(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)

    offered = [
        await opened.carol.actor.autocomplete(opened.channel, "gin-admin end", "match", typed)
        for typed in ("", "BO", "nobody")
    ]

    names = [[choice["name"] for choice in choices] for choices in offered]
    assert names == [["alice and bob"], ["alice and bob"], []]


async def test_what_is_no_match_here_is_not_ended(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    for match in ("alice and bob", "999", "9" * 30):
        shown = await admin(opened, "end", match=match, scored=False)
        assert "No match under way here is called that" in shown.text
    await admin(opened, "end", match=str(opened.table_of), scored=False)
    again = await admin(opened, "end", match=str(opened.table_of), scored=False)
    assert "No match under way here is called that" in again.text


async def test_managing_is_by_the_servers_own_permission(opened: Room) -> None:
    command = next(one for one in opened.bot.tree.get_commands() if one.name == "gin-admin")
    assert isinstance(command, discord.app_commands.Group)
    assert command.default_permissions == discord.Permissions(manage_guild=True)
    assert command.guild_only
