"""`systemd/trial` in a folder in place of /, where nothing but the slots can be written.

`.ci/updates` has the real systemd.
"""

import os
import re
import subprocess
from pathlib import Path

SYSTEMD = Path(__file__).parents[3] / "systemd"


def test_a_release_comes_back_where_neither_note_nor_splash_can_be_written(tmp_path: Path) -> None:
    home, calls, programs = (
        tmp_path / "opt/campanile-companion",
        tmp_path / "calls",
        tmp_path / "bin",
    )
    programs.mkdir()
    for name in ("systemctl", "systemd-sysusers", "udevadm"):
        (programs / name).write_text(f'#!/bin/sh\necho {name} "$@" >>{calls}\n')
        (programs / name).chmod(0o755)
    for slot in ("a", "b"):
        (home / slot / "systemd").mkdir(parents=True)
        (home / slot / "systemd/files").touch()
        (home / slot / "release").write_text(f"1.{slot}\n")
    (home / "current").symlink_to("b")
    (home / "former").symlink_to("a")
    (home / "trial").write_text("3\n")
    (tmp_path / "var").touch()  # no folder, so neither saved games nor the cache
    slots = re.sub("(?<==)/(?=opt|etc|var)", f"{tmp_path}/", (SYSTEMD / "slots.sh").read_text())
    (tmp_path / "slots.sh").write_text(slots)
    (tmp_path / "trial").write_text((SYSTEMD / "trial").read_text())

    environ = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    call = ["bash", str(tmp_path / "trial"), "rollback"]
    ran = subprocess.run(call, env=environ, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr
    assert (home / "current").readlink() == Path("a")
    assert not (home / "trial").exists()
    assert calls.read_text().splitlines()[-1] == "systemctl start companion.service"
