"""Both hands open in the middle of a finished hand: what was just done, and the two piles."""

from __future__ import annotations

from PIL import Image

from . import easel, geometry
from .easel import write
from .inks import FELT, GOLD, WHITE
from .lettering import LEAST, Weight
from .scenes import ReplayScene
from .showdown import both_hands, lay_chip


def replay(scene: ReplayScene) -> Image.Image:
    """The moment as palette indices."""
    picture, band = both_hands(scene.hands, None, scene.look)
    middle, left = band.y + band.height // 2, band.x + 20
    towards = "up" if scene.moved == 1 else "down"
    easel.triangle(44, towards, FELT, GOLD).paste_on(picture, left, middle - 19)
    at = (left + 64, middle)
    width = write(picture, scene.did, at, 48, colour=GOLD, paper=FELT, weight=Weight.BLACK)
    if scene.card is not None:
        lay_chip(picture, scene.card, left + 64 + width + 20, middle)
    right = band.right - 20
    if scene.pile_top is None:
        right -= write(picture, "empty", (right, middle), LEAST, colour=WHITE, paper=FELT, anchor=1)
    else:
        right -= geometry.CHIP_CARD.width
        lay_chip(picture, scene.pile_top, right, middle)
    piles = f"Stock {scene.stock_left}   Pile"
    write(picture, piles, (right - 16, middle), LEAST, colour=WHITE, paper=FELT, anchor=1)
    return picture
