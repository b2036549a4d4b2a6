"""The tutorial in a real browser, by clicks alone: at a phone's width and on a desktop."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from tests.discord.test_tutorial import RIGHT, TITLES

from .windows import Window

pytestmark = pytest.mark.browser

WRONG = {"Melds": "6♣", "The upcard": "Pass", "The first knock": "A♣", "Gin": "Knock…"}
"""One mistake on the way in some of the lessons."""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1200, 1000)])
async def test_the_tutorial_from_start_to_end(
    offline_url: str, browser: Browser, width: int, height: int
) -> None:
    window = await Window.open(browser, offline_url, "North", width, height)
    await window.sees("/gin tutorial")
    await window.send("/gin tutorial", "Lesson 1 of 12")
    for place, (title, right) in enumerate(zip(TITLES, RIGHT, strict=True), 1):
        await window.sees(f"Lesson {place} of 12: {title}")
        if title in WRONG:
            await window.press(WRONG[title])
            await window.sees("Not quite.")
        await window.press(right)
    await window.sees("You can play Gin Rummy")
    assert "Start over" in await window.panel_labels()
