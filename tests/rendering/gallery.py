"""Contact sheets of all golden scenes, the deck and the emojis, to be looked at: `make gallery`.

One of the scenes for each of Discord's themes and widths: a screen 390 points wide shows a
picture 265 points wide inside a message's frame, one 1,200 points wide shows it 550 wide.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from bot.engine import DECK
from bot.rendering import geometry
from bot.rendering.deck import back_sprite, card_mask, card_sprite
from bot.rendering.dyes import palette_of
from bot.rendering.emoji import emoji_picture
from bot.rendering.geometry import CardSize
from bot.rendering.inks import Colour
from bot.rendering.lettering import Weight, font
from bot.rendering.look import Look
from bot.rendering.painting import paint
from tests.rendering.goldens import GOLDENS

FOLDER = Path("gallery")
THEMES: dict[str, tuple[Colour, Colour]] = {
    "dark": ((49, 51, 56), (220, 222, 225)),
    "light": ((255, 255, 255), (50, 51, 56)),
}
WIDTHS = {"390": 265, "1200": 550}
DECKS: dict[str, tuple[Look, CardSize]] = {
    "two-colours": (Look(), geometry.HAND_CARD),
    "four-colours": (Look(four_colours=True), geometry.HAND_CARD),
    "contrast": (Look(contrast=True), geometry.HAND_CARD),
    "contrast-four-colours": (Look(contrast=True, four_colours=True), geometry.HAND_CARD),
    "large": (Look(large=True), geometry.LARGE_CARD),
}
EMOJI_SIZES = (128, 44, 20)
"""As they are stored, as a phone shows them on a button with its two pixels a point, at 1x."""

_COLUMNS = 4
_SPACE, _TITLE = 24, 40


def contact_sheet(
    pictures: Mapping[str, Image.Image], width: int, paper: Colour, text: Colour
) -> Image.Image:
    """All pictures at one width, each with its name above, in columns of about equal length."""
    columns = [_SPACE] * _COLUMNS
    placed: list[tuple[str, Image.Image, int, int]] = []
    for name, picture in pictures.items():
        small = picture.resize(
            (width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS
        )
        column = columns.index(min(columns))
        placed.append((name, small, _SPACE + column * (width + _SPACE), columns[column]))
        columns[column] += _TITLE + small.height + _SPACE
    sheet = Image.new("RGB", (_SPACE + _COLUMNS * (width + _SPACE), max(columns)), paper)
    draw = ImageDraw.Draw(sheet)
    for name, small, left, top in placed:
        draw.text((left, top), name, fill=text, font=font(Weight.BOLD, width // 18))
        sheet.paste(small, (left, top + _TITLE))
    return sheet


def deck_sheet(look: Look, size: CardSize, paper: Colour) -> Image.Image:
    """The 52 cards, a suit a row, and the back: at 2x, and below that at 1x."""
    step, down = size.width + 8, size.height + 8
    sheet = Image.new("RGB", (14 * step + 8, 4 * down + 2 * down + 32), paper)
    for place, face in enumerate([*(card_sprite(card, size) for card in DECK), back_sprite(size)]):
        row, column = (0, 13) if place == len(DECK) else divmod(place, 13)
        tile = Image.frombytes("P", face.pixels.size, face.pixels.tobytes())
        tile.putpalette(palette_of(look))
        shown = tile.convert("RGB")
        sheet.paste(shown, (8 + column * step, 8 + row * down), card_mask(size))
        half = (8 + column * (step // 2), 24 + 4 * down + row * (down // 2))
        sheet.paste(shown.reduce(2), half, card_mask(size).reduce(2))
    return sheet


def emoji_sheet(paper: Colour) -> Image.Image:
    """All emojis at each size, a suit a row."""
    height = sum(4 * (side + 6) + 20 for side in EMOJI_SIZES)
    sheet = Image.new("RGB", (13 * (EMOJI_SIZES[0] + 6) + 6, height), paper)
    tiles = [Image.open(BytesIO(emoji_picture(card))).convert("RGBA") for card in DECK]
    top = 6
    for side in EMOJI_SIZES:
        for place, tile in enumerate(tiles):
            row, column = divmod(place, 13)
            small = tile.resize((side, side), Image.Resampling.LANCZOS)
            sheet.paste(small, (6 + column * (side + 6), top + row * (side + 6)), small)
        top += 4 * (side + 6) + 20
    return sheet


def sheets() -> Iterator[tuple[str, Image.Image]]:
    """Every contact sheet by the name of its file."""
    pictures = {
        name: Image.open(BytesIO(paint(scene))).convert("RGB") for name, scene in GOLDENS.items()
    }
    for theme, (paper, text) in THEMES.items():
        for screen, width in WIDTHS.items():
            yield f"{screen}-{theme}", contact_sheet(pictures, width, paper, text)
        yield f"emojis-{theme}", emoji_sheet(paper)
    for name, (look, size) in DECKS.items():
        yield f"deck-{name}", deck_sheet(look, size, THEMES["dark"][0])


def main() -> None:
    """Write the contact sheets into a folder that git ignores."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        old.unlink()
    for name, sheet in sheets():
        file = FOLDER / f"{name}.png"
        sheet.save(file)
        sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
