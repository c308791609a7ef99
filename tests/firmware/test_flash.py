"""`make flash` without a Pico: a panel at a pty, and an mpremote that prints its arguments."""

import errno
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import serial  # type: ignore[import-untyped] # pyserial has no types

from companion import __version__
from tests.firmware.pico import FIRMWARE, PluggedPico

FLASH = FIRMWARE / "flash"
MPREMOTE = """#!/bin/sh
printf '%s\\n' "$@"
exit {status}
"""


@pytest.fixture
def flash(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script as a module that finds only the ports a test adds."""
    monkeypatch.syspath_prepend(FIRMWARE)
    loader = SourceFileLoader("flash", str(FLASH))
    spec = importlib.util.spec_from_loader("flash", loader)
    assert spec
    module: Any = importlib.util.module_from_spec(spec)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    loader.exec_module(module)
    module.UDEV_NAME = "/nowhere/campanile-panel"
    add_ports(module, monkeypatch)
    return module


def add_ports(flash: Any, monkeypatch: pytest.MonkeyPatch, *devices: str) -> None:
    """Let the system list Picos at ``devices``, and another device."""
    found = [SimpleNamespace(device=device, vid=0x2E8A, pid=5) for device in devices]
    other = SimpleNamespace(device="/dev/ttyUSB0", vid=0x1A86, pid=0x7523)
    monkeypatch.setattr(flash.list_ports, "comports", lambda: [other, *found])


@pytest.fixture
def fail(
    flash: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """Runs the script, which must fail; returns its words on standard error."""

    def run(*arguments: str) -> str:
        monkeypatch.setattr(sys, "argv", ["flash", *arguments])
        assert flash.main() == 1
        return capsys.readouterr().err

    return run


def fake_mpremote(folder: Path, status: int) -> str:
    """Return a search path with an mpremote that prints its arguments and exits with ``status``."""
    program = folder / "mpremote"
    program.write_text(MPREMOTE.format(status=status))
    program.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.usefixtures("interpreter")
def test_a_running_panel_releases_its_port_takes_the_files_and_says_hello(tmp_path: Path) -> None:
    with PluggedPico() as pico:
        node = os.path.realpath(pico.port)
        running = subprocess.Popen(
            [sys.executable, str(FLASH), str(pico.port)],
            env=os.environ | {"PATH": fake_mpremote(tmp_path, 0)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert running.stdout
        printed: list[str] = []
        while printed[-1:] != ["reset"]:
            printed.append(running.stdout.readline().rstrip("\n"))
            assert printed[-1] or running.poll() is None
        pico.reset()
        out, err = running.communicate(timeout=60)
    assert (out, err) == (f"The tower panel at {node} runs panel {__version__}.\n", "")
    assert running.returncode == 0
    steps = "\n".join(printed).split("\n+\n")
    assert printed[:2] == ["connect", node]
    assert "os.remove('main.py')" in steps[0]
    assert steps[-2] == f"fs\ncp\n{FIRMWARE / 'main.py'}\n:main.py"
    assert steps[-1] == "reset"
    copied = {Path(word).name for word in steps[1].split("\n")[2:-1]}
    assert copied | {"main.py"} == {path.name for path in FIRMWARE.glob("*.py")}


def test_no_pico(fail: Callable[..., str]) -> None:
    words = fail()
    assert "BOOTSEL" in words
    assert "micropython.org" in words


def test_the_udev_name_goes_first_then_the_only_pico(
    flash: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    add_ports(flash, monkeypatch, "/dev/ttyACM3")
    assert flash.find_port([]) == "/dev/ttyACM3"
    flash.UDEV_NAME = str(tmp_path / "campanile-panel")
    Path(flash.UDEV_NAME).symlink_to("/dev/null")
    assert flash.find_port([]) == "/dev/null"  # the name is gone while the prompt has the port
    assert flash.find_port(["/dev/ttyACM9"]) == "/dev/ttyACM9"


def test_several_picos_are_an_error(
    flash: Any, monkeypatch: pytest.MonkeyPatch, fail: Callable[..., str]
) -> None:
    add_ports(flash, monkeypatch, "/dev/ttyACM3", "/dev/ttyACM4")
    assert "/dev/ttyACM3, /dev/ttyACM4" in fail()


@pytest.mark.parametrize(
    ("number", "word"),
    [(errno.EACCES, "dialout"), (errno.EBUSY, "systemctl"), (errno.EAGAIN, "systemctl")],
)
def test_a_port_that_may_not_be_opened(
    flash: Any,
    monkeypatch: pytest.MonkeyPatch,
    fail: Callable[..., str],
    number: int,
    word: str,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(number, "refused")

    monkeypatch.setattr(flash.serial, "Serial", refuse)
    assert word in fail("/dev/ttyACM3")


def test_a_port_that_does_not_exist(flash: Any, fail: Callable[..., str]) -> None:
    flash.RESET_TIMEOUT_S = 0.2
    assert "no port /nowhere/ttyACM3" in fail("/nowhere/ttyACM3")


def test_an_mpremote_that_fails(
    flash: Any, monkeypatch: pytest.MonkeyPatch, fail: Callable[..., str], tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", fake_mpremote(tmp_path, 1))
    monkeypatch.setattr(flash, "release_port", lambda _port: None)
    assert "could not be copied" in fail("/dev/ttyACM3")


def test_a_panel_that_does_not_release_its_port(
    flash: Any, monkeypatch: pytest.MonkeyPatch, fail: Callable[..., str]
) -> None:
    monkeypatch.setattr(flash.time, "sleep", lambda _seconds: None)
    monkeypatch.setattr(flash, "call_at_port", lambda _port, _call: True)
    assert "keeps running" in fail("/dev/ttyACM3")


def test_wrong_arguments(fail: Callable[..., str]) -> None:
    assert "usage" in fail("--help")


def test_another_file_than_a_port_is_refused_at_once(fail: Callable[..., str]) -> None:
    assert fail("/dev/null") == "flash: /dev/null is not a serial port.\n"
