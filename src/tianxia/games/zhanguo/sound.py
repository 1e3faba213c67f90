"""What a saved state of ZhanGuo looks like, and what must hold in it."""

from typing import Any

from ...engine.saved import Flag, Listed, OneOf, Shape, Table, Whole, expect, seat
from ...engine.state import State
from .components import (
    BOARDS,
    CALM_ANY,
    CALM_WORKER,
    CARDS,
    COLOURS,
    DECK,
    ENVOY,
    EXTRA_WORKER,
    FACES,
    MARKER,
    NOTHING,
    PARTS,
    REGIONS,
    REWARD_GOVERNOR,
    REWARD_OFFICIAL,
    REWARD_PALACE,
    REWARD_WALL,
    ROUNDS,
    SECTIONS,
    SHIFT,
    WORKER_MOVE,
)
from .rules import AMOUNT, BOARD_ABILITY, BONUS, FULL_AREA, TRIGGER, TURNS, WALLS, ZhanGuo
from .table import (
    A_SIDE,
    AUCTION,
    COLOUR_OF,
    DEEDS,
    GOVERNOR,
    HIRE,
    LAYERS,
    NO_DEED,
    NOBODY,
    PALACE,
    QUESTIONS,
    REASSIGN,
    SLOTS,
    SOURCES,
    TASK_SLOTS,
    TASKS,
    UNIFICATION,
    WALL,
)

#: More workers and points than a game can bring.
PLENTY = 400
NO_BOARD = "none"
SOURCES_NOW = SOURCES[:6]
MOST_POINTS = max(PARTS.reassign_points, PARTS.square_points, *map(max, PARTS.ability_amount))
#: What is asked before the first round, in a turn after the card was used, in an ability, and in
#: Phase 3.
BOARD_QUESTIONS = ("bid", "board")
DEED_QUESTIONS = ("staff", "shift", "square", "official", "pay", "big", "ability")
ABILITY_QUESTIONS = ("calm", "marker", "worker", "envoy")
REWARD_QUESTIONS = ("reward", "goal", "official", "square", "shift")
#: What an ability brings that asks each question.
BONUS_OF = {
    "calm": (CALM_ANY, CALM_WORKER),
    "marker": (MARKER,),
    "worker": (WORKER_MOVE,),
    "envoy": (ENVOY,),
    "shift": (SHIFT, EXTRA_WORKER),
}
#: The deeds in the course of which each question is asked.
DEEDS_OF = {
    "staff": (HIRE,),
    "shift": (REASSIGN, GOVERNOR),
    "square": (GOVERNOR,),
    "official": (GOVERNOR,),
    "pay": (PALACE, WALL),
    "big": (PALACE,),
}


