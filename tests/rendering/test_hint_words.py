"""What a hint says, word for word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.engine import Card, Knock, Throw
from bot.players import Choice, Hint, KnockOrWait, Waiting
from bot.rendering.hint_words import hint_words
from tests.room import plain


def waiting(name: str, *completes: str, alive: bool = True, melds: bool = False) -> Waiting:
    return Waiting(Card.parse(name), tuple(map(Card.parse, completes)), alive, melds)


THROW = Hint(Throw(Card.parse("Kc")), 21, thrown=waiting("Kc", alive=False), least=21)


def told(hint: Hint) -> str:
    return plain(hint_words(hint))


@pytest.mark.parametrize(
    ("thrown", "why"),
    [
        (waiting("Kc", alive=False), " and cannot meld with anything still out"),
        (waiting("Kc"), " and needs two more cards to meld"),
        (waiting("Kc", "Kd"), ", though K♦ would meld with it"),
        (waiting("Kc", "Kd", "Kh"), ", though K♦ or K♥ would meld with it"),
        (waiting("Kc", melds=True), ", though it melds with cards you hold"),
    ],
)
def test_of_a_throw_it_says_what_it_leaves_and_what_it_waits_for(thrown: Waiting, why: str) -> None:
    hint = replace(THROW, thrown=thrown)
    assert told(hint) == f"K♣ leaves 21 (the least there is){why}."


def test_a_throw_that_leaves_more_than_another_says_so_and_why() -> None:
    hint = replace(THROW, least=18)
    assert told(hint).startswith(
        "K♣ leaves 21 (3 more than the least, for what may still come) and"
    )


def test_of_the_cards_that_stay_the_dearest_is_named_with_what_it_waits_for() -> None:
    hint = replace(THROW, kept=(waiting("8d", "7d", "9d"), waiting("3s", "3h")))
    assert told(hint).endswith(" still out; 8♦ waits for 7♦ or 9♦.")


@pytest.mark.parametrize(
    ("knock", "wait", "doubt", "knocks", "ends"),
    [
        ((51, 0.9), (17, 0.5), 0.05, True, "waiting for gin 17 points."),
        ((12, 0.5), (17, 0.6), 0.05, False, "waiting for gin 17 points."),
        ((12, 0.7), (17, 0.6), 0.05, True, "17 points, but the knock wins the match more often."),
        ((51, 0.8), (17, 0.9), 0.05, False, "17 points, but waiting wins the match more often."),
        ((51, 0.98), (17, 0.93), 0.2, False, "17 points: too little more for the risk that its "
         "guess at the other hand is wrong."),
    ],
)  # fmt: skip
def test_a_knock_weighed_against_waiting_gives_the_reason_that_decided(
    knock: tuple[float, float],
    wait: tuple[float, float],
    doubt: float,
    knocks: bool,
    ends: str,
) -> None:
    choice = KnockOrWait(Choice(*knock), Choice(*wait), 0.0, doubt)
    assert choice.knocks is knocks
    action = Knock if knocks else Throw
    hint = replace(THROW, action=action(Card.parse("Kc")), deadwood=5, least=5, weighed=choice)
    shown = told(hint)
    begun = "Knock with K♣, which leaves 5. " if knocks else "K♣ leaves 5 (the least there is) and "
    assert shown.startswith(begun)
    assert f"By the expert’s estimate a knock brings {knock[0]} points on average" in shown
    assert shown.endswith(ends)


def test_one_point_is_one_point_and_a_loss_has_its_sign() -> None:
    choice = KnockOrWait(Choice(1.2, 0.5), Choice(-3, 0.4), 0.0, 0.05)
    hint = replace(THROW, action=Knock(Card.parse("Kc")), deadwood=5, weighed=choice)
    assert "a knock brings 1 point on average, waiting for gin −3 points." in told(hint)
