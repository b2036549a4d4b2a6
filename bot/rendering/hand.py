"""A player's own hand: melds bracketed and named, deadwood apart, the new card lifted.

In any order but that of melds the cards lie as the player likes them, brackets join
those neighbours that belong to one meld, and the count stands on a line below.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeAlias

from PIL import Image

from bot.engine import Card

from . import easel, geometry
from .easel import write
from .geometry import LARGE_CARD, Box, CardSize, Group, PlacedPart
from .inks import FELT, TRAY, WHITE
from .look import Order
from .rows import bracket, bracket_between, deadwood_text, label_size, lay_cards
from .scenes import HandScene

Melds: TypeAlias = tuple[tuple[Card, ...], ...]

_LONG = 9
"""A meld of so many cards may be parted: in one row they would hide each other."""

_WHOLE_SUIT = 30
"""How much wider its cards must show for a suit to be parted."""

_FOOT_MORE = 2
"""How much larger than under the cards the words of the last line are."""


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
            bracket(picture, placed.tray, pile, scene.look, (part.first > 0, goes_on))
        elif not goes_on:
            _label_count(picture, placed.tray, scene)
    if layout.foot:
        _write_foot(picture, layout.foot, scene, counted=bool(scene.deadwood))
    return picture


def _laid_out(scene: HandScene) -> tuple[Melds, geometry.HandLayout]:
    """The melds in an order in which every card's index shows, and where they lie.

    The given order is kept if it can be. The count stands under the deadwood; how one may end
    the hand, and that nothing counts, has a line of its own.
    """
    size, footed = card_size(scene), bool(scene.ending) or not scene.deadwood
    room = easel.text_width(deadwood_text(scene.points), label_size(scene.look))
    for melds in (scene.melds, tuple(sorted(scene.melds, key=len, reverse=True))):
        groups = [Group(len(meld), splits=len(meld) >= _LONG, marked=True) for meld in melds]
        if scene.deadwood:
            groups.append(Group(len(scene.deadwood), room, splits=True))
        layout = geometry.hand_layout(groups, size, footed=footed)
        if layout.pitch >= size.least_pitch:
            break
    return melds, layout


def _lay(picture: Image.Image, placed: PlacedPart, cards: Sequence[Card], scene: HandScene) -> None:
    """The cards, and the tag of the new one in the room that lifting it left free."""
    lifted, size = [card == scene.drawn for card in cards], card_size(scene)
    lay_cards(picture, placed, cards, lifted, size)
    if True in lifted:
        tag = easel.pill("NEW", label_size(scene.look), TRAY)
        x = placed.card_x(lifted.index(True)) + 2
        tag.paste_on(picture, x, placed.card_y + size.height - tag.pixels.height + 2)


def _label_count(picture: Image.Image, tray: Box, scene: HandScene) -> None:
    at = (tray.x + tray.width // 2, tray.bottom - geometry.TRAY_LABEL // 2)
    size = label_size(scene.look)
    write(picture, deadwood_text(scene.points), at, size, colour=WHITE, anchor=0.5)


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
        _write_foot(picture, layout.foot, scene, counted=False)
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
            bracket_between(picture, (left, right), middle, meld, scene.look, goes_on)
        start = stop


def _write_foot(picture: Image.Image, foot: Box, scene: HandScene, *, counted: bool) -> None:
    """How one may end the hand; the count beside it unless it was `counted` above."""
    size, middle = label_size(scene.look) + _FOOT_MORE, foot.y + foot.height // 2
    text = "" if counted else deadwood_text(scene.points)
    pill = easel.pill(scene.ending, size, FELT) if scene.ending else None
    between = 28 if text and pill else 0
    width = easel.text_width(text, size) if text else 0
    left = foot.x + (foot.width - width - between - (pill.pixels.width if pill else 0)) // 2
    if text:
        write(picture, text, (left, middle), size, colour=WHITE, paper=FELT)
    if pill:
        pill.paste_on(picture, left + width + between, middle - pill.pixels.height // 2)
