"""Bad input: each kind has its own words, and nothing changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.builders import ScriptedDealer, deck_with
from tests.room import Room, plain, room

DEAL = deck_with(
    non_dealer="2c 3c 4c 5d 6d 7d 9d Kh Qs Jd",
    dealer="Ac As Ad 5h 6h 7h Tc Jc Ks Qh",
    upcard="9h",
    stock="8c 8s",
)
"""Alice deals; Bob may take 9h."""


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice and Bob at a table, both hands open, Bob to decide on 9h."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(DEAL, DEAL, DEAL)) as made:
        await made.seat(made.alice, made.bob)
        yield made


async def events(opened: Room) -> Any:
    """All that has happened in the match, by the store."""
    sitting = await opened.bot.services.tables.look(1)
    stored = await opened.bot.services.records.load(1)
    assert stored is not None
    assert len(stored[1]) == sitting.match.version
    return stored[1]


async def test_an_outsider_is_told_who_plays_and_how_to_start(opened: Room) -> None:
    before = await events(opened)

    shown = await opened.carol.press_table("My hand")

    assert "between alice and bob" in shown.text.replace("**", "")
    assert "`/gin challenge`" in shown.text
    assert shown.keys == []
    assert await events(opened) == before


async def test_somebody_elses_button_does_not_move_for_him(opened: Room) -> None:
    """The non-dealer's Take, pressed by the dealer who has learnt its id."""
    before = await events(opened)
    take = opened.bob.panel.key("take").custom_id

    shown = await opened.forge(opened.alice, opened.alice.panel_id or 0, take)

    assert shown is not None
    assert "It is bob's turn." in shown.text.replace("**", "")
    assert await events(opened) == before


async def test_an_outsiders_forged_move_shows_him_no_card(opened: Room) -> None:
    before = await events(opened)
    take = opened.bob.panel.key("take").custom_id

    shown = await opened.forge(opened.carol, opened.table_id, take)

    assert shown is not None
    assert "This match is between" in shown.text
    assert shown.pictures == []
    assert await events(opened) == before


async def test_an_old_button_gets_the_present_hand(opened: Room) -> None:
    """Bob opens his hand twice, plays in one panel and presses the other."""
    old = opened.bob.panel_id
    assert old is not None
    await opened.bob.open_hand()
    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")
    before = await events(opened)

    shown = await opened.bob.press_on(old, "Pass")

    assert "That was an older picture of your hand" in shown.text
    assert "alice is to move" in shown.text.replace("**", "")
    assert await events(opened) == before


async def test_the_same_click_twice_at_once_counts_once(opened: Room) -> None:
    panel = opened.bob.panel_id or 0
    take = opened.bob.panel.key("take").custom_id

    await opened.clicks_at_once((opened.bob, panel, take), (opened.bob, panel, take))

    happened = [event.kind for event in await events(opened)]
    assert happened == ["began", "dealt", "took"]
    assert "That click has counted already" in opened.bob.panel.text


@pytest.mark.parametrize(
    "custom_id",
    [
        "gin1:999:2:take",
        "gin1:1:2:fly",
        "gin1:1:2:throw",
        "gin1:1:2:throw:Xx",
        "gin1:1:2:take:7h",
        "gin1:1:-2:take",
        "gin9:1:2:take",
        "gin1:" + "9" * 60 + ":2:take",
        "gin",
    ],
)
async def test_a_forged_id_is_from_an_older_deal(opened: Room, custom_id: str) -> None:
    before = await events(opened)

    shown = await opened.forge(opened.bob, opened.table_id, custom_id)

    assert shown is not None
    assert "This table is from an older deal" in shown.text
    assert await events(opened) == before


async def test_a_version_that_has_not_come_yet_is_no_move(opened: Room) -> None:
    before = await events(opened)

    shown = await opened.forge(opened.bob, opened.bob.panel_id or 0, "gin1:1:99:take")

    assert shown is not None
    assert "That was an older picture of your hand" in shown.text
    assert await events(opened) == before


async def forged_in_bobs_panel(opened: Room, verb: str) -> str:
    """What Bob's panel says when this verb is forged at the present version."""
    before = await events(opened)
    version = len(before)
    shown = await opened.forge(opened.bob, opened.bob.panel_id or 0, f"gin1:1:{version}:{verb}")
    assert shown is not None
    assert await events(opened) == before
    return plain(shown.text)


