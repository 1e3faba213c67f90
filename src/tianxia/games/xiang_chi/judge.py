"""What a position is worth, for bots; and what a player may know, as numbers for learning.

The judge looks at the start of a turn through some thirty aspects. What one of each is worth was
fitted to many thousands of turns of games that the greedy player played on earlier fits. In the
middle of a turn it tries what the ruler may still do, without drawing cards.
"""

from typing import Final, final

from mypy_extensions import i64

from ...engine.compact import held, hold, items, size
from ...engine.counting import largest
from ...engine.features import Features
from ...engine.parts import Parts
from ...engine.state import State
from .components import (
    CARDS,
    CLAN_IDS,
    CLASS_IDS,
    COMPONENTS,
    COURTESAN,
    GENERAL,
    MINISTER,
    MOST_SPACES,
    PLACES,
    POET,
    PRINCE,
    PRINCES,
    TAX_COLLECTOR,
)
from .rules import CLAN, KIND, ROW_IDS, STRENGTH, VP, XiangChi
from .table import (
    COURT,
    FIRST_PRINCE,
    GENERAL_FIGHTS,
    IDS,
    NO_FRESH,
    NONE,
    OPENING,
    OVER,
    PLACING,
    QUESTIONS,
    SPACE_IDS,
    TAXING,
)

#: What is printed on a card, as `add_card` tells it.
CARD_NAMES: Final = [*CLASS_IDS, "prince", *CLAN_IDS, "worth", "strength"]

#: Each aspect: the part of the estimate it belongs to, points for one of it when the last Prince is about
#: to come, and what is to be added for every 40 cards until then.
ASPECTS: Final[list[tuple[str, str, float, float]]] = [
    ("a turn", "to-come", -25.5, 8.7),
    ("copper", "copper", 1 / COMPONENTS.copper_per_point, 0.0),
    ("copper up to 9", "copper", 0.581, 0.258),
    ("strength", "strength", 0.699, 1.97),
    ("clans without a General", "generals", 2.16, -4.52),
    ("Generals of all clans", "generals", 1.94, -8.3),
    ("copper times clans without a General", "generals", -0.0706, 0.248),
    ("strength short of Princes to come", "princes-to-come", -0.0316, -0.00814),
    ("Princes to come", "princes-to-come", -1.19, 1.4),
    ("worth that Poets to come will find", "poets", 0.317, -0.0647),
    ("worth of the richest clan", "poets", 0.125, 0.184),
    ("Courtesans of 1", "courtesans", 0.912, 6.14),
    ("Courtesans of 2", "courtesans", 3.19, 3.45),
    ("Courtesans of 3", "courtesans", 3.11, 3.91),
    ("Tax Collectors", "tax-collectors", 1.21, 4.33),
    ("worth of Tax Collectors", "tax-collectors", 0.249, 2.15),
    ("empty spaces", "room", 0.911, 2.29),
    ("used up Ministers and Poets", "room", 2, 0.119),
    ("worth of the least of them", "room", 0.423, -1.31),
    ("Princes in the market", "princes", 1.5, 0.292),
    ("one out of reach", "princes", -1.22, -5.54),
    ("two out of reach", "princes", -0.576, -6.88),
    ("three out of reach", "princes", -0.887, -5.74),
    ("strength short of them", "princes", -0.247, -0.259),
    ("worth at risk", "risk", 0.319, -0.867),
    ("gaps in the market", "gaps", -2.44, 0.478),
    ("best Poet in the market", "market", 0.0526, 0.138),
    ("best Poet to buy", "market", 0.639, -0.881),
    ("Poets to exchange for", "market", 0.341, -0.256),
    ("best General to buy", "market", -0.164, 1.77),
    ("best General to exchange for", "market", 0.158, 0.144),
    ("best Courtesan to buy", "market", -0.0067, 0.212),
    ("best Minister to buy", "market", 0.0169, 0.309),
    ("best Tax Collector to exchange for", "market", 0.167, 0.212),
]
PART_OF: Final[list[str]] = [part for _, part, _, _ in ASPECTS]
LAST: Final[list[float]] = [last for _, _, last, _ in ASPECTS]
EARLIER: Final[list[float]] = [earlier for _, _, _, earlier in ASPECTS]
CARDS_TO_COME: Final = 40.0

