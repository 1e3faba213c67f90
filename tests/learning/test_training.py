"""Training, from the first game to a judge that is kept: on a tiny game, in a moment."""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import tianxia
from tianxia.bots import BotError
from tianxia.bots.weights import OWN, read
from tianxia.cli import main
from tianxia.engine.features import Features
from tianxia.engine.game import Game
from tianxia.engine.state import State
from tianxia.learning import Plan
from tianxia.learning.choices import OPTIONS, Choices, play_games
from tianxia.learning.command import report
from tianxia.learning.fitting import fit
from tianxia.learning.training import TRIALS, Training, Won

from ..tiny import Tiny, tiny_game

compiled = pytest.mark.skipif(
    not tianxia.COMPILED, reason="the network is part of the compiled one"
)
SMALL: dict[str, Any] = {"games": 45, "matches": 8, "first": 8, "second": 4, "epochs": 4}


class Rich(Tiny):
    """More gold than all coins together are worth: it decides who wins."""

    def reveal(self) -> None:
        super().reveal()
        self.gold[self.winner] += 12 - self.die
        self.die = 12

    def copy(self) -> "Rich":
        other = super().copy()
        assert isinstance(other, Rich)
        return other


def own_first(state: State, player: int, found: Features) -> None:
    assert isinstance(state, Tiny)
    gold = state.gold[player:] + state.gold[:player]
    found.scaled([state.round, state.die, state.fortunes[player], *gold], 1)


def misled(state: State, player: int) -> float:
    """A judge that takes gold for a bad thing: there is much to learn."""
    assert isinstance(state, Tiny)
    if state.over():
        return float(state.scores()[player])
    return 20.0 - state.gold[player]


@pytest.fixture
def game() -> Game:
    found = tiny_game(Rich, own_first)
    found.judge = misled
    return found


@pytest.fixture
def console() -> Iterator[Console]:
    with Path("/dev/null").open("w") as nothing:
        yield Console(file=nothing)


def train(game: Game, folder: Path, console: Console, rounds: int, **given: Any) -> Training:
    plan = Plan.make(game, 2, **{**SMALL, **given})
    training = Training(plan, folder, console, game)
    training.run(rounds, jobs=1)
    return training


@compiled
def test_a_training_learns_and_what_wins_is_kept(
    game: Game, tmp_path: Path, console: Console
) -> None:
    size = {"games": 300, "matches": 80, "first": 16, "second": 8, "epochs": 12, "seed": 2}
    training = train(game, tmp_path, console, 2, **size)
    first = training.rounds[0]
    assert first.kept
    assert first.learned_error < 0.6 * first.own_error
    assert first.matches[0].share > 0.55, "who likes gold beats who does not"
    assert len(first.trials) == len(TRIALS)
    assert (first.level, first.trust) in TRIALS
    assert [won.against for won in training.rounds[1].matches] == ["round-1", "own"]
    best = read(training.best)
    assert best.proven == []
    training.prove({"greedy": 120, "mcts:iterations=1": 2}, jobs=1)
    best = read(training.best)
    assert best.proven == ["greedy"], "two games prove nothing"
    assert [won["bot"] for won in best.note["proofs"]] == ["greedy", "mcts:iterations=1"]
    report(training, console, plotted=True)
    told = json.loads((tmp_path / "curve.json").read_text())
    assert [each["kept"] for each in told["rounds"]] == [each.kept for each in training.rounds]
    assert (tmp_path / "curve.png").stat().st_size > 1000


@compiled
def test_a_training_may_begin_with_a_judge_that_learned_before(
    game: Game, tmp_path: Path, console: Console
) -> None:
    size = {"games": 300, "matches": 80, "first": 16, "second": 8, "epochs": 12, "seed": 2}
    start = str(train(game, tmp_path / "before", console, 1, **size).best)
    after = train(game, tmp_path / "after", console, 1, **{**size, "games": 20, "start": start})
    first = after.rounds[0]
    assert [won.against for won in first.matches] == ["before", "own"]
    assert first.kept == first.matches[0].better, "who began well is harder to beat"
    weights = read(tmp_path / "after" / "round-1" / "judge.weights")
    assert weights.note["start"] == start
    with pytest.raises(BotError, match="holds another training: start"):
        train(game, tmp_path / "after", console, 1, **{**size, "games": 20})


