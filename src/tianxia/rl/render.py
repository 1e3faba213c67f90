"""The board for `render`: as text with colours, and drawn from that text as a picture."""

import io
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from rich.cells import cell_len
from rich.color import Color
from rich.console import Console
from rich.markup import escape
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from ..engine.state import State
from ..terminal import board, seat_names
from ..text import words

MODES = ["ansi", "human", "rgb_array"]
COLUMNS = 100
SIZE = 16
MARGIN = 24
LINE = 21
PAPER = (0x14, 0x16, 0x1C)
INK = (0xEC, 0xE5, 0xD6)
#: The terminal's sixteen colours in the hues of our boards at night.
THEME = TerminalTheme(
    PAPER,
    INK,
    [
        (0x14, 0x16, 0x1C),
        (0xD9, 0x5B, 0x4E),
        (0x4F, 0xA8, 0x87),
        (0xD0, 0xA2, 0x4A),
        (0x7C, 0x8F, 0xD1),
        (0xB3, 0x7F, 0xB8),
        (0x6F, 0xB2, 0xC0),
        (0xEC, 0xE5, 0xD6),
    ],
    [
        (0x7D, 0x7B, 0x75),
        (0xEE, 0x7A, 0x6C),
        (0x71, 0xC7, 0xA6),
        (0xE6, 0xC0, 0x6B),
        (0x9F, 0xAF, 0xE8),
        (0xCF, 0x9F, 0xD3),
        (0x92, 0xD0, 0xDC),
        (0xFF, 0xFB, 0xF0),
    ],
)


def render(state: State, viewer: int | None, mode: str) -> str | NDArray[np.uint8] | None:
    """The board as a viewer may see it: returned as text or picture, or printed (`human`)."""
    if mode == "human":
        Console().print(*_lines(state, viewer), sep="\n", highlight=False)
        return None
    console = Console(
        file=io.StringIO(),
        width=COLUMNS,
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        record=mode == "rgb_array",
    )
    if mode == "ansi":
        with console.capture() as captured:
            console.print(*_lines(state, viewer), sep="\n", highlight=False)
        return captured.get()
    return _picture(console, state, viewer)


def _lines(state: State, viewer: int | None) -> tuple[str, str]:
    names = seat_names(state.players)
    view = state.view(viewer)
    prompt = words(state.game.package).prompt(view, names)
    return board(state.game, view, names), f"\n[bold]{escape(prompt)}[/]"


def _picture(console: Console, state: State, viewer: int | None) -> NDArray[np.uint8]:
    """Each character in its cell of a grid, so that columns stay columns."""
    rendered = console.render_lines(
        "\n".join(_lines(state, viewer)),
        console.options.update(highlight=False),
        pad=False,
    )
    cell = round(_font(False).getlength("m"))
    width = COLUMNS * cell + 2 * MARGIN
    height = len(rendered) * LINE + 2 * MARGIN
    image = Image.new("RGB", (width, height), PAPER)
    draw = ImageDraw.Draw(image)
    for number, segments in enumerate(rendered):
        x, y = MARGIN, MARGIN + number * LINE
        for segment in segments:
            style = segment.style or Style()
            ink, paper = _colours(style)
            if paper != PAPER:
                draw.rectangle((x, y, x + cell_len(segment.text) * cell - 1, y + LINE - 1), paper)
            for character in segment.text:
                wide = cell_len(character)
                if character != " " and wide:
                    draw.text((x, y + 1), character, ink, _font(bool(style.bold)))
                x += wide * cell
    return np.asarray(image, np.uint8).copy()


def _colours(style: Style) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    ink = _rgb(style.color, INK)
    paper = _rgb(style.bgcolor, PAPER)
    if style.reverse:
        ink, paper = paper, ink
    if style.dim:
        ink = tuple((3 * i + 2 * p) // 5 for i, p in zip(ink, paper, strict=True))  # type: ignore[assignment]
    return ink, paper


def _rgb(color: Color | None, default: tuple[int, int, int]) -> tuple[int, int, int]:
    if color is None or color.is_default:
        return default
    return tuple(color.get_truecolor(THEME))  # type: ignore[return-value]


@cache
def _font(bold: bool) -> Any:
    """DejaVu Sans Mono, which matplotlib brings along; Pillow has no monospaced font."""
    found = find_spec("matplotlib")
    if found is None or found.origin is None:
        raise ImportError("pictures of a board need matplotlib's font: pip install 'tianxia[rl]'")
    name = "DejaVuSansMono-Bold.ttf" if bold else "DejaVuSansMono.ttf"
    path = Path(found.origin).parent / "mpl-data" / "fonts" / "ttf" / name
    return ImageFont.truetype(str(path), SIZE)
