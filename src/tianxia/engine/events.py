"""What happened, as small structured records that know who may see them."""

from collections.abc import Mapping
from typing import Any, final


@final
class Event:
    """Something that happened: `kind` names its sentence in the game's messages.

    `args` are the sentence's values. The keys `player` and `other` hold a seat, `players` and
    `others` lists of seats; strings are ids of components or options. `audience` lists the seats
    that may see it; `None` is everybody.
    """

    def __init__(self, kind: str, args: Mapping[str, Any], audience: list[int] | None) -> None:
        self.kind = kind
        self.args = dict(args)
        self.audience = audience

    def seen_by(self, player: int | None) -> bool:
        """May this seat (`None`: a spectator) see the event?"""
        return self.audience is None or player in self.audience

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"kind": self.kind, "args": self.args, "audience": self.audience}

    def __repr__(self) -> str:
        args = " ".join(f"{key}={value}" for key, value in self.args.items())
        aside = "" if self.audience is None else f" (for {self.audience})"
        return f"{self.kind} {args}{aside}"
