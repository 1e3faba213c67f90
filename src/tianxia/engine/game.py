"""A game: its identity, its options, and how to start or restore a state."""

from collections.abc import Callable
from datetime import date
from typing import Any, final

from .actions import ActionSpace
from .errors import OptionError, StateError
from .features import Features
from .options import Option
from .rng import MULTIPLIER, NO_KEY, Rng
from .saved import Anything, Flag, Listed, Shape, Table, Whole, expect, seat, shown
from .state import MOST_PLAYERS, State

#: The keys every view has, beside the game's own.
VIEW_KEYS = ("game", "players", "viewer", "decisions", "actors", "over", "prompt", "scores")
#: What a damaged state may run into while it is loaded.
DAMAGE = (
    TypeError,
    ValueError,
    LookupError,
    AttributeError,
    ArithmeticError,
    AssertionError,
    RecursionError,
)
#: More decisions than any game has.
MOST_DECISIONS = 1_000_000


def frame(players: int) -> dict[str, Shape]:
    """The part of a saved state that all games share; `from_dict` looks at its beginning itself."""
    return {
        "game": Anything(),
        "version": Anything(),
        "players": Anything(),
        "options": Anything(),
        "generator": Whole(1, (MULTIPLIER << 32) - 2),
        "decisions": Whole(0, MOST_DECISIONS),
        "settled": Whole(0, MOST_DECISIONS),
        "asked_at": Whole(0, MOST_DECISIONS),
        "waiting": Listed(seat(players), 0, players),
        "secret": Flag(),
    }


