"""Who stands where on a server: the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from . import easel, geometry
from .easel import write
from .geometry import MARGIN, Box
from .inks import BRONZE, FELT, GOLD, MIST, PLATE, SILVER, WHITE, Colour, ink
from .lettering import LEAST, Weight
from .scenes import LeaderboardScene, LeaderRow

_HEAD = 104
_ROW = 84
_BETWEEN = 8
_GAP = 40
_PLACE = 92
_MEDAL = 31
_FIGURES = 528
"""How much of a row its figures may take; a column takes no more than it needs."""

_COLUMN = 176
_MEDALS: tuple[tuple[Colour, Colour], ...] = ((GOLD, PLATE), (SILVER, PLATE), (BRONZE, WHITE))


def leaderboard(scene: LeaderboardScene) -> Image.Image:
    """The leaderboard as palette indices."""
    tops = _tops(scene.rows)
    bottom = tops[-1] + _ROW if tops else MARGIN + _HEAD + _GAP
    picture = easel.canvas(bottom + MARGIN)
    columns, room = _columns(len(scene.heads)), _place_room(scene.rows)
    _heads(picture, scene, columns)
    for row, top in zip(scene.rows, tops, strict=True):
        if row.apart:
            _skip(picture, top - _GAP - _BETWEEN // 2)
        _row(picture, row, Box(MARGIN, top, geometry.WIDTH - 2 * MARGIN, _ROW), columns, room)
    return picture


def _tops(rows: Sequence[LeaderRow]) -> list[int]:
    """Where each row begins; where lines are left out there is a gap."""
    tops: list[int] = []
    top = MARGIN + _HEAD
    for row in rows:
        top += _GAP if row.apart else 0
        tops.append(top)
        top += _ROW + _BETWEEN
    return tops


def _place_room(rows: Sequence[LeaderRow]) -> int:
    """How much of a row its place takes: as much as the longest one needs."""
    widest = max((easel.text_width(str(row.place), LEAST) for row in rows), default=0)
    return max(_PLACE, widest + 28)


def _columns(count: int) -> tuple[Box, ...]:
    """The columns of figures, by their place across; they end at the right."""
    width = min(_COLUMN, _FIGURES // max(1, count))
    left = geometry.WIDTH - MARGIN - 14 - width * count
    return tuple(Box(left + width * place, 0, width, 0) for place in range(count))


def _names_end(columns: tuple[Box, ...]) -> int:
    return columns[0].x if columns else geometry.WIDTH - MARGIN - 14


def _heads(picture: Image.Image, scene: LeaderboardScene, columns: tuple[Box, ...]) -> None:
    """The title, and over each column what its figures count, on one line or on two."""
    title = Box(MARGIN + 12, MARGIN, _names_end(columns) - MARGIN - 24, _HEAD - 8)
    easel.write_fitted(picture, scene.title, title, 54, colour=GOLD, paper=FELT)
    for head, column in zip(scene.heads, columns, strict=True):
        first, _, second = head.partition(" ")
        lines = [first, second] if second else [first]
        top = MARGIN + _HEAD - 8 - 46 * len(lines)
        for line in lines:
            box = Box(column.x, top, column.width - 8, 46)
            easel.write_fitted(
                picture, line, box, LEAST, paper=FELT, weight=Weight.BOLD, anchor=1.0
            )
            top += 46


def _skip(picture: Image.Image, top: int) -> None:
    """Three dots where places are left out."""
    draw, middle = ImageDraw.Draw(picture), top + _GAP // 2
    for step in (-1, 0, 1):
        x = geometry.WIDTH // 2 + 28 * step
        draw.ellipse((x - 5, middle - 5, x + 5, middle + 5), fill=ink(MIST))


def _row(
    picture: Image.Image, row: LeaderRow, box: Box, columns: tuple[Box, ...], room: int
) -> None:
    middle = box.y + box.height // 2
    easel.bar(box.width, box.height, GOLD if row.you or row.asked else None).paste_on(
        picture, box.x, box.y
    )
    _place(picture, row.place, (box.x + room // 2 + 4, middle))
    badge = easel.pill("You", LEAST, PLATE) if row.you else None
    taken = badge.pixels.width + 16 if badge else 0
    left = box.x + room + 6
    name = Box(left, box.y, _names_end(columns) - left - 16 - taken, box.height)
    width = easel.write_fitted(picture, row.name, name, 44, paper=PLATE)
    if badge:
        badge.paste_on(picture, left + width + 16, middle - badge.pixels.height // 2)
    for figure, column in zip(row.figures, columns, strict=True):
        cell = Box(column.x + 8, box.y, column.width - 16, box.height)
        easel.write_figure(picture, figure, cell, 44)


def _place(picture: Image.Image, place: int, at: tuple[int, int]) -> None:
    """A medal for the first three, a plain number for the rest."""
    if place <= len(_MEDALS):
        medal = easel.disc(str(place), _MEDAL, PLATE, *_MEDALS[place - 1])
        medal.paste_on(picture, at[0] - _MEDAL, at[1] - _MEDAL)
        return
    write(picture, str(place), at, LEAST, colour=MIST, paper=PLATE, anchor=0.5)
