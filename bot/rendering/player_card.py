"""What there is to tell of one player: a few figures, and the rating over time."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from . import easel, geometry
from .easel import write
from .geometry import MARGIN, Box
from .inks import GOLD, MIST, PLATE, TRAY, ink, ramp_table, stencil
from .lettering import LEAST, Weight
from .scenes import Figure, PlayerCardScene
from .shapes import suit_mask

_NAME = 116
_TILE = 138
_CHART = 330
_ONE_RATING = 80
_BETWEEN = 10
_INSIDE = geometry.WIDTH - 2 * MARGIN
_LEAST_SPAN = 40
"""A rating that hardly moves is not drawn as if it leapt."""

_MOST_POINTS = 240
_FINE = 2


def player_card(scene: PlayerCardScene) -> Image.Image:
    """The player's card as palette indices."""
    tiles = _tiles(len(scene.figures), MARGIN + _NAME + _BETWEEN)
    bottom = tiles[-1].bottom if tiles else MARGIN + _NAME
    height = _CHART if len(scene.ratings) > 1 else _ONE_RATING
    chart = Box(MARGIN, bottom + _BETWEEN, _INSIDE, height) if scene.ratings else None
    picture = easel.canvas((chart.bottom if chart else bottom) + MARGIN)
    _heading(picture, scene.name)
    for figure, tile in zip(scene.figures, tiles, strict=True):
        _tile(picture, figure, tile)
    if chart:
        _chart(picture, scene, chart)
    return picture


def _heading(picture: Image.Image, name: str) -> None:
    """The name, and the four suits beside it."""
    box = Box(MARGIN, MARGIN, _INSIDE, _NAME)
    easel.bar(box.width, box.height, GOLD).paste_on(picture, box.x, box.y)
    side, suits = 40, 4
    left, middle = box.right - 28 - suits * (side + 10), box.y + box.height // 2
    for suit in range(suits):
        mask = suit_mask(suit, side, side)
        shade = mask.point(ramp_table(PLATE, GOLD))
        at = (left + suit * (side + 10), middle - side // 2)
        picture.paste(shade, at, stencil(mask, 40))
    written = Box(box.x + 30, box.y, left - box.x - 54, box.height)
    easel.write_fitted(picture, name, written, 58, paper=PLATE)


def _tiles(count: int, top: int) -> list[Box]:
    """Places for figures: two or three side by side, and none left alone where it can be helped."""
    across = 2 if count in (2, 4) else min(3, count)
    tiles: list[Box] = []
    for place in range(count):
        row, column = divmod(place, across)
        shared = min(across, count - row * across)
        width = (_INSIDE - _BETWEEN * (shared - 1)) // shared
        left = MARGIN + column * (width + _BETWEEN)
        tiles.append(Box(left, top + row * (_TILE + _BETWEEN), width, _TILE))
    return tiles


def _tile(picture: Image.Image, figure: Figure, tile: Box) -> None:
    easel.bar(tile.width, tile.height).paste_on(picture, tile.x, tile.y)
    value = Box(tile.x + 14, tile.y + 12, tile.width - 28, 66)
    easel.write_figure(picture, figure.value, value, 58, weight=Weight.BLACK, anchor=0.5)
    label = Box(tile.x + 14, value.bottom, tile.width - 28, 46)
    easel.write_fitted(
        picture,
        figure.label,
        label,
        LEAST,
        colour=MIST,
        paper=PLATE,
        weight=Weight.BOLD,
        anchor=0.5,
    )


# The rating over time


def _chart(picture: Image.Image, scene: PlayerCardScene, box: Box) -> None:
    easel.bar(box.width, box.height).paste_on(picture, box.x, box.y)
    ratings = _thinned(scene.ratings)
    write(picture, scene.rating_label, (box.x + 26, box.y + 38), LEAST, colour=MIST, paper=PLATE)
    write(
        picture,
        str(ratings[-1]),
        (box.right - 26, box.y + 40),
        52,
        colour=GOLD,
        paper=PLATE,
        weight=Weight.BLACK,
        anchor=1.0,
    )
    if len(ratings) == 1:
        return
    ends = (max(ratings), min(ratings))
    axis = 34 + max(easel.text_width(str(rating), LEAST) for rating in ends)
    field = Box(box.x + axis, box.y + 100, box.width - axis - 40, box.height - 140)
    low, high = _span(ratings)
    draw = ImageDraw.Draw(picture)
    for rating in ends:
        y = _height_of(rating, (low, high), field)
        draw.line((field.x, y, field.right, y), fill=ink(TRAY), width=3)
        write(picture, str(rating), (field.x - 14, y), LEAST, colour=MIST, paper=PLATE, anchor=1.0)
        if ends[0] == ends[1]:
            break
    _draw_line(picture, ratings, (low, high), field)


def _thinned(ratings: Sequence[int]) -> Sequence[int]:
    """No more points than can be told apart, the last of them always."""
    step = -(-len(ratings) // _MOST_POINTS)
    return ratings[(len(ratings) - 1) % step :: step]


def _span(ratings: Sequence[int]) -> tuple[float, float]:
    low, high = min(ratings), max(ratings)
    spare = max(0, _LEAST_SPAN - (high - low)) / 2
    return low - spare, high + spare


def _height_of(rating: float, span: tuple[float, float], field: Box) -> int:
    return field.bottom - round((rating - span[0]) / (span[1] - span[0]) * field.height)


def _draw_line(
    picture: Image.Image, ratings: Sequence[int], span: tuple[float, float], field: Box
) -> None:
    """The line, drawn larger and made small again for it to be smooth; the last point is a dot."""
    edge = 14
    step = field.width / (len(ratings) - 1)
    points = [
        (
            (edge + place * step) * _FINE,
            (edge + _height_of(rating, span, field) - field.y) * _FINE,
        )
        for place, rating in enumerate(ratings)
    ]
    size = ((field.width + 2 * edge) * _FINE, (field.height + 2 * edge) * _FINE)
    large = Image.new("L", size, 0)
    draw = ImageDraw.Draw(large)
    draw.line(points, fill=255, width=5 * _FINE, joint="curve")
    (x, y), radius = points[-1], 10 * _FINE
    draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    mask = large.reduce(_FINE)
    at = (field.x - edge, field.y - edge)
    picture.paste(mask.point(ramp_table(PLATE, GOLD)), at, stencil(mask, 40))
