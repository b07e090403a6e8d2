"""growing_grains.py GRANUM -- radii grow to what was drawn, and packings come to their solid fraction.

One grain flies free while it grows: its radius is s(t) of the final one at every frame and in the end that,
bit for bit; its mass is by the density; the energy of its motion is that of its mass, and counted, 1e-12.
One grows between six walls: in the end the springs hold 6 k d^2 / 2 each with the overlap d that is left
over, and what growing brought is that and what dashpots took: 1e-4, first order in the step.

A mixture of two materials and three radii comes to a solid fraction of 0.64 in a periodic box, where the
fill without growth says that it cannot, and offers it; the sum of volumes is within half a grain of what
was asked, which holds of mixtures that fit at once too, with fractions by number or by mass.  The
balance closes to 0.1 %, of grains that stick to 2 % (first order in the step).  Threads and skins give the same bits.
"""
import os
import re
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from pour import frame  # noqa: E402
from pour_by_mass import refused, run  # noqa: E402
from trial import MATERIALS, check, differences, finish  # noqa: E402

FREE = MATERIALS + """
gravity: [0, 0, 0]
grains:
  - fill: {box: {min: [0, 0, 0], max: [10 mm, 10 mm, 10 mm]}, material: glass, radius: {uniform: [1 mm, 1.3 mm]}, count: 1,
      velocity: [1, 2, 3], grow: {over: 33 ms, from: 0.4}}
time: {end: 50 ms, step: 10 us}
output: {every: 5 ms, arrays: full, precision: double}
"""
WALLS = """
gravity: [0, 0, 0]
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: hooke
  pairs: [{between: [glass, glass], restitution: 0.5, friction: 0, stiffness: 1000}]
structures:
  - {name: cell, box: {min: [0, 0, 0], max: [1.96 mm, 1.96 mm, 1.96 mm]}, material: glass}
grains:
  - fill: {box: {min: [0, 0, 0], max: [1.96 mm, 1.96 mm, 1.96 mm]}, material: glass, radius: 1 mm, count: 1, grow: {over: 40 ms, from: 0.9}}
time: {end: 50 ms, step: 2 us}
output: {every: 5 ms, arrays: full, precision: double}
"""
PACKING = MATERIALS + """
gravity: [0, 0, 0]
domain: {min: [0, 0, 0], max: [9 mm, 9 mm, 9 mm], boundary: periodic}
grains:
  - fill:
      box: {min: [0, 0, 0], max: [9 mm, 9 mm, 9 mm]}
      material: glass
      radius: {uniform: [0.7 mm, 0.9 mm]}
      mix: [{fraction: 0.3, material: steel, radius: 0.6 mm, label: 1}]
      fractions: mass
      solid_fraction: 0.64
      GROW
time: {end: 24 ms, step: 4 us}
output: {every: 4 ms, arrays: full, precision: double}
"""
GROWN = PACKING.replace("GROW", "grow: {over: 20 ms}")


STICKY = """
gravity: [0, 0, 0]
materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hertz, cohesion: jkr, pairs: [{between: [glass, glass], restitution: 1, friction: 0, adhesion: 0.5}]}
grains:
  - {fill: {box: {min: [0, 0, 0], max: [5 mm, 5 mm, 5 mm]}, material: glass, radius: 1 mm, count: 12, grow: {over: 4 ms}}}
time: {end: 5 ms, step: 2 us}
output: {every: 5 ms, history: 1 ms}
"""


def volume(r):
    return 4 / 3 * np.pi * r**3


def one(granum, folder):
    a = run(granum, folder, FREE)[1]
    t = a["VTKHDF/Steps/Values"]
    full = frame(a, -1, "radius")[0]
    plain = run(granum, folder, FREE.replace(", grow: {over: 33 ms, from: 0.4}", ""))[1]
    check("the final radius is that of a grain that does not grow, to the bit", frame(plain, 0, "radius")[0] == full)
    s = np.minimum(0.4 + 0.6 * t / 0.033, 1)
    r = np.array([frame(a, k, "radius")[0] for k in range(len(t))])
    m = np.array([frame(a, k, "mass")[0] for k in range(len(t))])
    check("the radius at every frame", np.abs(r / (s * full) - 1).max() < 1e-12)
    check("the mass at every frame", np.abs(m / (2500 * volume(r)) - 1).max() < 1e-14)
    v = frame(a, -1, "velocity")[0]
    check("it flies on", np.array_equal(v, [1, 2, 3]))
    work = a["granum/history/growth_work"][-1]
    check("what its mass brings is counted", abs(work / (0.5 * (m[-1] - m[0]) * 14) - 1) < 1e-12
          and np.abs(a["granum/history/energy_error"]).max() < 1e-12 * work)


