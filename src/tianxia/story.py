"""A record told in words: what happened at each decision, as one viewer saw it."""

from collections.abc import Sequence

from .engine.record import Record
from .engine.state import State
from .text import words


def told(state: State, viewer: int | None, names: Sequence[str]) -> list[str]:
    """What happened since the last decision, as far as the viewer may know."""
    language = words(state.game.package)
    return [language.event(event, names) for event in state.events or [] if event.seen_by(viewer)]


def story(record: Record, viewer: int | None, names: Sequence[str]) -> list[list[str]]:
    """The setup's lines, then those of each decision."""
    state = record.start()
    chapters = [told(state, viewer, names)]
    for player, action in record.decisions:
        state.play(player, action)
        chapters.append(told(state, viewer, names))
    return chapters
