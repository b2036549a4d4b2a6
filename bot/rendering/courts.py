"""The art of kings, queens and jacks: each a bust with its own head, drawn twice on a card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from .inks import (
    AUBURN,
    BLACK,
    BRONZE,
    CLUBS,
    CREAM,
    DIAMONDS,
    GOLD,
    NAVY,
    OAK,
    RED,
    SKIN,
    SKY,
    STRAW,
    WHITE,
    Colour,
)
from .shapes import Pen, Point, along, mirrored, suit_mask, through

_OVER = 3
_AXIS = 50.0
"""Busts are drawn 100 units wide, about this line; their height is that of half a panel."""


@dataclass(frozen=True, slots=True)
class _Dress:
    """What a court wears: the main cloth, the second one, and the ink of the suit."""

    cloth: Colour
    trim: Colour
    pip: Colour


def _dress(suit: int) -> _Dress:
    pip = (CLUBS, DIAMONDS, RED, BLACK)[suit]
    return _Dress(RED, NAVY, pip) if suit in (1, 2) else _Dress(NAVY, RED, pip)


def court(rank: int, suit: int, width: int, height: int) -> Image.Image:
    """The panel of a court card (rank 10 jack, 11 queen, 12 king) as an RGB picture."""
    unit = width / 100
    floor = height / 2 / unit
    pen = Pen((width, (height + 1) // 2), CREAM, unit=unit, over=_OVER)
    dress = _dress(suit)
    _BUSTS[rank - 10](pen, dress, floor)
    _badge(pen, suit, dress, unit)
    pen.area([(0, floor - 3), (100, floor - 3), (100, floor + 3), (0, floor + 3)], GOLD)
    upper = pen.finish()
    panel = Image.new("RGB", (width, height), CREAM)
    panel.paste(upper.rotate(180), (0, height - upper.height))
    panel.paste(upper, (0, 0))
    return panel


def _badge(pen: Pen, suit: int, dress: _Dress, unit: float) -> None:
    """The suit by the shoulder, so that a court tells it like any other card."""
    side = round(20 * unit * _OVER)
    pen.stamp(suit_mask(suit, side, side), (3.5, 4), dress.pip)


def _shoulders(pen: Pen, cloth: Colour, floor: float, neck: float, slope: float) -> None:
    left = along(((_AXIS, neck), (40, neck + 2), (12, neck + slope), (3, floor + 4)))
    pen.area(mirrored(left, _AXIS), cloth)


def _face(pen: Pen, middle: float, across: float, down: float) -> None:
    """A face with eyes, brows and a nose; mouths and beards differ and come later."""
    pen.oval((_AXIS, middle), across + 1.2, down + 1.2, OAK)
    pen.oval((_AXIS, middle), across, down, SKIN)
    for side in (-1, 1):
        eye = _AXIS + side * across * 0.45
        pen.oval((eye, middle - 1), 2.5, 1.7, WHITE)
        pen.disc((eye, middle - 1), 1.7, BLACK)
        pen.line([(eye - 3.4, middle - 5), (eye, middle - 6.2), (eye + 3.4, middle - 5)], 1.5, OAK)
    pen.line([(_AXIS, middle - 2), (_AXIS - 2, middle + 5), (_AXIS + 1, middle + 5.4)], 1.3, AUBURN)


def _king(pen: Pen, dress: _Dress, floor: float) -> None:
    _shoulders(pen, dress.cloth, floor, 74, 8)
    _ermine(pen, floor)
    for side in (-1, 1):
        for step in range(3):
            pen.disc((_AXIS + side * (19 + step), 54 + 9 * step), 7.5, OAK)
    _face(pen, 57, 16, 20)
    beard = mirrored(along(((33, 58), (33, 84), (41, 96), (_AXIS, 102))), _AXIS)
    pen.area([*beard, (61, 66), (50, 64), (39, 66)], OAK)
    pen.oval((43.5, 67.5), 8, 3.6, AUBURN)
    pen.oval((56.5, 67.5), 8, 3.6, AUBURN)
    pen.oval((_AXIS, 72.5), 4.4, 1.9, RED)
    for x in (42, 50, 58):
        pen.line([(x, 80), (_AXIS + (x - _AXIS) * 0.6, 92)], 1.2, AUBURN)
    _crown(pen, dress)


def _ermine(pen: Pen, floor: float) -> None:
    """The king's collar: white fur with dark tails, closed by a golden band."""
    collar = along(
        ((_AXIS, 78), (30, 76), (20, 84), (12, 92)),
        ((12, 92), (20, 112), (36, 116), (44, floor + 4)),
    )
    pen.area(mirrored(collar, _AXIS), WHITE)
    for x, y in ((22, 94), (31, 88), (29, 102), (38, 110)):
        for shown in (x, 2 * _AXIS - x):
            pen.area([(shown, y - 3.5), (shown + 2, y + 3), (shown - 2, y + 3)], BLACK)
    pen.area([(45, 92), (55, 92), (57, floor + 4), (43, floor + 4)], GOLD)
    pen.line([(43, floor), (45, 92)], 1, BRONZE)
    pen.line([(57, floor), (55, 92)], 1, BRONZE)