@final
class Game:
    """One game, as everything outside its folder knows it.

    `view`, `features`, `judge` and `policy` are functions of the game's folder; they receive a
    state of this game. `features`, and `seat_features` after it where a game has it, write as many
    numbers as there are `feature_names`. `seat_features` goes round the table from the player's own
    seat: while no answers are secret everybody sees the same there, each from another seat on. `prospects`
    writes what follows from all this for a player, one number for each of `prospect_names`, for judges that
    learn: it takes longer to find, so that environments do without. `judge`
    estimates the final score of a player, in points, from a state whose hidden part has been dealt
    anew; `parts` says of what that estimate consists, in points by the name of each part, which add up to
    it; `policy` is a rule-based player on such a state. Where an answer to a secret question takes several
    decisions, `answers` thinks of so many whole ones for every seat: what is left of each to be decided,
    different for other dice.
    `daily_seed` gives the seed of a day, for a game that has one for everybody every day.
    `shape` describes a saved state for a number of players, part by part, and `sound` looks at a state
    just loaded, with what was saved, and says with a `ValueError` what cannot be.
    """

    def __init__(
        self,
        *,
        id: str,
        title: str,
        version: int,
        players: range,
        default_players: int,
        minutes: int,
        space: ActionSpace,
        options: list[Option],
        state: type[State],
        view: Callable[[State, int | None], dict[str, Any]],
        feature_names: Callable[[int], list[str]],
        features: Callable[[State, int, Features], None],
        seat_features: Callable[[State, int, Features], None] | None = None,
        prospect_names: list[str] | None = None,
        prospects: Callable[[State, int, Features], None] | None = None,
        judge: Callable[[State, int], float],
        parts: Callable[[State, int], dict[str, float]] | None = None,
        policy: Callable[[State, int], int] | None = None,
        answers: Callable[[State, int, Rng], list[list[list[int]]]] | None = None,
        check: Callable[[int, dict[str, Any]], None] | None = None,
        daily_seed: Callable[[date], int] | None = None,
        shape: Callable[[int], dict[str, Shape]] | None = None,
        sound: Callable[[State, dict[str, Any]], None] | None = None,
        package: str = "",
    ) -> None:
        if players[-1] > MOST_PLAYERS:
            raise ValueError(f"{id}: at most {MOST_PLAYERS} players; got {players[-1]}")
        self.id = id
        self.title = title
        self.version = version
        self.players = players
        self.default_players = default_players
        self.minutes = minutes
        self.space = space
        self.options = options
        self._defaults: dict[str, Any] = {option.name: option.default for option in options}
        for option in options:
            option.check(option.default)
        self.package = package
        self.feature_names = feature_names
        #: By number of players, how many features there are.
        self.widths = {count: len(feature_names(count)) for count in players}
        self.prospect_names = prospect_names or []
        #: The same with the prospects: what judges that learn are shown.
        self.judged_widths = {
            count: width + len(self.prospect_names) for count, width in self.widths.items()
        }
        self.judge = judge
        self.parts = parts
        self.policy = policy
        self.answers = answers
        self.daily_seed = daily_seed
        self._state = state
        self._view = view
        self._features = features
        self._seat_features = seat_features
        self._prospects = prospects
        self._check = check
        self._sound = sound
        #: By number of players, what a saved state looks like; none if the game does not say.
        self._shapes: dict[int, Table] = {}
        self.checks_saved = shape is not None
        if shape is not None:
            self._shapes = {count: Table({**frame(count), **shape(count)}) for count in players}

    # What comes from outside is taken as `Any`: compiled code would refuse a wrong type with an
    # error of its own before ours can say what was expected.

    def new(self, players: Any = None, seed: int = 0, **options: Any) -> State:
        """A fresh state, at its first real decision, telling events."""
        return self.begin(players, seed, options, NO_KEY)

    def quiet(self, players: Any, seed: int, options: dict[str, Any]) -> State:
        """As `new`, for tight loops: it tells no events, not even of the setup."""
        return self.begin(players, seed, options, NO_KEY, telling=False)

    def begin(
        self,
        players: Any,
        seed: int,
        options: dict[str, Any],
        key: bytes,
        telling: bool = True,
    ) -> State:
        """As `new`; with a key, nobody can tell from what was drawn what will be."""
        state = self._blank(self.default_players if players is None else players, options)
        state.rng.seed(seed)
        if key:
            state.rng.use_key(key)
        if telling:
            state.events = []
        state.setup()
        state.run_on()
        return state

    def from_dict(self, saved: Any) -> State:
        """The state that `to_dict` wrote."""
        if not isinstance(saved, dict):
            raise StateError(f"a saved state is a table of keys; got {type(saved).__name__}")
        if saved.get("game") != self.id:
            raise StateError(f"this is a state of {shown(saved.get('game'))}, not of {self.id!r}")
        if saved.get("version") != self.version:
            raise StateError(
                f"saved by version {shown(saved.get('version'))} of {self.id};"
                f" this is {self.version}"
            )
        try:
            state = self._blank(saved["players"], saved["options"])
            players = state.players
            if players in self._shapes:
                self._shapes[players].check(saved, "")
            state.restore(saved)
            if self._sound is not None:
                self._sound(state, saved)
            for player in state.actors():
                expect(bool(state.offers(player)), f"player {player} is asked, but has no options")
            state.run_on()
        except KeyError as missing:
            raise StateError(f"the saved state has no {missing}") from missing
        except DAMAGE as damage:
            raise StateError(f"the saved state is damaged: {damage}") from damage
        return state

    def view(self, state: State, player: int | None) -> dict[str, Any]:
        """What a player may know: the frame every game shares, and the game's own part."""
        if player is not None and not 0 <= player < state.players:
            raise OptionError(f"no player {player}: seats are 0 to {state.players - 1}")
        return {
            "game": self.id,
            "players": state.players,
            "options": dict(state.options),
            "viewer": player,
            # While answers are secret, how many others have given is secret too.
            "decisions": state.asked_at if state.secret() else state.decisions,
            "actors": state.actors(),
            "over": state.over(),
            "scores": state.scores(),
            **({"winners": state.winners(), "places": state.places()} if state.over() else {}),
            **self._view(state, player),
        }

    def show(self, state: State, player: int, found: Features) -> None:
        """Write what a player may know behind what `found` holds already."""
        before = found.next
        self._features(state, player, found)
        if self._seat_features is not None:
            self._seat_features(state, player, found)
        assert found.next == before + self.widths[state.players]

    def show_judge(self, state: State, player: int, found: Features) -> None:
        """As `show`, and behind it the player's prospects."""
        self.show(state, player, found)
        if self._prospects is not None:
            self._prospects(state, player, found)

    def scales(self, players: int, options: dict[str, Any]) -> list[float]:
        """What each number that `show` writes is a part of."""
        found = Features(self.widths[players])
        scales: list[float] = []
        found.scales = scales
        self.show(self.new(players, **options), 0, found)
        return scales

    def show_all(self, state: State, found: Features, judging: bool = False) -> None:
        """Write what each player may know, one behind the other; the common part is found once.

        For judges, with each player's prospects.
        """
        players = state.players
        prospects = self._prospects if judging else None
        if self._seat_features is None or state.secret():
            for player in range(players):
                self.show(state, player, found)
                if prospects is not None:
                    prospects(state, player, found)
            return
        before = found.next
        first = end = before
        for player in range(players):
            self._features(state, player, found)
            if player == 0:
                first = found.next
                self._seat_features(state, 0, found)
                end = found.next
            else:
                own = first + player * ((end - first) // players)
                found.again(found, own, end)
                found.again(found, first, own)
            if prospects is not None:
                prospects(state, player, found)
        widths = self.judged_widths if judging else self.widths
        assert found.next == before + players * widths[players]

    def complete(self, players: Any, options: dict[str, Any]) -> dict[str, Any]:
        """The options with their defaults filled in; `OptionError` if one does not fit."""
        if type(players) is not int or players not in self.players:
            few, many = self.players[0], self.players[-1]
            wanted = str(few) if few == many else f"{few} to {many}"
            raise OptionError(f"{self.id} is for {wanted} players; got {shown(players)}")
        full = self._defaults.copy()
        for name, value in options.items():
            if name not in full:
                names = ", ".join(full) or "none"
                raise OptionError(f"{self.id} has no option {shown(name)}; it has: {names}")
            full[name] = value
        if options:
            for option in self.options:
                option.check(full[option.name])
        if self._check is not None:
            self._check(players, full)
        return full

    def _blank(self, players: Any, options: dict[str, Any]) -> State:
        full = self.complete(players, options)
        state = self._state()
        state.game = self
        state.sit(players)
        state.options = full
        return state

    def __reduce__(self) -> tuple[Callable[[str], "Game"], tuple[str]]:
        # A game is known by its id: saved states and other processes look it up there.
        from .registry import game

        return game, (self.id,)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    def __repr__(self) -> str:
        return f"<Game {self.id} version {self.version}>"
