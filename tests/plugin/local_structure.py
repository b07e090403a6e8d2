"""Local Structure and Heap Surface against cells, deformations and cones that are known.

    local_structure.py RESULT
"""

import itertools
import sys

import numpy
from paraview import simple

import filters
import reading
from checks import check, check_array, check_equal, report
from result import Result

MOVING = """
import numpy
info = self.GetOutputInformation(0)
pipeline = self.GetExecutive()
time = info.Get(pipeline.UPDATE_TIME_STEP()) if info.Has(pipeline.UPDATE_TIME_STEP()) else 0.0
points, radius, ids = numpy.load(%r if time > 0.5 else %r).values()
from paraview.vtk.util.numpy_support import numpy_to_vtk
import vtk
p = vtk.vtkPoints()
p.SetData(numpy_to_vtk(points, deep=1))
self.GetOutput().SetPoints(p)
for name, array in (("radius", radius), ("id", ids)):
    made = numpy_to_vtk(array, deep=1)
    made.SetName(name)
    self.GetOutput().GetPointData().AddArray(made)
"""
TIMES = """
info, pipeline = self.GetOutputInformation(0), self.GetExecutive()
info.Set(pipeline.TIME_STEPS(), [0.0, 1.0], 2)
info.Set(pipeline.TIME_RANGE(), [0.0, 1.0], 2)
"""


def local(points, radius, **settings):
    """Arrays of the particles, and the table of g(r)."""
    source = simple.LocalStructure(Grains=filters.made(points, {"radius": radius}), **settings)
    return reading.arrays(filters.output(source, 0).GetPointData()), filters.table(source, 0, 1)


def check_cells(rng):
    """Two unequal spheres share their box at their radical plane; cells of many fill it; a lattice has cubes."""
    r, x = numpy.array([1.0, 2.0]), numpy.array([[0.0, 0, 0], [2.5, 0, 0]])
    cells = local(x, r)[0]["cell_volume"]
    plane = (2.5 ** 2 + 1.0 - 4.0) / 5.0
    check_array(cells, 16.0 * numpy.array([plane + 1.0, 4.5 - plane]), "two spheres", 1e-12)

    # A sphere inside another one has nothing.
    cells = local(numpy.array([[0.0, 0, 0], [0.1, 0, 0]]), numpy.array([1.0, 0.1]))[0]
    check(cells["cell_volume"][1] == 0 and numpy.isnan(cells["solid_fraction"][1]), "an inner sphere")

    x, r = rng.uniform(size=(400, 3)), rng.uniform(0.118, 0.122, 400)
    cells = local(x, r)[0]
    check(not numpy.isnan(cells["cell_volume"]).any(), "every cell is closed")
    box = numpy.prod((x + r[:, None]).max(axis=0) - (x - r[:, None]).min(axis=0))
    check(abs(cells["cell_volume"].sum() / box - 1) < 1e-9, "cells fill the box: %.12g" % (cells["cell_volume"].sum() / box))
    check_array(cells["solid_fraction"] * cells["cell_volume"], 4 / 3 * numpy.pi * r ** 3, "volumes", 1e-12)
    # Some cells by brute force: which of many places are theirs.
    low, high = (x - r[:, None]).min(axis=0), (x + r[:, None]).max(axis=0)
    places = rng.uniform(low, high, (100000, 3))
    power = numpy.full(len(places), numpy.inf)
    owner = numpy.zeros(len(places), int)
    for i in range(len(x)):
        mine = ((places - x[i]) ** 2).sum(axis=1) - r[i] ** 2
        owner[mine < power] = i
        power = numpy.minimum(power, mine)
    hits = numpy.bincount(owner, minlength=len(x))
    expected = cells["cell_volume"] / box * len(places)
    off = (hits - expected) / numpy.sqrt(expected)
    check(abs(off).max() < 5 and 0.9 < off.std() < 1.1, "brute force: %g at most, %g" % (abs(off).max(), off.std()))

    grid = numpy.array(list(itertools.product(range(5), repeat=3)), float)
    inner = ((grid > 0) & (grid < 4)).all(axis=1)
    cells, table = local(grid, numpy.full(125, 0.5), Farthest=4.0, Bins=100)
    check_array(cells["cell_volume"], numpy.ones(125), "cubes", 1e-12)
    check_array(cells["solid_fraction"][inner], numpy.full(27, numpy.pi / 6), "simple cubic", 1e-12)
    near = table["distance"] < 1.2
    check(abs(table["partners"][near][-1] - 6 * 4 / 5) < 1e-12, "partners of a lattice: %g" % table["partners"][near][-1])
    check(table["g"][(table["distance"] < 0.97) | (abs(table["distance"] - 1.2) < 0.15)].max() == 0, "g between shells")
    # A flake far away has no closed cell.
    cells = local(numpy.append(grid, [[60.0, 0, 0]], axis=0), numpy.full(126, 0.5))[0]["cell_volume"]
    check(numpy.isnan(cells[-1]) and not numpy.isnan(cells[:-1][inner]).any(), "no cell at a free surface")


