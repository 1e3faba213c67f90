"""The page that benchmarks/strength.py writes."""

from pathlib import Path
from typing import Any

import tianxia
from benchmarks.strength import Contested, contests, document, measured, options_on
from tianxia.arena import Report, Result


def invented(each: Contested) -> dict[str, Any]:
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
    return measured(each, Report(each.contest, found), found)


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


def test_all_who_learned_meet_themselves_as_they_were_also_with_options() -> None:
    found = {each.name: each for each in contests(tianxia.game_ids(), 1.0)}
    assert len(found) == len(list(contests(tianxia.game_ids(), 1.0))), "names are not used twice"
    asked = {
        name: found[name].asked
        for name in (
            "ten-suns-2-greedy-over-classic-greedy",
            "zhanguo-2-adept-over-classic-adept",
            "year-of-the-dragon-4-master-over-classic-master",
            "middle-kingdom-4-master-over-classic-master",
            "ten-suns-4-greedy-over-classic-greedy-options",
            "middle-kingdom-4-greedy-over-classic-greedy",
            "zhanguo-2-sage-over-master",
        )
    }
    assert list(asked.values()) == [0.85, 0.7, 0.4, 0.33, 0.6, 0.6, 0.6]
    for name in asked:
        assert found[name].contest.games == 400
    changed = found["ten-suns-4-greedy-over-classic-greedy-options"].contest.options
    assert changed == {"first_bow": "random", "prestige_end": 30, "moon_ties": "skip"}
    assert found["xiang-chi-1-classic-master"].contest.games >= 1200
    for id in ("year-of-the-dragon", "zhanguo"):
        assert f"{id}-2-adept-over-classic-adept-options" in found
    assert "middle-kingdom-2-adept-over-classic-adept-options" not in found, "that is for three"
    assert options_on(tianxia.game("middle-kingdom"), 3) == {"experienced": True}


def test_other_bots_have_a_folder_of_their_own() -> None:
    each = next(each for each in contests(["zhanguo"], 1.0) if each.set == "learned")
    name = each.folder(Path("out")).name
    assert name.startswith("zhanguo-2-greedy-over-classic-greedy-")
    assert all(name.count(one) == 1 for one in each.prints().values())


def test_alone_the_same_deals_are_compared() -> None:
    found = {each.name: each for each in contests(["xiang-chi"], 0.01)}
    kept = {name: invented(found[name]) for name in ("xiang-chi-1-master", "xiang-chi-1-sage")}
    seeds = kept["xiang-chi-1-sage"]["scores"]
    kept["xiang-chi-1-sage"]["scores"] = {seed: score + 2 for seed, score in seeds.items()}
    assert "| sage | master | 12 | 2.0 (2.0 to 2.0) |" in document(kept)


def test_the_page_has_a_table_for_each_number_of_players() -> None:
    found = contests(tianxia.game_ids(), 0.02)
    page = document({each.name: invented(each) for each in found})
    for game in tianxia.all_games():
        assert f"## {game.title}" in page
    rows = [line for line in page.splitlines() if line.startswith("|")]
    for line in rows:
        if line.startswith("| master") and line.count("|") > 5:
            assert "59.0 (59.0 to 59.0)" in line
            assert "100.0 ms | 500 ms" in line
    heads = {line.count("|") for line in rows}
    assert heads == {5, 8, 9, 11}, (
        "pairs, alone, learned, contests: lines of a table are equally long"
    )
    assert "| 3 × adept |" in page
    assert "Noble 24" in page


def test_a_page_can_be_written_before_all_is_measured() -> None:
    first = next(contests(tianxia.game_ids(), 0.02))
    page = document({first.name: invented(first)})
    assert page.count(" players | against |") == 1


def test_a_row_of_an_earlier_version_says_so() -> None:
    each = next(iter(contests(["zhanguo"], 0.02)))
    result = invented(each)
    assert "(version" not in document({each.name: result})
    assert "(earlier bots)" not in document({each.name: result})
    other = {**result, "bots": {**result["bots"], "greedy": "00000000"}}
    assert "| greedy (earlier bots) | random |" in document({each.name: other})
    now = tianxia.game("zhanguo").version
    assert result["version"] == now
    page = document({each.name: {**result, "version": now - 1}})
    assert f"| greedy (version {now - 1}) | random |" in page
