"""Actions are small ints of one fixed space; people and records write them in notation."""

import difflib
from itertools import product
from typing import Final, final

from mypy_extensions import i64

from .compact import Set
from .errors import NotationError


@final
class Family:
    """Actions of one form, such as `claim {kind}`: one for each choice of its fields.

    Either the fields' values are given by name and every combination is an action, the last
    field running fastest, or `only` lists the combinations that exist.
    """

    def __init__(
        self,
        name: str,
        pattern: str,
        fields: dict[str, list[str]] | None = None,
        only: list[dict[str, str]] | None = None,
    ) -> None:
        self.name = name
        self.pattern = pattern
        self.start = 0  # set by the space
        if only is None:
            values = fields or {}
            only = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
        self.args = only
        self.texts = [pattern.format(**args) for args in only]

    def __len__(self) -> int:
        return len(self.texts)


@final
class ActionSpace:
    """All actions of a game, family after family, numbered from 0."""

    def __init__(self, families: list[Family]) -> None:
        self.families = families
        self._texts: list[str] = []
        self._family_of: list[Family] = []
        for family in families:
            family.start = len(self._texts)
            self._texts.extend(family.texts)
            self._family_of.extend([family] * len(family))
        self._numbers = {text: number for number, text in enumerate(self._texts)}
        if len(self._numbers) != len(self._texts):
            twice = sorted({text for text in self._texts if self._texts.count(text) > 1})
            raise ValueError(f"two actions share a notation: {', '.join(twice)}")

    def __len__(self) -> int:
        return len(self._texts)

    def start(self, family: str) -> int:
        """The number of the first action of a family."""
        for found in self.families:
            if found.name == family:
                return found.start
        raise KeyError(family)

    def text(self, action: int) -> str:
        """The notation of an action."""
        if not 0 <= action < len(self._texts):
            raise NotationError(f"no action {action}: the space has 0 to {len(self._texts) - 1}")
        return self._texts[action]

    def family(self, action: int) -> Family:
        """The family an action belongs to."""
        self.text(action)
        return self._family_of[action]

    def args(self, action: int) -> dict[str, str]:
        """The fields of an action, such as `{"kind": "farmer"}`."""
        family = self.family(action)
        return family.args[action - family.start]

    def parse(self, text: str) -> int:
        """The action a notation names; spaces and capitals do not matter where unambiguous."""
        number = self._numbers.get(text)
        if number is not None:
            return number
        plain = " ".join(text.split()).lower()
        found = [n for t, n in self._numbers.items() if t.lower() == plain]
        if len(found) == 1:
            return found[0]
        near = difflib.get_close_matches(plain, self._texts, n=3, cutoff=0.5)
        hint = f"; did you mean {' or '.join(repr(t) for t in near)}?" if near else ""
        raise NotationError(f"{text!r} names no action{hint}")


def offers_by_set(first: int, size: int) -> list[list[int]]:
    """For every set of `size` actions from `first` on, a bit for each: the actions, sorted.

    To look options up is quicker than to collect them, and lists of options are shared anyway.
    """
    return [[first + bit for bit in range(size) if set >> bit & 1] for set in range(1 << size)]


#: So many actions at a time are looked up.
EIGHT: Final[i64] = 8
EIGHT_FULL: Final[i64] = 255


@final
class Offers:
    """As `offers_by_set`, for more actions than there can be lists for: looked up in eights."""

    def __init__(self, first: int, size: int) -> None:
        eights = range(first, first + size, 8)
        self.eights = [offers_by_set(start, min(8, first + size - start)) for start in eights]

    def of(self, set: Set) -> list[int]:
        """The actions of a set, sorted; the list may be shared."""
        found = self.eights[0][set & EIGHT_FULL]
        eight: i64 = 1
        set >>= EIGHT
        while set:
            further = self.eights[eight][set & EIGHT_FULL]
            found = found + further if found else further
            eight += 1
            set >>= EIGHT
        return found
