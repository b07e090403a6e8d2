"""Writes a result by h5py with copies of two meshes, clumps of spheres and two structures that
meet, for tests of what draws and counts them.  The first frame has no bodies.

    made_bodies.py PATH [--only copies|clumps]
"""

import sys

import h5py
import numpy

from made_result import Lines, Vertices, Writer, polygons, transient

FRAMES = 4
COUNTS = {"bodies": [0, 7, 40, 33], "clumps": [0, 0, 5, 9]}
STRUCTURES = ["floor", "block"]


def box(a, b, c):
    """Corners and faces, outwards."""
    corners = numpy.array([[x, y, z] for z in (-c, c) for y in (-b, b) for x in (-a, a)], "f8")
    faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]]
    return corners, faces


def octahedron(a, b, c):
    corners = numpy.array([[a, 0, 0], [-a, 0, 0], [0, b, 0], [0, -b, 0], [0, 0, c], [0, 0, -c]], "f8")
    faces = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]]
    return corners, faces


#: Of copies; the long axes are x and, of the cube, none.
SHAPES = [("rod", box(0.05, 0.01, 0.015)), ("cube", box(0.02, 0.02, 0.02)),
          ("lens", octahedron(0.01, 0.04, 0.02))]
SHAPE_AXIS = [[1, 0, 0], [0, 0, 0], [0, 1, 0]]
#: Of clumps: (shape, centre, radius).
MEMBERS = [(0, [-0.02, 0, 0], 0.02), (0, [0.02, 0, 0], 0.02),
           (1, [0, 0, -0.03], 0.015), (1, [0, 0, 0], 0.02), (1, [0, 0, 0.03], 0.015)]
CLUMP_AXIS = [[1, 0, 0], [0, 0, 1]]


def write_shapes(f):
    w = transient(f, "granum/shapes", "PolyData")
    corners, faces, owner, first = [], [], [], 0
    for s, (_, (own, sides)) in enumerate(SHAPES):
        corners += list(own)
        faces += [[first + c for c in side] for side in sides]
        owner += [s] * len(sides)
        first += len(own)
    polygons(w, corners, faces)
    w.add("CellData/shape", owner, "i4", "1")


def write_clump_shapes(f):
    w = Writer(f.create_group("granum/clump_shapes"))
    shape, centre, radius = zip(*MEMBERS)
    w.add("shape", shape, "i4", "1")
    w.add("position", centre, "f8", "m")
    w.add("radius", radius, "f8", "m")


def write_bodies(f, name, rng, shapes, first_id):
    to = Vertices(f, "granum/" + name)
    for n in COUNTS[name]:
        i = numpy.arange(n)
        q = rng.normal(size=(n, 4))
        q /= numpy.linalg.norm(q, axis=1)[:, None]
        columns = {
            "id": (first_id + 3 * i, "i8", "1"), "shape": (i % shapes, "i4", "1"),
            "orientation": (q, "f8", "1"), "material": (i % 2, "i4", "1"),
            "velocity": (rng.normal(size=(n, 3)), "f4", "m/s"),
            "angular_velocity": (rng.normal(size=(n, 3)), "f4", "rad/s"),
            "force": (rng.normal(size=(n, 3)), "f4", "N"),
            "torque": (rng.normal(size=(n, 3)), "f4", "N m"),
            "coordination": (i % 7, "i4", "1"),
        }
        if name == "bodies":
            columns["scale"] = (rng.uniform(0.5, 1.5, n), "f8", "1")
        to.add(rng.uniform([-0.3, -0.3, 0.06], [0.3, 0.3, 0.6], (n, 3)), columns, "f8")


def write_grains(f, rng):
    to = Vertices(f, "VTKHDF")
    for frame in range(FRAMES):
        n = 3 * frame
        columns = {"id": (numpy.arange(n), "i8", "1"), "material": (numpy.zeros(n), "i4", "1"),
                   "radius": (numpy.full(n, 0.03), "f4", "m"),
                   "velocity": (rng.normal(size=(n, 3)), "f4", "m/s")}
        to.add(rng.uniform(-0.3, 0.3, (n, 3)) + [0, 0, 0.4], columns)


