"""Surfaces of a result in the world frame: nearest points and inside tests, with NumPy alone."""
import os
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
import triangles  # noqa: E402


def rotation(q):
    """The matrix of a quaternion w x y z."""
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


def dot(a, b):
    return np.einsum("...i,...i", a, b)


def on_side(p, a, b):
    t = np.clip(dot(p - a, b - a) / dot(b - a, b - a), 0.0, 1.0)
    return a + t[:, None] * (b - a)


def nearest(p, corners):
    """The point nearest to p of triangles [n, 3, 3]: within one, or on one of its sides."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    normal = np.cross(b - a, c - a)
    foot = p - (dot(p - a, normal) / dot(normal, normal))[:, None] * normal
    within = np.ones(len(a), bool)
    for u, v in ((a, b), (b, c), (c, a)):
        within &= dot(np.cross(v - u, foot - u), normal) >= 0.0
    points = np.stack([foot, on_side(p, a, b), on_side(p, b, c), on_side(p, c, a)])
    away = np.linalg.norm(points - p, axis=2)
    away[0, ~within] = np.inf
    return points[np.unravel_index(away.argmin(), away.shape)]


class Surface:
    """The triangles of a structure in its body frame."""

    def __init__(self, result, structure):
        g = "granum/structures/"
        offsets = result.data[g + "Polygons/Offsets"]
        mine = result.data[g + "CellData/structure_id"] == structure
        first = offsets[:-1][mine]
        assert (np.diff(offsets)[mine] == 3).all()
        corner = result.data[g + "Polygons/Connectivity"][first[:, None] + np.arange(3)]
        self.corners = result.data[g + "Points"].astype("f8")[corner]
        self.middle = self.corners.mean(axis=1)
        self.size = np.linalg.norm(self.corners - self.middle[:, None], axis=2).max(axis=1)
        self.low, self.high = self.corners.min((0, 1)), self.corners.max((0, 1))

    def nearest(self, y):
        """Only triangles that may hold the nearest point are looked at closely."""
        away = np.linalg.norm(y - self.middle, axis=1)
        return nearest(y, self.corners[away - self.size <= (away + self.size).min()])

    def near(self, y, reach):
        """Rows of y whose nearest point is within reach [n], and these points."""
        box = ((y > self.low - reach[:, None]) & (y < self.high + reach[:, None])).all(axis=1)
        rows = np.flatnonzero(box)
        points = np.array([self.nearest(y[k]) for k in rows]).reshape(-1, 3)
        close = np.linalg.norm(y[rows] - points, axis=1) < reach[rows]
        return rows[close], points[close]

    def winding(self, y):
        """How often the surface goes round y."""
        return triangles.winding(y, self.corners)


def to_body(result, frame, structure, x):
    """World points in the body frame of a structure, and the matrix body to world."""
    turn = rotation(result.data["granum/poses/quaternion"][frame, structure])
    return (x - result.data["granum/poses/position"][frame, structure]) @ turn, turn
