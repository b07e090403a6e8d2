"""Distances of points from triangles by brute force over all pairs, in double precision."""

import numpy as np


def read_stl(path):
    """Corners [n, 3, 3] of a binary STL file."""
    row = np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("spare", "<u2")])
    return np.fromfile(path, row, offset=84)["corner"].astype(float)


def _squares(v):
    return np.einsum("ikx,ikx->ik", v, v)


def _to_side(p, a, b):
    """Squared distances of p[i] to the sides a[k] b[k]."""
    along = b - a
    t = np.einsum("ikx,kx->ik", p[:, None] - a, along) / (along * along).sum(1)
    foot = a + np.clip(t, 0.0, 1.0)[:, :, None] * along
    return _squares(p[:, None] - foot)


def distances(points, triangles, batch=32):
    """Unsigned distance of each point from the nearest triangle."""
    a, b, c = (triangles[:, k] for k in range(3))
    normal = np.cross(b - a, c - a)
    area2 = np.linalg.norm(normal, axis=1)
    normal = normal / area2[:, None]
    nearest = np.empty(len(points))
    for first in range(0, len(points), batch):
        p = points[first:first + batch].astype(float)
        best = np.minimum(np.minimum(_to_side(p, a, b), _to_side(p, b, c)), _to_side(p, c, a))
        height = np.einsum("ikx,kx->ik", p[:, None] - a, normal)
        foot = p[:, None] - height[:, :, None] * normal
        inside = np.ones(best.shape, bool)
        for u, v in ((a, b), (b, c), (c, a)):
            inwards = np.cross(normal, v - u)
            inside &= np.einsum("ikx,kx->ik", foot - u, inwards) >= 0
        best = np.where(inside, np.minimum(best, height ** 2), best)
        nearest[first:first + batch] = np.sqrt(best.min(1))
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
