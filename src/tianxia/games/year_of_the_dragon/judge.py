"""What a position is worth, and a player who goes by it.

The value of a province is what it has scored, what it will score if it stands as it is, and what
its persons and goods are good for in view of the events to come, which everybody knows. The
weights are in victory points; they were tuned in self-play of `policy`.
"""

from typing import Final

from ...engine.state import State
from .rules import (
    ASSASSINATION,
    BUDDHA,
    BUILD,
    CHARTER,
    CHOOSE_BUILDING,
    CHOOSE_PLACE,
    CHOOSE_PRIVILEGE,
    CHOOSE_REPLACED,
    CHOOSE_TILE,
    CHOOSE_WALL_TILE,
    CONTAGION,
    CONTAGION_PERSONS,
    COURT_LADY,
    CRAFTSMAN,
    DROUGHT,
    ECLIPSE,
    EVENT_PHASE,
    FARMER,
    FESTIVAL,
    FLOOD,
    HEALER,
    LANTERNFEST,
    LAST_WALL,
    MONGOLS,
    MONK,
    MONTHS,
    N_TYPES,
    NO_SUPER_EVENT,
    OLD_OF,
    OVER,
    PERSON_PHASE,
    PERSON_POINTS,
    PYROTECHNIST,
    SCHOLAR,
    SOLAR_ECLIPSE,
    SUPER_EVENT,
    SUPER_MONTH,
    SYMBOLS,
    TAX_COLLECTOR,
    TORNADO,
    TORNADO_CARDS,
    TRIBUTE,
    TRIBUTE_YUAN,
    VOLCANIC_ERUPTION,
    WALL_LENGTH,
    WALL_SCORING,
    WARRIOR,
    WILD,
    YOUNG_OF,
    Palace,
    Province,
    YearOfTheDragon,
)

#: A person lost, beside the two points at the end: the work not done and the palace left empty.
LOSS: Final = 2.1
#: What is left of a threat for each month it is away: there is time to prepare.
FAR: Final = 0.8
#: Per month to come.
LADY: Final = 0.9
BOOK: Final = 0.18
COLLECTOR: Final = 0.27
FURTHER_COLLECTOR: Final = 0.07
HAMMER: Final = 0.57
TRACK: Final = 0.02
RANK: Final = 0.03
#: Per event to come.
MORTAR: Final = 1.0
SACK: Final = 1.4
HELMET: Final = 1.2
ROCKET: Final = 0.7
FESTIVAL_SHARE: Final = 0.8
#: Goods and money.
YUAN: Final = 0.25
RICE: Final = 0.5
FIREWORK: Final = 0.5
#: A free spot for somebody still to come, and a floor.
SPOT: Final = 2.0
FLOOR: Final = 0.3
#: Cards in hand: what a person in it will be worth at the end, and a wild one.
CARD: Final = 0.8
WILD_CARD: Final = 2.0
#: Wall tiles not built yet, and how many a player adds in a month.
UNUSED_TILE: Final = 0.5
WALL_PACE: Final = 0.35
#: How many points good play adds to the value, by months to come.
GROWTH: Final = [0.0] * 13


def months_ahead(state: YearOfTheDragon) -> int:
    """How many month scorings are still to come."""
    return MONTHS - state.month if state.phase > LAST_WALL else MONTHS + 1 - max(1, state.month)


def super_ahead(state: YearOfTheDragon, event: int) -> bool:
    """Is this super event still to come, or just striking?"""
    return state.super_event == event and (
        state.month < SUPER_MONTH or (state.month == SUPER_MONTH and state.phase <= SUPER_EVENT)
    )


def event_months(state: YearOfTheDragon, event: int) -> list[int]:
    """In how many months each strike of an event comes that is still to come."""
    found: list[int] = []
    month = max(1, state.month)
    struck = state.month > 0 and state.phase >= EVENT_PHASE
    eclipse = state.super_event == SOLAR_ECLIPSE and state.phase < ECLIPSE
    for later in range(month, MONTHS + 1):
        if state.row[later - 1] == event:
            if later > state.month or not struck:
                found.append(later - month)
            if eclipse and later == SUPER_MONTH:
                found.append(later - month)
    return found


