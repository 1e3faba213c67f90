"""What every game must fulfil, as checks on one random game each; any may be tried on any game.

A check takes a `Case` and a seed and fails with an `AssertionError`.
"""

import json
import math
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest

from tianxia.engine.errors import IllegalAction, OptionError, RecordError, StateError
from tianxia.engine.features import Features
from tianxia.engine.game import VIEW_KEYS, Game
from tianxia.engine.match import Match, new_match
from tianxia.engine.options import option_text
from tianxia.engine.record import read_record, state_hash
from tianxia.engine.state import State
from tianxia.text import words

#: No game takes longer, in decisions.
LONGEST = 5_000

#: `TIANXIA_SHARE=0.1` makes the deep checks look at every tenth decision.
SHARE = float(os.environ.get("TIANXIA_SHARE", "1"))

Watch = Callable[[State], None]


@dataclass
class Case:
    """A game with a number of players and options."""

    game: Game
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    #: Deep checks look at this share of the decisions.
    share: float = SHARE

    def __str__(self) -> str:
        chosen = [f"{name}={option_text(value)}" for name, value in self.options.items()]
        return "-".join([self.game.id, str(self.players), *chosen])

    def new(self, seed: int) -> State:
        return self.game.new(self.players, seed, **self.options)


def cases_of(game: Game) -> list[Case]:
    """Every player count without options and with all of them changed; each single change once.

    The single changes go through the player counts in turn. Options that do not go with a number
    of players are left out there.
    """
    changes = [
        {option.name: value}
        for option in game.options
        for value in option.choices
        if value != option.default
    ]
    together = {name: value for change in changes for name, value in change.items()}

    def fits(players: int, options: dict[str, Any]) -> bool:
        try:
            game.complete(players, options)
        except OptionError:
            return False
        return True

    found = [Case(game, players) for players in game.players]
    for turn, change in enumerate(changes):
        counts = [players for players in game.players if fits(players, change)]
        found.append(Case(game, counts[turn % len(counts)], change))
    if len(changes) > 1:
        found += [
            Case(game, players, together) for players in game.players if fits(players, together)
        ]
    return found


def frozen(state: State) -> str:
    """The whole state as text, to compare."""
    return json.dumps(state.to_dict(), sort_keys=True)


def shown(state: State, player: int | None) -> str:
    """All a player is told: view, options and events."""
    events = [event.to_dict() for event in state.events or [] if event.seen_by(player)]
    legal = [] if player is None else state.legal(player)
    return json.dumps([state.view(player), legal, events], sort_keys=True)


def walk(case: Case, seed: int, deep: bool = True) -> Iterator[tuple[State, random.Random]]:
    """The state at each decision of a random game, looked at before the decision is made."""
    dice = random.Random(seed)
    state = case.new(seed)
    for _ in range(LONGEST):
        if state.over():
            return
        if not deep or case.share >= 1 or dice.random() < case.share:
            yield state, dice
        step(state, dice)
    raise AssertionError(f"{case} with seed {seed} is not over after {LONGEST} decisions")


def step(state: State, dice: random.Random) -> tuple[int, int]:
    """Make one random decision."""
    player = dice.choice(state.actors())
    action = dice.choice(state.legal(player))
    state.play(player, action)
    return player, action


def finish(state: State, dice: random.Random) -> None:
    """Play on at random to the end."""
    for _ in range(LONGEST):
        if state.over():
            return
        step(state, dice)
    raise AssertionError(f"not over after {LONGEST} more decisions")


def watcher(game: Game, state: State) -> Watch:
    """The game's own invariants: `watch(state)` of `tests/games/<game>/invariants.py`."""
    name = f"tests.games.{game.id.replace('-', '_')}.invariants"
    if not game.package or find_spec(name) is None:
        assert not game.package, f"{game.id} has no {name}"
        return lambda _: None
    found: Watch = import_module(name).watch(state)
    return found


