"""hostile_real.py GRANUM FOLDER -- runs a small scene whose result has arrays of every kind.

`real_result(granum, folder)` returns its path; `SCENE_OF` is a scene that starts from its grains.
`other_results(granum, folder)` are those with bodies and clumps, with material points, and with zones.
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
MATTER = """
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5, foundation: 1.0e+8}]}
domain: {min: [-12 mm, -12 mm, 0], max: [12 mm, 12 mm, 40 mm], boundary: {x: wall, y: wall, z_min: wall}, wall_material: glass}
"""
#: {kind: (scene, what belongs to it in a result)}
OTHERS = {
    "bodies": (MATTER + """
bodies:
  - {name: block, mesh: block.stl, material: glass, list: {bodies: [{position: [0, 0, 1.55 mm]}, {position: [6 mm, 0, 9 mm]}]}}
  - {name: ball, sphere: {radius: 1 mm}, material: glass,
     pour: {box: {min: [-9 mm, -9 mm, 20 mm], max: [9 mm, 9 mm, 30 mm]}, count: 2, rate: 1.0e+6}}
clumps:
  bean: {spheres: [{at: [0, 0, 0], radius: 1 mm}, {at: [1.2 mm, 0, 0], radius: 0.8 mm}]}
  dumbbell: {spheres: [{at: [0, 0, 0], radius: 1 mm}, {at: [0, 1.4 mm, 0], radius: 1 mm}]}
grains:
  - list: {clump: bean, material: glass, grains: [{position: [-6 mm, 0, 0.98 mm]}, {position: [-6 mm, 3 mm, 1 mm]}]}
  - fill: {box: {min: [-10 mm, -10 mm, 12 mm], max: [10 mm, 10 mm, 18 mm]}, clump: dumbbell, material: glass, count: 3}
time: {end: 2 ms}
output: {every: 1 ms, history: 1 ms, arrays: full}
""", r"bod|clump|shape|meet"),
    "points": (MATTER + """
hybrid: {mode: continuum}
grains: [{fill: {box: {min: [-5 mm, -5 mm, 0], max: [5 mm, 5 mm, 10 mm]}, material: glass, radius: 1 mm, count: 60}}]
time: {end: 2 ms}
output: {every: 1 ms, history: 1 ms}
""", r"point"),
    "zones": (MATTER + """
hybrid: {mode: hybrid, start: 0}
grains: [{fill: {box: {min: [-12 mm, -12 mm, 0], max: [12 mm, 12 mm, 24 mm]}, material: glass, radius: 0.8 mm, count: 1500}}]
time: {end: 2 ms}
output: {every: 1 ms, history: 1 ms, arrays: full}
""", r"zone|points|weight"),
}
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
    return result_of(SCENE, "real", granum, folder)


def result_of(scene, name, granum, folder):
    (folder / (name + ".yaml")).write_text(scene)
    subprocess.run([granum, "run", name + ".yaml", "--force", "-o", name + ".vtkhdf", "--threads", "1"], cwd=folder,
                   check=True, capture_output=True, timeout=600)
    return folder / (name + ".vtkhdf")


def other_results(granum, folder):
    """{kind: (path, what belongs to it)}; block.stl is there by real_result."""
    return {kind: (result_of(scene, kind, granum, Path(folder)), part) for kind, (scene, part) in OTHERS.items()}


if __name__ == "__main__":
    print(real_result(str(Path(sys.argv[1]).resolve()), sys.argv[2]))
