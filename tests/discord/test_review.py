"""The coach: a finished hand of one's own reviewed in private, by clicks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.rendering.controls import OwnReview
from tests.builders import ScriptedDealer, deck_with
from tests.room import Person, Room, Shown, plain, room
from tests.scripts import GIN_BY_THE_DEALER, KNOCK_FOR_THREE, THIRTEEN

from .plays import gin_by_the_dealer, next_hand
from .settings import choose, words

PASSED_BY = deck_with(non_dealer=KNOCK_FOR_THREE, dealer=THIRTEEN, upcard="3h", stock="8c 7s")
BOB_BY_TURN = ["As dealt: 10.", "From turn 1 on: 3, 3."]
"""Ace to three of clubs, five to seven of diamonds and the nines meld; K♦ is loose, then 3♥."""


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Bob could have knocked with K♦ in his first turn, and knocked in his second."""
    dealer = ScriptedDealer(PASSED_BY, GIN_BY_THE_DEALER)
    async with room(tmp_path / "gin.sqlite3", dealer) as made:
        await made.seat(made.alice, made.bob)
        await made.bob.press("Take 3♥")
        await made.bob.press("throw:Kd")
        await throw_what_was_drawn(made.alice)
        drawn = await draw(made.bob)
        await made.bob.press("Knock…")
        await made.bob.press(f"{drawn} leaves 3")
        yield made


async def draw(who: Person) -> str:
    shown = await who.press("draw")
    return plain(shown.text).split("You drew ")[1].split(".")[0]


async def throw_what_was_drawn(who: Person) -> None:
    await who.press(await draw(who))


async def reviewed(who: Person) -> Shown:
    """Press Review under the hand that has just ended."""
    assert who.panel_id is not None
    return await who.press_on(who.panel_id, "Review")


async def test_each_player_has_a_review_of_his_own_under_the_finished_hand(opened: Room) -> None:
    mine = await reviewed(opened.bob)
    assert "### Your review: hand 1 of alice and bob" in words(mine)
    for told in BOB_BY_TURN:
        assert told in mine.alt
    assert "Your deadwood: 10 as dealt, 3 after 2 turns." in words(mine)
    theirs = await reviewed(opened.alice)
    assert "Your deadwood: 13 as dealt" in words(theirs)
    assert opened.bob.panel.labels == ["Next hand", "Review"]


async def test_a_knock_passed_by_is_told_with_what_it_would_have_scored(opened: Room) -> None:
    """Alice held 13 then, and 13 - 3 = 10."""
    shown = await reviewed(opened.bob)
    assert "Turn 1: K♦, 3 left; it would have scored 10 points." in words(shown)
    assert "Knocks passed by" not in words(await reviewed(opened.alice))


async def test_whoever_had_no_turn_is_told_so_and_nothing_else_is_made_up(opened: Room) -> None:
    await next_hand(opened.alice, opened.bob)
    await gin_by_the_dealer(dealer=opened.bob, other=opened.alice)
    shown = await reviewed(opened.alice)
    assert "You were dealt 68 points of deadwood and had no turn to lower them." in words(shown)
    for unsaid in ("What cost most", "Knocks passed by", "Luck"):
        assert unsaid not in shown.text


async def test_a_review_is_private_and_leaves_the_panel_where_it_is(opened: Room) -> None:
    panel = opened.bob.panel_id
    shown = await reviewed(opened.bob)
    assert opened._stored(shown.id).is_ephemeral
    assert shown.id != panel
    assert opened.bob.panel.labels == ["Next hand", "Review"]


async def test_no_review_of_a_hand_that_goes_on_or_never_was(opened: Room) -> None:
    await next_hand(opened.alice, opened.bob)
    assert "Review" not in opened.bob.panel.labels
    for hand in (2, 3, 0):
        asked = OwnReview(opened.table_of, hand)
        shown = await opened.forge(opened.bob, opened.table_id, asked.encode())
        assert shown is not None
        assert "A hand can be looked at once it is over" in shown.text


async def test_an_outsider_is_refused_in_one_line(opened: Room) -> None:
    asked = OwnReview(opened.table_of, 1).encode()
    shown = await opened.forge(opened.carol, opened.table_id, asked)
    assert shown is not None
    assert (
        words(shown) == "A review is for whoever played the hand; Replay shows it to everybody"
        " else."
    )
    records = opened.bot.services.records
    stored = await records.load(opened.table_of)
    assert stored is not None
    await records.move_table(replace(stored[0], private=True))
    shown = await opened.forge(opened.carol, opened.table_id, asked)
    assert shown is not None
    assert "for its players alone" in shown.text


async def test_a_replay_leads_to_the_review_for_those_who_played_alone(opened: Room) -> None:
    theirs = await opened.carol.command("gin replay", match=str(opened.table_of))
    assert "Review" not in theirs.labels
    mine = await opened.alice.command("gin replay", match=str(opened.table_of))
    shown = await opened.alice.press_on(mine.id, "Review")
    assert "### Your review: hand 1" in words(shown)
    again = await opened.alice.press_on(shown.id, "Replay")
    assert "### Hand 1 of alice and bob" in words(again)


async def test_the_list_of_ones_own_matches_leads_to_it(opened: Room) -> None:
    await opened.alice.command("gin resign")
    assert opened.alice.told is not None
    await opened.alice.press_on(opened.alice.told.id, "Resign")
    listed = await opened.bob.command("gin history")
    shown = await opened.bob.press_on(listed.id, "Review 1")
    assert "### Your review: hand 1" in words(shown)
    listed = await opened.carol.command("gin history", player=opened.bob.actor)
    assert listed.labels == ["Replay 1"]


async def test_for_text_only_players_the_course_is_told(opened: Room) -> None:
    await choose(opened.bob, "Text only: off")
    shown = await reviewed(opened.bob)
    assert shown.pictures == []
    for told in BOB_BY_TURN:
        assert told in plain(shown.text)


async def test_a_review_is_there_after_a_restart(opened: Room) -> None:
    before = await reviewed(opened.bob)
    await opened.restart()
    after = await opened.bob.press_on(opened.bob.panel_id or 0, "Review")
    assert after.text == before.text


async def test_at_the_end_of_the_match_the_last_hand_can_be_reviewed(opened: Room) -> None:
    await next_hand(opened.alice, opened.bob)
    await gin_by_the_dealer(dealer=opened.bob, other=opened.alice)
    assert "Rematch" in opened.bob.panel.labels
    assert "### Your review: hand 2" in words(await reviewed(opened.bob))
