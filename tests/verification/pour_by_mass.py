"""pour_by_mass.py GRANUM -- grains poured by mass follow the prescribed mass rate and total.

Every 100 steps those are brought in that bring the mass nearer to rate (t - from): at every such time it is
off by at most half the heaviest grain, exactly, of a mixture of two materials with radii that differ
threefold.  A pour ends when another grain would not bring the mass nearer to total_mass, at the time
when the rate comes to it; after count grains; at `to`.  Pours beside one another keep their own counts.
Threads give the same bits.
"""
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from pour import frame  # noqa: E402
from trial import MATERIALS, arrays, check, differences, finish  # noqa: E402

SCENE = MATERIALS + """
gravity: [0, 0, 0]
grains:
  - pour: {box: {min: [0, 0, 0], max: [1, 1, 0.2]}, material: glass, label: 1, mass_rate: 0.8 kg/s, from: 10 ms, to: 70 ms,
      radius: {lognormal: {median: 2 mm, deviation: 0.2}}, mix: [{fraction: 0.3, material: steel, radius: 3 mm, label: 1}]}
  - pour: {box: {min: [0, 0, 0.3], max: [1, 1, 0.5]}, material: steel, label: 2, mass_rate: 3600 kg/h, total_mass: 25 g,
      radius: {uniform: [1.5 mm, 2.5 mm]}}
  - pour: {box: {min: [0, 0, 0.6], max: [1, 1, 0.7]}, material: glass, label: 3, rate: 5000, count: 77, radius: 1 mm}
  - pour: {box: {min: [0, 0, 0.8], max: [1, 1, 0.9]}, material: glass, label: 4, rate: 5000, total_mass: 1 g, radius: 1 mm}
time: {end: 90 ms, step: 10 us}
output: {every: 3 ms, arrays: full, precision: double}
"""


def run(granum, folder, text, *words):
    scene, result = os.path.join(folder, "s.yaml"), os.path.join(folder, "s.vtkhdf")
    with open(scene, "w") as out:
        out.write(text)
    done = subprocess.run([granum, "run", scene, "-o", result, "--force", "--progress", "none", *words],
                          capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stdout + done.stderr)
    return done.stdout, arrays(result)


def refused(granum, folder, what, text, *words):
    scene = os.path.join(folder, "wrong.yaml")
    with open(scene, "w") as out:
        out.write(text)
    done = subprocess.run([granum, "check", scene], capture_output=True, text=True)
    said = done.stdout + done.stderr
    check(what + " is refused", done.returncode != 0 and all(w in said for w in words),
          (said.strip().splitlines() or [""])[0][-120:])


def main():
    granum = os.path.abspath(sys.argv[1])
    glass = 2500 * 4 / 3 * np.pi * 1e-9
    with tempfile.TemporaryDirectory() as folder:
        text, a = run(granum, folder, SCENE, "--threads", "1")
        time = a["VTKHDF/Steps/Values"]
        off, most = np.zeros((len(time), 4)), np.zeros(4)
        n = np.zeros((len(time), 4), int)
        for k, t in enumerate(time):
            label, m = frame(a, k, "label"), frame(a, k, "mass")
            want = [0.8 * np.clip(t - 0.01, 0, 0.06), min(1.0 * t, 0.025), None, None]
            for p in range(4):
                mine = m[label == p + 1]
                n[k, p] = len(mine)
                if want[p] is None:
                    continue
                most[p] = max(most[p], mine.max(initial=0.0))
                off[k, p] = mine.sum() - want[p]
        for p, name in ((0, "mixture, 60 ms"), (1, "total_mass")):
            check(name + ": off by half a grain at most, at every frame",
                  np.abs(off[:, p]).max() <= 0.5 * most[p] * (1 + 1e-9) and n[-1, p] > 20,
                  "%.3f of the heaviest, %d grains" % (np.abs(off[:, p]).max() / most[p], n[-1, p]))
        ended = time[np.argmax(n[:, 1] == n[-1, 1])]
        check("total_mass is reached when the rate comes to it", abs(ended - 0.025) <= 3e-3, "%.3f s" % ended)
        check("count: 77 grains, and no more", n[-1, 2] == 77 and n[5, 2] == 75, "%d at 15 ms" % n[5, 2])
        check("total_mass of a pour by number", n[-1, 3] == round(1e-3 / glass),
              "%d grains, %.6g kg" % (n[-1, 3], n[-1, 3] * glass))
        sums = [float(x) for x in re.findall(r"poured +\d+ grains, ([-+.e0-9]+) kg", text)]
        label, m = frame(a, -1, "label"), frame(a, -1, "mass")
        check("the run says what came of each", len(sums) == 4 and all(
            abs(s / m[label == k + 1].sum() - 1) < 1e-5 for k, s in enumerate(sums)), str(sums))
        check("none wait", text.count("0 kg more were due and wait") == 2
              and text.count(" 0 more were due and wait") == 2)
        check("two threads: the same bits",
              not differences(a, run(granum, folder, SCENE, "--threads", "2")[1]))
        refused(granum, folder, "rate and mass_rate", SCENE.replace("rate: 5000,", "rate: 5000, mass_rate: 1,"),
                "rate and mass_rate are both given")
        refused(granum, folder, "no rate", SCENE.replace("rate: 5000, count", "count"), "rate", "mass_rate")
        refused(granum, folder, "a mass rate in kg", SCENE.replace("0.8 kg/s", "0.8 kg"), "is a mass")
        refused(granum, folder, "a total mass of 0", SCENE.replace("25 g", "0"), "total_mass")
    finish()


if __name__ == "__main__":
    main()
