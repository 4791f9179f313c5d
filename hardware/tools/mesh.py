"""Printed parts as triangles: read, written, and judged whether a slicer can fill them."""

import struct
from collections import Counter
from pathlib import Path

Point = tuple[float, float, float]
Triangle = tuple[Point, Point, Point]

_HEADER_BYTES = 80


def from_ascii(text: str) -> list[Triangle]:
    """Return the triangles of an ASCII STL, in an order of their own, so that equal is equal."""
    numbers = [line.split()[1:] for line in text.splitlines() if line.strip().startswith("vertex")]
    points = [_single(*map(float, three)) for three in numbers]
    return sorted((points[at], points[at + 1], points[at + 2]) for at in range(0, len(points), 3))


def to_binary(triangles: list[Triangle]) -> bytes:
    """Return a binary STL."""
    parts = [bytes(_HEADER_BYTES), struct.pack("<I", len(triangles))]
    for triangle in triangles:
        numbers = [number for point in triangle for number in point]
        parts.append(struct.pack("<12fH", 0.0, 0.0, 0.0, *numbers, 0))
    return b"".join(parts)


def load(path: Path) -> list[Triangle]:
    """Return the triangles of a binary STL."""
    data = path.read_bytes()
    (count,) = struct.unpack_from("<I", data, _HEADER_BYTES)
    assert len(data) == _HEADER_BYTES + 4 + 50 * count, f"{path} is cut off"
    triangles = []
    for n in range(count):
        numbers = struct.unpack_from("<9f", data, _HEADER_BYTES + 4 + 50 * n + 12)
        triangles.append((numbers[0:3], numbers[3:6], numbers[6:9]))
    return triangles


def open_edges(triangles: list[Triangle]) -> int:
    """Return how many edges are not shared by exactly two triangles that agree what is inside."""
    edges = Counter(
        (triangle[n], triangle[(n + 1) % 3]) for triangle in triangles for n in range(3)
    )
    return sum(count != 1 or edges[end, start] != 1 for (start, end), count in list(edges.items()))


def body_count(triangles: list[Triangle]) -> int:
    """Return how many pieces fall out of the printer."""
    parents: dict[Point, Point] = {}

    def root(point: Point) -> Point:
        while (parent := parents.setdefault(point, point)) != point:
            point = parent
        return point

    for a, b, c in triangles:
        parents[root(a)] = root(b)
        parents[root(b)] = root(c)
    return len({root(point) for point in list(parents)})


def volume_mm3(triangles: list[Triangle]) -> float:
    """Return the volume; negative if the mesh is inside out."""
    return sum(_determinant(*triangle) for triangle in triangles) / 6


def extents_mm(triangles: list[Triangle]) -> Point:
    """Return how long, deep and high a part is."""
    points = [point for triangle in triangles for point in triangle]
    spans = [max(axis) - min(axis) for axis in zip(*points, strict=True)]
    return spans[0], spans[1], spans[2]


def _single(x: float, y: float, z: float) -> Point:
    """Return a point as a binary STL holds it."""
    a, b, c = struct.unpack("<3f", struct.pack("<3f", x, y, z))
    return a + 0.0, b + 0.0, c + 0.0


def _determinant(a: Point, b: Point, c: Point) -> float:
    return (
        a[0] * (b[1] * c[2] - b[2] * c[1])
        - a[1] * (b[0] * c[2] - b[2] * c[0])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
    )