def check_play(case: Case, seed: int) -> None:
    """Ends in time; asks only real decisions; options sorted; own invariants; sound result."""
    state = case.new(seed)
    dice = random.Random(seed)
    watch = watcher(case.game, state)
    watch(state)
    made = 0
    while not state.over():
        actors = state.actors()
        assert actors == sorted(set(actors)), "actors are in seat order"
        assert set(actors) <= set(range(case.players))
        for player in range(case.players):
            legal = state.legal(player)
            assert bool(legal) == (player in actors), "those who are asked have options"
            assert legal == sorted(set(legal)), "options are sorted"
            check_meanings(state, legal)
            if player in actors and len(legal) < 2:
                assert state.secret(), "a decision with one option is not asked"
        step(state, dice)
        watch(state)
        made += 1
        assert made <= LONGEST, f"not over after {made} decisions"
    check_result(case, state)


def check_meanings(state: State, legal: list[int]) -> None:
    """What options mean is told apart, and is not mistaken for another action."""
    meanings = state.meanings(legal)
    assert len(set(meanings)) == len(meanings) == len(legal)
    for action, meaning in zip(legal, meanings, strict=True):
        assert meaning == action or meaning >= len(state.game.space)


def check_result(case: Case, state: State) -> None:
    """Returns, places, winners and scores of a finished game agree."""
    returns, places, winners = state.returns(), state.places(), state.winners()
    assert state.actors() == []
    assert all(state.legal(player) == [] for player in range(case.players))
    assert len(returns) == len(places) == len(state.scores()) == case.players
    assert all(-1 <= value <= 1 for value in returns)
    assert winners == [player for player, place in enumerate(places) if place == 1]
    assert winners
    if case.players > 1:
        assert math.isclose(sum(returns), 0, abs_tol=1e-9), "returns sum to zero"
        best = max(returns)
        assert winners == [p for p, value in enumerate(returns) if math.isclose(value, best)]
    view = state.view(None)
    assert view["scores"] == state.scores()
    assert view["winners"] == winners
    if case.game.package:
        totals = [0] * case.players
        for row in view["scoring"]:
            totals = [total + points for total, points in zip(totals, row["points"], strict=True)]
        assert totals == state.scores(), "the sources of the final scoring add up to the scores"


def check_same_seed_same_game(case: Case, seed: int) -> None:
    """The same seed and decisions give the same game, byte for byte; so does the record."""
    one, two = case.new(seed), case.new(seed)
    dice = random.Random(seed)
    assert frozen(one) == frozen(two)
    while not one.over():
        player, action = step(one, dice)
        two.play(player, action)
        assert frozen(one) == frozen(two)
        for viewer in (None, *range(case.players)):
            assert shown(one, viewer) == shown(two, viewer)


def check_copies(case: Case, seed: int) -> None:
    """A copy is independent in both directions and plays on identically."""
    for state, dice in walk(case, seed):
        before = frozen(state)
        one, two = state.copy(), state.copy()
        assert one.events is None
        assert frozen(one) == before
        player = dice.choice(state.actors())
        action = dice.choice(state.legal(player))
        one.play(player, action)
        assert frozen(state) == before, "playing on in a copy changed the original"
        assert frozen(two) == before, "playing on in a copy changed another copy"
        reached = frozen(one)
        for _ in range(3):
            if not one.over():
                step(one, dice)
        assert frozen(state) == before, "playing on in a copy changed the original"
        original = state.copy()
        state.play(player, action)
        assert frozen(two) == before, "playing on in the original changed a copy"
        assert frozen(state) == reached, "a copy plays on as the original does"
        assert frozen(original) == before
        if state.over():
            return


def check_saving(case: Case, seed: int) -> None:
    """Through text and back at every decision, and then on identically."""
    for state, dice in walk(case, seed):
        saved = json.loads(json.dumps(state.to_dict()))
        again = case.game.from_dict(saved)
        assert frozen(again) == frozen(state)
        for player in range(case.players):
            assert again.legal(player) == state.legal(player)
            assert again.view(player) == state.view(player)
        other = state.copy()
        luck = dice.random()
        for _ in range(LONGEST if luck < 0.02 else 2):
            if other.over():
                break
            player, action = step(other, dice)
            again.play(player, action)
            assert frozen(again) == frozen(other)


