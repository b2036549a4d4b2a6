"""A player's own hand: melds bracketed and named, deadwood apart, the new card lifted.

In any order but that of melds the cards lie as the player likes them, brackets join
those neighbours that belong to one meld, and the count stands on a line below.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from PIL import Image

from bot.engine import Card

from . import easel, geometry
from .easel import write
from .geometry import LARGE_CARD, Box, CardSize, Group, PlacedPart
from .inks import FELT, TRAY, WHITE, Sprite
from .look import Order
from .rows import LABEL, bracket, bracket_between, deadwood_text, lay_cards, meld_name
from .scenes import HandScene

Melds: TypeAlias = tuple[tuple[Card, ...], ...]

_LONG = 9
"""A meld of so many cards may be parted: in one row they would hide each other."""

_WHOLE_SUIT = 30
"""How much wider its cards must show for a suit to be parted."""

_PILL = 30
_FOOT_TEXT = 42


def hand(scene: HandScene) -> Image.Image:
    """The hand as palette indices."""
    return _melded(scene) if scene.look.order is Order.MELDS else _sorted(scene)


def card_size(scene: HandScene) -> CardSize:
    """How large the cards of a hand are."""
    return LARGE_CARD if scene.look.large else geometry.HAND_CARD


def arranged(scene: HandScene) -> tuple[tuple[Card, ...], ...]:
    """The cards in the player's own order, in the groups that lie apart."""
    cards = [card for meld in scene.melds for card in meld] + list(scene.deadwood)
    match scene.look.order:
        case Order.SUIT:
            cards.sort()
            return tuple(tuple(suit) for _, suit in groupby(cards, lambda card: card.suit))
        case Order.RANK:
            return (tuple(sorted(cards, key=lambda card: (card.rank, card.suit))),)
        case Order.CAME:
            known = {card: place for place, card in enumerate(scene.came)}
            return (tuple(sorted(cards, key=lambda card: known.get(card, len(known)))),)
        case _:
            return (*scene.melds, scene.deadwood)


# In the order of melds


def _melded(scene: HandScene) -> Image.Image:
    melds, layout = _laid_out(scene)
    piles = [*melds, scene.deadwood]
    picture = easel.canvas(layout.height)
    for placed in layout.parts:
        part = placed.part
        pile = piles[part.group]
        _lay(picture, placed, pile[part.first : part.first + part.cards], scene)
        goes_on = part.first + part.cards < len(pile)
        if part.group < len(melds):
            ends = part.first > 0, goes_on
            bracket(picture, placed.tray, meld_name(pile), ends, strong=scene.look.contrast)
        elif layout.foot or goes_on:
            _label(picture, placed.tray, "Deadwood")
        else:
            _label_count(picture, placed, scene)
    if layout.foot:
        _write_foot(picture, layout.foot, scene)
    return picture


def _laid_out(scene: HandScene) -> tuple[Melds, geometry.HandLayout]:
    """The melds in an order in which every card's index shows, and where they lie.

    The given order is kept if it can be, and the count stays with the deadwood.
    """
    size = card_size(scene)
    for melds, footed in _ways(scene):
        groups = [Group(len(meld), splits=len(meld) >= _LONG, marked=True) for meld in melds]
        if scene.deadwood or not footed:
            room = easel.text_width("Deadwood", LABEL) if footed else _count_room(scene)
            groups.append(Group(len(scene.deadwood), room, splits=True, marked=True))
        layout = geometry.hand_layout(groups, size, footed=footed)
        if layout.pitch >= size.least_pitch:
            break
    return melds, layout


def _ways(scene: HandScene) -> Iterator[tuple[Melds, bool]]:
    longest_first = tuple(sorted(scene.melds, key=len, reverse=True))
    for footed in (True,) if scene.look.large else (False, True):
        yield scene.melds, footed
        yield longest_first, footed


