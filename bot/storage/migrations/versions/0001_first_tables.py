"""The first tables: challenges, matches with their seats and events, results, names.

A challenge and the match that comes of it share an id, which is also what buttons carry.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_STILL_OPEN = sa.text("state = 'open' AND rematch_of IS NOT NULL")


def upgrade() -> None:
    """Make the tables."""
    _make_challenges()
    _make_matches()
    _make_results()


def _make_challenges() -> None:
    op.create_table(
        "challenges",
        sa.Column("id", _ROW_ID, primary_key=True),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("challenger", sa.BigInteger, nullable=False),
        sa.Column("challenger_name", sa.Text, nullable=False),
        sa.Column("opponent", sa.BigInteger),
        sa.Column("opponent_name", sa.Text),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("lapses_at", _MOMENT, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.Column("rematch_of", sa.BigInteger),
        sqlite_autoincrement=True,
    )
    op.create_index("challenges_lapse", "challenges", ["state", "lapses_at"])
    op.create_index(
        "challenges_one_rematch",
        "challenges",
        ["rematch_of"],
        unique=True,
        sqlite_where=_STILL_OPEN,
        postgresql_where=_STILL_OPEN,
    )


def _make_matches() -> None:
    op.create_table(
        "matches",
        sa.Column(
            "id",
            sa.BigInteger,
            sa.ForeignKey("challenges.id"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.Column("message", sa.BigInteger),
        sa.Column("shown_hand", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("due", _MOMENT),
        sa.Column("nudge_at", _MOMENT),
        sa.Column("nudge_channel", sa.BigInteger),
        sa.Column("nudge_message", sa.BigInteger),
        sa.Column("over", sa.Boolean, nullable=False),
    )
    op.create_index("matches_due", "matches", ["due"])
    op.create_index("matches_nudge_at", "matches", ["nudge_at"])
    op.create_table(
        "seats",
        sa.Column("match", sa.BigInteger, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat"),
    )
    op.create_index("seats_player", "seats", ["player"])
    op.create_table(
        "events",
        sa.Column("match", sa.BigInteger, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("at", _MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("match", "version"),
    )


def _make_results() -> None:
    op.create_table(
        "results",
        sa.Column("match", sa.BigInteger, sa.ForeignKey("matches.id"), nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("lines", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match", "player"),
    )
    op.create_index("results_guild", "results", ["guild", "player"])
    op.create_table(
        "preferences",
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("nudge", sa.Text, nullable=False),
        sa.Column("by_dm", sa.Boolean, nullable=False),
    )
    op.create_table(
        "guilds",
        sa.Column("guild", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("default_rules", sa.Text),
    )
    op.create_table(
        "members",
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("guild", "player"),
    )


def downgrade() -> None:
    """Drop them again."""
    for table in (
        "members",
        "guilds",
        "preferences",
        "results",
        "events",
        "seats",
        "matches",
        "challenges",
    ):
        op.drop_table(table)
