"""Every request of a simulated Discord's bot, held to what Discord takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import simcord.http.router

from tests import payloads


@pytest.fixture(autouse=True)
def spoken_correctly(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What Discord would have complained of; anything fails the test.

    Requests are read where they arrive, so that those which are to fail are read too.
    """
    found: list[str] = []
    dispatch = simcord.http.router.dispatch

    def read(backend: Any, method: str, path: str, **kwargs: Any) -> Any:
        found.extend(payloads.complaints(method, path, kwargs.get("json")))
        return dispatch(backend, method, path, **kwargs)

    monkeypatch.setattr(simcord.http.router, "dispatch", read)
    yield found
    assert not found, "\n".join(found)
