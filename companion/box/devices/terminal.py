"""The OLED in a terminal: the picture in braille cells, or larger in half blocks, with a border.

Pillow is not needed: the characters come from a frame's bytes by table.
"""

import atexit
import os
import termios
import textwrap
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from itertools import compress, product
from typing import Any, NamedTuple, Self

from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.frames import FRAME_BYTES, check_brightness, check_frame
from companion.core.interfaces import HEIGHT, WIDTH, Frame

ROW_BYTES = WIDTH // 8
"""Bytes of one row of pixels."""

_ENTER = "\x1b[?1049h\x1b[?25l"  # the alternate screen, cursor hidden
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"
# Between these two a terminal that knows them draws nothing, so that no picture is seen half done.
_BEGIN_UPDATE, _END_UPDATE = "\x1b[?2026h", "\x1b[?2026l"
_LIT = "\x1b[97;40m"  # white on black, as an OLED is, whatever the terminal's colours
_DIM = "\x1b[2;97;40m"
_PLAIN = "\x1b[0m"


class PixelGlyphs(NamedTuple):
    """Characters that each show a few pixels.

    ``weights`` has a row for each row of pixels in a character, and in it the weight of each
    pixel; the sum of the lit pixels' weights is the character's index in ``glyphs``.
    """

    weights: tuple[tuple[int, ...], ...]
    glyphs: str

    @property
    def columns(self) -> int:
        """Characters in a line of the picture."""
        return WIDTH // len(self.weights[0])

    @property
    def lines(self) -> int:
        """Lines of the picture."""
        return HEIGHT // len(self.weights)


BRAILLE = PixelGlyphs(
    ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80)),
    " " + "".join(map(chr, range(0x2801, 0x2900))),
)
"""64x16 characters; a space for the empty cell, as some fonts draw that as eight rings."""
HALF_BLOCKS = PixelGlyphs(((1,), (2,)), " ▀▄█")
"""128x32 characters."""


