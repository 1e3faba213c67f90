"""Who meets whom, where and how often."""

from collections import Counter

import pytest

from tianxia.arena import Contest, play_job
from tianxia.bots import BotError
from tianxia.engine.errors import OptionError
from tianxia.engine.record import read_record

from ..tiny import tiny_game

GAME = tiny_game()


def test_every_bot_sits_in_every_seat_with_every_seed() -> None:
    contest = Contest.make(GAME, ["random", "greedy", "mcts:iterations=2"], 12, seed=100)
    assert contest.players == 3
    jobs = contest.jobs()
    assert len(jobs) == 12
    assert len({job.key for job in jobs}) == 12
    for seat in range(3):
        seen = Counter((job.seats[seat], job.seed) for job in jobs)
        assert set(seen.values()) == {1}
        assert len(seen) == 3 * 4


def test_with_more_bots_than_players_every_selection_meets_with_the_same_seeds() -> None:
    contest = Contest.make(GAME, ["random", "greedy", "novice"], 5, players=2)
    assert contest.tables() == [("random", "greedy"), ("random", "novice"), ("greedy", "novice")]
    jobs = contest.jobs()
    assert len(jobs) == 3 * 6, "five games are rounded up to whole rotations"
    assert {job.seed for job in jobs} == {0, 1, 2}


def test_several_of_a_kind() -> None:
    contest = Contest.make(GAME, ["greedy", "random", "random"], 3)
    assert [job.seats for job in contest.jobs()] == [
        ("greedy", "random", "random"),
        ("random", "greedy", "random"),
        ("random", "random", "greedy"),
    ]


def test_refusals() -> None:
    with pytest.raises(BotError, match=r"3 players need 3 bots; got 2 \(write 2\*greedy"):
        Contest.make(GAME, ["random", "greedy"], 3, players=3)
    with pytest.raises(BotError, match="needs bots"):
        Contest.make(GAME, [], 3)
    with pytest.raises(BotError, match="needs games"):
        Contest.make(GAME, ["random", "greedy"], 0)
    with pytest.raises(BotError, match="no bot 'x'"):
        Contest.make(GAME, ["random", "x"], 1)
    with pytest.raises(OptionError, match="2 to 3 players"):
        Contest.make(GAME, ["random"] * 4, 1, players=4)


def test_a_job_gives_its_result_and_record() -> None:
    contest = Contest.make(GAME, ["greedy", "random"], 2, options={"rounds": 1})
    job = contest.jobs()[1]
    result, text = play_job(contest, job, GAME)
    record = read_record(text, lambda _: GAME)
    state = record.replay()
    assert record.options == {"rounds": 1}
    assert (record.seed, record.players) == (job.seed, 2)
    assert (result.scores, result.places) == (state.scores(), state.places())
    assert sum(result.decisions) == len(record.decisions)
    assert play_job(contest, job, GAME)[1] == text
