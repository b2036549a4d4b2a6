"""How fast pictures come and how large they are, beside the usual way of making one."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from PIL import __version__ as pillow_version

from bot.engine import Card
from bot.rendering import geometry
from bot.rendering.deck import card_mask, card_sprite
from bot.rendering.dyes import palette_of
from bot.rendering.geometry import CardSize
from bot.rendering.inks import FELT
from bot.rendering.look import Look, Order
from bot.rendering.painting import paint, warm_up
from bot.rendering.scenes import HandScene, Scene
from tests.bench import median_ms, print_table
from tests.rendering.samples import (
    CROWDED,
    HAND,
    HOLLYWOOD_TABLE,
    LEADERBOARD,
    LONG_SHEET,
    LOOSE_HAND,
    PLAYER_CARD,
    SHEET,
    SHOWDOWN,
    TABLE,
)


def looked_at(**choices: Any) -> HandScene:
    """The hand as a player with these choices sees it."""
    return replace(HAND, look=Look(**choices))


# What is painted, the milliseconds it may take, and the kilobytes it may come to: a hand 2 and 32
# in every look, a table 3, all others 6. `LARGEST` of the tests is the limit where none is named.
PICTURES: dict[str, tuple[Scene, int, int]] = {
    "hand of 11, melds": (HAND, 2, 32),
    "hand of 11, no melds": (LOOSE_HAND, 2, 32),
    "hand of 11, by suit": (looked_at(order=Order.SUIT), 2, 32),
    "hand of 11, four colours": (looked_at(four_colours=True), 2, 32),
    "hand of 11, strong contrast": (looked_at(contrast=True), 2, 32),
    "hand of 11, by rank": (looked_at(order=Order.RANK), 2, 32),
    "hand of 11, large": (looked_at(large=True), 2, 32),
    "hand of 11, large, by suit": (looked_at(large=True, order=Order.SUIT), 2, 32),
    "hand of 11, large, contrast": (looked_at(large=True, contrast=True), 2, 32),
    "table": (TABLE, 3, 60),
    "table, Hollywood, limit": (HOLLYWOOD_TABLE, 3, 60),
    "reveal": (SHOWDOWN, 6, 60),
    "reveal, crowded": (CROWDED, 6, 60),
    "sheet": (SHEET, 6, 60),
    "sheet, Hollywood, 20 hands": (LONG_SHEET, 6, 60),
    "leaderboard": (LEADERBOARD, 6, 60),
    "player card": (PLAYER_CARD, 6, 60),
}

DECK_MS = 1000
USUAL_RUNS = 40
SOURCE_CARD = CardSize(500, 682)
"""As large as card pictures for download commonly are."""


def run() -> None:
    started = time.perf_counter()
    warm_up()
    deck = (time.perf_counter() - started) * 1000
    started = time.perf_counter()
    paint(looked_at(large=True))
    large = (time.perf_counter() - started) * 1000
    with tempfile.TemporaryDirectory() as folder:
        files = _card_files(Path(folder), SOURCE_CARD)
        usual_size = len(_usual_way(files))
        usual = median_ms(partial(_usual_way, files), USUAL_RUNS)
        fitting = median_ms(
            partial(_usual_way, _card_files(Path(folder), geometry.HAND_CARD)), USUAL_RUNS
        )
    heads = ("picture", "median ms", "goal", "KB", "goal", "usual way ms", "times as fast", "")
    print(f"Pillow {pillow_version}; warm paints, 200 of each; the usual way {USUAL_RUNS} times")
    print(
        f"{os.cpu_count()} processors with a load of {os.getloadavg()[0]:.1f}: where that is more"
    )
    print("than there are, times are those of a busy machine")
    print_table(heads, _rows(usual))
    start = (("deck at start", f"{deck:.0f}", str(DECK_MS), _missed(deck > DECK_MS)),)
    print_table(("once", "ms", "goal", ""), start)
    print(f"the usual way's hand has {usual_size / 1024:.1f} KB, and {fitting:.1f} ms from files")
    print("that were of the right size already; the first hand with large cards, whose sprites")
    print(f"nobody had asked for, {large:.0f} ms")


def _rows(usual: float) -> Iterator[tuple[str, ...]]:
    for name, (scene, most_ms, most_kb) in PICTURES.items():
        taken, size = median_ms(partial(paint, scene)), len(paint(scene)) / 1024
        compared = (f"{usual:.1f}", f"{usual / taken:.0f}") if name.startswith("hand") else ("", "")
        missed = _missed(taken > most_ms or size > most_kb)
        yield name, f"{taken:.2f}", str(most_ms), f"{size:.1f}", str(most_kb), *compared, missed


def _missed(is_missed: bool) -> str:
    """What stands at the end of a line that does not reach its goal."""
    return "missed" if is_missed else ""


def _card_files(folder: Path, size: CardSize) -> list[Path]:
    """The cards of a hand as RGBA files, as a bot would ship them."""
    files: list[Path] = []
    for card in (*(card for meld in HAND.melds for card in meld), *HAND.deadwood):
        files.append(folder / f"{int(card)}-{size.width}.png")
        _in_rgba(card, size).save(files[-1])
    return files


def _in_rgba(card: Card, size: CardSize) -> Image.Image:
    indices = card_sprite(card, size).pixels
    picture = Image.frombytes("P", indices.size, indices.tobytes())
    picture.putpalette(palette_of())
    large = picture.convert("RGBA")
    large.putalpha(card_mask(size))
    return large


def _usual_way(files: list[Path]) -> bytes:
    """Open each file, resize it, paste it on RGBA felt, save the whole as PNG."""
    size = (geometry.HAND_CARD.width, geometry.HAND_CARD.height)
    table = Image.new("RGBA", (geometry.WIDTH, 668), (*FELT, 255))
    for place, file in enumerate(files):
        with Image.open(file) as card:
            small = card.convert("RGBA").resize(size, Image.Resampling.LANCZOS)
        row, column = divmod(place, 6)
        table.paste(small, (30 + column * 150, 40 + row * 320), small)
    out = BytesIO()
    table.save(out, "PNG")
    return out.getvalue()
