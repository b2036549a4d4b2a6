"""The seal of a deal: it fits one order and one salt, and neither is let out too early."""

from __future__ import annotations

import json
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given

from bot.engine import (
    DECK,
    DealHand,
    HandDealt,
    MatchBegan,
    NextHand,
    Resign,
    commitment,
    decide,
    decode,
    encode,
    evolve,
    opened_deck,
    parse_cards,
    replay,
    sealed_text,
    view_for,
)
from bot.engine.rules import CLASSIC
from tests import strategies
from tests.builders import SALT, Order, Table, deck_with

GIN = "4h 5h 6h 9c 9d 9s Td Jd Qd Kd"


def test_a_seal_is_the_sha_256_of_the_cards_and_the_salt() -> None:
    """The known answer, letter by letter; `printf '…' | sha256sum` prints it too."""
    written = (
        "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd "
        "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks "
        "00112233445566778899aabbccddeeff"
    )
    assert sealed_text(DECK, SALT) == written
    assert commitment(DECK, SALT) == sha256(written.encode()).hexdigest()
    assert commitment(DECK, SALT) == KNOWN


KNOWN = "921de1012b17d522d5ac7b8e6b1372a56cc58108b6a703eff1881f604f7004ed"


@given(strategies.decks, strategies.decks)
def test_no_two_orders_have_one_text(one: Order, two: Order) -> None:
    assert (sealed_text(one, SALT) == sealed_text(two, SALT)) == (one == two)
    *cards, salt = sealed_text(one, SALT).split(" ")
    assert (parse_cards(" ".join(cards)), salt) == (one, SALT)


def test_a_deal_keeps_its_salt() -> None:
    begun = replay([MatchBegan(CLASSIC, 1)])
    (dealt,) = decide(begun, None, DealHand(DECK, SALT))
    assert dealt == HandDealt(1, DECK, SALT)
    assert decode(encode(dealt)) == dealt


def test_a_deal_from_before_there_was_a_salt_comes_back_without_one() -> None:
    line = json.dumps({"dealer": 0, "order": [str(card) for card in DECK], "kind": "dealt"})
    assert decode(line) == HandDealt(0, DECK)


@pytest.mark.parametrize("seat", [0, 1, None])
def test_every_view_of_a_hand_has_the_same_seal(seat: int | None) -> None:
    order = deck_with(non_dealer=GIN, stock="Ks")
    table = Table()
    match = table.act(None, DealHand(order, SALT))
    seal = commitment(order, SALT)
    assert view_for(match, seat).commitment == seal
    for word in ("pass", "pass", "draw", "throw Ks", "draw"):
        assert view_for(table.play(word), seat).commitment == seal


def test_without_a_salt_there_is_no_seal() -> None:
    table = Table(deck_with())
    match = evolve(replay(table.history[:1]), HandDealt(1, deck_with()))
    assert view_for(match, None).commitment is None


@pytest.mark.parametrize("words", [(), ("pass",), ("take",), ("pass", "pass", "draw")])
def test_no_view_has_the_salt_and_no_deck_is_opened_before_the_hand_is_over(
    words: tuple[str, ...],
) -> None:
    table = Table()
    table.act(None, DealHand(deck_with(), SALT))
    match = table.play(*words)
    assert not any(SALT in repr(view_for(match, seat)) for seat in (0, 1, None))
    with pytest.raises(LookupError):
        opened_deck(table.history, 1)

    match = table.act(0, Resign())
    assert not any(SALT in repr(view_for(match, seat)) for seat in (0, 1, None))
    with pytest.raises(LookupError):
        opened_deck(table.history, 1)


def test_the_deck_of_each_finished_hand_is_opened_and_that_of_the_next_is_not() -> None:
    rng = Random(3)
    orders = [deck_with(non_dealer=GIN, stock="Ks"), strategies.any_deck(rng)]
    table = Table()
    table.act(None, DealHand(orders[0], "one"))
    table.play("pass", "pass", "draw", "knock Ks")
    opened = opened_deck(table.history, 1)
    assert (opened.dealer, opened.order, opened.salt) == (1, orders[0], "one")
    assert opened.commitment == commitment(orders[0], "one")

    for seat in (0, 1):
        table.act(seat, NextHand())
    table.act(None, DealHand(orders[1], "two"))
    assert opened_deck(table.history, 1) == opened
    for hand in (0, 2, 3, -1):
        with pytest.raises(LookupError):
            opened_deck(table.history, hand)
