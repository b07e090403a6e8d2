#!/usr/bin/env python3
"""walls_are_planes.py GRANUM -- a side that is a wall is a plane, to the last bit; and the
lines of contacts across a periodic side end at the nearest image.
"""
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import Bench  # noqa: E402

SCENE = """
gravity: [0.5, 0, -9.81]
domain: {{min: [0, 0, 0], max: [30 mm, 30 mm, 60 mm]{sides}}}
materials:
  glass: {{density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {{pairs: [{{between: [glass, glass], restitution: 0.8, friction: 0.5}}]}}
{structures}
grains:
  - fill: {{box: {{min: [0, 0, 0], max: [30 mm, 30 mm, 30 mm]}}, material: glass, radius: 1.2 mm,
           count: 800, seed: 1, velocity: [0.3, 0.1, -0.3]}}
time: {{end: 0.05}}
output: {{every: 0.025, precision: double}}
"""
WALL = ", boundary: {{x: {x}, z_min: wall}}, wall_material: glass"
PLANES = """structures:
  - {name: a, plane: {point: [0, 0, 0], normal: [1, 0, 0]}, material: glass}
  - {name: b, plane: {point: [30 mm, 0, 0], normal: [-1, 0, 0]}, material: glass}
  - {name: c, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: glass}"""


def run(bench, name, sides, structures=""):
    return h5py.File(bench.run(SCENE.format(sides=sides, structures=structures), name).path)


def main():
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        walls = run(bench, "walls", WALL.format(x="wall"))
        planes = run(bench, "planes", "", PLANES)
        for name in ("VTKHDF/Points", "VTKHDF/PointData/velocity", "granum/history/structure_force"):
            same = np.array_equal(walls[name][()], planes[name][()])
            print(f"{name}: {'same bits' if same else 'differs'}, up to {abs(walls[name][()]).max():.3g}")
            faults += not same
        periodic = run(bench, "periodic", WALL.format(x="periodic"))
        ends = periodic["granum/contacts/Points"][()].reshape(-1, 2, 3)
        longest = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1).max()
        outside = int(((ends[:, 1, 0] < 0) | (ends[:, 1, 0] >= 0.03)).sum())
        x = periodic["VTKHDF/Points"][:, 0]
        print(f"periodic: {len(ends)} lines, {outside} end at an image, the longest {longest:.6g} m; "
              f"grains from {x.min():.3g} to {x.max():.3g} m")
        faults += not (outside > 5 and longest <= 0.0024 and x.min() >= 0 and x.max() < 0.03)
    return faults


if __name__ == "__main__":
    sys.exit(main())
