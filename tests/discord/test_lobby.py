"""Challenges: how they read, who may answer them, how they end, and rematches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.engine import MatchEnded
from tests.builders import ScriptedDealer, deck_with
from tests.room import Person, Room, plain, room

DEAL = deck_with(
    non_dealer="2c 3c 4c 5d 6d 7d 9d Kh Qs Jd",
    dealer="Ac As Ad 5h 6h 7h Tc Jc Ks Qh",
    upcard="9h",
    stock="8c 8s",
)
"""Alice deals; Bob may take 9h."""

RULES = "Classic · knock 10 · gin 25 · Big Gin 31 · undercut 25 · to 100, lines 25, game 100"
DURING_A_HAND = ["My hand", "Score sheet", "History", "Rules"]
QUARTER = timedelta(minutes=15).total_seconds()


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A room in which nobody has sat down yet."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(*[DEAL] * 4)) as made:
        yield made


def words(text: str) -> str:
    """Text without what only makes it bold or asks for text glyphs."""
    return plain(text).replace("**", "")


def relative(opened: Room, after: timedelta) -> str:
    """Discord's relative timestamp for a moment some time from now."""
    return f"<t:{int((opened.env.now() + after).timestamp())}:R>"


async def ask(person: Person, command: str) -> int:
    """Type a command and say which message answers it."""
    result = await person.actor.slash(person.room.channel, command)
    person.heard(result)
    assert result.response is not None
    return result.response.id


async def resign(person: Person, *, against: str | None = None) -> None:
    """Give a match up; `against` chooses which where there are several."""
    answer = await ask(person, "gin resign")
    if against is not None:
        await person.press_on(answer, against)
    await person.press_on(answer, "Resign")


async def finish(opened: Room) -> None:
    """Alice and Bob sit down, and Bob resigns at once."""
    await opened.seat(opened.alice, opened.bob)
    await resign(opened.bob)


def public(opened: Room) -> list[int]:
    """The ids of everything that was said aloud."""
    return [message.id for message in opened.channel.history()]


def sent(opened: Room) -> dict[str, Any]:
    """The body of the last message that answered an interaction."""
    posted = [
        request.json["data"]
        for request in opened.env.http_requests
        if request.method == "POST" and request.path.endswith("/callback") and request.json
    ]
    data = posted[-1]
    assert isinstance(data, dict)
    return data


async def ended(opened: Room, match: int) -> bool:
    stored = await opened.bot.services.records.load(match)
    assert stored is not None
    return isinstance(stored[1][-1], MatchEnded)


# What a challenge says.


async def test_a_challenge_says_who_what_and_until_when(opened: Room) -> None:
    until = relative(opened, timedelta(minutes=15))

    shown = await opened.alice.command("gin challenge", opponent=opened.bob.actor)

    assert f"<@{opened.bob.id}>, alice challenges you to a match." in words(shown.text)
    assert RULES in shown.text
    assert f"Lapses {until}." in shown.text
    assert shown.labels == ["Accept", "Decline", "Cancel"]


