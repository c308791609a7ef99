"""The lock files: they name all that is needed, by hashes and from no host."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from packages.release import PACKAGING, Release
from packages.wheels import MACHINES, PYTHONS, Pin, Target, pins_for, read_lock

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
EVERY_TARGET = [Target(architecture, python) for architecture in MACHINES for python in PYTHONS]


def pins_in(name: str) -> list[Pin]:
    return list(read_lock((ROOT / PACKAGING / name).read_text()))


@pytest.mark.parametrize("name", ["lock.txt", "tools.txt"])
def test_every_package_has_one_version_hashes_and_no_host(name: str) -> None:
    pins = pins_in(name)
    assert pins
    for requirement, hashes in pins:
        (version,) = requirement.specifier
        assert version.operator == "=="
        assert {len(each) for each in hashes} == {64}
    assert "://" not in (ROOT / PACKAGING / name).read_text()


@pytest.mark.parametrize(
    ("name", "needed"),
    [
        ("lock.txt", PROJECT["project"]["dependencies"]),
        ("lock.txt", PROJECT["project"]["optional-dependencies"]["mqtt"]),
        ("tools.txt", PROJECT["build-system"]["requires"]),
    ],
)
def test_the_lock_files_follow_the_project(name: str, needed: list[str]) -> None:
    versions = {
        pin.requirement.name: next(iter(pin.requirement.specifier)).version for pin in pins_in(name)
    }
    for each in map(Requirement, needed):
        found = versions.get(canonicalize_name(each.name), "none")
        assert found in each.specifier, f"{each} (`make lock` takes {found})"


@pytest.mark.parametrize("target", EVERY_TARGET, ids="-".join)
def test_what_has_no_wheel_is_left_to_the_system(target: Target) -> None:
    names = {pin.requirement.name for pin in pins_for(Release(ROOT, 0), target)}
    armhf = target.architecture == "armhf"
    assert ("lgpio" in names) == (not armhf and target.python == "3.11")
    assert ("pillow" in names) == (not armhf)
    assert {"gpiozero", "luma-oled", "pip"} <= names
