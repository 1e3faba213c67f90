"""What a position is worth, for bots: an estimate of a player's final score.

The values are rules of thumb (a worker is worth about two points, a lonely governor twelve), set
by hand and tried against each other in self-play.
"""

from typing import Final

from mypy_extensions import i64

from ...engine.compact import (
    Set,
    at,
    common,
    few_at,
    few_total,
    held,
    many_at,
    many_total,
    numbers,
    size,
    total,
)
from ...engine.features import Features
from ...engine.parts import Parts
from ...engine.state import State
from .components import (
    ASPECTS,
    BOARDS,
    CARDS,
    COLOURS,
    COURT,
    ENVOY,
    OFFICIALS,
    PARTS,
    REGIONS,
    REWARD_GOVERNOR,
    REWARD_OFFICIAL,
    REWARD_OFFICIALS,
    REWARD_PALACE,
    REWARD_WALL,
    ROUNDS,
    SECTIONS,
    SHIFT,
    SITES,
    VP,
    VP_COLOUR,
    WORKER_MOVE,
)
from .rules import (
    AMOUNT,
    BOARD_ABILITY,
    BONUS,
    CALM15,
    CALMS,
    DONE,
    EMPTY,
    GOVERNORS,
    LOYAL,
    PALACES,
    PAYMENTS,
    PAYS,
    RECRUITS,
    SLOTS_AT,
    SQUARE_KINDS,
    SQUARE_VP,
    STAFF_COUNTS,
    STAFF_TOTAL,
    STAFFS,
    TAKES,
    TRIGGER,
    TURNS,
    USE_CARD,
    WALLS,
    ZhanGuo,
)
from .table import (
    ABILITY,
    BID,
    BIG,
    BOARD,
    CALM,
    COLOUR_OF,
    GOAL,
    GOVERNOR,
    HIRE,
    MOVE,
    NO_PALACE,
    NOBODY,
    OVER,
    PALACE,
    PAY,
    PLACE,
    QUESTIONS,
    RECRUIT,
    REWARD,
    SLOTS,
    SPOTS,
    SQUARE,
    STAFF,
    TAKE,
    TASK_SLOTS,
    TASKS,
    TRACKS,
    USE,
    WALL,
    Player,
)

ALL_TURNS: Final = TURNS * ROUNDS

#: What the turns to come bring beyond what is counted here, by number of players and for 0, 3, 6,
#: ... 30 turns left: found in self-play. Near the end it is negative: not all that lies ready is
#: used any more. After the last turn the rewards of the last round are still to come.
TO_COME: Final = [
    [0.0],
    [0.0],
    [11.0, -12.0, 1.0, 14.0, 41.0, 54.0, 83.0, 92.0, 120.0, 135.0, 165.0],
    [5.0, -19.0, -12.0, -5.0, 18.0, 25.0, 50.0, 61.0, 85.0, 99.0, 130.0],
    [2.0, -22.0, -19.0, -14.0, 5.0, 12.0, 34.0, 44.0, 68.0, 82.0, 112.0],
]
#: In which share of the turns to come a card with this trigger fires, by Court action.
FIRES: Final = [0.11, 0.13, 0.1, 0.1, 0.04]
#: What a bonus is worth when it comes: marker, calm-any, calm-here, shift, vp, worker-move,
#: worker-here, official, vp-colour (vp and vp-colour are counted instead).
BONUS_WORTH: Final = [1.3, 1.2, 0.8, 0.5, 0.0, 0.4, 2.0, 1.7, 0.0]
CARD_A_TURN: Final = 0.1  # a card under the board, for palaces still to be built
HAND: Final = 0.4  # cards in hand that fit the abilities