def shape(players: int) -> dict[str, Shape]:
    """The parts of a saved state."""
    whose = Whole(NOBODY, players - 1)
    card = Whole(1, CARDS)
    card_or_none = Whole(0, CARDS)
    ones = Listed(Whole(0, PARTS.ones_per_player * players), 3)
    threes = Listed(Whole(0, PARTS.threes), 3)
    area = Listed(Listed(Whole(0, PARTS.officials), 3), REGIONS)
    player: dict[str, Shape] = {
        "board": OneOf([NO_BOARD, *BOARDS]),
        "hand": Listed(card, 0, 9),
        "tossing": card_or_none,
        "tossed": Listed(card_or_none, 3 * (ROUNDS - 1)),
        "gains": Table(dict.fromkeys(SOURCES_NOW, Whole(0, PLENTY))),
        "supply": Listed(Whole(0, PARTS.officials), 3),
        "governors_area": area,
        "workers_area": area,
        "workers": Listed(Whole(0, PLENTY), REGIONS),
        "levels": Listed(Whole(0, max(map(max, PARTS.tracks))), REGIONS),
        "cards": Listed(Listed(card, 0, 3), REGIONS),
        "ones": ones,
        "threes": threes,
        "governors_left": Whole(0, PARTS.governors),
        "palaces_left": Whole(0, PARTS.palaces),
        "walls_left": Whole(0, PARTS.walls),
        "open": Listed(Whole(0, PARTS.governors), REGIONS),
        "palaces": Listed(Whole(0, PARTS.palaces), REGIONS),
    }
    return {
        "round": Whole(0, ROUNDS),
        "turn": Whole(0, TURNS * players),
        "question": OneOf(QUESTIONS),
        "mover": seat(players),
        "track": Listed(seat(players), 0, players),
        "column": Listed(whose, 3),
        "pile": Listed(card, 0, CARDS),
        "decks": Table(dict.fromkeys(COLOURS, Listed(Listed(card, 0, DECK), LAYERS))),
        "sources": Listed(Whole(0, (1 << LAYERS) - 1), players),
        "ones": ones,
        "threes": threes,
        "squares": Listed(whose, 2 * REGIONS),
        "slots": Table(dict.fromkeys(SECTIONS, Listed(whose, SLOTS))),
        "faces": Listed(OneOf(FACES), len(SECTIONS)),
        "tasks": Listed(OneOf([name for kind in PARTS.task_names for name in kind]), TASKS),
        "discs": Listed(Listed(whose, TASK_SLOTS), TASKS),
        "boards_left": Listed(OneOf(BOARDS[1:]), 0, len(BOARDS) - 1),
        "bidders": Listed(seat(players), 0, players),
        "bid": Whole(0, PARTS.auction_vp),
        "toss_colour": OneOf(COLOURS),
        "card": card_or_none,
        "below": card_or_none,
        "deed": OneOf(DEEDS),
        "target": Whole(0, SLOTS * len(SECTIONS) - 1),
        "points": Whole(0, MOST_POINTS),
        "may_stop": Flag(),
        "active": Listed(Whole(0, BOARD_ABILITY), 0, BOARD_ABILITY + 1),
        "using": Whole(NOBODY, BOARD_ABILITY),
        "aspect": Whole(NOBODY, 2),
        "candidates": Listed(seat(players), 0, players),
        "seats": Listed(Table(player), players),
    }


def sound(state: State, saved: dict[str, Any]) -> None:
    """Every card and piece is somewhere, and what is asked is what the round has come to."""
    assert isinstance(state, ZhanGuo)
    _time(state, saved)
    _cards(state, saved)
    _decks(state, saved)
    _hands(state, saved)
    _pieces(state, saved)
    _board(state, saved)
    _boards(state, saved)
    if state.round == 0:
        _before_the_first_round(saved)
    elif state.aspect != NOBODY:
        _reward(state, saved)
    else:
        _turn(state, saved)


def _time(state: ZhanGuo, saved: dict[str, Any]) -> None:
    question, last = saved["question"], TURNS * state.players
    expect(state.over() == (question == "over"), "the game is over, or something is asked")
    secret = question == "toss"
    expect(saved["secret"] == secret, "what is given back is secret, and nothing else")
    if not (secret or state.over()):
        expect(saved["waiting"] == [saved["mover"]], "whose turn it is is asked")
    expect((state.round == 0) == (question in BOARD_QUESTIONS), "boards come before round 1")
    if state.aspect != NOBODY:
        expect(question in REWARD_QUESTIONS, "that is not asked in Phase 3")
        expect(saved["turn"] == last, "rewards come after the last turn")
    elif state.over():
        expect(state.round == ROUNDS and saved["turn"] == last, "the game is over too soon")
    else:
        expect(saved["turn"] < last, "the turns of the round are over")
        expect(question not in ("reward", "goal"), "that is asked in Phase 3")
    for aspect, owner in enumerate(saved["column"]):
        expect(owner == NOBODY or aspect < state.aspect, "no disc can be in that column yet")
    if secret:
        expect(state.variant_draw and state.round < ROUNDS, "nothing is given back")
        expect(saved["turn"] == 0, "cards are given back before the first turn")


