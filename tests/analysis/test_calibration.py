"""How points become chances: the fit, its check on other games, and which judge it holds for."""

import random
from pathlib import Path

import pytest

import tianxia
from tianxia.analysis import JudgeEvaluator
from tianxia.analysis import calibrate as fitting
from tianxia.analysis.calibrate import (
    FOLDS,
    Moment,
    bins,
    brier,
    by_scores,
    crossed,
    fit,
    foretell,
    wilson,
)
from tianxia.analysis.evaluator import UNFITTED, Calibration, calibration, chances
from tianxia.bots.weights import LEARNED, OWN, can_judge, learned
from tianxia.engine.errors import TianxiaError

from ..tiny import tiny_game
from .test_decisions import random_record

DRAGON = tianxia.game("year-of-the-dragon")


def simulated(spread: float, games: int, tail: float = 0.0) -> list[Moment]:
    """Games won as often as the spread says; with a tail, more often by those far behind."""
    dice = random.Random(1)
    found = []
    for game in range(games):
        points = (dice.uniform(0, 30), dice.uniform(0, 30))
        won = dice.random() < chances(points, spread, tail)[0]
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


def test_large_leads_that_are_lost_more_often_than_small_ones_promise() -> None:
    even, far = chances((10.0, 10.0, 0.0), 5.0, 0.5), chances((10.0, 10.0, 0.0), 5.0)
    assert sum(even) == pytest.approx(1)
    assert even[0] == even[1]
    assert even[2] / even[0] == pytest.approx((1 + 0.5 * 2) ** -2)
    assert far[2] < even[2]
    assert chances((10.0, 0.0), 5.0, 1e-6)[0] == pytest.approx(chances((10.0, 0.0), 5.0)[0])
    lengths = [100] * 4000
    fitted = fit(simulated(3.0, 4000, tail=0.6), lengths)
    assert 0.35 < fitted.tail < 0.9
    assert fit(simulated(8.0, 4000), lengths).tail < 0.2


def test_a_game_has_no_part_in_what_foretells_it() -> None:
    """One fold of games in which the last always wins does not teach the fold itself."""
    found = [
        Moment(game, 50, (20.0, 0.0), (0.0, 0.0), (0.0, 1.0) if game % FOLDS == 0 else (1.0, 0.0))
        for game in range(100)
    ]
    told = crossed(found, [100] * 100)
    odd = [row for moment, row in zip(found, told, strict=True) if moment.game % FOLDS == 0]
    assert all(row[0] > 0.99 for row in odd), "the others never lost with such a lead"


def test_an_interval_for_few_games() -> None:
    """As in Wilson's paper: also where nobody won it has a width, and stays between 0 and 1."""
    low, high = wilson(0.0, 10)
    assert low == pytest.approx(0.0, abs=1e-12)
    assert high == pytest.approx(0.2775, abs=1e-4)
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-4)


def test_positions_of_one_game_are_one_observation() -> None:
    often = [Moment(0, turn, (1.0, 0.0), (0.0, 0.0), (1.0, 0.0)) for turn in range(50)]
    (low, high) = bins(often, [(0.55, 0.45)] * 50)
    assert low.games == high.games == 1
    # Many of one game and one of another are hardly more than one.
    other = Moment(1, 0, (1.0, 0.0), (0.0, 0.0), (0.0, 1.0))
    assert bins([*often, other], [(0.55, 0.45)] * 51)[0].games < 1.1


def test_what_was_learned_foretells_where_it_was_calibrated() -> None:
    weights = learned(DRAGON, 2)
    assert (weights is not None) == can_judge()
    if weights is None:
        assert JudgeEvaluator(DRAGON, 2).name == OWN
    else:
        assert calibration(DRAGON, 2, weights.digest) is not None
        assert JudgeEvaluator(DRAGON, 2).name == LEARNED
    assert JudgeEvaluator(DRAGON, 2, OWN).name == OWN
    assert JudgeEvaluator(DRAGON, 2, OWN).calibrated
    assert calibration(DRAGON, 2, "other weights") is None, "what is measured holds for one judge"
    tiny = JudgeEvaluator(tiny_game(), 2)
    assert not tiny.calibrated
    assert tiny.outlook(tiny_game().new(2, 1)).wins[0] == UNFITTED.chances([0, 0], [0, 0], 0)[0]


def test_records_of_a_folder_are_fitted_and_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    records, source = tmp_path / "records", Path("src", *DRAGON.package.split("."))
    records.mkdir()
    for seed in range(FOLDS):
        text = random_record(DRAGON, 2, seed).text()
        (records / f"{seed}.tianxia").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    command = [DRAGON.id, "--records", str(records), "--report", "report.json", "--write"]
    with pytest.raises(TianxiaError, match="source tree"):
        fitting.main(command)
    source.mkdir(parents=True)
    assert fitting.main(command) == 0
    assert "Brier score" in capsys.readouterr().out
    kept = (source / "calibration.toml").read_text("utf-8")
    assert "[players.2.own]" in kept
    assert f"games = {FOLDS}" in kept
    assert "year-of-the-dragon, 2 players, own" in Path("report.json").read_text("utf-8")
    with pytest.raises(TianxiaError, match="a record of year-of-the-dragon, not of zhanguo"):
        fitting.main(["zhanguo", "--records", str(records)])
