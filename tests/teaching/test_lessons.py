"""Every lesson of every game, played through with every answer there is."""

import random
import re
from importlib.resources import files
from itertools import pairwise
from pathlib import Path

import pytest

import tianxia
from tianxia.analysis import Effort
from tianxia.engine.errors import IllegalAction, NotationError
from tianxia.engine.game import Game
from tianxia.teaching import Lesson, LessonError, Run, coach, lessons
from tianxia.teaching.lesson import (
    DO,
    FREE,
    PAUSE,
    PLAY,
    PREDICT,
    SHOW,
    Step,
    lesson,
    read,
    reference,
)
from tianxia.teaching.rules import named, rules
from tianxia.teaching.run import HINT, ON
from tianxia.text import words

LESSONS = [each for game in tianxia.all_games() for each in lessons(game.id)]
MOST_WORDS = 45
#: Random games in which it is looked what is asked.
FIRST_GAMES = 6
MIDDLE_KINGDOM = tianxia.game("middle-kingdom")
TAUGHT = [game.id for game in tianxia.all_games() if lessons(game.id)]


def name(each: Lesson) -> str:
    return f"{each.game}-{each.id}"


@pytest.mark.parametrize("each", LESSONS, ids=name)
def test_a_lesson_can_be_played_through(each: Lesson) -> None:
    """Accepted decisions are legal, every other legal one is answered and changes nothing."""
    run = Run(each)
    language = words(run.match.record.game.package)
    space = run.match.record.game.space
    assert language.has(f"lesson-{each.id}")
    dull = language.say("lesson-other")
    made = 0
    while (step := run.step) is not None:
        assert 0 < len(run.said().split()) <= MOST_WORDS, (step.id, run.said())
        if step.start is not None and step.kind != FREE:
            assert run.events == [], "of what happened elsewhere nothing is told"
        if step.kind == SHOW:
            run.answer(ON)
        elif step.kind == PREDICT:
            right = run.expected()
            assert right in run.guesses()
            assert len(set(run.guesses())) == len(run.guesses()) > 1
            assert right in run.answer(right).words or step.seats
        elif step.wants:
            answered_as_a_whole(each, run)
        elif step.kind == DO:
            legal = {space.text(action) for action in run.match.state.legal(each.seat)}
            assert set(step.decisions) <= legal, step.id
            assert set(step.answers) <= legal, step.id
            before = run.match.state.to_dict()
            for other in sorted(legal - set(step.decisions)):
                reply = run.answer(other)
                assert not reply.accepted
                assert reply.words != dull, f"{step.id}: nothing is said to {other!r}"
                assert len(reply.words.split()) <= MOST_WORDS
            assert run.match.state.to_dict() == before
            kept = list(run.answers)
            for accepted in step.decisions:  # the lesson goes on whichever was chosen
                goes_on(each, [*kept, accepted], step)
            run.answer(step.decisions[0])
        else:
            assert step.kind == FREE
            legal_now = run.match.state.legal(each.seat)
            run.answer(space.text(legal_now[made % len(legal_now)]), insist=True)
            made += 1
            assert made < 500
    assert run.said()
    assert Run(each, run.answers).match.state.to_dict() == run.match.state.to_dict()


def goes_on(each: Lesson, answers: list[str], after: Step) -> None:
    """After these answers to that step the lesson goes on as far as its next new position."""
    run = Run(each, answers)
    assert run.step != after
    while (step := run.step) is not None and step.start is None and step.kind != FREE:
        for answer in right_answers(run):
            reply = run.answer(answer)
            assert reply.accepted or step.kind == PREDICT, (after.id, answers[-1], step.id)
        assert run.step is not step, (after.id, answers[-1], step.id)


