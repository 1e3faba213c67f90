"""Positions for tests, written down in a few words."""

from typing import Any

import tianxia
from tianxia.engine.compact import things
from tianxia.engine.rng import Rng
from tianxia.games.xiang_chi.components import PLACES
from tianxia.games.xiang_chi.rules import XiangChi
from tianxia.games.xiang_chi.table import FIRST_PRINCE, IDS, NONE

from ...positions import laid_out

GAME = tianxia.game("xiang-chi")
COURT_IDS = IDS[:FIRST_PRINCE]
PRINCE_IDS = IDS[FIRST_PRINCE:]


def position(
    row: list[str | None],
    court: list[str | list[str]] | None = None,
    *,
    draws: list[str] | None = None,
    points: int = 0,
    advanced: bool = False,
    **known: Any,
) -> XiangChi:
    """A position at the start of a turn, unless `known` says otherwise.

    `court` lists cards or piles (the top last). All cards not mentioned are in the deck; with
    `draws` only those and the Princes are, and these cards will be drawn first, in this order.
    `points` come from Poets.
    """
    piles = [[pile] if isinstance(pile, str) else pile for pile in court or []]
    piles += [[] for _ in range((6 if advanced else 8) - len(piles))]
    saved: dict[str, Any] = {
        **GAME.new(seed=1, advanced=advanced).to_dict(),
        "turn": 5,
        "question": "court",
        "cp": 0,
        "vp": {"poets": points, "taxes": 0, "princes": 0},
        "row": row,
        "court": piles,
        "deck": draws or [],
        "discard": [],
        "princes_court": [],
        "defeated": [],
        "aside": [],
        "bought": False,
        "hand": None,
        "acting": None,
        "fresh": [],
    }
    saved |= known
    used = [id for id in row if id] + [id for pile in piles for id in pile]
    for key in ("deck", "discard", "princes_court", "defeated", "aside"):
        used += saved[key]
    used += [saved["hand"]] if saved["hand"] else []
    rest = [id for id in IDS if id not in used]
    if draws is None:
        saved["deck"] = rest
    else:
        saved["deck"] = sorted(draws + [id for id in rest if id in PRINCE_IDS], key=IDS.index)
        saved["discard"] = saved["discard"] + [id for id in rest if id in COURT_IDS]
        saved["generator"] = luck(saved["deck"], draws)
    state = laid_out(GAME, saved)
    assert isinstance(state, XiangChi)
    state.events = []
    return state


def luck(deck: list[str], draws: list[str]) -> int:
    """The state of a generator that draws these cards first."""
    rng = Rng()
    for seed in range(1_000_000):
        rng.seed(seed)
        start = int(rng.state)
        left = deck[:]
        if all(left.pop(int(rng.below(len(left)))) == wanted for wanted in draws):
            return start
    raise AssertionError(f"no seed draws {draws}")


def play(state: XiangChi, *texts: str) -> None:
    """Play what the notation says; each must be legal."""
    for text in texts:
        state.play(0, GAME.space.parse(text))


def options(state: XiangChi) -> list[str]:
    """What may be chosen, in notation."""
    return [GAME.space.text(action) for action in state.legal(0)]


def row(state: XiangChi) -> list[str | None]:
    return [None if card == NONE else IDS[card] for card in things(state.row, PLACES)]


def court(state: XiangChi) -> list[list[str]]:
    """The piles that are not empty."""
    return [ids(state.pile(top)) for top in things(state.court, state.spaces) if top != NONE]


def ids(cards: list[int]) -> list[str]:
    return [IDS[card] for card in cards]


def told(state: XiangChi) -> list[str]:
    """The kinds of events since the last decision."""
    return [event.kind for event in state.events or []]
