"""The package granum in ParaView's Python: its functions that draw and pick are there, and its
NumPy arrays of a result are those that the reader shows."""

import sys

import granum
from paraview import simple

import reading
from checks import check, check_array, check_equal, report

#: Where each name is at home.
OFFERED = {
    "granum.display": ["Shown", "show", "units"],
    "granum.coverage": ["ShownCoverage", "show_coverage"],
    "granum.sites": ["ShownSites", "show_sites"],
    "granum.picking": ["look_at", "selected"],
    "granum.comparing": ["ShownComparison", "show_comparison"],
    "granum.comparison": ["Comparison", "compare"], "granum.outcome": ["summary"],
    "granum.program": ["Parameters", "RunError", "parameters"],
    "granum.simulation": ["Simulation"], "granum.library": ["Error"],
    "granum.result": ["Result"], "granum.frame": ["Frame"], "granum.file": ["ResultError"],
}


def check_offered():
    star = {}
    exec("from granum import *", star)
    for module, names in OFFERED.items():
        for name in names:
            found = getattr(granum, name)
            check_equal((found.__module__, found.__name__), (module, name), "granum." + name)
            check(star.get(name) is found and name in dir(granum), name + " by a star and in dir()")
    check("open" not in star and granum.open is not open, "a star leaves Python's open alone")
    for module in ("coverage", "display", "picking", "sites", "run", "drawing", "picture"):
        check_equal(getattr(granum, module).__name__, "granum." + module, "module " + module)


def check_numbers(path):
    """NumPy and the reader, of the same file at the same time in one process."""
    reader = reading.open_result(path)
    reader.UpdatePipelineInformation()
    result = granum.open(path)
    check_array(result.times, list(reader.TimestepValues), "times")
    for frame in (result[0], result[-1]):
        for port, columns in ((0, frame.grains), (1, frame.contacts)):
            data = reading.fetch(reader, port, frame.time)
            shown = {**reading.arrays(data.GetPointData()), **reading.arrays(data.GetCellData())}
            check(len(shown) > 5, "%d arrays of port %d" % (len(shown), port))
            for name, rows in shown.items():
                if name != "image":
                    # What follows in single precision here is rounded from double there.
                    check_array(columns[name], rows, "%s of frame %d" % (name, frame.index), 1e-6)
    units = granum.units(reader)
    for name in frame.grains:
        if name != "position":
            check_equal(units[name], frame.grains.unit(name), "unit of " + name)
    check(len(frame.contacts) > 0 and len(frame.grains) > 0, "there is something to compare")
    simple.Delete(reader)


check_offered()
check_numbers(sys.argv[1])
report()
