"""What a position of Ten Suns is worth, and a player that goes by it.

Worth is counted in points at the end of the game. The player values every space for everybody,
imagines how the others may bid, and answers with one of the best spreads of Energy it can find.
"""

import math
from typing import Final, final

from ...engine.compact import Counts, at, many_at, many_numbers, more, total
from ...engine.counting import sum_of
from ...engine.features import Features
from ...engine.parts import Parts
from ...engine.rng import Rng
from ...engine.state import State
from .components import (
    BAGUA_ZERO,
    DATA,
    LUNAR,
    MOON,
    MOON_IF_SOLE,
    MOVE_OWN,
    PARTS,
    PLAIN,
    PRESTIGE,
    PRESTIGE_PER_LOCATION,
    STARRED,
)
from .rules import (
    ARCHER_ARROW,
    ARCHER_MOON,
    BALANCE_ABOVE,
    BID,
    BUILD,
    COMPLETE,
    DISCARD,
    DONE,
    FAILED,
    FIRST_MONSTER,
    GOD_BONUS,
    GOD_OF_USE,
    ITEMS_PER_SPACE,
    KEEP,
    LUNAR_ITEM,
    MOON_END,
    MOST_DAMAGE,
    NOTHING,
    PALACE_SIZES,
    PARTICIPANT,
    PASS,
    PUT,
    SUN_END,
    USE,
    TenSuns,
    kinds_of,
    location_bonus,
    palace_lunar,
    palace_prestige,
)
from .table import (
    BID_STEP,
    CARDS,
    FIRST_GOD,
    FIRST_LOCATION,
    GODS,
    ITEM_STEP,
    ITEMS,
    KINDS,
    LARGEST_PALACE,
    LOCATIONS,
    MOST_SPACES,
    NOBODY,
    OVER,
    PALACE_STEP,
    STEP_NAMES,
    TRACKED,
    items_in,
)

# The worth of things, in points.
LUNAR_WORTH: Final = 0.55
MOON_STEP: Final = 1.8
ARROW_WORTH: Final = 0.5
BAGUA_STEP: Final = -0.3
BALANCE_STEP: Final = -1.0
LUNAR_BID: Final = 0.7
#: One trigger of each operation that has them, in the order of `OPERATIONS` from `move_own`.
TRIGGER_WORTH: Final = [0.8, 0.8, 1.0, 1.0, 1.2, 1.0, 0.7, 1.3, 1.0, 0.9, 1.3]

# The course of a usual game.
USUAL_ROUNDS: Final = 8.0
PRESTIGE_A_ROUND: Final = 3.0
LEADER_A_ROUND: Final = 3.4
MOON_A_ROUND: Final = 0.6
PARTS_A_ROUND: Final = 1.3
LOCATIONS_A_ROUND: Final = 0.35

# Players of different tastes (specification 2.9): what they like in the middle, and how much their
# likings spread. Tuned so that their games have the length, ends and scores of the specification.
MOON_TASTE: Final = 0.7
PARTS_TASTE: Final = 0.9
MONSTERS_TASTE: Final = 0.7
TASTE_SPREAD: Final = 0.4
MOON_SPREAD: Final = 0.7

# How hard the player thinks about its Bids.
SAMPLES: Final = 24
CANDIDATES: Final = 100
TURNS: Final = 3
FEW: Final = 4


@final
class Taste:
    """What a player likes more (above 1) or less than the balanced one, and how thrifty it is."""

    def __init__(self) -> None:
        self.moon = 1.0
        self.parts = 1.0
        self.locations = 1.0
        self.monsters = 1.0
        self.gods = 1.0
        self.thrift = 1.0


BALANCED: Final = Taste()


def random_taste(rng: Rng) -> Taste:
    """A player whose preferences vary by chance around those of the usual table."""
    taste = Taste()
    taste.moon = varied(MOON_TASTE, MOON_SPREAD, rng)
    taste.parts = varied(PARTS_TASTE, TASTE_SPREAD, rng)
    taste.locations = varied(1.0, TASTE_SPREAD, rng)
    taste.monsters = varied(MONSTERS_TASTE, TASTE_SPREAD, rng)
    taste.gods = varied(1.0, TASTE_SPREAD, rng)
    taste.thrift = varied(1.0, TASTE_SPREAD, rng)
    return taste


