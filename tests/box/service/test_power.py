"""Power-off by a fake busctl in the path."""

from pathlib import Path

import pytest

from companion.box.service.power import power_off
from tests.box.service.test_busctl import fake_busctl

CALL = (
    "--timeout=2 call org.freedesktop.login1 /org/freedesktop/login1 "
    "org.freedesktop.login1.Manager PowerOff b false\n"
)


def test_logind_is_asked_once_and_never_for_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    fake_busctl(tmp_path, f'echo "$@" >> {tmp_path}/asked')
    power_off()
    assert (tmp_path / "asked").read_text() == CALL