def check_refusals(case: Case, seed: int) -> None:
    """What is not legal is refused with a reason and leaves the state untouched."""
    size = len(case.game.space)
    for state, dice in walk(case, seed):
        before = frozen(state)
        events = [event.to_dict() for event in state.events or []]
        for player in (-1, *range(case.players), case.players):
            legal = set(state.legal(player))
            illegal = [action for action in range(size) if action not in legal]
            tried = illegal if len(illegal) < 12 else dice.sample(illegal, 12)
            for action in (-1, *tried, size):
                with pytest.raises(IllegalAction) as refused:
                    state.play(player, action)
                assert len(str(refused.value)) > 10, "the refusal says why"
        assert frozen(state) == before, "a refused action changed the state"
        assert [event.to_dict() for event in state.events or []] == events
    finished = case.new(seed)
    finish(finished, random.Random(seed))
    before = frozen(finished)
    for player in range(case.players):
        with pytest.raises(IllegalAction, match="over"):
            finished.play(player, 0)
    assert frozen(finished) == before


def check_notation(case: Case) -> None:
    """Every action has a notation of its own that leads back to it."""
    space = case.game.space
    texts = [space.text(action) for action in range(len(space))]
    assert len(set(texts)) == len(texts)
    for action, text in enumerate(texts):
        assert space.parse(text) == action
        assert space.parse(f"  {text.upper()} ") == action
        family = space.family(action)
        assert family.start <= action < family.start + len(family)
        assert family.pattern.format(**space.args(action)) == text
        assert text == text.strip()
        assert "~" not in text
        assert "\n" not in text


def check_any_order(case: Case, seed: int) -> None:
    """Answers asked for at the same time give the same result in any order."""
    for state, dice in walk(case, seed):
        actors = state.actors()
        if len(actors) < 2:
            continue
        # Everybody's answers to this question, one or several, noted in one order...
        first = state.copy()
        first.events = []
        answers: dict[int, list[int]] = {player: [] for player in actors}
        asked_at = first.asked_at
        for player in actors:
            while first.asked_at == asked_at and player in first.actors():
                if len(first.actors()) == 1 and first.actors() != [player]:
                    break
                action = dice.choice(first.legal(player))
                answers[player].append(action)
                first.play(player, action)
        told = {viewer: shown(first, viewer) for viewer in (None, *range(case.players))}
        # ...and given in others, in turns.
        for _ in range(3):
            other = state.copy()
            other.events = []
            queue = [player for player in actors for _ in answers[player]]
            dice.shuffle(queue)
            left = {player: answers[player][:] for player in actors}
            for player in queue:
                other.play(player, left[player].pop(0))
            assert frozen(other) == frozen(first), "the order of answering changed the result"
            for viewer in told:
                assert json.loads(shown(other, viewer))[:2] == json.loads(told[viewer])[:2]


def check_secrets(case: Case, seed: int) -> None:
    """While answers are secret, nothing anybody else is told depends on them."""
    for state, dice in walk(case, seed):
        if not state.secret():
            continue
        for player in state.actors():
            if state.actors() == [player]:
                continue  # the last answer reveals
            told: dict[tuple[int | None, str], str] = {}
            for action in dice.sample(state.legal(player), min(4, len(state.legal(player)))):
                tried = state.copy()
                tried.events = []
                tried.play(player, action)
                events = tried.events
                tried = case.game.from_dict(tried.to_dict())  # options are computed anew
                tried.events = events
                for viewer in (None, *range(case.players)):
                    if viewer == player:
                        continue
                    # Who is done may be seen, so answers are compared that leave the same ones.
                    known = told.setdefault((viewer, str(tried.actors())), shown(tried, viewer))
                    assert known == shown(tried, viewer), (
                        f"what {viewer} is told depends on {player}'s secret "
                        f"{case.game.space.text(action)}"
                    )


def shown_to_judges(state: State, player: int) -> list[int]:
    """The numbers that a judge which learned goes by."""
    found = Features(state.game.judged_widths[state.players])
    state.game.show_judge(state, player, found)
    assert found.next == state.game.judged_widths[state.players]
    return list(found.counts)


