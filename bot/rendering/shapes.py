"""Vector shapes: a pen that draws large and hands out small and smooth, and the suits."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from PIL import Image, ImageDraw

from .inks import Colour

Point: TypeAlias = tuple[float, float]
Curve: TypeAlias = tuple[Point, Point, Point, Point]

_CURVE_STEPS = 14
_EDGE_STEPS = 2


def along(*curves: Curve) -> list[Point]:
    """Points on cubic Bézier curves, one after the other."""
    return [
        _on_curve(curve, step / _CURVE_STEPS)
        for curve in curves
        for step in range(_CURVE_STEPS + 1)
    ]


def through(*points: Point) -> list[Point]:
    """Points on a smooth closed line through the given ones (Catmull-Rom)."""
    around = [points[-1], *points, points[0], points[1]]
    outline: list[Point] = []
    for before, start, end, after in zip(around, around[1:], around[2:], around[3:], strict=False):
        first = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        second = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        outline += along((start, first, second, end))
    return outline


def mirrored(points: Iterable[Point], axis: float) -> list[Point]:
    """An outline completed by its mirror image about the upright line x = axis."""
    half = list(points)
    return half + [(2 * axis - x, y) for x, y in reversed(half)]


def _on_curve(curve: Curve, t: float) -> Point:
    u = 1 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    x = sum(weight * point[0] for weight, point in zip(weights, curve, strict=True))
    y = sum(weight * point[1] for weight, point in zip(weights, curve, strict=True))
    return x, y


class Pen:
    """Draws in units of its own on a sheet several times too large, then shrinks it."""

    def __init__(
        self,
        size: tuple[int, int],
        paper: Colour | int,
        *,
        unit: float = 1.0,
        over: int = 4,
    ) -> None:
        """Lay out a sheet: RGB for a picture, or with a number for a mask of opacities."""
        self._over = over
        self._scale = unit * over
        sheet = (size[0] * over, size[1] * over)
        self._sheet = Image.new("L" if isinstance(paper, int) else "RGB", sheet, paper)
        self._draw = ImageDraw.Draw(self._sheet)

    def area(self, points: Sequence[Point], fill: Colour | int) -> None:
        """Fill a closed outline."""
        self._draw.polygon([self._at(point) for point in points], fill=fill)

    def line(self, points: Sequence[Point], width: float, fill: Colour | int) -> None:
        """Draw a line with round joints and ends."""
        thick = max(1, round(width * self._scale))
        for start, end in pairwise(points):
            self._draw.line([self._at(start), self._at(end)], fill=fill, width=thick)
        for x, y in points:
            self.disc((x, y), width / 2, fill)

    def disc(self, centre: Point, radius: float, fill: Colour | int) -> None:
        """Fill a circle."""
        self.oval(centre, radius, radius, fill)

    def oval(self, centre: Point, across: float, down: float, fill: Colour | int) -> None:
        """Fill an ellipse with the given half axes."""
        (x, y), scale = self._at(centre), self._scale
        box = (x - across * scale, y - down * scale, x + across * scale, y + down * scale)
        self._draw.ellipse(box, fill=fill)

    def panel(
        self, box: tuple[float, float, float, float], radius: float, fill: Colour | int
    ) -> None:
        """Fill a rectangle (left, top, right, bottom) with round corners."""
        left, top, right, bottom = (edge * self._scale for edge in box)
        self._draw.rounded_rectangle(
            (left, top, right - 1, bottom - 1), radius * self._scale, fill=fill
        )

    def stamp(self, mask: Image.Image, corner: Point, fill: Colour | int) -> None:
        """Fill through a mask made for the large sheet."""
        x, y = self._at(corner)
        self._sheet.paste(fill, (round(x), round(y)), mask)

    def finish(self) -> Image.Image:
        """The drawing at its real size."""
        return self._sheet.reduce(self._over)

    def _at(self, point: Point) -> Point:
        return point[0] * self._scale, point[1] * self._scale


def stepped(mask: Image.Image) -> Image.Image:
    """A soft mask with one shade between nothing and all.

    Pictures are always shown smaller than they are, so that more of them cannot be seen; two
    made pictures a twentieth larger, three a tenth.
    """
    step = 255 / _EDGE_STEPS
    return mask.point([round(round(opacity / step) * step) for opacity in range(256)])


def _diamond() -> list[list[Point]]:
    right = along(
        ((0.5, 0.0), (0.58, 0.15), (0.78, 0.40), (0.90, 0.5)),
        ((0.90, 0.5), (0.78, 0.60), (0.58, 0.85), (0.5, 1.0)),
    )
    return [mirrored(right, 0.5)]


def _heart() -> list[list[Point]]:
    left = along(
        ((0.5, 0.98), (0.42, 0.80), (0.01, 0.60), (0.01, 0.30)),
        ((0.01, 0.30), (0.01, 0.13), (0.13, 0.03), (0.26, 0.03)),
        ((0.26, 0.03), (0.39, 0.03), (0.48, 0.12), (0.5, 0.24)),
    )
    return [mirrored(left, 0.5)]


def _stem() -> list[Point]:
    left = along(((0.485, 0.55), (0.48, 0.80), (0.42, 0.93), (0.29, 0.985)))
    return mirrored(left, 0.5)


def _spade() -> list[list[Point]]:
    left = along(
        ((0.5, 0.0), (0.42, 0.20), (0.03, 0.41), (0.03, 0.65)),
        ((0.03, 0.65), (0.03, 0.79), (0.14, 0.87), (0.25, 0.87)),
        ((0.25, 0.87), (0.36, 0.87), (0.45, 0.80), (0.49, 0.68)),
    )
    return [mirrored(left, 0.5), _stem()]


_LEAVES: tuple[Point, ...] = ((0.5, 0.235), (0.245, 0.60), (0.755, 0.60))
_LEAF = 0.235


@cache
def suit_mask(suit: int, width: int, height: int) -> Image.Image:
    """The shape of a suit (0 clubs, 1 diamonds, 2 hearts, 3 spades) as a soft mask."""
    pen = Pen((width, height), 0, over=6)
    for outline in (_clubs_heart, _diamond, _heart, _spade)[suit]():
        pen.area([(x * width, y * height) for x, y in outline], 255)
    if suit == 0:
        for x, y in _LEAVES:
            pen.oval((x * width, y * height), _LEAF * width, _LEAF * height, 255)
    return stepped(pen.finish())


def _clubs_heart() -> list[list[Point]]:
    """What holds the three leaves of a club together: a small core, and the stem."""
    return [[(0.42, 0.36), (0.58, 0.36), (0.66, 0.66), (0.34, 0.66)], _stem()]
