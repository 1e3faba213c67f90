"""What a house's work costs: processor time of one core, not time by the clock.

    python -m benchmarks.costs [--decisions 60] [--write]

Two guests play each game over HTTP, in the process of the server itself, without bots: so the time of
all threads of the process together is what a request costs, the client's part of it included. Beside
that the pages drawn behind it, what a bot decided stored, and the thinking of an `adept` are measured
by themselves. With `--write` the figures go to docs/figures/costs.json; `benchmarks/capacity.py` reckons
with them.
"""

import argparse
import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import mean
from typing import Any

import httpx
from rich.progress import track

from tianxia import COMPILED
from tianxia.engine.registry import game
from tianxia.engine.registry import game_ids as all_ids
from tianxia.server.house import House
from tianxia.server.main import whole_app
from tianxia.server.seats import Plan
from tianxia.server.settings import Settings
from tianxia.server.tasks import choose
from tianxia.web.pages import regions

FIGURES = Path(__file__).parent.parent / "docs" / "figures" / "costs.json"
LEVEL = "adept"
#: Every so manieth decision everything is looked at.
EVERY = 3
Spent = dict[str, list[float]]


def spend(spent: Spent, what: str, work: Callable[[], Any]) -> Any:
    """Do it, and note what it cost."""
    started = time.process_time()
    found = work()
    spent.setdefault(what, []).append(time.process_time() - started)
    return found


async def ask(spent: Spent, what: str, request: Any) -> httpx.Response:
    """As `spend`, for a request."""
    started = time.process_time()
    answer: httpx.Response = await request
    spent.setdefault(what, []).append(time.process_time() - started)
    answer.raise_for_status()
    return answer


async def over_http(id: str, decisions: int, spent: Spent) -> None:
    """People play in the process of the server."""
    players = max(game(id).players[0], min(2, game(id).players[-1]))
    dice = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        # Pages are drawn in this process, or their time would not be counted.
        settings = Settings(f"sqlite:///{folder}/db", limits=False, workers=1, pace=0.0, painters=0)
        app = whole_app(settings)
        transport = httpx.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url="http://here") as http,
        ):
            tokens = [(await http.post("/api/guests", json={})).json()["token"] for _ in range(2)]
            http.cookies.clear()
            guests = [{"authorization": f"Bearer {token}"} for token in tokens]
            seats = ["me", "open"][:players]
            body = {"game": id, "seats": seats, "public": True}
            table = (await http.post("/api/tables", json=body, headers=guests[0])).json()["id"]
            if players > 1:
                await http.put(f"/api/tables/{table}/seats/1", headers=guests[1])
            for number in track(range(decisions), description=f"{id}, over HTTP"):
                for guest in guests[:players]:
                    view = f"/api/tables/{table}/view"
                    seen = (await ask(spent, "view", http.get(view, headers=guest))).json()
                    if seen["question"] is None:
                        continue
                    action = dice.choice(seen["choices"])["action"]
                    answer = {"question": seen["question"], "action": action}
                    to = f"/api/tables/{table}/decisions"
                    await ask(spent, "decide", http.post(to, json=answer, headers=guest))
                    if number % EVERY == 0:
                        page = http.get(f"/table/{table}", headers=guest)
                        await ask(spent, "page", page)
                        line = http.post(
                            f"/api/tables/{table}/chat", json={"text": "hello"}, headers=guest
                        )
                        await ask(spent, "chat", line)


def behind(id: str, decisions: int, spent: Spent) -> None:
    """What is done for nobody's request: drawing, storing, thinking."""
    dice = random.Random(2)
    found = game(id)
    with tempfile.TemporaryDirectory() as folder:
        house = House(Settings(f"sqlite:///{folder}/db", limits=False, workers=1))
        ann = house.guests.create("Ann")
        seats = ["me"] + [LEVEL] * (found.default_players - 1)
        table = house.seats.create(ann, Plan(id, {}, seats, public=True))
        for number in track(range(decisions), description=f"{id}, behind"):
            with house.tables.opened(table) as opened:
                play = opened.begun()
                if play.state.over():
                    break
                seat = dice.choice(play.state.actors())
                question = play.question(seat)
                action = found.space.text(dice.choice(play.state.legal(seat)))
                # After every decision, as where a page is open: what did not change is kept.
                spend(spent, "draw", partial(regions, house, opened, ann))
                spend(spent, "draw for all", partial(regions, house, opened, None))
                if number % EVERY == 0:
                    dealt = play.state.determinize(seat, number).to_dict()
            if number % EVERY == 0:
                spend(spent, "think", partial(choose, LEVEL, id, dealt, seat, 1))
            assert question is not None
            if seat:
                store = partial(house.games.decide_as_bot, table, seat, question, action)
                spend(spent, "store", store)
            else:
                house.games.decide(table, ann, question, [action])
        house.behind.shutdown()
        house.storage.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=60)
    parser.add_argument("--game", action="append", choices=all_ids(), help="by default all")
    parser.add_argument("--write", action="store_true")
    chosen = parser.parse_args()
    costs: dict[str, dict[str, float]] = {}
    for id in chosen.game or all_ids():
        spent: Spent = {}
        asyncio.run(over_http(id, chosen.decisions, spent))
        behind(id, 3 * chosen.decisions, spent)
        # The first of each warms up what is kept afterwards.
        costs[id] = {what: round(1000 * mean(times[2:]), 2) for what, times in spent.items()}
        print(id, costs[id])
    if chosen.write:
        told = {
            "at": time.strftime("%Y-%m-%d"),
            "compiled": COMPILED,
            "load_average": round(os.getloadavg()[0], 1),
            "milliseconds": costs,
        }
        FIGURES.parent.mkdir(parents=True, exist_ok=True)
        FIGURES.write_text(json.dumps(told, indent=2) + "\n")


if __name__ == "__main__":
    main()
