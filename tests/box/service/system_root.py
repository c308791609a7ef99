"""The scripts of `systemd/` in a folder in place of /, with programs that only note their calls."""

import os
import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

SYSTEMD = Path(__file__).parents[3] / "systemd"
ABSOLUTE = re.compile(r"(?<![\w$}*\]/])/(?=(?:opt|etc|var|run|media)\b)")
PROGRAMS = {
    **dict.fromkeys(("systemd-sysusers", "udevadm"), ""),
    "systemctl": "[[ $* != *is-active* ]]",  # no rollback is under way
    "id": "echo 0",
    # The own user stands in for the companion's.
    "setpriv": 'while [[ $1 == --* ]]; do shift; done\nexec "$@"',
}


class SystemRoot:
    """Two slots, of which `b` is the current one, in a machine that is a folder."""

    def __init__(self, place: Path) -> None:
        self.home, self.tmp = place / "opt/campanile-companion", place / "var/tmp"
        self.state = place / "var/lib/campanile-companion"
        self._place, self._bin = place, place / "bin"
        for each in (self.tmp, self.state, self._bin, place / "systemd"):
            each.mkdir(parents=True)
        for name, text in PROGRAMS.items():
            program = self._bin / name
            program.write_text(f'#!/bin/bash\necho {name} "$@" >>{place}/calls\n{text}\n')
            program.chmod(0o755)
        for slot in ("a", "b"):
            (self.home / slot / "systemd").mkdir(parents=True)
            (self.home / slot / "systemd/files").touch()
            (self.home / slot / "release").write_text(f"1.{slot}\n")
        (self.home / "current").symlink_to("b")
        (self.home / "former").symlink_to("a")
        for name in ("install", "slots.sh", "boot_config.sh", "trial"):
            text = ABSOLUTE.sub(f"{place}/", (SYSTEMD / name).read_text())
            (place / "systemd" / name).write_text(text)

    def run(
        self, script: str, *arguments: str | Path, environ: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a script to its end."""
        path = f"{self._bin}:{os.environ['PATH']}"
        return subprocess.run(
            ["bash", self._place / "systemd" / script, *arguments],
            env={**os.environ, "PATH": path, **(environ or {})},
            capture_output=True, text=True, check=False,
        )  # fmt: skip

    def calls(self) -> list[str]:
        """The calls of the system's programs."""
        return (self._place / "calls").read_text().splitlines()
