"""What a position is worth, and a player who goes by it.

The value of a province is what it has scored, what it will score if it stands as it is, and what
its persons and goods are good for in view of the events to come, which everybody knows. The
weights are in victory points; they were tuned in self-play of `policy`.
"""

from typing import Final, final

from ...engine.compact import at, find, held, length, numbers, size, total
from ...engine.features import Features
from ...engine.parts import Parts
from ...engine.state import State
from .components import ACTIONS, EVENTS, SUPER_EVENTS, TYPES, WALL_TILES
from .rules import (
    ASSASSINATION,
    BUDDHA,
    CHARTER,
    CONTAGION,
    CONTAGION_PERSONS,
    DROUGHT,
    FEE,
    FESTIVAL,
    FLOOD,
    LANTERNFEST,
    MONGOLS,
    OLD_OF,
    PERSON_POINTS,
    SOLAR_ECLIPSE,
    SUPER_MONTH,
    TORNADO,
    TORNADO_CARDS,
    TRIBUTE,
    TRIBUTE_YUAN,
    VOLCANIC_ERUPTION,
    WALL_LENGTH,
    YOUNG_OF,
    YearOfTheDragon,
)
from .table import (
    CARDS,
    CHOOSE_BUILDING,
    CHOOSE_PLACE,
    CHOOSE_PRIVILEGE,
    CHOOSE_REPLACED,
    CHOOSE_TILE,
    CHOOSE_WALL_TILE,
    COURT_LADY,
    CRAFTSMAN,
    ECLIPSE,
    EVENT_PHASE,
    FARMER,
    HEALER,
    KINDS,
    MONK,
    MONTHS,
    N_TYPES,
    OVER,
    PERSON_PHASE,
    PHASES,
    QUESTIONS,
    SCHOLAR,
    SCORING,
    STARTING,
    SUPER_EVENT,
    SYMBOLS,
    TAX_COLLECTOR,
    WALL_SCORING,
    WARRIOR,
    WILD,
    Province,
)

#: A person lost; the last one of a palace, with and without floors to spare (per month to come).
LOSS: Final = 4.1
LONE: Final = 2.04
HOME: Final = 1.28
#: What is left of a threat for each month it is away: there is time to prepare.
FAR: Final = 0.6
#: Per month to come.
LADY: Final = 0.82
BOOK: Final = 0.11
COLLECTOR: Final = 0.43
FURTHER_COLLECTOR: Final = 0.07
HAMMER: Final = 0.57
TRACK: Final = 0.02
RANK: Final = 0.03
#: A space on the track when the starting persons are picked.
START_TRACK: Final = 0.5
#: Per event to come.
MORTAR: Final = 0.67
SACK: Final = 3.36
HELMET: Final = 0.75
ROCKET: Final = 0.18
FESTIVAL_SHARE: Final = 1.28
#: Goods and money.
YUAN: Final = 0.64
RICE: Final = 1.28
FIREWORK: Final = 0.68
#: A free spot for somebody still to come, and a floor.
SPOT: Final = 0.52
FLOOR: Final = 0.2
#: Cards in hand: what is left of their persons' worth some months later, with monks in palaces of
#: so many floors; and a wild card.
CARD: Final = 0.31
LATER: Final = 2
MONK_FLOORS: Final = 6.4
WILD_CARD: Final = 3.12
#: Wall tiles not built yet, and how many a player adds in a month.
UNUSED_TILE: Final = 0.5
WALL_PACE: Final = 0.35
#: The final score less the value, on average in self-play, by months to come.
GROWTH: Final = [0.0, -5.0, -6.5, -7.0, -6.5, -6.0, -6.0, -6.5, -4.5, -3.0, 0.0, 14.0, 24.0]

#: What each event threatens with, as a part of the estimate.
THREATS: Final = [f"threat-{event}" for event in EVENTS]

#: What is said of each province, beside symbols, cards and wall tiles.
PARTS: Final = [
    "points",
    "yuan",
    "rice",
    "fireworks",
    "dragons",
    "palaces",
    "inhabited",
    "floors",
    "free spots",
    "persons",
    "monk points",
    "space",
    "place",
    "asked",
    "to come",
    "wall tiles",
]


