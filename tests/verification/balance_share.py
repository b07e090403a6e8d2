"""balance_share.py GRANUM -- the error of the balance is a part of what the run turned over.

A sphere falls on a plane and bounces; the same with the plane elsewhere, where the energy at the start is
zero, nearly zero or large: the share is the same to 1e-6, and that of what was dissipated or moves
(0.113 %; with the energy at the start in its place 0.000, 0.107 and 10,739 %).
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


def main():
    shares, errors = [], []
    with tempfile.TemporaryDirectory() as folder:
        for z in (-0.1, -0.100001, 0.0, 450.0):
            scene = Path(folder) / "scene.yaml"
            scene.write_text(SCENE % {"z": z, "top": z + 0.12, "at": z + 0.1})
            text = subprocess.run([sys.argv[1], "run", "-f", "-t", "1", scene], check=True, cwd=folder,
                                  capture_output=True, text=True).stdout
            found = re.search(r"left over (\S+) J, (\S+) % of what was turned over", text)
            lost = float(re.search(r"dissipated (\S+),", text).group(1))
            moves = float(re.search(r"now kinetic (\S+),", text).group(1))
            errors.append(100 * abs(float(found.group(1))) / (lost + moves))
            shares.append(float(found.group(2)))
            print("floor at %g m: %s %% of what was turned over" % (z, found.group(2)))
    check("the share does not depend on the zero of height", max(shares) - min(shares) < 2e-3 and min(shares) > 0.05,
          " ".join("%.3f" % s for s in shares))
    check("it is that of what was lost or moves", all(0.5 * e < s <= 1.01 * e for s, e in zip(shares, errors)),
          " ".join("%.3f" % e for e in errors))
    finish()


main()
