"""Writes a result by h5py with cases that are rare in runs: an empty first frame, frames
without contacts, contacts across a periodic side, structures that share points.

    made_result.py PATH [--no-structures] [--no-frames]
"""

import sys

import h5py
import numpy

FRAMES = 5
STRUCTURES = ["floor", "box"]


class Writer:
    """Datasets that grow by rows."""

    def __init__(self, group):
        self.group = group

    def add(self, name, rows, kind, unit=None):
        rows = numpy.asarray(rows, kind)
        if 0 in rows.shape[1:]:  # no chunk fits: made anew, as nothing is in it
            length = len(self.group[name]) if name in self.group else 0
            self.group.pop(name, None)
            self.group.create_dataset(name, (length + len(rows),) + rows.shape[1:], kind)
            return
        if name not in self.group:
            self.group.create_dataset(name, data=rows, maxshape=(None,) + rows.shape[1:],
                                      chunks=(64,) + tuple(max(n, 1) for n in rows.shape[1:]))
            if unit:
                self.group[name].attrs.create("units", numpy.bytes_(unit))
            return
        dataset = self.group[name]
        first = len(dataset)
        dataset.resize(first + len(rows), 0)
        dataset[first:] = rows


def transient(f, group, kind):
    g = f.create_group(group)
    g.attrs["Version"] = numpy.array([2, 0], "i8")
    g.attrs.create("Type", numpy.bytes_(kind))
    return Writer(g)


def add_step(w, time, frame, point, cell, ids, arrays, row):
    w.add("Steps/PartOffsets", [frame], "i8")
    w.add("Steps/NumberOfParts", [1], "i8")
    w.add("Steps/PointOffsets", [point], "i8")
    w.add("Steps/CellOffsets", [cell], "i8")
    w.add("Steps/ConnectivityIdOffsets", [ids], "i8")
    for name in arrays:
        w.add("Steps/%s/%s" % (arrays[name], name), [row], "i8")
    w.add("Steps/Values", [time], "f8")


def polygons(w, corners, faces, kind="f8"):
    """A static surface."""
    w.add("Points", numpy.reshape(corners, (-1, 3)), kind, "m")
    w.add("NumberOfPoints", [len(corners)], "i8")
    for part in ("Vertices", "Lines", "Polygons", "Strips"):
        cells = faces if part == "Polygons" else []
        w.add(part + "/NumberOfCells", [len(cells)], "i8")
        w.add(part + "/NumberOfConnectivityIds", [sum(map(len, cells))], "i8")
        w.add(part + "/Offsets", numpy.cumsum([0] + [len(c) for c in cells]), "i8")
        w.add(part + "/Connectivity", [corner for c in cells for corner in c], "i8")


class Vertices:
    """A group with a vertex for each row, frame by frame."""

    def __init__(self, f, group):
        self.w, self.frame, self.row, self.longest = transient(f, group, "PolyData"), 0, 0, 0

    def add(self, points, columns, kind="f4"):
        """columns: {name: (rows, kind, unit)}"""
        w, n, longest = self.w, len(points), self.longest
        w.add("Points", points, kind, "m")
        w.add("NumberOfPoints", [n], "i8")
        for part in ("Vertices", "Lines", "Polygons", "Strips"):
            cells = n if part == "Vertices" else 0
            w.add(part + "/NumberOfCells", [cells], "i8")
            w.add(part + "/NumberOfConnectivityIds", [cells], "i8")
        w.add("Vertices/Offsets", numpy.arange(longest + (longest > 0), max(longest, n) + 1), "i8")
        w.add("Vertices/Connectivity", numpy.arange(longest, max(longest, n)), "i8")
        for name, (rows, kind, unit) in columns.items():
            w.add("PointData/" + name, rows, kind, unit)
        add_step(w, 0.1 * self.frame, self.frame, self.row, [0] * 4, [0] * 4,
                 dict.fromkeys(columns, "PointDataOffsets"), self.row)
        self.frame, self.row, self.longest = self.frame + 1, self.row + n, max(longest, n)