def _cards(state: ZhanGuo, saved: dict[str, Any]) -> None:
    """Each of the cards is in one place."""
    found = list(saved["pile"])
    for colour, name in enumerate(COLOURS):
        for layer in saved["decks"][name]:
            expect(all(COLOUR_OF[card] == colour for card in layer), f"a card is not {name}")
            found += layer
    for own in saved["seats"]:
        found += own["hand"]
        for cards in own["cards"]:
            found += cards
    if saved["question"] == "use":
        found.append(saved["card"])
    expect(sorted(found) == list(range(1, CARDS + 1)), "each card must be in exactly one place")
    used = saved["question"] in (*DEED_QUESTIONS, *ABILITY_QUESTIONS) and state.aspect == NOBODY
    if used:
        top = [0, 0, *saved["pile"]]
        expect([saved["below"], saved["card"]] == top[-2:], "the card played lies on the pile")
        expect(saved["card"] > 0, "no card was played")
    else:
        expect(saved["below"] == 0, "no card was played")
        expect(saved["question"] == "use" or saved["card"] == 0, "no card was played")


def _decks(state: ZhanGuo, saved: dict[str, Any]) -> None:
    """How many cards each layer has, and who drew from which, follows from the round."""
    players, round, tossing = state.players, state.round, saved["question"] == "toss"
    first = saved["track"][0] if saved["track"] else 0
    for colour, name in enumerate(COLOURS):
        left = [DECK, *[0] * (LAYERS - 1)]
        drew = [0] * players
        for past in range(1, round + 1):
            each = 3 if state.variant_draw and past < ROUNDS else 2
            drew = [0] * players
            for number in range(each * players):
                depth = next(depth for depth in range(LAYERS) if left[depth])
                left[depth] -= 1
                drew[(first + number) % players] |= 1 << depth
            if each == 3 and not (tossing and past == round and colour >= state.toss_colour):
                left[past] = players
        sizes = [len(layer) for layer in saved["decks"][name]]
        expect(sizes == left, f"the {name} deck has {left} cards in its layers")
        if state.aspect == NOBODY and not state.over():
            expect(saved["sources"] == drew, "who drew from which layer")


def _hands(state: ZhanGuo, saved: dict[str, Any]) -> None:
    question, players = saved["question"], state.players
    taken = [0] * players
    for turn in range(saved["turn"] + (question not in ("card", "toss"))):
        taken[_mover(state, turn % players)] += 1
    for player, own in enumerate(saved["seats"]):
        hand = own["hand"]
        expect(hand == sorted(hand), "cards in hand are in the order of their numbers")
        colours = [sum(1 for card in hand if COLOUR_OF[card] == colour) for colour in range(3)]
        if state.over() or state.aspect != NOBODY or not state.round:
            expect(not hand, "nobody has cards in hand now")
        elif question == "toss":
            expected = [2 if colour < state.toss_colour else 3 for colour in range(3)]
            expect(colours == expected, "three cards of each colour are drawn")
        elif question == "card" and saved["turn"] == 0:
            expect(colours == [2, 2, 2], "two cards of each colour are kept")
        else:
            expect(len(hand) == TURNS - taken[player], "a card is played every turn")
        _given_back(state, saved, player)


def _mover(state: ZhanGuo, step: int) -> int:
    if state.aspect != NOBODY or state.over():
        return step  # everybody has had all turns
    return state.track[step] if state.variant_order else (state.track[0] + step) % state.players


def _given_back(state: ZhanGuo, saved: dict[str, Any], player: int) -> None:
    own, tossing = saved["seats"][player], saved["question"] == "toss"
    chosen = own["tossing"]
    if tossing and player not in saved["waiting"]:
        expect(chosen in own["hand"], "the card given back is in hand")
        expect(COLOUR_OF[chosen] == state.toss_colour, "cards are given back colour by colour")
    else:
        expect(chosen == 0, "nothing is given back now")
    for index, card in enumerate(own["tossed"]):
        round, colour = index // 3 + 1, index % 3
        done = round < state.round or (
            round == state.round and not (tossing and colour >= state.toss_colour)
        )
        if card:  # unless it is dealt for somebody who cannot know
            expect(state.variant_draw and done, "no card has been given back yet")
            expect(COLOUR_OF[card] == colour, "a card of each colour was given back")


