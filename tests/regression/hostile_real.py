"""hostile_real.py GRANUM FOLDER -- runs a small scene whose result has arrays of every kind.

`real_result(granum, folder)` returns its path; `SCENE_OF` is a scene that starts from its grains.
"""
import subprocess
import sys
from pathlib import Path

CORNERS = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
QUADS = [(0, 2, 6, 4), (1, 5, 7, 3), (0, 4, 5, 1), (2, 3, 7, 6), (0, 1, 3, 2), (4, 6, 7, 5)]
SCENE = """
title: A few grains over a block, with every kind of array
domain: {min: [-12 mm, -12 mm, -2 mm], max: [12 mm, 12 mm, 24 mm]}
materials:
  glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}
contacts:
  rolling: spring
  torsion: spring
  pairs:
    - {between: [glass, glass], restitution: 0.8, friction: 0.5, rolling_friction: 0.1, torsion_friction: 0.05}
    - {between: [glass, steel], restitution: 0.8, friction: 0.5, rolling_friction: 0.1, torsion_friction: 0.05}
structures:
  - {name: floor, plane: {point: [0, 0, -1 mm], normal: [0, 0, 1]}, material: steel}
  - {name: block, mesh: block.stl, material: steel, motion: [{translate: {velocity: [0, 0, 0.01]}}]}
grains:
  - list: {material: glass, label: 1, grains: [{position: [8 mm, 0, 1 mm], radius: 1 mm}]}
  - list:
      material: glass
      grains:
        - {position: [0, 0, 2.59 mm], radius: 1 mm, velocity: [0.01, 0, 0]}
        - {position: [1.98 mm, 0.4 mm, 2.59 mm], radius: 1 mm}
        - {position: [-1.98 mm, 0.3 mm, 2.59 mm], radius: 1 mm}
        - {position: [-8 mm, 0, -0.01 mm], radius: 1 mm}
        - {position: [8 mm, 1.99 mm, 1 mm], radius: 1 mm}
held: [{name: peg, labels: [1]}]
measure: [{name: middle, stress: {box: {min: [-5 mm, -5 mm, 0], max: [5 mm, 5 mm, 10 mm]}}}]
sinks: [{name: drain, box: {min: [10 mm, 10 mm, 0], max: [11 mm, 11 mm, 1 mm]}}]
time: {end: 2 ms}
output: {every: 1 ms, arrays: resume}
"""
#: A scene whose grains are those of the file crafted.vtkhdf beside it: {source: result or ondem}.
SCENE_OF = """
domain: {min: [-12 mm, -12 mm, -2 mm], max: [12 mm, 12 mm, 24 mm]}
materials:
  glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}
contacts:
  rolling: spring
  torsion: spring
  pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5, rolling_friction: 0.1, torsion_friction: 0.05}]
grains: [{SOURCE: {file: crafted.vtkhdf}}]
time: {end: 20 us}
output: {every: 20 us}
"""


def stl():
    """A block of 3.2 mm."""
    lines = ["solid block"]
    for a, b, c, d in QUADS:
        for triangle in ((a, b, c), (a, c, d)):
            lines.append("facet normal 0 0 0\nouter loop")
            lines.extend("vertex %g %g %g" % tuple(0.0016 * x for x in CORNERS[k]) for k in triangle)
            lines.append("endloop\nendfacet")
    return "\n".join(lines + ["endsolid block\n"])


def real_result(granum, folder):
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "block.stl").write_text(stl())
    (folder / "scene.yaml").write_text(SCENE)
    subprocess.run([granum, "run", "scene.yaml", "--force", "-o", "real.vtkhdf"], cwd=folder, check=True,
                   capture_output=True, timeout=600)
    return folder / "real.vtkhdf"


if __name__ == "__main__":
    print(real_result(str(Path(sys.argv[1]).resolve()), sys.argv[2]))
