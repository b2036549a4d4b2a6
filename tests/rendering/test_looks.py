"""A player's choices: every card stays readable, and nothing is told by colour alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice, product
from random import Random
from typing import Any

import pytest

from bot.engine import Card
from bot.engine.cards import DECK, parse_cards
from bot.engine.melds import arrange
from bot.rendering import geometry, hand, inks
from bot.rendering.deck import card_sprite, covered_sprite
from bot.rendering.dyes import dye, palette_of
from bot.rendering.geometry import HAND_CARD, LARGE_CARD, CardSize
from bot.rendering.inks import Colour
from bot.rendering.look import NEUTRAL, Cloth, Look, Order
from bot.rendering.pages import Picture, Text, page
from bot.rendering.painting import paint
from bot.rendering.scenes import HandScene
from tests.rendering.looking import changed, partings
from tests.rendering.samples import HAND, LOOSE_HAND, SHEET, SHOWDOWN, TABLE

COLOURS = [
    Look(four_colours=four, contrast=contrast, cloth=cloth)
    for four, contrast, cloth in product((False, True), (False, True), Cloth)
]


def some_hands(count: int) -> list[HandScene]:
    """Hands of ten or eleven cards read as the engine reads them, half of them rich in melds."""
    rng = Random(7)
    scenes = []
    for number in range(count):
        deck = [card for card in DECK if number % 2 or card.rank in range(number % 9, 13, 1)]
        cards = rng.sample(deck, 11 - number % 3 // 2)
        reading = arrange(cards)
        drawn = rng.choice(cards)
        scenes.append(
            HandScene(
                tuple(meld.cards for meld in reading.melds),
                reading.deadwood,
                reading.points,
                drawn,
                ending="Knock with 10" if reading.points <= 10 else "",
                came=tuple(cards),
            )
        )
    return scenes


HANDS = some_hands(150)


def seen(look: Look, index: int) -> Colour:
    red, green, blue = palette_of(look)[3 * index : 3 * index + 3]
    return red, green, blue


def contrast_of(first: Colour, second: Colour) -> float:
    """How far two colours are apart in brightness (WCAG 2.2, contrast ratio)."""

    def light(colour: Colour) -> float:
        parts = [value / 255 for value in colour]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    brighter, darker = sorted((light(first), light(second)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


# Orders


@pytest.mark.parametrize("order", Order)
def test_an_order_shows_each_card_once_and_no_other(order: Order) -> None:
    for scene in HANDS:
        piles = hand.arranged(replace(scene, look=Look(order=order)))
        shown = [card for pile in piles for card in pile]
        assert sorted(shown) == sorted(scene.came)


def test_the_order_by_suit_keeps_suits_together_and_each_from_low_to_high() -> None:
    scene = replace(LOOSE_HAND, look=Look(order=Order.SUIT))
    assert hand.arranged(scene) == (
        parse_cards("Ac 7c Kc"),
        parse_cards("2d 5d Td Kd"),
        parse_cards("8h Jh"),
        parse_cards("4s Qs"),
    )


def test_the_order_by_rank_goes_from_low_to_high() -> None:
    (pile,) = hand.arranged(replace(HAND, look=Look(order=Order.RANK)))
    assert pile == parse_cards("Ac 3h 4h 5h 7d 9c 9d 9s Ts Js Qs")


def test_the_way_a_player_had_it_puts_what_is_new_last() -> None:
    came = parse_cards("Qs 7d 9c Ac 3h 9s 4h Ts 5h 9d")
    (pile,) = hand.arranged(replace(HAND, came=came, look=Look(order=Order.CAME)))
    assert pile == (*came, Card.parse("Js"))


@pytest.mark.parametrize("order", Order)
def test_each_order_tells_what_is_new_what_it_counts_and_that_one_may_knock(order: Order) -> None:
    scene = replace(HAND, look=Look(order=order))
    for other in (
        replace(scene, drawn=None),
        replace(scene, points=9),
        replace(scene, ending=""),
        replace(scene, melds=scene.melds[1:], deadwood=(*scene.melds[0], *scene.deadwood)),
    ):
        assert changed(scene, other) is not None


# Sizes


def parted(cards: int, melds: tuple[int, ...]) -> HandScene:
    """A hand of so many cards with melds of these sizes; which cards they are does not matter."""
    deck = iter(DECK)
    return HandScene(
        tuple(tuple(islice(deck, size)) for size in melds),
        tuple(islice(deck, cards - sum(melds))),
        9,
    )


def by_suits(cards: int) -> list[HandScene]:
    """Every way in which the cards can be spread over the suits."""
    return [
        HandScene((), tuple(DECK[13 * suit + n] for suit in range(4) for n in range(held[suit])), 9)
        for held in product(range(cards + 1), repeat=4)
        if sum(held) == cards
    ]


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("large", [False, True])
def test_in_any_order_and_size_the_index_of_every_card_is_in_sight(
    order: Order, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out, layouts = geometry.hand_layout, list[geometry.HandLayout]()

    def watched(*args: Any, **named: Any) -> geometry.HandLayout:
        layouts.append(laid_out(*args, **named))
        return layouts[-1]

    monkeypatch.setattr(geometry, "hand_layout", watched)
    monkeypatch.setattr(hand, "_lay", lambda *_: None)
    size = LARGE_CARD if large else HAND_CARD
    hands = by_suits(11) if order is Order.SUIT else []
    for cards, ending in product((10, 11), ("", "Knock with 10")):
        hands += [replace(parted(cards, melds), ending=ending) for melds in partings(cards)]
    for scene in hands:
        hand.hand(replace(scene, look=Look(large=large, order=order)))
        layout = layouts[-1]
        shown = sum(placed.part.cards for placed in layout.parts)
        assert shown == sum(len(meld) for meld in scene.melds) + len(scene.deadwood)
        assert layout.pitch >= size.least_pitch
        for placed in layout.parts:
            assert placed.pitch == layout.pitch
            assert placed.tray.x >= 0
            assert placed.tray.right <= geometry.WIDTH
            assert placed.tray.bottom <= (layout.foot.y if layout.foot else layout.height)


def test_in_any_order_and_size_the_new_card_stands_out() -> None:
    for scene, large, order in product(HANDS[:12], (False, True), Order):
        new = replace(scene, look=Look(large=large, order=order))
        assert changed(new, replace(new, drawn=None)) is not None


@pytest.mark.parametrize("order", Order)
@pytest.mark.parametrize("large", [False, True])
def test_a_hand_without_cards_is_a_count_on_the_cloth(order: Order, large: bool) -> None:
    empty = HandScene((), (), 0, look=Look(large=large, order=order))
    assert changed(empty, replace(empty, points=1)) is not None


def test_large_cards_are_read_from_half_as_far_again() -> None:
    index = HAND_CARD.width * HAND_CARD.index
    assert LARGE_CARD.width * LARGE_CARD.index >= 1.4 * index


# Colours


@pytest.mark.parametrize("size", [HAND_CARD, LARGE_CARD, geometry.SHOWN_CARD])
def test_suits_differ_in_shape_whatever_their_colours(size: CardSize) -> None:
    """Seen in one ink, as paper or not paper, no two cards of a rank are alike."""
    paper = inks.ink(inks.WHITE)
    one_ink = [0 if index == paper else 255 for index in range(256)]
    for rank in range(13):
        shapes = [
            card_sprite(DECK[suit * 13 + rank], size).pixels.point(one_ink).tobytes()
            for suit in range(4)
        ]
        for first, second in combinations(shapes, 2):
            differing = sum(a != b for a, b in zip(first, second, strict=True))
            assert differing > size.width * size.height * 0.005


def test_two_colours_are_two_and_four_are_four() -> None:
    suits = (inks.CLUBS, inks.DIAMONDS, inks.RED, inks.BLACK)
    for contrast in (False, True):
        assert len({dye(Look(contrast=contrast), suit) for suit in suits}) == 2
        assert len({dye(Look(four_colours=True, contrast=contrast), suit) for suit in suits}) == 4


@pytest.mark.parametrize("look", COLOURS)
def test_the_stand_ins_of_clubs_and_diamonds_are_never_seen(look: Look) -> None:
    colours = {seen(look, index) for index in range(len(inks.recipes()))}
    assert not {inks.CLUBS, inks.DIAMONDS} & colours
    assert len(palette_of(look)) == 3 * len(inks.recipes()) <= 768


@pytest.mark.parametrize("cloth", Cloth)
def test_cards_have_the_same_colours_on_every_cloth(cloth: Cloth) -> None:
    look, sizes = Look(cloth=cloth), (HAND_CARD, geometry.TABLE_CARD)
    for card, size in product(DECK, sizes):
        for drawn in (card_sprite(card, size), covered_sprite(card, size, (110, 0))):
            used = set(drawn.pixels.tobytes())
            assert all(seen(look, index) == seen(NEUTRAL, index) for index in used)


@pytest.mark.parametrize("look", COLOURS)
def test_words_and_suits_stand_out_from_what_they_stand_on(look: Look) -> None:
    """As WCAG 2.2 asks of text: 4.5 to 1, and 7 to 1 where a strong contrast is wished for."""
    least = 7.0 if look.contrast else 4.5
    for colour, paper in (
        *((suit, inks.WHITE) for suit in (inks.CLUBS, inks.DIAMONDS, inks.RED, inks.BLACK)),
        *((inks.WHITE, cloth) for cloth in (inks.FELT, inks.TRAY, inks.PLATE)),
        (inks.GOLD, inks.TRAY),
        (inks.GOLD, inks.PLATE),
        (inks.MIST, inks.PLATE),
        (inks.PLATE, inks.GOLD),
    ):
        assert contrast_of(dye(look, colour), dye(look, paper)) >= least


@pytest.mark.parametrize("scene", [HAND, TABLE, SHOWDOWN, SHEET])
def test_every_scene_takes_every_colour_and_each_is_another_picture(scene: HandScene) -> None:
    pictures = {paint(replace(scene, look=look)) for look in COLOURS if not look.four_colours}
    assert len(pictures) == 2 * len(Cloth)


def test_the_neutral_look_is_what_a_scene_has_of_itself() -> None:
    assert HAND.look == TABLE.look == SHOWDOWN.look == SHEET.look == NEUTRAL == Look()


def test_a_page_is_seen_with_a_look_and_told_in_words_to_those_who_want_no_pictures() -> None:
    shown = page(Text("Your hand."), Picture("hand.png", HAND, "Run: three of hearts."))
    look = Look(four_colours=True, order=Order.RANK)
    assert [one.scene for one in shown.looked_at(look).pictures] == [replace(HAND, look=look)]
    assert shown.looked_at(NEUTRAL) == shown
    told = shown.looked_at(replace(look, words_only=True))
    assert told.blocks == (Text("Your hand."), Text("Run: three of hearts."))
