"""The judges. Where one is not installed its tests are skipped, and fail on a build machine."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import pytest

from tests.oracle.rl import RLCard
from tests.oracle.spiel import Spiel


@pytest.fixture(scope="session")
def spiel() -> Spiel:
    return Spiel(_installed("pyspiel", "OpenSpiel"))


@pytest.fixture(scope="session")
def rl() -> RLCard:
    return RLCard(_installed("rlcard.games.gin_rummy", "RLCard"))


def _installed(module: str, judge: str) -> Any:
    try:
        return import_module(module)
    except ModuleNotFoundError as missing:
        reason = f"{judge} is not installed (extra `oracle`): no module {missing.name}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
