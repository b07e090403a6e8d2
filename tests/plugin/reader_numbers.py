"""The outputs of Granum Reader are the numbers of the file: every port, every frame.

Compared with h5py and NumPy reading the same file (result.py).  Arrays of the file must
come out unchanged; derived arrays are computed in double precision and stored in the
precision of the file, so they may differ by the round-off of that precision.

The distances of virtual particles are compared with the distances from all triangles of
the posed patch, by brute force.
"""

import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

import reading
import triangles
from checks import check, check_array, check_equal, report
from result import Result

# Round-off of a single number, a few operations long.
SINGLE = 4 * numpy.finfo("f4").eps
DOUBLE = 16 * numpy.finfo("f8").eps


def check_grains(reader, result, frame, time):
    data = reading.fetch(reader, 0, time)
    points, expected = result.grains(frame)
    what = "grains, frame %d" % frame
    check_array(reading.points(data), points, what + ": points")
    found = reading.arrays(data.GetPointData())
    check_equal(sorted(found), sorted(expected), what + ": arrays")
    for name in expected:
        check_equal(found[name].dtype.kind, expected[name].dtype.kind, what + ": kind of " + name)
        check_equal(found[name].itemsize, expected[name].itemsize, what + ": size of " + name)
        check_array(found[name], expected[name], what + ": " + name)
    ids = data.GetPointData().GetGlobalIds()
    check_equal(ids.GetName() if ids else None, "id", what + ": global ids")
    check_equal([list(c) for c in reading.cells(data.GetVerts())],
                [[i] for i in range(len(points))], what + ": a vertex each")
    for name, unit in reading.array_units(data.GetPointData()).items():
        check_equal(unit, result.units["VTKHDF/PointData/" + name], what + ": unit of " + name)
    check_equal(reading.texts(data, "materials"), result.names("materials"), what + ": materials")
    check_equal(reading.texts(data, "structures"), result.names("structures"), what + ": names")


def check_contacts(reader, result, frame, time):
    data = reading.fetch(reader, 1, time)
    ends, expected = result.contacts(frame)
    derived = result.derived(frame)
    what = "contacts, frame %d" % frame
    found = reading.arrays(data.GetCellData())
    check_equal(sorted(found), sorted([*expected, *derived]), what + ": arrays")
    points = reading.points(data)
    lines = reading.cells(data.GetLines())
    check_array(numpy.array([points[line] for line in lines]).reshape(len(lines), 2, 3),
                ends, what + ": ends")
    for name in expected:
        check_array(found[name], expected[name], what + ": " + name)
    for name in derived:
        check_array(found[name], derived[name], what + ": " + name, SINGLE)
    units = reading.array_units(data.GetCellData())
    for name in expected:
        check_equal(units[name], result.units["granum/contacts/CellData/" + name],
                    what + ": unit of " + name)
    check_equal([units[n] for n in ("force_normal", "force_tangential", "point", "kind", "image")],
                ["N", "N", "m", "1", "1"], what + ": units of the derived")


def check_structures(reader, result, frame, time):
    data = reading.fetch(reader, 2, time)
    polygons, expected = result.structures(frame)
    what = "structures, frame %d" % frame
    found = reading.arrays(data.GetCellData())
    look = found.pop("appearance", None)  # display.py has it
    check(look is None or look.shape == (len(polygons), 4), what + ": a colour for each cell")
    check_equal(sorted(found), sorted(expected), what + ": arrays")
    for name in expected:
        check_array(found[name], expected[name], what + ": " + name)
    points = reading.points(data)
    placed = [points[cell] for cell in reading.cells(data.GetPolys())]
    check_equal([len(p) for p in placed], [len(p) for p in polygons], what + ": corners")
    if polygons:
        check_array(numpy.concatenate(placed), numpy.concatenate(polygons), what + ": points",
                    DOUBLE)
        used = numpy.unique(numpy.concatenate(reading.cells(data.GetPolys())))
        check_equal(len(used), len(points), what + ": points of absent structures are gone")


def check_sites(reader, result, frame, time):
    data = reading.fetch(reader, 4, time)
    points, expected = result.sites(frame)
    what = "virtual particles, frame %d" % frame
    check_array(reading.points(data).astype("f8"), points, what + ": points", DOUBLE)
    found = reading.arrays(data.GetPointData())
    check_equal(sorted(found), sorted(expected), what + ": arrays")
    for name in expected:
        check_array(found[name], expected[name], what + ": " + name,
                    SINGLE if name == "normal" else 0.0)
        check_equal(found[name].itemsize, 4, what + ": size of " + name)
    for name, unit in reading.array_units(data.GetPointData()).items():
        check_equal(unit, result.units["granum/virtual_particles/PointData/" + name],
                    what + ": unit of " + name)
    if expected:
        normals = data.GetPointData().GetNormals()
        check_equal(normals.GetName() if normals else None, "normal", what + ": normals")
        check_equal(len(reading.cells(data.GetVerts())), len(points), what + ": vertices")
        check_equal(reading.texts(data, "structures"), result.names("structures"),
                    what + ": names")
    return points, expected


