"""Golden playthroughs: whole short games as readable text, compared on every run.

`make golden` writes them anew; read the difference before you commit it.
"""

import random
import sys
from pathlib import Path
from typing import Any

import tianxia
from tianxia.engine.state import State
from tianxia.text import words

FOLDER = Path(__file__).parent / "golden"


def scenes(game: tianxia.Game) -> list[tuple[str, int, dict[str, Any]]]:
    """Name, players and options of the game's playthroughs.

    The least and the most players, and, with as few players as it allows, each option changed and
    all of them together.
    """
    found: list[tuple[str, int, dict[str, Any]]] = [
        (f"{game.id}-{players}", players, {})
        for players in sorted({game.players[0], game.players[-1]})
    ]
    changed = {
        option.name: next(value for value in reversed(option.choices) if value != option.default)
        for option in game.options
    }
    singles = [(name.replace("_", "-"), {name: value}) for name, value in changed.items()]
    together = [("all-options", changed)] if len(changed) > 1 else []
    for label, options in singles + together:
        for players in game.players:
            try:
                game.complete(players, options)
            except tianxia.OptionError:
                continue
            found.append((f"{game.id}-{players}-{label}", players, options))
            break
    return found


def playthrough(game: tianxia.Game, players: int, options: dict[str, Any]) -> str:
    """The whole game: views at the start and what changes in them, options, choices, events."""
    lines = [f"{game.title}, version {game.version}, {players} players, options {options}", ""]
    told = words(game.package)
    names = [f"P{seat}" for seat in range(players)]
    dice = random.Random(0)
    state = game.new(players, 0, **options)
    known = views(state)
    lines += [f"{path} = {value}" for path, value in known.items()]
    lines += happened(state, told, names)
    while not state.over():
        player = dice.choice(state.actors())
        legal = state.legal(player)
        action = dice.choice(legal)
        lines += ["", f"# decision {state.decisions}: {told.prompt(state.view(player), names)}"]
        lines.append(f"legal {names[player]}: {', '.join(game.space.text(a) for a in legal)}")
        words_for = told.action(game, action)
        lines.append(f"> {names[player]} {game.space.text(action)}  ({words_for})")
        state.play(player, action)
        lines += happened(state, told, names)
        now = views(state)
        lines += [f"{path} = {now[path]}" for path in now if now[path] != known.get(path)]
        lines += [f"{path} is gone" for path in known if path not in now]
        known = now
    lines += ["", f"scores {state.scores()}", f"winners {state.winners()}"]
    lines += [f"returns {state.returns()}", f"hash {tianxia.state_hash(state)}"]
    return "\n".join(lines) + "\n"


def happened(state: State, told: Any, names: list[str]) -> list[str]:
    found = []
    for event in state.events or []:
        aside = "" if event.audience is None else f" [only {event.audience}]"
        found.append(f"* {told.event(event, names)}{aside}")
    return found


def views(state: State) -> dict[str, str]:
    """The spectator's view, and of each player's what is not the same in it, by path."""
    public = flat("view", state.view(None))
    found = dict(public)
    for player in range(state.players):
        own = flat("view", state.view(player))
        for path, value in own.items():
            if public.get(path) != value and not path.endswith(".viewer"):
                found[f"P{player}.{path}"] = value
    return found


def flat(path: str, value: Any) -> dict[str, str]:
    """Nested dicts as dotted paths; lists of dicts by index; everything else as it is."""
    if isinstance(value, dict):
        found: dict[str, str] = {}
        for key, inner in value.items():
            found.update(flat(f"{path}.{key}", inner))
        return found
    if isinstance(value, list) and any(isinstance(inner, dict) for inner in value):
        found = {}
        for index, inner in enumerate(value):
            found.update(flat(f"{path}.{index}", inner))
        return found
    return {path: repr(value)}


def write(ids: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for game in tianxia.all_games():
        if ids and game.id not in ids:
            continue
        for name, players, options in scenes(game):
            (FOLDER / f"{name}.txt").write_text(playthrough(game, players, options), "utf-8")


if __name__ == "__main__":
    write(sys.argv[1:])
