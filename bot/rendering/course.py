"""How a player's deadwood went in a hand: a line from the deal to the last turn, with its marks."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image, ImageDraw

from . import easel, geometry
from .easel import write
from .geometry import MARGIN, Box
from .inks import GOLD, MIST, PLATE, SILVER, WHITE, Sprite, ink, ramp_table, stencil
from .lettering import LEAST, Weight
from .scenes import CoursedTurn, CourseScene

_HEIGHT = 640
_HEAD = 204
_FOOT = 122
_FINE = 2
_DOT = 9
_SIGN = 30
_CLOSE = 76
"""Figures nearer to each other than this would run together."""


class _Point(NamedTuple):
    """A point of the line; the deal is no turn."""

    x: int
    y: int
    deadwood: int
    turn: CoursedTurn | None


def course(scene: CourseScene) -> Image.Image:
    """The course of the deadwood as palette indices."""
    picture = easel.canvas(_HEIGHT)
    box = Box(MARGIN, MARGIN, geometry.WIDTH - 2 * MARGIN, _HEIGHT - 2 * MARGIN)
    easel.bar(box.width, box.height).paste_on(picture, box.x, box.y)
    _heading(picture, scene, box)
    field = Box(box.x + 96, box.y + _HEAD, box.width - 156, box.height - _HEAD - _FOOT)
    highest = max([scene.dealt or 0, scene.limit, 10, *(turn.deadwood for turn in scene.turns)])
    _grid(picture, scene.limit, field, highest)
    points = _points(scene, field, highest)
    _line(picture, points, field)
    _figures(picture, points, field)
    _marks(picture, points, field)
    return picture


def _heading(picture: Image.Image, scene: CourseScene, box: Box) -> None:
    """The title, and below it what the signs mean that are in the picture."""
    title = Box(box.x + 26, box.y + 14, box.width - 52, 56)
    easel.write_fitted(picture, scene.title, title, 44, paper=PLATE)
    left, middle = box.x + 26, box.y + 98
    if any(turn.costly for turn in scene.turns):
        left = _meaning(picture, _costly_sign(), "cost most", (left, middle))
    for luck, meaning in ((1, "lucky draw"), (-1, "unlucky draw")):
        if any(turn.luck == luck for turn in scene.turns):
            left = _meaning(picture, _luck_sign(luck), meaning, (left, middle))


def _meaning(picture: Image.Image, sign: Sprite, meaning: str, at: tuple[int, int]) -> int:
    """A sign and its meaning; gives back where the next may begin."""
    left, middle = at
    sign.paste_on(picture, left, middle - sign.pixels.height // 2)
    left += sign.pixels.width + 12
    return left + write(picture, meaning, (left, middle), LEAST, paper=PLATE) + 40


def _costly_sign() -> Sprite:
    return easel.disc("!", 20, PLATE, GOLD, PLATE)


def _luck_sign(luck: int) -> Sprite:
    towards, fill = ("up", GOLD) if luck > 0 else ("down", SILVER)
    return easel.triangle(_SIGN, towards, PLATE, fill)


def _height_of(deadwood: int, highest: int, field: Box) -> int:
    return field.bottom - round(deadwood / highest * field.height)


def _points(scene: CourseScene, field: Box, highest: int) -> list[_Point]:
    """Where each point of the line is, the deal first."""
    known: list[tuple[int, CoursedTurn | None]] = [(turn.deadwood, turn) for turn in scene.turns]
    if scene.dealt is not None:
        known.insert(0, (scene.dealt, None))
    step = field.width / max(1, len(known) - 1)
    return [
        _Point(round(field.x + place * step), _height_of(deadwood, highest, field), deadwood, turn)
        for place, (deadwood, turn) in enumerate(known)
    ]


def _grid(picture: Image.Image, limit: int, field: Box, highest: int) -> None:
    """The bottom line, and a broken one at which a knock is allowed."""
    draw = ImageDraw.Draw(picture)
    draw.line((field.x, field.bottom, field.right, field.bottom), fill=ink(MIST), width=3)
    write(picture, "0", (field.x - 22, field.bottom), LEAST, paper=PLATE, anchor=1.0)
    if not limit:
        return
    y = _height_of(limit, highest, field)
    for left in range(field.x, field.right, 26):
        draw.line((left, y, min(left + 14, field.right), y), fill=ink(MIST), width=3)
    write(picture, str(limit), (field.x - 22, y), LEAST, paper=PLATE, anchor=1.0)


def _line(picture: Image.Image, points: list[_Point], field: Box) -> None:
    """The line and its dots, drawn larger and made small again for them to be smooth."""
    edge = 20
    at = (field.x - edge, field.y - edge)
    size = ((field.width + 2 * edge) * _FINE, (field.height + 2 * edge) * _FINE)
    fine = [((point.x - at[0]) * _FINE, (point.y - at[1]) * _FINE) for point in points]
    large = Image.new("L", size, 0)
    draw = ImageDraw.Draw(large)
    if len(fine) > 1:
        draw.line(fine, fill=255, width=5 * _FINE, joint="curve")
    radius = _DOT * _FINE
    for x, y in fine:
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=255)
    mask = large.reduce(_FINE)
    picture.paste(mask.point(ramp_table(PLATE, GOLD)), at, stencil(mask, 40))


def _figures(picture: Image.Image, points: list[_Point], field: Box) -> None:
    """What was left, above the dots, and the turns' numbers below, as many as there is room for.

    The last one always shows.
    """
    rightmost = geometry.WIDTH * 2
    for point in reversed(points):
        if rightmost - point.x < _CLOSE:
            continue
        rightmost = point.x
        beside = (one.y for one in points if abs(one.x - point.x) < _CLOSE)
        above = (point.x, min(beside) - 42)
        figure = str(point.deadwood)
        write(
            picture,
            figure,
            above,
            LEAST,
            colour=WHITE,
            paper=PLATE,
            weight=Weight.BLACK,
            anchor=0.5,
        )
        name = "deal" if point.turn is None else str(point.turn.number)
        write(picture, name, (point.x, field.bottom + 38), LEAST, paper=PLATE, anchor=0.5)


def _marks(picture: Image.Image, points: list[_Point], field: Box) -> None:
    """On the line what cost most, below the numbers how the draws fell."""
    for point in points:
        if point.turn is None:
            continue
        if point.turn.costly:
            _costly_sign().paste_on(picture, point.x - 20, point.y - 20)
        if point.turn.luck:
            sign = _luck_sign(point.turn.luck)
            sign.paste_on(picture, point.x - _SIGN // 2, field.bottom + 62)
