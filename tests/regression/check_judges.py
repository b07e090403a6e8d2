"""granum check judges each finding of its audit, and granum run says how far it is where no terminal is.

    check_judges.py GRANUM

Each figure of an audit is followed by a verdict, that it is fine or what to change: for a mesh that suits its
grains, one too coarse for the spacing, and grains too fast.  The title counts what there is at the start and names what is
poured.  Without a terminal a run prints a line for each tenth; with --progress none nothing, with auto
nothing about a run of a second.
"""
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, os.fspath(Path(__file__).resolve().parents[1]))
from trial import MATERIALS, check, finish  # noqa: E402

SCENE = MATERIALS + """
domain: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0.2]}
time: {end: 0.02, step: 1.0e-5}
output: {every: 0.01}
structures: [{name: post, mesh: post.stl, material: glass%s}]
grains:
  - pour: {box: {min: [-0.05, -0.05, 0.1], max: [0.05, 0.05, 0.15]}, material: glass, radius: 2 mm, count: 8, rate: 1000%s}
"""


def post(path, sides):
    """A prism, as an STL file, whose sides are an n-gon about z of 20 mm."""
    def ring(z):
        return [(0.02 * math.cos(2 * math.pi * k / sides), 0.02 * math.sin(2 * math.pi * k / sides), z) for k in range(sides)]

    low, high, faces = ring(-0.05), ring(0.05), []
    for k in range(sides):
        j = (k + 1) % sides
        faces += [(low[k], low[j], high[j]), (low[k], high[j], high[k])]
        faces += [((0, 0, -0.05), low[j], low[k]), ((0, 0, 0.05), high[k], high[j])]
    with open(path, "w") as f:
        f.write("solid post\n")
        for face in faces:
            f.write("facet normal 0 0 0\nouter loop\n" + "".join("vertex %r %r %r\n" % v for v in face) + "endloop\nendfacet\n")
        f.write("endsolid post\n")


def nozzle(path, low=0.0174, high=0.0817, wall=1.0e-3, height=0.24, n=49):
    """A conical wall, as an STL file, of two strips of n slender quads each, as CAD programs write it."""
    ends = [(low, 0.0), (high, height), (high - wall, height), (low - wall, 0.0)]
    rings = [[(r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n), z) for k in range(n)] for r, z in ends]
    with open(path, "w") as f:
        f.write("solid nozzle\n")
        for a, b in zip(rings, rings[1:] + rings[:1]):
            for k in range(n):
                for face in ((a[k], a[(k + 1) % n], b[(k + 1) % n]), (a[k], b[(k + 1) % n], b[k])):
                    f.write("facet normal 0 0 0\nouter loop\n" + "".join("vertex %r %r %r\n" % v for v in face) + "endloop\nendfacet\n")
        f.write("endsolid nozzle\n")


def granum(command, *words):
    done = subprocess.run([GRANUM, command, "scene.yaml", *words], capture_output=True, text=True)
    return done.stdout + done.stderr


# A verdict: fine, a remedy, or that the next line judges.
VERDICT = re.compile(r"fine|the next line has the verdict|choose|increase|reduce|smaller|enlarge|avoid|make them fewer")


def audit(sides, keys="", pour=""):
    """The lines of an audit, and those without a verdict."""
    post("post.stl", sides)
    Path("scene.yaml").write_text(SCENE % (keys, pour))
    text = granum("check")
    lines = text[text.index("audit of"):].splitlines()
    found = [line for line in lines if line.startswith("  ") and not line.startswith("    ")
             and not re.match(r"  (in|at) .*(cells|medial axis|sharp edges)|  at a medial|  in %", line)]
    found += [line for line in lines if re.match(r"expected overlap of an impact at [0-9.e+-]+ m/s: ", line)]
    return lines, [line for line in found if not VERDICT.search(line)], text


def judges():
    lines, without, text = audit(48)
    check("a mesh that suits its grains: every finding has a verdict", len(lines) > 8 and not without, "\n".join(without))
    check("    and all are fine", "large;" not in text and "too much" not in text and "no errors" in text)
    lines, without, text = audit(48, ", virtual_particles: {spacing: 3 mm, debug_any_spacing: true}")
    check("a spacing that is too coarse: each has one", not without, "\n".join(without))
    check("    and the missing ones have a remedy", "are missing in" in text and "choose virtual_particles.spacing" in text)
    lines, without, text = audit(12, pour=", velocity: [0, 0, -60]")
    check("grains that are too fast: each has one", not without, "\n".join(without))
    check("    and the speed has a remedy", "too much for corners and thin parts" in text and "reduce the speeds" in text)


def facets():
    """A smooth surface that would bend at the edges of slender triangles: they keep their facets by themselves.  With
    smooth pieces over them distances between the tested points err by 3.55 times the allowed error."""
    nozzle("post.stl")
    Path("scene.yaml").write_text(SCENE.replace("radius: 2 mm", "radius: 5.94 mm") % ("", ""))
    text = granum("check")
    check("a nozzle of slender triangles keeps its facets", "196 triangle(s) keep their facets" in text and "no errors" in text, text[-300:])
    error = re.search(r"over the allowed one \(tolerance and facets\) (\S+),", text)
    check("    its largest error is within the allowed one", error and float(error[1]) < 1.0, error and error[1])
    text = granum("run", "-f", "-o", "r.vtkhdf", "--steps", "1")
    check("    and run does not warn", "warning" not in text, text)
    post("post.stl", 8)
    Path("scene.yaml").write_text(SCENE % (", virtual_particles: {patches: none, surface: facets}", ""))
    refused = "times the allowed one" in granum("check")
    text = granum("run", "-f", "-o", "r.vtkhdf", "--steps", "1")
    check("what check refuses run warns of", refused and "times the allowed one" in text and "granum check refuses it" in text, "%s" % refused)


def title():
    post("post.stl", 12)
    Path("scene.yaml").write_text(SCENE % ("", ""))
    first = granum("check", "--no-audit").splitlines()[0]
    check("the title names grains that are poured, and one structure", first == "untitled: poured grains, 1 structure, law hertz", first)


def progress():
    text = granum("run", "-f", "-o", "r.vtkhdf", "--progress", "lines")
    tenths = [int(m) for m in re.findall(r"(?m)^ +(\d+) %  frame \d/3  t ", text)]
    check("a run of 2000 steps prints its tenths", tenths == list(range(10, 100, 10)) or tenths == list(range(10, 101, 10)), "%s" % tenths)
    check("    not with --progress none", "%  frame" not in granum("run", "-f", "-o", "r.vtkhdf", "--progress", "none"))
    more = granum("run", "-f", "-o", "r.vtkhdf", "--progress", "auto", "--steps", "32")
    check("    nor about a run of a moment", "%  frame" not in more)


GRANUM = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    judges()
    facets()
    title()
    progress()
    os.chdir("/")
finish()