@cache
def _sum_weights(weights: tuple[int, ...]) -> list[bytes]:
    """Return for each byte of eight pixels the sums of its weights, one for each character."""
    pixels = len(weights)
    cells = [sum(compress(weights, lit)) for lit in product((False, True), repeat=pixels)]
    return [bytes(sums) for sums in product(cells, repeat=8 // pixels)]


def draw_lines(frame: Frame, glyphs: PixelGlyphs) -> list[str]:
    """Return the picture as lines of characters."""
    rows = [frame[at : at + ROW_BYTES] for at in range(0, len(frame), ROW_BYTES)]
    height = len(glyphs.weights)
    return [_draw_line(rows[at : at + height], glyphs) for at in range(0, HEIGHT, height)]


def _draw_line(rows: list[bytes], glyphs: PixelGlyphs) -> str:
    # A whole line is summed as one long number with a byte for each character.
    total = 0
    for row, weights in zip(rows, glyphs.weights, strict=True):
        sums = _sum_weights(weights)
        total |= int.from_bytes(b"".join([sums[byte] for byte in row]))
    return "".join([glyphs.glyphs[index] for index in total.to_bytes(glyphs.columns)])


class TerminalScreen:
    r"""The panel in the terminal, with a line of keys beneath it, the ``legend``.

    While open, the terminal shows its alternate screen, without cursor or echo, and passes on
    each key at once; Ctrl-C is still a signal, Ctrl-Z, Ctrl-\ and Ctrl-S are keys. ``close``
    restores it, and so does leaving the ``with`` block, or interpreter exit. Signals are the
    caller's: those that end the program must raise, and SIGWINCH should lead to a ``redraw``.

    In a window too small for the picture it shows ``too_small(columns=…, lines=…)``, called with
    the size needed. Raises DeviceMissingError when ``source`` or ``sink`` is no terminal.
    """

    def __init__(
        self,
        legend: Callable[[], str],
        too_small: Callable[..., str],
        source: int = 0,
        sink: int = 1,
    ) -> None:
        for fd, name in ((source, "stdin"), (sink, "stdout")):
            if not os.isatty(fd):
                raise DeviceMissingError(MissingDevice.TERMINAL, name)
        self.legend = legend
        """Called at every drawing: the language may have changed."""
        self.help: Callable[[], str] = lambda: ""
        """Called in the same way for the list of keys, which " · " separates."""
        self._help_shown = False
        self._too_small = too_small
        self._source = source
        self._sink = sink
        self._frame: Frame = bytes(FRAME_BYTES)
        self._style = _LIT
        self._drawn: list[str] = []
        self._size_drawn = (0, 0)
        self._found = termios.tcgetattr(source)
        self._open = True
        atexit.register(self.close)
        try:
            termios.tcsetattr(source, termios.TCSANOW, _read_keys_singly(source))
            self._write(_ENTER)
        except BaseException:  # also Ctrl-C: the terminal is restored in any case
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def show(self, frame: Frame) -> None:
        """Draw the lines that have changed; raises OSError if the terminal is closed.

        Raises ValueError for anything but 1,024 bytes, and after ``close``.
        """
        if not self._open:
            raise ValueError("the panel is closed")
        self._frame = check_frame(frame)
        self._draw()

    def set_brightness(self, share: float) -> None:
        """Draw in faint characters if ``share`` is under a half; raises as ``show`` does."""
        self._style = _LIT if check_brightness(share) >= 0.5 else _DIM
        self.show(self._frame)

    def sleep(self) -> None:
        """Draw a black picture; raises as ``show`` does."""
        self.show(bytes(FRAME_BYTES))

    def redraw(self) -> None:
        """Draw everything again, in the window's present size."""
        if self._open:
            self._drawn = []
            self._draw()

    def toggle_help(self) -> None:
        """Show the list of keys in place of the picture, or the picture again."""
        self._help_shown = not self._help_shown
        self.redraw()

    def _draw(self) -> None:
        found = os.get_terminal_size(self._sink)
        size = columns, rows = found.columns or 80, found.lines or 24  # some return 0 for unknown
        clear = ""
        if not self._drawn or size != self._size_drawn:
            clear = f"{_PLAIN}\x1b[2J"
            self._drawn, self._size_drawn = [""] * rows, size
        lines = self._window(columns, rows)
        changes = [
            # Erased first: behind a full line the cursor stands on its last character.
            f"\x1b[{row}H\x1b[K{line}"
            for row, (line, drawn) in enumerate(zip(lines, self._drawn, strict=True), start=1)
            if line != drawn
        ]
        self._drawn = lines
        if clear or changes:
            self._write("".join([_BEGIN_UPDATE, clear, *changes, _END_UPDATE]))

    def _window(self, columns: int, rows: int) -> list[str]:
        if self._help_shown:
            return _place(_align(self.help().split(" · "), columns), rows)
        legend = self.legend()
        for glyphs in (HALF_BLOCKS, BRAILLE):
            keys = textwrap.wrap(legend, max(columns, glyphs.columns + 2))
            needed = glyphs.lines + 3 + len(keys)  # the border's two lines and one between
            if columns >= glyphs.columns + 2 and rows >= needed:
                picture = _add_border(draw_lines(self._frame, glyphs), self._style, columns)
                lines = [*picture, "", *_centre(keys, columns)]
                break
        else:
            words = self._too_small(columns=glyphs.columns + 2, lines=needed)
            lines = _centre(textwrap.wrap(words, columns), columns)
        return _place(lines, rows)

    def _write(self, text: str) -> None:
        left = text.encode()
        while left:
            left = left[os.write(self._sink, left) :]

    def close(self) -> None:
        """Restore the terminal. May be called twice."""
        if not self._open:
            return
        self._open = False
        atexit.unregister(self.close)
        try:
            with suppress(OSError):  # nothing to restore in a closed terminal
                self._write(_LEAVE)
        finally:
            with suppress(termios.error):
                # what was typed but not read must not reach the shell
                termios.tcsetattr(self._source, termios.TCSAFLUSH, self._found)


def _read_keys_singly(source: int) -> list[Any]:
    """Return the terminal's attributes, changed to pass on each key at once without echo."""
    modes = termios.tcgetattr(source)
    modes[0] &= ~(termios.IXON | termios.ICRNL)  # Ctrl-S would look like a freeze
    modes[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
    off = bytes([os.fpathconf(source, "PC_VDISABLE") & 0xFF])
    # When stopped or killed by these keys, the program could not restore the terminal.
    modes[6][termios.VSUSP] = modes[6][termios.VQUIT] = off
    modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
    return modes


def _add_border(picture: list[str], style: str, columns: int) -> list[str]:
    width = len(picture[0])
    margin = " " * ((columns - width - 2) // 2)
    lines = [f"{margin}│{style}{line}{_PLAIN}│" for line in picture]
    return [f"{margin}╭{'─' * width}╮", *lines, f"{margin}╰{'─' * width}╯"]


def _place(lines: list[str], rows: int) -> list[str]:
    """Return the lines in the middle of the window."""
    lines = lines[:rows]
    above = (rows - len(lines)) // 2
    return [""] * above + lines + [""] * (rows - above - len(lines))


def _align(items: Iterable[str], columns: int) -> list[str]:
    """Return the items as lines that begin in one column."""
    lines = [line for item in items for line in textwrap.wrap(item, columns)]
    margin = (columns - max(map(len, lines), default=0)) // 2
    return [" " * margin + line for line in lines]


def _centre(lines: Iterable[str], columns: int) -> list[str]:
    return [" " * ((columns - len(line)) // 2) + line for line in lines]
