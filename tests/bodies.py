"""Functions for tests of structures that forces or a servo move: runs scenes, reads their history
and frames, compares numbers, writes meshes."""
import os
import subprocess
import sys

import h5py
import numpy as np
from trial import check

#: A scene without grains; %s: gravity.
EMPTY = """
title: bodies
gravity: %s
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
"""


class Run:
    """A result: the history by name, of structures without its second index if there is one."""

    def __init__(self, path):
        self.path = path
        with h5py.File(path, "r") as f:
            self.h = {k: v[()] for k, v in f["granum/history"].items()}
            self.poses = {k: v[()] for k, v in f["granum/poses"].items()} \
                if "granum/poses" in f else {}
            self.frames = len(f["VTKHDF/Steps/Values"])

    def body(self, name, k=0):
        return self.h["structure_" + name][:, k]

    def frame(self, k):
        with h5py.File(self.path, "r") as f:
            k = range(self.frames)[k]
            n, first = f["VTKHDF/NumberOfPoints"][k], f["VTKHDF/Steps/PointOffsets"][k]
            rows = {"points": f["VTKHDF/Points"][first:first + n]}
            for a in f["VTKHDF/PointData"]:
                at = f["VTKHDF/Steps/PointDataOffsets/" + a][k]
                rows[a] = f["VTKHDF/PointData/" + a][at:at + n]
            return rows


class Bench:
    """Runs scenes in a folder."""

    def __init__(self, granum, folder):
        self.granum, self.folder = os.path.abspath(granum), folder

    def file(self, name):
        return os.path.join(self.folder, name)

    def run(self, text, name="scene", threads=1):
        result = self.file(name + ".vtkhdf")
        with open(self.file(name + ".yaml"), "w") as out:
            out.write(text)
        words = [self.granum, "run", self.file(name + ".yaml"), "-o", result, "--force",
                 "--progress", "none", "--threads", str(threads)]
        done = subprocess.run(words, capture_output=True, text=True,
                              env=dict(os.environ, OMP_WAIT_POLICY="passive"))
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
        return Run(result)


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
