"""What was learned: the compiled network, its files, and who uses them."""

import json
import logging
import random
import sys
from array import array
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tianxia
from tianxia.bots import BotError, Seat, make_bot
from tianxia.bots.judging import Judge, LearnedJudge
from tianxia.bots.weights import (
    Weights,
    WeightsError,
    can_judge,
    features_digest,
    file_name,
    judge_of,
    learned,
    read,
)
from tianxia.engine.features import Features
from tianxia.engine.game import Game

from ..tiny import tiny_game

compiled = pytest.mark.skipif(
    not tianxia.COMPILED, reason="the network is part of the compiled one"
)


def size(inputs: int, first: int, second: int) -> int:
    return (inputs + 2) * first + (first + 1) * second + second + 1


def weights_for(game: Game, players: int = 2, seed: int = 0, **given: Any) -> Weights:
    """Weights that say something, whatever it is."""
    dice = random.Random(seed)
    count = size(game.judged_widths[players], 4, 3)
    values = array("f", [dice.uniform(-1, 1) for _ in range(count)])
    digest = features_digest(game, players)
    return replace(Weights(game.id, game.version, players, digest, 4, 3, values), **given)


def by_numpy(weights: Weights, counts: list[int], judged: float) -> float:
    """The network as its description says, in other words."""
    values = np.array(weights.values, np.float64)
    inputs, first, second = len(counts) + 1, weights.first, weights.second
    ends = np.cumsum([inputs * first, first, first * second, second, second, 1])
    w1, b1, w2, b2, w3, b3 = np.split(values, ends[:-1])
    shown = np.array([*counts, judged])
    one = np.maximum(shown @ w1.reshape(inputs, first) + b1, 0)
    two = np.maximum(one @ w2.reshape(first, second) + b2, 0)
    return float(two @ w3 + b3[0])


@compiled
@given(st.data())
def test_the_compiled_network_says_what_numpy_says(data: st.DataObject) -> None:
    from tianxia.bots._network import Network

    inputs, first, second = (data.draw(st.integers(1, most)) for most in (40, 70, 40))
    counts = data.draw(st.lists(st.integers(-300, 300), min_size=inputs, max_size=inputs))
    judged = data.draw(st.floats(-200, 200, width=32))
    dice = random.Random(data.draw(st.integers(0, 99)))
    values = array("f", [dice.uniform(-1, 1) for _ in range(size(inputs, first, second))])
    network = Network(inputs, first, second, values.tobytes())
    before = data.draw(st.integers(0, 3))
    found = network.residual(array("h", [7] * before + counts), before, judged)
    wanted = by_numpy(Weights("", 1, 2, "", first, second, values), counts, judged)
    assert found == pytest.approx(wanted, rel=1e-3, abs=0.05)


@compiled
@pytest.mark.parametrize(
    ("sizes", "count", "said"),
    [
        ((0, 4, 3), 10, "1 to 65536 inputs"),
        ((5, 257, 3), 10, "1 to 256 units"),
        ((5, 4, 0), 10, "1 to 256 units"),
        ((5, 4, 3), size(5, 4, 3) - 1, "expected 188 bytes of weights; got 184"),
    ],
)
def test_a_network_of_a_wrong_size_is_refused(
    sizes: tuple[int, int, int], count: int, said: str
) -> None:
    from tianxia.bots._network import Network

    with pytest.raises(ValueError, match=said):
        Network(*sizes, bytes(4 * count))


@compiled
@pytest.mark.parametrize("start", [-1, 2])
def test_a_network_reads_nothing_beyond_the_counts(start: int) -> None:
    from tianxia.bots._network import Network

    network = Network(5, 4, 3, bytes(4 * size(5, 4, 3)))
    assert network.residual(array("h", range(6)), 1, 2.0) == 0
    with pytest.raises(ValueError, match="expected 5 counts"):
        network.residual(array("h", range(6)), start, 2.0)


def test_a_file_keeps_all_of_it(tmp_path: Path) -> None:
    game = tiny_game()
    kept = weights_for(game, proven=["greedy"], note={"games": 7})
    path = tmp_path / file_name(2)
    kept.write(path)
    assert read(path) == kept
    assert [each.name for each in tmp_path.iterdir()] == ["learned-2.weights"]


def test_a_file_that_holds_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.weights"
    weights_for(tiny_game()).write(path)
    whole = path.read_bytes()
    head, _, values = whole.partition(b"\n")
    told = json.loads(head)
    for damaged in (
        b"",
        b"\x00\xff\x00",
        b"[]\n" + values,
        json.dumps({**told, "more": 1}).encode() + b"\n" + values,
        whole[:-1],
    ):
        path.write_bytes(damaged)
        with pytest.raises(WeightsError, match="holds no weights of a judge"):
            read(path)


