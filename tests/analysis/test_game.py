"""Whole games analysed, in Python and by the command."""

import json
import re
from pathlib import Path

import pytest

import tianxia
from tianxia.analysis import EFFORTS, Analysis, Effort, analyse
from tianxia.analysis import game as whole
from tianxia.analysis.calibrate import FOLDS, Moment, bins, brier, by_scores, crossed, fit, foretell
from tianxia.analysis.evaluator import Calibration, chances
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
        assert found.rate == pytest.approx(1000 * found.loss / found.decisions)
        assert found.strength == whole.strength(found.rate)
        assert found.luck is not None
        assert found.result is not None
        assert found.adjusted == pytest.approx(found.result - found.luck)
        costly = analysis.costliest(player)
        assert [each.loss for each in costly] == sorted((e.loss for e in own), reverse=True)[:5]
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
    assert 3 * found.summary(0).rate < found.summary(1).rate


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
    kept = json.loads(told.read_text())
    assert [each["record"] for each in kept] == records
    assert (tmp_path / "curve.png").stat().st_size > 1000
    assert main(["analyse", str(tmp_path / "none.tianxia")]) == 2
    assert "none.tianxia" in capsys.readouterr().err


def simulated(spread: float, games: int) -> list[Moment]:
    """Games won as often as the spread says."""
    import random

    dice = random.Random(1)
    found = []
    for game in range(games):
        points = (dice.uniform(0, 30), dice.uniform(0, 30))
        won = dice.random() < chances(points, spread)[0]
        wins = (1.0, 0.0) if won else (0.0, 1.0)
        found.append(Moment(game, dice.randrange(100), points, (0.0, 0.0), wins))
    return found


def test_the_fit_finds_the_spread_and_foretells_other_games() -> None:
    found, lengths = simulated(8.0, 4000), [100] * 4000
    fitted = fit(found, lengths)
    assert all(6.5 < each < 10 for each in fitted.spread)
    told = crossed(found, lengths)
    for each in bins(found, told):
        assert each.low <= each.predicted <= each.high
    wrong = foretell(found, Calibration(100, (0.5,)))
    assert any(not each.low <= each.predicted <= each.high for each in bins(found, wrong))
    assert brier(found, told) < brier(found, crossed(by_scores(found), lengths))


def test_a_game_has_no_part_in_what_foretells_it() -> None:
    """One fold of games in which the last always wins does not teach the fold itself."""
    found = [
        Moment(game, 50, (20.0, 0.0), (0.0, 0.0), (0.0, 1.0) if game % FOLDS == 0 else (1.0, 0.0))
        for game in range(100)
    ]
    told = crossed(found, [100] * 100)
    odd = [row for moment, row in zip(found, told, strict=True) if moment.game % FOLDS == 0]
    assert all(row[0] > 0.99 for row in odd), "the others never lost with such a lead"
