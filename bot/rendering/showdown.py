"""Both hands open at the end of a hand, with what was laid off, and how the score came about."""

from __future__ import annotations

from PIL import Image

from bot.engine import Card, Seat

from . import easel, geometry, words
from .deck import chip_sprite
from .easel import write
from .geometry import Box, CardSize, Group, PlacedPart
from .inks import FELT, GOLD, MIST, PLATE, TRAY, WHITE
from .lettering import LEAST, Weight
from .look import Look
from .rows import bracket, deadwood_text, is_set, label_size, lay_cards
from .scenes import ShowdownScene, ShownHand, ShownMeld

_PLUS = 25
"""How large the mark on a card laid off is: from its middle to its edge."""


def showdown(scene: ShowdownScene) -> Image.Image:
    """The open hands as palette indices."""
    picture, band = both_hands(scene.hands, scene.winner, scene.look)
    _outcome(picture, scene, band)
    return picture


def both_hands(
    hands: tuple[ShownHand, ShownHand], winner: Seat | None, look: Look
) -> tuple[Image.Image, Box]:
    """Two open hands, seat 0 below, and the empty band between them."""
    layout = geometry.showdown_layout((_groups(hands[0], look), _groups(hands[1], look)))
    picture = easel.canvas(layout.height)
    for seat, (hand, row) in enumerate(zip(hands, layout.rows, strict=True)):
        _heading(picture, hand, row.heading, won=winner == seat)
        for placed in row.parts:
            if placed.part.group < len(hand.melds):
                meld = hand.melds[placed.part.group]
                _meld(picture, placed, meld, row.size, look)
            else:
                _deadwood(picture, placed, hand, row.size, look)
    return picture, layout.band


def _groups(hand: ShownHand, look: Look) -> list[Group]:
    groups = [Group(len(meld.cards) + len(meld.laid_off)) for meld in hand.melds]
    room = easel.text_width(deadwood_text(hand.points), label_size(look))
    return [*groups, Group(len(hand.deadwood), room)]


def _heading(picture: Image.Image, hand: ShownHand, box: Box, *, won: bool) -> None:
    edge = GOLD if won else None
    easel.bar(box.width, box.height, edge).paste_on(picture, box.x, box.y)
    middle = box.y + box.height // 2
    label = easel.pill(hand.label, LEAST, PLATE, MIST) if hand.label else None
    badge = easel.pill("Won", LEAST, PLATE) if won else None
    taken = sum(pill.pixels.width + 20 for pill in (label, badge) if pill)
    name = Box(box.x + 20, box.y, box.width - 40 - taken, box.height)
    width = easel.write_fitted(picture, hand.name, name, 44, paper=PLATE)
    if label:
        label.paste_on(picture, name.x + width + 20, middle - label.pixels.height // 2)
    if badge:
        badge.paste_on(
            picture, box.right - badge.pixels.width - 14, middle - badge.pixels.height // 2
        )


def _meld(
    picture: Image.Image, placed: PlacedPart, meld: ShownMeld, size: CardSize, look: Look
) -> None:
    cards = _extended(meld)
    lifted = [card in meld.laid_off for card in cards]
    lay_cards(picture, placed, cards, lifted, size)
    plus = easel.disc("+", _PLUS, TRAY, GOLD, PLATE)
    for place, up in enumerate(lifted):
        if up:
            y = placed.card_y + size.height - 2 * _PLUS
            plus.paste_on(picture, placed.card_x(place) + 3, y)
    bracket(picture, placed.tray, meld.cards, look)


def _extended(meld: ShownMeld) -> list[Card]:
    """The cards of a meld with those laid off: a run in its order, a set with them last."""
    if is_set(meld.cards):
        return [*meld.cards, *meld.laid_off]
    return sorted((*meld.cards, *meld.laid_off))


def _deadwood(
    picture: Image.Image, placed: PlacedPart, hand: ShownHand, size: CardSize, look: Look
) -> None:
    tray = placed.tray
    lay_cards(picture, placed, hand.deadwood, [False] * len(hand.deadwood), size)
    centre, middle = tray.x + tray.width // 2, tray.bottom - geometry.TRAY_LABEL // 2
    if not hand.deadwood:
        middle = tray.y + tray.height // 2
    text = deadwood_text(hand.points)
    write(picture, text, (centre, middle), label_size(look), colour=WHITE, anchor=0.5)


def _outcome(picture: Image.Image, scene: ShowdownScene, band: Box) -> None:
    """The band between the hands: what was scored and what the knock was made with, then how."""
    left = band.x + 20
    upper = band.y + band.height * (1 if scene.working else 2) // 4 + 4
    if scene.winner is None:
        text, colour = "Void: nobody scores", WHITE
    else:
        text, colour = f"+{words.points(scene.scored)}", GOLD
        towards = "up" if scene.winner == 1 else "down"
        easel.triangle(44, towards, FELT, GOLD).paste_on(picture, left, upper - 19)
        left += 64
    write(picture, text, (left, upper), 54, colour=colour, paper=FELT, weight=Weight.BLACK)
    if scene.knock_card is not None:
        _knock_card(picture, scene.knock_card, band.right - 20, upper)
    if scene.working:
        below = Box(left, band.bottom - 60, band.right - 20 - left, 44)
        easel.write_figure(picture, scene.working, below, 44, paper=FELT, anchor=0)


def lay_chip(picture: Image.Image, card: Card, left: int, middle: int) -> Box:
    """A card as a chip, centred on a height."""
    size = geometry.CHIP_CARD
    box = Box(left, middle - size.height // 2, size.width, size.height)
    easel.lay_shadow(picture, box, FELT)
    chip_sprite(card, size).paste_on(picture, box.x, box.y)
    return box


def _knock_card(picture: Image.Image, card: Card, right: int, middle: int) -> None:
    """The card the knock was made with, at the right of the band."""
    box = lay_chip(picture, card, right - geometry.CHIP_CARD.width, middle)
    at = (box.x - 20, middle)
    write(picture, "Knock card", at, LEAST, colour=WHITE, paper=FELT, anchor=1.0)
