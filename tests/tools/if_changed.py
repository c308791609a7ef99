"""Runs what takes long and hangs on few files, unless these are those of the last run that passed.

`python -m tests.tools.if_changed NAME COMMAND...` compares the hash of the files of NAME with the
one in `.ci/passed.txt`, runs the command if they differ, and writes the hash after a pass.
`--passed [NAME...]` only writes: what has passed by itself, or all.
"""

import hashlib
import json
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
PASSED = ROOT / ".ci/passed.txt"
HEAD = "# What .ci/run leaves out while its files have this hash: tests/tools/if_changed.py\n"
BUILT = ("project", "build-system")
"""The tables of pyproject.toml that say what is installed; and hatch's, among the tools'."""

RELEASE = ("Makefile", "pyproject.toml", "systemd", "companion/text/catalogues/*.py")
"""What builds a release and installs it."""
FAKE_PANEL = (
    "tests/box/service/fake_i2c.py",
    "tests/box/service/virtual_service.py",
    "tests/fakes/oled_controllers.py",
)
CONTAINER = (
    *RELEASE, *FAKE_PANEL, ".ci/container.sh", "companion/box", "companion/cli/program.py",
    "companion/app/play.py", "companion/app/real_screen.py", "companion/app/loop.py",
    "companion/app/ending.py",
    "companion/app/app_builder.py",
    "companion/app/prepared_splash.py", "tests/box/service/releases.py",
)  # fmt: skip
SERVICE = (
    *CONTAINER, ".ci/service", ".ci/card", ".ci/light", ".ci/updates",
    "companion/app/table_door.py",
    "companion/app/phone_menu.py", "companion/app/api/table_socket.py",
    "companion/app/api/connection.py", "companion/app/api/phones.py",
    "companion/outlets/pages/*.py", "companion/outlets/web/serve.py",
    "companion/outlets/mqtt/serve.py", "tests/box/service/phone.py",
)  # fmt: skip
FILES: Mapping[str, Sequence[str]] = {
    "meshes": (
        "hardware/*.py", "hardware/enclosure", "hardware/wiring", "firmware/pins.py",
        "companion/box/devices/boards.py", "companion/games/campanile/screens/card_signs.py",
        "companion/app/splash.frame", "tests/hardware",
    ),
    "home-assistant": (
        "companion/outlets/mqtt", "companion/outlets/*.py", "companion/app/api",
        "tests/outlets/mqtt", "docs/mqtt.md", "pyproject.toml",
    ),
    "packages": (*CONTAINER, ".ci/packages", ".ci/debian_package"),
    "machine": (*CONTAINER, "companion/app/recent_games.py", "tests/machine"),
    "service-bookworm": SERVICE,
    "service-trixie": SERVICE,
}  # fmt: skip
"""What each hangs on: what only it can show, so not what other tests hold."""


def list_files(name: str) -> list[str]:
    """Return the files that a name hangs on; raises CalledProcessError if a path is gone."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(
        [*command, "--error-unmatch", "--", *FILES[name]],
        cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return sorted(set(done.stdout.split("\0")) - {""})


def read_content(file: Path) -> bytes:
    """Return a file's bytes; of pyproject.toml only what says how it is built and what it needs."""
    if file.name != "pyproject.toml":
        return file.read_bytes() if file.is_file() else b""
    tables = tomllib.loads(file.read_text("utf-8"))
    built = [tables[each] for each in BUILT]
    return json.dumps([*built, tables["tool"]["hatch"]], sort_keys=True).encode()


def hash_files(name: str) -> str:
    """Return one SHA-256 over the paths and contents of the files that a name hangs on."""
    whole = hashlib.sha256()
    for path in list_files(name):
        whole.update(path.encode() + hashlib.sha256(read_content(ROOT / path)).digest())
    return whole.hexdigest()


def read_passed() -> dict[str, str]:
    lines = PASSED.read_text("utf-8").splitlines() if PASSED.exists() else []
    return dict(line.split() for line in lines if line and not line.startswith("#"))


def write_passed(hashes: dict[str, str]) -> None:
    passed = read_passed() | hashes
    lines = (f"{name} {passed[name]}\n" for name in FILES if name in passed)
    PASSED.write_text(HEAD + "".join(lines), "utf-8")


def main(arguments: Sequence[str]) -> int:
    """Run the command and return its exit status, or 0 if it can be left out."""
    if arguments[0] == "--passed":
        write_passed({name: hash_files(name) for name in arguments[1:] or FILES})
        return 0
    name, *command = arguments
    now = hash_files(name)
    if read_passed().get(name) == now:
        print(f"left out: {name}, for its files are those of the last run that passed")
        return 0
    status = subprocess.run(command, check=False).returncode
    if status == 0:
        write_passed({name: now})
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
