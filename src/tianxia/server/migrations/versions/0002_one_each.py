"""One seat a guest at a table, one daily game a guest and day: what races left behind is mended."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Mend, then forbid."""
    run = op.get_bind().execute
    # A second seat of the same guest is played by a bot.
    run(
        sa.text(
            "UPDATE seats SET kind = 'bot', guest = NULL, away = false,"
            " level = CASE level WHEN '' THEN 'adept' ELSE level END"
            " WHERE guest IS NOT NULL AND EXISTS ("
            ' SELECT 1 FROM seats AS other WHERE other."table" = seats."table"'
            " AND other.guest = seats.guest AND other.number < seats.number)"
        )
    )
    # A seat given to a bot while somebody sat down there is the bot's.
    run(sa.text("UPDATE seats SET guest = NULL WHERE kind <> 'person'"))
    # A seat left open at a running table is played by a bot.
    run(
        sa.text(
            "UPDATE seats SET kind = 'bot', level = 'adept', name = 'Sima Qian'"
            " WHERE kind = 'open' AND EXISTS ("
            " SELECT 1 FROM tables WHERE tables.id = seats.\"table\" AND state = 'running')"
        )
    )
    # A table whose seats are all taken has begun.
    run(
        sa.text(
            "UPDATE tables SET state = 'running' WHERE state = 'waiting' AND NOT EXISTS ("
            " SELECT 1 FROM seats WHERE seats.\"table\" = tables.id AND kind = 'open')"
        )
    )
    # Of several daily games of one guest the first counts.
    run(
        sa.text(
            "UPDATE tables SET daily = NULL WHERE daily IS NOT NULL AND EXISTS ("
            " SELECT 1 FROM tables AS other WHERE other.daily = tables.daily"
            " AND other.game = tables.game AND other.host = tables.host"
            " AND (other.created < tables.created"
            "      OR other.created = tables.created AND other.id < tables.id))"
        )
    )
    run(sa.text("UPDATE tables SET revision = revision + 1"))
    op.drop_index("tables_by_day", "tables")
    op.create_index("tables_by_day", "tables", ["daily", "game", "host"], unique=True)
    op.create_index("seats_one_a_guest", "seats", ["table", "guest"], unique=True)
