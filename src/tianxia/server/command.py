"""`tianxia database ...`, for whoever keeps a house."""

from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from ..engine.errors import OptionError
from ..text import words
from . import database as keeping
from .main import database_url
from .settings import Settings


def run(task: str, database: str | None, file: Path | None, console: Console) -> int:
    """Do it; returns what the shell gets."""
    say = words("tianxia.server").say
    given = {} if database is None else {"database": database_url(database)}
    url = Settings.from_environment(**given).database
    if task in ("backup", "restore") and file is None:
        raise OptionError(words().say("cli-backup-missing"))
    if task == "upgrade":
        before, after = keeping.upgraded(url)
        told = "database-current" if before == after else "database-upgraded"
        console.print(say(told, before=before or "0", now=after))
        return 0
    with Progress(console=console, transient=True) as progress:
        if task == "check":
            bar = progress.add_task(say("database-work"), total=keeping.count_tables(url))
            wrong = list(keeping.check(url, lambda n: progress.update(bar, completed=n)))
        else:
            assert file is not None
            total = keeping.count_rows(url) if task == "backup" else None
            bar = progress.add_task(say("database-work"), total=total)
            work = keeping.back_up if task == "backup" else keeping.restore
            rows = work(url, file, lambda n: progress.update(bar, completed=n))
    if task != "check":
        told = "database-backed-up" if task == "backup" else "database-restored"
        console.print(say(told, rows=rows, file=str(file)), highlight=False)
        return 0
    for line in wrong or [say("database-well", place=keeping.place(url))]:
        console.print(line, highlight=False)
    return 1 if wrong else 0
