"""Functions for tests of structures that forces or a servo move: compares numbers, writes meshes."""
import numpy as np
from trial import Bench, Run, check  # noqa: F401

#: A scene without grains; %s: gravity.
EMPTY = """
title: bodies
gravity: %s
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
"""


def near(what, seen, exact, limit, scale=None):
    """The largest difference, of `scale` or else of the largest exact number, is below limit."""
    seen, exact = np.asarray(seen, float), np.asarray(exact, float)
    scale = np.abs(exact).max() if scale is None else scale
    off = np.abs(seen - exact).max() / scale
    check(what, off < limit, "off by %.1e, allowed %.0e" % (off, limit))
    return off


def second_order(what, off, limit, order=2):
    """Errors `off` with a step and with half of it fall as the order of the method says."""
    good = off[0] < limit and 0.8 * 2**order < off[0] / off[1] < 1.25 * 2**order
    check(what, good, "%.2e, half the step %.2e, allowed %.0e" % (off[0], off[1], limit))


def rotate(q, v):
    """Vectors v rotated by quaternions w x y z."""
    w, u = q[..., :1], q[..., 1:]
    return v + 2 * np.cross(u, np.cross(u, v) + w * v)


def sphere(radius, divisions=2):
    """Triangles [n, 3, 3] of an icosahedron whose sides are halved, its corners on a sphere."""
    g = 0.5 * (1 + np.sqrt(5))
    p = np.array([[-1, g, 0], [1, g, 0], [-1, -g, 0], [1, -g, 0], [0, -1, g], [0, 1, g],
                  [0, -1, -g], [0, 1, -g], [g, 0, -1], [g, 0, 1], [-g, 0, -1], [-g, 0, 1]])
    t = p[[[0, 11, 5], [0, 5, 1], [0, 1, 7], [0, 7, 10], [0, 10, 11], [1, 5, 9], [5, 11, 4],
           [11, 10, 2], [10, 7, 6], [7, 1, 8], [3, 9, 4], [3, 4, 2], [3, 2, 6], [3, 6, 8],
           [3, 8, 9], [4, 9, 5], [2, 4, 11], [6, 2, 10], [8, 6, 7], [9, 8, 1]]]
    for _ in range(divisions):
        a, b, c = t[:, 0], t[:, 1], t[:, 2]
        ab, bc, ca = a + b, b + c, c + a
        t = np.concatenate([np.stack(x, 1) for x in
                            ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))])
        t = t / np.linalg.norm(t, axis=2, keepdims=True)
    return radius * t / np.linalg.norm(t, axis=2, keepdims=True)


def write_stl(path, triangles):
    row = np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("spare", "<u2")])
    rows = np.zeros(len(triangles), row)
    rows["corner"] = triangles
    with open(path, "wb") as f:
        f.write(bytes(80) + np.uint32(len(rows)).tobytes() + rows.tobytes())