def check_determinize(case: Case, seed: int) -> None:
    """Dealing the hidden anew changes nothing the player knows, and gives a playable game."""
    for state, dice in walk(case, seed):
        before = frozen(state)
        for player in range(case.players):
            dealt = state.determinize(player, dice.randrange(1 << 40))
            assert dealt.view(player) == state.view(player)
            assert shown_to_judges(dealt, player) == shown_to_judges(state, player)
            assert dealt.features(player) == state.features(player)
            assert dealt.legal(player) == state.legal(player)
            assert dealt.actors() == state.actors()
            if dice.random() < 0.1:
                finish(dealt, dice)
                check_result(case, dealt)
        assert frozen(state) == before, "determinizing changed the original"


def check_hidden_varies(case: Case, seed: int) -> None:
    """Different seeds deal different games: what is hidden really varies."""
    state = case.new(seed)
    futures = set()
    for other in range(8):
        dealt = state.determinize(0, seed * 100 + other)
        finish(dealt, random.Random(seed))
        found = dealt.to_dict()
        del found["generator"]
        futures.add(json.dumps(found, sort_keys=True))
    assert len(futures) > 4, "the hidden part is always the same"


def check_views(case: Case, seed: int) -> None:
    """Views are JSON with the common keys, features true to their names, every word is there."""
    game = case.game
    told = words(game.package) if game.package else None
    names = [f"<{seat}>" for seat in range(case.players)]
    state = case.new(seed)
    dice = random.Random(seed)
    while True:
        for viewer in (None, *range(case.players)):
            view = state.view(viewer)
            assert set(VIEW_KEYS) <= set(view), f"a view has the keys {VIEW_KEYS}"
            assert json.loads(json.dumps(view)) == view, "a view survives JSON"
            if told:
                assert told.prompt(view, names)
        for player in range(case.players):
            features = state.features(player)
            assert len(features) == len(game.feature_names(case.players))
            assert all(math.isfinite(value) for value in features)
            assert math.isfinite(game.judge(state, player))
        for event in state.events or []:
            json.dumps(event.to_dict())
            if told:
                assert told.event(event, names)
        if told:
            for player in state.actors():
                for action in state.legal(player):
                    assert told.action(game, action)
        if state.over():
            return
        step(state, dice)


def recorded(case: Case, seed: int) -> Match:
    """A random game with its record."""
    match = new_match(case.game, case.players, seed, **case.options)
    dice = random.Random(seed)
    while not match.state.over():
        player = dice.choice(match.state.actors())
        match.play(player, dice.choice(match.state.legal(player)))
    return match


def check_records(case: Case, seed: int) -> None:
    """A record replays to the same state; damaged ones are refused with the line that is wrong."""
    match = recorded(case, seed)
    record = match.record
    text = record.text()

    def find(_: str) -> Game:
        return case.game

    again = read_record(text, find)
    assert again.decisions == record.decisions
    assert state_hash(again.replay()) == state_hash(match.state)
    half = len(record.decisions) // 2
    assert again.replay(half).decisions == half
    lines = text.splitlines()
    dice = random.Random(seed)
    for number in dice.sample(range(1, len(lines) + 1), min(8, len(lines))):
        damaged = lines[:]
        place = dice.randrange(len(damaged[number - 1]))
        old = damaged[number - 1]
        damaged[number - 1] = old[:place] + ("x" if old[place] != "x" else "y") + old[place + 1 :]
        with pytest.raises(RecordError) as refused:
            read_record("\n".join(damaged) + "\n", find)
        assert refused.value.line == number
        assert f"line {number}:" in str(refused.value)
        with pytest.raises(RecordError):
            read_record("\n".join(lines[: number - 1]), find)  # cut off


#: So many damaged states are tried for each game that is walked through.
DAMAGED = int(os.environ.get("TIANXIA_DAMAGED", "60"))
#: What may stand where something else should.
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    7,
    64,
    2**31,
    2**62,
    2**64,
    10**30,
    0.5,
    math.nan,
    "",
    "x",
    [],
    [[[[[]]]]],
    {},
    {"x": 1},
]


