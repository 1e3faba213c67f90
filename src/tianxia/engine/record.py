"""A game as a small text file: what was played, and how to check it.

    tianxia-record 2
    game middle-kingdom ~8c1f
    version 1 ~02aa
    players 3 ~6e0d
    seed 7 ~90b1
    key 3f1c... ~51d0
    option experienced false ~7d44
    hinted 0 4 17 ~61c2
    0 bid 7 ~51fe
    ...
    scores 23 24 13 ~0a3b
    winners 1 ~ee91
    hash 5b0c... ~7777
    signed 91d2... ~0c4e

One line a decision: the seat and the notation. `key` stands in games of a house only: what is drawn
there follows from it and the seed, and it is secret until the game is over. `hinted` names a seat and
the decisions it was helped with: how many there were before each. `scores` and `winners` stand only under a finished
game. `hash` is that of all lines before it and of the state at the end; in format 1, which is still
read, of the state alone. `signed` may follow: only who has the key of the house that hosted the game
can write it. The four digits after `~` check the line and all before it, so that a damaged record
can be refused with the line that is wrong.
"""

import hashlib
import hmac
import json
import zlib
from collections.abc import Callable
from typing import Any, final

from .errors import IllegalAction, NotationError, OptionError, RecordError, UnknownGame
from .game import Game
from .options import option_text
from .registry import game as find_game
from .rng import NO_KEY
from .state import State

FORMAT = "tianxia-record 2"
#: Its hash covers the state at the end only.
FORMAT_1 = "tianxia-record 1"
MAX_LINES = 100_000
MAX_LENGTH = 400
SIGNATURE = 64
#: Decisions named in one line of `hinted`.
HINTED = 40
KEY = 64
HEX = "0123456789abcdef"


@final
class Record:
    """A finished or running game: how it began and every decision since."""

    def __init__(
        self,
        game: Game,
        players: Any,
        seed: int,
        options: dict[str, Any],
        decisions: list[tuple[int, int]] | None = None,
        key: str = "",
    ) -> None:
        self.game = game
        self.players = players
        self.seed = seed
        self.options = game.complete(players, options)
        #: Seat and action of each decision.
        self.decisions: list[tuple[int, int]] = decisions or []
        #: What is drawn follows from this, in hexadecimal digits, and the seed; empty: from the seed.
        self.key = key
        #: What stood after `signed` in the text it was read from.
        self.signature = ""
        #: How often somebody playing against bots went back past their decisions.
        self.rewound = 0
        #: Where somebody was told what to do: the seat, and how many decisions there were before.
        self.hinted: list[tuple[int, int]] = []

    def start(self) -> State:
        """The state before the first decision."""
        key = NO_KEY
        if self.key:
            key = hmac.digest(bytes.fromhex(self.key), str(self.seed).encode(), "sha256")
        return self.game.begin(self.players, self.seed, self.options, key)

    def replay(self, decisions: int | None = None) -> State:
        """The state after so many decisions; after all of them by default."""
        state = self.start()
        for player, action in self.decisions[:decisions]:
            state.play(player, action)
        return state

    def text(self) -> str:
        """The record as text."""
        return _written(self._lines())

    def signed(self, key: bytes) -> str:
        """The record as text, with a line that only who has the key can write."""
        lines = self._lines()
        return _written([*lines, "signed " + _signature(lines, key)])

    def signature_is(self, key: bytes) -> bool:
        """Was the record read from a text that was signed with this key, and nothing played since?"""
        return hmac.compare_digest(self.signature, _signature(self._lines(), key))

    def _lines(self) -> list[str]:
        state = self.replay()
        lines = [
            f"game {self.game.id}",
            f"version {self.game.version}",
            f"players {self.players}",
            f"seed {self.seed}",
        ]
        if self.key:
            lines.append(f"key {self.key}")
        for name, value in self.options.items():
            lines.append(f"option {name} {option_text(value)}")
        if self.rewound:
            lines.append(f"rewound {self.rewound}")
        for seat in sorted({seat for seat, _ in self.hinted}):
            numbers = sorted({number for other, number in self.hinted if other == seat})
            for first in range(0, len(numbers), HINTED):
                told = " ".join(str(number) for number in numbers[first : first + HINTED])
                lines.append(f"hinted {seat} {told}")
        for player, action in self.decisions:
            lines.append(f"{player} {self.game.space.text(action)}")
        return lines + _ending(state, lines, FORMAT)


