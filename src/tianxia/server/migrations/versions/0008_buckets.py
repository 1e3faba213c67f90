"""Rate limits that all processes count together."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Everybody begins with a full bucket."""
    op.create_table(
        "buckets",
        sa.Column("what", sa.String(12), primary_key=True),
        sa.Column("client", sa.String(64), primary_key=True),
        sa.Column("left", sa.Double, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
    )
    op.create_index("ix_buckets_since", "buckets", ["since"])
