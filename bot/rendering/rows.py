"""Cards that lie side by side, and what is written under them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from bot.engine import Card

from . import easel, geometry, words
from .deck import card_sprite, covered_sprite
from .geometry import Box, CardSize, PlacedPart
from .inks import GOLD, TRAY, Sprite, ink, ramp_table, stencil
from .lettering import Weight, text_mask
from .look import Look
from .shapes import suit_mask

LABEL, LARGE_LABEL = 42, 48
_LINE, _STRONG_LINE = 3, 5
_HOOK = 12
_SPACE = 10
"""Between the word of a run and its suit, and around a name in the gap of its bracket."""


def label_size(look: Look) -> int:
    """How large the words under cards are: larger for whoever wants cards or contrast so."""
    return LARGE_LABEL if look.large or look.contrast else LABEL


def is_set(cards: Sequence[Card]) -> bool:
    """Whether a meld is a set; else it is a run."""
    return cards[0].rank == cards[1].rank


@lru_cache(maxsize=192)
def meld_label(cards: Sequence[Card], room: int, size: int) -> Sprite:
    """What a meld is called, so that no other one of a hand is called so: Set of 9, Run ♥.

    Where there is no room for all of it, its rank or its suit remains.
    """
    rank, suit = words.rank(cards[0]), None if is_set(cards) else cards[0].suit
    names = [f"Set of {rank}", f"Set {rank}", rank] if is_set(cards) else ["Run", ""]
    for name in names:
        mask = _named(name, suit, size)
        if mask.width <= room:
            break
    return Sprite.cut(mask.point(ramp_table(TRAY, GOLD)), stencil(mask, 7))


def _named(name: str, suit: int | None, size: int) -> Image.Image:
    """A word, and beside it the suit, which no font of ours has."""
    written = text_mask(name, Weight.BOLD, size)
    if suit is None:
        return written
    side = round(size * 0.74)
    left = written.width + _SPACE if name else 0
    mask = Image.new("L", (left + side, written.height), 0)
    if name:
        mask.paste(written)
    mask.paste(suit_mask(suit, side, side), (left, (written.height - side) // 2))
    return mask


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
    meld: Sequence[Card],
    look: Look,
    open_ends: tuple[bool, bool] = (False, False),
) -> None:
    """A bracket under a whole tray with the meld's name in it; open where the meld goes on."""
    ends = (tray.x + geometry.TRAY_PAD + 2, tray.right - geometry.TRAY_PAD - 3)
    middle = tray.bottom - geometry.TRAY_LABEL // 2
    bracket_between(picture, ends, middle, meld, look, open_ends)


def bracket_between(
    picture: Image.Image,
    ends: tuple[int, int],
    middle: int,
    meld: Sequence[Card],
    look: Look,
    open_ends: tuple[bool, bool] = (False, False),
) -> None:
    """A bracket from one column to another, with its name in the gap."""
    centre = (ends[0] + ends[1]) // 2
    name = meld_label(tuple(meld), ends[1] - ends[0] - 2 * _SPACE, label_size(look))
    name.paste_on(picture, centre - name.pixels.width // 2, middle - name.pixels.height // 2)
    half = name.pixels.width // 2 + _SPACE
    draw, line = ImageDraw.Draw(picture), ink(GOLD)
    width = _STRONG_LINE if look.contrast else _LINE
    for outer, inner, goes_on in zip(ends, (centre - half, centre + half), open_ends, strict=True):
        corner = [] if goes_on else [(outer, middle - _HOOK)]
        if (inner - outer) * (centre - outer) > 0:
            draw.line([*corner, (outer, middle), (inner, middle)], fill=line, width=width)
