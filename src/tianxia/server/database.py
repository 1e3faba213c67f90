"""What whoever keeps a house does with its database: upgrade, back up, restore, check."""

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, func, inspect, select, text
from sqlalchemy.engine import make_url

from ..engine.errors import TianxiaError
from ..engine.registry import game_ids
from ..text import words
from .errors import Refused
from .jobs import Jobs
from .live import Hub
from .metrics import Metrics
from .storage import FINISHED, OPEN, RUNNING, WAITING, Storage, TableRow, open_engine
from .tables import Tables
from .upgrade import newest, present, upgrade

FORMAT = 1
BATCH = 500
#: Alembic's own note, written anew by the upgrade.
NOTE = "alembic_version"
Progress = Callable[[int], object]


class DatabaseError(TianxiaError, ValueError):
    """A database or a backup that is not what it should be."""


def upgraded(url: str) -> tuple[str, str]:
    """Bring a database up to date: its schema before and now."""
    with _writing(url) as connection:
        before = present(connection) or ""
        upgrade(connection)
    return before, newest()


def back_up(url: str, file: Path, progress: Progress = lambda _: None) -> int:
    """Write everything into a file, as it is at one moment, while games go on; the rows written.

    The file is the same for every kind of database: it also moves a house from one to another.
    """
    written = 0
    with _reading(url) as connection, gzip.open(file, "wt", encoding="utf-8") as lines:
        schema = present(connection)
        if schema is None:
            raise DatabaseError(_say("database-empty"))
        lines.write(json.dumps({"tianxia": FORMAT, "schema": schema}) + "\n")
        for table in _reflected(connection).sorted_tables:
            for row in connection.execute(select(table)).mappings():
                lines.write(json.dumps({"table": table.name, "row": dict(row)}) + "\n")
                written += 1
                progress(written)
        lines.write(json.dumps({"rows": written}) + "\n")
    return written


def restore(url: str, file: Path, progress: Progress = lambda _: None) -> int:
    """Fill an empty database from a backup of this or an earlier version: the rows read."""
    read = 0
    with _writing(url) as connection:
        if present(connection) is not None:
            raise DatabaseError(_say("database-not-empty"))
        try:
            lines = _lines(file)
            upgrade(connection, next(lines, {})["schema"])
            known = _reflected(connection)
            connection.execute(known.tables["settings"].delete())
            waiting: list[dict[str, Any]] = []
            of, complete = "", False
            for line in lines:
                if "rows" in line:
                    complete = line["rows"] == read
                    continue
                if line["table"] != of or len(waiting) == BATCH:
                    _insert(connection, known, of, waiting)
                    of, waiting = line["table"], []
                waiting.append(line["row"])
                read += 1
                progress(read)
            _insert(connection, known, of, waiting)
            if not complete:
                raise DatabaseError(_say("backup-cut-off", file=str(file)))
        except (OSError, EOFError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, TianxiaError):
                raise
            raise DatabaseError(_say("backup-unreadable", file=str(file))) from error
        if connection.dialect.name == "postgresql":
            last = "SELECT setval(pg_get_serial_sequence('chat', 'id'), max(id)) FROM chat"
            connection.execute(text(last))
        upgrade(connection)
    return read


def check(url: str, progress: Progress = lambda _: None) -> Iterator[str]:
    """What is wrong with a database, in words; nothing is changed."""
    with _reading(url) as connection:
        schema = present(connection)
        if schema != newest():
            yield _say("check-schema", found=schema or "0", newest=newest())
            return
        if connection.dialect.name == "sqlite":
            for pragma in ("integrity_check", "foreign_key_check"):
                for row in connection.exec_driver_sql(f"PRAGMA {pragma}"):
                    if row[0] != "ok":
                        yield _say("check-file", found=", ".join(str(part) for part in row))
    storage = Storage(url)
    tables = Tables(storage, Hub(storage), Jobs(storage, "", 0.0), Metrics())
    with storage.session() as session:
        ids = list(session.scalars(select(TableRow.id).order_by(TableRow.created)))
    for number, id in enumerate(ids, 1):
        try:
            with tables.opened(id) as table:
                kinds = [seat.kind for seat in table.seats]
                if [seat.number for seat in table.seats] != list(range(table.row.players)):
                    yield _say("check-seats", table=id)
                elif (table.row.state == WAITING) != (OPEN in kinds):
                    yield _say("check-hole", table=id, state=table.row.state)
                play = table.play
                if play is not None and table.row.state == RUNNING and play.state.over():
                    yield _say("check-over", table=id)
                done = play is not None and table.row.state == FINISHED and play.state.over()
                if play is not None and done and play.state.scores() != table.row.scores:
                    yield _say("check-scores", table=id)
        except (TianxiaError, Refused) as error:
            if table_known(storage, id):
                yield _say("check-game", table=id, reason=str(error))
        progress(number)
    storage.close()


def table_known(storage: Storage, id: str) -> bool:
    """Is its game one of those installed here? Another's tables are kept, not judged."""
    with storage.session() as session:
        return session.get_one(TableRow, id).game in game_ids()


def count_rows(url: str) -> int:
    """How many rows a backup will have."""
    with _reading(url) as connection:
        tables = _reflected(connection).sorted_tables
        return sum(
            connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables
        )


def count_tables(url: str) -> int:
    """How many tables a check looks at."""
    with _reading(url) as connection:
        if not inspect(connection).has_table("tables"):
            return 0
        return connection.scalar(text("SELECT count(*) FROM tables")) or 0


@contextmanager
def _writing(url: str) -> Iterator[Connection]:
    engine = open_engine(url)
    try:
        with engine.execution_options(tianxia_writes="FULL").begin() as connection:
            yield connection
    finally:
        engine.dispose()


@contextmanager
def _reading(url: str) -> Iterator[Connection]:
    """Everything as it is at one moment; SQLite's transactions always see one."""
    engine = open_engine(url)
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    try:
        with engine.execution_options(isolation_level=level).connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _reflected(connection: Connection) -> MetaData:
    known = MetaData()
    names = [name for name in inspect(connection).get_table_names() if name != NOTE]
    known.reflect(connection, only=names)
    return known


def _insert(
    connection: Connection, known: MetaData, table: str, rows: list[dict[str, Any]]
) -> None:
    if rows:
        connection.execute(known.tables[table].insert(), rows)


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _say(id: str, **args: Any) -> str:
    return words("tianxia.server").say(id, **args)


def place(url: str) -> str:
    """Where a database is, to be told; without a password."""
    return make_url(url).render_as_string(hide_password=True)