#: Stands for a list that nobody wants.
NOTHING: Final[list[float]] = []
#: Stands for parts that nobody wants.
NO_PARTS: Final[dict[str, float]] = {}
#: Nobody to cover: more than any card is worth.
NOBODY: Final = 4
#: What a copper is worth when cards are compared with their price.
POET_COPPER: Final = 0.6
GENERAL_COPPER: Final = 0.5
#: A General of a new clan is worth so much more strength.
NEW_CLAN: Final = 1.5
#: A Courtesan is worth so much copper for each of her points.
COURTESAN_COPPER: Final = 3.0


def judge(state: State, player: int) -> float:
    """An estimate of the final score."""
    return estimate(state, None)


def parts(state: State, player: int) -> dict[str, float]:
    """What that estimate consists of."""
    found = Parts()
    estimate(state, found)
    return found.points


# The functions that look for the best way through the rest of a turn leave in `parts` what the one
# they found consists of.


def estimate(state: State, parts: Parts | None) -> float:
    """An estimate of the final score; `parts` is told what it consists of."""
    assert isinstance(state, XiangChi)
    question = state.question
    if question == OVER:
        return score_worth(state, parts)
    if question == COURT and not state.bought:
        return turn_worth(state, parts)
    board = state.copy()
    if question == OPENING:
        return turn_worth(board, parts)
    if question == PLACING:
        return place_worth(board, parts)
    if question == TAXING:
        return tax_worth(board, board.acting, parts)
    return fight_worth(board, question != GENERAL_FIGHTS, parts)


@final
class Aspects:
    """Takes how many there are of each of `ASPECTS`, in their order, and adds up what they are worth.

    No list is made of them, for speed, unless somebody wants to `keep` them.
    """

    def __init__(self, keep: bool) -> None:
        self.next: i64 = 0
        self.last = 0.0
        self.earlier = 0.0
        self.keep = keep
        self.kept: list[float] = [] if keep else NOTHING

    def add(self, amount: float) -> None:
        """So many of the next aspect."""
        if amount != 0.0:
            self.last += amount * LAST[self.next]
            self.earlier += amount * EARLIER[self.next]
        self.next += 1
        if self.keep:
            self.kept.append(amount)


def score_worth(state: XiangChi, parts: Parts | None) -> float:
    """The worth of a position at the end."""
    if parts is not None:
        parts.points = {}
        parts.add("score", int(state.vp() - state.lost()))
        parts.add("copper", int(state.score() - state.vp() + state.lost()))
    return float(state.score())


def turn_worth(state: XiangChi, parts: Parts | None) -> float:
    """The worth of a position at the start of a turn."""
    found = Aspects(parts is not None)
    to_come = show(state, found)
    score = int(state.vp() - state.lost())
    if parts is not None:
        parts.points = {}
        parts.add("score", score)
        for aspect in range(len(ASPECTS)):
            worth = LAST[aspect] + EARLIER[aspect] * to_come
            parts.add(PART_OF[aspect], found.kept[aspect] * worth)
    return score + found.last + found.earlier * to_come


def aspects(state: XiangChi) -> list[float]:
    """How many there are of each of `ASPECTS`; after them how long the game may last."""
    found = Aspects(True)
    to_come = show(state, found)
    return [*found.kept, to_come]


