"""Specs: what is accepted, what is refused and how."""

import pytest

import tianxia
from tianxia.bots import LEVELS, BotError, check_spec, make_bot, settings_of, split_specs
from tianxia.bots.greedy import RIVALRY
from tianxia.bots.mcts import MctsBot, MctsSettings
from tianxia.bots.registry import ANY, CLASSICS, KINDS, _data, _resolve
from tianxia.bots.weights import OWN

from ..tiny import tiny_game

GAME = tiny_game()
MOST_SECONDS = {"adept": 0.5, "master": 0.9, "sage": 5.0}


@pytest.mark.parametrize("spec", ["random", "greedy:deals=2,noise=1.5", "mcts:time=0.5", *LEVELS])
def test_accepted(spec: str) -> None:
    check_spec(spec, GAME)
    make_bot(spec, GAME, 1).close()


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (
            "grandmaster",
            "no bot 'grandmaster'; there are: novice, adept, master, sage, classic-greedy, classic-adept, classic-master; random; greedy",
        ),
        ("", "no bot ''"),
        ("random:time=1", "bot random takes nothing; got 'time'"),
        ("mcts:tme=1", "bot mcts takes time, iterations, c, .*; got 'tme'"),
        ("mcts:time=soon", "time of mcts is a float; got 'soon'"),
        ("mcts:iterations=0.5", "iterations of mcts is a int; got '0.5'"),
        ("mcts:time=-1", "from 0"),
        ("mcts:runoff=-1", "runoff, reach and answers from 0"),
        ("mcts:reach=-1", "runoff, reach and answers from 0"),
        ("mcts:c=0", "above 0"),
        ("mcts:settle=3", "settle 0, 1 or 2"),
        ("mcts:patience=0.5", "patience from 1, and haste from 0 to below 1"),
        ("mcts:haste=1", "patience from 1, and haste from 0 to below 1"),
        ("mcts:trust=1", "trust and rivalry from 0 to 1"),
        ("mcts:playout=clever", "random or policy or greedy or own; got 'clever'"),
        ("mcts:playout=policy", "tiny has no rules of thumb"),
        ("greedy:deals=0", "deals from 1"),
        ("greedy:noise", "expected name=value"),
        ("greedy:others=clever", "others as likely, random or greedy"),
        ("greedy:reach=-1", "reach and time from 0, among and closely from 1"),
        ("greedy:among=0", "reach and time from 0, among and closely from 1"),
        ("greedy:overlook=1", "overlook from 0 to below 1; got 1.0"),
        ("policy", "tiny has no rules of thumb"),
        ("external", "takes a command"),
    ],
)
def test_refused_with_what_exists(spec: str, said: str) -> None:
    with pytest.raises(BotError, match=said):
        make_bot(spec, GAME, 1)


def test_policy_is_refused_before_the_game_starts() -> None:
    with pytest.raises(BotError, match="rules of thumb"):
        check_spec("policy", GAME)


def test_a_level_can_be_given_other_settings() -> None:
    kind, settings = _resolve("adept:iterations=7", GAME)
    assert kind is KINDS["mcts"]
    assert isinstance(settings, MctsSettings)
    assert settings.iterations == 7
    assert isinstance(make_bot("master:time=0.01", GAME, 1), MctsBot)


def test_bots_of_a_kind_are_told_what_was_tuned_for_a_game() -> None:
    zhanguo, kingdom = tianxia.game("zhanguo"), tianxia.game("middle-kingdom")
    assert _resolve("greedy", zhanguo)[1].rivalry == 1.0
    assert _resolve("greedy:rivalry=0.2", zhanguo)[1].rivalry == 0.2
    assert _resolve("classic-greedy", zhanguo)[1].rivalry == RIVALRY
    assert _resolve("greedy", GAME)[1].rivalry == RIVALRY
    assert _resolve("mcts", kingdom)[1].playout == "greedy"
    assert _resolve("classic-adept", kingdom)[1].playout == "random"


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_every_game_has_every_level_with_a_stated_time(game: tianxia.Game) -> None:
    for level in LEVELS:
        settings = settings_of(level, game)
        if level != "novice":
            assert 0 < settings.time <= MOST_SECONDS[level]


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_a_higher_level_thinks_further(game: tianxia.Game) -> None:
    work = []
    for level in LEVELS[1:]:
        _, settings = _resolve(level, game)
        if isinstance(settings, MctsSettings):
            tree = settings.iterations * max(1, settings.depth)
            work.append(tree + settings.runoff * settings.reach)
        else:
            work.append(settings.closely * settings.reach)
    assert work == sorted(set(work))


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_the_classic_levels_depend_on_nothing_that_was_tuned_or_learned_since(
    game: tianxia.Game,
) -> None:
    levels = _data("levels.toml")
    for name in ("novice", *CLASSICS):
        kind, settings = _resolve(name, game)
        assert settings.judge == OWN
        said = (levels[ANY] | levels.get(game.id, {}))[name]
        tuned = _data("tuned.toml").get(game.id, {})
        for key in tuned.get("mcts" if kind is KINDS["mcts"] else "greedy", {}):
            assert f"{key}=" in said, f"{key} of {name} would change with tuned.toml"


def test_a_command_may_have_spaces_and_commas() -> None:
    _, settings = _resolve("external:time=5,cmd=python bot.py a,b", GAME)
    assert settings.cmd == "python bot.py a,b"
    assert settings.time == 5


def test_lists_of_specs() -> None:
    assert split_specs("greedy") == ["greedy"]
    assert split_specs("mcts:time=0.5,c=1.2,greedy, random") == [
        "mcts:time=0.5,c=1.2",
        "greedy",
        "random",
    ]
    assert split_specs("master,3*adept") == ["master", "adept", "adept", "adept"]
    assert split_specs("2*mcts:c=1,time=2") == ["mcts:c=1,time=2", "mcts:c=1,time=2"]
