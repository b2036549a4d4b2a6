"""The public table and the private panels: what they show, and that they follow the game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.engine import MatchEnded, MatchEnding
from tests.builders import ScriptedDealer, deck_with
from tests.room import Person, Room, Shown, plain, room
from tests.scripts import GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER, KNOCK_WITH_LAY_OFF, VOID

from .plays import draw_until_void, gin_by_the_dealer, knock_with_the_upcard, next_hand

DEAL = deck_with(
    non_dealer="2c 3c 4c 5d 6d 7d 9d Kh Qs Jd",
    dealer="Ac As Ad 5h 6h 7h Tc Jc Ks Qh",
    upcard="9h",
    stock="8c 8s 2s 2h",
)
"""Bob, who does not deal, has 2-3-4c and 5-6-7d; Alice has three aces and 5-6-7h."""

DURING_A_HAND = ["My hand", "Score sheet", "History", "Rules"]
BETWEEN_HANDS = [*DURING_A_HAND, "Next hand"]
AFTER_THE_END = ["Score sheet", "History", "Rules", "Rematch"]
NO_SCORE = "alice: 0 points, 0 lines. bob: 0 points, 0 lines."


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """Alice has dealt, both hands are open, Bob is to decide on 9h."""
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(*[DEAL] * 3)) as made:
        await made.seat(made.alice, made.bob)
        yield made


@asynccontextmanager
async def a_hand_over(path: Path, **settings: Any) -> AsyncIterator[Room]:
    """Alice has gone gin for 93 in the first hand; the next is not dealt yet."""
    decks = ScriptedDealer(GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER)
    async with room(path / "gin.sqlite3", decks, **settings) as made:
        await made.seat(made.alice, made.bob)
        await gin_by_the_dealer(dealer=made.alice, other=made.bob)
        yield made


@pytest.fixture
async def after_a_hand(tmp_path: Path) -> AsyncIterator[Room]:
    """After a hand, under the usual settings: the next is dealt after a minute."""
    async with a_hand_over(tmp_path) as made:
        yield made


@pytest.fixture
async def long_after_a_hand(tmp_path: Path) -> AsyncIterator[Room]:
    """After a hand that stays open for an hour: `Room.forge` waits for what is due sooner."""
    async with a_hand_over(tmp_path, next_hand_seconds=3600) as made:
        yield made


def words(text: str) -> str:
    """Text without what only makes it bold or asks for text glyphs."""
    return plain(text).replace("**", "")


def public(opened: Room) -> list[int]:
    """The ids of everything that was said aloud."""
    return [message.id for message in opened.channel.history()]


async def ask(person: Person, command: str) -> int:
    """Type a command and say which message answers it."""
    result = await person.actor.slash(person.room.channel, command)
    person.heard(result)
    assert result.response is not None
    return result.response.id


async def version(opened: Room) -> int:
    return (await opened.bot.services.tables.look(1)).match.version


# The table during a hand.


async def test_the_tables_picture_is_described_in_words(opened: Room) -> None:
    assert opened.table.alt == (
        "The table. Discard pile: nine of hearts. Stock: 31 cards. Dealer: alice. "
        f"bob is to move. {NO_SCORE}"
    )

    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")
    await opened.alice.press("draw")
    await opened.alice.press("throw:Ks")

    assert opened.table.alt == (
        "The table. Discard pile: king of spades, beneath it the king of hearts. "
        f"Stock: 30 cards. Dealer: alice. bob is to move. {NO_SCORE}"
    )


async def test_the_description_carries_the_running_score(after_a_hand: Room) -> None:
    await next_hand(after_a_hand.alice, after_a_hand.bob)

    assert after_a_hand.table.alt == (
        "The table. Discard pile: three of hearts. Stock: 31 cards. Dealer: bob. "
        "alice is to move. alice: 93 points, 1 line. bob: 0 points, 0 lines."
    )


async def test_a_taken_card_is_told_by_name(opened: Room) -> None:
    await opened.bob.press("take")
    assert "**bob** took 9♥ from the pile\n" in plain(opened.table.text)

    await opened.bob.press("throw:Kh")

    assert "**bob** took 9♥ from the pile and threw K♥\n" in plain(opened.table.text)
    assert "➡️ **alice** is to draw." in opened.table.text


async def test_a_card_drawn_from_the_stock_is_never_named(opened: Room) -> None:
    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")

    await opened.alice.press("draw")
    assert "8♣" in plain(opened.alice.panel.text)
    assert "**alice** drew from the stock\n" in opened.table.text
    assert "➡️ **alice** is to throw." in opened.table.text
    await opened.alice.press("throw:Ks")

    assert "**alice** drew from the stock and threw K♠\n" in plain(opened.table.text)
    assert "8♣" not in plain(opened.table.text)
    assert "eight of clubs" not in opened.table.alt


async def test_passes_are_told(opened: Room) -> None:
    await opened.bob.press("Pass")
    assert "bob left the upcard" in words(opened.table.text)
    assert "➡️ alice may take the upcard or leave it." in words(opened.table.text)

    await opened.alice.press("Pass")

    assert "alice left the upcard" in words(opened.table.text)
    assert "➡️ bob is to draw." in words(opened.table.text)


async def test_the_last_three_turns_are_told_the_oldest_first(opened: Room) -> None:
    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")
    await opened.alice.press("draw")
    await opened.alice.press("throw:Ks")
    await opened.bob.press("draw")
    await opened.bob.press("throw:Qs")
    await opened.alice.press("take")
    await opened.alice.press("throw:Tc")

    told = words(opened.table.text)
    assert "bob took 9♥" not in told
    assert (
        "alice drew from the stock and threw K♠\n"
        "bob drew from the stock and threw Q♠\n"
        "alice took Q♠ from the pile and threw 10♣\n"
    ) in told


async def test_the_table_offers_looks_but_no_moves_during_a_hand(opened: Room) -> None:
    assert opened.table.labels == DURING_A_HAND
    await opened.bob.press("take")
    assert opened.table.labels == DURING_A_HAND


async def test_the_history_tells_every_turn_of_the_hand_to_anybody(opened: Room) -> None:
    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")
    await opened.alice.press("draw")
    await opened.alice.press("throw:Ks")
    await opened.bob.press("take")
    await opened.bob.press("throw:Qs")
    await opened.alice.press("draw")

    shown = await opened.carol.press_table("History")

    assert words(shown.text) == (
        "### Hand 1, turn by turn\n"
        "1. bob took 9♥ from the pile and threw K♥\n"
        "2. alice drew from the stock and threw K♠\n"
        "3. bob took K♠ from the pile and threw Q♠\n"
        "4. alice drew from the stock"
    )
    assert shown.keys == []


# The panels.


async def test_a_panel_offers_what_is_legal_and_nothing_else(opened: Room) -> None:
    assert opened.bob.panel.labels == ["Take 9♥", "Pass"]
    assert opened.alice.panel.labels == ["Refresh"]

    taken = await opened.bob.press("take")
    assert taken.labels == [*["2♣", "3♣", "4♣", "5♦", "6♦", "7♦", "9♦"], "J♦", "K♥", "Q♠"]
    thrown = await opened.bob.press("throw:Kh")

    assert thrown.labels == ["Take K♥ back", "Refresh"]
    assert opened.alice.panel.labels == ["Draw from stock (31)", "Take K♥"]


async def test_a_panel_says_the_hand_in_words_too(opened: Room) -> None:
    """9 9 K Q J are loose after the take: 9 + 9 + 10 + 10 + 10 = 48."""
    shown = await opened.bob.press("take")

    assert "run 2♣ 3♣ 4♣ · run 5♦ 6♦ 7♦ · deadwood 9♦ J♦ 9♥ K♥ Q♠ = 48" in plain(shown.text)
    assert shown.alt == (
        "Your hand. Run of clubs: two of clubs, three of clubs, four of clubs. "
        "Run of diamonds: five of diamonds, six of diamonds, seven of diamonds. "
        "Deadwood 48: nine of diamonds, jack of diamonds, nine of hearts, king of hearts, "
        "queen of spades. New: nine of hearts."
    )


async def test_the_opponents_panel_is_redrawn_by_itself(opened: Room) -> None:
    assert "bob is to move" in words(opened.alice.panel.text)

    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")

    assert "Your turn. Draw a card; K♥ lies on the pile." in words(opened.alice.panel.text)
    await opened.alice.press("take")
    await opened.alice.press("throw:Tc")
    assert "Your turn. Draw a card; 10♣ lies on the pile." in words(opened.bob.panel.text)
    assert len(public(opened)) == 1


async def test_every_click_redraws_the_panel_in_place(opened: Room) -> None:
    panel = opened.bob.panel_id

    for wanted in ("take", "throw:Kh", "Refresh"):
        await opened.bob.press(wanted)
        assert opened.bob.panel_id == panel


async def test_a_knock_asks_for_the_card_first(after_a_hand: Room) -> None:
    alice = after_a_hand.alice
    await next_hand(alice, after_a_hand.bob)
    await alice.press("Take 3♥")
    before = await version(after_a_hand)

    asked = await alice.press("Knock…")
    assert asked.labels == ["K♦ leaves 3", "Back"]
    assert "goes face down" in asked.text
    back = await alice.press("Back")

    assert "Knock…" in back.labels
    assert await version(after_a_hand) == before


async def test_the_panel_of_the_hand_command_is_as_good_as_the_tables(opened: Room) -> None:
    from_table = opened.bob.panel
    shown = await opened.bob.command("gin hand")
    assert (shown.text, shown.labels, shown.alt) == (
        from_table.text,
        from_table.labels,
        from_table.alt,
    )
    panel = opened.bob.panel_id

    await opened.bob.press("Pass")
    assert "bob left the upcard" in words(opened.table.text)
    await opened.alice.press("Pass")

    assert opened.bob.panel_id == panel
    assert opened.bob.panel.labels == ["Draw from stock (31)"], "it follows like the other"


@pytest.mark.parametrize("age", [timedelta(minutes=16), timedelta(days=3)], ids=str)
async def test_an_old_panel_still_plays(opened: Room, age: timedelta) -> None:
    panel = opened.bob.panel_id
    await opened.env.advance_time(age.total_seconds())

    shown = await opened.bob.press("take")
    assert opened.bob.panel_id == panel
    assert "You took 9♥" in words(shown.text)
    await opened.bob.press("throw:Kh")

    assert "bob took 9♥ from the pile and threw K♥" in words(opened.table.text)
    assert opened.alice.panel.labels == ["Refresh"], "too old to be followed up"
    refreshed = await opened.alice.press("Refresh")
    assert refreshed.labels == ["Draw from stock (31)", "Take K♥"]


async def test_nothing_is_sent_to_a_panel_that_is_known_to_be_dead(opened: Room) -> None:
    await opened.env.advance_time(timedelta(minutes=16).total_seconds())
    before = len(opened.env.http_requests)

    await opened.bob.press("take")

    later = [request.path for request in opened.env.http_requests[before:]]
    assert later
    assert not any(path.startswith("/webhooks/") for path in later)


async def test_a_click_makes_an_old_panel_follow_again(opened: Room) -> None:
    await opened.env.advance_time(timedelta(hours=5).total_seconds())
    await opened.alice.press("Refresh")

    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")

    assert opened.alice.panel.labels == ["Draw from stock (31)", "Take K♥"]


@pytest.mark.parametrize(
    ("status", "code"), [(401, 50027), (404, 10008), (404, 10015), (403, 50001)]
)
async def test_a_panel_that_cannot_be_reached_does_no_harm(
    opened: Room, status: int, code: int
) -> None:
    opened.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=status, code=code)

    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")

    assert "bob took 9♥ from the pile and threw K♥" in words(opened.table.text)
    shown = await opened.alice.open_hand()
    assert shown.labels == ["Draw from stock (31)", "Take K♥"]


async def test_a_panel_follows_no_more_after_a_restart_but_plays(opened: Room) -> None:
    await opened.restart()

    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")
    shown = await opened.alice.press("Refresh")

    assert shown.labels == ["Draw from stock (31)", "Take K♥"]


# The end of a hand.


async def test_the_end_of_a_hand_opens_both_hands(tmp_path: Path) -> None:
    """Bob keeps 2-3 loose after 3h for Kd; Alice lays 8d off and keeps A 2 10: 13."""
    decks = ScriptedDealer(KNOCK_WITH_LAY_OFF)
    async with room(tmp_path / "gin.sqlite3", decks) as opened:
        await opened.seat(opened.alice, opened.bob)
        await knock_with_the_upcard(knocker=opened.bob)

        assert opened.table.alt == (
            "Both hands are open. bob knocked; knock card king of diamonds. "
            "alice: Run of clubs: jack of clubs, queen of clubs, king of clubs. "
            "Run of hearts: jack of hearts, queen of hearts, king of hearts. "
            "Deadwood 13: ten of diamonds, ace of spades, two of spades. "
            "bob: Run of clubs: ace of clubs, two of clubs, three of clubs. "
            "Run of diamonds: five of diamonds, six of diamonds, seven of diamonds. "
            "Set of nines: nine of diamonds, nine of hearts, nine of spades. "
            "Deadwood 3: three of hearts. "
            "alice laid off eight of diamonds on the run from five to seven of "
            "diamonds. bob scores 10: 13 − 3 = 10."
        )
        told = words(opened.table.text)
        assert "bob knocked with K♦ and is left with 3." in told
        assert "alice laid off 8♦ to run 5♦ 6♦ 7♦." in told
        assert "alice is left with 13: 13 − 3 = 10. bob scores 10." in told
        assert "alice 0 points, 0 lines · bob 10 points, 1 line" in told
        for person in (opened.alice, opened.bob):
            assert "bob scores 10." in words(person.panel.text)
            assert person.panel.labels == ["Next hand", "Review"]


async def test_the_end_of_a_hand_offers_the_next(after_a_hand: Room) -> None:
    assert after_a_hand.table.labels == BETWEEN_HANDS
    assert "68 − 0 = 68, and 25 for the gin. alice scores 93." in words(after_a_hand.table.text)


async def test_a_void_hand_scores_nothing_and_opens_both_hands(tmp_path: Path) -> None:
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(VOID)) as opened:
        await opened.seat(opened.alice, opened.bob)
        await draw_until_void(opened.alice, opened.bob)

        assert "Void hand. Two cards are left in the stock: nobody scores." in words(
            opened.table.text
        )
        assert "alice 0 points, 0 lines · bob 0 points, 0 lines" in words(opened.table.text)
        assert opened.table.alt.startswith("Both hands are open. alice: ")
        assert opened.table.alt.endswith("Void: nobody scores.")
        assert opened.table.labels == BETWEEN_HANDS


# The next hand.


async def test_who_wants_the_next_hand_is_shown(after_a_hand: Room) -> None:
    when = f"<t:{int((after_a_hand.env.now() + timedelta(minutes=1)).timestamp())}:R>"
    assert f"is dealt when both want it or {when}." in after_a_hand.table.text

    shown = await after_a_hand.alice.press("Next hand")

    assert shown.labels == ["Review", "Refresh"]
    assert "alice wants the next hand." in words(after_a_hand.table.text)
    assert "bob wants the next hand." not in words(after_a_hand.table.text)
    assert when in after_a_hand.table.text, "the time stays as it was"


async def test_the_next_hand_is_dealt_when_both_want_it(after_a_hand: Room) -> None:
    await after_a_hand.alice.press("Next hand")
    await after_a_hand.bob.press_table("Next hand")

    assert "Hand 2 · you 0, alice 93" in after_a_hand.bob.panel.text
    assert after_a_hand.bob.panel.labels == ["Refresh"]
    assert after_a_hand.alice.panel.labels == ["Take 3♥", "Pass"]
    assert after_a_hand.table.labels == DURING_A_HAND
    assert "➡️ alice may take the upcard" in words(after_a_hand.table.text)


async def test_wanting_the_next_hand_twice_is_answered_in_words(after_a_hand: Room) -> None:
    await after_a_hand.alice.press("Next hand")

    shown = await after_a_hand.alice.press_table("Next hand")

    assert "You are ready; the next hand is dealt as soon as the other player is" in shown.text


async def test_the_next_hand_is_dealt_by_itself_after_a_while(after_a_hand: Room) -> None:
    await after_a_hand.env.advance_time(59)
    assert after_a_hand.table.labels == BETWEEN_HANDS
    await after_a_hand.env.advance_time(1)

    assert after_a_hand.table.labels == DURING_A_HAND
    assert after_a_hand.alice.panel.labels == ["Take 3♥", "Pass"]
    assert after_a_hand.bob.panel.labels == ["Refresh"]


async def test_it_is_dealt_by_itself_although_only_one_wants_it(after_a_hand: Room) -> None:
    await after_a_hand.env.advance_time(30)
    await after_a_hand.alice.press("Next hand")

    await after_a_hand.env.advance_time(30)

    assert after_a_hand.alice.panel.labels == ["Take 3♥", "Pass"]


async def test_how_long_a_hand_stays_open_can_be_set(tmp_path: Path) -> None:
    decks = ScriptedDealer(GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER)
    async with room(tmp_path / "gin.sqlite3", decks, next_hand_seconds=7) as opened:
        await opened.seat(opened.alice, opened.bob)
        await gin_by_the_dealer(dealer=opened.alice, other=opened.bob)
        assert "Next hand" in opened.table.labels

        await opened.env.advance_time(7)

        assert opened.alice.panel.labels == ["Take 3♥", "Pass"]


@pytest.mark.parametrize("down_for", [10.0, 60.0, 7200.0])
async def test_it_is_dealt_by_itself_although_the_bot_was_down(
    after_a_hand: Room, down_for: float
) -> None:
    await after_a_hand.restart(down_for=down_for)
    if down_for < 60:
        assert "Next hand" in after_a_hand.table.labels
        await after_a_hand.env.advance_time(60 - down_for)

    assert after_a_hand.table.labels == DURING_A_HAND
    assert "➡️ alice may take the upcard" in words(after_a_hand.table.text)
    assert (await after_a_hand.alice.open_hand()).labels == ["Take 3♥", "Pass"]


async def test_a_button_from_the_last_hand_shows_the_present_one(long_after_a_hand: Room) -> None:
    opened = long_after_a_hand
    old = opened.table.key("Next hand").custom_id
    await next_hand(opened.alice, opened.bob)

    shown = await opened.forge(opened.bob, opened.table_id, old)

    assert shown is not None
    assert "Hand 2" in shown.text
    assert opened.table.labels == DURING_A_HAND


# Resigning.


async def test_resigning_asks_first(opened: Room) -> None:
    before = await version(opened)

    answer = await ask(opened.bob, "gin resign")

    asked = opened.message(answer)
    assert "Resign this match? alice wins it, and the score so far stands" in words(asked.text)
    assert asked.labels == ["Resign", "Play on"]
    assert await version(opened) == before
    assert "resigned" not in opened.table.text


async def test_play_on_goes_back_to_the_hand(opened: Room) -> None:
    answer = await ask(opened.bob, "gin resign")

    shown = await opened.bob.press_on(answer, "Play on")

    assert opened.bob.panel_id == answer
    assert shown.labels == ["Take 9♥", "Pass"]
    await opened.bob.press("take")
    assert "bob took 9♥ from the pile" in words(opened.table.text)


async def test_resigning_ends_the_match_with_the_score_so_far(after_a_hand: Room) -> None:
    """Alice leads 93 to 0 and gives up all the same."""
    answer = await ask(after_a_hand.alice, "gin resign")

    shown = await after_a_hand.alice.press_on(answer, "Resign")

    ending = (
        "alice resigned. 🏆 bob wins the match.\nalice 93 points, 1 line · bob 0 points, 0 lines"
    )
    assert ending in words(shown.text)
    assert ending in words(after_a_hand.table.text)
    assert ending in words(after_a_hand.bob.panel.text)
    stored = await after_a_hand.bot.services.records.load(1)
    assert stored is not None
    assert stored[1][-1] == MatchEnded(1, MatchEnding.RESIGNED)


async def test_a_match_that_is_given_up_deals_no_more(after_a_hand: Room) -> None:
    await after_a_hand.bob.press_on(await ask(after_a_hand.bob, "gin resign"), "Resign")
    before = await version(after_a_hand)

    await after_a_hand.env.advance_time(3600)

    assert await version(after_a_hand) == before
    assert after_a_hand.table.labels == AFTER_THE_END


async def test_resigning_out_of_turn_and_late_means_the_match(opened: Room) -> None:
    """Bob is asked, then both play on; his answer still counts."""
    answer = await ask(opened.alice, "gin resign")
    await opened.bob.press("take")
    await opened.bob.press("throw:Kh")

    await opened.alice.press_on(answer, "Resign")

    assert "alice resigned. 🏆 bob wins the match." in words(opened.table.text)


async def test_resigning_a_match_that_is_over_changes_nothing(opened: Room) -> None:
    answers = [await ask(person, "gin resign") for person in (opened.alice, opened.bob)]
    await opened.alice.press_on(answers[0], "Resign")
    before = await version(opened)

    shown = await opened.bob.press_on(answers[1], "Resign")

    assert "This match is over. Rematch starts another." in words(shown.text)
    assert await version(opened) == before
    assert "alice resigned" in opened.table.text.replace("**", "")


# The end of a match.


async def play_to_the_end(opened: Room) -> None:
    """After Alice's gin for 93 she knocks with 3 against 13."""
    await next_hand(opened.alice, opened.bob)
    await knock_with_the_upcard(knocker=opened.alice)


