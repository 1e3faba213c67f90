"""The board of a game in the browser, rendered from one viewer's view alone.

A game draws its board in `board.html.j2`: the macros `board()`, `player(seat)` and, where there is
a hand, `hand()`. The contract is in `docs/adding-a-board.md`. A game without one gets `plain.html.j2`.
"""

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Protocol

from jinja2 import Template
from markupsafe import Markup, escape

from ..engine.game import Game
from ..text import Explained, words
from .assets import game_asset, game_file, templates

#: The seals of the six seats on a 24-unit grid: told apart by shape, not by colour alone.
SEALS = (
    "M12 6a6 6 0 1 0 .01 0z",
    "M12 6l6 11H6z",
    "M7 7h10v10H7z",
    "M12 5l7 7-7 7-7-7z",
    "M10 6h4v4h4v4h-4v4h-4v-4H6v-4h4z",
    "M6 7h12v3H6zM6 14h12v3H6z",
)


#: What lies on a board, and titles: words for the page's own tip, which shows them on touch too.
KIND = re.compile(r'data-kind="([^"]+)"')
TITLE, TIP = ' title="', ' data-tip="'


class Choice(Protocol):
    """An option: its notation and its words."""

    @property
    def action(self) -> str:
        """What is sent."""
        ...

    @property
    def words(self) -> str:
        """What is read."""
        ...


