"""pour_from_faces.py GRANUM -- grains are inserted on a rectangle, a disc, or the surface of a mesh.

Without gravity and contacts, at the step they come in and with the velocity of the pour: their centres lie
on the face, to round-off, and their spheres inside its outline; as many as the rate says.  On parts of a
mesh the centres stand a thousandth of the radius further than r off the triangle (double precision,
1e-12 m), spread over its parts by area (four deviations), move off along its normal at `speed` and with
the body's pose of that time where it moves.  Threads give the same bits.
"""
import os
import sys
import tempfile

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from friction_by_group import solid  # noqa: E402
from pour import frame  # noqa: E402
from pour_by_mass import refused, run  # noqa: E402
from trial import MATERIALS, check, differences, finish  # noqa: E402

HEAD = MATERIALS + """
gravity: [0, 0, 0]
time: {end: 50 ms, step: 10 us}
output: {every: 1 ms, arrays: full, precision: double}
"""
FLAT = """
grains:
  - pour: {rectangle: {corner: [0, 0, 1], along: [0.2, 0.1, 0], across: [0, 0.1, 0.1]}, material: glass, label: 1,
      radius: {uniform: [1 mm, 2 mm]}, rate: 4000, velocity: [0, -7, 7]}
  - pour: {disc: {centre: [2, 0, 0], normal: [1, 2, 2], radius: 80 mm}, material: glass, label: 2, radius: 2 mm,
      rate: 2000, velocity: [3, 6, 6]}
"""
MESH = """
structures:
  - {name: plate, mesh: plate.stl, mesh_unit: 1 mm, material: steel, place: {rotate: {axis: [1, 0, 0], angle: 30 deg}},
     motion: [{translate: {velocity: [0, 1, 0]}}]}
grains:
  - pour: {face: {structure: plate, groups: [top, side], speed: 4}, material: glass, radius: 1 mm, rate: 8000}
"""


def flat(granum, folder):
    text, a = run(granum, folder, HEAD + FLAT, "--threads", "1")
    x, v, r = frame(a, -1, "points"), frame(a, -1, "velocity"), frame(a, -1, "radius")
    label = frame(a, -1, "label")
    check("as many as were due", (label == 1).sum() == 200 and (label == 2).sum() == 100)
    # since when: along the velocity, back to the face
    along, across = np.array([0.2, 0.1, 0]), np.array([0, 0.1, 0.1])
    n = np.cross(along, across)
    n /= np.linalg.norm(n)
    for what, mine, corner, normal in (("rectangle", label == 1, [0, 0, 1], n),
                                       ("disc", label == 2, [2, 0, 0], np.array([1, 2, 2]) / 3)):
        d = x[mine] - corner
        since = d @ normal / (v[mine] @ normal)
        y = d - since[:, None] * v[mine]
        whole = np.round(since / 1e-3)  # 100 steps
        check(what + ": on it when they came", np.abs(since - whole * 1e-3).max() < 1e-12
              and np.abs(y @ normal).max() < 1e-13, "%.1e s off" % np.abs(since - whole * 1e-3).max())
        if what == "disc":
            out = np.linalg.norm(y, axis=1) + r[mine] - 0.08
            even = (np.linalg.norm(y, axis=1) < 0.078 / 2**0.5).mean()
        else:
            s = np.linalg.solve(np.array([along, across, n]).T, y.T).T
            wide = np.linalg.norm(np.cross(along, across)) / np.array(
                [np.linalg.norm(across), np.linalg.norm(along)])
            out = (r[mine][:, None] - np.minimum(s[:, :2], 1 - s[:, :2]) * wide).max(axis=1)
            even = (s[:, 0] < 0.5).mean()
        check(what + ": whole inside its outline, over all of it", out.max() < 1e-12
              and abs(even - 0.5) < 4 * 0.5 / mine.sum()**0.5, "%.2g m, half has %.3f" % (out.max(), even))
    check("two threads: the same bits", not differences(a, run(granum, folder, HEAD + FLAT, "--threads", "2")[1]))


