"""How strong the bots are: every level against the next lower one, in every game.

    python benchmarks/strength.py              # all of it; days
    python benchmarks/strength.py --set learned --games middle-kingdom ten-suns
    python benchmarks/strength.py --list       # all contests, and which are still to be played
    python benchmarks/strength.py --only zhanguo-4-master --share 0.1

`levels`: with two players greedy meets random, adept greedy and master adept; with four, one of them
sits among three of the lower level; in solitaire all play the same seeds. `people`: the levels that people
choose from, novice against random and adept against novice, with two players. `learned`: all who learned meet
themselves as they were before, and sage meets master. `options`: the same with the games' expansions and
options on. Games are kept in `--out`, so that an interrupted run goes on there; bots that have
changed since begin anew. After every contest its result takes the place of an earlier one in
`docs/strength.json`, and `docs/strength.md` is written from there.
"""

import argparse
import json
import os
import platform
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console

import tianxia
from tianxia.arena import Arena, Contest, Report, Result
from tianxia.arena.command import play, write
from tianxia.arena.report import mean
from tianxia.bots import fingerprint
from tianxia.bots.weights import learned
from tianxia.engine.errors import OptionError
from tianxia.engine.game import Game

PAGE = Path(__file__).parents[1] / "docs" / "strength.md"
#: Stronger, weaker, games, and the share of two-player games that is asked for.
PAIRS = [
    ("greedy", "random", 400, 0.9),
    ("adept", "greedy", 400, 0.7),
    ("master", "adept", 200, 0.6),
]
#: The levels that people choose from, as far as they are not among these.
PEOPLE = [("novice", "random", 400, 0.9), ("adept", "novice", 400, 0.9)]
#: Who learned, and who they were before; the share asked for with two players and with four.
LEARNED = [
    ("greedy", "classic-greedy", 0.85, 0.6),
    ("adept", "classic-adept", 0.7, 0.4),
    ("master", "classic-master", 0.7, 0.4),
    ("sage", "master", 0.6, 0.25),
]
LEARNED_GAMES = 400
#: Of searching bots with four players less is asked in some games.
HARDER = {"middle-kingdom": 0.33, "zhanguo": 0.33}
#: In solitaire, each with so many games: luck there moves the mean of 400 by more than a point.
ALONE = ["random", "greedy", "novice", "classic-adept", "adept", "classic-master", "master", "sage"]
ALONE_GAMES = 1200
#: Who is compared with whom in the same deals.
PAIRED = [("adept", "classic-adept"), ("master", "classic-master"), ("sage", "master")]
SETS = ("levels", "people", "learned", "options")
#: The mean score asked of master in solitaire, from the game's specification.
ASKED = {"xiang-chi": 56.0}
FOUR = 4
#: Far from the seeds that settings were tried with.
SEED = 1_000


@dataclass(frozen=True)
class Contested:
    """A contest and what is asked of the first of its bots."""

    contest: Contest
    asked: float | None
    #: Which of the sets it is in.
    set: str

    @property
    def name(self) -> str:
        bots = self.contest.bots
        found = f"{self.contest.game}-{self.contest.players}-{bots[0]}"
        if self.contest.players > 1 and self.set != "levels":
            found += f"-over-{bots[1].partition(':')[0]}"
        return found + ("-options" if self.set == "options" else "")

    def prints(self) -> dict[str, str]:
        """What the bots are now, by name."""
        game = tianxia.game(self.contest.game)
        return {bot: fingerprint(bot, game, self.contest.players) for bot in self.contest.bots}

    def folder(self, out: Path) -> Path:
        """Where its games are kept: those of other bots of the same names are elsewhere."""
        return out / "-".join([self.name, *self.prints().values()])


def contests(ids: list[str], share: float) -> Iterator[Contested]:
    """All that is measured."""
    for id in ids:
        game = tianxia.game(id)
        if game.players[-1] == 1:
            count = round(share * ALONE_GAMES) or 1
            for bot in ALONE:
                asked = ASKED.get(id) if bot == "master" else None
                yield Contested(Contest.make(game, [bot], count, seed=SEED), asked, "levels")
            for bot in dict.fromkeys(bot for pair in PAIRED for bot in pair):
                options = options_on(game, 1)
                contest = Contest.make(game, [bot], count, seed=SEED, options=options)
                yield Contested(contest, None, "options")
            continue
        for stronger, weaker, games, asked in PAIRS:
            count = round(share * games) or 1
            contest = Contest.make(game, [stronger, weaker], count, seed=SEED)
            yield Contested(contest, asked, "levels")
            if FOUR in game.players:
                bots = [stronger, *[weaker] * (FOUR - 1)]
                yield Contested(Contest.make(game, bots, count, seed=SEED), 1 / FOUR, "levels")
        for stronger, weaker, games, asked in PEOPLE:
            contest = Contest.make(game, [stronger, weaker], round(share * games) or 1, seed=SEED)
            yield Contested(contest, asked, "people")
        count = round(share * LEARNED_GAMES) or 1
        for now, before, two, four in LEARNED:
            fewer = HARDER.get(id, four) if now in ("adept", "master") else four
            for players, wanted in ((2, two), (FOUR, fewer)):
                bots = [now, *[before] * (players - 1)]
                yield Contested(Contest.make(game, bots, count, seed=SEED), wanted, "learned")
                if options := options_on(game, players):
                    contest = Contest.make(game, bots, count, seed=SEED, options=options)
                    yield Contested(contest, wanted, "options")