def varied(middle: float, spread: float, rng: Rng) -> float:
    """A factor around the middle; its logarithm is normally distributed."""
    total = -6.0
    for _ in range(12):  # twelve even chances together have a deviation of 1
        total += int(rng.below(1000)) / 1000
    return middle * math.exp(spread * total)


# The clock


def rounds_left(state: TenSuns) -> float:
    """About how many rounds follow the present one: the nearest of the three ends."""
    if state.step == OVER or state.endings():
        return 0.0
    if state.sun - state.archers_due() <= SUN_END or state.top + state.bottom == 0:
        return 0.0
    prestige, moon = 0, 0
    for seat in state.seats:
        prestige = max(prestige, seat.prestige)
        moon = max(moon, seat.moon)
    # The pace so far, mixed with two rounds of a usual game.
    played = state.round + 2.0
    goal = int(state.options["prestige_end"])
    by_prestige = (goal - prestige) * played / (prestige + 2 * LEADER_A_ROUND)
    by_moon = (MOON_END - moon) * played / (moon + 2 * MOON_A_ROUND)
    left = int(state.unseen[0] + state.unseen[1])
    spaces = min(state.players + 1, MOST_SPACES)
    by_sun = (state.top + state.bottom) * left / (left + 1.0) / spaces
    return max(0.5, min(by_prestige, by_moon, by_sun))


def share_left(rounds: float) -> float:
    """The part of a usual game that so many rounds are, 0 to 1."""
    return min(1.0, rounds / (USUAL_ROUNDS - 1))


# The worth of what a player can gain


def palace_worth(parts: Counts, rounds: float) -> float:
    """A palace under construction: what it brings now, or part of what it may bring."""
    size = int(total(parts))
    if size == 0:
        return 0.0
    lunar = LUNAR_WORTH * min(1.0, rounds / 2)
    best = palace_prestige(parts) + lunar * palace_lunar(parts)
    kinds = int(kinds_of(parts))
    for index in range(len(PALACE_SIZES)):
        missing = PALACE_SIZES[index] - size
        if missing > 0:
            grown = min(float(KINDS), kinds + 0.75 * missing)
            reward = DATA.size_prestige[index] + DATA.per_kind * grown
            reward += lunar * DATA.size_lunar[index]
            hope = min(1.0, rounds * PARTS_A_ROUND / missing)
            best = max(best, reward * size / PALACE_SIZES[index] * hope)
    return best


def part_worth(state: TenSuns, player: int, kind: int, rounds: float) -> float:
    """A Palace Part in the slot where it does most."""
    best = 0.0
    for slot in state.seats[player].slots:
        if total(slot) < LARGEST_PALACE:
            gain = palace_worth(more(slot, kind, 1), rounds) - palace_worth(slot, rounds)
            best = max(best, gain)
    return best


def moon_worth(state: TenSuns, player: int, steps: int, share: float) -> float:
    """Steps on the Moon track: early a share of the way, late the places they gain."""
    moon = state.seats[player].moon
    after = min(MOON_END, moon + steps)
    places = state.moon_bonus(after) - state.moon_bonus(moon)
    return share * MOON_STEP * (after - moon) + (1 - share) * places


def location_worth(state: TenSuns, player: int, location: int, rounds: float) -> float:
    """A new Location: half its own step, half the step that others may still lead to."""
    seat = state.seats[player]
    if seat.locations[location] > 0:
        return 0.0
    different = seat.different_locations()
    own = location_bonus(different + 1) - location_bonus(different)
    later = different + int(LOCATIONS_A_ROUND * rounds + 0.5)
    hoped = location_bonus(later + 1) - location_bonus(later)
    return 0.5 * own + 0.5 * max(own, hoped)


