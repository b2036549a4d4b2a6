"""Logging to standard error, without the secrets that libraries log at debug level."""

from __future__ import annotations

import logging

# At DEBUG these write addresses with their interaction tokens (docs: receiving and
# responding), and events as they come.
_TELLTALES = ("discord.http", "discord.webhook", "discord.gateway")

# These write every statement, at INFO already, and at DEBUG its values (cards) as well.
_CHATTERERS = ("aiosqlite", "sqlalchemy")


def start_log(level: int | str) -> None:
    """Log from `level` on; what could tell a card or a token stays out of it at any level."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    chosen = logging.getLogger().level
    for least, names in ((logging.INFO, _TELLTALES), (logging.WARNING, _CHATTERERS)):
        for name in names:
            logging.getLogger(name).setLevel(max(least, chosen))
