"""The command `tianxia train`."""

import argparse
import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..arena.command import WIDE
from ..arena.spread import PLACES
from ..bots import split_specs
from ..bots.weights import OWN
from ..engine.registry import game, game_ids
from ..extras import need
from ..text import words
from .plan import Plan

if TYPE_CHECKING:
    from .training import Round, Training, Won

#: Bots that are to win with what was learned.
PROOFS = "greedy,adept"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command takes."""
    say = words().say
    parser.add_argument("game", choices=game_ids(), help=say("cli-game"))
    parser.add_argument("--players", type=int, nargs="+", metavar="N", help=say("train-players"))
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help=say("train-rounds"))
    parser.add_argument("--games", type=int, default=1000, metavar="N", help=say("train-games"))
    parser.add_argument("--matches", type=int, default=200, metavar="N", help=say("train-matches"))
    parser.add_argument("--units", type=int, nargs=2, default=(64, 32), help=say("train-units"))
    parser.add_argument("--searching", type=float, default=0.02, help=say("train-searching"))
    parser.add_argument("--prove", default=PROOFS, metavar="A,B,...", help=say("train-prove"))
    parser.add_argument("--proofs", type=int, default=200, metavar="N", help=say("train-proofs"))
    parser.add_argument("--against", default="", metavar="BOT", help=say("train-against"))
    parser.add_argument("--start", default=OWN, metavar="JUDGE", help=say("train-start"))
    parser.add_argument("--seed", type=int, default=0, help=say("train-seed"))
    parser.add_argument("--out", type=Path, metavar="FOLDER", help=say("train-out"))
    parser.add_argument("--on", choices=PLACES, default="local", help=say("arena-on"))
    parser.add_argument("--jobs", type=int, metavar="N", help=say("arena-jobs"))
    parser.add_argument("--plot", action="store_true", help=say("train-plot"))
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace, _: list[str], console: Console) -> int:
    """Train for each number of players; show and write the curves."""
    # Said before games are played that nobody could learn from.
    for module in ("jax", "optax", "numpy", "joblib"):
        need(module, "train")
    if chosen.plot:
        need("matplotlib", "plots")
    from .training import Training

    found = game(chosen.game)
    for players in chosen.players or found.players:
        plan = Plan.make(
            found,
            players,
            games=chosen.games,
            matches=chosen.matches,
            seed=chosen.seed,
            first=chosen.units[0],
            second=chosen.units[1],
            searching=chosen.searching,
            against=chosen.against,
            start=chosen.start,
        )
        name = f"{players}-players" + (f"-against-{_plain(chosen.against)}" * bool(chosen.against))
        folder = (chosen.out or Path("training") / found.id) / name
        training = Training(plan, folder, console)
        training.run(chosen.rounds, chosen.on, chosen.jobs)
        proving = [chosen.against] if chosen.against else split_specs(chosen.prove or "")
        proofs = dict.fromkeys([bot for bot in proving if bot], chosen.proofs)
        training.prove(proofs, chosen.on, chosen.jobs)
        report(training, console, chosen.plot)
    return 0


def report(training: "Training", console: Console, plotted: bool) -> None:
    """The curve as a table and as JSON, and as a picture if wanted."""
    say = words().say
    rounds, proofs = training.rounds, training.proofs
    told = {
        "plan": training.plan.to_dict(),
        "rounds": [asdict(each) for each in rounds],
        "proofs": [asdict(each) for each in proofs],
    }
    (training.folder / "curve.json").write_text(json.dumps(told, indent=2) + "\n", "utf-8")
    table = Table(
        title=say("train-curve", game=training.plan.game, players=training.plan.players),
        box=None,
        padding=(0, 2, 0, 0),
        title_justify="left",
    )
    last = ("before", "against") if training.plan.against else ("best", "own")
    for id in ("round", "games", "choices", "error", *last, "kept"):
        table.add_column(say(f"train-column-{id}"), justify="left" if id == "kept" else "right")
    for each in rounds:
        table.add_row(*_cells(each))
    if not console.is_terminal:  # into a file or a pipe goes the whole width
        console = Console(width=WIDE, file=console.file)
    console.print(table)
    for won in proofs:
        console.print(escape(_said(won)), highlight=False)
    if plotted:
        plot(rounds, training.plan, training.folder / "curve.png")
    console.print(escape(say("train-kept", folder=str(training.folder))), highlight=False)


def _cells(each: "Round") -> list[str]:
    won = {match.against: _share(match) for match in each.matches}
    last = won.pop(each.matches[-1].against)
    before = _share(each.before) if each.before else next(iter(won.values()), "")
    kept = words().say("train-better" if each.kept else "train-not-better")
    return [
        str(each.number),
        str(each.games),
        str(each.lines),
        f"{each.own_error**0.5:.1f} → {each.learned_error**0.5:.1f}",
        before,
        last,
        kept,
    ]


def _plain(spec: str) -> str:
    """A bot's spec as part of a file's name."""
    return re.sub(r"[^\w.=-]+", "-", spec)


def _share(won: "Won") -> str:
    if won.players == 1:
        return f"{won.share:+.1f} ({won.low:+.1f}–{won.high:+.1f})"
    return f"{100 * won.share:.1f} % ({100 * won.low:.1f}–{100 * won.high:.1f})"


def _said(won: "Won") -> str:
    kind = "train-proof" if won.players > 1 else "train-proof-alone"
    return words().say(
        "train-proof-against" if won.against != OWN else kind,
        bot=won.bot,
        share=_share(won),
        games=won.games,
        others=won.players - 1,
        time=f"{1000 * won.seconds:.1f}",
        before=f"{1000 * won.others_seconds:.1f}",
    )


def plot(rounds: "list[Round]", plan: Plan, path: Path) -> None:
    """Victories over the own judge, and the error, by games of training."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    games = [each.games for each in rounds]
    own = [each.matches[-1] for each in rounds]
    alone, other = plan.players == 1, plan.against or "the own judge"
    shares = [won.share for won in own]
    bars = [[won.share - won.low for won in own], [won.high - won.share for won in own]]
    above.errorbar(games, shares, yerr=bars, marker="o", color="#2f7d62", capsize=3)
    above.axhline(own[0].par, color="#b5362b", linestyle="--")
    if not alone:
        above.set_ylim(0, 1.03)
    above.set_ylabel("points more" if alone else "victories")
    who = "alone" if alone else f"{plan.players} players"
    how = "" if plan.against else "one move ahead, "
    above.set_title(f"{plan.game}, {who}: {how}against {other} (dashed: as good)", fontsize=11)
    below.plot(games, [each.own_error**0.5 for each in rounds], color="#b5362b", label="own judge")
    below.plot(
        games,
        [each.learned_error**0.5 for each in rounds],
        color="#2f7d62",
        marker="o",
        label="learned",
    )
    below.set_ylim(0, 1.1 * max(each.own_error**0.5 for each in rounds))
    below.set_ylabel("points wrong by")
    below.set_xlabel("games played")
    below.legend(loc="lower right")
    figure.savefig(path)
