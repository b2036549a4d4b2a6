"""Practice: a match against the computer, from the first click to the last, by clicks alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.engine import MatchEnded
from tests.histories import assert_legal, stored_history
from tests.room import Person, Room, Shown, room

from .settings import asking, words

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
        assert opened.table.labels[-2:] == opened.alice.panel.labels
        assert asking(opened) == []  # nobody was called
