"""Whether to knock now or to wait for gin, by what both do to the chance of the match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from bot.engine import (
    CardSet,
    Ending,
    Rules,
    Seat,
    View,
    arrangements,
    cards_in,
    lay_off,
    other,
)

from .endings import Prospect, prospects
from .guesses import guess_hand, haste, possible_hands
from .outlook import Outlook
from .sight import Sight
from .worth import chances

_GUESSES = 40
"""Hands of the other player that a knock is tried against."""

_DOUBT = 0.05
_DOUBT_OF_HASTE = 0.35
"""A knock is tried against few hands, so it must be better than waiting by this part of what
winning or losing 25 points would change. Against a player who knocks at once, and is then
undercut for 25, it must be better by more: hand for hand the two are equal, match for match
waiting won 74.7 of 100 and knocking 73.5 (1,000 each, ±2.4). With an undercut of 10 more doubt
won 51 of 100 and none of it 55.6 (500 each, ±4.4)."""


class Choice(NamedTuple):
    """A way to go on: what it brings on average in points, and the chance of the match, 0 to 1."""

    points: float
    chance: float


class KnockOrWait(NamedTuple):
    """What a knock brings, and what waiting for gin does."""

    knock: Choice
    wait: Choice
    undercut: float
    """How often, 0 to 1, the knock was undercut by the hands it was tried against."""
    doubt: float
    """By how much the knock's chance has to be the better one."""

    @property
    def knocks(self) -> bool:
        """Whether to knock."""
        return self.knock.chance >= self.wait.chance + self.doubt


Chance = Callable[[Seat | None, int], float]


def knock_or_wait(
    view: View, cards: Sight, ten: CardSet, keeping: Outlook, rng: Random
) -> KnockOrWait:
    """Weigh a knock that shows `ten` against waiting for gin with a hand of outlook `keeping`.

    Raises:
        ValueError: the view is a spectator's.
    """
    if view.seat is None:
        raise ValueError("a spectator cannot knock")
    chance = chances(view, view.seat)
    hurry = haste(view)
    hands = possible_hands(cards) or [
        guess_hand(cards, rng, view.limit if guess < round(_GUESSES * hurry) else 0)
        for guess in range(_GUESSES)
    ]
    knock, undercut = _knock(view, view.seat, ten, hands, chance)
    # Once the stock is down to two a plain throw makes the hand void.
    ways = prospects(keeping, view.stock_left, hurry) if view.stock_left > 2 else []
    wait = _wait(view, view.seat, ways, chance)
    swing = chance(view.seat, 25) - chance(other(view.seat), 25)
    lying_in_wait = hurry * min(1.0, max(0.0, (view.rules.undercut_bonus - 10) / 15))
    doubt = (_DOUBT + _DOUBT_OF_HASTE * lying_in_wait) * swing
    return KnockOrWait(knock, wait, undercut, doubt)


def _knock(
    view: View, seat: Seat, ten: CardSet, hands: Sequence[CardSet], chance: Chance
) -> tuple[Choice, float]:
    """What showing `ten` brings on average against these hands, and how often it is undercut."""
    readings = arrangements(ten)
    points = won = 0.0
    undercut = 0
    for theirs in hands:
        left = max(lay_off(reading, cards_in(theirs)).points for reading in readings)
        difference = left - readings[0].points
        if difference > 0:
            points += difference
            won += chance(seat, difference)
        else:
            lost = view.rules.undercut_bonus - difference
            undercut += 1
            points -= lost
            won += chance(other(seat), lost)
    count = len(hands)
    return Choice(points / count * view.multiplier, won / count), undercut / count


def _wait(view: View, seat: Seat, ways: Sequence[Prospect], chance: Chance) -> Choice:
    points, won, left = 0.0, 0.0, 1.0
    for way in ways:
        worth = way.difference + _bonus(view.rules, way.ending)
        points += way.chance * (worth if way.mine else -worth)
        won += way.chance * chance(seat if way.mine else other(seat), worth)
        left -= way.chance
    return Choice(points * view.multiplier, won + left * chance(None, 0))


def _bonus(rules: Rules, ending: Ending) -> int:
    match ending:
        case Ending.GIN:
            return rules.gin_bonus
        case Ending.UNDERCUT:
            return rules.undercut_bonus
        case _:
            return 0
