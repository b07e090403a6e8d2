"""body_copies.py GRANUM -- bodies: copies of one shape, grains of any shape.

 same       a copy of a mesh moves as the same mesh does as a structure with `free`, to round-off
 sizes      two copies of sizes 1 and 2 bounce with masses 1 : 8; the energy of their spin is 1 : 32
 rest       a box at rest presses M g into a floor; a rounded mesh likewise
 round      a sphere, and a superquadric and an ellipsoid that are spheres, bounce alike
 closed     bodies among spheres without gravity: momentum to round-off, energy within 0.5 %
 solids     bodies of a pour find no place within a solid primitive
 sides      bodies come by a pour at their rate, leave at an open side and are counted; a periodic side
            brings them back
 bits       every array on 1 and 3 threads, and after a stop and granum run --resume
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import Bench, near, rotate, sphere, write_stl  # noqa: E402
from trial import arrays, check, differences, finish, rows_at  # noqa: E402

HEAD = """
title: copies
gravity: %s
materials:
  clay: {density: 2000, youngs_modulus: 5 MPa, poisson_ratio: 0.25}
contacts: {pairs: [{between: [clay, clay], restitution: %g, friction: %g, foundation: 1.0e+9}]}
"""


def bodies(run, frame):
    return rows_at(run.path, "granum/bodies", frame)


def lump():
    """A closed mesh without symmetry, its centre of mass not at its origin."""
    t = sphere(4e-3, 2)
    t = t * np.array([1.0, 0.8, 0.6]) * (1 + 20 * t[..., :1])
    return t + np.array([3e-3, -2e-3, 1e-3])


def same(bench):
    write_stl("lump.stl", lump())
    text = HEAD % ([0, 0, -9.81], 0.5, 0.4) + """