def walls(granum, folder):
    text, a = run(granum, folder, WALLS)
    h = {n[15:]: v for n, v in a.items() if n.startswith("granum/history/")}
    held = 6 * 0.5 * 1000 * (0.02e-3)**2
    off = abs(h["elastic_energy"][-1] / held - 1)
    check("between six walls it holds 3 k d^2", off < 1e-3, "%.1e" % off)
    brought, took = h["growth_work"][-1], h["dissipated_energy"][-1]
    off = abs(h["energy_error"][-1]) / brought
    check("growing brought that and what dashpots took", brought > held and off < 1e-4,
          "%.4e J, held %.4e, dissipated %.4e, off by %.1e" % (brought, held, took, off))


    for skin in ("0.4 mm", "0.04 mm"):
        again = run(granum, folder, WALLS, "--set", "search.skin=" + skin)[1]
        check("the same bits: skin %s" % skin, not differences(a, again)
              or set(differences(a, again)) <= {"granum/history/asked_sites", "granum/history/asked_triangles"})


def sticky(granum, folder):
    """Grains that stick: what growing brings goes by the radius of the contact that grows, too."""
    h = {name: value[-1] for name, value in run(granum, folder, STICKY)[1].items() if name.startswith("granum/history/")}
    left = abs(h["granum/history/energy_error"]) / h["granum/history/kinetic_energy"]
    check("the balance of sticky grains closes to 2 %", 0 < left < 0.02, "%.4f" % left)


def packing(granum, folder):
    text, a = run(granum, folder, GROWN, "--threads", "1")
    r, m, label = (frame(a, -1, n) for n in ("radius", "mass", "label"))
    want = 0.64 * 9e-3**3
    off = abs(volume(r).sum() - want) / volume(r).max()
    check("a mixture comes to 0.64 of the box, within half a grain", off <= 0.5 and len(r) > 150,
          "%d grains, %.4f, off by %.2f of the largest" % (len(r), volume(r).sum() / 9e-3**3, off))
    check("radii are what was drawn, masses by the density", set(r[label == 1]) == {0.6e-3}
          and np.abs(m / (np.where(label == 1, 7800, 2500) * volume(r)) - 1).max() < 1e-14)
    first = volume(frame(a, 0, "radius")).sum() / 9e-3**3
    check("it starts at about 0.2", abs(first - 0.2) < 0.002, "%.4f" % first)
    share = float(re.search(r"([0-9.]+) % of what was turned over", text).group(1))
    deep = float(re.search(r"overlap +([0-9.]+) %", text).group(1))
    check("the balance closes, in a packing that holds itself", share < 0.1 and deep < 25,
          "%.3f %%, overlap up to %.1f %%" % (share, deep))
    lost = a["granum/history/grains_lost"].any()
    check("no grain is lost", not lost and re.search(r"left, -?[0-9.e-]+ lost", text) is not None)
    for words in (("2",), ("2", "--set", "search.skin=0.3 mm"), ("1", "--set", "search.skin=0.05 mm")):
        again = run(granum, folder, GROWN, "--threads", *words)[1]
        check("the same bits: threads %s" % " ".join(words), not differences(a, again))
    for by in ("mass", "number"):
        text = PACKING.replace("GROW", "arrangement: relaxed").replace("0.64", "0.52").replace(
            "fractions: mass", "fractions: " + by).replace("end: 24 ms", "end: 0.04 ms").replace("every: 4 ms", "every: 0.04 ms")
        r = frame(run(granum, folder, text)[1], 0, "radius")
        off = abs(volume(r).sum() - 0.52 * 9e-3**3) / volume(r).max()
        check("one that fits at once, by %s: within half a grain" % by, off <= 0.5, "off by %.2f of the largest" % off)


def main():
    granum = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        one(granum, folder)
        walls(granum, folder)
        sticky(granum, folder)
        refused(granum, folder, "a fraction that does not fit at once", PACKING.replace("GROW", "arrangement: random"),
                "(arrangement: relaxed, or grow)")
        refused(granum, folder, "a part above all", GROWN.replace("over: 20 ms", "over: 20 ms, from: 1.2"), "grow.from")
        refused(granum, folder, "a time below 0", GROWN.replace("over: 20 ms", "over: -1 ms"), "grow.over")
        refused(granum, folder, "growth of a pour", GROWN.replace("- fill:", "- pour:"), "unknown key")
        packing(granum, folder)
    finish()


if __name__ == "__main__":
    main()