def mesh(granum, folder):
    top = [((0, 0, 0), (60, 0, 0), (60, 20, 0)), ((0, 0, 0), (60, 20, 0), (0, 20, 0))]
    side = [((0, 0, -10), (60, 0, -10), (60, 0, 0)), ((0, 0, -10), (60, 0, 0), (0, 0, 0))]
    rest = [((0, 20, -10), (0, 20, 0), (60, 20, 0)), ((0, 20, -10), (60, 20, 0), (60, 20, -10)),
            ((0, 0, -10), (0, 20, -10), (60, 20, -10)), ((0, 0, -10), (60, 20, -10), (60, 0, -10)),
            ((0, 0, -10), (0, 0, 0), (0, 20, 0)), ((0, 0, -10), (0, 20, 0), (0, 20, -10)),
            ((60, 0, -10), (60, 20, -10), (60, 20, 0)), ((60, 0, -10), (60, 20, 0), (60, 0, 0))]
    with open(os.path.join(folder, "plate.stl"), "w") as out:
        out.write(solid("top", top) + solid("side", side) + solid("rest", rest))
    text, a = run(granum, folder, HEAD + MESH, "--threads", "1")
    x, v = frame(a, -1, "points"), frame(a, -1, "velocity")
    c, s = np.cos(np.pi / 6), np.sin(np.pi / 6)
    up, front = np.array([0, -s, c]), np.array([0, -c, -s])
    parts = []
    check("as many as were due", len(x) == 400)
    for what, n in (("top", up), ("side", front)):
        mine = np.abs(v @ n - 4) < 1e-9
        parts.append(mine.sum())
        at = x[mine] @ n - 1.001e-3  # along the normal: 4 m/s since, on a face that moved before
        # x.n = 1.001 r + 1 m/s n_y t0 + 4 (T - t0) with t0 a whole number of 100 steps
        t0 = (4 * 0.05 - at) / (4 - n[1])
        check("on the %s, where it was then" % what, np.abs(t0 - np.round(t0, 3)).max() < 1e-12
              and mine.sum() > 20 and np.abs(v[mine] - 4 * n).max() < 1e-12,
              "%.1e s, %d grains" % (np.abs(t0 - np.round(t0, 3)).max(), mine.sum()))
    share = parts[0] / sum(parts)
    check("all on the two, by area", sum(parts) == 400 and abs(share - 2 / 3) < 4 * (2 / 9 / 400)**0.5,
          "%.3f on the top, of 0.667" % share)


def main():
    granum = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        flat(granum, folder)
        mesh(granum, folder)
        refused(granum, folder, "a rectangle without area", HEAD + FLAT.replace(
            "across: [0, 0.1, 0.1]", "across: [0.4, 0.2, 0]"), "along and across are parallel")
        refused(granum, folder, "a disc too small", HEAD + FLAT.replace("radius: 80 mm", "radius: 1 mm"),
                "no room for its largest grain, of radius 0.002")
        refused(granum, folder, "an unknown structure", HEAD + MESH.replace("structure: plate", "structure: pipe"),
                "there is no structure 'pipe'")
        refused(granum, folder, "an unknown group", HEAD + MESH.replace("[top, side]", "[top, lid]"),
                "pour.face.groups[1]", "no group 'lid'", "'top', 'side', 'rest'")
        refused(granum, folder, "a face of a primitive", HEAD + MESH.replace(
            "mesh: plate.stl, mesh_unit: 1 mm", "sphere: {centre: [0, 0, 0], radius: 1}"), "'plate' is no mesh")
        refused(granum, folder, "a rectangle for a fill", HEAD + FLAT.replace("pour: {rect", "fill: {rect"),
                "rectangle")
    finish()


if __name__ == "__main__":
    main()
