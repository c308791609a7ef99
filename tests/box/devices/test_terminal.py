"""The panel in a pseudo-terminal: what it draws, and that it restores the terminal."""

import os
import select
import termios
from collections.abc import Iterator

import pytest

from companion.box.devices.errors import DeviceMissingError, MissingDevice
from companion.box.devices.terminal import (
    BRAILLE,
    HALF_BLOCKS,
    PixelGlyphs,
    TerminalScreen,
    draw_lines,
)
from tests.fakes.terminal import WatchedTerminal

KEYS = "arrows move, Enter OK"
PICTURE = bytes(i * 7 % 256 for i in range(1024))
FULL = b"\xff" * 1024


def too_small(columns: int, lines: int) -> str:
    return f"Needs {columns} by {lines}."


@pytest.fixture
def terminal() -> Iterator[WatchedTerminal]:
    terminal = WatchedTerminal(80, 24)
    yield terminal
    terminal.close()


def opened(terminal: WatchedTerminal, keys: str = KEYS) -> TerminalScreen:
    return TerminalScreen(lambda: keys, too_small, terminal.inner, terminal.inner)


def inside(window: list[str]) -> list[str]:
    return [line.strip()[1:-1] for line in window if "│" in line]


@pytest.mark.parametrize(
    ("columns", "rows", "glyphs"),
    [
        (80, 24, BRAILLE),
        (66, 20, BRAILLE),
        (80, 23, BRAILLE),
        (130, 35, BRAILLE),
        (129, 40, BRAILLE),
        (130, 36, HALF_BLOCKS),
        (140, 40, HALF_BLOCKS),
    ],
)
def test_the_picture_stands_framed_amid_the_window(
    columns: int, rows: int, glyphs: PixelGlyphs
) -> None:
    terminal = WatchedTerminal(columns, rows)
    with opened(terminal) as screen:
        screen.show(PICTURE)
        window = terminal.read()
        assert inside(window) == draw_lines(PICTURE, glyphs)
        top = next(line for line in window if "╭" in line)
        assert top.strip() == f"╭{'─' * glyphs.columns}╮"
        left = len(top) - len(top.lstrip())
        assert abs(left - (columns - len(top))) <= 1
        above, below = window.index(top), rows - 1 - window.index(window_line(window, KEYS))
        assert abs(above - below) <= 1
    terminal.close()


def window_line(window: list[str], words: str) -> str:
    return next(line for line in window if words in line)


@pytest.mark.parametrize(("columns", "rows"), [(65, 24), (79, 19), (20, 5)])
def test_a_small_window_says_so_and_nothing_else(columns: int, rows: int) -> None:
    terminal = WatchedTerminal(columns, rows)
    with opened(terminal) as screen:
        screen.show(PICTURE)
        assert " ".join(" ".join(terminal.read()).split()) == "Needs 66 by 20."
    terminal.close()


def test_a_tiny_window_holds_as_much_of_it_as_fits() -> None:
    terminal = WatchedTerminal(5, 2)
    with opened(terminal) as screen:
        screen.show(PICTURE)
        assert terminal.read() == ["Needs", "66 by"]
    terminal.close()


def test_a_long_line_of_keys_is_broken_and_never_cut(terminal: WatchedTerminal) -> None:
    keys = "one " * 30 + "last"
    with opened(terminal, keys) as screen:
        screen.show(PICTURE)
        window = terminal.read()
        assert inside(window) == draw_lines(PICTURE, BRAILLE)
        assert " ".join(" ".join(window[-4:]).split()).endswith(keys)


@pytest.mark.parametrize("columns", [80, 66])
def test_a_shorter_key_line_leaves_nothing_of_a_longer_one(columns: int) -> None:
    """Neither letters beside it nor lines below; a full line keeps its last character."""
    terminal = WatchedTerminal(columns, 24)
    with opened(terminal, "long word " * 12) as screen:
        screen.show(PICTURE)
        terminal.read()
        screen.legend = lambda: "short"
        screen.show(FULL)
        after = list(terminal.read())
        screen.redraw()
        assert after == terminal.read()
        assert len([line for line in after if line.strip()]) == BRAILLE.lines + 3
    terminal.close()


def test_a_terminal_of_unknown_size_is_taken_for_the_usual_one() -> None:
    terminal = WatchedTerminal(80, 24)
    termios.tcsetwinsize(terminal.inner, (0, 0))
    with opened(terminal) as screen:
        screen.show(PICTURE)
        assert inside(terminal.read()) == draw_lines(PICTURE, BRAILLE)
    terminal.close()


def test_only_changed_lines_are_drawn_again(terminal: WatchedTerminal) -> None:
    with opened(terminal) as screen:
        screen.show(bytes(1024))
        terminal.read()
        changed = bytearray(1024)
        changed[5 * 4 * 16] = 0x80  # the first pixel of the sixth line of characters
        screen.show(bytes(changed))
        window = terminal.read()
        assert inside(window) == draw_lines(bytes(changed), BRAILLE)
        assert terminal.received.count("H") == 1
        screen.show(bytes(changed))
        screen.show(FULL)
        terminal.read()
        assert terminal.received.count("H") == 16


def test_the_list_of_keys_stands_in_place_of_the_picture(terminal: WatchedTerminal) -> None:
    panel = opened(terminal)
    panel.help = lambda: "Enter: OK · arrows: move about"
    panel.show(PICTURE)
    shown = list(terminal.read())
    panel.toggle_help()
    panel.show(FULL)
    lines = terminal.read()
    listed = [line for line in lines if line]
    assert [line.strip() for line in listed] == ["Enter: OK", "arrows: move about"]
    assert len({len(line) - len(line.lstrip()) for line in listed}) == 1
    panel.show(PICTURE)
    panel.toggle_help()
    assert terminal.read() == shown
    panel.close()