class Board:
    """What a game's template draws from, and what came of it."""

    def __init__(
        self,
        game: Game,
        view: Mapping[str, Any],
        names: Sequence[str],
        choices: Sequence[Choice] = (),
    ) -> None:
        self._view = view
        self._words = words(game.package)
        self._choices = {choice.action: choice for choice in choices}
        self._game = game
        self._sprite = game_asset(game, "sprite.svg")
        #: The cards of what is drawn, by key, and the options that the board shows.
        self._cards: dict[str, Markup] = {}
        self._shown: set[str] = set()
        self._macros = board_template(game.package).make_module(
            {
                "v": view,
                "me": view["viewer"],
                "seats": self._seats(),
                "name": lambda seat: names[seat],
                "word": self._words.say,
                "title": self._words.name,
                "has_word": self._words.has,
                "legal": self._choices,
                "option": self.option,
                "piece": self.piece,
                "seal": seal,
                "icon": self.icon,
                "tells": self.tells,
                "signed": signed,
                "tree": text_tree,
            }
        )

    def board(self) -> Markup:
        """The middle of the table."""
        return self._render("board")

    def player(self, seat: int) -> Markup:
        """What lies before a player."""
        return self._render("player", seat)

    def hand(self) -> Markup:
        """What the viewer holds, if the game has such a thing."""
        return self._render("hand") if hasattr(self._macros, "hand") else Markup("")

    def explained(self) -> Markup:
        """A small card for each thing drawn so far: its picture and name, what it is, its rule."""
        for seat in range(self._view["players"]):
            self._explain_score(seat)
        return Markup("").join(self._cards[key] for key in sorted(self._cards))

    def _explain_score(self, seat: int) -> None:
        """Where the points of a player come from, as if the game ended now."""
        rows = [
            (self._words.name(row["source"]), row["points"][seat]) for row in self._view["scoring"]
        ]
        total = sum(points for _, points in rows)
        if total != self._view["scores"][seat]:  # some points are counted at the end only
            rows.append((self._words.say("result-total"), total))
        key = f"score-{seat}"
        self._cards[key] = _card(self._game, "score", key, _parts(rows))

    def explain(self, id: str) -> str:
        """The key of the card that explains an id; empty if nothing is written about it."""
        subject = self._words.subject(id)
        if not subject:
            return ""
        key = id if self._words.has(id) else subject
        if key not in self._cards:
            self._cards[key] = _card(self._game, key, key)
        return key

    def tells(
        self, id: str, parts: Sequence[tuple[str, float]] | Mapping[str, float] = ()
    ) -> Markup:
        """Attributes of an element that is explained by an id, and can be looked at by keyboard.

        For a number, `parts` says what it is the sum of: words, or ids that have a name.
        """
        key = self.explain(id)
        if isinstance(parts, Mapping):
            parts = [(self._words.name(part), number) for part, number in parts.items()]
        if parts:
            written = _parts(parts)
            key = f"{key}={hashlib.blake2b(written.encode(), digest_size=6).hexdigest()}"
            self._cards[key] = _card(self._game, id, key, written)
        return _told_by(key)

    def rest(self) -> list[Choice]:
        """The options the board did not show: the table offers them as buttons with words."""
        return [choice for text, choice in self._choices.items() if text not in self._shown]

    def option(self, *actions: str) -> str:
        """The first of these actions that may be chosen now, or nothing; it counts as shown."""
        for action in actions:
            if action in self._choices:
                self._shown.add(action)
                return action
        return ""

    def piece(
        self,
        *actions: str,
        classes: str = "",
        kind: str = "",
        place: str = "",
        pick: str = "",
        shows: Sequence[str] = (),
        label: str = "",
        preview: str = "",
        why: str = "",
        confirm: bool = False,
        then: str = "",
        explain: str = "",
        about: str = "",
        tag: str = "div",
        caller: Callable[[], str] = lambda: "",
    ) -> Markup:
        """Something on the board: a button while one of the actions may be chosen, else a thing.

        `kind` and `place` let it glide: what leaves one place and turns up in another, travels.
        `explain` is what it is, where `kind` does not say it; `about` names what is told of it.
        `then` is a second step that is sent along with the action, as one answer.
        `pick` makes it a part of a compound move instead, `shows` the options it stands for.
        """
        label, preview, why = (_plain(text) for text in (label, preview, why))
        chosen = self.option(*actions)
        offered = [action for action in shows if action in self._choices]
        self._shown.update(offered)
        pickable = bool(pick) and bool(offered)
        attributes: dict[str, str] = {"class": f"piece {classes}".strip()}
        if kind:
            attributes |= {"data-kind": kind, "data-place": place}
        if explain and (key := self.explain(explain)):
            attributes |= {"data-explain": key}
        if about:
            attributes |= {"data-about": about}
        inner = Markup(caller())
        if chosen or pickable:
            said = label or (self._choices[chosen].words if chosen else "")
            attributes["class"] += " option"
            attributes["type"] = "button"
            # What the words say already is not read a second time.
            attributes["aria-label"] = said if preview in said else f"{said}. {preview}"
            attributes["data-words"] = said
            if chosen:
                attributes["data-action"] = f"{chosen}; {then}" if then else chosen
            else:
                attributes |= {"data-pick": pick, "aria-pressed": "false"}
            if confirm:
                attributes["data-confirm"] = ""
            if preview:
                inner += Markup('<span class="preview" aria-hidden="true">{}</span>').format(
                    preview
                )
            tag = "button"
        elif why:
            attributes |= {"data-why": why, "class": attributes["class"] + " barred"}
            inner += Markup(f'<span class="unseen"> ({escape(why)})</span>')
        written = " ".join(f'{name}="{escape(value)}"' for name, value in attributes.items())
        return Markup(f"<{tag} {written}>{inner}</{tag}>")

    def icon(self, id: str, classes: str = "") -> Markup:
        """A drawing from the game's `sprite.svg`."""
        return _drawing(self._sprite, id, classes, self.explain(id))

    def _seats(self) -> list[int]:
        """The viewer first, then on around the table."""
        players = range(self._view["players"])
        first = self._view["viewer"] or 0
        return [*players[first:], *players[:first]]

    def _render(self, macro: str, *args: Any) -> Markup:
        return Markup(KIND.sub(self._tell, getattr(self._macros, macro)(*args)))

    def _tell(self, found: re.Match[str]) -> str:
        """Whatever lies somewhere says what it is."""
        key = self.explain(found[1])
        return f'data-explain="{key}" {found[0]}' if key else found[0]


@lru_cache(maxsize=1000)
def seal(seat: int, name: str = "") -> Markup:
    """The stamp of a seat; with a name it speaks, without one it is an ornament."""
    label = f'role="img" aria-label="{escape(name)}"' if name else 'aria-hidden="true"'
    return Markup(
        f'<svg class="seal seat-{seat}" viewBox="0 0 24 24" {label}>'
        f'<rect width="24" height="24" rx="3"/><path d="{SEALS[seat]}"/></svg>'
    )


