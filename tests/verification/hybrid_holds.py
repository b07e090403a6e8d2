"""hybrid_holds.py GRANUM [long] -- a bed of grains and material points at rest keeps its height and bears its load.

A relaxed bed of discs settles between smooth walls; then its inside becomes a continuum, which takes one step in ten of
the grains.  At ten times the weight the first conversion moves the centre of mass by less than 0.01 mm.  At rest it stays where that of grains alone is, within 0.1 mm, and does not go on falling (0.1 mm/s); all mass
is in one of the descriptions, and no loss of energy falls.  Without gravity, under a lid that a servo presses, the lid bears what is asked for within
2 % and floor and lid bear the same.  long: for 2 s, and a lid with the full time.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import granum  # noqa: E402
from trial import check, finish  # noqa: E402

SCENE = """
domain: {dimensions: 2, min: [0, 0], max: [0.12, 0.12]}
gravity: [0, %g]
materials: {sand: {density: 2600, youngs_modulus: 1.0e+7, poisson_ratio: 0.25},
  wall: {density: 2600, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [sand, sand], contact_time: 0.4 ms, restitution: 0.1, friction: 0.5},
  {between: [sand, wall], contact_time: 0.4 ms, restitution: 0.1, friction: 0}]}
structures:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: wall}
  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: wall}
  - {name: right, plane: {point: [0.12, 0], normal: [-1, 0]}, material: wall}
%s
grains: [{fill: {box: {min: [0, 0], max: [0.12, 0.092]}, material: sand, radius: {uniform: [1.8 mm, 2.2 mm]},
  count: 700, arrangement: relaxed}}]
hybrid: {mode: %s, start: 0.2, friction_angle: 25 deg}
time: {end: %g}
output: {every: 0.1, history: 5 ms}
"""
LID = ("  - {name: lid, plane: {point: [0, 0.0925], normal: [0, -1]}, material: wall,\n"
       "     servo: {axis: [0, -1, 0], force: 240 N, speed: 0.05}}")


def run(program, folder, mode, end, gravity=9.81, lid="", more=()):
    scene, result = folder / "bed.yaml", folder / (mode + ".vtkhdf")
    scene.write_text(SCENE % (-gravity, lid, mode, end))
    subprocess.run([program, "run", scene, "-o", result, "--force", "--progress", "none", "--threads", "1", *more],
                   check=True, stdout=subprocess.DEVNULL)
    return granum.open(str(result)).history


def at_rest(program, folder, end):
    grains, h = (run(program, folder, mode, end) for mode in ("discrete", "hybrid"))
    mass = h["points_mass"] + h["grains_mass"] + h["mass_owed"]
    weight = 9.81e-3 * mass[0]
    late = h["time"] > 0.25
    time = h["time"][late]
    off = (h["potential_energy"][late]
           - np.interp(time, grains["time"], grains["potential_energy"])) / weight
    check("many points share the mass", h["points_mass"][-1] > 0.3 * mass[0])
    check("the height is that of grains", abs(off).max() < 0.1, "%+.3f to %+.3f mm" % (
        off.min(), off.max()))
    speed = np.polyfit(time, off, 1)[0]
    check("it does not go on sinking", abs(speed) < 0.1, "%+.3f mm/s" % speed)
    check("no mass is owed", abs(h["mass_owed"]).max() < 1e-12 * mass[0], "%.1e" % (abs(h["mass_owed"]).max() / mass[0]))


def in_place(program, folder):
    h = run(program, folder, "hybrid", 0.102, 98.1, more=(
        "--set", "hybrid.start=0.1", "--set", "output.every=1ms", "--set", "output.history=0.1ms"))
    mass = (h["points_mass"] + h["grains_mass"] + h["mass_owed"])[0]
    height = h["potential_energy"] / (98.1e-3 * mass)
    first = np.flatnonzero(h["points_mass"])[0]
    jump = height[first] - 2 * height[first - 1] + height[first - 2]
    check("points came", h["points_mass"][first] > 0.2 * mass)
    check("the first conversion keeps the centre of mass", abs(jump) < 0.01, "%+.4f mm" % jump)


def losses(program, folder):
    """Of a bed that still moves when points come; most rows are within a stride of points."""
    h = run(program, folder, "hybrid", 0.025, more=(
        "--set", "hybrid.start=0.02", "--set", "output.every=5ms", "--set", "output.history=0.2ms"))
    for name in ("coupling", "plastic", "walls"):
        loss = h["dissipated_" + name]
        down = np.diff(loss).min()
        check("dissipated_%s only grows" % name, down >= -1e-12 * h["kinetic_energy"].max(), "%.1e J, to %.1e J" % (down, loss[-1]))


def under_a_lid(program, folder, end):
    h = run(program, folder, "hybrid", end, 0.0, LID)
    force = h["structure_force"][:, :, 1]
    late = h["time"] > end - 0.05
    lid, floor = force[late, 3].mean(), -force[late, 0].mean()
    check("the lid bears what it shall", abs(lid / 240 - 1) < 0.02, "%.2f N of 240 N" % lid)
    check("so does the floor", abs(floor / lid - 1) < 0.01, "%.2f N" % floor)


def main():
    long = len(sys.argv) > 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        at_rest(sys.argv[1], folder, 2.0 if long else 0.5)
        in_place(sys.argv[1], folder)
        losses(sys.argv[1], folder)
        under_a_lid(sys.argv[1], folder, 1.0 if long else 0.5)
    finish()


main()
