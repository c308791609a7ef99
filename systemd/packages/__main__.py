"""`make dist`: builds what the arguments name into a folder."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from packages.bundle import build_bundle
from packages.debian_package import build_debian_package
from packages.release import PackagingError, read_release
from packages.wheels import FROM_DEBIAN, MACHINES, build_distribution


def main() -> int:
    """Build; return 1 after a line that says what is in the way."""
    parser = ArgumentParser(prog="packages", description="Build what is released.")
    parser.add_argument("kinds", nargs="+", choices=["wheel", "sdist", "bundle", "deb"])
    parser.add_argument("--architecture", choices=sorted(MACHINES))
    parser.add_argument("--into", type=Path, default=Path("dist"))
    options = parser.parse_args()
    try:
        build(options.kinds, options.architecture, options.into)
    except PackagingError as error:
        print(f"dist: {error}", file=sys.stderr)
        return 1
    return 0


def build(kinds: list[str], only: str | None, into: Path) -> None:
    """Build all kinds, for one architecture or for all, and print the path of each file."""
    release = read_release(Path.cwd())
    into.mkdir(parents=True, exist_ok=True)
    wheel = build_distribution(release, "wheel", into)
    print(wheel)
    if "sdist" in kinds:
        print(build_distribution(release, "sdist", into))
    for architecture in [only] if only else MACHINES:
        if "bundle" in kinds:
            print(build_bundle(release, architecture, wheel, into))
        # Without wheels of its own, it would have to name the packages of one Debian.
        if "deb" in kinds and architecture not in FROM_DEBIAN:
            print(build_debian_package(release, architecture, wheel, into))


if __name__ == "__main__":
    sys.exit(main())
