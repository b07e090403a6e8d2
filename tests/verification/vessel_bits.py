"""vessel_bits.py GRANUM -- what a structure is for material points does not depend on when a run stops.

A box without bottom and top is a vessel, since a fill is in it at the start, so its walls are two cells
thick.  It is drawn off the fill, stands empty above it, is a sheet by what is in it then, and comes down
on the heap again.  Points alone, and discs with a continuum inside, whose zones ask the same forms.

 threads   every array of the result on 1, 2 and 3 threads
 stops     and of the result and the last checkpoint after three stops, two of them while it is empty
 narrow    `granum check` says of a solid that moves and is narrower than two cells which cell it needs, and is
           silent on one at rest
 source    a frame with material points is refused as a source of grains, one before the first is taken
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bits import stops, threads  # noqa: E402
from bodies import Bench  # noqa: E402
from trial import check, finish  # noqa: E402

SCENE = """
title: vessel
domain: {dimensions: 2, min: [-0.1, 0], max: [0.16, 0.2]}
materials:
  glass: {density: 2500, youngs_modulus: 5 MPa, poisson_ratio: 0.25}
contacts: {law: hooke, pairs: [{between: [glass, glass], restitution: 0.3, friction: 0.5, contact_time: 0.4 ms}]}
structures:
  - {name: floor, material: glass, plane: {point: [0, 0], normal: [0, 1]}}
  - {name: pot, material: glass, box: {min: [0, 0], max: [60 mm, %(high)s], open: [ymin, ymax]},
     motion: [{translate: {velocity: [0, 8]}, from: 1 ms, to: 13 ms}, {translate: {velocity: [0, -%(down)s]}, from: 21 ms, to: 32 ms}]}
grains:
  - fill: {box: {min: [0, 0], max: [60 mm, %(high)s]}, material: glass, radius: {uniform: [1.8 mm, 2.2 mm]}, count: %(count)d, %(how)s}
hybrid: {%(hybrid)s}
time: {end: 36 ms}
output: {every: 4 ms, history: 1 ms, checkpoint: 100 s%(arrays)s}
"""
POINTS = {"down": 8, "high": "40 mm", "count": 140, "how": "seed: 1", "hybrid": "mode: continuum, bulk_modulus: 1.0e+5, shear_modulus: 4.0e+4",
          "arrays": ""}
HYBRID = {"down": 3, "high": "76 mm", "count": 290, "how": "arrangement: relaxed", "hybrid": "mode: hybrid, oracle: layer, start: 0.5 ms",
          "arrays": ", arrays: resume"}


def narrow(bench, motion):
    """What `granum check` prints of a closed box, 6 mm wide, in cells of 7.97 mm."""
    text = (SCENE % POINTS).replace("open: [ymin, ymax]}", "open: []}").replace("max: [60 mm, 40 mm], open", "max: [6 mm, 40 mm], open")
    text = text.replace("min: [0, 0], max: [6 mm", "min: [70 mm, 0], max: [76 mm")
    start = text.index("\n     motion")
    end = text.index("\ngrains")
    Path("narrow.yaml").write_text(text if motion else text[:start] + "}" + text[end:])
    return subprocess.run([bench.granum, "check", "narrow.yaml"], capture_output=True, text=True).stdout


def source(bench, frame):
    """Messages of `granum check` of a scene that begins with the grains of a frame of hybrid.vtkhdf."""
    text = SCENE % HYBRID
    fill = text[text.index("  - fill"):text.index("hybrid:")]
    Path("source.yaml").write_text(text.replace(fill, "  - result: {file: hybrid.vtkhdf, frame: %d}\n" % frame))
    done = subprocess.run([bench.granum, "check", "source.yaml"], capture_output=True, text=True)
    return done.returncode, done.stderr


with tempfile.TemporaryDirectory() as folder:
    bench = Bench(sys.argv[1], folder)
    os.chdir(folder)
    for name, keys in (("points", POINTS), ("hybrid", HYBRID)):
        h = threads(bench, SCENE % keys, name).h
        push = np.abs(h["structure_force"][:, 1]).max(axis=1)[h["time"] > 27e-3].max()
        check("%s: the pot meets the heap as it comes down" % name, h["points"].max() > 100 and push > 1,
              "%d points, %.3g N" % (h["points"].max(), push))
        stops(bench, name)
    said = narrow(bench, True)
    check("a narrow solid that moves is named", "'pot' is only 0.75 cells wide" in said and "hybrid.cell of at most 0.75" in said, said)
    check("one at rest is not", "cells wide" not in narrow(bench, False) and "continuum: " in narrow(bench, False), narrow(bench, False))
    check("the first frame is a source", source(bench, 0)[0] == 0, source(bench, 0)[1])
    code, why = source(bench, 2)
    check("one with material points is none", code != 0 and "material points in frame 2" in why and "hybrid.start" in why, why)
    os.chdir("/")
finish()