def god_worth(
    state: TenSuns, player: int, god: int, rounds: float, share: float, taste: Taste
) -> float:
    """A God as it is gained."""
    worth = float(GOD_BONUS)
    ops, amounts = GODS[god].ops, GODS[god].amounts
    if GODS[god].uses > 0:
        triggers = min(float(GODS[god].uses), rounds) * trigger_worth(god)
        return worth + (taste.moon * triggers if ops[0] == MOON_IF_SOLE else triggers)
    seat = state.seats[player]
    for index in range(len(ops)):
        op, amount = ops[index], amounts[index]
        if op == LUNAR:
            worth += LUNAR_WORTH * share * amount
        elif op == PRESTIGE:
            worth += amount
        elif op == MOON:
            worth += taste.moon * moon_worth(state, player, amount, share)
        elif op == PARTS:
            worth += 0.9 * amount * min(1.0, 0.5 + share)
        elif op == BAGUA_ZERO:
            worth += 0.4 * (seat.bagua + 1)
        elif op == PRESTIGE_PER_LOCATION:
            worth += amount * seat.different_locations()
        else:  # Prestige for each God
            worth += amount * (state.god_owner.count(player) + 1)
    return worth


def trigger_worth(god: int) -> float:
    """What one use of a God with a power tracker usually brings."""
    return TRIGGER_WORTH[GODS[god].ops[0] - MOVE_OWN]


def items_worth(state: TenSuns, player: int, space: int, rounds: float, share: float) -> float:
    """The bonus items of a space."""
    items = items_in(state.items[space])
    worth = LUNAR_WORTH * min(1.0, 2 * share) * items[LUNAR_ITEM]
    for kind in range(KINDS):
        if items[kind] > 0:
            worth += items[kind] * part_worth(state, player, kind, rounds)
    return worth


def card_worth(
    state: TenSuns, player: int, card: int, rounds: float, share: float, taste: Taste
) -> float:
    """A card that is not a Monster, the step on the Bagua track included."""
    bagua = state.seats[player].bagua
    worth = BAGUA_STEP * min(1.0, 2 * share)
    if bagua == BALANCE_ABOVE:
        worth += BALANCE_STEP * min(1.0, 2 * share)
    if card < FIRST_LOCATION:
        worth += taste.moon * moon_worth(state, player, ARCHER_MOON[card], share)
        if ARCHER_ARROW[card]:
            worth += ARROW_WORTH * share
    elif card < FIRST_GOD:
        location = card - FIRST_LOCATION
        worth += taste.locations * location_worth(state, player, location, rounds)
    else:
        worth += taste.gods * god_worth(state, player, card - FIRST_GOD, rounds, share, taste)
    return max(0.1, worth)


# Bids


@final
class Bidder:
    """One player in the imagination of another: what the spaces are worth to her, how she may bid."""

    def __init__(self) -> None:
        self.solar = 0
        self.lunar = 0
        self.bagua = 0
        self.prestige = 0
        #: For each space the worth of its card (0 for a Monster) and of its items.
        self.cards: list[float] = []
        self.items: list[float] = []
        self.monsters = 1.0
        #: The cost of a Lunar that is bid.
        self.price = 0.0
        self.bids: list[list[int]] = []


def bidder(state: TenSuns, player: int, rounds: float, share: float, taste: Taste) -> Bidder:
    seat = state.seats[player]
    found = Bidder()
    found.solar, found.lunar = state.reserve_before_bids(player)
    found.bagua = seat.bagua
    found.prestige = seat.prestige
    found.monsters = taste.monsters
    found.price = LUNAR_BID * taste.thrift * share
    for space in range(len(state.row)):
        card = state.row[space]
        monster = card >= FIRST_MONSTER
        worth = 0.0 if monster else card_worth(state, player, card, rounds, share, taste)
        found.cards.append(worth)
        found.items.append(taste.parts * items_worth(state, player, space, rounds, share))
    return found


def random_bids(who: Bidder, healths: list[int], rng: Rng) -> list[int]:
    """A spread of all Solar and some Lunar, by worth, with chance and omissions."""
    spaces = len(healths)
    weights: list[float] = []
    total = 0.0
    for space in range(spaces):
        if healths[space] > 0:
            worth = who.monsters * 3.0 + who.items[space]
        else:
            worth = who.cards[space] + who.items[space]
        weight = 0.0
        if rng.below(100) >= 30:
            chance = -math.log((int(rng.below(1_000_000)) + 1) / 1_000_001)
            weight = worth**1.2 * chance
        weights.append(weight)
        total += weight
    bids = [0] * spaces
    if total <= 0.0:
        return bids
    energy = who.solar + int(rng.below(who.lunar + 1))
    reached = int(rng.below(1000)) / 1000  # where the rounding starts
    spent = 0
    for space in range(spaces):
        reached += energy * weights[space] / total
        bids[space] = min(int(reached), energy) - spent
        spent += bids[space]
    return bids


