"""The words a player reads, from the Fluent files of the program and of each game."""

import re
import tomllib
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import (
    BaseNode,
    Message,
    MessageReference,
    Resource,
    Term,
    TermReference,
    VariableReference,
)

from .engine.events import Event
from .engine.game import Game

LANGUAGES = ("en",)
#: The files of a language: the words every game has, and what further ones are about.
ABOUT = ("", "-lessons", "-puzzles", "-explain", "-reasons")
#: The files that must be there.
ESSENTIAL = tuple(f"{language}.ftl" for language in LANGUAGES)
#: Arguments of sentences that are seats, and those that are lists of seats.
SEAT_ARGS = ("player", "other")
SEATS_ARGS = ("players", "others")
#: Arguments that are words already: what people call themselves is never taken for an id.
SPOKEN_ARGS = (
    *(*SEAT_ARGS, *SEATS_ARGS, "names", "start", "end", "wanted", "subjects"),
    *("what", "clause", "deed"),
)
#: A hyphen that stands for a minus.
MINUS = re.compile(r"(?<![\w-])-(?=\d)")
#: How the ids of explanations begin.
EXPLAIN = "explain-"
#: Sentences kept of each game.
MOST_KEPT = 20_000


class Explained(NamedTuple):
    """What a thing is: its name, a sentence or two, and the heading of the rules to read on."""

    name: str
    text: str
    rules: str


