"""What is drawn at a table follows from a key that is secret until the game is over."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Games that have begun go on as they began, without a key."""
    new = sa.Column("chance", sa.String(64), nullable=False, server_default="")
    op.add_column("tables", new)
