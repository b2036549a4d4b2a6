"""The inks all pictures are drawn with, and sprites in them.

Pictures are put together as plain index images (mode "L", one byte a pixel) and get
their palette only when they are saved: pasting then copies bytes, nothing is blended
or converted, and the PNG is small. Soft edges are part of the sprites, as ramps
between the two colours that meet. What colour each ink has in the end is the business
of `dyes`: another cloth or a deck of four colours costs not one sprite.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from PIL import Image, ImageChops

Colour: TypeAlias = tuple[int, int, int]

WHITE: Colour = (253, 253, 250)
BLACK: Colour = (22, 26, 38)
EDGE: Colour = (120, 128, 124)
RED: Colour = (206, 24, 42)
CLUBS: Colour = (0, 255, 0)
DIAMONDS: Colour = (255, 0, 255)
"""These two are never seen: they stand for whatever colour the deck gives to the suit."""
FELT: Colour = (25, 101, 70)
FELT_EDGE: Colour = (14, 68, 48)
TRAY: Colour = (15, 74, 51)
SHADE: Colour = (4, 26, 18)
PLATE: Colour = (9, 38, 30)
MIST: Colour = (176, 208, 190)
GOLD: Colour = (246, 200, 84)
SILVER: Colour = (200, 206, 210)
BRONZE: Colour = (150, 100, 28)
NAVY: Colour = (36, 50, 116)
SKY: Colour = (94, 118, 196)
SKIN: Colour = (246, 212, 178)
CREAM: Colour = (250, 243, 224)
AUBURN: Colour = (138, 62, 28)
OAK: Colour = (92, 60, 40)
STRAW: Colour = (226, 174, 90)

_LEVELS = 4
"""How many steps lead from paper to full ink at the edge of a letter."""

FELT_STEPS = 13
"""How many first inks are the felt, from bright to dark."""

_RAMPS_OF_CARDS: tuple[tuple[Colour, Colour, int], ...] = (
    (WHITE, BLACK, 7),
    (WHITE, RED, 6),
    (WHITE, CLUBS, 7),
    (WHITE, DIAMONDS, 6),
    (CLUBS, EDGE, 4),
    (DIAMONDS, EDGE, 4),
    (CREAM, CLUBS, 6),
    (CREAM, DIAMONDS, 5),
    (WHITE, EDGE, 10),
    (NAVY, WHITE, 5),
    (NAVY, SKY, 5),
    (NAVY, GOLD, 6),
    (SKIN, RED, 4),
    (SKIN, BLACK, 4),
    (SKIN, OAK, 3),
    (CREAM, AUBURN, 5),
    (CREAM, GOLD, 4),
    (CREAM, RED, 5),
    (CREAM, BLACK, 6),
    (GOLD, RED, 5),
    (GOLD, BRONZE, 4),
    (GOLD, WHITE, 5),
    (RED, BLACK, 6),
    (OAK, BLACK, 3),
    (AUBURN, BLACK, 3),
    (STRAW, OAK, 4),
    (STRAW, CREAM, 3),
)
_RAMPS_OF_CLOTH: tuple[tuple[Colour, Colour, int], ...] = (
    (WHITE, PLATE, 5),
    (EDGE, SHADE, 3),
    (FELT, SHADE, 6),
    (FELT, WHITE, 6),
    (FELT, GOLD, 7),
    (TRAY, SHADE, 6),
    (TRAY, MIST, 5),
    (TRAY, GOLD, 7),
    (TRAY, FELT, 4),
    (PLATE, MIST, 8),
    (PLATE, GOLD, 8),
    (PLATE, FELT, 5),
    (GOLD, PLATE, 8),
    (PLATE, SILVER, 6),
    (PLATE, BRONZE, 5),
    (BRONZE, WHITE, 5),
    (PLATE, TRAY, 3),
    (NAVY, SHADE, 4),
)


@dataclass(frozen=True, slots=True)
class Sprite:
    """A ready piece of picture: palette indices, and which of them are to be pasted.

    It is kept in up to three pieces: the rows without a hole are pasted without a mask,
    which is eight times as fast.
    """

    pixels: Image.Image
    _pieces: tuple[tuple[int, Image.Image, Image.Image | None], ...]

    @classmethod
    def cut(cls, pixels: Image.Image, mask: Image.Image) -> Sprite:
        """A sprite of the pixels where the mask is set."""
        holes = ImageChops.invert(mask).getprojection()[1]
        solid = [row for row, hole in enumerate(holes) if not hole]
        start, end = (solid[0], solid[-1] + 1) if solid else (0, 0)
        pieces: list[tuple[int, Image.Image, Image.Image | None]] = []
        for top, bottom, whole in ((0, start, False), (start, end, True), (end, len(holes), False)):
            if top < bottom:
                box = (0, top, pixels.width, bottom)
                pieces.append((top, pixels.crop(box), None if whole else mask.crop(box)))
        return cls(pixels, tuple(pieces))

    def paste_on(self, canvas: Image.Image, x: int, y: int) -> None:
        """Lay the sprite on an index image, its upper left corner at (x, y)."""
        for top, pixels, mask in self._pieces:
            canvas.paste(pixels, (x, y + top), mask)


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """The colour `share` of the way from the first to the second."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(first, second, strict=True))
    return red, green, blue


