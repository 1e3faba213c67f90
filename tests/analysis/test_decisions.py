"""Decisions judged from what the seat knew."""

import random
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any

import pytest

import tianxia
from tianxia.analysis import Effort, JudgeEvaluator, Turn, decisions, hint, turns
from tianxia.analysis.decisions import (
    ELSE,
    NAMES,
    SEARCHER,
    Weighing,
    judge_turn,
    name_of,
    searcher,
)
from tianxia.analysis.evaluator import Outlook
from tianxia.analysis.game import AnalysisError, weigh
from tianxia.bots import kind_of
from tianxia.bots.ahead import best_next
from tianxia.bots.judging import Judge
from tianxia.bots.weights import file_name
from tianxia.engine.game import Game
from tianxia.engine.record import Record
from tianxia.engine.rng import Rng
from tianxia.engine.state import State
from tianxia.server.advice import _loss

from ..tiny import SHARE, SPACE, tiny_game

TINY = tiny_game()
SHORT = Effort(games=16, reach=6)
SEARCHED = Effort(games=16, reach=6, searches=1)


def random_record(game: Game, players: int, seed: int, most: int = 10_000) -> Record:
    dice = random.Random(seed)
    match = tianxia.new_match(game, players=players, seed=seed)
    while not match.state.over() and len(match.record.decisions) < most:
        player = dice.choice(match.state.actors())
        match.play(player, dice.choice(match.state.legal(player)))
    return match.record


def last_round(seed: int) -> Record:
    """One round of the tiny game in which the second seat bids more, and must say who gets the gold."""
    bids = [(0, SPACE.parse("bid 1")), (1, SPACE.parse("bid 4"))]
    return Record(TINY, 2, seed, {"rounds": 1}, bids)


def test_giving_gold_away_is_a_loss_and_keeping_it_is_best() -> None:
    # With a die of at least 4 half of it is 2 gold: more than chance can make good for sure.
    seed = next(seed for seed in range(50) if last_round(seed).replay().to_dict()["die"] >= 4)
    before = last_round(seed).replay()
    given = Turn(2, 1, (SHARE,), secret=False)
    judged = judge_turn(before, given, JudgeEvaluator(TINY, 2), Effort(), seed=0)
    assert judged.best.actions == (SHARE + 1,)
    assert judged.played.actions == (SHARE,)
    assert judged.loss == judged.played.behind > 0
    assert judged.played.win < judged.best.win
    assert judged.name != NAMES[0]
    assert judged.cost > 0
    assert judged.stake in (0, judged.cost), "the one drawn at random was one of the two"
    kept = Turn(2, 1, (SHARE + 1,), secret=False)
    assert judge_turn(before, kept, JudgeEvaluator(TINY, 2), SHORT, seed=0).loss == 0


def giving_and_keeping() -> tuple[State, Turn, Turn]:
    """The last decision of the tiny game, with a die of which half is worth having."""
    seed = next(seed for seed in range(50) if last_round(seed).replay().to_dict()["die"] >= 4)
    giving, keeping = (Turn(2, 1, (action,), secret=False) for action in (SHARE, SHARE + 1))
    return last_round(seed).replay(), giving, keeping


def opinion(points: dict[int, float], lead: float = 10.0) -> Callable[..., None]:
    """A search that is sure of what actions are worth, in win chance; and so many points of lead in that."""

    def search(
        weighing: Weighing,
        settings: object,
        tried: dict[tuple[int, ...], Any],
        candidates: Sequence[tuple[int, ...]],
    ) -> None:
        for actions in candidates:
            win = points[actions[0]]
            tried[actions].note(win, Outlook((0.0, lead * win), (1 - win, win)), 1)

    return search


def test_a_loss_is_one_if_those_who_play_on_and_the_search_agree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, giving, keeping = giving_and_keeping()
    evaluator = JudgeEvaluator(TINY, 2)
    # Nothing is left to search for, but what others hold decides who wins.
    searched = judge_turn(before, giving, evaluator, SEARCHED, seed=1)
    assert searched.best.actions == keeping.actions
    assert 0 < searched.loss <= judge_turn(before, giving, evaluator, SHORT, seed=1).loss
    # The smaller loss counts, and the cost is what the search says.
    monkeypatch.setattr(Weighing, "_search", opinion({SHARE: 0.5, SHARE + 1: 0.53}))
    small = judge_turn(before, giving, evaluator, SEARCHED, seed=1)
    assert small.loss == pytest.approx(0.03)
    assert small.name == "inaccuracy"
    assert small.cost == pytest.approx(0.3)
    monkeypatch.setattr(Weighing, "_search", opinion({SHARE: 0.5, SHARE + 1: 0.5}))
    assert judge_turn(before, giving, evaluator, SEARCHED, seed=1).loss == 0
    # What it likes better is the best; what the others like better is no mistake then.
    monkeypatch.setattr(Weighing, "_search", opinion({SHARE: 0.9, SHARE + 1: 0.1}))
    monkeypatch.setattr(decisions, "choose_whole", lambda *_: [SHARE])
    for turn in (giving, keeping):
        judged = judge_turn(before, turn, evaluator, SEARCHED, seed=0)
        assert judged.best.actions == giving.actions
        assert judged.loss == 0
    assert weigh(before, 1, SEARCHED, JudgeEvaluator, seed=0)[0].actions == giving.actions


