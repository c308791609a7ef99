"""Measures a mesh: its bounds, its holes, and along straight lines what is met and how thick."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, radians

from hardware.enclosure.mesh import Mesh, Point, Triangle, cross, dot, normal, sub

_LEAF = 8
_SKIN = 1e-4  # rays start this far below a face
_ARCH = 1.5  # millimetres that a ceiling may rise from its walls to its middle
_FLAT = cos(radians(44))  # of the way straight down, for faces flatter than 45 degrees


def bounds(mesh: Iterable[Triangle]) -> tuple[Point, Point]:
    """The lowest and the highest x, y and z."""
    xs, ys, zs = zip(*(corner for triangle in mesh for corner in triangle), strict=True)
    return (min(xs), min(ys), min(zs)), (max(xs), max(ys), max(zs))


def ways_through(mesh: Mesh, pieces: int = 1) -> int:
    """How many holes go through a closed mesh of so many pieces, by Euler's formula."""
    corners = len({corner for triangle in mesh for corner in triangle})
    return pieces - (corners - len(mesh) // 2) // 2


@dataclass(frozen=True)
class Hit:
    """Where a ray meets a face: how far away, and how squarely, 1 from behind to -1 from before."""

    distance: float
    along: float


@dataclass(frozen=True)
class _Node:
    """A box around triangles: two smaller nodes, or a few triangles."""

    low: Point
    high: Point
    parts: "tuple[_Node, _Node] | None"
    triangles: tuple[Triangle, ...]


class Rays:
    """A mesh prepared for being looked through."""

    def __init__(self, mesh: Mesh) -> None:
        self._root = _node([each for each in mesh if any(normal(each))])

    def hits(self, start: Point, way: Point) -> list[Hit]:
        """All faces met from ``start`` along ``way``, the nearest first; ``way`` is the measure."""
        found = [
            hit
            for triangle in _near(self._root, start, way)
            if (hit := _meet(triangle, start, way)) is not None
        ]
        return sorted(found, key=lambda hit: hit.distance)


def _node(triangles: list[Triangle]) -> _Node:
    corners = [corner for triangle in triangles for corner in triangle]
    lows, highs = zip(*((min(axis), max(axis)) for axis in zip(*corners, strict=True)), strict=True)
    low: Point = lows[0], lows[1], lows[2]
    high: Point = highs[0], highs[1], highs[2]
    if len(triangles) <= _LEAF:
        return _Node(low, high, None, tuple(triangles))
    axis = max(range(3), key=lambda i: high[i] - low[i])
    triangles = sorted(triangles, key=lambda each: each[0][axis] + each[1][axis] + each[2][axis])
    half = len(triangles) // 2
    return _Node(low, high, (_node(triangles[:half]), _node(triangles[half:])), ())


def _near(node: _Node, start: Point, way: Point) -> Iterator[Triangle]:
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if _passes(node, start, way):
            waiting.extend(node.parts or ())
            yield from node.triangles


def _passes(node: _Node, start: Point, way: Point) -> bool:
    first, last = 0.0, float("inf")
    for low, high, at, step in zip(node.low, node.high, start, way, strict=True):
        if abs(step) < 1e-12:
            if not low <= at <= high:
                return False
            continue
        near, far = sorted(((low - at) / step, (high - at) / step))
        first, last = max(first, near), min(last, far)
    return first <= last + 1e-9


def _meet(triangle: Triangle, start: Point, way: Point) -> Hit | None:
    """Moeller and Trumbore: the point of the ray in the triangle's own coordinates."""
    a, b, c = triangle
    side, other = sub(b, a), sub(c, a)
    across = cross(way, other)
    scale = dot(side, across)
    if abs(scale) < 1e-12:
        return None
    offset = sub(start, a)
    u = dot(offset, across) / scale
    turned = cross(offset, side)
    v = dot(way, turned) / scale
    distance = dot(other, turned) / scale
    if u < -1e-9 or v < -1e-9 or u + v > 1 + 1e-9 or distance < 0:
        return None
    face = normal(triangle)
    return Hit(distance, dot(face, way) / (dot(face, face) * dot(way, way)) ** 0.5)


def thicknesses(mesh: Mesh, spacing: float = 2.0) -> Iterator[tuple[Point, float]]:
    """How thick the solid is below points of every face, ``spacing`` millimetres apart or closer.

    Measured along the inward normal, to a face that looks the other way within 37 degrees; where
    two faces meet in an edge there is no wall between them. Yields the point and millimetres.
    """
    rays = Rays(mesh)
    for triangle in mesh:
        face = normal(triangle)
        doubled = dot(face, face) ** 0.5
        if doubled < 0.002:
            continue
        inward = (-face[0] / doubled, -face[1] / doubled, -face[2] / doubled)
        for point in _spread(triangle, 1 + int(doubled / 2 / spacing**2)):
            start = _along(point, inward, _SKIN)
            # A hit on the seam of two triangles counts twice, which does no harm.
            hit = next((each for each in rays.hits(start, inward) if each.along > 0), None)
            if hit is not None and hit.along > 0.8:
                yield point, hit.distance + _SKIN


def _along(point: Point, way: Point, far: float) -> Point:
    return point[0] + way[0] * far, point[1] + way[1] * far, point[2] + way[2] * far


def _spread(triangle: Triangle, count: int) -> Iterator[Point]:
    """Points spread evenly over a triangle, its middle first; the same ones every time."""
    a, b, c = triangle
    for i in range(count):
        u, v = (1 / 3 + i * 0.7548776662466927) % 1, (1 / 3 + i * 0.5698402909980532) % 1
        if u + v > 1:
            u, v = 1 - u, 1 - v
        yield _along(_along(a, sub(b, a), u), sub(c, a), v)


def overhangs(mesh: Mesh, bridge: float) -> Iterator[tuple[Point, float]]:
    """Where a part would need support, and the square millimetres of it.

    That is below faces flatter than 45 degrees, above the bed, that are no bridges between two
    walls ``bridge`` millimetres apart or less.
    """
    rays = Rays(mesh)
    for triangle in mesh:
        across, back, up = normal(triangle)
        twice = (across**2 + back**2 + up**2) ** 0.5
        if up < -_FLAT * twice and min(corner[2] for corner in triangle) > _SKIN:
            middle = tuple(sum(axis) / 3 for axis in zip(*triangle, strict=True))
            if not _is_bridged(rays, (middle[0], middle[1], middle[2] - 0.05), bridge):
                yield (middle[0], middle[1], middle[2]), twice / 2


def _is_bridged(rays: Rays, below: Point, bridge: float) -> bool:
    """Whether the ceiling above goes on, to both sides, until it meets a wall."""
    return any(
        sum(_ceiling_ends(rays, below, (side * x, side * y, 0.0)) for side in (-1, 1)) <= bridge
        for x, y in ((1.0, 0.0), (0.0, 1.0))
    )


def _ceiling_ends(rays: Rays, below: Point, way: Point) -> float:
    """How far away the wall is that bears a ceiling; infinite if there is none."""
    walls = rays.hits(below, way)
    if not walls:
        return float("inf")
    steps = int(walls[0].distance)
    for far in (*range(steps), walls[0].distance - 0.1):
        above = rays.hits(_along(below, way, far), (0.0, 0.0, 1.0))
        if not above or above[0].distance > _ARCH:
            return float("inf")
    return walls[0].distance
