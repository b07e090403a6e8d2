"""too_much_memory.py GRANUM LIMITED -- what asks for more memory than there is, is refused at once.

The message names the key, what it asks for and what there is; nothing is computed before.
LIMITED: 1, if the program may run with a limited address space, which a sanitizer may not.
"""
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

GRANUM, LIMITED = str(Path(sys.argv[1]).resolve()), sys.argv[2] == "1"
SCENE = """
materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]}
structures: [{name: bar, mesh: bar.stl, material: glass}]
grains:
  - fill: {box: {min: [0.2, 0.2, 0.2], max: [1, 1, 1]}, radius: 1 mm, material: glass, count: 5}
time: {end: 1 ms}
output: {every: 1 ms}
"""
STL = "solid a\n" + "".join(
    "facet normal 0 0 0\nouter loop\n" + "".join("vertex %g %g %g\n" % x for x in f) + "endloop\nendfacet\n"
    for f in (((0, 0, 0), (0, 0.1, 0), (0.1, 0, 0)), ((0, 0, 0), (0.1, 0, 0), (0, 0, 0.1)),
              ((0, 0, 0), (0, 0, 0.1), (0, 0.1, 0)), ((0.1, 0, 0), (0, 0.1, 0), (0, 0, 0.1)))) + "endsolid a\n"


def refused(folder, command, setting, limit, words):
    def restrict():
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    done = subprocess.run([GRANUM, command, "scene.yaml", "--set", setting], cwd=folder, text=True,
                          capture_output=True, timeout=100, preexec_fn=restrict)
    what = f"{command} {setting}: {done.returncode}: {done.stderr}"
    check(done.returncode == 2, what)
    for word in words:
        check(word in done.stderr, f"{word} in {what}")


with tempfile.TemporaryDirectory() as place:
    folder = Path(place)
    (folder / "scene.yaml").write_text(SCENE)
    (folder / "bar.stl").write_text(STL)
    spacing = "structures.bar.virtual_particles.spacing"
    for command in ("check", "run"):
        refused(folder, command, spacing + "=2e-6", 0, ["virtual_particles.spacing", "GB", "take a spacing of"])
        if not LIMITED:
            continue
        refused(folder, command, "grains[0].fill.count=3000000", 1 << 30,
                ["grains[0].fill", "3000000 grains", "ulimit -v"])
        refused(folder, command, spacing + "=3e-5", 1 << 30, ["virtual_particles.spacing", "ulimit -v"])
    done = subprocess.run([GRANUM, "check", "scene.yaml"], cwd=folder, text=True, capture_output=True)
    check(done.returncode == 0 and "in the run; " in done.stdout, "check prints an estimate: " + done.stdout)
report()