Recipe: TypeAlias = tuple[Colour, Colour, float]
"""How an ink is mixed: two of the colours above, and how much there is of the second."""


def _ramps(ramps: Iterable[tuple[Colour, Colour, int]]) -> Iterator[Recipe]:
    for first, second, steps in ramps:
        for step in range(steps):
            yield first, second, step / (steps - 1)


@cache
def recipes() -> tuple[Recipe, ...]:
    """Every ink by its index: the felt in order, then the ramps, each colour once."""
    inks: dict[Colour, Recipe] = {}
    for ramps in (((FELT, FELT_EDGE, FELT_STEPS),), _RAMPS_OF_CARDS, _RAMPS_OF_CLOTH):
        for recipe in _ramps(ramps):
            inks.setdefault(mix(*recipe), recipe)
    return tuple(inks.values())


@cache
def palette() -> tuple[Colour, ...]:
    """The colours that sprites are drawn in, by index; not those that are seen."""
    return tuple(mix(*recipe) for recipe in recipes())


@cache
def ink(colour: Colour) -> int:
    """The index of the ink nearest to a colour."""

    def distance(index: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colour, palette()[index], strict=True))

    return min(range(len(palette())), key=distance)


@cache
def ramp_table(paper: Colour, colour: Colour) -> tuple[int, ...]:
    """For each opacity 0 to 255, the ink of `colour` laid on `paper` with it."""
    levels = [ink(mix(paper, colour, level / _LEVELS)) for level in range(_LEVELS + 1)]
    return tuple(levels[round(opacity * _LEVELS / 255)] for opacity in range(256))


@cache
def _inks_of_cards() -> tuple[int, ...]:
    """The inks a card may have: cloth changes its colour, and a card must not change with it."""
    return tuple(dict.fromkeys(ink(mix(*recipe)) for recipe in _ramps(_RAMPS_OF_CARDS)))


@cache
def _palette_image(*, of_cards: bool) -> Image.Image:
    image = Image.new("P", (1, 1))
    inks = _inks_of_cards() if of_cards else range(len(palette()))
    image.putpalette([value for index in inks for value in palette()[index]])
    return image


def indexed(picture: Image.Image, *, of_cards: bool = False) -> Image.Image:
    """An RGB picture as indices of the nearest inks, without dithering."""
    near = picture.quantize(palette=_palette_image(of_cards=of_cards), dither=Image.Dither.NONE)
    pixels = Image.frombytes("L", near.size, near.tobytes())
    if not of_cards:
        return pixels
    inks = _inks_of_cards()
    return pixels.point([*inks, *[0] * (256 - len(inks))])


def stencil(mask: Image.Image, floor: int) -> Image.Image:
    """What of a soft mask is stronger than `floor`, as a mask of ones and noughts."""
    return mask.point([0] * (floor + 1) + [255] * (255 - floor), "1")


def sprite(picture: Image.Image, mask: Image.Image) -> Sprite:
    """A card from an RGB picture and a soft mask, which is cut at one half."""
    return Sprite.cut(indexed(picture, of_cards=True), stencil(mask, 127))
