"""Structure Load against the solver's own account: history, poses and surface sums of the file.

    structure_load.py MIXER RESULT...

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


def check_cells(data, fields, what, totals=True):
    """What lies on the cells adds up to the totals; traction is force by area."""
    cells = reading.arrays(data.GetCellData())
    if not len(cells):
        return
    for s in range(len(fields["structure_force"])):
        mine = cells["structure_id"] == s
        if mine.any() and totals:
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
    load.Average = "Frame shown"
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
    load.Average, load.Window = "Last seconds", window
    data = filters.output(load, result.times[frame])
    load.Average = "Frame shown"
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
        summed = "granum/surface_sums/impulse" in result.data
        check_cells(data, filters.fields(data), "window", not summed)
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


def check_sums(load, result, who, first, data):
    """Pressure and traction between two frames are the solver's own sums over area and time."""
    sums = result.data.get("granum/surface_sums/normal_impulse")
    if sums is None:
        return 0
    last = len(result.times) - 1
    time = result.times[last] - result.times[first]
    rows = numpy.isin(result.data["granum/structures/CellData/structure_id"], who)
    cells = reading.arrays(data.GetCellData())
    area = cells["area"]
    pushed = (sums[last].astype("f8") - sums[first])[rows] / time
    check_array(cells["pressure"] * area, pushed, "pressure by the sums", 1e-9)
    impulse = result.data["granum/surface_sums/impulse"].astype("f8")
    check_array(cells["force"], (impulse[last] - impulse[first])[rows] / time, "force by the sums", 1e-9)
    pressing = cells["pressure"][cells["pressure"] > 0]
    load.UpdatePropertyInformation()
    check_array(numpy.array([load.GetProperty("UpperPressure")[0], load.GetProperty("UsedWindow")[0]]),
                numpy.array([numpy.percentile(pressing, 99), time]), "end of the colours", 1e-9)
    return len(pressing)


def on_structure(result, frame, s):
    """Points [c, 3], forces on it [c, 3] and their normal parts, of the contacts of a structure."""
    ends, contacts = result.contacts(frame)
    mine = (contacts["structure_id"] == s) & (contacts["id_b"] < 0)
    force, normal = (contacts[name][mine].astype("f8") for name in ("force", "normal"))
    return ends[mine, 1].astype("f8"), -force, -(force * normal).sum(1)[:, None] * normal


def arrows_of(data):
    """(part, first, tip, force) of each arrow: an arrow has 49 points, of which the last is the tip and
    the mean of the first 16 the beginning, and 49 cells."""
    points, cells = reading.points(data).astype("f8").reshape(-1, 49, 3), reading.arrays(data.GetCellData())
    rows = numpy.arange(0, len(cells["part"]), 49)
    return cells["part"][rows], points[:, :16].mean(1), points[:, -1], cells["force"][rows]


