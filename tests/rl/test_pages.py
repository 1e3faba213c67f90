"""What the documentation says of the environments is what they do."""

from pathlib import Path

import pytest

import tianxia
from tianxia.engine.game import Game
from tianxia.rl.pages import pages
from tianxia.rl.versions import history, shapes, version

from .cases import OURS, name

FOLDER = Path(__file__).parent.parent.parent / "docs" / "environments"


def test_pages_are_up_to_date() -> None:
    for file, text in pages().items():
        assert (FOLDER / file).read_text("utf-8") == text, f"{file}: run `make environments`"


@pytest.mark.parametrize("game", OURS, ids=name)
def test_a_change_of_shapes_is_a_new_version(game: Game) -> None:
    newest = history(game.id)[-1]
    assert shapes(game) == newest.shapes, (
        f"the actions or features of {game.id} are not those of v{newest.number}: "
        "add a version to tianxia/rl/versions.py"
    )


def test_versions_count_up() -> None:
    for id in tianxia.game_ids():
        numbers = [found.number for found in history(id)]
        assert numbers == list(range(len(numbers)))
        assert version(id) == numbers[-1]
    assert version("a game of somebody else") == 0