async def test_a_card_not_held_cannot_be_thrown(opened: Room) -> None:
    await opened.bob.press("take")

    assert "You do not hold A♣" in await forged_in_bobs_panel(opened, "throw:Ac")


async def test_a_card_just_taken_stays_for_the_turn(opened: Room) -> None:
    shown = await opened.bob.press("take")
    assert "9♥" not in shown.labels

    said = await forged_in_bobs_panel(opened, "throw:9h")

    assert "You took 9♥ this turn, so it has to stay until your next one." in said


async def test_drawing_before_the_upcard_is_settled_is_not_possible(opened: Room) -> None:
    assert "take the upcard or pass first" in await forged_in_bobs_panel(opened, "draw")


async def test_throwing_before_drawing_is_not_possible(opened: Room) -> None:
    assert "take the upcard or pass first" in await forged_in_bobs_panel(opened, "throw:Kh")


async def test_drawing_twice_is_not_possible(opened: Room) -> None:
    await opened.bob.press("take")

    assert "you have drawn already" in await forged_in_bobs_panel(opened, "draw")


async def test_an_upcard_passed_by_both_cannot_be_taken(opened: Room) -> None:
    await opened.bob.press("Pass")
    await opened.alice.press("Pass")
    assert opened.bob.panel.labels == ["Draw from stock (31)"]

    said = await forged_in_bobs_panel(opened, "take")

    assert "You both passed the upcard" in said


async def test_too_much_deadwood_for_a_knock_says_how_much(opened: Room) -> None:
    """2-3-4c, 5-6-7d stay; without the king 9 9 Q J are loose: 9 + 9 + 10 + 10 = 38."""
    shown = await opened.bob.press("take")
    assert "Knock…" not in shown.labels

    said = await forged_in_bobs_panel(opened, "knock:Kh")

    assert "Throwing K♥ leaves 38, and a knock takes 10 or less" in said


async def test_big_gin_needs_eleven_melded_cards(opened: Room) -> None:
    await opened.bob.press("take")

    assert "yours leave 48" in await forged_in_bobs_panel(opened, "big-gin")


async def test_the_next_hand_waits_for_the_end_of_this_one(opened: Room) -> None:
    assert "take the upcard or pass first" in await forged_in_bobs_panel(opened, "next")


async def test_bots_and_oneself_cannot_be_challenged(opened: Room) -> None:
    machine = opened.guild.add_member(opened.env.create_user("machine", bot=True))

    to_bot = await opened.carol.command("gin challenge", opponent=machine)
    to_self = await opened.carol.command("gin challenge", opponent=opened.carol.actor)

    assert "Bots cannot be challenged" in to_bot.text
    assert "You cannot play against yourself" in to_self.text


async def test_only_the_invited_may_answer_a_challenge(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id

    accepted = await opened.carol.press_on(offer, "Accept")
    assert "This challenge is for bob" in accepted.text.replace("**", "")
    declined = await opened.carol.press_on(offer, "Decline")
    assert "This challenge is for bob" in declined.text.replace("**", "")
    cancelled = await opened.bob.press_on(offer, "Cancel")
    assert "Only alice can take this challenge back" in cancelled.text.replace("**", "")
    own = await opened.alice.press_on(offer, "Accept")
    assert "You cannot play against yourself" in own.text
    assert opened.message(offer).labels == ["Accept", "Decline", "Cancel"]


async def test_an_answered_challenge_cannot_be_answered_again(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id
    accept = opened.message(offer).key("Accept").custom_id
    await opened.bob.press_on(offer, "Decline")
    assert opened.message(offer).text.replace("**", "") == "bob declined alice's challenge."

    shown = await opened.forge(opened.bob, offer, accept)

    assert shown is not None
    assert "This challenge was declined." in shown.text


async def test_two_who_accept_at_once_get_one_seat(opened: Room) -> None:
    await opened.alice.command("gin challenge")
    offer = opened.last_id
    accept = opened.message(offer).key("Accept").custom_id

    shown = await opened.clicks_at_once((opened.bob, offer, accept), (opened.carol, offer, accept))

    texts = [answer.text for answer in shown if answer is not None]
    assert len(texts) == 2
    assert sum("Your hand against" in text for text in texts) == 1
    assert sum("has been accepted already" in text for text in texts) == 1
