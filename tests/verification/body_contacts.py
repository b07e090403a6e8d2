"""body_contacts.py GRANUM -- grains and a free body exchange momentum as contact laws say.

 closed    a mesh ball among 200 frictional grains without gravity: momentum and angular momentum
           of all are kept to round-off, since leapfrog kicks both partners at one instant by
           opposite forces with one line of action; the balance of energy closes
 head_on   a grain hits a ball of three grain masses: velocities follow from momentum and e; the
           effective mass m M / (m + M) is that of the pair (e is exact to the order of the step)
 lever     a grain hits a box away from its centre: v_n' = -e v_n at the contact, the impulse
           (1 + e) v / (1/m + 1/M + (rho x n) I^-1 (rho x n)); the box turns within the
           contact, 1e-3 of its size
 board     a board on n spheres that roll down a plane: energy gives the acceleration
           g sin(theta) (M + n m / 2) / (M + 7 n m / 20); slip within contacts allows 2e-3
 light     a plate of three grain masses between 800 grains is stable with the automatic step
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import Bench, near, sphere, write_stl  # noqa: E402
from trial import check, finish  # noqa: E402

HEAD = """
title: bodies
gravity: %s
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts: {law: %s, pairs: [{between: [glass, glass], restitution: %g, friction: %g%s}]}
"""
MASS = 2500 * 4 / 3 * np.pi * 1e-9  # of a grain of 1 mm


def head(gravity=(0, 0, 0), law="hertz", e=0.7, mu=0.0):
    return HEAD % (list(gravity), law, e, mu, ", stiffness: 1.0e+3" if law == "hooke" else "")


def table(rows):
    return ", ".join("{position: %s, velocity: %s, radius: 1 mm}" % (list(map(float, x)), list(map(float, v)))
                     for x, v in rows)


def grains_momentum(f):
    """Sum of m v; angular momentum about the origin of each grain."""
    m, r = f["mass"][:, None], f["radius"][:, None]
    return (m * f["velocity"]).sum(axis=0), m * np.cross(f["points"], f["velocity"]) \
        + 0.4 * m * r * r * f["angular_velocity"]


def closed(bench):
    rng = np.random.default_rng(7)
    write_stl(bench.file("ball.stl"), sphere(6e-3) + [3e-3, 2e-3, 1e-3])
    places = []
    while len(places) < 200:
        x = rng.uniform(-20e-3, 20e-3, 3)
        if 8e-3 < np.linalg.norm(x) and all(np.linalg.norm(x - y) > 2.1e-3 for y in places):
            places.append(x)
    rows = [(x, -20 * x + rng.normal(0, 0.1, 3)) for x in places]
    run = bench.run(head(mu=0.5) + """
structures: [{name: ball, mesh: ball.stl, mesh_unit: 1, place: {translate: [-3 mm, -2 mm, -1 mm]}, material: glass, free: {velocity: [0.2, 0.1, 0], angular_velocity: [30, 0, 90]}}]
grains: [{list: {material: glass, grains: [%s]}}]
time: {end: 40 ms}
output: {every: 4 ms, history: 0.5 ms, arrays: full, precision: double}
""" % table(rows), threads=2)
    h, scale, kept = run.h, 0, []
    for k in range(run.frames):
        row = np.argmin(np.abs(h["time"] - 4e-3 * k))
        p, each = grains_momentum(run.frame(k))
        x, own = run.body("centre")[row], run.body("momentum")[row]
        kept.append(each.sum(axis=0) + np.cross(x, own) + run.body("angular_momentum")[row])
        scale = max(scale, np.linalg.norm(each, axis=1).sum())
    weights = np.linalg.norm(run.frame(0)["mass"][:, None] * run.frame(0)["velocity"], axis=1).sum()
    near("a mesh ball among grains: momentum", h["momentum"], h["momentum"][:1], 1e-12, weights)
    near("    angular momentum", kept, kept[:1], 1e-10, scale)
    off = np.abs(h["energy_error"]).max() / (h["kinetic_energy"][0] + h["bodies_kinetic"][0])
    gone = run.body("momentum")[-1] - run.body("momentum")[0]
    check("    energy, and the ball was hit", off < 2e-3 and np.linalg.norm(gone) > 0.02 * weights
          and h["grains"][-1] == 200 and h["contacts_structure"].max() > 1,
          "off by %.1e; it gained %.1e of sum |p|; %d at once" % (
              off, np.linalg.norm(gone) / weights, h["contacts_structure"].max()))


def head_on(bench):
    for law in ("hooke", "hertz"):
        for e in (0.5, 0.9):
            run = bench.run(head(law=law, e=e) + """
