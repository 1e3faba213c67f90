"""Options of a game: typed, with a default and the values they take."""

from typing import Any, final

from .errors import OptionError
from .saved import shown


@final
class Option:
    """One option. The words for it are the messages `option-<name>` of the game."""

    def __init__(
        self, name: str, default: bool | int | str, choices: list[Any] | None = None
    ) -> None:
        self.name = name
        self.default = default
        self.type = type(default)
        self.choices: list[Any] = [False, True] if choices is None else choices

    def check(self, value: object) -> None:
        """Refuse a value the option does not take."""
        # True == 1 in Python, so the type has to match as well.
        if type(value) is not self.type or value not in self.choices:
            raise OptionError(f"option {self.name} takes {self.expected()}; got {shown(value)}")

    def parse(self, text: str) -> Any:
        """The value written as text, as on a command line or in a record."""
        for value in self.choices:
            if text.strip().lower() == option_text(value):
                return value
        raise OptionError(f"option {self.name} takes {self.expected()}; got {text!r}")

    def expected(self) -> str:
        """The values it takes, in words."""
        return " or ".join(option_text(value) for value in self.choices)


def option_text(value: object) -> str:
    """An option's value as text: `true`, `7`, `b-auction`."""
    return str(value).lower() if isinstance(value, bool) else str(value)