def check_damage(case: Case, seed: int) -> None:
    """A damaged saved state is refused with `StateError`, or is a sound one and plays to its end.

    On the way everybody can look at it and think about it.
    """
    assert case.game.checks_saved, "a game describes its saved states: `shape` and `sound`"
    positions = [state.to_dict() for state, _ in walk(case, seed, deep=False)]
    dice = random.Random(seed)
    for _ in range(math.ceil(DAMAGED * case.share)):
        saved = json.loads(json.dumps(dice.choice(positions)))
        what = damage(saved, dice)
        for _ in range(dice.choice([0, 0, 0, 1, 2])):
            what += ", " + damage(saved, dice)
        with watched(f"{case} with seed {seed}: {what}"):
            try:
                state = case.game.from_dict(saved)
            except StateError:
                continue
            for _ in range(LONGEST):
                if state.over():
                    break
                step(state, dice)
                if dice.random() < 0.1:
                    again = case.game.from_dict(state.to_dict())
                    for player in range(case.players):
                        again.view(player)
                        dealt = again.determinize(player, seed)
                        case.game.from_dict(dealt.to_dict())
            assert state.over(), f"not over after {LONGEST} more decisions"
            assert len(state.scores()) == case.players
            assert state.winners()


#: Larger than anything that is saved, and seconds of the processor in which it must be refused.
LARGE = 200_000
SOON = 1.0


def check_large_damage(case: Case, seed: int) -> None:
    """What is far too large is refused in time that grows with its size alone."""
    dice = random.Random(seed)
    deep: list[Any] = []
    for _ in range(LARGE):
        deep = [deep]
    for large in (
        [0] * LARGE,
        {str(number): 0 for number in range(LARGE)},
        "x" * LARGE,
        10**LARGE,
        deep,
    ):
        saved = case.new(seed).to_dict()
        for name in [*dice.sample(sorted(saved), 4), "game", "version", "options", "players"]:
            with watched(f"{case}: {type(large).__name__} of {LARGE} for {name}"):
                started = time.process_time()
                with pytest.raises(StateError) as refused:
                    case.game.from_dict({**saved, name: large})
                assert time.process_time() - started < SOON
                assert len(str(refused.value)) < 1000
        for option in case.game.options:
            with pytest.raises(OptionError) as unfit:
                case.game.new(case.players, seed, **{option.name: large})
            assert len(str(unfit.value)) < 1000


@contextmanager
def watched(what: str) -> Iterator[None]:
    """Say what was tried if it goes wrong."""
    try:
        yield
    except Exception as error:
        raise AssertionError(f"{what}: {error!r}") from error


def damage(saved: dict[str, Any], dice: random.Random) -> str:
    """Change one thing in a saved state, and say what."""
    places = list(_places(saved, ""))
    holder, key, where = dice.choice(places)
    value = holder[key]
    others = [other[at] for other, at, _ in places if type(other[at]) is type(value)]
    how = dice.choice(["odd", "near", "other", "gone", "twice", "more", "turned"])
    if how == "near" and type(value) is int:
        holder[key] = value + dice.choice([-2, -1, 1, 2])
    elif how == "other":
        holder[key] = json.loads(json.dumps(dice.choice(others)))
    elif how == "gone":
        del holder[key]
        return f"{where} gone"
    elif how == "twice" and type(value) is list:
        value.append(json.loads(json.dumps(dice.choice(value))) if value else 0)
    elif how == "more" and type(value) is dict:
        value["more"] = 1
    elif how == "turned" and type(value) is list:
        value.reverse()
    else:
        holder[key] = json.loads(json.dumps(dice.choice(ODD)))
    return f"{where} {how}: {str(holder[key])[:60]}"


def _places(value: Any, where: str) -> Iterator[tuple[Any, Any, str]]:
    """Every place in a saved state: what holds it, its key, and its name."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    for key in keys:
        name = f"{where}.{key}"
        yield value, key, name
        if isinstance(value[key], dict | list):
            yield from _places(value[key], name)


CHECKS: dict[str, Callable[[Case, int], None]] = {
    "play": check_play,
    "same seed same game": check_same_seed_same_game,
    "copies": check_copies,
    "saving": check_saving,
    "refusals": check_refusals,
    "any order": check_any_order,
    "secrets": check_secrets,
    "determinize": check_determinize,
    "hidden varies": check_hidden_varies,
    "views": check_views,
    "records": check_records,
    "damage": check_damage,
    "large damage": check_large_damage,
}
