"""Ratings, and the page of the league."""

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

import tianxia
from tianxia.arena import Contest, Result
from tianxia.arena.league import AT, Kept, document
from tianxia.arena.rating import ratings, strengths
from tianxia.bots import CLASSICS, LEVELS, BotError, fingerprint
from tianxia.cli import main

GAME = tianxia.game("middle-kingdom")


def invented(contest: Contest, strength: dict[str, float], seed: int = 1) -> dict[str, Result]:
    """Games that end as the model says: a bot twice as strong ends before the other twice as often."""
    dice, found = random.Random(seed), {}
    for job in contest.jobs():
        left = list(range(len(job.seats)))
        places = [0] * len(left)
        while left:
            weights = [strength[job.seats[seat]] for seat in left]
            seat = dice.choices(left, weights)[0]
            places[seat] = len(places) - len(left) + 1
            left.remove(seat)
        scores = [50 - place for place in places]
        none = [0.0] * len(places)
        found[job.key] = Result(job.key, scores, places, [1] * len(places), none, none)
    return found


@pytest.mark.parametrize("players", [2, 3])
def test_ratings_find_how_strong_bots_are(players: int) -> None:
    true = {"novice": 0.1, "adept": 1.0, "master": 3.0, "classic-adept": 1.0}
    contest = Contest.make(GAME, list(true), 240, players)
    found = ratings(contest, invented(contest, true), "classic-adept", 1500)
    assert found["classic-adept"].value == 1500
    for bot, strength in true.items():
        wanted = 1500 + 400 * math.log10(strength)
        assert abs(found[bot].value - wanted) < 70
        assert found[bot].low - 20 < wanted < found[bot].high + 20
    assert found["adept"].low < found["adept"].value < found["adept"].high
    few = Contest.make(GAME, list(true), 24, players)
    wide = ratings(few, invented(few, true), "classic-adept", 1500)["adept"]
    assert wide.high - wide.low > 2 * (found["adept"].high - found["adept"].low)


def test_who_lost_all_games_is_weak_but_not_infinitely() -> None:
    found = strengths([[0.0, 20.0], [0.0, 0.0]])
    assert found[0] / found[1] == pytest.approx(20.5 / 0.5)
    assert strengths([[0.0, 7.0], [7.0, 0.0]]) == pytest.approx([1.0, 1.0])


def test_a_shared_place_is_half_a_victory() -> None:
    contest = Contest.make(GAME, ["adept", "master"], 2, 2)
    even = {
        job.key: Result(job.key, [5, 5], [1, 1], [1, 1], [0.0] * 2, [0.0] * 2)
        for job in contest.jobs()
    }
    assert ratings(contest, even, "adept", 1500)["master"].value == pytest.approx(1500)


def test_alone_the_same_deals_are_compared() -> None:
    game = tianxia.game("xiang-chi")
    contest = Contest.make(game, ["adept", "master"], 10)
    found = {}
    for job in contest.jobs():
        score = job.seed * 7 % 30 + (3 if job.seats[0] == "master" else 0)
        found[job.key] = Result(job.key, [score], [1], [1], [0.0], [0.0])
    rated = ratings(contest, found, "adept", 1500)
    assert rated["adept"].value == 0
    assert (rated["master"].low, rated["master"].high) == (3, 3), "luck is the same for both"


def test_ratings_need_somebody_to_count_from() -> None:
    contest = Contest.make(GAME, ["adept", "master"], 2, 2)
    with pytest.raises(BotError, match="counted from sage, which is not among adept, master"):
        ratings(contest, {}, "sage", 1500)


def league(tmp_path: Path, *more: str) -> tuple[int, str]:
    page = tmp_path / "page.md"
    small = ["--games", "2", "--jobs", "1", "--out", str(tmp_path / "games"), "--page", str(page)]
    status = main(["league", *more, *small])
    return status, page.read_text() if page.exists() else ""


