"""How tests look at pictures, and the names and hands they try."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from PIL import Image, ImageChops

from bot.rendering.painting import paint
from bot.rendering.scenes import Scene

UNWRITABLE = {
    "emoji": "\N{GRINNING FACE} Bob",
    "Arabic": "\u0645\u062d\u0645\u062f",
    "Chinese": "\u738b\u5c0f\u660e",
    "Hebrew": "\u05d3\u05d5\u05d3",
    "stacked marks": "Z\u0335\u0321\u0322\u034e\u0353a\u0315\u031b\u0340lgo",
    "right-to-left override": "\u202eBob",
    "private use": "\ue000",
    "blank": " \u3000 ",
    "nothing": "",
}
WRITABLE = {
    "Latin": "Zo\u00eb",
    "Vietnamese": "Nguy\u1ec5n",
    "Greek": "\u039a\u03c9\u03bd\u03c3\u03c4\u03b1\u03bd\u03c4\u03af\u03bd\u03bf\u03c2",
    "Cyrillic": "\u041e\u043b\u044c\u0433\u0430",
    "wide": "W" * 32,
    "one long word": "\u0429" * 32,
}


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture)).convert("RGB")


def changed(first: Scene, second: Scene) -> tuple[int, int, int, int] | None:
    """The box (left, top, right, bottom) in which two pictures differ."""
    return ImageChops.difference(opened(paint(first)), opened(paint(second))).getbbox()


def partings(cards: int) -> Iterator[tuple[int, ...]]:
    """Every way in which some of the cards can lie in melds, by how many are in each."""
    yield ()
    for first in range(3, cards + 1):
        for rest in partings(cards - first):
            yield first, *rest
