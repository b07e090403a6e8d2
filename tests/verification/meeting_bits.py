"""meeting_bits.py GRANUM -- structures that meet leave the same bits on any threads and after stops.

Boxes, a mesh and a ball fall on a plane and on each other across periodic sides, beside a block that a
prescribed motion pushes; a wall of the domain stops one of them.

 threads   every array of the result on 1, 2 and 3 threads
 stops     and of the result and the last checkpoint after three stops and granum run --resume
 rows      of contacts between structures: forces add up to the loads, lines end where they press
"""
import os
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bits import stops, threads  # noqa: E402
from bodies import Bench, sphere, write_stl  # noqa: E402
from trial import check, finish  # noqa: E402

SCENE = """
title: bits
gravity: [0, 0, -9.81]
domain: {min: [0, 0, 0], max: [0.5, 0.5, 2], boundary: {x: periodic, y: periodic, z_min: wall}, wall_material: rock}
materials: {rock: {density: 2500, youngs_modulus: 1.0e+6, poisson_ratio: 0.3}}
contacts: {pairs: [{between: [rock, rock], restitution: 0.4, friction: 0.5}]}
structures:
  - {name: push, material: rock, box: {min: [0.1, 0.1, 0.001], max: [0.2, 0.4, 0.05]}, motion: [{translate: {velocity: [0.2, 0, 0]}}]}
"""
SHAPES = ("mesh: stone.stl, mesh_unit: 1", "box: {min: [-0.05, -0.04, -0.03], max: [0.05, 0.04, 0.03]}",
          "sphere: {centre: [0, 0, 0], radius: 0.04}")
for i in range(9):
    x = [0.12 * (i % 4) + 0.06, 0.2 * (i // 4 % 2) + 0.1, 0.12 + 0.13 * (i // 4)]
    SCENE += "  - {name: b%d, material: rock, %s, place: {translate: %s, rotate: {axis: [1, 1, %d], angle: %d deg}}, " \
        "free: {velocity: [%g, 0.1, -0.6], angular_velocity: [1, 2, 3]}}\n" % (i, SHAPES[i % 3], x, i, 20 * i, 1 + 0.1 * i)
SCENE += "time: {end: 0.24}\noutput: {every: 0.04, history: 0.004, arrays: full, precision: double}\n"


def rows(path):
    with h5py.File(path, "r") as f:
        c, loads = f["granum/contacts"], f["granum/poses/force"][()]
        data = {k: v[()] for k, v in c["CellData"].items()}
        ends = c["Points"][()].reshape(-1, 2, 3)
        count = np.asarray(c["NumberOfCells"] if "NumberOfCells" in c else c["Lines/NumberOfCells"])
    a, b, force = data["structure_a"], data["structure_id"], data["force"]
    off, at = 0, 0
    for k, n in enumerate(count):
        mine, sums = slice(at, at + n), np.zeros_like(loads[k])
        np.add.at(sums, a[mine], force[mine])
        np.subtract.at(sums, b[mine], force[mine])
        off, at = max(off, np.abs(sums - loads[k]).max()), at + n
    check("the forces of %d rows add up to the loads" % len(a), len(a) > 10 and off < 1e-9 * np.abs(loads).max(),
          "off by %.1e N" % off)
    good = [(data["id_a"] == -1).all(), (a < b).all(), (data["patch"] >= 0).all(), (data["area"] >= 0).all(),
            np.abs(np.linalg.norm(data["normal"], axis=1) - 1).max() < 1e-9, np.isfinite(ends).all(), (data["overlap"] > 0).all()]
    check("ids, patches, areas, unit normals, lines, depths", all(good), str(good))


with tempfile.TemporaryDirectory() as folder:
    bench = Bench(sys.argv[1], folder)
    os.chdir(folder)
    write_stl("stone.stl", sphere(0.05, 1) * [1, 1.3, 0.8])
    h = threads(bench, SCENE).h
    jumps = np.abs(np.diff(h["structure_position"][:, 1:, :2], axis=0)).max(axis=(0, 2))
    check("most met others, some crossed a side", h["contacts_meeting"].max() >= 5 and (jumps > 0.4).sum() >= 3,
          "%d pairs at once, %d crossed" % (h["contacts_meeting"].max(), (jumps > 0.4).sum()))
    turned = h["bodies_potential"][0] + h["bodies_kinetic"][0]
    off = np.abs(h["energy_error"]) / turned
    check("the balance of energy", off.max() < 2e-2 and off[-1] < 5e-3,
          "off by %.1e at most, %.1e at the end" % (off.max(), off[-1]))
    rows("whole.vtkhdf")
    stops(bench)
    os.chdir("/")
finish()
