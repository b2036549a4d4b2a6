"""The tables. Discord ids are 64-bit; times are kept in UTC.

A match is its `events`; everything else in `matches` can be derived from them and is
there so that deadlines and lists need no replay.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    false,
    text,
    true,
)


class UTCDateTime(TypeDecorator[datetime]):
    """An aware moment; SQLite keeps no zone, so it is put back on the way out."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> datetime | None:
        """Into the database, in UTC."""
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Any) -> datetime | None:
        """Out of the database, with its zone."""
        return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


# SQLite counts rows only in columns of its own INTEGER type.
_RowId = BigInteger().with_variant(Integer, "sqlite")

metadata = MetaData()

challenges = Table(
    "challenges",
    metadata,
    Column("id", _RowId, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("challenger", BigInteger, nullable=False),
    Column("challenger_name", Text, nullable=False),
    Column("opponent", BigInteger),
    Column("opponent_name", Text),
    Column("rules", Text, nullable=False),
    Column("lapses_at", UTCDateTime, nullable=False),
    Column("state", Text, nullable=False),
    Column("rematch_of", BigInteger),
    Column("pace", Text, nullable=False, server_default="none"),
    Column("closed_at", UTCDateTime),
    sqlite_autoincrement=True,
)
Index("challenges_lapse", challenges.c.state, challenges.c.lapses_at)
Index("challenges_challenger", challenges.c.challenger, challenges.c.opponent)
_STILL_OPEN = text("state = 'open' AND rematch_of IS NOT NULL")
Index(
    "challenges_one_rematch",
    challenges.c.rematch_of,
    unique=True,
    sqlite_where=_STILL_OPEN,
    postgresql_where=_STILL_OPEN,
)

matches = Table(
    "matches",
    metadata,
    Column("id", BigInteger, ForeignKey("challenges.id"), primary_key=True, autoincrement=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("shown_hand", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("due", UTCDateTime),
    Column("nudge_at", UTCDateTime),
    Column("nudge_channel", BigInteger),
    Column("nudge_message", BigInteger),
    Column("nudge_reason", Text),
    Column("over", Boolean, nullable=False),
    Column("pace", Text, nullable=False, server_default="none"),
    Column("turn_due", UTCDateTime),
    Column("idle_at", UTCDateTime),
    Column("thread", BigInteger),
    Column("thread_wish", Text, nullable=False, server_default="none"),
)
Index("matches_due", matches.c.due)
Index("matches_nudge_at", matches.c.nudge_at)
Index("matches_turn_due", matches.c.turn_due)
Index("matches_idle_at", matches.c.idle_at)
Index("matches_channel", matches.c.channel)

seats = Table(
    "seats",
    metadata,
    Column("match", BigInteger, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("match", "seat"),
)
Index("seats_player", seats.c.player)

events = Table(
    "events",
    metadata,
    Column("match", BigInteger, ForeignKey("matches.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    PrimaryKeyConstraint("match", "version"),
)

results = Table(
    "results",
    metadata,
    Column("match", BigInteger, ForeignKey("matches.id"), nullable=False),
    Column("player", BigInteger, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("lines", Integer, nullable=False),
    PrimaryKeyConstraint("match", "player"),
)
Index("results_guild", results.c.guild, results.c.player)

preferences = Table(
    "preferences",
    metadata,
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("nudge", Text, nullable=False),
    Column("by_dm", Boolean, nullable=False),
    Column("asks_before_poor_knock", Boolean, nullable=False, server_default=true()),
    Column("four_colours", Boolean, nullable=False, server_default=false()),
    Column("large_cards", Boolean, nullable=False, server_default=false()),
    Column("high_contrast", Boolean, nullable=False, server_default=false()),
    Column("words_only", Boolean, nullable=False, server_default=false()),
    Column("hand_order", Text, nullable=False, server_default="melds"),
    Column("cloth", Text, nullable=False, server_default="green"),
)

blocks = Table(
    "blocks",
    metadata,
    Column("player", BigInteger, nullable=False),
    Column("blocked", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("player", "blocked"),
)

guilds = Table(
    "guilds",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("default_rules", Text),
    Column("pace", Text, nullable=False, server_default="none"),
    Column("threads", Boolean, nullable=False, server_default=false()),
    Column("watching", Text, nullable=False, server_default="everyone"),
)

guild_channels = Table(
    "guild_channels",
    metadata,
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    PrimaryKeyConstraint("guild", "channel"),
)

signs = Table(
    "signs",
    metadata,
    # One row: the bot's last sign of life.
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seen_at", UTCDateTime, nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("guild", BigInteger, nullable=False),
    Column("player", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    PrimaryKeyConstraint("guild", "player"),
)
