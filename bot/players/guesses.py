"""Hands the other player may hold, and what kind of player he is."""

from __future__ import annotations

from itertools import combinations
from math import comb
from random import Random

from bot.engine import CardSet, Ending, View, card_set, cards_in, other
from bot.engine.melds import least_after_each

from .sight import Sight

_FEW = 100
"""With no more than so many possible hands all of them are looked at, each alike."""


def guess_hand(cards: Sight, rng: Random, above: int = 0) -> CardSet:
    """A hand the other player may hold: ten cards, improved by about as many draws as he had.

    He is thought to throw to the least deadwood and to keep what he took from the pile. As the
    hand goes on he holds more than `above`, 0 or what he would have knocked with: a draw that
    would have ended it was another card. Two draws on top, later, stand for his choice between
    stock and pile; with them the mean is within a few points of what computer players hold.
    """
    pool = list(cards_in(cards.unseen))
    rng.shuffle(pool)
    known = cards.theirs
    hand = known
    for _ in range(10 - known.bit_count()):
        hand |= 1 << pool.pop()
    draws = cards.turns + min(2, cards.turns // 3) - known.bit_count()
    for _ in range(min(draws, len(pool))):
        drawn = pool.pop()
        eleven = hand | 1 << drawn
        left = least_after_each(eleven, cards_in(eleven & ~known) or cards_in(eleven))
        thrown = min(left, key=lambda card: (left[card], -card.points))
        if left[thrown] > above:
            hand = eleven ^ thrown.bit
    return hand


def possible_hands(cards: Sight) -> list[CardSet]:
    """Every hand the other player may hold, when there are few; empty when there are many."""
    missing = 10 - cards.theirs.bit_count()
    if comb(cards.unseen.bit_count(), missing) > _FEW:
        return []
    return [card_set(rest) | cards.theirs for rest in combinations(cards_in(cards.unseen), missing)]


def haste(view: View) -> float:
    """How surely, 0 to 1, the other player knocks as soon as he can, from this match's hands.

    Two thirds before anything is known, which is a guess about people; each hand that he ended
    counts, for haste a knock with something loose, against it gin. Where only gin ends a hand
    nobody is hasty, and where an upcard allows less than ten the haste is so much less.
    """
    if view.seat is None:
        return 0.0
    his = other(view.seat)
    hasty, patient = 1.0, 0.5
    for result in view.results:
        if result.knocker == his:
            if result.ending in {Ending.KNOCK, Ending.UNDERCUT}:
                hasty += 1
            else:
                patient += 1
    return hasty / (hasty + patient) * view.limit / 10
