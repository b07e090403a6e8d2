"""body_power.py GRANUM -- energy goes over between bodies and grains, and none is left over.

 paddle    on an axis under a torque without grains: w = tau t / I, angle tau t^2 / (2 I), to
           round-off.  In a bed: the work of the torque is the kinetic energy of the paddle and what
           it gives to grains, row by row; and the torque turns it more slowly than without
 bed       a ball is thrown into a bed: the balance closes to 0.5 % of what turned over
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import EMPTY, Bench, near, sphere, write_stl  # noqa: E402
from trial import check, finish  # noqa: E402

CONTACTS = "contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 0.6, friction: 0.4}]}\n"
DOMAIN = "domain: {min: [0, 0, -0.01], max: [30e-3, 30e-3, 0.1], boundary: {x: periodic, y: periodic}}\n"
FLOOR = "  - {name: floor, material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}\n"
BED = "grains: [{fill: {box: {min: [0, 0, 0], max: [30e-3, 30e-3, %g]}, material: glass, radius: 1e-3, count: %d}}]\n"
PADDLE = """structures:
  - name: paddle
    material: glass
    box: {min: [5e-3, 13e-3, 2e-3], max: [25e-3, 17e-3, 8e-3]}
    free: {axis: [0, 0, 1], translate: [], loads: [{torque: [0, 0, %g]}]}
"""
INERTIA = 2500 * 20e-3 * 4e-3 * 6e-3 / 12 * (20e-3**2 + 4e-3**2)


def paddle(bench):
    tau = 4e-4
    time = "time: {end: %g, step: %s}\noutput: {every: %g, history: 5.0e-6, precision: double, surface_sums: false}\n"
    alone = bench.run(EMPTY % [0, 0, -9.81] + PADDLE % tau + time % (0.05, "5 us", 0.05))
    t = alone.h["time"]
    near("a torque turns a paddle: I w", alone.body("angular_momentum")[:, 2], tau * t, 1e-11)
    q, angle = alone.body("orientation"), 0.25 * tau / INERTIA * t * t
    near("    angle", np.stack([q[:, 0], q[:, 3]]) * np.sign(q[:, 0] * np.cos(angle) + q[:, 3] * np.sin(angle)),
         np.stack([np.cos(angle), np.sin(angle)]), 1e-10)
    near("    its axle rests", alone.body("centre"), [15e-3, 15e-3, 5e-3], 1e-14)
    run = bench.run(EMPTY % [0, 0, -9.81] + CONTACTS + DOMAIN + PADDLE % tau + FLOOR + BED % (12e-3, 700)
                    + time % (0.05, "5 us", 0.05), threads=2)
    h, t = run.h, run.h["time"]
    kinetic, spin = run.body("kinetic"), run.body("angular_momentum")[:, 2] / INERTIA
    middle = np.array([15e-3, 15e-3, 5e-3]) - run.body("position")
    torque = run.body("torque")[:, 2] - np.cross(middle, run.body("force"))[:, 2]
    near("in a bed: torque and load change I w", np.diff(spin) * INERTIA,
         5e-6 * (tau + 0.5 * (torque[1:] + torque[:-1])), 1e-9, 5e-6 * np.abs(torque).max())
    given = 5e-6 * np.concatenate([[0], np.cumsum(0.5 * (torque[1:] * spin[1:] + torque[:-1] * spin[:-1]))])
    near("    work of the torque is energy of paddle and grains", run.body("applied_work"), kinetic - given, 1e-6)
    off = np.abs(h["energy_error"]).max() / h["bodies_applied_work"][-1]
    check("    the balance closes, and the bed brakes", off < 1e-2 and spin[-1] < 0.8 * tau * t[-1] / INERTIA,
          "off by %.1e; %.3f of the spin without grains" % (off, spin[-1] * INERTIA / tau / t[-1]))


def bed(bench):
    write_stl(bench.file("ball.stl"), sphere(5e-3))
    text = EMPTY % [0, 0, -9.81] + CONTACTS + DOMAIN + "structures:\n" + FLOOR + \
        "  - {name: ball, material: glass, mesh: ball.stl, mesh_unit: 1, place: {translate: [15e-3, 15e-3, 30e-3]},\n" \
        "     free: {velocity: [0.3, 0, -0.5], angular_velocity: [0, 90, 0]}}\n" + BED % (20e-3, 1000)
    run = bench.run(text + "time: {end: 0.15}\noutput: {every: 0.15, history: 1 ms, precision: double}\n", threads=2)
    h = run.h
    turned = np.ptp(h["potential_energy"]) + np.ptp(h["bodies_potential"]) + h["bodies_kinetic"].max()
    off = np.abs(h["energy_error"]).max() / turned
    check("a ball in a bed: the balance closes", off < 5e-3, "off by %.1e of what turned over" % off)
    check("    it has come to rest among grains", h["bodies_kinetic"][-1] < 1e-2 * h["bodies_kinetic"][0]
          and np.count_nonzero(run.body("force", 1)[-1]) == 3)


with tempfile.TemporaryDirectory() as folder:
    for part in (paddle, bed):
        part(Bench(sys.argv[1], folder))
finish()
