"""A lesson under way: where the learner is, and what comes of an answer."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, final

from ..analysis import Turn, reasons, tell
from ..bots.table import Table
from ..engine.errors import IllegalAction, NotationError
from ..engine.events import Event
from ..engine.match import Match
from ..engine.record import Record
from ..engine.registry import game as find_game
from ..engine.state import State
from ..text import words
from .coach import advised, better
from .lesson import DO, FREE, PLAY, PREDICT, SHOW, Lesson, LessonError, Start, Step

#: The answer to a step at which nothing is asked.
ON = "on"
#: What is answered in free play to hear what the coach would do.
HINT = "hint"
#: Numbers offered beside the right one.
WRONG = (-2, -1, 1, 2, 3)


@dataclass(frozen=True)
class Reply:
    """What is said to an answer, and whether it counted."""

    accepted: bool
    words: str


@final
class Run:
    """A lesson and the answers so far, from which all the rest follows.

    What was answered (`answers`, plain text) is all that must be kept to go on later.
    """

    def __init__(self, lesson: Lesson, answers: Sequence[str] = ()) -> None:
        self.lesson = lesson
        self._words = words(find_game(lesson.game).package)
        self.names = [self._words.say(f"seat-{seat}") for seat in range(lesson.players)]
        self._begin()
        for given in answers:
            if not self._take(given).accepted:
                raise LessonError(f"lesson {lesson.id!r} takes no {given!r} there any more")

    def _begin(self) -> None:
        self.answers: list[str] = []
        self._at = 0
        #: The last step that was begun: one that begins elsewhere does so once.
        self._begun = -1
        self._asked: set[str] = set()
        self._bots: Table | None = None
        #: What the learner saw happen since the last answer.
        self.events: list[Event] = []
        self.match = self._started(self.lesson.start)
        self._arrive()

    def _started(self, start: Start) -> Match:
        game = find_game(self.lesson.game)
        match = Match(Record(game, self.lesson.players, start.seed, dict(start.options)))
        for line in start.after:
            match.play(*_parse(match.state, line))
        return match

    # What is shown

    @property
    def step(self) -> Step | None:
        """Where the learner is; None at the end of the lesson."""
        steps = self.lesson.steps
        return steps[self._at] if self._at < len(steps) else None

    @property
    def done(self) -> bool:
        """Is the lesson over?"""
        return self.step is None

    def progress(self) -> tuple[int, int]:
        """The number of the step, of so many."""
        return min(self._at + 1, len(self.lesson.steps)), len(self.lesson.steps)

    def said(self) -> str:
        """The words of the present step."""
        step = self.step
        if step is None:
            return self._words.say("lesson-done")
        return self._words.say(self.lesson.words(step))

    @property
    def under_way(self) -> bool:
        """Does the learner play freely, and has decided something already?"""
        return self.step is not None and self.step.kind == FREE and bool(self._asked)

    def pointed(self) -> list[str]:
        """What the pieces are called that the present step points at."""
        return [self._called(piece) for piece in (self.step.point if self.step else ())]

    def _called(self, piece: str) -> str:
        """A part of the table has a name of its own; everything else is explained somewhere."""
        if self._words.has(f"part-{piece}"):
            return self._words.say(f"part-{piece}")
        found = self._words.explain(piece)
        if found is None:
            raise LessonError(f"{self.lesson.game}: nothing on the board is called {piece!r}")
        return found.name

    def comment(self) -> str:
        """A word about the question, the first time it comes up in free play; else nothing."""
        step, state = self.step, self.match.state
        if step is None or step.kind != FREE or self.lesson.seat not in state.actors():
            return ""
        question = self._question()
        id = f"lesson-on-{question}"
        return self._words.say(id) if question not in self._asked and self._words.has(id) else ""

    def expected(self) -> str:
        """What the engine says to the prediction that is asked for."""
        step = self.step
        assert step is not None
        assert step.kind == PREDICT
        before = self.match.state
        after = before.copy()
        for line in step.decisions:
            seat, action = _parse(after, line)
            after.play(seat, action)
        value = _look(after.view(self.lesson.seat), step.path)
        if step.change:
            value -= _look(before.view(self.lesson.seat), step.path)
        return str(value)

    def guesses(self) -> list[str]:
        """What may be predicted, the right answer among them: seats, or numbers near it."""
        step = self.step
        assert step is not None
        if step.seats:
            return [str(seat) for seat in range(self.lesson.players)]
        right = int(self.expected())
        # Which numbers stand beside it depends on the step, so that its place says nothing.
        turn = sum(self.lesson.words(step).encode()) % (len(WRONG) - 2)
        return [str(each) for each in sorted([right, *(right + by for by in WRONG[turn:][:3])])]

    # What is answered

    def answer(self, text: str, insist: bool = False) -> Reply:
        """Answer the present step: a notation, a prediction, or `on` where nothing is asked.

        Whoever insists hears nothing from the coach, unless asking for a `hint`.
        """
        step = self.step
        if text == HINT and step is not None and step.coach:
            found = advised(self.match.record, self.lesson.seat)
            return Reply(False, self._words.say("lesson-hint", options=self._listed(found)))
        if step is not None and step.coach and not insist and self._question() not in step.quiet:
            advice = self._advice(self._parsed(text))
            if advice:
                return Reply(False, advice)
        return self._take(text)

    def _advice(self, action: int) -> str:
        """What the coach says to a decision that would complete an answer, before it is carried out.

        What was answered already to the same question is then taken back.
        """
        match, seat = self.match, self.lesson.seat
        state, own = match.state, self._laid_out()
        if self._completed(action) is None:
            return ""
        number = state.asked_at if state.secret() else len(match.record.decisions)
        found = better(match.record, Turn(number, seat, (*own, action), state.secret()))
        if not found:
            return ""
        self._take_back(len(own))
        told = self._words.say("lesson-coach", options=self._listed(found))
        before = match.record.replay(number)
        why = reasons(match.record.game, before, seat, found, (*own, action))
        return f"{told} {tell(self._words, why)}" if why else told

    def so_far(self) -> str:
        """What was laid out for an answer that wants more, in words; else nothing."""
        laid_out = self._laid_out()
        return self._listed(laid_out) if laid_out else ""

    def _listed(self, actions: Sequence[int]) -> str:
        told = [
            self._words.say(
                "lesson-coach-times",
                option=self._words.action(self.match.record.game, each),
                times=times,
            )
            for each, times in Counter(actions).items()
        ]
        return self._words.join(told)

    def _laid_out(self) -> list[int]:
        """What the learner answered already to a secret question that wants more."""
        state, decisions = self.match.state, self.match.record.decisions
        asked_at = state.asked_at if state.secret() else len(decisions)
        return [each for player, each in decisions[asked_at:] if player == self.lesson.seat]

    def _completed(self, action: int) -> State | None:
        """What comes of a decision that completes an answer; None if more is asked for it."""
        state, seat = self.match.state, self.lesson.seat
        after = state.copy()
        after.play(seat, action)
        more = state.secret() and after.asked_at == state.asked_at and seat in after.actors()
        return None if more else after

    def _take_back(self, count: int) -> None:
        for _ in range(count):
            self.match.undo(self.lesson.seat)
        del self.answers[len(self.answers) - count :]

    def _take(self, text: str) -> Reply:
        step = self.step
        if step is None:
            raise LessonError(f"lesson {self.lesson.id!r} is over")
        old = len(self.events)
        reply = self._reply(step, text)
        if reply.accepted:
            del self.events[:old]
            self.answers.append(text)
            self._arrive()
        return reply

    def back(self) -> None:
        """Take the last answer back, with all that was laid out for it."""
        self._go_to(len(self.answers) - 1)
        self.drop()

    def drop(self) -> None:
        """Take back what was laid out for an answer that is not complete."""
        if laid_out := len(self._laid_out()):
            self._go_to(len(self.answers) - laid_out)

    def _go_to(self, count: int) -> None:
        """Where the learner was after so many answers."""
        kept = self.answers[: max(0, count)]
        self._begin()
        for given in kept:
            self._take(given)

    def again(self) -> None:
        """From the beginning."""
        self._begin()

    def _reply(self, step: Step, text: str) -> Reply:
        if step.kind == SHOW:
            if text != ON:
                raise LessonError(f"nothing is asked here; expected {ON!r}, got {text!r}")
            self._at += 1
            return Reply(True, "")
        if step.kind == PREDICT:
            return self._predicted(step, text)
        action = self._parsed(text)
        if step.kind == DO:
            return self._decided(step, self.match.state.game.space.text(action), action)
        self._asked.add(self._question())
        self._play(self.lesson.seat, action)
        return Reply(True, "")

    def _parsed(self, text: str) -> int:
        """The decision that is meant, if it can be made now."""
        state = self.match.state
        action = state.game.space.parse(text)
        if action not in state.legal(self.lesson.seat):
            raise IllegalAction(self._words.say("lesson-illegal"))
        return action

    def _decided(self, step: Step, text: str, action: int) -> Reply:
        if step.wants:
            return self._laid(step, action)
        if text not in step.decisions:
            part = step.answers.get(text, "other")
            id = self.lesson.words(step, part)
            return Reply(False, self._words.say(id if self._words.has(id) else "lesson-other"))
        self._play(self.lesson.seat, action)
        self._at += 1
        id = self.lesson.words(step, step.answers.get(text, "right"))
        return Reply(True, self._words.say(id) if self._words.has(id) else "")

    def _laid(self, step: Step, action: int) -> Reply:
        """A part of an answer of several decisions, or the one that completes it."""
        after = self._completed(action)
        if after is not None:
            view = after.view(self.lesson.seat)
            for want in step.wants:
                if not want.least <= _look(view, want.path) <= want.most:
                    self._take_back(len(self._laid_out()))
                    return Reply(False, self._words.say(self.lesson.words(step, want.part)))
            self._at += 1
        self._play(self.lesson.seat, action)
        id = self.lesson.words(step, "right")
        return Reply(True, self._words.say(id) if after is not None and self._words.has(id) else "")

    def _predicted(self, step: Step, text: str) -> Reply:
        right = self.expected()
        if text not in self.guesses():
            raise LessonError(f"expected one of {', '.join(self.guesses())}; got {text!r}")
        why = self.lesson.words(step, "why")
        because = self._words.say(why) if self._words.has(why) else ""
        id = "lesson-right" if text == right else "lesson-wrong"
        if step.seats:
            id += "-seat"
        said = self._words.say(id, value=self.names[int(right)] if step.seats else right)
        self._at += 1
        return Reply(True, f"{said} {because}".strip())

    def _arrive(self) -> None:
        """Let others do what is told of them, up to the next step at which the learner is needed."""
        while (step := self.step) is not None:
            if step.start is not None and self._at != self._begun:
                self.match = self._started(step.start)
                self._bots = None
                self.events.clear()  # of another game
            self._begun = self._at
            if step.kind == PLAY:
                for line in step.decisions:
                    self._play(*_parse(self.match.state, line))
            elif step.kind == FREE:
                self._let_bots_play(step)
                if not self._reached(step):
                    return
            else:
                return
            self._at += 1

    def _let_bots_play(self, step: Step) -> None:
        record, seat = self.match.record, self.lesson.seat
        others = {other: step.bots for other in range(record.players) if other != seat}
        if self._bots is None:
            self._bots = Table(record.game, others, record.seed)
        while not self._reached(step):
            player = self._bots.next(self.match.state)
            if player is None:
                return
            self._play(player, self._bots.decide(self.match, player).action)

    def _play(self, seat: int, action: int) -> None:
        self.match.play(seat, action)
        told = self.match.state.events or []
        self.events += [event for event in told if event.seen_by(self.lesson.seat)]

    def _reached(self, step: Step) -> bool:
        view = self.match.state.view(self.lesson.seat)
        return self.match.state.over() or all(
            _look(view, path) == value for path, value in step.until.items()
        )

    def _question(self) -> str:
        question: str = self.match.state.view(self.lesson.seat)["prompt"]["id"]
        return question


def _parse(state: State, line: str) -> tuple[int, int]:
    """A decision as a record writes it: the seat and the notation."""
    seat, _, notation = line.partition(" ")
    if not seat.isdigit():
        raise NotationError(f"expected a seat and a decision, such as '1 bid 3'; got {line!r}")
    return int(seat), state.game.space.parse(notation)


def _look(view: Mapping[str, Any], path: str) -> Any:
    """The value at a path such as `seats.0.tokens`."""
    found: Any = view
    for part in path.split("."):
        try:
            found = found[int(part)] if isinstance(found, list) else found[part]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise LessonError(f"the view has no {path!r}") from error
    return found
