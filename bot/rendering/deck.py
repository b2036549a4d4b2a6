"""The deck: 52 faces, a back and what belongs to them, drawn on first use and then kept.

Faces have one large index in the upper left corner, which is what shows of a card in
a hand; pips or a court fill the panel beside it.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache

from PIL import Image, ImageFilter

from bot.engine import Card

from .courts import court
from .geometry import BACK_CARD, Box, CardSize
from .inks import (
    BLACK,
    BRONZE,
    CLUBS,
    CREAM,
    DIAMONDS,
    EDGE,
    GOLD,
    NAVY,
    RED,
    SHADE,
    SKY,
    WHITE,
    Colour,
    Sprite,
    indexed,
    mix,
    sprite,
    stencil,
)
from .lettering import Weight, text_mask
from .shapes import Pen, stepped, suit_mask

_FACE_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

# Columns and heights of the pips, in parts of the panel; those below its middle hang.
_LEFT, _MID, _RIGHT = 0.19, 0.5, 0.81
_ROWS = (0.11, 0.37, 0.63, 0.89)
_THIRDS = (0.11, 0.5, 0.89)
_SIDES = (_LEFT, _RIGHT)
_FOUR = tuple((x, y) for y in (0.11, 0.89) for x in _SIDES)
_SIX = tuple((x, y) for y in _THIRDS for x in _SIDES)
_EIGHT = tuple((x, y) for y in _ROWS for x in _SIDES)
_PIPS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((_MID, 0.5),),
    ((_MID, 0.11), (_MID, 0.89)),
    ((_MID, 0.11), (_MID, 0.5), (_MID, 0.89)),
    _FOUR,
    (*_FOUR, (_MID, 0.5)),
    _SIX,
    (*_SIX, (_MID, 0.305)),
    (*_SIX, (_MID, 0.305), (_MID, 0.695)),
    (*_EIGHT, (_MID, 0.5)),
    (*_EIGHT, (_MID, 0.24), (_MID, 0.76)),
)
_COURT_SHAPE = 2.8
_PIP_SHARES = (0.86, 0.44, 0.44, 0.38, 0.38, 0.37, 0.37, 0.35, 0.33, 0.32)
"""How wide a pip is, in parts of the panel, from the ace to the ten."""


def suit_colour(suit: int) -> Colour:
    """The ink of a suit (0 clubs, 1 diamonds, 2 hearts, 3 spades); `dyes` gives its colour."""
    return (CLUBS, DIAMONDS, RED, BLACK)[suit]


@cache
def card_mask(size: CardSize) -> Image.Image:
    """The outline of a card: round corners, soft."""
    pen = Pen((size.width, size.height), 0)
    pen.panel((0, 0, size.width, size.height), _corner(size), 255)
    return pen.finish()


@cache
def card_sprite(card: Card, size: CardSize, ring: bool = False) -> Sprite:
    """A whole card, face up; with a golden ring where it is to stand out."""
    face = _ringed(card, size) if ring else _face(card, size)
    return sprite(face, card_mask(size))


@lru_cache(maxsize=512)
def covered_sprite(card: Card, size: CardSize, step: tuple[int, int], ring: bool = False) -> Sprite:
    """A card that another one lies on, `step` to the right and down, with its shadow."""
    face = _ringed(card, size) if ring else _face(card, size).copy()
    shadow = Image.new("L", face.size, 0)
    shadow.paste(card_mask(size), step)
    soft = shadow.filter(ImageFilter.GaussianBlur(size.width / 28))
    face.paste(EDGE, (0, 0), soft.point(lambda opacity: opacity * 8 // 10))
    if step[1] > 0:
        return sprite(face, card_mask(size))
    shown = (0, 0, min(size.width, step[0] + round(_corner(size))), size.height)
    return sprite(face.crop(shown), card_mask(size).crop(shown))


def _ringed(card: Card, size: CardSize) -> Image.Image:
    face = Image.new("RGB", (size.width, size.height), BRONZE)
    whole = (0, 0, size.width, size.height)
    for inset, filling in ((1.4, GOLD), (size.width * 0.035, _face(card, size))):
        shape = Pen((size.width, size.height), 0)
        box = (inset, inset, size.width - inset, size.height - inset)
        shape.panel(box, _corner(size) - inset, 255)
        face.paste(filling, whole, shape.finish())
    return face


def _corner(size: CardSize) -> float:
    return size.width * 0.085


@cache
def _blank(size: CardSize) -> Image.Image:
    """White card stock with a thin edge."""
    pen = Pen((size.width, size.height), EDGE)
    pen.panel((1.6, 1.6, size.width - 1.6, size.height - 1.6), _corner(size) - 1.6, WHITE)
    return pen.finish()


def _panel(size: CardSize) -> Box:
    """The part of a face beside the index."""
    left, top = round(size.width * (size.index + 0.095)), round(size.height * 0.05)
    return Box(left, top, size.width - left - round(size.width * 0.06), size.height - 2 * top)


def _court_panel(size: CardSize) -> Box:
    """The same for a court, which keeps its shape beside a very large index."""
    panel = _panel(size)
    height = min(panel.height, round(panel.width * _COURT_SHAPE))
    return Box(panel.x, panel.y + (panel.height - height) // 2, panel.width, height)


@lru_cache(maxsize=64)
def _face(card: Card, size: CardSize) -> Image.Image:
    face = _blank(size).copy()
    _draw_index(face, card, size)
    if card.rank >= 10:
        _draw_court(face, card, size)
    else:
        _draw_pips(face, card, size)
    return face


def _draw_index(face: Image.Image, card: Card, size: CardSize) -> None:
    colour = suit_colour(card.suit)
    middle, top = round(size.width * (size.index / 2 + 0.0575)), round(size.height * 0.052)
    rank = rank_mask(card.rank, round(size.width * size.index), round(size.width * size.index))
    face.paste(colour, (middle - rank.width // 2, top), rank)
    side = round(size.width * size.index * 0.76)
    below = top + rank.height + round(size.height * 0.035)
    face.paste(colour, (middle - side // 2, below), suit_mask(card.suit, side, side))


@cache
def rank_mask(rank: int, height: int, width: int) -> Image.Image:
    """A rank as a soft mask of a height; a ten is set close and squeezed into the width."""
    size = round(height * 1.39)
    glyphs = [_inked(text_mask(sign, Weight.BLACK, size)) for sign in _FACE_RANKS[rank]]
    gap = round(height * 0.05)
    mask = Image.new("L", (sum(glyph.width + gap for glyph in glyphs) - gap, height), 0)
    left = 0
    for glyph in glyphs:
        mask.paste(glyph.resize((glyph.width, height), Image.Resampling.LANCZOS), (left, 0))
        left += glyph.width + gap
    if mask.width > width:
        mask = mask.resize((width, height), Image.Resampling.LANCZOS)
    return stepped(mask)


def _inked(mask: Image.Image) -> Image.Image:
    return mask.crop(mask.getbbox())


def _draw_pips(face: Image.Image, card: Card, size: CardSize) -> None:
    panel = _panel(size)
    side = round(panel.width * _PIP_SHARES[card.rank])
    upright = suit_mask(card.suit, side, side)
    hanging = upright.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    for x, y in _PIPS[card.rank]:
        left = panel.x + round(x * panel.width - side / 2)
        top = panel.y + round(y * panel.height - side / 2)
        face.paste(suit_colour(card.suit), (left, top), hanging if y > 0.5 else upright)


def _draw_court(face: Image.Image, card: Card, size: CardSize) -> None:
    panel = _court_panel(size)
    art = court(card.rank, card.suit, panel.width, panel.height)
    frame = Pen((panel.width, panel.height), 0)
    frame.panel((0, 0, panel.width, panel.height), panel.width * 0.07, 255)
    shape = frame.finish()
    edge = max(1, round(size.width / 90))
    rim = (panel.x - edge, panel.y - edge)
    face.paste(GOLD, rim, shape.resize((panel.width + 2 * edge, panel.height + 2 * edge)))
    face.paste(art, (panel.x, panel.y), shape)


@cache
def chip_sprite(card: Card, size: CardSize) -> Sprite:
    """A card as a chip: rank and suit side by side."""
    face = _blank(size).copy()
    colour = suit_colour(card.suit)
    height = round(size.height * 0.58)
    rank = rank_mask(card.rank, height, round(size.width * 0.46))
    gap = round(size.width * 0.06)
    left = (size.width - rank.width - gap - height) // 2
    top = (size.height - height) // 2
    face.paste(colour, (left, top), rank)
    face.paste(colour, (left + rank.width + gap, top), suit_mask(card.suit, height, height))
    return sprite(face, card_mask(size))


@cache
def back_picture(size: CardSize, *, plain: bool = False) -> Image.Image:
    """The back in RGB: a golden trellis on blue, and a medallion with the four suits.

    The plain one has no trellis: in a fan of turned cards it would be mere noise.
    """
    width, height = size.width, size.height
    pen = Pen((width, height), EDGE)
    pen.panel((1.6, 1.6, width - 1.6, height - 1.6), _corner(size) - 1.6, WHITE)
    rim = width * 0.06
    for inset, colour in ((rim, NAVY), (rim * 1.75, GOLD), (rim * 1.75 + width / 90, NAVY)):
        box = (inset, inset, width - inset, height - inset)
        pen.panel(box, max(2.0, width * 0.09 - inset * 0.6), colour)
    back = pen.finish()
    if not plain:
        _add_trellis(back, size)
    return _with_medallion(back, size)


def _add_trellis(back: Image.Image, size: CardSize) -> None:
    width, height = size.width, size.height
    pen = Pen((width, height), NAVY)
    step, slope = width / 5, 1.25
    reach = height / slope
    for place in range(-10, 11):
        start = width / 2 + place * step
        for lean in (-1, 1):
            pen.line([(start, 0), (start + lean * reach, height)], width * 0.012, SKY)
    inset = width * 0.125
    inner = Pen((width, height), 0)
    inner.panel((inset, inset, width - inset, height - inset), width * 0.02, 255)
    back.paste(pen.finish(), (0, 0), inner.finish())


def _with_medallion(back: Image.Image, size: CardSize) -> Image.Image:
    middle = (size.width / 2, size.height / 2)
    for radius, colour in ((0.29, GOLD), (0.272, NAVY), (0.255, SKY), (0.243, NAVY)):
        disc = Pen((size.width, size.height), 0)
        disc.disc(middle, size.width * radius, 255)
        back.paste(colour, (0, 0), disc.finish())
    side = round(size.width * 0.155)
    for suit, turn in enumerate((0, 1, 3, 2)):
        angle = math.pi / 2 * turn
        x = middle[0] + math.sin(angle) * size.width * 0.125
        y = middle[1] - math.cos(angle) * size.width * 0.125
        corner = (round(x - side / 2), round(y - side / 2))
        back.paste(mix(GOLD, CREAM, 0.4), corner, suit_mask(suit, side, side))
    return back


@cache
def back_sprite(size: CardSize) -> Sprite:
    """A whole card, face down."""
    return sprite(back_picture(size), card_mask(size))


_FAN_STEP = 38
_FAN_SINK = 1.1


@cache
def fan_sprite(cards: int, shown: int, paper: Colour, *, hanging: bool) -> Sprite:
    """That many backs held in a low arch, of which the outer part shows at the edge.

    It hangs from the picture's upper edge or stands on the lower one, on the given paper.
    The cards stand upright: turned ones would double the size of the whole picture.
    """
    width = BACK_CARD.width + _FAN_STEP * (cards - 1) + 8
    sheet = Image.new("RGB", (width, shown), paper)
    drawn = Image.new("L", sheet.size, 0)
    for place in range(cards):
        offset = place - (cards - 1) / 2
        corner = (4 + place * _FAN_STEP, 6 + round(offset * offset * _FAN_SINK))
        _lay_in_fan(sheet, drawn, corner)
    if hanging:
        turn = Image.Transpose.ROTATE_180
        sheet, drawn = sheet.transpose(turn), drawn.transpose(turn)
    return Sprite.cut(indexed(sheet), stencil(drawn, 24))


def _lay_in_fan(sheet: Image.Image, drawn: Image.Image, corner: tuple[int, int]) -> None:
    shape = card_mask(BACK_CARD)
    shadow = Image.new("L", sheet.size, 0)
    shadow.paste(shape, (corner[0] - 3, corner[1] + 1))
    soft = shadow.filter(ImageFilter.BoxBlur(2)).point(lambda opacity: opacity // 2)
    nothing = Image.new("L", sheet.size, 0)
    sheet.paste(SHADE, (0, 0), Image.composite(soft, nothing, drawn))
    sheet.paste(back_picture(BACK_CARD, plain=True), corner, shape)
    drawn.paste(255, corner, shape)
