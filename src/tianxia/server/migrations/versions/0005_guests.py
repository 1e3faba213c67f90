"""Sessions that can be ended, guests who can be silenced or sent away, games that can be given up."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """The cookies of the first release name the guest: each stays good as a session of that name."""
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("created", sa.Double, nullable=False),
    )
    op.create_index("sessions_by_guest", "sessions", ["guest"])
    op.get_bind().execute(
        sa.text("INSERT INTO sessions (id, guest, created) SELECT id, id, created FROM guests")
    )
    for table, column in (
        ("access", "muted"),
        ("access", "removed"),
        ("seats", "resigned"),
        ("tables", "given_up"),
    ):
        new = sa.Column(column, sa.Boolean, nullable=False, server_default=sa.false())
        op.add_column(table, new)
