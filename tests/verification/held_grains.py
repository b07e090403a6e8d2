"""held_grains.py GRANUM -- held grains move as prescribed, and their group carries exactly their load.

Each sentence has its exact answer, each scene is run by the program itself:

 rest       a grain that lies on three held ones: their group carries its weight (a tolerance of
            1e-9: it has come to rest), and none of it sideways
 hit        a held grain of speed V meets a free one without friction: it leaves at (1 + e) V, the
            group's work is m (1 + e) V^2: its mass does not count; the time step's order, 1e-3
 momentum   poured and filled grains on a bed that swings and turns: what the free grains gain is
            gravity and minus the load, row by row to round-off: a kick is half of each step's load
 angular    the same about the origin, on a bed at rest, for the torque
 energy     what the balance leaves over, of what was turned over, with every scheme that is for work
"""
import os
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from held import BED, BOX, Bench, G, SWING, head, table  # noqa: E402
from trial import check, finish  # noqa: E402

EASY = ["leapfrog", "velocity_verlet"]


def rest(bench):
    r, mass = 2e-3, 2500 * 4 / 3 * np.pi * 8e-9
    side = [[1.02 * 2 * r / np.sqrt(3) * np.cos(a), 1.02 * 2 * r / np.sqrt(3) * np.sin(a), 0.0, r]
            for a in (0.3, 0.3 + 2 * np.pi / 3, 0.3 + 4 * np.pi / 3)]
    text = head(e=0.3) + """
grains:
  - list: {material: glass, grains: %s}
  - list: {material: glass, grains: [{position: [0, 0, 3.3 mm], radius: 2 mm}]}
held: [{name: bed, sources: [0]}]
time: {end: 0.4}
output: {every: 0.1, precision: double}
""" % table(side)
    run = bench.run(text, "rest")
    f = run.h["held_force"][-1, 0]
    off = np.abs(f / (mass * G) - [0, 0, -1]).max()
    check("a grain at rest on three held ones: load is its weight", off < 1e-9, "off by %.1e" % off)
    each = run.frame(-1)["force"]
    off = np.abs(each[:3].sum(axis=0) - f).max() / (mass * G)
    check("the forces of its grains add up to it", off < 1e-12, "off by %.1e" % off)
    check("the array 'held' names the group", list(run.frame(-1)["held"]) == [1, 1, 1, 0])


def hit(bench):
    for law, e in (("hertz", 1.0), ("hertz", 0.5), ("hooke", 0.5)):
        more = ", stiffness: 1.0e+4" if law == "hooke" else ""
        text = head(law=law, e=e, mu=0, more=more).replace("-9.81", "0") + """
grains:
  - list: {material: glass, grains: [{position: [0, 0, 0], radius: 0.5 mm}]}
  - list: {material: glass, grains: [{position: [3.1 mm, 0, 0], radius: 2 mm}]}
held: [{sources: [0], motion: [{translate: {velocity: [0.4, 0, 0]}}]}]
time: {end: 5 ms, step: 0.1 us}
output: {every: 5 ms, precision: double}
"""
        run = bench.run(text, "hit")
        mass = 2500 * 4 / 3 * np.pi * 8e-9
        v = run.frame(-1)["velocity"][1, 0] / 0.4
        work = run.h["held_work"][-1] / (mass * 0.16)
        check("a held grain hits a free one, %s, e = %g" % (law, e),
              abs(v - 1 - e) < 1e-3 and abs(work - v) < 1e-9,
              "v/V %.6f, work/(m V^2) %.6f, exact %g" % (v, work, 1 + e))


def momentum(bench):
    """Rows of each step: the pours bring in momentum of their own, so none comes here."""
    text = head(BOX) + BED % (SWING, 0.05, "", 0.05, 5e-6)
    text = text.replace("rate: 500", "rate: 500, from: 1")
    h = bench.run(text, "momentum").h
    dt = 5e-6
    mass = (h["momentum"][1] - h["momentum"][0])[2] / (-G * dt)
    gain = np.diff(h["momentum"], axis=0)
    load = 0.5 * dt * (h["held_force"][1:, 0] + h["held_force"][:-1, 0])
    off = np.abs(gain - dt * mass * np.array([0, 0, -G]) + load)
    scale = np.abs(h["momentum"]).max()
    # The mass of the free grains is known to 1e-9 from a difference of two rows.
    check("free grains gain what gravity and the group give them", off.max() < 1e-11 * scale
          and np.abs(load).max() > 1e-4 * scale,
          "off by %.1e of the momentum, a step gives up to %.1e" % (off.max() / scale,
                                                                  np.abs(load).max() / scale))


