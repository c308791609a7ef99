"""The OLED in a terminal: the picture in braille cells, or larger in half blocks, in a thin frame.

No Pillow is needed: the characters come from a frame's bytes by look-up.
"""

import atexit
import os
import termios
import textwrap
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from types import TracebackType
from typing import Any, NamedTuple, Self

from companion.devices.errors import DeviceMissingError, Lack
from companion.devices.frames import FRAME_BYTES, checked, checked_share
from companion.interfaces import HEIGHT, WIDTH, Frame

ROW_BYTES = WIDTH // 8
"""Bytes of one row of pixels."""

_ENTER = "\x1b[?1049h\x1b[?25l"  # the other screen, cursor hidden
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_LIT = "\x1b[97;40m"  # white on black, as an OLED is, whatever the terminal's colours
_DIM = "\x1b[2;97;40m"
_PLAIN = "\x1b[0m"


class Art(NamedTuple):
    """A way to draw pixels with characters.

    ``weights`` has a row for each row of pixels in a character, and in it the worth of each
    pixel; the sum of the lit ones is the character's place in ``glyphs``.
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


BRAILLE = Art(
    ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80)),
    " " + "".join(map(chr, range(0x2801, 0x2900))),
)
"""64x16 characters; a space for the empty cell, which some fonts draw as eight rings."""
HALF_BLOCKS = Art(((1,), (2,)), " ▀▄█")
"""128x32 characters."""


@cache
def _spread(weights: tuple[int, ...]) -> list[bytes]:
    """For each byte of eight pixels: the worth of its pixels, summed in characters."""
    step = len(weights)
    return [
        bytes(
            sum(weight for i, weight in enumerate(weights) if byte << (x + i) & 0x80)
            for x in range(0, 8, step)
        )
        for byte in range(256)
    ]


def drawing(frame: Frame, art: Art) -> list[str]:
    """Return the picture as lines of characters; raises ValueError unless it has 1,024 bytes."""
    checked(frame)
    rows = [frame[at : at + ROW_BYTES] for at in range(0, len(frame), ROW_BYTES)]
    height = len(art.weights)
    return [_line(rows[at : at + height], art) for at in range(0, HEIGHT, height)]


def _line(rows: list[bytes], art: Art) -> str:
    # A whole line of characters is summed as one long number, a byte for each.
    total = 0
    for row, weights in zip(rows, art.weights, strict=True):
        spread = _spread(weights)
        total |= int.from_bytes(b"".join([spread[byte] for byte in row]))
    return "".join([art.glyphs[place] for place in total.to_bytes(art.columns)])


class TerminalOled:
    r"""The panel in the terminal, with a line beneath that says the keys: the ``legend``.

    While it is open the terminal shows another screen, without cursor, echo or waiting for
    Enter; Ctrl-C is still a signal, Ctrl-Z, Ctrl-\ and Ctrl-S are mere keys. ``close`` leaves it
    as it was found, and so does leaving the ``with`` block by whatever way, or the interpreter's
    end. Signals are the caller's: those that end the program must raise, and SIGWINCH should
    lead to a ``redraw``.

    Where the window is too small for a picture it shows ``too_small(columns, lines)``, called
    with the size needed. Raises DeviceMissingError when ``source`` or ``sink`` is no terminal.
    """

    def __init__(
        self,
        legend: Callable[[], str],
        too_small: Callable[[int, int], str],
        source: int = 0,
        sink: int = 1,
    ) -> None:
        for fd, name in ((source, "stdin"), (sink, "stdout")):
            if not os.isatty(fd):
                raise DeviceMissingError(Lack.TERMINAL, name)
        self.legend = legend
        """Asked at every drawing, for the language may have changed."""
        self._too_small = too_small
        self._source = source
        self._sink = sink
        self._frame: Frame = bytes(FRAME_BYTES)
        self._light = _LIT
        self._drawn: list[str] = []
        self._size_drawn = (0, 0)
        self._found = termios.tcgetattr(source)
        self._open = True
        atexit.register(self.close)
        try:
            termios.tcsetattr(source, termios.TCSANOW, _key_by_key(source))
            self._write(_ENTER)
        except BaseException:  # also Ctrl-C: the terminal goes back as it was, whatever came
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def show(self, frame: Frame) -> None:
        """Draw the lines of ``frame`` that have changed; raises OSError if the terminal is gone.

        Raises ValueError for anything but 1,024 bytes, and after ``close``.
        """
        if not self._open:
            raise ValueError("the panel is closed")
        self._frame = checked(frame)
        self._draw()

    def brightness(self, share: float) -> None:
        """Draw in faint characters if ``share`` is under a half; raises as ``show`` does."""
        self._light = _LIT if checked_share(share) >= 0.5 else _DIM
        self.show(self._frame)

    def sleep(self) -> None:
        """Draw a black picture; raises as ``show`` does."""
        self.show(bytes(FRAME_BYTES))

    def redraw(self) -> None:
        """Draw all anew, in the window's present size."""
        if self._open:
            self._drawn = []
            self._draw()

    def _draw(self) -> None:
        size = self._size()
        if size != self._size_drawn:
            self._size_drawn = size
            self._drawn = []
        lines = self._window(*size)
        changes = [
            f"\x1b[{row}H{line}"
            for row, line in enumerate(lines, start=1)
            if row > len(self._drawn) or line != self._drawn[row - 1]
        ]
        clear = "" if self._drawn else f"{_PLAIN}\x1b[2J"
        self._drawn = lines
        self._write(clear + "".join(changes))

    def _window(self, columns: int, rows: int) -> list[str]:
        """Return the whole window, line by line."""
        legend = self.legend()
        for art in (HALF_BLOCKS, BRAILLE):
            keys = textwrap.wrap(legend, max(columns, art.columns + 2))
            needed = art.lines + 3 + len(keys)  # the frame's two lines and one between
            if columns >= art.columns + 2 and rows >= needed:
                picture = _framed(drawing(self._frame, art), self._light, columns)
                lines = [*picture, "", *_centred(keys, columns)]
                break
        else:
            words = self._too_small(art.columns + 2, needed)
            lines = _centred(textwrap.wrap(words, columns), columns)[:rows]
        return [""] * ((rows - len(lines)) // 2) + lines

    def _size(self) -> tuple[int, int]:
        size = os.get_terminal_size(self._sink)
        return size.columns or 80, size.lines or 24  # some terminals say 0 and mean unknown

    def _write(self, text: str) -> None:
        left = text.encode()
        while left:
            left = left[os.write(self._sink, left) :]

    def close(self) -> None:
        """Leave the terminal as it was found. May be called twice."""
        if not self._open:
            return
        self._open = False
        atexit.unregister(self.close)
        try:
            with suppress(OSError):  # a terminal that has gone needs no care
                self._write(_LEAVE)
        finally:
            with suppress(termios.error):
                # and what was typed but not read yet must not reach the shell
                termios.tcsetattr(self._source, termios.TCSAFLUSH, self._found)


def _key_by_key(source: int) -> list[Any]:
    """Return the terminal's attributes, changed so that each key comes at once and unseen."""
    modes = termios.tcgetattr(source)
    modes[0] &= ~(termios.IXON | termios.ICRNL)  # Ctrl-S would look like a frozen game
    modes[3] &= ~(termios.ECHO | termios.ICANON | termios.IEXTEN)
    off = bytes([os.fpathconf(source, "PC_VDISABLE") & 0xFF])
    # Stopped or killed in between, the program could not give the shell its screen back.
    modes[6][termios.VSUSP] = modes[6][termios.VQUIT] = off
    modes[6][termios.VMIN], modes[6][termios.VTIME] = 1, 0
    return modes


def _framed(picture: list[str], light: str, columns: int) -> list[str]:
    width = len(picture[0])
    margin = " " * ((columns - width - 2) // 2)
    lines = [f"{margin}│{light}{line}{_PLAIN}│" for line in picture]
    return [f"{margin}╭{'─' * width}╮", *lines, f"{margin}╰{'─' * width}╯"]


def _centred(lines: Iterable[str], columns: int) -> list[str]:
    return [" " * ((columns - len(line)) // 2) + line for line in lines]
