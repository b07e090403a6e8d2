"""orientation_at_start.py GRANUM -- a grain of a list begins with the orientation that it was given, and turns on.

Frame 0 holds q0 = (cos a/2, n sin a/2) to round-off, also where the axis was not given as a unit vector; a grain without
the key has the identity.  Under a constant spin w the orientation after t is exp(w t) q0 (in the world frame, so the
product is from the left) to round-off of 1,000 steps, with every scheme; held grains keep theirs.  In two dimensions the
angle is about z.  A run with arrays: resume goes on from it.
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
SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 1.0e+3, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [glass, glass], restitution: 0.1, friction: 0.4, contact_time: 0.01}]}
gravity: %(zero)s
domain: {dimensions: %(dimensions)d}
grains: [{list: {material: glass, grains: [%(grains)s]}}]
%(more)s
time: {end: 0.1, step: 1.0e-4, scheme: %(scheme)s}
output: {every: 0.05, arrays: %(arrays)s, precision: double, checkpoint: 0}
"""
SPACE = """{position: [0, 0, 0], radius: 1 mm},
  {position: [1, 0, 0], radius: 1 mm, orientation: {axis: [1, 2, -2], angle: 75 deg}, angular_velocity: [3, -4, 12]},
  {position: [2, 0, 0], radius: 1 mm, orientation: {angle: -0.5}},
  {position: [3, 0, 0], radius: 1 mm, orientation: {axis: [0, 1, 0], angle: 4}, angular_velocity: [0, 0, 9]}"""


def product(p, q):
    """p q of quaternions w x y z."""
    w = p[0] * q[0] - np.dot(p[1:], q[1:])
    return np.array([w, *(p[0] * q[1:] + q[0] * p[1:] + np.cross(p[1:], q[1:]))])


def rotation(axis, angle):
    axis = np.array(axis, float) / np.linalg.norm(axis)
    return np.array([np.cos(angle / 2.0), *(np.sin(angle / 2.0) * axis)])


def off(a, b):
    """q and -q are one orientation."""
    return min(np.abs(a - b).max(), np.abs(a + b).max())


def run(**words):
    values = {"zero": "[0, 0, 0]", "dimensions": 3, "grains": SPACE, "more": "", "scheme": "leapfrog", "arrays": "full"}
    Path("scene.yaml").write_text(SCENE % {**values, **words})
    subprocess.run([GRANUM, "run", "scene.yaml", "-o", "out.vtkhdf", "--force"], check=True, stdout=subprocess.DEVNULL)
    return orientations("out.vtkhdf")


def orientations(path):
    with open_result(path) as result:
        found = []
        for frame in (result[0], result[-1]):
            rows = dict(frame.grains)
            found.append(rows["orientation"][np.argsort(rows["id"])])
    return found


def main():
    wanted = [rotation([0, 0, 1], 0.0), rotation([1, 2, -2], np.radians(75.0)), rotation([0, 0, 1], -0.5),
              rotation([0, 1, 0], 4.0)]
    turned = [wanted[0], product(rotation([3, -4, 12], 1.3), wanted[1]), wanted[2],
              product(rotation([0, 0, 1], 0.9), wanted[3])]
    for scheme in "leapfrog symplectic_euler velocity_verlet adams_bashforth_2 explicit_euler".split():
        first, last = run(scheme=scheme)
        begin = max(map(off, first, wanted))
        end = max(map(off, last, turned))
        check("%s: at the start, after 0.1 s" % scheme, begin < 1.0e-15 and end < 1.0e-13, "%.1e %.1e" % (begin, end))
    first, last = run(more="held: [{name: pegs, sources: [0]}]")
    check("held grains keep theirs", max(map(off, last, wanted)) < 1.0e-15)
    first, last = run(zero="[0, 0]", dimensions=2, grains="{position: [0, 0], radius: 1 mm, orientation: {angle: 1}, "
                      "angular_velocity: [0, 0, 10]}, {position: [1, 0], radius: 1 mm}")
    check("two dimensions: an angle about z", off(first[0], rotation([0, 0, 1], 1.0)) < 1.0e-15
          and off(last[0], rotation([0, 0, 1], 2.0)) < 1.0e-13 and off(last[1], wanted[0]) == 0.0)
    _, last = run(arrays="resume")
    os.rename("out.vtkhdf", "first.vtkhdf")
    text = Path("scene.yaml").read_text()
    Path("on.yaml").write_text(text.replace("list: {material: glass, grains: [%s]}" % SPACE,
                                            "result: {file: first.vtkhdf, resume: true}").replace("end: 0.1", "end: 0.2"))
    subprocess.run([GRANUM, "run", "on.yaml", "-o", "on.vtkhdf"], check=True, stdout=subprocess.DEVNULL)
    on = orientations("on.vtkhdf")[1]
    again = product(rotation([3, -4, 12], 1.3), last[1])
    check("a resumed run turns on from there", off(on[1], again) < 1.0e-13, "%.1e" % off(on[1], again))


with tempfile.TemporaryDirectory() as name:
    os.chdir(name)
    main()
    os.chdir("/")
finish()