def check_forces(load, result, s, name):
    """Arrows, resultant and torque of a structure in the last frame."""
    last = len(result.times) - 1
    where, force, along = on_structure(result, last, s)
    check(len(where) > 3, "%d contacts at '%s'" % (len(where), name))
    load.ShownStructures = [name]
    for choice, parts in (("Whole force", {0: force}), ("Normal and tangential", {1: along, 2: force - along})):
        load.Arrows = choice
        part, start, tip, said = arrows_of(filters.output(load, result.times[last], 1))
        load.UpdatePropertyInformation()
        scale = load.GetProperty("UsedArrowScale")[0]
        top = numpy.percentile(numpy.linalg.norm(force, axis=1), 99)
        check_array(numpy.array([load.GetProperty("UpperForce")[0]]), numpy.array([top]), "largest", 1e-9)
        for k, expected in parts.items():
            drawn = numpy.linalg.norm(expected, axis=1) > 1e-4 * top
            check_array(tip[part == k], where[drawn], "%s %d: ends at the contacts" % (choice, k), 1e-9)
            check_array(said[part == k], expected[drawn], "%s %d: force" % (choice, k), 1e-6)
            check_array(numpy.linalg.norm(tip - start, axis=1)[part == k],
                        scale * numpy.linalg.norm(expected[drawn], axis=1), "%s %d: length" % (choice, k), 1e-6)
        key = numpy.linalg.norm((tip - start)[part == 3], axis=1) / scale
        lowest = min(ends[part != 3, 2].min() for ends in (tip, start))
        check(start[part == 3, 2].max() < lowest - 0.5 * scale * key[0], "the key stands below the others: %s, %g m" % (
            start[part == 3], lowest))
        text = filters.output(load, result.times[last], 3).GetColumnByName("summary").GetValue(0)
        check(len(key) == 1 and 0.19 * top < key[0] <= top, "the key is %s N of %g N" % (key, top))
        number, unit = text.split("the single one below is ")[1].split("\n")[0].split()
        said_key = float(number) * {"N": 1, "mN": 1e-3, "\u00b5N": 1e-6, "nN": 1e-9}[unit]
        check(abs(said_key - key[0]) < 1e-3 * key[0], "the text says %s %s, the key is %g N" % (
            number, unit, key[0]))
    load.Arrows = "Whole force"
    table = filters.output(load, result.times[last], 5)
    column = {n: numpy.atleast_1d(table.GetColumnByName(n).GetTuple(0)) for n in (
        "force", "torque", "reference", "axis_torque")}
    check_equal(table.GetColumnByName("structure").GetValue(0), name, "structure in the table")
    size = numpy.linalg.norm(force, axis=1).sum()
    check(abs(column["force"] - force.sum(0)).max() < 1e-6 * size, "resultant %s" % column["force"])
    arm = where - column["reference"]
    torque = numpy.cross(arm, force)
    least = 1e-6 * numpy.linalg.norm(torque, axis=1).sum()
    check(abs(column["torque"] - torque.sum(0)).max() < least, "torque %s" % column["torque"])
    spin = result.data["granum/poses/angular_velocity"][last, s]
    if numpy.linalg.norm(spin) > 1e-6:
        about = torque.sum(0) @ spin / numpy.linalg.norm(spin)
        check(abs(column["axis_torque"][0] - about) < least, "torque about the axis %g, %g expected" % (
            column["axis_torque"][0], about))
        check(("against the rotation" if about < 0 else "with the rotation") in filters.output(
            load, result.times[last], 3).GetColumnByName("summary").GetValue(0), "the sense is in the text")
    return len(where)


def check_mixer(path):
    """The blades are chosen although they rest at the start, and alone; the last turn, as far as it is
    known, is the window; arrows and resultants of one blade."""
    result = Result(path)
    reader = reading.open_result(path)
    load = simple.StructureLoad(Structures=filters.port(reader, "Structures"),
                                Contacts=filters.port(reader, "Contacts"))
    owner = result.data["granum/structures/CellData/structure_id"]
    for frame in (0, len(result.times) - 1):
        data, others = (filters.output(load, result.times[frame], port) for port in (0, 4))
        check_equal(sorted(set(reading.arrays(data.GetCellData())["structure_id"])), [1, 2], "what turns")
        check_equal([data.GetNumberOfCells(), others.GetNumberOfCells()],
                    [(owner > 0).sum(), (owner == 0).sum()], "cells of the blades and of the drum")
    # The right one has not turned once, so its turn of 0.5 s is not over: all of the run is the window.
    pressing = check_sums(load, result, [1, 2], 0, data)
    load.ShownStructures = ["left"]
    turn = 2 * numpy.pi / numpy.linalg.norm(result.data["granum/poses/angular_velocity"][-1, 1])
    first = numpy.flatnonzero(result.times >= result.times[-1] - turn - 1e-9)[0]
    check(0 < first < len(result.times) - 1, "a turn begins at frame %d" % first)
    check_sums(load, result, [1], first, filters.output(load, result.times[-1]))
    contacts = check_forces(load, result, 1, "left")
    # Structures that the reader hides are in no port of it, and come back.
    for shown, cells in ((["left", "right"], (owner > 0).sum()), (["drum", "left", "right"], len(owner))):
        reader.ShownStructures = shown
        found = reading.fetch(reader, 2, result.times[-1])
        check_equal(found.GetNumberOfCells(), cells, "cells of %s" % shown)
    print("%s: %d cells under pressure, %d contacts" % (path, pressing, contacts))


def main():
    check_pressure()
    check_mixer(sys.argv[1])
    for path in sys.argv[2:]:
        result = Result(path)
        reader = reading.open_result(path)
        load = simple.StructureLoad(Structures=filters.port(reader, "Structures"),
                                    Contacts=filters.port(reader, "Contacts"))
        filters.check_panel(load)
        load.ShownStructures = result.names("structures")
        worst = check_frames(load, result)
        frames, later = check_window(load, result)
        print("%s: off by %.2g of the sum of magnitudes; over %d frames %.2g" % (
            path, worst, frames, later))
    report()


main()
