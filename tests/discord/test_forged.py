"""A click that nobody had a right to make changes nothing, and is answered once, in words."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.rendering import controls
from bot.rendering.controls import BadControl, Control, Verb, decode
from bot.rendering.refusals import OLDER_TABLE
from bot.sessions import ChallengeState

from .forging import Click, World, check, clicks, invented, mutated, world

OLDER = OLDER_TABLE[:40]
GRAMMARS = (
    *(controls._GRAMMAR, controls._SETTING, controls._LEAF, controls._PREFERENCE),
    *(controls._BOARD, controls._MOMENT, controls._PROOF, controls._TEXT, controls._PAST),
)
BATCHES = 10
CLICKS = 100


@pytest.mark.parametrize("seed", range(3))
async def test_a_forged_click_changes_nothing_and_is_answered_once(
    tmp_path: Path, seed: int
) -> None:
    told: Counter[str] = Counter()
    async with world(tmp_path / "gin.sqlite3") as made:
        endless = clicks(made, Random(seed))
        for _ in range(BATCHES):
            told += await check(made, list(islice(endless, CLICKS)))
    assert told.total() == BATCHES * CLICKS
    assert len(told) > 15, told


# What only chance would find now and then.


def challenge_in(made: World, channel: int, state: ChallengeState) -> int:
    """The challenge in a channel that stands so, and is to somebody in it."""
    (found,) = [
        number
        for number, offer in made.offers.items()
        if (offer.channel, offer.state) == (channel, state)
    ]
    return found


def shown_in(made: World, channel: int) -> int:
    """Any message in a channel, which can be made to carry anything."""
    return next(message for message, where in made.messages if where == channel)


@pytest.mark.parametrize("verb", [Verb.ACCEPT, Verb.DECLINE, Verb.CANCEL])
async def test_a_challenge_is_answered_where_it_stands_and_nowhere_else(
    tmp_path: Path, verb: Verb
) -> None:
    """By those whom it concerns, on a message of another server, channel, or the same one."""
    async with world(tmp_path / "gin.sqlite3") as made:
        here, *elsewhere = made.guild_of
        number = challenge_in(made, here, ChallengeState.OPEN)
        offer = made.offers[number]
        assert offer.opponent is not None
        who = offer.challenger.id if verb is Verb.CANCEL else offer.opponent.id
        wanted = Control(number, 0, verb).encode()
        places = [(shown_in(made, channel), channel) for channel in (*elsewhere, here)]

        told = await check(
            made, [Click(who, message, made.guild_of[at], at, wanted) for message, at in places]
        )

        assert told == {OLDER: 3}


async def test_a_rematch_is_asked_for_in_the_server_of_the_match(tmp_path: Path) -> None:
    async with world(tmp_path / "gin.sqlite3") as made:
        finished = [n for n, sitting in made.sittings.items() if sitting.match.ended]
        *_, abroad = made.guild_of
        bob = made.room.bob.id
        wanted = Control(finished[0], 0, Verb.REMATCH).encode()

        told = await check(
            made, [Click(bob, shown_in(made, abroad), made.guild_of[abroad], abroad, wanted)]
        )

        assert told == {OLDER: 1}


@pytest.mark.parametrize("field", ["target:50", "publish", "discard", "default"])
async def test_rules_are_made_up_in_the_server_they_are_for(tmp_path: Path, field: str) -> None:
    """Whoever manages one server sets no default for another."""
    async with world(tmp_path / "gin.sqlite3") as made:
        here, *_, abroad = made.guild_of
        number = challenge_in(made, here, ChallengeState.DRAFT)
        maker = made.offers[number].challenger.id
        where = shown_in(made, abroad), made.guild_of[abroad], abroad

        told = await check(made, [Click(maker, *where, f"ginset1:{number}:{field}")])

        assert told == {OLDER: 1}


# Reading.


@given(st.from_regex(r"(?s)gin[a-z]{0,7}1?(:[-a-z0-9_]{0,20}){0,6}", fullmatch=True))
def test_what_is_read_at_all_is_what_was_written(custom_id: str) -> None:
    """But for zeros before a number, which say the same."""
    try:
        asked = decode(custom_id)
    except BadControl:
        return
    assert decode(asked.encode()) == asked


@given(st.sampled_from(GRAMMARS).flatmap(lambda grammar: st.from_regex(grammar, fullmatch=True)))
def test_what_fits_a_grammar_is_understood_or_refused(custom_id: str) -> None:
    try:
        asked = decode(custom_id)
    except BadControl:
        return
    assert decode(asked.encode()) == asked
    assert len(asked.encode()) <= 100


@given(st.integers(0, 2**32 - 1))
def test_what_is_made_up_here_could_come_over_the_wire(seed: int) -> None:
    rng = Random(seed)
    for custom_id in (invented(rng), mutated("gin1:1:2:throw:Kc", rng)):
        assert custom_id.startswith("gin")
        assert len(custom_id) <= 100