def _crown(pen: Pen, dress: _Dress) -> None:
    """Five high points over a jewelled band, and a cross above."""
    points: list[Point] = [
        (30, 44), (24, 18), (36, 30), (40, 12), (47, 28), (50, 9),
        (53, 28), (60, 12), (64, 30), (76, 18), (70, 44),
    ]  # fmt: skip
    pen.area([(x, y + 1.5) for x, y in points], BRONZE)
    pen.area(points, GOLD)
    for x, y in points[1::2]:
        pen.disc((x, y), 3.2, GOLD)
        pen.disc((x, y), 1.9, dress.cloth)
    pen.panel((28.5, 37, 71.5, 47), 3, BRONZE)
    pen.panel((28.5, 36.5, 71.5, 45), 3, GOLD)
    for x in (36, 50, 64):
        pen.disc((x, 40.8), 2.8, dress.cloth if x != _AXIS else dress.trim)
    for x in (43, 57):
        pen.disc((x, 40.8), 1.6, WHITE)


def _queen(pen: Pen, dress: _Dress, floor: float) -> None:
    hair = through((50, 24), (72, 36), (77, 62), (83, 88), (74, 106), (50, 104),
                   (26, 106), (17, 88), (23, 62), (28, 36))  # fmt: skip
    pen.area(hair, AUBURN)
    for side in (-1, 1):
        strand = [(_AXIS + side * x, y) for x, y in ((20, 44), (24, 64), (27, 84), (23, 100))]
        pen.line(strand, 1.6, STRAW)
    _shoulders(pen, SKIN, floor, 80, 16)
    pen.area([(43, 66), (57, 66), (58, 92), (42, 92)], SKIN)
    _gown(pen, dress, floor)
    _face(pen, 56, 15, 19)
    pen.oval((_AXIS, 67), 4.2, 2.2, RED)
    pen.line([(46.4, 66.8), (53.6, 66.8)], 0.8, AUBURN)
    for side in (-1, 1):
        pen.oval((_AXIS + side * 9.5, 62), 2.6, 1.8, (246, 178, 150))
        pen.disc((_AXIS + side * 16.5, 67), 2.2, GOLD)
    fringe = along(
        ((50, 33), (40, 34), (33, 44), (32, 60)), ((32, 60), (38, 50), (46, 46), (50, 40))
    )
    pen.area(mirrored(fringe, _AXIS), AUBURN)
    _tiara(pen, dress)


def _gown(pen: Pen, dress: _Dress, floor: float) -> None:
    """A low gown with a golden hem, and a row of pearls above it."""
    left = along(
        ((_AXIS, 112), (36, 112), (26, 104), (20, 97)),
        ((20, 97), (8, 104), (4, 114), (2, floor + 4)),
    )
    pen.area(mirrored(left, _AXIS), dress.cloth)
    hem = along(((20, 97), (26, 104), (36, 112), (_AXIS, 112)))
    pen.line(mirrored(hem, _AXIS), 3.4, GOLD)
    for step in range(-3, 4):
        pen.disc((_AXIS + 5.2 * step, 96 - 0.75 * step * step), 2.7, BRONZE)
        pen.disc((_AXIS + 5.2 * step, 95.6 - 0.75 * step * step), 2.2, WHITE)


