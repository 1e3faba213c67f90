"""Every puzzle of every game: legal, told, fair, and still the best with more search."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import tianxia
from tianxia.analysis import Effort
from tianxia.analysis.decisions import Option
from tianxia.engine.errors import IllegalAction, NotationError
from tianxia.engine.game import Game
from tianxia.engine.match import Match
from tianxia.engine.record import Record
from tianxia.teaching import puzzle_maker
from tianxia.teaching.puzzle import (
    EASY,
    FILE,
    HARD,
    LEVELS,
    MEASURE,
    MEDIUM,
    REVEAL,
    Puzzle,
    PuzzleError,
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
    MOST_BEST,
    TAKEN,
    Verdict,
    choice,
    completes,
    holds,
    kept,
    margin,
    positions,
    source,
    written,
)
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
        assert set(each.promises) == legal, each.id
        assert set(each.best) < legal
        assert len(each.best) <= MOST_BEST
        assert len(legal) >= FEWEST
        assert len(legal) - len(each.best) > 1 or each.level != EASY
        if state.secret():
            assert state.asked_at == len(each.decisions), "nobody has answered yet"
        assert completes(state, each.seat)
        assert each.lead - 2 * each.error >= margin(state) - 0.002, each.id
        others = [each.promises[text] for text in legal - set(each.best)]
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
    language = words(game.package)
    for each in puzzles(game.id):
        best = [language.action(game, game.space.parse(text)) for text in each.best]
        for text in each.promises:
            reply = each.answer(text)
            assert reply.accepted == (text in each.best)
            assert len(reply.lines) >= (4 if reply.accepted else 3)  # a right one also says why
            assert len(" ".join(reply.lines).split()) <= MOST_WORDS
            said = language.action(game, game.space.parse(text))
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


def test_the_file_is_read_and_written(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    text = file_of(game)
    assert read(game, text) == puzzles(game.id)
    monkeypatch.setattr(puzzle_maker, "kept_of", lambda game: puzzles(game.id))
    games, effort = kept(game, set())
    assert written(game, games, effort) == text
    gone = puzzles(game.id)[0].id
    games, _ = kept(game, {gone})
    left = read(game, written(game, games, effort))
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


def test_answers_of_several_pieces_are_no_puzzles() -> None:
    game = tianxia.game("ten-suns")
    state = Match(Record(game, 2, 1, {})).state
    while not state.secret():
        state.play(state.next_actor(), state.legal(state.next_actor())[0])
    assert not completes(state, 0)


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
        return {**traits, "found": dict.fromkeys(LEVELS, 0.5)}

    pool = [found("often", n) for n in range(10)] + [found("seldom", 20), found("seldom", 21)]
    kinds = [each["kind"] for each in choice(pool, 4)]
    assert sorted(kinds) == ["often", "often", "seldom", "seldom"]


def test_a_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One game is played in the first run, and the second plays only the next."""
    from rich.console import Console

    game = tianxia.game("xiang-chi")
    made = {
        "best": ["buy r1"],
        "lead": 9.0,
        "error": 0.5,
        "found": {**dict.fromkeys(LEVELS, 0.5), "random": 0.25},
        "promises": {"buy r1": [30.0, 1.0], "skip": [20.0, 1.0]},
        "at": 0,
        "seat": 0,
        "kind": "court",
        "stage": 0,
    }
    played: list[int] = []

    def play(game: Game, number: int, players: Any, specs: Any) -> Record:
        played.append(number)
        return Record(game, 1, FIRST_SEED + number, {})

    monkeypatch.setattr(puzzle_maker, "source", play)
    monkeypatch.setattr(puzzle_maker, "puzzles_of", lambda record, first, effort, most: [made])
    monkeypatch.setattr(puzzle_maker, "home", lambda game: tmp_path / FILE)
    for pool in (1, 2):
        wanted = puzzle_maker.Wanted(5, pool, [1], ["random"], Effort(), Effort())
        puzzle_maker.make(game, wanted, tmp_path, Console(quiet=True))
    assert played == [0, 1]
    assert len(read(game, (tmp_path / FILE).read_text("utf-8"))) == 2


def test_explaining_says_why_or_what_follows_at_once() -> None:
    some = puzzles("year-of-the-dragon")[:8]
    follows = []
    for each in some:
        assert "(+" in explained(each, each.best[0])[2], "what speaks for it, in points"
        wrong = next(text for text in each.promises if text not in each.best)
        follows += [line for line in explained(each, wrong)[3:] if each.names[each.seat] in line]
    assert follows, "what a wrong one comes to"
