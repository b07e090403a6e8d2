"""allocations.py GRANUM PROGRAM EVERY -- an allocation that fails is an error with a message.

PROGRAM (failing_allocations.c) runs each command once for every EVERY-th of its allocations,
and lets that one fail.  The command must end with exit code 1 and a message, or succeed with
the same output; it must not crash, hang, or succeed with something else.  After a resumption
that failed the result and its checkpoint can be resumed.

The scene touches what a run can allocate for: a fill, a pour and a list, held grains, meshes
that are read in the program and in a child process, virtual particles, parts of a mesh, sinks,
sensors, a periodic side, memory of contacts, all arrays of a result.  The other commands read
its result.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from counted import check, report  # noqa: E402

GRANUM, PROGRAM = (str(Path(p).resolve()) for p in sys.argv[1:3])
EVERY = int(sys.argv[3])

HEAD = """
domain: {min: [-8 mm, -8 mm, -6 mm], max: [8 mm, 8 mm, 30 mm], boundary: {x: periodic}}
materials:
  glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 5 MPa, poisson_ratio: 0.3}
contacts:
  {rolling: spring, torsion: spring, cohesion: jkr, pairs: [
    {between: [glass, glass], restitution: 0.8, friction: 0.5, rolling_friction: 0.1,
     torsion_friction: 0.1, adhesion: 0.01},
    {between: [glass, steel], restitution: 0.8, friction: 0.3, rolling_friction: 0.1,
     torsion_friction: 0.1, adhesion: 0.01}]}
structures:
  - {name: floor, plane: {point: [0, 0, -4.5 mm], normal: [0, 0, 1]}, material: steel}
  - name: block
    mesh: block.stl
    mesh_unit: 1 mm
    material: steel
    motion: [{translate: {velocity: [0, 0, 0.01]}}, {rotate: {axis: [0, 0, 1], through: [0, 0, 0], rate: 10 rpm}}]
  - {name: bar, mesh: bar.ply, mesh_unit: 1 mm, material: steel}
sinks:
  - {name: pit, box: {min: [-8 mm, -8 mm, -6 mm], max: [-2 mm, -1 mm, 2 mm]}}
  - {name: jaw, structure: block, groups: [jaw]}
measure:
  - {name: gate, rectangle: {corner: [-8 mm, -8 mm, 1 mm], along: [16 mm, 0, 0], across: [0, 16 mm, 0]}}
  - {name: squeeze, stress: {box: {min: [-4 mm, -4 mm, 0], max: [4 mm, 4 mm, 6 mm]}}}
  - {name: net, surface: {mesh: bar.ply, mesh_unit: 1 mm, translate: [5 mm, 0, 0]}}
output: {every: 0.3 ms, arrays: resume}
"""
SCENE = HEAD + """
grains:
  - fill: {box: {min: [-3 mm, -4 mm, 0.1 mm], max: [5 mm, 4 mm, 2.4 mm]}, material: glass,
           radius: {uniform: [0.5 mm, 0.7 mm]}, count: 36, velocity: [0, 0, -0.5]}
  - pour: {box: {min: [-3 mm, -3 mm, 8 mm], max: [3 mm, 3 mm, 12 mm]}, material: glass,
           radius: 0.6 mm, rate: 20000, to: 1 ms, velocity: [0, 0, -1]}
  - list: {material: glass, grains: [{position: [6.5 mm, 0, 3 mm], radius: 0.6 mm},
                                     {position: [6.5 mm, 3 mm, 3 mm], radius: 0.6 mm}]}