def odds(who: int, bidders: list[Bidder], healths: list[int], most: int, space: int) -> list[float]:
    """What each Bid from 0 to `most` on a space brings on average, against the others' samples."""
    own = bidders[who]
    found = [0.0] * (most + 1)
    health = healths[space]
    for sample in range(SAMPLES):
        best, total, rival = 0, 0, NOBODY
        for other in range(len(bidders)):
            if other != who:
                bid = bidders[other].bids[sample][space]
                total += bid
                if bid > best:
                    best, rival = bid, bidders[other].bagua
                elif bid == best and bid > 0:
                    rival = min(rival, bidders[other].bagua)
        if health > 0:
            for bid in range(1, most + 1):
                if total + bid < health:
                    found[bid] -= min(FAILED, own.prestige)
                elif bid > best:
                    found[bid] += own.monsters * MOST_DAMAGE + own.items[space]
                elif bid == best:
                    found[bid] += own.monsters * MOST_DAMAGE
                else:
                    found[bid] += own.monsters * PARTICIPANT
        else:
            # The least Bid that wins; a tie only against those further up the Bagua track.
            least = best if best > 0 and own.bagua < rival else best + 1
            for bid in range(least, most + 1):
                found[bid] += own.cards[space] + own.items[space]
    return [worth / SAMPLES for worth in found]


def rated(bids: list[int], tables: list[list[float]], who: Bidder) -> float:
    """What a spread brings, less the Lunar in it."""
    worth = 0.0
    energy = 0
    for space in range(len(bids)):
        worth += tables[space][bids[space]]
        energy += bids[space]
    return worth - who.price * max(0, energy - who.solar)


def best_bids(
    who: int, bidders: list[Bidder], healths: list[int], keep: int, rng: Rng
) -> list[list[int]]:
    """The best of many random spreads against the others' samples, best first."""
    own = bidders[who]
    most = own.solar + own.lunar
    tables = [odds(who, bidders, healths, most, space) for space in range(len(healths))]
    found: list[tuple[float, list[int]]] = []
    for _ in range(CANDIDATES):
        bids = random_bids(own, healths, rng)
        found.append((rated(bids, tables, own), bids))
    found.sort(reverse=True)
    return [bids for _, bids in found[:keep]]


def imagine_bids(state: TenSuns, tastes: list[Taste], rng: Rng) -> list[Bidder]:
    """How all may bid in step 3: samples that answer each other, from what everybody may know."""
    rounds = rounds_left(state)
    share = share_left(rounds)
    healths = monster_healths(state)
    bidders = [bidder(state, seat, rounds, share, tastes[seat]) for seat in range(state.players)]
    for who in bidders:
        who.bids = [random_bids(who, healths, rng) for _ in range(SAMPLES)]
    half = SAMPLES // 2
    for _ in range(TURNS):
        # All answer the same samples: who answered last would be known best.
        answers = [best_bids(seat, bidders, healths, half, rng) for seat in range(state.players)]
        for seat in range(state.players):
            bidders[seat].bids = answers[seat] + bidders[seat].bids[:half]
            shuffle(bidders[seat].bids, rng)
    return bidders


def plan_bids(state: TenSuns, player: int, bidders: list[Bidder], rng: Rng) -> list[int]:
    """The Bids to make in step 3: one of the best few answers to what the others may do."""
    return best_bids(player, bidders, monster_healths(state), FEW, rng)[int(rng.below(FEW))]


def monster_healths(state: TenSuns) -> list[int]:
    """The health of the Monster on each space; 0 for other cards."""
    return [state.health(card) if card >= FIRST_MONSTER else 0 for card in state.row]


def shuffle(samples: list[list[int]], rng: Rng) -> None:
    """Samples of different players are met at random."""
    for last in range(len(samples) - 1, 0, -1):
        other = int(rng.below(last + 1))
        samples[last], samples[other] = samples[other], samples[last]


# Gods


def won_part(card: int) -> str:
    """The part of the estimate that winning a card adds to."""
    if card < FIRST_LOCATION:
        return "moon"
    if card < FIRST_GOD:
        return "locations"
    return "gods" if card < FIRST_MONSTER else "monsters"


