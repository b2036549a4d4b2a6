"""Names that our fonts have not: the pictures tell the two players apart all the same."""

from __future__ import annotations

import pytest

from bot.engine import CLASSIC, DealHand, MatchBegan, decide, evolve, replay, view_for
from bot.rendering.pages import Picture
from bot.rendering.scenes import SheetScene, TableScene
from bot.rendering.score_page import score_page
from bot.rendering.sight import Sight
from bot.rendering.table_page import table_page
from bot.rendering.words import Names
from tests.builders import deck_with

DEALT = replay([MatchBegan(CLASSIC, 0)])
DEALT = evolve(DEALT, decide(DEALT, None, DealHand(deck_with()))[0])
VIEW = view_for(DEALT, None)


def names_in_pictures(first: str, second: str) -> list[tuple[str, str]]:
    """The names that stand in the table's picture and in the score sheet's."""
    names = Names((first, second))
    scenes = [
        block.scene
        for page in (table_page(Sight(1, VIEW, names)), score_page(VIEW, names))
        for block in page.blocks
        if isinstance(block, Picture)
    ]
    table, sheet = scenes
    assert isinstance(table, TableScene)
    assert isinstance(sheet, SheetScene)
    return [(table.sides[0].name, table.sides[1].name), sheet.names]


def test_names_that_can_be_written_are() -> None:
    assert names_in_pictures("Zoë", "Łukasz") == [("Zoë", "Łukasz")] * 2


@pytest.mark.parametrize(("first", "second"), [("雀士", "棋士"), ("🂡🂢", "🃏"), ("شطرنج", "שש")])
def test_names_that_cannot_are_numbered_by_seat(first: str, second: str) -> None:
    assert names_in_pictures(first, second) == [("Player 1", "Player 2")] * 2


def test_one_of_two_may_be_written() -> None:
    assert names_in_pictures("雀士", "bob") == [("Player 1", "bob")] * 2
