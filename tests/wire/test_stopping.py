"""SIGTERM: what is in flight is answered, what comes after hears that the bot comes back."""

from __future__ import annotations

import asyncio
import signal

from tests.histories import stored_history

from .conftest import Parlour
from .faults import Fault
from .player import button, text_of

_STOPS_WITHIN = 15.0
"""Not the five seconds that are promised: those `make soak` measures, on a quiet machine."""


async def test_a_stop_answers_what_is_in_flight_and_tells_others_to_come_back(
    parlour: Parlour,
) -> None:
    await parlour.bot.start()
    game = await parlour.sit_down()
    mover = parlour.mover(game)
    (waiting,) = [player for player in game.players if player is not mover]
    panel = mover.panel(game.id)
    assert panel is not None
    before = len(stored_history(parlour.bot.database, game.id))
    parlour.double.slow = lambda kind: 0.7 if kind == "answer" else 0.0

    in_flight = asyncio.create_task(mover.press(panel, game.offered(mover)[0]))
    while len(stored_history(parlour.bot.database, game.id)) == before:
        await asyncio.sleep(0.02)
    assert parlour.bot.process is not None
    parlour.bot.process.send_signal(signal.SIGTERM)
    await asyncio.sleep(0.1)
    table = waiting.table(game.id)
    assert table is not None
    hand = button(table, "hand")
    assert hand is not None
    late = await waiting.press(table, hand)

    assert await in_flight is not None
    assert mover.presses[-1].counted
    assert late is not None, parlour.bot.words
    told = waiting.answer_of(late)
    assert told is not None
    assert "back in a moment" in text_of(told)
    assert await parlour.bot.ended() == 0
    assert "Traceback" not in parlour.bot.words


async def test_a_stop_waits_for_no_discord_that_hangs(parlour: Parlour) -> None:
    """In the middle of a match, with an answer that never gets through."""
    await parlour.bot.start()
    game = await parlour.sit_down()
    mover = parlour.mover(game)
    panel = mover.panel(game.id)
    assert panel is not None
    parlour.double.faults.everywhere = lambda _: Fault.HANGS
    assert await mover.press(panel, game.offered(mover)[0]) is None

    async with asyncio.timeout(_STOPS_WITHIN):
        assert await parlour.bot.terminate() == 0

    assert "Traceback" not in parlour.bot.words


async def test_a_stop_before_the_start_is_done_waits_for_nobody(parlour: Parlour) -> None:
    parlour.double.faults.everywhere = lambda _: Fault.HANGS
    process = await parlour.bot.begin()
    while not parlour.double.sent:
        await asyncio.sleep(0.05)
        assert process.returncode is None

    async with asyncio.timeout(_STOPS_WITHIN):
        assert await parlour.bot.terminate() == 0
