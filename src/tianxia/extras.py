"""Libraries that only some parts need, installed as extras."""

from importlib.util import find_spec

from .engine.errors import TianxiaError


class MissingExtra(TianxiaError):
    """A part was asked for whose libraries are not installed."""


def need(module: str, extra: str) -> None:
    """Say what to install if a library is missing."""
    if find_spec(module) is None:
        raise MissingExtra(f"{module} is not installed: pip install 'tianxia[{extra}]'")
