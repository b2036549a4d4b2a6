"""`make play` for one alone: from the first screen to the score against the computer, by clicks."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser

from tests.room import plain

from .windows import Window

pytestmark = pytest.mark.browser

_CARD = re.compile(r"^(?:A|[2-9]|10|J|Q|K)[♣♦♥♠]$")
_MOST_ROUNDS = 1500
_LOOKS = os.environ.get("LOOKS_FOLDER")
"""A folder for pictures of the page, for whoever wants to look at it."""


@pytest.mark.parametrize(("level", "width"), [("Easy", 390), ("Normal", 1200), ("Expert", 390)])
async def test_one_alone_plays_a_hand_against_each_level_from_the_first_screen(
    offline_url: str, browser: Browser, level: str, width: int
) -> None:
    north = await Window.open(browser, offline_url, "North", width, 900)
    await north.sees("Play a hand right now against the computer")
    await look(north, f"{level}-welcome")
    await north.press(f"Practice: {level}")
    await north.sees(f"Your hand against {level} computer")
    await look(north, f"{level}-hand")
    await north.press("Hint")
    await north.sees("💡")
    await look(north, f"{level}-hint")

    await play_to(north, "Next hand")

    await look(north, f"{level}-shown")


@pytest.mark.long
@pytest.mark.parametrize("level", ["Easy", "Normal", "Expert"])
async def test_one_alone_plays_a_whole_match_against_each_level(
    offline_url: str, browser: Browser, level: str
) -> None:
    north = await Window.open(browser, offline_url, "North", 1200, 900)
    await north.press(f"Practice: {level}")

    await play_to(north, "Play again")

    await north.sees("wins the match")
    await look(north, f"{level}-over")
    await north.press("Play again")
    await north.sees("Hand 1 · you 0")


async def play_to(window: Window, wanted: str) -> None:
    """Press what is best to press, until the panel offers a button."""
    for _ in range(_MOST_ROUNDS):
        labels = await window.panel_labels()
        if wanted in labels:
            return
        choice = choose(labels)
        if choice is None:
            await asyncio.sleep(0.2)
            continue
        try:
            await window.press(choice)
        except AssertionError:
            # What the computer has done meanwhile may have taken the button away.
            if choice in await window.panel_labels():
                raise
    raise AssertionError(f"{wanted} was never offered: {await window.panel_labels()}")


def choose(labels: list[str]) -> str | None:
    """Gin or knock where possible; pass and draw otherwise, and throw the dearest card."""
    for wanted in ("Big Gin!", "Gin!", "Knock…", "Next hand", "Pass"):
        if wanted in labels:
            return wanted
    ready = [
        label for label in labels if " leaves " in label or label.startswith(("Yes, ", "Draw"))
    ]
    if ready:
        return ready[0]
    cards = [label for label in labels if _CARD.match(plain(label))]
    return max(cards, key=points) if cards else None


def points(label: str) -> int:
    """The deadwood points of a card on a button."""
    rank = plain(label)[:-1]
    return int(rank) if rank.isdigit() else 1 if rank == "A" else 10


async def look(window: Window, name: str) -> None:
    """Keep a picture of the page, where somebody wants to look."""
    if _LOOKS is not None:
        await window.page.screenshot(path=Path(_LOOKS) / f"{name}.png")
