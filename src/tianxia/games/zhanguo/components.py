"""What is printed on the components, from `components.toml`, as typed tables.

Regions, colours, boards and the like are numbered from 0 here; the file counts regions from 1.
"""

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, Final, final

from ...engine.errors import DataError

REGIONS: Final = 5
#: Decks, cards and unification markers share these colours; each is one aspect.
COLOURS: Final = ["ivory", "orange", "brown"]
ASPECTS: Final = ["writing", "currency", "laws"]
OFFICIALS: Final = ["red", "gray", "white"]
#: The Court actions; the first five trigger cards.
COURT: Final = ["hire", "recruit", "wall", "governor", "palace", "reassign"]
SQUARES: Final = ["official", "reassign", "vp"]
SITES: Final = ["T", "G", "J"]
SECTIONS: Final = ["T1", "T2", "G1", "G2", "J1", "J2"]
TASK_KINDS: Final = ["wall", "palace", "governor"]
FACES: Final = [
    "empty",
    "calm15",
    "loyal",
    "full",
    "red",
    "gray",
    "white",
    "sets",
    "pair",
    "ivory",
    "orange",
    "brown",
]
#: The A sides are all the same; the B sides follow.
BOARDS: Final = ["a", "circle", "square", "triangle", "star"]
ROUNDS: Final = 5
CARDS: Final = 120
DECK: Final = 40

# What a card or a board brings. `shift`, `vp`, `official` and `vp-colour` have a parameter: the
# number of points or the colour.
MARKER: Final = 0
CALM_ANY: Final = 1
CALM_HERE: Final = 2
SHIFT: Final = 3
VP: Final = 4
WORKER_MOVE: Final = 5
WORKER_HERE: Final = 6
OFFICIAL: Final = 7
VP_COLOUR: Final = 8
EXTRA_WORKER: Final = 9
CALM_WORKER: Final = 10
ENVOY: Final = 11
NOTHING: Final = 12

# What Phase 3 rewards with.
REWARD_OFFICIAL: Final = 0
REWARD_OFFICIALS: Final = 1
REWARD_WORKERS: Final = 2
REWARD_GOVERNOR: Final = 3
REWARD_WALL: Final = 4
REWARD_PALACE: Final = 5


@final
class Components:
    """All tables. Index of a card: its number (0 is no card)."""

    def __init__(self) -> None:
        self.neighbours: list[list[int]] = []
        #: Kind of square (an index of SQUARES) by region * 2 + square.
        self.squares: list[int] = []
        self.task_slots: list[int] = []
        self.trigger: list[int] = []
        self.bonus: list[int] = []
        #: Points or colour of the bonus, where it has one.
        self.amount: list[int] = []
        self.bonus_id: list[str] = []
        self.officials = 0
        self.governors = 0
        self.palaces = 0
        self.walls = 0
        self.ones_per_player = 0
        self.threes = 0
        self.reassign_points = 0
        self.square_points = 0
        self.square_vp = 0
        self.palace_workers = 0
        self.auction_vp = 0
        self.reward_officials = 0
        self.reward_workers = 0
        self.region_vp = 0
        self.governor_vp = 0
        self.aspect_vp: list[int] = []
        #: Two faces (indices of FACES) of each tile.
        self.tiles: list[list[int]] = []
        #: VP of a face by rods - 1.
        self.face_vp: list[list[int]] = []
        #: Names of the tiles of each kind of task, the places where each needs pieces (sites for
        #: walls, regions for palaces and governors), how many by place and how many together.
        self.task_names: list[list[str]] = []
        self.task_places: list[list[list[int]]] = []
        self.task_needs: list[list[list[int]]] = []
        self.task_pieces: list[list[int]] = []
        #: By round - 1 and aspect: name, kind, official colour (or 0) and regions.
        self.reward_names: list[list[str]] = []
        self.reward_kind: list[list[int]] = []
        self.reward_colour: list[list[int]] = []
        self.reward_regions: list[list[list[int]]] = []
        #: By length of the track; 0: no symbol.
        self.no_palace: list[int] = []
        self.tracks: list[list[int]] = []
        self.start: list[list[int]] = []
        #: By board and Court action: what the board brings, and how many points.
        self.ability: list[list[int]] = []
        self.ability_amount: list[list[int]] = []
        self.ability_id: list[list[str]] = []