@compiled
def test_what_does_not_win_is_not_kept(tmp_path: Path, console: Console) -> None:
    game = tiny_game()
    training = train(game, tmp_path, console, 1, games=2, epochs=1)
    worse = training.rounds[0]
    assert worse.kept == (worse.matches[0].share > 0.5 + (0.25 / 8) ** 0.5)
    assert training.best.exists() == worse.kept
    assert not worse.kept, "two games teach nothing, with this seed"
    training.prove({"greedy": 2}, jobs=1)
    assert not training.proofs


@compiled
def test_alone_the_same_deals_tell_who_is_better(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    small = ["--rounds", "1", "--games", "3", "--matches", "3", "--jobs", "1", "--plot"]
    small += ["--prove", "", "--out", str(tmp_path)]
    assert main(["train", "xiang-chi", *small]) == 0
    folder = tmp_path / "1-players"
    told = json.loads((folder / "round-1" / "round.json").read_text())
    match = told["matches"][0]
    lines = [
        [json.loads(line)["scores"][0] for line in path.read_text().splitlines()]
        for path in sorted(folder.glob("round-1/match-own/*/results.jsonl"))
    ]
    leads = [one - two for one, two in zip(*lines, strict=True)]
    assert len(leads) == match["games"] == 3
    assert match["share"] == pytest.approx(sum(leads) / 3)
    assert match["low"] < match["share"] < match["high"]
    assert told["kept"] == (match["low"] > 0)
    assert f"({match['low']:+.1f}–{match['high']:+.1f})" in capsys.readouterr().out


def won(players: int, share: float, low: float) -> Won:
    return Won("greedy", "own", players, 100, share, low, 1.0, 0.0, 0.0)


def test_better_is_more_than_a_fair_share_and_alone_surely_more_points() -> None:
    assert won(2, 0.56, 0.46).better
    assert not won(2, 0.54, 0.44).better
    assert not won(2, 0.56, 0.46).sure
    assert won(4, 0.30, 0.22).better
    assert won(4, 0.40, 0.31).sure
    assert won(1, 0.3, 0.1).better
    assert not won(1, 3.0, -0.1).better, "one long shot proves nothing"


@compiled
def test_a_learner_that_only_plays_against_one_bot(
    game: Game, tmp_path: Path, console: Console
) -> None:
    size = {"games": 300, "matches": 80, "first": 16, "second": 8, "epochs": 12, "seed": 2}
    training = train(game, tmp_path, console, 2, against="greedy:deals=2,judge=own", **size)
    first, second = training.rounds
    assert first.before is not None
    assert abs(first.before.share - 0.5) < 0.2, "who has learned nothing is as good"
    assert [each.against for each in first.matches] == ["greedy:deals=2,judge=own"]
    assert first.kept == (first.matches[0].share > first.before.share + first.matches[0].error)
    assert first.kept, "who likes gold beats who does not"
    assert second.before is not None
    assert second.before.share > 0.5
    training.prove({"greedy:deals=2,judge=own": 40}, jobs=1)
    assert training.proofs[0].share > 0.5
    assert read(training.best).proven == [], "nobody else is to play with it"
    report(training, console, plotted=True)
    again = Training(training.plan, tmp_path, console, game)
    assert again.rounds == training.rounds


def test_one_learner_sits_among_those_it_is_to_beat() -> None:
    plan = Plan("tiny", 1, "", 4, against="master")
    pool = plan.pool(["one", "two"])
    assert pool == [(1.0, "master:judge=two")]
    assert plan.pool([]) == [(1.0, "master:judge=own")]
    dice = random.Random(1)
    tables = [plan.seats(pool, dice) for _ in range(40)]
    assert {tuple(sorted(table)) for table in tables} == {
        ("master", "master", "master", "master:judge=two")
    }
    assert {table.index("master:judge=two") for table in tables} == {0, 1, 2, 3}


@compiled
def test_the_same_seed_trains_the_same_and_another_does_not(
    game: Game, tmp_path: Path, console: Console
) -> None:
    one, two = (train(game, tmp_path / name, console, 1) for name in ("one", "two"))
    other = train(game, tmp_path / "other", console, 1, seed=1)
    values = [read(each.folder / "round-1" / "judge.weights").values for each in (one, two, other)]
    assert values[0] == values[1] != values[2]
    assert one.rounds[0].matches[0].share == two.rounds[0].matches[0].share


@compiled
def test_an_interrupted_training_goes_on(
    game: Game, tmp_path: Path, console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = train(game, tmp_path / "whole", console, 2)
    played: list[int] = []

    def until_cut(
        plan: Plan, pool: Any, best: str, first: int, count: int, game: Game
    ) -> tuple[int, int, Choices]:
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(first)
        return play_games(plan, pool, best, first, count, game)

    cut = tmp_path / "cut"
    with monkeypatch.context() as patched:
        patched.setattr("tianxia.learning.training.play_games", until_cut)
        with pytest.raises(KeyboardInterrupt):
            train(game, cut, console, 1)
    assert len(list(cut.glob("round-1/games-*.npz"))) == 2
    train(game, cut, console, 1)
    again = train(game, cut, console, 2)
    kept = [read(each.folder / "round-2" / "judge.weights").values for each in (whole, again)]
    assert kept[0] == kept[1]
    games = [path.stat().st_mtime_ns for path in cut.glob("round-*/games-*.npz")]
    train(game, cut, console, 2)
    assert games == [path.stat().st_mtime_ns for path in cut.glob("round-*/games-*.npz")]


@compiled
def test_a_folder_of_another_training_is_refused(
    game: Game, tmp_path: Path, console: Console
) -> None:
    Training(Plan.make(game, 2, **SMALL), tmp_path, console, game)
    with pytest.raises(BotError, match="holds another training: seed 0"):
        Training(Plan.make(game, 2, seed=1, **SMALL), tmp_path, console, game)


@compiled
@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"games": 0}, "games from 1; got 0"),
        ({"epochs": -1}, "epochs from 1; got -1"),
        ({"first": 257}, "at most 256 units"),
        ({"searching": 1.5}, "searching is a share, from 0 to 1; got 1.5"),
    ],
)
def test_bad_plans_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BotError, match=said):
        Plan.make(tiny_game(), 2, **given)


