"""A command's CPU, and its children's, is measured in yardsticks."""

import sys

import pytest

from tests.tools import measured


def test_more_than_is_allowed_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(measured, "YARDSTICK", "for _ in range(100_000): pass")
    four = "import subprocess, sys\nfor _ in range(4): subprocess.run([sys.executable, '-S', '-c', "
    assert measured.main(1, [sys.executable, "-c", f"{four}{measured.YARDSTICK!r}])"]) == 1
    assert measured.main(100, [sys.executable, "-c", "raise SystemExit(3)"]) == 3
    assert "yardsticks" in capsys.readouterr().out
