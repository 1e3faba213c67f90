"""What is to be thought about, for whom, and which process is at it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the queue; the tables of games going on fill it when they are next opened."""
    op.add_column("tables", sa.Column("looked", sa.Double, nullable=False, server_default="0"))
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(12), nullable=False),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("question", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(32), nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
        sa.Column("ready", sa.Double, nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("until", sa.Double, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("jobs_by_table", "jobs", ["table"])
    op.create_index("jobs_by_guest", "jobs", ["guest", "until"])
    op.create_table(
        "turns",
        sa.Column("guest", sa.String(32), primary_key=True),
        sa.Column("served", sa.Double, nullable=False),
    )
    # A job without a question asks for a look at the table: which bots are due shows then.
    op.get_bind().execute(
        sa.text(
            'INSERT INTO jobs (id, kind, "table", seat, question, guest, rank, since, ready,'
            " holder, until, tries)"
            " SELECT id || '/-1', 'bot', id, -1, -1, coalesce(host, ''), 2, touched, 0, '', 0, 0"
            " FROM tables WHERE state = 'running'"
        )
    )