def options_on(game: Game, players: int) -> dict[str, Any]:
    """Every option as it is not by default, the first other choice; none if so many cannot play so."""
    found = {
        option.name: next(choice for choice in option.choices if choice != option.default)
        for option in game.options
    }
    try:
        game.complete(players, found)
    except OptionError:
        return {}
    return found


def measured(each: Contested, report: Report, results: dict[str, Result]) -> dict[str, Any]:
    """The result of a contest, of which bots, and on what it was measured."""
    alone = report.contest.players == 1
    jobs = report.contest.jobs() if alone else []
    build = "compiled" if tianxia.COMPILED else "plain Python"
    return {
        "measured": f"{datetime.now(UTC):%Y-%m-%d}, tianxia {tianxia.__version__} ({build}), "
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}, "
        f"load {os.getloadavg()[0]:.0f}",
        "version": tianxia.game(report.contest.game).version,
        "bots": each.prints(),
        # By seed: others are compared in the same deals.
        "scores": {str(job.seed): results[job.key].scores[0] for job in jobs},
        **report.to_dict(),
    }


def document(kept: dict[str, Any]) -> str:
    """The page with all results, by the name of the contest."""
    lines = [
        "# How strong the bots are",
        "",
        "Written by `benchmarks/strength.py`, measured in the arena: every bot in every seat equally",
        "often, with the same seeds. Intervals are for 95 %: Wilson's for shares, normal for means.",
        "Times are wall time of a decision, mean and longest, whatever else the machine did meanwhile.",
        "Where a version is named, the game has changed since then. *Earlier bots*: those of that name",
        "had other settings or another judge than now, or it was not noted which.",
    ]
    for id in tianxia.game_ids():
        found = [each for each in contests([id], 1.0) if each.name in kept]
        proofs = list(_proofs(id))
        if not found and not proofs:
            continue
        lines += ["", f"## {tianxia.game(id).title}"]
        for when in dict.fromkeys(kept[each.name]["measured"] for each in found):
            lines += ["", f"{when}."]
        for players in (1, 2, FOUR):
            for options in (False, True):
                some = [
                    each
                    for each in found
                    if each.contest.players == players and (each.set == "options") == options
                ]
                if some and options:
                    told = ", ".join(
                        f"`{key}={value}`" for key, value in some[0].contest.options.items()
                    )
                    lines += ["", f"With options ({told}):"]
                if some:
                    lines += ["", *(_alone(some, kept) if players == 1 else _against(some, kept))]
                if some and players == 1:
                    lines += _paired(some, kept)
        if proofs:
            lines += ["", *proofs]
    return "\n".join(lines) + "\n"


def _paired(found: list[Contested], kept: dict[str, Any]) -> Iterator[str]:
    """By how much one ends better than another in the same deals."""
    scores = {each.contest.bots[0]: kept[each.name].get("scores", {}) for each in found}
    rows = []
    for one, two in PAIRED:
        pairs = [
            (score, scores[two][seed])
            for seed, score in scores.get(one, {}).items()
            if seed in scores.get(two, {})
        ]
        if len(pairs) > 1:
            lead = asdict(mean([own - other for own, other in pairs]))
            rows.append(f"| {one} | {two} | {len(pairs)} | {_shown(lead)} |")
    if rows:
        yield from (
            "",
            "| player | less | same deals | points more |",
            "| --- | --- | ---: | ---: |",
        )
        yield from rows


def _proofs(id: str) -> Iterator[str]:
    """What the judges that the package has learned won when they were trained."""
    game = tianxia.game(id)
    rows = []
    for players in game.players:
        weights = learned(game, players)
        for won in weights.note["proofs"] if weights else ():
            share = {
                key: won["share" if key == "value" else key] for key in ("value", "low", "high")
            }
            times = [f"{1000 * won[key]:.1f} ms" for key in ("seconds", "others_seconds")]
            load = won.get("load")
            beside = "not noted" if load is None else f"{load:g} on {won['cores']} cores"
            bot = won["bot"]
            others = f"{players - 1} × {bot}" if players > 1 else "the same deals"
            cells = [str(players), bot, others, str(won["games"])]
            shown = _shown(share, 100, " %") if players > 1 else f"{_shown(share)} points"
            rows.append([*cells, shown, *times, beside])
    if rows:
        yield "When it was trained, with the learned judge against the same bots with the own one:"
        yield ""
        yield "| players | learned | against | games | wins | a decision | of the others | load |"
        yield "| ---: | --- | --- | ---: | ---: | ---: | ---: | --- |"
        yield from (f"| {' | '.join(row)} |" for row in rows)


