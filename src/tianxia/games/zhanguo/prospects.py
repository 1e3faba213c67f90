"""What a player could do next, and what it would bring: for judges that learn.

The features say what lies where. From that a network finds hardly what a few deeds in a row would bring: who
has workers in two regions and a wall to build there cannot build a palace with them as well. So this
counts it out: what each governor, palace and wall would add to the score if it came now, which of them
stand ready, and what the best of these bring one after the other, paid for with what is there.
"""

from typing import Final

from mypy_extensions import i64

from ...engine.compact import (
    Counts,
    Many,
    Set,
    apart,
    at,
    common,
    few_at,
    has,
    held,
    many_at,
    many_more,
    more,
    plus,
    size,
)
from ...engine.features import Features
from ...engine.state import State
from .components import (
    COLOURS,
    COURT,
    OFFICIALS,
    PARTS,
    REGIONS,
    REWARD_GOVERNOR,
    REWARD_PALACE,
    REWARD_WALL,
    SECTIONS,
    VP,
    VP_COLOUR,
)
from .judge import leads, turns_left
from .rules import (
    AMOUNT,
    BONUS,
    FULL_AREA,
    KIND_OF_SQUARE,
    SQUARE_VP,
    TRIGGER,
    UPPER_TASKS,
    ZhanGuo,
)
from .table import (
    BOARD,
    GOVERNOR,
    NOBODY,
    OVER,
    PALACE,
    RECRUIT,
    SLOTS,
    SPOTS,
    TASK_SLOTS,
    WALL,
    Player,
)

#: What a bonus is worth when it comes, in tenths of a point: marker, calm-any, calm-here, shift, vp,
#: worker-move, worker-here, official, vp-colour (vp and vp-colour are counted instead).
BONUS_TENTHS: Final = [13, 12, 8, 5, 0, 4, 20, 17, 0]
#: About what a reward is worth that is no governor, palace or wall.
SMALL_PRIZE: Final = 3
#: More than any deed brings; and than any way to a triple costs.
MOST: Final[i64] = 60
FAR: Final[i64] = 9
#: Turns that are told one by one, and that are thought of at all.
TOLD: Final = 3
AHEAD: Final = 8

PROSPECT_NAMES: Final = [
    *(f"region {region + 1} governor gain" for region in range(REGIONS)),
    *(f"region {region + 1} governor gain ready" for region in range(REGIONS)),
    *(f"region {region + 1} colours" for region in range(REGIONS)),
    *(f"region {region + 1} triple cost" for region in range(REGIONS)),
    *(f"region {region + 1} rival's governor ready" for region in range(REGIONS)),
    *(f"region {region + 1} palace gain" for region in range(REGIONS)),
    *(f"region {region + 1} palace gain ready" for region in range(REGIONS)),
    *(f"{section} gain" for section in SECTIONS),
    *(f"{section} gain ready" for section in SECTIONS),
    *(f"best {deed} ready" for deed in ("governor", "palace", "wall")),
    *(f"hand {where} the pile" for where in ("below", "above")),
    *(f"{deed} would wake" for deed in COURT[:5]),
    *(f"{deed} wakes" for deed in COURT[:5]),
    *(f"points of the {turn} turn" for turn in ("best", "second")),
    *(f"lead {colour}" for colour in COLOURS),
    *(f"prize {colour}" for colour in COLOURS),
    *(f"points of {turns}" for turns in ("one turn", "two turns", "three turns")),
    "points of the hand",
    "points of all turns",
    *(
        "governor after a recruit",
        "governor after moves",
        "palace after a hire",
        "wall after a hire",
    ),
]


def prospects(state: State, player: int, found: Features) -> None:
    """What the player could do, in points."""
    assert isinstance(state, ZhanGuo)
    if state.question <= BOARD or state.question == OVER:
        found.skip(len(PROSPECT_NAMES), 1)
        return
    p = state.seats[player]
    manned = p.manned()
    tasks = [task_gains(state, player, kind, 0) for kind in range(3)]
    governors = governor_gains(state, player, tasks[2])
    palaces = palace_gains(state, p, tasks[1])
    # By rods: what each section brings with a wall on at most so many.
    walls = [wall_gains(state, p, rods, tasks[0]) for rods in range(1, SLOTS + 1)]
    best_governor = show_governors(state, player, governors, found)
    best_palace = show_palaces(p, palaces, manned, found)
    found.packed(walls[SLOTS - 1], len(SECTIONS), 20)
    ready: Counts = 0
    if manned:
        ready = walls[min(int(manned), SLOTS) - 1]
    found.packed(ready, len(SECTIONS), 20)
    best_wall = greatest(ready, len(SECTIONS))
    found.ratio(best_governor, 20)
    found.ratio(best_palace, 20)
    found.ratio(best_wall, 20)
    show_cards(state, p, best_governor, best_palace, best_wall, found)
    show_leads(state, player, governors, palaces, walls[SLOTS - 1], found)
    show_plan(state, player, tasks, governors, palaces, walls, found)
    show_preparations(state, p, governors, palaces, walls, manned, found)


