"""Events as lines of JSON, and back."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from hypothesis import given

from bot.engine import (
    DECK,
    PRESETS,
    Card,
    Declined,
    Drew,
    Ending,
    Event,
    HandDealt,
    HandEnded,
    HandResult,
    HintsAgreed,
    Knocked,
    Lateness,
    MatchBegan,
    MatchEnded,
    MatchEnding,
    Passed,
    Paused,
    PlayedOn,
    Proposal,
    Proposed,
    Ready,
    Recalled,
    SatBack,
    StandInAgreed,
    StoodIn,
    Threw,
    TimeCalled,
    Took,
    TookBack,
    WaitedOn,
    WentBigGin,
    decode,
    encode,
)
from tests import strategies
from tests.builders import undercut, void, won

SEVEN = Card.parse("7h")

EVENTS: list[Event] = [
    *(MatchBegan(rules, 1) for rules in PRESETS.values()),
    HandDealt(0, DECK),
    Passed(0),
    Took(1, SEVEN),
    Drew(0, SEVEN),
    Threw(1, SEVEN),
    Knocked(0, SEVEN),
    WentBigGin(1),
    HandEnded(won(0, 13)),
    HandEnded(undercut(1, 27)),
    HandEnded(void()),
    HandEnded(HandResult(Ending.BIG_GIN, 0, 1, 1, (30, 0), 30, 31)),
    Ready(1),
    Proposed(0, Proposal.TAKE_BACK),
    Declined(1, Proposal.TAKE_BACK),
    TookBack(0, SEVEN),
    Paused(1),
    PlayedOn(0),
    TimeCalled(1, Lateness.LEFT),
    Recalled(1),
    WaitedOn(0),
    HintsAgreed(1),
    StandInAgreed(0),
    StoodIn(1),
    SatBack(1),
    MatchEnded(0, MatchEnding.PLAYED),
    MatchEnded(1, MatchEnding.RESIGNED),
    MatchEnded(None, MatchEnding.ABANDONED),
]


def kinds() -> set[type]:
    return set(get_args(Event))


def test_every_kind_of_event_is_here() -> None:
    assert {type(event) for event in EVENTS} == kinds()


def test_every_kind_has_a_name_of_its_own() -> None:
    assert len({event.kind for event in EVENTS}) == len(kinds())


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_decoding_undoes_encoding(event: Event) -> None:
    assert decode(encode(event)) == event


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_an_event_is_one_line_of_json(event: Event) -> None:
    line = encode(event)
    assert "\n" not in line
    assert json.loads(line)["kind"] == event.kind


def test_cards_come_back_as_cards() -> None:
    """A card equals its number, so the type is asked for as well."""
    took, dealt = decode(encode(Took(1, SEVEN))), decode(encode(HandDealt(0, DECK)))
    assert isinstance(took, Took)
    assert type(took.card) is Card
    assert isinstance(dealt, HandDealt)
    assert {type(card) for card in dealt.order} == {Card}


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Passed(0), {"kind": "passed", "seat": 0}),
        (Took(1, SEVEN), {"kind": "took", "seat": 1, "card": "7h"}),
        (Knocked(0, SEVEN), {"kind": "knocked", "seat": 0, "card": "7h"}),
        (WentBigGin(1), {"kind": "big gin", "seat": 1}),
        (Ready(1), {"kind": "ready", "seat": 1}),
        (HintsAgreed(1), {"kind": "hints agreed", "seat": 1}),
        (StandInAgreed(0), {"kind": "stand-in agreed", "seat": 0}),
        (StoodIn(1), {"kind": "stood in", "seat": 1}),
        (SatBack(1), {"kind": "sat back", "seat": 1}),
        (Proposed(0, Proposal.HINTS), {"kind": "proposed", "seat": 0, "proposal": "hints"}),
        (Proposed(0, Proposal.STAND_IN), {"kind": "proposed", "seat": 0, "proposal": "stand-in"}),
        (
            MatchEnded(0, MatchEnding.RESIGNED),
            {"kind": "match ended", "winner": 0, "ending": "resigned"},
        ),
    ],
)
def test_the_stored_form_does_not_change(event: Event, line: dict[str, object]) -> None:
    assert json.loads(encode(event)) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "null",
        "{}",
        '{"seat":0}',
        '{"seat":0,"kind":"sneezed"}',
        '{"kind":"took","seat":0}',
        '{"kind":"took","seat":0,"card":"7x"}',
        '{"kind":"took","seat":0,"card":32}',
        '{"kind":"took","seat":0,"card":null}',
        '{"kind":"took","seat":"left","card":"7h"}',
        '{"kind":"dealt","dealer":0,"order":"7h"}',
    ],
)
def test_a_line_that_is_no_event_is_a_value_error(line: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  the message is pydantic's
        decode(line)


@given(strategies.histories())
def test_whole_histories_come_back(history: list[Event]) -> None:
    assert [decode(encode(event)) for event in history] == history
