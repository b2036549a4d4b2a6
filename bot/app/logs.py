"""Logging to standard error, without the secrets that libraries log at debug level."""

from __future__ import annotations

import logging

# At DEBUG these write statements with their values (cards) and addresses with their
# interaction tokens (docs: receiving and responding).
_TELLTALES = ("aiosqlite", "sqlalchemy", "discord.http", "discord.webhook", "discord.gateway")


def start_log(level: int | str) -> None:
    """Log from `level` on; what could tell a card or a token stays out of it at any level."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name in _TELLTALES:
        logging.getLogger(name).setLevel(max(logging.INFO, logging.getLogger().level))