async def test_how_long_a_challenge_stands_can_be_set(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3", challenge_minutes=3) as opened:
        until = relative(opened, timedelta(minutes=3))
        shown = await opened.alice.command("gin challenge", opponent=opened.bob.actor)
        assert f"Lapses {until}." in shown.text

        await opened.env.advance_time(2 * 60 + 59)
        assert opened.message(opened.last_id).labels == ["Accept", "Decline", "Cancel"]
        await opened.env.advance_time(1)

        assert "did not answer in time" in opened.message(opened.last_id).text


async def test_a_challenge_notifies_the_friend_and_nobody_else(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)

    assert sent(opened)["allowed_mentions"] == {"parse": [], "users": [opened.bob.id]}
    stored = opened.env.backend.get_message(opened.channel.id, opened.last_id)
    assert stored.mention_user_ids == [opened.bob.id]


async def test_an_open_challenge_notifies_nobody(opened: Room) -> None:
    shown = await opened.alice.command("gin challenge")

    assert sent(opened)["allowed_mentions"] == {"parse": [], "users": []}
    assert "<@" not in shown.text
    assert "alice looks for someone to play with" in words(shown.text)
    assert RULES in shown.text
    assert relative(opened, timedelta(minutes=15)) in shown.text


async def test_anyone_but_the_challenger_may_accept_an_open_challenge(opened: Room) -> None:
    shown = await opened.alice.command("gin challenge")
    offer = opened.last_id
    assert shown.labels == ["Accept", "Cancel"]

    own = await opened.alice.press_on(offer, "Accept")
    assert "You cannot play against yourself" in own.text
    hand = await opened.carol.press_on(offer, "Accept")

    assert "Your hand against alice" in hand.text
    assert "Gin Rummy: alice and carol" in opened.message(offer).text


async def test_nobody_can_decline_an_open_challenge(opened: Room) -> None:
    await opened.alice.command("gin challenge")
    offer = opened.last_id

    shown = await opened.forge(opened.bob, offer, "gin1:1:0:decline")

    assert shown is not None
    assert "Anyone may accept this challenge; only alice can take it back." in words(shown.text)
    assert opened.message(offer).labels == ["Accept", "Cancel"]


async def test_the_members_menu_challenges_too(opened: Room) -> None:
    typed = await opened.alice.command("gin challenge", opponent=opened.bob.actor)

    result = await opened.alice.actor.context_menu(
        opened.channel, "Challenge to Gin Rummy", opened.bob.actor
    )

    chosen = opened.alice.heard(result)
    assert chosen.text == typed.text
    assert chosen.labels == typed.labels
    assert sent(opened)["allowed_mentions"] == {"parse": [], "users": [opened.bob.id]}
    await opened.sit_down(opened.alice, opened.bob)
    assert "Your hand against alice" in opened.bob.panel.text


async def test_the_members_menu_refuses_oneself_and_bots(opened: Room) -> None:
    machine = opened.guild.add_member(opened.env.create_user("machine", bot=True))
    menu = "Challenge to Gin Rummy"

    itself = await opened.alice.actor.context_menu(opened.channel, menu, opened.alice.actor)
    bot = await opened.alice.actor.context_menu(opened.channel, menu, machine)

    assert "You cannot play against yourself" in opened.alice.heard(itself).text
    assert "Bots cannot be challenged" in opened.alice.heard(bot).text
    assert public(opened) == []


# How a challenge ends.


async def test_a_declined_challenge_is_one_line_without_buttons(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)

    shown = await opened.bob.press_on(opened.last_id, "Decline")

    assert words(shown.text) == "bob declined alice's challenge."
    assert shown.keys == []


async def test_a_challenge_taken_back_is_one_line_without_buttons(opened: Room) -> None:
    await opened.alice.command("gin challenge")

    shown = await opened.alice.press_on(opened.last_id, "Cancel")

    assert words(shown.text) == "alice took the challenge back."
    assert shown.keys == []
    told = await opened.forge(opened.bob, opened.last_id, "gin1:1:0:accept")
    assert told is not None
    assert "This challenge was taken back." in told.text


async def test_an_unanswered_challenge_lapses_by_itself(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id

    await opened.env.advance_time(QUARTER - 1)
    assert opened.message(offer).labels == ["Accept", "Decline", "Cancel"]
    await opened.env.advance_time(1)

    shown = opened.message(offer)
    assert words(shown.text) == "alice's challenge lapsed: bob did not answer in time."
    assert shown.keys == []


async def test_an_open_challenge_lapses_by_itself(opened: Room) -> None:
    await opened.alice.command("gin challenge")

    await opened.env.advance_time(QUARTER)

    shown = opened.message(opened.last_id)
    assert words(shown.text) == "alice's challenge lapsed: nobody answered it in time."
    assert shown.keys == []


async def test_each_challenge_lapses_in_its_own_time(opened: Room) -> None:
    await opened.alice.command("gin challenge")
    first = opened.last_id
    await opened.env.advance_time(60)
    await opened.bob.command("gin challenge")
    second = opened.last_id

    await opened.env.advance_time(QUARTER - 60)
    assert "lapsed" in opened.message(first).text
    assert opened.message(second).labels == ["Accept", "Cancel"]
    await opened.env.advance_time(60)

    assert "lapsed" in opened.message(second).text


async def test_accepting_a_lapsed_challenge_is_answered_in_words(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id
    accept = opened.message(offer).key("Accept").custom_id
    await opened.env.advance_time(QUARTER)

    told = await opened.forge(opened.bob, offer, accept)

    assert told is not None
    assert "This challenge has lapsed. `/gin challenge` makes a new one." in told.text
    assert told.keys == []


async def test_a_challenge_lapses_although_the_bot_was_down(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id
    accept = opened.message(offer).key("Accept").custom_id

    await opened.restart(down_for=QUARTER + 3600)

    shown = opened.message(offer)
    assert words(shown.text) == "alice's challenge lapsed: bob did not answer in time."
    assert shown.keys == []
    told = await opened.forge(opened.bob, offer, accept)
    assert told is not None
    assert "This challenge has lapsed." in told.text


async def test_a_lapsed_challenge_whose_message_is_gone_troubles_nobody(opened: Room) -> None:
    await opened.alice.command("gin challenge")
    opened.env.backend.delete_message(opened.channel.id, opened.last_id)
    await opened.bob.command("gin challenge")
    other = opened.last_id

    await opened.env.advance_time(QUARTER)

    assert public(opened) == [other]
    assert "lapsed" in opened.message(other).text


async def test_a_challenge_still_stands_after_a_restart(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id

    await opened.restart()
    hand = await opened.bob.press_on(offer, "Accept")

    assert "Your hand against alice" in hand.text
    assert "Gin Rummy: alice and bob" in opened.message(offer).text


async def test_a_restart_forgets_no_deadline(opened: Room) -> None:
    await opened.alice.command("gin challenge")
    await opened.env.advance_time(60)

    await opened.restart()
    await opened.env.advance_time(QUARTER - 61)
    assert opened.message(opened.last_id).labels == ["Accept", "Cancel"]
    await opened.env.advance_time(1)

    assert "lapsed" in opened.message(opened.last_id).text


# Sitting down.


async def test_an_accepted_challenge_becomes_the_table(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    offer = opened.last_id

    hand = await opened.bob.press_on(offer, "Accept")

    assert "Your hand against alice" in hand.text
    assert hand.labels == ["Take 9♥", "Pass"]
    assert public(opened) == [offer]
    table = opened.message(offer)
    assert "Gin Rummy: alice and bob" in table.text
    assert table.labels == DURING_A_HAND
    assert table.alt.startswith("The table. Discard pile: nine of hearts.")


async def test_the_hand_of_the_one_who_accepts_is_for_him_alone(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    await opened.bob.press_on(opened.last_id, "Accept")

    panel = opened.bob.panel_id
    seen_by_bob = [message.id for message in opened.channel.history(viewer=opened.bob.actor)]
    seen_by_alice = [message.id for message in opened.channel.history(viewer=opened.alice.actor)]

    assert panel in seen_by_bob
    assert panel not in seen_by_alice
    assert panel not in public(opened)


# Several matches at once.


@pytest.fixture
async def two_tables(opened: Room) -> tuple[Room, int, int]:
    """Alice plays Bob at the first table, Carol plays Bob at the second; Bob deals at none."""
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    first = opened.last_id
    await opened.carol.command("gin challenge", opponent=opened.bob.actor)
    second = opened.last_id
    await opened.bob.press_on(first, "Accept")
    await opened.bob.press_on(second, "Accept")
    return opened, first, second


async def test_every_panel_says_who_the_opponent_is(two_tables: tuple[Room, int, int]) -> None:
    opened, first, second = two_tables

    assert "against alice" in (await opened.bob.press_on(first, "My hand")).text
    assert "against carol" in (await opened.bob.press_on(second, "My hand")).text
    assert "against bob" in (await opened.alice.press_on(first, "My hand")).text
    assert "against bob" in (await opened.carol.press_on(second, "My hand")).text


async def test_a_move_at_one_table_leaves_the_other_alone(
    two_tables: tuple[Room, int, int],
) -> None:
    opened, first, second = two_tables
    before = opened.message(second).text
    await opened.bob.press_on(second, "My hand")
    at_second = opened.bob.panel_id
    await opened.bob.press_on(first, "My hand")

    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")

    assert "bob took 9♥ from the pile and threw K♥" in words(opened.message(first).text)
    assert opened.message(second).text == before
    assert opened.message(at_second or 0).labels == ["Take 9♥", "Pass"]


async def test_hand_asks_which_match_and_shows_the_chosen_one(
    two_tables: tuple[Room, int, int],
) -> None:
    opened, first, _ = two_tables
    await opened.bob.press_on(first, "My hand")
    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")

    answer = await ask(opened.bob, "gin hand")
    asked = opened.message(answer)
    assert "You sit at several tables. Against whom?" in asked.text
    assert asked.labels == ["➡️ carol, 0–0", "alice, 0–0"], "the one that waits for him comes first"
    shown = await opened.bob.press_on(answer, "alice, 0–0")

    assert opened.bob.panel_id == answer, "the question becomes the hand"
    assert "Your hand against alice" in shown.text
    assert "alice is to move" in words(shown.text)


async def test_the_hand_asked_for_by_name_can_be_played(two_tables: tuple[Room, int, int]) -> None:
    opened, _, second = two_tables
    answer = await ask(opened.bob, "gin hand")

    await opened.bob.press_on(answer, "➡️ carol, 0–0")
    await opened.bob.press("take")
    await opened.bob.press("throw:Qs")

    assert "bob took 9♥ from the pile and threw Q♠" in words(opened.message(second).text)


async def test_score_asks_which_match_and_shows_the_chosen_one(
    two_tables: tuple[Room, int, int],
) -> None:
    opened, _, _ = two_tables
    answer = await ask(opened.bob, "gin score")
    assert "Against whom?" in opened.message(answer).text

    shown = await opened.bob.press_on(answer, "➡️ carol, 0–0")

    assert "Score sheet: carol and bob" in shown.text
    assert "No hand has been scored yet." in shown.text


async def test_resign_asks_which_match_and_gives_up_that_one_alone(
    two_tables: tuple[Room, int, int],
) -> None:
    opened, first, second = two_tables
    answer = await ask(opened.bob, "gin resign")
    assert "Against whom?" in opened.message(answer).text

    asked = await opened.bob.press_on(answer, "➡️ carol, 0–0")
    assert "Resign this match? carol wins it" in words(asked.text)
    assert not await ended(opened, 2)
    await opened.bob.press_on(answer, "Resign")

    assert await ended(opened, 2)
    assert "bob resigned. 🏆 carol wins the match." in words(opened.message(second).text)
    assert not await ended(opened, 1)
    assert opened.message(first).labels == DURING_A_HAND
    assert "Your hand against alice" in (await opened.bob.command("gin hand")).text


async def test_two_matches_of_the_same_two_are_apart(opened: Room) -> None:
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    first = opened.last_id
    await opened.alice.command("gin challenge", opponent=opened.bob.actor)
    second = opened.last_id
    await opened.bob.press_on(first, "Accept")
    await opened.bob.press_on(second, "Accept")

    await opened.bob.press("Pass")

    assert "may take the upcard" in opened.message(first).text
    assert "bob left the upcard" not in words(opened.message(first).text)
    assert "bob left the upcard" in words(opened.message(second).text)


# Rematches.


async def test_a_rematch_is_a_challenge_to_the_same_player(opened: Room) -> None:
    await finish(opened)

    shown = await opened.bob.press_table("Rematch")

    assert f"<@{opened.alice.id}>, bob asks for a rematch." in words(shown.text)
    assert RULES in shown.text
    assert shown.labels == ["Accept", "Decline", "Cancel"]
    assert sent(opened)["allowed_mentions"] == {"parse": [], "users": [opened.alice.id]}
    await opened.sit_down(opened.bob, opened.alice)
    assert "Gin Rummy: bob and alice" in opened.table.text
    assert "Your hand against alice" in opened.bob.panel.text


async def test_a_rematch_can_be_asked_for_from_ones_panel(opened: Room) -> None:
    await finish(opened)
    assert opened.alice.panel.labels == ["Rematch"]
    before = opened.last_id

    await opened.alice.press("Rematch")

    assert opened.last_id != before
    assert "alice asks for a rematch" in words(opened.message(opened.last_id).text)


async def test_asking_twice_for_a_rematch_is_answered_in_words(opened: Room) -> None:
    await finish(opened)
    await opened.bob.press_table("Rematch")
    before = public(opened)

    told = await opened.bob.press_table("Rematch")

    assert "You have asked for a rematch already; alice has yet to answer." in words(told.text)
    assert public(opened) == before


async def test_the_second_to_ask_for_a_rematch_accepts_the_firsts(opened: Room) -> None:
    await finish(opened)
    old = opened.table_id
    await opened.bob.press_table("Rematch")
    offer = opened.last_id

    hand = await opened.alice.press_on(old, "Rematch")

    assert "Your hand against bob" in hand.text
    assert public(opened) == [old, offer]
    assert "Gin Rummy: bob and alice" in opened.message(offer).text


async def test_two_who_ask_for_a_rematch_at_once_play_one(opened: Room) -> None:
    await finish(opened)
    rematch = opened.table.key("Rematch").custom_id
    table = opened.table_id

    await opened.clicks_at_once((opened.alice, table, rematch), (opened.bob, table, rematch))

    live = [
        await opened.bot.services.records.live_matches(opened.guild.id, person.id)
        for person in (opened.alice, opened.bob)
    ]
    assert live == [[2], [2]]
    fresh = [opened.message(message) for message in public(opened) if message != table]
    playing = [shown for shown in fresh if shown.labels == DURING_A_HAND]
    assert len(playing) == 1
    standing = [shown.text for shown in fresh if "Accept" in shown.labels]
    assert standing == [], "a challenge that is accepted already still shows its buttons"


async def test_an_outsider_cannot_ask_for_a_rematch(opened: Room) -> None:
    await finish(opened)
    before = public(opened)

    told = await opened.carol.press_table("Rematch")

    assert "between alice and bob" in words(told.text)
    assert public(opened) == before


async def test_an_outsider_cannot_accept_a_rematch(opened: Room) -> None:
    await finish(opened)
    await opened.bob.press_table("Rematch")

    told = await opened.carol.press_on(opened.last_id, "Accept")

    assert "This challenge is for alice" in words(told.text)


async def test_a_declined_rematch_may_be_asked_for_again_a_while_later(opened: Room) -> None:
    await finish(opened)
    await opened.bob.press_table("Rematch")
    declined = opened.last_id
    await opened.alice.press_on(declined, "Decline")
    told = await opened.bob.press_table("Rematch")
    assert "alice** declined your last challenge. You can ask again <t:" in told.text
    await opened.env.advance_time(10 * 60)

    await opened.bob.press_table("Rematch")

    assert opened.last_id != declined
    assert opened.message(opened.last_id).labels == ["Accept", "Decline", "Cancel"]


async def test_a_lapsed_rematch_may_be_asked_for_again(opened: Room) -> None:
    await finish(opened)
    await opened.bob.press_table("Rematch")
    lapsed = opened.last_id
    await opened.env.advance_time(QUARTER)
    assert "lapsed" in opened.message(lapsed).text

    await opened.alice.press_table("Rematch")

    assert f"<@{opened.bob.id}>, alice asks for a rematch." in words(
        opened.message(opened.last_id).text
    )


async def test_a_rematch_still_stands_after_a_restart(opened: Room) -> None:
    await finish(opened)
    await opened.bob.press_table("Rematch")
    offer = opened.last_id

    await opened.restart()
    hand = await opened.alice.press_table("Rematch")

    assert "Your hand against bob" in hand.text
    assert "Gin Rummy: bob and alice" in opened.message(offer).text


@pytest.mark.parametrize("where", ["table", "panel"])
async def test_there_is_no_rematch_before_the_end(opened: Room, where: str) -> None:
    await opened.seat(opened.alice, opened.bob)
    assert "Rematch" not in opened.table.labels
    message = opened.table_id if where == "table" else opened.bob.panel_id or 0

    told = await opened.forge(opened.bob, message, "gin1:1:2:rematch")

    assert told is not None
    assert "alice and bob are still playing; a rematch comes after the end." in words(told.text)
    assert public(opened) == [opened.table_id]
