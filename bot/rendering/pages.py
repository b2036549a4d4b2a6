"""A message as data: texts, pictures and rows of buttons, in reading order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from .controls import Asked, Board, Setting
from .look import Look
from .scenes import Scene
from .words import harmless

CARDS_A_ROW = 4
"""Card buttons side by side: five do not fit a phone 390 pixels wide (tried in a browser)."""

ALT_LIMIT = 1024
"""Characters Discord allows a picture's description (docs: components, media gallery)."""


class Style(StrEnum):
    """How much a button calls for attention."""

    MAIN = "main"
    PLAIN = "plain"
    GOOD = "good"
    GRAVE = "grave"


@dataclass(frozen=True, slots=True)
class Button:
    """A button and what it asks for."""

    label: str
    control: Asked
    style: Style = Style.PLAIN
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """Up to five buttons side by side."""

    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu."""

    label: str
    value: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of up to 25 options, one of which is chosen."""

    setting: Setting | Board
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """Words, in Discord's markdown."""

    words: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture to be painted, its file name, and its whole content in words.

    What changes is named after the match's version: some devices show the old picture of a
    name they know (api-docs 4934). What is `told` stands in the page's text as well.
    """

    name: str
    scene: Scene
    alt: str
    told: bool = False


@dataclass(frozen=True, slots=True)
class File:
    """A file to take away."""

    name: str
    content: bytes


Block: TypeAlias = Text | Picture | Row | Menu | File


@dataclass(frozen=True, slots=True)
class Page:
    """One message. `mentions` are the users whom its text may notify, by id.

    With `words_only` its buttons are in words too, for a reader who wants no pictures.
    """

    blocks: tuple[Block, ...]
    mentions: tuple[int, ...] = ()
    words_only: bool = False

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures, in order."""
        return tuple(block for block in self.blocks if isinstance(block, Picture))

    @property
    def files(self) -> tuple[File, ...]:
        """The text files, in order."""
        return tuple(block for block in self.blocks if isinstance(block, File))

    def in_words(self) -> Page:
        """The same page with each picture told instead of shown."""
        told = (
            Text(harmless(block.alt)) if isinstance(block, Picture) else block
            for block in self.blocks
            if not (isinstance(block, Picture) and block.told)
        )
        return replace(self, blocks=tuple(told))

    def looked_at(self, look: Look) -> Page:
        """The same page as a player with this look sees it: in his colours, or in words."""
        if look.words_only:
            return replace(self.in_words(), words_only=True)
        seen = (
            replace(block, scene=replace(block.scene, look=look))
            if isinstance(block, Picture)
            else block
            for block in self.blocks
        )
        return replace(self, blocks=tuple(seen))


def page(*blocks: Block | None, mentions: tuple[int, ...] = ()) -> Page:
    """A page of the blocks that are there."""
    return Page(tuple(block for block in blocks if block is not None), mentions)


def rows(buttons: Sequence[Button], width: int = CARDS_A_ROW) -> tuple[Row, ...]:
    """Buttons in as many rows as they need."""
    return tuple(
        Row(tuple(buttons[start : start + width])) for start in range(0, len(buttons), width)
    )
