"""Overlaps that a wall cannot hold end the run with a message.

    walls_hold.py GRANUM

A grain shot at a soft wall overlaps by more than half its radius before its centre passes:
the run fails and says so: which grain, which partner, where, when and how deep.  So it does of two
grains.  A grain that rolls over the edge of a box keeps its tangential
spring from patch to patch: what the balance leaves over falls with the time step (first
order: tenfold; at least fivefold is required).  A structure that appears inside a grain is an
error.
"""
import re
import sys
import tempfile
from pathlib import Path

import h5py

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import Bench  # noqa: E402

HEAD = """
materials: {g: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [g, g], restitution: 0.8, friction: 0.5}]}
"""
SHOT = HEAD + """
gravity: [0, 0, 0]
structures: [{name: b, box: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.1]}, material: g}]
grains: [{list: {material: g, grains: [{position: [0, 0, 0], radius: 1 mm, velocity: [31, 0, 0]}]}}]
time: {end: 0.5}
output: {every: 0.1}
"""
HEAD_ON = HEAD + """
gravity: [0, 0, 0]
grains: [{list: {material: g, grains: [{position: [0, 0, 1], radius: 1 mm},
                                       {position: [0.02, 0, 1], radius: 2 mm, velocity: [-60, 0, 0]}]}}]
time: {end: 0.5}
output: {every: 0.1}
"""
ROLL = HEAD + """
structures: [{name: b, box: {min: [-0.05, -0.05, -0.05], max: [0.05, 0.05, 0]}, material: g}]
grains: [{list: {material: g, grains: [{position: [45 mm, 0, 4.99 mm], radius: 5 mm,
                                        velocity: [0.05, 0, 0], angular_velocity: [0, 10, 0]}]}}]
domain: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.1]}
time: {end: 0.2}
output: {every: 0.01}
"""
APPEAR = HEAD + """
gravity: [0, 0, 0]
structures: [{name: lid, disc: {centre: [0, 0, 4 mm], normal: [0, 0, 1], radius: 10 mm}, material: g,
              present: {from: 0.01}}]
grains: [{list: {material: g, grains: [{position: [0, 0, 3 mm], radius: 3 mm}]}}]
time: {end: 0.02}
output: {every: 0.01}
"""


def named(said, partner, place):
    """Does the message say who, where (within 0.5 mm), when, how deep and what to do?"""
    at = re.search(r"at t = (\S+) s .*grain (\d+) and " + partner + r" overlap by (\d+) % of the .*"
                   r"radius, \S+ m, at \((\S+), (\S+), (\S+)\) m; use .*time step", said)
    if not at:
        return False
    x = [float(at.group(k)) for k in (4, 5, 6)]
    return (float(at.group(1)) > 0 and int(at.group(2)) == 0 and int(at.group(3)) > 50
            and all(abs(a - b) < 0.5e-3 for a, b in zip(x, place)))


def left_over(result):
    with h5py.File(result, "r") as f:
        h = f["granum/history"]
        on_box = h["grains_out"][()] == 0
        return abs(h["energy_error"][()][on_box][-1])


def main():
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        code, said, result = bench.call(SHOT, "shot")
        print("shot: exit code %d, %s" % (code, said.strip()))
        failed += code != 1 or not named(said, "structure 'b'", (0.1, 0, 0))
        with h5py.File(result, "r") as f:
            x = f["VTKHDF/Points"][()][-1]
        print("      its last frame shows the grain at %s" % x)
        failed += not 0.0985 < x[0] < 0.1
        code, said, _ = bench.call(HEAD_ON, "head_on")
        print("head on: exit code %d, %s" % (code, said.strip()))
        failed += code != 1 or not named(said, "grain 1", (0.001, 0, 1))
        errors = []
        for step in ("1.0e-5", "1.0e-6"):
            code, said, result = bench.call(ROLL, "roll", sets=["time.step=" + step])
            failed += code != 0
            errors.append(left_over(result))
            print("roll: step %s s, left over %.2e J" % (step, errors[-1]))
        failed += not errors[1] < errors[0] / 5
        code, said, _ = bench.call(APPEAR, "appear")
        print("appear: exit code %d, %s" % (code, said.strip()))
        failed += code != 1 or "appears" not in said
    sys.exit(bool(failed))


main()
