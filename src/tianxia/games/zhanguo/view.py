"""What a player sees."""

from typing import Any

from ...engine.compact import at, held, many_at, many_numbers, numbers, things
from ...engine.state import State
from .components import (
    ASPECTS,
    BOARDS,
    COLOURS,
    COURT,
    DECK,
    FACES,
    OFFICIALS,
    PARTS,
    REGIONS,
    SECTIONS,
    SITES,
    SQUARES,
    TASK_KINDS,
    VP,
    VP_COLOUR,
)
from .rules import AMOUNT, BOARD_ABILITY, BONUS, GOVERNORS, HIRES, TRIGGER, UNIFY, ZhanGuo
from .table import (
    BOARD,
    GOVERNOR,
    HIRE,
    LAYERS,
    NO_PALACE,
    NOBODY,
    OVER,
    PALACE,
    QUESTIONS,
    RECRUIT,
    SLOTS,
    SOURCES,
    SPOTS,
    TASK_SLOTS,
    TASKS,
    TOSS,
    TRACKS,
    USE,
    WALL,
    Player,
    by_region,
)

#: Every card as shown, by number.
FACE_UP: list[dict[str, Any]] = [
    {
        "number": number,
        "colour": COLOURS[(number - 1) // DECK] if number else "",
        "trigger": COURT[TRIGGER[number]] if number else "",
        "bonus": PARTS.bonus_id[number],
    }
    for number in range(len(TRIGGER))
]
REWARDS = [["reward-" + name for name in column] for column in PARTS.reward_names]
#: Numbers printed on components that words need.
FACTS = {
    "reassign": PARTS.reassign_points,
    "square_points": PARTS.square_points,
    "square_vp": PARTS.square_vp,
    "palace_workers": PARTS.palace_workers,
    "region_vp": PARTS.region_vp,
    "governor_vp": PARTS.governor_vp,
}


def view(state: State, player: int | None) -> dict[str, Any]:
    """All that a player may know; `None` is a spectator."""
    assert isinstance(state, ZhanGuo)
    seats = range(state.players)
    # Who has how many walls at each site, palaces and governors in each region
    walls = [[state.pieces_at(seat, 0, site) for site in range(len(SITES))] for seat in seats]
    palaces = [numbers(player.palaces, REGIONS) for player in state.seats]
    governors = [[state.governors_in(seat, region) for region in range(REGIONS)] for seat in seats]
    pieces = [walls, palaces, governors]
    rankings = [state.ranking(colour) for colour in range(3)]
    majorities = [_majority(governors, region) for region in range(REGIONS)]
    seen: dict[str, Any] = {
        "prompt": _prompt(state),
        "facts": FACTS,
        "round": state.round,
        "phase": _phase(state),
        "turn": state.turn,
        "order": _order(state),
        "track": state.track[:],
        "column": [_owner(seat) for seat in things(state.column, 3)],
        "pile": state.pile[:],
        "played": FACE_UP[state.card] if state.card else None,
        "ones": dict(zip(COLOURS, numbers(state.ones, 3), strict=True)),
        "threes": dict(zip(COLOURS, numbers(state.threes, 3), strict=True)),
        "decks": {
            colour: [len(layer) for layer in state.layers[index : index + LAYERS] if layer]
            for colour, index in zip(COLOURS, range(0, 3 * LAYERS, LAYERS), strict=True)
        },
        "regions": [
            {
                "squares": [SQUARES[kind] for kind in PARTS.squares[region * 2 : region * 2 + 2]],
                "owners": [_owner(held(state.squares, region * 2 + place)) for place in range(2)],
                "open": [at(player.open, region) for player in state.seats],
                "governors": [counts[region] for counts in governors],
                "majority": majorities[region],
                "palaces": [counts[region] for counts in palaces],
            }
            for region in range(REGIONS)
        ],
        "walls": [_section(state, section, player) for section in range(len(SECTIONS))],
        "tasks": [_task(state, task, pieces[task % 3]) for task in range(TASKS)],
        "rewards": REWARDS,
        "aspects": [_aspect(state, aspect, rankings[aspect]) for aspect in range(3)],
        "seats": [_seat(state, seat) for seat in seats],
        "scoring": _scoring(state, majorities, rankings),
    }
    if state.question <= BOARD:
        seen["boards"] = {
            "left": [BOARDS[board] for board in state.boards_left],
            "about": [_about(board) for board in state.boards_left],
            "bid": state.bid,
            "bidders": state.bidders[:],
        }
    if player is not None:
        _add_own(seen, state, player)
    return seen


def _add_own(seen: dict[str, Any], state: ZhanGuo, player: int) -> None:
    """What only this player knows, or needs."""
    own = state.seats[player]
    top = state.pile[-1] if state.pile else 0
    seen["hand"] = [FACE_UP[card] for card in own.hand]
    seen["higher"] = [card > top for card in own.hand] if top else []
    if state.variant_draw:
        seen["tossing"] = own.tossing or None
        seen["tossed"] = [
            {"round": index // 3 + 1, "card": card} for index, card in enumerate(own.tossed) if card
        ]
    if state.question == USE and state.mover == player:
        seen["previews"] = _previews(state, own)


def _about(board: int) -> dict[str, Any]:
    """What is printed on a player board."""
    return {
        "tracks": TRACKS[board],
        "symbols": [NO_PALACE[length] for length in TRACKS[board]],
        "start": dict(zip(OFFICIALS, PARTS.start[board], strict=True)),
        "abilities": _abilities(board),
    }


def _abilities(board: int) -> dict[str, str]:
    """By Court action."""
    return {
        action: ability
        for action, ability in zip(COURT, PARTS.ability_id[board], strict=True)
        if ability
    }


def _owner(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _phase(state: ZhanGuo) -> str:
    if state.question == OVER:
        return "over"
    if state.question < TOSS:
        return "boards"
    if state.question == TOSS:
        return "draw"
    return "play" if state.aspect == NOBODY else "rewards"


def _order(state: ZhanGuo) -> list[int]:
    """The order of turns in this round; in Phase 3 the discs move, and it is over."""
    if state.aspect != NOBODY:
        return []
    if state.variant_order:
        return state.track[:]
    return [(state.track[0] + step) % state.players for step in range(state.players)]


def _prompt(state: ZhanGuo) -> dict[str, Any]:
    question = QUESTIONS[state.question]
    prompt: dict[str, Any] = {"id": question}
    if question == "over":
        prompt["others"] = state.winners()
        prompt["count"] = len(prompt["others"])
    elif question == "bid":
        prompt["vp"] = state.bid
    elif question == "toss":
        prompt["colour"] = COLOURS[state.toss_colour]
    elif question == "card":
        prompt["top"] = state.pile[-1] if state.pile else 0
    elif question == "use":
        prompt["card"] = state.card
    elif question in ("staff", "square"):
        prompt["region"] = state.target + 1
    elif question == "shift":
        prompt["points"] = state.points
    elif question == "pay":
        palace = state.deed == PALACE
        prompt["workers"] = 1 if palace else state.target % SLOTS + 1
        prompt["for"] = "palace" if palace else "wall"
    elif question in ("reward", "goal"):
        prompt["aspect"] = ASPECTS[state.aspect]
        prompt["reward"] = REWARDS[state.round - 1][state.aspect]
        if question == "reward":
            prompt["value"] = state.seats[state.mover].value(state.aspect)
    return prompt


def _majority(governors: list[list[int]], region: int) -> list[int]:
    """What each player gets for the governors in a region."""
    return _shares([own[region] for own in governors])


def _shares(counts: list[int]) -> list[int]:
    most = max(counts)
    share = (PARTS.region_vp + PARTS.governor_vp * most) // counts.count(most) if most else 0
    return [share if count == most else 0 for count in counts]


def _section(state: ZhanGuo, section: int, player: int | None) -> dict[str, Any]:
    start = section * SLOTS
    face = state.faces[section]
    seen: dict[str, Any] = {
        "section": SECTIONS[section],
        "site": SITES[section // 2],
        "face": FACES[face],
        "owners": [_owner(seat) for seat in state.slots[start : start + SLOTS]],
        "vp": PARTS.face_vp[face],
    }
    if player is not None:
        seen["yours"] = [state.wall_worth(state.seats[player], face, rods) for rods in range(SLOTS)]
    return seen


def _task(state: ZhanGuo, task: int, held: list[list[int]]) -> dict[str, Any]:
    kind = task % 3
    needs = PARTS.task_needs[kind][state.tasks[task]]
    slots = state.discs[task * TASK_SLOTS : task * TASK_SLOTS + state.players]
    return {
        "section": "upper" if task < 3 else "lower",
        "kind": TASK_KINDS[kind],
        "tile": PARTS.task_names[kind][state.tasks[task]],
        "owners": [_owner(seat) for seat in slots],
        "vp": PARTS.task_slots[: state.players],
        "missing": [
            sum(need - have for need, have in zip(needs, own, strict=True) if need > have)
            for own in held
        ],
    }


def _aspect(state: ZhanGuo, aspect: int, ranking: list[int]) -> dict[str, Any]:
    reward = max(1, state.round)
    return {
        "aspect": ASPECTS[aspect],
        "colour": COLOURS[aspect],
        "reward": REWARDS[reward - 1][aspect],
        "values": [player.value(aspect) for player in state.seats],
        "ranking": ranking,
        "able": [state.can_take_reward(seat, reward, aspect) for seat in range(state.players)],
        "open": state.aspect == aspect,
        "vp": PARTS.aspect_vp[aspect],
    }


def _seat(state: ZhanGuo, seat: int) -> dict[str, Any]:
    p = state.seats[seat]
    hand = [0, 0, 0]
    for card in p.hand:
        hand[(card - 1) // DECK] += 1
    tracks = [] if p.board == NOBODY else TRACKS[p.board]
    seen: dict[str, Any] = {
        "vp": p.vp(),
        "board": None if p.board == NOBODY else BOARDS[p.board],
        "hand": dict(zip(COLOURS, hand, strict=True)),
        "ones": dict(zip(COLOURS, numbers(p.ones, 3), strict=True)),
        "threes": dict(zip(COLOURS, numbers(p.threes, 3), strict=True)),
        "supply": dict(zip(OFFICIALS, numbers(p.supply, 3), strict=True)),
        "governors": p.governors_left,
        "palaces": p.palaces_left,
        "walls": p.walls_left,
        "discs": TASKS - state.discs.count(seat),
        # By region
        "levels": numbers(p.levels, REGIONS),
        "tracks": tracks,
        "symbols": [NO_PALACE[length] for length in tracks],
        "governors_area": by_region(p.in_g),
        "workers_area": by_region(p.in_w),
        "workers": many_numbers(p.workers, REGIONS),
        "cards": [
            [FACE_UP[card] for card in p.cards[place : place + 3] if card]
            for place in range(0, SPOTS, 3)
        ],
    }
    if p.board > 0:
        seen["abilities"] = _abilities(p.board)
    if state.active and state.mover == seat:
        seen["active"] = [
            "board" if ability == BOARD_ABILITY else f"{ability // 3 + 1}.{ability % 3 + 1}"
            for ability in range(16)
            if state.active >> ability & 1
        ]
    return seen


def _scoring(
    state: ZhanGuo, majorities: list[list[int]], rankings: list[list[int]]
) -> list[dict[str, Any]]:
    """Where everybody's points come from, as if the game ended now."""
    seats = range(state.players)
    rows = [[player.gains[source] for player in state.seats] for source in range(6)]
    rows.append([sum(region[seat] for region in majorities) for seat in seats])
    aspects = [0] * state.players
    for colour, ranking in enumerate(rankings):
        if ranking:
            aspects[ranking[0]] += PARTS.aspect_vp[colour]
    rows.append(aspects)
    rows.append([state.task_points(seat) for seat in seats])
    rows.append([state.wall_points(seat) for seat in seats])
    return [
        {"source": source, "points": points}
        for source, points in zip(SOURCES, rows, strict=True)
        if source != "auction" or state.options["boards"] == "b-auction"
    ]


def _previews(state: ZhanGuo, p: Player) -> dict[str, Any]:
    """What each use of the played card would bring at once; lists are by region, None: illegal."""
    legal = set(state.offers(state.mover))
    colour = (state.card - 1) // DECK
    unify: dict[str, list[int | None]] = {"markers": [], "vp": [], "levels": []}
    hire: dict[str, list[Any]] = {"levels": [], "fires": [], "vp": []}
    governor: dict[str, list[Any]] = {"fires": [], "vp": [], "majority": []}
    for region in range(REGIONS):
        cards = p.cards_in(region)
        markers = min(cards + 1, at(state.ones, colour))
        can = UNIFY + region in legal
        unify["markers"].append(markers if can else None)
        unify["vp"].append(cards + 1 - markers if can else None)
        unify["levels"].append(at(p.levels, region) + cards if can else None)
        can = HIRES + region in legal
        level = at(p.levels, region) + state.hire_unrest(p, max(1, p.staff_in(region)))
        fires, vp = _fires(state, p, HIRE, region, level)
        hire["levels"].append(level if can else None)
        hire["fires"].append(fires if can else None)
        hire["vp"].append(vp if can else None)
        can = GOVERNORS + region in legal
        fires, vp = _fires(state, p, GOVERNOR, region, 0)
        governor["fires"].append(fires if can else None)
        governor["vp"].append(vp if can else None)
        counts = [state.governors_in(seat, region) for seat in range(state.players)]
        counts[state.mover] += 1
        governor["majority"].append(_shares(counts)[state.mover] if can else None)
    seen: dict[str, Any] = {"unify": unify, "hire": hire, "governor": governor}
    seen["closed"] = _closed(state, p, legal)
    for deed in (RECRUIT, WALL, PALACE):
        fires, vp = _fires(state, p, deed, 0, at(p.levels, 0))
        seen[COURT[deed]] = {"fires": fires, "vp": vp + (p.card_count() if deed == PALACE else 0)}
    return seen


def _closed(state: ZhanGuo, p: Player, legal: set[int]) -> dict[str, str]:
    """The uses of the card that nothing allows now, and what is missing for each."""
    open = {space.split(" ")[0] for space in map(state.game.space.text, legal)}
    manned = p.manned()
    staffed = [
        region for region in range(REGIONS) if many_at(p.workers, region) >= PARTS.palace_workers
    ]
    why = {
        "unify": "no-room",
        "recruit": "no-supply",
        "reassign": "nobody-there",
        "hire": "too-much-unrest" if p.officials_on_board() else "nobody-there",
        "palace": (
            "no-pieces"
            if not p.palaces_left
            else "no-workers"
            if manned < 2 or not staffed
            else "no-plot"
        ),
        "wall": "no-pieces" if not p.walls_left else "no-slot" if manned else "no-workers",
        "governor": "no-three-colours" if p.governors_left else "no-pieces",
    }
    return {use: f"closed-{use}-{reason}" for use, reason in why.items() if use not in open}


def _fires(state: ZhanGuo, p: Player, deed: int, region: int, level: int) -> tuple[list[int], int]:
    """Own cards that a Court action would wake, with a new level in a region, and their VP."""
    fires: list[int] = []
    vp = 0
    if state.wakes(deed, state.card, state.pile[-1] if state.pile else 0):
        for place, card in enumerate(p.cards):
            there = place // 3
            reached = level if there == region else at(p.levels, there)
            if card and TRIGGER[card] == deed and reached < p.track(there):
                fires.append(card)
                if BONUS[card] == VP:
                    vp += AMOUNT[card]
                elif BONUS[card] == VP_COLOUR:
                    vp += p.cards_of(AMOUNT[card])
    return fires, vp
