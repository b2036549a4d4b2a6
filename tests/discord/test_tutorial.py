"""/gin tutorial by clicks: from start to end, with mistakes, leaving, restarts and old buttons."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.players import LESSONS
from tests.room import Person, Room, Shown, room

from .settings import choose, noted_exports, words

RIGHT = [
    "6♦",
    "33",
    "Take 6♦",
    "K♣",
    "Draw from stock (30)",
    "Knock…",
    "6♠ leaves 8",
    "9♥",
    "K♦",
    "I would",
    "Take K♠",
    "Gin!",
]
"""The button that is right, lesson by lesson."""
TITLES = [
    "Melds",
    "Deadwood",
    "The upcard",
    "Throwing",
    "Drawing",
    "The first knock",
    "The card to knock with",
    "A lay-off",
    "Staying low",
    "An undercut",
    "Waiting for gin",
    "Gin",
]


@pytest.fixture
async def opened(tmp_path: Path) -> AsyncIterator[Room]:
    async with room(tmp_path / "gin.sqlite3") as made:
        yield made


async def pressed(who: Person, shown: Shown, *labels: str) -> Shown:
    """Press buttons of the tutorial, which stays the same message."""
    for label in labels:
        message = shown.id
        shown = await who.press_on(message, label)
        assert shown.id == message
    return shown


def number(shown: Shown) -> int:
    """Which lesson it is; 13 is the end."""
    if "### You can play Gin Rummy" in shown.text:
        return len(LESSONS) + 1
    return int(shown.text.split("### Lesson ")[1].split(" of 12")[0])


async def test_from_start_to_end_with_every_mistake_there_is(opened: Room) -> None:
    """Each wrong button is explained and changes nothing, then the right one leads on."""
    alice = opened.alice
    shown = await alice.command("gin tutorial")
    assert opened._stored(shown.id).is_ephemeral
    for place, (right, title) in enumerate(zip(RIGHT, TITLES, strict=True), 1):
        assert f"### Lesson {place} of 12: {title}" in words(shown)
        assert len(shown.pictures) == 1
        labels = shown.labels
        assert right in labels
        for label in labels:
            if label != right:
                shown = await pressed(alice, shown, label)
                assert shown.text.startswith("❌ **Not quite.** ")
                assert number(shown) == place
                assert shown.labels == labels
        shown = await pressed(alice, shown, right)
        assert shown.text.startswith("✅ **Right!** ")
    assert "### You can play Gin Rummy" in shown.text
    assert "64 − 0 = 64, and 25 for the gin. alice scores 89." in words(shown)
    for onwards in ("/gin practice", "/gin challenge"):
        assert onwards in shown.text
    assert shown.labels == ["Start over"]


async def test_each_hand_is_scored_in_words_once_its_question_is_answered(opened: Room) -> None:
    shown = await opened.alice.command("gin tutorial")
    shown = await pressed(opened.alice, shown, *RIGHT[:8])
    assert "Computer is left with 39: 39 − 8 = 31. alice scores 31." in words(shown)
    shown = await pressed(opened.alice, shown, *RIGHT[8:10])
    assert "10 − 7 = 3, and 25 for the undercut. alice scores 28." in words(shown)


async def test_it_is_taken_up_again_where_it_was_left(opened: Room) -> None:
    shown = await opened.alice.command("gin tutorial")
    assert "Start over" not in shown.labels
    await pressed(opened.alice, shown, *RIGHT[:4])
    again = await opened.alice.command("gin tutorial")
    assert again.text.startswith("👋 Welcome back!")
    assert number(again) == 5
    assert again.labels[-1] == "Start over"
    # Another learner has a place of his own.
    assert number(await opened.bob.command("gin tutorial")) == 1


@pytest.mark.parametrize("place", range(1, 13))
async def test_a_restart_at_any_lesson_loses_nothing(opened: Room, place: int) -> None:
    shown = await opened.alice.command("gin tutorial")
    shown = await pressed(opened.alice, shown, *RIGHT[: place - 1])
    await opened.restart()
    shown = await pressed(opened.alice, shown, RIGHT[place - 1])
    assert number(shown) == place + 1
    assert number(await opened.alice.command("gin tutorial")) == place + 1


async def test_starting_over_begins_at_the_first_lesson(opened: Room) -> None:
    shown = await opened.alice.command("gin tutorial")
    await pressed(opened.alice, shown, *RIGHT[:3])
    again = await opened.alice.command("gin tutorial")
    shown = await pressed(opened.alice, again, "Start over")
    assert number(shown) == 1
    assert number(await opened.alice.command("gin tutorial")) == 1


async def test_at_the_end_one_may_start_over(opened: Room) -> None:
    shown = await opened.alice.command("gin tutorial")
    shown = await pressed(opened.alice, shown, *RIGHT)
    assert number(await opened.alice.command("gin tutorial")) == 13
    assert number(await pressed(opened.alice, shown, "Start over")) == 1


async def test_a_button_of_an_older_lesson_shows_the_present_one(opened: Room) -> None:
    first = await opened.alice.command("gin tutorial")
    second = await opened.alice.command("gin tutorial")
    await pressed(opened.alice, first, *RIGHT[:3])
    shown = await pressed(opened.alice, second, "6♦")
    assert shown.text.startswith("That was a button of another lesson; here is where you are.")
    assert number(shown) == 4


async def test_a_double_click_answers_once(opened: Room) -> None:
    shown = await opened.alice.command("gin tutorial")
    right = shown.key("6♦").custom_id
    await opened.clicks_at_once(*[(opened.alice, shown.id, right)] * 3)
    assert number(await opened.alice.command("gin tutorial")) == 2


@pytest.mark.parametrize("answer", ["melds:foo", "melds:throw 9c", "gin:knock 5h", "no-such:take"])
async def test_a_forged_answer_leads_nowhere(opened: Room, answer: str) -> None:
    shown = await opened.alice.command("gin tutorial")
    told = await opened.forge(opened.alice, shown.id, f"ginlesson1:{answer}")
    assert told is not None
    assert number(told) == 1
    assert number(await opened.alice.command("gin tutorial")) == 1


@pytest.mark.parametrize(
    "answer", ["melds", "melds:", "melds:throw!", "melds:throw 9c 9d", "a:b:c"]
)
async def test_what_is_no_answer_at_all_is_an_old_button(opened: Room, answer: str) -> None:
    shown = await opened.alice.command("gin tutorial")
    told = await opened.forge(opened.alice, shown.id, f"ginlesson1:{answer}")
    assert told is not None
    assert "older deal" in told.text


async def test_on_a_public_message_it_is_answered_in_private(opened: Room) -> None:
    await opened.alice.command("gin challenge")
    told = await opened.forge(opened.bob, opened.last_id, "ginlesson1:melds:6d")
    assert told is not None
    assert opened._stored(told.id).is_ephemeral
    assert opened.message(opened.last_id).labels == ["Accept", "Cancel"]


async def test_text_only_players_learn_in_words(opened: Room) -> None:
    await choose(opened.alice, "Text only: off")
    shown = await opened.alice.command("gin tutorial")
    for right in RIGHT:
        assert shown.pictures == []
        assert "Deadwood" in shown.text
        shown = await pressed(opened.alice, shown, right)
    assert number(shown) == 13


async def test_the_place_is_ones_own_data(opened: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    given = noted_exports(opened, monkeypatch)
    shown = await opened.alice.command("gin tutorial")
    await pressed(opened.alice, shown, *RIGHT[:2])

    await opened.alice.command("gin export")
    asked = await opened.alice.command("gin forget-me")
    await opened.alice.press_on(asked.id, "Forget me")
    await opened.alice.command("gin export")

    kept, left = (one["tutorial"] for one in given)
    assert kept == [{"player": opened.alice.id, "lesson": "upcard"}]
    assert left == []
    assert number(await opened.alice.command("gin tutorial")) == 1
