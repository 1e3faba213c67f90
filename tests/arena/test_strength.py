"""The page that benchmarks/strength.py writes."""

import tianxia
from benchmarks.strength import Contested, contests, document, measured
from tianxia.arena import Report, Result


def invented(each: Contested) -> Report:
    """Results in which the first bot always wins."""
    found = {}
    for job in each.contest.jobs():
        first = job.seats.index(each.contest.bots[0])
        places = [1 if seat == first else 2 for seat in range(len(job.seats))]
        seats = len(job.seats)
        found[job.key] = Result(
            job.key,
            [60 - place for place in places],
            places,
            [10] * seats,
            [1.0] * seats,
            [0.5] * seats,
            "Noble" if seats == 1 else None,
        )
    return Report(each.contest, found)


def test_what_is_measured_is_what_was_asked() -> None:
    found = list(contests(tianxia.game_ids(), 1.0))
    for game in tianxia.all_games():
        own = {
            (each.contest.players, each.contest.bots): each.contest.games
            for each in found
            if each.contest.game == game.id
        }
        if game.players[-1] == 1:
            assert own[1, ("master",)] >= 200
            continue
        assert own[2, ("greedy", "random")] >= 400
        assert own[2, ("adept", "greedy")] >= 400
        assert own[2, ("master", "adept")] >= 200
        if 4 in game.players:
            assert own[4, ("master", "adept", "adept", "adept")] >= 200


def test_the_page_has_a_table_for_each_number_of_players() -> None:
    found = contests(tianxia.game_ids(), 0.02)
    page = document({each.name: measured(invented(each)) for each in found})
    for game in tianxia.all_games():
        assert f"## {game.title}" in page
    rows = [line for line in page.splitlines() if line.startswith("|")]
    for line in rows:
        if line.startswith("| master"):
            assert "59.0 (59.0 to 59.0)" in line
            assert "100.0 ms | 500 ms" in line
    heads = {line.count("|") for line in rows}
    assert heads == {8, 9, 11}, "alone, learned, contests: all lines of a table are equally long"
    assert "| 3 × adept |" in page
    assert "Noble 24" in page


def test_a_page_can_be_written_before_all_is_measured() -> None:
    first = next(contests(tianxia.game_ids(), 0.02))
    page = document({first.name: measured(invented(first))})
    assert page.count(" players | against |") == 1


def test_a_row_of_an_earlier_version_says_so() -> None:
    each = next(iter(contests(["zhanguo"], 0.02)))
    result = measured(invented(each))
    assert "(version" not in document({each.name: result})
    now = tianxia.game("zhanguo").version
    assert result["version"] == now
    page = document({each.name: {**result, "version": now - 1}})
    assert f"| greedy (version {now - 1}) | random |" in page
