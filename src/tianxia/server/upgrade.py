"""Brings a database of any released version to what this program needs."""

import secrets

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from ..engine.errors import TianxiaError
from ..text import words

#: Of the first release, which kept no account of its schema in Alembic's way.
FIRST = "0001"
#: Only one process at a time upgrades a PostgreSQL database; SQLite has one writer anyway.
ADVISORY_LOCK = 20080715
#: What a house draws once and keeps: the keys of its cookies, its daily games and its signature.
SECRETS = ("secret", "daily", "signing")


class SchemaError(TianxiaError, ValueError):
    """The database is not one that this program can use."""


def newest() -> str:
    """The schema this program needs."""
    found = ScriptDirectory.from_config(_config(None)).get_current_head()
    assert found is not None
    return found


def present(connection: Connection) -> str | None:
    """The schema the database has; none if it is empty."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is None and inspect(connection).has_table("settings"):
        return FIRST
    return found


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the database up to date, within the transaction of the connection."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})"))
    found = present(connection)
    wanted = newest() if to == "head" else to
    if found == wanted:
        return
    known = {step.revision for step in ScriptDirectory.from_config(_config(None)).walk_revisions()}
    for schema in (found, wanted):
        if schema is not None and schema not in known:
            say = words("tianxia.server").say
            raise SchemaError(say("schema-newer", found=schema, newest=newest()))
    config = _config(connection)
    if found == FIRST:
        command.stamp(config, FIRST)
    command.upgrade(config, wanted)
    # The first release looks here and refuses what it does not know.
    connection.execute(text("DELETE FROM settings WHERE name = 'schema'"))
    _remember(connection, "schema", str(int(wanted)))
    for name in SECRETS:
        kept = text("SELECT value FROM settings WHERE name = :name")
        if connection.scalar(kept, {"name": name}) is None:
            _remember(connection, name, secrets.token_urlsafe(32))
    if found is None or found < "0004":
        _remember(connection, "alive", "")


def _remember(connection: Connection, name: str, value: str) -> None:
    connection.execute(
        text("INSERT INTO settings (name, value) VALUES (:name, :value)"),
        {"name": name, "value": value},
    )


def _config(connection: Connection | None) -> Config:
    config = Config()
    config.set_main_option("script_location", "tianxia.server:migrations")
    config.attributes["connection"] = connection
    return config
