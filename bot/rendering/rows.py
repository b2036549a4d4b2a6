"""Cards that lie side by side, and what is written under them."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.engine import Card

from . import easel, geometry
from .deck import card_sprite, covered_sprite
from .easel import write
from .geometry import Box, CardSize, PlacedPart
from .inks import GOLD, ink

LABEL = 36
_LINE, _STRONG_LINE = 3, 5
_HOOK = 12


def meld_name(cards: Sequence[Card]) -> str:
    """What a meld is called."""
    return "Set" if cards[0].rank == cards[1].rank else "Run"


def deadwood_text(points: int) -> str:
    """What stands beside the count."""
    return f"Deadwood {points}"


def lay_cards(
    picture: Image.Image,
    placed: PlacedPart,
    cards: Sequence[Card],
    lifted: Sequence[bool],
    size: CardSize,
) -> None:
    """A tray with its cards, those lifted standing out of the row with a golden ring."""
    heights = tuple(geometry.LIFT if up else 0 for up in lifted)
    easel.lay_tray(picture, placed, size, heights)
    for place, card in enumerate(cards):
        last = place + 1 == len(cards)
        up = heights[place]
        if last:
            shown = card_sprite(card, size, bool(up))
        else:
            shown = covered_sprite(card, size, (placed.pitch, up - heights[place + 1]), bool(up))
        shown.paste_on(picture, placed.card_x(place), placed.card_y - up)


def bracket(
    picture: Image.Image,
    tray: Box,
    text: str,
    open_ends: tuple[bool, bool] = (False, False),
    *,
    strong: bool = False,
) -> None:
    """A bracket under a whole tray with the meld's name in it; open where the meld goes on."""
    ends = (tray.x + geometry.TRAY_PAD + 2, tray.right - geometry.TRAY_PAD - 3)
    middle = tray.bottom - geometry.TRAY_LABEL // 2
    bracket_between(picture, ends, middle, text, open_ends, strong=strong)


def bracket_between(
    picture: Image.Image,
    ends: tuple[int, int],
    middle: int,
    text: str,
    open_ends: tuple[bool, bool] = (False, False),
    *,
    strong: bool = False,
) -> None:
    """A bracket from one column to another, with its name in the gap."""
    centre = (ends[0] + ends[1]) // 2
    half = write(picture, text, (centre, middle), LABEL, colour=GOLD, anchor=0.5) // 2 + 10
    draw, line = ImageDraw.Draw(picture), ink(GOLD)
    width = _STRONG_LINE if strong else _LINE
    for outer, inner, goes_on in zip(ends, (centre - half, centre + half), open_ends, strict=True):
        corner = [] if goes_on else [(outer, middle - _HOOK)]
        if (inner - outer) * (centre - outer) > 0:
            draw.line([*corner, (outer, middle), (inner, middle)], fill=line, width=width)
