"""The commands beside the table, and names of all kinds, which stay names everywhere."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.engine import view_for
from bot.rendering import help_pages
from bot.rendering import words as said
from bot.rendering.score_page import score_page
from tests.builders import ScriptedDealer, Table, deck_with, hands_won, undercut, void
from tests.room import Person, Room, Shown, plain, room
from tests.scripts import GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER

from .plays import gin_by_the_dealer
from .test_secrets import Sent, Watch

COMMANDS = tuple(help_pages.COMMANDS)
NO_MATCH = "You are not in a match here. `/gin challenge` starts one."


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A room in which nobody has played yet; every deal is gin for its dealer, 93 points."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(*[GIN_BY_THE_DEALER] * 6)) as made:
        yield made


def words(text: str) -> str:
    """Text without what only makes it bold or asks for text glyphs."""
    return plain(text).replace("**", "")


async def beats(winner: Person, loser: Person, *, with_gin: bool = False) -> None:
    """One match in which the loser resigns; before, the winner may go gin for 93."""
    opened = winner.room
    await opened.seat(winner, loser)
    if with_gin:
        await gin_by_the_dealer(dealer=winner, other=loser)
    result = await loser.actor.slash(opened.channel, "gin resign")
    assert result.response is not None
    await loser.press_on(result.response.id, "Resign")


def is_private(opened: Room, shown: Shown) -> bool:
    stored = opened.env.backend.get_message(opened.channel.id, shown.id)
    return bool(stored.is_ephemeral)


# Help and rules.


async def test_help_names_every_command_and_where_to_begin(opened: Room) -> None:
    shown = await opened.alice.command("gin help")

    for name in COMMANDS:
        assert f"`/gin {name}`" in shown.text
    assert "Challenge to Gin Rummy" in shown.text
    assert "My hand" in shown.text
    assert is_private(opened, shown)


async def test_every_command_that_help_names_is_there(opened: Room) -> None:
    offered = opened.alice.actor.available_commands(opened.channel)

    assert {f"gin {name}" for name in COMMANDS} <= {name.removeprefix("/") for name in offered}


async def test_rules_give_the_figures_that_are_played(opened: Room) -> None:
    shown = await opened.alice.command("gin rules")

    assert "Classic · knock 10 · gin 25 · Big Gin 31 · undercut 25" in shown.text
    for term in ("Melds", "deadwood", "upcard", "stock", "discard"):
        assert term in shown.text
    assert is_private(opened, shown)


# The leaderboard.


async def test_an_empty_leaderboard_says_how_to_begin(opened: Room) -> None:
    shown = await opened.alice.command("gin leaderboard")

    assert "No rated match has been finished here yet. `/gin challenge` starts one." in shown.text
    assert not is_private(opened, shown)


async def test_a_match_in_progress_is_not_on_the_leaderboard(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)

    assert (
        "No rated match has been finished" in (await opened.carol.command("gin leaderboard")).text
    )


async def test_the_leaderboard_goes_by_points_and_lines(opened: Room) -> None:
    """Carol's gin brings 93 points and a line; Bob then resigns."""
    await beats(opened.alice, opened.bob)
    await beats(opened.carol, opened.bob, with_gin=True)

    points = await opened.bob.command("gin leaderboard", by="points")
    lines = await opened.bob.command("gin leaderboard", by="lines")

    assert words(points.text).splitlines()[2:] == [
        "1. carol 93 points · won 1 of 1 match",
        "2. alice 0 points · won 1 of 1 match",
        "2. bob 0 points · won 0 of 2 matches",
    ]
    assert words(lines.text).splitlines()[2:] == [
        "1. carol 1 line · won 1 of 1 match",
        "2. alice 0 lines · won 1 of 1 match",
        "2. bob 0 lines · won 0 of 2 matches",
    ]


async def test_the_leaderboard_goes_by_matches_won(opened: Room) -> None:
    await beats(opened.alice, opened.bob, with_gin=True)
    await beats(opened.bob, opened.carol)
    await beats(opened.bob, opened.carol)

    shown = await opened.bob.command("gin leaderboard", by="won")

    assert words(shown.text).splitlines()[2:] == [
        "1. bob won 2 of 3 matches",
        "2. alice won 1 of 1 match",
        "3. carol won 0 of 2 matches",
    ]


async def test_ties_share_a_place(opened: Room) -> None:
    await beats(opened.alice, opened.bob)
    await beats(opened.carol, opened.bob)

    shown = await opened.bob.command("gin leaderboard", by="won")

    assert words(shown.text).splitlines()[2:] == [
        "1. alice won 1 of 1 match",
        "1. carol won 1 of 1 match",
        "3. bob won 0 of 2 matches",
    ]


