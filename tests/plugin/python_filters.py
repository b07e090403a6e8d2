"""Reader and filters in Python against those in C++: same arrays, same numbers.

    python_filters.py RESULT...

granum.blocks and granum.filters are what granum_paraview.py, the plugin for a ParaView without
ours, is made of; where ParaView loads plugins in Python (5.12 and later) that plugin itself is
loaded, and its reader and filters are compared.
"""

import os
import sys

import numpy
from paraview import simple

import filters as user
import reading
from checks import check, check_equal, report
from granum import blocks
from granum import filters

EPS = 1e-6  # relative; both compute in double precision from the same numbers
#: Derived by one reader only, or of colours; the plugin in Python lists no friction of partners.
ONLY_ONE = {"axis_color", "material_density", "friction_of_pairs", "structure_material", "moving",
            "appearance"}


PLUGIN = os.path.join(os.path.dirname(os.path.dirname(blocks.__file__)), "granum_paraview.py")


def load_plugin():
    """False in ParaView 5.11, which cannot where Python is 3.11 or later."""
    try:
        from paraview.util import vtkAlgorithm  # noqa: F401
    except ImportError:
        return False
    simple.LoadPlugin(PLUGIN, ns=globals())
    return True


def sizes(data):
    if data.IsA("vtkTable"):
        return data.GetNumberOfRows(), data.GetNumberOfColumns()
    if data.IsA("vtkMultiBlockDataSet"):
        return [sizes(data.GetBlock(k)) for k in range(data.GetNumberOfBlocks())]
    return data.GetNumberOfPoints(), data.GetNumberOfCells()


def check_same(found, wanted, what, only=None):
    """The arrays of `wanted`, with equal numbers row by row."""
    names = set(wanted) - ONLY_ONE if only is None else only
    check_equal(sorted(names - set(found)), [], what + ": arrays that are missing")
    for name in names & set(found):
        a, b = numpy.asarray(found[name], float), numpy.asarray(wanted[name], float)
        if check_equal(a.shape, b.shape, "%s: shape of %s" % (what, name)) and a.size:
            scale = numpy.nanmax(abs(b)) if numpy.isfinite(b).any() else 1.0
            off = numpy.nanmax(abs(a - b), initial=0.0)
            check((numpy.isnan(a) == numpy.isnan(b)).all() and off <= EPS * max(scale, 1e-300),
                  "%s: %s differs by %g of %g" % (what, name, off, scale))


def parts(data):
    """{kind: {name: rows}} of data of VTK."""
    if data.IsA("vtkTable"):
        return {"rows": reading.arrays(data.GetRowData())}
    return {"points": reading.arrays(data.GetPointData()), "cells": reading.arrays(data.GetCellData()),
            "fields": user.fields(data)}


def check_data(found, wanted, what):
    check_equal(sizes(found), sizes(wanted), what + ": rows")
    if wanted.IsA("vtkMultiBlockDataSet"):
        return
    mine = parts(found)
    for kind, arrays in parts(wanted).items():
        if not (kind == "cells" and wanted.IsA("vtkUnstructuredGrid")):
            check_same(mine[kind], arrays, "%s, %s" % (what, kind))


def check_ports(reader, data_of, path, times):
    for time in times:
        for port, name in enumerate(blocks.PORTS):
            check_data(data_of(port, time), user.output(reader, time, port),
                       "%s at %g s, %s" % (os.path.basename(path), time, name))


def check_network(reader, data_of, time, what):
    wanted = simple.ContactNetwork(Contacts=simple.OutputPort(reader, 1), Grains=reader)
    given = data_of(1, time), data_of(0, time)
    for options, choose in (
            ({}, {}),
            ({"Kind": "Grain on grain", "Part": "Strong"}, {"kind": 0, "part": filters.STRONG}),
            ({"Kind": "Grain on structure", "Part": "Weak", "HideImages": 0},
             {"kind": 1, "part": filters.WEAK, "hide_images": False})):
        wanted.Kind, wanted.Part, wanted.HideImages, wanted.Shape = "All", "All", 1, "Lines"
        for name, value in options.items():
            setattr(wanted, name, value)
        check_data(filters.contact_network(*given, **choose), user.output(wanted, time), what + " " + str(choose))
    wanted.Shape, wanted.Kind, wanted.Part = "Tubes", "All", "All"
    check_equal(sizes(filters.contact_network(*given, sides=8, hide_images=False)),
                sizes(user.output(wanted, time)), what + ": tubes")
    simple.Delete(wanted)


def set_average(load, reader, window):
    """All structures, over so many seconds; 0: the frame that is shown."""
    names = user.output(reader, 0.0, 2).GetFieldData().GetAbstractArray("structures")
    load.ShownStructures = list(range(names.GetNumberOfValues()))
    load.Average = "Last seconds" if window else "Frame shown"
    load.Window = window


def check_load(reader, data_of, time, times, what):
    wanted = simple.StructureLoad(Structures=simple.OutputPort(reader, 2),
                                  Contacts=simple.OutputPort(reader, 1))
    for window in (0.0, times[-1] - times[0]):
        set_average(wanted, reader, window)
        load = filters.StructureLoad()
        for one in [t for t in times if time - window - 1e-9 <= t <= time + 1e-9]:
            load.add(data_of(2, one), data_of(1, one))
        found, of = load.filled(data_of(2, time)), user.output(wanted, time)
        cells = {"contacts", "area", *(view for view, _ in filters.SUMS.values())}
        if not window:  # means are of frames in Python, of the solver's sums in the plugin
            cells |= {"force", "traction", "pressure"}
        cells &= set(parts(of)["cells"])
        check_same(parts(found)["cells"], parts(of)["cells"], what, only=cells)
        fields = {"structure_force", "structure_torque", "structure_met_force", "structure_met_torque",
                  "frames"}
        check_same(parts(found)["fields"], parts(of)["fields"], what, only=fields)
    simple.Delete(wanted)


