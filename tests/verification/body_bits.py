"""body_bits.py GRANUM -- bodies and servos leave the same bits on any threads and after stops.

One bed with a free mesh across a periodic side, a paddle on an axis, a wheel by Gear's method, a lid
with a pressure and a vane with a torque, a body that becomes free late, loads by a table and drag.

 threads   every array of the result on 1, 2 and 3 threads
 stops     and of the result and the last checkpoint after three stops and granum run --resume
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

SCENE = """
title: bits
domain: {min: [0, 0, -10 mm], max: [40 mm, 40 mm, 80 mm], boundary: {x: periodic, y: periodic}}
materials:
  glass: {density: 2500, youngs_modulus: 1 MPa, poisson_ratio: 0.25}
contacts: {rolling: spring, pairs: [{between: [glass, glass], restitution: 0.6, friction: 0.4, rolling_friction: 0.1}]}
structures:
  - {name: floor, material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
  - {name: stone, material: glass, mesh: stone.stl, mesh_unit: 1, place: {translate: [37 mm, 20 mm, 7 mm]},
     free: {velocity: [0.6, 0, 0], angular_velocity: [20, 5, 0], drag: 0.001, angular_drag: 1.0e-8}}
  - {name: paddle, material: glass, box: {min: [6 mm, 8 mm, 3 mm], max: [16 mm, 10 mm, 9 mm]},
     free: {axis: [0, 0, 1], loads: [{torque: [0, 0, 2.0e-4], table: {rows: [{time: 0, factor: 1}, {time: 20 ms, factor: -1}]}}]}}
  - {name: wheel, material: glass, box: {min: [6 mm, 26 mm, 3 mm], max: [16 mm, 34 mm, 9 mm]},
     free: {rotation: rotation_matrix, velocity: [0, 0, 0.2], angular_velocity: [5, 9, 2]}}
  - {name: late, material: glass, box: {min: [24 mm, 4 mm, 12 mm], max: [32 mm, 10 mm, 16 mm]},
     free: {from: 8 ms, rotate: [x, y]}}
  - {name: lid, material: glass, box: {min: [22 mm, 26 mm, 12 mm], max: [34 mm, 38 mm, 14 mm]},
     servo: {pressure: 2 kPa, axis: [0, 0, -1], speed: 0.2}}
  - {name: vane, material: glass, box: {min: [22 mm, 18 mm, 2 mm], max: [32 mm, 20 mm, 6 mm]},
     servo: {torque: 1.0e-5, axis: [0, 0, 1], through: [27 mm, 19 mm, 0], rate: 20}}
grains:
  - {fill: {box: {min: [0, 0, 0], max: [40 mm, 40 mm, 14 mm]}, material: glass, radius: {uniform: [0.9 mm, 1.1 mm]}, count: 1300}}
time: {end: 24 ms}
output: {every: 4 ms, history: 0.5 ms, arrays: full, precision: double}
"""


def happened(h):
    """What the test is about must occur in it."""
    moved = np.abs(h["structure_position"][-1] - h["structure_position"][0]).max(axis=1)
    turned = np.abs(h["structure_orientation"][-1] - h["structure_orientation"][0]).max(axis=1)
    touched = (np.abs(h["structure_force"]).sum(axis=2) > 0).sum(axis=0)
    check("all of them moved and touched grains", (np.maximum(moved, turned)[1:] > 1e-4).all()
          and (touched > 5).all() and np.abs(np.diff(h["structure_centre"][:, 1, 0])).max() > 20e-3,
          "%s; %s rows" % (np.round(np.maximum(moved, turned), 4), touched))


with tempfile.TemporaryDirectory() as folder:
    bench = Bench(sys.argv[1], folder)
    os.chdir(folder)
    rough = sphere(3e-3, 1) * [1, 1.3, 0.8]
    write_stl("stone.stl", rough)
    happened(threads(bench, SCENE).h)
    stops(bench)  # before and after the release of `late`
    os.chdir("/")
finish()
