"""Standings: leaderboards and their pages, figures, ratings at a match's end, and luck."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from itertools import product
from pathlib import Path
from time import monotonic
from typing import Any

import discord
import pytest

from bot.engine import CLASSIC, Facts, MatchEnded, MatchEnding, MatchFact
from bot.rendering.controls import Board, Span, Turn
from bot.rendering.luck_page import luck_page
from bot.rendering.scenes import LeaderboardScene, PlayerCardScene, Scene
from bot.rendering.words import plain as escaped
from bot.scores import BoardKey, Luck
from bot.sessions import Challenge, Player, Table
from bot.storage import Store
from tests import builders
from tests.builders import ScriptedDealer
from tests.room import Person, Room, Shown, room
from tests.scripts import FIRST_MATCH, GIN_BY_THE_DEALER

from .plays import gin_by_the_dealer, next_hand, play_first
from .settings import choose, put_in_charge, words
from .test_commands import rename

DAY = 24 * 3600
HERE = Board()


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A room in which nobody has played yet; Carol may manage the server."""
    dealer = ScriptedDealer(*FIRST_MATCH, *[GIN_BY_THE_DEALER] * 8)
    async with room(tmp_path / "gin.sqlite3", dealer) as made:
        put_in_charge(made, made.carol)
        yield made


