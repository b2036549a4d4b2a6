"""From a scene to its picture: `paint` gives the PNG, equal bytes for equal scenes."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.engine import DECK, Card

from . import easel, geometry, words
from .deck import card_sprite, chip_sprite, covered_sprite, fan_sprite
from .easel import write
from .geometry import Box, CardSize, Group, PlacedPart
from .inks import FELT, GOLD, MIST, PLATE, TRAY, WHITE, Sprite, ink
from .lettering import Weight
from .scenes import (
    HandScene,
    Scene,
    SheetScene,
    ShowdownScene,
    ShownHand,
    ShownMeld,
    TableScene,
)
from .sheet import sheet
from .tabletop import table

_LABEL = 31
_LONG = 10
"""A meld of so many cards may be parted: in one row they would hide each other."""


def paint(scene: Scene) -> bytes:
    """The picture of a scene as a PNG."""
    match scene:
        case HandScene():
            picture = _hand(scene)
        case TableScene():
            picture = table(scene)
        case ShowdownScene():
            picture = _showdown(scene)
        case SheetScene():
            picture = sheet(scene)
    return easel.finished(picture)


def warm_up() -> None:
    """Draw what most pictures need, so that the first ones come as fast as the rest."""
    for card in DECK:
        card_sprite(card, geometry.TABLE_CARD)
        covered_sprite(card, geometry.TABLE_CARD, (geometry.PEEP, 0))
        card_sprite(card, geometry.HAND_CARD)
        for pitch in geometry.HAND_PITCHES[:4]:
            covered_sprite(card, geometry.HAND_CARD, (pitch, 0))
    for cards in (10, 11):
        for hanging in (False, True):
            fan_sprite(cards, geometry.FAN_SHOWN, FELT, hanging=hanging)


def _meld_name(cards: Sequence[Card]) -> str:
    return "Set" if cards[0].rank == cards[1].rank else "Run"


# A hand


def _hand(scene: HandScene) -> Image.Image:
    piles = [*scene.melds, scene.deadwood]
    groups = [Group(len(meld), splits=len(meld) >= _LONG, marked=True) for meld in scene.melds]
    groups.append(Group(len(scene.deadwood), _deadwood_room(scene), splits=True))
    layout = geometry.hand_layout(groups)
    picture = easel.canvas(layout.height)
    for placed in layout.parts:
        part = placed.part
        cards = piles[part.group][part.first : part.first + part.cards]
        lifted = [card == scene.drawn for card in cards]
        _lay_cards(picture, placed, cards, lifted, geometry.HAND_CARD)
        _mark_new(picture, placed, lifted)
        if part.group < len(scene.melds):
            _bracket(picture, placed.tray, _meld_name(piles[part.group]), _open_ends(placed, piles))
        elif part.first + part.cards == len(scene.deadwood):
            _label_deadwood(picture, placed.tray, scene)
    return picture


def _open_ends(placed: PlacedPart, piles: Sequence[Sequence[Card]]) -> tuple[bool, bool]:
    """Whether a part's meld goes on to its left and to its right, in the other row."""
    part = placed.part
    return part.first > 0, part.first + part.cards < len(piles[part.group])


def _deadwood_text(points: int) -> str:
    return f"Deadwood {points}"


def _knock_pill(points: int) -> Sprite:
    return easel.pill("You may knock" if points else "You have gin", 26, TRAY)


def _deadwood_room(scene: HandScene) -> int:
    room = easel.text_width(_deadwood_text(scene.points), _LABEL)
    return room + 24 + _knock_pill(scene.points).pixels.width if scene.may_knock else room


