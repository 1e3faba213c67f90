"""Runs are kept as they go and resumed where they stopped."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import tianxia
from tianxia.arena import Arena, Contest, Report
from tianxia.bots import BotError
from tianxia.engine.record import read_record

from ..tiny import tiny_game

GAME = tiny_game()


def contest(games: int = 8, bots: tuple[str, ...] = ("greedy", "random")) -> Contest:
    return Contest.make(GAME, bots, games)


def arena(folder: Path, games: int = 8) -> Arena:
    return Arena(contest(games), folder, GAME)


class Stop(Exception):
    """Somebody pulled the plug."""


def stop_after(games: int) -> Callable[[], None]:
    left = [games]

    def done() -> None:
        left[0] -= 1
        if not left[0]:
            raise Stop

    return done


def facts(one: Arena) -> dict[str, tuple[list[int], str]]:
    return {
        key: (result.scores, one.record_path(key).read_text())
        for key, result in one.results().items()
    }


def test_a_run_keeps_every_game(tmp_path: Path) -> None:
    one = arena(tmp_path)
    counted: list[int] = []
    one.run(jobs=1, done=lambda: counted.append(1))
    assert len(one.results()) == len(counted) == 8
    assert one.waiting() == []
    for key, result in one.results().items():
        record = read_record(one.record_path(key).read_text(), lambda _: GAME)
        assert record.replay().scores() == result.scores


@pytest.mark.parametrize("games", [1, 3, 7])
def test_an_interrupted_run_goes_on_and_ends_the_same(tmp_path: Path, games: int) -> None:
    whole = arena(tmp_path / "whole")
    whole.run(jobs=1)
    broken = arena(tmp_path / "broken")
    with pytest.raises(Stop):
        broken.run(jobs=1, done=stop_after(games))
    again = arena(tmp_path / "broken")
    assert len(again.results()) == games, "nothing is lost"
    assert len(again.waiting()) == 8 - games
    again.run(jobs=1)
    assert facts(again) == facts(whole)
    assert len((tmp_path / "broken" / "results.jsonl").read_text().splitlines()) == 8


def test_half_a_line_is_played_again(tmp_path: Path) -> None:
    one = arena(tmp_path)
    one.run(jobs=1)
    path = tmp_path / "results.jsonl"
    text = path.read_text()
    path.write_text(text[:-20])
    again = arena(tmp_path)
    assert len(again.results()) == 7
    again.run(jobs=1)
    assert len(arena(tmp_path).results()) == 8
    assert [json.loads(line)["key"] for line in path.read_text().splitlines()] == list(
        one.results()
    )


def test_more_games_of_the_same_contest(tmp_path: Path) -> None:
    arena(tmp_path, 4).run(jobs=1)
    more = arena(tmp_path, 10)
    assert (len(more.results()), len(more.waiting())) == (4, 6)
    assert len(arena(tmp_path, 2).results()) == 2


def test_another_contest_is_not_mixed_in(tmp_path: Path) -> None:
    arena(tmp_path).run(jobs=1)
    with pytest.raises(BotError, match="holds another contest: bots"):
        Arena(contest(8, ("random", "random")), tmp_path, GAME)


def test_a_bot_that_fails_stops_the_run_with_its_name(tmp_path: Path) -> None:
    failing = Arena(contest(4, ("random", "external:cmd=false")), tmp_path, GAME)
    with pytest.raises(BotError, match=r"external:cmd=false in game 0-0-0: .* has left"):
        failing.run(jobs=1)


def test_elsewhere_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="local or ray; got 'moon'"):
        arena(tmp_path).run(on="moon")


def installed(folder: Path) -> Arena:
    game = tianxia.all_games()[0]
    return Arena(Contest.make(game, ["random"] * game.players[0], 4), folder)


def test_on_several_cores_as_on_one(tmp_path: Path) -> None:
    one, two = installed(tmp_path / "one"), installed(tmp_path / "two")
    one.run(jobs=1)
    two.run(jobs=2)
    assert facts(one) == facts(two)
    assert Report(one.contest, one.results()).games == 4


@pytest.mark.filterwarnings("ignore")  # of Ray's own making
def test_on_a_local_ray_as_on_one_core(tmp_path: Path, cluster: None) -> None:
    one, two = installed(tmp_path / "one"), installed(tmp_path / "two")
    one.run(jobs=1)
    two.run(on="ray")
    assert facts(one) == facts(two)