def outcome(
    state: TenSuns, player: int, rounds: float, share: float, parts: Parts | None = None
) -> float:
    """What the Bids as they lie bring the player, compared with the average opponent."""
    worth = 0.0
    takers = state.forecast()
    rest = 1.0 / (state.players - 1)
    for space in range(len(state.row)):
        card = state.row[space]
        taker = takers[space]
        if card >= FIRST_MONSTER:
            defeated = state.damage(space) >= state.health(card)
            most = 0
            for seat in state.seats:
                most = max(most, int(many_at(seat.bids, space)))
            for other in range(state.players):
                bid = int(many_at(state.seats[other].bids, space))
                if bid > 0:
                    gain = -min(FAILED, state.seats[other].prestige)
                    if defeated:
                        gain = MOST_DAMAGE if bid == most else PARTICIPANT
                    worth += gain if other == player else -gain * rest
                    if parts is not None:
                        if other == player:
                            parts.add("monsters", gain)
                        else:
                            parts.add("rivals", -gain * rest)
        if taker != NOBODY:
            items = items_worth(state, taker, space, rounds, share)
            gains = items
            if 0 <= card < FIRST_MONSTER:
                gains += card_worth(state, taker, card, rounds, share, BALANCED)
            worth += gains if taker == player else -gains * rest
            if parts is not None:
                if taker == player:
                    parts.add("items", items)
                    parts.add(won_part(card), gains - items)
                else:
                    parts.add("rivals", -gains * rest)
    return worth


def choose_god(state: TenSuns, player: int) -> int:
    """The trigger that gains most, if it gains enough for the time of the game."""
    rounds = rounds_left(state)
    share = share_left(rounds)
    seat = state.seats[player]
    before = outcome(state, player, rounds, share) + LUNAR_WORTH * share * seat.lunar
    best, most = PASS, 0.0
    for action in state.offers(player):
        if action == PASS:
            continue
        god = GOD_OF_USE[action - DONE - 1]
        after = state.copy()
        after.trigger(player, god, action - USE[god])
        gain = outcome(after, player, rounds, share) - before
        own = after.seats[player]
        bolt = 1 if GODS[god].bolt and own.solar == 0 else 0
        gain += LUNAR_WORTH * share * (own.lunar - bolt)
        gain += moon_worth(state, player, own.moon - seat.moon, share)
        for kind in range(KINDS):
            if at(after.hand, kind) > 0:
                gain += part_worth(state, player, kind, rounds)
        enough = 0.8 * share if state.uses[god] <= rounds else 0.05
        if gain - enough > most:
            best, most = action, gain - enough
    return best


# The other decisions


def choose_space(state: TenSuns, player: int) -> int:
    """Bonus items go where the Bow holder wants to win and the others do not."""
    rounds = rounds_left(state)
    share = share_left(rounds)
    item = state.next_item()
    best, most = NOTHING, 0.0
    for space in range(len(state.row)):
        if total(state.items[space]) >= ITEMS_PER_SPACE:
            continue
        card = state.row[space]
        edge = 0.0
        for other in range(state.players):
            worth = items_worth(state, other, space, rounds, share)
            if card < FIRST_MONSTER:
                worth += card_worth(state, other, card, rounds, share, BALANCED)
            else:
                worth += PARTICIPANT
            edge += worth if other == player else -0.8 * worth / (state.players - 1)
        if item == LUNAR_ITEM and card >= FIRST_MONSTER:
            edge -= 0.5
        if best == NOTHING or edge > most:
            best, most = PUT + space, edge
    return best


def choose_slot(state: TenSuns, player: int) -> int:
    """The palace to which the next part adds most."""
    rounds = rounds_left(state)
    kind = state.next_item()
    best, most = NOTHING, 0.0
    for action in state.offers(player):
        slot = state.seats[player].slots[action - BUILD]
        gain = palace_worth(more(slot, kind, 1), rounds) - palace_worth(slot, rounds)
        if best == NOTHING or gain > most:
            best, most = action, gain
    return best