def _label_deadwood(picture: Image.Image, tray: Box, scene: HandScene) -> None:
    """The count, and beside it that it is low enough; in mid tray where no card lies in it."""
    middle = tray.bottom - geometry.TRAY_LABEL // 2
    if not scene.deadwood:
        middle = tray.y + tray.height // 2
    left = tray.x + (tray.width - _deadwood_room(scene)) // 2
    left += write(picture, _deadwood_text(scene.points), (left, middle), _LABEL, colour=WHITE)
    if scene.may_knock:
        pill = _knock_pill(scene.points)
        pill.paste_on(picture, left + 24, middle - pill.pixels.height // 2)


def _mark_new(picture: Image.Image, placed: PlacedPart, lifted: Sequence[bool]) -> None:
    """The tag of the card that just came in, in the room that lifting it left free."""
    if True in lifted:
        tag = easel.pill("NEW", 26, TRAY)
        x = placed.card_x(lifted.index(True)) + 2
        tag.paste_on(picture, x, placed.card_y + geometry.HAND_CARD.height - tag.pixels.height + 1)


# Cards in a row


def _lay_cards(
    picture: Image.Image,
    placed: PlacedPart,
    cards: Sequence[Card],
    lifted: Sequence[bool],
    size: CardSize,
) -> None:
    heights = tuple(geometry.LIFT if up else 0 for up in lifted)
    easel.lay_tray(picture, placed, size, heights)
    for place, card in enumerate(cards):
        last = place + 1 == len(cards)
        up = heights[place]
        if last:
            shown = card_sprite(card, size, bool(up))
        else:
            shown = covered_sprite(card, size, (placed.pitch, up - heights[place + 1]), bool(up))
        shown.paste_on(picture, placed.card_x(place), placed.card_y - up)


def _bracket(
    picture: Image.Image, tray: Box, text: str, open_ends: tuple[bool, bool] = (False, False)
) -> None:
    """A bracket under a meld with its name in the gap; open where the meld goes on."""
    middle = tray.bottom - geometry.TRAY_LABEL // 2
    centre = tray.x + tray.width // 2
    half = write(picture, text, (centre, middle), _LABEL, colour=GOLD, anchor=0.5) // 2 + 14
    draw, line = ImageDraw.Draw(picture), ink(GOLD)
    ends = (tray.x + geometry.TRAY_PAD + 2, tray.right - geometry.TRAY_PAD - 3)
    for outer, inner, goes_on in zip(ends, (centre - half, centre + half), open_ends, strict=True):
        corner = [] if goes_on else [(outer, middle - 12)]
        draw.line([*corner, (outer, middle), (inner, middle)], fill=line, width=3)


# The showdown


def _showdown(scene: ShowdownScene) -> Image.Image:
    layout = geometry.showdown_layout(
        (_shown_groups(scene.hands[0]), _shown_groups(scene.hands[1]))
    )
    picture = easel.canvas(layout.height)
    for seat, (hand, row) in enumerate(zip(scene.hands, layout.rows, strict=True)):
        _heading(picture, hand, row.heading, won=scene.winner == seat)
        for placed in row.parts:
            if placed.part.group < len(hand.melds):
                _shown_meld(picture, placed, hand.melds[placed.part.group], row.size)
            else:
                _shown_deadwood(picture, placed, hand, row.size)
    _outcome(picture, scene, layout.band)
    return picture


def _shown_groups(hand: ShownHand) -> list[Group]:
    groups = [Group(len(meld.cards) + len(meld.laid_off)) for meld in hand.melds]
    room = easel.text_width(_deadwood_text(hand.points), _LABEL)
    return [*groups, Group(len(hand.deadwood), room)]


def _heading(picture: Image.Image, hand: ShownHand, box: Box, *, won: bool) -> None:
    edge = GOLD if won else None
    easel.bar(box.width, box.height, edge).paste_on(picture, box.x, box.y)
    middle = box.y + box.height // 2
    label = easel.pill(hand.label, 27, PLATE, MIST) if hand.label else None
    badge = easel.pill("Won this hand", 28, PLATE) if won else None
    taken = sum(pill.pixels.width + 20 for pill in (label, badge) if pill)
    name = Box(box.x + 20, box.y, box.width - 40 - taken, box.height)
    width = easel.write_fitted(picture, hand.name, name, 41, paper=PLATE)
    if label:
        label.paste_on(picture, name.x + width + 20, middle - label.pixels.height // 2)
    if badge:
        badge.paste_on(
            picture, box.right - badge.pixels.width - 14, middle - badge.pixels.height // 2
        )


def _shown_meld(picture: Image.Image, placed: PlacedPart, meld: ShownMeld, size: CardSize) -> None:
    cards = _extended(meld)
    lifted = [card in meld.laid_off for card in cards]
    _lay_cards(picture, placed, cards, lifted, size)
    plus = easel.disc("+", 17, TRAY, GOLD, PLATE)
    for place, up in enumerate(lifted):
        if up:
            y = placed.card_y + size.height - 31
            plus.paste_on(picture, placed.card_x(place) + 4, y)
    _bracket(picture, placed.tray, _meld_name(meld.cards))


def _extended(meld: ShownMeld) -> list[Card]:
    """The cards of a meld with those laid off: a run in its order, a set with them last."""
    if _meld_name(meld.cards) == "Run":
        return sorted((*meld.cards, *meld.laid_off))
    return [*meld.cards, *meld.laid_off]


def _shown_deadwood(
    picture: Image.Image, placed: PlacedPart, hand: ShownHand, size: CardSize
) -> None:
    tray = placed.tray
    _lay_cards(picture, placed, hand.deadwood, [False] * len(hand.deadwood), size)
    centre, middle = tray.x + tray.width // 2, tray.bottom - geometry.TRAY_LABEL // 2
    if not hand.deadwood:
        middle = tray.y + tray.height // 2
    write(picture, _deadwood_text(hand.points), (centre, middle), _LABEL, colour=WHITE, anchor=0.5)


def _outcome(picture: Image.Image, scene: ShowdownScene, band: Box) -> None:
    """The band between the hands: what was scored, and the card the knock was made with."""
    middle = band.y + band.height // 2
    left = band.x + 20
    if scene.winner is None:
        text, colour = "Void: nobody scores", WHITE
    else:
        text, colour = f"+{words.points(scene.scored)}", GOLD
        towards = "up" if scene.winner == 1 else "down"
        easel.triangle(44, towards, FELT, GOLD).paste_on(picture, left, middle - 19)
        left += 64
    write(picture, text, (left, middle), 50, colour=colour, paper=FELT, weight=Weight.BLACK)
    if scene.knock_card is not None:
        _knock_card(picture, scene.knock_card, band)


def _knock_card(picture: Image.Image, card: Card, band: Box) -> None:
    size, middle = geometry.CHIP_CARD, band.y + band.height // 2
    box = Box(band.right - size.width - 20, middle - size.height // 2, size.width, size.height)
    easel.lay_shadow(picture, box, FELT)
    chip_sprite(card, size).paste_on(picture, box.x, box.y)
    write(picture, "Knock card", (box.x - 20, middle), 34, colour=WHITE, paper=FELT, anchor=1.0)