def check_distances(reader, result, frame, time):
    """Sites and surface, both posed: what lies between them is the distance."""
    surface = reading.fetch(reader, 2, time)
    arrays = reading.arrays(surface.GetCellData())
    owner = list(zip(arrays["structure_id"], arrays["patch"]))
    corners = reading.points(surface)
    cells = reading.cells(surface.GetPolys())
    points, sites = check_sites(reader, result, frame, time)
    both = numpy.stack([sites["structure_id"], sites["patch"]], axis=1).reshape(-1, 2)
    for s, p in numpy.unique(both, axis=0).tolist():
        mesh = numpy.array([corners[c] for c, o in zip(cells, owner) if o == (s, p)])
        mine = (both == (s, p)).all(axis=1)
        rows = numpy.flatnonzero(mine)[::101]
        exact = triangles.distances(points[rows], mesh)
        off = numpy.abs(numpy.abs(sites["distance"][rows].astype("f8")) - exact)
        worst = (off / sites["spacing"][rows]).max()
        # Places in single precision: half a unit of 2^-24 of 4 cm, in spacings of 1 mm.
        check(worst < 1e-5, "frame %d, patch %d.%d: distance off by %g D" % (frame, s, p, worst))
        print("frame %d, patch %d.%d: %d sites, distance off by %.2g D" % (
            frame, s, p, mine.sum(), worst))


def check_history(reader, result):
    data = reading.fetch(reader, 3)
    found = reading.arrays(data.GetRowData())
    expected = result.history()
    check_equal(sorted(found), sorted(expected), "history: columns")
    check_equal(data.GetColumnName(0), "time", "history: first column")
    for name in expected:
        check_array(found[name], expected[name], "history: " + name)
        check_equal(found[name].dtype.kind, expected[name].dtype.kind, "history: kind of " + name)


def check_pieces(reader, result, frame):
    """Three processes get consecutive rows; together they have all, and each its own."""
    from vtkmodules.vtkFiltersCore import vtkPassThrough

    algorithm = reader.GetClientSideObject()
    for port, expected in ((0, result.grains(frame)[1]["id"]),
                           (1, result.contacts(frame)[1]["id_a"])):
        found, counts = [], []
        for piece in range(3):
            taker = vtkPassThrough()
            taker.SetInputConnection(algorithm.GetOutputPort(port))
            taker.UpdateInformation()
            request = taker.GetOutputInformation(0)
            executive = taker.GetExecutive()
            request.Set(executive.UPDATE_TIME_STEP(), result.times[frame])
            request.Set(executive.UPDATE_PIECE_NUMBER(), piece)
            request.Set(executive.UPDATE_NUMBER_OF_PIECES(), 3)
            executive.Update()
            data = taker.GetOutputDataObject(0)
            attributes = data.GetPointData() if port == 0 else data.GetCellData()
            rows = reading.arrays(attributes)["id" if port == 0 else "id_a"]
            found.append(rows.copy())
            counts.append(len(rows))
        check_array(numpy.concatenate(found), expected, "port %d in three pieces" % port)
        check(max(counts) - min(counts) <= 1, "port %d: pieces of %s rows" % (port, counts))


def main():
    for path in sys.argv[1:]:
        result = Result(path)
        reader = reading.open_result(path)
        check_equal(reader.GetXMLName(), "GranumReader", path + ": reader")
        check_array(numpy.array(reader.TimestepValues), result.times, path + ": times")
        last = len(result.times) - 1
        for frame in sorted({0, 1, last // 2, last}):
            time = result.times[frame]
            check_grains(reader, result, frame, time)
            check_contacts(reader, result, frame, time)
            check_structures(reader, result, frame, time)
            check_sites(reader, result, frame, time)
        # Between two frames the earlier one holds; before the first, the first.
        gap = result.times[2] - result.times[1]
        check_grains(reader, result, 1, result.times[1] + 0.9 * gap)
        check_structures(reader, result, 1, result.times[1] + 0.9 * gap)
        check_grains(reader, result, 0, result.times[0] - gap)
        check_contacts(reader, result, len(result.times) - 1, result.times[-1] + gap)
        check_history(reader, result)
        if result.names("structures") == ["floor", "left", "right"]:  # of tests/sites.yaml
            audit = {"audit_error": "m", "audit_missing": "1", "audit_exact": "1",
                     "audit_answered": "1"}
            units = reading.array_units(reading.fetch(reader, 2, result.times[1]).GetCellData())
            check_equal({name: units.get(name) for name in audit}, audit, "audit of structures")
            check_distances(reader, result, 1, result.times[1])
            check_distances(reader, result, 3, result.times[3])
        counts = result.data["granum/contacts/NumberOfCells"]
        check_pieces(reader, result, int(counts.argmax()))
        print("%s: %d frames, %s grains, %s contacts" % (
            path, len(result.times), result.data["VTKHDF/NumberOfPoints"].tolist(),
            counts.tolist()))
    report()


main()
