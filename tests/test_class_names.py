"""Every class of the companion, and of its tests, has a name of its own: a name means one thing."""

import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
COMPANION = TESTS.parent / "companion"
A_CLASS = re.compile(r"^(?:    )?class (\w+)", re.MULTILINE)
AN_ALIAS = re.compile(r"^(?:    )?([A-Z][A-Za-z]*[a-z]) = (.+)", re.MULTILINE)
"""At the top of a module, or of a class."""


@cache
def source(folder: Path = COMPANION) -> str:
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob("*.py")))


@pytest.mark.parametrize("folder", [COMPANION, TESTS], ids=lambda folder: folder.name)
def test_no_two_classes_have_the_same_name(folder: Path) -> None:
    names = Counter(A_CLASS.findall(source(folder)))
    assert len(names) > 100
    assert [name for name, times in names.items() if times > 1] == []


def test_no_alias_has_the_name_of_a_class_or_two_meanings() -> None:
    aliases = defaultdict[str, set[str]](set)
    for name, meant in AN_ALIAS.findall(source()):
        aliases[name].add(meant)
    assert set(A_CLASS.findall(source())) & aliases.keys() == set()
    assert {name: meant for name, meant in aliases.items() if len(meant) > 1} == {}
