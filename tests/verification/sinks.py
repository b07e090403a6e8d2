"""sinks.py GRANUM -- sinks remove each grain that enters them once, and count number and mass.

Free flight: grains without gravity, each alone, reach a sink at a known time: it goes at the first tenth
step from then on, exactly, into a region by its centre, onto a structure, a part of a mesh and an image of
either by its distance.  Nothing is pushed: those that do not hit leave as they came, loads stay 0.  A sink
that begins or ends takes what comes in between, and what is in it when it begins.  Number and mass by
sink are in the history and in the last balance; what is out took its energy with it, to round-off.
Frames hold those that are left.

Contacts: a bin empties over a sink in its floor and one below it.  No grain is lost or counted twice,
and the balance of energy closes to 0.2 % of what was turned over.  Threads and skins give the same bits.
"""
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from friction_by_group import solid  # noqa: E402
from pour import frame  # noqa: E402
from pour_by_mass import refused, run  # noqa: E402
from trial import MATERIALS, check, differences, finish  # noqa: E402

DT, R = 1e-5, 1e-3
FLIGHT = MATERIALS + """
gravity: [0, 0, 0]
domain: {min: [-1, -1, -1], max: [1, 1, 1], boundary: {y: periodic}}
structures:
  - {name: trap, mesh: trap.stl, mesh_unit: 1 mm, material: steel}
  - {name: ball, sphere: {centre: [0, 0.99, 0.5], radius: 30 mm}, material: steel}
sinks:
  - {name: pit, box: {min: [0.1, -0.5, -0.2], max: [0.3, 0.5, 0.2]}, to: 40 ms}
  - {name: jaw, structure: trap, groups: [jaw]}
  - {name: eater, structure: ball, from: 10 ms}
  - {name: late, cylinder: {base: [-0.5, 0, -0.5], axis: [0.2, 0, 0], radius: 0.1}, from: 22.22 ms}
grains:
  - list: {material: glass, file: grains.csv}
time: {end: 50 ms, step: 10 us}
output: {every: 5 ms, history: 0.1 ms, arrays: full, precision: double}
"""
BIN = MATERIALS + """
domain: {min: [-1, -1, -0.2], max: [1, 1, 1]}
structures:
  - {name: bin, cylinder: {base: [0, 0, 0], axis: [0, 0, 0.2], radius: 8 mm, open: both}, material: steel}
  - {name: floor, disc: {centre: [0, 0, 0], normal: [0, 0, 1], radius: 9 mm, hole: 5 mm}, material: steel}
  - {name: plug, disc: {centre: [0, 0, 0], normal: [0, 0, 1], radius: 5 mm}, material: steel}
sinks:
  - {name: mouth, structure: plug, from: 20 ms, to: 35 ms}
  - {name: below, box: {min: [-0.1, -0.1, 0.004], max: [0.1, 0.1, 0.006]}, from: 40 ms, to: 45 ms}
grains:
  - fill: {cylinder: {base: [0, 0, 0], axis: [0, 0, 20 mm], radius: 8 mm}, arrangement: relaxed, material: glass, radius: {uniform: [0.9 mm, 1.1 mm]}, count: 400}
time: {end: 50 ms}
output: {every: 5 ms, arrays: full, precision: double}
"""


def box_mm(x0, x1, y0, y1, z0, z1):
    p = [(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)]
    for a, b, c, d in ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)):
        yield p[a], p[b], p[c]
        yield p[a], p[c], p[d]