def read(text: str) -> Components:
    """The tables a file holds; `DataError` if something in it is impossible."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"components.toml is not TOML: {error}") from error
    parts = Components()
    _read_map(parts, data)
    _read_cards(parts, data)
    _read_amounts(parts, data)
    _read_walls(parts, data)
    _read_tasks(parts, data)
    _read_rewards(parts, data)
    _read_boards(parts, data)
    return parts


def _read_map(parts: Components, data: dict[str, Any]) -> None:
    pairs = _list(data, "adjacency")
    near: list[set[int]] = [set() for _ in range(REGIONS)]
    for pair in pairs:
        if not isinstance(pair, list) or len(pair) != 2 or pair[0] == pair[1]:
            raise DataError(f"adjacency: a pair of two different regions was expected; got {pair}")
        one, two = (_region(region, "adjacency") for region in pair)
        near[one].add(two)
        near[two].add(one)
    for region, found in enumerate(near, 1):
        if not found:
            raise DataError(f"adjacency: region {region} has no neighbour")
    parts.neighbours = [sorted(found) for found in near]
    rows = _list(data, "governor_squares", REGIONS)
    for region, row in enumerate(rows, 1):
        where = f"governor_squares of region {region}"
        if not isinstance(row, list) or len(row) != 2:
            raise DataError(f"{where}: two squares were expected; got {row}")
        parts.squares += [_index(kind, SQUARES, where) for kind in row]
    parts.task_slots = _numbers(data, "task_slots", 4)


def _read_cards(parts: Components, data: dict[str, Any]) -> None:
    size = CARDS + 1
    parts.trigger, parts.bonus, parts.amount = [-1] * size, [NOTHING] * size, [0] * size
    parts.bonus_id = [""] * size
    for row in _list(data, "cards", CARDS):
        if not isinstance(row, list) or len(row) != 4:
            raise DataError(f"cards: number, deck, trigger and bonus were expected; got {row}")
        number, deck, trigger, bonus = row
        if type(number) is not int or not 1 <= number <= CARDS:
            raise DataError(f"cards: numbers run from 1 to {CARDS}; got {number!r}")
        where = f"card {number}"
        if parts.trigger[number] >= 0:
            raise DataError(f"{where} is there twice")
        if _index(deck, COLOURS, where) != (number - 1) // DECK:
            raise DataError(f"{where} is {COLOURS[(number - 1) // DECK]}; got {deck}")
        parts.trigger[number] = _index(trigger, COURT[:5], where)
        parts.bonus[number], parts.amount[number] = _bonus(bonus, where)
        parts.bonus_id[number] = bonus


def _bonus(name: object, where: str) -> tuple[int, int]:
    plain = {
        "marker": MARKER,
        "calm-any": CALM_ANY,
        "calm-here": CALM_HERE,
        "worker-move": WORKER_MOVE,
        "worker-here": WORKER_HERE,
    }
    if isinstance(name, str):
        if name in plain:
            return plain[name], 0
        kind, _, what = name.partition("-")
        if kind in ("shift", "vp") and what in ("1", "2", "3", "4"):
            return (SHIFT if kind == "shift" else VP), int(what)
        if kind == "vp" and what in COLOURS:
            return VP_COLOUR, COLOURS.index(what)
        if kind == "official" and what in OFFICIALS:
            return OFFICIAL, OFFICIALS.index(what)
    raise DataError(f"{where}: there is no bonus {name!r}")


def _read_amounts(parts: Components, data: dict[str, Any]) -> None:
    pieces, markers = _table(data, "pieces"), _table(data, "markers")
    amounts, majorities = _table(data, "amounts"), _table(data, "majorities")
    parts.officials = _number(pieces, "officials", 1)
    parts.governors = _number(pieces, "governors", 1)
    parts.palaces = _number(pieces, "palaces", 1)
    parts.walls = _number(pieces, "walls", 1)
    parts.ones_per_player = _number(markers, "ones_per_player", 1)
    parts.threes = _number(markers, "threes", 0)
    parts.reassign_points = _number(amounts, "reassign_points", 1)
    parts.square_points = _number(amounts, "square_points", 1)
    parts.square_vp = _number(amounts, "square_vp", 0)
    parts.palace_workers = _number(amounts, "palace_workers", 0)
    parts.auction_vp = _number(amounts, "auction_vp", 1)
    parts.reward_officials = _number(amounts, "reward_officials", 1)
    parts.reward_workers = _number(amounts, "reward_workers", 1)
    parts.region_vp = _number(majorities, "region", 0)
    parts.governor_vp = _number(majorities, "governor", 0)
    parts.aspect_vp = _numbers(majorities, "aspects", len(COLOURS))


def _read_walls(parts: Components, data: dict[str, Any]) -> None:
    tiles = _table(data, "wall_tiles")
    for pair in _list(tiles, "pairs", len(SECTIONS)):
        if not isinstance(pair, list) or len(pair) != 2:
            raise DataError(f"wall_tiles: a tile has two faces; got {pair}")
        parts.tiles.append([_index(face, FACES, "wall_tiles") for face in pair])
    used = sorted(face for pair in parts.tiles for face in pair)
    if used != list(range(len(FACES))):
        raise DataError("wall_tiles: every face must be on exactly one tile")
    points = _table(tiles, "vp")
    parts.face_vp = [_numbers(points, face, 3) for face in FACES]


def _read_tasks(parts: Components, data: dict[str, Any]) -> None:
    tasks = _table(data, "tasks")
    for kind in TASK_KINDS:
        names = _list(tasks, kind, 4)
        needs: list[list[int]] = []
        for name in names:
            if not isinstance(name, str) or not name:
                raise DataError(f"{kind} tasks: a name like TTG or 1-2-5 was expected; got {name}")
            if kind == "wall":
                needed = [0] * len(SITES)
                for letter in name:
                    needed[_index(letter, SITES, f"wall task {name}")] += 1
                if max(needed) > 2:
                    raise DataError(f"wall task {name}: a site has only two sections")
            else:
                needed = [0] * REGIONS
                for region in _regions(name, f"{kind} task {name}"):
                    needed[region] = 1
            if not 2 <= sum(needed) <= 4:
                raise DataError(f"{kind} task {name}: a tile has two to four symbols")
            needs.append(needed)
        if len(set(names)) != len(names):
            raise DataError(f"{kind} tasks: each tile must be there once")
        parts.task_names.append(names)
        parts.task_needs.append(needs)
        parts.task_pieces.append([sum(needed) for needed in needs])
        parts.task_places.append([[p for p, n in enumerate(needed) if n] for needed in needs])


def _read_rewards(parts: Components, data: dict[str, Any]) -> None:
    rows = [_list(_table(data, "rewards"), aspect, ROUNDS) for aspect in ASPECTS]
    kinds = {
        "official": REWARD_OFFICIAL,
        "workers": REWARD_WORKERS,
        "governor": REWARD_GOVERNOR,
        **dict.fromkeys(OFFICIALS, REWARD_OFFICIALS),
    }
    for column in zip(*rows, strict=True):
        found: list[tuple[int, int, list[int]]] = []
        for name in column:
            if name in ("wall", "palace"):
                found.append((REWARD_WALL if name == "wall" else REWARD_PALACE, 0, []))
                continue
            what, _, where = str(name).partition("-")
            if what not in kinds:
                raise DataError(f"rewards: there is no reward {name!r}")
            regions = _regions(where, f"reward {name}")
            if kinds[what] != REWARD_GOVERNOR and len(regions) != 1:
                raise DataError(f"reward {name}: one region was expected")
            colour = OFFICIALS.index(what) if what in OFFICIALS else 0
            found.append((kinds[what], colour, regions))
        parts.reward_names.append(list(column))
        parts.reward_kind.append([kind for kind, _, _ in found])
        parts.reward_colour.append([colour for _, colour, _ in found])
        parts.reward_regions.append([regions for _, _, regions in found])


def _read_boards(parts: Components, data: dict[str, Any]) -> None:
    levels = _table(data, "no_palace_levels")
    parts.no_palace = [0, 0, *(_number(levels, str(length), 0) for length in (2, 3, 4))]
    tracks, start = _table(data, "unrest_tracks"), _table(data, "start_officials")
    abilities = _table(data, "board_abilities")
    for board in BOARDS:
        lengths = _numbers(tracks, board, REGIONS)
        if not all(2 <= length <= 4 for length in lengths):
            raise DataError(f"unrest_tracks of {board}: lengths are 2 to 4; got {lengths}")
        officials = _numbers(start, board, len(OFFICIALS))
        if max(officials) > parts.officials:
            raise DataError(f"start_officials of {board}: more than a player has: {officials}")
        parts.tracks.append(lengths)
        parts.start.append(officials)
        own = abilities.get(board, {})
        if not isinstance(own, dict):
            raise DataError(f"board_abilities of {board}: a table was expected; got {own}")
        for action in own:
            _index(action, COURT, f"board_abilities of {board}")
        found = [_ability(own.get(action), action, board) for action in COURT]
        parts.ability.append([kind for kind, _ in found])
        parts.ability_amount.append([amount for _, amount in found])
        parts.ability_id.append([own.get(action, "") for action in COURT])


def _ability(name: object, action: str, board: str) -> tuple[int, int]:
    plain = {
        "worker-move": WORKER_MOVE,
        "calm-worker": CALM_WORKER,
        "envoy": ENVOY,
        "marker": MARKER,
    }
    if name is None:
        return NOTHING, 0
    if name == "extra-worker" and action == "hire":
        return EXTRA_WORKER, 1
    if isinstance(name, str):
        if name in plain:
            return plain[name], 0
        if name in ("shift-1", "shift-2", "shift-3", "shift-4"):
            return SHIFT, int(name[-1])
    raise DataError(f"board_abilities of {board}: {action} cannot bring {name!r}")


def _table(data: dict[str, Any], key: str) -> dict[str, Any]:
    found = data.get(key)
    if not isinstance(found, dict):
        raise DataError(f"components.toml has no table {key!r}")
    return found


def _list(data: dict[str, Any], key: str, length: int = 0) -> list[Any]:
    found = data.get(key)
    if not isinstance(found, list):
        raise DataError(f"components.toml has no list {key!r}")
    if length and len(found) != length:
        raise DataError(f"{key}: {length} entries were expected; got {len(found)}")
    return found


def _number(data: dict[str, Any], key: str, least: int) -> int:
    found = data.get(key)
    if type(found) is not int or found < least:
        raise DataError(f"{key}: a whole number of at least {least} was expected; got {found!r}")
    return found


def _numbers(data: dict[str, Any], key: str, length: int) -> list[int]:
    found = _list(data, key, length)
    for number in found:
        if type(number) is not int or number < 0:
            raise DataError(f"{key}: whole numbers from 0 were expected; got {number!r}")
    return found


def _index(name: object, names: list[str], where: str) -> int:
    if name not in names:
        raise DataError(f"{where}: one of {', '.join(names)} was expected; got {name!r}")
    return names.index(str(name))


def _region(number: object, where: str) -> int:
    if type(number) is not int or not 1 <= number <= REGIONS:
        raise DataError(f"{where}: regions are 1 to {REGIONS}; got {number!r}")
    return number - 1


def _regions(text: str, where: str) -> list[int]:
    parts: Iterable[str] = text.split("-")
    found = [_region(int(part) if part.isdigit() else part, where) for part in parts]
    if found != sorted(set(found)):
        raise DataError(f"{where}: each region once and in order was expected")
    return found


PARTS: Final = read(files("tianxia.games.zhanguo").joinpath("components.toml").read_text("utf-8"))
