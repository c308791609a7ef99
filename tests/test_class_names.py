"""Every class of the companion has a name of its own, so that a name means one thing."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

COMPANION = Path(__file__).parents[1] / "companion"


@cache
def list_nodes() -> tuple[ast.AST, ...]:
    files = COMPANION.rglob("*.py")
    return tuple(node for path in files for node in ast.walk(ast.parse(path.read_text("utf-8"))))


def test_no_two_classes_have_the_same_name() -> None:
    names = Counter(node.name for node in list_nodes() if isinstance(node, ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


def test_no_alias_has_the_name_of_a_class() -> None:
    classes, assigned = set[str](), set[str]()
    for node in list_nodes():
        if isinstance(node, ast.ClassDef):
            classes.add(node.name)
        elif isinstance(node, ast.Assign):
            assigned |= {each.id for each in node.targets if isinstance(each, ast.Name)}
    assert classes & assigned == set()