def greatest(counts: Counts, count: i64) -> i64:
    most: i64 = 0
    index: i64 = 0
    while index < count:
        most = max(most, at(counts, index))
        index += 1
    return most


# What a piece would bring


def task_gains(state: ZhanGuo, player: int, kind: int, coming: Set) -> Counts:
    """The points of accomplishing a task of a kind with one more piece, by place.

    There may be pieces besides that come before it: at one place each.
    """
    p = state.seats[player]
    found: Counts = 0
    for section in range(2):
        task: i64 = section * 3 + kind
        if has(p.claimed, task):
            continue
        tile = state.tasks[task]
        needs = PARTS.task_needs[kind][tile]
        missing = 0
        where = 0
        for place in PARTS.task_places[kind][tile]:
            lack = needs[place] - int(state.pieces_at(player, kind, place))
            if has(coming, place):
                lack -= 1
            if lack > 0:
                missing += lack
                where = place
        if missing != 1:
            continue
        slot = task * TASK_SLOTS
        while state.discs[slot] != NOBODY:
            slot += 1
        upper = common(p.claimed, UPPER_TASKS) if section == 0 else apart(p.claimed, UPPER_TASKS)
        # Points on the discs count as often as there are discs.
        worth: i64 = PARTS.task_slots[slot - task * TASK_SLOTS]
        gain = at(p.claims, section) + worth * (size(upper) + 1)
        found = more(found, where, min(gain, MOST - at(found, where)))
    return found


def governor_gains(state: ZhanGuo, player: int, tasks: Counts) -> Counts:
    """What one more governor would add to the majority of each region, on a square and to tasks."""
    if not state.seats[player].governors_left:
        return 0
    found: Counts = 0
    region: i64
    for region in range(REGIONS):
        own = state.governors_in(player, region) + 1
        tied: i64 = 1
        leading = True
        for other in range(state.players):
            if other != player:
                theirs = state.governors_in(other, region)
                if theirs > own:
                    leading = False
                elif theirs == own:
                    tied += 1
        gain = at(tasks, region)
        if leading:
            full: i64 = PARTS.region_vp + PARTS.governor_vp * own
            gain += full // tied - state.majority(player, region)
        for square in (region * 2, region * 2 + 1):
            if held(state.squares, square) == NOBODY and KIND_OF_SQUARE[square] == SQUARE_VP:
                gain += PARTS.square_vp
        found = more(found, region, min(gain, MOST))
    return found


def palace_gains(state: ZhanGuo, p: Player, tasks: Counts) -> Counts:
    """What one more palace would bring in each region that has room and peace for it."""
    found: Counts = 0
    cards: i64 = p.card_count()
    region: i64
    for region in range(REGIONS):
        if state.can_build_palace(p, region):
            found = more(found, region, min(cards + at(tasks, region), MOST))
    return found


