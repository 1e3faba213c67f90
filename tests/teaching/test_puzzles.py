"""Every puzzle of every game: legal, told, fair, and still the best with more search."""

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import tianxia
from tianxia.analysis import Effort
from tianxia.analysis.decisions import Option
from tianxia.engine.errors import IllegalAction, NotationError
from tianxia.engine.game import Game
from tianxia.engine.match import Match
from tianxia.engine.record import Record
from tianxia.engine.rng import Rng
from tianxia.engine.state import State
from tianxia.teaching import puzzle_maker
from tianxia.teaching.puzzle import (
    AND,
    EASY,
    FILE,
    HARD,
    LEVELS,
    MEASURE,
    MEDIUM,
    REVEAL,
    Promise,
    Puzzle,
    PuzzleError,
    actions_of,
    daily,
    explained,
    found_by,
    number,
    onward,
    puzzle,
    puzzles,
    read,
)
from tianxia.teaching.puzzle_maker import (
    FEWEST,
    FIRST_SEED,
    LISTED,
    MOST_BEST,
    QUESTIONS,
    REACH,
    SMALL_ONES,
    TAKEN,
    Verdict,
    answered,
    choice,
    completes,
    examine,
    holds,
    kept,
    listed,
    margin,
    nearest,
    positions,
    puzzle_at,
    source,
    written,
)
from tianxia.teaching.puzzle_maker import GAMES as GAMES_LOOKED
from tianxia.text import words

GAMES = [pytest.param(game, id=game.id) for game in tianxia.all_games()]
FEWEST_PUZZLES = 40
MOST_WORDS = 100
#: Of each game these are looked at again, more closely than when they were made; `make check-puzzles`
#: does so with all.
SAMPLE = (4, 17)


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


def test_there_are_enough_and_of_many_kinds(game: Game) -> None:
    found = puzzles(game.id)
    assert len(found) >= FEWEST_PUZZLES
    assert len({each.id for each in found}) == len(found)
    assert len({each.seed for each in found}) >= len(found) / TAKEN, "from many games"
    kinds = [each.position().view(each.seat)["prompt"]["id"] for each in found]
    assert len(set(kinds)) >= 3
    assert max(kinds.count(kind) for kind in kinds) <= len(kinds) * 2 / 3
    assert len({each.players for each in found}) >= min(3, len(game.players))
    assert len({each.level for each in found}) > 1


def test_every_puzzle_is_fair(game: Game) -> None:
    for each in puzzles(game.id):
        state = each.position()
        assert not state.over()
        assert each.seat in state.actors()
        legal = {game.space.text(action) for action in state.legal(each.seat)}
        if completes(state, each.seat):
            assert set(each.promises) == legal, each.id
            assert len(legal) >= FEWEST
            assert len(legal) - len(each.best) > 1 or each.level != EASY
        else:  # whole answers are listed: each can be given, and none is another in disguise
            assert LISTED[0] <= len(each.promises) <= LISTED[1]
            assert len({tuple(sorted(text.split(AND))) for text in each.promises}) == len(
                each.promises
            )
            for text in each.promises:
                tried = state.determinize(each.seat, 0)
                for action in actions_of(game, text):
                    assert each.seat in tried.actors(), (each.id, text)
                    tried.play(each.seat, action)
                assert tried.asked_at != state.asked_at or each.seat not in tried.actors()
        assert set(each.best) < set(each.promises)
        assert len(each.best) <= MOST_BEST
        if state.secret():
            assert state.asked_at == len(each.decisions), "nobody has answered yet"
        assert each.lead - 2 * each.error >= margin(state) - 0.002, each.id
        others = [each.promises[text] for text in set(each.promises) - set(each.best)]
        best = each.promises[each.best[0]]
        assert all(best.win > one.win or best.points > one.points for one in others)


def test_they_are_sorted_by_how_hard_they_are(game: Game) -> None:
    found = puzzles(game.id)
    assert [each.hardness for each in found] == sorted(each.hardness for each in found)
    for each in found:
        assert set(each.found) == set(LEVELS)
        assert not all(each.found[level] == 1 for level in MEASURE), "trivial"
        assert each.found["master"] >= puzzle_maker.AGREES, "disputed"
        assert each.found["random"] == pytest.approx(len(each.best) / len(each.promises), abs=0.006)
        assert "novice" in found_by(each)
    order = [EASY, MEDIUM, HARD]
    levels = [order.index(each.level) for each in found]
    assert levels == sorted(levels)


