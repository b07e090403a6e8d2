"""A result of two dimensions: what its grains are, and filters that count areas.

    plane_filters.py DISCS SPHERES SPACE    (two results of plane.yaml, one of space)

Volumes are areas times the thickness, fields are of one layer with a kernel in the plane,
directions are those of the plane.  NumPy computes all of it from the file.
"""

import sys

import h5py
import numpy
from paraview import simple

import filters
import force_chains
import reading
from checks import check, check_array, check_equal, report
from result import Result

DISCS, SPHERES = 0.4, 0.002  # m, thickness; the reach of the kernel is between them
DENSITY = {"glass": 2500.0, "steel": 7800.0}
ROUND_OFF = 1e-12
SINGLE = 1e-6  # masses and forces of the file have single precision
SUMMARY, ROSE = 3, 1
NODES = (41, 37)


def check_fields(path, dimensions, grains, thickness):
    reader = reading.open_result(path)
    for port in (0, 1, 2):
        data = reading.fetch(reader, port, reader.TimestepValues[0])
        found = filters.fields(data)
        what = "port %d of %s: " % (port, path)
        check_array(found["dimensions"], numpy.array([dimensions], "i4"), what + "dimensions")
        check_equal(reading.texts(data, "grains"), [grains], what + "grains")
        check_equal("thickness" in found, thickness is not None, what + "has a thickness")
        if thickness is not None:
            check_equal(found["thickness"].tolist(), [thickness], what + "thickness")
            array = data.GetFieldData().GetArray("thickness")
            check_equal(array.GetInformation().Get(array.UNITS_LABEL()), "m", what + "unit")


def check_older(path, copy):
    """Without the attributes a result is of spheres in space."""
    with h5py.File(path) as old, h5py.File(copy, "w") as new:
        for name in old:
            old.copy(name, new)
        for key in ("dimensions", "thickness", "grains"):
            del new["granum/scene"].attrs[key]
    check_fields(copy, 3, "sphere", None)


def masses(result, grains, disc, thickness):
    rho = numpy.array([DENSITY[n] for n in result.names("materials")])[grains["material"]]
    r = grains["radius"].astype("f8")
    return rho * (numpy.pi * r ** 2 * thickness if disc else 4 / 3 * numpy.pi * r ** 3)


def smoothed(points, values, origin, spacing, reach, thickness):
    """[y, x]: sum of the values times Lucy's function in the plane, over the volume of a cell."""
    field = numpy.zeros(NODES[::-1])
    span = numpy.ceil(reach / spacing).astype(int) + 1
    for x, value in zip(points, values):
        place = (x[:2] - origin) / spacing
        i, j = (numpy.arange(int(p) - s, int(p) + s + 2) for p, s in zip(place, span))
        away = numpy.hypot((i[None, :] - place[0]) * spacing[0],
                           (j[:, None] - place[1]) * spacing[1])
        q = numpy.minimum(away / reach, 1.0)
        weight = (1 + 3 * q) * (1 - q) ** 3
        share = value * weight / weight.sum()
        here_i, here_j = (i >= 0) & (i < NODES[0]), (j >= 0) & (j < NODES[1])
        field[numpy.ix_(j[here_j], i[here_i])] += share[numpy.ix_(here_j, here_i)]
    return field / (spacing[0] * spacing[1] * thickness)


def check_coarse(path, disc, thickness):
    result, reader = Result(path), reading.open_result(path)
    frame = len(result.times) - 1
    centre, grains = result.grains(frame)
    ends, contacts = result.contacts(frame)
    centre, r = centre.astype("f8"), grains["radius"].astype("f8")
    mass = masses(result, grains, disc, thickness)
    area = numpy.pi * r ** 2 * thickness
    # What all contacts carry: the sum of f l, symmetric.
    virial = numpy.einsum("ki,kj->ij", contacts["force"].astype("f8"),
                          ends[:, 0].astype("f8") - ends[:, 1])
    virial = (virial + virial.T) / 2
    source = simple.CoarseGrain(Grains=filters.port(reader, "Grains"),
                                Contacts=filters.port(reader, "Contacts"), Nodes=[*NODES, 9])
    for given in ("the array mass", "the densities", "a density"):
        if given == "the densities":
            reader.GrainArrays = ["id", "material", "radius", "velocity"]
        if given == "a density":
            source.Density = 1000.0
            mass = masses(result, dict(grains, material=0 * grains["material"]), disc, thickness)
            mass *= 1000.0 / DENSITY[result.names("materials")[0]]
        data = filters.output(source, result.times[frame])
        what = "%s, %s: " % ("discs" if disc else "spheres", given)
        check_equal(data.GetDimensions(), (*NODES, 1), what + "nodes")
        spacing, origin = numpy.array(data.GetSpacing()), numpy.array(data.GetOrigin())
        check_equal((spacing[2], origin[2]), (thickness, 0.0), what + "the layer")
        found = {name: rows.reshape(NODES[::-1] + rows.shape[1:])
                 for name, rows in reading.arrays(data.GetPointData()).items()}
        cell = spacing[0] * spacing[1] * thickness
        tolerance = SINGLE if given == "the array mass" else ROUND_OFF
        check_array(found["density"].sum() * cell, mass.sum(), what + "mass", tolerance)
        check_array(found["solid_fraction"].sum() * cell, area.sum(), what + "volume", ROUND_OFF)
        grid = (origin[:2], spacing[:2], 3 * r.max(), thickness)
        check_array(found["density"], smoothed(centre, mass, *grid), what + "density",
                    max(tolerance, 1e-10))
        fraction = smoothed(centre, area, *grid)
        check_array(found["solid_fraction"], fraction, what + "solid fraction", 1e-10)
        check(0.5 < fraction.max() < 1.0, what + "a fraction of areas: %g" % fraction.max())
        check_array((found["contact_stress"] * cell).sum(axis=(0, 1)),
                    [virial[0, 0], virial[1, 1], 0, virial[0, 1], 0, 0], what + "virial", SINGLE)
        stress = found["stress"]
        check_array(found["pressure"], (stress[..., 0] + stress[..., 1]) / 2, what + "pressure",
                    ROUND_OFF)
    print("%s: %d grains, fraction of areas at most %.3g" % (path, len(r), fraction.max()))


