"""A frame in ON-DEM's format looks the same in ParaView as the result it was exported from.

    exchange.py GRANUM RESULT FOLDER
"""

import glob
import subprocess
import sys

import numpy
from paraview import simple

import reading
from checks import check, check_equal, report

GRANUM, RESULT, FOLDER = sys.argv[1:4]
SINGLE = 2e-7  # the result is in single precision, and so is what its reader derives


def near(value, expected, what):
    value, expected = numpy.asarray(value, float), numpy.asarray(expected, float)
    if check_equal(value.shape, expected.shape, "shape of " + what):
        scale = numpy.abs(expected).max() if expected.size else 1.0
        off = numpy.abs(value - expected).max() if expected.size else 0.0
        check(off <= 4 * SINGLE * scale, "%s: off by %g of %g" % (what, off, scale))


def check_grains(theirs, ours):
    near(reading.points(theirs), reading.points(ours), "positions")
    there, here = (reading.arrays(data.GetPointData()) for data in (theirs, ours))
    for name in ("id", "material", "radius", "velocity", "angular_velocity"):
        near(there[name], here[name], "grains' " + name)
    check_equal(theirs.GetNumberOfVerts(), ours.GetNumberOfPoints(), "a vertex a grain")


def check_contacts(theirs, ours):
    there, here = (reading.arrays(data.GetCellData()) for data in (theirs, ours))
    check(len(here["id_a"]) > 20, "contacts: %d" % len(here["id_a"]))
    check((here["kind"] == 1).any(), "contacts with structures")
    near(reading.points(theirs), reading.points(ours), "ends of lines")
    for name in ("id_a", "id_b", "structure_id", "patch", "normal", "overlap", "force",
                 "force_normal", "force_tangential", "point", "kind"):
        near(there[name], here[name], "contacts' " + name)


def area(data):
    """Of each structure, and its box."""
    corners = reading.points(data)
    owner = reading.arrays(data.GetCellData())["structure_id"]
    found = {}
    for row, cell in zip(owner, reading.cells(data.GetPolys())):
        x = corners[cell].astype(float)
        fan = [numpy.linalg.norm(numpy.cross(b - x[0], c - x[0])) / 2
               for b, c in zip(x[1:-1], x[2:])]
        old, low, high = found.get(row, (0.0, numpy.inf, -numpy.inf))
        found[row] = (old + sum(fan), numpy.minimum(low, x.min(0)), numpy.maximum(high, x.max(0)))
    return found


def check_structures(theirs, ours):
    there, here = area(theirs), area(ours)
    check_equal(sorted(there), sorted(here), "structures")
    for row in sorted(set(there) & set(here)):
        near(there[row][0], here[row][0], "area of structure %d" % row)
        near(there[row][1:], here[row][1:], "box of structure %d" % row)


def main():
    done = subprocess.run([GRANUM, "export", RESULT, "--to", FOLDER + "/exchange", "--as", "ondem",
                           "--frames=-1", "--force"], capture_output=True, text=True)
    check_equal(done.returncode, 0, "granum export: " + done.stderr)
    path = sorted(glob.glob(FOLDER + "/exchange/ondem_*.vtkhdf"))[-1]
    ours = reading.open_result(RESULT)
    ours.UpdatePipelineInformation()
    last = ours.TimestepValues[-1]
    theirs = reading.open_result(path)
    check_equal(theirs.GetXMLName(), "GranumReader", "the reader found by the file")
    check_grains(reading.fetch(theirs, 0), reading.fetch(ours, 0, last))
    check_contacts(reading.fetch(theirs, 1), reading.fetch(ours, 1, last))
    surfaces = reading.fetch(theirs, 2)
    check_structures(surfaces, reading.fetch(ours, 2, last))
    names = surfaces.GetFieldData().GetAbstractArray("structures")
    check(names and names.GetNumberOfValues() > 0, "names of structures")
    check_equal(reading.fetch(theirs, 3).GetNumberOfRows(), 0, "no history")
    simple.Delete(theirs)


main()
report()