def choose_discard(state: TenSuns, player: int) -> int:
    """Of parts that do not all find room the one that would add least."""
    rounds = rounds_left(state)
    best, least = NOTHING, 0.0
    for action in state.offers(player):
        worth = part_worth(state, player, action - DISCARD, rounds)
        if best == NOTHING or worth < least:
            best, least = action, worth
    return best


def choose_palace(state: TenSuns, player: int) -> int:
    """Complete what is worth more now than what it may become."""
    rounds = rounds_left(state)
    lunar = LUNAR_WORTH * share_left(rounds)
    for action in state.offers(player):
        if action != KEEP:
            parts = state.seats[player].slots[action - COMPLETE]
            now = palace_prestige(parts) + lunar * palace_lunar(parts)
            if rounds < 1 or now + 0.5 >= palace_worth(parts, rounds):
                return action
    return KEEP


def table_seed(state: TenSuns, player: int) -> int:
    """A number that depends on what is public at the start of step 3, and on the seat."""
    seed = 7 + player
    facts = [state.round, state.sun, state.bow, *state.row]
    for items in state.items:
        facts += items_in(items)
    for other in range(state.players):
        facts += state.reserve_before_bids(other)
        facts.append(state.seats[other].prestige)
    for fact in facts:
        seed = (seed * 1_000_003 + fact + 2) % 2_147_483_647
    return seed


def answers(state: State, count: int, rng: Rng) -> list[list[list[int]]]:
    """For each seat some of the best Bids it could make, as what is still to be decided of them."""
    assert isinstance(state, TenSuns)
    bidders = imagine_bids(state, [BALANCED] * state.players, rng)
    healths = monster_healths(state)
    found: list[list[list[int]]] = []
    for seat in range(state.players):
        plans: list[list[int]] = []
        for bids in best_bids(seat, bidders, healths, CANDIDATES, rng):
            if len(plans) < count and bids not in plans:
                plans.append(bids)
        laid = many_numbers(state.seats[seat].bids, MOST_SPACES)
        fitting = [bids for bids in plans if fits(bids, laid)]
        # Who has laid out what no plan has goes on as far as possible with any of them.
        found.append([still_to_bid(bids, laid) for bids in fitting or plans])
    return found


def fits(bids: list[int], laid: list[int]) -> bool:
    """Can what was laid out become these Bids?"""
    return all(laid[space] <= bids[space] for space in range(len(bids)))


def still_to_bid(bids: list[int], laid: list[int]) -> list[int]:
    """The decisions that make these Bids of what was laid out."""
    found: list[int] = []
    for space in range(len(bids)):
        found += [BID + space] * (bids[space] - laid[space])
    found.append(DONE)
    return found


def policy(state: State, player: int) -> int:
    """A rule-based player: the same position always gives the same answer."""
    assert isinstance(state, TenSuns)
    if state.step == BID_STEP:
        rng = Rng()
        rng.seed(table_seed(state, player))
        plan = plan_bids(state, player, imagine_bids(state, [BALANCED] * state.players, rng), rng)
        bids = many_numbers(state.seats[player].bids, MOST_SPACES)
        for space in range(len(plan)):
            if bids[space] < plan[space]:
                return BID + space if BID + space in state.offers(player) else DONE
        return DONE
    if state.step == ITEM_STEP:
        return choose_space(state, player)
    if state.step == PALACE_STEP:
        return choose_palace(state, player)
    if state.next_item() != NOTHING:
        if state.surplus(player) > 0:
            return choose_discard(state, player)
        return choose_slot(state, player)
    return choose_god(state, player)


# What a position is worth


def judge(state: State, player: int) -> float:
    """Estimates the player's final score."""
    return estimate(state, player, None)


def parts(state: State, player: int) -> dict[str, float]:
    """What that estimate consists of."""
    found = Parts()
    estimate(state, player, found)
    return found.points


