"""Bots in other programs."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tianxia.bots import Bot, BotError, Seat, Table, make_bot
from tianxia.bots.external import ExternalBot
from tianxia.engine.match import new_match

from ..tiny import tiny_game

GAME = tiny_game()
EXAMPLE = Path(__file__).parents[2] / "examples" / "line_bot.py"


def program(tmp_path: Path, *lines: str) -> str:
    """A bot that says these lines, whatever it hears."""
    path = tmp_path / "bot.py"
    path.write_text(
        "import sys\n" + "\n".join(f"input(); print({line!r}, flush=True)" for line in lines) + "\n"
    )
    return f"external:time=5,cmd={sys.executable} {path}"


def test_the_example_plays_whole_games_well() -> None:
    wins = 0.0
    for seed in range(6):
        match = new_match(GAME, 2, seed)
        own = seed % 2
        seats = {own: f"external:cmd={sys.executable} {EXAMPLE}", 1 - own: "random"}
        with Table(GAME, seats, seed) as table:
            while (player := table.next(match.state)) is not None:
                thought = table.decide(match, player)
                if player == own:
                    assert thought.candidates
                match.play(player, thought.action)
        wins += own in match.state.winners()
    assert wins >= 3


READY = '{"type": "ready"}'


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["hello"], "wrote no JSON: 'hello"),
        (["[]"], "no JSON object"),
        (['{"type": "what"}'], "said 'what' to hello, not ready"),
        ([READY], "has left"),
        ([READY, '{"type": "maybe"}'], "said 'maybe', not deal, try or action"),
        ([READY, '{"type": "action", "action": "bid 9"}'], "not legal"),
        ([READY, '{"type": "action"}'], "not legal"),
        ([READY, '{"type": "deal"}'], "whole number as seed"),
    ],
)
def test_what_a_bot_does_wrong_is_said(tmp_path: Path, lines: list[str], said: str) -> None:
    bot = make_bot(program(tmp_path, *lines), GAME, 1)
    with pytest.raises(BotError, match=said):
        bot.decide(Seat(GAME.new(seed=1), 0))
    bot.close()


def test_a_bot_that_sleeps_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "sleeper.py"
    path.write_text("import time\ntime.sleep(60)\n")
    bot = make_bot(f"external:time=0.2,cmd={sys.executable} {path}", GAME, 1)
    with pytest.raises(BotError, match=r"within 0\.2 s"):
        bot.decide(Seat(GAME.new(seed=1), 0))
    process = bot._process  # type: ignore[attr-defined]
    assert isinstance(process, subprocess.Popen)
    bot.close()
    assert process.poll() is not None


def bot_of(tmp_path: Path, time: float, *lines: str) -> Bot:
    """A bot whose program is these lines of Python after it has said that it is ready."""
    path = tmp_path / "bot.py"
    start = ["import json, os, subprocess, sys, time", "input()", f"print({READY!r}, flush=True)"]
    path.write_text("\n".join([*start, *lines]) + "\n")
    return make_bot(f"external:time={time:g},cmd={sys.executable} {path}", GAME, 1)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("print('[' * 200_000, flush=True)", "wrote no JSON"),
        ("print('{\"a\":' * 100_000, flush=True)", "wrote no JSON"),
        ("print('x' * 5_000_000, flush=True)", "more than 1000000 characters"),
        ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "has left"),
        ("print(json.dumps({'type': 'deal', 'seed': 'x' * 9}), flush=True)", "whole number"),
    ],
)
def test_what_no_bot_should_write_is_said(tmp_path: Path, line: str, said: str) -> None:
    bot = bot_of(tmp_path, 20, "input()", line, "time.sleep(60)")
    with pytest.raises(BotError, match=said):
        bot.decide(Seat(GAME.new(seed=1), 0))
    bot.close()


def test_a_deal_of_any_whole_number(tmp_path: Path) -> None:
    deal = "print(json.dumps({'type': 'deal', 'seed': 10**4000}), flush=True)"
    action = "print(json.dumps({'type': 'action', 'action': 'bid 1'}), flush=True)"
    bot = bot_of(tmp_path, 20, "input()", deal, "input()", action, "input()")
    assert bot.decide(Seat(GAME.new(seed=1), 0)).action == 0
    bot.close()


@pytest.mark.parametrize("reads", ["input()", "pass"])
def test_a_bot_that_asks_for_ever_runs_out_of_time(tmp_path: Path, reads: str) -> None:
    """Whether it reads our answers or not."""
    question = "print(json.dumps({'type': 'try', 'seed': 1, 'line': []}), flush=True)"
    bot = bot_of(tmp_path, 1, "input()", "while True:", f"    {question}", f"    {reads}")
    with pytest.raises(BotError, match=r"within 1 s|does not read"):
        bot.decide(Seat(GAME.new(seed=1), 0))
    bot.close()


def test_a_bot_that_asks_ahead_of_our_answers_runs_out_of_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a game that takes its time another question is always there: nobody ever waits for one."""
    answer = ExternalBot._tried

    def slowly(bot: ExternalBot, question: dict[str, Any], seat: Seat) -> dict[str, Any]:
        time.sleep(0.001)
        return answer(bot, question, seat)

    monkeypatch.setattr(ExternalBot, "_tried", slowly)
    drain = "threading.Thread(target=lambda: all(sys.stdin), daemon=True).start()"
    many = "many = (json.dumps({'type': 'try', 'seed': 1, 'line': []}) + '\\n').encode() * 100"
    on = ["until = time.monotonic() + 5", "while time.monotonic() < until: os.write(1, many)"]
    action = "print(json.dumps({'type': 'action', 'action': 'bid 1'}), flush=True)"
    program = ["import threading", "input()", drain, many, *on, action, "time.sleep(60)"]
    bot = bot_of(tmp_path, 20, *program)
    seat = Seat(GAME.new(seed=1), 0)
    assert isinstance(bot, ExternalBot)
    bot._start(seat)
    bot._time = 0.5
    with pytest.raises(BotError, match=r"within 0\.5 s"):
        bot.decide(seat)
    bot.close()