async def test_the_end_of_a_match_is_counted_up_line_by_line(after_a_hand: Room) -> None:
    """93 + 10 = 103; doubled 206, and 2 x 25 and 100 make 356."""
    await play_to_the_end(after_a_hand)

    for shown in (after_a_hand.table, after_a_hand.alice.panel, after_a_hand.bob.panel):
        told = words(shown.text)
        assert (
            "alice: hand points 103 + shutout, points doubled 103 + 2 lines × 25 (50)"
            " + game bonus 100 → 356"
        ) in told
        assert "bob: hand points 0 + 0 lines × 25 (0) → 0" in told
        assert "🏆 alice wins the match." in told


async def test_after_the_end_there_is_nothing_left_to_play(long_after_a_hand: Room) -> None:
    opened = long_after_a_hand
    my_hand = opened.table.key("My hand").custom_id
    following = opened.table.key("Next hand").custom_id
    await play_to_the_end(opened)

    assert opened.table.labels == AFTER_THE_END
    assert opened.alice.panel.labels == ["Rematch", "Review"]
    assert opened.bob.panel.labels == ["Rematch", "Review"]
    for old in (my_hand, following):
        shown = await opened.forge(opened.bob, opened.table_id, old)
        assert shown is not None
        assert shown.labels == ["Rematch", "Review"]
        assert "alice wins the match" in words(shown.text)


