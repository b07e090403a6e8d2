"""Structure Load against the solver's own account: history and poses of the file.

    structure_load.py RESULT...

Forces and torques of the file are in single precision in contacts and in double precision
in the history, so the totals agree to the round-off of single precision: 1e-6 of the sum
of magnitudes.
"""

import sys

import numpy
from paraview import simple

import filters
import reading
from checks import check, check_array, check_equal, report
from result import Result

SMALL = 1e-6


def account(result, frame):
    """Force and torque [S, 3] of the history at the time of a frame, else of the poses."""
    history, names = result.history(), result.names("structures")
    row = numpy.flatnonzero(history["time"] == result.times[frame])
    if len(row):
        return tuple(numpy.array([history["structure_%s_%s" % (what, n)][row[0]] for n in names])
                     for what in ("force", "torque"))
    return tuple(result.data["granum/poses/" + what][frame] for what in ("force", "torque"))


def magnitude(result, frame, s):
    """Sum of |f| and of |arm| |f| of a structure's contacts."""
    ends, contacts = result.contacts(frame)
    mine = contacts["structure_id"] == s
    force = numpy.linalg.norm(contacts["force"][mine].astype("f8"), axis=1)
    arm = ends[mine, 1] - result.data["granum/poses/position"][frame, s]
    return force.sum(), (force * numpy.linalg.norm(arm, axis=1)).sum()


def check_totals(data, force, torque, size, what):
    fields = filters.fields(data)
    worst = 0.0
    for name, expected, k in (("structure_force", force, 0), ("structure_torque", torque, 1)):
        found = fields[name]
        check_equal(found.shape, expected.shape, what + ": " + name)
        for s in range(len(expected)):
            off = numpy.abs(found[s] - expected[s]).max()
            worst = max(worst, off / size[s][k] if size[s][k] else 0.0)
            check(off <= SMALL * size[s][k], "%s: %s of %d off by %g of %g" % (
                what, name, s, off, size[s][k]))
    return worst


def check_cells(data, fields, what):
    """What lies on the cells adds up to the totals; traction is force by area."""
    cells = reading.arrays(data.GetCellData())
    if not len(cells):
        return
    for s in range(len(fields["structure_force"])):
        mine = cells["structure_id"] == s
        if mine.any():
            total = fields["structure_force"][s]
            check(numpy.abs(cells["force"][mine].sum(axis=0) - total).max()
                  <= 1e-12 * max(numpy.abs(cells["force"][mine]).sum(), 1e-300),
                  "%s: cells of %d add up" % (what, s))
    points = reading.points(data).astype("f8")
    fans = [sum(numpy.cross(points[c[i]] - points[c[0]], points[c[i + 1]] - points[c[0]])
                for i in range(1, len(c) - 1)) / 2 for c in reading.cells(data.GetPolys())]
    area = numpy.linalg.norm(numpy.array(fans), axis=1)
    check_array(cells["area"], area, what + ": areas", 1e-12)
    check_array(cells["traction"] * area[:, None], cells["force"], what + ": traction", 1e-12)


def check_frames(load, result):
    load.Window = 0
    worst = 0.0
    for frame, time in enumerate(result.times):
        data = filters.output(load, time)
        size = [magnitude(result, frame, s) for s in range(len(result.names("structures")))]
        what = "frame %d" % frame
        worst = max(worst, check_totals(data, *account(result, frame), size, what))
        check_cells(data, filters.fields(data), what)
        _, contacts = result.contacts(frame)
        placed = reading.arrays(data.GetCellData())["contacts"].sum()
        check_equal(placed, (contacts["id_b"] < 0).sum(), what + ": contacts on cells")
    return worst


def check_window(load, result):
    """Averages over the last frames, those of the frame shown included."""
    frame = len(result.times) - 1
    window = 3.2 * (result.times[1] - result.times[0])
    frames = [f for f in range(frame + 1) if result.times[f] >= result.times[frame] - window]
    load.Window = window
    data = filters.output(load, result.times[frame])
    load.Window = 0
    check_equal(filters.fields(data)["frames"][0], len(frames), "frames in the window")
    accounts = [account(result, f) for f in frames]
    sizes = [[magnitude(result, f, s) for s in range(len(result.names("structures")))]
             for f in frames]
    worst = check_totals(data, numpy.mean([a[0] for a in accounts], axis=0),
                         numpy.mean([a[1] for a in accounts], axis=0),
                         numpy.mean(sizes, axis=0), "window")
    contacts = sum((result.contacts(f)[1]["id_b"] < 0).sum() for f in frames) / len(frames)
    there = result.data["granum/poses/present"][frames].all(axis=0)
    if there.all():
        check_cells(data, filters.fields(data), "window")
        check(abs(reading.arrays(data.GetCellData())["contacts"].sum() - contacts) < 1e-9,
              "contacts in the window")
    # And a single frame again afterwards.
    check_equal(filters.fields(filters.output(load, result.times[frame]))["frames"][0], 1.0,
                "without a window")
    return len(frames), worst


def check_pressure():
    """A grain presses 6 N onto a square of 2 m2, made of two triangles, and rubs 1 N."""
    corners = [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]]
    square = filters.made(corners, {"structure_id": numpy.zeros(2, "i4"),
                                    "patch": numpy.zeros(2, "i4")}, polygons=[[0, 1, 2], [0, 2, 3]])
    contact = filters.made([[1.9, 0.1, 0.2], [1.9, 0.1, 0]], {
        "force": numpy.array([[1.0, 0, 6.0]]), "structure_id": numpy.zeros(1, "i4"),
        "patch": numpy.zeros(1, "i4"), "kind": numpy.ones(1, "i4")}, [[0, 1]])
    load = simple.StructureLoad(Structures=square, Contacts=contact)
    cells = reading.arrays(filters.output(load, 0).GetCellData())
    check_array(cells["pressure"], numpy.array([6.0, 0.0]), "pressure", 1e-12)
    check_array(cells["traction"], numpy.array([[-1.0, 0, -6.0], [0, 0, 0]]), "traction", 1e-12)


def main():
    check_pressure()
    for path in sys.argv[1:]:
        result = Result(path)
        reader = reading.open_result(path)
        load = simple.StructureLoad(Structures=filters.port(reader, "Structures"),
                                    Contacts=filters.port(reader, "Contacts"))
        filters.check_panel(load)
        worst = check_frames(load, result)
        frames, later = check_window(load, result)
        print("%s: off by %.2g of the sum of magnitudes; over %d frames %.2g" % (
            path, worst, frames, later))
    report()


main()