class Lines:
    """A group with a line for each row, likewise."""

    def __init__(self, f, group):
        self.w, self.frame, self.row = transient(f, group, "UnstructuredGrid"), 0, 0

    def add(self, ends, columns):
        w, n = self.w, len(ends) // 2
        w.add("Points", ends, "f4", "m")
        w.add("NumberOfPoints", [2 * n], "i8")
        w.add("NumberOfCells", [n], "i8")
        w.add("NumberOfConnectivityIds", [2 * n], "i8")
        w.add("Connectivity", numpy.arange(2 * n), "i8")
        w.add("Offsets", 2 * numpy.arange(n + 1), "i8")
        w.add("Types", numpy.full(n, 3), "u1")
        for name, (rows, kind, unit) in columns.items():
            w.add("CellData/" + name, rows, kind, unit)
        add_step(w, 0.1 * self.frame, self.frame, 2 * self.row, [self.row], [2 * self.row],
                 dict.fromkeys(columns, "CellDataOffsets"), self.row)
        self.frame, self.row = self.frame + 1, self.row + n


def write_grains(f, rng):
    to, centres = Vertices(f, "VTKHDF"), []
    for n in (0, 12, 30, 17, 0):
        i = numpy.arange(n)
        x = rng.uniform(-1, 1, (n, 3)).astype("f4")
        centres.append(x)
        columns = {
            "id": (5 * i + 2, "i8", "1"), "material": (i % 2, "i4", "1"),
            "radius": (rng.uniform(0.02, 0.04, n), "f4", "m"),
            "velocity": (rng.normal(size=(n, 3)), "f4", "m/s"),
            "structure_distance": (numpy.where(i % 3 == 0, numpy.nan, 0.1 * i), "f4", "m"),
            "answered": (numpy.where(i % 3 == 0, -1, i % 5), "i4", "1"),
        }
        to.add(x, columns)
    return centres


