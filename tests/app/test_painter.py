"""The painter: each picture painted once while it is remembered, and memory that has an end."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace

import pytest

from bot.app.painter import KeptPictures, ThreadPainter
from bot.rendering.look import Cloth, Look
from bot.rendering.scenes import HandScene, Scene

HAND = HandScene((), (), 0)
OTHER = replace(HAND, points=1)
THIRD = replace(HAND, points=2)


class Brush:
    """Counts what it paints, and not before it is let go."""

    def __init__(self) -> None:
        self.painted: list[Scene] = []
        self.let_go = threading.Event()

    def __call__(self, scene: Scene) -> bytes:
        self.let_go.wait(5)
        self.painted.append(scene)
        return repr(scene).encode()


async def test_those_who_ask_at_once_and_later_get_one_and_the_same_picture() -> None:
    brush = Brush()
    painter = ThreadPainter(brush)
    asked = [asyncio.create_task(painter(scene)) for scene in (HAND, replace(HAND), HAND)]
    await asyncio.sleep(0)
    brush.let_go.set()
    pictures = {await task for task in asked}
    pictures.add(await painter(HAND))
    assert len(pictures) == 1
    assert brush.painted == [HAND]


async def test_one_who_goes_away_takes_no_picture_from_the_others() -> None:
    brush = Brush()
    painter = ThreadPainter(brush)
    first, second = (asyncio.create_task(painter(HAND)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    brush.let_go.set()
    assert await second == repr(HAND).encode()
    assert first.cancelled()


async def test_a_failure_is_told_to_everybody_and_not_kept() -> None:
    failures = [OSError("no font")]

    def brush(scene: Scene) -> bytes:
        if failures:
            raise failures.pop()
        return b"picture"

    painter = ThreadPainter(brush)
    told = await asyncio.gather(painter(HAND), painter(HAND), return_exceptions=True)
    assert [type(one) for one in told] == [OSError, OSError]
    assert await painter(HAND) == b"picture"


@pytest.mark.parametrize(
    "look",
    [
        Look(four_colours=True),
        Look(large=True),
        Look(contrast=True),
        Look(cloth=Cloth.BLUE),
    ],
)
async def test_another_look_is_another_picture(look: Look) -> None:
    painter = ThreadPainter()
    assert await painter(HAND) != await painter(replace(HAND, look=look))


def test_the_picture_not_asked_for_longest_goes_first() -> None:
    kept = KeptPictures(20)
    kept.keep(HAND, b"0123456789")
    kept.keep(OTHER, b"0123456789")
    assert kept.get(HAND)
    kept.keep(THIRD, b"01234")
    assert (kept.get(HAND), kept.get(OTHER)) == (b"0123456789", None)
    assert (len(kept), kept.bytes) == (2, 15)


def test_a_picture_kept_again_counts_once() -> None:
    kept = KeptPictures(20)
    kept.keep(HAND, b"0123456789")
    kept.keep(HAND, b"01234")
    assert (len(kept), kept.bytes) == (1, 5)


def test_a_picture_larger_than_everything_is_not_kept() -> None:
    kept = KeptPictures(4)
    kept.keep(HAND, b"01234")
    assert (kept.get(HAND), len(kept), kept.bytes) == (None, 0, 0)
