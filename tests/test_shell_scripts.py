"""shellcheck has nothing to say about any shell script, or what it sources."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHELL = re.compile(rb"#! ?/(usr/bin/env |bin/)(ba)?sh\n")
SCRIPTS = [
    path
    for folder in (".ci", "systemd")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.is_file() and SHELL.match(path.read_bytes())
]


@pytest.mark.soak
@pytest.mark.skipif(
    shutil.which("shellcheck") is None and "CI" not in os.environ, reason="shellcheck missing"
)
def test_shellcheck_has_nothing_to_say() -> None:
    assert SCRIPTS
    command = ["shellcheck", "--severity=warning", "--external-sources", *map(str, SCRIPTS)]
    checked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.stdout + checked.stderr == ""
