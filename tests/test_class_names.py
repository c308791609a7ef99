"""Every class of the companion has a name of its own, so that a name means one thing."""

import ast
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

COMPANION = Path(__file__).parents[1] / "companion"


@cache
def list_statements() -> tuple[ast.stmt, ...]:
    """Return the statements of all modules and of their classes."""
    trees = [ast.parse(path.read_text("utf-8")) for path in COMPANION.rglob("*.py")]
    top = [statement for tree in trees for statement in tree.body]
    return (*top, *(each for node in top if isinstance(node, ast.ClassDef) for each in node.body))


def test_no_two_classes_have_the_same_name() -> None:
    names = Counter(node.name for node in list_statements() if isinstance(node, ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


def test_no_alias_has_the_name_of_a_class_or_two_meanings() -> None:
    classes, aliases = set[str](), defaultdict[str, set[str]](set)
    for node in list_statements():
        if isinstance(node, ast.ClassDef):
            classes.add(node.name)
        elif isinstance(node, ast.Assign):
            for each in node.targets:
                if isinstance(each, ast.Name) and re.fullmatch("[A-Z][A-Za-z]*[a-z]", each.id):
                    aliases[each.id].add(ast.unparse(node.value))
    assert classes & aliases.keys() == set()
    assert {name: meant for name, meant in aliases.items() if len(meant) > 1} == {}
