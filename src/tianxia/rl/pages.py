"""The pages about the environments, written from the code: `python -m tianxia.rl.pages FOLDER`."""

import random
import sys
from pathlib import Path

from ..engine.game import Game
from ..engine.options import option_text
from ..engine.registry import game as find_game
from ..engine.registry import game_ids
from ..text import words
from .gymnasium import environment_id
from .openspiel import RECALL, short_name
from .seat import BOUND
from .versions import history, version

#: The ranges in the table of features are those of so many games.
GAMES = 20


def page(game: Game) -> str:
    """All a trainer needs to know of a game's environments."""
    snake = game.id.replace("-", "_")
    players = game.default_players
    lines = [
        f"# {game.title}",
        "",
        "Made by `make environments`; [how to train](../training.md) explains the faces.",
        "",
        "| face | name |",
        "| --- | --- |",
        f"| PettingZoo | `tianxia.rl.pettingzoo.env({game.id!r})`, `tianxia/{snake}_v{version(game.id)}` |",
        f"| Gymnasium | `{environment_id(game.id)}` |",
        f"| OpenSpiel | `{short_name(game)}` |",
        f"| vectorised | `tianxia.rl.vector.Vector({game.id!r}, rows=256)` |",
        "",
        *_options(game),
        "## Shapes",
        "",
        "| players | observation | action mask | OpenSpiel observation | OpenSpiel information state |",
        "| ---: | ---: | ---: | ---: | ---: |",
    ]
    for count in game.players:
        width = len(game.feature_names(count))
        usual = " (usual)" if count == players else ""
        lines.append(
            f"| {count}{usual} | {width} | {len(game.space)} | {count + width} "
            f"| {count + width + RECALL} |"
        )
    lines += ["", *_actions(game), *_features(game, players), *_rewards(game), *_versions(game)]
    return "\n".join(lines) + "\n"


def _options(game: Game) -> list[str]:
    if not game.options:
        return []
    lines = ["Options of the game, as further arguments of every face:", ""]
    lines += ["| option | values | default |", "| --- | --- | --- |"]
    lines += [
        f"| `{option.name}` | {option.expected()} | {option_text(option.default)} |"
        for option in game.options
    ]
    return [*lines, ""]


def _actions(game: Game) -> list[str]:
    told = words(game.package)
    lines = ["## Actions", "", f"{len(game.space)} in {len(game.space.families)} families."]
    lines += ["", "| numbers | family | notation |", "| --- | --- | --- |"]
    for family in game.space.families:
        last = family.start + len(family) - 1
        numbers = str(last) if len(family) == 1 else f"{family.start} to {last}"
        lines.append(f"| {numbers} | {family.name} | `{family.pattern}` |")
    lines += ["", "<details><summary>Every action</summary>", ""]
    lines += ["| number | notation | meaning |", "| ---: | --- | --- |"]
    lines += [
        f"| {action} | `{game.space.text(action)}` | {told.action(game, action)} |"
        for action in range(len(game.space))
    ]
    return [*lines, "", "</details>", ""]


def _features(game: Game, players: int) -> list[str]:
    low, high = ranges(game, players, GAMES)
    lines = ["## Observation", ""]
    lines += [
        "What the deciding player may know, in float32, the player's own seat first where seats are",
        f"counted. The space is declared as {-BOUND:g} to {BOUND:g}; the ranges below are those of",
        f"{GAMES} random games of {players} players." if players > 1 else f"{GAMES} random games.",
        "",
        "| index | feature | least | most |",
        "| ---: | --- | ---: | ---: |",
    ]
    for index, name in enumerate(game.feature_names(players)):
        lines.append(f"| {index} | {name} | {low[index]:.3g} | {high[index]:.3g} |")
    return [*lines, ""]


def ranges(game: Game, players: int, games: int) -> tuple[list[float], list[float]]:
    """The least and the greatest value of each feature in random games."""
    width = len(game.feature_names(players))
    low, high = [float("inf")] * width, [float("-inf")] * width
    for seed in range(games):
        dice = random.Random(seed)
        state = game.quiet(players, seed, {})
        while True:
            seats = range(players) if state.over() else state.actors()
            for seat in seats:
                for index, value in enumerate(state.features(seat)):
                    low[index] = min(low[index], value)
                    high[index] = max(high[index], value)
            if state.over():
                break
            player = dice.choice(state.actors())
            state.play(player, dice.choice(state.legal(player)))
    return low, high


def _rewards(game: Game) -> list[str]:
    if game.players[-1] == 1:
        what = "At the end the score, scaled to -1 to 1 (`state.returns()`); 0 before."
    else:
        what = (
            "At the end 1 for the first and -1 for the last, evenly spaced between, shared places "
            "averaged; they sum to 0. 0 before the end."
        )
    more = "With `shaping=s` every point gained or lost adds `s` at once (not in OpenSpiel)."
    return ["## Rewards", "", what, more, ""]


def _versions(game: Game) -> list[str]:
    lines = ["## Versions", "", "| version | day | what is new |", "| --- | --- | --- |"]
    lines += [f"| v{found.number} | {found.day} | {found.note} |" for found in history(game.id)]
    return lines


def write(folder: Path) -> None:
    """All pages and their index."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, "utf-8")


def pages() -> dict[str, str]:
    """Every page by the name of its file."""
    games = [find_game(id) for id in game_ids()]
    found = {f"{game.id}.md": page(game) for game in games}
    lines = ["# Environments", "", "| game | players | actions | features |"]
    lines.append("| --- | --- | ---: | ---: |")
    for game in games:
        few, many = game.players[0], game.players[-1]
        counts = str(few) if few == many else f"{few} to {many}"
        width = len(game.feature_names(game.default_players))
        lines.append(f"| [{game.title}]({game.id}.md) | {counts} | {len(game.space)} | {width} |")
    lines += ["", "Features are counted for the usual number of players.", ""]
    found["README.md"] = "\n".join(lines)
    return found


if __name__ == "__main__":
    write(Path(sys.argv[1]))