def value(now: YearOfTheDragon, after: YearOfTheDragon, player: int) -> float:
    """What a player's province in `after` is worth at the time of `now`."""
    province = after.provinces[player]
    symbols = province.all_symbols()
    months = months_ahead(now)
    total = float(sum(province.points))
    total += persons_value(now, province, symbols, months)
    total += estate_value(now, province, months, next_recruit(now, player))
    total += goods_value(now, after, player, months)
    total += track_value(now, after, player, months)
    total += hand_value(now, after, province)
    total -= threats(now, after, player, symbols)
    if now.great_wall:
        total += wall_value(now, after, player)
    return total


def persons_value(
    now: YearOfTheDragon, province: Province, symbols: list[int], months: int
) -> float:
    """What the persons are good for."""
    total = float(PERSON_POINTS * province.persons() + province.monk_points())
    total += LADY * months * symbols[COURT_LADY]
    total += BOOK * months * symbols[SCHOLAR]
    total += HAMMER * max(0, months - 1) * symbols[CRAFTSMAN]
    collectors = symbols[TAX_COLLECTOR] // SYMBOLS[YOUNG_OF[TAX_COLLECTOR]]
    if collectors > 0:
        total += months * (COLLECTOR + FURTHER_COLLECTOR * (collectors - 1))
    total += MORTAR * min(CONTAGION_PERSONS, symbols[HEALER]) * len(event_months(now, CONTAGION))
    total += SACK * min(3, symbols[FARMER]) * len(event_months(now, DROUGHT))
    total += HELMET * symbols[WARRIOR] * len(event_months(now, MONGOLS))
    total += ROCKET * min(4, symbols[PYROTECHNIST]) * len(event_months(now, FESTIVAL))
    if super_ahead(now, LANTERNFEST):
        total += FAR * PERSON_POINTS * province.persons()
    if super_ahead(now, BUDDHA):
        total += province.monk_points()
    if super_ahead(now, CHARTER):
        best = symbols[COURT_LADY]
        for type in range(N_TYPES):
            if type != HEALER:
                best = max(best, symbols[type])
        total += FAR * best
    return total


def recruits(now: YearOfTheDragon, province: Province) -> int:
    """How many persons are still to come."""
    cards = sum(province.hand)
    return max(0, cards - TORNADO_CARDS) if super_ahead(now, TORNADO) else cards


def next_recruit(now: YearOfTheDragon, player: int) -> int:
    """How many decays it takes until the player's next person comes."""
    if now.phase < PERSON_PHASE or (now.phase == PERSON_PHASE and player in now.queue):
        return 0
    return 1


def estate_value(now: YearOfTheDragon, province: Province, months: int, wait: int) -> float:
    """Palaces, privileges and room."""
    coming = recruits(now, province)
    floors = 0
    residents = 0
    empty: list[int] = []
    total = 0.0
    for palace in province.palaces:
        floors += palace.floors
        residents += len(palace.residents)
        if palace.residents:
            total += months
        else:
            empty.append(palace.floors)
    # An empty palace loses a floor a month until somebody moves in, the lowest ones first.
    empty.sort()
    filled = 0
    for height in empty:
        if height > wait + filled and filled < coming:
            total += months
            filled += 1
        else:
            total += min(months, height - 1)
    total += SPOT * min(floors - residents, coming) + FLOOR * floors
    scored = months
    if super_ahead(now, ASSASSINATION):
        scored = SUPER_MONTH - max(1, now.month)
    return total + scored * province.dragons()


def goods_value(now: YearOfTheDragon, after: YearOfTheDragon, player: int, months: int) -> float:
    """Money, rice and fireworks, beside what they save from."""
    province = after.provinces[player]
    total = YUAN * province.yuan + RICE * province.rice + FIREWORK * province.fireworks
    if super_ahead(now, FLOOD):
        total *= 1 - 0.5 * FAR ** (SUPER_MONTH - now.month)
    festivals = event_months(now, FESTIVAL)
    if festivals:
        total += FESTIVAL_SHARE * FAR ** festivals[0] * after.festival_points(player)
    return total


def track_value(now: YearOfTheDragon, after: YearOfTheDragon, player: int, months: int) -> float:
    """Being ahead of others."""
    behind = after.players - 1 - after.order.index(player)
    if super_ahead(now, VOLCANIC_ERUPTION):
        return months * RANK * behind
    return months * (RANK * behind + TRACK * after.provinces[player].space)


