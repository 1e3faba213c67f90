import copy
import pickle
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import tianxia
from tianxia.engine.registry import _plugins


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Another package, installed, that registers the tiny game."""
    info = tmp_path / "other_games-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-games\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[tianxia.games]\n"
        "tiny = other_games:GAME\n"
        "wrong = other_games:NOTHING\n"
        "broken = other_games_that_fail:GAME\n"
        "middle-kingdom = other_games:GAME\n"
    )
    (tmp_path / "other_games.py").write_text(
        "from tests.tiny import tiny_game\nGAME = tiny_game()\nNOTHING = 1\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "other_games", raising=False)
    _plugins.cache_clear()
    yield tmp_path
    _plugins.cache_clear()


def test_our_games_are_found_by_their_folders() -> None:
    assert "middle-kingdom" in tianxia.game_ids()
    assert tianxia.game("middle-kingdom").title == "Middle Kingdom"
    assert [game.id for game in tianxia.all_games()] == tianxia.game_ids()


@pytest.mark.usefixtures("plugin")
def test_games_of_other_packages_are_found_by_entry_point() -> None:
    assert "tiny" in tianxia.game_ids()
    assert tianxia.game("tiny").new(2, seed=1).actors() == [0, 1]


@pytest.mark.usefixtures("plugin")
def test_another_package_cannot_take_the_place_of_our_game() -> None:
    assert tianxia.game("middle-kingdom").title == "Middle Kingdom"
    assert tianxia.game_ids().count("middle-kingdom") == 1


@pytest.mark.usefixtures("plugin")
def test_an_entry_point_that_is_no_game_is_refused() -> None:
    with pytest.raises(tianxia.UnknownGame, match="'wrong' is registered, but"):
        tianxia.game("wrong")


@pytest.mark.usefixtures("plugin")
def test_an_entry_point_that_cannot_be_loaded_is_refused() -> None:
    with pytest.raises(tianxia.UnknownGame, match="'broken' is registered, but cannot be loaded"):
        tianxia.game("broken")


@pytest.mark.usefixtures("plugin")
def test_a_broken_plugin_does_not_hide_the_others() -> None:
    with pytest.warns(UserWarning, match="is registered, but"):
        ids = [game.id for game in tianxia.all_games()]
    assert {"middle-kingdom", "tiny"} <= set(ids)
    assert not {"wrong", "broken"} & set(ids)


def test_games_and_states_travel_to_other_processes() -> None:
    game = tianxia.game("middle-kingdom")
    state = game.new(3, seed=4)
    assert pickle.loads(pickle.dumps(game)) is game
    assert copy.deepcopy(game) is game
    again = pickle.loads(pickle.dumps(state))
    assert again.to_dict() == copy.deepcopy(state).to_dict() == state.to_dict()


def test_an_unknown_game_is_refused_with_the_list() -> None:
    with pytest.raises(tianxia.UnknownGame, match=r"no game 'chess'; there are: .*middle-kingdom"):
        tianxia.game("chess")
