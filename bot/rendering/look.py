"""A player's choices about pictures: what the deck, the cloth and the hand look like.

Nothing in here changes what a picture tells, only how. Scenes carry a look, so that
equal scenes are equal pictures; what everybody sees has the neutral one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Order(StrEnum):
    """How the cards of a hand are ordered; `CAME` is the way the player had them."""

    MELDS = "melds"
    SUIT = "suit"
    RANK = "rank"
    CAME = "came"


class Cloth(StrEnum):
    """The colours there are for the table."""

    GREEN = "green"
    BLUE = "blue"
    WINE = "wine"
    PLUM = "plum"
    SLATE = "slate"


@dataclass(frozen=True, slots=True)
class Look:
    """What one player likes pictures to look like.

    With `words_only` no picture is sent at all; what it tells stands in the message.
    """

    four_colours: bool = False
    large: bool = False
    contrast: bool = False
    order: Order = Order.MELDS
    cloth: Cloth = Cloth.GREEN
    words_only: bool = False


NEUTRAL = Look()
"""What the table shows to everybody, and to each player until he chooses."""