def test_what_a_decision_cost_is_counted_from_the_largest_lead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, giving, keeping = giving_and_keeping()
    # Keeping is surer to win, giving promises more points.
    monkeypatch.setattr(Weighing, "_search", opinion({SHARE: 0.5, SHARE + 1: 0.53}, lead=-100.0))
    monkeypatch.setattr(decisions, "choose_whole", lambda *_: [SHARE])
    for turn, cost in ((giving, 0.0), (keeping, 3.0)):
        judged = judge_turn(before, turn, JudgeEvaluator(TINY, 2), SEARCHED, seed=1)
        assert judged.best.actions == keeping.actions
        assert judged.cost == pytest.approx(cost)
        assert judged.stake in (pytest.approx(0.0), pytest.approx(3.0))


def test_what_was_played_and_drawn_and_is_best_costs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, giving, keeping = giving_and_keeping()
    monkeypatch.setattr(Weighing, "drawn", lambda _: keeping.actions)
    monkeypatch.setattr(decisions, "choose_whole", lambda *_: [SHARE + 1])
    monkeypatch.setattr(Weighing, "_search", opinion({SHARE: 0.1, SHARE + 1: 0.9}))

    def played_on(weighing: Weighing, dealt: State, actions: Sequence[int], *_: int) -> Outlook:
        weighing.made += 1
        return (
            Outlook((0.0, 9.0), (0.1, 0.9))
            if actions == giving.actions
            else Outlook((0.0,) * 2, (0.5,) * 2)
        )

    monkeypatch.setattr(Weighing, "_played_on", played_on)  # they like giving better
    judged = judge_turn(before, keeping, JudgeEvaluator(TINY, 2), SEARCHED, seed=1)
    assert judged.cost == judged.stake == 0


def test_a_blunder_is_one_at_the_end_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    before, giving, keeping = giving_and_keeping()
    evaluator = JudgeEvaluator(TINY, 2)
    monkeypatch.setattr(Weighing, "_looked_at_again", lambda _, options, *__: options)
    monkeypatch.setattr(Weighing, "_search", opinion({SHARE: 0.1, SHARE + 1: 0.9}))
    monkeypatch.setattr(decisions, "name_of", lambda *_, **__: "blunder")
    assert judge_turn(before, giving, evaluator, SEARCHED, seed=1).name == "blunder"
    assert judge_turn(before, giving, evaluator, SHORT, seed=1).name == "blunder", "nobody searches"
    leads: list[float] = []

    def ends(lead: dict[int, float]) -> Callable[..., Outlook]:
        def played_out(_: Weighing, dealt: State, actions: Sequence[int], seed: int) -> Outlook:
            leads.append(lead[actions[0]])
            return Outlook((0.0, leads[-1]), (0.5, 0.5))

        return played_out

    # What comes to the same in the end, or to more, is none.
    for lead in ({SHARE: 3.0, SHARE + 1: 3.0}, {SHARE: 3.0, SHARE + 1: 2.0}):
        monkeypatch.setattr(Weighing, "_played_out", ends(lead))
        assert judge_turn(before, giving, evaluator, SEARCHED, seed=1).name == "mistake"
    monkeypatch.setattr(Weighing, "_played_out", ends({SHARE: 2.0, SHARE + 1: 3.0}))
    found = judge_turn(before, giving, evaluator, SEARCHED, seed=1)
    assert found.name == "blunder"
    assert found.best.actions == keeping.actions
    assert set(leads) == {2.0, 3.0}


def test_giving_gold_away_costs_points_in_the_end() -> None:
    before, giving, keeping = giving_and_keeping()
    weighing = Weighing(before, 1, JudgeEvaluator(TINY, 2), SEARCHED, seed=1)
    assert weighing.costs(keeping.actions, giving.actions)
    assert not weighing.costs(giving.actions, keeping.actions)
    assert not weighing.costs(giving.actions, giving.actions)


