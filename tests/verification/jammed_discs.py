"""jammed_discs.py GRANUM -- discs without friction jam at a solid fraction of 0.84 with four contacts each.

400 soft discs of radii 1 : 1.4 in equal numbers grow in a periodic square to solid fractions above jamming and come to rest.
Rattlers, grains with fewer than three contacts among those that bear, are left out.  Pressure falls linearly to zero at
phi_J, and the number of contacts Z - Z_c grows with the square root of phi - phi_J; Z_c is 4, twice the number of
dimensions, where forces are just determined.  C. S. O'Hern, L. E. Silbert, A. J. Liu and S. R. Nagel, Phys. Rev. E 68 (2003)
011306, have phi_J = 0.842 and Z_c = 3.98 for these discs.  One packing of 400 has phi_J within about 0.003 and, from contacts
that take part or not, Z_c within about 0.05.
"""
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy as np

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from results import open_result  # noqa: E402
from trial import Bench, check, finish  # noqa: E402

N = 400
FILL = """  - fill: {box: {min: [0, 0], max: [%(side).17g, %(side).17g]}, material: disc, radius: RADIUS, count: 200,
      arrangement: random, grow: {over: 1500, from: %(begin).17g}}
"""
SCENE = """
domain: {dimensions: 2, min: [0, 0], max: [%(side).17g, %(side).17g], boundary: periodic}
gravity: [0, 0]
materials: {disc: {density: 1, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [disc, disc], restitution: 0.1, friction: 0, stiffness: 1}]}
grains:
""" + FILL.replace("RADIUS", "0.5") + FILL.replace("RADIUS", "0.7") + """
measure: [{name: all, stress: {box: {min: [0, 0], max: [%(side).17g, %(side).17g]}}}]
time: {end: 2500}
output: {every: 2500, history: 100, precision: double, arrays: full}
"""


def coordination(frame):
    """Mean number of contacts of the grains that bear, and the part of those that do not."""
    i, j = frame.contacts.row_a, frame.contacts.row_b
    bears = np.ones(N, bool)
    while True:
        both = bears[i] & bears[j]
        number = np.bincount(np.r_[i[both], j[both]], minlength=N)
        if not (bears & (number < 3)).any():
            return number[bears].mean(), 1 - bears.mean()
        bears &= number >= 3


def packing(bench, solid):
    side = np.sqrt(N * np.pi * (0.5**2 + 0.7**2) / 2 / solid)
    run = bench.run(SCENE % {"side": side, "begin": np.sqrt(0.3 / solid)}, "solid%g" % solid)
    h = run.h
    still = h["kinetic_energy"][-1] < 0.01 * h["elastic_energy"][-1]
    return (h["all_solid_fraction"][-1], np.trace(h["all_contact_stress"][-1]) / 2,
            *coordination(open_result(run.path)[-1]), still)


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        with ThreadPoolExecutor(2) as pool:
            rows = np.array(list(pool.map(lambda solid: packing(bench, solid), (0.85, 0.855, 0.865, 0.88))))
    print("solid fraction  pressure/k  contacts  rattlers")
    for row in rows:
        print("%14.4f  %10.6f  %8.4f  %8.4f" % tuple(row[:4]))
    solid, pressure, contacts = rows[:, 0], rows[:, 1], rows[:, 2]
    check("at rest", rows[:, 4].all())
    slope, base = np.polyfit(solid, pressure, 1)
    jamming = -base / slope
    check("pressure vanishes at 0.842", abs(jamming - 0.842) < 0.004, "%.4f" % jamming)
    rise, least = np.polyfit(np.sqrt(solid - jamming), contacts, 1)
    check("where discs have four contacts", abs(least - 4) < 0.1, "%.3f + %.2f sqrt(phi - phi_J)" % (least, rise))
    finish()


main()