def wall_gains(state: ZhanGuo, p: Player, rods: i64, tasks: Counts) -> Counts:
    """What a wall on so many rods at most would bring in each section, as the board is now."""
    found: Counts = 0
    free = state.wall_slots(p, rods)
    section: i64
    for section in range(len(SECTIONS)):
        slot = rods - 1
        while slot >= 0 and not has(free, section * SLOTS + slot):
            slot -= 1
        if slot >= 0:
            worth: i64 = state.wall_worth(p, state.faces[section], slot)
            found = more(found, section, min(worth + at(tasks, section // 2), MOST))
    return found


# What is shown of it


def show_governors(state: ZhanGuo, player: int, gains: Counts, found: Features) -> i64:
    """Governors: what each would bring, which are ready, and how far off the others are."""
    p = state.seats[player]
    best: i64 = 0
    found.packed(gains, REGIONS, 20)
    region: i64
    for region in range(REGIONS):
        gain: i64 = at(gains, region) if p.triple(region) else 0
        best = max(best, gain)
        found.ratio(gain, 20)
    for region in range(REGIONS):
        found.ratio(colours_in(p, region), len(OFFICIALS))
    for region in range(REGIONS):
        found.ratio(min(FAR, steps_to_triple(p, region)), 9)
    for region in range(REGIONS):
        threat = False
        for other in range(state.players):
            threat = threat or (other != player and state.seats[other].governor_ready(region))
        found.flag(threat)
    return best


def colours_in(p: Player, region: i64) -> i64:
    """Colours of officials in a Governors area."""
    found: i64 = 0
    colour: i64
    for colour in range(3):
        if few_at(p.in_g, region * 3 + colour):
            found += 1
    return found


def steps_to_triple(p: Player, region: i64) -> i64:
    """About how many re-assignment points bring all three colours into a Governors area."""
    steps: i64 = 0
    colour: i64
    for colour in range(3):
        nearest = FAR
        other: i64 = 0
        while other < REGIONS:
            away = other - region if other > region else region - other
            if few_at(p.in_g, other * 3 + colour):
                nearest = min(nearest, away)
            elif few_at(p.in_w, other * 3 + colour):
                nearest = min(nearest, away + 1)
            other += 1
        steps += nearest
    return steps


def show_palaces(p: Player, gains: Counts, manned: i64, found: Features) -> i64:
    """Palaces: what each would bring, and which the workers could build."""
    best: i64 = 0
    found.packed(gains, REGIONS, 20)
    region: i64
    for region in range(REGIONS):
        gain: i64 = 0
        if manned > 1 and many_at(p.workers, region) >= PARTS.palace_workers:
            gain = at(gains, region)
        best = max(best, gain)
        found.ratio(gain, 20)
    return best


def show_cards(
    state: ZhanGuo, p: Player, governor: i64, palace: i64, wall: i64, found: Features
) -> None:
    """What the cards under the board would add to each deed, and which turns that makes the best."""
    pile: i64 = state.pile[-1] if state.pile else 0
    below: i64 = 0
    above: i64 = 0
    card: i64
    for card in p.hand:
        if card < pile or not pile:
            below += 1
        if card > pile:
            above += 1
    found.ratio(below, 6)
    found.ratio(above, 6)
    tenths: list[i64] = [0] * 5
    points: list[i64] = [0] * 5
    for place in range(SPOTS):
        laid = p.cards[place]
        if laid and not p.blocked(place // 3):
            bonus = BONUS[laid]
            deed = TRIGGER[laid]
            if bonus == VP:
                points[deed] += AMOUNT[laid]
            elif bonus == VP_COLOUR:
                points[deed] += p.cards_of(AMOUNT[laid])
            else:
                tenths[deed] += BONUS_TENTHS[bonus]
    for deed in range(5):
        found.ratio(tenths[deed] + 10 * points[deed], 60)
    best: i64 = 0
    second: i64 = 0
    for deed in range(5):
        number_fits = below if deed in (RECRUIT, GOVERNOR) else above
        wakes = number_fits > 0
        found.ratio(tenths[deed] + 10 * points[deed] if wakes else 0, 60)
        gain: i64 = points[deed] if wakes else 0
        if deed in (GOVERNOR, PALACE, WALL):
            piece = governor if deed == GOVERNOR else palace if deed == PALACE else wall
            gain = gain + piece if piece else 0
        if gain > best:
            best, second = gain, best
        else:
            second = max(second, gain)
    found.ratio(best, 30)
    found.ratio(second, 30)


def show_leads(
    state: ZhanGuo,
    player: int,
    governors: Counts,
    palaces: Counts,
    walls: Counts,
    found: Features,
) -> None:
    """By how much the player leads in each aspect, and what the reward of this round would bring."""
    p = state.seats[player]
    for colour in range(3):
        most: i64 = 0
        for other in range(state.players):
            if other != player:
                most = max(most, state.seats[other].value(colour))
        found.ratio(p.value(colour) - most, 8)
    order = state.tie_order()
    for colour in range(3):
        prize: i64 = 0
        own = int(p.value(colour))
        if (
            own
            and state.aspect <= colour
            and leads(state, player, colour, own, order)
            and state.can_take_reward(player, state.round, colour)
        ):
            kind = PARTS.reward_kind[state.round - 1][colour]
            if kind == REWARD_GOVERNOR:
                for region in PARTS.reward_regions[state.round - 1][colour]:
                    prize = max(prize, at(governors, region))
            elif kind == REWARD_PALACE:
                prize = greatest(palaces, REGIONS)
            elif kind == REWARD_WALL:
                prize = greatest(walls, len(SECTIONS))
            else:
                prize = SMALL_PRIZE
        found.ratio(prize, 20)


def show_plan(
    state: ZhanGuo,
    player: int,
    tasks: list[i64],
    governors: Counts,
    palaces: Counts,
    walls: list[i64],
    found: Features,
) -> None:
    """What the best deeds that stand ready bring one after the other, if nobody comes in between.

    Each is paid for with the officials and workers that are there now: no others are recruited or hired.
    """
    p = state.seats[player]
    workers: Many = p.workers
    sent: Set = 0
    built: Set = 0
    raised: Set = 0
    # What tasks bring that lack less when some of this is done.
    more_governor: Counts = tasks[2]
    more_palace: Counts = tasks[1]
    more_wall: Counts = tasks[0]
    hand = len(p.hand)
    turns = turns_left(state, player)
    points: i64 = 0
    of_hand: i64 = 0
    ready = True
    for turn in range(AHEAD):
        if ready and turn < turns:
            best: i64 = 0
            deed = 0
            target: i64 = 0
            manned: i64 = 0
            region: i64
            for region in range(REGIONS):
                if many_at(workers, region):
                    manned += 1
                gain: i64 = at(governors, region)
                if gain:
                    gain += at(more_governor, region) - at(tasks[2], region)
                if gain > best and p.triple(region) and not has(sent, region):
                    best, deed, target = gain, GOVERNOR, region
            if manned > 1:
                for region in range(REGIONS):
                    gain = at(palaces, region)
                    if gain:
                        gain += at(more_palace, region) - at(tasks[1], region)
                    if (
                        gain > best
                        and many_at(workers, region) >= PARTS.palace_workers
                        and not has(built, region)
                    ):
                        best, deed, target = gain, PALACE, region
            if manned:
                most = walls[min(int(manned), SLOTS) - 1]
                section: i64
                for section in range(len(SECTIONS)):
                    gain = at(most, section)
                    if gain:
                        gain += at(more_wall, section // 2) - at(tasks[0], section // 2)
                    if gain > best and not has(raised, section):
                        best, deed, target = gain, WALL, section
            if deed == GOVERNOR:
                sent = plus(sent, target)
                more_governor = task_gains(state, player, 2, sent)
            elif deed == PALACE:
                built = plus(built, target)
                more_palace = task_gains(state, player, 1, built)
                workers = many_more(workers, target, -PARTS.palace_workers)
                workers = without_richest(workers, 1, plus(0, target))
            elif deed == WALL:
                raised = plus(raised, target)
                more_wall = task_gains(state, player, 0, sites(raised))
                rods = 0
                while at(walls[rods], target) < at(walls[min(int(manned), SLOTS) - 1], target):
                    rods += 1
                workers = without_richest(workers, rods + 1, 0)
            ready = best > 0
            points += best
        if turn < TOLD:
            found.ratio(points, 40)
        if turn < hand:
            of_hand = points
    found.ratio(of_hand, 60)
    found.ratio(points, 80)


def sites(sections: Set) -> Set:
    """The sites of some sections of the wall."""
    found: Set = 0
    for section in range(len(SECTIONS)):
        if has(sections, section):
            found = plus(found, section // 2)
    return found


def show_preparations(
    state: ZhanGuo,
    p: Player,
    governors: Counts,
    palaces: Counts,
    walls: list[i64],
    manned: i64,
    found: Features,
) -> None:
    """What could be had one turn later, if this one prepares for it."""
    recruited: i64 = 0
    moved: i64 = 0
    palace: i64 = 0
    wall: i64 = 0
    region: i64
    for region in range(REGIONS):
        gain = at(governors, region)
        steps = steps_to_triple(p, region)
        if gain > moved and 0 < steps <= PARTS.reassign_points:
            moved = gain
        if gain > recruited and colours_in(p, region) == 2:
            colour: i64
            for colour in range(3):
                if at(p.supply, colour) and not few_at(p.in_g, region * 3 + colour):
                    recruited = gain
        if not state.can_hire(p, region):
            continue
        officials = few_at(p.in_g, region * 3) + few_at(p.in_g, region * 3 + 1)
        officials += few_at(p.in_g, region * 3 + 2) + p.staff_in(region)
        workers = many_more(p.workers, region, state.hired(p, min(officials, FULL_AREA)))
        regions = manned + 1 if many_at(p.workers, region) == 0 else manned
        wall = max(wall, greatest(walls[min(int(regions), SLOTS) - 1], len(SECTIONS)))
        if regions > 1:
            other: i64
            for other in range(REGIONS):
                if many_at(workers, other) >= PARTS.palace_workers:
                    palace = max(palace, at(palaces, other))
    found.ratio(recruited, 20)
    found.ratio(moved, 20)
    found.ratio(palace, 20)
    found.ratio(wall, 20)


def without_richest(workers: Many, payers: i64, spared: Set) -> Many:
    """With a worker less in so many of the regions that have most of them."""
    while payers > 0:
        most: i64 = 0
        payer: i64 = 0
        region: i64
        for region in range(REGIONS):
            if many_at(workers, region) > most and not has(spared, region):
                most, payer = many_at(workers, region), region
        spared = plus(spared, payer)
        workers = many_more(workers, payer, -1)
        payers -= 1
    return workers