def _tiara(pen: Pen, dress: _Dress) -> None:
    """A rounded diadem of pearls, broad where the king's crown is high."""
    arch = along(((27, 38), (30, 26), (42, 20), (50, 14)))
    pen.area([*mirrored(arch, _AXIS), (70, 42), (50, 33), (30, 42)], BRONZE)
    inner = along(((29, 37), (32, 27), (43, 22), (50, 17)))
    pen.area([*mirrored(inner, _AXIS), (69, 39.5), (50, 31), (31, 39.5)], GOLD)
    for x, y in ((28, 34), (35, 25), (42, 19), (50, 12.5), (58, 19), (65, 25), (72, 34)):
        pen.disc((x, y), 3.5, BRONZE)
        pen.disc((x, y), 2.9, WHITE)
    pen.disc((_AXIS, 25), 3.2, dress.trim)
    for side in (-1, 1):
        pen.disc((_AXIS + side * 10.5, 29.4), 2.2, dress.cloth)


def _jack(pen: Pen, dress: _Dress, floor: float) -> None:
    hair = through(
        (50, 34), (68, 42), (73, 62), (72, 80), (60, 84), (40, 84), (28, 80), (27, 62), (32, 42)
    )
    pen.area(hair, STRAW)
    _shoulders(pen, dress.trim, floor, 80, 10)
    _doublet(pen, dress, floor)
    pen.area([(43, 68), (57, 68), (57, 90), (43, 90)], SKIN)
    collar = [*along(((50, 96), (40, 92), (36, 90), (34, 85))), (42, 82), (50, 92)]
    pen.area(mirrored(collar, _AXIS), WHITE)
    _face(pen, 60, 15, 18)
    pen.line([(45.6, 69.5), (50, 71), (54.4, 69.5)], 1.6, RED)
    for side in (-1, 1):
        lock = [(_AXIS + side * x, y) for x, y in ((8, 43), (17, 46), (19, 60), (15, 62), (13, 52))]
        pen.area(lock, STRAW)
    _cap(pen, dress)


def _doublet(pen: Pen, dress: _Dress, floor: float) -> None:
    """Slashed cloth with buttons: the jack wears neither fur nor jewels."""
    for side in (-1, 1):
        for near, far in ((13, 15), (27, 34)):
            stripe = [(near, 89), (near + 6, 92), (far + 7, floor + 4), (far - 1, floor + 4)]
            pen.area([(_AXIS + side * x, y) for x, y in stripe], dress.cloth)
    for y in (103, 112, 121):
        pen.disc((_AXIS, y), 2.6, GOLD)


def _cap(pen: Pen, dress: _Dress) -> None:
    """A soft cap worn to one side, with a long plume."""
    plume = along(((62, 34), (76, 30), (94, 20), (92, 3)), ((92, 3), (80, 2), (62, 10), (56, 26)))
    pen.area(plume, BRONZE)
    pen.area([(x - 1.2, y + 0.6) for x, y in plume], WHITE)
    pen.line(along(((60, 30), (70, 24), (82, 16), (88, 8))), 1.4, SKY)
    cap = through(
        (27, 42), (24, 30), (34, 20), (52, 19), (68, 26), (75, 38), (70, 45), (50, 41), (34, 46)
    )
    pen.area(cap, dress.cloth)
    band = along(((29, 46), (38, 37), (60, 36), (72, 45)))
    pen.line(band, 5, GOLD)
    pen.disc((62, 37), 4.2, BRONZE)
    pen.disc((62, 36.6), 3.3, dress.trim)


_BUSTS: tuple[Callable[[Pen, _Dress, float], None], ...] = (_jack, _queen, _king)
