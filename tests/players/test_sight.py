"""Where a player may know the cards to be, when a discard has gone back."""

from __future__ import annotations

import pytest

from bot.engine import Agree, Card, Proposal, Propose, view_for
from bot.players.sight import sight
from tests.builders import Table, deck_with


@pytest.fixture
def taken_back() -> Table:
    """Seat 0 took K♠, threw K♦ and, with leave, took it back."""
    table = Table(deck_with(non_dealer="Kd Kh", upcard="Ks", stock="7h 2c"))
    table.play("take", "throw Kd")
    table.act(0, Propose(Proposal.TAKE_BACK))
    table.act(1, Agree(Proposal.TAKE_BACK))
    return table


def test_the_other_player_knows_the_card_to_be_in_that_hand(taken_back: Table) -> None:
    seen = sight(view_for(taken_back.match, 1))
    king = Card.parse("Kd")
    assert seen.theirs & king.bit
    assert not seen.theirs_thrown & king.bit
    assert not seen.unseen & king.bit


def test_a_turn_that_goes_on_is_not_finished(taken_back: Table) -> None:
    assert sight(view_for(taken_back.match, 0)).turns == 0
    taken_back.play("throw Kh")
    assert sight(view_for(taken_back.match, 0)).turns == 1
