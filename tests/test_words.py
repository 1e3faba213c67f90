"""What players read: one name for one thing, right plurals, one minus, and no numbers of rules."""

import io
import random
import re
from importlib.resources import files

import pytest
from rich.console import Console

import tianxia
from tianxia.engine.game import Game
from tianxia.story import told
from tianxia.terminal import Session, seat_names
from tianxia.text import words

GAMES = [pytest.param(game, id=game.id) for game in tianxia.all_games()]
THINGS = (
    "points|cards|tokens|people|fireworks|floors|tiles|uses|parts|markers|workers|walls|palaces"
    "|governors|discs|spaces|helmets|mortars|types|kinds|rounds"
)
WRONG = [
    re.compile(rf"(?<![−+\d.])\b1 ({THINGS})\b"),
    re.compile(r"\bpersons\b", re.IGNORECASE),
    re.compile(r"(?<![\w-])-\d"),
    re.compile(r"\b(YD|TS|ZG|MK|XC)-\d"),
]


def sentences(game: Game, seed: int) -> list[str]:
    """All that a whole game says: what happens, what is asked, what may be chosen."""
    dice = random.Random(seed)
    state = game.new(players=game.default_players, seed=seed)
    language, names = words(game.package), seat_names(game.default_players)
    said = []
    while True:
        said += told(state, 0, names)
        said.append(language.prompt(state.view(0), names))
        if state.over():
            return said
        seat = state.next_actor()
        said += [language.action(game, action) for action in state.legal(seat)]
        state.play(seat, dice.choice(state.legal(seat)))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_good_english(game: Game) -> None:
    wrong = {
        sentence
        for seed in range(3)
        for sentence in sentences(game, seed)
        if any(pattern.search(sentence) for pattern in WRONG)
    }
    assert wrong == set()


@pytest.mark.parametrize("game", GAMES)
def test_the_headline_at_the_end_names_the_winner(game: Game) -> None:
    if game.players == range(1, 2):
        return  # nobody to win against
    state = game.new(players=2, seed=3)
    while not state.over():
        seat = state.next_actor()
        state.play(seat, state.legal(seat)[-1])
    names = ["Ann", "Bo"]
    headline = words(game.package).prompt(state.view(0), names)
    assert all((names[seat] in headline) == (seat in state.winners()) for seat in range(2))


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_with_the_game(game: Game) -> None:
    """No numbers of rules; how unknown cards were filled in stands at the end."""
    rules = files(game.package).joinpath("rules.md").read_text("utf-8")
    assert not any(pattern.search(rules) for pattern in WRONG[1:2] + WRONG[3:])
    assert "reconstruct" not in rules[: len(rules) * 3 // 4].lower()


def test_events_of_the_year_have_one_name() -> None:
    package = "tianxia.games.year_of_the_dragon"
    rules = files(package).joinpath("rules.md").read_text("utf-8")
    language = words(package)
    for event in ("peace", "tribute", "drought", "festival", "mongols", "contagion"):
        name = language.say(event)
        assert f"| {name} |" in rules, name
        assert language.say(f"web-event-{event}").startswith(f"{name}:")
        short = language.say(f"board-{event}").rstrip(".")
        assert short.rstrip("s") in name, short


def test_the_terminal_explains_a_word() -> None:
    console = Console(record=True, width=100, file=io.StringIO())
    answers = iter(["explain harvest", "explain noble", "explain dragonfly", "quit", "n"])
    match = tianxia.new_match(tianxia.game("middle-kingdom"), seed=1)
    Session(match, 0, "random", console, lambda _: next(answers)).run()
    said = console.export_text()
    assert "Harvest: Its holder may play another card in place of a Reset" in said
    assert "More in the rules: Powers over bids." in said
    assert "Noble: A Dynasty card worth its number." in said
    assert 'Nothing here is called "dragonfly". What can be explained: ' in said
