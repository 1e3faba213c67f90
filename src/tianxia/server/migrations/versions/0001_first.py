"""The tables of the first release."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "settings",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", sa.String(24), nullable=False),
        sa.Column("host", sa.String(32), sa.ForeignKey("guests.id")),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("watch_key", sa.String(32), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("scores", sa.JSON),
        sa.Column("winners", sa.JSON),
        sa.Column("daily", sa.String(10)),
        sa.Column("uploaded", sa.Boolean, nullable=False),
        sa.Column("rematch", sa.String(16)),
    )
    op.create_index("tables_by_state", "tables", ["state", "public", "touched"])
    op.create_index("tables_by_day", "tables", ["daily"])
    op.create_table(
        "seats",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id")),
        sa.Column("level", sa.String(12), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("away", sa.Boolean, nullable=False),
    )
    op.create_index("seats_by_guest", "seats", ["guest"])
    op.create_table(
        "decisions",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.String(200), nullable=False),
        sa.Column("by_bot", sa.Boolean, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_table(
        "access",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("may_sit", sa.Boolean, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("ix_chat_table", "chat", ["table"])
    op.create_table(
        "hand_overs",
        sa.Column("token", sa.String(40), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
    )
