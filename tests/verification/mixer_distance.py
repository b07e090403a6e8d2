"""Distance and normal to a blade, as a result tells them, are those to its triangles.

    mixer_distance.py RESULT

Every grain of every frame within 1.5 radii of a blade is held against all triangles of the
posed surface, with NumPy alone.  Errors of the distance in spacings D of the sites, of the
normal in degrees.

Half-Taylor errs by about 3e-4 D at distances of a radius from a curved surface (methods A.4),
and more where the curvature jumps: beside convex edges by about 0.1 D kappa D, kappa = 1 / d,
so that a finer lattice errs less in D, too.  Two lattices show it: `left` has the spacing that
is chosen by itself, half a radius, `right` a third of a radius.

At a concave edge two parts of the surface are equally near, and the distance has a kink that
no lattice follows.  Such grains stand apart.  They are told by the exact distance: over a
plane its second difference is 0, beside a convex edge positive, along the twisted arm -0.05 of
the step at most, at a kink where the surface turns by t -2 sin(t / 2).
"""
import itertools
import os
import re
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "plugin"))
from result import Result  # noqa: E402
from posed import Surface, to_body  # noqa: E402

REACH = 1.5  # radii
KINK = 0.1   # of the step

# Blade, share of the grains: error in D; all errors in D, normals in degrees.
BOUNDS = {"left": {0.95: 0.010, 0.99: 0.016, 1.0: 0.020},
          "right": {0.99: 0.010, 1.0: 0.020}}
NORMAL = {"left": 5.0, "right": 3.0}  # 99 %


def spacing_of(scene, name):
    body = scene[scene.index("- name: %s\n" % name):]
    return float(re.search(r"spacing: ([0-9.e+-]+)", body).group(1))


# Half of the 26 neighbours of a site: the others are opposite.
NEIGHBOURS = [np.array(o) for o in itertools.product((-1.0, 0.0, 1.0), repeat=3) if o > (0, 0, 0)]


def kinked(surface, y, away, step):
    """Does the exact distance bend down within a cell around y, where it is `away`?"""
    def distance(z):
        return np.linalg.norm(z - surface.nearest(z))

    return any(distance(y + step * o) + distance(y - step * o) - 2.0 * away
               < -KINK * step * np.linalg.norm(o) for o in NEIGHBOURS)


def compare(result, structure, spacing):
    """Of each grain near the blade: error of the distance in m, angle in degrees, is it at a
    concave edge; and the number of grains that were told something else."""
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
            error = abs(told - away)
            concave = error > 0.005 * spacing and kinked(surface, y[k], away, spacing)
            rows.append((error, np.degrees(np.arccos(cosine)), concave))
    return np.array(rows).T, elsewhere


def main():
    result = Result(sys.argv[1])
    scene = result.data["granum/scene/effective"].tobytes().decode()
    names = result.names("structures")
    failed = 0
    print("             grains  distance: median, 95 %, 99 %, all / D      normal: 99 %, all / deg")
    for name in ("left", "right"):
        d = spacing_of(scene, name)
        (error, angle, concave), elsewhere = compare(result, names.index(name), d)
        error /= d
        for what, of in (("", concave == 0), (" concave", concave == 1)):
            print("%-12s %6d  %s   %s" % (
                name + what, of.sum(),
                " ".join("%9.5f" % np.quantile(error[of], q) for q in (0.5, 0.95, 0.99, 1.0)),
                " ".join("%7.2f" % np.quantile(angle[of], q) for q in (0.99, 1.0))))
        of = concave == 0
        print("             within 1 %% of D %.2f %%, within 2 %% %.2f %%; all grains %.2f %%, %.2f %%"
              % tuple(100.0 * (e < b).mean() for e in (error[of], error) for b in (0.01, 0.02)))
        failed += elsewhere > 0 or of.sum() < 200 or concave.mean() > 0.04
        failed += error.max() > 0.3
        failed += np.quantile(angle[of], 0.99) > NORMAL[name]
        failed += sum(np.quantile(error[of], q) > b for q, b in BOUNDS[name].items())
    sys.exit(bool(failed))


main()
