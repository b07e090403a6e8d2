"""keeps_inputs.py GRANUM -- no result replaces a file that the run reads, not even with --force.

The scene, a mesh, a table of grains, of a clump and of motion, and a result that is a source of grains; by their own names, by
another path and as the file of contacts.  Each is refused with a message that names the key, and has the
same bytes as before.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import check, finish  # noqa: E402

GRANUM = str(Path(sys.argv[1]).resolve())
CORNERS = "0 0 0", "10 0 0", "0 10 0", "0 0 10"
STL = "solid a\n%sendsolid a\n" % "".join(
    "facet normal 0 0 0\nouter loop\n%sendloop\nendfacet\n" % "".join("vertex %s\n" % CORNERS[k] for k in f)
    for f in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))
SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]}
structures:
  - {name: block, material: glass, mesh: block.stl, motion: [{table: {file: way.csv}}]}
grains:
  - list: {material: glass, file: grains.csv}
time: {end: 1 ms}
output: {every: 1 ms}
"""


def run(folder, scene, result):
    return subprocess.run([GRANUM, "run", scene, "-o", result, "--force", "-p", "none", "-t", "1"], cwd=folder,
                          capture_output=True, text=True)


def refused(folder, scene, result, path, word):
    before = (folder / path).read_bytes()
    done = run(folder, scene, result)
    good = done.returncode != 0 and word in done.stderr and (folder / path).read_bytes() == before
    check("%s over %s is refused" % (result, path), good, "" if good else done.stdout[-200:] + done.stderr)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "block.stl").write_text(STL)
        (folder / "way.csv").write_text("time,x,y,z\n0,0,0,0\n1,0,0,0.01\n")
        (folder / "grains.csv").write_text("x,y,z,radius\n20,20,20,0.1\n")
        (folder / "scene.yaml").write_text(SCENE)
        for path, word in (("scene.yaml", "the scene"), ("block.stl", "structures[0].mesh"),
                           ("way.csv", "structures[0].motion[0].table.file"),
                           ("grains.csv", "grains[0].list.file")):
            refused(folder, "scene.yaml", path, path, word)
        refused(folder, "scene.yaml", str(folder / "." / "block.stl"), "block.stl", "structures[0].mesh")
        os.link(folder / "grains.csv", folder / "other.contacts.vtkhdf")
        refused(folder, "scene.yaml", "other.vtkhdf", "grains.csv", "other.contacts.vtkhdf")
        (folder / "clump.csv").write_text("x,y,z,radius\n0,0,0,0.1\n")
        (folder / "clumps.yaml").write_text("clumps: {pea: {file: clump.csv}}" + SCENE.replace(
            "file: grains.csv}", "clump: pea, grains: [{position: [20, 20, 20]}]}"))
        refused(folder, "clumps.yaml", "clump.csv", "clump.csv", "clumps.pea.file")
        done = run(folder, "scene.yaml", "first.vtkhdf")
        check("a result of its own", done.returncode == 0, done.stderr)
        (folder / "again.yaml").write_text(SCENE.replace(
            "file: grains.csv}", "grains: [{position: [30, 30, 30], radius: 0.1}]}\n  - result: {file: first.vtkhdf}"))
        refused(folder, "again.yaml", "first.vtkhdf", "first.vtkhdf", "grains[1].result.file")
        check("a result that is not read is replaced", run(folder, "scene.yaml", "first.vtkhdf").returncode == 0)
    finish()


main()