def show(state: XiangChi, found: Aspects) -> float:
    """Tell the aspects of a position at the start of a turn; returns how long the game may last."""
    cp = int(state.cp)
    strength = int(state.strength())

    # The Court
    worth = [0, 0, 0]
    best = [0, 0, 0]
    has_general = [False, False, False]
    courtesans = [0, 0, 0]
    old_courtesans = [0, 0, 0]
    tax_collectors = 0
    taxes = 0
    empty = 0
    used_up = 0
    least = NOBODY
    for space in range(state.spaces):
        card = state.top(space)
        if card == NONE:
            empty += 1
            least = 0
            continue
        kind = KIND[card]
        clan = int(CLAN[card])
        vp = int(VP[card])
        worth[clan] += vp
        best[clan] = max(best[clan], vp)
        if kind == GENERAL:
            has_general[clan] = True
        elif kind == TAX_COLLECTOR:
            tax_collectors += 1
            taxes += vp
        elif kind == COURTESAN:
            courtesans[vp - 1] += 1
            if card not in state.fresh:
                old_courtesans[vp - 1] += 1
        else:
            used_up += 1
            least = min(least, vp)
    missing = 0
    for clan in range(3):
        if not has_general[clan]:
            missing += 1

    # The deck: the last of k Princes in n cards is expected at (n + 1) k / (k + 1).
    princes = 0
    short = 0
    poets = [0, 0, 0]
    deck = items(state.deck)
    for card in deck:
        if card >= FIRST_PRINCE:
            princes += 1
            short += max(0, int(STRENGTH[card]) - strength)
        elif KIND[card] == POET:
            poets[CLAN[card]] += 1
    count = len(deck)
    draws = (count + 1) * princes / (princes + 1)
    songs = 0.0
    if count > 0:
        for clan in range(3):
            songs += (worth[clan] + 1) * poets[clan] * draws / count

    # The market
    in_row = 0
    out_of_reach = 0
    row_short = 0
    gaps = 0
    rightmost = 0
    poet = 0.0
    poet_to_buy = 0.0
    poets_to_exchange = 0.0
    general_to_buy = 0.0
    general_to_exchange = 0.0
    courtesan_to_buy = 0.0
    minister_to_buy = 0.0
    tax_to_exchange = 0.0
    for place in range(PLACES):
        card = held(state.row, place)
        if card == NONE:
            gaps += 1
            continue
        if card >= FIRST_PRINCE:
            in_row += 1
            lack = max(0, int(STRENGTH[card]) - strength)
            row_short += lack
            if strength == 0 or lack > cp:
                out_of_reach += 1
            continue
        kind = KIND[card]
        clan = int(CLAN[card])
        vp = int(VP[card])
        rightmost = vp
        price = int(state.price(place))
        buy = price <= cp
        exchange = old_courtesans[vp - 1] > 0
        if kind == POET:
            song = float(worth[clan] + vp)
            poet = max(poet, song)
            if buy:
                poet_to_buy = max(poet_to_buy, song - POET_COPPER * price)
            if exchange:
                poets_to_exchange += song
        elif kind == GENERAL:
            force = int(STRENGTH[card]) + (0.0 if has_general[clan] else NEW_CLAN)
            if buy:
                general_to_buy = max(general_to_buy, force - GENERAL_COPPER * price)
            if exchange:
                general_to_exchange = max(general_to_exchange, force)
        elif kind == COURTESAN:
            if buy:
                courtesan_to_buy = max(courtesan_to_buy, COURTESAN_COPPER * vp - price)
        elif kind == MINISTER:
            if buy:
                profit = float(int(state.minister_gain(clan)) - price)
                minister_to_buy = max(minister_to_buy, profit)
        elif exchange:
            tax_to_exchange = max(tax_to_exchange, float(best[clan] + 1))

    found.add(1.0)
    found.add(cp)
    found.add(min(cp, 9))
    found.add(strength)
    found.add(missing)
    found.add(1.0 if missing == 0 else 0.0)
    found.add(cp * missing)
    found.add(short)
    found.add(princes)
    found.add(songs)
    found.add(largest(worth))
    found.add(courtesans[0])
    found.add(courtesans[1])
    found.add(courtesans[2])
    found.add(tax_collectors)
    found.add(taxes)
    found.add(empty)
    found.add(used_up)
    found.add(least)
    found.add(in_row)
    found.add(1.0 if out_of_reach == 1 else 0.0)
    found.add(1.0 if out_of_reach == 2 else 0.0)
    found.add(1.0 if out_of_reach >= 3 else 0.0)
    found.add(row_short)
    found.add(rightmost if in_row > 0 else 0)
    found.add(gaps)
    found.add(poet)
    found.add(poet_to_buy)
    found.add(poets_to_exchange)
    found.add(general_to_buy)
    found.add(general_to_exchange)
    found.add(courtesan_to_buy)
    found.add(minister_to_buy)
    found.add(tax_to_exchange)
    return draws / CARDS_TO_COME


