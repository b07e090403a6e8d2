"""clump_beds.py GRANUM [CLUMPS] -- a bed of clumps comes to rest, and its balance closes.

Clumps of three spheres fall into a box.  In the end they rest: the box bears their weight, the floor its part
and the walls the other; kinetic energy has died out; energy, mass and numbers are accounted for.  The solid
fraction counts what overlaps once.  The balance closes to first order in the step, since dashpots of one body change the
velocities of one another within it: 6.1e-3 of what was dissipated at the automatic step, 2.7e-3 at 6 us.  Without CLUMPS: 600 of them.
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import Bench, near  # noqa: E402
from trial import check, finish  # noqa: E402

N = int(sys.argv[2]) if len(sys.argv) > 2 else 600
SCENE = """
title: bed
domain: {min: [-0.1, -0.1, -0.01], max: [0.1, 0.1, 1]}
materials:
  plastic: {density: 1200, youngs_modulus: 1 MPa, poisson_ratio: 0.3}
contacts: {pairs: [{between: [plastic, plastic], restitution: 0.4, friction: 0.5}]}
structures:
  - {name: box, box: {min: [0, 0, 0], max: [%(side)g, %(side)g, 1], open: [zmax]}, material: plastic}
clumps:
  bean: {spheres: [{at: [0, 0, 0], radius: 1 mm}, {at: [1.2 mm, 0.4 mm, 0], radius: 0.8 mm}, {at: [-1.2 mm, 0.4 mm, 0], radius: 0.8 mm}]}
measure: [{name: middle, stress: {box: {min: [%(low)g, %(low)g, %(low)g], max: [%(high)g, %(high)g, %(top)g]}}}]
grains:
  - fill: {box: {min: [0, 0, 0], max: [%(side)g, %(side)g, %(height)g]}, clump: bean, material: plastic, count: %(n)d,
           velocity: [0, 0, -0.3]}
time: {end: %(end)g}
output: {every: %(end)g, history: 5 ms, precision: double}
"""
VOLUME = 7.1e-9  # m3, about that of a bean
side = (N * VOLUME / 0.55) ** (1 / 3)
height = N * VOLUME / 0.18 / side**2
numbers = {"side": side, "low": 0.25 * side, "high": 0.75 * side, "top": 0.6 * side, "height": height, "n": N,
           "end": 0.3 * (N / 600) ** (1 / 3) + 1.6 * np.sqrt(2 * height / 9.81)}

with tempfile.TemporaryDirectory() as folder:
    run = Bench(sys.argv[1], folder).run(SCENE % numbers, threads=2)
    h, last = run.h, run.frame(-1)
    import h5py
    with h5py.File(run.path) as f:
        mass = f["granum/clumps/PointData/mass"][-N:].sum()
        momentum = f["granum/history/momentum"][-1]
    weight = mass * 9.81
    kinetic = h["kinetic_energy"][-1] / mass
    check("%d clumps rest" % N, kinetic < 1e-8, "%.1e m/s" % np.sqrt(2 * kinetic))
    near("    the box bears their weight", -h["structure_force"][-1, 0, 2], weight, 1e-3)
    near("    and nothing to the sides", h["structure_force"][-1, 0, :2], [0, 0], 1e-3, weight)
    check("    all are there", h["grains"][-1] == 3 * N and h["clumps"][-1] == N and not h["grains_lost"].any())
    turned = h["dissipated_energy"][-1]
    near("    the balance of energy closes", h["energy_error"], 0 * h["time"], 8e-3, turned)
    solid = h["middle_solid_fraction"][-1]
    check("    solid fraction of the middle", 0.5 < solid < 0.75, "%.3f" % solid)
    stress = h["middle_contact_stress"][-1]
    check("    stress is symmetric at rest", abs(stress - stress.T).max() < 0.02 * abs(np.trace(stress)),
          "%.1e of its trace" % (abs(stress - stress.T).max() / abs(np.trace(stress))))
finish()
