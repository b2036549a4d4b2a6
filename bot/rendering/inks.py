"""The one palette all pictures share, and sprites in its colours.

Pictures are put together as plain index images (mode "L", one byte a pixel) and get
their palette only when they are saved: pasting then copies bytes, nothing is blended
or converted, and the PNG is small. Soft edges are part of the sprites, as ramps
between the two colours that meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from PIL import Image

Colour: TypeAlias = tuple[int, int, int]

WHITE: Colour = (253, 253, 250)
BLACK: Colour = (22, 26, 38)
RED: Colour = (206, 24, 42)
FELT: Colour = (25, 101, 70)
FELT_EDGE: Colour = (12, 60, 42)
TRAY: Colour = (15, 74, 51)
SHADE: Colour = (4, 26, 18)
PLATE: Colour = (9, 38, 30)
MIST: Colour = (176, 208, 190)
GOLD: Colour = (246, 200, 84)
BRONZE: Colour = (150, 100, 28)
NAVY: Colour = (36, 50, 116)
SKY: Colour = (94, 118, 196)
SKIN: Colour = (246, 212, 178)
CREAM: Colour = (250, 243, 224)
AUBURN: Colour = (138, 62, 28)
OAK: Colour = (92, 60, 40)
STRAW: Colour = (226, 174, 90)

FELT_STEPS = 12
"""How many first inks are the felt, from bright to dark."""

_RAMPS: tuple[tuple[Colour, Colour, int], ...] = (
    (WHITE, BLACK, 9),
    (WHITE, RED, 8),
    (WHITE, PLATE, 7),
    (FELT, SHADE, 10),
    (FELT, WHITE, 8),
    (FELT, GOLD, 7),
    (TRAY, SHADE, 8),
    (TRAY, MIST, 9),
    (TRAY, GOLD, 7),
    (TRAY, FELT, 4),
    (PLATE, MIST, 8),
    (PLATE, GOLD, 8),
    (PLATE, FELT, 5),
    (GOLD, PLATE, 8),
    (NAVY, WHITE, 10),
    (NAVY, SKY, 5),
    (NAVY, GOLD, 6),
    (NAVY, SHADE, 4),
    (SKIN, RED, 4),
    (SKIN, BLACK, 4),
    (SKIN, OAK, 3),
    (CREAM, AUBURN, 5),
    (CREAM, GOLD, 4),
    (CREAM, RED, 5),
    (CREAM, BLACK, 5),
    (GOLD, RED, 5),
    (GOLD, BRONZE, 4),
    (GOLD, WHITE, 5),
    (RED, BLACK, 6),
    (OAK, BLACK, 3),
    (AUBURN, BLACK, 3),
    (STRAW, OAK, 4),
    (STRAW, CREAM, 3),
)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A ready piece of picture: palette indices, and which of them are to be pasted."""

    pixels: Image.Image
    mask: Image.Image

    def paste_on(self, canvas: Image.Image, x: int, y: int) -> None:
        """Lay the sprite on an index image, its upper left corner at (x, y)."""
        canvas.paste(self.pixels, (x, y), self.mask)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """The colour `share` of the way from the first to the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


def _ramp(first: Colour, second: Colour, steps: int) -> Iterator[Colour]:
    for step in range(steps):
        yield mix(first, second, step / (steps - 1))


@cache
def palette() -> tuple[Colour, ...]:
    """Every ink by its index: the felt in order, then the ramps, each colour once."""
    felt = list(_ramp(FELT, FELT_EDGE, FELT_STEPS))
    ramps = (colour for ends in _RAMPS for colour in _ramp(*ends))
    rest = dict.fromkeys(colour for colour in ramps if colour not in felt)
    return (*felt, *rest)


@cache
def flat_palette() -> bytes:
    """The palette as Pillow wants it: red, green, blue of each ink in turn."""
    return bytes(value for colour in palette() for value in colour)


@cache
def ink(colour: Colour) -> int:
    """The index of the ink nearest to a colour."""

    def distance(index: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colour, palette()[index], strict=True))

    return min(range(len(palette())), key=distance)


@cache
def ramp_table(paper: Colour, colour: Colour) -> tuple[int, ...]:
    """For each opacity 0 to 255, the ink of `colour` laid on `paper` with it."""
    levels = [ink(mix(paper, colour, level / 8)) for level in range(9)]
    return tuple(levels[(opacity + 16) // 32] for opacity in range(256))


@cache
def _palette_image() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(flat_palette())
    return image


def indexed(picture: Image.Image) -> Image.Image:
    """An RGB picture as indices of the nearest inks, without dithering."""
    near = picture.quantize(palette=_palette_image(), dither=Image.Dither.NONE)
    return Image.frombytes("L", near.size, near.tobytes())


def stencil(mask: Image.Image, floor: int) -> Image.Image:
    """What of a soft mask is stronger than `floor`, as a mask of ones and noughts."""
    return mask.point([0] * (floor + 1) + [255] * (255 - floor), "1")


def sprite(picture: Image.Image, mask: Image.Image) -> Sprite:
    """A sprite from an RGB picture and a soft mask, which is cut at one half."""
    return Sprite(indexed(picture), stencil(mask, 127))
