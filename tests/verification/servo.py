"""servo.py GRANUM -- a servo moves a structure so that grains bear the load that is asked for.

 step      a grain between a floor and a lid, with linear springs: the load in every step is that
           of the equations in rigid/servo.h, of force, pressure and torque; its work ends
           in springs, but for what is left over when it stops
 way       without contact it moves at its largest speed, and never faster
 lid       10 kPa on a bed for 1 s: the mean force; the load comes to rest.  A controller that
           hunts would never let it: there is no other source of energy.  With a short step too,
           where the dashpots of the contacts are stiffer than their springs over one step
 side      a rough grain is thrown against a side along which the servo goes: friction bears the load;
           the balance closes
 vane      a torque that a bed bears is borne; one that it does not bear turns the vane at its
           largest rate
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import Bench, near  # noqa: E402
from trial import check, finish  # noqa: E402

STEP = """
title: servo
gravity: [0, 0, 0]
materials:
  glass: {density: %g, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts: {law: hooke, pairs: [{between: [glass, glass], restitution: 1, friction: 0, stiffness: 1.0e+3}]}
structures:
  - {name: floor, material: glass, plane: {point: [0, 0, -1 mm], normal: [0, 0, 1]}}
  - {name: lid, material: glass, box: {min: [-2 mm, -2 mm, 0.99 mm], max: [60 mm, 2 mm, 3 mm]}, servo: {%s}}
grains: [{list: {material: glass, grains: [{position: [0, 0, 0], radius: 1 mm}]}}]
time: {end: %s, step: 1 us}
output: {every: %s, history: 1 us, precision: double}
"""
BED = """
title: bed
domain: {min: [0, 0, -0.01], max: [20e-3, 20e-3, 0.1], boundary: {x: periodic, y: periodic}}
materials:
  glass: {density: 2500, youngs_modulus: 2.0e+6, poisson_ratio: 0.25}
contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 0.6, friction: 0.4}]}
structures:
  - {name: floor, material: glass, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
  - %s
grains: [{fill: {box: {min: [0, 0, 0], max: [20e-3, 20e-3, 40e-3]}, material: glass, radius: {uniform: [1.3e-3, 1.5e-3]}, count: 300}}]
time: {end: %g}
output: {every: %g, history: 0.5 ms, precision: double}
"""

SIDE = """
title: side
gravity: [0, 0, 0]
materials:
  glass: {density: 2500, youngs_modulus: 2.0e+6, poisson_ratio: 0.25}
contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 0.6, friction: 0.7}]}
structures:
  - {name: wall, material: glass, box: {min: [-0.02, -0.02, -0.02], max: [-0.01, 0.02, 0.02]},
     servo: {force: 2.0e-3, axis: [0, -1, 0], speed: 0.2}}