async def test_a_player_who_left_keeps_his_row_under_his_last_name(opened: Room) -> None:
    await beats(opened.alice, opened.bob)
    rename(opened, opened.bob, "Robert")
    await beats(opened.alice, opened.bob)
    opened.guild.remove_member(opened.bob.actor)

    shown = await opened.alice.command("gin leaderboard", by="won")

    assert "2. Robert won 0 of 2 matches" in words(shown.text)
    assert "bob" not in shown.text


async def test_a_leaderboard_notifies_nobody(opened: Room) -> None:
    await beats(opened.alice, opened.bob)
    await opened.alice.command("gin leaderboard")

    body = opened.env.http_requests[-1].json
    assert body is not None
    assert body["data"]["allowed_mentions"] == {"parse": [], "users": []}


async def test_each_server_has_its_own_leaderboard_and_matches(opened: Room) -> None:
    await beats(opened.alice, opened.bob)
    dora = opened.env.create_user("dora")
    await opened.seat(Person(opened, opened.guild.add_member(dora)), opened.bob)
    other = opened.env.create_guild("Another room")
    channel = other.create_text_channel("general")
    there = other.add_member(dora)

    leaders = await there.slash(channel, "gin leaderboard")
    hand = await there.slash(channel, "gin hand")

    assert leaders.response is not None
    assert "No rated match has been finished here yet" in str(leaders.response.components)
    assert hand.response is not None
    assert NO_MATCH in str(hand.response.components)


# Without a match.


@pytest.mark.parametrize("command", ["hand", "score", "resign"])
async def test_without_a_match_the_command_says_so(opened: Room, command: str) -> None:
    shown = await opened.carol.command(f"gin {command}")

    assert shown.text == NO_MATCH
    assert shown.keys == []
    assert is_private(opened, shown)


@pytest.mark.parametrize("command", ["hand", "resign"])
async def test_a_match_that_is_over_is_no_match_to_play(opened: Room, command: str) -> None:
    await beats(opened.alice, opened.bob)

    assert (await opened.bob.command(f"gin {command}")).text == NO_MATCH


async def test_score_shows_the_last_match_when_none_is_being_played(opened: Room) -> None:
    await beats(opened.alice, opened.bob, with_gin=True)

    shown = await opened.bob.command("gin score")

    assert "1. Gin: alice 68 + 25 = 93" in words(shown.text)
    assert "bob resigned. 🏆 alice wins the match." in words(shown.text)
    assert is_private(opened, shown)


# Names.

NASTY = {
    "markdown": "**a** _b_ ~~c~~ ||d|| `e`",
    "more markdown": "\\*x* __y__ ```z``` ***",
    "mentions": "@everyone @here <@1> <@&2> <#3>",
    "tokens": "<:a:1> <t:0:R> </gin:1> <a:b:2>",
    "links": "[a](https://evil.example)",
    "heading": "# -# > >>> - 1. big",
    "line breaks": "two\nlines\r\n# and\u2028a\u2029heading",
    "wide": "W" * 32,
    "all escapes": "*" * 32,
    "emoji": "\U0001f600" * 32,
    "joined emoji": "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 4,
    "right to left": "שלום עולם مرحبا",
    "blank": "\u2800\u200b \u3164",
    "accents": "Z\u0351\u036b\u0343\u036a\u0302\u036b\u033d\u034f" * 3,
    "quotes": 'O\'Neill "{}" %s {0} \\u0000',
}


def rename(opened: Room, person: Person, name: str) -> None:
    """Give a person another name in the server."""
    opened.env.backend.get_guild(opened.guild.id).members[person.id].nick = name


