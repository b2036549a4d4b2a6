"""Paces and their deadlines, threads, server settings, blocks, and the bot's signs of life."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)


def _text(name: str, present: str) -> sa.Column[str]:
    """A column that is never empty; rows from before get `present`."""
    return sa.Column(name, sa.Text, nullable=False, server_default=present)


def _switch(name: str, *, present: bool) -> sa.Column[bool]:
    default = sa.true() if present else sa.false()
    return sa.Column(name, sa.Boolean, nullable=False, server_default=default)


def _added() -> dict[str, tuple[sa.Column[Any], ...]]:
    return {
        "challenges": (_text("pace", "none"), sa.Column("closed_at", _MOMENT)),
        "matches": (
            sa.Column("nudge_reason", sa.Text),
            _text("pace", "none"),
            sa.Column("turn_due", _MOMENT),
            sa.Column("idle_at", _MOMENT),
            sa.Column("thread", sa.BigInteger),
            _text("thread_wish", "none"),
        ),
        "guilds": (
            _text("pace", "none"),
            _switch("threads", present=False),
            _text("watching", "everyone"),
        ),
        "preferences": (_switch("asks_before_poor_knock", present=True),),
    }


_INDICES = {
    "challenges_challenger": ("challenges", ["challenger", "opponent"]),
    "matches_turn_due": ("matches", ["turn_due"]),
    "matches_idle_at": ("matches", ["idle_at"]),
    "matches_channel": ("matches", ["channel"]),
}


def upgrade() -> None:
    """Add the columns and tables."""
    for table, columns in _added().items():
        for column in columns:
            op.add_column(table, column)
    for name, (table, indexed) in _INDICES.items():
        op.create_index(name, table, indexed)
    op.create_table(
        "blocks",
        sa.Column("player", sa.BigInteger, nullable=False),
        sa.Column("blocked", sa.BigInteger, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("player", "blocked"),
    )
    op.create_table(
        "guild_channels",
        sa.Column("guild", sa.BigInteger, nullable=False),
        sa.Column("channel", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("guild", "channel"),
    )
    op.create_table(
        "signs",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen_at", _MOMENT, nullable=False),
    )


def downgrade() -> None:
    """Take them away again."""
    for table in ("signs", "guild_channels", "blocks"):
        op.drop_table(table)
    for name in _INDICES:
        op.drop_index(name)
    for table, columns in _added().items():
        for column in columns:
            op.drop_column(table, column.name)