def signed(number: float) -> str:
    """`+3`, `−2` or `±0`, with a real minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "±0"


def _parts(rows: Sequence[tuple[str, float]]) -> Markup:
    """What a number is the sum of."""
    return Markup("").join(
        Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(name, signed(number))
        for name, number in rows
        if number
    )


def _plain(text: str) -> str:
    """What a macro says is escaped already; attributes escape it themselves."""
    return " ".join((text.unescape() if isinstance(text, Markup) else text).split())


@lru_cache(maxsize=4000)
def _told_by(key: str) -> Markup:
    return Markup(' data-explain="{}" tabindex="-1"').format(key)


@lru_cache(maxsize=4000)
def _drawing(sprite: str | None, id: str, classes: str = "", key: str = "") -> Markup:
    told = f' data-explain="{escape(key)}"' if key else ""
    return Markup(
        f'<svg class="icon {escape(classes)}" aria-hidden="true" focusable="false"{told}>'
        f'<use href="{escape(f"{sprite}#{id}")}"/></svg>'
    )


@lru_cache(maxsize=4000)
def _card(game: Game, id: str, key: str, parts: str = "") -> Markup:
    """What a thing is: its picture and name, a sentence, the parts of a number, its rule."""
    found = words(game.package).explain(id)
    assert found is not None
    drawn = next((one for one in _kinds_of(id) if one in _symbols(game.package)), "")
    template = templates().get_template("_explained.html.j2")
    return Markup(
        template.render(
            key=key,
            found=found,
            parts=parts,
            icon=_drawing(game_asset(game, "sprite.svg"), drawn) if drawn else "",
            rules=rules_address(game, found.rules) if found.rules else "",
        )
    )


def _kinds_of(id: str) -> list[str]:
    """An id and all that it is one of: `poet-sun-2`, `poet-sun`, `poet`."""
    parts = id.split("-")
    return ["-".join(parts[:end]) for end in range(len(parts), 0, -1)]


@cache
def _symbols(package: str) -> frozenset[str]:
    return frozenset(re.findall(r'<symbol id="([^"]+)"', game_file(package, "sprite.svg") or ""))


def rules_anchor(heading: str) -> str:
    """Where a part of the rules is on its page."""
    return "rules-" + re.sub(r"\W+", "-", heading.lower()).strip("-")


def rules_address(game: Game, heading: str) -> str:
    """Where a part of a game's rules is."""
    return f"/rules/{game.id}#{rules_anchor(heading)}"


@cache
def board_template(package: str) -> Template:
    """The template of a game's board."""
    source = game_file(package, "board.html.j2")
    if source is None:
        return templates().get_template("plain.html.j2")
    return templates().from_string(source.replace(TITLE, TIP))


def text_tree(value: Any) -> Markup:
    """Any data as nested lists, for a game that has no board of its own yet."""
    if isinstance(value, Mapping):
        rows = [
            Markup("<div><dt>{}</dt><dd>{}</dd></div>").format(key, text_tree(item))
            for key, item in value.items()
        ]
        return Markup('<dl class="tree">{}</dl>').format(Markup("").join(rows))
    if isinstance(value, list | tuple) and any(isinstance(i, dict | list) for i in value):
        items = [Markup("<li>{}</li>").format(text_tree(item)) for item in value]
        return Markup('<ol class="tree">{}</ol>').format(Markup("").join(items))
    if isinstance(value, list | tuple):
        return escape(", ".join(str(item) for item in value) or "–")
    return escape("–" if value is None else str(value))


@cache
def legend(game: Game) -> list[tuple[Markup, Explained]]:
    """Every picture of a game that is explained, in the order of its sheet."""
    language = words(game.package)
    sprite = game_asset(game, "sprite.svg")
    drawn = re.findall(r'<symbol id="([^"]+)"', game_file(game.package, "sprite.svg") or "")
    found = ((id, language.explain(id)) for id in drawn)
    return [(_drawing(sprite, id), told) for id, told in found if told is not None]
