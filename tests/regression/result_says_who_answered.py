#!/usr/bin/env python3
"""result_says_who_answered.py GRANUM -- a result records whether distances came from virtual particles
or from triangles, and why.

Grains that overlap a plane and a sheet represented by virtual particles by 1 %, in all steps: over the sheet's
middle, over its border, and over a hole in its sites.  What the arrays say of
each is known; so is how many queries of the mesh a step makes: one for each of its three grains.
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from trial import MATERIALS, arrays, check, differences, finish  # noqa: E402

NONE, PRIMITIVE, SITES, MISSING, EDGES = -1, 0, 1, 3, 5
FAR = 0.99e-3
STEPS = 20
# id: place (m), structure, who answers
GRAINS = [([0.0, 0.0, FAR], 1, SITES),
          ([20e-3 + 0.6 * FAR, 0.0, 0.8 * FAR], 1, EDGES),  # beside the border, which the virtual particles know
          ([10e-3, 10e-3, FAR], 1, MISSING),
          ([0.0, 0.0, -10e-3 + FAR], 0, PRIMITIVE),
          ([0.0, 5e-3, 20e-3], -1, NONE),
          ([0.0, 5e-3 + 2 * FAR, 20e-3], -1, NONE)]
SCENE = MATERIALS + """
gravity: [0, 0, 0]
structures:
  - {name: floor, plane: {point: [0, 0, -10 mm], normal: [0, 0, 1]}, material: steel}
  - name: sheet
    mesh: sheet.stl
    material: steel
    virtual_particles: {debug_hole: [10 mm, 10 mm, 1 mm]}
grains: [{list: {file: grains.csv, material: glass}}]
time: {step: 0.1 us, end: %g us}
output: {every: 1 us, history: 0.1 us, precision: double}
""" % (0.1 * STEPS)


def write_sheet(path):
    corner = ["-0.02 -0.02 0", "0.02 -0.02 0", "0.02 0.02 0", "-0.02 0.02 0"]
    with open(path, "w") as f:
        f.write("solid sheet\n")
        for triangle in ((0, 1, 2), (0, 2, 3)):
            f.write("facet normal 0 0 1\nouter loop\n")
            f.writelines("vertex %s\n" % corner[k] for k in triangle)
            f.write("endloop\nendfacet\n")
        f.write("endsolid sheet\n")


def check_frames(found, where):
    frames = len(found["VTKHDF/Steps/Values"])
    answered = found["VTKHDF/PointData/answered"].reshape(frames, len(GRAINS))
    check(where + "answered, in %d frames" % frames, frames > 1 and
          (answered == [g[2] for g in GRAINS]).all(), answered.tolist()[-1])
    cells = {n: found["granum/contacts/CellData/" + n] for n in
             ("id_a", "id_b", "structure_id", "source")}
    asked = {k: g[2] for k, g in enumerate(GRAINS) if g[1] >= 0}
    rows = {k: set(cells["source"][(cells["id_a"] == k) & (cells["structure_id"] == GRAINS[k][1])])
            for k in asked}
    check(where + "source of contacts with structures", rows == {k: {v} for k, v in asked.items()},
          rows)
    between = cells["source"][cells["id_b"] >= 0]
    check(where + "source between grains", len(between) == frames and (between == NONE).all())


def check_history(found):
    history = {n: found["granum/history/" + n] for n in
               ("step", "asked_sites", "asked_triangles", "coverage_lost")}
    step = np.diff(history["step"])
    each = {"asked_sites": 2, "asked_triangles": 1, "coverage_lost": 1}
    for name, rate in each.items():
        told = np.diff(history[name])
        check("%s: %d a step" % (name, rate), step.sum() == STEPS and (told == rate * step).all(),
              told.tolist())
    both = np.diff(history["asked_sites"] + history["asked_triangles"])
    check("sites and triangles together answer every query", (both == 3 * step).all())


def check_audit(found):
    """The hole lies under the side that both triangles of the sheet share."""
    cells = {n: found["granum/structures/CellData/" + n] for n in ("structure_id", "audit_answered")}
    told = {s: set(cells["audit_answered"][cells["structure_id"] == s].tolist()) for s in (0, 1)}
    check("the audit tells who answers", told == {0: {PRIMITIVE}, 1: {MISSING}}, told)


def check_export(granum, result, folder):
    """Files for other programs say the same, and so does what reads a result back."""
    for form in "csv", "vtkhdf", "series":
        made = subprocess.run([granum, "export", result, "--as", form, "--to", folder / form],
                              capture_output=True, text=True)
        check("export --as " + form, made.returncode == 0, made.stderr)
    tables = "".join(p.read_text() for p in folder.glob("csv*/**/*.csv"))
    check("csv names answered, source and asked_sites",
          all(n in tables for n in ("answered", "source", "asked_sites")))
    again = folder / "again.yaml"
    again.write_text(SCENE.replace("list: {file: grains.csv, material: glass}",
                                   "result: {file: %s, frame: 0}" % result.name))
    made = subprocess.run([granum, "run", again, "-o", folder / "again.vtkhdf", "-p", "none"],
                          capture_output=True, text=True)
    check("a run begins with this result", made.returncode == 0, made.stderr)
    said = subprocess.run([granum, "info", result], capture_output=True, text=True).stdout
    check("info tells who answered", "%d by virtual particles, %d by triangles" % (2 * STEPS, STEPS) in said)


def main():
    granum = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_sheet(folder / "sheet.stl")
        (folder / "scene.yaml").write_text(SCENE)
        rows = ["x,y,z,radius"] + ["%r,%r,%r,0.001" % tuple(g[0]) for g in GRAINS]
        (folder / "grains.csv").write_text("\n".join(rows) + "\n")
        found = []
        for threads in 1, 2:
            result = folder / ("on_%d.vtkhdf" % threads)
            done = subprocess.run([granum, "run", folder / "scene.yaml", "-t", str(threads), "-o",
                                   result, "-p", "none"], capture_output=True, text=True)
            check("runs on %d threads" % threads, done.returncode == 0, done.stderr)
            found.append(arrays(result))
        check("same bits on 2 threads", not differences(*found), differences(*found))
        check_frames(found[0], "")
        check_history(found[0])
        check_audit(found[0])
        check_export(granum, result, folder)
    finish()


main()
