"""Whole games analysed, in Python and by the command."""

import json
import re
from pathlib import Path

import pytest

import tianxia
from tianxia.analysis import EFFORTS, Analysis, Effort, analyse, strength
from tianxia.analysis import game as whole
from tianxia.bots import BotError
from tianxia.cli import main
from tianxia.engine.record import Record

from ..tiny import tiny_game
from .test_decisions import random_record

TINY = tiny_game()
SHORT = Effort(games=8, reach=4)


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    game = tianxia.game("year-of-the-dragon")
    return analyse(random_record(game, 2, 1), SHORT)


def test_an_analysis_survives_being_kept_as_json(analysis: Analysis) -> None:
    kept = json.loads(json.dumps(analysis.to_dict()))
    assert Analysis.from_dict(kept) == analysis
    assert kept["summaries"][1]["player"] == 1


def test_summaries_count_what_was_judged(analysis: Analysis) -> None:
    for player in range(2):
        found = analysis.summary(player)
        own = [each for each in analysis.judged if each.turn.player == player]
        assert 0 < found.decisions <= len(own)
        assert sum(found.names.values()) == found.decisions
        assert found.loss == pytest.approx(sum(each.loss for each in own))
        costs = [each.cost for each in own if len(each.options) > 1]
        assert found.rate == pytest.approx(sum(costs) / found.decisions)
        stakes = [each.stake for each in own if len(each.options) > 1]
        assert found.error == pytest.approx(sum(costs) / sum(stakes))
        assert found.strength == strength.strength(tianxia.game("year-of-the-dragon"), found.error)
        assert found.luck is not None
        assert found.result is not None
        assert found.adjusted == pytest.approx(found.result - found.luck)
        costly = analysis.costliest(player)
        named = [each.loss for each in own if each.wrong]
        assert [each.loss for each in costly] == sorted(named, reverse=True)[:5]
    assert len(analysis.turning_points()) == whole.TURNING_POINTS


def test_random_play_is_told_from_greedy_play() -> None:
    game = tianxia.game("year-of-the-dragon")
    match = tianxia.new_match(game, players=2, seed=4)
    from tianxia.bots import choose
    from tianxia.engine.rng import Rng

    rng = Rng()
    rng.seed(1)
    while not match.state.over():
        player = match.state.next_actor()
        spec = "greedy" if player == 0 else "random"
        match.play(player, choose(spec, match.state, player, rng))
    found = analyse(match.record, EFFORTS["quick"])
    assert 2 * found.summary(0).error < found.summary(1).error


def test_a_running_game_tells_nothing_that_looks_at_hands() -> None:
    record = random_record(tianxia.game("middle-kingdom"), 2, 1, most=8)
    found = analyse(record, SHORT)
    assert not found.over
    assert found.steps == ()
    assert found.summary(0).luck is None


def test_nothing_to_analyse() -> None:
    with pytest.raises(whole.AnalysisError, match="without decisions"):
        analyse(Record(TINY, 2, 1, {}))


def test_the_same_seed_gives_the_same_analysis() -> None:
    record = random_record(tianxia.game("xiang-chi"), 1, 2)
    assert analyse(record, SHORT, seed=3) == analyse(record, SHORT, seed=3)


@pytest.mark.filterwarnings("ignore")  # of Ray's own making
def test_on_several_cores_and_on_a_cluster_as_on_one_core(cluster: None) -> None:
    record = random_record(tianxia.game("middle-kingdom"), 2, 4, most=6)
    alone = analyse(record, SHORT)
    assert analyse(record, SHORT, jobs=2) == alone
    assert analyse(record, SHORT, on="ray") == alone
    with pytest.raises(BotError, match="local or ray; got 'moon'"):
        analyse(record, SHORT, on="moon")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arena = ["arena", "year-of-the-dragon", "--bots", "greedy:deals=1,random", "--games", "2"]
    assert main([*arena, "--jobs", "1", "--out", str(tmp_path)]) == 0
    capsys.readouterr()
    records = sorted(str(path) for path in (tmp_path / "records").iterdir())
    told = tmp_path / "told.json"
    command = ["analyse", *records, "--effort", "quick", "--jobs", "1", "--json", str(told)]
    assert main([*command, "--plot", str(tmp_path / "curve.png")]) == 0
    said = capsys.readouterr().out
    assert "What cost random most" in said
    reason = r"^Decision \d+ – .+: .+ \([+−]\d+\.\d\)\. .+"
    assert re.search(reason, said, re.MULTILINE), said
    assert "All 2 games together" in said
    _, _, lost = said.partition("Where most is lost")
    rows = [line.split() for line in lost.splitlines() if line.strip().startswith("random ")]
    shares = [int(row[row.index("%") - 1]) for row in rows]
    assert shares == sorted(shares, reverse=True)
    assert 2 <= len(rows) <= 6
    assert 50 < sum(shares) <= 102, "most of it is told; each is rounded"
    kept = json.loads(told.read_text())
    assert [each["record"] for each in kept] == records
    assert (tmp_path / "curve.png").stat().st_size > 1000
    assert main(["analyse", str(tmp_path / "none.tianxia")]) == 2
    assert "none.tianxia" in capsys.readouterr().err


def test_a_strength_is_called_after_the_bots_that_err_as_much() -> None:
    errors = {"random": 4.0, "novice": 3.0, "greedy": 1.0, "adept": 0.6, "master": 0.4}
    found = strength.limits(errors)
    assert [name for _, name in found] == ["sage", "master", "adept", "student", "novice"]
    assert [limit for limit, _ in found] == pytest.approx([0.3, 0.5, 0.8, 2.0, 3.5])
    assert strength.strength(TINY, 1.0) == strength.UNMEASURED
