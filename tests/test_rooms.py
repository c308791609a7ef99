"""The rooms as docs/architecture.md has them, no circle of files, few late imports."""

import ast
import re
import tomllib
from itertools import chain

from tests.import_graph import ROOT, count_arrows, find_circle, modules, read_imports, rooms

MOST_LATE = 60
ROOM = re.compile(r"^\| `(\w+)/` \| .* \| (.*)\|$", re.MULTILINE)
"""A row of the table of rooms: which room, and what it imports."""


def read_order() -> list[list[str]]:
    """The rooms from the top down, as the import contract has them."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = pyproject["tool"]["importlinter"]["contracts"][0]["layers"]
    return [layer.split(" | ") for layer in layers]


def read_arrows() -> set[tuple[str, str]]:
    """The arrows as docs/architecture.md has them."""
    told = ROOM.findall((ROOT / "docs" / "architecture.md").read_text("utf-8"))
    below = [room for room, _ in told]
    arrows = set()
    for at, (room, imports) in enumerate(told):
        named = below[at + 1 :] if imports.startswith("all") else re.findall(r"\w+", imports)
        arrows |= {(room, each) for each in named}
    return arrows


def test_every_room_has_its_place_and_there_are_few() -> None:
    assert rooms() == set(chain.from_iterable(read_order()))
    assert len(rooms()) <= 10


def test_the_arrows_between_rooms_are_those_told() -> None:
    told = read_arrows()
    assert set(count_arrows()) == told
    assert f"; {len(told)} arrows in all" in (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_no_arrow_leads_back_up() -> None:
    """The import contract holds this, too, but for names of modules as text, and for siblings."""
    level = {room: at for at, rooms_of_it in enumerate(read_order()) for room in rooms_of_it}
    assert [(a, b) for a, b in count_arrows() if level[a] >= level[b]] == []


def test_the_name_and_the_version_stand_below_all_rooms() -> None:
    assert [each for each in read_imports()[0] if each.importer == "companion"] == []


def test_no_files_import_each_other_in_a_circle() -> None:
    assert find_circle() == []


def test_few_imports_are_late() -> None:
    assert len(read_imports()[1]) <= MOST_LATE


def test_a_module_with_late_imports_says_what_it_keeps_out_of_the_start() -> None:
    untold = []
    for late in read_imports()[1]:
        text = modules()[late.importer].read_text("utf-8")
        told = (ast.get_docstring(ast.parse(text)) or "").partition("Late")[2]
        untold += [f"{late.importer}: {name}" for name in late.names if f"`{name}`" not in told]
    assert untold == []