def months_ahead(state: YearOfTheDragon) -> int:
    """How many month scorings are still to come."""
    month = int(state.month)
    return MONTHS - month if state.phase >= SCORING else MONTHS + 1 - max(1, month)


def super_ahead(state: YearOfTheDragon, event: int) -> bool:
    """Is this super event still to come, or just striking?"""
    return state.super_event == event and (
        state.month < SUPER_MONTH or (state.month == SUPER_MONTH and state.phase <= SUPER_EVENT)
    )


def strikes(state: YearOfTheDragon, month: int) -> int:
    """How often the event of a month, this one or a later one, is still to strike."""
    times = 1
    if month == state.month and state.phase >= EVENT_PHASE:
        times = 0
    if state.super_event == SOLAR_ECLIPSE and month == SUPER_MONTH and state.phase < ECLIPSE:
        times += 1
    return times


def event_months(state: YearOfTheDragon, event: int) -> list[int]:
    """In how many months each strike of an event comes that is still to come."""
    now = max(1, int(state.month))
    found: list[int] = []
    for month in range(now, MONTHS + 1):
        if state.row[month - 1] == event:
            found += [month - now] * strikes(state, month)
    return found


def value(
    now: YearOfTheDragon, after: YearOfTheDragon, player: int, parts: Parts | None = None
) -> float:
    """What a player's province in `after` is worth at the time of `now`; `parts` is told of what."""
    province = after.provinces[player]
    symbols = numbers(province.symbols, N_TYPES)
    months = months_ahead(now)
    total = float(province.total())
    if parts is not None:
        parts.add("score", total)
    total += persons_value(now, province, symbols, months, parts)
    coming = recruits(now, province)
    homes = Homes(province, coming, next_recruit(now, player))
    total += estate_value(now, province, homes, months, coming, parts)
    total += goods_value(now, after, player, months, parts)
    ahead = track_value(now, after, player, months)
    total += ahead
    hand = hand_value(now, after, province, symbols, months)
    total += hand
    if parts is not None:
        parts.add("track", ahead)
        parts.add("hand", hand)
    total -= threats(now, after, player, symbols, homes, parts)
    if now.great_wall:
        wall = wall_value(now, after, player)
        total += wall
        if parts is not None:
            parts.add("wall", wall)
    return total


def work(now: YearOfTheDragon, type: int, symbols: int, months: int, later: int) -> float:
    """What so many symbols of a type are good for, beginning some months later."""
    left = max(0, months - later)
    if type == COURT_LADY:
        return LADY * left * symbols
    if type == CRAFTSMAN:
        return HAMMER * max(0, left - 1) * symbols
    if type == SCHOLAR:
        return BOOK * left * symbols
    if type == TAX_COLLECTOR:
        collectors = symbols // int(SYMBOLS[YOUNG_OF[TAX_COLLECTOR]])
        return left * (COLLECTOR * min(1, collectors) + FURTHER_COLLECTOR * max(0, collectors - 1))
    if type == MONK:
        return 0.0  # that depends on the palace
    total = 0.0
    if type == HEALER:
        for away in event_months(now, CONTAGION):
            if away >= later:
                total += MORTAR
        return total * min(CONTAGION_PERSONS, symbols)
    if type == FARMER:
        for away in event_months(now, DROUGHT):
            if away >= later:
                total += SACK
        return total * min(3, symbols)
    if type == WARRIOR:
        for away in event_months(now, MONGOLS):
            if away >= later:
                total += HELMET
        return total * symbols
    for away in event_months(now, FESTIVAL):
        if away >= later:
            total += ROCKET
    return total * min(4, symbols)


def persons_value(
    now: YearOfTheDragon,
    province: Province,
    symbols: list[int],
    months: int,
    parts: Parts | None,
) -> float:
    """What the persons are good for."""
    persons, monks = int(province.persons()), int(province.monk_points())
    total = float(PERSON_POINTS * persons + monks)
    if parts is not None:
        parts.add("people", PERSON_POINTS * persons)
        parts.add("monk", monks)
    for type in range(N_TYPES):
        if symbols[type]:
            done = work(now, type, symbols[type], months, 0)
            total += done
            if parts is not None:
                parts.add(TYPES[type], done)
    if super_ahead(now, LANTERNFEST):
        total += FAR * PERSON_POINTS * persons
        if parts is not None:
            parts.add("people", FAR * PERSON_POINTS * persons)
    if super_ahead(now, BUDDHA):
        total += monks
        if parts is not None:
            parts.add("monk", monks)
    if super_ahead(now, CHARTER):
        best = 0
        for type in range(N_TYPES):
            if type != HEALER:
                best = max(best, symbols[type])
        total += FAR * best
        if parts is not None:
            parts.add("charter", FAR * best)
    return total