def estimate(state: State, player: int, parts: Parts | None) -> float:
    """Estimates the player's final score; `parts` is told what it consists of."""
    assert isinstance(state, TenSuns)
    if state.step == OVER:
        score = float(state.scores()[player])
        if parts is not None:
            parts.add("prestige", score)
        return score
    rounds = rounds_left(state)
    share = share_left(rounds)
    seat = state.seats[player]
    worth = seat.prestige + PRESTIGE_A_ROUND * rounds
    moon = expected_moon(state, player, share)
    worth += moon
    locations = location_hopes(seat.different_locations() + LOCATIONS_A_ROUND * rounds)
    worth += locations
    for god in range(len(GODS)):
        if state.god_owner[god] == player:
            worth += GOD_BONUS
            triggers = 0.0
            if state.uses[god] > 0:
                triggers = min(float(state.uses[god]), rounds) * trigger_worth(god)
                worth += triggers
            if parts is not None:
                parts.add("gods", GOD_BONUS + triggers)
    for slot in seat.slots:
        palace = palace_worth(slot, rounds)
        worth += palace
        if parts is not None:
            parts.add("palaces", palace)
    lunar = LUNAR_WORTH * share * seat.lunar
    worth += lunar
    average = sum_of(state.bagua()) / state.players
    bagua = BAGUA_STEP * share * (seat.bagua - average)
    worth += bagua
    if parts is not None:
        parts.add("prestige", seat.prestige)
        parts.add("to-come", PRESTIGE_A_ROUND * rounds)
        parts.add("moon", moon)
        parts.add("locations", locations)
        parts.add("lunar", lunar)
        parts.add("bagua", bagua)
    if state.step == BID_STEP:
        worth += bid_hopes(state, player, rounds, share, parts)
    elif state.row:
        worth += outcome(state, player, rounds, share, parts)
    return worth


def expected_moon(state: TenSuns, player: int, share: float) -> float:
    """Late the bonus as it stands, early an even chance and the lead so far."""
    moon = 0.0
    bonus = 0.0
    for seat in state.seats:
        moon += seat.moon
        bonus += state.moon_bonus(seat.moon)
    own = state.seats[player].moon
    early = (bonus + MOON_STEP * (own * state.players - moon)) / state.players
    return share * early + (1 - share) * state.moon_bonus(own)


def location_hopes(different: float) -> float:
    """The bonus for a number of different Locations that need not be whole."""
    whole = int(different)
    part = different - whole
    return (1 - part) * location_bonus(whole) + part * location_bonus(whole + 1)


def bid_hopes(
    state: TenSuns, player: int, rounds: float, share: float, parts: Parts | None
) -> float:
    """What a player's Bids may bring while they are being placed: more Energy, better chances."""
    worth = 0.0
    for space in range(len(state.row)):
        own = int(many_at(state.seats[player].bids, space))
        if own == 0:
            continue
        best = 0
        for other in range(state.players):
            if other != player:
                best = max(best, int(many_at(state.seats[other].bids, space)))
        chance = own * own / (own * own + best * best + 1.0)
        if own > best:
            chance = (1 + chance) / 2
        card = state.row[space]
        gains = items_worth(state, player, space, rounds, share)
        if card < FIRST_MONSTER:
            gains += card_worth(state, player, card, rounds, share, BALANCED)
        else:
            health = state.health(card)
            done = min(1.0, state.damage(space) / health)
            gains = done * (gains + MOST_DAMAGE) if done < 1 else gains + MOST_DAMAGE
            chance = chance if done == 1.0 else chance * done * done
        worth += chance * gains
        if parts is not None:
            parts.add(won_part(card), chance * gains)
    return worth


# What a player knows, as numbers


def feature_names(players: int) -> list[str]:
    """The names of the features; players in clockwise order from the one who looks."""
    found = ["sun", "round", "cards in top", "cards in bottom", "hou yi left", "bow is own"]
    found += [f"step {name}" for name in STEP_NAMES]
    found += [f"to place {item}" for item in ITEMS]
    for space in range(1, MOST_SPACES + 1):
        found += [f"space {space} {kind}" for kind in CARD_TYPES]
        found += [f"space {space} health", f"space {space} worth"]
        found += [f"space {space} {item}" for item in ITEMS]
        found += [f"space {space} own bid", f"space {space} best other bid"]
        found += [f"space {space} other bids", f"space {space} own mark"]
    for seat in range(players):
        found += [f"player {seat} {name}" for name in SEAT_FEATURES]
        found += [f"player {seat} has {CARDS[FIRST_LOCATION + i]}" for i in range(LOCATIONS)]
        found += [f"player {seat} {GODS[god].id} uses" for god in TRACKED]
    return found


