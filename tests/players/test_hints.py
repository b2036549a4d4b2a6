"""Hints say what the expert would do, and only reasons that were worked out."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import DECK, Card, Draw, Knock, Pass, Take, Throw, card_set, cards_in, view_for
from bot.players import Level, NotTaken, hint, player_for
from bot.players.hints import waiting
from bot.players.sight import sight
from bot.rendering.hint_words import hint_words
from tests import strategies
from tests.builders import Table, deck_with
from tests.engine import oracle
from tests.players.tables import play


def plain(words: str) -> str:
    return words.replace("\ufe0e", "")


@pytest.mark.parametrize("seed", range(8))
def test_a_hint_is_the_experts_own_move(seed: int) -> None:
    rng = Random(seed)
    players = (player_for(Level.EASY, seed), player_for(Level.NORMAL, seed))
    for match, seat in play(players, strategies.some_rules(rng), rng, hands=2)[1]:
        view = view_for(match, seat)
        given = hint(view)
        assert given.action == player_for(Level.EXPERT).choose(view)
        assert hint_words(given, view.pile_top)


@pytest.mark.parametrize("seed", range(60))
def test_what_a_card_waits_for_is_what_an_exhaustive_search_finds(seed: int) -> None:
    rng = Random(seed)
    hand = strategies.rich_cards(rng, 10, 8)
    unseen = frozenset(rng.sample([card for card in DECK if card not in hand], 12 + seed % 20))
    for card in hand:
        found = waiting(card, card_set(hand), card_set(unseen))
        melds = [meld for meld in oracle.EVERY_MELD if card in meld]
        assert found.alive == any(meld <= unseen | set(hand) for meld in melds)
        assert set(found.completes) == {
            one
            for one in unseen
            if any(meld <= {one, *hand} and one in meld for meld in melds if len(meld) == 3)
        }
        assert found.melds == any(meld <= set(hand) for meld in melds)


@pytest.mark.parametrize("seed", range(8))
def test_the_numbers_of_a_hint_are_those_of_the_cards(seed: int) -> None:
    rng = Random(seed)
    player = player_for(Level.NORMAL)
    for match, seat in play((player, player), strategies.some_rules(rng), rng)[1]:
        view = view_for(match, seat)
        given, held = hint(view), cards_in(sight(view).held)
        if isinstance(given.action, Throw | Knock):
            rest = [card for card in held if card != given.action.card]
            assert given.deadwood == oracle.deadwood(rest)
            for other in given.alternatives:
                assert other.cost >= 0
                assert other.deadwood == oracle.deadwood(c for c in held if c != other.card)
        elif not isinstance(given.action, Take):
            assert given.deadwood in (oracle.deadwood(held), 0)


def test_the_sentence_of_a_throw() -> None:
    """The king of clubs is dead: two kings and both its neighbours have been seen."""
    table = Table(
        deck_with(
            non_dealer="Ac 2c 3c 4s 5s 6s 9d Td 7h Kc",
            dealer="Qc Kd Kh 2h 3d 4d 6d 8s 9c Jh",
            upcard="3h",
            stock="2s 5c Js 5h Jd 5d 2d",
        ),
        rules="simple",
    )
    table.play("pass", "pass", "draw", "throw 2s", "draw", "throw Qc")
    table.play("draw", "throw Js", "draw", "throw Kd", "draw", "throw Jd", "draw", "throw Kh")
    table.play("draw")
    given = hint(view_for(table.match, 0))
    assert given.action == Throw(Card.parse("Kc"))
    assert given.thrown is not None
    assert not given.thrown.alive
    said = plain(hint_words(given))
    assert said.startswith(f"K♣ leaves {given.deadwood} (the least there is) and cannot")
    assert "waits for" in said


def test_the_sentences_of_a_draw() -> None:
    table = Table(deck_with(non_dealer="Ac 2c 4d 5d 9h 9s Jd Kh Ts 7c", upcard="3c"))
    view = view_for(table.match, 0)
    assert hint(view).action == Take()
    assert plain(hint_words(hint(view), view.pile_top)).startswith("Take 3♣: it melds")
    table = Table(deck_with(non_dealer="Ac 2c 4d 5d 9h 9s Jd Kh Ts 7c", upcard="8d"))
    view = view_for(table.match, 0)
    assert hint(view).action == Pass()
    assert "taking 8♦ would not" in plain(hint_words(hint(view), view.pile_top))
    table.play("pass", "pass")
    view = view_for(table.match, 0)
    assert hint(view).action == Draw()
    assert hint(view).not_taken is NotTaken.CLOSED
    assert hint_words(hint(view)) == "Draw from the stock: there is no other choice."
    table.play("draw", "throw 7c")
    view = view_for(table.match, 1)
    if hint(view).action == Draw():
        assert hint(view).not_taken is NotTaken.NO_GAIN
        assert "no meld with the pile" in hint_words(hint(view))


def test_a_knock_says_what_knocking_and_waiting_bring() -> None:
    table = Table(
        deck_with(non_dealer="Ac 2c 3c 4d 5d 6d 9h 9s 9c 2h", upcard="Ks", stock="Qd"),
        rules="pagat",
    )
    table.play("pass", "pass", "draw")
    given = hint(view_for(table.match, 0))
    assert given.action == Knock(Card.parse("Qd"))
    assert given.weighed is not None
    assert plain(hint_words(given)).startswith("Knock with Q♦, which leaves 2. By the")


def test_there_is_no_hint_out_of_turn() -> None:
    with pytest.raises(ValueError, match="turn"):
        hint(view_for(Table(deck_with()).match, 1))
