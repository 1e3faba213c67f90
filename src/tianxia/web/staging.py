"""What happened, piece by piece: for one viewer, the board after each decision and what is told of it.

A scene is a decision that brought about something this viewer may see. Answers to a secret question
are therefore one scene, the last of them, when all are revealed.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from ..engine.events import Event
from ..engine.game import Game
from ..server.play import Happening
from ..server.tables import Table
from ..text import SEAT_ARGS, SEATS_ARGS, words
from .assets import game_file

#: So many scenes at most: who comes back after a whole day looks at the log or the replay.
MOST_SCENES = 40
#: What a game's `moments.toml` may name, each with its beat and sound on the page.
MOMENTS = ("round", "reveal", "clash", "fall", "strike", "gain", "loss", "end")


@cache
def moments(game: Game) -> dict[str, str]:
    """Which kinds of events are moments, and of what sort."""
    source = game_file(game.package, "moments.toml")
    sorts = tomllib.loads(source) if source else {}
    assert set(sorts) <= set(MOMENTS), sorts
    return {kind: sort for sort, kinds in sorts.items() for kind in kinds}


def told(table: Table, viewer: int | None, happening: Happening) -> list[dict[str, Any]]:
    """The lines of a decision that the viewer may read: words, moment, and what they speak of."""
    play = table.begun()
    said = happening.said(words(play.game.package), table.names)
    sorts = moments(play.game)
    return [
        {
            "text": line.text,
            "kind": event.kind,
            "moment": sorts.get(event.kind, ""),
            "seats": seats_of(event),
            "about": list(about(event)),
        }
        for event, line in zip(happening.events, said, strict=True)
        if event.seen_by(viewer) or play.state.over()
    ]


def steps(table: Table, viewer: int | None) -> list[int]:
    """The moves at which something is told, from the start: what one looks at when looking back."""
    play = table.begun()
    shown = play.happenings[: play.seen() + 1]
    return [h.move for h in shown if h.move == 0 or told(table, viewer, h)]


def rounds(table: Table) -> list[int]:
    """The moves at which a round begins."""
    play = table.begun()
    sorts = moments(play.game)
    return [
        happening.move
        for happening in play.happenings[: play.seen() + 1]
        if any(sorts.get(event.kind) == "round" for event in happening.events)
    ]


def since_own(table: Table, seat: int | None) -> int:
    """The move before the seat's last decision; for a spectator, before the last."""
    decisions = table.begun().match.record.decisions
    for move in range(len(decisions), 0, -1):
        if seat is None or decisions[move - 1][0] == seat:
            return move - 1
    return 0


def scenes(table: Table, viewer: int | None, since: int) -> list[tuple[int, dict[str, Any], Any]]:
    """Move, what is told, and the viewer's view after each decision later than move `since`."""
    play = table.begun()
    record, last = play.match.record, play.seen()
    wanted = [h for h in play.happenings[since + 1 : last + 1] if told(table, viewer, h)]
    wanted = wanted[-MOST_SCENES:]
    if not wanted:
        return []
    state = record.replay(wanted[0].move - 1)
    found = []
    for happening in wanted:
        for player, action in record.decisions[state.decisions : happening.move]:
            state.play(player, action)
        scene = {
            "move": happening.move,
            "seat": record.decisions[happening.move - 1][0],
            "lines": told(table, viewer, happening),
        }
        found.append((happening.move, scene, state.view(viewer)))
    return found


def seats_of(event: Event) -> list[int]:
    """The players of whom an event speaks: their panels light up."""
    found = [event.args[key] for key in SEAT_ARGS if key in event.args]
    for key in SEATS_ARGS:
        found += event.args.get(key, [])
    return found


def about(event: Event) -> Iterator[str]:
    """What the pieces concerned are called: ids, `space-3` for a number, and the kind of event."""
    yield event.kind
    for key, value in event.args.items():
        if key in SEAT_ARGS or key in SEATS_ARGS:
            continue
        for item in value if isinstance(value, list | tuple) else [value]:
            if isinstance(item, str):
                yield item
            elif isinstance(item, int):
                yield f"{key}-{item}"
