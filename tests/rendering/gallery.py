"""Contact sheets of all golden scenes, for a person to look at: `make gallery`.

One for each of Discord's themes and widths: a phone 390 points wide shows a picture inside a
message's frame 265 points wide, with two pixels a point; a desktop shows it 550 pixels wide.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from bot.rendering.lettering import Weight, font
from bot.rendering.painting import paint
from tests.rendering.goldens import GOLDENS

FOLDER = Path("gallery")
THEMES = {"dark": ((49, 51, 56), (220, 222, 225)), "light": ((255, 255, 255), (50, 51, 56))}
WIDTHS = {"phone": 530, "desktop": 550}
_COLUMNS = 4
_SPACE, _TITLE = 24, 40


def contact_sheet(
    pictures: dict[str, Image.Image], width: int, paper: tuple[int, int, int], text: tuple[int, ...]
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
        draw.text((left, top), name, fill=text, font=font(Weight.BOLD, 24))
        sheet.paste(small, (left, top + _TITLE))
    return sheet


def main() -> None:
    """Write the contact sheets into a folder that git ignores."""
    FOLDER.mkdir(exist_ok=True)
    pictures = {
        name: Image.open(BytesIO(paint(scene))).convert("RGB") for name, scene in GOLDENS.items()
    }
    for theme, (paper, text) in THEMES.items():
        for screen, width in WIDTHS.items():
            file = FOLDER / f"{screen}-{theme}.png"
            contact_sheet(pictures, width, paper, text).save(file)
            sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
