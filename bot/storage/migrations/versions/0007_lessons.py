"""How far each learner has come in the tutorial."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "lessons",
        sa.Column("player", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("lesson", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """Take it away again."""
    op.drop_table("lessons")