def answered_as_a_whole(each: Lesson, run: Run) -> None:
    """An answer of several decisions: the one that fits is taken, others are answered and taken back."""
    step, space = run.step, run.match.record.game.space
    assert step is not None
    before, kept = run.match.state.to_dict(), list(run.answers)
    refused = 0
    for first in run.match.state.legal(each.seat):  # all of one thing, or nothing at all
        while run.step is step:
            legal = run.match.state.legal(each.seat)
            reply = run.answer(space.text(first if first in legal else legal[-1]))
            if not reply.accepted:
                refused += 1
                assert 0 < len(reply.words.split()) <= MOST_WORDS
                break
        else:
            run.back()
        assert run.match.state.to_dict() == before
        assert run.answers == kept
    assert refused
    language = words(run.match.record.game.package)
    assert all(language.has(each.words(step, want.part)) for want in step.wants)
    for decision in step.decisions:
        assert run.step is step
        assert run.answer(decision).accepted
    assert run.step is not step


def right_answers(run: Run) -> tuple[str, ...]:
    """What the present step wants to hear."""
    step = run.step
    assert step is not None
    if step.kind == SHOW:
        return (ON,)
    if step.kind == DO:
        return step.decisions if step.wants else step.decisions[:1]
    return (run.expected(),)


@pytest.mark.parametrize("game_id", dict.fromkeys(each.game for each in LESSONS))
def test_every_question_of_the_game_is_asked_in_some_lesson(game_id: str) -> None:
    asked: set[str] = set()
    for each in lessons(game_id):
        run = Run(each)
        while (step := run.step) is not None and step.kind != FREE:
            if step.kind == DO:
                asked.add(run.match.state.view(each.seat)["prompt"]["id"])
            for right in right_answers(run):
                run.answer(right)
    source = Path(str(files(tianxia.game(game_id).package))) / "messages" / "en.ftl"
    known = set(re.findall(r"^prompt-([\w-]+) =", source.read_text("utf-8"), re.MULTILINE))
    questions = {id for id in known if not id.endswith("-other")} - {"over"}
    assert asked == questions


@pytest.mark.parametrize("game", tianxia.all_games(), ids=lambda game: game.id)
def test_every_rule_is_taught_in_a_step_or_left_to_be_read_for_a_reason(game: Game) -> None:
    steps = [step for each in lessons(game.id) for step in each.steps]
    taught = {rule for step in steps for rule in named(game, step.teaches)}
    told = reference(game.id)
    left = named(game, told)
    assert all(reason.strip() for reason in told.values())
    assert len(left) == len(set(left)), "for one reason each"
    assert not taught & set(left), "taught after all"
    missing = {rule: text for rule, text in rules(game).items() if rule not in taught | set(left)}
    assert missing == {}


def test_rules_have_names() -> None:
    found = rules(MIDDLE_KINGDOM)
    assert found["The Heir 1"].startswith("When all bids have had their turn")
    assert found["Ties and stacks 2"] == "Bids are ranked like this: 1. the higher total first;"
    assert named(MIDDLE_KINGDOM, ["The Heir", "Bidding 2"]) == ["The Heir 1", "Bidding 2"]
    for unknown in ("The Hair", "Bidding 9"):
        with pytest.raises(LessonError, match=unknown):
            named(MIDDLE_KINGDOM, [unknown])


def test_there_are_lessons() -> None:
    assert LESSONS


@pytest.mark.parametrize("game_id", TAUGHT)
def test_the_last_lesson_is_a_whole_game_with_a_coach(game_id: str) -> None:
    """And at the first time that each question comes up there is a word about it."""
    last = lessons(game_id)[-1]
    assert last.id == "first"
    (play,) = (step for step in last.steps if step.kind == FREE)
    assert play.coach
    assert play.bots == "novice"
    assert play.until == {"over": True}
    language = words(tianxia.game(game_id).package)
    dice = random.Random(1)
    for seed in range(FIRST_GAMES):
        state = tianxia.game(game_id).new(last.players, seed, **last.start.options)
        while not state.over():
            seat = state.next_actor()
            if seat == last.seat:
                question = state.view(seat)["prompt"]["id"]
                assert language.has(f"lesson-on-{question}"), question
                assert len(language.say(f"lesson-on-{question}").split()) <= MOST_WORDS
            state.play(seat, dice.choice(state.legal(seat)))


COACHED = """
[[lesson]]
id = "coached"
players = %d
seed = %d
after = %s
[[lesson.step]]
id = "play"
until = { over = true }
coach = true
"""


