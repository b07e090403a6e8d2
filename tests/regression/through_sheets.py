"""Grains on both sides of a sheet without thickness do not feel each other.

    through_sheets.py GRANUM

Two grains hit a sheet from both sides at the same place and time, and overlap across it.  Each
leaves as if it were alone, to the last bit: off a disc, off a side of an open box, off a mesh of two
triangles and off one of many that is curved, at rest and moving.  Past the rim of a disc, where nothing is between them,
they touch.  A bed that lies on both sides of a disc and past its rim moves in the same bits on one
thread and two, and with other lists.
"""
import math
import os
import struct
import subprocess
import sys
import tempfile

import h5py
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from trial import arrays, check, differences, finish  # noqa: E402

HEAD = """
materials: {g: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [g, g], restitution: 0.8, friction: 0.5}]}
gravity: [0, 0, 0]
output: {every: 0.002}
"""
GRAINS = ["{position: [%s, 0.004, 0.0053], radius: 0.005, velocity: [0.1, 0, -1]}",
          "{position: [%s, 0.0041, -0.0052], radius: 0.005, velocity: [0, 0.05, 1]}"]
DISC = "disc: {centre: [0, 0, 0], normal: [0, 0, 1], radius: 0.05}"
BOX = "box: {min: [-0.05, -0.05, 0], max: [0.05, 0.05, 0.1], open: [zmax]}"
RISE = ", motion: [{translate: {velocity: [0.1, 0, 0.05]}}, {rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 60 rpm}}]"
BED = """
structures: [{name: s, disc: {centre: [0, 0, 0], normal: [0, 0, 1], radius: 0.02}, material: g}]
domain: {min: [-0.03, -0.03, -0.02], max: [0.03, 0.03, 0.02], boundary: wall, wall_material: g}
grains:
  - fill: {material: g, radius: 1.5 mm, count: 1100, box: {min: [-0.03, -0.03, 0.001], max: [0.03, 0.03, 0.02]},
           velocity: [0, 0, -1]}
  - fill: {material: g, radius: 1.5 mm, count: 1100, box: {min: [-0.03, -0.03, -0.02], max: [0.03, 0.03, -0.001]},
           velocity: [0, 0, 1]}
time: {end: 0.012, step: 4.0e-6}
"""


def write_stl(path, points, triangles):
    with open(path, "wb") as f:
        f.write(b" " * 80 + struct.pack("<I", len(triangles)))
        for t in triangles:
            f.write(struct.pack("<12fH", 0, 0, 0, *[c for k in t for c in points[k]], 0))


def write_square(path):
    a = 0.05
    write_stl(path, [(-a, -a, 0), (a, -a, 0), (a, a, 0), (-a, a, 0)], [(0, 1, 2), (0, 2, 3)])


def write_dome(path):
    """Part of a sphere of 60 mm with its top at the origin."""
    n, a, big = 24, 0.03, 0.06
    points = [(x, y, math.sqrt(big * big - x * x - y * y) - big)
              for x in np.linspace(-a, a, n + 1) for y in np.linspace(-a, a, n + 1)]
    triangles = []
    for i in range(n):
        for j in range(n):
            k = i * (n + 1) + j
            triangles += [(k, k + n + 1, k + n + 2), (k, k + n + 2, k + 1)]
    write_stl(path, points, triangles)


def run(folder, name, text, *more):
    scene, result = (os.path.join(folder, name + end) for end in (".yaml", ".vtkhdf"))
    with open(scene, "w") as f:
        f.write(HEAD + text)
    done = subprocess.run([sys.argv[1], "run", scene, "-o", result, "--force", "--progress", "none", *more],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit("%s: %s" % (name, done.stderr))
    return result


def bounce(folder, name, sheet, grains, x="0.003"):
    text = "structures: [{name: s, %s, material: g}]\ntime: {end: 0.004, step: 2.0e-6}\n" % sheet
    text += "grains: [{list: {material: g, grains: [%s]}}]\n" % ", ".join(GRAINS[k] % x for k in grains)
    with h5py.File(run(folder, name, text), "r") as f:
        return (f["VTKHDF/Points"][()].reshape(-1, len(grains), 3),
                f["VTKHDF/PointData/velocity"][()].reshape(-1, len(grains), 3))


def main():
    with tempfile.TemporaryDirectory() as folder:
        write_square(os.path.join(folder, "square.stl"))
        write_dome(os.path.join(folder, "dome.stl"))
        for name, sheet in (("disc", DISC), ("side of a box", BOX), ("mesh", "mesh: square.stl"),
                            ("dome", "mesh: dome.stl"), ("disc that moves", DISC + RISE),
                            ("mesh that moves", "mesh: square.stl" + RISE)):
            both = bounce(folder, "both", sheet, (0, 1))
            for k in (0, 1):
                alone = bounce(folder, "alone", sheet, (k,))
                same = all(np.array_equal(b[:, k], a[:, 0]) for a, b in zip(alone, both))
                off = np.abs(both[1][-1, k] - alone[1][-1, 0]).max()
                turned = alone[1][0, 0, 2] * alone[1][-1, 0, 2] < 0
                check("%s: grain %d as if alone" % (name, k), same and turned, "off by %.2g m/s" % off)
        x = "0.054"  # both feet are on the rim, nothing is between the centres
        both = bounce(folder, "both", DISC, (0, 1), x)
        alone = bounce(folder, "alone", DISC, (0,), x)
        off = np.abs(both[1][-1, 0] - alone[1][-1, 0]).max()
        check("past the rim they touch", off > 0.1, "%.2g m/s" % off)
        one = arrays(run(folder, "bed", BED, "--threads", "1"))
        for what, more in (("two threads", ("--threads", "2")), ("a wide list", ("--set", "search.skin=2 mm")),
                           ("a narrow list", ("--set", "search.skin=0.05 mm"))):
            more = more if "--threads" in more else more + ("--threads", "2")
            other = differences(one, arrays(run(folder, "bed", BED, *more)))
            check("a bed on both sides, same bits with " + what, not other, str(other[:4]))
    finish()


main()
