"""The seal of a deal: shown while the hand is played, and checked by anybody once it is over.

The sealed text is the 52 cards in the order they are dealt, each as its two letters, with a
space between them, then a space and the salt:

    7h Ks 2c … Td 9e107d9d372bb6826bd81d3542a419d6

Its SHA-256 says nothing about the cards while the salt is secret, and fits no other order.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from .cards import Card


def sealed_text(order: Iterable[Card], salt: str) -> str:
    """What is hashed, letter by letter."""
    return " ".join([*map(str, order), salt])


def commitment(order: Iterable[Card], salt: str) -> str:
    """The SHA-256 of the sealed text in UTF-8, in 64 hexadecimal digits."""
    return sha256(sealed_text(order, salt).encode()).hexdigest()
