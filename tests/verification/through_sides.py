"""through_sides.py GRANUM -- prescribed structures pass periodic sides, and take their axes along.

 paddle   moved through a periodic side it goes round and round: x0 + v t less whole periods (1e-12), and pushes
          elastic grains to 2 v - u each time, momentum by its force (the balance closes, 1e-3)
 auger    turns about the axis along which it moves, through a side too
 wheel    rolls: its centre goes straight, a point of it on a cycloid; with an axis in the world it does not
 arm      that an axis in the world would carry out of the box is refused before the first step; so is a paddle that
          is too fast to be brought back, which was looked for without end
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import Bench, near  # noqa: E402
from trial import check, finish  # noqa: E402

SCENE = """
gravity: [0, 0, 0]
domain: {min: [0, 0, 0], max: [0.2, 0.1, 0.1], boundary: {x: periodic}}
materials: {rock: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [rock, rock], restitution: 1, friction: 0}]}
structures: [{name: paddle, material: rock, %s, motion: [%s]}]
grains: [{list: {material: rock, grains: [{position: [%r, 0.05, 0.05], radius: 4 mm}]}}]
time: {end: %r, step: 2.0e-5}
output: {every: 10 ms, precision: double}
"""
BOX = "box: {min: [-5 mm, -30 mm, -30 mm], max: [5 mm, 30 mm, 30 mm]}, place: {translate: [0.03, 0.05, 0.05]}"
ROLL = "translate: {velocity: [0.3, 0, 0]}"


def track(run):
    """Positions, times and orientations of the structure, by frame."""
    return run.poses["position"].reshape(run.frames, 3), 0.01 * np.arange(run.frames), run.poses["quaternion"].reshape(run.frames, 4)


def paddle(bench):
    run = bench.run(SCENE % (BOX, "{%s}" % ROLL, 0.19, 1.1))
    x, t, _ = track(run)
    x = x[:, 0]
    away = (x - 0.03 - 0.3 * t) / 0.2
    near("a paddle through a periodic side: where it is", away, np.round(away), 1e-12, 1)
    check("    it went round", np.ptp(away) > 0.5 and x.max() < 0.2 + 1e-9 and x.min() > -1e-9, "%g to %g m" % (x.min(), x.max()))
    mass = 2500 * 4 / 3 * np.pi * 4e-3**3
    speed = run.h["kinetic_energy"]
    near("    the grain that it pushes goes at twice its speed", np.sqrt(2 * speed[-1] / mass), 0.6, 1e-3)
    near("    the balance of energy", run.h["energy_error"][-1], 0, 1e-3, speed[-1])


def turning(bench):
    turn = "{rotate: {axis: [1, 0, 0], through: [0, 0.05, 0.05], rate: 10}}"
    run = bench.run(SCENE % (BOX, "{%s}, %s" % (ROLL, turn), 0.13, 1.0))
    x, t, _ = track(run)
    away = (x[:, 0] - 0.03 - 0.3 * t) / 0.2
    near("an auger through a periodic side: where it is", away, np.round(away), 1e-12, 1)
    near("    and beside its axis", x[:, 1:], 0.05 + 0 * x[:, 1:], 1e-12, 1)
    wheel = "cylinder: {base: [0, -10 mm, 0], axis: [0, 20 mm, 0], radius: 10 mm}, place: {translate: [0.03, 0.05, 0.03]}"
    turn = "{rotate: {axis: [0, 1, 0], through: [0.03, 0.05, 0.03], rate: 30, carried: true}}"
    run = bench.run(SCENE % (wheel, "{%s}, %s" % (ROLL, turn), 0.19, 0.3))
    x, t, q = track(run)
    near("a wheel takes its axis along: its centre goes straight", x, np.stack([0.03 + 0.3 * t, 0.05 + 0 * t, 0.03 + 0 * t], 1), 1e-12, 1)
    near("    as it turns", 2 * np.arctan2(q[:, 2], q[:, 0]) % (2 * np.pi), 30 * t % (2 * np.pi), 1e-9)
    run = bench.run(SCENE % (wheel, "{%s}, %s" % (ROLL, turn.replace(", carried: true", "")), 0.19, 0.05))
    x, t, _ = track(run)
    check("    an axis in the world stays behind", np.abs(x[:, 2] - 0.03).max() > 5e-3)


def arm(bench):
    turn = "{rotate: {axis: [0, 0, 1], through: [0.03, 2, 0.05], rate: 1}}"
    code, said, _ = bench.call(SCENE % (BOX, turn, 0.13, 3.0))
    check("an arm about a far axis is refused at the start", code == 2 and "structures[0].motion: at t = " in said, said[-300:] * (code != 2))
    code, said, _ = bench.call(SCENE % (BOX, "{translate: {velocity: [1.0e+20, 0, 0]}}", 0.13, 3.0))
    check("so is a paddle that is too fast", code == 2 and "10,000 times" in said, said[-300:] * (code != 2))


with tempfile.TemporaryDirectory() as folder:
    for part in (paddle, turning, arm):
        part(Bench(sys.argv[1], folder))
finish()