@pytest.mark.skipif(tianxia.COMPILED, reason="there the network is")
def test_without_the_network_nothing_is_trained() -> None:
    with pytest.raises(BotError, match="training needs the compiled package"):
        Plan.make(tiny_game(), 2)


def plan_for(game: Game, **given: Any) -> Plan:
    return Plan(game.id, game.version, "", 2, **{**SMALL, "share": 0.4, **given})


def test_the_pool_has_earlier_judges_and_other_levels() -> None:
    plan = plan_for(tiny_game())
    pool = plan.pool(["one", "two", "three"])
    assert sum(share for share, _ in pool) == pytest.approx(1)
    assert max(pool)[1] == "greedy:deals=1,others=likely,reach=0,judge=three"
    said = " ".join(spec for _, spec in pool)
    for wanted in ("judge=own", "judge=one", "judge=two", "novice", "mcts"):
        assert wanted in said
    begun = plan_for(tiny_game(), start="zero")
    assert max(begun.pool([]))[1] == "greedy:deals=1,others=likely,reach=0,judge=zero"
    assert any(spec.endswith("judge=zero") for _, spec in begun.pool(["one"]))


def test_options_vary_and_go_together() -> None:
    dice = random.Random(1)
    for game in tianxia.all_games():
        plan = plan_for(game)
        found = [plan.options(game, dice) for _ in range(60)] if 2 in game.players else []
        for options in found:
            game.complete(2, options)
        if found and game.options:
            assert len({str(options) for options in found}) > 1
            assert {} in found