@pytest.mark.parametrize(
    "how",
    [
        "",
        pytest.param(
            ", start_new_session=True",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="found as Linux lists them"),
        ),
    ],
    ids=["in its group", "in a group of its own"],
)
def test_what_a_bot_has_started_ends_with_it(how: str, tmp_path: Path) -> None:
    child = tmp_path / "child"
    sleeper = f"[{sys.executable!r}, '-c', 'import time; time.sleep(600)']"
    start = f"other = subprocess.Popen({sleeper}{how})"
    note = f"open({str(child)!r}, 'w').write(str(other.pid))"
    action = "print(json.dumps({'type': 'action', 'action': 'bid 1'}), flush=True)"
    bot = bot_of(tmp_path, 20, start, note, "input()", action, "os._exit(0)")
    bot.decide(Seat(GAME.new(seed=1), 0))
    number = int(child.read_text())
    os.kill(number, 0)  # it is there
    bot.close()
    for _ in range(500):  # whoever adopted it has to notice
        if not runs(number):
            return
        time.sleep(0.02)
    raise AssertionError("what the bot started has survived it")


def runs(process: int) -> bool:
    """Is there such a process, and not only what is left of it?"""
    try:
        return " Z " not in Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_program_that_is_not_there() -> None:
    bot = make_bot("external:cmd=/no/such/program", GAME, 1)
    with pytest.raises(BotError, match="cannot start"):
        bot.decide(Seat(GAME.new(seed=1), 0))
    bot.close()


def test_trying_and_dealing(tmp_path: Path) -> None:
    lines = [
        READY,
        '{"type": "try", "seed": 1, "line": [[0, "bid 1"], [1, "bid 2"]]}',
        '{"type": "try", "seed": 1, "line": [[0, "bid 9"]]}',
        '{"type": "try", "seed": 1, "line": 7}',
        '{"type": "deal", "seed": 3}',
        '{"type": "action", "action": "bid 1", "score": 12.5, "win": 0.5}',
    ]
    heard = tmp_path / "heard"
    path = tmp_path / "bot.py"
    path.write_text(
        f"heard = open({str(heard)!r}, 'w')\n"
        f"for line in {lines!r}:\n"
        "    heard.write(input() + '\\n')\n    heard.flush()\n    print(line, flush=True)\n"
    )
    bot = make_bot(f"external:cmd={sys.executable} {path}", GAME, 1)
    thought = bot.decide(Seat(GAME.new(seed=1), 0))
    bot.close()
    assert (thought.action, thought.score, thought.win) == (0, 12.5, 0.5)
    import json

    hello, decide, tried, refused, broken, state = map(json.loads, heard.read_text().splitlines())
    assert (hello["type"], hello["protocol"], hello["seat"]) == ("hello", 1, 0)
    assert decide["legal"] == ["bid 1", "bid 2", "bid 3", "bid 4"]
    assert decide["view"]["viewer"] == 0
    assert tried["legal"] == {"1": ["share half", "share nothing"]}
    assert len(tried["judge"]) == 2
    assert refused["type"] == broken["type"] == "refused"
    assert GAME.from_dict(state["state"]).view(0) == decide["view"]
