"""Trouble with what nobody waits for: it goes into the log, and all else goes on."""

from __future__ import annotations

import logging

from .errors import StoreFails


def report(log: logging.Logger, what: str, error: BaseException) -> None:
    """Log what an error has kept from happening; of a store that fails the reason says all."""
    if isinstance(error, StoreFails):
        log.error("%s: %s", what, error.reason)
    else:
        log.error(what, exc_info=error)
