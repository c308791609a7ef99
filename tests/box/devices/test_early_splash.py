"""The splash at power-on: shown by the ready-made file, and taken over by the companion unseen."""

import ast
import errno
import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from unittest import mock

import pytest

from companion.app import HALF_TURN
from companion.app import SPLASH as READY_MADE
from companion.app.prepared_splash import prepare_splash
from companion.app.real_screen import take_screen
from companion.box.config import Config
from companion.box.devices import early_splash
from companion.box.devices.boards import BOARDS, Board, I2c, Spi
from companion.box.devices.buses import SpiSerial
from companion.box.devices.drivers import create_driver
from companion.box.devices.frames import rotate_frame
from companion.box.devices.keyboard import MockPins
from companion.box.devices.oled import Oled
from tests.fakes.buses import FakeSpi
from tests.fakes.kernel import FakeKernel
from tests.fakes.oled import MODELS, PICTURE, wire_oled
from tests.fakes.oled_controllers import ModelPanel

CONTRAST = 0x31
SPLASH = READY_MADE.read_bytes()
PI4 = ("raspberrypi-exp-gpio", "pinctrl-bcm2711")
PI5 = ("pinctrl-rp1", "gpio-brcmstb@107d508500")
I2C_NODE, SPI_NODE = "/dev/i2c-1", "/dev/spidev0.0"
BONNET, HAT = BOARDS["bonnet"], BOARDS["waveshare-hat"]


class PowerOn:
    """A machine: a splash file saved by the companion before, and a panel full of noise."""

    def __init__(
        self, folder: Path, board: Board, *, rotated: bool = False, chips: tuple[str, ...] = PI4
    ) -> None:
        self.board, self.rotated, self.folder = board, rotated, folder
        self.settings, self.lit = folder / "companion.toml", folder / "lit"
        self.settings.write_text("# none\n")
        self.panel = MODELS[board.controller]()
        node = I2C_NODE if isinstance(board.bus, I2c) else SPI_NODE
        self.kernel = FakeKernel(self.panel, (node,), chips)
        self.file = folder / f"{Path(node).name}.splash"
        self.save()

    def save(self) -> None:
        rotate = HALF_TURN if self.rotated else 0
        config = Config(self.board, rotate, CONTRAST, path=self.settings)
        prepare_splash(config, self.folder)

    def start(self) -> None:
        with (
            mock.patch.object(early_splash, "os", self.kernel.os),
            mock.patch.object(early_splash, "fcntl", self.kernel.fcntl),
            mock.patch.object(sys, "argv", ["", str(self.file), str(self.lit)]),
        ):
            early_splash.main()

    def seen(self) -> bytes:
        picture = self.panel.picture()
        return rotate_frame(picture) if self.rotated else picture


@pytest.mark.parametrize("rotated", [False, True])
@pytest.mark.parametrize("controller", ["ssd1306", "ssd1309", "ssd1315", "sh1106"])
@pytest.mark.parametrize("board", [BONNET, HAT], ids=lambda board: board.name)
def test_the_panel_shows_the_splash(
    tmp_path: Path, board: Board, controller: str, rotated: bool
) -> None:
    machine = PowerOn(tmp_path, board._replace(controller=controller), rotated=rotated)
    machine.start()
    assert machine.seen() == SPLASH
    assert machine.panel.registers["contrast"] == CONTRAST
    assert machine.lit.exists()


@pytest.mark.parametrize("chips", [PI4, PI5])
def test_the_hats_panel_is_reset_once_and_not_when_the_pins_are_let_go(
    tmp_path: Path, chips: tuple[str, ...]
) -> None:
    kernel = (machine := PowerOn(tmp_path, HAT, chips=chips)).kernel
    machine.start()
    assert kernel.resets == 1
    assert kernel.levels[25]
    assert 25 in kernel.pulled_up
    assert kernel.speed == 8_000_000


def test_nodes_that_udev_has_not_opened_to_the_group_yet_are_tried_again(tmp_path: Path) -> None:
    machine = PowerOn(tmp_path, HAT)
    machine.kernel.denied = {SPI_NODE: 2, "/dev/gpiochip0": 1}
    machine.start()
    assert machine.seen() == SPLASH


