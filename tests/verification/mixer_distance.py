"""Distances and normals to a blade in a result are those to its triangles, or to the smooth shape
that these approximate.

    mixer_distance.py RESULT

Every grain of every frame within 1.5 radii of a blade is held against all triangles of the
posed surface, with NumPy alone.  Errors of the distance in spacings D of the sites, of the
normal in degrees.

The nearest of all patches is the nearest of the surface, beside concave edges too, and where
sites would err by too much exact triangles are used.  Two lattices show it: `left` has half a
radius, `right` a third of a radius.  `right` has the facets for its shape, and is held to them;
`left` the smooth one, which stays within the chord error of the facets: 0.12 D, the largest rise
that `granum check` tells of, and 5 degrees, half of what edges turn.
"""
import os
import re
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "plugin"))
from result import Result  # noqa: E402
from posed import Surface, to_body  # noqa: E402

REACH = 1.5  # radii
# Share of the grains: error in D; and of all errors of the normal, in degrees, 99 %.
BOUNDS = {"left": {0.5: 0.02, 1.0: 0.12}, "right": {0.99: 0.01, 1.0: 0.02}}
NORMAL = {"left": 5.5, "right": 3.0}


def spacing_of(scene, name):
    body = scene[scene.index("- name: %s\n" % name):]
    return float(re.search(r"spacing: ([0-9.e+-]+)", body).group(1))


def compare(result, structure, spacing):
    """Of each grain near the blade: error of the distance in m, angle in degrees; and the
    number of grains that were told something else."""
    surface = Surface(result, structure)
    rows, elsewhere = [], 0
    for frame in range(len(result.times)):
        x, g = result.grains(frame)
        y, turn = to_body(result, frame, structure, x)
        for k, foot in zip(*surface.near(y, REACH * g["radius"])):
            away = np.linalg.norm(y[k] - foot)
            told = g["structure_distance"][k]
            if g["structure_id"][k] != structure:
                elsewhere += not told < away + 0.02 * spacing  # another one is nearer
                continue
            cosine = min(1.0, turn @ (y[k] - foot) / away @ g["structure_normal"][k])
            rows.append((abs(told - away), np.degrees(np.arccos(cosine))))
    return np.array(rows).T, elsewhere


def main():
    result = Result(sys.argv[1])
    scene = result.data["granum/scene/effective"].tobytes().decode()
    names = result.names("structures")
    failed = 0
    print("       grains  distance: median, 95 %, 99 %, all / D         normal: 99 %, all / deg")
    for name in ("left", "right"):
        d = spacing_of(scene, name)
        (error, angle), elsewhere = compare(result, names.index(name), d)
        error /= d
        print("%-6s %6d  %s   %s" % (
            name, len(error),
            " ".join("%9.5f" % np.quantile(error, q) for q in (0.5, 0.95, 0.99, 1.0)),
            " ".join("%7.2f" % np.quantile(angle, q) for q in (0.99, 1.0))))
        failed += elsewhere > 0 or len(error) < 200
        failed += np.quantile(angle, 0.99) > NORMAL[name]
        failed += sum(np.quantile(error, q) > b for q, b in BOUNDS[name].items())
    sys.exit(bool(failed))


main()