def write_contacts(f, rng, centres):
    to = Lines(f, "granum/contacts")
    for frame, x in enumerate(centres):
        n = 0 if frame in (0, 1, 4) else len(x) - 1
        k = numpy.arange(n)
        wall = k % 4 == 3
        ends = numpy.zeros((n, 2, 3), "f4")
        if n:
            ends[:, 0] = x[:-1]
            ends[:, 1] = numpy.where(wall[:, None], x[:-1] - [0, 0, 0.03], x[1:])
            ends[4, 1] += [2, 0, 0]  # the image of b across a periodic side
        normal = rng.normal(size=(n, 3))
        normal /= numpy.linalg.norm(normal, axis=1)[:, None]
        columns = {
            "id_a": (5 * k + 2, "i8", "1"), "id_b": (numpy.where(wall, -1, 5 * k + 7), "i8", "1"),
            "structure_id": (numpy.where(wall, 1, -1), "i4", "1"),
            "patch": (numpy.where(wall, 2, -1), "i4", "1"), "normal": (normal, "f4", "1"),
            "source": (numpy.where(wall, k // 4 % 5, -1), "i4", "1"),
            "overlap": (rng.uniform(0, 1e-3, n), "f4", "m"),
            "force": (rng.normal(size=(n, 3)), "f4", "N"),
        }
        to.add(ends.reshape(-1, 3), columns)


def write_structures(f, some):
    """A floor and a prism on it; they share two points of the list."""
    w = transient(f, "granum/structures", "PolyData")
    points = [[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0], [0, 0, 0.5], [0, 1, 0.5]]
    faces = [[0, 1, 2], [0, 2, 3], [0, 1, 4], [1, 4, 5], [0, 4, 5, 3]] if some else []
    owner = [0, 0, 1, 1, 1]
    polygons(w, points if some else [], faces, "f4")
    for name, rows in (("structure_id", owner), ("patch", [0, 0, 0, 1, 2]), ("material", owner)):
        w.add("CellData/" + name, rows[:len(faces)], "i4", "1")

    if some:
        write_sites(f)
    n = len(STRUCTURES) if some else 0
    w = Writer(f.create_group("granum/poses"))
    for frame in range(FRAMES):
        half = 0.4 * frame
        turn = [numpy.cos(half), 0, 0.6 * numpy.sin(half), 0.8 * numpy.sin(half)]
        w.add("position", [[[0, 0, 0], [0.3, 0.1, 0.2 * frame]][:n]] if n else
              numpy.zeros((1, 0, 3)), "f8", "m")
        w.add("quaternion", [[[1, 0, 0, 0], turn][:n]] if n else numpy.zeros((1, 0, 4)), "f8", "1")
        w.add("present", [[1, frame != 2][:n]] if n else numpy.zeros((1, 0)), "u1", "1")


def write_sites(f):
    """Of both structures, in two patches; the second is absent for a frame."""
    w = transient(f, "granum/virtual_particles", "PolyData")
    n = 40
    i = numpy.arange(n)
    normal = numpy.stack([numpy.cos(i), numpy.sin(i), 0 * i], 1)
    w.add("Points", numpy.stack([0.1 * i, 0.05 * i ** 2, -0.3 * i], 1), "f4", "m")
    w.add("NumberOfPoints", [n], "i8")
    for part in ("Vertices", "Lines", "Polygons", "Strips"):
        cells = n if part == "Vertices" else 0
        w.add(part + "/NumberOfCells", [cells], "i8")
        w.add(part + "/NumberOfConnectivityIds", [cells], "i8")
        w.add(part + "/Offsets", numpy.arange(cells + 1), "i8")
        w.add(part + "/Connectivity", numpy.arange(cells), "i8")
    for name, rows, kind, unit in (
            ("distance", 0.01 * (i - 7), "f4", "m"), ("normal", normal, "f4", "1"),
            ("spacing", numpy.where(i < 15, 0.1, 0.2), "f4", "m"),
            ("structure_id", i // 15 > 0, "i4", "1"), ("patch", i % 15 > 9, "i4", "1"),
            ("material", i // 15 > 0, "i4", "1")):
        w.add("PointData/" + name, rows, kind, unit)


def write_history(f, structures):
    w = Writer(f.create_group("granum/history"))
    for row in range(3 * FRAMES):
        w.add("time", [0.03 * row], "f8", "s")
        w.add("step", [10 * row], "i8", "1")
        w.add("momentum", [[1, 2, 0.1 * row]], "f8", "kg m/s")
        w.add("structure_power", [[7.0, 0.5 * row][:structures]], "f8", "W")
        w.add("work_of_structure", [[3.0, 0.25 * row][:structures]], "f8", "J")
        w.add("structure_force",
              numpy.full((1, structures, 3), 1.0) * [1, 2, 0.1 * row], "f8", "N")
        # Of later solvers: names that begin or end like others, rows of any size, texts.
        w.add("novel_grains", [0.5 * row], "f8", "kg")
        w.add("novel_contact_stress", [row], "i8", "1")
        w.add("structure_novel", [[1, 2, 3, 4, row]], "i8", "1")
        w.add("remark", [b"text"], "S4")
    w.add("later", [], "f8")
    # A solver is writing: the next row has reached the first dataset only.
    w.add("time", [1.0], "f8", "s")


def main():
    path, options = sys.argv[1], sys.argv[2:]
    some = "--no-structures" not in options
    rng = numpy.random.default_rng(7)
    with h5py.File(path, "w", libver="latest") as f:
        write_contacts(f, rng, write_grains(f, rng))
        write_structures(f, some)
        names = f.create_group("granum/names")
        names["structures"] = numpy.array(STRUCTURES if some else [], "S16")
        names["materials"] = numpy.array(["glass", "steel"], "S16")
        write_history(f, len(STRUCTURES) if some else 0)
        if "--no-frames" in options:
            f["VTKHDF/Steps/Values"].resize(0, 0)


if __name__ == "__main__":
    main()
