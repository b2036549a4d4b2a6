"""Where a judge is known to differ from the rules, why, and that we do not follow it.

The rules are those of the sources (`/gin rules`); a judge is believed only where it plays
the same game. Each difference here is shown by a test that says so with `shows`, so that
a judge that changes its mind is noticed.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])


class Difference(Enum):
    """A rule of a judge that is not ours."""

    ELEVEN_BEFORE_THE_DISCARD = (
        "OpenSpiel reads eleven cards at their cheapest and then throws the dearest loose one. "
        "A dearer reading with a dearer loose card can leave less, so it refuses some knocks "
        "and overlooks some gins. We minimise anew over every discard."
    )
    TIE_IS_NOTHING = (
        "OpenSpiel pays the undercut bonus only below the knocker's count; a tie is worth 0 "
        "to both. In every source a tie is an undercut."
    )
    TAKEN_CARD_GOES_BACK = (
        "OpenSpiel lets a card taken from the pile be thrown in the same turn, and voids a "
        "hand in which both players do so with the same card. Our sources forbid it."
    )
    NO_BIG_GIN = (
        "OpenSpiel knows no Big Gin: with eleven melded cards one has to throw one and is "
        "paid for gin."
    )
    CHAIN_OF_TWO = (
        "OpenSpiel follows a lay-off at one end of a run for two cards and no further. Three "
        "in a row are a meld of their own, so no score depends on it."
    )
    KNOCK_AT_THE_WALL = (
        "With two cards in the stock OpenSpiel lets the next player knock with the last "
        "discard. In our sources that discard ends the hand."
    )
    TAKES_CAPPED = (
        "OpenSpiel voids a hand at the fiftieth card taken from the pile. We have no cap."
    )
    RLCARD_NO_OPENING = (
        "RLCard deals eleven cards to the first player, who throws one: no upcard, no pass."
    )
    RLCARD_NO_LAY_OFF = (
        "RLCard has no lay-off and no score: a knock is worth 0.2, the other player loses a "
        "hundredth of his own deadwood."
    )
    RLCARD_FORCES_GIN = "In RLCard gin, where it is possible, is the only legal action."
    RLCARD_FALSE_GIN = (
        "Of eleven melded cards RLCard may list one from the middle of a run as a gin card: it "
        "takes the first of an unordered set. What is left is no gin."
    )
    RLCARD_MOVES_CAPPED = "RLCard declares a hand dead after 200 moves. We have no cap."


SHOWN: set[Difference] = set()


def shows(difference: Difference) -> Callable[[Test], Test]:
    """Say of a test that it shows this difference."""
    SHOWN.add(difference)
    return lambda test: test
