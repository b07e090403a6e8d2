"""Bodies in granum.open, in figures and in the exports have the numbers of the file.

    bodies_python.py GRANUM TESTS

The result with copies of meshes and clumps is written by h5py (plugin/made_bodies.py).
"""
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import numpy as np

TESTS = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS), str(TESTS / "plugin")]
PROGRAM = sys.argv[1]
from counted import check, report  # noqa: E402
from made_bodies import CLUMP_AXIS, MEMBERS, SHAPE_AXIS, SHAPES  # noqa: E402
from results import granum, open_result  # noqa: E402

FRAME = 2


def near(found, expected, what, tolerance=1e-12):
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    good = found.shape == expected.shape and np.allclose(found, expected, 0, tolerance)
    check(good, "%s: %s, not %s" % (what, found.shape, expected.shape) if found.shape != expected.shape
          else "%s differs by %g" % (what, abs(found - expected).max() if found.size else 0))


def rotated(q, v):
    """v [3] turned by q = w x y z: v + 2 u x (u x v + w v)."""
    u = np.asarray(q[1:], float)
    return v + 2 * np.cross(u, np.cross(u, v) + q[0] * np.asarray(v, float))


class File:
    """A frame of a group by h5py alone."""

    def __init__(self, path, group):
        with h5py.File(path) as f:
            g = f["granum/" + group]
            first, n = int(g["Steps/PointOffsets"][FRAME]), int(g["NumberOfPoints"][FRAME])
            self.x = g["Points"][first:first + n]
            self.rows = {name: g["PointData/" + name][first:first + n] for name in g["PointData"]}
        own = np.array(SHAPE_AXIS if group == "bodies" else CLUMP_AXIS, float)[self.rows["shape"]]
        self.long = np.linalg.norm(own, axis=1) > 0
        self.axis = np.array([rotated(q, v) for q, v in zip(self.rows["orientation"], own)])
        self.axis[self.axis[:, 2] < 0] *= -1


def check_package(path, files):
    with open_result(path) as result:
        check([s.name for s in result.shapes] == [name for name, _ in SHAPES], "names of the shapes")
        for shape, (_, (corners, faces)) in zip(result.shapes, SHAPES):
            surface = shape.surface
            near(surface.points[surface.corners], corners[np.concatenate(faces)], "corners of " + shape.name)
            near(np.diff(surface.offsets), [len(face) for face in faces], "faces of " + shape.name)
        for shape in result.clump_shapes:
            own = [(x, r) for s, x, r in MEMBERS if s == shape.index]
            near(shape.spheres.position, [x for x, _ in own], "members of " + shape.name)
            near(shape.spheres.radius, [r for _, r in own], "radii of " + shape.name)
        frame = result[FRAME]
        for group, file in files.items():
            columns = getattr(frame, group)
            near(columns.position, file.x, group + ": position")
            for name, rows in file.rows.items():
                near(columns[name], rows, "%s: %s" % (group, name))
            near(columns.axis, file.axis, group + ": axis")
        check(len(result[0].bodies) == 0 and "velocity" in result[0].bodies, "no bodies at first")
        turns = granum.rotations(frame.bodies.orientation)
        near(turns @ turns.transpose(0, 2, 1), np.tile(np.eye(3), (len(turns), 1, 1)), "rotations")


def run(*words):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True)
    check(done.returncode == 0, "%s: %s" % (" ".join(map(str, words)), done.stderr))


def table(path):
    rows = list(csv.reader(line for line in open(path, encoding="utf-8") if not line.startswith("#")))
    return {name: np.array(values, float) for name, values in zip(rows[0], zip(*rows[1:]))}


def check_figure(path, files, folder):
    run("figure", path, "orientation", "-o", folder / "o.pdf", "--frame", FRAME, "--sectors", 12,
        "--plane", "xz")
    n = np.concatenate([file.axis[file.long] for file in files.values()])
    tensor = 1.5 * n.T @ n / len(n) - 0.5 * np.eye(3)
    found = table(folder / "o-order.csv")
    row = list(found["time (s)"]).index(0.2)
    near(found["S"][row], np.linalg.eigvalsh(tensor)[-1], "S", 1e-9)
    near(found["Q_zz"][row], tensor[2, 2], "Q_zz", 1e-9)
    director = np.array([found["director_" + a][row] for a in "xyz"])
    near(tensor @ director, np.linalg.eigvalsh(tensor)[-1] * director, "director", 1e-8)
    near(found["bodies"][row], len(n), "bodies in the figure")
    angle = np.degrees(np.arctan2(n[:, 2], n[:, 0])) % 180
    halves = [np.sum((angle - 30 * k + 15) % 180 < 30) for k in range(6)]
    rose = table(folder / "o.csv")
    near(rose["bodies"], halves + halves, "rose")
    near(rose["density"].mean(), 1, "mean density", 1e-9)
    near(table(folder / "o-tilt.csv")["bodies"], np.histogram(abs(n[:, 2]), 10, (0, 1))[0], "tilt")


