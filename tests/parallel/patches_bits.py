#!/usr/bin/env python3
"""patches_bits.py GRANUM SHAPES -- a mesh of several patches gives the same bits on any
number of threads.

Grains fall onto a turning blade, whose patches are represented by virtual particles and, where those err,
by triangles; every number of the result is compared on 1, 2 and 3 threads.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import arrays, differences  # noqa: E402

SCENE = """
materials:
  glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}
contacts:
  law: hertz
  pairs: [{between: [glass, glass], restitution: 0.6, friction: 0.5}]
structures:
  - name: box
    box: {min: [-0.02, -0.02, -0.005], max: [0.02, 0.02, 0.09]}
    material: glass
  - name: blade
    mesh: %s/blade.stl
    material: glass
    motion: [{rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 240 rpm}}]
grains:
  - fill:
      box: {min: [-19 mm, -19 mm, 62 mm], max: [19 mm, 19 mm, 89 mm]}
      material: glass
      radius: {uniform: [0.9 mm, 1.1 mm]}
      count: 1500
      seed: 1
      velocity: [0, 0, -1]
time: {end: 0.06}
output: {every: 10 ms, precision: double}
"""


def main():
    granum, shapes = sys.argv[1], Path(sys.argv[2]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        scene = Path(folder) / "scene.yaml"
        scene.write_text(SCENE % shapes)
        results = []
        for threads in 1, 2, 3:
            path = Path(folder) / f"on_{threads}.vtkhdf"
            subprocess.run([granum, "run", scene, "-t", str(threads), "-o", path,
                            "-p", "none"], check=True, stdout=subprocess.DEVNULL)
            results.append(arrays(path))
    asked = int(results[0]["granum/history/asked_triangles"][-1])
    touched = int(results[0]["granum/history/contacts_structure"].max())
    differ = sorted({n for other in results[1:] for n in differences(results[0], other)})
    print(f"{len(results[0])} arrays, {touched} contacts with structures at most, "
          f"{asked} answers of triangles; other bits in {differ or 'none'}")
    return not (asked > 1000 and touched > 50 and not differ)


if __name__ == "__main__":
    sys.exit(main())
