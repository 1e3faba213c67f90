"""What whoever runs a server may choose."""

import os
from dataclasses import dataclass, field

from ..folders import data_folder


def _cores() -> int:
    return max(1, (os.cpu_count() or 2) - 1)


def _painters() -> int:
    return 1 if (os.cpu_count() or 1) > 1 else 0


@dataclass(frozen=True)
class Settings:
    """How a server runs; `from_environment` reads `TIANXIA_...` variables."""

    #: SQLAlchemy's URL; SQLite by default, `postgresql+psycopg://...` for PostgreSQL.
    database: str = field(default_factory=lambda: f"sqlite:///{data_folder() / 'tianxia.db'}")
    #: Signs the guests' cookies; kept in the database if not given.
    secret: str = ""
    #: Processes in which bots think.
    workers: int = field(default_factory=_cores)
    #: Processes in which pages are drawn; with none, they are drawn where requests are answered.
    painters: int = field(default_factory=_painters)
    #: How far the workers step back for everybody else on the machine: 0 not at all, 19 as far as can be.
    nice: int = 19
    #: Where bots think: in worker processes (`local`), or on the cluster Ray is connected to (`ray`).
    think: str = "local"
    #: How thoroughly finished games are analysed: `quick`, `standard` or `deep`.
    analysis: str = "standard"
    #: Seconds after which a worker that has not answered is replaced.
    patience: float = 120.0
    #: Seconds a bot takes at least, so that people can follow.
    pace: float = 0.7
    #: Seconds between the decisions of bots at a table nobody looks at.
    slow: float = 5.0
    #: Whether clients are held to the rates in `limits.py`.
    limits: bool = True
    #: Who besides this machine may read `/metrics`: those who send this as a bearer token.
    metrics_token: str = ""
    #: Connections one address may have open at once; proxies (`FORWARDED_ALLOW_IPS`) any number.
    connections: int = 100
    #: The largest request body accepted, in bytes.
    largest_body: int = 1_000_000

    @classmethod
    def from_environment(cls, **given: object) -> "Settings":
        """The settings of the environment; `given` ones win."""
        read: dict[str, object] = {}
        for name, convert in (
            ("database", str),
            ("secret", str),
            ("workers", int),
            ("painters", int),
            ("nice", int),
            ("think", str),
            ("analysis", str),
            ("patience", float),
            ("pace", float),
            ("slow", float),
            ("metrics_token", str),
            ("connections", int),
            ("largest_body", int),
        ):
            value = os.environ.get(f"TIANXIA_{name.upper()}")
            if value is not None:
                read[name] = convert(value)
        read["limits"] = os.environ.get("TIANXIA_LIMITS", "on") != "off"
        return cls(**{**read, **given})  # type: ignore[arg-type]