WORKERS: Final = [0.0, 2.3, 4.6, 6.9, 9.0, 10.8, 12.2, 13.4, 14.4, 15.2]
MORE_WORKERS: Final = 0.5
MANNED: Final = [0.0, 0.8, 2.0, 3.2, 3.9, 4.4]  # by number of regions with workers
OFFICIAL_WORTH: Final = 1.3
STAFFED: Final = 0.35  # more for an official in a Workers area
COLOURS_WORTH: Final = [0.0, 0.0, 0.8, 4.2]  # by number of colours in a Governors area
USEFUL: Final = 6.0  # with fewer turns left than this, workers and officials lose their worth
LEVEL: Final = 1.0
BLOCKED: Final = 1.3  # for each card of a region on its last slot
NO_PALACE_HERE: Final = 0.6
HARMFUL: Final = 10.0  # with fewer turns left than this, unrest loses its harm
MARKER_WORTH: Final = 0.7
LEAD: Final = 0.6  # of a reward, for leading in its aspect
#: What tiles count in the end if the game is young, by face; for `calm15` the unrest.
EXPECTED: Final = [2.2, 5.0, 4.4, 1.8, 3.2, 3.2, 3.2, 3.0, 2.2, 3.0, 3.0, 3.0]
#: The chance to accomplish a task that lacks so many pieces.
CHANCE: Final = [1.0, 0.5, 0.25, 0.1, 0.05]


def judge(state: State, player: int) -> float:
    """The final score this player can hope for."""
    return estimate(state, player, None)


def parts(state: State, player: int) -> dict[str, float]:
    """What that estimate consists of."""
    found = Parts()
    estimate(state, player, found)
    return found.points


def estimate(state: State, player: int, parts: Parts | None) -> float:
    """The final score this player can hope for; `parts` is told what it consists of."""
    assert isinstance(state, ZhanGuo)
    if state.question <= BOARD:
        return before_boards(state, player, parts)
    worth = 0.0
    if state.mover == player and STAFF <= state.question != REWARD:
        if state.question == MOVE:
            worth = points_worth(state.seats[player], state.points)
        state = settled(state, player)
    if state.question == OVER:
        score = float(state.scores()[player])
        if parts is not None:
            parts.add("score", score)
        return score
    if parts is not None:
        parts.add("moves", worth)
    return worth + position(state, player, parts)


def before_boards(state: ZhanGuo, player: int, parts: Parts | None) -> float:
    """Boards are about equal: the first choice is worth one or two points, not more."""
    worth = state.seats[player].vp() + to_come(state.players, ALL_TURNS)
    if parts is not None:
        parts.add("score", int(state.seats[player].vp()))
        parts.add("to-come", to_come(state.players, ALL_TURNS))
    if state.question == BID and state.bid and state.bidders[-1] == player:
        worth += 1.5 - state.bid
        if parts is not None:
            parts.add("bid", 1.5 - state.bid)
    return worth


# The rest of a turn, by rules of thumb


def settled(state: ZhanGuo, player: int) -> ZhanGuo:
    """The position after the rest of the player's turn or reward."""
    after = state.copy()
    while (
        after.mover == player
        and after.turn == state.turn
        and after.aspect == state.aspect
        and STAFF <= after.question < OVER
        and after.question != REWARD
    ):
        p = after.seats[player]
        if after.question == MOVE:
            after.end_moves(p)
            after.run_on()
        else:
            after.apply(player, thumb(after, p))
    return after


def thumb(state: ZhanGuo, p: Player) -> int:
    """A quick answer to one of the small questions of a turn."""
    offers = state.offers(state.mover)
    best = offers[0]
    most = -10.0
    for action in offers:
        value = thumb_value(state, p, action)
        if value > most:
            most = value
            best = action
    return best


