"""When a computer moves that a match waits for, so that it does after a restart too."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("matches", sa.Column("computer_at", sa.DateTime(timezone=True)))
    op.create_index("matches_computer_at", "matches", ["computer_at"])


def downgrade() -> None:
    """Take it away again."""
    op.drop_index("matches_computer_at")
    op.drop_column("matches", "computer_at")