def hand_value(now: YearOfTheDragon, after: YearOfTheDragon, province: Province) -> float:
    """Cards keep what their persons will be worth at the end."""
    total = WILD_CARD * province.hand[WILD]
    for type in range(N_TYPES):
        if province.hand[type] and (
            after.piles[YOUNG_OF[type]] > 0 or (OLD_OF[type] >= 0 and after.piles[OLD_OF[type]] > 0)
        ):
            total += PERSON_POINTS * CARD
            if type == MONK:
                total += 3 * CARD
    return total


def threats(now: YearOfTheDragon, after: YearOfTheDragon, player: int, symbols: list[int]) -> float:
    """Persons the events to come would cost, less the farther away."""
    province = after.provinces[player]
    loss = LOSS + PERSON_POINTS
    persons = province.persons()
    total = 0.0
    left = province.yuan
    for away in event_months(now, TRIBUTE):
        total += FAR**away * min(persons, max(0, TRIBUTE_YUAN - left))
        left = max(0, left - TRIBUTE_YUAN)
    left = province.rice
    hungry = province.inhabited()
    for away in event_months(now, DROUGHT):
        total += FAR**away * max(0, hungry - left)
        left = max(0, left - hungry)
    for away in event_months(now, CONTAGION):
        total += FAR**away * min(persons, max(0, CONTAGION_PERSONS - symbols[HEALER]))
    invasions = event_months(now, MONGOLS)
    if invasions and persons > 0:
        fewest = True
        for other in range(after.players):
            if other != player and after.provinces[other].symbols(WARRIOR) < symbols[WARRIOR]:
                fewest = False
        if fewest:
            for away in invasions:
                total += FAR**away
    return loss * total


def wall_value(now: YearOfTheDragon, after: YearOfTheDragon, player: int) -> float:
    """What the wall scorings to come will bring or cost."""
    built = after.wall.count(player)
    fewest = True
    for other in range(after.players):
        if other != player and after.wall.count(other) < built:
            fewest = False
    total = UNUSED_TILE * sum(after.provinces[player].unused)
    month = max(1, now.month)
    scorings: list[int] = []
    for later in range(month, MONTHS + 1):
        if now.row[later - 1] == MONGOLS and (later > now.month or now.phase <= WALL_SCORING):
            scorings.append(later)
    if now.phase <= LAST_WALL:
        scorings.append(WALL_LENGTH)
    for later in scorings:
        length = len(after.wall) + WALL_PACE * after.players * (later - month)
        if length >= later:
            total += built
        elif fewest:
            total -= (LOSS + PERSON_POINTS) * FAR ** (later - month)
    return total


def judge(state: State, player: int) -> float:
    """The player's final score, estimated."""
    assert isinstance(state, YearOfTheDragon)
    if state.over():
        return float(sum(state.provinces[player].points))
    return value(state, state, player) + GROWTH[months_ahead(state)]


def policy(state: State, player: int) -> int:
    """The option after which the player's province is worth most."""
    assert isinstance(state, YearOfTheDragon)
    best = -1
    highest = 0.0
    for action in state.offers(player):
        worth = try_out(state, state, player, action)
        if best < 0 or worth > highest:
            best, highest = action, worth
    return best


def try_out(now: YearOfTheDragon, before: YearOfTheDragon, player: int, action: int) -> float:
    """The value after a decision and the best of those that belong to it."""
    after = before.copy()
    after.phase = OVER  # so that nothing follows the decision itself
    after.decide(player, action)
    if after.question not in (
        CHOOSE_PLACE,
        CHOOSE_PRIVILEGE,
        CHOOSE_WALL_TILE,
        CHOOSE_BUILDING,
        CHOOSE_TILE,
        CHOOSE_REPLACED,
    ):
        return value(now, after, player)
    highest = 0.0
    first = True
    for follow in after.choices(player):
        worth = try_out(now, after, player, follow)
        if first or worth > highest:
            first, highest = False, worth
    return highest


def feature_names(players: int) -> list[str]:
    """The names of the features."""
    return ["month"]


def features(state: State, player: int) -> list[float]:
    """What the player may know, for learning."""
    assert isinstance(state, YearOfTheDragon)
    return [state.month / 12]
