"""Each card as a small square picture for buttons: rank and suit, readable at twenty pixels.

The name carries the version of the art, so that a changed picture gets a new name and those
already known to Discord need not be looked at.
"""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageFilter, ImageOps

from bot.engine import Card

from .deck import rank_mask, suit_colour
from .dyes import dye
from .inks import EDGE, WHITE
from .look import NEUTRAL
from .shapes import Pen, suit_mask

ART_VERSION = 3
"""To be raised with every change of the pictures; `test_emoji.py` holds them to their golden."""

_SIDE = 128
_CORNER = 22
_GAP = 5
"""Between the rank and the suit, where they would run into each other."""


def emoji_name(card: Card) -> str:
    """What the emoji of a card is called: letters, digits and underlines, as Discord asks."""
    return f"gin{ART_VERSION}_{str(card).lower()}"


def emoji_picture(card: Card) -> bytes:
    """The card as a PNG: dark and light backgrounds both show round its white tile."""
    tile, shape = Pen((_SIDE, _SIDE), EDGE), Pen((_SIDE, _SIDE), 0)
    tile.panel((3, 3, _SIDE - 3, _SIDE - 3), _CORNER - 3, WHITE)
    shape.panel((0, 0, _SIDE, _SIDE), _CORNER, 255)
    picture, colour = tile.finish(), dye(NEUTRAL, suit_colour(card.suit))
    rank, suit = rank_mask(card.rank, 72, 64), suit_mask(card.suit, 56, 56)
    picture.paste(colour, (max(7, 36 - rank.width // 2), 11), rank)
    x, y = _SIDE - 7 - suit.width, _SIDE - 9 - suit.height
    picture.paste(dye(NEUTRAL, WHITE), (x - _GAP, y - _GAP), _grown(suit))
    picture.paste(colour, (x, y), suit)
    picture.putalpha(shape.finish())
    out = BytesIO()
    picture.quantize(64, method=Image.Quantize.FASTOCTREE).save(out, "PNG", optimize=True)
    return out.getvalue()


def _grown(mask: Image.Image) -> Image.Image:
    """A mask with so much more on all sides."""
    return ImageOps.expand(mask, _GAP).filter(ImageFilter.MaxFilter(2 * _GAP + 1))
