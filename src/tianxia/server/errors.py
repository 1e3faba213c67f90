"""What the server refuses, with the sentence a person gets to read."""

from typing import Any

from ..text import words


class Refused(Exception):
    """A request that changes nothing; `code` names its sentence `refused-<code>`."""

    def __init__(self, status: int, code: str, **args: Any) -> None:
        self.status = status
        self.code = code
        self.values = args
        self.message = words("tianxia.server").say(f"refused-{code}", **args)
        super().__init__(self.message)


class Missing(Refused):
    """There is no such thing, or none that this guest may know of."""

    def __init__(self, code: str = "no-table") -> None:
        super().__init__(404, code)


class Conflict(Refused):
    """The table is not (any longer) as the request supposes."""

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(409, code, **args)


class Forbidden(Refused):
    """This guest may not do that."""

    def __init__(self, code: str, **args: Any) -> None:
        super().__init__(403, code, **args)


class Invalid(Refused):
    """The request makes no sense; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(422, "invalid", reason=reason)
