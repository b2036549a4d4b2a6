"""Where chance comes from, and that no order of the cards is likelier than another."""

from __future__ import annotations

import secrets
from math import sqrt
from random import Random

import pytest

from bot.app import build_bot
from bot.app.chance import Shuffler
from bot.app.settings import Settings
from bot.engine import DECK

SHUFFLES = 5200


def test_cards_are_dealt_by_the_randomness_of_the_operating_system() -> None:
    bot = build_bot(Settings(database_url="sqlite+aiosqlite://"))
    dealer = bot.services.tables._dealer
    assert isinstance(dealer, Shuffler)
    assert type(dealer._random) is secrets.SystemRandom


def test_every_card_is_as_likely_in_every_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chi-square over 52 cards by 52 places: 51 x 51 degrees of freedom, so 2,601 on average.

    Its deviation is the root of twice that, 72; four of them are the tolerance. The generator
    is a seeded one, so that the test comes out the same each time.
    """
    monkeypatch.setattr(secrets, "SystemRandom", lambda: Random(6))
    shuffler = Shuffler()
    seen = {card: [0] * 52 for card in DECK}
    for _ in range(SHUFFLES):
        order = shuffler.deck()
        assert sorted(order) == sorted(DECK)
        for place, card in enumerate(order):
            seen[card][place] += 1
    expected = SHUFFLES / 52
    deviations = ((count - expected) ** 2 for places in seen.values() for count in places)
    chi_square = sum(deviations) / expected
    assert abs(chi_square - 51 * 51) < 4 * sqrt(2 * 51 * 51)


def test_a_salt_has_128_bits_and_is_never_the_same() -> None:
    salts = {Shuffler().salt() for _ in range(200)}
    assert len(salts) == 200
    assert all(len(bytes.fromhex(salt)) == 16 for salt in salts)
