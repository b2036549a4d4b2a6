"""Every finished hand and match as a row, standings with ratings, and who has left.

The results so far are dropped: they follow from the events, and the bot builds them anew.
"""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_TALLY = (
    *("matches", "won", "points", "lines", "hands", "gins", "big_gins", "undercuts"),
    *("undercut", "caught_hands", "caught", "turns", "best_hand"),
)
_KEYS = ("rating", "won", "win_rate", "points", "lines", "gins", "best_hand")


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _id(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _added() -> dict[str, tuple[sa.Column[Any], ...]]:
    return {
        "matches": (
            sa.Column("zone", sa.Text, nullable=False, server_default="UTC"),
            sa.Column("ended_at", _MOMENT),
            sa.Column("finish", sa.Integer),
        ),
        "guilds": (
            sa.Column("zone", sa.Text, nullable=False, server_default="UTC"),
            sa.Column("hides_gone", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("left_at", _MOMENT),
        ),
        "members": (
            sa.Column("gone", sa.Boolean, nullable=False, server_default=sa.false()),
            sa.Column("checked_at", _MOMENT),
        ),
    }


_INDICES = {
    "matches_finish": ("matches", ["finish"], True),
    "matches_guild": ("matches", ["guild", "over"], False),
    "guilds_left_at": ("guilds", ["left_at"], False),
}


def upgrade() -> None:
    """Make the tables, and number the matches that have finished in the order they did."""
    for table, columns in _added().items():
        for column in columns:
            op.add_column(table, column)
    for name, (table, indexed, unique) in _INDICES.items():
        op.create_index(name, table, indexed, unique=unique)
    op.drop_table("results")
    _make_hand_results()
    _make_results()
    _make_standings()
    op.create_table(
        "rebuilds",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        _number("done"),
    )
    op.create_table(
        "players",
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("name", sa.Text, nullable=False),
    )
    _take_over()


def _make_hand_results() -> None:
    op.create_table(
        "hand_results",
        sa.Column("match", sa.BigInteger, sa.ForeignKey("matches.id"), nullable=False),
        _number("number"),
        _id("guild"),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("ending", sa.Text, nullable=False),
        _number("dealer"),
        sa.Column("knocker", sa.Integer),
        sa.Column("winner", sa.Integer),
        *(_number(name) for name in ("deadwood0", "deadwood1", "difference", "bonus")),
        *(_number(name) for name in ("multiplier", "points", "turns0", "turns1")),
        *(_number(name) for name in ("dealt0", "dealt1")),
        sa.PrimaryKeyConstraint("match", "number"),
    )
    op.create_index("hand_results_guild", "hand_results", ["guild"])


def _make_results() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.BigInteger, sa.ForeignKey("matches.id"), nullable=False),
        _number("seat"),
        _id("player"),
        _id("opponent"),
        _id("guild"),
        sa.Column("at", _MOMENT, nullable=False),
        sa.Column("day", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("ending", sa.Text, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        *(_number(name) for name in ("rating_before", "rating", "world_before", "world")),
        *(_number(name) for name in _TALLY),
        sa.PrimaryKeyConstraint("match", "seat"),
    )
    op.create_index("results_player", "results", ["player", "guild", "match"])
    op.create_index("results_pair", "results", ["player", "opponent", "guild", "day"])


def _make_standings() -> None:
    op.create_table(
        "standings",
        _id("scope"),
        sa.Column("period", sa.Text, nullable=False),
        _id("player"),
        *(_number(name) for name in _TALLY),
        sa.Column("win_rate", sa.Integer),
        _number("streak"),
        _number("best_streak"),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        _number("rating"),
        sa.PrimaryKeyConstraint("scope", "period", "player"),
    )
    for key in _KEYS:
        by: list[Any] = ["scope", "period", sa.text(f"{key} DESC"), "player"]
        op.create_index(f"standings_{key}", "standings", by)


def _take_over() -> None:
    """What the new columns must say of rows from before."""
    ended = "SELECT max(at) FROM events WHERE events.match = matches.id"
    op.execute(f"UPDATE matches SET ended_at = ({ended}) WHERE over")  # noqa: S608 (our own text)
    before = "SELECT count(*) FROM matches AS m WHERE m.over AND (m.ended_at, m.id) <= "
    op.execute(
        f"UPDATE matches SET finish = ({before} (matches.ended_at, matches.id)) WHERE over"  # noqa: S608
    )
    op.execute("INSERT INTO players SELECT player, max(name) FROM members GROUP BY player")
    op.execute("INSERT INTO rebuilds SELECT 1, 0 WHERE EXISTS (SELECT 1 FROM matches WHERE over)")


def downgrade() -> None:
    """Go back; the leaderboard is empty then."""
    for table in ("players", "rebuilds", "standings", "results", "hand_results"):
        op.drop_table(table)
    op.create_table(
        "results",
        sa.Column("match", sa.BigInteger, sa.ForeignKey("matches.id"), nullable=False),
        _id("player"),
        _id("guild"),
        sa.Column("won", sa.Boolean, nullable=False),
        *(_number(name) for name in ("points", "lines")),
        sa.PrimaryKeyConstraint("match", "player"),
    )
    op.create_index("results_guild", "results", ["guild", "player"])
    for name in _INDICES:
        op.drop_index(name)
    for table, columns in _added().items():
        for column in columns:
            op.drop_column(table, column.name)
