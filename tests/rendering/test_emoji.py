"""Cards on buttons: 52 small pictures that Discord takes and that are told apart when small."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from bot.engine.cards import DECK
from bot.rendering.emoji import emoji_name, emoji_picture
from tests.rendering.goldens import EMOJIS, FOLDER, TOLERANCE, emoji_sheet, unlike

LARGEST = 256 * 1024
"""What an emoji may weigh (docs: emoji resource)."""

BUTTON = (20, 20)


def on_a_button(png: bytes) -> Image.Image:
    """As a desktop shows it on a grey button."""
    with Image.open(BytesIO(png)) as picture:
        tile = picture.convert("RGBA")
    button = Image.new("RGBA", tile.size, (78, 80, 88, 255))
    button.alpha_composite(tile)
    return button.convert("L").resize(BUTTON, Image.Resampling.LANCZOS)


def test_each_card_has_a_name_of_its_own_that_discord_allows() -> None:
    names = {emoji_name(card) for card in DECK}
    assert len(names) == 52
    assert all(re.fullmatch(r"[a-z0-9_]{2,32}", name) for name in names)


def test_the_pictures_are_square_light_and_without_corners() -> None:
    for card in DECK:
        png = emoji_picture(card)
        assert len(png) <= LARGEST / 100
        with Image.open(BytesIO(png)) as picture:
            assert (picture.format, picture.size) == ("PNG", (128, 128))
            assert picture.convert("RGBA").getpixel((0, 0))[3] == 0  # type: ignore[index]


@pytest.mark.parametrize("rank", range(13))
def test_suits_are_told_apart_in_grey_at_the_size_of_a_button(rank: int) -> None:
    tiles = [on_a_button(emoji_picture(DECK[13 * suit + rank])) for suit in range(4)]
    for first, second in combinations(tiles, 2):
        differing = ImageChops.difference(first, second).point([0] * 24 + [255] * 232)
        assert differing.histogram()[255] >= 8


def test_art_that_has_changed_has_another_version() -> None:
    """Discord keeps an emoji by its name, so changed art under an old name would never be seen.

    Where this fails: raise `ART_VERSION`, then `make goldens`.
    """
    with Image.open(FOLDER / f"{EMOJIS}.png") as golden:
        assert unlike(emoji_sheet(), golden.convert("RGB"), loud=24) <= TOLERANCE


def test_the_same_card_is_the_same_bytes() -> None:
    assert emoji_picture(DECK[7]) == emoji_picture(DECK[7])