def recruits(now: YearOfTheDragon, province: Province) -> int:
    """How many persons are still to come."""
    cards = int(total(province.hand))
    return max(0, cards - TORNADO_CARDS) if super_ahead(now, TORNADO) else cards


def next_recruit(now: YearOfTheDragon, player: int) -> int:
    """How many decays it takes until the player's next person comes."""
    if now.phase < PERSON_PHASE or (now.phase == PERSON_PHASE and player in now.to_come()):
        return 0
    return 1


@final
class Homes:
    """The palaces as the events will find them, those to be filled by the next persons included."""

    def __init__(self, province: Province, coming: int, wait: int) -> None:
        #: Palaces with several persons, and the persons in them who leave others behind.
        self.crowded = 0
        self.spare = 0
        #: Palaces of several floors and of one that somebody lives or will live in.
        self.tall = 0
        self.low = 0
        #: Month scorings that the others will still see.
        self.remnants: list[int] = []
        self.floors = 0
        self.persons = 0
        empty: list[int] = []
        for palace in province.palaces:
            count = int(palace.persons)
            self.floors += int(palace.floors)
            self.persons += count
            if count == 0:
                empty.append(int(palace.floors))
                continue
            if palace.floors > 1:
                self.tall += 1
            else:
                self.low += 1
            if count > 1:
                self.crowded += 1
                self.spare += count - 1
        # An empty palace loses a floor a month until somebody moves in, the lowest ones first.
        empty.sort()
        filled = 0
        for height in empty:
            left = height - wait - filled
            if left > 0 and filled < coming:
                filled += 1
                if left > 1:
                    self.tall += 1
                else:
                    self.low += 1
            else:
                self.remnants.append(height - 1)


def estate_value(
    now: YearOfTheDragon,
    province: Province,
    homes: Homes,
    months: int,
    coming: int,
    parts: Parts | None,
) -> float:
    """Palaces, privileges and room."""
    total = float(months * (homes.tall + homes.low))
    for left in homes.remnants:
        total += min(months, left)
    room = SPOT * min(homes.floors - homes.persons, coming) + FLOOR * homes.floors
    if parts is not None:
        parts.add("palaces", total)
        parts.add("room", room)
    total += room
    scored = months
    if super_ahead(now, ASSASSINATION):
        scored = SUPER_MONTH - max(1, int(now.month))
    if parts is not None:
        parts.add("privileges", scored * int(province.dragons()))
    return total + scored * int(province.dragons())


def goods_value(
    now: YearOfTheDragon,
    after: YearOfTheDragon,
    player: int,
    months: int,
    parts: Parts | None,
) -> float:
    """Money, rice and fireworks, beside what they save from."""
    province = after.provinces[player]
    total = YUAN * int(province.yuan) + RICE * int(province.rice)
    total += FIREWORK * int(province.fireworks)
    kept = 1.0
    if super_ahead(now, FLOOD):
        kept = 1 - 0.5 * FAR ** int(SUPER_MONTH - now.month)
        total *= kept
    if parts is not None:
        parts.add("yuan", kept * YUAN * int(province.yuan))
        parts.add("rice", kept * RICE * int(province.rice))
        parts.add("fireworks", kept * FIREWORK * int(province.fireworks))
    festivals = event_months(now, FESTIVAL)
    if festivals:
        shown = FESTIVAL_SHARE * FAR ** festivals[0] * after.festival_points(player)
        total += shown
        if parts is not None:
            parts.add("festival", shown)
    return total


def track_value(now: YearOfTheDragon, after: YearOfTheDragon, player: int, months: int) -> float:
    """Being ahead of others, most of all at the start."""
    space = int(after.provinces[player].space)
    if now.phase == STARTING:
        return START_TRACK * space
    behind = after.players - 1 - int(find(after.order, player))
    if super_ahead(now, VOLCANIC_ERUPTION):
        return months * RANK * behind
    return months * (RANK * behind + TRACK * space)


