"""A window of the offline page, with one person looking through it."""

from __future__ import annotations

import json
import re
from contextlib import suppress

from playwright.async_api import Browser, Error, Page, Response, expect

from tests.room import plain

_PATIENCE_MS = 15_000
_CLICK_MS = 2_000
_TRIES = 8
_LOOKS = 20
_LOOK_MS = 100

_ONLY_YOU = "Only you can see this"
_READINGS = ("set ", "run ", "deadwood ", "no deadwood")


class Window:
    """One browser page, viewing as one member. It keeps all that the page was ever sent."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.received: list[str] = []
        self.hands: set[str] = set()
        """Every reading of his hand that this person has seen."""

    @classmethod
    async def open(cls, browser: Browser, url: str, name: str, width: int, height: int) -> Window:
        """Open the page and view as a member."""
        page = await browser.new_page(viewport={"width": width, "height": height})
        window = cls(page, name)
        page.on("response", window._keep)
        await page.goto(url)
        await page.select_option("#viewer-picker", label=name)
        return window

    async def _keep(self, response: Response) -> None:
        if "json" in response.headers.get("content-type", ""):
            # A body can be gone before it was read, when the page has navigated meanwhile.
            with suppress(Error):
                body = json.dumps(await response.json(), ensure_ascii=False)
                self.received.append(plain(body))

    async def challenge(self, opponent: str) -> None:
        """Type /gin challenge and pick the opponent."""
        await self.command("/gin challenge")
        await self.page.locator('.command-suggestion[data-value="opponent"]').click()
        await self.page.keyboard.type(opponent)
        await self.page.locator(".command-suggestion", has_text=opponent).first.click()
        await self.page.locator("#send-message").click()

    async def command(self, text: str) -> None:
        """Type a command and pick it; again where the page was still being put together."""
        composer = self.page.locator("#channel-composer-input")
        first = self.page.get_by_role("listbox", name="Application commands").get_by_role("option")
        for _ in range(_TRIES):
            await composer.fill(text)
            with suppress(AssertionError):
                await expect(first.first).to_be_visible(timeout=_CLICK_MS)
                break
        await first.first.click()

    async def send(self, text: str, answer: str) -> None:
        """Type a command that asks for nothing more, and send it until it is answered so."""
        composer = self.page.locator("#channel-composer-input")
        found = self.page.get_by_role("listbox", name="Application commands").get_by_role("option")
        for _ in range(_TRIES):
            # The page may be put together anew just then, and what was typed is gone.
            with suppress(AssertionError, Error):
                await composer.fill(text, timeout=_CLICK_MS)
                await expect(found.first).to_be_visible(timeout=_CLICK_MS)
                await self.page.keyboard.press("Enter")
                await expect(found.first).to_be_hidden(timeout=_CLICK_MS)
                await self.page.keyboard.press("Enter")
                await expect(self.page.get_by_text(answer).last).to_be_visible(timeout=_CLICK_MS)
                return
        raise AssertionError(f"{text!r} was not answered with {answer!r}")

    async def reading(self) -> None:
        """Note the line of the panel that lists this person's hand: it is his secret."""
        text = plain(await self.page.locator("#channel-message-list").inner_text())
        self.hands |= {
            line for line in text.splitlines() if line.startswith(_READINGS) and "deadwood" in line
        }

    def has_received(self, words: str) -> bool:
        """Whether the server has ever sent these words to this page."""
        return any(words in body for body in self.received)

    async def panel_labels(self) -> list[str]:
        """The buttons of the last private message, which is this person's hand."""
        panel = self.page.locator("#channel-message-list > *", has_text=_ONLY_YOU).last
        return [plain(text) for text in await panel.get_by_role("button").all_inner_texts()]

    async def press(self, label: str) -> None:
        """Press the last button with this label and wait until the page has moved on.

        A page that is a moment behind, or busy with the other window's click, refuses and
        says so in its corner; then a person presses again.
        """
        # A label is followed by the selector that asks for a text glyph, where it is a card.
        name = re.compile("^" + r"\ufe0e?".join(map(re.escape, label)) + r"\ufe0e?$")
        button = self.page.get_by_role("button", name=name).last
        await expect(button).to_be_visible(timeout=_PATIENCE_MS)
        for again in range(_TRIES):
            if again and not await button.count():
                return  # it had been pressed, and the page was slow to show it
            before = await self._shown()
            # The button may go while it is pressed, which is what was wanted.
            with suppress(Error):
                await button.click(timeout=_CLICK_MS)
            for _ in range(_LOOKS):
                await self.page.wait_for_timeout(_LOOK_MS)
                if await self._shown() != before:
                    return
        raise AssertionError(f"pressing {label!r} did nothing")

    async def _shown(self) -> str:
        return await self.page.locator("#channel-message-list").inner_text()

    async def sees(self, text: str) -> None:
        """Wait until the page shows a text."""
        await expect(self.page.get_by_text(text).last).to_be_visible(timeout=_PATIENCE_MS)
