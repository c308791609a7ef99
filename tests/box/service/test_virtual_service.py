"""The stand-in for the service's program in the containers and machines of CI still starts."""

import os
import re
import select
import subprocess
import sys
from pathlib import Path

from tests.app.command import PATIENCE

PROGRAM = Path(__file__).with_name("virtual_service.py")


def test_its_panel_shows_pictures(tmp_path: Path) -> None:
    settings = tmp_path / "companion.toml"
    settings.write_text('board = "bonnet"\n', encoding="utf-8")
    os.mkfifo(tmp_path / "frames")
    frames = os.open(tmp_path / "frames", os.O_RDONLY | os.O_NONBLOCK)
    command = [sys.executable, str(PROGRAM), "play", "--mute", "--config", str(settings)]
    folders = dict.fromkeys(("RUNTIME_DIRECTORY", "XDG_STATE_HOME"), str(tmp_path))
    with subprocess.Popen(command, env={**os.environ, **folders}) as service:
        shown, _, _ = select.select([frames], [], [], PATIENCE)
        said = os.read(frames, 1 << 16) if shown else b""
        service.terminate()
    os.close(frames)
    assert re.fullmatch(rb"(\d+ [0-9a-f]{64}\n)+", said)
    assert service.returncode == 0