def test_a_puzzle_shows_what_the_seat_may_know(game: Game) -> None:
    for each in puzzles(game.id):
        state = each.position()
        other = state.determinize(each.seat, 12345)
        assert other.view(each.seat) == state.view(each.seat), each.id
        assert other.legal(each.seat) == state.legal(each.seat)
        seen, record = [], each.record()
        now = record.start()
        seen += now.events or []
        for player, action in record.decisions:
            now.play(player, action)
            seen += now.events or []
        language = words(game.package)
        mine = [language.event(event, each.names) for event in seen if event.seen_by(each.seat)]
        news = each.news()
        assert news == mine[len(mine) - len(news) :]


def test_every_answer_is_explained_and_no_wrong_one_tells_the_right_one(game: Game) -> None:
    for each in puzzles(game.id):
        best = [each.told(text) for text in each.best]
        for text in each.promises:
            reply = each.answer(text)
            assert reply.accepted == (text in each.best)
            assert len(reply.lines) >= (4 if reply.accepted else 3)  # a right one also says why
            assert len(" ".join(reply.lines).split()) <= MOST_WORDS
            said = each.told(text)
            assert said in reply.lines[1]
            if not reply.accepted:
                told = " ".join(reply.lines[:3]).replace(said, "")
                assert not any(one in told for one in best), (each.id, text)
        shown = each.answer(REVEAL)
        assert shown.accepted
        assert best[0] in shown.lines[1]
        assert each.question()


@pytest.mark.skipif(not tianxia.COMPILED, reason="minutes as plain Python: `make test` runs it")
@pytest.mark.parametrize("at", SAMPLE)
def test_more_search_than_made_them_still_finds_them(game: Game, at: int) -> None:
    each = puzzles(game.id)[at]
    assert holds(each) is not None, f"{game.id} {each.id}: run `make check-puzzles`"


def test_a_wrong_answer_would_be_found_out() -> None:
    """What verifies the puzzles can fail: here the answer is another one."""
    each = puzzles("xiang-chi")[SAMPLE[0]]
    other = next(text for text in each.promises if text not in each.best)
    wrong = Puzzle(**{**vars(each), "best": (other,)})
    assert holds(wrong) is None


def test_one_a_day_for_everyone_and_all_in_turn(game: Game) -> None:
    found = puzzles(game.id)
    first = date(2026, 1, 1)
    seen = [daily(game.id, first + timedelta(day)) for day in range(len(found))]
    assert {each.id for each in seen if each} == {each.id for each in found}
    assert daily(game.id, first) == daily(game.id, first + timedelta(len(found)))


def test_finding_one() -> None:
    game_id = "middle-kingdom"
    third = puzzles(game_id)[2]
    assert puzzle(game_id, "3") == puzzle(game_id, third.id) == third
    assert number(third) == 3
    for wrong in ("0", "1000", "99999999999999999999", "", "x", "-1", "²"):
        with pytest.raises(PuzzleError, match="has no puzzle"):
            puzzle(game_id, wrong)
    addresses = onward(game_id, 3).split()
    assert len(addresses) == len(puzzles(game_id)) - 1
    assert addresses[0].endswith(puzzles(game_id)[3].id)
    assert addresses[-1].endswith(puzzles(game_id)[1].id)


def test_what_is_no_answer_is_refused() -> None:
    each = puzzles("middle-kingdom")[0]
    with pytest.raises(NotationError):
        each.answer("nonsense")
    legal = set(each.promises)
    space = tianxia.game("middle-kingdom").space
    illegal = next(text for a in range(len(space)) if (text := space.text(a)) not in legal)
    with pytest.raises(IllegalAction):
        each.answer(illegal)


def file_of(game: Game) -> str:
    path = Path(puzzle_maker.__file__).parents[1] / "games" / game.id.replace("-", "_") / FILE
    return path.read_text("utf-8")