held: [{name: ring, sources: [2], motion: [{translate: {velocity: [0, 0, 0.01]}}]}]
time: {end: 1 ms}
"""
# begin from the last frame of the result of the other: all of it, and as another program's
RESUMED = HEAD.replace("  - {name: jaw, structure: block, groups: [jaw]}\n", "") + """
grains: [{result: {file: first.vtkhdf, resume: true}}]
time: {end: 1.2 ms}
"""
FOREIGN = HEAD + """
grains: [{ondem: {file: ondem/ondem_0004.vtkhdf}}]
time: {end: 0.4 ms}
"""


def box(x0, x1, y0, y1, z0, z1):
    """The twelve triangles of a box."""
    p = [(x, y, z) for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)]
    for a, b, c, d in ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)):
        yield p[a], p[b], p[c]
        yield p[a], p[c], p[d]


def solid(name, faces):
    """A part of an STL file."""
    rows = ["facet normal 0 0 0\nouter loop\n" + "".join("vertex %g %g %g\n" % x for x in f)
            + "endloop\nendfacet\n" for f in faces]
    return f"solid {name}\n{''.join(rows)}endsolid {name}\n"


def write_meshes(folder):
    faces = list(box(-6, 6, -6, 6, -4, 0))
    (folder / "block.stl").write_text(solid("jaw", faces[:2]) + solid("plate", faces[2:]))
    faces = list(box(-5, -4, -5, 5, 3, 6))
    (folder / "bar.ply").write_text(
        "ply\nformat ascii 1.0\nelement vertex %d\nproperty float x\nproperty float y\n"
        "property float z\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n"
        % (3 * len(faces), len(faces))
        + "".join("%g %g %g\n" % x for f in faces for x in f)
        + "".join("3 %d %d %d\n" % (3 * k, 3 * k + 1, 3 * k + 2) for k in range(len(faces))))


def fail_each(folder, *words, file=None, again=None):
    """Let each EVERY-th allocation of a command fail.  again: a folder with the files that each
    trial begins with; after a trial that ends with a message the command is given again."""
    same = f"{sys.executable} {Path(__file__).resolve().with_name('same_arrays.py')}"
    done = subprocess.run([PROGRAM, "ours", "1", str(EVERY), *(("--again", again, same) if again else ()),
                           *(("--file", file) if file else ()),
                           "--", *words], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "OMP_NUM_THREADS": "1"})
    last = done.stdout.strip().split("\n")[-1]
    check(done.returncode == 0, " ".join(words) + ":\n" + done.stdout + done.stderr)
    print(f"{words[0]} {words[1]}: {last}", flush=True)


with tempfile.TemporaryDirectory() as place:
    folder = Path(place)
    write_meshes(folder)
    (folder / "scene.yaml").write_text(SCENE)
    (folder / "resumed.yaml").write_text(RESUMED)
    (folder / "foreign.yaml").write_text(FOREIGN)
    run = ("run", "scene.yaml", "--force", "--threads", "1", "--progress", "none", "-o")
    for words in ((*run, "first.vtkhdf"), ("export", "first.vtkhdf", "--as", "ondem", "--to", "ondem")):
        subprocess.run([GRANUM, *words], cwd=folder, check=True, capture_output=True)
    fail_each(folder, *run, "a.vtkhdf", file="a.vtkhdf")
    fail_each(folder, "check", "scene.yaml")
    for scene in ("resumed.yaml", "foreign.yaml", "first.vtkhdf"):
        fail_each(folder, "run", scene, *run[2:], "a.vtkhdf", file="a.vtkhdf")
    (folder / "stopped").mkdir()
    done = subprocess.run([GRANUM, "run", "scene.yaml", "--steps", "80", "--threads", "1", "-o", "stopped/s.vtkhdf"],
                          cwd=folder, capture_output=True, text=True)
    check(done.returncode == 130, f"a run that stops: {done.stderr}")
    fail_each(folder, "run", "s.vtkhdf", "--resume", "--threads", "1", "--progress", "none",
              file="s.vtkhdf", again="stopped")
    fail_each(folder, "info", "first.vtkhdf")
    fail_each(folder, "repair", "first.vtkhdf")
    for form, file in (("csv", "grains_0000.csv"), ("series", None), ("vtkhdf", None)):
        fail_each(folder, "export", "first.vtkhdf", "--force", "--as", form, "--to", form,
                  file=file and f"{form}/{file}")
report()