def thumb_value(state: ZhanGuo, p: Player, action: int) -> float:
    question = state.question
    value = 0.0
    if question == STAFF:
        index = action - STAFFS
        value = 20.0 * STAFF_TOTAL[index]
        for colour in range(3):
            if STAFF_COUNTS[index][colour]:
                value += int(few_at(p.in_g, state.target * 3 + colour))
    elif question == PAY:
        for region in PAYMENTS[action - PAYS]:
            value += int(min(many_at(p.workers, region), 3))
    elif question in (BIG, TAKE):
        value = float(p.value(action - TAKES))
    elif question == SQUARE:
        value = 1.0 if action == SQUARE_KINDS + SQUARE_VP else 0.0
    elif question == PLACE and action != DONE:
        index = action - RECRUITS
        value = company(p, index // REGIONS, index % REGIONS)
    elif question == ABILITY and action != DONE:
        ability = action - USE_CARD
        if ability == BOARD_ABILITY:
            bonus = PARTS.ability[p.board][state.deed]
        else:
            bonus = BONUS[p.cards[ability]]
        value = -1.0 if bonus in (WORKER_MOVE, SHIFT, ENVOY) else 1.0
    elif question == CALM:
        region = action - CALMS
        value = float(at(p.levels, region) + (p.cards_in(region) if p.blocked(region) else 0))
    elif question == GOAL:
        if action >= GOVERNORS:
            region = action - GOVERNORS
            value = governor_gain(state, state.mover, region) + int(at(p.levels, region))
        elif action >= WALLS:
            slot = action - WALLS
            value = wall_hope(state, p, state.faces[slot // SLOTS], slot % SLOTS, 0.0)
        else:
            value = float(at(p.palaces, action - PALACES))
    return value


def company(p: Player, colour: int, region: int) -> float:
    """How much an official of this colour is wanted in a Governors area."""
    place = region * 3
    if few_at(p.in_g, place + colour):
        return 0.5
    colours = 0
    for other in range(3):
        if few_at(p.in_g, place + other):
            colours += 1
    return 1.0 + COLOURS_WORTH[colours + 1]


def governor_gain(state: ZhanGuo, player: int, region: int) -> float:
    """What one more governor adds to the majority of a region."""
    own = state.governors_in(player, region) + 1
    tied = 1
    for other in range(state.players):
        if other != player:
            theirs = state.governors_in(other, region)
            if theirs > own:
                return 1.0
            if theirs == own:
                tied += 1
    points = (PARTS.region_vp + PARTS.governor_vp * own) // tied
    return float(points - state.majority(player, region))


def points_worth(p: Player, points: int) -> float:
    """Re-assignment points to be spent: can they bring three colours together?"""
    worth = 0.15 * points
    for region in range(REGIONS):
        cost = triple_cost(p, region)
        if 0 < cost <= points:
            return worth + COLOURS_WORTH[3] - 0.2 * cost
    return worth


def triple_cost(p: Player, region: int) -> int:
    """About how many points bring all three colours into a Governors area."""
    total = 0
    for colour in range(3):
        if few_at(p.in_g, region * 3 + colour):
            continue
        nearest = 99
        for other in range(REGIONS):
            away = abs(other - region)
            if few_at(p.in_g, other * 3 + colour):
                nearest = min(nearest, away)
            elif few_at(p.in_w, other * 3 + colour):
                nearest = min(nearest, away + 1)
        total += nearest
    return total


# A position between turns


def turns_left(state: ZhanGuo, player: int) -> int:
    left = (ROUNDS - state.round) * TURNS + min(TURNS, len(state.seats[player].hand))
    if state.question == USE and state.mover == player:
        left += 1
    return left


def to_come(players: int, left: int) -> float:
    row = TO_COME[players]
    index = left // 3
    if left % 3 == 0:
        return row[index]
    return row[index] + (row[index + 1] - row[index]) * (left % 3) / 3.0


def position(state: ZhanGuo, player: int, parts: Parts | None) -> float:
    """What a player has, and what it may still bring; `parts` is told what that consists of."""
    p = state.seats[player]
    left = turns_left(state, player)
    share = left / ALL_TURNS
    useful = min(1.0, left / USEFUL)
    worth = p.vp() + to_come(state.players, left)
    counts = [state.governors_in(player, region) for region in range(REGIONS)]
    governors = governors_worth(state, player, counts, share)
    worth += governors
    tasks = tasks_worth(state, player, counts, left)
    worth += tasks
    if p.walls_left < PARTS.walls:
        for slot in range(len(state.slots)):
            if state.slots[slot] == player:
                wall = wall_hope(state, p, state.faces[slot // SLOTS], slot % SLOTS, share)
                worth += wall
                if parts is not None:
                    parts.add("walls", wall)
    worth += markers_worth(state, player, share, parts)
    workers = workers_worth(p)
    officials = officials_worth(p)
    worth += useful * (workers + officials)
    unrest = min(1.0, left / HARMFUL) * unrest_cost(p)
    worth -= unrest
    if parts is not None:
        parts.add("score", int(p.vp()))
        parts.add("to-come", to_come(state.players, left))
        parts.add("governors", governors)
        parts.add("tasks", tasks)
        parts.add("workers", useful * workers)
        parts.add("officials", useful * officials)
        parts.add("unrest", -unrest)
    return worth + cards_worth(p, left, parts)


def governors_worth(state: ZhanGuo, player: int, governors: list[int], share: float) -> float:
    """Majorities as they are; a lead may be lost and a tie be broken while the game is young."""
    worth = 0.0
    for region in range(REGIONS):
        own = governors[region]
        if not own:
            continue
        best = 0
        tied = 1
        for other in range(state.players):
            if other != player:
                theirs = state.governors_in(other, region)
                if theirs > best:
                    best = theirs
                if theirs == own:
                    tied += 1
        full = PARTS.region_vp + PARTS.governor_vp * own
        if best > own:
            worth += share * (5.0 if best == own + 1 else 1.0)
        elif best == own:
            worth += full // tied + share
        else:
            worth += full * (1.0 - share * (0.45 if own == best + 1 else 0.2))
    return worth


def tasks_worth(state: ZhanGuo, player: int, governors: list[int], left: int) -> float:
    """Discs count their points times their number, hoped-for ones by their chance."""
    sites = [state.pieces_at(player, 0, site) for site in range(len(SITES))]
    pieces = [sites, numbers(state.seats[player].palaces, REGIONS), governors]
    worth = 0.0
    for section in range(2):
        discs = 0.0
        points = 0.0
        for kind in range(3):
            task = section * 3 + kind
            start = task * TASK_SLOTS
            slot = start
            while state.discs[slot] not in (NOBODY, player):
                slot += 1
            chance = 1.0
            if state.discs[slot] == NOBODY:
                missing = lacking(pieces[kind], kind, state.tasks[task])
                chance = CHANCE[missing] * min(1.0, left / (5.0 * missing))
            discs += chance
            points += chance * PARTS.task_slots[slot - start]
        worth += discs * points
    return worth


def lacking(pieces: list[int], kind: int, tile: int) -> int:
    """How many pieces a task still needs, at least one."""
    needs = PARTS.task_needs[kind][tile]
    missing = 0
    for place in PARTS.task_places[kind][tile]:
        if pieces[place] < needs[place]:
            missing += needs[place] - pieces[place]
    return missing or 1


def wall_hope(state: ZhanGuo, p: Player, face: int, rods: int, share: float) -> float:
    """What a wall shows now, and what it may show in the end."""
    vp = PARTS.face_vp[face][rods]
    young = min(1.0, share * 1.3)
    if face == CALM15:
        return max(0.0, vp - int(total(p.levels)) * (1.0 - young) - EXPECTED[face] * young)
    count = float(state.wall_count(p, face))
    if count < EXPECTED[face] or face in (EMPTY, LOYAL):  # these two come and go
        count += (EXPECTED[face] - count) * young
    return vp * count


def markers_worth(state: ZhanGuo, player: int, share: float, parts: Parts | None) -> float:
    """Markers as such, the lead for this round's reward, and the majority of the end."""
    worth = 0.0
    p = state.seats[player]
    order = state.tie_order()
    for colour in range(3):
        own = p.value(colour)
        if not own:
            continue
        markers = MARKER_WORTH * float(own) * (0.3 + 0.7 * share)
        worth += markers
        majority = 0.0
        reward = 0.0
        if leads(state, player, colour, own, order):
            majority = PARTS.aspect_vp[colour] * (1.0 - share) * (1.0 - share)
            worth += majority
            if state.aspect <= colour and state.can_take_reward(player, state.round, colour):
                reward = LEAD * reward_worth(state, p, colour)
                worth += reward
        if parts is not None:
            parts.add("markers", markers + majority)
            parts.add("reward", reward)
    return worth


def leads(state: ZhanGuo, player: int, colour: int, own: int, order: list[int]) -> bool:
    """Has nobody a higher value of this colour, nor as high a one before the player in the tie order?"""
    above = True  # those met before the player in the tie order win ties
    for other in order:
        if other == player:
            above = False
        else:
            theirs = state.seats[other].value(colour)
            if theirs > own or (above and theirs == own):
                return False
    return True


def reward_worth(state: ZhanGuo, p: Player, aspect: int) -> float:
    kind = PARTS.reward_kind[state.round - 1][aspect]
    if kind == REWARD_GOVERNOR:
        return 11.0
    if kind == REWARD_WALL:
        return 9.0
    if kind == REWARD_PALACE:
        return 2.0 + p.card_count()
    if kind == REWARD_OFFICIAL:
        return 2.0
    if kind == REWARD_OFFICIALS:
        return 3.0
    return 4.0


def workers_worth(p: Player) -> float:
    total = int(many_total(p.workers))
    worth = MANNED[p.manned()]
    most = len(WORKERS) - 1
    if total <= most:
        return worth + WORKERS[total]
    return worth + WORKERS[most] + MORE_WORKERS * (total - most)


def officials_worth(p: Player) -> float:
    worth = 0.0
    for place in range(0, SPOTS, 3):
        colours = 0
        for official in range(place, place + 3):
            if few_at(p.in_g, official):
                colours += 1
        worth += COLOURS_WORTH[colours]
    return (
        worth
        + OFFICIAL_WORTH * int(few_total(p.in_g))
        + (OFFICIAL_WORTH + STAFFED) * int(few_total(p.in_w))
    )


def unrest_cost(p: Player) -> float:
    cost = 0.0
    tracks = TRACKS[p.board]
    for region in range(REGIONS):
        level = int(at(p.levels, region))
        if level:
            cost += LEVEL * level
            if level == tracks[region]:
                cost += BLOCKED * float(p.cards_in(region)) + NO_PALACE_HERE
            elif level == NO_PALACE[tracks[region]]:
                cost += NO_PALACE_HERE
    return cost


def cards_worth(p: Player, left: int, parts: Parts | None) -> float:
    """Cards under the board, and the numbers in hand that wake them.

    Low numbers wake the cards of Recruit and Governor, high ones those of the other actions.
    """
    of_colour = [0, 0, 0]
    for card in p.cards:
        if card:
            of_colour[COLOUR_OF[card]] += 1
    wakes = [0.0] * 5
    count = 0
    for card in p.cards:
        if card:
            count += 1
            bonus = BONUS[card]
            if bonus == VP:
                wakes[TRIGGER[card]] += AMOUNT[card]
            elif bonus == VP_COLOUR:
                wakes[TRIGGER[card]] += 1.0 + 0.8 * of_colour[AMOUNT[card]]
            else:
                wakes[TRIGGER[card]] += BONUS_WORTH[bonus]
    worth = CARD_A_TURN * count
    for action in range(5):
        worth += FIRES[action] * wakes[action]
    low = max(wakes[RECRUIT], wakes[GOVERNOR])
    high = max(wakes[HIRE], wakes[WALL], wakes[PALACE])
    fits = 0.0
    for card in p.hand:
        fits += max(low * (CARDS - card), high * card)
    if parts is not None:
        parts.add("cards", worth * left)
        parts.add("hand", HAND * fits / CARDS)
    return worth * left + HAND * fits / CARDS


# Features for learning, the player first and the others in clockwise order


#: Most cards a hand can hold: three of each colour before some are given back.
HAND_SLOTS: Final = 9
PLAYER_NAMES: Final = [
    "points",
    "tie order",
    *(f"board {board}" for board in BOARDS),
    *(f"value {colour}" for colour in COLOURS),
    *(f"hand {colour}" for colour in COLOURS),
    *(f"supply {colour}" for colour in OFFICIALS),
    *("governors left", "palaces left", "walls left"),
    *(f"trigger {trigger}" for trigger in COURT[:5]),
    *(f"cards {colour}" for colour in COLOURS),
    *("task points", "wall points"),
]
#: What the player could do at once; whoever judges for others sees what is theirs.
READY_NAMES: Final = [
    *(f"leads {colour}" for colour in COLOURS),
    *("regions with workers", "walls ready"),
    *(
        f"region {region + 1} {deed} ready"
        for region in range(REGIONS)
        for deed in ("unify", "hire", "palace", "governor")
    ),
]
REGION_NAMES: Final = [
    "unrest",
    "blocked",
    "cards",
    *(f"governors area {colour}" for colour in OFFICIALS),
    "workers area",
    "workers",
    "governors",
    "majority",
    "palaces",
]


def feature_names(players: int) -> list[str]:
    names = ["round", "turn", "top of the pile", "played card", "points"]
    names += [f"question {name}" for name in QUESTIONS]
    names += [f"aspect {name}" for name in ASPECTS]
    names += [f"supply {colour}" for colour in COLOURS]
    names += [f"value-3 {colour}" for colour in COLOURS]
    names += [f"hand {slot + 1}" for slot in range(HAND_SLOTS)]
    names += [f"hand {trigger}" for trigger in COURT[:5]]
    for section in SECTIONS:
        names += [f"{section} rods {rods + 1}" for rods in range(SLOTS)]
        names.append(f"{section} worth")
    names += READY_NAMES
    for task in range(TASKS):
        names += [f"task {task + 1} {name}" for name in ("missing", "ready", "claimed", "slot")]
    for region in range(REGIONS):
        names += [f"square {region + 1}{place}" for place in "ab"]
        names.append(f"palace slots {region + 1}")
    for other in range(players):
        whose = "own" if not other else f"next {other}"
        names += [f"{whose} {name}" for name in PLAYER_NAMES]
        for region in range(REGIONS):
            names += [f"{whose} region {region + 1} {name}" for name in REGION_NAMES]
    return names


def features(state: State, player: int, found: Features) -> None:
    """What the player may know, scaled to about -1 to 1."""
    assert isinstance(state, ZhanGuo)
    p = state.seats[player]
    found.ratio(state.round, ROUNDS)
    found.ratio(state.turn, TURNS * state.players)
    found.ratio(state.pile[-1] if state.pile else 0, CARDS)
    found.ratio(state.card, CARDS)
    found.ratio(state.points, 4)
    found.one_of(len(QUESTIONS), state.question)
    found.one_of(3, state.aspect)
    found.packed(state.ones, 3, 12.0)
    found.packed(state.threes, 3, 1.0)
    found.scaled(p.hand, CARDS)
    found.skip(HAND_SLOTS - len(p.hand), CARDS)
    found.tally(p.hand, TRIGGER, 5, 5)
    for section in range(len(SECTIONS)):
        found.owned(p.walls, state.built, section * SLOTS, (section + 1) * SLOTS)
        found.ratio(state.wall_worth(p, state.faces[section], 1), 15)
    manned = p.manned()
    walls = state.wall_slots(p, min(manned, SLOTS))
    add_ready(state, player, manned, walls, found)
    add_tasks(state, player, manned, walls, found)
    region: i64
    for region in range(REGIONS):
        found.ratio(ownership(held(state.squares, region * 2), player), 1)
        found.ratio(ownership(held(state.squares, region * 2 + 1), player), 1)
        built: i64 = 0
        for other in state.seats:
            built += at(other.palaces, region)
        found.ratio(state.players - built, 4)


def seat_features(state: State, player: int, found: Features) -> None:
    """What everybody knows of each player."""
    assert isinstance(state, ZhanGuo)
    order = state.tie_order()
    for step in range(state.players):
        add_player(state, (player + step) % state.players, order, found)


def ownership(owner: i64, player: i64) -> i64:
    if owner == NOBODY:
        return 0
    return 1 if owner == player else -1


def add_ready(state: ZhanGuo, player: int, manned: i64, walls: Set, found: Features) -> None:
    p = state.seats[player]
    order = state.tie_order()
    for colour in range(3):
        own = p.value(colour)
        found.flag(own > 0 and leads(state, player, colour, own, order))
    found.ratio(manned, REGIONS)
    found.ratio(size(walls), len(SECTIONS) * SLOTS)
    region: i64
    for region in range(REGIONS):
        found.flag(state.can_unify(p, region))
        found.flag(state.can_hire(p, region))
        found.flag(state.palace_ready(p, region, manned))
        found.flag(p.governor_ready(region))


def add_tasks(state: ZhanGuo, player: int, manned: i64, walls: Set, found: Features) -> None:
    discs = state.discs
    p = state.seats[player]
    task: i64
    for task in range(TASKS):
        kind: i64 = task % 3
        tile = state.tasks[task]
        needs = PARTS.task_needs[kind][tile]
        missing: i64 = 0
        ready = False
        for place in PARTS.task_places[kind][tile]:
            lack: i64 = needs[place] - state.pieces_at(player, kind, place)
            if lack > 0:
                missing += lack
                if kind == 0:
                    ready = ready or common(walls, SLOTS_AT[place]) != 0
                elif kind == 1:
                    ready = ready or state.palace_ready(p, place, manned)
                else:
                    ready = ready or p.governor_ready(place)
        slot = task * TASK_SLOTS
        owner = discs[slot]
        while owner != NOBODY and owner != player:
            slot += 1
            owner = discs[slot]
        found.ratio(missing, 4)
        found.flag(ready)
        found.flag(owner == player)
        found.ratio(PARTS.task_slots[slot % TASK_SLOTS], 5)


def add_player(state: ZhanGuo, seat: int, order: list[int], found: Features) -> None:
    p = state.seats[seat]
    found.ratio(p.vp(), 100)
    found.ratio(order.index(seat), 3)
    found.one_of(len(BOARDS), p.board)
    for colour in range(3):
        found.ratio(p.value(colour), 8)
    found.tally(p.hand, COLOUR_OF, 3, 3)
    found.packed(p.supply, 3, PARTS.officials)
    found.ratio(p.governors_left, PARTS.governors)
    found.ratio(p.palaces_left, PARTS.palaces)
    found.ratio(p.walls_left, PARTS.walls)
    found.packed(p.triggers, 5, 5)
    found.packed(p.colours, 3, 20 / 3)
    found.ratio(state.task_points(seat), 40)
    found.ratio(state.wall_points(seat) if p.walls_left < PARTS.walls else 0, 40)
    tracks = TRACKS[max(p.board, 0)]
    region: i64
    for region in range(REGIONS):
        place: i64 = region * 3
        level: i64 = at(p.levels, region)
        found.ratio(level, 4)
        found.flag(level == tracks[region])
        found.ratio(p.cards_in(region), 3)
        found.few(p.in_g, place, place + 3, 5.0)
        found.ratio(p.staff_in(region), 2)
        found.ratio(many_at(p.workers, region), 6)
        governors = state.governors_in(seat, region)
        found.ratio(governors, 3)
        found.ratio(state.majority(seat, region) if governors else 0, 15)
        found.ratio(at(p.palaces, region), 2)