def check_correlation(rng):
    """Independent points: 1, also near the size of the box."""
    _, table = local(rng.uniform(size=(4000, 3)) * [1.0, 0.6, 0.8], numpy.full(4000, 0.05), Farthest=12.0, Bins=12)
    print("independent points: g %s" % numpy.round(table["g"], 3))
    check(abs(table["distance"][-1] + 0.5 * 0.6 / 12 - 0.6) < 2e-3, "ends at the shortest side")
    check(abs(table["g"] - 1).max() < 0.04, "g of independent points")


def check_strain(rng, directory):
    """Prescribed: affine, with numbers of E; then one that has been pushed aside."""
    x = rng.uniform(size=(300, 3))
    ids = rng.permutation(300)
    f = numpy.array([[1.02, 0.05, 0.0], [0.01, 0.97, -0.03], [0.02, 0.0, 1.01]])
    late = x @ f.T + [0.3, 0.1, -0.2]
    order = rng.permutation(300)  # rows change places
    push = numpy.array([0.01, -0.004, 0.002])
    for pushed in (None, 7):
        now = late.copy()
        if pushed is not None:
            now[pushed] += push
        paths = []
        for name, rows in (("late", order), ("early", numpy.arange(300))):
            paths.append("%s/local_%s.npz" % (directory, name))
            numpy.savez(paths[-1], (now if name == "late" else x)[rows], numpy.full(300, 0.08), ids[rows])
        source = simple.ProgrammableSource(OutputDataSetType="vtkPolyData", Script=MOVING % tuple(paths),
                                           ScriptRequestInformation=TIMES)
        made = simple.LocalStructure(Grains=source, Range=0.4)
        arrays = reading.arrays(filters.output(made, 1.0).GetPointData())
        e = (f.T @ f - numpy.eye(3)) / 2
        shear = numpy.sqrt(0.5 * ((e - numpy.eye(3) * numpy.trace(e) / 3) ** 2).sum())
        check_array(arrays["displacement"], (now - x)[order], "displacement", 1e-12)
        if pushed is None:
            check(numpy.nanmax(arrays["d2min"]) < 1e-24, "affine: D2min %g" % numpy.nanmax(arrays["d2min"]))
            check_array(arrays["shear_strain"], numpy.full(300, shear), "shear strain", 1e-10)
            check_array(arrays["volumetric_strain"], numpy.full(300, numpy.linalg.det(f) - 1), "volume", 1e-10)
        else:
            near = numpy.flatnonzero((((x - x[pushed]) ** 2).sum(axis=1) < 0.4 ** 2) & (numpy.arange(300) != pushed))
            was, then = x[near] - x[pushed], now[near] - now[pushed]
            fit = numpy.linalg.lstsq(was, then, rcond=None)[0]
            expected = ((then - was @ fit) ** 2).sum() / len(near)
            found = arrays["d2min"][order == pushed][0]
            check(expected > 1e-6 and abs(found / expected - 1) < 1e-9, "pushed: D2min %g, %g" % (found, expected))
        first = reading.arrays(filters.output(made, 0.0).GetPointData())
        check(abs(first["shear_strain"]).max() < 1e-12, "the first frame: no strain")


