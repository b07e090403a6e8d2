"""flux_sensors.py GRANUM -- rectangles and meshes of a scene count what passes them, with its mass.

Grains fly along x without gravity, one beside the other: those whose way lies within the sides of a
parallelogram pass it, once; those within a closed box of triangles pass it twice, in and out, or once if the
run ends while they are inside; through a lid that is open, forward is along its normal.  Numbers are exact,
masses to the round-off of a sum.  Files that are not there, flat parallelograms and surfaces beyond
periodic sides are refused.
"""
import os
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from friction_by_group import solid  # noqa: E402
from pour_by_mass import refused, run  # noqa: E402
from sinks import box_mm  # noqa: E402
from trial import MATERIALS, check, finish  # noqa: E402

SCENE = MATERIALS + """
gravity: [0, 0, 0]
domain: {min: [-1, -0.1, -1], max: [1, 0.1, 1], boundary: {y: periodic}}
grains:
  - list: {material: glass, file: grains.csv}
measure:
  - {name: gate, rectangle: {corner: [100 mm, -40 mm, -40 mm], along: [0, 50 mm, 0], across: [10 mm, 20 mm, 60 mm]}}
  - {name: box, surface: {mesh: box.stl, mesh_unit: 1 mm, translate: [0.3, 0, 0]}}
  - {name: lid, surface: {mesh: lid.stl, mesh_unit: 1 mm}}
time: {end: 50 ms, step: 20 us}
output: {every: 10 ms, precision: double}
"""


def main():
    granum = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        y, z = np.meshgrid(np.arange(-0.06, 0.0601, 0.007), np.arange(-0.06, 0.0601, 0.0071))
        y, z = y.ravel(), z.ravel()
        x = 0.02 * np.sin(np.arange(len(y)))
        v = 8 + np.cos(3.0 * np.arange(len(y)))
        r = np.full(len(y), 1e-3)
        with open(os.path.join(folder, "grains.csv"), "w") as out:
            out.write("x,y,z,radius,vx\n")
            out.writelines("%.17g,%.17g,%.17g,%.17g,%.17g\n" % row for row in zip(x, y, z, r, v))
        with open(os.path.join(folder, "box.stl"), "w") as out:
            out.write(solid("box", box_mm(0, 100, -30, 30, -30, 30)))
        with open(os.path.join(folder, "lid.stl"), "w") as out:  # normals along -x
            out.write(solid("lid", [((200, -50, -50), (200, 50, 50), (200, 50, -50)),
                                    ((200, -50, -50), (200, -50, 50), (200, 50, 50))]))
        h = {n[15:]: a[-1] for n, a in run(granum, folder, SCENE)[1].items() if "granum/history" in n}
        end, m = x + 0.05 * v, 2500 * 4 / 3 * np.pi * 1e-9
        b = (z + 0.04) / 0.06  # along `across`, whose x leads the plane ahead
        a = (y + 0.04 - 0.02 * b) / 0.05
        gate = (a > 0) & (a < 1) & (b > 0) & (b < 1) & (end > 0.1 + 0.01 * b)
        hits = (abs(y) < 0.03) & (abs(z) < 0.03)
        lid = (abs(y) < 0.05) & (abs(z) < 0.05) & (end > 0.2)
        for name, forward, backward in (("gate", gate.sum(), 0), ("box", (hits & (end > 0.4)).sum(),
                                                                   (hits & (end > 0.3)).sum()),
                                        ("lid", 0, lid.sum())):
            got = [int(h[name + "_grains_" + w]) for w in ("forward", "backward")]
            mass = [h[name + "_mass_" + w] for w in ("forward", "backward")]
            check(name + ": the grains that passed", got == [forward, backward] and sum(got) > 20, str(got))
            check(name + ": their mass", np.allclose(mass, np.array(got) * m, rtol=1e-12, atol=0))
        refused(granum, folder, "a file that is not there", SCENE.replace("lid.stl", "led.stl"), "measure[2].surface",
                "led.stl")
        refused(granum, folder, "a flat parallelogram", SCENE.replace("across: [10 mm, 20 mm, 60 mm]",
                                                                      "across: [0, -1 mm, 0]"),
                "measure[0].rectangle", "parallel")
        refused(granum, folder, "a surface beyond a periodic side", SCENE.replace("translate: [0.3, 0, 0]",
                                                                                  "translate: [0.3, 0.08, 0]"),
                "measure[1].surface", "beyond the periodic sides")
    finish()


if __name__ == "__main__":
    main()
