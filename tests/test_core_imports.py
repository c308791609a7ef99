"""The core and every game's rules import the standard library, the core and themselves only.

The import contracts of pyproject.toml leave this to it.
"""

import ast
import sys
from pathlib import Path

import pytest

import companion

ROOT = Path(companion.__file__).parent
PURE = [ROOT / "core", *sorted(ROOT.glob("games/*/rules"))]


def imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." * node.level + (node.module or ""))
    return found


@pytest.mark.parametrize("folder", PURE, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_it_imports_nothing_else(folder: Path) -> None:
    own = ".".join(("companion", *folder.relative_to(ROOT).parts))
    names = {name for file in folder.rglob("*.py") for name in imported(file)}
    assert names, folder
    assert not [
        name
        for name in names
        if name.partition(".")[0] not in sys.stdlib_module_names
        and not f"{name}.".startswith(("companion.core.", f"{own}."))
    ]
