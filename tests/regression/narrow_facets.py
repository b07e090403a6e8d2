"""narrow_facets.py GRANUM -- virtual particles of a pipe with many sides are right between the places of a cell, too.

The facets of two pipes, at whose edges the cells have fields of faces and edges, are narrower than the places at
which such a field was compared: the largest error was 2.8 and 2.3 times what the tolerance and the facets allow, and is
1.1 and 0.9 times. The pipes are two of 75 that a random draw made. The gaps between the teeth of a ring reach into cells
at whose corners a flat face is nearest: the error was 23.6 times the allowed one, and is less than a thousandth of it.
"""
import math
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish  # noqa: E402

SCENE = """
gravity: [0, 0, 0]
materials: {glass: {density: 2500, youngs_modulus: 1.0e+8, poisson_ratio: 0.25}}
contacts: {law: hertz, pairs: [{between: [glass, glass], restitution: 0.6, friction: 0.4}]}
domain: {min: [-3, -3, -3], max: [3, 3, 3]}
structures: [{name: pipe, mesh: pipe.stl, material: glass}]
grains: [{list: {material: glass, grains: [{position: [2, 2, 2], radius: %.17g}]}}]
time: {end: 0.001}
output: {every: 0.001}
"""


def loop(sides, radii, z, turn=0.0):
    """A polygon around the z axis whose corners have these radii in turn."""
    at = [(radii[i % len(radii)], 2 * math.pi * i / sides + turn) for i in range(sides)]
    return [(r * math.cos(angle), r * math.sin(angle), z) for r, angle in at]


def write_ring(path, sides, outer, hole, height, turn=0.0):
    """A closed ring, or pipe, between polygons of these outer radii and of the hole."""
    loops = [loop(sides, r, z, turn) for r, z in ((outer, 0), (outer, height), ([hole], height), ([hole], 0))]
    lines = ["solid pipe"]
    for a, b in zip(loops, loops[1:] + loops[:1]):
        for i in range(sides):
            j = (i + 1) % sides
            for triangle in ((a[i], a[j], b[j]), (a[i], b[j], b[i])):
                lines += ["facet normal 0 0 0", "outer loop", *["vertex %.9g %.9g %.9g" % p for p in triangle],
                          "endloop", "endfacet"]
    Path(path).write_text("\n".join(lines + ["endsolid pipe"]) + "\n")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for what, radius, most, *ring in (("a pipe of 80 sides", 1 / 30, 1.5, 80, [1], 0.4770, 0.5293),
                                          ("a pipe of 120 sides", 1 / 15, 1.5, 120, [1], 0.6082, 0.6791),
                                          ("14 teeth", 1 / 8, 0.01, 28, [1, 0.743], 0.2392, 0.5301, 0.2663)):
            write_ring(Path(folder, "pipe.stl"), *ring)
            Path(folder, "scene.yaml").write_text(SCENE % radius)
            done = subprocess.run([sys.argv[1], "check", "scene.yaml"], cwd=folder, capture_output=True, text=True)
            found = re.search(r"over the allowed one \(tolerance and facets\) ([\d.e+-]+)", done.stdout)
            check("%s: the largest error over the allowed one" % what,
                  done.returncode == 0 and found and float(found.group(1)) < most, found.group(1) if found else done.stderr)
    finish()


main()
