"""What one person looks at: a match as he may see it, and the times that hold at its table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.engine import Card, View
from bot.players import Level

from .controls import Control, Verb
from .pages import Button, Style
from .words import Names

Presser = Callable[..., Button]
"""Makes a button of a label and a verb, as `Sight.press` does."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A match for one seat, or with a spectator's view for everybody.

    `next_deal` is when the next hand is dealt without further asking, `turn_due` when the
    time of the player to move is up, `computer` how well the opponent plays in practice.
    """

    match: int
    view: View
    names: Names
    next_deal: datetime | None = None
    turn_due: datetime | None = None
    computer: Level | None = None

    def press(
        self, label: str, verb: Verb, *, style: Style = Style.PLAIN, card: Card | None = None
    ) -> Button:
        """A button that knows which version of the match it was made for."""
        return Button(label, Control(self.match, self.view.version, verb, card), style)
