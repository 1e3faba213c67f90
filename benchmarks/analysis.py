"""Measures what the analysis promises, on games that had no part in any tuning.

    python benchmarks/analysis.py games year-of-the-dragon --games 50    # of each level of bots
    python benchmarks/analysis.py blunders year-of-the-dragon --most 50  # found blunders played on
    python benchmarks/analysis.py games ten-suns --more --levels novice  # if these are too few
    python benchmarks/analysis.py report                                 # docs/figures/analysis.json
    python benchmarks/analysis.py report --write                         # and the names of strengths

Games and blunders are kept in the folder as they are done, a line each: a run that was interrupted goes on. What
was found by another method, by another judge or of other bots than now is left out.
"""

import argparse
import json
import math
import os
import random
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from rich.console import Console
from rich.progress import track

import tianxia
from tianxia.analysis import EFFORTS, analyse, hint
from tianxia.analysis.calibrate import wilson
from tianxia.analysis.decisions import METHOD, PROPOSER, SEARCHER, searcher
from tianxia.analysis.evaluator import JudgeEvaluator
from tianxia.analysis.game import position, why
from tianxia.analysis.strength import FILE
from tianxia.arena.contest import Contest, Job, play_job
from tianxia.bots import choose, fingerprint
from tianxia.bots.ahead import advantage
from tianxia.bots.weights import LEARNED, learned
from tianxia.engine.game import Game
from tianxia.engine.record import Record, read_record
from tianxia.engine.rng import Rng
from tianxia.server.tasks import HINT

#: Without a clock: on a busy machine they would play worse.
LEVELS = {
    "random": "random",
    "novice": "novice",
    "greedy": "greedy",
    "adept": "adept:time=0",
    "master": "master:time=0",
}
#: Seeds that nothing else uses.
FIRST_SEED = 9_400_000
FRESH_DEALS = 77_000
#: Games that are played for their blunders only begin so much later.
MORE = 50_000
FIGURES = Path("docs/figures/analysis.json")
CALIBRATION = Path("docs/figures/calibration.json")
#: Blunders of one game that are played on; deals at least, at most, and the standard errors from which
#: it is clear who is ahead.
OF_A_GAME = 2
FEWEST, MOST = 4, 12
CLEAR = 2.0


def jobs(
    game: Game, players: int, games: int, levels: Sequence[str], first: int = FIRST_SEED
) -> Iterator[tuple[Contest, Job, str]]:
    """So many games of each level among its equals, the levels in turn."""
    for number in range(games):
        for level in levels:
            bots = [LEVELS[level]] * players
            contest = Contest.make(game, bots, 1, players, first + number)
            yield contest, contest.jobs()[0], level


def key_of(contest: Contest, job: Job, level: str) -> str:
    return f"{level}-{contest.players}-{job.seed}"


def made_by(game: Game, players: int, level: str) -> dict[str, Any]:
    """What a game was analysed with, and who played it."""
    weights = learned(game, players)
    by_learned = JudgeEvaluator(game, players).name == LEARNED
    bots = {PROPOSER, SEARCHER, searcher(game), LEVELS[level]}
    return {
        "method": METHOD,
        "judge": weights.digest if weights is not None and by_learned else game.version,
        "bots": {bot: fingerprint(bot, game, players) for bot in sorted(bots)},
    }


def one_game(contest: Contest, job: Job, level: str, effort: str) -> dict[str, Any]:
    """Play a game and analyse it."""
    _, text = play_job(contest, job)
    record = read_record(text)
    began = time.process_time()
    found = analyse(record, EFFORTS[effort], seed=job.seed)
    took = time.process_time() - began
    seats = []
    for player in range(record.players):
        summary = found.summary(player)
        seats.append(
            {
                "decisions": summary.decisions,
                "rate": round(summary.rate, 5),
                "stake": round(summary.stake, 5),
                "loss": round(summary.loss, 5),
                "start": round(found.steps[0].before[player], 6),
                "luck": round(summary.luck or 0.0, 6),
                "own": round(summary.own or 0.0, 6),
                "others": round(summary.others or 0.0, 6),
                "result": round(summary.result or 0.0, 6),
                "names": summary.names,
            }
        )
    blunders = [
        {
            "number": each.turn.number,
            "player": each.turn.player,
            "loss": round(each.loss, 4),
            "error": round(each.error, 4),
            "cost": round(each.cost, 2),
            "best": each.best.actions,
            "played": each.turn.actions,
        }
        for each in found.judged
        if each.name == "blunder"
    ]
    return {
        "key": key_of(contest, job, level),
        "level": level,
        "effort": effort,
        "made_by": made_by(record.game, record.players, level),
        "evaluator": found.evaluator,
        "calibrated": found.calibrated,
        "core_seconds": round(took, 1),
        "seats": seats,
        "blunders": blunders,
        "record": text,
    }