def hand_value(
    now: YearOfTheDragon,
    after: YearOfTheDragon,
    province: Province,
    symbols: list[int],
    months: int,
) -> float:
    """What the persons of the cards in hand will be good for some months later."""
    total = 0.0
    for type in range(N_TYPES):
        if at(province.hand, type) == 0:
            continue
        old, young = OLD_OF[type], YOUNG_OF[type]
        if old >= 0 and after.piles[old] > 0:
            more = int(SYMBOLS[old])
        elif after.piles[young] > 0:
            more = int(SYMBOLS[young])
        else:
            continue
        total += PERSON_POINTS + work(now, type, symbols[type] + more, months, LATER)
        total -= work(now, type, symbols[type], months, LATER)
        if type == MONK:
            total += MONK_FLOORS * more
    return CARD * total + WILD_CARD * int(at(province.hand, WILD))


def threats(
    now: YearOfTheDragon,
    after: YearOfTheDragon,
    player: int,
    symbols: list[int],
    homes: Homes,
    parts: Parts | None,
) -> float:
    """What the events to come would cost, less the farther away.

    Going through the calendar, each loss takes first those who leave others behind in their palace,
    then the last ones of palaces that will outlast it, then those without whom a palace is gone.
    """
    province = after.provinces[player]
    spare = float(homes.spare)
    tall = float(homes.tall)
    low = float(homes.low)
    yuan, rice = int(province.yuan), int(province.rice)
    fewest = True
    for other in range(after.players):
        if other != player and at(after.provinces[other].symbols, WARRIOR) < symbols[WARRIOR]:
            fewest = False
    total = 0.0
    nearness = 1.0
    for month in range(max(1, int(now.month)), MONTHS + 1):
        event = now.row[month - 1]
        before = total
        for _ in range(strikes(now, month)):
            need = 0.0
            painless = spare
            if event == TRIBUTE:
                need = float(max(0, TRIBUTE_YUAN - yuan))
                yuan = max(0, yuan - TRIBUTE_YUAN)
            elif event == DROUGHT:
                hungry = tall + low
                need = max(0.0, hungry - rice)
                rice = max(0, rice - int(hungry))
                painless = min(spare, float(homes.crowded))
            elif event == CONTAGION:
                need = float(max(0, CONTAGION_PERSONS - symbols[HEALER]))
            elif event == MONGOLS and fewest:
                need = 1.0
            need *= nearness
            lost = min(need, painless)
            spare -= lost
            total += LOSS * lost
            need -= lost
            lost = min(need, tall)
            tall -= lost
            total += (LOSS + LONE) * lost
            need -= lost
            lost = min(need, low)
            low -= lost
            total += (LOSS + HOME * (MONTHS + 1 - month)) * lost
        if parts is not None:
            parts.add(THREATS[event], before - total)
        nearness *= FAR
    return total


def wall_value(now: YearOfTheDragon, after: YearOfTheDragon, player: int) -> float:
    """What the wall scorings to come will bring or cost."""
    built = after.built(player)
    fewest = True
    for other in range(after.players):
        if other != player and after.built(other) < built:
            fewest = False
    total = UNUSED_TILE * int(size(after.provinces[player].unused))
    month = max(1, int(now.month))
    scorings = [
        later
        for later in range(month, MONTHS + 1)
        if now.row[later - 1] == MONGOLS and (later > now.month or now.phase <= WALL_SCORING)
    ]
    for later in scorings:
        total += wall_scoring(after, built, fewest, later, later - month, LOSS)
    if now.last_wall_ahead():
        # After the last month's scoring a person is worth no more than the points of the end.
        loss = LOSS if now.early_wall else float(PERSON_POINTS)
        total += wall_scoring(after, built, fewest, WALL_LENGTH, MONTHS - month, loss)
    return total


def wall_scoring(
    after: YearOfTheDragon, built: int, fewest: bool, needed: int, away: int, loss: float
) -> float:
    """What one wall scoring, some months away, will bring or cost."""
    if int(length(after.wall)) + WALL_PACE * after.players * away >= needed:
        return float(built)
    return -loss * FAR**away if fewest else 0.0