def check_coverage(reader, data_of, time, what):
    wanted = simple.Coverage(Structures=simple.OutputPort(reader, 2))
    for every in (0, 1):
        wanted.AllStructures = every
        found = filters.coverage(data_of(2, time), data_of(0, time), data_of(4, time), every=bool(every))
        for mine, port in zip(found, (0, 1, 4)):
            theirs = user.output(wanted, time, port)
            check_equal(sizes(mine), sizes(theirs), "%s, port %d: rows" % (what, port))
            check_same(parts(mine)["cells"], parts(theirs)["cells"], what, only=None if port < 4 else set())
            check_same(parts(mine)["points"], parts(theirs)["points"], what)
    simple.Delete(wanted)


def check_shell(reader, data_of, time, what):
    grains, sites, structures = (data_of(port, time) for port in (0, 4, 2))
    wanted = simple.VirtualParticleShell(Sites=simple.OutputPort(reader, 4), Grains=reader,
                                         Structures=simple.OutputPort(reader, 2))
    ids = reading.arrays(grains.GetPointData())
    pick = ids["id"][numpy.argmax(ids["answered"] == 1)] if "answered" in ids and len(ids["id"]) else -1
    wanted.GrainId = int(pick)
    for options, choose in (({}, {}), ({"Overlaps": 1, "Error": 1}, {"overlaps": True, "error": True})):
        for name, value in options.items():
            setattr(wanted, name, value)
        found = filters.shell(sites, grains, structures, grain_id=pick, **choose)
        for mine, port in zip(found, (0, 1)):
            theirs = user.output(wanted, time, port)
            check_equal(sizes(mine), sizes(theirs), "%s %s, port %d: rows" % (what, choose, port))
            if port == 0:
                check_same(parts(mine)["points"], parts(theirs)["points"], what)
            else:
                check_equal(numpy.bincount(parts(mine)["points"]["served"] + 1).tolist(),
                            numpy.bincount(parts(theirs)["points"]["served"] + 1).tolist(), what + ": stencil")
    simple.Delete(wanted)


def check_plugin(path):
    """The plugin in Python in the pipeline: ports, default display, filters, averages over frames."""
    reader, wanted = globals()["GranumReaderPython"](FileName=path), simple.GranumReader(FileName=path)
    name = os.path.basename(path)
    reader.UpdatePipelineInformation()
    wanted.UpdatePipelineInformation()
    check_equal(list(reader.TimestepValues), list(wanted.TimestepValues), name + ": times")
    last = list(wanted.TimestepValues)[-1]
    for port in range(len(blocks.PORTS)):
        check_data(user.output(reader, last, port), user.output(wanted, last, port),
                   "%s: %s of the plugin" % (name, blocks.PORTS[port]))

    def both(label, **inputs):
        return [make(**{what: simple.OutputPort(source, port) for what, port in inputs.items()})
                for source, make in ((reader, globals()[label + "Python"]), (wanted, getattr(simple, label)))]

    mine, theirs = both("ContactNetwork", Contacts=1, Grains=0)
    check_equal(sizes(user.output(mine, last)), sizes(user.output(theirs, last)), name + ": tubes")
    mine, theirs = both("StructureLoad", Structures=2, Contacts=1)
    for window in (0.0, last):
        mine.Window = window
        set_average(theirs, wanted, window)
        a, b = (user.output(one, last) for one in (mine, theirs))
        cells = {"contacts"} if window else {"pressure", "contacts"}
        check_same(parts(a)["cells"], parts(b)["cells"], name, only=cells & set(parts(b)["cells"]))
        check_same(parts(a)["fields"], parts(b)["fields"], name, only={"structure_force", "frames"})
    mine, theirs = both("Coverage", Structures=2, Grains=0, Sites=4)
    for port, other in ((0, 0), (1, 1), (2, 4)):
        check_equal(sizes(user.output(mine, last, port)), sizes(user.output(theirs, last, other)),
                    "%s: port %d of coverage" % (name, port))
    mine, theirs = both("VirtualParticleShell", Sites=4, Grains=0, Structures=2)
    check_equal(sizes(user.output(mine, last)), sizes(user.output(theirs, last)), name + ": shell")


def main():
    for path in sys.argv[1:]:
        reader = simple.GranumReader(FileName=path)
        reader.UpdatePipelineInformation()
        times = list(reader.TimestepValues)
        of = blocks.Blocks(path)
        kept = {}

        def data_of(port, time):
            if (port, time) not in kept:
                kept[port, time] = of.port(port, time)
            return kept[port, time]

        name = os.path.basename(path)
        check_ports(reader, data_of, path, sorted({times[0], times[-1]}))
        for time in times[-1:]:
            check_network(reader, data_of, time, "%s at %g s: network" % (name, time))
            check_load(reader, data_of, time, times, "%s at %g s: load" % (name, time))
            if sizes(data_of(4, time))[0]:
                check_coverage(reader, data_of, time, "%s at %g s: coverage" % (name, time))
                check_shell(reader, data_of, time, "%s at %g s: shell" % (name, time))
        simple.Delete(reader)
    if load_plugin():
        for path in sys.argv[1:3]:
            check_plugin(path)
    else:
        print("this ParaView loads no plugin in Python; its classes alone were compared")
    report()


if __name__ == "__main__":
    main()
