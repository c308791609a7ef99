"""Few rooms, few arrows between them, no circle of files, few late imports."""

import ast

from tests.import_graph import count_arrows, find_circle, modules, read_imports, rooms

MOST_ARROWS = 46
MOST_LATE = 60


def test_every_room_has_its_place_and_there_are_few() -> None:
    assert len(rooms()) <= 11


def test_few_arrows_lead_from_room_to_room() -> None:
    assert len(count_arrows()) <= MOST_ARROWS


def test_the_name_and_the_version_stand_below_all_rooms() -> None:
    assert [each for each in read_imports()[0] if each.importer == "companion"] == []


def test_no_files_import_each_other_in_a_circle() -> None:
    assert find_circle(("top", "late", "text")) == []


def test_few_imports_are_late() -> None:
    assert len(read_imports()[1]) <= MOST_LATE


def test_a_module_with_late_imports_says_what_it_keeps_out_of_the_start() -> None:
    untold = []
    for late in read_imports()[1]:
        text = modules()[late.importer].read_text("utf-8")
        told = (ast.get_docstring(ast.parse(text)) or "").partition("Late")[2]
        untold += [f"{late.importer}: {name}" for name in late.names if f"`{name}`" not in told]
    assert untold == []
