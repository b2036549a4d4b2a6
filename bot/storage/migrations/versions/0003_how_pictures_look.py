"""How pictures look to a player, as he has chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_SWITCHES = ("four_colours", "large_cards", "high_contrast", "words_only")
_CHOICES = {"hand_order": "melds", "cloth": "green"}


def upgrade() -> None:
    """Add the columns; who has chosen nothing sees what everybody sees."""
    for name in _SWITCHES:
        op.add_column(
            "preferences", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
        )
    for name, present in _CHOICES.items():
        op.add_column(
            "preferences", sa.Column(name, sa.Text, nullable=False, server_default=present)
        )


def downgrade() -> None:
    """Take them away again."""
    for name in (*_SWITCHES, *_CHOICES):
        op.drop_column("preferences", name)