# The score sheet.


async def sheet_of(person: Person) -> Shown:
    return await person.press_table("Score sheet")


async def test_the_score_sheet_of_a_match_in_progress(after_a_hand: Room) -> None:
    sheet = await sheet_of(after_a_hand.bob)

    told = words(sheet.text)
    assert "Score sheet: alice and bob" in told
    assert "1. Gin: alice 68 + 25 = 93\n" in told
    assert "alice 93 points, 1 line · bob 0 points, 0 lines" in told
    assert sheet.keys == []
    assert after_a_hand.bob.panel.labels == ["Next hand", "Review"], "the panel stays as it was"


async def test_the_score_sheet_at_the_end_has_the_count(after_a_hand: Room) -> None:
    await play_to_the_end(after_a_hand)

    told = words((await sheet_of(after_a_hand.alice)).text)

    assert "1. Gin: alice 68 + 25 = 93\n2. Knock: alice 10\n" in told
    assert "→ 356" in told
    assert "🏆 alice wins the match." in told


async def test_the_score_command_shows_the_same_sheet(after_a_hand: Room) -> None:
    sheet = await sheet_of(after_a_hand.bob)
    assert (await after_a_hand.alice.command("gin score")).text == sheet.text

    await play_to_the_end(after_a_hand)

    over = await sheet_of(after_a_hand.bob)
    assert (await after_a_hand.alice.command("gin score")).text == over.text


