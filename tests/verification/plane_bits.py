"""plane_bits.py GRANUM -- spheres of a scene of two dimensions have the bits of the same spheres in a plane in space.

The plane is z = 0 of the one solver, so that its arithmetic is that of space with zeros: 500 grains of two materials on a
floor, stirred by a turning bar of held grains, between periodic sides and a post that swings, with friction and rolling
springs, by Hertz's law and by springs.  Every array of the result but the scene itself, the history included, is that
of `dimensions: 3` with every z 0: on 1 and 3 threads, and of a run that stops twice and goes on.  So has a scene with lines
and a pour that is stopped three times, its sums over surfaces included.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from results import open_result  # noqa: E402
from bits import stops  # noqa: E402
from trial import Bench, arrays, check, differences, finish  # noqa: E402

GRANUM = os.path.abspath(sys.argv[1])
TABLES = """
materials:
  glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 5 MPa, poisson_ratio: 0.3}
contacts:
  law: %(law)s
  rolling: spring
  pairs:
    - {between: [glass, glass], restitution: 0.7, friction: 0.5, rolling_friction: 0.1%(spring)s}
    - {between: [glass, steel], restitution: 0.6, friction: 0.3, rolling_friction: 0.05%(spring)s}
    - {between: [steel, steel], restitution: 0.5, friction: 0.4, rolling_friction: 0.05%(spring)s}
"""
FILL = TABLES + """
domain: {dimensions: 2, grains: sphere, min: [0, 0], max: [60 mm, 80 mm], boundary: {x: periodic}}
grains:
  - fill: {box: {min: [0, 5 mm], max: [60 mm, 48 mm]}, arrangement: relaxed, material: glass, radius: {uniform: [0.8 mm, 1.2 mm]}, count: 500,
      mix: [{fraction: 0.3, material: steel, radius: 1 mm}], random_velocity: {normal: 0.2}}
time: {end: 1 us, step: 1 us}
output: {every: 1 us, precision: double}
"""
FLAT = TABLES + """
domain: {dimensions: 2, grains: sphere, min: [0, -0.05], max: [0.06, 0.2], boundary: {x: periodic}}
gravity: [1, -9.81]
structures:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: steel}
  - {name: post, box: {min: [8 mm, 10 mm], max: [12 mm, 20 mm]}, material: glass,
     motion: [{oscillate: {amplitude: [1 mm, 2 mm], frequency: 30}}]}
grains:
  - list: {material: glass, file: glass.csv}
  - list: {material: steel, file: steel.csv}
  - list: {material: steel, file: bar.csv}
held:
  - {name: bar, sources: [2], motion: [{rotate: {axis: [0, 0, 1], through: [40 mm, 10 mm], rate: 40}}]}
measure: [{name: gate, flux: {through: [30 mm, 0], normal: [1, 0]}}]
time: {end: 0.06}
output: {every: 0.02, history: 1 ms, arrays: full}
"""
# Lines are drawn as far as grains are at the start; a pour brings them elsewhere.
POURED = """
domain: {dimensions: 2, min: [-0.1, -0.1], max: [0.1, 0.3]}
gravity: [0, -9.81]
materials: {glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [glass, glass], restitution: 0.5, friction: 0.4, contact_time: 0.5 ms}]}
structures:
  - {name: floor, material: glass, line: {point: [0, 0], angle: 10 deg, thickness: 0.001}}
  - {name: side, material: glass, line: {point: [0.05, 0], angle: 80 deg, thickness: 0.001}}
grains:
  - pour: {box: {min: [-0.03, 0.05], max: [0.03, 0.1]}, material: glass, radius: {uniform: [1 mm, 3 mm]}, count: 60,
           rate: 600, seed: 3}