# The rest of a turn, on a board that each function leaves as it was


def place_worth(board: XiangChi, parts: Parts | None) -> float:
    """With a bought card in hand. An empty space is hardly ever worse than covering."""
    for space in range(board.spaces):
        if board.top(space) == NONE:
            return placed_worth(board, space, parts)
    best = placed_worth(board, 0, parts)
    kept = NO_PARTS if parts is None else parts.points
    for space in range(1, board.spaces):
        worth = placed_worth(board, space, parts)
        if worth > best:
            best = worth
            if parts is not None:
                kept = parts.points
    if parts is not None:
        parts.points = kept
    return best


def placed_worth(board: XiangChi, space: i64, parts: Parts | None) -> float:
    """With the card in hand on that space, and its power to be used."""
    card = board.hand
    kind = KIND[card]
    board.cover(space, card)
    if kind == MINISTER:
        copper = board.minister_gain(CLAN[card])
        board.cp += copper
        worth = court_worth(board, parts)
        board.cp -= copper
    elif kind == POET:
        song = int(board.clan_worth(CLAN[card]))
        worth = court_worth(board, parts) + song
        if parts is not None:
            parts.add("score", song)
    elif kind == TAX_COLLECTOR:
        worth = tax_worth(board, space, parts)
    elif kind == GENERAL:
        worth = fight_worth(board, False, parts)
    else:
        worth = court_worth(board, parts)
    board.uncover(space)
    return worth


def tax_worth(board: XiangChi, acting: i64, parts: Parts | None) -> float:
    """With a Tax Collector's power to be used."""
    best = court_worth(board, parts)
    kept = NO_PARTS if parts is None else parts.points
    clan = CLAN[board.top(acting)]
    for space in range(board.spaces):
        card = board.top(space)
        if card != NONE and space != acting and CLAN[card] == clan:
            vp = int(VP[card])
            board.uncover(space)
            worth = court_worth(board, parts) + vp
            if worth > best:
                best = worth
                if parts is not None:
                    parts.add("score", vp)
                    kept = parts.points
            board.cp += vp
            worth = court_worth(board, parts) - vp
            if worth > best:
                best = worth
                if parts is not None:
                    parts.add("score", -vp)
                    kept = parts.points
            board.cp -= vp
            board.cover(space, card)
    if parts is not None:
        parts.points = kept
    return best


def court_worth(board: XiangChi, parts: Parts | None) -> float:
    """In phase 1: the turn goes on, or phase 2 comes."""
    return fight_worth(board, True, parts) if board.bought else turn_worth(board, parts)


def fight_worth(board: XiangChi, phase_2: bool, parts: Parts | None) -> float:
    """With a fight to be decided, in phase 2 or as a General's power."""
    best = end_worth(board, parts) if phase_2 else court_worth(board, parts)
    strength = board.strength()
    if strength == 0:
        return best
    kept = NO_PARTS if parts is None else parts.points
    for place in range(PLACES):
        card = held(board.row, place)
        if card >= FIRST_PRINCE:
            paid: i64 = max(0, STRENGTH[card] - strength)
            if paid <= board.cp:
                board.cp -= paid
                board.row = hold(board.row, place, NONE)
                board.defeated = board.on_top(card, board.defeated)
                worth = end_worth(board, parts) if phase_2 else court_worth(board, parts)
                board.defeated = board.under[card]
                board.row = hold(board.row, place, card)
                board.cp += paid
                worth += int(VP[card])
                if worth > best:
                    best = worth
                    if parts is not None:
                        parts.add("score", int(VP[card]))
                        kept = parts.points
    if parts is not None:
        parts.points = kept
    return best