def _pieces(state: ZhanGuo, saved: dict[str, Any]) -> None:
    for player, own in enumerate(saved["seats"]):
        areas = [*own["governors_area"], *own["workers_area"]]
        for colour in range(3):
            officials = own["supply"][colour] + sum(area[colour] for area in areas)
            expect(officials == PARTS.officials, f"{PARTS.officials} officials of each colour")
        for area in own["workers_area"]:
            expect(sum(area) <= FULL_AREA, "a Workers area is too full")
        seeking = saved["question"] == "square" and saved["mover"] == player
        governors = own["governors_left"] + sum(own["open"]) + seeking
        governors += saved["squares"].count(player)
        expect(governors == PARTS.governors, f"{PARTS.governors} governors each")
        walls = own["walls_left"] + state.slots.count(player)
        expect(walls == PARTS.walls, f"{PARTS.walls} walls each")
        palaces = own["palaces_left"] + sum(own["palaces"])
        expect(palaces == PARTS.palaces, f"{PARTS.palaces} palaces each")
        if own["board"] != NO_BOARD:
            lengths = PARTS.tracks[BOARDS.index(own["board"])]
            fits = all(level <= most for level, most in zip(own["levels"], lengths, strict=True))
            expect(fits, "more unrest than the track has slots")
    for colour in range(3):
        ones = saved["ones"][colour] + sum(own["ones"][colour] for own in saved["seats"])
        expect(ones == PARTS.ones_per_player * state.players, "markers of value 1")
        threes = saved["threes"][colour] + sum(own["threes"][colour] for own in saved["seats"])
        expect(threes == PARTS.threes, "markers of value 3")


def _board(state: ZhanGuo, saved: dict[str, Any]) -> None:
    for region in range(REGIONS):
        built = sum(own["palaces"][region] for own in saved["seats"])
        expect(built <= state.players, "too many palaces in a region")
    for slots in saved["slots"].values():
        owners = [owner for owner in slots if owner != NOBODY]
        expect(len(set(owners)) == len(owners), "two walls of one player in a section")
    for discs in saved["discs"]:
        placed = [owner for owner in discs if owner != NOBODY]
        expect(discs[: len(placed)] == placed, "discs lie side by side")
        expect(len(set(placed)) == len(placed), "a task is claimed once")
    for one, two in PARTS.tiles:
        shown = state.faces.count(one) + state.faces.count(two)
        expect(shown == 1, "each wall tile shows one face")
    for kind in range(3):
        expect(state.tasks[kind] != state.tasks[kind + 3], "a task tile is there twice")


def _boards(state: ZhanGuo, saved: dict[str, Any]) -> None:
    """Who has which player board."""
    how = state.options["boards"]
    owned = [own["board"] for own in saved["seats"] if own["board"] != NO_BOARD]
    if how == "a":
        expect(state.round > 0 and set(owned) == {BOARDS[A_SIDE]}, "everybody has an A side")
        expect(not saved["boards_left"] and len(owned) == state.players, "nobody takes a board")
    else:
        every = [*owned, *saved["boards_left"]]
        number = state.players if how == "b-auction" else len(BOARDS) - 1
        expect(len(set(every)) == len(every) == number, "each board is there once")
        expect(BOARDS[A_SIDE] not in every, "everybody takes a B side")
        expect((len(owned) == state.players) == (state.round > 0), "boards come before round 1")
    if state.round:
        expect(saved["bid"] == 0, "the auction is over")
        return
    for own in saved["seats"]:
        free = how == "b-choose"
        points = own["gains"][SOURCES[AUCTION]]
        expect(sum(own["gains"].values()) == points, "nothing is scored before the first round")
        if free or own["board"] == NO_BOARD:
            expect(points == (0 if free else PARTS.auction_vp), "points before the first round")
        else:
            expect(points < PARTS.auction_vp, "a board costs a point at least")
    if how == "b-choose":
        _choosing(state, saved)
    else:
        _auction(saved)


