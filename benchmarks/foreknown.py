"""What it would be worth to know what the others answer in secret: how far anybody can come who looks one move ahead.

    python benchmarks/foreknown.py middle-kingdom --players 4 --games 400

One `greedy` sits among bots of another kind, in every seat equally often; then the same games again, but
whenever all answer in secret it is told what the others have answered, which no bot ever knows.
"""

import argparse
import random

from rich.console import Console
from rich.progress import track
from rich.table import Table

import tianxia
from tianxia.analysis.calibrate import wilson
from tianxia.arena.spread import spread
from tianxia.bots import Bot, Seat, make_bot
from tianxia.bots.ahead import asks
from tianxia.engine.state import State

SEEDS = 1 << 30
#: Far from the seeds of trainings and contests.
FIRST_SEED = 7_700_000


class Told(Seat):  # type: ignore[misc]  # no bot may; this one is no player
    """A seat that is told what the others answer to the question that is asked."""

    def __init__(self, state: State, player: int, answers: dict[int, list[int]]) -> None:
        super().__init__(state, player)
        self._answers = answers

    def deal(self, seed: int) -> State:
        """The game as the seat might know it, with the answers of all others."""
        dealt = super().deal(seed)
        for other, actions in self._answers.items():
            for action in actions:
                if other in dealt.actors() and action in dealt.legal(other):
                    dealt.apply(other, action)
        return dealt


def game_of(id: str, players: int, bot: str, others: str, told: bool, number: int) -> float:
    """The share of the victory that the bot gets in one game."""
    game, dice = tianxia.game(id), random.Random(number)
    me = number % players
    state = game.quiet(players, FIRST_SEED + number // players, {})
    bots = [
        make_bot(bot if seat == me else others, game, dice.randrange(SEEDS))
        for seat in range(players)
    ]
    while not state.over():
        if not state.secret():
            player = state.next_actor()
            state.apply(player, bots[player].decide(Seat(state, player)).action)
            continue
        answers: dict[int, list[int]] = {}
        for player in sorted(state.actors(), key=lambda seat: seat == me):
            known = answers if told and player == me else {}
            answers[player] = answer(state, bots[player], player, known)
        for player, actions in answers.items():
            for action in actions:
                state.apply(player, action)
    winners = state.winners()
    return 1 / len(winners) if me in winners else 0.0


def answer(asking: State, bot: Bot, player: int, known: dict[int, list[int]]) -> list[int]:
    """A player's whole answer to a secret question."""
    state, asked = asking.copy(), asking.asked_at
    actions: list[int] = []
    while asks(state, player, asked):
        actions.append(bot.decide(Told(state, player, known)).action)
        state.apply(player, actions[-1])
    return actions


def main() -> None:
    """Play both ways, and show the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", choices=tianxia.game_ids())
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--others", default="classic-greedy")
    parser.add_argument("--jobs", type=int)
    chosen = parser.parse_args()
    console = Console()
    table = Table("", "games", "wins", box=None, title=f"{chosen.game}, {chosen.players} players")
    for told in (False, True):
        name = "told what the others answer" if told else "as it is"
        given = (chosen.game, chosen.players, chosen.bot, chosen.others, told)
        waiting = [(*given, number) for number in range(chosen.games)]
        played = spread(game_of, waiting, "local", chosen.jobs)
        shares = list(track(played, name, len(waiting), console=console))
        share = sum(shares) / len(shares)
        low, high = wilson(share, len(shares))
        cells = f"{100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        table.add_row(name, str(len(shares)), cells)
    console.print(table)


if __name__ == "__main__":
    main()
