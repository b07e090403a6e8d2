"""Writes a result by h5py with material points and the zones of a hybrid run, in space or in a plane.
The first frame has no points.

    made_zones.py PATH [--plane]
"""

import sys

import h5py
import numpy

from made_result import Vertices, Writer

FRAMES = 4
COUNTS = [0, 12, 30, 25]
CELLS = [6, 5, 4]


def write_points(f, rng, flat):
    to = Vertices(f, "granum/points")
    for n in COUNTS:
        columns = {
            "id": (2 * numpy.arange(n), "i8", "1"), "mass": (rng.uniform(1, 2, n), "f4", "kg"),
            "volume": (rng.uniform(1e-4, 2e-4, n), "f4", "m3"),
            "velocity": (rng.normal(size=(n, 3)), "f4", "m/s"),
            "pressure": (rng.uniform(0, 900, n), "f4", "Pa"), "shear": (rng.uniform(0, 90, n), "f4", "Pa"),
            "J": (rng.uniform(0.9, 1, n), "f4", "1"), "weight": (rng.uniform(0.5, 1, n), "f4", "1"),
            "age": (rng.uniform(0, 0.1, n), "f4", "s"),
        }
        x = rng.uniform(0, 0.4, (n, 3))
        x[:, 2] *= not flat
        to.add(x, columns)


def write_grains(f, rng, flat):
    to = Vertices(f, "VTKHDF")
    for frame in range(FRAMES):
        n = 4 * frame
        columns = {"id": (numpy.arange(n), "i8", "1"), "material": (numpy.zeros(n), "i4", "1"),
                   "radius": (numpy.full(n, 0.02), "f4", "m"),
                   "weight": (rng.uniform(0.5, 1, n), "f4", "1"),
                   "velocity": (rng.normal(size=(n, 3)), "f4", "m/s")}
        x = rng.uniform(0, 0.4, (n, 3))
        x[:, 2] *= not flat
        to.add(x, columns)


def write_zones(f, rng, flat):
    w = Writer(f.create_group("granum/zones"))
    nx, ny, nz = CELLS[0], CELLS[1], 1 if flat else CELLS[2]
    w.add("cells", [[nx, ny, nz]], "i8", "1")
    w.add("origin", [[-0.1, 0, 0.05]], "f8", "m")
    w.add("spacing", [[0.1, 0.12, 0.15]], "f8", "m")
    for _ in range(FRAMES):
        zone = rng.integers(0, 3, (1, ny * nz, nx))
        packing = numpy.where((zone == 0) & (rng.uniform(size=zone.shape) < 0.6), 0,
                              rng.uniform(0.2, 0.6, zone.shape))
        w.add("zone", zone, "u1", "1")
        w.add("packing", packing, "f4", "1")
        w.add("distance", rng.normal(size=zone.shape), "f4", "m")


def main():
    path, flat = sys.argv[1], "--plane" in sys.argv[2:]
    rng = numpy.random.default_rng(11)
    with h5py.File(path, "w", libver="latest") as f:
        write_grains(f, rng, flat)
        write_points(f, rng, flat)
        write_zones(f, rng, flat)
        names = f.create_group("granum/names")
        names["structures"] = numpy.array([], "S16")
        names["materials"] = numpy.array(["sand"], "S16")
        scene = f.create_group("granum/scene")
        if flat:
            scene.attrs["dimensions"], scene.attrs["thickness"] = numpy.int64(2), 0.02
            scene.attrs.create("grains", numpy.bytes_("disc"))
        history = Writer(f.create_group("granum/history"))
        for row in range(FRAMES):
            history.add("time", [0.1 * row], "f8", "s")
            history.add("step", [10 * row], "i8", "1")


if __name__ == "__main__":
    main()
