"""The versions of the environments, and what changed in each.

An environment gets a new version when its actions, its observation or its rewards change. The
fingerprint of the newest one is checked by the tests: actions and feature names cannot change
under an old version.
"""

import hashlib
from dataclasses import dataclass

from ..engine.game import Game


@dataclass(frozen=True)
class Version:
    """One version: its number, the day, what is new, and the fingerprint of its shapes."""

    number: int
    day: str
    note: str
    shapes: str


#: Games of other packages start with this.
FIRST = Version(0, "", "First version.", "")

HISTORY: dict[str, list[Version]] = {
    "middle-kingdom": [Version(0, "2026-11-15", "First version.", "93369e0483b5")],
    "ten-suns": [
        Version(0, "2026-11-15", "First version.", "5600396ae090"),
        Version(
            1,
            "2026-11-17",
            "Parts without room are chosen (`discard`); all items to place are seen; cards without "
            "a Bid stay until the end of the round; weaker Monsters.",
            "bb2c000fff56",
        ),
    ],
    "xiang-chi": [Version(0, "2026-11-15", "First version.", "a4f1c91ef8b7")],
    "year-of-the-dragon": [
        Version(0, "2026-11-15", "First version.", "07f33b597666"),
        Version(
            1,
            "2026-11-17",
            "The last wall scoring is a phase after the scoring; forced releases are not asked.",
            "200027af2ea4",
        ),
    ],
    "zhanguo": [
        Version(0, "2026-11-15", "First version.", "7d49effe2bfe"),
        Version(
            1,
            "2026-11-17",
            "Other abilities of the cards and other tasks, some with four symbols.",
            "7d49effe2bfe",
        ),
        Version(
            2,
            "2026-11-18",
            "One sees what is ready to be done, which task lacks just that, and in what one leads.",
            "d11b81f74a3e",
        ),
    ],
}


def history(id: str) -> list[Version]:
    """The versions of a game's environments, oldest first."""
    return HISTORY.get(id, [FIRST])


def version(id: str) -> int:
    """The number of the newest version."""
    return history(id)[-1].number


def shapes(game: Game) -> str:
    """A fingerprint of the actions and of the features' names at every number of players."""
    lines = [game.space.text(action) for action in range(len(game.space))]
    for players in game.players:
        lines += game.feature_names(players)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]
