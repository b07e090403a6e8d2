"""fills.py GRANUM -- a fill holds what it says: fraction, clearance, lattice, its own grains.

Frame 0 in double precision is what was placed.  The solid fraction must be within half the largest
grain of what was asked for and within 0.1 %; no two grains may overlap, nor reach out of the region
or into a structure: by more than round-off, 1e-12 of the radius.  Any number of threads gives the same
bits.  A second fill leaves the grains of the first alone, and a grain has its radius however many
there are.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from results import open_result  # noqa: E402
from trial import MATERIALS, check, finish  # noqa: E402

SCENE = MATERIALS + """
structures: [%s]
grains:
%s
time: {end: 1 us, step: 1 us}
output: {every: 1 us, arrays: full, precision: double}
"""
BOX = "box: {min: [0, 0, 0], max: [30 mm, 30 mm, 30 mm]}"
NORMAL = "material: glass, radius: {normal: {mean: 1 mm, deviation: 0.1 mm}}"
SLOPE = ("{name: slope, plane: {point: [0, 0, 3 mm], normal: [0.6, 0, 0.8]}, material: steel}")


def run(granum, folder, fills, structures="", threads=2):
    """Arrays of what was placed; or what was written to standard error."""
    scene, result = os.path.join(folder, "fill.yaml"), os.path.join(folder, "fill.vtkhdf")
    with open(scene, "w") as out:
        out.write(SCENE % (structures, "".join("  - fill: {%s}\n" % f for f in fills)))
    done = subprocess.run([granum, "run", scene, "-o", result, "--force", "--progress", "none",
                           "--threads", str(threads)], capture_output=True, text=True)
    if done.returncode:
        return done.stderr
    with open_result(result) as r:
        return dict(r[0].grains)


def overlap(rows):
    """Largest, of the smaller radius."""
    x, r = rows["position"], rows["radius"]
    worst = -np.inf
    for i in range(1, len(r)):
        d = np.linalg.norm(x[:i] - x[i], axis=1)
        worst = max(worst, ((r[:i] + r[i] - d) / np.minimum(r[:i], r[i])).max())
    return worst


def main():
    granum = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        for want, structures in ((0.3, ""), (0.55, ""), (0.45, SLOPE), (0.59, "")):
            fill = "%s, %s, solid_fraction: %g" % (BOX, NORMAL, want)
            rows = run(granum, folder, [fill], structures)
            if isinstance(rows, str):
                sys.exit(rows)
            x, r = rows["position"], rows["radius"]
            got = (4 / 3 * np.pi * r**3).sum() / 0.03**3
            out = max((r[:, None] - x).max(), (x + r[:, None] - 0.03).max())
            clear = overlap(rows)
            what = "solid fraction %g%s" % (want, " above a slope" if structures else "")
            check(what, abs(got - want) < 1e-3 * want
                  and abs(got - want) <= 0.5001 * 4 / 3 * np.pi * r.max()**3 / 0.03**3,
                  "%.6f, %d grains" % (got, len(r)))
            check("  nothing overlaps or reaches out", clear <= 1e-12 and out <= 1e-15,
                  "overlap %.1e, out %.1e" % (clear, out))
            if structures:
                deep = (r - (x - [0, 0, 0.003]) @ [0.6, 0, 0.8]).max()
                check("  nothing reaches into the slope", deep <= 1e-15, "%.1e m" % deep)
            again = run(granum, folder, [fill], structures, 3)
            check("  the same bits on 3 threads", np.array_equal(again["position"], x))
        told = run(granum, folder, ["%s, %s, solid_fraction: 0.7" % (BOX, NORMAL)])
        check("0.7 is a fault that says what was reached", isinstance(told, str)
              and "grains[0].fill.solid_fraction: " in told and "they would fit" in told,
              str(told).split(": ", 3)[-1].split("\n")[0])

        first = "%s, %s, count: 500, seed: 4" % (BOX, NORMAL)
        few = run(granum, folder, [first])
        more = run(granum, folder, [first.replace("500", "900")])
        both = run(granum, folder, [first, "%s, material: steel, radius: 1 mm, count: 300" % BOX])
        check("grain k is the same whatever the count", np.array_equal(few["position"], more["position"][:500])
              and np.array_equal(few["radius"], more["radius"][:500]))
        check("a second fill leaves the first alone", np.array_equal(few["position"], both["position"][:500])
              and np.array_equal(few["radius"], both["radius"][:500]))

        mix = first + ", label: 1, mix: [{fraction: 0.5, material: steel, radius: 0.5 mm, label: 2}]"
        rows = run(granum, folder, [mix])
        steel = rows["label"] == 2
        check("a mixture has its parts", np.all(rows["radius"][steel] == 0.5e-3)
              and abs(steel.sum() - 250) < 5 * 500**0.5 / 2
              and np.all((rows["mass"][steel] / (7800 * 4 / 3 * np.pi * 0.5e-3**3) - 1) < 1e-12),
              "%d of 500" % steel.sum())

        for name, nearest, many in (("cubic", 6, 3375), ("face_centred", 12, 3000)):
            rows = run(granum, folder, ["%s, material: glass, radius: 0.999 mm, count: %d, arrangement: %s"
                                        % (BOX, many, name)])
            x = rows["position"]
            touching = max((np.linalg.norm(x - a, axis=1) < 2 * 0.999e-3 * 1.000001).sum() - 1
                           for a in x)
            check("%s: %d neighbours inside, nothing overlaps" % (name, nearest),
                  touching == nearest and overlap(rows) <= 0)
    finish()


main()
