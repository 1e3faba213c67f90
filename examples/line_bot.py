"""A bot of the line protocol (docs/bots.md), without any library of ours.

It tries each legal action in a few games that could be the true one, and takes the action after
which the judge sees it furthest ahead of its best opponent.

    tianxia arena middle-kingdom --bots "external:cmd=python examples/line_bot.py,random"
"""

import json
import sys
from typing import Any

DEALS = 2


def ask(message: dict[str, Any]) -> dict[str, Any]:
    """Write a line, read one."""
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()
    answer: dict[str, Any] = json.loads(sys.stdin.readline())
    return answer


def lead(judge: list[float], seat: int) -> float:
    """How far ahead of the best opponent; alone, how far at all."""
    others = judge[:seat] + judge[seat + 1 :]
    return judge[seat] - max(others, default=0.0)


def main() -> None:
    """Answer until the input ends."""
    hello = json.loads(sys.stdin.readline())
    seat, seed = hello["seat"], hello["seed"]
    question = ask({"type": "ready", "name": "line bot"})
    while True:
        candidates = []
        for action in question["legal"]:
            value = 0.0
            for _ in range(DEALS):
                seed += 1
                tried = ask({"type": "try", "seed": seed, "line": [[seat, action]]})
                value += lead(tried["judge"], seat) / DEALS
            candidates.append({"action": action, "value": value, "visits": DEALS})
        best = max(candidates, key=lambda candidate: candidate["value"])
        sys.stdout.write(
            json.dumps({"type": "action", "action": best["action"], "candidates": candidates})
            + "\n"
        )
        sys.stdout.flush()
        line = sys.stdin.readline()
        if not line:
            return
        question = json.loads(line)


main()
