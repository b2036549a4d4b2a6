"""Hands over the wire: no byte tells anybody what is hidden from him, and no log tells a token."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Parlour
from .double import TOKEN
from .endurance import play_on
from .sealed import Reader


async def test_no_byte_of_whole_hands_holds_a_hidden_card_and_no_log_a_secret(
    tmp_path: Path,
) -> None:
    """With the bot's log at debug level."""
    played = await play_on(tmp_path, matches=6, seed=20261130, reading=True, level="DEBUG")

    reader = played.reader
    assert reader is not None
    assert reader.messages > 300
    assert 0 < reader.public < reader.messages
    assert reader.pictures > 100
    assert len(reader.tokens) > 100
    assert "DEBUG" in played.log
    reader.require_discreet(played.log)


async def test_the_reader_knows_a_secret_when_it_sees_one(parlour: Parlour) -> None:
    reader = Reader(parlour.double, parlour.bot.database)

    for secret in (f"Bot {TOKEN}", "he holds 7♥", '{"order": []}'):
        with pytest.raises(AssertionError):
            reader.require_discreet(secret)
