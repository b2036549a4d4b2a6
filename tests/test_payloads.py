"""The eye on what the bot says sees what Discord would refuse."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from tests import payloads
from tests.room import room
from tests.speaking import spoken_correctly

__all__ = ["spoken_correctly"]

CHANNEL = "/channels/1/messages"
MESSAGE = "/channels/1/messages/2"
CALLBACK = "/interactions/1/secret/callback"
ORIGINAL = "/webhooks/1/secret/messages/@original"

GOOD: dict[str, Any] = {
    "flags": 1 << 15,
    "allowed_mentions": {"parse": []},
    "attachments": [{"id": 0, "filename": "hand.png", "description": "ten cards"}],
    "components": [
        {
            "type": 17,
            "components": [
                {"type": 10, "content": "Your hand"},
                {"type": 12, "items": [{"media": {"url": "attachment://hand.png"}}]},
                {
                    "type": 1,
                    "components": [{"type": 2, "style": 2, "label": "a", "custom_id": "1"}],
                },
            ],
        }
    ],
}


def button(number: int, label: str = "a") -> dict[str, Any]:
    return {"type": 2, "style": 2, "label": label, "custom_id": str(number)}


def with_parts(*parts: dict[str, Any]) -> dict[str, Any]:
    """The good message with something more in its box."""
    body = deepcopy(GOOD)
    body["components"][0]["components"] += parts
    return body


def row(*buttons: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(buttons)}


def text(words: str) -> dict[str, Any]:
    return {"type": 10, "content": words}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", CHANNEL, GOOD),
        ("PATCH", MESSAGE, GOOD),
        ("PATCH", ORIGINAL, GOOD),
        ("POST", CALLBACK, {"type": 4, "data": GOOD}),
        ("POST", CALLBACK, {"type": 7, "data": GOOD}),
        ("POST", CALLBACK, {"type": 6}),
        ("DELETE", MESSAGE, None),
        # 40 components: 5 are there, and seven rows of four buttons are 35 more.
        (
            "POST",
            CHANNEL,
            with_parts(*(row(*(button(10 * r + b) for b in range(4))) for r in range(1, 8))),
        ),
        ("POST", CHANNEL, with_parts(text("x" * (4000 - len("Your hand"))))),
    ],
)
def test_what_discord_takes_is_not_complained_of(method: str, path: str, body: Any) -> None:
    assert payloads.complaints(method, path, body) == []


@pytest.mark.parametrize(
    ("limit", "body"),
    [
        (
            "at most forty components",
            with_parts(
                *(row(*(button(10 * r + b) for b in range(4))) for r in range(1, 8)), text("x")
            ),
        ),
        ("at most four thousand characters", with_parts(text("x" * 3992))),
        ("at most four thousand characters", with_parts(text("😀" * 1996))),
        ("at most eight kilobytes", with_parts(text("字" * 2700))),
        ("attachments on every edit", {**GOOD, "attachments": None}),
        ("what is shown is uploaded", {**GOOD, "attachments": []}),
        (
            "what is shown is uploaded",
            {**GOOD, "attachments": [*GOOD["attachments"], {"id": 1, "filename": "b.png"}]},
        ),
        ("it says who may be called", {**GOOD, "allowed_mentions": None}),
        ("it says who may be called", {**GOOD, "allowed_mentions": {"parse": ["everyone"]}}),
        ("it says who may be called", {**GOOD, "allowed_mentions": {"roles": ["1"]}}),
        ("nobody is called by an edit", {**GOOD, "allowed_mentions": {"users": ["1"]}}),
        ("ids are unique", with_parts(row(button(1)))),
        ("components are all there is", {**GOOD, "flags": 64}),
        ("components are all there is", {**GOOD, "content": "words"}),
        ("no text is empty", with_parts(text(" "))),
        ("rows hold one to five", with_parts(row(*(button(n) for n in range(2, 8))))),
        ("buttons say something", with_parts(row(button(2, label="")))),
    ],
)
def test_each_limit_is_seen_to_be_broken(limit: str, body: Any) -> None:
    for method, path, sent in (
        ("PATCH", MESSAGE, body),
        ("PATCH", ORIGINAL, body),
        ("POST", CALLBACK, {"type": 7, "data": body}),
    ):
        found = payloads.complaints(method, path, sent)
        assert f"{method} {path}: {limit}" in found


@pytest.fixture
def described() -> None:
    """Only where Discord's description is at hand."""
    if payloads.description() is None:
        pytest.skip(f"{payloads.SETTING} names no description: payloads meet our own limits only")


@pytest.mark.usefixtures("described")
@pytest.mark.parametrize(
    ("method", "path", "body", "where"),
    [
        ("POST", CHANNEL, with_parts(row(button(2, label="x" * 81))), "components"),
        ("POST", CHANNEL, with_parts(row({**button(2), "custom_id": "x" * 101})), "components"),
        ("POST", CALLBACK, {"type": 4, "data": with_parts({"type": 99})}, ""),
        ("PATCH", ORIGINAL, {**GOOD, "attachments": [{"filename": "hand.png"}]}, "attachments"),
        ("PATCH", MESSAGE, {**GOOD, "allowed_mentions": {"parse": ["friends"]}}, "allowed"),
        ("PATCH", "/channels/1/message/2", GOOD, "no such request"),
        ("DELETE", MESSAGE, {"reason": "none"}, "no body"),
    ],
)
def test_what_the_description_forbids_is_seen(
    method: str, path: str, body: Any, where: str
) -> None:
    found = payloads.complaints(method, path, body)
    assert found
    assert where in " ".join(found)


async def test_a_message_of_the_bot_that_is_too_long_would_fail_its_test(
    tmp_path: Path, spoken_correctly: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """2,700 characters are 8,100 bytes, and there is more to a message than its text."""
    async with room(tmp_path / "gin.sqlite3") as opened:
        await opened.carol.command("gin hand")
        assert spoken_correctly == []
        monkeypatch.setattr("bot.rendering.refusals.NO_MATCH", "字" * 2700)
        await opened.carol.command("gin hand")

    (found,) = spoken_correctly
    assert found.endswith("at most eight kilobytes")
    spoken_correctly.clear()
