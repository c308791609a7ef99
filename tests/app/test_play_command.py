"""`companion play` in a terminal: pictures, keys, and the terminal afterwards as it was before."""

import signal
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import mkdtemp

import pytest

from companion.app.demo.rig import DEMO_STARTED_AT, Rig
from companion.box.devices.boards import BOARDS
from companion.box.devices.terminal import BRAILLE, draw_lines
from companion.core.interfaces import Letter, Press
from companion.store.journal import Journal, JournalReader
from companion.text import Words
from tests.app.command import KEYBOARD, Ended, Terminal, run_here
from tests.app.journeys import EITHER_BOARD
from tests.buttons import BACK, DOWN, LEFT, MENU, OK, RIGHT, UP

KEYS = {
    UP: b"\x1b[A",
    DOWN: b"\x1b[B",
    RIGHT: b"\x1b[C",
    LEFT: b"\x1b[D",
    OK: b"\r",
    BACK: b"\x7f",
}
BREAKS = """
import sys
from companion.app import loop as app
from companion import cli
from companion.app import host
def fault(*_):
    raise ZeroDivisionError("a fault of our own")
{patch} = fault
sys.exit(cli.main())
"""


@pytest.fixture
def pictures(tmp_path: Path) -> Callable[..., list[str]]:
    """What a terminal must show after presses on a journal like that of the process."""

    def after(*presses: Press) -> list[str]:
        folder = Path(mkdtemp(dir=tmp_path))
        with Rig(BOARDS["bonnet"], folder) as rig:
            rig.press(*presses)
            return draw_lines(rig.frame, BRAILLE)

    return after


def test_a_game_is_begun_by_keys_in_a_terminal_of_80_by_24(
    tmp_path: Path, pictures: Callable[..., list[str]]
) -> None:
    said: list[Press] = []
    steps = [(OK,), (OK,), (LEFT, OK), (RIGHT, OK), (UP, DOWN, OK), (RIGHT, OK), (BACK,)]
    with Terminal("play", "--virtual", "--mute", state=tmp_path / "state") as terminal:
        terminal.wait_for(pictures())
        assert terminal.modes() != terminal.modes_before
        assert b"Esc back" in terminal.said
        for presses in steps:
            for press in presses:
                terminal.press_keys(KEYS[press])
            said += presses
            terminal.wait_for(pictures(*said))
        terminal.press_keys(b"q")
        assert terminal.end() == (0, "")
        assert terminal.is_as_before
    assert JournalReader(tmp_path / "state").answers(1) == [
        ("player", "Yellow"),
        ("colour", "yellow"),
        ("player", "Blue"),
        ("colour", "blue"),
        ("player", ""),
    ]


def test_a_name_is_typed_and_the_keys_are_listed(
    tmp_path: Path, pictures: Callable[..., list[str]]
) -> None:
    presses = [OK, OK, OK, UP, OK]
    with Terminal("play", "--virtual", "--mute", state=tmp_path / "state") as terminal:
        terminal.wait_for(pictures())
        for count, press in enumerate(presses, 1):
            terminal.press_keys(KEYS[press])
            terminal.wait_for(pictures(*presses[:count]))
        terminal.wait_for_words(Words("en").say("cli.keys.spelling"))
        terminal.press_keys(b"?")
        terminal.wait_for_words("h j k l: ")
        terminal.press_keys("qJörg\r".encode())  # the first key puts the list away
        with Rig(BOARDS["bonnet"], tmp_path / "beside") as rig:
            rig.press(*presses)
            for letter in "Jörg":
                rig.inbox.put(Letter(letter))
            rig.press(OK)
            terminal.wait_for(draw_lines(rig.frame, BRAILLE))
        terminal.press_keys(b"\x03")  # q is a letter at the next seat
        assert terminal.end() == (0, "")
    assert JournalReader(tmp_path / "state").answers(1)[0] == ("player", "Jörg")


@pytest.mark.soak
def test_the_line_that_names_the_keys_speaks_as_the_screen_does(
    tmp_path: Path, pictures: Callable[..., list[str]]
) -> None:
    """From the menu, whose settings begin with the language: the next one is German."""
    with Terminal("play", "--virtual", state=tmp_path / "state") as terminal:
        terminal.wait_for(pictures())
        for key in (b"m", *[KEYS[DOWN]] * 3):
            terminal.press_keys(key)
        with Rig(BOARDS["bonnet"], tmp_path / "beside") as rig:
            rig.press(MENU)
            rig.choose("box", "settings")
            terminal.press_keys(b"\r")
            terminal.wait_for(draw_lines(rig.frame, BRAILLE))
            rig.press(OK)
            terminal.press_keys(b"\r")
            terminal.wait_for(draw_lines(rig.frame, BRAILLE))
        assert Words("de").say("cli.keys").split(" · ")[0].encode() in terminal.said
        terminal.press_keys(b"q")
        assert terminal.end() == (0, "")