@compiled
def test_weights_cut_short_are_refused(tmp_path: Path) -> None:
    game = tiny_game()
    path = tmp_path / "short.weights"
    whole = weights_for(game)
    replace(whole, values=whole.values[:-1]).write(path)
    with pytest.raises(WeightsError, match=r"short\.weights: expected \d+ bytes"):
        judge_of(game, 2, str(path), "greedy")


@compiled
def test_the_learned_judge_adds_what_the_own_one_is_short_of(tmp_path: Path) -> None:
    for game in (*tianxia.all_games(), tiny_game()):
        players = game.default_players
        weights = weights_for(game, players)
        path = tmp_path / f"{game.id}.weights"
        weights.write(path)
        judge = judge_of(game, players, str(path), "mcts")
        assert isinstance(judge, LearnedJudge)
        dice = random.Random(3)
        state = game.new(seed=3)
        looks = 0
        while not state.over():
            if dice.random() < 0.1 or not looks:
                looks += 1
                every = judge.all_points(state)
                for player in range(players):
                    shown = Features(game.judged_widths[players])
                    game.show_judge(state, player, shown)
                    own = game.judge(state, player)
                    counts = np.frombuffer(shown.counts, np.int16).tolist()  # type: ignore[call-overload]
                    wanted = own + by_numpy(weights, counts, own)
                    assert every[player] == pytest.approx(wanted, rel=1e-3, abs=0.05)
                    assert judge.points(state, player) == every[player]
            player = dice.choice(state.actors())
            state.play(player, dice.choice(state.legal(player)))
        assert judge.all_points(state) == [game.judge(state, seat) for seat in range(players)]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Game, Path]:
    """A game with a folder of its own, and where its weights are looked for."""
    folder = tmp_path / "tiny_with_weights"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, folder.name, raising=False)
    game = tiny_game()
    game.package = folder.name
    return game, folder / file_name(2)


@compiled
def test_only_bots_that_have_won_with_it_use_what_was_learned(
    installed: tuple[Game, Path],
) -> None:
    game, path = installed
    weights_for(game, proven=["greedy"]).write(path)
    assert isinstance(judge_of(game, 2, "learned", "greedy"), LearnedJudge)
    assert type(judge_of(game, 2, "learned", "mcts")) is Judge
    assert type(judge_of(game, 2, "own", "greedy")) is Judge
    assert type(judge_of(game, 3, "learned", "greedy")) is Judge


@compiled
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"game": "go"}, "they are for go with 2 players"),
        ({"players": 3}, "they are for tiny with 3 players"),
        ({"version": 0}, "learned with version 0; this is 1"),
        ({"features": "x"}, "shows learners something else now"),
    ],
)
def test_weights_of_something_else_are_not_used_and_that_is_said_once(
    installed: tuple[Game, Path],
    caplog: pytest.LogCaptureFixture,
    changed: dict[str, Any],
    said: str,
) -> None:
    game, path = installed
    replace(weights_for(game, proven=["greedy"]), **changed).write(path)
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert type(judge_of(game, 2, "learned", "greedy")) is Judge
    assert len(caplog.records) == 1
    assert said in caplog.text
    assert "its own judge decides" in caplog.text
    with pytest.raises(WeightsError, match=said):
        judge_of(game, 2, str(path), "greedy")


def test_without_the_compiled_network_the_own_judge_decides(
    installed: tuple[Game, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, path = installed
    weights_for(game, proven=["greedy", "mcts"]).write(path)
    monkeypatch.setitem(sys.modules, "tianxia.bots._network", None)
    monkeypatch.delattr(tianxia.bots, "_network", raising=False)
    assert not can_judge()
    state = game.new(seed=5)
    for spec in ("greedy", "mcts:iterations=20"):
        by_default, by_own = (
            make_bot(f"{spec}{more}", game, 1).decide(Seat(state, 0))
            for more in ("", ("," if ":" in spec else ":") + "judge=own")
        )
        assert by_default == by_own
    with pytest.raises(BotError, match="need the compiled package"):
        judge_of(game, 2, str(path), "greedy")


def test_a_judge_that_is_not_there_is_refused() -> None:
    game = tiny_game()
    with pytest.raises(BotError, match="own, learned or a file with weights; got 'wise'"):
        make_bot("greedy:judge=wise", game, 1).decide(Seat(game.new(seed=1), 0))


@compiled
def test_what_the_package_has_learned_fits_its_games() -> None:
    for game in tianxia.all_games():
        folder = Path(tianxia.__file__).parent / "games" / game.id.replace("-", "_")
        found = {path.name for path in folder.glob("*.weights")}
        assert found <= {file_name(players) for players in game.players}
        for players in game.players:
            if file_name(players) not in found:
                continue
            weights = learned(game, players)
            assert weights is not None, f"weights of {game.id} for {players} are of no use"
            assert weights.proven, "weights that nobody uses"
            assert weights.note["proofs"], "a note says how they were made and what they won"
        assert sum(path.stat().st_size for path in folder.glob("*.weights")) < 1_000_000
