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
    Float,
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
    Column("zone", Text, nullable=False, server_default="UTC"),
    Column("ended_at", UTCDateTime),
    Column("finish", Integer),
    # The how-manieth match to finish; ratings depend on the order.
    Column("private", Boolean, nullable=False, server_default=false()),
    Column("trouble", Integer),
    Column("moved_at", UTCDateTime),
    Column("computer_at", UTCDateTime),
)
Index("matches_due", matches.c.due)
Index("matches_nudge_at", matches.c.nudge_at)
Index("matches_turn_due", matches.c.turn_due)
Index("matches_idle_at", matches.c.idle_at)
Index("matches_computer_at", matches.c.computer_at)
Index("matches_moved_at", matches.c.moved_at)
Index("matches_channel", matches.c.channel)
Index("matches_finish", matches.c.finish, unique=True)
Index("matches_guild", matches.c.guild, matches.c.over)

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

hand_results = Table(
    "hand_results",
    metadata,
    Column("match", BigInteger, ForeignKey("matches.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    Column("ending", Text, nullable=False),
    Column("dealer", Integer, nullable=False),
    Column("knocker", Integer),
    Column("winner", Integer),
    Column("deadwood0", Integer, nullable=False),
    Column("deadwood1", Integer, nullable=False),
    Column("difference", Integer, nullable=False),
    Column("bonus", Integer, nullable=False),
    Column("multiplier", Integer, nullable=False),
    Column("points", Integer, nullable=False),
    Column("turns0", Integer, nullable=False),
    Column("turns1", Integer, nullable=False),
    Column("dealt0", Integer, nullable=False),
    Column("dealt1", Integer, nullable=False),
    PrimaryKeyConstraint("match", "number"),
)
Index("hand_results_guild", hand_results.c.guild)


def _tally() -> list[Column[int]]:
    """The sums that a match adds to a standing, as in `bot.engine.Tally`."""
    names = (
        *("matches", "won", "points", "lines", "hands", "gins", "big_gins", "undercuts"),
        *("undercut", "caught_hands", "caught", "turns", "best_hand"),
    )
    return [Column(name, Integer, nullable=False) for name in names]


results = Table(
    "results",
    metadata,
    # One row for each seat of a match that counts.
    Column("match", BigInteger, ForeignKey("matches.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", BigInteger, nullable=False),
    Column("opponent", BigInteger, nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("at", UTCDateTime, nullable=False),
    Column("day", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("ending", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("rating_before", Integer, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("world_before", Integer, nullable=False),
    Column("world", Integer, nullable=False),
    *_tally(),
    PrimaryKeyConstraint("match", "seat"),
)
Index("results_player", results.c.player, results.c.guild, results.c.match)
Index("results_pair", results.c.player, results.c.opponent, results.c.guild, results.c.day)

standings = Table(
    "standings",
    metadata,
    # A projection of `results`; `scope` is a server, or 0 for everywhere.
    Column("scope", BigInteger, nullable=False),
    Column("period", Text, nullable=False),
    Column("player", BigInteger, nullable=False),
    *_tally(),
    Column("win_rate", Integer),
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("rating", Integer, nullable=False),
    PrimaryKeyConstraint("scope", "period", "player"),
)
for _key in ("rating", "won", "win_rate", "points", "lines", "gins", "best_hand"):
    Index(
        f"standings_{_key}",
        standings.c.scope,
        standings.c.period,
        standings.c[_key].desc(),
        standings.c.player,
    )

rebuilds = Table(
    "rebuilds",
    metadata,
    # A row while standings are being built anew: how far that has come, by `matches.finish`.
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("done", Integer, nullable=False),
)

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

lessons = Table(
    "lessons",
    metadata,
    # How far a learner has come in the tutorial.
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("lesson", Text, nullable=False),
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
    Column("zone", Text, nullable=False, server_default="UTC"),
    Column("hides_gone", Boolean, nullable=False, server_default=false()),
    Column("left_at", UTCDateTime),
)
Index("guilds_left_at", guilds.c.left_at)

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
    Column("gone", Boolean, nullable=False, server_default=false()),
    Column("checked_at", UTCDateTime),
    PrimaryKeyConstraint("guild", "player"),
)

players = Table(
    "players",
    metadata,
    # The name last seen anywhere.
    Column("player", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)