@pytest.fixture
def painted(opened: Room, monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """Every scene that is painted from now on."""
    scenes: list[Scene] = []
    paint = opened.bot._painter._paint

    def noting(scene: Scene) -> bytes:
        scenes.append(scene)
        return paint(scene)

    monkeypatch.setattr(opened.bot._painter, "_paint", noting)
    return scenes


async def won(
    opened: Room, winner: Player, loser: Player, points: int = 10, guild: int | None = None
) -> None:
    """A match of three hands that the loser gave up, straight into the store."""
    records, guild = opened.bot.services.records, guild or opened.guild.id
    records._clock = opened.env.now  # outside an interaction the bot's clock is the real one
    later = opened.env.now() + timedelta(minutes=5)
    offer = Challenge(0, guild, opened.channel.id, None, winner, loser, CLASSIC, later)
    kept = await records.add_challenge(offer)
    zone = (await records.house(guild)).zone
    table = Table(kept.id, guild, opened.channel.id, None, (winner, loser), zone=zone)
    await records.open_match(table, builders.Table(GIN_BY_THE_DEALER, first_dealer=0).history)
    fact = MatchFact(MatchEnding.RESIGNED, 0, "Classic", (points, 0), (1, 0), 3, ())
    ended = [MatchEnded(0, MatchEnding.RESIGNED)]
    await records.append(replace(table, over=True), 2, ended, Facts(match=fact))


def player(person: Person) -> Player:
    return Player(person.id, person.actor.name)


async def crowd(opened: Room, count: int) -> list[Player]:
    """So many members more; the first has beaten each of the others, by ever more points."""
    members = [opened.guild.add_member(opened.env.create_user(f"m{n:02}")) for n in range(count)]
    players = [Player(one.id, one.name) for one in members]
    for number, winner in enumerate(players[1:], 1):
        await won(opened, winner, players[0], 100 - number)
    return players


def is_private(opened: Room, shown: Shown) -> bool:
    return bool(opened.env.backend.get_message(opened.channel.id, shown.id).is_ephemeral)


def rows_of(shown: Shown) -> list[str]:
    return [line for line in words(shown).splitlines() if line[:1].isdigit() or line == "…"]


async def pick(opened: Room, who: Person, shown: Shown, key: str) -> Shown:
    """Choose what a board goes by in its menu."""
    handle = opened.handle(shown.id)
    result = await who.actor.select(handle, custom_id=shown._menus[0], values=[key])
    return who.heard(result)


# Pages.


async def test_ten_are_on_a_page_and_ones_own_row_below_it(opened: Room) -> None:
    players = await crowd(opened, 13)
    await won(opened, players[1], player(opened.alice), 1)

    shown = await opened.alice.command("gin leaderboard", by="points")

    rows = rows_of(shown)
    assert rows[0] == "1. m01 100 points · won 2 of 2 matches"
    assert len(rows) == 12
    assert rows[-2:] == ["…", "13. alice 0 points · won 0 of 1 match"]
    assert "page 1 of 2 · 14 players" in shown.text
    assert "Next ▶" in shown.labels
    assert "◀ Back" not in shown.labels
    assert not is_private(opened, shown)


async def test_whoever_asked_leafs_in_place(opened: Room) -> None:
    await crowd(opened, 13)
    shown = await opened.carol.command("gin leaderboard", by="points")

    second = await opened.carol.press_on(shown.id, "Next ▶")

    assert second.id == shown.id
    assert "page 2 of 2" in second.text
    assert rows_of(second)[-1] == "13. m00 0 points · won 0 of 12 matches"
    assert "carol is not on this board yet." in second.text
    back = await opened.carol.press_on(shown.id, "◀ Back")
    assert "page 1 of 2" in back.text


async def test_somebody_else_gets_a_board_of_his_own(opened: Room) -> None:
    await crowd(opened, 13)
    await won(opened, player(opened.bob), player(opened.alice), 1)
    public = await opened.alice.command("gin leaderboard", by="points")

    own = await opened.bob.press_on(public.id, "Next ▶")

    assert own.id != public.id
    assert is_private(opened, own)
    assert "13. bob 1 point · won 1 of 1 match · you" in rows_of(own)
    assert opened.message(public.id).text == public.text
    leafed = await opened.bob.press_on(own.id, "◀ Back")
    assert leafed.id == own.id
    assert rows_of(leafed)[-1] == "13. bob 1 point · won 1 of 1 match · you"


async def test_you_is_said_only_where_nobody_else_reads_it(
    opened: Room, painted: list[Scene]
) -> None:
    await won(opened, player(opened.alice), player(opened.bob))
    public = await opened.alice.command("gin leaderboard")
    private = await opened.bob.press_on(public.id, "This season")

    boards = [scene for scene in painted if isinstance(scene, LeaderboardScene)]
    assert [[(row.you, row.asked) for row in board.rows] for board in boards] == [
        [(False, True), (False, False)],
        [(False, False), (True, False)],
    ]
    assert "· you" not in public.text
    assert rows_of(private)[1].endswith("· you")


async def test_the_menu_and_the_switches_lead_everywhere(opened: Room) -> None:
    await won(opened, player(opened.alice), player(opened.bob))
    shown = await opened.alice.command("gin leaderboard")

    shown = await pick(opened, opened.alice, shown, "lines")
    assert "Leaderboard: lines" in shown.text
    shown = await opened.alice.press_on(shown.id, "This month")
    assert "January 2026" in shown.text
    shown = await opened.alice.press_on(shown.id, "This season")
    assert "January to March 2026" in shown.text
    shown = await opened.alice.press_on(shown.id, "Everywhere")
    assert "All servers · January to March 2026" in shown.text
    shown = await opened.alice.press_on(shown.id, "This server")
    assert "This server · January to March 2026" in shown.text
    assert rows_of(shown)[0] == "1. alice 1 line · won 1 of 1 match"


async def test_no_two_controls_of_a_board_have_one_id(opened: Room) -> None:
    await crowd(opened, 32)
    shown = await opened.alice.command("gin leaderboard")
    for _ in range(3):
        ids = [key.custom_id for key in shown.keys] + shown._menus
        assert len(set(ids)) == len(ids)
        if "Next ▶" in shown.labels:
            shown = await opened.alice.press_on(shown.id, "Next ▶")


async def test_a_page_past_the_last_is_the_last(opened: Room) -> None:
    await crowd(opened, 13)
    shown = await opened.alice.command("gin leaderboard")
    far = replace(HERE, page=999999, turn=Turn.NEXT).encode()

    answer = await opened.forge(opened.alice, shown.id, far)

    assert answer is not None
    assert "page 2 of 2" in answer.text


@pytest.mark.parametrize(
    "forged",
    [
        "ginboard1:k:h:mu:a:0",
        "ginboard1:k:x:rating:a:0",
        "ginboard1:k:h:rating:d:0",
        "ginboard1:k:h:rating:a:-1",
        "ginboard1:k:h:rating:a:1234567",
        "ginboard1:z:h:rating:a:0",
        "ginboard2:k:h:rating:a:0",
        "ginboard1:k:h:rating:a:0:",
    ],
)
async def test_what_no_board_says_changes_nothing(opened: Room, forged: str) -> None:
    shown = await opened.alice.command("gin leaderboard")
    answer = await opened.forge(opened.alice, shown.id, forged)
    assert answer is not None
    assert "older deal" in answer.text


async def test_a_board_outlives_a_restart(opened: Room) -> None:
    await crowd(opened, 12)
    shown = await opened.alice.command("gin leaderboard")
    await opened.restart()
    assert "page 2 of 2" in (await opened.alice.press_on(shown.id, "Next ▶")).text


# What it goes by, where and when.


async def test_a_win_rate_takes_five_matches(opened: Room) -> None:
    alice, bob = player(opened.alice), player(opened.bob)
    for _ in range(4):
        await won(opened, alice, bob)
    none = await opened.alice.command("gin leaderboard", by="win_rate")
    assert "Nobody has finished 5 matches here yet" in none.text

    await won(opened, bob, alice)
    await won(opened, alice, player(opened.carol))

    shown = await opened.carol.command("gin leaderboard", by="win_rate")
    assert rows_of(shown) == [
        "1. alice 83.3 % · won 5 of 6 matches",
        "2. bob 20.0 % · won 1 of 5 matches",
    ]
    assert "carol is not on this board yet: that takes 5 matches." in shown.text


async def test_everywhere_counts_all_servers(opened: Room) -> None:
    alice, bob = player(opened.alice), player(opened.bob)
    other = opened.env.create_guild("Another room")
    await won(opened, alice, bob)
    await won(opened, bob, alice, guild=other.id)

    here = await opened.alice.command("gin leaderboard", by="won")
    world = await opened.alice.command("gin leaderboard", by="won", where="everywhere")

    assert rows_of(here) == ["1. alice won 1 of 1 match", "2. bob won 0 of 1 match"]
    assert rows_of(world) == ["1. alice won 1 of 2 matches", "1. bob won 1 of 2 matches"]


async def test_a_month_begins_by_the_servers_clocks(opened: Room) -> None:
    """It is January everywhere; half an hour into February in Auckland it is not in UTC."""
    now = opened.env.now()
    await opened.carol.command("gin-admin timezone", zone="Pacific/Auckland")
    february = now.replace(day=31, hour=11, minute=30, second=0)  # 00:30 in Auckland, UTC+13
    await opened.env.advance_time((february - now).total_seconds())
    await won(opened, player(opened.alice), player(opened.bob))

    here = await opened.alice.command("gin leaderboard", when="m")
    world = await opened.alice.command("gin leaderboard", when="m", where="everywhere")

    assert "February 2026" in here.text
    assert "January 2026" in world.text
    assert len(rows_of(here)) == len(rows_of(world)) == 2


async def test_last_months_matches_are_not_this_months(opened: Room) -> None:
    await won(opened, player(opened.alice), player(opened.bob))
    await opened.env.advance_time(32 * DAY)

    month = await opened.alice.command("gin leaderboard", when="m")
    season = await opened.alice.command("gin leaderboard", when="s")

    assert "No rated match has been finished here this month yet." in month.text
    assert "All time" in month.labels
    assert len(rows_of(season)) == 2


async def test_every_board_can_be_asked_for(opened: Room) -> None:
    for _ in range(5):
        await won(opened, player(opened.alice), player(opened.bob))
    for where, key, span in product(("here", "everywhere"), BoardKey, Span):
        shown = await opened.alice.command(
            "gin leaderboard", where=where, by=key.value, when=span.value
        )
        assert len(rows_of(shown)) == 2
        assert shown.pictures


# Words, names, and nobody called.


async def test_text_only_has_each_row_once(opened: Room) -> None:
    await won(opened, player(opened.alice), player(opened.bob))
    await choose(opened.bob, "Text only: off")
    public = await opened.alice.command("gin leaderboard")

    private = await opened.bob.press_on(public.id, "All time")

    assert public.pictures
    assert private.pictures == []
    assert private.text.count("alice") == 1


async def test_the_picture_is_described_with_all_its_rows(opened: Room) -> None:
    await crowd(opened, 13)
    await won(opened, player(opened.alice), player(opened.bob), 1)
    shown = await opened.alice.command("gin leaderboard", by="points")
    for row in rows_of(shown):
        assert row == "…" or row.split(" match")[0].replace(" · ", ", ") in shown.alt
    assert len(shown.alt) <= 1024


@pytest.mark.parametrize("name", ["<@123>", "@everyone", "**bold**", "[a](http://b)", "# big"])
async def test_a_name_is_a_name_and_calls_nobody(opened: Room, name: str) -> None:
    rogue = opened.carol
    rename(opened, rogue, name)
    sent = len(opened.env.http_requests)
    await won(opened, player(opened.alice), player(opened.bob))
    absent = await rogue.command("gin leaderboard")
    await won(opened, Player(rogue.id, name), player(opened.bob))
    board = await opened.alice.command("gin leaderboard")
    both = await opened.alice.command("gin stats", player=rogue.actor, against=opened.bob.actor)
    alone = await opened.alice.command("gin stats", player=rogue.actor)

    for shown in (absent, board, both, alone):
        assert escaped(name) in shown.text
        assert name not in shown.text.replace(escaped(name), "")
    for request in opened.env.http_requests[sent:]:
        if request.json and "data" in request.json:
            assert request.json["data"]["allowed_mentions"] == {"parse": [], "users": []}


# Players who have left.


async def hide(opened: Room) -> Shown:
    return await opened.carol.command("gin-admin leaderboard", gone="hidden")


def look_ups(opened: Room, since: int) -> int:
    requests = opened.env.http_requests[since:]
    return len([one for one in requests if one.method == "GET" and "/members/" in one.path])


async def test_who_left_is_hidden_where_the_server_wants_that(opened: Room) -> None:
    await won(opened, player(opened.bob), player(opened.alice))
    assert "players who have left are hidden" in words(await hide(opened))
    opened.guild.remove_member(opened.bob.actor)

    shown = await opened.alice.command("gin leaderboard")

    assert rows_of(shown) == [f"1. alice {rating(shown, 'alice')} · won 0 of 1 match"]
    everywhere = await opened.alice.command("gin leaderboard", where="everywhere")
    assert "bob" in everywhere.text
    said = await opened.carol.command("gin-admin leaderboard", gone="shown")
    assert "players who have left stay, under their last name" in words(said)
    assert "bob" in (await opened.alice.command("gin leaderboard")).text


def rating(shown: Shown, name: str) -> str:
    (line,) = [one for one in rows_of(shown) if f" {name} " in one]
    return line.split()[2]


async def test_whose_row_moves_up_is_looked_up_too(opened: Room) -> None:
    players = await crowd(opened, 13)
    await hide(opened)
    for number in (1, 2, 11):
        opened.env.backend.remove_member(opened.guild.id, players[number].id)

    shown = await opened.alice.command("gin leaderboard", by="points")

    assert [row.split()[1] for row in rows_of(shown)] == [
        *("m03", "m04", "m05", "m06", "m07", "m08", "m09", "m10", "m12", "m00")
    ]


async def test_a_player_is_looked_up_once_a_day(opened: Room) -> None:
    await crowd(opened, 5)
    await hide(opened)
    since = len(opened.env.http_requests)
    await opened.alice.command("gin leaderboard")
    assert look_ups(opened, since) == 5
    await opened.alice.command("gin leaderboard")
    assert look_ups(opened, since) == 5

    await opened.env.advance_time(DAY + 60)
    await opened.alice.command("gin leaderboard")
    assert look_ups(opened, since) == 10


async def test_who_comes_back_is_on_the_board_again_when_he_looks(opened: Room) -> None:
    await won(opened, player(opened.bob), player(opened.alice))
    await hide(opened)
    opened.guild.remove_member(opened.bob.actor)
    assert "bob" not in (await opened.alice.command("gin leaderboard")).text

    back = Person(opened, opened.guild.add_member(opened.bob.actor.user))

    assert "bob" in (await back.command("gin leaderboard")).text
    assert "bob" in (await opened.alice.command("gin leaderboard")).text


async def test_where_discord_cannot_be_asked_everybody_stays(opened: Room) -> None:
    await won(opened, player(opened.bob), player(opened.alice))
    await hide(opened)
    opened.guild.remove_member(opened.bob.actor)
    opened.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001)

    assert "bob" in (await opened.alice.command("gin leaderboard")).text
    opened.env.backend.faults.clear()
    assert "bob" not in (await opened.alice.command("gin leaderboard")).text


