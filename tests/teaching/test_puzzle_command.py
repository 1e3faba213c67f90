"""`tianxia puzzle`, as people use it."""

import io

import pytest
from rich.console import Console

from tianxia.cli import main
from tianxia.teaching.progress import Progress
from tianxia.teaching.puzzle import Puzzle, puzzles
from tianxia.teaching.puzzle_command import Solving


def asked(each: Puzzle, *lines: str) -> tuple[bool, str]:
    out = io.StringIO()
    console = Console(file=out, width=140)
    waiting = iter(lines)

    def ask(prompt: str) -> str:
        try:
            return next(waiting)
        except StopIteration:
            raise EOFError from None

    stays = Solving(each, console, ask, Progress()).ask()
    return stays, out.getvalue()


def test_solving_one_with_a_wrong_answer_first() -> None:
    each = puzzles("middle-kingdom")[0]
    wrong = next(text for text in each.promises if text not in each.best)
    stays, shown = asked(each, "", wrong, "bid nonsense", "999", each.best[0])
    assert stays
    assert shown.index("Not the best.") < shown.index("Right!")
    assert "How often it is found" in shown.split("Right!")[1]
    assert "How often it is found" not in shown.split("Right!")[0]


def test_an_option_by_its_number() -> None:
    each = puzzles("xiang-chi")[0]
    state = each.position()
    legal = [state.game.space.text(action) for action in state.legal(each.seat)]
    _, shown = asked(each, str(legal.index(each.best[0]) + 1))
    assert "Right!" in shown


def test_seeing_the_answer_passing_on_and_leaving() -> None:
    each = puzzles("zhanguo")[0]
    stays, shown = asked(each, "reveal")
    assert stays
    assert "The answer:" in shown
    assert not Progress().solved(each), "seeing the answer is not solving"
    assert asked(each, "next")[0]
    assert not asked(each, "quit")[0]
    assert not asked(each)[0]


def test_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["puzzle"]) == 0
    assert "Ten Suns" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("next\nquit\n"))
    assert main(["puzzle", "ten-suns", "--number", "3"]) == 0
    shown = capsys.readouterr().out
    assert "puzzle 3 of" in shown
    assert "puzzle 4 of" in shown
    monkeypatch.setattr("sys.stdin", io.StringIO("reveal\n"))
    assert main(["puzzle", "ten-suns", "--daily"]) == 0
    assert "The answer:" in capsys.readouterr().out
    assert main(["puzzle", "ten-suns", "--number", "900"]) == 2
    assert "has no puzzle 900" in capsys.readouterr().err


def test_what_was_solved_is_kept_and_the_next_one_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = puzzles("xiang-chi")
    asked(found[0], found[0].best[0])
    asked(found[1], "next")
    assert Progress().solved(found[0])
    assert not Progress().solved(found[1])
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main(["puzzle", "xiang-chi"]) == 0
    shown = capsys.readouterr().out
    assert "puzzle 2 of" in shown
    assert f"{len(found) - 1} puzzles are left of {len(found)}." in shown
    for each in found:
        Progress().note_solved(each, each.best[0])
    assert main(["puzzle", "xiang-chi"]) == 0
    assert f"You have solved all {len(found)} puzzles" in capsys.readouterr().out
