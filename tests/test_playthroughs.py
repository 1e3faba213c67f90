import pytest

import tianxia

from .playthroughs import FOLDER, playthrough, scenes

SCENES = [(game, *scene) for game in tianxia.all_games() for scene in scenes(game)]


@pytest.mark.parametrize(
    ("game", "name", "players", "options"), SCENES, ids=[scene[1] for scene in SCENES]
)
def test_golden_playthrough(
    game: tianxia.Game, name: str, players: int, options: dict[str, object]
) -> None:
    """If the change is wanted: `make golden`, read the difference, commit it."""
    assert playthrough(game, players, options) == (FOLDER / f"{name}.txt").read_text("utf-8")


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == {scene[1] for scene in SCENES}