def test_the_file_is_read_and_written(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = file_of(game)
    assert read(game, text) == puzzles(game.id)
    path = tmp_path / FILE
    path.write_text(text, "utf-8")
    monkeypatch.setattr(puzzle_maker, "home", lambda game: path)
    assert written(*kept(game, set())) == text
    gone = puzzles(game.id)[0].id
    left = read(game, written(*kept(game, {gone})))
    assert [each.id for each in left] == [each.id for each in puzzles(game.id)[1:]]


def test_other_rules_have_none_and_a_damaged_file_is_refused() -> None:
    game = tianxia.game("xiang-chi")
    text = file_of(game)
    assert read(game, text.replace(f"version = {game.version}", "version = 99", 1)) == ()
    for old, new in (
        ("\nat = ", "\nat = 99"),
        ("\nbest = [", '\nbest = ["nothing", '),
        ("\nlead = ", "\nlaed = "),
        ("\nplayers = 1", "\nplayers = 7"),
        ("\nnovice = ", "\nnobody = "),
    ):
        with pytest.raises(PuzzleError, match="xiang-chi, puzzles of the game with seed"):
            read(game, text.replace(old, new, 1))
    with pytest.raises(PuzzleError, match="two puzzles are called"):
        read(game, text + text[text.index("\n[[game]]") :])


# Making


def test_where_puzzles_are_looked_for() -> None:
    game = tianxia.game("middle-kingdom")
    record = source(game, 1, [2, 3], ["random"])
    assert (record.players, record.seed) == (3, FIRST_SEED + 1)
    found = list(positions(record))
    assert len(found) == len(set(found))
    kinds = {kind for _, _, kind in found}
    assert {"bid", "claim"} <= kinds
    for at, seat, kind in found:
        state = record.replay(at)
        assert seat in state.actors()
        assert state.view(seat)["prompt"]["id"] == kind
        assert len(state.legal(seat)) >= FEWEST
        if state.secret():
            assert state.asked_at == at


def bidding_match() -> Match:
    match = Match(Record(tianxia.game("ten-suns"), 2, 1, {}))
    while not match.state.secret():
        player = match.state.next_actor()
        match.play(player, match.state.legal(player)[0])
    return match


def bidding() -> State:
    return bidding_match().state


def test_of_answers_in_pieces_some_whole_ones_are_listed() -> None:
    state = bidding()
    game = state.game
    assert not completes(state, 0)
    answer = answered(state, 0, "classic-greedy", Rng())
    assert game.space.text(answer[-1]) == "done"
    assert state.decisions == bidding().decisions, "nothing was played in the game itself"
    few = Effort(games=24, reach=4, questions=0)
    found = listed(state, 0, few, 3, -1.0)  # whatever they are worth
    assert LISTED[0] <= len(found) <= LISTED[1]
    assert found == listed(state, 0, few, 3, -1.0)
    assert listed(state, 0, few, 3, 2.0) == [], "none is so far ahead"


def test_what_is_not_listed_counts_as_what_is_nearest() -> None:
    options = [(1, 1, 9), (2, 2, 9), (1, 2, 3, 9)]
    assert nearest((2, 1, 2, 9), options) == (2, 2, 9)
    assert nearest((1, 1, 1, 9), options) == (1, 1, 9)


def test_an_answer_in_pieces_is_asked_and_told_as_a_whole() -> None:
    state = bidding()
    game = state.game
    texts = ["bid 1; bid 1; bid 2; done", "bid 2; bid 2; done", "bid 3; done"]
    promises = {text: Promise(20.0 - n, 0.6 - n / 10) for n, text in enumerate(texts)}
    before = tuple(
        f"{seat} {game.space.text(action)}" for seat, action in bidding_match().record.decisions
    )
    found = dict.fromkeys(LEVELS, 0.5)
    asked = Puzzle(game.id, 2, 1, {}, before, 0, (texts[0],), 0.1, 0.01, found, promises, Effort())
    assert asked.joint
    assert asked.question().endswith("Which of these is the best?")
    assert next(told for _, told in asked.choices()) == "2 on space 1 and 1 on space 2"
    assert asked.answer("bid 2; bid 1; bid 1; done").accepted, "in whichever order"
    assert not asked.answer(texts[1]).accepted
    with pytest.raises(IllegalAction):
        asked.answer("bid 1; done")


def option(action: int, behind: float, error: float = 0.0) -> Option:
    return Option((action,), 0.5 - behind, 20.0, behind, error, 30)


def test_a_lead_must_be_clear() -> None:
    best = (option(1, 0.0),)
    assert Verdict(best, (option(2, 0.2, 0.02),), 0.2, 0.02).clear(0.1)
    assert not Verdict(best, (option(2, 0.2, 0.06),), 0.2, 0.06).clear(0.1), "not sure"
    near = (option(2, 0.2, 0.01), option(3, 0.05, 0.01))
    assert not Verdict(best, near, 0.2, 0.01).clear(0.1), "another one is close"


def test_the_choice_is_varied() -> None:
    def found(kind: str, seed: int) -> dict[str, Any]:
        traits = {"kind": kind, "best": [kind], "stage": 0, "players": 2, "seed": seed}
        place = {"at": 0, "seat": 0, "promises": dict.fromkeys("abcde")}
        return {**traits, **place, "found": dict.fromkeys(LEVELS, 0.5)}

    pool = [found("often", n) for n in range(10)] + [found("seldom", 20), found("seldom", 21)]
    kinds = [each["kind"] for each in choice(pool, 4)]
    assert sorted(kinds) == ["often", "often", "seldom", "seldom"]
    small = [{**found(f"small-{n}", 30 + n), "promises": {"a": 1, "b": 2}} for n in range(10)]
    chosen = choice(pool + small, 10)
    assert len([each for each in chosen if each["kind"].startswith("small")]) == 10 // SMALL_ONES
    assert len(choice(small, 10)) == 10, "better than nothing"


def test_a_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game is played in the first run, and the second plays only the next.

    Made in another way, all is begun anew.
    """
    game = tianxia.game("xiang-chi")
    made = {
        "best": ["buy r1"],
        "lead": 9.0,
        "error": 0.5,
        "found": {**dict.fromkeys(LEVELS, 0.5), "random": 0.25},
        "promises": {
            "buy r1": [30.0, 1.0],
            "skip": [20.0, 1.0],
            "buy r2": [9, 1],
            "buy r3": [8, 1],
        },
        "at": 0,
        "seat": 0,
        "kind": "court",
        "stage": 0,
    }
    played: list[int] = []

    def play(game: Game, number: int, players: Any, specs: Any) -> Record:
        played.append(number)
        return Record(game, 1, FIRST_SEED + number, {})

    def one_after_the_other(work: Any, parts: Any, on: str, jobs: int | None) -> Iterator[Any]:
        return (work(*part) for part in parts[:1])

    monkeypatch.setattr(puzzle_maker, "spread", one_after_the_other)
    monkeypatch.setattr(puzzle_maker, "source", play)
    monkeypatch.setattr(puzzle_maker, "puzzles_of", lambda record, first, effort, most: [made])
    monkeypatch.setattr(puzzle_maker, "home", lambda game: tmp_path / FILE)
    wanted = puzzle_maker.Wanted(5, 2, [1], ["random"], Effort(), Effort())
    lines = tmp_path / f"{game.id}.jsonl"
    puzzle_maker.make(game, wanted, tmp_path, Console(quiet=True))
    assert played == [0, 1]
    first = (tmp_path / FILE).read_text("utf-8")
    assert len(read(game, first)) == 2
    assert tomllib.loads(first)["seeds"] == [FIRST_SEED, FIRST_SEED + 1]
    lines.write_text("".join(lines.read_text("utf-8").splitlines(keepends=True)[:2]), "utf-8")
    puzzle_maker.make(game, wanted, tmp_path, Console(quiet=True))
    assert played == [0, 1, 1]
    assert (tmp_path / FILE).read_text("utf-8") == first
    puzzle_maker.make(game, replace(wanted, positions=3), tmp_path, Console(quiet=True))
    assert played == [0, 1, 1, 0, 1]


def test_the_files_say_how_they_were_made(game: Game) -> None:
    """One maker for all, and bots that stay as they are: the games it played are played again."""
    told = tomllib.loads(file_of(game))
    assert told["maker"] == puzzle_maker.MAKER
    assert told["bots"] == list(puzzle_maker.BOTS)
    assert told["looked"] == {"games": GAMES_LOOKED, "reach": REACH, "questions": QUESTIONS}
    first, last = told["seeds"]
    assert first == FIRST_SEED
    assert all(first <= each["seed"] <= last for each in told["game"])
    assert set(told["players"]) <= set(game.players)
    assert set(told["judges"]) == {str(players) for players in told["players"]}
    assert set(told["judges"].values()) <= {"own", "learned"}


@pytest.mark.skipif(not tianxia.COMPILED, reason="minutes as plain Python: `make test` runs it")
def test_the_same_seed_gives_the_same_puzzles() -> None:
    """A game of the file is played again, and looked at twice in the same way."""
    game = tianxia.game("middle-kingdom")
    told = tomllib.loads(file_of(game))
    one = min(told["game"], key=lambda each: len(each["decisions"]))
    record = source(game, one["seed"] - FIRST_SEED, told["players"], told["bots"])
    assert (record.players, record.options) == (one["players"], one["options"])
    decisions = [f"{seat} {game.space.text(action)}" for seat, action in record.decisions]
    before = [line.strip() for line in one["decisions"].split(";")]
    assert decisions[: len(before)] == before
    at, seat = (one["puzzle"][0][key] for key in ("at", "seat"))
    looks = Effort(24, 12, 0), Effort(48, 12, 0)
    state = record.replay(at)
    first, again = (puzzle_at(state, seat, *looks, at) for _ in range(2))
    assert first == again
    near = [examine(state, seat, looks[1], 5, -1.0) for _ in range(2)]
    assert near[0] is not None
    assert near[0] == near[1]
    assert near[0] != examine(state, seat, looks[1], 6, -1.0), "other deals, other numbers"


def test_explaining_says_why_or_what_follows_at_once() -> None:
    some = puzzles("year-of-the-dragon")[:8]
    follows = []
    for each in some:
        assert "(+" in explained(each, each.best[0])[2], "what speaks for it, in points"
        wrong = next(text for text in each.promises if text not in each.best)
        follows += [line for line in explained(each, wrong)[3:] if each.names[each.seat] in line]
    assert follows, "what a wrong one comes to"