async def test_a_discord_that_does_not_answer_keeps_nobody_waiting(
    opened: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await won(opened, player(opened.bob), player(opened.alice))
    await hide(opened)
    began = monotonic()

    async def silent(guild: discord.Guild, player: int) -> None:
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(discord.Guild, "fetch_member", silent)
    gone = await opened.bot.services.whereabouts.which_are_gone(
        opened.guild.id, [opened.bob.id] * 10
    )

    assert gone == {}
    assert monotonic() - began < 2


# The time zone.


async def test_a_zone_is_found_by_its_city(opened: Room) -> None:
    offered = await opened.carol.actor.autocomplete(
        opened.channel, "gin-admin timezone", "zone", "new york"
    )
    assert [choice["value"] for choice in offered] == ["America/New_York"]
    everything = await opened.carol.actor.autocomplete(
        opened.channel, "gin-admin timezone", "zone", ""
    )
    assert len(everything) == 25


async def test_a_zone_is_kept_and_shown(opened: Room) -> None:
    shown = await opened.carol.command("gin-admin timezone", zone="europe/berlin")
    assert "Time zone of months and seasons: Europe/Berlin" in words(shown)
    await opened.restart()
    shown = await opened.carol.command("gin-admin show")
    assert "Time zone of months and seasons: Europe/Berlin" in words(shown)


@pytest.mark.parametrize("zone", ["Middle/Earth", "../../etc/passwd", "localtime", "<@1>", " "])
async def test_no_zone_is_refused_in_one_line(opened: Room, zone: str) -> None:
    shown = await opened.carol.command("gin-admin timezone", zone=zone)
    assert "I know no time zone" in shown.text
    assert "\n" not in shown.text
    assert "UTC" in words(await opened.carol.command("gin-admin show"))


# What a match has changed.


async def test_the_end_of_a_match_says_what_it_changed(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await play_first(opened)

    assert "Rating: alice 1138 (+138) · bob 927 (−73)" in words(opened.table).splitlines()
    board = await opened.alice.command("gin leaderboard")
    assert rows_of(board) == [
        "1. alice 1138 · won 1 of 1 match",
        "2. bob 927 · won 0 of 1 match",
    ]


async def resign(who: Person) -> None:
    asked = await who.command("gin resign")
    await who.press_on(asked.id, "Resign")


async def test_a_match_given_up_early_moves_no_rating_and_says_so(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await resign(opened.bob)
    assert "Given up before the third hand, so no rating moves." in words(opened.table)


async def test_from_the_third_hand_on_giving_up_counts(tmp_path: Path) -> None:
    dealer = ScriptedDealer(*[GIN_BY_THE_DEALER] * 2, FIRST_MATCH[1])
    async with room(tmp_path / "gin.sqlite3", dealer) as opened:
        alice, bob = opened.alice, opened.bob
        await opened.seat(alice, bob)
        await gin_by_the_dealer(dealer=alice, other=bob)
        await next_hand(alice, bob)
        await gin_by_the_dealer(dealer=bob, other=alice)
        await next_hand(alice, bob)
        await resign(bob)
        assert "Rating: alice 1138 (+138) · bob 927 (−73)" in words(opened.table)


async def test_a_table_put_up_again_still_says_it(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await play_first(opened)
    await opened.restart()
    await opened.bot.get_cog("TableCog")._show_table(opened.table_of)  # type: ignore[union-attr]
    assert "Rating: alice 1138 (+138) · bob 927 (−73)" in words(opened.table)


# Figures.


async def test_stats_tell_all_that_was_played(opened: Room, painted: list[Scene]) -> None:
    await opened.seat(opened.alice, opened.bob)
    await play_first(opened)

    shown = await opened.carol.command("gin stats", player=opened.alice.actor)

    assert words(shown).splitlines() == [
        "### alice on this server",
        "- Matches: 1, won 1",
        "- Hands: 3, won 2",
        "- Hand points: 173",
        "- Gins: 1, Big Gins 1",
        "- Undercuts: 0 given, 0 taken",
        "- Deadwood when caught: –",
        "- Turns a hand: 5.7 on average",
        "- Won in a row: 1 now, 1 at best",
        "- Best hand: 93 points",
        "- Rating: 1138 here, 1138 everywhere",
    ]
    assert not is_private(opened, shown)
    assert "Turns a hand: 5.7 on average." in shown.alt
    (card,) = [scene for scene in painted if isinstance(scene, PlayerCardScene)]
    assert (card.name, card.ratings, len(card.figures)) == ("alice", (1138,), 12)


async def test_who_was_caught_reads_how_badly(opened: Room) -> None:
    """68 in the first hand, 49 in the third."""
    await opened.seat(opened.alice, opened.bob)
    await play_first(opened)
    assert "Deadwood when caught: 58.5 on average" in words(await opened.bob.command("gin stats"))


async def test_the_rating_is_told_over_time(opened: Room, painted: list[Scene]) -> None:
    alice, bob = player(opened.alice), player(opened.bob)
    for _ in range(5):
        await won(opened, alice, bob)
    await won(opened, bob, alice)

    shown = await opened.alice.command("gin stats")

    (card,) = [scene for scene in painted if isinstance(scene, PlayerCardScene)]
    low, high = min(card.ratings), max(card.ratings)
    assert len(card.ratings) == 6
    assert list(card.ratings[:5]) == sorted(card.ratings[:5])
    assert f"between {low} and {high} after the last 6 matches" in shown.text
    assert "6, won 5 (83.3 %)" in shown.text
    assert "0 now, 5 at best" in shown.text


async def test_nothing_played_says_how_to_begin(opened: Room) -> None:
    for options in ({}, {"against": opened.bob.actor}, {"player": opened.bob.actor}):
        shown = await opened.alice.command("gin stats", **options)
        assert "`/gin challenge` starts one." in shown.text
        assert shown.pictures == []


async def test_two_players_side_by_side(opened: Room) -> None:
    await opened.seat(opened.alice, opened.bob)
    await play_first(opened)
    await won(opened, player(opened.carol), player(opened.bob), 300)

    shown = await opened.carol.command(
        "gin stats", player=opened.bob.actor, against=opened.alice.actor
    )

    assert words(shown).splitlines() == [
        "### bob against alice",
        "-# This server · 1 match · 3 hands",
        "- Matches won: bob 0 (0.0 %) · alice 1 (100.0 %)",
        "- Hand points: bob 0 · alice 173",
        "- Lines: bob 0 · alice 2",
        "- Gins: bob 0 · alice 1",
        "- Big Gins: bob 0 · alice 1",
        "- Undercuts: bob 0 · alice 0",
        "- Deadwood when caught: bob 58.5 · alice –",
        "- Turns a hand: bob 5.0 · alice 5.7",
        "- Best hand: bob 0 · alice 93",
    ]


async def test_nobody_is_compared_with_himself(opened: Room) -> None:
    shown = await opened.alice.command("gin stats", against=opened.alice.actor)
    assert "That is one person twice." in shown.text
    assert is_private(opened, shown)


# Luck.


async def test_luck_is_silent_as_long_as_nothing_can_be_told(opened: Room) -> None:
    empty = await opened.alice.command("gin luck")
    assert "No hand has been finished here yet." in empty.text
    await opened.seat(opened.alice, opened.bob)
    await play_first(opened)

    shown = words(await opened.alice.command("gin luck"))

    assert "3 so far. After 97 more hands this page says how they were dealt." in shown
    assert "Expected" not in shown


def test_luck_is_told_from_a_hundred_hands_on() -> None:
    """Mean 45 as dealt, where chance makes it 56.57; ten of 98 hands won by the first to play."""
    few = str(luck_page(Luck(99, 99 * 90, 98, 49, 30, 0)))
    assert "99 so far. After 1 more hand this page" in few
    assert "Expected" not in few

    shown = str(luck_page(Luck(100, 100 * 90, 98, 10, 66, 2))).replace("**", "")

    assert "100 hands finished here, so 200 times ten cards dealt" in shown
    assert "45.00 on average. Expected 56.57" in shown
    assert "Dealt with ten points or less: 2. Expected 0.1" in shown
    assert "Ended in gin or Big Gin: 66 of 100, 66.0 %. Chance predicts nothing here" in shown
    assert "Won by whoever plays first: 10 of 98 scored hands, 10.2 %." in shown
    assert "49.0 were expected, by chance between 39 and 59: less than chance does." in shown


def test_a_board_is_told_by_its_id() -> None:
    from bot.rendering.controls import decode

    boards: list[Any] = [
        Board(everywhere, key, span, page, turn)
        for everywhere in (False, True)
        for key in BoardKey
        for span in Span
        for page in (0, 7, 999999)
        for turn in Turn
    ]
    for board in boards:
        assert decode(board.encode()) == board
        assert len(board.encode()) <= 100
    assert len({board.encode() for board in boards}) == len(boards)


async def test_a_start_takes_an_unfinished_rebuild_up_and_people_play_meanwhile(
    opened: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened.seat(opened.alice, opened.bob)
    await play_first(opened)
    before = words(await opened.alice.command("gin leaderboard"))
    await opened.bot.services.records.begin_rebuild()
    rebuild = Store.rebuild

    async def slow(self: Store) -> None:
        await asyncio.sleep(60)
        await rebuild(self)

    monkeypatch.setattr(Store, "rebuild", slow)
    await opened.restart()

    shown = await opened.alice.command("gin leaderboard")
    assert "being built anew just now" in shown.text
    await opened.bob.press_table("Rematch")
    await opened.sit_down(opened.bob, opened.alice)
    await gin_by_the_dealer(dealer=opened.bob, other=opened.alice)
    await opened.env.advance_time(60)
    assert await opened.bot.services.records.rebuild_state() is None
    assert words(await opened.alice.command("gin leaderboard")) == before


async def test_a_bot_that_is_closed_leaves_its_rebuild_for_the_next_start(
    opened: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await opened.bot.services.records.begin_rebuild()
    ended: list[str] = []

    async def endless(self: Store) -> None:
        try:
            await asyncio.sleep(DAY)
        except asyncio.CancelledError:
            ended.append("stopped")
            raise

    monkeypatch.setattr(Store, "rebuild", endless)
    await opened.restart()
    assert ended == []
    monkeypatch.undo()
    await opened.restart()
    assert ended == ["stopped"]
    assert await opened.bot.services.records.rebuild_state() is None


async def test_while_standings_are_built_anew_that_is_said(opened: Room) -> None:
    await opened.bot.services.records.begin_rebuild()
    for command in ("gin leaderboard", "gin stats"):
        shown = await opened.alice.command(command)
        assert "being built anew just now" in shown.text
