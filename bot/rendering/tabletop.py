"""The public table: the two piles, and of each player a plate and a fan of backs."""

from __future__ import annotations

from PIL import Image, ImageDraw

from . import easel, geometry, words
from .deck import back_sprite, card_sprite, covered_sprite, fan_sprite
from .easel import write
from .geometry import Box
from .inks import FELT, GOLD, MIST, PLATE, TRAY, WHITE, ink
from .lettering import LEAST, Weight
from .scenes import TableScene, TableSide

_TAB = 56
_DOT = "\N{MIDDLE DOT}"


def table(scene: TableScene) -> Image.Image:
    """The table as palette indices."""
    layout = geometry.table_layout()
    picture = easel.canvas(layout.height)
    for seat, (side, place) in enumerate(zip(scene.sides, layout.sides, strict=True)):
        _fan(picture, side.cards, place.fan_x, above=seat == 1)
        _plate(picture, side, place.plate)
        if side.deals:
            _dealer(picture, place.dealer)
    _stock(picture, scene.stock_left, layout)
    _pile(picture, scene, layout)
    if scene.limit is not None:
        _limit(picture, scene.limit, layout.limit)
    return picture


def _fan(picture: Image.Image, cards: int, middle: int, *, above: bool) -> None:
    if cards:
        fan = fan_sprite(cards, geometry.FAN_SHOWN, FELT, hanging=above)
        y = 0 if above else picture.height - geometry.FAN_SHOWN
        fan.paste_on(picture, middle - fan.pixels.width // 2, y)


def _plate(picture: Image.Image, side: TableSide, box: Box) -> None:
    """Name, score and marks of a player; with a golden edge and an arrow when to move."""
    middle = box.y + box.height // 2
    left, right = box.x + 28, box.right - 24
    if side.to_move:
        easel.bar(box.width, box.height, GOLD, _TAB).paste_on(picture, box.x, box.y)
        easel.triangle(36, "right", GOLD, PLATE).paste_on(picture, box.x + 14, middle - 18)
        left += _TAB - 8
    else:
        easel.bar(box.width, box.height).paste_on(picture, box.x, box.y)
    name = Box(left, box.y + 12, right - left, 54)
    easel.write_fitted(picture, side.name, name, 46, paper=PLATE)
    score = Box(left, box.bottom - 58, right - left, 48)
    easel.write_figure(picture, _score(side, score.width), score, LEAST, colour=MIST, anchor=0)


def _dealer(picture: Image.Image, box: Box) -> None:
    mark = easel.pill("Dealer", LEAST, FELT, WHITE, PLATE)
    mark.paste_on(picture, box.x, box.y + (box.height - mark.pixels.height) // 2)


def _score(side: TableSide, room: int) -> str:
    """What a player has: points in each column of Hollywood scoring, or points and lines.

    Where there is no room for the words the numbers come closer together.
    """
    if side.columns:
        columns = [str(points) for points in side.columns]
        ways = [f" {_DOT} ".join(columns), _DOT.join(columns)]
    else:
        lines = words.lines(side.lines)
        ways = [f"{words.points(side.points)} {_DOT} {lines}", f"{side.points} {_DOT} {lines}"]
    return next((way for way in ways if easel.text_width(way, LEAST) <= room), ways[-1])


def _stock(picture: Image.Image, left: int, layout: geometry.TableLayout) -> None:
    box = layout.stock
    if left:
        easel.lay_shadow(picture, box, FELT)
        for layer in range(geometry.stock_layers(left)):
            back_sprite(geometry.TABLE_CARD).paste_on(picture, box.x + layer, box.y - 3 * layer)
    else:
        _slot(picture, box)
    _pile_label(picture, layout.stock_label, str(left), "in stock", anchor=1.0)


def _pile_label(picture: Image.Image, box: Box, large: str, small: str, anchor: float) -> None:
    x, middle = box.x + round(box.width * anchor), box.y + box.height // 2
    if large:
        write(
            picture,
            large,
            (x, middle - 32),
            76,
            colour=WHITE,
            paper=FELT,
            weight=Weight.BLACK,
            anchor=anchor,
        )
    write(
        picture,
        small,
        (x, middle + 30 if large else middle),
        LEAST,
        colour=WHITE,
        paper=FELT,
        anchor=anchor,
    )


def _slot(picture: Image.Image, box: Box) -> None:
    """Where a pile would lie that has no card."""
    draw = ImageDraw.Draw(picture)
    corners = (box.x, box.y, box.right - 1, box.bottom - 1)
    draw.rounded_rectangle(corners, 15, fill=ink(TRAY), outline=ink(MIST), width=3)


def _pile(picture: Image.Image, scene: TableScene, layout: geometry.TableLayout) -> None:
    size, pile, beneath = geometry.TABLE_CARD, layout.pile, layout.beneath
    beside = layout.pile_label
    if scene.limit is not None:
        beside = Box(beside.x, beside.y, beside.width, layout.limit.y - beside.y)
    _pile_label(picture, beside, "", "discards", anchor=0.0)
    if scene.pile_top is None:
        _slot(picture, pile)
        return
    if scene.pile_beneath is not None:
        easel.lay_shadow(picture, beneath, FELT)
        covered = covered_sprite(scene.pile_beneath, size, (geometry.PEEP, 0))
        covered.paste_on(picture, beneath.x, beneath.y)
    easel.lay_shadow(picture, pile, FELT)
    card_sprite(scene.pile_top, size).paste_on(picture, pile.x, pile.y)


def _limit(picture: Image.Image, limit: str, box: Box) -> None:
    """What a knock may come to in this hand, on a plaque; what follows a dot goes below."""
    limit_words, _, more = limit.partition(f" {_DOT} ")
    easel.bar(box.width, box.height).paste_on(picture, box.x, box.y)
    inner = Box(box.x + 16, box.y + 6, box.width - 32, box.height - 12)
    upper = Box(inner.x, inner.y, inner.width, inner.height * 3 // 5) if more else inner
    easel.write_fitted(picture, limit_words, upper, 44, colour=GOLD, paper=PLATE, anchor=0.5)
    if more:
        lower = Box(inner.x, upper.bottom - 4, inner.width, inner.height - upper.height)
        easel.write_fitted(picture, more, lower, LEAST, paper=PLATE, weight=Weight.BOLD, anchor=0.5)
