"""Practice: a match against the computer, from the first click to the last, by clicks alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.engine import HandEnded, MatchEnded, Ready
from tests.builders import ScriptedDealer
from tests.histories import assert_legal, stored_history
from tests.room import Person, Room, Shown, plain, room
from tests.scripts import GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER

from .settings import asking, put_in_charge, words

_MOST_CLICKS = 900


async def begin(opened: Room, who: Person, level: str = "easy", **options: Any) -> None:
    """Begin to practise; the public message that follows is the table."""
    await who.command("gin practice", level=level, **options)
    opened.table_of = match_of(who.panel)


def match_of(panel: Shown) -> int:
    """The match that a panel belongs to."""
    return int(panel.keys[0].custom_id.split(":")[1])


def choose(panel: Shown) -> str | None:
    """Knock or go gin where one may, pass or draw else, and throw the dearest loose card."""
    verbs = [key.verb for key in panel.keys]
    labels = panel.labels
    for wanted in ("Big Gin!", "Gin!", "Knock…", "Next hand", "pass", "draw"):
        if wanted in labels or wanted in verbs:
            return wanted
    knocks = [key.verb for key in panel.keys if key.verb.startswith(("knock:", "sure:"))]
    if knocks:
        return knocks[0]
    throws = [verb for verb in verbs if verb.startswith("throw:")]
    return max(throws, key=points) if throws else None


def points(verb: str) -> int:
    """The deadwood points of the card in a verb such as `throw:Kd`."""
    return min("A23456789TJQK".index(verb.split(":")[1][0]) + 1, 10)


async def play_out(who: Person) -> int:
    """Press until the match is over; how many clicks that took."""
    for clicks in range(_MOST_CLICKS):
        if "Play again" in who.panel.labels:
            return clicks
        wanted = choose(who.panel)
        assert wanted is not None, who.panel.text
        await who.press(wanted)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("level", ["easy", "normal", "expert"])
async def test_a_whole_match_is_played_against_each_level_by_clicks_alone(
    tmp_path: Path, level: str
) -> None:
    path = tmp_path / "gin.sqlite3"
    async with room(path) as opened:
        await begin(opened, opened.alice, level, rules="simple")

        clicks = await play_out(opened.alice)

        history = stored_history(path, opened.table_of)
        assert_legal(history)
        assert isinstance(history[-1], MatchEnded)
        assert clicks > 5
        shown = words(opened.table)
        assert f"{level.capitalize()} computer" in shown
        assert "wins the match" in shown
        assert "Rating" not in shown
        assert [*opened.table.labels[-2:], "Review"] == opened.alice.panel.labels
        assert asking(opened) == []  # nobody was called


# How it begins.


async def test_the_hand_is_private_and_the_table_is_for_everybody(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        await begin(opened, opened.alice, "normal")

        assert "Your hand against Normal computer" in opened.alice.panel.text
        assert "Gin Rummy: alice and Normal computer" in opened.table.text
        shown = await opened.carol.press_table("My hand")
        assert words(shown) == (
            "This match is between alice and Normal computer. "
            "`/gin challenge` starts a match of your own."
        )


async def test_a_page_of_help_begins_a_match_with_one_click(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        shown = await opened.alice.command("gin help")
        assert shown.labels == ["Practice: Easy", "Practice: Normal", "Practice: Expert"]

        await opened.alice.press_on(shown.id, "Practice: Expert")

        assert "Your hand against Expert computer" in opened.alice.panel.text


async def test_a_second_match_at_once_is_the_first_one_again(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        await begin(opened, opened.alice)
        shown = await opened.alice.command("gin practice", level="expert")

        assert "You are in a practice match already; this is your hand." in words(shown)
        assert "Your hand against Easy computer" in shown.text
        assert match_of(shown) == opened.table_of
        await opened.bob.command("gin practice", level="expert")  # whose first it is
        assert "Your hand against Expert computer" in opened.bob.panel.text


async def test_after_giving_one_up_another_begins(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        await begin(opened, opened.alice)
        first = opened.table_of
        await opened.alice.command("gin resign")
        assert opened.alice.told is not None
        await opened.alice.press_on(opened.alice.told.id, "Resign")

        shown = await opened.alice.press_table("Try Normal")

        assert "Your hand against Normal computer" in shown.text
        assert match_of(shown) != first


async def test_the_rules_of_the_match_before_are_played_again(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        await begin(opened, opened.alice, rules="pagat")
        await resign(opened.alice)

        await opened.alice.press_table("Play again")

        assert "Pagat" in opened.message(opened.last_id).text


async def resign(who: Person) -> None:
    """Give the match up."""
    await who.command("gin resign")
    assert who.told is not None
    await who.press_on(who.told.id, "Resign")


async def test_somebody_elses_match_is_not_played_again_by_others(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        await begin(opened, opened.alice)
        again = f"ginpractice1:easy:{opened.table_of}"
        early = await opened.forge(opened.alice, opened.table_id, again)
        assert early is not None
        assert "still playing; a rematch comes after the end" in words(early)
        await resign(opened.alice)

        shown = await opened.bob.press_table("Play again")

        assert "between alice and Easy computer." in words(shown)


async def test_a_server_with_threads_has_one_for_practice_too(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        put_in_charge(opened, opened.bob)
        await opened.bob.command("gin-admin threads", each=True)

        await begin(opened, opened.alice)

        assert opened.channel_of(opened.table_id) != opened.channel.id
        assert "alice and Easy computer" in opened.table.text


# The computer's turn.


async def test_it_moves_after_a_pause_and_is_told_like_anyones(tmp_path: Path) -> None:
    dealer = ScriptedDealer(KNOCK_BY_THE_OTHER)
    async with room(tmp_path / "gin.sqlite3", dealer, computer_pause_seconds=20) as opened:
        await begin(opened, opened.alice)
        await opened.env.advance_time(19)
        assert "Easy computer" not in told(opened)

        await opened.env.advance_time(2)

        assert "Easy computer" in told(opened)
        assert any(key.verb in {"draw", "pass"} for key in opened.alice.panel.keys)


def told(opened: Room) -> str:
    """The moves that the table tells, without the score and what comes next."""
    lines = words(opened.table).splitlines()[2:]
    return "\n".join(line for line in lines if " points, " not in line and "➡️" not in line)


async def test_a_restart_while_it_thinks_loses_nothing(tmp_path: Path) -> None:
    dealer = ScriptedDealer(KNOCK_BY_THE_OTHER)
    async with room(tmp_path / "gin.sqlite3", dealer, computer_pause_seconds=20) as opened:
        await begin(opened, opened.alice)
        await opened.env.advance_time(5)
        await opened.restart(down_for=3600)
        await opened.env.advance_time(1)

        assert "Easy computer" in told(opened)


async def test_a_hand_survives_a_restart_after_each_click(tmp_path: Path) -> None:
    path = tmp_path / "gin.sqlite3"
    async with room(path, ScriptedDealer(*[GIN_BY_THE_DEALER] * 3)) as opened:
        opened.restarts_after_each_click = True
        await begin(opened, opened.alice, "normal")

        for _ in range(20):
            labels = opened.alice.panel.labels
            if "Next hand" in labels or "Play again" in labels:
                break
            wanted = choose(opened.alice.panel)
            await opened.alice.press(wanted or "Refresh")

        assert_legal(stored_history(path, opened.table_of))
        assert isinstance(stored_history(path, opened.table_of)[-1], HandEnded | Ready)


async def test_it_lets_a_discard_go_back_and_plays_on_without_a_pause(tmp_path: Path) -> None:
    dealer = ScriptedDealer(GIN_BY_THE_DEALER)
    async with room(tmp_path / "gin.sqlite3", dealer, computer_pause_seconds=20) as opened:
        await begin(opened, opened.alice)
        while "throw" not in str([key.verb for key in opened.alice.panel.keys]):
            wanted = choose(opened.alice.panel)
            if wanted is not None:
                await opened.alice.press(wanted)
            await opened.env.advance_time(21)
        thrown = next(key for key in opened.alice.panel.keys if key.verb.startswith("throw:"))
        await opened.alice.press(thrown.verb)

        await opened.alice.press(f"Take {plain(thrown.label)} back")

        assert "back, with Easy computer's leave" in words(opened.table)
        assert "throw" in str([key.verb for key in opened.alice.panel.keys])


async def test_in_practice_nobody_is_called_and_nobody_is_asked(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        await begin(opened, opened.alice)
        await opened.env.advance_time(3 * 24 * 3600)
        assert asking(opened) == []

        for what in ("hints", "stand-in"):
            shown = await opened.alice.command("gin ask", what=what)
            assert words(shown).startswith("That is for a match between two people.")
        shown = await opened.alice.command("gin pause")
        assert "alice and Easy computer play without a clock" in words(shown)


# What it counts for.


async def test_practice_has_figures_of_its_own_and_is_in_no_other(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        await begin(opened, opened.alice, "easy")
        await resign(opened.alice)
        await begin(opened, opened.alice, "expert")
        await resign(opened.alice)

        shown = await opened.carol.command("gin stats", player=opened.alice.actor)
        assert "No match has been finished here yet." in words(shown)
        assert "Practice, won–lost: Easy 0–1, Expert 0–1" in words(shown)
        for by in ("rating", "won", "points"):
            board = await opened.carol.command("gin leaderboard", by=by)
            assert "alice" not in board.text
            assert "computer" not in board.text
        luck = await opened.carol.command("gin luck")
        assert "computer" not in luck.text


async def test_a_match_between_people_counts_as_if_there_had_been_no_practice(
    tmp_path: Path,
) -> None:
    figures = []
    for folder, practises in (("without", False), ("with", True)):
        (tmp_path / folder).mkdir()
        async with room(tmp_path / folder / "gin.sqlite3") as opened:
            if practises:
                await begin(opened, opened.alice)
                await resign(opened.alice)
            await opened.seat(opened.alice, opened.bob)
            await resign(opened.alice)
            shown = [
                await opened.carol.command("gin leaderboard", by=by) for by in ("won", "rating")
            ]
            card = await opened.carol.command("gin stats", player=opened.alice.actor)
            figures.append([*map(words, shown), words(card).partition("\nPractice")[0]])

    assert figures[0] == figures[1]


async def test_history_and_replay_know_a_practice_match(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3") as opened:
        await begin(opened, opened.alice, rules="simple")
        await play_out(opened.alice)

        listed = await opened.alice.command("gin history")
        assert "against Easy computer" in words(listed)
        assert "hand points" in words(listed)
        shown = await opened.alice.press_on(listed.id, "Replay 1")
        assert "Easy computer" in words(shown)
        proof = await opened.alice.command("gin verify")
        assert "The deal of hand" in words(proof)


# Hints.


async def test_a_hint_is_for_whoever_asks_and_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "gin.sqlite3"
    async with room(path, ScriptedDealer(GIN_BY_THE_DEALER)) as opened:
        await begin(opened, opened.alice, "normal")
        before, history = words(opened.table), stored_history(path, opened.table_of)

        shown = await opened.alice.press("Hint")

        assert "💡 " in shown.text
        assert "Hint" in shown.labels
        assert words(opened.table) == before
        assert stored_history(path, opened.table_of) == history


async def test_between_people_both_have_to_agree_to_hints(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        alice, bob = opened.alice, opened.bob
        await opened.seat(alice, bob)
        assert "Hint" not in bob.panel.labels
        forged = f"gin1:{opened.table_of}:2:hint"
        refused = await opened.forge(bob, opened.table_id, forged)
        assert refused is not None
        assert words(refused).startswith("Hints are for practice")

        await bob.command("gin ask", what="hints")
        assert alice.panel.labels[:2] == ["Allow hints", "No hints"]
        assert "bob asks that both of you may have hints" in words(opened.table)
        await alice.press("Allow hints")

        assert "Both players may have hints in this match." in words(opened.table)
        shown = await bob.press("Hint")
        assert "💡 Pass: taking 3♥ would not give you a meld" in plain(shown.text)
        later = await opened.forge(alice, opened.table_id, forged)
        assert later is not None
        assert "A hint is for your own turn" in words(later)
        outsider = await opened.forge(opened.carol, opened.table_id, forged)
        assert outsider is not None
        assert "between alice and bob" in words(outsider)


async def test_who_wants_no_hints_says_so(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(KNOCK_BY_THE_OTHER)) as opened:
        await opened.seat(opened.alice, opened.bob)
        await opened.bob.command("gin ask", what="hints")
        await opened.alice.press("No hints")

        assert "Hint" not in opened.bob.panel.labels
        shown = await opened.bob.command("gin ask", what="hints")
        assert "You have asked for that in this turn already" in words(shown)
