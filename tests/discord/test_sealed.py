"""In generated matches no byte tells anybody a card that is hidden from him."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest

from bot.delivery import sight_of
from bot.engine import Card, CardNotHeld, Match
from bot.rendering.hand_page import hand_page
from bot.rendering.pages import Button, File, Page, Picture, Row, Text
from bot.rendering.painting import paint
from bot.rendering.scenes import Scene, TableScene
from bot.rendering.table_page import table_page
from tests.builders import Table, deck_with
from tests.sealing import Post, leaks, leaks_of_errors, search, sitting_of

HANDS = 200
DEAL = deck_with(
    non_dealer="2c 3c 4c 5d 6d 7d 9d Kh Qs Jd",
    dealer="Ac As Ad 5h 6h 7h Tc Jc Ks Qh",
    upcard="9h",
    stock="8c 8s",
)
HIDDEN = frozenset({Card.parse("Kh")})
"""One of seat 0's cards, as hidden from everybody else."""


async def test_no_message_and_no_error_holds_a_hidden_card() -> None:
    done = await search(seed=7, hands=HANDS, every=40)

    assert done.found == []
    assert done.counted["hands"] >= HANDS
    assert done.counted["messages"] > 15 * HANDS
    assert done.counted["painted"] > HANDS / 4
    assert done.counted["errors"] > HANDS
    assert done.counted["pairs"] > HANDS / 2


# The search finds what is planted.


@pytest.fixture
def match() -> Match:
    return Table(DEAL).match


async def found_in(page: Page, match: Match) -> list[str]:
    post = Post(Random(0), painted=1)
    parcel = await post.parcel(page)
    return leaks(parcel, post.scenes, HIDDEN, match)


def public(match: Match) -> Page:
    return table_page(sight_of(sitting_of(match), None))


def with_picture(page: Page, **changes: object) -> Page:
    """The page with something else about its picture."""
    blocks = [
        replace(block, **changes) if isinstance(block, Picture) else block  # type: ignore[arg-type]
        for block in page.blocks
    ]
    return replace(page, blocks=tuple(blocks))


async def test_the_table_itself_tells_nothing(match: Match) -> None:
    assert await found_in(public(match), match) == []


@pytest.mark.parametrize("words", ["K♥", "K♥\ufe0e", "the king of hearts", "King of Hearts"])
async def test_a_card_in_the_text_is_found(match: Match, words: str) -> None:
    page = public(match)
    planted = replace(page, blocks=(*page.blocks, Text(f"bob holds {words}")))

    assert await found_in(planted, match) == ["it names Kh"]


async def test_a_card_in_a_description_is_found(match: Match) -> None:
    planted = with_picture(public(match), alt="Stock: 31 cards, the king of hearts among them.")

    assert await found_in(planted, match) == ["it names Kh"]


async def test_a_card_in_a_file_name_is_found(match: Match) -> None:
    page = public(match)
    planted = replace(page, blocks=(*page.blocks, File("hand-Kh.txt", b"x")))

    assert "a file is called Kh" in await found_in(planted, match)


async def test_a_card_in_a_custom_id_is_found(match: Match) -> None:
    mine = hand_page(sight_of(sitting_of(Table(DEAL).play("take")), 0))
    (throw,) = [
        button
        for block in mine.blocks
        if isinstance(block, Row)
        for button in block.buttons
        if "Kh" in button.control.encode()
    ]
    page = public(match)
    silent = Row((Button("Throw it", throw.control),))
    planted = replace(page, blocks=(*page.blocks, silent))

    assert await found_in(planted, match) == ["it names Kh"]


async def test_a_card_in_a_picture_is_found(match: Match) -> None:
    (picture,) = public(match).pictures
    assert isinstance(picture.scene, TableScene)
    scene = replace(picture.scene, pile_beneath=Card.parse("Kh"))

    assert await found_in(with_picture(public(match), scene=scene), match) == ["a picture shows Kh"]


async def test_words_in_a_picture_file_are_found(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    def tattle(scene: Scene) -> bytes:
        png = paint(scene)
        return png[:-12] + bytes(3) + b"\x01tEXtK" + bytes(4) + png[-12:]

    monkeypatch.setattr("tests.sealing.paint", tattle)

    (found,) = await found_in(public(match), match)
    assert "more in it than pixels" in found


async def test_a_hand_as_a_number_is_found(match: Match) -> None:
    assert match.deal is not None
    page = public(match)
    planted = replace(page, blocks=(*page.blocks, Text(f"error at {match.deal.hands[0]}")))

    assert await found_in(planted, match) == [f"it holds a hand as {match.deal.hands[0]}"]


def test_a_card_in_an_error_report_is_found(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def decide(*asked: object) -> None:
        raise CardNotHeld(Card.parse("Kh"))

    monkeypatch.setattr("tests.sealing.decide", decide)
    monkeypatch.setattr("tests.sealing.EVERY_ACTION", [None])

    assert leaks_of_errors(match, 1, HIDDEN, Random(0)) == ["an error names Kh"]


def test_a_difference_between_two_deals_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if everybody were shown what is shown to the challenger."""
    monkeypatch.setattr("tests.sealing.sight_of", lambda sitting, seat: sight_of(sitting, 0))

    done = asyncio.run(search(seed=7, hands=1, every=3))

    assert "1 can tell two deals apart that look the same to him" in done.found