def _lay(picture: Image.Image, placed: PlacedPart, cards: Sequence[Card], scene: HandScene) -> None:
    """The cards, and the tag of the new one in the room that lifting it left free."""
    lifted, size = [card == scene.drawn for card in cards], card_size(scene)
    lay_cards(picture, placed, cards, lifted, size)
    if True in lifted:
        tag = easel.pill("NEW", _PILL, TRAY)
        x = placed.card_x(lifted.index(True)) + 2
        tag.paste_on(picture, x, placed.card_y + size.height - tag.pixels.height + 2)


def _ending_pill(scene: HandScene) -> Sprite:
    return easel.pill(scene.ending, _PILL, TRAY)


def _count_room(scene: HandScene) -> int:
    room = easel.text_width(deadwood_text(scene.points), LABEL)
    return room + 20 + _ending_pill(scene).pixels.width if scene.ending else room


def _label(picture: Image.Image, tray: Box, text: str) -> None:
    at = (tray.x + tray.width // 2, tray.bottom - geometry.TRAY_LABEL // 2)
    write(picture, text, at, LABEL, colour=WHITE, anchor=0.5)


def _label_count(picture: Image.Image, placed: PlacedPart, scene: HandScene) -> None:
    """The count, and beside it how one may end the hand; in mid tray where no card lies in it."""
    tray = placed.tray
    middle = tray.bottom - geometry.TRAY_LABEL // 2
    if not scene.deadwood:
        middle = tray.y + tray.height // 2
    text = deadwood_text(scene.points)
    if placed.part.first:
        # The other row has cards that count too.
        text += " in all"
    pill = _ending_pill(scene) if scene.ending else None
    width = easel.text_width(text, LABEL) + (20 + pill.pixels.width if pill else 0)
    left = tray.x + (tray.width - width) // 2
    left += write(picture, text, (left, middle), LABEL, colour=WHITE)
    if pill:
        pill.paste_on(picture, left + 20, middle - pill.pixels.height // 2)


# In the player's own order


def _sorted(scene: HandScene) -> Image.Image:
    piles = arranged(scene)
    groups = [Group(len(pile), splits=True, marked=True, worth=_WHOLE_SUIT) for pile in piles]
    layout = geometry.hand_layout(groups, card_size(scene), footed=True)
    picture = easel.canvas(layout.height)
    for placed in layout.parts:
        part = placed.part
        pile = piles[part.group]
        _lay(picture, placed, pile[part.first : part.first + part.cards], scene)
        _join(picture, placed, pile, scene)
    if layout.foot:
        _write_foot(picture, layout.foot, scene)
    return picture


def _join(picture: Image.Image, placed: PlacedPart, pile: Sequence[Card], scene: HandScene) -> None:
    """Brackets under the neighbours that belong to one meld; open where it goes on."""
    part, width = placed.part, card_size(scene).width
    meld_of = {card: meld for meld in scene.melds for card in meld}
    melds = [meld_of.get(card) for card in pile]
    middle = placed.tray.bottom - geometry.TRAY_LABEL // 2
    end = part.first + part.cards
    start = part.first
    for meld, joined in groupby(melds[part.first : end]):
        stop = start + len(list(joined))
        if meld is not None:
            left = placed.card_x(start - part.first) + 3
            shown = width - 4 if stop == end else placed.pitch - 6
            right = placed.card_x(stop - 1 - part.first) + shown
            goes_on = melds[start - 1 : start] == [meld], melds[stop : stop + 1] == [meld]
            strong = scene.look.contrast
            bracket_between(picture, (left, right), middle, meld_name(meld), goes_on, strong=strong)
        start = stop


def _write_foot(picture: Image.Image, foot: Box, scene: HandScene) -> None:
    """The count on a line of its own, and beside it how one may end the hand."""
    text, middle = deadwood_text(scene.points), foot.y + foot.height // 2
    pill = easel.pill(scene.ending, 36, FELT) if scene.ending else None
    width = easel.text_width(text, _FOOT_TEXT)
    room = width + (28 + pill.pixels.width if pill else 0)
    left = foot.x + (foot.width - room) // 2
    write(picture, text, (left, middle), _FOOT_TEXT, colour=WHITE, paper=FELT)
    if pill:
        pill.paste_on(picture, left + width + 28, middle - pill.pixels.height // 2)
