"""What can go wrong, one class for each kind, all of them `TianxiaError`."""


class TianxiaError(Exception):
    """Anything this library refuses, with a sentence that says what was expected."""


class UnknownGame(TianxiaError, LookupError):
    """No game of that id is installed."""


class OptionError(TianxiaError, ValueError):
    """An unknown option, a value it does not take, or a wrong number of players."""


class NotationError(TianxiaError, ValueError):
    """A text that names no action of the game."""


class IllegalAction(TianxiaError, ValueError):
    """The action cannot be chosen by that player now; the state is untouched."""


class StateError(TianxiaError, ValueError):
    """A saved state that is damaged or belongs to another game or version."""


class RecordError(TianxiaError, ValueError):
    """A damaged record; `line` is the line that is wrong, counted from 1."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class UndoError(TianxiaError, ValueError):
    """The decision cannot be taken back."""


class DataError(TianxiaError, ValueError):
    """A component file (`components.toml`) holds something impossible."""
