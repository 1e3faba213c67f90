"""The log: one JSON object a line, and no secret in it."""

import json
import logging
import sys
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

#: What every record of the standard library has; the rest was given as `extra`.
USUAL = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
#: Packages of databases, whose errors quote what was to be stored: keys, seeds, secret bids.
TELLTALES = ("psycopg", "sqlite3")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {key: value for key, value in vars(record).items() if key not in USUAL}
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = "\n".join(told(record.exc_info[1]))
        return json.dumps(line, default=str, ensure_ascii=False)


def told(error: BaseException) -> Iterator[str]:
    """An exception and what led to it; of a database's errors only their kind."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None:
        yield from told(before)
    yield "".join(traceback.format_tb(error.__traceback__)).rstrip()
    kind = type(error)
    if isinstance(error, SQLAlchemyError) or kind.__module__.partition(".")[0] in TELLTALES:
        found: Any = getattr(error, "orig", None) or error
        code = getattr(found, "sqlstate", None) or getattr(found, "sqlite_errorname", None)
        yield f"{kind.__qualname__}: {code or 'no code'}"
    else:
        yield f"{kind.__qualname__}: {error}"


def set_up_logs() -> None:
    """Log to the standard error stream; of a terminal, where somebody plays, only what is wrong."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel("WARNING" if sys.stderr.isatty() else "INFO")
    logging.getLogger("alembic").setLevel(logging.WARNING)
