"""Effects that are known are found, and none where there are none."""

import csv
import io
import json
import math
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

import tianxia
from tianxia.arena import Arena, Contest
from tianxia.arena.balance import Balance, Effect, Slope, between, corrected, ratio
from tianxia.arena.sightings import Counted, Description, count_text, describe, option_name
from tianxia.arena.weighing import count_all, show, write
from tianxia.cli import main
from tianxia.engine.sightings import DEALT, OFFERED, TAKEN, Measure, Sighting
from tianxia.engine.state import State

from ..tiny import Tiny, tiny_game

GAME = tiny_game()


def seen(state: State) -> Iterator[Sighting]:
    """The fortunes dealt to the seats, and the dice thrown for the table."""
    assert isinstance(state, Tiny)
    if not state.decisions:
        for seat, fortune in enumerate(state.fortunes):
            yield Sighting(DEALT, "fortune", str(fortune), seat)
    for event in state.events or []:
        if event.kind == "reveal":
            yield Sighting(DEALT, "die", str(event.args["die"]))


def measured(state: State) -> Iterator[Measure]:
    for event in state.events or []:
        if event.kind == "reveal":
            yield Measure("bid", "highest", max(event.args["bids"]))


def chosen(state: State, player: int, action: int) -> Iterator[Sighting]:
    if GAME.space.family(action).name == "bid":
        for offer in state.legal(player):
            yield Sighting(OFFERED, "coin", GAME.space.text(offer), player)
        yield Sighting(TAKEN, "coin", GAME.space.text(action), player)


DESCRIPTION = Description(seen, measured, chosen)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Arena:
    contest = Contest.make(GAME, ["random"] * 3, 500)
    arena = Arena(contest, tmp_path_factory.mktemp("games"), GAME)
    arena.run(jobs=1)
    return arena


@pytest.fixture(scope="module")
def balance(played: Arena) -> Balance:
    counted = count_all(played, Console(quiet=True), 1, GAME, DESCRIPTION)
    return Balance(played.contest, counted)


def test_bots_of_a_kind_play_a_new_game_each_time(played: Arena) -> None:
    jobs = played.contest.jobs()
    assert len(jobs) == 500
    assert len({job.seed for job in jobs}) == 500


def test_what_chance_deals_has_its_known_effect(balance: Balance) -> None:
    """A fortune is worth itself, and random players do not care: 2 against 0 or 1 is 1.5 more."""
    found = {row.id: row for row in balance.rows if row.kind == "fortune"}
    for id, expected in (("0", -1.5), ("1", 0), ("2", 1.5)):
        effect = found[id].points
        assert effect is not None
        assert effect.low < expected < effect.high
        assert (effect.p < 0.05) == (expected != 0)
        assert found[id].random
    wins = found["2"].wins
    assert wins is not None
    assert wins.value > 0
    assert wins.p < 0.05
    assert sum(row.seen for row in found.values()) == 3 * 500


def test_what_lies_there_for_all_is_compared_between_games(balance: Balance) -> None:
    """Each die brings the table its gold: six instead of the mean of the rest is 3 more for three."""
    found = {row.id: row for row in balance.rows if row.kind == "die"}
    most = found["6"]
    assert most.wins is None
    assert most.points is not None
    assert most.points.low < 1.0 < most.points.high  # by seat, and other dice are fewer by it
    assert most.points.p < 0.05


def test_seats_options_and_numbers(balance: Balance) -> None:
    seats = [row for row in balance.rows if row.kind == "balance-seat"]
    assert [row.id for row in seats] == ["seat-0", "seat-1", "seat-2"]
    first = seats[0].points
    assert first is not None
    assert first.value > 0, "the lowest seat wins ties"
    assert first.p < 0.05
    options = {(choice.question, choice.option): choice for choice in balance.choices}
    bid = options["bid", "bid 4"]
    assert bid.taken < bid.offered
    assert bid.share.low < 1 / 3 < bid.share.high, "one of four, three and two coins"
    shares = [options["share", f"share {part}"].share.value for part in ("half", "nothing")]
    assert sum(shares) == pytest.approx(1)
    number = balance.numbers[0]
    assert (number.kind, number.id, number.games, number.count) == ("bid", "highest", 500, 1500)
    assert number.least <= number.low <= number.median <= number.high == number.most == 4


def test_chosen_things_are_marked(balance: Balance) -> None:
    coins = [row for row in balance.rows if row.kind == "coin"]
    assert len(coins) == 4
    for row in coins:
        assert not row.random
        assert row.share is not None
        assert row.share.low <= row.taken / row.seen <= row.share.high


def null_games(rng: Random, games: int, things: int) -> list[Counted]:
    """Things dealt to random seats that do nothing; the seats of a game hang together."""
    found = []
    for number in range(games):
        level = rng.gauss(50, 20)
        scores = [round(level + rng.gauss(0, 8)) for _ in range(4)]
        best = max(scores)
        wins = [(score == best) / scores.count(best) for score in scores]
        game = Counted(str(number), scores, wins)
        for thing in range(things):
            game.sightings[Sighting(DEALT, "card", str(thing), rng.randrange(4))] += 1
        found.append(game)
    return found


def test_nothing_is_found_where_there_is_nothing() -> None:
    """At most one report in twenty says anything; 200 reports of 12 cards each."""
    contest = Contest.make(tianxia.game("zhanguo"), ["random"] * 4, 60)
    rng = Random(7)
    wrong_points = wrong_wins = wrong_intervals = 0
    for _ in range(200):
        rows = Balance(contest, null_games(rng, 60, 12)).rows
        rows = [row for row in rows if row.kind == "card"]
        wrong_points += any(row.points and row.points.p < 0.05 for row in rows)
        wrong_wins += any(row.wins and row.wins.p < 0.05 for row in rows)
        wrong_intervals += any(
            row.points and not row.points.low < 0 < row.points.high for row in rows
        )
    # Three standard deviations above 5 %; without the correction nearly half of them would be wrong.
    assert max(wrong_points, wrong_wins, wrong_intervals) <= 10 + 3 * math.sqrt(9.5)