def _choosing(state: ZhanGuo, saved: dict[str, Any]) -> None:
    expect(saved["question"] == "board", "there is no auction")
    expect(not saved["bidders"] and saved["bid"] == 0, "there is no auction")
    seats = [(state.track[0] - 1 - step) % state.players for step in range(state.players)]
    without = [player for player in seats if saved["seats"][player]["board"] == NO_BOARD]
    expect(without == seats[-len(without) :] and without[0] == saved["mover"], "who chooses next")


def _auction(saved: dict[str, Any]) -> None:
    bidders = saved["bidders"]
    expect(bool(bidders) and bidders[0] == saved["mover"], "who bids next")
    expect(len(set(bidders)) == len(bidders), "somebody bids twice")
    expect(
        all(saved["seats"][player]["board"] == NO_BOARD for player in bidders),
        "who has a board does not bid",
    )
    won = saved["bid"] > 0 and len(bidders) == 1
    expect(won == (saved["question"] == "board"), "the last who bids takes a board")
    everybody = [own["board"] for own in saved["seats"]].count(NO_BOARD)
    expect(saved["bid"] > 0 or len(bidders) == everybody, "nobody passes before the first bid")


def _before_the_first_round(saved: dict[str, Any]) -> None:
    expect(not saved["pile"] and saved["turn"] == 0, "the first round has not begun")
    expect(saved["aspect"] == NOBODY, "the first round has not begun")
    expect(saved["card"] == 0 and saved["deed"] == DEEDS[NO_DEED], "no card was played")
    _nothing_under_way(saved)
    for own in saved["seats"]:
        expect(own["supply"] == [PARTS.officials] * 3, "officials come with the boards")
        expect(not any(own["workers"]) and not any(own["levels"]), "the boards are empty")
        expect(not any(own["cards"]) and not any(own["ones"] + own["threes"]), "no cards yet")
        pieces = [own["governors_left"], own["palaces_left"], own["walls_left"]]
        expect(pieces == [PARTS.governors, PARTS.palaces, PARTS.walls], "the map is empty")
    expect(all(owner == NOBODY for discs in saved["discs"] for owner in discs), "no task is done")


def _nothing_under_way(saved: dict[str, Any]) -> None:
    expect(not saved["active"] and saved["using"] == NOBODY, "no ability can be used")
    if saved["question"] != "shift":
        expect(saved["points"] == 0 and not saved["may_stop"], "no official can be moved")


def _reward(state: ZhanGuo, saved: dict[str, Any]) -> None:
    """Phase 3."""
    question, target, mover = saved["question"], saved["target"], saved["mover"]
    place = state.round - 1
    kind = PARTS.reward_kind[place][state.aspect]
    regions = PARTS.reward_regions[place][state.aspect]
    _nothing_under_way(saved)
    if question == "reward":
        ranking = state.ranking(state.aspect)
        expect(mover in ranking, "who has no markers gets no reward")
        after = ranking[ranking.index(mover) + 1 :]
        expect(saved["candidates"] == after, "who may take the reward afterwards")
    else:
        expect(not saved["candidates"], "the reward is taken")
        value = state.seats[mover].value(state.aspect)
        expect(value == 0, "the markers go back to the supply")
    if question in ("reward", "goal"):
        expect(state.can_take_reward(mover, state.round, state.aspect), "the reward is not there")
    if question in ("reward", "goal") or (question == "official" and state.deed == NO_DEED):
        expect(state.deed == NO_DEED, "nothing is done yet")
    else:
        expect(state.deed == GOVERNOR, "only a governor leads to further questions")
        expect(kind == REWARD_GOVERNOR and target in regions, "there is no governor there")
    if question == "goal":
        expect(kind in (REWARD_GOVERNOR, REWARD_WALL, REWARD_PALACE), "nothing to choose")
    if question == "official" and state.deed == NO_DEED:
        expect(kind == REWARD_OFFICIAL and target == regions[0], "no official comes there")
    if question == "shift":
        _moves(saved, PARTS.square_points, started=True)


