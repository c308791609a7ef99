"""Meshes as STL: read, written small, measured. Plain Python; nothing here knows the enclosure."""

import struct
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]
Mesh = list[Triangle]

_HEADER = 80
_RECORD = struct.Struct("<12fH")


class NotClosed(ValueError):
    """A mesh that bounds no solid."""


def read(path: Path) -> Mesh:
    """The triangles of an STL, text or binary, in millimetres. Raises ValueError if it is none."""
    data = path.read_bytes()
    if len(data) >= _HEADER + 4:
        (count,) = struct.unpack_from("<I", data, _HEADER)
        if len(data) == _HEADER + 4 + count * _RECORD.size:
            rows = (row[3:12] for row in _RECORD.iter_unpack(data[_HEADER + 4 :]))
            return [(row[0:3], row[3:6], row[6:9]) for row in rows]
    return _read_text(data.decode("ascii", "replace"), path)


def _read_text(text: str, path: Path) -> Mesh:
    """The triangles of an STL as text, in single precision as a binary one has them."""
    if not text.startswith("solid"):
        raise ValueError(f"{path.name} is no STL")
    corners: list[Point] = []
    for line in text.splitlines():
        words = line.split()
        if words and words[0] == "vertex":
            x, y, z = struct.unpack("<3f", struct.pack("<3f", *map(float, words[1:4])))
            corners.append((x, y, z))
    if not corners or len(corners) % 3:
        raise ValueError(f"{path.name} has no whole triangles")
    return [(corners[i], corners[i + 1], corners[i + 2]) for i in range(0, len(corners), 3)]


def write(mesh: Mesh, path: Path, title: str) -> None:
    """Write a binary STL. Equal meshes give equal files, in whatever order they come."""
    turned = sorted(_smallest_first(triangle) for triangle in mesh)
    head = title.encode("ascii").ljust(_HEADER, b" ")[:_HEADER] + struct.pack("<I", len(turned))
    with path.open("wb") as file:
        file.write(head)
        for a, b, c in turned:
            file.write(_RECORD.pack(*_unit(normal((a, b, c))), *a, *b, *c, 0))


def _smallest_first(triangle: Triangle) -> Triangle:
    a, b, c = triangle
    return min((a, b, c), (b, c, a), (c, a, b))


def sub(a: Point, b: Point) -> Point:
    """The way from ``b`` to ``a``."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def dot(a: Point, b: Point) -> float:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a: Point, b: Point) -> Point:
    """The vector product."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )


def normal(triangle: Triangle) -> Point:
    """Outward, as long as twice the triangle's area."""
    a, b, c = triangle
    return cross(sub(b, a), sub(c, a))


def _unit(vector: Point) -> Point:
    length = dot(vector, vector) ** 0.5
    return (vector[0] / length, vector[1] / length, vector[2] / length) if length else (0, 0, 0)


def volume(mesh: Iterable[Triangle]) -> float:
    """Cubic millimetres; below 0 where the mesh is turned inside out."""
    return sum(dot(a, cross(b, c)) for a, b, c in mesh) / 6


def check_closed(mesh: Mesh) -> None:
    """Raise NotClosed unless the mesh bounds a solid that a slicer can't misread.

    Every edge is passed once each way, the triangles at a corner form one fan, and the volume is
    above 0.
    """
    if not mesh:
        raise NotClosed("there is nothing in it")
    if not all(any(normal(triangle)) for triangle in mesh):
        raise NotClosed("a triangle has shrunk to a line")
    edges = Counter(edge for a, b, c in mesh for edge in ((a, b), (b, c), (c, a)))
    for (a, b), times in edges.items():
        if times != 1 or edges.get((b, a), 0) != 1:
            raise NotClosed(f"the edge from {a} to {b} does not join two triangles")
    _check_fans(mesh)
    if volume(mesh) <= 0:
        raise NotClosed("it is inside out")


def _check_fans(mesh: Mesh) -> None:
    """Raise NotClosed where two surfaces touch in a point. The edges must have been checked."""
    around: dict[Point, dict[Point, Point]] = defaultdict(dict)
    for a, b, c in mesh:
        around[a][b], around[b][c], around[c][a] = c, a, b
    for corner, after in around.items():
        first = next(iter(after))
        neighbour, steps = after[first], 1
        while neighbour != first:
            neighbour, steps = after[neighbour], steps + 1
        if steps != len(after):
            raise NotClosed(f"two surfaces touch in {corner}")