@pytest.mark.usefixtures("signals_restored")
def test_a_signal_ends_it_although_the_parent_process_blocks_it(
    tmp_path: Path, pictures: Callable[..., list[str]]
) -> None:
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    with Terminal("play", "--virtual", state=tmp_path / "state") as terminal:
        terminal.wait_for(pictures())
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.end() == (0, "")
        assert terminal.is_as_before


@pytest.mark.soak
@pytest.mark.sample(1)
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGHUP", "SIGINT", "Ctrl-C", "Ctrl-D"])
def test_the_terminal_is_left_as_it_was_found(
    tmp_path: Path, pictures: Callable[..., list[str]], ending: str
) -> None:
    with Terminal("play", "--virtual", state=tmp_path / "state") as terminal:
        terminal.wait_for(pictures())
        if ending.startswith("SIG"):
            terminal.process.send_signal(getattr(signal, ending))
        else:
            terminal.press_keys({"Ctrl-C": b"\x03", "Ctrl-D": b"\x04"}[ending])
        assert terminal.end() == (0, "")
        assert terminal.is_as_before


def test_after_a_fault_that_ends_it_the_terminal_is_as_before_and_the_fault_is_told(
    tmp_path: Path,
) -> None:
    code = BREAKS.format(patch="app.App.step")
    with Terminal("play", "--virtual", state=tmp_path / "state", code=code) as terminal:
        status, stderr = terminal.end()
        assert status == 1
        assert "ZeroDivisionError: a fault of our own" in stderr
        assert terminal.is_as_before


def test_a_fault_within_a_press_is_told_on_the_screen_and_in_the_log(
    tmp_path: Path, pictures: Callable[..., list[str]]
) -> None:
    code = BREAKS.format(patch="host.Host.press")
    with Rig(KEYBOARD, tmp_path / "faulty") as rig:
        rig.host.recover()
        rig.app.draw()
        fault = draw_lines(rig.frame, BRAILLE)
    with Terminal("play", "--virtual", state=tmp_path / "state", code=code) as terminal:
        terminal.wait_for(pictures())
        terminal.press_keys(b"\r")
        terminal.wait_for(fault)
        terminal.press_keys(b"q")
        assert terminal.end() == (0, "")
        assert terminal.is_as_before
    assert "unexpected error" in (tmp_path / "state" / "companion.log").read_text("utf-8")


@pytest.mark.soak
def test_a_second_companion_on_the_same_journal_is_refused_in_one_line(tmp_path: Path) -> None:
    with (
        closing(Journal.open(tmp_path / "state", DEMO_STARTED_AT)),
        Terminal("play", "--virtual", state=tmp_path / "state") as terminal,
    ):
        status, stderr = terminal.end()
        assert status == 1
        busy = f"{tmp_path / 'state'}: another companion is using this journal; stop it first: "
        assert stderr.startswith(busy)
        assert stderr.count("\n") == 1
        assert terminal.is_as_before


@pytest.mark.soak
def test_a_state_folder_that_cannot_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with Terminal("play", "--virtual", state=tmp_path / "file" / "state") as terminal:
        status, stderr = terminal.end()
        assert status == 1
        assert stderr.count("\n") == 1
        assert "can't save games here" in stderr
        assert terminal.is_as_before


@pytest.fixture
def ended_here(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    signals_restored: None,  # noqa: ARG001  # for its sake
) -> Callable[..., Ended]:
    """How `companion play` ends here, with games kept in a folder of the test's."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return lambda *arguments: run_here(capsys, "play", *arguments)


def test_without_a_terminal_the_virtual_device_says_so_in_one_line(
    tmp_path: Path, ended_here: Callable[..., Ended]
) -> None:
    why = "stdin is not a terminal; without one, use `companion demo`\n"
    assert ended_here("--virtual") == (1, "", why)
    assert not (tmp_path / "state").exists()


@pytest.mark.skipif(Path("/dev/i2c-1").exists(), reason="here there may be a real panel")
@EITHER_BOARD
def test_without_the_hardware_play_says_what_is_missing_in_one_line(
    ended_here: Callable[..., Ended], board: str
) -> None:
    ended = ended_here("--board", board)
    assert (ended.status, ended.said) == (1, "")
    assert ended.errors.startswith("/dev/i2c-1 does not exist")
    assert ended.errors.count("\n") == 1


@pytest.mark.skipif(Path("/dev/spidev0.0").exists(), reason="here there may be a real panel")
def test_the_early_splash_counts_for_the_first_opening_of_the_panel_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ended_here: Callable[..., Ended]
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    (lit := tmp_path / "lit").touch()
    ended_here("--board", "waveshare-hat")
    assert not lit.exists()


def test_a_tower_panel_that_is_no_serial_port_is_told_in_one_line(
    ended_here: Callable[..., Ended],
) -> None:
    why = "/dev/null is not a serial port\n"
    assert ended_here("--virtual", "--tower-panel", "/dev/null") == (1, "", why)
