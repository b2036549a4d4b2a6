"""Words in pictures: fonts, labels as sprites, and names that may be in any script."""

from __future__ import annotations

import unicodedata
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path

from PIL import Image, ImageFont

from bot.engine import Seat

from .inks import Colour, Sprite, ramp_table, stencil
from .words import cut

_FONTS = Path(__file__).resolve().parents[2] / "assets" / "fonts"
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
SMALLEST_NAME = 0.72
LEAST = 42
"""No words are smaller. A phone 390 points wide shows a picture inside a message 265 points wide,
so that these are 11 of its points."""

_TRIAL_SIZE, _TRIAL_WIDTH = LEAST, 1000
_NEVER_DRAWN = "\uffff"
"""A code point no font has: what it looks like is the font's empty box."""


class Weight(Enum):
    """The fonts there are, by file."""

    BOLD = "Lato-Bold.ttf"
    BLACK = "Lato-Black.ttf"


@cache
def font(weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    """A font at a size in pixels; always laid out alike, whatever Pillow was built with."""
    path = _FONTS / weight.value
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=256)
def text_mask(text: str, weight: Weight, size: int) -> Image.Image:
    """Text as a soft mask, cropped to its width but as tall as capitals are."""
    face = font(weight, size)
    left, _, right, _ = face.getbbox(text, anchor="ls")
    rise, drop = cap_height(weight, size), round(size * 0.24)
    canvas = Image.new("L", (max(1, round(right - left)), rise + 2 * drop), 0)
    stencil, offset = face.getmask2(text, mode="L", anchor="ls")
    if stencil.size[0] and stencil.size[1]:
        glyphs = Image.frombytes("L", stencil.size, bytes(stencil))
        canvas.paste(glyphs, (round(offset[0] - left), rise + drop + round(offset[1])))
    return canvas


@cache
def cap_height(weight: Weight, size: int) -> int:
    """How tall capitals are at a font size."""
    return -round(font(weight, size).getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=256)
def label(text: str, weight: Weight, size: int, colour: Colour, paper: Colour) -> Sprite:
    """Text as a sprite, smooth on the given paper."""
    mask = text_mask(text, weight, size)
    pixels = mask.point(ramp_table(paper, colour))
    return Sprite.cut(pixels, stencil(mask, 7))


@lru_cache(maxsize=128)
def fitted_name(
    name: str, weight: Weight, size: int, width: int, smallest: float = SMALLEST_NAME
) -> tuple[str, int] | None:
    """A name cut to a width, and the font size for it; None where it cannot be drawn.

    A long name first shrinks a little, down to `smallest` parts of the size and never below
    the least that is read on a phone, then loses its end to an ellipsis.
    """
    shown = unicodedata.normalize("NFC", " ".join(name.split()))
    if not shown or not all(_has_glyph(character, weight) for character in shown):
        return None
    least = min(size, max(round(size * smallest), LEAST))
    for smaller in range(size, least - 1, -2):
        if font(weight, smaller).getlength(shown) <= width:
            return shown, smaller
    face = font(weight, smaller)
    while shown and face.getlength(shown.rstrip() + _ELLIPSIS) > width:
        shown = shown[:-1]
    return shown.rstrip() + _ELLIPSIS, smaller


@lru_cache(maxsize=256)
def figure_size(figure: str, weight: Weight, size: int, width: int) -> int:
    """The size at which a number fits a width: it shrinks as far as it must, and is never cut."""
    while size > 1 and font(weight, size).getlength(figure) > width:
        size -= 1
    return size


def written_name(name: str, seat: Seat) -> str:
    """A name for a picture; where no font of ours has it, "Player 1" or "Player 2" by seat.

    The message's text names both players in the same order.
    """
    name = cut(name)
    can_be_written = fitted_name(name, Weight.BOLD, _TRIAL_SIZE, _TRIAL_WIDTH) is not None
    return name if can_be_written else f"Player {seat + 1}"


@lru_cache(maxsize=1024)
def _has_glyph(character: str, weight: Weight) -> bool:
    """Whether the font draws this character as itself, and the character stands alone.

    Marks that combine and invisible controls are refused: laid out one by one they
    would run into the neighbours, or out of the box.
    """
    if character == " ":
        return True
    if unicodedata.category(character)[0] not in "LNPS":
        return False
    face = font(weight, 40)
    shape, nothing = face.getmask(character), face.getmask(_NEVER_DRAWN)
    return shape.getbbox() is not None and bytes(shape) != bytes(nothing)