def test_one_true_effect_among_many_is_found_alone() -> None:
    contest = Contest.make(tianxia.game("zhanguo"), ["random"] * 4, 400)
    games = null_games(Random(3), 400, 30)
    for game in games:
        for sighting in game.sightings:
            if sighting.id == "5":
                assert sighting.seat is not None
                game.scores[sighting.seat] += 4
    rows = [row for row in Balance(contest, games).rows if row.kind == "card"]
    assert [row.id for row in rows if row.points and row.points.p < 0.05] == ["5"]
    effect = rows[5].points
    assert effect is not None
    assert effect.low < 4 < effect.high


def test_the_slope_by_hand() -> None:
    slope = Slope()
    for game in range(20):
        slope.add(str(game), [1, 0, 0, 0], [7 + game % 2, 3, 3, 3])
    slope.chance, by_chance = 0.0, slope.chance
    effect = slope.effect()
    assert effect is not None
    assert effect.value == pytest.approx(4.5)
    # each game's own difference is 4 or 5: their spread over the root of their number
    assert effect.error == pytest.approx(0.5 * math.sqrt(20 / 19) / math.sqrt(20))
    # dealt at random, a game's product would spread by its squares times its outcomes', by three
    assert by_chance == pytest.approx(10 * 0.75 * (0.75 * 16 + 0.75 * 25) / 3)
    slope.chance = by_chance
    effect = slope.effect()
    assert effect is not None
    assert effect.error == pytest.approx(math.sqrt(by_chance) / (20 * 0.75))
    slope = Slope()
    slope.add("a", [1, 0], [1, 0])
    assert slope.effect() is None, "one game tells nothing"
    assert between([1.0] * 50, [3.0] * 50) is None, "no game without it"


def test_the_corrections_by_hand() -> None:
    found = corrected([Effect(2.0, 1.0), None, Effect(4.0, 1.0), Effect(0.0, 1.0)])
    weak, nothing, strong, zero = found
    assert nothing is None
    assert weak is not None
    assert strong is not None
    assert zero is not None
    assert strong.p == pytest.approx(3 * 6.334e-5, rel=1e-3)
    assert weak.p == pytest.approx(2 * 0.0455, rel=1e-3)
    assert zero.p == 1
    assert strong.high - strong.value == pytest.approx(2.394, abs=0.001), "0.05 / 3, two sides"


def test_a_share_with_clusters_is_less_certain() -> None:
    free = ratio([1, 0] * 50, [1, 1] * 50)
    hanging = ratio([10, 0] * 5, [10, 10] * 5)
    assert free.value == hanging.value == 0.5
    assert hanging.high - hanging.low > 2 * (free.high - free.low)
    assert ratio([0] * 40, [1] * 40).high == pytest.approx(0.088, abs=0.001)


def test_files_and_tables(
    balance: Balance, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(balance, GAME, tmp_path, plot=True)
    data = json.loads((tmp_path / "balance.json").read_text())
    assert data["games"] == 500
    assert len(data["effects"]) == len(balance.rows)
    lines = list(csv.DictReader(io.StringIO((tmp_path / "effects.csv").read_text())))
    fortune = next(line for line in lines if (line["kind"], line["id"]) == ("fortune", "2"))
    assert float(fortune["points_low"]) > 0
    assert fortune["random"] == "True"
    assert (tmp_path / "options.csv").read_text().count("\n") == 1 + len(balance.choices)
    assert (tmp_path / "numbers.csv").read_text().count("\n") == 1 + len(balance.numbers)
    assert (tmp_path / "balance.png").read_bytes()[:4] == b"\x89PNG"
    show(balance, GAME, Console(), everything=True)
    said = capsys.readouterr().out
    assert "fortune: what it changes for those who are dealt it" in said
    assert "die: what it changes for all at the table" in said
    assert "coin: those who took it against those who could have" in said


def test_counting_again_needs_no_playing(played: Arena) -> None:
    """The records are the data: half the stages, the same games."""
    key = next(iter(played.results()))
    text = played.record_path(key).read_text()
    plain = count_text(key, text, GAME)
    assert {sighting.kind for sighting in plain.sightings} == {"balance-seat"}
    assert plain.offered
    again = count_text(key, text, GAME, DESCRIPTION)
    assert again.scores == plain.scores == played.results()[key].scores
    assert any(sighting.kind == "fortune" for sighting in again.sightings)


def test_large_families_are_one_option() -> None:
    space = tianxia.game("zhanguo").space
    assert option_name(space, space.parse("card 17")) == "card"
    assert option_name(space, space.parse("hire 2")) == "hire 2"


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_every_game_says_what_to_count(
    game: tianxia.Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert describe(game) != Description()
    command = ["balance", game.id, "--bots", "random", "--games", "3", "--jobs", "1"]
    assert main([*command, "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "balance-" not in said, "everything has a name"
    assert "stage-" not in said
    data = json.loads((tmp_path / "balance.json").read_text())
    kinds = {row["kind"] for row in data["effects"]} - {"balance-seat"}
    assert len(kinds) >= 2
    assert any(row["taken"] for row in data["effects"])


def test_refusals(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["balance", "zhanguo", "--bots", "wizard"]) == 2
    assert "no bot 'wizard'" in capsys.readouterr().err
    assert main(["balance", "zhanguo", "--players", "9"]) == 2
    assert "2 to 4 players" in " ".join(capsys.readouterr().err.split())