time: {end: 0.1}
output: {every: 20 ms, arrays: full}
"""
SPACE = [("dimensions: 2, grains: sphere, ", ""), ("min: [0, -0.05], max: [0.06, 0.2]",
         "min: [0, -0.05, -.inf], max: [0.06, 0.2, .inf]"), ("[1, -9.81]", "[1, -9.81, 0]"),
         ("point: [0, 0], normal: [0, 1]}", "point: [0, 0, 0], normal: [0, 1, 0]}"),
         ("min: [8 mm, 10 mm], max: [12 mm, 20 mm]",
          "min: [8 mm, 10 mm, -0.5 m], max: [12 mm, 20 mm, 0.5 m], open: [zmin, zmax]"),
         ("amplitude: [1 mm, 2 mm]", "amplitude: [1 mm, 2 mm, 0]"),
         ("through: [40 mm, 10 mm]", "through: [40 mm, 10 mm, 0]"),
         ("through: [30 mm, 0], normal: [1, 0]", "through: [30 mm, 0, 0], normal: [1, 0, 0]")]


def run(*words, codes=(0,)):
    done = subprocess.run([GRANUM, "run", "--progress", "none", *map(str, words)], capture_output=True, text=True,
                          env=dict(os.environ, OMP_WAIT_POLICY="passive"))
    if done.returncode not in codes:
        sys.exit("%s\n%s%s" % (words, done.stdout, done.stderr))


def write(name, rows):
    text = "\n".join(",".join(repr(float(x)) for x in row) for row in rows)
    Path(name).write_text("x,y,z,radius,vx,vy,vz\n" + text + "\n")


def grains(keys):
    Path("fill.yaml").write_text(FILL % keys)
    run("fill.yaml", "-o", "fill.vtkhdf", "--force")
    g = open_result("fill.vtkhdf")[0].grains
    bar = np.array([[0.04 + 0.0018 * k, 0.01, 0] for k in range(-4, 5)])
    far = np.linalg.norm(g["position"][:, None] - bar, axis=2).min(axis=1) > 0.0025
    x = np.abs(g["position"][:, :2] - [0.010, 0.015]) - [0.002, 0.005]
    far &= x.max(axis=1) > 0.0015
    rows = np.column_stack([g["position"], g["radius"], g["velocity"]])
    write("glass.csv", rows[far & (g["material"] == 0)])
    write("steel.csv", rows[far & (g["material"] == 1)])
    write("bar.csv", [(*b, 0.001, 0, 0, 0) for b in bar])
    return far.sum()


def compare(what, one, other):
    wrong = differences(one, other)
    check(what, not wrong, "%d arrays %s" % (len(one), wrong[:4] or ""))


def law(name, keys, whole):
    n = grains(keys)
    text = FLAT % keys
    Path("flat.yaml").write_text(text)
    for a, b in SPACE:
        assert a in text, a
        text = text.replace(a, b)
    Path("space.yaml").write_text(text)
    run("space.yaml", "-o", "space.vtkhdf", "--force", "--threads", 2)
    space = arrays("space.vtkhdf")
    h = {k[15:]: v for k, v in space.items() if k.startswith("granum/history/")}
    check("%s: grains that are stirred" % name, n > 400 and h["contacts_grain"][-1] > 150 and h["grains_out"][-1] == 0
          and h["gate_grains_forward"][-1] > 8, "%d grains, %d contacts, %d passages"
          % (n, h["contacts_grain"][-1], h["gate_grains_forward"][-1]))
    for threads in (1, 3) if whole else (3,):
        run("flat.yaml", "-o", "flat.vtkhdf", "--force", "--threads", threads)
        compare("%s: %d threads" % (name, threads), space, arrays("flat.vtkhdf"))
    if not whole:
        return
    last = int(h["step"][-1])
    run("flat.yaml", "-o", "parts.vtkhdf", "--force", "--threads", 2, "--steps", last // 3, codes=(130,))
    run("parts.vtkhdf", "--resume", "--threads", 3, "--steps", last // 4, codes=(130,))
    run("parts.vtkhdf", "--resume", "--threads", 1)
    compare("%s: stopped twice" % name, space, arrays("parts.vtkhdf"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        law("hertz", {"law": "hertz", "spring": ""}, True)
        law("hooke", {"law": "hooke", "spring": ", stiffness: 3.0e+3"}, False)
        bench = Bench(GRANUM, folder)
        bench.run(POURED)
        stops(bench, "scene")
        os.chdir("/")
    finish()


main()