def kept(path: Path) -> list[dict[str, Any]]:
    """What a file of lines holds so far."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def kept_games(path: Path, game: Game) -> list[dict[str, Any]]:
    """The games in a file that were analysed as they would be now."""
    return [
        row
        for row in kept(path)
        if row["made_by"] == made_by(game, len(row["seats"]), row["level"])
    ]


def add(path: Path, row: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def play_games(chosen: argparse.Namespace, console: Console) -> None:
    game = tianxia.game(chosen.game)
    players = chosen.players or min(2, game.players[-1])
    path = chosen.folder / (f"{game.id}-more.jsonl" if chosen.more else f"{game.id}.jsonl")
    done = {row["key"] for row in kept_games(path, game)}
    first = FIRST_SEED + MORE if chosen.more else FIRST_SEED
    waiting = [
        each
        for each in jobs(game, players, chosen.games, chosen.levels, first)
        if key_of(*each) not in done
    ]
    for contest, job, level in track(waiting, game.id, console=console):
        add(path, one_game(contest, job, level, chosen.effort))


def play_on(
    record: Record, number: int, actions: Sequence[int], seat: int, deal: int, bot: str
) -> tuple[float, float]:
    """What a seat gets in the end after these actions, in a fresh deal of what it could not know.

    That is its lead over the best opponent (alone: its points), and its share of the victory.
    """
    turn_state = record.replay(number)
    start = record.replay(turn_state.asked_at) if turn_state.secret() else turn_state
    state = start.determinize(seat, deal)
    for action in actions:
        state.apply(seat, action)
    dice = Rng()
    dice.seed(deal)
    while not state.over():
        player = state.next_actor()
        state.apply(player, choose(bot, state, player, dice))
    winners = state.winners()
    lead = advantage([float(score) for score in state.scores()], seat, 1.0)
    return lead, 1 / len(winners) if seat in winners else 0.0


def confirm(chosen: argparse.Namespace, console: Console) -> None:
    """Play both options of each blunder on in the same fresh deals: who comes off better?

    It ends as soon as it is clear who is ahead in points, after `MOST` deals at the latest.
    """
    path = chosen.folder / f"{chosen.game}-blunders.jsonl"
    done = {row["key"] for row in kept(path)}
    found = []
    for name in (chosen.game, f"{chosen.game}-more"):
        few = []
        for row in kept_games(chosen.folder / f"{name}.jsonl", tianxia.game(chosen.game)):
            blunders = row["blunders"]
            some = random.Random(row["key"]).sample(blunders, min(OF_A_GAME, len(blunders)))
            few += [(row, blunder) for blunder in some]
        random.Random(chosen.game).shuffle(few)
        found += few
    for row, blunder in track(found[: chosen.most], f"{chosen.game} blunders", console=console):
        key = f"{row['key']}-{blunder['number']}-{blunder['player']}"
        if key in done:
            continue
        record = read_record(row["record"])
        leads: list[float] = []
        wins: list[float] = []
        while len(leads) < FEWEST or (len(leads) < MOST and abs(sureness(leads)) < CLEAR):
            (lead, win), (other_lead, other_win) = (
                play_on(
                    record,
                    blunder["number"],
                    actions,
                    blunder["player"],
                    FRESH_DEALS + len(leads),
                    chosen.bot,
                )
                for actions in (blunder["best"], blunder["played"])
            )
            leads.append(lead - other_lead)
            wins.append(win - other_win)
        kind = {name: row[name] for name in ("level", "effort")}
        add(path, {"key": key, "bot": chosen.bot, **kind, **blunder, "leads": leads, "wins": wins})


def sureness(leads: Sequence[float]) -> float:
    """A mean in its standard errors."""
    error = stdev(leads) / math.sqrt(len(leads))
    return fmean(leads) / error if error else math.copysign(math.inf, fmean(leads) or -1.0)


def interval(values: Sequence[float]) -> dict[str, float]:
    """A mean and twice its standard error."""
    wide = 2 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return {"mean": round(fmean(values), 4), "within": round(wide, 4), "count": len(values)}


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> dict[str, float]:
    """The share of all parts in all wholes, and twice its standard error."""
    share = fmean(parts) / fmean(wholes)
    found = interval([part - share * whole for part, whole in zip(parts, wholes, strict=True)])
    return {**found, "mean": round(share, 4), "within": round(found["within"] / fmean(wholes), 4)}


def measured(
    game: Game, rows: Sequence[dict[str, Any]], blunders: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """What was found for one game."""
    levels = {}
    for level in LEVELS:
        # The seats of one game are one observation: what one of them does, another must answer.
        lost = [
            fmean(seat["rate"] for seat in row["seats"]) for row in rows if row["level"] == level
        ]
        stakes = [
            fmean(seat["stake"] for seat in row["seats"]) for row in rows if row["level"] == level
        ]
        if lost:
            levels[level] = {**ratio(lost, stakes), "points": round(fmean(lost), 3)}
    means = [each["mean"] for each in levels.values()]
    better = []
    for row in rows:
        order = sorted(row["seats"], key=lambda seat: seat["rate"] / seat["stake"])
        if len(order) > 1:
            better.append(sum(seat["result"] for seat in order[: len(order) // 2]))
    rest = [
        seat["start"] + seat["luck"] + seat["own"] + seat["others"] - seat["result"]
        for row in rows
        for seat in row["seats"]
    ]
    return {
        "games": len(rows),
        "effort": sorted({row["effort"] for row in rows}),
        "evaluator": sorted({row["evaluator"] for row in rows}),
        "players": sorted({len(row["seats"]) for row in rows}),
        "levels": levels,
        "ordered": all(one > two for one, two in pairwise(means)),
        "better_half_wins": interval(better) if better else None,
        "luck": interval(luck_by_deal(rows)),
        "unexplained": max(abs(each) for each in rest),
        "core_seconds": round(fmean(row["core_seconds"] for row in rows), 1),
        "blunders": confirmed(blunders),
    }


def luck_by_deal(rows: Sequence[dict[str, Any]]) -> list[float]:
    """The luck of the first seat; all levels play the same deals, which are one observation each."""
    by_deal: dict[str, list[float]] = {}
    for row in rows:
        by_deal.setdefault(row["key"].rpartition("-")[2], []).append(row["seats"][0]["luck"])
    return [fmean(each) for each in by_deal.values()]


def confirmed(blunders: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """How many blunders were ones: all of them, and those where it was clear who was ahead."""
    real = sum(fmean(each["leads"]) > 0 for each in blunders)
    clear = [sureness(each["leads"]) for each in blunders if abs(sureness(each["leads"])) >= CLEAR]
    return {
        "tried": len(blunders),
        "confirmed": real,
        "interval": [round(share, 3) for share in wilson(real / len(blunders), len(blunders))]
        if blunders
        else None,
        "clear": len(clear),
        "clearly_confirmed": sum(each > 0 for each in clear),
        "wins_lost": interval([fmean(each["wins"]) for each in blunders]) if blunders else None,
        "loss_told": interval([each["loss"] for each in blunders]) if blunders else None,
    }


def report(chosen: argparse.Namespace, console: Console) -> None:
    """All that was measured, as a table for the page and as JSON.

    Of games that the folder has nothing of stays what was measured before.
    """
    path: Path = chosen.figures
    found: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    columns = ("game", "games", *LEVELS, "ordered", "better half wins", "luck", "blunders")
    lines: list[Sequence[str]] = [columns, ("---", *("---:" for _ in columns[1:]))]
    for game in tianxia.all_games():
        rows = kept_games(chosen.folder / f"{game.id}.jsonl", game)
        further = kept_games(chosen.folder / f"{game.id}-more.jsonl", game)
        blunders = [
            each
            for each in kept(chosen.folder / f"{game.id}-blunders.jsonl")
            if each["key"].rsplit("-", 2)[0] in {row["key"] for row in rows + further}
        ]
        if rows:
            found[game.id] = measured(game, rows, blunders)
        if game.id not in found:
            continue
        one = found[game.id]
        half, luck, real = one["better_half_wins"], one["luck"], one["blunders"]
        alone = one["players"] == [1]
        lines.append(
            (
                game.title,
                str(one["games"]),
                *(
                    f"{100 * one['levels'][level]['mean']:.0f} ± "
                    f"{100 * one['levels'][level]['within']:.0f} %"
                    if level in one["levels"]
                    else ""
                    for level in LEVELS
                ),
                "yes" if one["ordered"] else "no",
                f"{100 * half['mean']:.0f} ± {100 * half['within']:.0f} %" if half else "",
                f"{luck['mean']:+.2f} ± {luck['within']:.2f}"
                if alone
                else f"{100 * luck['mean']:+.1f} ± {100 * luck['within']:.1f} %",
                f"{real['confirmed']} of {real['tried']}",
            )
        )
        if chosen.write and rows:
            write_strengths(game, one, console)
    show(lines, console)
    path.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    if CALIBRATION.exists():
        console.print()
        show(calibrations(json.loads(CALIBRATION.read_text("utf-8"))), console)


def calibrations(checks: dict[str, dict[str, Any]]) -> list[Sequence[str]]:
    """How well chances came true, as a table for the page."""
    columns = (
        "game", "players", "games", "judge", "bins within", "Brier score", "from the scores", "better by"
    )  # fmt: skip
    lines: list[Sequence[str]] = [columns, ("---", *("---:" for _ in columns[1:]))]
    for each in checks.values():
        within = [one["low"] <= one["predicted"] <= one["high"] for one in each["bins"]]
        part = 100 * each["better"] / each["brier_scores"]
        half = 100 * each["within"] / each["brier_scores"]
        lines.append(
            (
                tianxia.game(each["game"]).title,
                str(each["players"]),
                str(each["games"]),
                each["judge"],
                f"{sum(within)} of {len(within)}",
                f"{each['brier']:.4f}",
                f"{each['brier_scores']:.4f}",
                f"{part:.1f} ± {half:.1f} %",
            )
        )
    return lines


def show(lines: Sequence[Sequence[str]], console: Console) -> None:
    """Rows of a table in Markdown."""
    for line in lines:
        console.print("| " + " | ".join(line) + " |", highlight=False, soft_wrap=True)


def write_strengths(game: Game, found: dict[str, Any], console: Console) -> None:
    """The error of each level, into the game's folder of the source tree, if they are in order."""
    if set(found["levels"]) != set(LEVELS) or not found["ordered"]:
        console.print(f"{game.id}: no names of strength follow from {found['levels']}")
        return
    errors = {level: each["mean"] for level, each in found["levels"].items()}
    lines = [
        "# The error of each level of bots, as a share of what choices at random lose: names of playing",
        "# strength follow from it. Written by `python benchmarks/analysis.py report --write`.",
        f"version = {game.version}",
        f"players = {found['players'][0]}",
        f"games = {min(each['count'] for each in found['levels'].values())}",
        "",
        "[error]",
        *(f"{level} = {each:.3f}" for level, each in errors.items()),
    ]
    path = Path("src", *game.package.split("."), FILE)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def timing(chosen: argparse.Namespace, console: Console) -> None:
    """How long an analysis, a hint and its reasons take."""
    game = tianxia.game(chosen.game)
    contest, job, _ = next(jobs(game, chosen.players or game.default_players, 1, [chosen.level]))
    record = read_record(play_job(contest, job)[1])
    began = time.perf_counter(), time.process_time()
    found = analyse(record, EFFORTS["standard"], jobs=chosen.jobs)
    console.print(
        f"{game.id}, {record.players} players, {len(record.decisions)} decisions: "
        f"{time.perf_counter() - began[0]:.1f} s ({time.process_time() - began[1]:.1f} s of core in this "
        f"process) with load {os.getloadavg()[0]:.1f}"
    )
    longest, reasoned = 0.0, 0.0
    for judged in found.judged[:: max(1, len(found.judged) // 10)]:
        before = position(record, judged.turn)
        part = Record(
            game,
            record.players,
            record.seed,
            record.options,
            record.decisions[: before.decisions],
            record.key,
        )
        began_at = time.process_time()
        hint(part, judged.turn.player, HINT)  # as the house does
        longest = max(longest, time.process_time() - began_at)
        began_at = time.process_time()
        why(record, judged)
        reasoned = max(reasoned, time.process_time() - began_at)
    console.print(f"longest of ten hints {longest:.2f} s of core, of ten reasons {reasoned:.2f} s")


def main() -> None:
    """Do one of the parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("games", "blunders", "report", "time"))
    parser.add_argument("game", nargs="?", choices=[game.id for game in tianxia.all_games()])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--players", type=int)
    parser.add_argument("--levels", nargs="+", choices=list(LEVELS), default=list(LEVELS))
    parser.add_argument("--effort", choices=list(EFFORTS), default="quick")
    parser.add_argument(
        "--more", action="store_true", help="further games, for their blunders only"
    )
    parser.add_argument("--most", type=int, default=50, help="blunders played on")
    parser.add_argument("--bot", default=LEVELS["master"], help="who plays them on")
    parser.add_argument(
        "--level", choices=list(LEVELS), default="greedy", help="whose game is timed"
    )
    parser.add_argument("--write", action="store_true", help="keep the error of each level")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--folder", type=Path, default=Path("docs/figures/analysis"))
    parser.add_argument("--figures", type=Path, default=FIGURES)
    chosen = parser.parse_args()
    if chosen.part != "report" and chosen.game is None:
        parser.error("name a game")
    parts = {"games": play_games, "blunders": confirm, "report": report, "time": timing}
    parts[chosen.part](chosen, Console())


if __name__ == "__main__":
    main()
