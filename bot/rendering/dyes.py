"""What colour each ink has in the end, by a player's look."""

from __future__ import annotations

from functools import lru_cache

from . import inks
from .inks import Colour, mix, recipes
from .look import NEUTRAL, Cloth, Look

_CLOTHS: dict[Cloth, tuple[Colour, Colour, Colour, Colour, Colour, Colour]] = {
    Cloth.GREEN: (inks.FELT, inks.FELT_EDGE, inks.TRAY, inks.SHADE, inks.PLATE, inks.MIST),
    Cloth.BLUE: (
        (30, 84, 136),
        (16, 52, 94),
        (17, 56, 98),
        (5, 20, 38),
        (9, 30, 56),
        (182, 206, 230),
    ),
    Cloth.WINE: (
        (124, 36, 52),
        (84, 19, 33),
        (86, 20, 35),
        (34, 6, 13),
        (50, 12, 22),
        (234, 200, 204),
    ),
    Cloth.PLUM: (
        (88, 60, 128),
        (56, 35, 88),
        (58, 36, 92),
        (20, 10, 36),
        (34, 20, 56),
        (212, 200, 234),
    ),
    Cloth.SLATE: (
        (74, 80, 88),
        (46, 50, 56),
        (48, 52, 58),
        (14, 16, 18),
        (28, 31, 36),
        (206, 212, 220),
    ),
}
_CLOTH_INKS = (inks.FELT, inks.FELT_EDGE, inks.TRAY, inks.SHADE, inks.PLATE, inks.MIST)

_TWO_COLOURS = {inks.CLUBS: inks.BLACK, inks.DIAMONDS: inks.RED}
_FOUR_COLOURS: dict[Colour, Colour] = {inks.CLUBS: (0, 124, 58), inks.DIAMONDS: (0, 84, 210)}

_NIGHT: Colour = (0, 0, 0)
_STRONG: dict[Colour, Colour] = {
    inks.WHITE: (255, 255, 255),
    inks.CREAM: (255, 255, 255),
    inks.MIST: (255, 255, 255),
    inks.GOLD: (255, 220, 60),
    inks.BLACK: _NIGHT,
    inks.RED: (172, 0, 18),
    inks.EDGE: (46, 50, 50),
    inks.NAVY: (16, 26, 92),
    inks.SHADE: _NIGHT,
}
_STRONG_FOUR: dict[Colour, Colour] = {inks.CLUBS: (0, 96, 40), inks.DIAMONDS: (0, 58, 176)}
_DARKER = {inks.FELT: 0.5, inks.FELT_EDGE: 0.66, inks.TRAY: 0.8, inks.PLATE: 0.85}
"""How far the cloth goes towards black for a strong contrast with what lies on it."""


def dye(look: Look, colour: Colour) -> Colour:
    """The colour that is seen where the inks have this one."""
    return _dyed(look.four_colours, look.contrast, look.cloth).get(colour, colour)


@lru_cache(maxsize=len(Cloth) * 4)
def _dyed(four_colours: bool, contrast: bool, cloth: Cloth) -> dict[Colour, Colour]:
    dyes = dict(zip(_CLOTH_INKS, _CLOTHS[cloth], strict=True))
    if contrast:
        dyes |= {colour: mix(dyes[colour], _NIGHT, share) for colour, share in _DARKER.items()}
        dyes |= _STRONG
    suits = (_STRONG_FOUR if contrast else _FOUR_COLOURS) if four_colours else _TWO_COLOURS
    return dyes | {suit: dyes.get(colour, colour) for suit, colour in suits.items()}


def palette_of(look: Look = NEUTRAL) -> bytes:
    """The palette of a picture: red, green, blue of each ink in turn."""
    return _palette(look.four_colours, look.contrast, look.cloth)


@lru_cache(maxsize=len(Cloth) * 4)
def _palette(four_colours: bool, contrast: bool, cloth: Cloth) -> bytes:
    dyes = _dyed(four_colours, contrast, cloth)
    return bytes(
        value
        for first, second, share in recipes()
        for value in mix(dyes.get(first, first), dyes.get(second, second), share)
    )
