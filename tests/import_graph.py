"""Who imports whom in `companion/`: at the top, for annotations, late, or by a name as text.

``python -m tests.import_graph`` prints rooms, arrows, circles and late imports.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
DOORS = ("companion.__main__", "companion.testing")
"""Modules beside the rooms: for a shell, and for the tests of a game's author."""
TEXT_OF_A_MODULE = re.compile(r"(companion(?:\.\w+)+)(?::\w+)?")
"""A module's name as text, as in `DRAWN_IN`; with a name in it, as in `BUILT_IN`."""


class ImportStatement(NamedTuple):
    """One module of the companion named by another one."""

    importer: str
    imported: str
    kind: str
    """"top", "typing", "late", or "text" for a module's name in a string."""


class LateImport(NamedTuple):
    """An import inside a function, whatever it imports."""

    importer: str
    line: int
    names: tuple[str, ...]
    """The modules without their packages; of the companion and of others."""


@cache
def modules() -> Mapping[str, Path]:
    """The files of the companion by their modules' names."""
    return {name_of(path): path for path in sorted((ROOT / "companion").rglob("*.py"))}


def name_of(path: Path) -> str:
    """The name by which a file is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)


def _nodes(text: str) -> Iterator[tuple[ast.AST, str]]:
    """The nodes that may name a module, in their order, each with its kind."""
    looked_at = ast.AST if '"companion.' in text else STATEMENTS
    ahead: list[tuple[ast.AST, str]] = [(ast.parse(text), "top")]
    while ahead:
        parent, kind = ahead.pop()
        if isinstance(parent, ast.Import | ast.ImportFrom | ast.Constant):
            yield parent, kind
        elif isinstance(parent, ast.If) and getattr(parent.test, "id", "") == "TYPE_CHECKING":
            yield from ((each, "typing") for each in parent.body)
        else:
            if isinstance(parent, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                kind = "late"
            children = [
                (node, kind) for node in ast.iter_child_nodes(parent) if isinstance(node, looked_at)
            ]
            ahead += reversed(children)


def _last_names(node: ast.Import | ast.ImportFrom) -> tuple[str, ...]:
    if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("companion"):
        return tuple(each.rpartition(".")[2] for each in _named(node))
    if isinstance(node, ast.ImportFrom) and node.module and node.module != "importlib":
        return (node.module,)
    return tuple(alias.name for alias in node.names)


def _named(node: ast.AST) -> Iterator[str]:
    """The modules that a node names, as far as they are ours."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in modules())
    elif isinstance(node, ast.ImportFrom) and node.module in modules():
        for alias in node.names:
            inner = f"{node.module}.{alias.name}"
            yield inner if inner in modules() else str(node.module)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        match = TEXT_OF_A_MODULE.fullmatch(node.value)
        if match and match[1] in modules():
            yield match[1]


@cache
def read_imports() -> tuple[tuple[ImportStatement, ...], tuple[LateImport, ...]]:
    """All that the companion's files import of each other, and where they import late."""
    found, late = [], []
    for name, path in modules().items():
        for node, kind in _nodes(path.read_text("utf-8")):
            if kind == "late" and isinstance(node, ast.Import | ast.ImportFrom):
                late.append(LateImport(name, node.lineno, _last_names(node)))
            found += [
                ImportStatement(name, other, "text" if isinstance(node, ast.Constant) else kind)
                for other in _named(node)
                if other != name
            ]
    return tuple(found), tuple(late)


def room_of(module: str) -> str:
    """The room of a module: the name under `companion/`; empty for `companion` and its doors."""
    return "" if module in DOORS else module.partition(".")[2].partition(".")[0]


def rooms() -> set[str]:
    """The names under `companion/`."""
    return {room_of(name) for name in modules()} - {""}


def count_arrows() -> Counter[tuple[str, str]]:
    """How many imports lead from one room to another.

    `companion/__init__.py` is no room: it has the version, and imports nothing.
    """
    arrows = ((room_of(each.importer), room_of(each.imported)) for each in read_imports()[0])
    return Counter((room, other) for room, other in arrows if room and other and room != other)


def find_circle(kinds: Sequence[str] = ("top", "typing", "late", "text")) -> list[str]:
    """Some files that import each other in a circle; empty if none do."""
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for each in read_imports()[0]:
        if each.kind in kinds:
            graph[each.importer].add(each.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle: list[str] = error.args[1]
        return circle
    return []


def main() -> None:
    """Print today's numbers."""
    arrows = count_arrows()
    print(len(rooms()), "rooms")
    print(len(arrows), "arrows")
    for (room, other), times in sorted(arrows.items()):
        print(f"  {room} -> {other}: {times}")
    print("a circle:", *find_circle() or ["none"])
    late = Counter(each.importer for each in read_imports()[1])
    print(sum(late.values()), "late imports in", len(late), "files")
    for name, times in late.most_common():
        print(f"  {name}: {times}")


if __name__ == "__main__":
    main()
