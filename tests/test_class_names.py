"""Every class of the companion has a name of its own, so that a name means one thing."""

import ast
from collections import Counter
from pathlib import Path

COMPANION = Path(__file__).parents[1] / "companion"


def test_no_two_classes_have_the_same_name() -> None:
    names = Counter(
        node.name
        for path in COMPANION.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, times in names.items() if times > 1] == []