def dish_and_free(high):
    """A dish of spheres, and three grains above it, `high` over its ground: x, y, z, radius."""
    dish = [[4e-3 * np.cos(a), 4e-3 * np.sin(a), z, 1e-3] for z in (0, 1.9e-3)
            for a in np.linspace(0, 2 * np.pi, 13)[:-1]]
    dish += [[2e-3 * np.cos(a), 2e-3 * np.sin(a), 0, 1e-3] for a in np.linspace(0, 2 * np.pi, 7)[:-1]]
    dish += [[0, 0, 0, 1e-3]]
    free = [[x, y, high, 0.8e-3] for x, y in ((1e-3, 0), (-1.2e-3, 0.5e-3), (0, -1.9e-3))]
    return dish, free


def angular(bench):
    """Grains roll in a dish of held ones, from just above it: L and torque about the group's origin."""
    dish, free = dish_and_free(1.55e-3)
    text = head() + """
grains:
  - list: {material: glass, grains: %s}
  - list: {material: glass, grains: %s}
held: [{sources: [0], origin: [2 mm, -1 mm, 5 mm]}]
time: {end: 8 ms, step: 10 us}
output: {every: 10 us, arrays: full, precision: double}
""" % (table(dish), table(free))
    run = bench.run(text, "angular")
    n, o, dt = len(dish), np.array([2e-3, -1e-3, 5e-3]), 1e-5

    def spin_and_gravity(f):
        x, v = f["points"][n:] - o, f["velocity"][n:]
        m, r, w = f["mass"][n:, None], f["radius"][n:, None], f["angular_velocity"][n:]
        weight = np.cross(x, m * np.array([0, 0, -G])).sum(axis=0)
        return (m * np.cross(x, v) + 0.4 * m * r * r * w).sum(axis=0), weight

    # x changes within a step: leapfrog keeps L with the v of the middle, so the sum of kicks is
    # compared with the whole change, and what the drift leaves over is of second order in dt.
    first, last = spin_and_gravity(run.frame(0))[0], spin_and_gravity(run.frame(-1))[0]
    given = np.array([spin_and_gravity(run.frame(k))[1] for k in range(run.frames)])
    torque = given - run.h["held_torque"][:, 0]
    sum_ = dt * (torque.sum(axis=0) - 0.5 * torque[0] - 0.5 * torque[-1])
    touched = (np.abs(run.h["held_torque"]).sum(axis=(1, 2)) > 0).sum()
    off = np.abs(last - first - sum_).max() / np.abs(run.h["held_torque"]).sum() / dt
    check("and in angular momentum what the torques give", off < 1e-9 and touched > 100,
          "off by %.1e of the sum of torques, in %d steps" % (off, touched))


def energy(bench):
    motions = {"swinging": SWING,
               "by a table": "[{table: {rows: [{time: 0}, {time: 0.1, position: [2 mm, 0, 1 mm]}, "
                             "{time: 0.2, position: [0, 3 mm, 0]}]}}]"}
    for what, motion in motions.items():
        for scheme in EASY[:1] if motion is SWING else EASY[1:]:
            text = head(BOX) + BED % (motion, 0.2, ", scheme: " + scheme, 0.1, 0.01)
            h = bench.run(text, "energy").h
            turned = abs(h["held_work"][-1]) + abs(h["energy_in"][-1]) + abs(
                h["kinetic_energy"][0] + h["potential_energy"][0])
            off = abs(h["energy_error"][-1]) / turned
            # First order of friction under velocity Verlet: data/manual/limits.md.
            limit = 2e-3 if scheme == "leapfrog" else 4e-2
            check("the balance closes, %s, %s" % (what, scheme),
                  off < limit and h["held_work"][-1] != 0,
                  "%.3f %% of what was turned over" % (100 * off))


def rocking(bench):
    """The dish turns and rocks: friction sees what its grains' velocities and spins are."""
    dish, free = dish_and_free(1.9e-3)
    text = head() + """
grains:
  - list: {material: glass, grains: %s}
  - list: {material: glass, grains: %s}
held:
  - sources: [0]
    origin: [0, 0, 0]
    motion: [{rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 25}}, {table: {rows: [{time: 0}, {time: 0.1, rotation: [0.1, 0, 0]}, {time: 0.2, rotation: [0.1, 0.1, 0]}, {time: 0.3}]}}]
time: {end: 0.3, step: 5 us}
output: {every: 0.1, history: 0.01, precision: double}
""" % (table(dish), table(free))
    h = bench.run(text, "rocking").h
    off = np.abs(h["energy_error"]).max() / np.abs(h["held_work"]).max()
    check("the balance closes in a dish that turns and rocks", off < 2e-3
          and h["held_work"][-1] > 1e-8 and h["grains"][-1] == len(dish) + 3,
          "%.4f %% of the work, %.2e J" % (100 * off, h["held_work"][-1]))


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(os.path.abspath(sys.argv[1]), folder)
        for part in (rest, hit, momentum, angular, energy, rocking):
            part(bench)
    finish()


main()