structures:
  - {name: floor, material: clay, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
%s
grains: [{list: {material: clay, grains: [{position: [2 mm, 0, 1 mm], radius: 1 mm}, {position: [4.5 mm, 0.5 mm, 1 mm], radius: 1 mm}, {position: [0, 1 mm, 1 mm], radius: 1 mm}]}}]
time: {end: 60 ms, step: 4.0e-6}
output: {every: 1 ms, history: 1 ms, precision: double}
"""
    spin, v = [3, 8, -5], [0.05, 0.02, -0.1]
    moved = """bodies:
  - {name: lump, mesh: lump.stl, material: clay, velocity: %s, angular_velocity: %s,
     list: {bodies: [{position: [1 mm, 0.2 mm, 12 mm], orientation: {axis: [1, 2, 3], angle: 0.7}}]}}"""
    copy = bench.run(text % (moved % (v, spin)), "copy")
    centre = np.array([1e-3, 0.2e-3, 12e-3])
    named = """  - name: lump
    mesh: lump.stl
    mesh_unit: 1 m
    material: clay
    place: {rotate: {axis: [1, 2, 3], angle: 0.7}, translate: %s}
    free: {velocity: %s, angular_velocity: %s}"""
    shift = lump_centre()
    q = np.array([np.cos(0.35), *(np.sin(0.35) * np.array([1, 2, 3]) / np.sqrt(14))])
    at = centre - rotate(q, shift)
    other = bench.run(text % (named % (at.tolist(), v, spin)), "named")
    centres = np.array([bodies(copy, k)["x"][0] for k in range(copy.frames)])
    seen = other.body("centre", 1)[:: (len(other.h["time"]) - 1) // (other.frames - 1)]
    near("a copy moves as a structure with free", centres, seen, 1e-9)
    touched = max(bodies(copy, k)["coordination"][0] for k in range(copy.frames))
    check("    and it touched the floor and both grains", touched >= 2, "%d contacts" % touched)


def lump_centre():
    t = lump().astype("<f4").astype(float)
    det = np.einsum("ni,ni->n", t[:, 0], np.cross(t[:, 1], t[:, 2]))
    return (det[:, None] * t.sum(axis=1)).sum(axis=0) / 4 / det.sum()


def sizes(bench):
    for shape in ("ellipsoid: {axes: [2 mm, 2 mm, 2 mm]}, refinement: 4", "box: {size: [4 mm, 4 mm, 4 mm]}"):
        run = bench.run(HEAD % ([0, 0, 0], 0.5, 0.0) + """
bodies:
  - {name: one, %s, material: clay, orientation: aligned,
     list: {bodies: [{position: [0, 0, 0], velocity: [0.2, 0, 0]}, {position: [9 mm, 0, 0], scale: 2}]}}
time: {end: 40 ms, step: 2.0e-6}
output: {every: 10 ms, history: 1 ms, precision: double}
""" % shape)
        a, b = bodies(run, 0), bodies(run, run.frames - 1)
        near("masses of sizes 1 and 2, " + shape.split(":")[0], a["mass"][1] / a["mass"][0], 8.0, 1e-12)
        v = 0.2 * np.array([1 - 8 * 0.5, 1 + 0.5]) / 9
        near("    they bounce with restitution 0.5", b["velocity"][:, 0], v, 0.03)
        p = (a["mass"][:, None] * a["velocity"]).sum(0)
        near("    momentum", (b["mass"][:, None] * b["velocity"]).sum(0), p, 1e-12)


    run = bench.run(HEAD % ([0, 0, 0], 0.5, 0.0) + """
bodies:
  - {name: one, box: {size: [5 mm, 3 mm, 2 mm]}, material: clay, orientation: aligned, angular_velocity: [0, 0, 40],
     list: {bodies: [{position: [0, 0, 0]}, {position: [30 mm, 0, 0], scale: 2}]}}
time: {end: 1 ms, step: 1.0e-5}
output: {every: 1 ms, history: 1 ms, precision: double}
""")
    one = 2000 * 5e-3 * 3e-3 * 2e-3 * (5e-3**2 + 3e-3**2) / 12
    near("moments of inertia of sizes 1 and 2: energy of the spin", run.h["bodies_kinetic"], 0.5 * one * 40**2 * (1 + 2**5)
         + 0 * run.h["time"], 1e-12)


def rest(bench):
    run = bench.run(HEAD % ([0, 0, -9.81], 0.3, 0.5) + """
structures: [{name: floor, material: clay, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}]
bodies:
  - {name: brick, box: {size: [6 mm, 5 mm, 4 mm]}, material: clay, orientation: aligned,
     list: {bodies: [{position: [0, 0, 2 mm]}, {position: [20 mm, 0, 3 mm], scale: 1.5}]}}
time: {end: 0.15, step: 5.0e-6}
output: {every: 50 ms, history: 1 ms, precision: double}
""")
    b = bodies(run, run.frames - 1)
    near("bricks of two sizes at rest: force", b["force"][:, 2], b["mass"] * 9.81, 1e-4)
    s = b["scale"]
    depth = 2000 * 9.81 * 4e-3 * s / 1e9
    near("    depth M g / (k A)", 2e-3 * s - b["x"][:, 2], depth, 1e-2)


def round_shapes(bench):
    seen = []
    for shape in ("sphere: {radius: 3 mm}", "ellipsoid: {axes: [3 mm, 3 mm, 3 mm]}, refinement: 4",
                  "superquadric: {axes: [3 mm, 3 mm, 3 mm], exponent: 2}, refinement: 4"):
        run = bench.run(HEAD % ([0, 0, -9.81], 0.6, 0.3) + """
structures: [{name: floor, material: clay, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}]
bodies: [{name: ball, %s, material: clay, angular_velocity: [0, 30, 0], orientation: aligned,
  list: {bodies: [{position: [0, 0, 13 mm]}]}}]
time: {end: 0.1, step: 5.0e-6}
output: {every: 5 ms, history: 1 ms, precision: double}
""" % shape)
        seen.append([bodies(run, k)["x"][0] for k in range(run.frames)])
    seen = np.array(seen)
    height = seen[:, :, 2].max() - seen[:, :, 2].min()
    near("an ellipsoid of equal axes bounces as a sphere", seen[1], seen[0], 0.05, height)
    near("a superquadric with exponent 2 is that ellipsoid", seen[2], seen[1], 1e-9, height)


MIXED = HEAD % ([0, 0, 0], 0.7, 0.4) + """
domain: {min: [0, 0, 0], max: [40 mm, 40 mm, 40 mm], boundary: periodic}
bodies:
  - {name: die, box: {size: [5 mm, 4 mm, 3 mm]}, material: clay, random_velocity: 0.3, scale: {uniform: [0.7, 1.2]},
     fill: {box: {min: [0, 0, 0], max: [40 mm, 40 mm, 40 mm]}, count: 50}}
  - {name: bean, ellipsoid: {axes: [4 mm, 3 mm, 2 mm]}, material: clay, refinement: 2, random_velocity: 0.3, seed: 2,
     fill: {box: {min: [0, 0, 0], max: [40 mm, 40 mm, 40 mm]}, count: 12, arrangement: random}}
grains:
  - {fill: {box: {min: [0, 0, 0], max: [40 mm, 40 mm, 40 mm]}, material: clay, radius: {uniform: [1 mm, 1.4 mm]}, count: 700,
     random_velocity: {normal: 0.2}}}
time: {end: 12 ms, step: 4.0e-6}
output: {every: 3 ms, history: 0.2 ms, precision: double, arrays: full}
"""


def closed(bench):
    run = bench.run(MIXED, "mixed")
    h = run.h
    a = bodies(run, 0)
    scale = (a["mass"] * np.linalg.norm(a["velocity"], axis=1)).sum()
    near("bodies among spheres: momentum", h["momentum"], h["momentum"][:1] + 0 * h["momentum"], 1e-12, scale)
    near("    the balance of energy closes", h["energy_error"], 0 * h["time"], 5e-3,
         h["kinetic_energy"][0] + h["bodies_kinetic"][0])
    coordination = bodies(run, run.frames - 1)["coordination"].sum()
    check("    they met", coordination > 5 and h["dissipated_energy"][-1] > 0, "%d contacts at the end" % coordination)
    bench.run(MIXED, "threads", 3)
    wrong = differences(arrays("mixed.vtkhdf"), arrays("threads.vtkhdf"))
    check("    the same bits on 3 threads", not wrong, ", ".join(wrong[:3]))


def stops(bench):
    """After the bits on threads: the same run in three parts."""
    if not Path("mixed.vtkhdf").exists():
        bench.run(MIXED, "mixed")
    words = [["mixed.yaml", "--force", "--steps", "700", "-o", "parts.vtkhdf", "--threads", "2"],
             ["parts.vtkhdf", "--resume", "--steps", "1100", "--threads", "1"], ["parts.vtkhdf", "--resume", "--threads", "3"]]
    for w in words:
        done = subprocess.run([bench.granum, "run", *w, "--progress", "none"], capture_output=True, text=True)
        if done.returncode not in (0, 130):
            sys.exit(done.stderr)
    wrong = differences(arrays("mixed.vtkhdf"), arrays("parts.vtkhdf"))
    check("the same bits after two stops", not wrong, ", ".join(wrong[:4]))


def sides(bench):
    run = bench.run(HEAD % ([0, 0, -9.81], 0.5, 0.4) + """
domain: {min: [0, 0, 0], max: [40 mm, 40 mm, 60 mm], boundary: {x: periodic}}
bodies:
  - {name: pill, cylinder: {radius: 2 mm, height: 3 mm}, material: clay, velocity: [3, 0, 0],
     pour: {box: {min: [0, 10 mm, 45 mm], max: [40 mm, 30 mm, 60 mm]}, count: 12, rate: 200}}
time: {end: 0.2, step: 1.0e-5}
output: {every: 10 ms, history: 1 ms, precision: double}
""")
    h = run.h
    t = h["time"]
    due = np.minimum(12, np.floor(200 * (t - 1e-3) + 1e-9) + 1)
    check("bodies of a pour come at their rate", (h["bodies_in"] >= due - 1).all() and (h["bodies_in"] <= due + 1).all()
          and h["bodies_in"][-1] == 12, "%d in" % h["bodies_in"][-1])
    check("    and leave below", h["bodies_out"][-1] == 12 and h["bodies"][-1] == 0, "%d out" % h["bodies_out"][-1])
    info = " ".join(subprocess.run([sys.argv[1], "info", run.path], capture_output=True, text=True).stdout.split())
    check("    granum info counts them", "bodies 0 present, 12 in, 12 out" in info
          and "bodies %d in the first frame, 0 in the last" % len(bodies(run, 0)["x"]) in info)
    x = np.concatenate([bodies(run, k)["x"][:, 0] for k in range(run.frames)])
    check("    the periodic side brings them back", (x >= -1e-9).all() and (x <= 0.04 + 1e-9).all() and len(x) > 20)
    near("    the balance of energy closes", h["energy_error"], 0 * t, 1e-9, h["energy_in"][-1])


def solids(bench):
    run = bench.run(HEAD % ([0, 0, 0], 0.5, 0.4) + """
domain: {min: [0, 0, 0], max: [40 mm, 40 mm, 60 mm]}
structures: [{name: block, box: {min: [0, 0, 0], max: [22 mm, 40 mm, 60 mm]}, material: clay}]
bodies:
  - {name: ball, sphere: {radius: 1 mm}, material: clay, velocity: [0.5, 0, 0],
     pour: {box: {min: [2 mm, 10 mm, 10 mm], max: [38 mm, 30 mm, 50 mm]}, count: 8, rate: 4000}}
time: {end: 4.0e-3, step: 1.0e-5}
output: {every: 1 ms, precision: double}
""")
    x = np.concatenate([bodies(run, k)["x"][:, 0] for k in range(run.frames)])
    check("a pour puts no body into a solid", len(x) > 8 and x.min() > 0.023, "at x %.3g m" % (x.min() if len(x) else 0))
    near("    and makes no energy", run.h["energy_error"], 0 * run.h["time"], 1e-9, run.h["energy_in"][-1])


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        os.chdir(folder)
        for part in [globals()[p] for p in sys.argv[2:]] or (same, sizes, rest, round_shapes, closed, stops, sides,
                                                               solids):
            part(bench)
        os.chdir("/")
    finish()


if __name__ == "__main__":
    main()
