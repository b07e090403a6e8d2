"""clumps_python.py GRANUM LIBRARY -- clumps in a running simulation and in a result, by Python.

Views of clumps agree with the members among the grains; a member cannot be moved or removed by itself;
in a result members stand where position, orientation and shape of their clump say.
"""
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["GRANUM_LIBRARY"] = sys.argv[2]
from bodies import rotate  # noqa: E402
from results import granum  # noqa: E402
from trial import check, finish  # noqa: E402

SPHERES = np.array([[0, 0, 0], [1.3e-3, 0.2e-3, 0]])
SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.6, friction: 0.4}]}
structures: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}]
clumps: {pair: {spheres: [{at: [0, 0, 0], radius: 1 mm}, {at: [1.3 mm, 0.2 mm, 0], radius: 0.8 mm}]}}
grains:
  - fill: {box: {min: [0, 0, 0], max: [12 mm, 12 mm, 12 mm]}, clump: pair, material: glass, count: 40,
           mix: [{fraction: 0.2, material: glass, radius: 1 mm}]}
time: {end: 20 ms}
output: {every: 10 ms, arrays: full, precision: double}
"""


def refused(what, call, word):
    try:
        call()
    except granum.Error as error:
        check(what, word in str(error), str(error)[:60])
    else:
        check(what, False, "accepted")


def views():
    with granum.Simulation(text=SCENE) as sim:
        sim.run_to(0.04)
        names = [n for n in sim.clumps]
        c = {n: np.array(sim.clumps[n]) for n in names}
        g = {n: np.array(sim.grains[n]) for n in ("id", "clump", "position", "force")}
        check("views of %d clumps have their rows" % len(c["id"]),
              len(c["id"]) > 20 and all(len(v) == len(c["id"]) for v in c.values()) and "position" in names)
        member = g["clump"] >= 0
        check("    members name them", (np.unique(g["clump"][member]) == c["id"]).all())
        total = np.array([g["force"][g["clump"] == k].sum(axis=0) for k in c["id"]])
        off = abs(total - c["force"]).max()
        check("    their force is that of the members", off < 1e-12 and total.any(), "%.1e of %.1e N" % (off, abs(total).max()))
        row = int(np.nonzero(member)[0][0])

        def shove():
            with sim.edit():
                sim.grains.position[row] += [1e-4, 0, 0]

        refused("a member cannot be removed", lambda: sim.remove_grains([int(g["id"][row])]), "part of a clump")
        refused("    nor moved by itself", shove, "part of a clump")


def result(folder):
    with granum.Simulation(text=SCENE) as sim:
        last = sim.run(os.path.join(folder, "clumps.vtkhdf"))[-1]
    c, g = last.clumps, last.grains
    ids, of, x = np.asarray(g["id"]), np.asarray(g["clump"]), np.asarray(g["position"])
    off = []
    for k in range(len(c["id"])):
        mine = np.nonzero(of == c["id"][k])[0]
        off.append((x[mine[1]] - x[mine[0]]) - c["scale"][k] * rotate(np.asarray(c["orientation"][k]),
                                                                     SPHERES[1] - SPHERES[0]))
    check("in a result members stand where their clump says", len(off) > 20 and abs(np.array(off)).max() < 1e-12
          and (np.diff(ids) > 0).all(), "%.0e m" % abs(np.array(off)).max())


with tempfile.TemporaryDirectory() as place:
    views()
    result(place)
finish()
