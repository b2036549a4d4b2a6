"""Whatever fails between the bot and Discord, the match goes on to its end and no move is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from .faults import Fault
from .outages import EachKind, bear, unlogged

_EVERY_KIND = {"answer", "push", "edit", "post", "thread", "thread member"}


async def test_a_match_bears_every_fault_of_every_kind_of_call(tmp_path: Path) -> None:
    """Each fault strikes one call of each kind, in a match of its own."""
    borne = await bear(tmp_path, [EachKind(fault) for fault in Fault], seed=20261130)

    assert borne.matches == len(Fault)
    assert {fault for _, fault in borne.struck} == set(Fault)
    for fault in Fault:
        struck = {kind for kind, of in borne.struck if of is fault}
        assert struck >= {"answer", "push", "edit"}, fault
    assert {kind for kind, _ in borne.struck} >= _EVERY_KIND
    assert unlogged(borne.words) == []


@pytest.mark.parametrize(
    "words",
    [
        "Task exception was never retrieved",
        "Unclosed client session",
        "something\nTraceback (most recent call last):\n  File",
        "2026-11-30 21:00:00,000 ERROR discord.client: Ignoring exception in on_ready\n",
    ],
)
def test_an_error_that_the_bot_did_not_log_itself_is_noticed(words: str) -> None:
    assert unlogged(words)
    assert not unlogged(
        "2026-11-30 21:00:00,000 ERROR bot.x: no\nTraceback (most recent call last):"
    )