def features(state: State, player: int, found: Features) -> None:
    """The numbers behind `feature_names`, about -1 to 1."""
    assert isinstance(state, TenSuns)
    found.ratio(state.sun, DATA.start_sun)
    found.ratio(state.round, 20)
    found.ratio(state.top, 20)
    found.ratio(state.bottom, 40)
    found.ratio(state.unseen[STARRED] + state.unseen[PLAIN], 9)
    found.flag(state.bow == player)
    found.one_of(len(STEP_NAMES), state.step)
    found.packed(state.hand, len(ITEMS), ITEMS_PER_SPACE)
    rounds = rounds_left(state)
    share = share_left(rounds)
    for space in range(MOST_SPACES):
        add_space(state, player, space, rounds, share, found)


def seat_features(state: State, player: int, found: Features) -> None:
    """What the player knows of each player."""
    assert isinstance(state, TenSuns)
    gods = state.gods()
    scores = state.scores()
    for turn in range(state.players):
        seat = (player + turn) % state.players
        add_seat(state, seat, turn == 0, gods[seat], scores[seat], found)


#: The worth of a card is told in hundredths of a point.
WORTH_PARTS: Final = 100
CARD_TYPES: Final = ["starred hou yi", "hou yi", "location", "god", "monster"]
SEAT_FEATURES: Final = [
    "solar",
    "lunar",
    "prestige",
    "moon",
    "moon bonus",
    "bagua",
    "different locations",
    "gods",
    "score",
    "next bow",
    "palace a size",
    "palace a kinds",
    "palace b size",
    "palace b kinds",
]


def add_space(
    state: TenSuns, player: int, space: int, rounds: float, share: float, found: Features
) -> None:
    """A space of the row; zeros where there is none."""
    if space >= len(state.row):
        found.skip(len(CARD_TYPES), 1)
        found.skip(1, 10)
        found.skip(1, WORTH_PARTS * 10)
        found.skip(len(ITEMS), ITEMS_PER_SPACE)
        found.skip(2, 10)
        found.skip(1, 20)
        found.skip(1, 1)
        return
    card = state.row[space]
    kind = NOTHING
    health, worth = 0, 0.0
    if card >= FIRST_MONSTER:
        kind, health = 4, state.health(card)
    elif card >= 0:
        kind = 3 if card >= FIRST_GOD else 2 if card >= FIRST_LOCATION else card
        worth = card_worth(state, player, card, rounds, share, BALANCED)
    found.one_of(len(CARD_TYPES), kind)
    found.ratio(health, 10)
    found.ratio(round(WORTH_PARTS * worth), WORTH_PARTS * 10)
    found.packed(state.items[space], len(ITEMS), ITEMS_PER_SPACE)
    best, total = 0, 0
    if state.step != BID_STEP:  # until the revelation the others' Bids are hidden
        for other in range(state.players):
            if other != player:
                bid = int(many_at(state.seats[other].bids, space))
                best = max(best, bid)
                total += bid
    found.ratio(int(many_at(state.seats[player].bids, space)), 10)
    found.ratio(best, 10)
    found.ratio(total, 20)
    found.flag(state.marks[space] == player)


def add_seat(
    state: TenSuns, player: int, own: bool, gods: int, score: int, found: Features
) -> None:
    """A player's Energy, tracks and play area."""
    seat = state.seats[player]
    solar, lunar = seat.solar, seat.lunar
    if state.step == BID_STEP and not own:
        solar, lunar = state.reserve_before_bids(player)
    next_bow = state.arrow if state.arrow != NOBODY else (state.bow + 1) % state.players
    found.ratio(solar, DATA.start_sun)
    found.ratio(lunar, 20)
    found.ratio(seat.prestige, 31)
    found.ratio(seat.moon, MOON_END)
    found.ratio(state.moon_bonus(seat.moon), 12)
    found.ratio(seat.bagua, 5)
    found.ratio(seat.different_locations(), 8)
    found.ratio(gods, 8)
    found.ratio(score, 60)
    found.flag(next_bow == player)
    for slot in seat.slots:
        found.ratio(total(slot), LARGEST_PALACE)
        found.ratio(kinds_of(slot), KINDS)
    for count in seat.locations:
        found.flag(count > 0)
    for god in TRACKED:
        found.ratio(state.uses[god] if state.god_owner[god] == player else 0, 4)