def heap(points, radius, shape):
    source = simple.HeapSurface(Grains=filters.made(points, {"radius": numpy.full(len(points), radius)}), Shape=shape)
    filters.check_panel(source)
    check_equal(filters.output(source, 0).GetNumberOfPoints() > 1000, True, "a surface")
    return {k: v[0] for k, v in filters.table(source, 0, 2).items()}


def check_heap(rng):
    """A cone and a slope of small spheres: the angle is as near to the right one as its error says, and
    the volume of a lattice is that of its cells."""
    step, falls = 0.02, 6
    grid = numpy.arange(-1.0, 1.0, step)
    lattice = numpy.stack(numpy.meshgrid(grid, grid, numpy.arange(0, 0.5, step), indexing="ij"), axis=-1).reshape(-1, 3)
    for name, tangent, surface in (
            ("Cone", 0.5, lambda x, y: 0.5 * (1 - numpy.hypot(x, y))),
            ("Slope", numpy.hypot(0.3, 0.1), lambda x, y: numpy.minimum(0.4 + 0.3 * x - 0.1 * y, 0.48))):
        angle = numpy.degrees(numpy.arctan(tangent))
        row = heap(lattice[lattice[:, 2] < surface(lattice[:, 0], lattice[:, 1])], step / 2, name)
        print("%s: angle %.3f +- %.3f, %.3f expected; volume %.5g" % (name, row["angle"], row["angle_error"], angle,
                                                                   row["volume"]))
        # Terraces of a lattice are as long as a fifth of the flank.
        check(abs(row["angle"] - angle) < 0.2, "%s: angle %g, not %g" % (name, row["angle"], angle))
        if name == "Cone":
            cells = (lattice[:, 2] < surface(lattice[:, 0], lattice[:, 1])).sum() * step ** 3
            check(abs(row["volume"] / cells - 1) < 0.01, "volume %g of %g" % (row["volume"], cells))
            check(abs(row["axis_x"]) + abs(row["axis_y"]) < 2 * step, "its axis")
        found = []
        for _ in range(falls):
            points = rng.uniform([-1, -1, 0], [1, 1, 0.5], (200000, 3))
            points = points[points[:, 2] < surface(points[:, 0], points[:, 1])]
            row = heap(points, step, name)
            found.append(((row["angle"] - angle), row["angle_error"]))
        off, error = numpy.array(found).T
        print("%s, at random: %s +- %s" % (name, numpy.round(off, 4), numpy.round(error, 4)))
        check((abs(off) < 4 * error).all() and abs(off.mean()) < 3 * error.mean() / numpy.sqrt(falls),
              "%s: off by %s, errors %s" % (name, off, error))
        check(0.4 < error.mean() / off.std() < 2.5, "%s: error %g, spread %g" % (name, error.mean(), off.std()))


def check_result(path):
    """Rows of a result: units, and a sum of volumes that is not more than the box."""
    result, reader = Result(path), reading.open_result(path)
    source = simple.LocalStructure(Grains=filters.port(reader, "Grains"))
    filters.check_panel(source)
    data = filters.output(source, result.times[-1])
    arrays, units = reading.arrays(data.GetPointData()), reading.array_units(data.GetPointData())
    _, grains = result.grains(-1)
    check_array(arrays["id"], grains["id"], "the rows of the frame", 0)
    check_equal([units[n] for n in ("cell_volume", "solid_fraction", "displacement", "d2min")], ["m3", "1", "m", "m2"],
                "units")
    some = arrays["solid_fraction"][~numpy.isnan(arrays["solid_fraction"])]
    print("%s: solid fraction %.3f of %d of %d grains" % (path, some.mean(), len(some), len(grains["id"])))
    check(len(some) > 0.3 * len(grains["id"]) and 0.3 < some.mean() < 0.75, "solid fraction of a bed")


def main():
    rng = numpy.random.default_rng(3)
    check_cells(rng)
    check_correlation(rng)
    check_strain(rng, sys.argv[2])
    check_heap(rng)
    check_result(sys.argv[1])
    report()


main()
