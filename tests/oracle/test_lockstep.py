"""Whole hands of random legal actions, played by OpenSpiel and by the engine side by side."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests import strategies
from tests.oracle.lockstep import Chance, play
from tests.oracle.spiel import Spiel

HANDS = 1500


def test_openspiel_plays_the_same_hands(spiel: Spiel) -> None:
    """The same actions are legal at every step, and the same is paid in the end."""
    rng = Random(2)
    endings: Counter[str] = Counter()
    for _ in range(HANDS):
        chance = Chance(rng, knocks=rng.choice((0.0, 0.2, 1.0)), careful=0.5)
        endings[play(spiel, strategies.any_deck(rng), chance).ending] += 1
    assert min(endings[ending] for ending in ("knock", "gin", "undercut", "void")) > 5, endings
