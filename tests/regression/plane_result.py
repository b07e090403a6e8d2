"""A result says whether its grains are discs in a plane or spheres in space.

    plane_result.py GRANUM

`granum info` prints it.  A result of older versions, which lacks the attributes, is one of
spheres in space; a thickness that is none is an error.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

SCENE = """
domain: {dimensions: %d, %smin: %s, max: %s}
gravity: %s
materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.3,
           stiffness: 5 kN/m}]}
grains: [{list: {material: glass, grains: [{position: %s, radius: 1 mm}]}}]
time: {end: 1 ms}
output: {every: 1 ms}
"""
PLANE = ("[0, 0]", "[0.1, 0.1]", "[0, -9.81]", "[0.05, 0.05]")
SPACE = ("[0, 0, 0]", "[0.1, 0.1, 0.1]", "[0, 0, -9.81]", "[0.05, 0.05, 0.05]")
CASES = (
    ("disc", (2, "thickness: 10 mm, ") + PLANE, {"dimensions": 2, "thickness": 0.01, "grains": b"disc"},
     "2, in the plane z = 0, grains: disc, thickness 0.01 m"),
    ("sphere", (2, "grains: sphere, ") + PLANE, {"dimensions": 2, "thickness": 1.0, "grains": b"sphere"},
     "2, in the plane z = 0, grains: sphere, thickness 1 m"),
    ("space", (3, "") + SPACE, {"dimensions": 3, "grains": b"sphere"}, "3, grains: sphere"),
)


def info(granum, path):
    done = subprocess.run([granum, "info", path], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    lines = [line.split(None, 1)[1] for line in done.stdout.splitlines()
             if line.split(None, 1)[:1] == ["dimensions"]]
    return done.returncode, lines, done.stdout


def check_all(granum, directory):
    for name, words, attributes, line in CASES:
        scene, path = (os.path.join(directory, name + end) for end in (".yaml", ".vtkhdf"))
        with open(scene, "w") as file:
            file.write(SCENE % words)
        subprocess.run([granum, "run", scene, "-o", path, "--force"], check=True,
                       stdout=subprocess.DEVNULL)
        with h5py.File(path) as file:
            found = {key: file["granum/scene"].attrs[key] for key in
                     ("dimensions", "thickness", "grains") if key in file["granum/scene"].attrs}
        check(found == attributes, "%s: attributes %s, not %s" % (name, found, attributes))
        code, lines, _ = info(granum, path)
        check((code, lines) == (0, [line]), "%s: info says %s, not %s" % (name, lines, line))

    old = os.path.join(directory, "old.vtkhdf")
    shutil.copy(os.path.join(directory, "disc.vtkhdf"), old)
    with h5py.File(old, "r+") as file:
        file["granum/scene"].attrs["thickness"] = -1.0
    code, _, said = info(granum, old)
    check(code != 0 and "thickness" in said, "a negative thickness: %d %s" % (code, said))
    with h5py.File(old, "r+") as file:
        for key in ("dimensions", "thickness", "grains"):
            del file["granum/scene"].attrs[key]
    code, lines, _ = info(granum, old)
    check((code, lines) == (0, ["3, grains: sphere"]), "an older result: %d %s" % (code, lines))


def main():
    with tempfile.TemporaryDirectory() as directory:
        check_all(sys.argv[1], directory)
    report()


main()
