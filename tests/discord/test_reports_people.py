"""What users of other bots reported, held against this one: people, and what they see and hear.

Numbers and docstrings are as in `test_reports.py`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops
from simcord.types import HttpLogEntry

from bot.engine import DECK, Card, parse_cards
from bot.rendering.painting import paint
from bot.rendering.scenes import HandScene
from tests.builders import ScriptedDealer, deck_with
from tests.room import Room, Shown, plain, room
from tests.scripts import GIN_BUT_ONE, GIN_BY_THE_DEALER, KNOCK_BY_THE_OTHER
from tests.sealing import cards_named

from .plays import gin_by_the_dealer
from .settings import calls, choose

MINUTE = 60
MAY_CLAIM = "may claim the win or keep waiting"
BLACK_CARDS = "Ac 2c 3c 5c 7c 9c 4s 6s 8s Ts"
"""No court card among them, whose pictures have other colours."""


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    """A room in which nobody has sat down; the challenger deals, the other may take 3h."""
    decks = ScriptedDealer(*[KNOCK_BY_THE_OTHER] * 4)
    async with room(tmp_path / "gin.sqlite3", decks) as made:
        yield made


@pytest.fixture
async def seated(opened: Room) -> Room:
    """Alice has dealt to Bob, who is to move; both hands are open, and there is no clock."""
    await opened.seat(opened.alice, opened.bob)
    return opened


def words(shown: Shown) -> str:
    return plain(shown.text).replace("**", "")


def sent_to_call(opened: Room, player: int) -> list[HttpLogEntry]:
    """The requests that sent a message to call this player to his turn."""
    return [
        one
        for one in opened.env.http_requests
        if one.method == "POST" and f"<@{player}>, it is your turn" in str(one.json)
    ]


async def test_report_06_each_hand_comes_to_its_channel_and_says_whose_it_is(
    opened: Room,
) -> None:
    """On a phone one had to switch to the DMs, and the hand there did not say for which game.

    Two hands come to the channel, private, each with the opponent's name; no DM is opened.
    """
    for friend in (opened.alice, opened.carol):
        await friend.command("gin challenge", opponent=opened.bob.actor)
        hand = await opened.bob.press_on(opened.last_id, "Accept")

        assert f"Your hand against {friend.actor.name}" in words(hand)
        stored = opened.env.backend.get_message(opened.channel.id, hand.id)
        assert stored.is_ephemeral
        shown_to_bob = opened.channel.history(viewer=opened.bob.actor)
        assert hand.id in [message.id for message in shown_to_bob]

    assert not [one for one in opened.env.http_requests if one.path == "/users/@me/channels"]


async def test_report_07_nobody_is_late_right_after_he_moved(opened: Room) -> None:
    """A player was removed right after he had moved, or the wrong one was.

    A move a second before the end is in time, the other has all of his, and he is then late.
    """
    await opened.alice.command("gin challenge", opponent=opened.bob.actor, pace="live")
    await opened.sit_down(opened.alice, opened.bob)
    await opened.env.advance_time(3 * MINUTE - 1)
    await opened.bob.press("Pass")

    await opened.env.advance_time(3 * MINUTE - 1)
    assert MAY_CLAIM not in opened.table.text
    await opened.env.advance_time(2)

    assert f"alice's time is up. bob {MAY_CLAIM}" in words(opened.table)
    assert "Claim the win" in opened.bob.panel.labels
    assert "Claim the win" not in opened.alice.panel.labels


async def test_report_25_black_suits_lie_on_white(tmp_path: Path) -> None:
    """Black suits could not be read in dark mode.

    From the dark points of ten black cards the next paper to the left is light, at a contrast
    of at least 7 to 1 (WCAG AAA); in words the signs ask for the text glyph, drawn in light.
    """
    deal = deck_with(non_dealer=BLACK_CARDS, upcard="3h")
    async with room(tmp_path / "gin.sqlite3", ScriptedDealer(deal)) as opened:
        await opened.seat(opened.alice, opened.bob)
        (url,) = opened.bob.panel.pictures
        taken = await opened.bob.press("Take 3♥")
        png = opened.env.backend.cdn.get(url)
    assert png is not None
    picture = Image.open(BytesIO(png)).convert("RGB")
    inked = [
        (x, y)
        for y in range(0, picture.height, 2)
        for x in range(picture.width)
        if is_ink(colour(picture, x, y))
    ]
    assert len(inked) > 2500
    for x, y in inked:
        paper = paper_left_of(picture, x, y)
        assert (luminance(paper) + 0.05) / (luminance(colour(picture, x, y)) + 0.05) >= 7

    assert all(key.label.endswith("\ufe0e") for key in taken.keys if "throw" in key.verb)


Colour = tuple[int, int, int]


def colour(picture: Image.Image, x: int, y: int) -> Colour:
    found = picture.getpixel((x, y))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def is_ink(of: Colour) -> bool:
    """Dark, and not the dark green of the table."""
    red, green, blue = of
    return max(of) < 60 and green - min(red, blue) < 15


def paper_left_of(picture: Image.Image, x: int, y: int) -> Colour:
    """The first colour to the left that is neither ink nor the soft edge of a letter."""
    while is_ink(colour(picture, x, y)) or max(colour(picture, x, y)) < 200:
        x -= 1
        red, green, blue = colour(picture, x, y)
        assert green - min(red, blue) < 45, f"the table shows through at {x}, {y}"
    return colour(picture, x, y)


def luminance(of: Colour) -> float:
    """Relative luminance (WCAG 2.2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in of)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


