"""lines.py GRANUM -- structures `line` of two dimensions: walls with two sides, with ends or without.

A frictionless disc that meets a line at 30 degrees, from either side, is mirrored at it: the two flights are mirror
images to round-off, the normal velocity becomes -e times itself, the tangential one stays.  Where the disc meets the
rounded end of a line, the flight is that beside a sphere of that radius, and head-on it comes straight back.  In
the trough of two lines that cross at 90 degrees it rests, each line bears m g / sqrt(2), and the overlap is that
over the stiffness.  It rolls down a line of 20 degrees with 2/3 g sin.  A line that moves at u drives a disc at rest to
(1 + e) u; one that turns throws it with the velocity of its surface.  Two discs on either side of a line without
thickness do not touch.  The result draws the outline of the line.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402
from trial import check, finish  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())
SCENE = """
domain: {dimensions: 2, min: [-20, -20], max: [20, 20]}
gravity: %(gravity)s
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: hooke
  pairs: [{between: [glass, glass], restitution: %(e)s, friction: %(friction)s, stiffness: %(stiffness)s}]
structures:
%(structures)s
grains: [{list: {material: glass, grains: [%(grains)s]}}]
time: {end: %(end)s, step: %(step)s}
output: {every: %(every)s, history: %(every)s, arrays: full, precision: double, checkpoint: 0}
"""
WANTED = ("structure_force", "contacts_grain", "contacts_structure")
WORDS = {"gravity": "[0, 0]", "e": 0.6, "friction": 0, "stiffness": 1.0e+7, "end": 0.2, "step": 1.0e-5, "every": 0.02}


def run(structures, discs, **words):
    """History and frames (position, velocity, spin of each disc)."""
    rows = "\n".join("  - {material: glass, name: %s}" % s for s in structures)
    Path("scene.yaml").write_text(SCENE % {**WORDS, "structures": rows, "grains": ", ".join(discs), **words})
    done = subprocess.run([GRANUM, "run", "scene.yaml", "-o", "out.vtkhdf", "--force"], capture_output=True, text=True)
    if done.returncode:
        check("granum run", False, done.stderr)
        finish()
    with open_result("out.vtkhdf") as result:
        frames = []
        for frame in result:
            rows = dict(frame.grains)
            order = np.argsort(rows["id"])
            frames.append([rows[k][order] for k in ("position", "velocity", "angular_velocity")])
        return {k: result.history[k] for k in WANTED}, np.array(frames)


def disc(x, v=(0.0, 0.0), r=0.1):
    return "{position: [%.17g, %.17g], radius: %.17g, velocity: [%.17g, %.17g]}" % (*x, r, *v)


def sides():
    angle, point = np.radians(30.0), np.array([0.3, -0.2])
    along, normal = np.array([np.cos(angle), np.sin(angle)]), np.array([np.sin(angle), -np.cos(angle)])
    line = "wall, line: {point: [0.3, -0.2], angle: 30 deg, thickness: 0.01}"
    found = []
    for side in (1.0, -1.0):
        x = point + 0.5 * along + side * 0.150371 * normal
        _, f = run([line], [disc(x, 1.5 * along - 2.0 * side * normal)])
        p, v = f[:, 0, 0, :2] - point, f[:, 1, 0, :2]
        found.append(np.array([p @ along, side * (p @ normal), v @ along, side * (v @ normal)]))
        check("from side %+d: normal velocity -e v, tangential kept" % side,
              abs(found[-1][3, -1] / 2.0 - 0.6) < 1.0e-3 and abs(found[-1][2, -1] - 1.5) < 1.0e-13,
              "%.5f %.15f" % (found[-1][3, -1] / 2.0, found[-1][2, -1]))
    off = np.abs(found[0] - found[1]).max()
    check("both sides are mirror images", off < 1.0e-10, "%.1e" % off)
    _, f = run(["wall, plane: {point: [0, 0.01], normal: [0, 1]}"], [disc((0, 0.2), (1, -2))])
    _, g = run(["wall, line: {point: [7, 0], thickness: 0.01}"], [disc((0, 0.2), (1, -2))])
    check("one side is a plane at its thickness", np.abs(f - g).max() < 1.0e-12, "%.1e" % np.abs(f - g).max())


def ends():
    line = "wall, line: {from: [-1, 0], to: [0, 0], thickness: %s}"
    for radius in (0.05, 0.0):
        beside = [disc((0.15 + 0.5 * radius, 0.2), (-0.5, -2.0))]
        _, f = run([line % radius], beside)
        _, g = run(["ball, sphere: {centre: [0, 0], radius: %s}" % max(radius, 1.0e-300)], beside)
        turned = np.abs(f[-1, 1, 0] - f[0, 1, 0]).max()
        check("its end is a circle of radius %g" % radius, np.abs(f - g).max() < 1.0e-12 and turned > 0.5,
              "%.1e, turned by %.2f m/s" % (np.abs(f - g).max(), turned))
        _, f = run([line % radius], [disc((0.2 + radius, 0.0), (-2.0, 0.0))])
        back = f[-1, 1, 0]
        check("head-on at the end: straight back", abs(back[0] / 2.0 - 0.6) < 1.0e-3 and back[1] == 0.0,
              "%.5f" % (back[0] / 2.0))
    _, f = run([line % 0.05], [disc((0.2, 0.2), (-0.2, -2.0))])
    check("a disc that passes the end keeps its bits", (f[:, 1] == f[0, 1]).all())


def trough():
    lines = ["rise, line: {point: [3, 3], angle: 45 deg, thickness: 0.02}",
             "fall, line: {from: [-9, 9], to: [9, -9], thickness: 0.02}"]
    h, f = run(lines, [disc((0.01, 0.2))], gravity="[0, -9.81]", e=0.3, end=2, every=0.2, step=2.0e-5)
    m = 2500 * np.pi * 0.01
    load = m * 9.81 / np.sqrt(2.0)
    force = h["structure_force"][-1]
    wanted = np.array([[load, -load, 0.0], [-load, -load, 0.0]]) / np.sqrt(2.0)
    off = np.abs(force - wanted).max() / load
    check("crossing lines: each bears m g / sqrt 2", off < 1.0e-6, "%.1e" % off)
    height = np.sqrt(2.0) * (0.12 - load / 1.0e7)
    off = np.abs(f[-1, 0, 0] - [0.0, height, 0.0]).max()
    check("crossing lines: the overlap is that over the stiffness", off < 1.0e-8, "%.1e m" % off)


def incline():
    a = np.radians(20.0)
    along, up = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    m = 2500 * np.pi * 0.01
    x = (0.11 - m * 9.81 * np.cos(a) / 1.0e7) * up
    _, f = run(["slope, line: {point: [0, 0], angle: 20 deg, thickness: 0.01}"], [disc(x)], gravity="[0, -9.81]",
               friction=0.5, end=0.5, every=0.05)
    t = np.arange(len(f)) * 0.05
    speed, spin = f[:, 1, 0, :2] @ -along, f[:, 2, 0, 2]
    wanted = 2.0 / 3.0 * 9.81 * np.sin(a) * t
    off = np.abs(speed - wanted).max() / wanted[-1]
    check("a disc rolls down with 2/3 g sin", off < 2.0e-3, "%.1e" % off)
    off = np.abs(spin * 0.1 - speed)[1:].max() / wanted[-1]
    check("and does not slip", off < 5.0e-3, "%.1e" % off)


def moving():
    h, f = run(["pusher, line: {from: [-1, 0], to: [1, 0], thickness: 0.01}, "
                "motion: [{translate: {velocity: [0, 2, 0]}}]"], [disc((0.1, 0.2))])
    check("a line that moves at u drives a disc to (1 + e) u", abs(f[-1, 1, 0, 1] / 3.2 - 1.0) < 1.0e-3,
          "%.5f" % (f[-1, 1, 0, 1] / 3.2))
    h, f = run(["bat, line: {from: [0, 0], to: [1, 0], thickness: 0.01}, "
                "motion: [{rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 2}}]"], [disc((0.8, 0.12))],
               step=2.0e-6, end=0.05, every=0.01)
    angle = np.arctan2(0.12, 0.8) - np.arcsin(0.11 / np.hypot(0.12, 0.8))
    arm = np.sqrt(0.8 ** 2 + 0.12 ** 2 - 0.11 ** 2)
    wanted = 1.6 * 2.0 * arm * np.array([-np.sin(angle), np.cos(angle), 0.0])
    off = np.abs(f[-1, 1, 0] - wanted).max() / 3.2
    check("a line that turns throws it along its normal", off < 1.0e-2, "%.1e" % off)


def apart():
    for lines, touch in ((["sheet, line: {from: [-1, 0], to: [1, 0]}"], 0), (["far, line: {point: [0, 9]}"], 1)):
        h, _ = run(lines, [disc((0, 0.0995)), disc((0, -0.0995))], end=1.0e-4, every=1.0e-4)
        check("two discs %s" % ("touch without it" if touch else "do not touch through a line"),
              h["contacts_grain"][0] == touch and h["contacts_structure"][0] == 2 * (1 - touch))


def outline():
    run(["endless, line: {point: [1, 1], angle: 30 deg, thickness: 0.1}",
         "ends, line: {from: [2, 0], to: [4, 3], thickness: 0.1}"], [disc((0, 5))], end=1.0e-4, every=1.0e-4)
    with h5py.File("out.vtkhdf") as file:
        found = []
        file.visititems(lambda name, item: found.append(name) if name.endswith("structures/Points") else None)
        points = file[found[0]][()]
    n = len(points) // 2
    a = np.radians(30.0)
    off = np.abs((points[:n, :2] - 1.0) @ [np.sin(a), -np.cos(a)])
    check("endless: drawn from side to side at its thickness", np.allclose(off.max(), 0.1, atol=1.0e-6)
          and np.ptp(points[:n, 0]) > 39.0 and len({"%.6f" % z for z in points[:n, 2]}) == 3)
    way = np.array([2.0, 3.0]) / np.sqrt(13.0)
    p = points[n:, :2] - [2.0, 0.0]
    s = np.clip(p @ way, 0.0, np.sqrt(13.0))
    ring = np.linalg.norm(p - s[:, None] * way, axis=1)
    check("with ends: an outline at its thickness", np.abs(ring - 0.1).max() < 1.0e-6)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for part in (sides, ends, trough, incline, moving, apart, outline):
            part()
        os.chdir("/")
    finish()


main()