def read_record(text: str, find: Callable[[str], Game] = find_game) -> Record:
    """The record a text holds, replayed and verified to the last token; else `RecordError`."""
    format, lines = _checked(text)
    first = 2  # the number of the first line after the format's
    names = ("game", "version", "players", "seed")
    if len(lines) < len(names):
        raise RecordError(len(lines) + first, "the record ends before its header is complete")
    header: dict[str, str] = {}
    for number, (name, line) in enumerate(zip(names, lines, strict=False), first):
        if not line.startswith(name + " "):
            raise RecordError(number, f"expected '{name} ...'; got {line!r}")
        header[name] = line[len(name) + 1 :]
    try:
        game = find(header["game"])
    except UnknownGame as unknown:
        raise RecordError(first, str(unknown)) from unknown
    if header["version"] != str(game.version):
        raise RecordError(
            first + 1,
            f"made by version {header['version']} of {game.id}; this is version {game.version}",
        )
    players = _number(header["players"], first + 2)
    seed = _number(header["seed"], first + 3)
    position = len(names)
    key = ""
    if position < len(lines) and lines[position].startswith("key "):
        key = _digits(lines[position].removeprefix("key "), KEY, "a key", position + first)
        position += 1
    options: dict[str, Any] = {}
    known = {option.name: option for option in game.options}
    while position < len(lines) and lines[position].startswith("option "):
        words = lines[position].split(" ", 2)
        number = position + first
        if len(words) != 3 or words[1] not in known or words[1] in options:
            raise RecordError(number, f"expected an option of {game.id}; got {lines[position]!r}")
        try:
            options[words[1]] = known[words[1]].parse(words[2])
        except OptionError as wrong:
            raise RecordError(number, str(wrong)) from wrong
        position += 1
    try:
        record = Record(game, players, seed, options, key=key)
        state = record.start()
    except OptionError as wrong:
        raise RecordError(first + 2, str(wrong)) from wrong
    if position < len(lines) and lines[position].startswith("rewound "):
        record.rewound = _number(lines[position][len("rewound ") :], position + first)
        position += 1
    while position < len(lines) and lines[position].startswith("hinted "):
        number = position + first
        helped = [_number(word, number) for word in lines[position].split(" ")[1:]]
        if len(helped) < 2 or helped[0] >= record.players:
            raise RecordError(number, f"expected a seat and numbers; got {lines[position]!r}")
        record.hinted += [(helped[0], each) for each in helped[1:]]
        position += 1
    while position < len(lines) and lines[position][:1].isdigit():
        number = position + first
        seat, _, notation = lines[position].partition(" ")
        try:
            player, action = _number(seat, number), game.space.parse(notation)
            state.play(player, action)
        except (NotationError, IllegalAction) as illegal:
            raise RecordError(number, str(illegal)) from illegal
        record.decisions.append((player, action))
        position += 1
    for expected in _ending(state, lines[:position], format):
        number = position + first
        found = lines[position] if position < len(lines) else "the end of the record"
        if found != expected:
            raise RecordError(number, f"expected {expected!r}; got {found!r}")
        position += 1
    if position < len(lines) and lines[position].startswith("signed "):
        signed = lines[position].removeprefix("signed ")
        record.signature = _digits(signed, SIGNATURE, "a signature", position + first)
        position += 1
    if position < len(lines):
        raise RecordError(position + first, f"nothing may follow here; got {lines[position]!r}")
    return record


def state_hash(state: State) -> str:
    """A fingerprint of the whole state."""
    text = json.dumps(state.to_dict(), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _ending(state: State, before: list[str], format: str) -> list[str]:
    """The lines after those of the beginning and the decisions."""
    lines: list[str] = []
    if state.over():
        lines.append("scores " + " ".join(str(score) for score in state.scores()))
        lines.append("winners " + " ".join(str(winner) for winner in state.winners()))
    hash = state_hash(state)
    if format == FORMAT:
        history = "\n".join([format, *before, *lines, hash])
        hash = hashlib.sha256(history.encode()).hexdigest()
    lines.append("hash " + hash)
    return lines


def _signature(lines: list[str], key: bytes) -> str:
    """The lines end with a hash of all of them."""
    return hmac.new(key, lines[-1].encode(), hashlib.sha256).hexdigest()


def _written(lines: list[str]) -> str:
    """The lines with the format before them and their check digits."""
    written = [FORMAT]
    check = zlib.crc32(FORMAT.encode())
    for line in lines:
        check = zlib.crc32(line.encode(), check)
        written.append(f"{line} ~{check & 0xFFFF:04x}")
    return "\n".join(written) + "\n"


def _checked(text: str) -> tuple[str, list[str]]:
    """The format, and the lines after it without their check digits."""
    raw = text.splitlines()
    if not raw or raw[0] not in (FORMAT, FORMAT_1):
        raise RecordError(1, f"expected {FORMAT!r}")
    if len(raw) > MAX_LINES:
        raise RecordError(MAX_LINES, f"no game has more than {MAX_LINES} lines")
    lines: list[str] = []
    check = zlib.crc32(raw[0].encode())
    for number, whole in enumerate(raw[1:], 2):
        line, mark, digits = whole.rpartition(" ~")
        if not mark or len(whole) > MAX_LENGTH:
            raise RecordError(number, f"expected a line with its check digits; got {whole[:80]!r}")
        check = zlib.crc32(line.encode(), check)
        if digits != f"{check & 0xFFFF:04x}":
            raise RecordError(number, "the line or its check digits were altered")
        lines.append(line)
    return raw[0], lines


def _digits(text: str, number: int, what: str, line: int) -> str:
    if len(text) != number or text.strip(HEX):
        raise RecordError(line, f"{what} has {number} digits from 0 to f")
    return text


def _number(text: str, line: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        raise RecordError(line, f"expected a whole number; got {text!r}")
    return int(text)