def test_the_coach_speaks_up_before_a_clear_mistake_and_can_be_overruled() -> None:
    """Everybody but the learner has a Farmer or may have one soon."""
    after = ["1 bid R", "2 bid R", "0 bid R", "1 bid 2", "2 bid 7", "0 bid 2", "2 claim farmer"]
    after += ["1 bid 6", "2 bid 1", "0 bid 7"]
    (each,) = read(MIDDLE_KINGDOM, COACHED % (3, 5, after))
    run = Run(each)
    before = run.match.state.to_dict()
    reply = run.answer("claim merchant")
    assert not reply.accepted
    assert "“Claim the Farmer”" in reply.words
    assert run.match.state.to_dict() == before
    assert run.answers == []
    assert Run(each, ["claim merchant"]).answers == ["claim merchant"], "what counted, counts"
    assert run.answer("claim merchant", insist=True).accepted
    run.back()
    assert run.answer("claim farmer").accepted
    (quiet,) = read(MIDDLE_KINGDOM, COACHED % (3, 5, after) + 'quiet = ["claim"]')
    assert Run(quiet).answer("claim merchant").accepted


@pytest.mark.parametrize("game_id", ["middle-kingdom", "ten-suns"])
def test_the_coach_can_be_asked(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint names something that may be done, a whole bid too, and changes nothing."""
    monkeypatch.setattr(coach, "LOOK", Effort(games=8, reach=4, questions=0))
    run = Run(lessons(game_id)[-1])
    while run.step is not None and not run.step.coach:
        with pytest.raises((LessonError, NotationError)):
            run.answer(HINT)
        run.answer(ON)
    state = run.match.state
    while game_id == "ten-suns" and not state.secret():
        run.answer(state.game.space.text(state.legal(run.lesson.seat)[0]), insist=True)
        state = run.match.state
    before, given = state.to_dict(), list(run.answers)
    reply = run.answer(HINT)
    assert not reply.accepted
    language = words(state.game.package)
    legal = [language.action(state.game, each) for each in state.legal(run.lesson.seat)]
    assert reply.words.startswith("The coach would do this:")
    assert any(each in reply.words for each in legal)
    assert (run.match.state.to_dict(), run.answers) == (before, given)


def test_the_coach_judges_a_bid_when_it_is_complete() -> None:
    """What was laid out is then taken back; from nothing but what the seat knows."""
    game = tianxia.game("ten-suns")
    items = ["0 put 1", "0 put 1", "0 put 1", "0 put 2", "0 put 2"]
    (each,) = read(game, COACHED % (2, 2, items))
    run = Run(each)
    assert run.answer("bid 3").accepted
    assert run.answers == ["bid 3"]
    reply = run.answer("done")
    assert not reply.accepted
    assert re.search("[2-9] times “1 Energy more on space [123]”", reply.words)
    assert run.answers == []
    assert run.match.state.view(0)["prompt"]["id"] == "bid"
    run.answer("bid 3", insist=True)
    assert run.answer("done", insist=True).accepted


def test_a_step_back_leads_to_the_beginning_of_an_answer_of_several_decisions() -> None:
    run = Run(lesson("ten-suns", "round"))
    for _ in range(3):
        run.answer(ON)
    step, before, kept = run.step, run.match.state.to_dict(), list(run.answers)
    assert step is not None
    assert step.wants
    run.answer("bid 2")
    run.drop()
    assert (run.match.state.to_dict(), run.answers) == (before, kept)
    for decision in step.decisions:
        run.answer(decision)
    assert run.step != step
    run.back()
    assert run.step == step
    assert (run.match.state.to_dict(), run.answers) == (before, kept)


def test_back_and_again() -> None:
    run = Run(lesson("middle-kingdom", "round"))
    start = run.match.state.to_dict()
    run.answer(ON)
    run.answer(ON)
    run.answer("bid 7")
    assert run.step is not None
    assert run.step.kind == PREDICT
    run.back()
    assert run.step is not None
    assert run.step.id == "bid"
    assert run.match.state.to_dict() == start
    assert run.answers == [ON, ON]
    run.again()
    assert run.answers == []
    assert run.progress() == (1, 7)


def test_what_is_not_asked_is_refused_and_changes_nothing() -> None:
    run = Run(lesson("middle-kingdom", "round"))
    with pytest.raises(LessonError, match="nothing is asked here"):
        run.answer("bid 7")
    run.answer(ON)
    run.answer(ON)
    with pytest.raises(NotationError):
        run.answer("bid seven")
    with pytest.raises(IllegalAction):
        run.answer("claim noble-4")
    run.answer("bid 6")
    with pytest.raises(LessonError, match="expected one of"):
        run.answer("99")
    wrong = next(guess for guess in run.guesses() if guess != run.expected())
    assert "7" in run.answer(wrong).words
    with pytest.raises(LessonError, match="takes no 'bid 1' there"):
        Run(run.lesson, [ON, ON, "bid 1"])
    with pytest.raises(LessonError, match="no lesson 'none'; it has: round"):
        lesson("middle-kingdom", "none")


def test_what_came_of_an_answer_is_seen_before_a_step_begins_elsewhere() -> None:
    run = Run(lesson("middle-kingdom", "two"))
    while run.step is not None and run.step.id != "place":
        for given in right_answers(run):
            run.answer(given)
    run.answer("place farmers")
    assert run.step is PAUSE
    assert run.said() == words().say("lesson-pause")
    farmers = run.match.state.view(0)["seats"][0]["piles"][2]
    assert (farmers["pile"], farmers["converted"]) == ("farmers", 1)
    assert run.events, "what happened is told"
    run.answer(ON)
    assert run.step is not None
    assert run.step.start is not None
    run.back()
    assert run.step is PAUSE


@pytest.mark.parametrize("each", LESSONS, ids=name)
def test_nothing_begins_elsewhere_before_the_learner_goes_on(each: Lesson) -> None:
    for before, step in pairwise(each.steps):
        assert step.start is None or before.kind == SHOW, step.id
        assert before is not PAUSE or step.start is not None, "only there"


FREE_PLAY = """
[[lesson]]
id = "free"
players = 2
[[lesson.step]]
id = "play"
until = { round = 3 }
bots = "random"
[[lesson.step]]
id = "end"
"""


def test_free_play_ends_where_it_is_told_to() -> None:
    (each,) = read(MIDDLE_KINGDOM, FREE_PLAY)
    run = Run(each)
    while run.step is not None and run.step.kind == FREE:
        assert each.seat in run.match.state.actors()
        legal = run.match.state.legal(0)
        run.answer(MIDDLE_KINGDOM.space.text(legal[0]))
    assert run.match.state.view(0)["round"] == 3


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ('[[lesson]]\nid = "a"', "a lesson has an id and steps"),
        ('[[lesson]]\nid = "a"\n[[lesson.step]]\nid = "b"\ncolour = 3', "got 'colour'"),
        ('[[lesson]]\nid = "a"\n[[lesson.step]]\nid = "b"\nplay = []\ndo = []', "play or do"),
        ('[[lesson]]\nid = "a"\nseat = 9\n[[lesson.step]]\nid = "b"', "one of 0 to"),
        ('[[lesson]]\nid = "a"\n[[lesson.step]]\nid = "b"\n[[lesson.step]]\nid = "b"', "two steps"),
        ('[[lesson]]\nid = "a"\n[[lesson.step]]\nid = "b"\npredict = "x"\nas = "y"', "or a seat"),
        ('[[lesson]]\nid = "a"\n[[lesson.step]]\nid = "b"\ndo = []\nwant = [{ to = 3 }]', "at"),
    ],
)
def test_a_lesson_told_wrongly_is_refused_with_its_place(told: str, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        read(MIDDLE_KINGDOM, told)


def test_steps_of_others_are_played_without_asking() -> None:
    assert any(step.kind == PLAY for each in LESSONS for step in each.steps)
    for each in LESSONS:
        run = Run(each)
        assert run.step is not None
        assert run.step.kind != PLAY
