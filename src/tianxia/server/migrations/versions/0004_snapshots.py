"""Games that were taken back often are loaded from a snapshot; changes are found by their time."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Tables without a snapshot are read from their first row, as before, until the next undo."""
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("rows", sa.Integer, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("since", sa.JSON, nullable=False),
        sa.Column("decisions", sa.JSON, nullable=False),
    )
    op.create_index("tables_by_time", "tables", ["touched"])