def test_what_a_search_proposes_is_compared_too() -> None:
    """Of many options few are looked at closely: one that only a search thinks of is among them."""
    game = tianxia.game("ten-suns")
    found = 0
    for seed in range(6):
        state = random_record(game, 2, seed, most=60).replay()
        player = state.next_actor()
        near, more = (
            Weighing(state, player, JudgeEvaluator(game, 2), effort, seed=1).candidates()
            for effort in (SHORT, SEARCHED)
        )
        assert set(near) <= set(more)
        assert len(more) <= len(near) + 1
        found += len(more) - len(near)
    assert found > 0


def test_a_loss_is_called_by_what_is_sure_of_it() -> None:
    found = {"options": [{"actions": [7], "behind": 0.12, "error": 0.02}]}
    assert _loss(found, [7], alone=False) == "mistake"
    found["options"][0]["error"] = 0.001
    assert _loss(found, [7], alone=False) == "blunder"
    found["options"][0]["error"] = 0.07
    assert _loss(found, [7], alone=False) == "good"


def test_names_of_losses() -> None:
    assert [name_of(loss, alone=False) for loss in (0, 0.019, 0.02, 0.05, 0.3)] == [
        "good",
        "good",
        "inaccuracy",
        "mistake",
        "blunder",
    ]
    assert [name_of(loss, alone=True) for loss in (0.9, 1, 2.5, 5)] == list(NAMES)


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_turns_are_all_decisions_and_joint_answers_are_one(game: Game) -> None:
    record = random_record(game, game.players[0], 3)
    found = list(turns(record))
    assert sorted(action for turn in found for action in turn.actions) == sorted(
        action for _, action in record.decisions
    )
    for turn in found:
        state = record.replay(turn.number)
        assert turn.player in state.actors()
        assert turn.secret == state.secret()
        if len(turn.actions) > 1:
            assert turn.secret


#: Each game, also with every number of players that something was learned of: both kinds of judges.
TABLES = [
    pytest.param(game, players, id=f"{game.id}-{players}")
    for game in tianxia.all_games()
    for players in game.players
    if players == game.players[0] or files(game.package).joinpath(file_name(players)).is_file()
]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_what_is_hidden_changes_no_hint(game: Game, players: int) -> None:
    record = random_record(game, players, 5)
    length = len(record.decisions)
    for number in (0, length // 3, 2 * length // 3):
        state = record.replay(number)
        if state.secret():  # nobody has answered yet
            state = record.replay(state.asked_at)
        player = state.actors()[-1]
        found = [
            weigh(state.determinize(player, deal), player, SEARCHED, JudgeEvaluator, seed=1)
            for deal in (1, 2)
        ]
        assert found[0] == found[1]
        legal = state.legal(player)
        assert all(option.actions[0] in legal for option in found[0])


def test_an_answer_given_in_secret_changes_no_hint_for_another() -> None:
    for coin in ("1", "4"):
        record = Record(TINY, 2, 9, {}, [(0, SPACE.parse(f"bid {coin}"))])
        found = hint(record, 1, SHORT)
        assert found == hint(Record(TINY, 2, 9, {}), 1, SHORT)


def test_who_is_not_asked_gets_no_hint() -> None:
    record = Record(TINY, 2, 9, {}, [(0, SPACE.parse("bid 1"))])
    with pytest.raises(AnalysisError, match="player 0 is not asked now"):
        hint(record, 0, SHORT)


def test_who_plays_on_hesitates_between_what_is_about_as_good() -> None:
    game = tianxia.game("year-of-the-dragon")
    state = random_record(game, 2, 3, most=30).replay()
    judge, player = Judge(game), state.next_actor()
    most = judge.points(best_next(judge, state, player), player)
    rng = Rng()
    found = set()
    for seed in range(40):
        rng.seed(seed)
        after = best_next(judge, state, player, 5.0, rng)
        rng.seed(seed)
        assert best_next(judge, state, player, 5.0, rng).to_dict() == after.to_dict()
        found.add(judge.points(after, player))
    assert len(found) > 1
    assert min(found) >= most - 10.0


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_an_analysis_asks_a_search_what_options_lead_to(game: Game) -> None:
    asked = searcher(game)
    assert kind_of(asked, game) == "mcts"
    assert asked == (ELSE if game.id == "zhanguo" else SEARCHER), "adept searches no tree there"
