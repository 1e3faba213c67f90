"""Numbers of a report, against some worked out by hand."""

import csv
import io
import json
import math
from pathlib import Path

import pytest

from tianxia.arena import Contest, Report, Result
from tianxia.arena.report import Ratings, mean, proportion

from ..tiny import tiny_game

GAME = tiny_game()


def results(contest: Contest, winner: str) -> dict[str, Result]:
    """One bot always wins with 10 to 4, in 3 decisions of 0.1 s."""
    found = {}
    for job in contest.jobs():
        scores = [10 if bot == winner else 4 for bot in job.seats]
        places = [1 if bot == winner else 2 for bot in job.seats]
        count = len(job.seats)
        found[job.key] = Result(
            job.key, scores, places, [3] * count, [0.3] * count, [0.2] * count, "Noble"
        )
    return found


def test_wilson_interval() -> None:
    found = proportion(8, 10)
    assert found.value == 0.8
    assert found.low == pytest.approx(0.490, abs=0.001)
    assert found.high == pytest.approx(0.943, abs=0.001)
    assert proportion(0, 10).low == 0
    assert proportion(10, 10).high == 1


def test_mean_interval() -> None:
    found = mean([1, 2, 3, 4])
    assert found.value == 2.5
    assert found.high - found.value == pytest.approx(1.96 * math.sqrt(5 / 3) / 2)
    assert mean([3]).high == math.inf


def test_two_players() -> None:
    contest = Contest.make(GAME, ["random", "greedy"], 20)
    report = Report(contest, results(contest, "greedy"))
    best, worst = report.ladder
    assert (best.bot, best.games, best.win_rate.value, best.score.value) == ("greedy", 20, 1, 10)
    assert best.place.value == 1
    assert best.seconds == pytest.approx(0.1)
    assert best.longest == 0.2
    assert best.titles == {"Noble": 20}
    assert best.rating is not None
    assert worst.rating is not None
    assert best.rating > 25 > worst.rating
    assert [row.against for row in report.tables] == [("greedy",), ("random",)]


def test_one_against_two_of_a_kind() -> None:
    contest = Contest.make(GAME, ["greedy", "random", "random"], 9)
    report = Report(contest, results(contest, "greedy"))
    assert [(row.bot, row.games) for row in report.ladder] == [("greedy", 9), ("random", 18)]
    assert report.ladder[1].win_rate.value == 0


def test_a_shared_victory_is_half_a_victory() -> None:
    contest = Contest.make(GAME, ["greedy", "random"], 2)
    tied = {
        key: Result(key, [5, 5], [1, 1], [1, 1], [0.1, 0.1], [0.1, 0.1])
        for key in (job.key for job in contest.jobs())
    }
    report = Report(contest, tied)
    assert [row.win_rate.value for row in report.ladder] == [0.5, 0.5]
    assert report.ladder[0].titles == {}


def test_ratings_do_not_depend_on_which_game_ended_first() -> None:
    contest = Contest.make(GAME, ["greedy", "random", "novice"], 12, players=2)
    found = results(contest, "novice")
    backwards = dict(reversed(found.items()))
    assert Report(contest, found).to_dict() == Report(contest, backwards).to_dict()


def test_ratings_of_equals_stay_equal() -> None:
    ratings = Ratings(["a", "b"])
    for _ in range(10):
        ratings.note(["a", "b"], [1, 1])
    ratings.note(["a", "a"], [1, 2])  # says nothing
    assert ratings.of("a") == pytest.approx(ratings.of("b"))


def test_an_unfinished_contest_can_be_reported() -> None:
    contest = Contest.make(GAME, ["greedy", "random", "novice"], 4, players=2)
    found = results(contest, "greedy")
    some = dict(list(found.items())[:3])
    report = Report(contest, some)
    assert report.games == 3
    assert {row.bot for row in report.ladder} == {"greedy", "random"}


def test_one_game_gives_valid_json() -> None:
    contest = Contest.make(GAME, ["greedy", "random"], 2)
    one = dict(list(results(contest, "greedy").items())[:1])
    told = json.dumps(Report(contest, one).to_dict(), allow_nan=False)
    assert json.loads(told)["ladder"][0]["score"] == {"value": 10, "low": None, "high": None}


def test_written_forms(tmp_path: Path) -> None:
    contest = Contest.make(GAME, ["greedy", "random"], 4)
    report = Report(contest, results(contest, "greedy"))
    told = json.loads(json.dumps(report.to_dict()))
    assert told["games"] == 4
    assert told["ladder"][0]["win_rate"]["value"] == 1
    rows = list(csv.DictReader(io.StringIO(report.csv())))
    assert [row["bot"] for row in rows] == ["greedy", "random", "greedy", "random"]
    assert rows[0]["table"] == ""
    assert float(rows[0]["win_rate_low"]) == pytest.approx(proportion(4, 4).low, abs=1e-5)
    pytest.importorskip("matplotlib")
    report.plot(tmp_path / "ladder.png")
    assert (tmp_path / "ladder.png").read_bytes().startswith(b"\x89PNG")
