"""The state of a game: who must decide, what they may choose, what follows."""

from array import array
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr

from .compact import Set, has, items, least, minus, plus, set_of
from .errors import IllegalAction
from .events import Event
from .features import Features
from .rng import Rng

if TYPE_CHECKING:
    from .game import Game

#: Options not computed yet. Lists of options are replaced, never changed, so copies share them.
UNKNOWN: Final[list[int]] = []
#: Seats are kept as a set.
MOST_PLAYERS: Final = 60
#: By number of players, all of them.
EVERYBODY: Final[list[int]] = [set_of(list(range(count))) for count in range(MOST_PLAYERS + 1)]
#: What a state holds before it is filled; a copy is made of nothing that would be thrown away.
NO_OPTIONS: Final[dict[str, Any]] = {}
NO_OFFERS: Final[list[list[int]]] = []


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """What every game's state is made of.

    A game writes `setup`, `choices`, `decide`, `scores`, `copy`, `dump` and `load`, and
    `standing`, `redeal` and `betrays` where the defaults do not fit. It says who decides next
    with `ask`. Subclasses take no arguments in `__init__`: `setup` fills them.
    """

    def __init__(self) -> None:
        self.game: Game
        self.players = 0
        self.options: dict[str, Any] = NO_OPTIONS
        self.rng = Rng()
        #: Decisions made so far by players, not counting those taken by themselves.
        self.decisions = 0
        #: How many of them stand for good: something was revealed or drawn by the last of them.
        self.settled = 0
        #: What `decisions` was when the present question was asked.
        self.asked_at = 0
        #: What happened since the last decision; `None` switches the telling off.
        self.events: list[Event] | None = None
        self._waiting: Set = 0
        self._secret = False
        #: The options of the one who is asked alone, or, of several, those of each seat.
        self._offer: list[int] = UNKNOWN
        self._offers: list[list[int]] = NO_OFFERS

    def sit(self, players: int) -> None:
        """Seats for so many players, before `setup` or `load`."""
        self.players = players

    # What a game writes

    def setup(self) -> None:
        """Lay out the game for `players` and `options`, up to the first `ask`."""
        raise NotImplementedError

    def choices(self, player: int) -> list[int]:
        """What a player who is asked may choose now, sorted, at least one action."""
        raise NotImplementedError

    def decide(self, player: int, action: int) -> None:
        """Carry out a legal decision and go on to the next `ask`, or `ask([])` at the end."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Points of each player; before the end, those the players could count now."""
        raise NotImplementedError

    def standing(self, player: int) -> tuple[int, ...]:
        """What decides the ranking, most important first, more is better."""
        return (self.scores()[player],)

    def copy(self) -> "State":
        """An independent copy that tells no events."""
        raise NotImplementedError

    def redeal(self, player: int) -> None:
        """Deal anew, with the generator, all that `player` cannot know."""

    def betrays(self, player: int) -> bool:
        """Would taking this player's only option unasked tell the others a secret?"""
        return False

    def meanings(self, actions: list[int]) -> list[int]:
        """What actions of the present question stand for, whatever chance has put where.

        Of use to who looks ahead: a game with a market names the card instead of its place, with a
        number beyond the action space. Different actions have different meanings.
        """
        return actions

    def dump(self) -> dict[str, Any]:
        """The game's own part of `to_dict`."""
        raise NotImplementedError

    def load(self, saved: dict[str, Any]) -> None:
        """Fill a fresh state from what `dump` wrote; `players` and `options` are set already."""
        raise NotImplementedError

    # What a game calls

    def ask(self, players: list[int], secret: bool = False) -> None:
        """These players, in seat order, must decide next; nobody: the game is over.

        With `secret` their answers stay hidden until all are in (see `answered`).
        """
        self.ask_set(set_of(players), secret)

    def ask_set(self, players: Set, secret: bool) -> None:
        """As `ask`, with the players as a set."""
        if self._secret:  # the answers of a secret question are in: nothing before is taken back
            self.settled = self.decisions
        self.asked_at = self.decisions
        self._waiting = players
        self._secret = secret
        self.forget_offers()

    def ask_one(self, player: int) -> None:
        """This player must decide next, openly."""
        if self._secret:
            self.settled = self.decisions
            self._secret = False
        self.asked_at = self.decisions
        self._waiting = plus(0, player)
        self._offer = UNKNOWN
        self._offers = NO_OFFERS

    def answered(self, player: int) -> bool:
        """This player needs no further answer; true if nobody else does either."""
        self._waiting = minus(self._waiting, player)
        return self._waiting == 0

    def forget_offers(self) -> None:
        """What the players who are asked may choose is not what was found before."""
        self._offer = UNKNOWN
        alone = self._waiting & self._waiting - 1 == 0
        self._offers = NO_OFFERS if alone else [UNKNOWN] * self.players

    def tell(self, kind: str, args: dict[str, Any], audience: list[int] | None = None) -> None:
        """Note an event. Hot code asks `self.events is not None` before building `args`."""
        if self.events is not None:
            self.events.append(Event(kind, args, audience))

    def copy_frame(self, to: "State") -> None:
        """Copy what this class holds."""
        to.game = self.game
        to.players = self.players
        to.options = self.options
        to.rng.follow(self.rng)
        to.decisions = self.decisions
        to.settled = self.settled
        to.asked_at = self.asked_at
        to._waiting = self._waiting
        to._secret = self._secret
        to._offer = self._offer
        to._offers = self._offers[:] if self._offers else NO_OFFERS

    # What everybody calls

    def actors(self) -> list[int]:
        """The players who must decide now, in seat order; empty when the game is over."""
        return items(self._waiting)

    def next_actor(self) -> int:
        """The first of the players who must decide now; only while the game is not over."""
        return least(self._waiting)

    def over(self) -> bool:
        """Has the game ended?"""
        return self._waiting == 0

    def asks(self, player: int) -> bool:
        """Must this player decide now?"""
        return 0 <= player < self.players and has(self._waiting, player)

    def secret(self) -> bool:
        """Are the answers asked for now hidden until all are in?"""
        return self._secret

    def legal(self, player: int) -> list[int]:
        """What this player may choose now, sorted; empty for one who is not asked."""
        return self.offers(player)[:] if self.asks(player) else []

    def offers(self, player: int) -> list[int]:
        """As `legal`, for a player who is asked; the list belongs to the state: do not change it."""
        several = self._offers
        found = several[player] if several else self._offer
        if not found:
            found = self.choices(player)
            self._keep(player, found)
        return found

    def _keep(self, player: int, offer: list[int]) -> None:
        """Note what a player may choose, or that it is unknown."""
        if self._offers:
            self._offers[player] = offer
        else:
            self._offer = offer

    def play(self, player: int, action: int) -> None:
        """Decide, and run on to the next real decision."""
        if not self.asks(player) or action not in self.offers(player):
            raise IllegalAction(self._reason(player, action))
        self.apply(player, action)

    def apply(self, player: int, action: int) -> None:
        """`play` without the check, for tight loops: the action must come from `legal`."""
        drawn: i64 = self.rng.state
        if self.events is not None:
            self.events = []
        self.decisions += 1
        self._keep(player, UNKNOWN)
        self.decide(player, action)
        self.run_on()
        if self.rng.state != drawn:
            self.settled = self.decisions

    def run_on(self) -> None:
        """Take decisions that have one option, until a real one is due."""
        left = self._waiting
        while left:
            player = least(left)
            offers = self.offers(player)
            if len(offers) == 1 and not self.betrays(player):
                self._keep(player, UNKNOWN)
                self.decide(player, offers[0])
                left = self._waiting
            else:
                left = minus(left, player)

    def _reason(self, player: int, action: int) -> str:
        if self.over():
            return "the game is over"
        if not self.asks(player):
            asked = ", ".join(str(other) for other in self.actors())
            return f"player {player} is not asked now; waiting for {asked}"
        space = self.game.space
        offers = self.offers(player)
        shown = ", ".join(space.text(offer) for offer in offers[:8])
        more = f" and {len(offers) - 8} more" if len(offers) > 8 else ""
        known = 0 <= action < len(space)
        named = space.text(action) if known else f"action {action}"
        return f"player {player} cannot choose '{named}' now; possible: {shown}{more}"

    def places(self) -> list[int]:
        """The place of each player, 1 for the best; equal standings share it (1, 1, 3)."""
        standings = [self.standing(player) for player in range(self.players)]
        return [1 + sum(1 for other in standings if other > own) for own in standings]

    def winners(self) -> list[int]:
        """Who has won, several if they share it; empty before the end."""
        if not self.over():
            return []
        places = self.places()
        return [player for player in range(self.players) if places[player] == 1]

    def returns(self) -> list[float]:
        """1 for the first, -1 for the last, evenly spaced, shared places averaged; 0 before the end."""
        if not self.over() or self.players == 1:
            return [0.0] * self.players
        places = self.places()
        found: list[float] = []
        for place in places:
            shared = places.count(place)
            middle = place + (shared - 1) / 2
            found.append(1 - 2 * (middle - 1) / (self.players - 1))
        return found

    def determinize(self, player: int, seed: int) -> "State":
        """A copy in which all that `player` cannot know is dealt anew, consistently."""
        dealt = self.copy()
        dealt.rng.seed(seed)
        dealt.redeal(player)
        return dealt

    def view(self, player: int | None) -> dict[str, Any]:
        """All that a player (`None`: a spectator) may know, ready for JSON, and nothing more."""
        return self.game.view(self, player)

    def features(self, player: int) -> list[float]:
        """What the player may know, as a vector of fixed length for learning."""
        found = Features(self.game.widths[self.players])
        scales: list[float] = []
        found.scales = scales
        self.game.show(self, player, found)
        # As learners divide them: by float32.
        parts = zip(found.counts, array("f", scales), strict=True)
        return array("f", [int(count) / most for count, most in parts]).tolist()

    def to_dict(self) -> dict[str, Any]:
        """The whole state, secrets included, in readable keys."""
        return {
            "game": self.game.id,
            "version": self.game.version,
            "players": self.players,
            "options": dict(self.options),
            "generator": int(self.rng.state),
            "decisions": self.decisions,
            "settled": self.settled,
            "asked_at": self.asked_at,
            "waiting": self.actors(),
            "secret": self._secret,
            **self.dump(),
        }

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        # Pickled as it is saved: compiled classes inside a state need not know how.
        return _restored, (self.game, self.to_dict())

    def restore(self, saved: dict[str, Any]) -> None:
        """Fill a fresh state from what `to_dict` wrote (`Game.from_dict` checks and calls it)."""
        self.rng.state = saved["generator"]
        self.decisions = saved["decisions"]
        self.settled = saved["settled"]
        self.ask(list(saved["waiting"]), bool(saved["secret"]))
        self.asked_at = saved["asked_at"]
        if self.actors() != saved["waiting"] or any(
            not self.asks(player) for player in saved["waiting"]
        ):
            raise ValueError("those who are asked are named once each, in seat order")
        if max(self.settled, self.asked_at) > self.decisions:
            raise ValueError("more decisions stand, or were asked for, than have been made")
        self.load(saved)


def _restored(game: "Game", saved: dict[str, Any]) -> State:
    return game.from_dict(saved)
