"""`tianxia learn`, as people use it."""

import io

import pytest
from rich.console import Console

from tianxia.cli import main
from tianxia.teaching.command import Teacher
from tianxia.teaching.lesson import lesson


def taught(*lines: str, game: str = "middle-kingdom") -> tuple[bool, str]:
    out = io.StringIO()
    console = Console(file=out, width=110)
    waiting = iter(lines)

    def ask(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    finished = Teacher(lesson(game, "round"), console, ask).teach()
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
    assert taught()[0] is False


def test_the_list_of_lessons(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn"]) == 0
    assert "Ties, stacks and the Reset" in capsys.readouterr().out
    assert main(["learn", "middle-kingdom", "none"]) == 2
    assert "it has: round, ties" in capsys.readouterr().err
