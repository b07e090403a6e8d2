"""balance_share.py GRANUM -- the error of the balance is a part of what the run turned over.

A sphere falls on a plane and bounces; the same with the plane elsewhere, where the energy at the start is
zero, nearly zero or large: the share is the same to 2e-5, and that of what was dissipated or moves
(0.113 %; with the energy at the start in its place 0.000, 0.107 and 10,739 %).

Clumps of a fill that reaches beyond the domain leave before the first step: their energy was there at the
start, and nothing is left over (it was all of it).

A plate that appears where it overlaps a grain by 5 % of the radius brings the elastic energy of the contact
in, of 9.9e-4 J 6e-9 are left over (all, as a gain, when it was not counted), and takes it along when it
vanishes, to half a step: 2 % are left over, 1 % at half the step (all when it was not counted).  So it does
with a free body, 0.1 mm deep; deeper than two structures may meet it is refused.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish  # noqa: E402

SCENE = """
title: bounce
domain: {min: [-0.05, -0.05, %(z)r], max: [0.05, 0.05, %(top)r]}
materials: {glass: {density: 2500, youngs_modulus: 5.0e+7, poisson_ratio: 0.25}}
contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 0.9, friction: 0.3}]}
structures: [{name: plate, plane: {point: [0, 0, %(z)r], normal: [0, 0, 1]}, material: glass}]
grains: [{list: {material: glass, grains: [{position: [0, 0, %(at)r], radius: 5 mm}]}}]
time: {end: 1.0}
output: {every: 10 ms}
"""

BEYOND = """
title: beyond
gravity: [0, 0, -9.81]
domain: {max: [0.012, 0.012, 0.012]}
materials: {sand: {density: 3479, youngs_modulus: 1.66e+6, poisson_ratio: 0.2243}}
contacts: {pairs: [{between: [sand, sand], friction: 0.3, restitution: 0.76}]}
clumps: {peanut: {spheres: [{at: [0, 0, 0], radius: 1 mm}, {at: [0.9 mm, 0, 0], radius: 0.8 mm}]}}
grains: [{fill: {box: {min: [-2.942 mm, 3.79 mm, -4.761 mm], max: [0.231 mm, 14.27 mm, 7.219 mm]}, material: sand,
                 velocity: [-0.7473, -0.6256, 0.05396], seed: 82, clump: peanut, count: 2}}]
time: {end: 2.5 ms}
output: {every: 2.5 ms}
"""

PLATE = """
title: plate
gravity: [0, 0, 0]
domain: {min: [-0.05, -0.05, -0.05], max: [0.05, 0.05, 0.05]}
materials: {glass: {density: 2500, youngs_modulus: 5.0e+7, poisson_ratio: 0.25}}
contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 1, friction: 0.3}]}
structures: [{name: plate, plane: {point: [0, 0, -4.75 mm], normal: [0, 0, 1]}, material: glass, present: {from: 1 ms, to: %(to)s ms}}]
grains: [{list: {material: glass, grains: [{position: [0, 0, 0], radius: 5 mm}]}}]
time: {end: 2 ms, step: %(step)s us}
output: {every: 2 ms}
"""

BODY = """
title: body
gravity: [0, 0, 0]
domain: {min: [-0.05, -0.05, -0.05], max: [0.05, 0.05, 0.05]}
materials: {glass: {density: 2500, youngs_modulus: 5.0e+7, poisson_ratio: 0.25}}
contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 1, friction: 0}]}
structures:
  - {name: ball, sphere: {centre: [0, 0, 0], radius: 5 mm}, material: glass, meets: all, free: {mass: 1 g, centre: [0, 0, 0], inertia: [1.0e-8, 1.0e-8, 1.0e-8]}}
  - {name: plate, box: {min: [-20 mm, -20 mm, -20 mm], max: [20 mm, 20 mm, %g mm]}, material: glass, meets: all, present: {from: 1 ms}}
time: {end: 3 ms}
output: {every: 3 ms}
"""


def run(granum, folder, text):
    scene = Path(folder) / "scene.yaml"
    scene.write_text(text)
    return subprocess.run([granum, "run", "-f", "-t", "1", scene], check=True, cwd=folder,
                          capture_output=True, text=True).stdout


def main():
    shares, errors = [], []
    with tempfile.TemporaryDirectory() as folder:
        for z in (-0.1, -0.100001, 0.0, 450.0):
            text = run(sys.argv[1], folder, SCENE % {"z": z, "top": z + 0.12, "at": z + 0.1})
            found = re.search(r"left over (\S+) J, (\S+) % of what was turned over", text)
            lost = float(re.search(r"dissipated (\S+),", text).group(1))
            moves = float(re.search(r"now kinetic (\S+),", text).group(1))
            errors.append(100 * abs(float(found.group(1))) / (lost + moves))
            shares.append(float(found.group(2)))
            print("floor at %g m: %s %% of what was turned over" % (z, found.group(2)))
        text = run(sys.argv[1], folder, BEYOND)
        plates = [run(sys.argv[1], folder, PLATE % {"to": to, "step": step}) for to, step in ((9, 1), (9, 0.5), (1.05, 1), (1.05, 0.5))]
        body = run(sys.argv[1], folder, BODY % -4.9)
        (Path(folder) / "deep.yaml").write_text(BODY % -2.0)
        deep = subprocess.run([sys.argv[1], "run", "-f", "deep.yaml"], cwd=folder, capture_output=True, text=True)
    left = float(re.search(r"left over (\S+) J", text).group(1))
    check("clumps that leave before the first step", "4 in, 2 out" in text and abs(left) < 1e-18, "%.1e J" % left)
    check("the share does not depend on the zero of height", max(shares) - min(shares) < 2e-3 and min(shares) > 0.05,
          " ".join("%.3f" % s for s in shares))
    check("it is that of what was lost or moves", all(0.5 * e < s <= 1.01 * e for s, e in zip(shares, errors)),
          " ".join("%.3f" % e for e in errors))
    kinetic, over = zip(*((float(re.search(r"now kinetic (\S+),", s).group(1)),
                           abs(float(re.search(r"left over (\S+) J", s).group(1)))) for s in plates))
    check("a plate that appears in a grain, and one that goes before they part, bring and take what the contact holds",
          max(over[:2]) < 1e-4 * kinetic[0] and over[2] < 0.03 * kinetic[2] and over[3] < 0.6 * over[2],
          "%s of %s J" % (" ".join("%.1e" % x for x in over), " ".join("%.1e" % x for x in kinetic)))
    moves = float(re.search(r"bodies: kinetic (\S+),", body).group(1))
    over = float(re.search(r"left over (\S+) J", body).group(1))
    check("so does one in a free body", moves > 1e-9 and abs(over) < 0.02 * moves, "%.1e of %.1e J" % (over, moves))
    check("one deep in a free body is refused", deep.returncode == 1 and "'plate' appears at" in deep.stderr,
          deep.stderr[-200:])
    finish()


main()
