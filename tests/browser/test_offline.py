"""`make play` in a real browser: two windows, two players, one hand from challenge to score."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Browser

from tests.room import plain

from .windows import Window

pytestmark = pytest.mark.browser

_CARD = re.compile(r"^(?:A|[2-9]|10|J|Q|K)[♣♦♥♠]$")
_MOST_MOVES = 200


async def test_one_hand_from_challenge_to_score_and_nobody_sees_the_others_cards(
    offline_url: str, browser: Browser
) -> None:
    north = await Window.open(browser, offline_url, "North", 1200, 1000)
    south = await Window.open(browser, offline_url, "South", 390, 844)
    await north.challenge("South")
    await south.press("Accept")
    await north.press("My hand")

    await _play_until_shown(north, south)

    for window in (north, south):
        await window.sees("Next hand")
        await window.reading()
    for window in (north, south):
        assert window.hands
        assert all(window.has_received(hand) for hand in window.hands)
    # At the end both hands are open, in the table's own words; the private line never is.
    assert [hand for hand in north.hands if south.has_received(hand)] == []
    assert [hand for hand in south.hands if north.has_received(hand)] == []


async def _play_until_shown(*windows: Window) -> None:
    """Whoever has buttons presses one, until both panels offer the next hand."""
    for _ in range(_MOST_MOVES):
        for window in windows:
            await window.reading()
            labels = await window.panel_labels()
            if "Next hand" in labels:
                return
            choice = _choose(labels)
            if choice is not None:
                await window.press(choice)
        await asyncio.sleep(0.3)
    stuck = {window.name: await window.panel_labels() for window in windows}
    raise AssertionError(f"the hand did not end in {_MOST_MOVES} rounds: {stuck}")


def _choose(labels: list[str]) -> str | None:
    """Gin or knock where possible; pass and draw otherwise, and throw the last loose card."""
    for wanted in ("Big Gin!", "Gin!", "Knock…"):
        if wanted in labels:
            return wanted
    knocking = [label for label in labels if " leaves " in label or label.startswith("Yes, ")]
    if knocking:
        return knocking[0]
    drawing = [label for label in labels if label == "Pass" or label.startswith("Draw from")]
    if drawing:
        return drawing[0]
    cards = [label for label in labels if _CARD.match(plain(label))]
    return max(cards, key=_points) if cards else None


def _points(label: str) -> int:
    rank = plain(label)[:-1]
    return int(rank) if rank.isdigit() else 1 if rank == "A" else 10
