"""Putting the cards up as emojis: all or none, whatever goes wrong on the way."""

from __future__ import annotations

import asyncio
import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.app import emojis
from bot.app.emojis import CardEmojis
from bot.engine import DECK
from bot.rendering.emoji import emoji_name


class Application:
    """As much of a client as the emojis need; `failures` say what each next upload meets."""

    def __init__(self, *failures: Exception | None, others: int = 0) -> None:
        self.failures = list(failures)
        self.names = [emoji_name(card) for card in DECK[:others]]
        self.looks = 0

    async def fetch_application_emojis(self) -> list[Any]:
        self.looks += 1
        return [SimpleNamespace(name=name, id=place) for place, name in enumerate(self.names)]

    async def create_application_emoji(self, *, name: str, image: bytes) -> Any:
        failure = self.failures.pop(0) if self.failures else None
        if isinstance(failure, discord.HTTPException) and failure.code == 50035:
            self.names.append(name)  # somebody else was faster
        if failure:
            raise failure
        self.names.append(name)
        return SimpleNamespace(name=name, id=len(self.names))


def refused(code: int) -> discord.HTTPException:
    answer: Any = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(answer, {"code": code, "message": "no"})


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long was waited, without waiting; and pictures that cost nothing."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(
        emojis, "asyncio", SimpleNamespace(sleep=sleep, to_thread=asyncio.to_thread)
    )
    monkeypatch.setattr(emojis, "emoji_picture", lambda card: b"")
    return waited


async def learnt(application: Any, *, put_up: bool = True) -> CardEmojis:
    cards = CardEmojis()
    await cards.look_up(application, put_up=put_up)
    return cards


async def test_a_failure_in_the_middle_is_told_once_and_tried_again(
    pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    application = Application(None, refused(0), OSError("no room"))
    with caplog.at_level(logging.WARNING):
        cards = await learnt(application)
    assert len(cards) == len(DECK)
    assert sorted(application.names) == sorted(map(emoji_name, DECK))
    assert len(pauses) == 2
    assert min(pauses) >= 60
    assert caplog.text.count("say them in text") == 1


async def test_it_is_given_up_in_the_end_and_nothing_is_shown(pauses: list[float]) -> None:
    application = Application(*[None] * 10, *[refused(0)] * 100)
    cards = await learnt(application)
    assert len(cards) == 0
    assert DECK[0] not in cards
    assert 1 <= len(pauses) <= 10


async def test_a_name_that_is_taken_meanwhile_is_looked_up(pauses: list[float]) -> None:
    application = Application(None, refused(50035))
    assert len(await learnt(application)) == len(DECK)
    assert application.looks == 2
    assert not pauses


async def test_a_process_that_does_not_put_up_shows_none_until_all_are_there(
    pauses: list[float],
) -> None:
    assert len(await learnt(Application(others=51), put_up=False)) == 0
    assert len(await learnt(Application(others=52), put_up=False)) == len(DECK)