def _against(found: list[Contested], kept: dict[str, Any]) -> Iterator[str]:
    players = found[0].contest.players
    others = "" if players == 2 else f"{players - 1} × "
    heads = [f"{players} players", "against", "games", "wins", "asked", "score", "place"]
    yield f"| {' | '.join([*heads, 'score of the others', 'a decision', 'longest'])} |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for each in found:
        rows = {row["bot"]: row for row in kept[each.name]["ladder"]}
        own, rival = rows[each.contest.bots[0]], rows[each.contest.bots[1]]
        above = "above " if each.asked == 1 / players else ""
        asked = f"{above}{100 * (each.asked or 0):.0f} %"
        cells = [
            own["bot"] + _since(each, kept),
            others + rival["bot"],
            str(own["games"]),
            _shown(own["win_rate"], 100, " %"),
            asked,
            _shown(own["score"]),
            _shown(own["place"], digits=2),
            _shown(rival["score"]),
            *_times(own),
        ]
        yield f"| {' | '.join(cells)} |"


def _alone(found: list[Contested], kept: dict[str, Any]) -> Iterator[str]:
    yield "| player | games | score | asked | a decision | longest | titles |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | --- |"
    for each in found:
        row = kept[each.name]["ladder"][0]
        ranked = sorted(row["titles"].items(), key=lambda pair: -pair[1])
        titles = ", ".join(f"{title} {count}" for title, count in ranked)
        asked = "" if each.asked is None else f"{each.asked:g}"
        name = row["bot"] + _since(each, kept)
        cells = [name, str(row["games"]), _shown(row["score"]), asked, *_times(row), titles]
        yield f"| {' | '.join(cells)} |"


def _since(each: Contested, kept: dict[str, Any]) -> str:
    """Which version of the game was played, unless it is the present one; or that the bots were others."""
    version = kept[each.name]["version"]
    if version != tianxia.game(each.contest.game).version:
        return f" (version {version})"
    return "" if kept[each.name].get("bots") == each.prints() else " (earlier bots)"


def _shown(found: dict[str, float], factor: float = 1, unit: str = "", digits: int = 1) -> str:
    value, low, high = (factor * found[key] for key in ("value", "low", "high"))
    return f"{value:.{digits}f}{unit} ({low:.{digits}f} to {high:.{digits}f})"


def _times(row: dict[str, Any]) -> list[str]:
    return [f"{1000 * row['seconds']:.1f} ms", f"{1000 * row['longest']:.0f} ms"]


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", nargs="+", choices=tianxia.game_ids(), metavar="GAME")
    parser.add_argument("--set", nargs="+", choices=SETS, default=SETS)
    parser.add_argument(
        "--list", action="store_true", help="which there are, and what is to be done"
    )
    parser.add_argument("--only", nargs="+", metavar="CONTEST", help="by name, in this order")
    parser.add_argument("--share", type=float, default=1.0, help="of the games asked for")
    parser.add_argument("--out", type=Path, default=Path("runs/strength"))
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--write", action="store_true", help="the page from what is known, only")
    parser.add_argument("--on", default="local")
    parser.add_argument("--jobs", type=int)
    chosen = parser.parse_args()
    console = Console()
    every = contests(chosen.games or tianxia.game_ids(), chosen.share)
    found = {each.name: each for each in every if chosen.only or each.set in chosen.set}
    unknown = [name for name in chosen.only or [] if name not in found]
    if unknown:
        parser.error(f"no contest {', '.join(unknown)}; there are: {', '.join(found)}")
    results: Path = chosen.page.with_suffix(".json")
    if chosen.list:
        kept = json.loads(results.read_text("utf-8")) if results.exists() else {}
        for name in chosen.only or found:
            since = _since(found[name], kept) or " (done)" if name in kept else " (to be played)"
            console.print(f"{name}{since}", highlight=False)
        return
    if chosen.write:
        chosen.page.write_text(document(json.loads(results.read_text("utf-8"))), "utf-8")
        return
    for name in chosen.only or found:
        arena = Arena(found[name].contest, found[name].folder(chosen.out))
        play(arena, chosen.on, chosen.jobs, console)
        report = Report(arena.contest, arena.results())
        write(report, arena.folder, plot=False)
        kept = json.loads(results.read_text("utf-8")) if results.exists() else {}
        kept[name] = measured(found[name], report, arena.results())
        results.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", "utf-8")
        chosen.page.write_text(document(kept), "utf-8")
    console.print(f"{chosen.page}")


if __name__ == "__main__":
    main()