async def test_anybody_may_read_the_score_sheet(after_a_hand: Room) -> None:
    sheet = await sheet_of(after_a_hand.carol)

    assert "1. Gin: alice 68 + 25 = 93" in words(sheet.text)


# A table that was deleted.


async def delete_table(opened: Room) -> None:
    """Somebody with the right to do so deletes the table's message."""
    allowed = discord.Permissions(manage_messages=True, view_channel=True)
    role = opened.guild.create_role("moderator", permissions=allowed)
    moderator = opened.guild.add_member(opened.env.create_user("dora"), roles=[role])
    await moderator.delete(opened.handle(opened.table_id))
    assert public(opened) == []


async def test_a_deleted_table_comes_back_with_the_next_move(opened: Room) -> None:
    await delete_table(opened)

    await opened.bob.press("take")
    (fresh,) = public(opened)
    assert "bob took 9♥ from the pile" in words(opened.message(fresh).text)
    await opened.bob.press("throw:Kh")

    assert public(opened) == [fresh], "and is edited from then on"
    assert "bob took 9♥ from the pile and threw K♥" in words(opened.message(fresh).text)
    shown = await opened.alice.press_on(fresh, "My hand")
    assert shown.labels == ["Draw from stock (31)", "Take K♥"]


async def test_a_table_that_came_back_is_known_after_a_restart(opened: Room) -> None:
    await delete_table(opened)
    await opened.bob.press("take")
    (fresh,) = public(opened)

    await opened.restart()
    await opened.bob.press("throw:Kh")

    assert opened.table_id == fresh
    assert "threw K♥" in words(opened.message(fresh).text)


async def test_a_deleted_table_comes_back_with_the_next_deal(after_a_hand: Room) -> None:
    await delete_table(after_a_hand)

    await after_a_hand.env.advance_time(60)

    (fresh,) = public(after_a_hand)
    assert "➡️ alice may take the upcard" in words(after_a_hand.message(fresh).text)


async def test_a_channel_that_is_closed_to_the_bot_stops_nobody(
    opened: Room, caplog: pytest.LogCaptureFixture
) -> None:
    """The panels answer clicks, which need no permission; the table waits."""
    opened.env.inject_error(
        "*", "/channels/*/messages*", status=403, code=50001, message="Missing Access", times=4
    )

    await opened.bob.press("take")
    shown = await opened.bob.press("throw:Kh")

    assert "alice is to move" in words(shown.text)
    assert opened.alice.panel.labels == ["Draw from stock (31)", "Take K♥"]
    assert "cannot be shown" in caplog.text
    opened.env.backend.faults.clear()
    await opened.alice.press("draw")
    assert "alice drew from the stock" in words(opened.table.text)
