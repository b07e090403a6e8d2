"""pour.py GRANUM -- poured grains come at the prescribed rate, without overlaps, and the same in every
run.

Every 100 steps those that are due come: grains_in is floor(rate (t - from)) at every such time,
exactly, and stays when the pour ends.  Radii, mass and identities are those of the stream.  What
comes in brings its energy: falling freely it is conserved to round-off.  Where a region is full, grains
wait and are counted; nothing ever overlaps in a region without motion.  Threads, skins and another
run give the same bits; two pours and periodic sides too.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import MATERIALS, arrays, check, differences, finish  # noqa: E402

TRAY = MATERIALS + """
structures:
  - {name: tray, box: {min: [-10 mm, -10 mm, 0], max: [10 mm, 10 mm, 20 mm], open: [zmax]}, material: steel}
grains:
  - fill: {box: {min: [-10 mm, -10 mm, 0], max: [10 mm, 10 mm, 8 mm]}, material: glass, radius: 1 mm, count: 100}
  - pour: {cylinder: {base: [0, 0, 21 mm], axis: [0, 0, 6 mm], radius: 8 mm}, material: glass, radius: {uniform: [0.8 mm, 1 mm]}, rate: 3000, from: 10 ms, to: 60 ms, velocity: [0, 0, -0.5], mix: [{fraction: 0.2, material: steel, radius: 1.2 mm, label: 5}]}
  - pour: {box: {min: [-5 mm, -5 mm, 30 mm], max: [5 mm, 5 mm, 33 mm]}, material: steel, radius: 0.7 mm, rate: 777.7, seed: 3}
%s
time: {end: 80 ms, step: 5 us}
output: {every: 5 ms, arrays: full, precision: double}
"""
FREE = MATERIALS + """
grains:
  - pour: {box: {min: [0, 0, 0], max: [1, 1, 1]}, material: glass, radius: 1 mm, rate: 1000, velocity: [1, -2, 0.5]}
time: {end: 50 ms, step: 5 us, scheme: %s}
output: {every: 10 ms, precision: double}
"""
FULL = MATERIALS + """
gravity: [0, 0, 0]
grains:
  - pour: {box: {min: [0, 0, 0], max: [10 mm, 10 mm, 10 mm]}, material: glass, radius: 1 mm, rate: 20000}
time: {end: 20 ms, step: 5 us}
output: {every: 10 ms, precision: double}
"""


def run(granum, folder, text, *words):
    """What was printed, and every array."""
    scene, result = os.path.join(folder, "pour.yaml"), os.path.join(folder, "pour.vtkhdf")
    with open(scene, "w") as out:
        out.write(text)
    done = subprocess.run([granum, "run", scene, "-o", result, "--force", "--progress", "none",
                           *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout, arrays(result)


def frame(a, k, name):
    n = a["VTKHDF/NumberOfPoints"][k]
    if name == "points":
        first = a["VTKHDF/Steps/PointOffsets"][k]
        return a["VTKHDF/Points"][first:first + n]
    first = a["VTKHDF/Steps/PointDataOffsets/" + name][k]
    return a["VTKHDF/PointData/" + name][first:first + n]


def due(step, rate, start=0.0, end=np.inf, dt=5e-6):
    t = np.minimum(step // 100 * 100 * dt, end)
    return np.floor(rate * np.maximum(t - start, 0) + 1e-9).astype(int)


def tray(granum, folder, sides, what):
    text, a = run(granum, folder, TRAY % sides, "--threads", "1")
    step = a["granum/history/step"]
    want = 100 + due(step, 3000, 0.01, 0.06) + due(step, 777.7)
    check(what + "grains_in is the number due at every row",
          np.array_equal(a["granum/history/grains_in"], want), "%d rows, %d grains" % (len(step), want[-1]))
    check(what + "none is lost, none waits", not a["granum/history/grains_lost"].any()
          and text.count("0 more were due and wait") == 2)
    ids, r, m = frame(a, -1, "id"), frame(a, -1, "radius"), frame(a, -1, "mass")
    rho = np.where(frame(a, -1, "material") == 0, 2500, 7800)
    check(what + "identities go on, masses are those of the radii", np.array_equal(ids, np.arange(want[-1]))
          and np.abs(m / (rho * 4 / 3 * np.pi * r**3) - 1).max() < 1e-14)
    error = np.abs(a["granum/history/energy_error"]).max() / np.abs(a["granum/history/energy_in"]).max()
    check(what + "the balance of energy closes to 2 %", error < 0.02, "%.2e" % error)
    for words in (("2",), ("3",), ("2", "--set", "search.skin=0.05 mm"), ("1", "--set", "search.skin=0.6 mm")):
        again = run(granum, folder, TRAY % sides, "--threads", *words)[1]
        check(what + "the same bits: threads %s" % " ".join(words), not differences(a, again))
    child = os.path.join(folder, "child.vtkhdf")
    subprocess.run([granum, "run", os.path.join(folder, "pour.vtkhdf"), "-o", child, "--force",
                    "--progress", "none"], capture_output=True, check=False)
    # The skin is a key: the last parent had another.
    check(what + "a rerun of the result gives the same bits", not differences(a, arrays(child)))


def free_fall(granum, folder):
    for scheme in ("leapfrog", "symplectic_euler", "velocity_verlet"):
        text, a = run(granum, folder, FREE % scheme)
        kinetic, out = a["granum/history/kinetic_energy"], a["granum/history/energy_in"]
        error = np.abs(a["granum/history/energy_error"])[-1] / kinetic[-1]
        # Symplectic Euler is of first order: off by some g dt / v, with v of 2 m/s.
        limit = 3e-5 if scheme == "symplectic_euler" else 1e-12
        check("free fall, %s: what comes in brings its energy" % scheme, out[-1] != 0 and error < limit,
              "%.1e of the kinetic energy" % error)
        steps = a["granum/history/step"]
        check("  grains_in is the number due", np.array_equal(a["granum/history/grains_in"],
                                                             due(steps, 1000)))


def full(granum, folder):
    text, a = run(granum, folder, FULL)
    x, r, n = frame(a, -1, "points"), frame(a, -1, "radius"), frame(a, -1, "points").shape[0]
    waiting = int(re.search(r"; (\d+) more were due", text).group(1))
    worst = max((r[:i] + r[i] - np.linalg.norm(x[:i] - x[i], axis=1)).max() for i in range(1, n))
    check("a full region takes what fits, the rest waits", 20 < n < 400 and n + waiting == 400,
          "%d came, %d wait" % (n, waiting))
    check("nothing overlaps or reaches out", worst <= 0 and (x - r[:, None]).min() >= -1e-18
          and (x + r[:, None]).max() <= 0.01 + 1e-17, "%.1e m" % worst)


def main():
    granum = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        free_fall(granum, folder)
        full(granum, folder)
        tray(granum, folder, "domain: {min: [-30 mm, -30 mm, -5 mm], max: [30 mm, 30 mm, 60 mm]}", "")
    finish()


if __name__ == "__main__":
    main()
