"""The hotspot's switch by a fake busctl in the path."""

from pathlib import Path

import pytest

from companion.box.service import hotspot
from companion.box.service.busctl import SystemRefused
from tests.box.service.test_busctl import fake_busctl

SYSTEMD = "org.freedesktop.systemd1 /org/freedesktop/systemd1"
MANAGER = f"--timeout=2 call {SYSTEMD} org.freedesktop.systemd1.Manager"
STATE = (
    f"--timeout=2 get-property {SYSTEMD}/unit/companion_2dhotspot_2eservice "
    "org.freedesktop.systemd1.Unit ActiveState\n"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only folder in the path, and of the settings."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(hotspot, "SETTINGS", tmp_path / "hotspot")
    (tmp_path / "hotspot").write_text("ssid=Torre\npassword=K7M2QX4B\n")
    return tmp_path


def test_systemd_is_asked_for_exactly_this_unit(folder: Path) -> None:
    fake_busctl(folder, f'echo "$@" >> {folder}/asked')
    hotspot.switch(on=True)
    hotspot.switch(on=False)
    unit = "ss companion-hotspot.service replace\n"
    expected = f"{MANAGER} StartUnit {unit}{MANAGER} StopUnit {unit}"
    assert (folder / "asked").read_text() == expected


@pytest.mark.parametrize(
    ("state", "is_on"),
    [("active", True), ("activating", True), ("inactive", False), ("failed", False)],
)
def test_it_is_on_while_its_unit_runs(folder: Path, state: str, is_on: bool) -> None:
    fake_busctl(folder, f"""echo "$@" > {folder}/asked; echo 's "{state}"'""")
    assert hotspot.is_on() == is_on
    assert (folder / "asked").read_text() == STATE


def test_without_systemd_it_is_off(folder: Path) -> None:
    assert not hotspot.is_on()
    with pytest.raises(SystemRefused):
        hotspot.switch(on=True)
    fake_busctl(folder, "exit 3")
    assert not hotspot.is_on()


@pytest.mark.usefixtures("folder")
def test_name_and_password_are_the_installers() -> None:
    assert hotspot.read_credentials() == ("Torre", "K7M2QX4B")
    assert hotspot.is_available()


@pytest.mark.parametrize("text", [b"", b"ssid=Torre\n", b"password=K7M2QX4B\n", b"\xff=\n"])
def test_without_name_and_password_there_is_no_hotspot(folder: Path, text: bytes) -> None:
    (folder / "hotspot").write_bytes(text)
    fake_busctl(folder, """echo 's "active"'""")
    assert not hotspot.is_available()
    assert not hotspot.is_on()
    (folder / "hotspot").unlink()
    assert not hotspot.is_available()
