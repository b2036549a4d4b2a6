"""Every request of a simulated Discord's bot, held to what Discord takes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import simcord.http.router

from tests import payloads


@contextmanager
def heard() -> Iterator[list[str]]:
    """What Discord would complain of meanwhile.

    Requests are read where they arrive, so that those which are to fail are read too.
    """
    found: list[str] = []
    dispatch = simcord.http.router.dispatch

    def read(backend: Any, method: str, path: str, **kwargs: Any) -> Any:
        found.extend(payloads.complaints(method, path, kwargs.get("json")))
        return dispatch(backend, method, path, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simcord.http.router, "dispatch", read)
        yield found


@pytest.fixture(autouse=True)
def spoken_correctly() -> Iterator[list[str]]:
    """Anything that Discord would complain of fails the test."""
    with heard() as found:
        yield found
    assert not found, "\n".join(found)
