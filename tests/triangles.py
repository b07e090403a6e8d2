"""Distances of points from triangles, plainly, in double precision."""

import numpy as np


def read_stl(path):
    """Corners [n, 3, 3] of a binary STL file."""
    row = np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("spare", "<u2")])
    return np.fromfile(path, row, offset=84)["corner"].astype(float)


def _squares(v):
    return np.einsum("ix,ix->i", v, v)


def _to_side(p, a, b):
    """Squared distance of each p from the side a b."""
    along = b - a
    t = np.einsum("ix,ix->i", p - a, along) / _squares(along)
    return _squares(p - a - np.clip(t, 0.0, 1.0)[:, None] * along)


def _to_triangle(p, a, b, c):
    """Squared distance of each p from its triangle."""
    best = np.minimum(np.minimum(_to_side(p, a, b), _to_side(p, b, c)), _to_side(p, c, a))
    normal = np.cross(b - a, c - a)
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    height = np.einsum("ix,ix->i", p - a, normal)
    foot = p - height[:, None] * normal
    inside = np.ones(len(p), bool)
    for u, v in ((a, b), (b, c), (c, a)):
        inside &= np.einsum("ix,ix->i", foot - u, np.cross(normal, v - u)) >= 0
    return np.where(inside, np.minimum(best, height ** 2), best)


def distances(points, triangles):
    """Unsigned distance of each point from the nearest triangle.

    A triangle is left out where a ball around it is farther than the centre of another."""
    centre = triangles.mean(1)
    reach = np.linalg.norm(triangles - centre[:, None], axis=2).max(1)
    slack = 1e-6 * (np.abs(triangles).max() + np.abs(points).max(initial=0.0))  # above round-off
    nearest = np.empty(len(points))
    batch = max(32, 300000 // len(triangles))
    for first in range(0, len(points), batch):
        p = points[first:first + batch].astype(float)
        away = (p * p).sum(1)[:, None] + (centre * centre).sum(1) - 2.0 * p @ centre.T
        away = np.sqrt(np.maximum(away, 0.0))
        row, k = np.nonzero(away - reach <= away.min(1)[:, None] + slack)
        square = _to_triangle(p[row], *triangles[k].swapaxes(0, 1))
        starts = np.searchsorted(row, np.arange(len(p)))
        nearest[first:first + batch] = np.sqrt(np.minimum.reduceat(square, starts))
    return nearest


def winding(point, triangles):
    """Winding number of a closed surface about a point: 1 inside, 0 outside.

    Sum of solid angles: A. Van Oosterom, J. Strackee, IEEE Trans. Biomed. Eng. 30
    (1983) 125-126.
    """
    def dot(u, v):
        return np.einsum("kx,kx->k", u, v)

    a, b, c = (triangles[:, k] - point for k in range(3))
    la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
    top = dot(a, np.cross(b, c))
    bottom = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb
    return np.arctan2(top, bottom).sum() / (2.0 * np.pi)
