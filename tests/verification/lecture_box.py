"""lecture_box.py GRANUM -- a disc that falls and bounces in the box of a lecture: the heights that it returns to.

The disc of the lecture (m = 5235.99 kg) is dropped from the middle of four walls 45 m away, with k_n 5e5, c_n 1e3,
g 9.80665, explicit Euler with steps of 0.5 ms.  LISTED holds what an independent program found, for
a normal spring from the overlap and for one that grows by increments; the first apex is at 5.973 s.  A third
reckoning is `fall` below, the recurrence of that one coordinate: it and Granum agree to round-off.

At the floor the overlap is 2.94 m.  Granum stops at half a radius, 2.5 m here; so the disc has twice
the radius, an eighth of the density, and walls 5 m farther away, which is the same motion.

For small steps the apexes tend to those of the exact motion, in which the part between the walls is a parabola and
the contact a damped oscillation about m g / k_n until the overlap is zero; explicit Euler comes to them
with the first order.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402
from trial import check, finish  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())
LISTED = {"overlap": (-1.8774, -3.6801, -5.3901, -7.0256, -8.5834, -10.0670, -11.4855),
          "increments": (-1.8771, -3.6656, -5.3702, -7.0000, -8.5527, -10.0325, -11.4526)}
MASS, KN, CN, G = 4.0 / 3.0 * np.pi * 1250.0, 5.0e5, 1.0e3, 9.80665
FLOOR = -45.0 + 5.0 + 0.01  # of the centre, where the contact begins
SCENE = """
domain: {dimensions: 2, grains: lecture, min: [-60, -60], max: [60, 60]}
gravity: [0, -9.80665]
materials:
  disc: {density: 1.25, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
  wall: {density: 1.25, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: lecture
  lecture: {normal: %s, tension: allowed}
  pairs:
    - {between: [disc, disc], stiffness: 1.0e+5, tangential_stiffness: 5.0e+3, normal_damping: 5.0e+3,
       tangential_damping: 1.0e+3, friction: 10}
    - {between: [disc, wall], stiffness: 5.0e+5, tangential_stiffness: 1.0e+3, normal_damping: 1.0e+3,
       tangential_damping: 500, friction: 1}
structures:
  - {name: right, material: wall, line: {point: [50, 0], angle: 90 deg, thickness: 0.01}}
  - {name: left, material: wall, line: {point: [-50, 0], angle: 90 deg, thickness: 0.01}}
  - {name: top, material: wall, line: {point: [0, 50], angle: 0 deg, thickness: 0.01}}
  - {name: bottom, material: wall, line: {point: [0, -50], angle: 0 deg, thickness: 0.01}}
grains: [{list: {material: disc, grains: [{position: [0, 0], radius: 10}]}}]
time: {end: %g, step: %g, scheme: %s}
output: {every: 0.5, history: %g, precision: double, checkpoint: 0}
"""


def run(normal, scheme, step, end):
    """Times and heights of all instants."""
    Path("scene.yaml").write_text(SCENE % (normal, end, step, scheme, step))
    done = subprocess.run([GRANUM, "run", "scene.yaml", "-o", "out.vtkhdf", "--force"], capture_output=True, text=True)
    if done.returncode:
        check("granum run", False, done.stderr)
        finish()
    with open_result("out.vtkhdf") as result:
        h = result.history
        return h["time"], h["potential_energy"] / (MASS * G)


def fall(normal, step, end):
    """The same by explicit Euler, one coordinate."""
    y = v = moved = spring = 0.0
    way = [y]
    for _ in range(int(round(end / step))):
        depth = FLOOR - y
        spring = 0.0 if depth <= 0.0 else KN * depth if normal == "overlap" else spring - KN * moved
        force = spring - CN * v if depth > 0.0 else 0.0
        moved = v * step
        y, v = y + moved, v + step * (force / MASS - G)
        way.append(y)
    return np.array(way)


def apexes(time, y):
    """Of parabolas through the highest points: times, heights."""
    k = np.flatnonzero((y[1:-1] > y[:-2]) & (y[1:-1] >= y[2:])) + 1
    bend, slope = y[k - 1] - 2.0 * y[k] + y[k + 1], y[k + 1] - y[k - 1]
    return time[k] - 0.5 * slope / bend * (time[1] - time[0]), y[k] - 0.125 * slope ** 2 / bend


def exact(n):
    """Heights of the n apexes of the exact motion; the overlap is zero when the contact ends."""
    damp, sag, y, found = 0.5 * CN / MASS, MASS * G / KN, 0.0, []
    turn = np.sqrt(KN / MASS - damp ** 2)
    for _ in range(n):
        v = -np.sqrt(2.0 * G * (y - FLOOR))
        b = (v + damp * sag) / turn  # x = exp(-damp t) (sag cos + b sin) - sag is the height over FLOOR

        def height(t):
            return np.exp(-damp * t) * (sag * np.cos(turn * t) + b * np.sin(turn * t)) - sag

        low, high = 0.5 * np.pi / turn, 1.5 * np.pi / turn
        for _ in range(80):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if height(middle) < 0.0 else (low, middle)
        c, s = np.cos(turn * low), np.sin(turn * low)
        out = np.exp(-damp * low) * ((b * turn - damp * sag) * c - (sag * turn + damp * b) * s)
        y = FLOOR + 0.5 * out ** 2 / G
        found.append(y)
    return np.array(found)


def listed():
    for normal, heights in LISTED.items():
        time, y = run(normal, "explicit_euler", 5.0e-4, 42.0)
        off = np.abs(y - fall(normal, 5.0e-4, 42.0)).max()
        check("%s: as the recurrence" % normal, off < 1.0e-9, "%.1e m" % off)
        t, top = apexes(time, y)
        off = np.abs(top - heights).max() if len(top) == len(heights) else np.inf
        check("%s: the listed apexes" % normal, off < 0.6e-4, " ".join("%.4f" % a for a in top))
        check("%s: the first at 5.973 s" % normal, abs(t[0] - 5.973) < 1.0e-3, "%.4f" % t[0])


def convergence():
    wanted = exact(2)
    errors = []
    for scheme, step in (("explicit_euler", 4.0e-4), ("explicit_euler", 2.0e-4), ("adams_bashforth_2", 1.0e-4)):
        _, top = apexes(*run("overlap", scheme, step, 13.0))
        errors.append(np.abs(top - wanted).max())
    print("exact, small steps: " + " ".join("%.5f" % a for a in wanted))
    ratio = errors[0] / errors[1]
    check("explicit Euler is of the first order", abs(ratio - 2.0) < 0.1, "ratio %.3f" % ratio)
    check("Adams-Bashforth with 0.1 ms comes to the exact apexes", errors[2] < 2.0e-3, "%.1e m" % errors[2])


AS_PRINTED = SCENE.replace("1.25", "10").replace("radius: 10", "radius: 5, velocity: [4, 0]").replace(
    "[50", "[20").replace("[-50", "[-20").replace("0, 50]", "0, 20]").replace("0, -50]", "0, -20]").replace("materials:", "materials: #").replace(", youngs_modulus: 1.0e+7, poisson_ratio: 0.25", "")


def as_printed():
    """The applied exercises as the lecture prints them run: n of the walls 4, dt 5 ms, and gravity with 0.5 ms.

    A disc (r 5, m 5235.99 kg) at 4 m/s between the walls has 4.3915 m/s after two bounces, since explicit Euler gains
    exp(pi (omega dt / 2 - zeta)) in each; the scene gives no elastic constants, which the law does not use."""
    scene = AS_PRINTED % ("increments", 14, 5.0e-3, "explicit_euler", 5.0e-3)
    Path("printed.yaml").write_text(scene.replace("-9.80665", "0"))
    words = [GRANUM, "run", "printed.yaml", "-o", "printed.vtkhdf", "--force"]
    done = subprocess.run(words, capture_output=True, text=True)
    check("above its limit a step is refused", "above the stability limit of 0.000785 s" in done.stderr)
    done = subprocess.run(words + ["--set", "time.unstable=true"], capture_output=True, text=True)
    check("time.unstable: true takes it", done.returncode == 0, done.stderr)
    with open_result("printed.vtkhdf") as result:
        kinetic = result.history["kinetic_energy"]
    speed = np.sqrt(kinetic[-1] / kinetic[0]) * 4.0
    check("two bounces gain as printed", abs(speed - 4.3915) < 5.0e-5, "%.6f m/s" % speed)
    Path("printed.yaml").write_text(scene)
    words += ["--set", "time.unstable=true", "--set", "time.step=0.5 ms"]
    done = subprocess.run(words + ["--set", "contacts.largest_overlap=0.3"], capture_output=True, text=True)
    check("a deeper contact than contacts.largest_overlap ends a run", "overlap by 30 %" in done.stderr, done.stderr)
    done = subprocess.run(words + ["--set", "contacts.largest_overlap=2"], capture_output=True, text=True)
    check("with gravity on", done.returncode == 0, done.stderr)


def criterion():
    """granum check prints 2 sqrt(m / k_n), the step that the lecture allows, beside the limit of the scheme."""
    said = subprocess.run([GRANUM, "check", "scene.yaml"], capture_output=True, text=True).stdout
    wanted = "%.4g s by the lecture's criterion" % (2.0 * np.sqrt(MASS / KN))
    check("granum check: " + wanted, wanted in said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        listed()
        convergence()
        as_printed()
        criterion()
        os.chdir("/")
    finish()


main()