@pytest.mark.parametrize("before", ["dark", "lit"])
@pytest.mark.parametrize(("controller", "known"), [("ssd1306", "3 4 6"), ("sh1106", "8")])
def test_a_file_for_some_panels_is_shown_on_none_but_these(
    tmp_path: Path, controller: str, known: str, before: str
) -> None:
    machine = PowerOn(tmp_path, BONNET._replace(controller=controller))
    if before == "lit":
        machine.start()
        machine.lit.unlink()
    plain = machine.file.read_text()
    for statuses, shown in (("255", False), (known, True)):
        machine.file.write_text(plain.replace(" 60\n", f" 60 {statuses}\n"))
        machine.kernel.messages.clear()
        machine.start()
        assert machine.lit.exists() == shown
        assert shown or machine.kernel.messages == [b"\0"]


# Nothing to show it on --------------------------------------------------------------------------


def no_bus(machine: PowerOn) -> None:
    machine.kernel.nodes = ()


def no_panel(machine: PowerOn) -> None:
    machine.kernel.address = 0x3D


def other_settings(machine: PowerOn) -> None:
    machine.settings.write_text('board = "four-buttons"\n')


def no_settings(machine: PowerOn) -> None:
    machine.settings.unlink()


def a_file_cut_short(machine: PowerOn) -> None:
    whole = machine.file.read_text()
    machine.file.write_text(whole[: len(whole) // 2])


def no_file(machine: PowerOn) -> None:
    machine.file.unlink()


def an_empty_file(machine: PowerOn) -> None:
    machine.file.write_text("")


def screen_taken(machine: PowerOn) -> None:
    take_screen(machine.folder)


@pytest.mark.parametrize(
    "lacks",
    [
        screen_taken,
        no_bus,
        no_panel,
        other_settings,
        no_settings,
        a_file_cut_short,
        no_file,
        an_empty_file,
    ],
)
def test_without_a_panel_or_a_fresh_file_one_line_says_so_and_nothing_is_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lacks: Callable[[PowerOn], None]
) -> None:
    machine = PowerOn(tmp_path, BONNET)
    lacks(machine)
    machine.start()
    assert not machine.panel.lit
    assert not machine.lit.exists()
    assert capsys.readouterr().err.startswith("no splash: ")


def test_without_the_header_s_pins_nothing_is_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = PowerOn(tmp_path, HAT, chips=("raspberrypi-exp-gpio",))
    machine.start()
    assert machine.kernel.messages == []
    assert capsys.readouterr().err == "no splash: no GPIO chip of a Raspberry Pi\n"


# The file ---------------------------------------------------------------------------------------


def test_the_file_is_written_anew_only_for_other_settings_or_a_file_cut_short(
    tmp_path: Path,
) -> None:
    machine = PowerOn(tmp_path, BONNET)
    first = machine.file.stat().st_ino
    machine.save()
    assert machine.file.stat().st_ino == first
    for spoil in (other_settings, a_file_cut_short):
        spoil(machine)
        machine.save()
        machine.panel.power_on(0xA5)
        machine.start()
        assert machine.seen() == SPLASH


def test_there_is_one_file_the_present_bus_s(tmp_path: Path) -> None:
    machine = PowerOn(tmp_path, BONNET)
    machine.board = HAT
    machine.save()
    assert [each.name for each in tmp_path.glob("*.splash")] == ["spidev0.0.splash"]
    assert not (tmp_path / "part").exists()


# The program ------------------------------------------------------------------------------------

IMPORTS = {"fcntl", "os", "struct", "sys", "time"}


def test_the_program_runs_by_itself_and_imports_next_to_nothing(tmp_path: Path) -> None:
    source = early_splash.__file__
    nodes = list(ast.walk(ast.parse(Path(source).read_text("utf-8"))))
    assert not any(isinstance(node, ast.ImportFrom) for node in nodes)
    names = {each.name for node in nodes if isinstance(node, ast.Import) for each in node.names}
    assert names == IMPORTS
    command = [
        sys.executable,
        "-I",
        "-S",
        str(source),
        str(tmp_path / "none"),
        str(tmp_path / "lit"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (0, "", 1)


# The companion takes over -----------------------------------------------------------------------


def test_the_screen_is_taken_when_the_splash_is_drawn_not_before(tmp_path: Path) -> None:
    drawing, taken = early_splash.lock_screen(str(tmp_path)), tmp_path / early_splash.TAKEN
    taking = Thread(target=take_screen, args=(tmp_path,))
    taking.start()
    taking.join(0.05)
    assert taking.is_alive()
    assert not taken.exists()
    os.close(drawing)  # as its process ends
    taking.join(5)
    assert taken.exists()


def test_without_room_to_say_so_the_screen_stays_locked_while_the_companion_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    locks: list[int] = []

    def lock(folder: str, lock_screen: Callable[[str], int] = early_splash.lock_screen) -> int:
        locks.append(lock_screen(folder))
        return locks[-1]

    def touch(_file: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(early_splash, "lock_screen", lock)
    monkeypatch.setattr(Path, "touch", touch)
    take_screen(tmp_path)
    assert "No space left" in caplog.text
    other = os.open(tmp_path, os.O_RDONLY)
    with pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(other)
    os.close(locks[0])


def test_without_its_folder_the_screen_is_taken_all_the_same(tmp_path: Path) -> None:
    take_screen(tmp_path / "none")


class Watched:
    """What a panel shows while bytes come: each is a moment at which it may not be dark."""

    def __init__(self, panel: ModelPanel) -> None:
        self.panel = panel
        self.darkened = self.bytes = 0
        self.pictures: list[bytes] = []
        for name in ("_take", "_store"):
            setattr(panel, name, self._watch(getattr(panel, name)))

    def _watch(self, accept: Callable[[int], None]) -> Callable[[int], None]:
        def accept_watched(byte: int) -> None:
            accept(byte)
            self.bytes += 1
            self.darkened += not self.panel.lit

        return accept_watched

    def look(self, _number: int) -> None:
        """Keep the picture before the next transaction."""
        self.pictures.append(self.panel.picture())


@pytest.mark.parametrize("controller", ["ssd1306", "ssd1309", "sh1106"])
def test_the_companion_takes_the_panel_over_without_a_flash(
    tmp_path: Path, controller: str
) -> None:
    machine = PowerOn(tmp_path, BONNET._replace(controller=controller))
    machine.start()
    watched = Watched(machine.panel)
    wired = wire_oled(controller, panel=machine.panel, contrast=CONTRAST, faults=watched.look)
    registers = dict(machine.panel.registers)
    wired.oled.show(SPLASH)
    assert set(watched.pictures) == {SPLASH} == {machine.seen()}
    assert machine.panel.registers | {"nothing": 0} == registers | {"nothing": 0}
    wired.oled.show(PICTURE)
    assert (machine.seen(), watched.darkened) == (PICTURE, 0)
    assert watched.bytes > len(SPLASH)


def test_the_splash_of_the_assumed_screen_does_no_harm_to_an_sh1106(tmp_path: Path) -> None:
    """The installer may prepare it before the screen can be found, or the screen is changed."""
    machine = PowerOn(tmp_path, BONNET)
    machine.kernel.panel = machine.panel = MODELS["sh1106"]()
    machine.start()
    assert machine.lit.exists()
    wire_oled("sh1106", panel=machine.panel).oled.show(SPLASH)
    assert machine.seen() == SPLASH


def test_the_hats_panel_is_not_reset_when_it_is_taken_over_but_after_a_loss(
    tmp_path: Path, pins: MockPins
) -> None:
    machine = PowerOn(tmp_path, HAT)
    machine.start()
    watched, bus = Watched(machine.panel), Spi()
    spidev = FakeSpi(lambda: pins.pin(bus.dc).state, machine.panel, watched.look)  # type: ignore[attr-defined]  # the mock's
    oled = Oled(
        create_driver("sh1106"), lambda: SpiSerial(bus, spidev, lit=machine.lit), contrast=CONTRAST
    )
    oled.show(SPLASH)
    oled.show(PICTURE)
    assert (machine.seen(), watched.darkened) == (PICTURE, 0)
    assert watched.pictures[0] == SPLASH
    assert pins.pin(bus.reset).function == "input"  # type: ignore[attr-defined]  # never claimed
    oled.close()
    again = SpiSerial(bus, spidev, lit=machine.lit)
    assert pins.pin(bus.reset).state  # type: ignore[attr-defined]  # likewise
    again.cleanup()