class Words:
    """The sentences of one language, those of one game among them.

    Ids by convention: `option-<name>` and `option-<name>-<value>`, `event-<kind>`,
    `action-<family>`, `prompt-<id>` for the one who is asked and `prompt-<id>-other` for those who
    watch, with the heading of `rules.md` that explains it as its attribute `.rules`; the id of a
    component (`noble-2`) is the name of it, and `explain-<id>` says what it is, with the heading
    that tells more as its attribute `.rules` and, where the id has no name, one as `.name`.

    Every number of the game's `components.toml` is at hand by its path: `$scoring-token`,
    `$event-festival-numbers-1`, and with `-count` how long a list is.
    """

    def __init__(self, package: str = "", language: str = "en") -> None:
        self._said: dict[Hashable, str] = {}
        #: Messages and terms as they are written, and the printed numbers each of them uses.
        self._written: dict[str, Message | Term] = {}
        self._uses: dict[str, dict[str, int]] = {}
        self._subject_of: dict[str, str] = {}
        #: All that can be explained, in the order of the files.
        self.subjects: list[str] = []
        self._bundle = FluentBundle([language], use_isolating=False)
        self._printed = _printed(package) if package else {}
        for home in filter(None, ("tianxia", package)):
            for file in (f"{language}{about}.ftl" for about in ABOUT):
                source = _resource(home, file)
                if source is not None:
                    self._bundle.add_resource(source, allow_overrides=True)
                    for entry in source.body:
                        if isinstance(entry, Message | Term):
                            id = entry.id.name
                            self._written[f"-{id}" if isinstance(entry, Term) else id] = entry
                            if isinstance(entry, Message) and id.startswith(EXPLAIN):
                                self.subjects.append(id[len(EXPLAIN) :])

    def has(self, id: str) -> bool:
        """Is there a sentence of that id?"""
        return bool(self._bundle.has_message(id))

    def say(self, id: str, /, **args: Any) -> str:
        """A sentence with its values filled in; ids among the values become names.

        Sentences are kept, since boards and logs say the same ones again and again.
        """
        values = args.values()
        # Of equal values of other types (1, 1.0, true) other words may come.
        key: Hashable = (id, *args, *values, *map(type, values)) if args else id
        try:
            said = self._said.get(key)
        except TypeError:  # lists among the values
            key = (id, *((name, type(value), _fixed(value)) for name, value in args.items()))
            said = self._said.get(key)
        if said is None:
            if len(self._said) >= MOST_KEPT:
                self._said.clear()
            said = self._said[key] = self._format(id, args)
        return said

    def _format(self, id: str, args: Mapping[str, Any]) -> str:
        pattern = self._bundle.get_message(id).value if self.has(id) else None
        if pattern is None:
            raise KeyError(f"no message {id!r}")
        return self._fill(id, pattern, args)

    def _fill(self, id: str, pattern: Any, args: Mapping[str, Any]) -> str:
        values = {key: self._value(value, spoken=key in SPOKEN_ARGS) for key, value in args.items()}
        text, errors = self._bundle.format_pattern(pattern, {**self._printed_in(id), **values})
        if errors:
            raise ValueError(f"message {id!r}: {errors}")
        return MINUS.sub("−", str(text))

    def _printed_in(self, id: str) -> dict[str, int]:
        """The printed numbers that a message uses, whatever it refers to included.

        A game has hundreds of them, and all that are given with a sentence cost time.
        """
        found = self._uses.get(id)
        if found is None:
            used: set[str] = set()
            seen = {id}
            waiting: list[BaseNode] = [self._written[id]]
            while waiting:
                for node in _nodes(waiting.pop()):
                    if isinstance(node, VariableReference):
                        used.add(node.id.name)
                        continue
                    term = isinstance(node, TermReference)
                    other = f"-{node.id.name}" if term else node.id.name
                    if other not in seen and other in self._written:
                        seen.add(other)
                        waiting.append(self._written[other])
            found = {name: value for name, value in self._printed.items() if name in used}
            self._uses[id] = found
        return found

    def name(self, id: str) -> str:
        """The name of a component, or the id itself if it has none."""
        return self.say(id) if self.has(id) else id

    def subject(self, id: str) -> str:
        """The subject that explains an id: itself, or what it is one of (`poet` for `poet-sun-2`)."""
        found = self._subject_of.get(id)
        if found is None:
            found = id
            while found and not self.has(EXPLAIN + found):
                found = found.rpartition("-")[0]
            if len(self._subject_of) < MOST_KEPT:
                self._subject_of[id] = found
        return found

    def explain(self, id: str) -> Explained | None:
        """What a component, a picture or a word on the board is, if that is written down."""
        subject = self.subject(id)
        if not subject:
            return None
        attributes = self._bundle.get_message(EXPLAIN + subject).attributes
        named, rules = (attributes.get(part) for part in ("name", "rules"))
        if named and (id == subject or not self.has(id)):
            name = self._fill(EXPLAIN + subject, named, {})
        else:
            name = self.name(id if self.has(id) else subject)
        return Explained(
            name=name[:1].upper() + name[1:],
            text=self.say(EXPLAIN + subject),
            rules=self._fill(EXPLAIN + subject, rules, {}) if rules else "",
        )

    def explanations(self, wanted: str) -> list[Explained]:
        """All that is known of a word that somebody wants explained."""
        found = [one for id in self.subjects if (one := self.explain(id)) is not None]
        word = wanted.strip().lower()
        named = [one for one in found if one.name.lower() == word]
        return named or [one for one in found if word in one.name.lower()]

    def join(self, texts: Iterable[str]) -> str:
        """A list in words: `a, b and c`."""
        items = list(texts)
        if len(items) < 2:
            return items[0] if items else self.say("list-empty")
        return self.say("list", start=", ".join(items[:-1]), end=items[-1])

    def event(self, event: Event, names: Sequence[str]) -> str:
        """What happened, in words."""
        return self.say(f"event-{event.kind}", **self._seats(event.args, names))

    def action(self, game: Game, action: int) -> str:
        """What an action means, in words."""
        args: dict[str, Any] = game.space.args(action)
        return self.say(f"action-{game.space.family(action).name}", **args)

    def prompt(self, view: Mapping[str, Any], names: Sequence[str]) -> str:
        """Who decides what and why, for the one who looks at this view."""
        prompt = view["prompt"]
        asked = view["viewer"] in view["actors"] or view["over"]
        id = f"prompt-{prompt['id']}" + ("" if asked else "-other")
        args = {key: value for key, value in prompt.items() if key != "id"}
        return self.say(id, **self._seats({"players": view["actors"], **args}, names))

    def prompt_rules(self, view: Mapping[str, Any]) -> str:
        """The heading of the rules that explains what is asked; empty if none is named."""
        id = f"prompt-{view['prompt']['id']}"
        pattern = self._bundle.get_message(id).attributes.get("rules")
        return self._fill(id, pattern, view["prompt"]) if pattern else ""

    def _seats(self, args: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
        named = dict(args)
        for key in SEAT_ARGS:
            if key in named:
                named[key] = names[named[key]]
        for key in SEATS_ARGS:
            if key in named:
                named[key] = self.join(names[seat] for seat in named[key])
        return named

    def _value(self, value: Any, spoken: bool) -> Any:
        if isinstance(value, str):
            return value if spoken else self.name(value)
        if isinstance(value, list | tuple):
            return self.join(str(self._value(item, spoken)) for item in value)
        return value


@cache
def _resource(home: str, file: str) -> Resource | None:
    """The sentences of a file, read once for all games; none where there is no such file."""
    path = files(home).joinpath("messages", file)
    if file in ESSENTIAL or path.is_file():
        return FluentResource(path.read_text("utf-8"))
    return None


def _printed(package: str) -> dict[str, int]:
    """The numbers printed on a game's components, each by its path."""
    path = files(package).joinpath("components.toml")
    if not path.is_file():
        return {}
    return dict(_numbers(tomllib.loads(path.read_text("utf-8"))))


def _numbers(data: Any, path: str = "") -> Iterator[tuple[str, int]]:
    if isinstance(data, int):
        yield path, data
    elif isinstance(data, list):
        yield f"{path}-count", len(data)
    if isinstance(data, dict | list):
        for n, item in enumerate(data, 1):
            if isinstance(data, dict):
                key, item = item, data[item]
            else:
                key = item.get("id", n) if isinstance(item, dict) else n
            yield from _numbers(item, f"{path}-{key}" if path else str(key))


def _nodes(
    within: BaseNode,
) -> Iterator[VariableReference | MessageReference | TermReference]:
    """All that a message refers to."""
    for value in vars(within).values():
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, BaseNode):
                if isinstance(node, VariableReference | MessageReference | TermReference):
                    yield node
                yield from _nodes(node)


def _fixed(value: Any) -> Hashable:
    """A value as part of a key: lists become tuples."""
    return tuple(_fixed(item) for item in value) if isinstance(value, list | tuple) else value


@cache
def words(package: str = "", language: str = "en") -> Words:
    """The words of a game's package, read once."""
    return Words(package, language)