def check_directions(path):
    result, reader = Result(path), reading.open_result(path)
    frame = len(result.times) - 1
    _, contacts = result.contacts(frame)
    n = contacts["normal"].astype("f8")
    low, high = numpy.linalg.eigvalsh(n[:, :2].T @ n[:, :2] / len(n))
    roses = []
    for axis in ("X", "Y", "Z"):
        made = simple.ForceStatistics(Contacts=filters.port(reader, "Contacts"), Kind="All",
                                      Axis=axis)
        row = filters.table(made, result.times[frame], SUMMARY)
        check_array(row["anisotropy"], [high - low], "anisotropy in the plane", 1e-9)
        roses.append(filters.table(made, result.times[frame], ROSE)["density"])
    sectors = len(roses[0]) - 1
    turn = numpy.arctan2(n[:, 1], n[:, 0]) / (2 * numpy.pi)
    both = numpy.concatenate([turn, turn + 0.5])
    counts = numpy.bincount(numpy.floor(sectors * both + 0.5).astype(int) % sectors,
                            minlength=sectors)
    for rose in roses:
        check_array(rose[:-1], counts / counts.mean(), "the rose of the plane", 1e-9)
    print("%d contacts: anisotropy %.4g" % (len(n), high - low))


def check_lattices():
    """A square lattice of discs has no direction, a row has one."""
    for normals, plane, space in (([[1, 0, 0], [0, 1, 0]], 0.0, 0.5), ([[1, 0, 0]] * 2, 1.0, 1.0),
                                  ([[0.6, 0.8, 0]] * 2, 1.0, 1.0)):
        normals = numpy.array(normals, float)
        ends = numpy.concatenate([[0 * n, n] for n in normals])
        contacts = filters.made(ends, {"force_normal": numpy.ones(2), "normal": normals},
                                numpy.arange(4).reshape(-1, 2))
        for dimensions, expected in ((2, plane), (3, space)):
            filters.give_fields(contacts, {"dimensions": numpy.array([dimensions], "i4"),
                                           "thickness": numpy.array([DISCS])})
            made = simple.ForceStatistics(Contacts=contacts)
            found = filters.table(made, 0.0, SUMMARY)["anisotropy"][0]
            check(abs(found - expected) < 1e-12, "anisotropy of %s in %d dimensions: %g, not %g" % (
                normals.tolist(), dimensions, found, expected))
            simple.Delete(made)


def check_mixing(path):
    result, reader = Result(path), reading.open_result(path)
    frame = len(result.times) - 1
    x = result.grains(frame)[0][:, :2].astype("f8")
    low, span = x.min(axis=0), numpy.ptp(x, axis=0)
    edge = numpy.sqrt(span.prod() * 20 / len(x))
    count = numpy.round(span / edge).astype(int)
    cell = numpy.minimum(numpy.floor((x - low) / (span / count)).astype(int), count - 1)
    for size in (0.0, 0.015):
        if size:
            count = numpy.ceil(span / size).astype(int)
            cell = numpy.floor((x - low) / size).astype(int)
        made = simple.Mixing(Grains=filters.port(reader, "Grains"), CellSize=size)
        found = reading.arrays(filters.output(made, result.times[frame]).GetPointData())
        check_array(found["mixing_cell"], cell[:, 1] * count[0] + cell[:, 0],
                    "one layer of cells, %s by %s" % tuple(count))


def main():
    discs, spheres, space = sys.argv[1:4]
    check_fields(discs, 2, "disc", DISCS)
    check_fields(spheres, 2, "sphere", SPHERES)
    check_fields(space, 3, "sphere", None)
    check_older(discs, discs.replace(".vtkhdf", "_older.vtkhdf"))
    check_coarse(discs, True, DISCS)
    check_coarse(spheres, False, SPHERES)
    check_lattices()
    check_directions(discs)
    check_mixing(discs)
    result = Result(discs)
    force_chains.check_result(reading.open_result(discs), result, len(result.times) - 1,
                              result.times[-1], DISCS)
    report()


main()