def end_worth(board: XiangChi, parts: Parts | None) -> float:
    """With phase 3 to come, then the end or another turn."""
    taken: i64 = NONE
    place: i64 = NONE
    if board.princes_in_row() > 0:
        place = board.rightmost()
    if place != NONE:
        taken = held(board.row, place)
        board.row = hold(board.row, place, NONE)
    fresh = board.fresh
    board.fresh = NO_FRESH
    if board.princes_in_row() == PLACES or board.drawn() == PRINCES:
        worth = score_worth(board, parts)
    else:
        worth = turn_worth(board, parts)
    board.fresh = fresh
    if place != NONE:
        board.row = hold(board.row, place, taken)
        worth -= int(VP[taken])
        if parts is not None:
            parts.add("score", -int(VP[taken]))
    return worth


def feature_names(players: int) -> list[str]:
    """What each number of `features` says."""
    found = ["copper", "points", "lost", "score", "turn", "deck"]
    found += ["princes drawn", "princes in market", "strength"]
    for clan in CLAN_IDS:
        found += [f"{clan} worth", f"{clan} taxes", f"{clan} has general"]
    found += ["tax collectors", "empty spaces", "bought"]
    found += [f"old courtesans of {worth}" for worth in (1, 2, 3)]
    found += [f"asked {question}" for question in QUESTIONS[:OVER]]
    for place in ROW_IDS:
        found += [f"{place} {name}" for name in CARD_NAMES]
        found += [f"{place} price", f"{place} affordable", f"{place} missing"]
    found += [f"hand {name}" for name in CARD_NAMES]
    for space in SPACE_IDS:
        found += [f"{space} {name}" for name in CARD_NAMES]
        found += [f"{space} depth", f"{space} acting", f"{space} exchangeable"]
    found += [f"unseen {id}" for id in IDS]
    return found


def features(state: State, player: int, found: Features) -> None:
    """All a player may know, each number about -1 to 1."""
    assert isinstance(state, XiangChi)
    strength = state.strength()
    found.ratio(state.cp, 20)
    found.ratio(state.vp(), 60)
    found.ratio(state.lost(), 20)
    found.ratio(state.score(), 60)
    found.ratio(state.turn, 30)
    found.ratio(size(state.deck), 46)
    found.ratio(state.drawn(), 9)
    found.ratio(state.princes_in_row(), 4)
    found.ratio(strength, 38)
    court = [int(state.top(space)) for space in range(state.spaces)]
    old = [state.may_exchange(space) for space in range(state.spaces)]
    has_general = [False] * len(CLAN_IDS)
    courtesans = [0, 0, 0]
    for space, card in enumerate(court):
        if card != NONE and KIND[card] == GENERAL:
            has_general[CLAN[card]] = True
        if old[space]:
            courtesans[VP[card] - 1] += 1
    for clan in range(len(CLAN_IDS)):
        found.ratio(state.clan_worth(clan), 12)
        found.ratio(state.minister_gain(clan), 8)
        found.flag(has_general[clan])
    found.ratio(state.tax_collectors(), 4)
    found.ratio(court.count(NONE), 8)
    found.flag(state.bought)
    found.scaled(courtesans, 3)
    found.one_of(OVER, state.question)
    for place in range(PLACES):
        card = int(held(state.row, place))
        add_card(card, found)
        person = NONE < card < FIRST_PRINCE
        price = state.price(place) if person else 0
        found.ratio(price, 12)
        found.flag(person and price <= state.cp)
        found.ratio(max(0, STRENGTH[card] - strength) if card >= FIRST_PRINCE else 0, 38)
    add_card(state.hand, found)
    for space in range(MOST_SPACES):
        there = space < len(court)
        add_card(court[space] if there else NONE, found)
        found.ratio(state.depth(space) if there else 0, 5)
        found.flag(space == state.acting)
        found.flag(there and old[space])
    found.flags(state.deck, CARDS)


def add_card(card: i64, found: Features) -> None:
    """What is printed on a card; zeros for none."""
    there = card != NONE
    found.one_of(PRINCE + 1, KIND[card] if there else NONE)
    found.one_of(len(CLAN_IDS), CLAN[card] if NONE < card < FIRST_PRINCE else NONE)
    worth = VP[card] if there else 0
    found.ratio(worth if card >= FIRST_PRINCE else 4 * worth, 12)  # a person's 3 are a Prince's 12
    found.ratio(STRENGTH[card] if there else 0, 38)