def flight(granum, folder):
    """Each grain: where from, its velocity, the time from which a sink takes it, and which."""
    rows, when, who = [], [], []

    def grain(x, v, t, sink):
        rows.append((*x, R, *v))
        when.append(t)
        who.append(sink)

    for k in range(40):
        y, v = -0.4 + 0.02 * k, 2.0 + 0.37 * k
        x = 0.1 - 0.0123 - 0.001 * k
        t = (0.1 - x) / v
        grain((x, y, 0.0), (v, 0, 0), t if t <= 0.04 else np.inf, 0)
    grain((0.1 - 0.05, -0.45, 0.1), (1.0, 0, 0), np.inf, 0)  # there when the pit has ended
    grain((0.2, 0.45, 0.1), (3.0, 2.0, -1.0), 0.0, 0)  # in it from the start
    # the jaw is the face x = -0.1 of a plate, seen from below; the rest of the plate is solid
    for k in range(20):
        v = 3.0 + 0.41 * k
        d = 0.02 + 0.002 * k
        grain((-0.2 - d - R, -0.2 + 0.02 * k, 0.0), (v, 0, 0), d / v, 1)
    # the ball's image stands at y = -1.01
    for k in range(15):
        v = 1.5 + 0.05 * k
        a = 0.0021 * k
        d = 0.06
        h = np.sqrt(0.031**2 - a * a)
        t = (d - h) / v
        grain((a, -1.01 + d, 0.5), (0, -v, 0), t if t > 0.01 else np.inf, 2)
    for k in range(12):
        grain((-0.49 + 0.015 * k, 0.01 * k - 0.06, -0.5), (0, 0, 0), 0.02222, 3)
    grain((-0.4, 0.11, -0.5), (0, 0, 0), np.inf, 3)
    before = [i for i, (t, w) in enumerate(zip(when, who)) if w == 2 and not np.isfinite(t)]
    with open(os.path.join(folder, "grains.csv"), "w") as out:
        out.write("x,y,z,radius,vx,vy,vz\n")
        for row in rows:
            out.write(",".join("%.17g" % v for v in row) + "\n")
    with open(os.path.join(folder, "trap.stl"), "w") as out:
        faces = list(box_mm(-200, -190, -250, 250, -50, 50))
        out.write(solid("jaw", faces[:2]) + solid("plate", faces[2:]))
    text, a = run(granum, folder, FLIGHT, "--threads", "1")
    h = {n[len("granum/history/"):]: v for n, v in a.items() if n.startswith("granum/history/")}
    check("no grain was to hit the ball before it eats", not before, str(before))
    step = h["step"]
    when, who = np.array(when), np.array(who)
    first = np.where(np.isfinite(when), np.ceil(np.minimum(when, 1) / DT / 10 - 1e-7) * 10, np.inf)
    mass = 2500 * 4 / 3 * np.pi * R**3
    for s, name in enumerate(("pit", "jaw", "eater", "late")):
        # what goes at a step is in the row of that step: it leaves before it is looked at
        want = np.array([((who == s) & (first <= n)).sum() for n in step])
        got = h[name + "_grains"]
        check(name + ": every one at its tenth step", np.array_equal(want, got) and got[-1] > 10,
              "%d grains, %d rows differ" % (got[-1], (want != got).sum()))
        check(name + ": their mass", np.abs(h[name + "_mass"] - want * mass).max() < 1e-12 * mass * len(rows))
    check("none is lost", not h["grains_lost"].any() and h["grains_out"][-1] == np.isfinite(when).sum())
    check("nothing is pushed", not h["structure_force"].any())
    error = np.abs(h["energy_error"]).max() / h["kinetic_energy"][0]
    check("the balance closes to round-off", error < 1e-14, "%.1e" % error)
    left = frame(a, -1, "id")
    check("the last frame holds those that are left", np.array_equal(np.sort(left), np.where(~np.isfinite(when))[0]))
    v = frame(a, -1, "velocity")
    check("  as fast as they came", np.array_equal(v, np.array(rows)[left][:, 4:]))
    check("frames have as many as the history says", all(
        n == h["grains"][np.argmin(np.abs(h["time"] - t))] for n, t in
        zip(a["VTKHDF/NumberOfPoints"], a["VTKHDF/Steps/Values"])))
    said = re.findall(r"sink +(\w+): (\d+) grains", text)
    check("the run says so", said == [(n, str(h[n + "_grains"][-1])) for n in ("pit", "jaw", "eater", "late")])
    info = subprocess.run([granum, "info", os.path.join(folder, "s.vtkhdf")], capture_output=True, text=True).stdout
    check("granum info says so", all(n + "_grains" in info for n in ("pit", "jaw", "eater", "late")))
    check("two threads: the same bits", not differences(a, run(granum, folder, FLIGHT, "--threads", "2")[1]))


def contacts(granum, folder):
    text, a = run(granum, folder, BIN, "--threads", "1")
    h = {n[len("granum/history/"):]: v for n, v in a.items() if n.startswith("granum/history/")}
    t = h["time"]
    check("a sink in the floor takes grains while it is on", h["mouth_grains"][t <= 0.02].max() == 0
          and h["mouth_grains"][-1] > 20 and h["mouth_grains"][t >= 0.0351].min() == h["mouth_grains"][-1],
          "%d grains" % h["mouth_grains"][-1])
    check("one in a bed too", h["below_grains"][t < 0.04].max() == 0 and h["below_grains"][-1] > 20,
          "%d grains" % h["below_grains"][-1])
    check("none is lost", not h["grains_lost"].any() and 400 == h["grains"][-1]
          + h["mouth_grains"][-1] + h["below_grains"][-1])
    seen = [set(frame(a, k, "id")) for k in range(len(a["VTKHDF/NumberOfPoints"]))]
    check("no grain comes back", all(b <= c for c, b in zip(seen, seen[1:])))
    masses = h["mouth_mass"][-1] + h["below_mass"][-1] + frame(a, -1, "mass").sum()
    check("nor is mass", abs(masses / frame(a, 0, "mass").sum() - 1) < 1e-12)
    share = float(re.search(r"([0-9.]+) % of what was turned over", text).group(1))
    check("the balance closes", share < 0.2, "%.3f %%" % share)
    again = run(granum, folder, BIN, "--threads", "2", "--set", "search.skin=0.1 mm")[1]
    check("the same bits: two threads and another skin", not differences(a, again))


def main():
    granum = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        flight(granum, folder)
        refused(granum, folder, "an unknown structure", FLIGHT.replace("structure: ball", "structure: bull"),
                "sinks[2].structure", "there is no structure 'bull'; the structures are trap, ball")
        refused(granum, folder, "an unknown group", FLIGHT.replace("[jaw]", "[maw]"), "sinks[1].groups[0]",
                "no group 'maw'")
        refused(granum, folder, "groups of a sphere", FLIGHT.replace("structure: ball", "structure: ball, groups: [a]"),
                "sinks[2].groups", "belong to a mesh")
        refused(granum, folder, "groups of a region", FLIGHT.replace("to: 40 ms", "groups: [jaw]"),
                "sinks[0].groups", "this sink is a region")
        refused(granum, folder, "a region across a periodic side", FLIGHT.replace("-0.5, -0.2", "-1.5, -0.2"),
                "sinks[0]", "beyond the periodic sides")
        refused(granum, folder, "two of a name", FLIGHT.replace("name: jaw", "name: pit"), "pit")
        refused(granum, folder, "a sink without a place", FLIGHT.replace("structure: ball, ", ""), "sinks[2]",
                "box, cylinder, sphere, region or structure")
        contacts(granum, folder)
    finish()


if __name__ == "__main__":
    main()
