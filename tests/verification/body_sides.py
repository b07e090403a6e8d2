"""body_sides.py GRANUM -- a free body at the sides of the domain moves as without them.

 shift     a box in a bed that is thrown across a periodic side, and the same scene shifted by half
           a period: the same motion.  Differences come from round-off alone, in sums whose order
           differs; within 14 ms collisions let them grow from 1e-16 to below 1e-10
 carried   a box that hangs on the springs of friction between held grains, all of which cross the
           side, and the same at rest: contacts keep their springs
 mirror    half of a symmetric scene beside a mirror, on which the centre of the body lies: it
           moves as in the whole scene, also where it turns about the normal of the mirror
The balance of energy is of first order in the step, because of friction.
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import Bench, near, rotate  # noqa: E402
from trial import check, finish  # noqa: E402

L = 40e-3
HEAD = """
title: sides
gravity: %s
domain: {min: [%g, -0.02, -0.02], max: [%g, 0.02, 0.06], boundary: {%s}}
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 0.5, friction: 0.5}]}
structures:
  - {name: body, material: glass, box: {min: [-4 mm, -5 mm, -3 mm], max: [4 mm, 5 mm, 3 mm]}, place: {translate: %s},
     free: {%s}}
  - {name: floor, material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
grains: [{list: {material: glass, grains: [%s]}}]
time: {end: %s, step: 2.5 us}
output: {every: %s, history: 0.2 ms, arrays: full, precision: double}
"""


def table(rows):
    return ", ".join("{position: %s, radius: 1 mm}" % list(map(float, x)) for x in rows)


def wrapped(x):
    """Displacements nearest to 0 in the periodic domain, along x."""
    return (x + L / 2) % L - L / 2


def shift(bench):
    """The box is thrown into a bed of two layers, obliquely."""
    rng = np.random.default_rng(3)
    grid = np.array([(2.2e-3 * i, -12e-3 + 2.2e-3 * j, 1.02e-3 + 2.1e-3 * k)
                     for i in range(18) for j in range(12) for k in range(2)])
    grid[:, :2] += rng.uniform(-0.05e-3, 0.05e-3, (len(grid), 2))
    seen = []
    for by in (0, L / 2):
        rows = grid + [by, 0, 0]
        rows[:, 0] %= L
        text = HEAD % ([0, 0, -9.81], 0, L, "x: periodic", [14.6e-3 + by, 0, 8e-3],
                       "velocity: [0.6, 0.1, -0.4], angular_velocity: [10, 5, 30]", table(rows), "14 ms", "14 ms")
        seen.append(bench.run(text))
    a, b = seen
    far = a.body("centre") - b.body("centre")
    far[:, 0] = wrapped(far[:, 0] - L / 2)
    jumps = [np.abs(np.diff(r.body("centre")[:, 0])) > L / 2 for r in seen]
    at = np.argmax(jumps[1])
    near("across a periodic side: place", far, 0 * far, 1e-10, 1e-2)
    near("    attitude", a.body("orientation"), b.body("orientation"), 1e-9)
    near("    momentum", a.body("momentum"), b.body("momentum"), 1e-9)
    check("    it crossed one side of one scene, in contact",
          jumps[1].any() and not jumps[0].any() and (b.body("force")[at:at + 2] != 0).any())
    off = np.abs(b.h["energy_error"]).max() / b.h["bodies_kinetic"][0]
    check("    the balance of energy closes", off < 4e-3, "off by %.1e" % off)


def carried(bench):
    """Held grains press a box from above and below; friction alone carries its weight, along y."""
    grip = [(x, y, 30e-3 + side * (4e-3 - 20e-6)) for x in (-2e-3, 2e-3) for y in (-3e-3, 3e-3) for side in (-1, 1)]
    seen = []
    for start, speed in ((5e-3, 0.0), (35e-3, 1.0)):
        rows = [((x + start) % L, y, z) for x, y, z in grip]
        text = HEAD % ([0, -9.81, 0], 0, L, "x: periodic", [start, 0, 30e-3], "velocity: [%g, 0, 0]" % speed,
                       table(rows), "10 ms", "10 ms")
        seen.append(bench.run(text + "held: [{sources: [0], motion: [{translate: {velocity: [%g, 0, 0]}}]}]\n" % speed))
    a, b = seen
    far = b.body("centre") - a.body("centre")
    far[:, 0] = wrapped(far[:, 0] - 30e-3 - b.h["time"])
    near("carried across a side by friction: place", far, 0 * far, 1e-10, 1e-3)
    near("    momentum", b.body("momentum")[:, 1:], a.body("momentum")[:, 1:], 1e-6)
    check("    it hangs", np.abs(a.body("centre")[:, 1]).max() < 0.1 * 0.5 * 9.81 * 1e-4)


def mirror(bench):
    rng = np.random.default_rng(5)
    half = []
    while len(half) < 60:
        x = rng.uniform([1.2e-3, -10e-3, 1.1e-3], [10e-3, 10e-3, 7e-3])
        if all(np.linalg.norm(x - y) > 2.05e-3 for y in half):
            half.append(x)
    both = half + [x * [-1, 1, 1] for x in half]
    for what, free in (
            ("", "velocity: [0, 0.3, -0.5], angular_velocity: [40, 0, 0]"),
            (", about its axis", "velocity: [0, 0.3, -0.5], axis: [1, 0, 0], angular_velocity: [40, 0, 0]"),
            (", under loads with drag", "rotate: [x], drag: 0.002, angular_drag: 1.0e-7, loads: [{force: [0, 0.01, -0.02], "
             "torque: [4.0e-5, 0, 0]}]")):
        seen = [bench.run(HEAD % ([0, 0, -9.81], low, 20e-3, sides, [0, 0, 13e-3], free, table(rows), "20 ms", "20 ms"))
                for low, sides, rows in ((-20e-3, "all: open", both), (0, "x_min: mirror", half))]
        a, b = seen
        near("beside a mirror%s: place" % what, b.body("centre"), a.body("centre"), 1e-9)
        q = [rotate(r.body("orientation"), np.ones((1, 3))) for r in seen]
        near("    attitude", q[1], q[0], 1e-9)
        near("    half of the momentum", 2 * b.body("momentum"), a.body("momentum"), 1e-9)
        near("    half of the energy", 2 * b.h["bodies_kinetic"], a.h["bodies_kinetic"], 1e-9)
        off = np.abs(b.h["energy_error"]).max() / b.h["bodies_kinetic"].max()
        check("    the balance of energy closes, it touches and turns",
              off < 8e-3 and a.h["contacts_structure"].max() >= 8 and abs(a.body("orientation")[:, 0]).min() < 0.99,
              "off by %.1e; %d contacts" % (off, a.h["contacts_structure"].max()))


with tempfile.TemporaryDirectory() as folder:
    for part in (shift, carried, mirror):
        part(Bench(sys.argv[1], folder))
finish()
