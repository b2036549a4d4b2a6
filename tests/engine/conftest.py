"""Nothing is remembered from before: mutants are born in processes that have run these tests."""

from __future__ import annotations

import pytest

from bot.engine import arrangements


@pytest.fixture(scope="session", autouse=True)
def nothing_remembered() -> None:
    """An answer kept by the real code would hide a mutant's."""
    arrangements.cache_clear()
