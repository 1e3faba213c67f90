"""Builds positions for the tests: what is not mentioned is as at the start of a game."""

from typing import Any

import tianxia
from tianxia.engine.rng import Rng
from tianxia.games.ten_suns.components import DATA
from tianxia.games.ten_suns.rules import TenSuns

from ...positions import laid_out

GAME = tianxia.game("ten-suns")
ITEM_STEP, BID_STEP, GOD_STEP, PALACE_STEP = "items", "bids", "gods", "palaces"


def seat(**changes: Any) -> dict[str, Any]:
    """A player; Bids may be given for the first spaces only."""
    found: dict[str, Any] = {
        "solar": 0,
        "lunar": 0,
        "bids": [],
        "prestige": 0,
        "moon": 0,
        "bagua": 0,
        "locations": {},
        "gods": {},
        "slots": [{}, {}],
    }
    assert set(changes) <= set(found)
    found |= changes
    found["bids"] = [*found["bids"], *[0] * (DATA.spaces - len(found["bids"]))]
    return found


def table(
    seats: list[dict[str, Any]],
    row: list[str],
    *,
    step: str = GOD_STEP,
    items: list[dict[str, int]] | None = None,
    gone: dict[str, int] | None = None,
    unseen: dict[str, int] | None = None,
    waiting: list[int] | None = None,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """A saved state. Cards in the row or owned, and those `gone`, are not unseen any more."""
    players = len(seats)
    items = [*(items or []), *[{} for _ in row]][: len(row)]
    if unseen is None:
        left = dict(zip(DATA.cards, DATA.copies, strict=True))
        seen = [*row, *(god for s in seats for god in s["gods"])]
        for s in seats:
            for location, count in s["locations"].items():
                seen += [location] * count
        for card, count in (gone or {}).items():
            seen += [card] * count
        for card in seen:
            left[card] -= 1
        unseen = {card: count for card, count in left.items() if count}
        assert min(left.values()) >= 0
    total = sum(unseen.values())
    top = min(total, 20) if unseen.get("hou-yi-star") else 0
    deck = dict.fromkeys(DATA.kinds, DATA.part_copies)
    placed = [
        part
        for parts in [*items, *(slot for s in seats for slot in s["slots"])]
        for part, count in parts.items()
        for _ in range(count)
        if part != "lunar"
    ]
    for part in placed:  # a position may show more parts of a kind than there are
        deck[part] = max(0, deck[part] - 1)
    bow = changes.get("bow", 0)
    if waiting is None:
        waiting = list(range(players)) if step == BID_STEP else [bow]
    state: dict[str, Any] = {
        "game": GAME.id,
        "version": GAME.version,
        "players": players,
        "options": options or {},
        "generator": generator(seed),
        "decisions": 0,
        "settled": 0,
        "asked_at": 0,
        "waiting": waiting,
        "secret": step == BID_STEP,
        "round": 3,
        "step": step,
        "sun": 8,
        "bow": bow,
        "arrow": None,
        "turn": waiting[0],
        "space": 0,
        "unseen": unseen,
        "top": top,
        "bottom": total - top,
        "row": row,
        "items": items,
        "marks": [None] * len(row),
        "palace_deck": deck,
        "palace_discard": {},
        "hand": {},
        "triggered": [],
        "seats": seats,
    }
    assert set(changes) <= set(state)
    return state | changes


def generator(seed: int) -> int:
    rng = Rng()
    rng.seed(seed)
    return int(rng.state)


def load(saved: dict[str, Any]) -> TenSuns:
    """The state, which has run on to its first real decision."""
    state = laid_out(GAME, saved)
    assert isinstance(state, TenSuns)
    return state


#: A palace that can be completed: the game stops after the resolution to ask about it.
STOP: dict[str, int] = {"gate": 1, "hall": 1}


def lay(seats: list[dict[str, Any]], row: list[str], **changes: Any) -> TenSuns:
    """`table` and `load` in one; where step 5 asks nothing, it stops at the palaces."""
    last = seats[(changes.get("bow", 0) - 1) % len(seats)]
    if last["slots"] == [{}, {}]:
        last["slots"] = [STOP, {}]
    return load(table(seats, row, **changes))


def bids(*columns: list[int]) -> list[dict[str, Any]]:
    """Players who have nothing but Bids: one list of Bids for each space."""
    return [seat(bids=list(own)) for own in zip(*columns, strict=True)]


def play(state: TenSuns, player: int, *actions: str) -> None:
    for action in actions:
        state.play(player, GAME.space.parse(action))


def options(state: TenSuns, player: int) -> list[str]:
    return [GAME.space.text(action) for action in state.legal(player)]


def uses(state: TenSuns, player: int) -> list[str]:
    return [option for option in options(state, player) if option.startswith("use")]


def each(state: TenSuns, name: str) -> list[int]:
    """One number of every player, in seat order."""
    return [getattr(seat, name) for seat in state.seats]


def gods(state: TenSuns, player: int) -> dict[str, int]:
    found: dict[str, int] = state.to_dict()["seats"][player]["gods"]
    return found


def locations(state: TenSuns, player: int) -> dict[str, int]:
    found: dict[str, int] = state.to_dict()["seats"][player]["locations"]
    return found


def slots(state: TenSuns, player: int) -> list[dict[str, int]]:
    found: list[dict[str, int]] = state.to_dict()["seats"][player]["slots"]
    return found


def seed_for(saved: dict[str, Any], wanted: Any) -> TenSuns:
    """The position with the first generator for which `wanted(state)` holds."""
    for seed in range(20_000):
        state = load(saved | {"generator": generator(seed)})
        if wanted(state):
            return state
    raise AssertionError("no seed gives the draws wanted")