def _moves(saved: dict[str, Any], most: int, started: bool) -> None:
    """The points for moving officials; who has `started`, or need not, may stop."""
    expect(1 <= saved["points"] <= most, "points to move officials")
    expect(saved["may_stop"] == (started or saved["points"] < most), "who may stop moving")


def _turn(state: ZhanGuo, saved: dict[str, Any]) -> None:
    """Phase 2, the end of Phase 1, or the end of the game."""
    question, deed = saved["question"], state.deed
    expect(not saved["candidates"], "there is no reward now")
    if question in ("toss", "over"):
        waiting = [p for p, own in enumerate(saved["seats"]) if own["tossing"] == 0]
        expect(question == "over" or saved["waiting"] == waiting, "who gives a card back")
        _nothing_under_way(saved)
    else:
        step = saved["turn"] % state.players
        expect(saved["mover"] == _mover(state, step), "it is somebody else's turn")
    if question in ("toss", "card", "use", "over"):
        expect(deed == NO_DEED, "nothing is done yet")
        _nothing_under_way(saved)
        return
    expect(deed not in (NO_DEED, UNIFICATION), "the card is used for something")
    _abilities(state, saved)
    if saved["using"] != NOBODY or question == "ability":
        return
    expect(deed in DEEDS_OF.get(question, ()), "that is not asked then")
    expect(not saved["active"], "abilities come after the deed")
    if question == "shift":
        governor = deed == GOVERNOR
        points = PARTS.square_points if governor else PARTS.reassign_points
        _moves(saved, points, started=governor)
    else:
        _nothing_under_way(saved)
        _deed(state, saved)


def _deed(state: ZhanGuo, saved: dict[str, Any]) -> None:
    own, target = state.seats[saved["mover"]], saved["target"]
    if state.deed == WALL:
        free = state.free_walls(saved["mover"], SLOTS)
        expect(WALLS + target in free, "there is no room for a wall")
        return
    expect(target < REGIONS, "there is no such region")
    if saved["question"] == "pay":
        expect(state.can_build_palace(own, target), "there is no room for a palace")
        workers = saved["seats"][saved["mover"]]["workers"][target]
        expect(workers >= PARTS.palace_workers, "too few workers for a palace")
    elif saved["question"] == "big":
        built = saved["seats"][saved["mover"]]["palaces"][target]
        expect(built > 0, "no palace was built")


def _abilities(state: ZhanGuo, saved: dict[str, Any]) -> None:
    question, using, active = saved["question"], saved["using"], saved["active"]
    own = state.seats[saved["mover"]]
    expect(len(set(active)) == len(active) and using not in active, "an ability is used once")
    asked = question in ABILITY_QUESTIONS
    expect(asked <= (using != NOBODY) <= (asked or question == "shift"), "an ability in use")
    board = PARTS.ability[own.board][state.deed]
    woken = state.wakes(state.deed, state.card, state.below)
    for ability in [*active, *([using] if using != NOBODY else [])]:
        if ability == BOARD_ABILITY:
            expect(board != NOTHING, "the board brings nothing")
        else:
            card = own.cards[ability]
            expect(card > 0 and TRIGGER[card] == state.deed and woken, "the card does not wake")
    if using == NOBODY:
        expect(question != "ability" or bool(active), "no ability can be used")
        return
    if question != "shift":
        expect(saved["points"] == 0 and not saved["may_stop"], "no official can be moved")
    bonus, amount = board, PARTS.ability_amount[own.board][state.deed]
    if using != BOARD_ABILITY:
        bonus, amount = BONUS[own.cards[using]], AMOUNT[own.cards[using]]
    expect(bonus in BONUS_OF[question], "the ability brings something else")
    if question == "shift":
        _moves(saved, amount, started=False)
