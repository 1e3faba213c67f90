"""Analyses of finished games, hints during a game, and games played on from others."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Nobody has been given a hint so far, and nobody at a table of several has agreed to any."""
    op.create_table(
        "reviews",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("parts", sa.Integer, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("finished", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_index("reviews_by_guest", "reviews", ["guest", "finished"])
    op.create_table(
        "findings",
        sa.Column("table", sa.String(16), sa.ForeignKey("reviews.table"), primary_key=True),
        sa.Column("part", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.JSON, nullable=False),
    )
    op.create_table(
        "advice",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("what", sa.String(12), primary_key=True),
        sa.Column("asked", sa.JSON, nullable=False),
        sa.Column("answer", sa.JSON, nullable=True),
    )
    op.add_column("tables", sa.Column("origin", sa.String(16), nullable=True))
    op.add_column("tables", sa.Column("origin_move", sa.Integer, nullable=True))
    agreed = sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("seats", agreed)
    given = sa.Column("hinted", sa.JSON, nullable=False, server_default="[]")
    op.add_column("snapshots", given)
