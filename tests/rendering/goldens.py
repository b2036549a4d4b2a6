"""The golden pictures: one of each kind of view and each choice. `make goldens` makes them anew.

They are stored half as large as they are sent: enough to see what is in them, and small. A
picture may differ from its golden a little, for another Pillow or FreeType rounds otherwise;
`unlike` says how much of it does.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from bot.engine import DECK
from bot.rendering.emoji import ART_VERSION, emoji_picture
from bot.rendering.look import Cloth, Look, Order
from bot.rendering.painting import paint
from bot.rendering.scenes import Scene
from tests.rendering import samples

FOLDER = Path(__file__).parent / "goldens"
_LOUD = 48
"""How far a channel must be off for the eye to see another thing and not another shade."""

TOLERANCE = 0.2
"""Parts of a thousand: about thirty points of a hand, less than a digit of its count."""

LOOKS = {
    "four-colours": Look(four_colours=True),
    "large": Look(large=True),
    "contrast": Look(contrast=True),
    "contrast-four-colours": Look(contrast=True, four_colours=True),
    "by-suit": Look(order=Order.SUIT),
    "by-rank": Look(order=Order.RANK),
    "as-they-came": Look(order=Order.CAME),
    "large-by-suit": Look(large=True, order=Order.SUIT),
    **{f"cloth-{cloth}": Look(cloth=cloth) for cloth in Cloth if cloth is not Cloth.GREEN},
}
"""Each choice on a hand; the neutral one is `hand`."""

GOLDENS: dict[str, Scene] = {
    "hand": samples.HAND,
    "hand-no-melds": samples.LOOSE_HAND,
    "hand-gin": samples.GIN_HAND,
    "hand-big-gin": samples.BIG_GIN_HAND,
    **{f"hand-{name}": replace(samples.HAND, look=look) for name, look in LOOKS.items()},
    "table": samples.TABLE,
    "table-empty": samples.EMPTY_TABLE,
    "table-hollywood": samples.HOLLYWOOD_TABLE,
    "table-no-font": replace(
        samples.TABLE,
        sides=(
            replace(samples.TABLE.sides[0], name="\N{GRINNING FACE} Bob"),
            replace(samples.TABLE.sides[1], name="W" * 32),
        ),
    ),
    "table-contrast": replace(samples.TABLE, look=Look(contrast=True)),
    "reveal": samples.SHOWDOWN,
    "reveal-gin": samples.GIN_SHOWDOWN,
    "reveal-big-gin": samples.BIG_GIN_SHOWDOWN,
    "reveal-undercut": samples.UNDERCUT_SHOWDOWN,
    "reveal-large": replace(samples.SHOWDOWN, look=Look(large=True)),
    "reveal-void": samples.VOID,
    "reveal-crowded": samples.CROWDED,
    "replay": samples.REPLAY,
    "replay-bare": samples.BARE_REPLAY,
    "sheet": samples.SHEET,
    "sheet-new": samples.NEW_SHEET,
    "sheet-hollywood": samples.LONG_SHEET,
    "sheet-contrast": replace(samples.SHEET, look=Look(contrast=True)),
    "leaderboard": samples.LEADERBOARD,
    "player-card": samples.PLAYER_CARD,
    "course": samples.COURSE,
    "course-long": samples.LONG_COURSE,
}


EMOJIS = f"emojis-{ART_VERSION}"
"""The golden of the emojis has their version in its name, and is never painted over."""


def emoji_sheet() -> Image.Image:
    """All emojis side by side, a suit a row, as they show on a button of a dark page."""
    sheet = Image.new("RGB", (13 * 128, 4 * 128), (78, 80, 88))
    for card in DECK:
        with Image.open(BytesIO(emoji_picture(card))) as picture:
            tile = picture.convert("RGBA")
        sheet.paste(tile, (128 * card.rank, 128 * card.suit), tile)
    return sheet.reduce(2)


def halved(png: bytes) -> Image.Image:
    """A painted picture as large as its golden."""
    with Image.open(BytesIO(png)) as picture:
        return picture.convert("RGB").reduce(2)


def stored(name: str) -> Image.Image:
    """A golden picture."""
    with Image.open(FOLDER / f"{name}.png") as picture:
        return picture.convert("RGB")


def unlike(picture: Image.Image, golden: Image.Image, loud: int = _LOUD) -> float:
    """How much of a picture is plainly another than in the golden, in parts of a thousand."""
    if picture.size != golden.size:
        return 1000.0
    channels = ImageChops.difference(picture, golden).split()
    largest = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    other = sum(largest.histogram()[loud:])
    return 1000.0 * other / (picture.width * picture.height)


def main() -> None:
    """Paint every golden anew, and remove those that are none any more."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.png"):
        if old.stem not in (*GOLDENS, EMOJIS):
            old.unlink()
    if not (FOLDER / f"{EMOJIS}.png").exists():
        emoji_sheet().quantize(64, dither=Image.Dither.NONE).save(
            FOLDER / f"{EMOJIS}.png", optimize=True
        )
    for name, scene in GOLDENS.items():
        few = halved(paint(scene)).quantize(dither=Image.Dither.NONE)
        few.save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