async def test_report_26_cards_can_be_told_apart_without_any_colour(seated: Room) -> None:
    """Colour-blind players could not tell cards apart.

    In two tones every rank looks different in each suit, and each button names rank and suit.
    """
    for rank in range(13):
        suits = [in_two_tones(card) for card in DECK if card.rank == rank]
        assert len(suits) == 4
        for one, other in combinations(suits, 2):
            assert ImageChops.difference(one, other).histogram()[255] > 100

    labels = (await seated.bob.press("Take 3♥")).labels
    thrown = [label for label in labels if label[-1] in "♣♦♥♠"]
    assert {"A♣", "5♦", "9♥", "9♠"} <= set(thrown)
    assert all(label[:-1] in {*"A23456789JQK", "10"} for label in thrown)


def in_two_tones(card: Card) -> Image.Image:
    """A hand of one card, light and dark and nothing between."""
    picture = Image.open(BytesIO(paint(HandScene((), (card,), 0)))).convert("L")
    return picture.point([255 if tone > 140 else 0 for tone in range(256)])


async def test_report_27_every_picture_is_described_for_who_cannot_see_it(tmp_path: Path) -> None:
    """A blind player asked for alt text, which embeds do not carry.

    Hand, table, score sheet and open hands each have one that says all there is to see.
    """
    decks = ScriptedDealer(GIN_BY_THE_DEALER)
    async with room(tmp_path / "gin.sqlite3", decks) as opened:
        await opened.seat(opened.alice, opened.bob)
        hand, table = opened.alice.panel, opened.table
        await gin_by_the_dealer(dealer=opened.alice, other=opened.bob)
        over = opened.table
        sheet = await opened.carol.press_table("Score sheet")

    assert cards_named(hand.alt) == set(parse_cards(GIN_BUT_ONE))
    assert "Set of nines: nine of diamonds, nine of hearts, nine of spades." in hand.alt
    assert "Deadwood 10: king of clubs." in hand.alt
    assert "Discard pile: eight of diamonds. Stock: 31 cards." in table.alt
    assert "bob is to move" in table.alt
    assert "bob: Deadwood 68: " in over.alt
    assert "alice scores 93" in over.alt
    assert "alice" in sheet.alt
    assert "93" in sheet.alt


