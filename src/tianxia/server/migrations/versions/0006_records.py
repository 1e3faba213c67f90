"""Snapshots know how often a game was rewound; records that this house signed are known as such."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Snapshots are made anew at the next undo: without them all is read from the first row."""
    op.get_bind().execute(sa.text("DELETE FROM snapshots"))
    op.add_column("snapshots", sa.Column("rewound", sa.Integer, nullable=False, server_default="0"))
    new = sa.Column("genuine", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", new)
