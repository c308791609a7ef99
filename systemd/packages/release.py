"""The release that is built: its version, its time, its files, and the commands that build it."""

from __future__ import annotations

import os
import subprocess
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement

NAME = "campanile-companion"
PACKAGING = Path("systemd", "packages")


class PackagingError(Exception):
    """Something can't be built; the text is one line for the person who builds."""


class Release:
    """One version, built from the checkout at ``root``; files get the time ``epoch``."""

    def __init__(self, root: Path, epoch: int) -> None:
        self.root = root
        self.epoch = epoch

    @cached_property
    def project(self) -> Any:
        """The table [project] of pyproject.toml."""
        return tomllib.loads((self.root / "pyproject.toml").read_text())["project"]

    @property
    def version(self) -> str:
        """The project's, without which no name of a file is complete."""
        return str(self.project["version"])

    @property
    def environment(self) -> dict[str, str]:
        """What programs that build must know, lest they ask the clock."""
        return {"SOURCE_DATE_EPOCH": str(self.epoch)}

    def lowest_version(self, package: str) -> str:
        """Return the lowest version of a package that the project accepts."""
        for each in map(Requirement, self.project["dependencies"]):
            if each.name.lower() == package:
                return next(bound.version for bound in each.specifier if bound.operator == ">=")
        raise PackagingError(f"pyproject.toml: no dependency is called {package}")

    def system_files(self) -> Iterator[Path]:
        """Yield the files of systemd/ that are installed, and the program of the first picture."""
        listed = run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "systemd"],
            folder=self.root,
        )
        for name in sorted(filter(None, listed.split("\0"))):
            path = self.root / name
            if not Path(name).is_relative_to(PACKAGING) and path.is_file():
                yield path
        yield self.root / "companion/box/devices/early_splash.py"
        yield self.root / "companion/box/card/allowed_signers"


def read_release(root: Path) -> Release:
    """Return the release at ``root``, as old as $SOURCE_DATE_EPOCH says, or else its commit."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or run(
        ["git", "log", "-1", "--format=%ct"], folder=root
    )
    try:
        return Release(root, int(epoch))
    except ValueError:
        raise PackagingError(f"SOURCE_DATE_EPOCH is no number: {epoch!r}") from None


def run(
    command: Sequence[str | Path],
    *,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> str:
    """Run a command and return what it prints; raise PackagingError if it is missing or fails."""
    try:
        done = subprocess.run(
            command,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        raise PackagingError(f"{command[0]} is missing") from None
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise PackagingError(f"{' '.join(map(str, command[:4]))} ...: {lines[-1]}")
    return done.stdout