@pytest.mark.parametrize("leaves_on", ["his own turn", "the other's turn"])
async def test_report_32_who_has_left_the_server_holds_nobody_up(
    seated: Room, leaves_on: str
) -> None:
    """A player left the server, and the game was locked for good.

    Without any clock too, whoever waits for him is told once it is his turn, and may claim.
    """
    if leaves_on == "the other's turn":
        await seated.bob.press("Pass")
    seated.guild.remove_member(seated.bob.actor)
    if leaves_on == "the other's turn":
        await seated.alice.press("Pass")

    await seated.env.advance_time(MINUTE + 1)

    assert sent_to_call(seated, seated.bob.id) == []
    (call,) = calls(seated)
    assert f"<@{seated.alice.id}>, bob is not in this server any more" in words(call)
    assert "Claim the win" in seated.alice.panel.labels
    await seated.alice.press_on(call.id, "Claim the win")
    assert "alice wins the match" in words(seated.table)
    assert calls(seated) == []
    await seated.seat(seated.carol, seated.alice)


async def test_report_33_closed_dms_lock_nobody_out(seated: Room) -> None:
    """Closed DMs crashed the bot, and the player could join no new game.

    Who wants his calls by DM and takes none plays on all the same, and plays again.
    """
    await choose(seated.bob, "By DM: off")
    for path in ("/users/@me/channels", "/channels/*/messages"):
        seated.env.inject_error("POST", path, status=403, code=50007)
        await seated.env.advance_time(MINUTE + 1)
        await seated.bob.press(seated.bob.panel.keys[-1].verb)
        await seated.alice.press("Pass" if "Pass" in seated.alice.panel.labels else "Refresh")
    seated.env.backend.faults.clear()

    asked = await seated.bob.command("gin resign")
    await seated.bob.press_on(asked.id, "Resign")
    await seated.seat(seated.carol, seated.bob)

    assert "Your hand against carol" in seated.bob.panel.text


async def test_report_35_the_leaderboard_names_who_is_gone_and_asks_discord_nothing(
    seated: Room,
) -> None:
    """The leaderboard failed, or showed ids and "Unknown#0000" for those who had left.

    Names are those last seen in the server, from the store; nobody is looked up.
    """
    asked = await seated.bob.command("gin resign")
    await seated.bob.press_on(asked.id, "Resign")
    seated.guild.remove_member(seated.bob.actor)
    before = len(seated.env.http_requests)

    shown = await seated.carol.command("gin leaderboard", by="won")

    assert "bob won 0 of 1 match" in words(shown)
    for who in (seated.alice, seated.bob):
        assert str(who.id) not in shown.text
    assert [one for one in seated.env.http_requests[before:] if one.method == "GET"] == []


async def test_report_36_ones_turn_is_told_once_and_not_after_the_move(seated: Room) -> None:
    """Ping me when it is my turn: not after I have moved, and not three times.

    Who moves within the minute is never called; who does not is once, until he has moved.
    """
    alice, bob = seated.alice, seated.bob
    await seated.env.advance_time(MINUTE - 1)
    await bob.press("Pass")
    await seated.env.advance_time(MINUTE - 1)
    assert sent_to_call(seated, bob.id) == []
    assert sent_to_call(seated, alice.id) == []

    for _ in range(3):
        await seated.env.advance_time(4 * MINUTE)

    assert len(sent_to_call(seated, alice.id)) == 1
    (call,) = calls(seated)
    assert f"<@{alice.id}>, it is your turn against bob" in words(call)
    await alice.press("Pass")
    assert calls(seated) == []

    await choose(alice, "Always")
    drawn = await bob.press("draw")
    await bob.press(drawn.keys[0].verb)
    await seated.env.advance_time(4 * MINUTE)
    assert len(sent_to_call(seated, alice.id)) == 2, "at once, and a minute later not again"
