"""clump_bits.py GRANUM -- clumps leave the same bits on any threads and after stops.

Clumps of two shapes and spheres, filled and poured, fall through periodic sides on a free stone in a box
that a sink empties from below; rolling springs, sorting, clumps that leave.

 threads   every array of the result on 1, 2 and 3 threads
 stops     and of the result and the last checkpoint after three stops and granum run --resume
 plane     pairs of discs in two dimensions, likewise on threads
"""
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bits import stops, threads  # noqa: E402
from bodies import Bench, sphere, write_stl  # noqa: E402
from trial import check, finish  # noqa: E402

MATERIAL = """
materials:
  glass: {density: 2500, youngs_modulus: 1 MPa, poisson_ratio: 0.25}
contacts: {law: %s, rolling: spring, pairs: [{between: [glass, glass], restitution: 0.6, friction: 0.4, rolling_friction: 0.1%s}]}
"""
SCENE = """
title: bits
gravity: [3, 1, -9.81]
domain: {min: [0, 0, -20 mm], max: [40 mm, 40 mm, 80 mm], boundary: {x: periodic, y: periodic}}
""" + MATERIAL % ("hertz", "") + """
structures:
  - {name: floor, material: glass, disc: {centre: [20 mm, 20 mm, 0], normal: [0, 0, 1], radius: 40 mm, hole: 6 mm}}
  - {name: stone, material: glass, mesh: stone.stl, mesh_unit: 1, place: {translate: [37 mm, 20 mm, 7 mm]},
     free: {velocity: [0.6, 0, 0]}}
sinks: [{name: hole, box: {min: [0, 0, -12 mm], max: [40 mm, 40 mm, -4 mm]}}]
clumps:
  bean: {spheres: [{at: [0, 0, 0], radius: 1 mm}, {at: [1.2 mm, 0.3 mm, 0], radius: 0.9 mm}, {at: [-1.2 mm, 0.3 mm, 0], radius: 0.9 mm}]}
  pair: {spheres: [{at: [0, 0, 0], radius: 1 mm}, {at: [0, 0, 2 mm], radius: 0.7 mm}], mass: 10 mg}
grains:
  - fill: {box: {min: [0, 0, 1 mm], max: [40 mm, 40 mm, 18 mm]}, clump: bean, material: glass, count: 320,
           velocity: [0.2, 0, -0.5], mix: [{fraction: 0.3, material: glass, radius: 1 mm}]}
  - pour: {box: {min: [4 mm, 4 mm, 24 mm], max: [36 mm, 36 mm, 34 mm]}, clump: pair, material: glass, rate: 5000,
           velocity: [0, 0, -1], radius: {uniform: [0.9 mm, 1.1 mm]}}
time: {end: 60 ms}
output: {every: 10 ms, history: 1 ms, arrays: full, precision: double}
"""
PLANE = """
title: plane
domain: {dimensions: 2, thickness: 10 mm, min: [0, -10 mm], max: [60 mm, 200 mm], boundary: {x: periodic}}
""" + MATERIAL % ("hooke", ", stiffness: 1.0e+4") + """
structures: [{name: floor, material: glass, line: {point: [0, 0], angle: 0}}]
clumps: {pair: {spheres: [{at: [0, 0], radius: 1 mm}, {at: [1.1 mm, 0], radius: 0.8 mm}]}}
grains:
  - fill: {box: {min: [0, 2 mm], max: [60 mm, 60 mm]}, clump: pair, material: glass, count: 300}
time: {end: 40 ms}
output: {every: 10 ms, history: 1 ms, arrays: full, precision: double}
"""


def happened(run):
    """What the test is about must occur in it."""
    h, first, last = run.h, run.frame(0), run.frame(-1)
    check("clumps came, left, and went through a side", h["clumps"][-1] > h["clumps"][0] + 50
          and h["hole_grains"][-1] > 5 and h["potential_by_crossing"][-1] != 0,
          "%d of %d, %d members taken" % (h["clumps"][-1], h["clumps"][0], h["hole_grains"][-1]))
    whole = np.unique(last["clump"][last["clump"] >= 0], return_counts=True)[1]
    check("    as a whole", set(whole) <= {2, 3} and len(whole) == h["clumps"][-1])
    check("    grains were counted", not h["grains_lost"].any())
    turned = np.abs(h["energy_error"]).max() / (h["kinetic_energy"].max() + h["dissipated_energy"].max())
    check("    the balance closes", turned < 5e-3, "%.1e of what was turned over" % turned)
    check("    steps sorted the grains", len(first["id"]) and h["step"][-1] > 4000, "%d steps" % h["step"][-1])


with tempfile.TemporaryDirectory() as folder:
    bench = Bench(sys.argv[1], folder)
    os.chdir(folder)
    write_stl("stone.stl", sphere(3e-3, 1) * [1, 1.3, 0.8])
    happened(threads(bench, SCENE))
    stops(bench)
    threads(bench, PLANE, "plane")
    os.chdir("/")
finish()
