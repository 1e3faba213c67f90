"""The rules of a game one by one, so that it can be said of each where it is taught.

A rule is a paragraph, a table or an item of a list in `rules.md`, with the words before a colon that
lead to it. It is called by its heading and its number there: `Bidding 2`; the heading alone
(`Bidding`) means all of them.
"""

import re
from collections.abc import Iterable
from importlib.resources import files

from ..engine.game import Game
from .lesson import LessonError

#: The heading of what comes before the first one.
INTRODUCTION = "Introduction"
#: Where an item of a list begins.
ITEM = re.compile(r"^(?:-|\d+\.) ", re.MULTILINE)
#: A title within a part is no rule.
TITLE = re.compile(r"\*\*[^*]+\*\*")


def rules(game: Game) -> dict[str, str]:
    """What the rules say, by what each is called, in their order."""
    found: dict[str, str] = {}
    heading, number, leading = INTRODUCTION, 0, ""
    text = files(game.package).joinpath("rules.md").read_text("utf-8")
    for block in re.split(r"\n\s*\n", text.strip()):
        if block.startswith("#"):
            if not block.startswith("# "):
                heading, number = block.lstrip("# "), 0
            continue
        if TITLE.fullmatch(block):
            continue
        if block.endswith(":"):
            leading = f"{block} "
            continue
        starts = [item.start() for item in ITEM.finditer(block)] or [0]
        starts[0] = 0
        for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
            number += 1
            found[f"{heading} {number}"] = " ".join((leading + block[start:end]).split())
            leading = ""
    return found


def named(game: Game, names: Iterable[str]) -> list[str]:
    """The rules that are meant by these names, headings among them."""
    known = list(rules(game))
    found: list[str] = []
    for name in names:
        meant = [rule for rule in known if name in (rule, rule.rpartition(" ")[0])]
        if not meant:
            raise LessonError(f"{game.id} has no rule {name!r}")
        found += meant
    return found