def test_the_page_has_all_bots_and_goes_on_where_it_was(tmp_path: Path) -> None:
    bots = ["--bots", "random,greedy:deals=1,novice"]
    status, page = league(tmp_path, GAME.id, "--players", "2", *bots)
    assert status == 0
    assert f"## {GAME.title}" in page
    rows = [line for line in page.splitlines() if line.startswith("| ")]
    assert {row.split(" | ")[0] for row in rows[2:]} == {"| random", "| greedy:deals=1", "| novice"}
    assert any(f"| random | {AT:.0f} |" in row for row in rows), "counted from the first"
    lines = [path.read_text() for path in tmp_path.glob("games/*/results.jsonl")]
    assert [each.count("\n") for each in lines] == [6]
    status, page = league(tmp_path, GAME.id, "--players", "2", *bots)
    assert status == 0
    assert rows == [line for line in page.splitlines() if line.startswith("| ")]
    assert lines == [path.read_text() for path in tmp_path.glob("games/*/results.jsonl")]
    status, more = league(tmp_path, "xiang-chi", "--bots", "random,novice")
    assert status == 0
    assert set(page.splitlines()) < set(more.splitlines()), "what was measured before stays"
    assert "| bot | points more | games | score |" in more


def test_a_bot_that_is_no_longer_the_same_is_marked(tmp_path: Path) -> None:
    bots = ["--bots", "random,novice", "--players", "2"]
    _, page = league(tmp_path, GAME.id, *bots)
    assert "has changed since" not in page
    kept = Kept(tmp_path / "page.json").read()
    kept["contests"][f"{GAME.id}-2"]["bots"]["novice"] = "00000000"
    assert "| novice (has changed since) |" in document(kept)


def test_fingerprints_tell_bots_apart() -> None:
    found = {fingerprint(bot, GAME, 2) for bot in (*LEVELS, *CLASSICS)}
    assert len(found) == len(LEVELS) + len(CLASSICS)
    assert fingerprint("adept", GAME, 2) == fingerprint("adept", GAME, 2)
    assert fingerprint("adept", GAME, 2) != fingerprint("adept:iterations=7", GAME, 2)


@pytest.mark.skipif(not tianxia.COMPILED, reason="plain Python has learned nothing")
def test_fingerprints_change_with_what_was_learned() -> None:
    assert fingerprint("adept", GAME, 2) != fingerprint("adept", GAME, 4)
    assert fingerprint("classic-adept", GAME, 2) == fingerprint("classic-adept", GAME, 4)


@pytest.mark.parametrize("proven", [True, False])
def test_the_page_tells_how_far_a_bot_can_be_exploited(tmp_path: Path, proven: bool) -> None:
    won: dict[str, Any] = {"share": 0.61, "low": 0.54, "high": 0.68, "games": 200}
    before = {**won, "share": 0.4, "low": 0.3, "high": 0.5}
    told = {
        "plan": {"game": GAME.id, "players": 2, "against": "master"},
        "rounds": [{"games": 500, "before": before}],
        "proofs": [won] if proven else [],
    }
    (tmp_path / "curve.json").write_text(json.dumps(told))
    status, page = league(tmp_path, "--exploits", str(tmp_path))
    assert status == 0
    share = "61.0 % (54.0 to 68.0)" if proven else "40.0 % (30.0 to 50.0)"
    assert f"| {GAME.title} | 2 | master | 500 | 200 | {share} | 50 % |" in page


def test_what_cannot_be_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert league(tmp_path, "--exploits", str(tmp_path)) == (2, "")
    assert "holds no training against a bot" in " ".join(capsys.readouterr().err.split())
    assert league(tmp_path, GAME.id, "--players", "9") == (2, "")
    assert "is for 2 to 5 players; got 9" in " ".join(capsys.readouterr().err.split())
    assert league(tmp_path, "xiangqi") == (2, "")
    assert "xiangqi" in " ".join(capsys.readouterr().err.split())


def test_unknown_bots_are_refused_before_a_game(tmp_path: Path) -> None:
    assert league(tmp_path, GAME.id, "--bots", "adept,wizard") == (2, "")
    assert not list(tmp_path.glob("games/*"))