async def told_with_names(path: Path, alice: str, bob: str) -> list[Sent]:
    """All that is said in a match and around it to these two and to others."""
    decks = ScriptedDealer(GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER, KNOCK_BY_THE_OTHER)
    async with room(path, decks) as opened:
        rename(opened, opened.alice, alice)
        rename(opened, opened.bob, bob)
        watch = Watch(opened)
        await opened.seat(opened.alice, opened.bob)
        await opened.carol.press_table("My hand")
        await gin_by_the_dealer(dealer=opened.alice, other=opened.bob)
        await opened.bob.press("Next hand")
        await opened.carol.press_table("History")
        table = opened.table_id
        await opened.alice.command("gin challenge", opponent=opened.bob.actor)
        await opened.carol.press_on(opened.last_id, "Accept")
        await opened.carol.press_on(opened.last_id, "Cancel")
        await opened.bob.press_on(opened.last_id, "Accept")
        await opened.bob.command("gin hand")
        await opened.bob.command("gin score")
        asked = await opened.bob.command("gin resign")
        choice = asked.keys[0].custom_id
        await opened.bob.actor.click(opened.handle(asked.id), custom_id=choice)
        await opened.bob.press_on(asked.id, "Resign")
        last = await opened.bob.command("gin resign")
        await opened.bob.press_on(last.id, "Resign")
        await opened.alice.press_on(table, "Score sheet")
        await opened.alice.press_on(table, "Rematch")
        await opened.alice.press_on(table, "Rematch")
        await opened.bob.press_on(opened.last_id, "Decline")
        await opened.alice.command("gin challenge")
        await opened.env.advance_time(3600)
        board = await opened.carol.command("gin leaderboard", by="won")
        await opened.alice.press_on(board.id, "Everywhere")
        await opened.carol.command("gin stats", player=opened.alice.actor)
        await opened.carol.command("gin stats", player=opened.alice.actor, against=opened.bob.actor)
        return watch.new()


def contents(node: Any) -> list[str]:
    """Every text a message shows in markdown."""
    if isinstance(node, dict):
        own = [node["content"]] if node.get("type") == 10 else []
        return own + [text for value in node.values() for text in contents(value)]
    if isinstance(node, list):
        return [text for value in node for text in contents(value)]
    return []


@pytest.fixture(scope="module")
def plainly(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """The same texts, with the names Ann and Ben in them."""
    import asyncio

    path = tmp_path_factory.mktemp("plain") / "gin.sqlite3"
    told = asyncio.run(told_with_names(path, "Ann", "Ben"))
    return [contents(sent.body) for sent in told]


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)
async def test_a_name_changes_nothing_but_itself(
    tmp_path: Path, plainly: list[list[str]], name: str
) -> None:
    """Every message is as with plain names, but for the names.

    What one change sends to several messages may come in any order.
    """
    told = await told_with_names(tmp_path / "gin.sqlite3", name, "Ben")

    escaped = said.plain(name)
    expected = [[text.replace("Ann", escaped) for text in texts] for texts in plainly]
    assert sorted(contents(sent.body) for sent in told) == sorted(expected)


@pytest.mark.parametrize("name", NASTY.values(), ids=NASTY)
def test_a_name_cannot_act(name: str) -> None:
    """Nothing in it that Discord would read as markdown, mention or link is left bare."""
    shown = said.plain(name)

    assert shown.strip()
    assert len(shown.splitlines()) == 1
    assert not any(unicodedata.category(char) in {"Cc", "Zl", "Zp"} for char in shown)
    bare = re.sub(r"\\[!-/:-@\[-`{-~]", "", shown)
    assert not re.search(r"[*_~`|<>\[\]\\@#]|://", bare)


@pytest.mark.parametrize("opening", list("\u202a\u202b\u202d\u202e\u2066\u2067\u2068"), ids=ascii)
def test_a_name_cannot_turn_the_rest_of_its_line_around(opening: str) -> None:
    shown = said.plain(f"a{opening}b")

    closing = "\u2069" if opening >= "\u2066" else "\u202c"
    assert opening not in shown or closing in shown.split(opening)[1]


async def test_a_name_stays_a_name_where_the_table_comes_in_words(opened: Room) -> None:
    """Without Attach Files the picture's description is text like any other."""
    rename(opened, opened.alice, "**a** @everyone")
    await opened.seat(opened.alice, opened.bob)
    opened.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50013)

    await opened.bob.press("Pass")

    assert "Discard pile: eight of diamonds." in opened.table.text
    assert "**a** @everyone" not in opened.table.text


def test_a_score_sheet_of_any_length_is_one_message() -> None:
    """Eighty hands, and names that double in length when they are escaped."""
    deck = deck_with(upcard="9h")
    hands = [
        *(hand for _ in range(38) for hand in (undercut(0, 1), undercut(1, 1))),
        *hands_won(0, 61, 3),
        void(),
    ]
    names = said.Names(("*" * 32, "_" * 32))
    unfinished = Table(deck, results=hands)
    finished = Table(deck, results=hands)
    finished.play("resign")

    for table in (unfinished, finished):
        shown = score_page(view_for(table.match, None), names)
        texts = [block.words for block in shown.blocks if hasattr(block, "words")]
        assert sum(map(len, texts)) <= 4000
        assert all(len(picture.alt) <= 1024 for picture in shown.pictures)