grains: [{list: {material: glass, grains: [{position: [-8.9 mm, 0, 0], radius: 1 mm, velocity: [-0.6, 0.3, 0]}]}}]
time: {end: 2 ms, step: 1 us}
output: {every: 2 ms, history: 10 us, precision: double}
"""


def loads(n, wanted, gain, density, limit, dt=1e-6, k=1e3):
    """Loads by leapfrog of a grain between two springs and a lid that goes as rigid/servo.h says."""
    m = density * 4 / 3 * np.pi * 1e-9
    slow = max(k * dt / gain, 4 * np.sqrt(k * m))
    way, x, v, out = 0.0, 0.0, 0.0, []
    for step in range(n):
        out.append(k * (1e-5 + way + x))
        v += (0.5 if step == 0 else 1.0) * dt / m * (k * max(-x, 0.0) - out[-1])
        way += dt * np.clip((wanted - out[-1]) / slow, -limit, limit)
        x += dt * v
    return np.array(out)


def step(bench):
    # A torque tilts the face by 2e-3, on which the grain slides away: 2 ms are compared.
    for what, words, wanted, gain, density, limit in (
            ("force", "force: 0.05, axis: [0, 0, -1], speed: 1.0e+3", 0.05, 0.05, 2500, 1e-9),
            ("force, a small gain", "force: 0.02, axis: [0, 0, -1], speed: 1.0e+3, gain: 0.005", 0.02, 0.005, 100, 1e-9),
            ("force, largest speed 10 mm/s", "force: 0.05, axis: [0, 0, -1], speed: 0.01", 0.05, 0.05, 2500, 1e-9),
            ("pressure", "pressure: 100, axis: [0, 0, -1], speed: 1.0e+3", 100 * 62e-3 * 4e-3, 0.05, 2500, 1e-9),
            ("pressure on a given area", "pressure: 500, area: 1 cm2, axis: [0, 0, -1], speed: 1.0e+3", 0.05, 0.05, 2500, 1e-9),
            ("torque", "torque: 2.5e-3, axis: [0, -1, 0], through: [50 mm, 0, 0.99 mm], rate: 1.0e+6", 0.05, 0.05, 2500, 5e-3)):
        run = bench.run(STEP % (density, words, "8 ms", "8 ms"))
        f = run.body("force", 1)[:, 2]
        largest = 0.01 if "largest" in what else 1e3
        n = 2000 if what == "torque" else len(f)
        near("the load step by step, " + what, f[:n], loads(n, wanted, gain, density, largest), limit, wanted)
        h = run.h
        near("    its work is in springs and grain in the end", h["energy_error"][-1], 0, 2e-4, h["elastic_energy"][-1])


def held(bench):
    """A held grain cannot give way: the lid stops where the grain bears the whole force."""
    scene = STEP % (2500, "force: 0.05, axis: [0, 0, -1], speed: 0.1", "8 ms", "8 ms")
    run = bench.run(scene + "held: [{name: stop, sources: [0]}]\n", "held")
    near("a held grain bears the force", run.body("force", 1)[-1, 2], 0.05, 1e-6)


def way(bench):
    run = bench.run(STEP.replace("0.99 mm]", "1.5 mm]") % (
        2500, "force: 0.05, axis: [0, 0, -1], speed: 0.2, from: 0.1 ms", "12 ms", "1 ms"))
    f = run.body("force", 1)[:, 2]
    near("it comes to the grain and bears the load", f[-1], 0.05, 1e-3)
    near("    after its way at the largest speed", run.h["time"][np.flatnonzero(f)[0]], 0.1e-3 + 0.5e-3 / 0.2, 1e-3)


def lid(bench):
    wanted = 10e3 * 4e-4
    words = ("{name: lid, material: glass, box: {min: [-30e-3, -30e-3, 45e-3], max: [50e-3, 50e-3, 47e-3]},"
             " servo: {pressure: 10 kPa, axis: [0, 0, -1], speed: 0.2, from: 0.1}}")
    for what, end, steps, rest, balance in (("", 1.2, "", 1e-6, 4e-2), (", a short step", 0.45, ", step: 2.5 us", 2e-3, 5e-3)):
        run = bench.run((BED % (words, end, end)).replace("time: {end: %g" % end, "time: {end: %g%s" % (end, steps)),
                        threads=2)
        t, f = run.h["time"], run.body("force", 1)[:, 2]
        late, last = t > 0.3, t > end - 0.1
        check("a lid with 10 kPa%s: mean force" % what, abs(f[late].mean() / wanted - 1) < 5e-3,
              "%.5f N, %g wanted" % (f[late].mean(), wanted))
        near("    the load comes to rest", f[last], wanted, rest)
        power = np.abs(run.h["structure_power"][:, 1]) / np.maximum(np.abs(f), 1e-9)
        check("    its speed", (power <= 0.2 * (1 + 1e-9)).all(), "at most %g m/s" % power.max())
        near("    the balance of energy, first order in the step", run.h["energy_error"], 0 * t, balance,
             np.abs(run.h["structure_work"]).max())


def side(bench):
    run = bench.run(SIDE)
    turned = run.h["kinetic_energy"].max()
    near("a grain against a side that a servo moves: the balance", run.h["energy_error"], 0 * run.h["time"], 2e-3, turned)
    lost = np.diff(run.h["dissipated_energy"])
    check("    it bears by friction", np.abs(run.body("force", 0)[:, 1]).max() > 1e-3 and (lost >= 0).all())


def vane(bench):
    servo = ("{name: vane, material: glass, box: {min: [3e-3, 9e-3, 3e-3], max: [17e-3, 11e-3, 11e-3]},"
             " servo: {torque: %g, axis: [0, 0, 1], through: [10e-3, 10e-3, 0], rate: 10, from: 0.15}}")
    for torque, turns in ((2e-5, False), (1.0, True)):
        run = bench.run(BED % (servo % torque, 0.4, 0.4))
        t, load = run.h["time"], -run.body("torque", 1)[:, 2] + (
            10e-3 * run.body("force", 1)[:, 1] - 10e-3 * run.body("force", 1)[:, 0])
        w = run.poses["angular_velocity"][-1, 1, 2]
        if turns:
            check("a torque that no bed bears turns the vane at its rate", abs(w / 10 - 1) < 1e-9
                  and (load < torque).all(), "%g rad/s" % w)
        else:
            late = t > 0.3
            check("a torque that the bed bears", abs(load[late].mean() / torque - 1) < 5e-3
                  and abs(w) < 1e-2, "mean %.5e N m, %.1e rad/s" % (load[late].mean(), w))


with tempfile.TemporaryDirectory() as folder:
    for part in (step, held, way, lid, side, vane):
        part(Bench(sys.argv[1], folder))
finish()