def test_choices_are_what_seats_see_and_what_came_of_it(game: Game, tmp_path: Path) -> None:
    plan = plan_for(game, share=1.0, astray=1.0)
    pool = [(1.0, "random")]
    found = play_games(plan, pool, OWN, 7, 20, game)[2]
    assert len(set(found.games.tolist())) > 10
    assert set(found.games.tolist()) <= set(range(7, 27))
    lines = len(found.games)
    assert found.counts.shape == (lines, OPTIONS, game.judged_widths[2])
    assert found.judged.shape == found.later.shape == (lines, OPTIONS)
    assert found.options.min() >= 2
    assert found.options.max() <= OPTIONS
    for line in range(lines):  # what is not there is empty
        assert not found.counts[line, found.options[line] :].any()
        assert not found.later[line, found.options[line] :].any()
        assert found.counts[line, found.options[line] - 1].any()
    again = play_games(plan, pool, OWN, 9, 1, game)[2]
    assert (again.counts == found.counts[found.games == 9]).all()
    assert (again.later == found.later[found.games == 9]).all()
    path = tmp_path / "some.npz"
    found.write(path)
    kept = Choices.read(path)
    assert (kept.counts == found.counts).all()
    assert (kept.later == found.later).all()


def test_fitting_finds_what_the_judge_is_short_of() -> None:
    dice = np.random.default_rng(1)
    lines = 1500
    counts = dice.integers(0, 9, (lines, OPTIONS, 5)).astype(np.int16)
    counts[:, :, 4] = 3  # what never changes teaches nothing
    judged = dice.uniform(0, 50, (lines, OPTIONS)).astype(np.float32)
    short = np.maximum(counts[:, :, 0] - counts[:, :, 1], 0) * 2 - 0.1 * judged
    luck = dice.uniform(-30, 30, (lines, 1))  # the same for all options of a choice
    options = dice.integers(2, OPTIONS + 1, lines).astype(np.int8)
    later = (judged + short + luck).astype(np.float32)
    later[np.arange(OPTIONS) >= options[:, None]] = 1e6  # what is not there teaches nothing
    choices = Choices(counts, judged, later, options, np.arange(lines, dtype=np.int32) // 10)
    found = fit(plan_for(tiny_game(), first=16, second=8, epochs=40), choices, 3, 0.1)
    assert found.lines == 1350
    assert found.learned < 0.1 * found.own
    assert np.isfinite(np.array(found.values)).all()
    half = found.trusted(0.5, 8)
    assert half[:-9] == found.values[:-9]
    assert [2 * value for value in half[-9:]] == found.values[-9:].tolist()


@compiled
def test_the_command_says_what_it_takes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = str(tmp_path)
    assert main(["train", "middle-kingdom", "--players", "9", "--out", out]) == 2
    assert "middle-kingdom is for 2 to 5 players; got 9" in capsys.readouterr().err
    assert main(["train", "xiang-chi", "--against", "master", "--out", out]) == 2
    assert "alone there is nobody to play against" in capsys.readouterr().err
    assert main(["train", "zhanguo", "--players", "2", "--against", "random", "--out", out]) == 2
    assert "bot random takes nothing; got 'judge'" in capsys.readouterr().err
    small = ["--rounds", "1", "--games", "2", "--matches", "2", "--proofs", "2", "--jobs", "1"]
    assert main(["train", "year-of-the-dragon", "--players", "2", *small, "--out", out]) == 0
    said = capsys.readouterr().out
    assert "year-of-the-dragon, 2 players" in said
    assert (tmp_path / "2-players" / "curve.json").exists()
