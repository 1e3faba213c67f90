import io
import json
import re
from pathlib import Path

import pytest

import tianxia
from tianxia.cli import main

IDS = tianxia.game_ids()


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    return tmp_path


class Shell:
    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._patch = patch

    def run(self, command: str, *answers: str, status: int = 0) -> str:
        """Run a command with these lines as its input; what it printed."""
        self._patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in answers)))
        try:
            found = main(command.split())
        except SystemExit as left:
            found = left.code if isinstance(left.code, int) else 1
        out = self._capsys.readouterr()
        assert found == status, out.out + out.err
        return out.out + out.err


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsys, monkeypatch)


def test_games_lists_every_game(shell: Shell) -> None:
    text = shell.run("games")
    for id in IDS:
        assert id in text
    assert "2-5" in text


@pytest.mark.parametrize("id", IDS)
def test_rules_are_readable_when_piped(shell: Shell, id: str) -> None:
    text = shell.run(f"rules {id}")
    assert len(text) > 2000
    assert "\x1b[" not in text


@pytest.mark.parametrize("id", IDS)
def test_help_of_play_names_every_option(shell: Shell, id: str) -> None:
    text = shell.run(f"play {id} --help")
    for option in tianxia.game(id).options:
        assert f"--{option.name.replace('_', '-')}" in text


@pytest.mark.parametrize("id", IDS)
def test_a_whole_game_through_a_pipe(shell: Shell, id: str) -> None:
    text = shell.run(f"play {id} --seed 5 --bots random", *["1"] * 600)
    assert "Final scoring" in text
    assert "Total" in text
    assert "\x1b[" not in text


def test_make_play_asks_which_game(shell: Shell) -> None:
    text = shell.run("play --bots random", "nonsense", "middle-kingdom", "quit")
    assert text.count("Which game?") == 2
    assert "Middle Kingdom, seed" in text


def test_play_without_a_game_and_without_input_says_what_to_do(shell: Shell) -> None:
    assert "say which game to play" in shell.run("play", status=2)


def test_answers_by_notation_and_by_number(shell: Shell) -> None:
    text = shell.run(
        "play middle-kingdom --players 3 --seed 1 --bots random", "BID  7", "1", "quit", "n"
    )
    assert re.search(r"Cinnabar.*7", text)


def test_wrong_answers_are_explained_and_change_nothing(shell: Shell) -> None:
    text = shell.run(
        "play middle-kingdom --players 3 --seed 1 --bots random",
        "99",
        "bit 7",
        "claim farmer",
        "quit",
    )
    assert "choose a number from 1 to 8" in text
    assert "did you mean 'bid 7'" in text
    assert "cannot choose 'claim farmer' now" in text
    assert "Save the game first?" not in text


def test_help_log_board_and_rules_at_the_prompt(shell: Shell) -> None:
    text = shell.run("play xiang-chi --seed 2", "1", "help", "log", "board", "rules", "quit", "n")
    assert "take back your last decision" in text
    assert text.count("Turn 1") >= 2
    assert "Daemon" in text


def test_undo_takes_back_only_what_hurts_nobody(shell: Shell) -> None:
    text = shell.run("play xiang-chi --seed 2", "undo", "quit")
    assert "Nothing to take back" in text


def test_save_and_resume(shell: Shell, tmp_path: Path) -> None:
    shell.run("play xiang-chi --seed 2 --advanced", "1", "save court.tianxia", "quit")
    saved = (tmp_path / "court.tianxia").read_text()
    assert "option advanced true" in saved
    text = shell.run("play --resume court.tianxia", "log", *["1"] * 300)
    assert "Final scoring" in text
    assert "running" in shell.run("check court.tianxia")


def test_quit_offers_to_save(shell: Shell, tmp_path: Path) -> None:
    text = shell.run("play xiang-chi --seed 2", "1", "quit", "c", "quit", "y")
    assert text.count("[Y]es, [n]o, [c]ancel") == 2
    assert (tmp_path / "xiang-chi-2.tianxia").exists()


def test_saving_where_it_cannot_be_saved_says_why(shell: Shell) -> None:
    text = shell.run("play xiang-chi --seed 2", "1", "save no/such/folder/x", "quit", "n")
    assert "No such file" in text


def test_the_daily_court_is_the_same_for_everyone(shell: Shell) -> None:
    first = shell.run("play xiang-chi --daily 2026-03-01", "quit")
    assert first == shell.run("play xiang-chi --daily 2026-03-01", "quit")
    assert first != shell.run("play xiang-chi --daily 2026-03-02", "quit")
    assert "seed" in shell.run("play xiang-chi --daily", "quit")
    assert "no date" in shell.run("play xiang-chi --daily yesterday", status=2)
    shell.run("play xiang-chi --daily 2026-03-01 --seed 4", status=2)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = tianxia.new_match(tianxia.game("middle-kingdom"), 3, seed=9)
    while not match.state.over():
        player = match.state.actors()[0]
        match.play(player, match.state.legal(player)[0])
    path = tmp_path / "game.tianxia"
    path.write_text(match.record.text())
    return path


def test_check_accepts_a_sound_record(shell: Shell, record: Path) -> None:
    assert "sound" in shell.run(f"check {record}")


def test_check_names_the_wrong_line(shell: Shell, record: Path) -> None:
    lines = record.read_text().splitlines()
    lines[20] = lines[20].replace("bid", "bit").replace("claim", "clam")
    record.write_text("\n".join(lines))
    assert "line 21:" in shell.run(f"check {record}", status=1)
    assert "line 21:" in shell.run(f"replay {record}", status=2)


def test_check_of_what_is_no_text_or_not_there(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    assert "not a text file" in shell.run("check picture", status=1)
    assert "cannot read" in shell.run("check nowhere", status=2)


def test_replay_tells_the_whole_story_when_piped(shell: Shell, record: Path) -> None:
    text = shell.run(f"replay {record}")
    assert "Final scoring" in text
    assert "Cinnabar" in text


def test_replay_shows_a_position(shell: Shell, record: Path) -> None:
    assert "decision 12 of" in shell.run(f"replay {record} --at 12")
    assert "decision 12 of" in shell.run(f"replay {record} --at 12 --seat 1")
    assert "no position" in shell.run(f"replay {record} --at 99999", status=2)
    assert "no seat 7" in shell.run(f"replay {record} --seat 7", status=2)


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("play middle-kingdom --players 9", "2 to 5 players; got 9"),
        ("play middle-kingdom --seat 4", "no seat 4"),
        ("play middle-kingdom --experienced", "experienced"),
        ("play middle-kingdom --experienced maybe", "takes false or true; got 'maybe'"),
        ("play chess", "invalid choice: 'chess'"),
        ("play middle-kingdom --colour red", "--colour"),
        ("games --loud", "--loud"),
        ("play --resume nowhere", "cannot read"),
        ("play middle-kingdom --resume nowhere", "brings its own game"),
    ],
)
def test_bad_commands_are_refused(shell: Shell, command: str, expected: str) -> None:
    assert expected in shell.run(command, status=2)


def test_bench_prints_a_table_and_writes_the_figures(shell: Shell, tmp_path: Path) -> None:
    text = shell.run("bench xiang-chi --seconds 0.02 --json speed.json")
    assert "inside" in text
    found = json.loads((tmp_path / "speed.json").read_text())
    assert [row["game"] for row in found] == ["xiang-chi"]
    assert all(value > 0 for key, value in found[0].items() if key != "game")


def test_version_says_which_engine_runs(shell: Shell) -> None:
    expected = "compiled" if tianxia.COMPILED else "plain Python"
    assert f"({expected})" in shell.run("--version")