def judge(state: State, player: int) -> float:
    """The player's final score, estimated."""
    return estimate(state, player, None)


def parts(state: State, player: int) -> dict[str, float]:
    """What that estimate consists of."""
    found = Parts()
    estimate(state, player, found)
    return found.points


def estimate(state: State, player: int, parts: Parts | None) -> float:
    """The player's final score, estimated; `parts` is told what it consists of."""
    assert isinstance(state, YearOfTheDragon)
    if state.over():
        score = float(state.provinces[player].total())
        if parts is not None:
            parts.add("score", score)
        return score
    growth = GROWTH[months_ahead(state)]
    if parts is not None:
        parts.add("to-come", growth)
    return value(state, state, player, parts) + growth


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
    """The names of the features; provinces from the player's own on, clockwise."""
    names = ["month", *(f"phase {phase}" for phase in PHASES)]
    names += [f"asked {question}" for question in QUESTIONS]
    names += ["due", *(f"tile {kind}" for kind in KINDS), *(f"card {card}" for card in CARDS)]
    for event in EVENTS[1:]:
        names += [f"{event} left", f"{event} near"]
    names += [f"super {event}" for event in SUPER_EVENTS]
    names += [f"pile {kind}" for kind in KINDS]
    names += [f"fee {card}" for card in ACTIONS]
    names += ["wall length", "large price"]
    for seat in range(players):
        who = f"player +{seat}"
        for part in PARTS:
            names.append(f"{who} {part}")
        names += [f"{who} {type} symbols" for type in TYPES]
        names += [f"{who} {card} card" for card in CARDS]
        names += [f"{who} wall tile {tile}" for tile in WALL_TILES]
    return names


def features(state: State, player: int, found: Features) -> None:
    """What the player may know, for learning: numbers of about -1 to 1."""
    assert isinstance(state, YearOfTheDragon)
    actors = state.actors()
    found.ratio(state.month, MONTHS)
    found.one_of(len(PHASES), state.phase)
    found.one_of(len(QUESTIONS), state.question if player in actors else 0)
    found.ratio(state.due, 5)
    found.one_of(len(KINDS), state.tile)
    found.one_of(len(CARDS), state.card)
    for event in range(1, len(EVENTS)):
        away = event_months(state, event)
        found.ratio(len(away), 2)
        found.ratio(MONTHS - away[0] if away else 0, MONTHS)
    for event in range(len(SUPER_EVENTS)):
        found.flag(super_ahead(state, event))
    for left in state.piles:
        found.ratio(left, 10)
    for card in range(len(ACTIONS)):
        found.ratio(state.fee(card) if held(state.groups, card) >= 0 else 0, FEE)
    found.ratio(length(state.wall), WALL_LENGTH)
    found.ratio(state.large_price, 10)


def seat_features(state: State, player: int, found: Features) -> None:
    """What everybody knows of each province."""
    assert isinstance(state, YearOfTheDragon)
    actors = state.actors()
    for turn in range(state.players):
        seat = (player + turn) % state.players
        add_province(state, seat, seat in actors, found)


def add_province(state: YearOfTheDragon, seat: int, asked: bool, found: Features) -> None:
    """One province."""
    own = state.provinces[seat]
    persons = own.persons()
    floors = own.floors()
    found.ratio(own.total(), 100)
    found.ratio(own.yuan, 10)
    found.ratio(own.rice, 6)
    found.ratio(own.fireworks, 6)
    found.ratio(own.dragons(), 4)
    found.ratio(len(own.palaces), 6)
    found.ratio(own.inhabited(), 6)
    found.ratio(floors, 15)
    found.ratio(floors - persons, 5)
    found.ratio(persons, 10)
    found.ratio(own.monk_points(), 20)
    found.ratio(own.space, 50)
    others = state.players - 1
    found.ratio(others - 2 * find(state.order, seat), others)
    found.flag(asked)
    found.flag(seat in state.to_come())
    found.ratio(state.built(seat), 6)
    found.packed(own.symbols, N_TYPES, 4)
    found.packed(own.hand, len(CARDS), 2)
    found.flags(own.unused, len(WALL_TILES))
