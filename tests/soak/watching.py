"""What the parts look out for while they run."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class _Kept(logging.Handler):
    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def errors_logged() -> Iterator[list[str]]:
    """Every error that is logged meanwhile, with its traceback."""
    kept = _Kept(logging.ERROR)
    logging.getLogger().addHandler(kept)
    try:
        yield kept.lines
    finally:
        logging.getLogger().removeHandler(kept)