def check_exports(path, files, folder):
    for kind in ("csv", "series", "vtkhdf"):
        run("export", path, "--as", kind, "--to", folder / kind)
    run("export", path, "--as", "blocks", "--to", folder / "all.vtkhdf")
    for group, file in files.items():
        found = table(folder / "csv" / ("%s_0002.csv" % group))
        near(found["id"], file.rows["id"], group + ".csv: id")
        near(np.array([found["position.%s (m)" % a] for a in "xyz"]).T, file.x, group + ".csv: centre")
        near(np.array([found["orientation." + a] for a in "wxyz"]).T, file.rows["orientation"],
             group + ".csv: orientation")
        with h5py.File(folder / "vtkhdf" / (group + ".vtkhdf")) as f:
            counts = f["VTKHDF/NumberOfPoints"][:]
        with h5py.File(path) as f:
            near(counts, f["granum/%s/NumberOfPoints" % group][:], group + ".vtkhdf: counts")
    with h5py.File(folder / "all.vtkhdf") as f:
        names = {name: int(f["VTKHDF"][name].attrs["Index"]) for name in f["VTKHDF"] if name != "Assembly"}
        check(names == {"Grains": 0, "Contacts": 1, "Structures": 2, "Bodies": 3, "Clumps": 4},
              "blocks: %s" % names)
    file = files["bodies"]
    with h5py.File(folder / "series" / "bodies_0002.hdf") as f:
        g = f["VTKHDF"]
        points, corners, offsets = g["Points"][:], g["Connectivity"][:], g["Offsets"][:]
        cells = {name: g["CellData/" + name][:] for name in g["CellData"]}
    expected, owner = [], []
    for i, shape in enumerate(file.rows["shape"]):
        own, faces = SHAPES[shape][1]
        world = np.array([file.x[i] + file.rows["scale"][i] * rotated(file.rows["orientation"][i], y)
                          for y in own])
        expected += [world[face] for face in faces]
        owner += [i] * len(faces)
    near(np.diff(offsets), [len(c) for c in expected], "series: corners of the faces")
    near(points[corners], np.concatenate(expected), "series: points", 1e-6)
    near(points[corners], np.concatenate(expected), "series: points in double precision", 1e-12)
    for name in ("id", "velocity"):
        near(cells[name], file.rows[name][owner], "series: " + name)
    check(sum(len(SHAPES[s][1][0]) for s in file.rows["shape"]) == len(points), "series: shared points")


SLIDING = """
materials:
  glass: {density: 2500, youngs_modulus: 10 MPa, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 10 MPa, poisson_ratio: 0.25}
  rubber: {density: 1000, youngs_modulus: 10 MPa, poisson_ratio: 0.25}
contacts:
  pairs:
    - {between: [glass, glass], restitution: 0.5, friction: 0.5}
    - {between: [glass, steel], restitution: 0.5, friction: 0.2}
    - {between: [glass, rubber], restitution: 0.5, friction: 0.9}
    - {between: [steel, steel], restitution: 0.5, friction: 0.9}
    - {between: [steel, rubber], restitution: 0.5, friction: 0.9}
structures: [{name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: rubber}]
bodies:
  - {name: slab, box: {size: [40 mm, 40 mm, 10 mm]}, material: steel,
     list: {bodies: [{position: [0, 0, 5 mm]}]}}
grains:
  - list: {material: glass, grains: [%s]}
time: {end: 40 us}
output: {every: 20 us}
"""


def check_friction(folder):
    """Grains slide on a body: the figure of mobilised friction has the pair of its material."""
    scene, path = folder / "sliding.yaml", folder / "sliding.vtkhdf"
    scene.write_text(SLIDING % ", ".join(
        "{position: [%d mm, %d mm, 10.99 mm], radius: 1 mm, velocity: [1, 0, 0]}" % (x, y)
        for x in range(-9, 10, 6) for y in range(-9, 10, 6)))
    run("run", scene, "-o", path)
    run("figure", path, "mobilisation", "-o", folder / "new" / "m.pdf", "--bins", 10)
    near(table(folder / "new" / "m-wall.csv")["contacts"], [0] * 9 + [16], "friction at its limit")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "bodies.vtkhdf"
        subprocess.run([sys.executable, str(TESTS / "plugin" / "made_bodies.py"), str(path)], check=True)
        files = {group: File(path, group) for group in ("bodies", "clumps")}
        check_package(path, files)
        check_figure(path, files, folder)
        check_exports(path, files, folder)
        check_friction(folder)
    report()


main()