structures: [{name: ball, sphere: {centre: [3.1 mm, 0, 0], radius: 2 mm}, material: glass, free: {mass: %r}}]
grains: [{list: {material: glass, grains: [%s]}}]
time: {end: 6 ms, step: 0.1 us}
output: {every: 6 ms, precision: double}
""" % (3 * MASS * (1 + 1e-12), table([([0, 0, 0], [0.4, 0, 0])])))
            v = run.frame(-1)["velocity"][0, 0] / 0.4, run.body("momentum")[-1, 0] / (3 * MASS) / 0.4
            near("head-on, masses 1 : 3, %s, e = %g" % (law, e), v, [(1 - 3 * e) / 4, (1 + e) / 4], 2e-4, 1)


def lever(bench):
    size, mass, e, v = np.array([10e-3, 4e-3, 6e-3]), 12 * MASS, 0.6, 0.3
    moments = mass / 12 * (np.square(size).sum() - np.square(size))
    for law in ("hooke", "hertz"):
        run = bench.run(head(law=law, e=e) + """
structures: [{name: box, box: {min: [0, 0, 0], max: [10 mm, 4 mm, 6 mm]}, place: {translate: [-5 mm, -2 mm, -3 mm]},
     material: glass, free: {mass: %r}}]
grains: [{list: {material: glass, grains: [%s]}}]
time: {end: 8 ms, step: 0.2 us}
output: {every: 8 ms, precision: double}
""" % (mass, table([([4e-3, 1e-3, 4.2e-3], [0, 0, -v])])))
        rho, n = np.array([4e-3, 1e-3, 3e-3]), np.array([0, 0, 1.0])
        c = np.cross(rho, n)
        j = (1 + e) * v / (1 / MASS + 1 / mass + (c * c / moments).sum())
        near("away from the centre, %s: impulse" % law, run.frame(-1)["velocity"][0, 2] + v, j / MASS, 2e-3)
        near("    angular momentum of the box", run.body("angular_momentum")[-1], -j * c, 2e-3)
        w = run.body("angular_momentum")[-1] / moments
        away = run.frame(-1)["velocity"][0, 2] - run.body("momentum")[-1, 2] / mass - np.cross(w, rho)[2]
        near("    restitution at the contact", away / v, e, 2e-3)


def board(bench):
    """Gravity leans by 10 degrees; the board rests on 12 spheres and does not turn."""
    g, lean, n, mass = 9.81, np.radians(10), 12, 20 * MASS
    rows = [([4e-3 * i, 4e-3 * j, 1e-3], [0, 0, 0]) for i in range(4) for j in range(3)]
    run = bench.run(head((g * np.sin(lean), 0, -g * np.cos(lean)), e=0.3, mu=0.9) + """
structures:
  - {name: ramp, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  - {name: board, box: {min: [-60 mm, -5 mm, 2 mm], max: [20 mm, 13 mm, 4 mm]}, material: glass,
     meets: none, free: {mass: %r, translate: [x, z], rotate: []}}
grains: [{list: {material: glass, grains: [%s]}}]
time: {end: 0.12}
output: {every: 0.02, history: 1 ms, precision: double}
""" % (mass, table(rows)))
    t = run.h["time"]
    v = run.body("momentum", 1)[:, 0] / mass
    late = t > 0.02
    seen = np.polyfit(t[late], v[late], 1)[0]
    want = g * np.sin(lean) * (mass + n * MASS / 2) / (mass + 7 * n * MASS / 20)
    near("a board on spheres that roll: acceleration", seen, want, 2e-3)
    spin = run.frame(-1)["angular_velocity"][:, 1] * 1e-3 / (v[-1] / 2)
    near("    spheres roll at half its speed", spin, 0 * spin + 1, 5e-3)


def light(bench):
    rows = [([2.02e-3 * i, 2.02e-3 * j, z], [0, 0, 0]) for i in range(20) for j in range(20)
            for z in (0.999e-3, 3.999e-3)]
    run = bench.run(head((0, 0, -9.81), e=0.8, mu=0.3) + """
structures:
  - {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}
  - {name: plate, box: {min: [-2 mm, -2 mm, 2 mm], max: [41 mm, 41 mm, 3 mm]}, material: glass,
     meets: none, free: {mass: %r, translate: [z], rotate: []}}
grains: [{list: {material: glass, grains: [%s]}}]
time: {end: 20 ms}
output: {every: 20 ms, history: 1 ms, precision: double}
""" % (3 * MASS * (1 + 1e-12), table(rows)), threads=2)
    h = run.h
    most = (h["kinetic_energy"] + h["bodies_kinetic"] + h["elastic_energy"]).max()
    drop = 800 * MASS * 9.81 * 1e-4  # all grains by a tenth of a radius
    near("a plate of three grain masses between 800 grains is stable", most / drop, 0, 1, 1)
    near("    the balance of energy", h["energy_error"], 0 * h["time"], 1e-2, drop)


with tempfile.TemporaryDirectory() as folder:
    for part in (closed, head_on, lever, board, light):
        part(Bench(sys.argv[1], folder))
finish()
