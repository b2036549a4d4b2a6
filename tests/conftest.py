"""What every test is held to."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

# How long an example takes says how busy the machine is, and nothing about the bot.
settings.register_profile("ours", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ours")


@pytest.fixture(autouse=True)
def no_errors_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """An error that was only logged fails the test all the same.

    discord.py logs what is raised inside a dynamic item and carries on; so do our edges.
    A test that provokes one takes the record out of `caplog` itself.
    """
    yield
    errors = [
        record
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.ERROR
    ]
    assert not errors, "\n".join(record.getMessage() for record in errors)
