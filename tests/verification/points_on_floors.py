"""points_on_floors.py GRANUM -- a bed of material points rests on a floor wherever the floor is between nodes.

A bed, 12 cells wide and 8 high, between planes without friction.  Its floor is at several heights above a
layer of nodes, among them some just below the next layer, as a plane and as a box.  After some periods the
floor bears the weight and the bed has sunk by no more than its own compression and a part of a cell:

    rho g H^2 / 2 M  at its centre,   M = K + G the modulus of compression in the plane
"""
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import Bench  # noqa: E402
from trial import check, finish  # noqa: E402

CELL, HIGH, G, K, MU = 0.01, 0.08, 9.81, 2.0e5, 1.0e5
SCENE = """
title: bed on a floor
domain: {dimensions: 2, min: [-0.04, -0.05], max: [0.16, 0.2]}
materials: {sand: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [sand, sand], restitution: 0.3, friction: 0, contact_time: 0.4 ms}]}
structures:
  - {name: floor, material: sand, %(floor)s}
  - {name: left, material: sand, plane: {point: [0, 0], normal: [1, 0]}}
  - {name: right, material: sand, plane: {point: [0.12, 0], normal: [-1, 0]}}
grains:
  - fill: {box: {min: [0, %(low).5f], max: [0.12, %(high).5f]}, material: sand, radius: 2.5 mm, solid_fraction: 0.8}
hybrid: {mode: continuum, density: 2000, bulk_modulus: %(K)g, shear_modulus: %(MU)g, flip: 0.98}
time: {end: 0.4}
output: {every: 0.1, history: 2 ms}
"""


def bed(bench, name, offset, box):
    """Force on the floor over the weight, and the sinking of the centre in m, means of the last 0.1 s."""
    low = offset * CELL
    floor = ("box: {min: [-0.04, -0.05], max: [0.16, %.6f]}" if box else "plane: {point: [0, %.6f], normal: [0, 1]}") % low
    h = bench.run(SCENE % {"floor": floor, "low": low, "high": low + HIGH, "K": K, "MU": MU}, name).h
    late = h["time"] > 0.3
    mass = h["points_mass"][0]
    sunk = (h["points_potential"][0] - h["points_potential"][late].mean()) / (mass * G)
    return h["structure_force"][late, 0, 1].mean() / (-mass * G), sunk


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        os.chdir(folder)
        own = 2000 * G * HIGH**2 / (2 * (K + MU)) * 2 / 3
        print("floor, above a layer of nodes   force / weight   sunk beyond compression (cells)")
        for box in (False, True):
            for offset in (0.0, 0.002, 0.25, 0.5, 0.7, 0.74, 0.76, 0.998):
                force, sunk = bed(bench, "bed", offset, box)
                beyond = (sunk - own) / CELL
                check("%-5s %5.3f cells: force, sinking" % ("box" if box else "plane", offset),
                      abs(force - 1) < 0.02 and -0.05 < beyond < 0.1, "%.4f  %.3f" % (force, beyond))
        os.chdir("/")
    finish()


main()