def test_dimmed_it_is_drawn_in_faint_characters(terminal: WatchedTerminal) -> None:
    with opened(terminal) as screen:
        screen.show(PICTURE)
        terminal.read()
        assert "\x1b[2;" not in terminal.received
        screen.set_brightness(0.0)
        assert inside(terminal.read()) == draw_lines(PICTURE, BRAILLE)
        assert terminal.received.count("\x1b[2;") == BRAILLE.lines
        screen.set_brightness(1.0)
        terminal.read()
        assert "\x1b[2;" not in terminal.received
        with pytest.raises(ValueError, match="from 0 to 1"):
            screen.set_brightness(2.0)


def test_asleep_it_is_black_until_the_next_picture(terminal: WatchedTerminal) -> None:
    with opened(terminal) as screen:
        screen.show(PICTURE)
        screen.sleep()
        assert inside(terminal.read()) == draw_lines(bytes(1024), BRAILLE)
        screen.redraw()
        assert inside(terminal.read()) == draw_lines(bytes(1024), BRAILLE)
        screen.show(PICTURE)
        assert inside(terminal.read()) == draw_lines(PICTURE, BRAILLE)


def test_a_new_size_draws_all_anew(terminal: WatchedTerminal) -> None:
    with opened(terminal) as screen:
        screen.show(PICTURE)
        terminal.read()
        terminal.resize(140, 40)
        screen.redraw()
        assert inside(terminal.read()) == draw_lines(PICTURE, HALF_BLOCKS)
        terminal.resize(40, 10)
        screen.redraw()
        assert inside(terminal.read()) == []
        terminal.resize(80, 24)
        screen.redraw()
        terminal.read()
        terminal.resize(80, 30)
        screen.show(PICTURE)  # even if nobody asked for a redraw
        window = terminal.read()
        assert inside(window) == draw_lines(PICTURE, BRAILLE)
        assert sum(line != "" for line in window) == 16 + 3


def test_a_redraw_restores_what_others_wrote_over_it(terminal: WatchedTerminal) -> None:
    with opened(terminal) as screen:
        screen.show(PICTURE)
        clean = list(terminal.read())
        os.write(terminal.inner, b"\x1b[9Hrubbish\x1b[24Hrubbish")
        assert terminal.read() != clean
        screen.redraw()
        assert terminal.read() == clean


def test_keys_come_at_once_and_unseen_and_ctrl_c_is_still_a_signal(
    terminal: WatchedTerminal,
) -> None:
    with opened(terminal):
        modes = terminal.modes()
        assert not modes[3] & (termios.ECHO | termios.ICANON)
        assert modes[3] & termios.ISIG
        assert modes[6][termios.VINTR] == b"\x03"
        assert modes[6][termios.VSUSP] == modes[6][termios.VQUIT] == b"\0"
        os.write(terminal.outer, b"\r\x1a\x13")
        assert os.read(terminal.inner, 1) == b"\r"
        assert os.read(terminal.inner, 2) == b"\x1a\x13"


@pytest.mark.sample(2)
def test_the_terminal_is_left_as_it_was_found(terminal: WatchedTerminal) -> None:
    before = terminal.modes()
    screen = opened(terminal)
    screen.show(PICTURE)
    terminal.read()
    assert (terminal.alternate, terminal.cursor) == (True, False)
    assert terminal.modes() != before
    screen.close()
    terminal.read()
    assert (terminal.alternate, terminal.cursor) == (False, True)
    assert terminal.modes() == before
    screen.close()
    assert terminal.chunks.empty()
    with pytest.raises(ValueError, match="closed"):
        screen.show(PICTURE)


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt, SystemExit])
def test_an_exception_leaves_the_terminal_as_it_was_found(
    terminal: WatchedTerminal, error: type[BaseException]
) -> None:
    before = terminal.modes()
    with pytest.raises(error), opened(terminal):
        raise error
    terminal.read()
    assert (terminal.alternate, terminal.cursor) == (False, True)
    assert terminal.modes() == before


def test_keys_typed_but_not_read_do_not_reach_the_shell(terminal: WatchedTerminal) -> None:
    screen = opened(terminal)
    os.write(terminal.outer, b"rm\r")
    assert select.select([terminal.inner], [], [], 10)[0]
    screen.close()
    assert select.select([terminal.inner], [], [], 0)[0] == []


def test_a_terminal_that_has_gone_is_an_oserror_and_closing_is_quiet() -> None:
    outer, inner = os.openpty()
    screen = TerminalScreen(lambda: KEYS, too_small, inner, inner)
    os.close(outer)
    with pytest.raises(OSError, match="Input/output"):
        screen.show(PICTURE)
    screen.close()
    os.close(inner)


def test_what_is_no_terminal_is_named(terminal: WatchedTerminal) -> None:
    reader, writer = os.pipe()
    for source, sink, name in (
        (reader, terminal.inner, "stdin"),
        (terminal.inner, writer, "stdout"),
    ):
        with pytest.raises(DeviceMissingError) as caught:
            TerminalScreen(lambda: KEYS, too_small, source, sink)
        assert (caught.value.missing, caught.value.where) == (MissingDevice.TERMINAL, name)
    os.close(reader)
    os.close(writer)


@pytest.mark.parametrize("length", [0, 1023, 1025])
def test_a_frame_of_another_length_is_refused(terminal: WatchedTerminal, length: int) -> None:
    with opened(terminal) as screen:
        screen.show(PICTURE)
        with pytest.raises(ValueError, match="1024"):
            screen.show(bytes(length))
        screen.redraw()
        assert inside(terminal.read()) == draw_lines(PICTURE, BRAILLE)
