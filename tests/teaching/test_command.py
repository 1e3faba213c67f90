"""`tianxia learn`, as people use it."""

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from tianxia.cli import main
from tianxia.teaching.command import Teacher
from tianxia.teaching.lesson import lesson, lessons
from tianxia.teaching.progress import FILE, Progress


def taught(*lines: str, game: str = "middle-kingdom") -> tuple[bool, str]:
    out = io.StringIO()
    console = Console(file=out, width=110)
    waiting = iter(lines)

    def ask(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    finished = Teacher(lesson(game, "round"), console, ask, Progress()).teach()
    return finished, out.getvalue()


def test_a_lesson_in_the_terminal() -> None:
    finished, shown = taught("", "", "1", "bid seven", "7", "7", "claim noble-4", "")
    assert finished
    assert "The Han have fallen" in shown
    assert "That may be too little" in shown, "a bid of 1 is answered"
    assert "Right: 7." in shown
    assert "That was the lesson" in shown


def test_an_answer_of_several_decisions_in_the_terminal() -> None:
    lines = ["", "", "", "2", "done", *["bid 2"] * 4, *["bid 3"] * 3, *["1"] * 3, "done"]
    finished, shown = taught(*lines, "5", "build A", "complete A", "", game="ten-suns")
    assert finished
    assert "So far: “1 Energy more on space 2”." in shown
    assert "Bid at least 4 there" in shown
    assert "4 times “1 Energy more on space 2” and 3 times “1 Energy more on space 3”" in shown


def test_leaving_and_stepping_back() -> None:
    finished, shown = taught("", "back", "", "quit")
    assert not finished
    assert shown.count("The Han have fallen") == 2
    finished, shown = taught()
    assert not finished
    assert "You go on where you left" in shown
    assert "The Han have fallen" not in shown
    assert "The Han have fallen" in taught("again")[1]


def test_the_first_game_comes_before_what_is_extra(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list says what is extra; who goes on without a name comes to it last."""
    order: list[str] = []

    def teach(self: Teacher) -> bool:
        order.append(self.run.lesson.id)
        return True

    monkeypatch.setattr(Teacher, "teach", teach)
    assert main(["learn", "year-of-the-dragon"]) == 0
    assert order[-3:] == ["first", "wall", "super"]
    assert capsys.readouterr().out.count("extra, not needed for the first game") == 2


def test_what_was_done_is_kept(own_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The next time the lessons go on after those that were done; one of them may be done again."""
    assert taught("", "", "7", "7", "claim noble-4", "")[0]
    kept = Progress().lesson(lesson("middle-kingdom", "round"))
    assert kept.done
    assert "The Han have fallen" in taught()[1], "a lesson that was done begins anew"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", io.StringIO(""))
        assert main(["learn", "middle-kingdom"]) == 0
    shown = capsys.readouterr().out
    assert "done" in shown
    assert "Bids that are equal cancel each other" in shown, "the second lesson"
    assert "The Han have fallen" not in shown


def test_when_all_is_done_it_says_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    for each in lessons("xiang-chi"):
        Progress().note_lesson(each, [], done=True)
    assert main(["learn", "xiang-chi"]) == 0
    assert "tianxia puzzle xiang-chi" in " ".join(capsys.readouterr().out.split())


def test_what_another_version_was_taught_is_not_resumed(own_folder: Path) -> None:
    """Nor what the lesson does not take any more: both begin anew."""
    taught("")
    path = own_folder / FILE
    told = json.loads(path.read_text("utf-8"))
    (way,) = told.values()
    assert way["answers"] == ["on"]
    path.write_text(json.dumps({at: {**way, "version": 0} for at in told}), "utf-8")
    assert "The Han have fallen" in taught()[1]
    path.write_text(json.dumps({at: {**way, "answers": ["bid 99"]} for at in told}), "utf-8")
    assert "The Han have fallen" in taught()[1]


@pytest.mark.parametrize("text", ["{", "[]", '{"/learn/x/y": {"version": 1}}', '{"/a": 3}'])
def test_a_damaged_file_is_named_and_left_alone(
    text: str, own_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own_folder.mkdir()
    (own_folder / FILE).write_text(text, "utf-8")
    assert main(["learn", "middle-kingdom"]) == 2
    assert FILE in "".join(capsys.readouterr().err.split())
    assert (own_folder / FILE).read_text("utf-8") == text


def test_the_list_of_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn"]) == 0
    assert "Ties, stacks and the Reset" in capsys.readouterr().out
    assert main(["learn", "middle-kingdom", "none"]) == 2
    assert "it has: round, ties" in capsys.readouterr().err
