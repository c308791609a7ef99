"""The demonstration in a terminal is a film: each button is named, and each screen can be read."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app.demo.film import (
    END_TIME,
    PAGE_TIME,
    PRESS_TIME,
    FilmEnded,
    TerminalPause,
    play_film,
)
from companion.app.demo.rig import Rig
from companion.box.devices.boards import BOARDS
from companion.box.devices.oled import FakeOled
from companion.box.devices.terminal import BRAILLE, draw_lines
from companion.core.session import Session
from companion.games import words_in
from tests.app.command import Terminal
from tests.shipped import read_shipped


class FakeLegendScreen(FakeOled):
    """A panel with a line beneath it, which is kept with each picture."""

    def __init__(self) -> None:
        super().__init__()
        self.legend: Callable[[], str] = str
        self.legends: list[str] = []

    def show(self, frame: bytes) -> None:
        super().show(frame)
        self.legends.append(" ".join(self.legend().split()))


class FakeTerminalScreen:
    """What a pause needs of a terminal: it counts how often it is redrawn."""

    def __init__(self) -> None:
        self.redrawn = 0

    def redraw(self) -> None:
        self.redrawn += 1


def record() -> Session:
    return read_shipped("campanile-1996")


def test_a_pause_precedes_each_press_and_follows_each_screen() -> None:
    screen, pauses = FakeLegendScreen(), list[float]()
    game, presses = play_film(record(), BOARDS["bonnet"], words_in(), screen, pauses.append)
    assert game.result == record().result
    assert pauses.count(PRESS_TIME) == presses
    assert pauses.count(PAGE_TIME) > len(game.table.players)
    assert pauses[-1] == END_TIME


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("board", "pressed"),
    [("bonnet", ["→", "← ←", "A"]), ("four-buttons", [">", "< <", "✓"])],
)
def test_the_line_beneath_names_the_buttons_of_the_board_in_their_order(
    board: str, pressed: list[str]
) -> None:
    screen = FakeLegendScreen()
    play_film(record(), BOARDS[board], words_in(), screen, lambda _seconds: None)
    for names in pressed:
        assert f"q quit · pressed: {names}" in screen.legends


def test_a_film_that_is_ended_stops_at_once() -> None:
    screen, left = FakeLegendScreen(), 10

    def pause(_seconds: float) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise FilmEnded

    with pytest.raises(FilmEnded):
        play_film(record(), BOARDS["bonnet"], words_in(), screen, pause)
    assert left == 0


Pipe = tuple[int, int]


@pytest.fixture
def pipes() -> Iterator[tuple[Pipe, Pipe]]:
    """A pipe for keys and one for signals, each its end to read from and its end to write to."""
    keys, signals = os.pipe(), os.pipe()
    yield keys, signals
    for end in (*keys, *signals):
        os.close(end)


@pytest.mark.parametrize("end", [b"", b"q", b"Q", b"\x04", b"x\x03", signal.SIGTERM, signal.SIGHUP])
def test_a_pause_ends_the_film_for_a_key_or_a_signal(
    pipes: tuple[Pipe, Pipe], end: bytes | signal.Signals
) -> None:
    keys, signals = pipes
    screen = FakeTerminalScreen()
    pause = TerminalPause(screen.redraw, wake=signals[0], source=keys[0])
    if isinstance(end, signal.Signals):
        os.write(signals[1], bytes([end]))
    elif end:
        os.write(keys[1], end)
    else:  # the end of the input
        os.dup2(os.open(os.devnull, os.O_RDONLY), keys[0])
    with pytest.raises(FilmEnded):
        pause(3600)
    assert screen.redrawn == 0


def test_a_pause_redraws_a_window_of_another_size_and_leaves_other_keys_alone(
    pipes: tuple[Pipe, Pipe],
) -> None:
    keys, signals = pipes
    screen = FakeTerminalScreen()
    pause = TerminalPause(screen.redraw, wake=signals[0], source=keys[0])
    os.write(signals[1], bytes([signal.SIGWINCH]))
    os.write(keys[1], b"\x1b[A ")
    pause(0.001)
    pause(0)
    assert screen.redrawn == 1


@pytest.mark.soak
@pytest.mark.sample(1)
@pytest.mark.parametrize("ending", [b"q", b"\x03", signal.SIGTERM])
def test_the_terminal_is_left_as_it_was_found(
    tmp_path: Path, ending: bytes | signal.Signals
) -> None:
    with Rig(BOARDS["bonnet"], tmp_path / "home") as rig:
        home = draw_lines(rig.frame, BRAILLE)
    with Terminal("demo", state=tmp_path / "state") as terminal:
        terminal.wait_for(home)
        if isinstance(ending, signal.Signals):
            terminal.process.send_signal(ending)
        else:
            terminal.press_keys(ending)
        assert terminal.end() == (0, "")
        assert terminal.is_as_before
    assert not (tmp_path / "state").exists()


@pytest.mark.soak
def test_in_a_hurry_a_terminal_gets_what_a_pipe_gets(tmp_path: Path) -> None:
    file = tmp_path / "two.game"
    file.write_text("game campanile-2009\nplayer Ada  colour red\nplayer Bo  colour blue\n")
    with Terminal("demo", file, "--fast", state=tmp_path / "state") as terminal:
        assert terminal.end() == (0, "")
    assert b"\x1b[?1049h" not in terminal.said
    assert b"the same result as in the record" in terminal.said