def write_contacts(f, rng):
    """Of each frame but the first: three of grains with grains, two with the floor, and one of the
    block on the floor."""
    to = Lines(f, "granum/contacts")
    for frame in range(FRAMES):
        n = 6 if frame else 0
        normal = rng.normal(size=(n, 3))
        normal /= numpy.linalg.norm(normal, axis=1)[:, None] if n else 1
        force = normal * rng.uniform(1, 3, (n, 1)) + 0.1 * rng.normal(size=(n, 3))
        columns = {
            "id_a": ([-1, 0, 0, 1, 1, 2][:n], "i8", "1"), "id_b": ([-1, 1, 2, 2, -1, -1][:n], "i8", "1"),
            "structure_id": ([0, -1, -1, -1, 0, 0][:n], "i4", "1"),
            "structure_a": ([1, -1, -1, -1, -1, -1][:n], "i4", "1"),
            "patch": ([-1, -1, -1, -1, 0, 0][:n], "i4", "1"),
            "source": ([1, -1, -1, -1, 0, 0][:n], "i4", "1"),
            "area": ([2e-3, 0, 0, 0, 0, 0][:n], "f4", "m2"),
            "normal": (normal, "f4", "1"), "overlap": (rng.uniform(0, 1e-3, n), "f4", "m"),
            "force": (force, "f4", "N"),
        }
        to.add(rng.uniform(-0.3, 0.3, (2 * n, 3)) + [0, 0, 0.4], columns)


def write_structures(f):
    w = transient(f, "granum/structures", "PolyData")
    floor = numpy.array([[-0.5, -0.5, 0], [0.5, -0.5, 0], [0.5, 0.5, 0], [-0.5, 0.5, 0]])
    corners, sides = box(0.1, 0.1, 0.05)
    polygons(w, [*floor, *corners], [[0, 1, 2, 3]] + [[4 + c for c in side] for side in sides])
    for name, rows in (("structure_id", [0] + [1] * 6), ("patch", [0] * 7), ("material", [0] * 7)):
        w.add("CellData/" + name, rows, "i4", "1")
    w = Writer(f.create_group("granum/poses"))
    for _ in range(FRAMES):
        w.add("position", [[[0, 0, 0], [0.2, 0.2, 0.05]]], "f8", "m")
        w.add("quaternion", [[[1, 0, 0, 0]] * 2], "f8", "1")
        w.add("present", [[1, 1]], "u1", "1")


def main():
    path, options = sys.argv[1], sys.argv[2:]
    only = options[1] if options[:1] == ["--only"] else None
    rng = numpy.random.default_rng(5)
    with h5py.File(path, "w", libver="latest") as f:
        write_grains(f, rng)
        write_contacts(f, rng)
        write_structures(f)
        names = f.create_group("granum/names")
        names["structures"] = numpy.array(STRUCTURES, "S16")
        names["materials"] = numpy.array(["wood", "steel"], "S16")
        scene = f.create_group("granum/scene")
        if only != "clumps":
            write_shapes(f)
            write_bodies(f, "bodies", rng, len(SHAPES), 100)
            names["shapes"] = numpy.array([name for name, _ in SHAPES], "S16")
            scene["shape_axis"] = numpy.array(SHAPE_AXIS, "f8")
        if only != "copies":
            write_clump_shapes(f)
            write_bodies(f, "clumps", rng, 2, 1000)
            names["clump_shapes"] = numpy.array(["pair", "pill"], "S16")
            scene["clump_axis"] = numpy.array(CLUMP_AXIS, "f8")
        history = Writer(f.create_group("granum/history"))
        for row in range(FRAMES):
            history.add("time", [0.1 * row], "f8", "s")
            history.add("step", [10 * row], "i8", "1")


if __name__ == "__main__":
    main()
