"""A guest's tables are found without a look at everybody's."""

from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Nothing that is there changes."""
    op.create_index("tables_by_host", "tables", ["host"])
