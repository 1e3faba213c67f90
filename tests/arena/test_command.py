"""`tianxia arena`, as people use it."""

import json
from pathlib import Path

import pytest

import tianxia
from tianxia.cli import main

GAME = next(game for game in tianxia.all_games() if 2 in game.players)


def test_a_small_contest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["arena", GAME.id, "--bots", "greedy:deals=1,random", "--games", "2"]
    command += ["--jobs", "1", "--out", str(tmp_path)]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "Ladder" in said
    assert "random" in said
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["games"] == 2
    assert report["contest"]["bots"] == ["greedy:deals=1", "random"]
    assert (tmp_path / "report.csv").read_text().count("\n") == 5
    assert len(list((tmp_path / "records").iterdir())) == 2
    assert main([*command[:-4], "--games", "4", *command[-4:]]) == 0, "four games: two more"
    assert json.loads((tmp_path / "report.json").read_text())["games"] == 4


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--bots", "wizard,random"], "no bot 'wizard'; there are: novice"),
        (["--bots", "random,random", "--option", "colour=red"], "has no option 'colour'"),
        (["--bots", "random", "--players", "2"], "2 players need 2 bots"),
    ],
)
def test_refusals(more: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", GAME.id, *more]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
