"""Body Motion of input without bodies, interrupted, empty or hostile.

    body_motion_input.py BODIES OTHER FOLDER

BODIES is the result of bodies.yaml; no force moves a structure of OTHER.
"""

import os
import shutil
import sys

import h5py
import numpy
from paraview import simple
from vtkmodules.vtkCommonCore import vtkStringArray

import filters
import reading
from checks import check, check_equal, report

PATHS, ARROWS, CENTRES = range(3)


def heard(source, event, act):
    """How often an algorithm reports an event while act() runs."""
    said = []
    algorithm = source.GetClientSideObject()
    number = algorithm.AddObserver(event, lambda *_: said.append(1))
    executive = algorithm.GetExecutive().AddObserver("ErrorEvent", lambda *_: None)
    act()
    algorithm.RemoveObserver(number)
    algorithm.GetExecutive().RemoveObserver(executive)
    return len(said)


def check_without_bodies(other):
    """One warning, and nothing is shown."""
    reader = reading.open_result(other)
    motion = simple.BodyMotion(History=reader)
    times = reader.TimestepValues
    check_equal(heard(motion, "WarningEvent", lambda: motion.UpdatePipeline(times[-1])), 1,
                "warnings without bodies")
    for port in range(3):
        data = filters.output(motion, times[0], port)
        check_equal((data.GetNumberOfPoints(), data.GetNumberOfCells()), (0, 0), "empty port")


def made(columns, names, fields, polygons=True):
    """Body Motion of a table and of structures with one triangle each."""
    n = len(names)
    corners = [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0]] * n if polygons else []
    structures = filters.made(corners, {"structure_id": numpy.arange(n) if polygons else []},
                              polygons=[[3 * k, 3 * k + 1, 3 * k + 2] for k in range(n)]
                              if polygons else [])
    filters.give_fields(structures, fields)
    texts = vtkStringArray()
    texts.SetName("structures")
    for name in names:
        texts.InsertNextValue(name)
    structures.GetClientSideObject().GetOutputDataObject(0).GetFieldData().AddArray(texts)
    return simple.BodyMotion(History=filters.made_table(columns), Structures=structures)


def columns_of(x, time, name="body", speed=(1, 0, 0)):
    rows = len(time)
    return {"time": numpy.array(time, float), "structure_position_" + name: x,
            "structure_centre_" + name: x,
            "structure_orientation_" + name: numpy.tile([1.0, 0, 0, 0], (rows, 1)),
            "structure_momentum_" + name: numpy.tile(numpy.array(speed, float), (rows, 1))}


def lines(motion):
    """Ends of the lines, x of each."""
    motion.PathLength = "Whole run"
    data = filters.output(motion, 0.0, PATHS)
    x = reading.points(data)[:, 0]
    return [[float(x[c[0]]), float(x[c[-1]])] for c in reading.cells(data.GetLines())] \
        if data.GetNumberOfLines() else []


def check_interrupted():
    """A path ends at a periodic side and at rows that are no numbers, and goes on after."""
    time = 0.125 * numpy.arange(17)
    x = numpy.zeros((17, 3))
    x[:, 0] = time % 1.0
    mass = {"structure_mass": numpy.ones(1)}
    check_equal(lines(made(columns_of(x, time), ["body"], mass)), [[0, 0.875], [0, 0.875]],
                "lines of a body that crosses a side twice")
    heavy = {"structure_mass": numpy.full(1, 1e-3)}  # at 1000 m/s the way back is no jump
    check_equal(lines(made(columns_of(x, time), ["body"], heavy)), [[0, 0]], "fast enough")
    x[:, 0] = time
    x[8, 1] = numpy.nan
    check_equal(lines(made(columns_of(x, time), ["body"], mass)), [[0, 0.875], [1.125, 2]],
                "lines beside a row that is no number")
    x[8, 1] = 0
    time[9] = time[8]
    check_equal(lines(made(columns_of(x, time), ["body"], mass)), [[0, 1], [1.125, 2]],
                "lines where time stands still")


