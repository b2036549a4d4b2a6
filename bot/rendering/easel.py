"""What every picture is made with: felt, trays, shadows, labels, and the finished PNG."""

from __future__ import annotations

from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFilter

from . import png
from .dyes import palette_of
from .geometry import TRAY_PAD, WIDTH, Box, CardSize, PlacedPart
from .inks import (
    FELT,
    FELT_STEPS,
    GOLD,
    MIST,
    PLATE,
    SHADE,
    TRAY,
    WHITE,
    Colour,
    Sprite,
    indexed,
    ramp_table,
    stencil,
)
from .lettering import (
    LEAST,
    SMALLEST_NAME,
    Weight,
    cap_height,
    figure_size,
    fitted_name,
    label,
    text_mask,
)
from .look import NEUTRAL, Look
from .shapes import Pen

_FLAT_UNTIL = 96
_FELT_ROWS = 12
_SHADOW_REACH = 14
_ROUND = 20
_SIGN = 1.4
"""How large the sign on a round mark is, in parts of its radius."""


@cache
def _felt(height: int) -> Image.Image:
    """The cloth: even in the middle, darker by single steps towards the corners.

    A few rows at a time are alike, which the eye cannot see at such small steps, and
    which leaves the file nothing to tell about most of them.
    """
    light = Image.radial_gradient("L").crop((37, 37, 219, 219))
    bands = -(-height // _FELT_ROWS)
    wide = light.resize((WIDTH, bands), Image.Resampling.BICUBIC)
    fall = (FELT_STEPS - 1) / (255 - _FLAT_UNTIL)
    steps = wide.point([max(0, round((value - _FLAT_UNTIL) * fall)) for value in range(256)])
    tall = steps.resize((WIDTH, bands * _FELT_ROWS), Image.Resampling.NEAREST)
    return tall.crop((0, 0, WIDTH, height))


def canvas(height: int) -> Image.Image:
    """A fresh piece of the table, as palette indices."""
    return _felt(height).copy()


def finished(picture: Image.Image, look: Look = NEUTRAL) -> bytes:
    """The picture as a PNG in a look's colours, with nothing in it but its pixels."""
    return png.encode(picture, palette_of(look))


@cache
def bar(width: int, height: int, edge: Colour | None = None, tab: int = 0) -> Sprite:
    """A dark bar for text to stand on; with an edge and a filled tab at its left to stand out."""
    pen = Pen((width, height), FELT)
    pen.panel((0, 0, width, height), _ROUND, PLATE if edge is None else edge)
    if edge is not None:
        pen.panel((5, 5, width - 5, height - 5), _ROUND - 5, PLATE)
    if edge is not None and tab:
        pen.panel((0, 0, tab + _ROUND, height), _ROUND, edge)
        pen.panel((tab, 5, tab + _ROUND, height - 5), 0, PLATE)
    outline = Pen((width, height), 0)
    outline.panel((0, 0, width, height), _ROUND, 255)
    return Sprite.cut(indexed(pen.finish()), stencil(outline.finish(), 40))


@cache
def triangle(side: int, towards: str, paper: Colour, fill: Colour) -> Sprite:
    """An arrow head that points "up", "down" or "right"."""
    tip, depth = side / 2, side * 0.86
    outline = {
        "up": [(tip, 0), (0, depth), (side, depth)],
        "down": [(0, 0), (side, 0), (tip, depth)],
        "right": [(0, 0), (depth, tip), (0, side)],
    }[towards]
    pen = Pen((side, side), 0)
    pen.area(outline, 255)
    mask = pen.finish()
    return Sprite.cut(mask.point(ramp_table(paper, fill)), stencil(mask, 7))


def lay_tray(
    picture: Image.Image, placed: PlacedPart, size: CardSize, lifts: tuple[int, ...]
) -> None:
    """The sunken tray under a row of cards, with the shadow that the cards throw on it."""
    shape = (placed.tray.width, placed.tray.height)
    offset = placed.cards_x - placed.tray.x
    _tray(shape, offset, placed.pitch, size, lifts).paste_on(picture, placed.tray.x, placed.tray.y)


@lru_cache(maxsize=192)
def _tray(
    shape: tuple[int, int], offset: int, pitch: int, size: CardSize, lifts: tuple[int, ...]
) -> Sprite:
    cards = Image.new("L", shape, 0)
    draw = ImageDraw.Draw(cards)
    for place, lift in enumerate(lifts):
        x, y = offset + place * pitch + 2, TRAY_PAD - lift + 7
        draw.rounded_rectangle((x, y, x + size.width - 5, y + size.height - 5), 14, fill=200)
    outline = Image.new("L", shape, 0)
    ImageDraw.Draw(outline).rounded_rectangle((0, 0, shape[0] - 1, shape[1] - 1), 18, fill=255)
    return Sprite.cut(_softened(cards).point(ramp_table(TRAY, SHADE)), stencil(outline, 127))


def _softened(shadow: Image.Image) -> Image.Image:
    return shadow.filter(ImageFilter.BoxBlur(5)).filter(ImageFilter.BoxBlur(3))


def lay_shadow(picture: Image.Image, box: Box, paper: Colour) -> None:
    """The soft shadow of something lying in a box on paper of one colour."""
    shade = _shadow(box.width, box.height, paper)
    shade.paste_on(picture, box.x - _SHADOW_REACH, box.y - _SHADOW_REACH + 5)


@lru_cache(maxsize=32)
def _shadow(width: int, height: int, paper: Colour) -> Sprite:
    reach = _SHADOW_REACH
    mask = Image.new("L", (width + 2 * reach, height + 2 * reach), 0)
    inner = (reach + 2, reach + 2, reach + width - 3, reach + height - 3)
    ImageDraw.Draw(mask).rounded_rectangle(inner, 14, fill=200)
    soft = _softened(mask)
    return Sprite.cut(soft.point(ramp_table(paper, SHADE)), stencil(soft, 16))


def write(
    picture: Image.Image,
    text: str,
    at: tuple[int, int],
    size: int,
    *,
    colour: Colour = MIST,
    paper: Colour = TRAY,
    weight: Weight = Weight.BOLD,
    anchor: float = 0.0,
) -> int:
    """Write text with its capitals centred on the height of `at`; gives back its width.

    `anchor` is which part of the text is at the point: 0 its left edge, 1 its right one.
    """
    words = label(text, weight, size, colour, paper)
    left = at[0] - round(words.pixels.width * anchor)
    words.paste_on(picture, left, at[1] - words.pixels.height // 2)
    return words.pixels.width


def write_fitted(
    picture: Image.Image,
    text: str,
    box: Box,
    size: int,
    *,
    colour: Colour = WHITE,
    paper: Colour,
    weight: Weight = Weight.BLACK,
    anchor: float = 0.0,
    smallest: float = SMALLEST_NAME,
) -> int:
    """A name in its box, or a neutral mark where no font has it; gives back its width.

    `anchor` is where in the box it stands: 0 at the left, 1 at the right.
    """
    middle = box.y + box.height // 2
    fitted = fitted_name(text, weight, size, box.width, smallest)
    if fitted is None:
        mark = stranger(size, paper, MIST if paper == PLATE else colour)
        left = box.x + round((box.width - size) * anchor)
        mark.paste_on(picture, left, middle - size // 2)
        return size
    words, fitting = fitted
    at = (box.x + round(box.width * anchor), middle)
    return write(
        picture, words, at, fitting, colour=colour, paper=paper, weight=weight, anchor=anchor
    )


def write_figure(
    picture: Image.Image,
    figure: str,
    box: Box,
    size: int,
    *,
    colour: Colour = WHITE,
    paper: Colour = PLATE,
    weight: Weight = Weight.BOLD,
    anchor: float = 1.0,
) -> None:
    """A number in its box: whole at any length, so it becomes smaller where it must."""
    fitting = figure_size(figure, weight, size, box.width)
    at = (box.x + round(box.width * anchor), box.y + box.height // 2)
    write(picture, figure, at, fitting, colour=colour, paper=paper, weight=weight, anchor=anchor)


def text_width(text: str, size: int, weight: Weight = Weight.BOLD) -> int:
    """How wide `write` makes a text."""
    return text_mask(text, weight, size).width


@lru_cache(maxsize=128)
def pill(
    text: str, size: int, paper: Colour, fill: Colour = GOLD, colour: Colour = PLATE
) -> Sprite:
    """A label with round ends, on paper of one colour."""
    words = text_mask(text, Weight.BLACK, size)
    height = round(cap_height(Weight.BLACK, size) * 1.7)
    width = words.width + round(height * 0.8)
    pen = Pen((width, height), 0)
    pen.panel((0, 0, width, height), height / 2, 255)
    shape = pen.finish()
    pixels = shape.point(ramp_table(paper, fill))
    corner = ((width - words.width) // 2, (height - words.height) // 2)
    pixels.paste(words.point(ramp_table(fill, colour)), corner)
    return Sprite.cut(pixels, stencil(shape, 40))


@cache
def disc(text: str, radius: int, paper: Colour, fill: Colour, colour: Colour) -> Sprite:
    """A round mark with one sign on it."""
    pen = Pen((2 * radius, 2 * radius), 0)
    pen.disc((radius, radius), radius, 255)
    shape = pen.finish()
    pixels = shape.point(ramp_table(paper, fill))
    words = text_mask(text, Weight.BLACK, max(LEAST, round(radius * _SIGN)))
    corner = (radius - words.width // 2, radius - words.height // 2)
    pixels.paste(words.point(ramp_table(fill, colour)), corner, stencil(words, 0))
    return Sprite.cut(pixels, stencil(shape, 40))


@cache
def stranger(height: int, paper: Colour, colour: Colour) -> Sprite:
    """Head and shoulders: stands for a name that the fonts cannot write."""
    pen = Pen((height, height), 0)
    pen.disc((height / 2, height * 0.3), height * 0.22, 255)
    pen.oval((height / 2, height * 0.95), height * 0.4, height * 0.38, 255)
    mask = pen.finish()
    pixels = mask.point(ramp_table(paper, colour))
    return Sprite.cut(pixels, stencil(mask, 7))
