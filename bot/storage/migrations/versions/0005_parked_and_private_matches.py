"""Why a table cannot be shown, whom a match is for, and when it last moved.

A match whose table is lost is parked, also over a restart; a private one stays unseen; and
what moved just before the bot died is shown again at its start.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    private = sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("matches", private)
    op.add_column("matches", sa.Column("trouble", sa.Integer))
    op.add_column("matches", sa.Column("moved_at", sa.DateTime(timezone=True)))
    op.create_index("matches_moved_at", "matches", ["moved_at"])


def downgrade() -> None:
    """Take them away again."""
    op.drop_index("matches_moved_at")
    for name in ("private", "trouble", "moved_at"):
        op.drop_column("matches", name)