def check_hostile_tables():
    """Columns that lack, or are of another kind, show nothing or fail with a message."""
    time = numpy.arange(4.0)
    x = numpy.ones((4, 3)) * time[:, None]
    mass = {"structure_mass": numpy.ones(1)}

    def shown(columns, names=("body",), fields=mass, polygons=True, warnings=0):
        motion = made(columns, names, fields, polygons)
        motion.AllStructures = 0
        check_equal(heard(motion, "WarningEvent", lambda: motion.UpdatePipeline(2.0)), warnings,
                    "warnings")
        return [filters.output(motion, 2.0, port).GetNumberOfPoints() for port in range(3)]
    right = columns_of(x, time)
    check_equal(shown(right)[::2], [3, 1], "a table with what is needed")
    check_equal(shown(right, polygons=False), [3, 0, 1], "no surface: no size, no arrow")
    for name in ("position", "orientation"):
        for wrong in (None, numpy.ones((4, 2)), numpy.ones(4)):
            columns = dict(right)
            del columns["structure_%s_body" % name]
            if wrong is not None:
                columns["structure_%s_body" % name] = wrong
            check_equal(shown(columns, warnings=1), [0, 0, 0], "another " + name)
    for wrong in (numpy.nan, -1.0, numpy.inf, 0.0):
        check_equal(shown(right, fields={"structure_mass": numpy.array([wrong])}, warnings=1),
                    [0, 0, 0], "a mass of %g" % wrong)
    check_equal(shown(right, fields={"structure_mass": numpy.ones(0)}, warnings=1), [0, 0, 0],
                "no row of masses")
    check_equal(shown(right, names=["", "body"], fields={"structure_mass": numpy.ones(2)})[::2],
                [3, 1], "a structure without columns")
    huge = dict(right, structure_momentum_body=numpy.full((4, 3), 1e308),
                structure_orientation_body=numpy.full((4, 4), numpy.nan))
    check_equal(shown(huge)[2], 1, "numbers that overflow")
    without = {k: v for k, v in right.items() if k != "time"}
    motion = made(without, ["body"], mass)
    check(heard(motion, "ErrorEvent", lambda: motion.UpdatePipeline(0.0)) > 0, "no time")
    motion = simple.BodyMotion(History=filters.made_table(right),
                               Structures=filters.made([], {}, polygons=[]))
    check(heard(motion, "ErrorEvent", lambda: motion.UpdatePipeline(0.0)) > 0, "no names")
    motion = simple.BodyMotion(History=filters.made_table({}),
                               Structures=filters.made([], {}, polygons=[]))
    motion.UpdatePipeline(0.0)
    check_equal(filters.output(motion, 0.0, CENTRES).GetNumberOfPoints(), 0, "an empty table")


def check_hostile_files(bodies, folder):
    """The reader refuses arrays of another shape with a message."""
    path = os.path.join(folder, "body_motion_hostile.vtkhdf")

    def history(name):
        return "granum/history/structure_" + name

    def cut(*size):
        return lambda rows: rows[tuple(slice(0, n) for n in size)]
    cases = {history("orientation"): (cut(999, 8, 3), cut(999, 7, 4), lambda rows: rows[:, 0, 0]),
             history("centre"): (cut(999, 8, 2), cut(999, 7, 3), lambda rows: rows[:, :, 0]),
             history("kinetic"): (cut(999, 7), lambda rows: rows[:, 0]),
             "granum/scene/structure_mass": (cut(7), lambda rows: numpy.append(rows, 1.0),
                                             lambda rows: rows.astype("i8"),
                                             lambda rows: numpy.stack([rows, rows])),
             "granum/poses/velocity": (cut(999, 7, 3), cut(999, 8, 2), cut(3, 8, 3))}
    for name, changes in cases.items():
        for k, change in enumerate(changes):
            shutil.copy(bodies, path)
            with h5py.File(path, "r+") as f:
                rows = change(f[name][()])
                del f[name]
                f.create_dataset(name, data=rows, maxshape=(None,) + rows.shape[1:])
            reader = reading.open_result(path)
            motion = simple.BodyMotion(History=reader)
            said = heard(reader, "ErrorEvent", lambda: heard(
                motion, "ErrorEvent", lambda: motion.UpdatePipeline(0.2)))
            check(said > 0, "%s, change %d: the reader says what is wrong" % (name, k))
            simple.Delete(motion)
            simple.Delete(reader)
    os.remove(path)


def main():
    bodies, other, folder = sys.argv[1:4]
    check_without_bodies(other)
    check_interrupted()
    check_hostile_tables()
    check_hostile_files(bodies, folder)
    report()


main()
