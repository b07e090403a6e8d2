"""The sums of the filters, printed as JSON on the last line, for filters_ranks.py.

    pvbatch filters_sums.py RESULT...
"""

import json
import os
import sys

import numpy
from paraview import servermanager, simple

import filters
import reading


def network(reader, time):
    """Sums over the lines of all ranks; <f> as rank 0 has it."""
    made = simple.ContactNetwork(Contacts=filters.port(reader, "Contacts"),
                                 Grains=filters.port(reader, "Grains"), Shape="Lines")
    data = filters.output(made, time)
    cells = reading.arrays(data.GetCellData())
    if data.GetNumberOfLines() == 0:
        return {"lines": 0}
    return {
        "lines": data.GetNumberOfLines(),
        "f": float(cells["force_normal"].astype("f8").sum()),
        "ratio": float(cells["force_ratio"].sum()),
        "strong": int(cells["strong"].sum()),
        "thickness": float(cells["thickness"].sum()),
        "radius": float(cells["radius_a"].sum() + cells["radius_b"].sum()),
    }


def chains(reader, time):
    """Chains go on across ranks, and their numbers agree."""
    made = simple.ContactNetwork(Contacts=reader, Shape="Lines", Part="Force chains",
                                 ChainAngle=60, LeastGrains=2)
    data = filters.output(made, time)
    cells = reading.arrays(data.GetCellData())
    return {"lines": data.GetNumberOfLines(),
            "numbers": int(cells["chain_id"].sum()) if cells else 0,
            "lengths": int(cells["chain_length"].sum()) if cells else 0}


def statistics(reader, time):
    made = simple.ForceStatistics(Contacts=filters.port(reader, "Contacts"),
                                  Grains=filters.port(reader, "Grains"))
    sums = {name: float(rows[0]) for name, rows in filters.table(made, time, 3).items()}
    del sums["anisotropy"]  # a root: round-off grows where it is near zero
    for port in range(3):
        for name, rows in filters.table(made, time, port).items():
            if len(rows):  # tables without rows lose their columns between ranks
                weighed = rows * numpy.arange(1, len(rows) + 1)
                sums["%d %s" % (port, name)] = float(numpy.nansum(weighed))
    return sums


def load(reader, time):
    made = simple.StructureLoad(Structures=filters.port(reader, "Structures"),
                                Contacts=filters.port(reader, "Contacts"),
                                Average="Last seconds", Window=0.025)
    data = filters.output(made, time)
    cells = reading.arrays(data.GetCellData())
    if data.GetNumberOfCells() == 0:
        return {"cells": 0}
    fields = filters.fields(data)
    return {
        "cells": data.GetNumberOfCells(),
        "force": float(fields["structure_force"][:, 2].sum()),
        "torque": float(fields["structure_torque"][0].sum()),
        "pressure": float((cells["pressure"] * numpy.arange(len(cells["area"]))).sum()),
        "frames": float(fields["frames"][0]),
    }


def grid(reader, time):
    made = simple.CoarseGrain(Grains=filters.port(reader, "Grains"),
                              Contacts=filters.port(reader, "Contacts"), Density=2500)
    made.UpdatePipeline(time)
    data = made.GetDataInformation()
    arrays = data.GetPointDataInformation()
    sums = {"extent": "%s" % (tuple(data.GetExtent()),)}
    for name in ("density", "velocity", "kinetic_stress", "contact_stress"):
        sums[name] = float(arrays.GetArrayInformation(name).GetComponentRange(0)[1])
    return sums


def mixture(reader, time):
    made = simple.Mixing(Grains=filters.port(reader, "Grains"), KindArray="id",
                         GrainsPerCell=5)
    arrays = reading.arrays(filters.output(made, time).GetPointData())
    table = filters.table(made, time, 1)
    if len(table.get("kind", ())) == 0:
        return {"kinds": 0}
    return {"index": float(table["lacey_index_all"][0]), "cells": float(table["cells"][0]),
            "grains": float(table["grains"].sum()),
            "concentration": float(arrays["concentration"].sum())}


def shell(reader, time):
    """Sites lie on the first rank; the grain that is picked on the last."""
    grains = filters.port(reader, "Grains")
    ids = reading.arrays(filters.output(reader, time).GetPointData()).get("id", ())
    made = simple.VirtualParticleShell(Sites=filters.port(reader, "Virtual Particles"),
                                       Grains=grains, Reach=20,
                                       GrainId=int(ids.max()) if len(ids) else -1)
    fields = filters.fields(filters.output(made, time, 1))
    return {"sites": filters.output(made, time).GetNumberOfPoints(),
            "corners": float(fields["corners"][0]) if "corners" in fields else -1.0}


def field(reader, time):
    """Sites lie on the first rank; the smallest grain on any."""
    made = simple.DistanceField(Sites=reader)
    data = filters.output(made, time)
    arrays = reading.arrays(data.GetPointData())
    lines = filters.output(made, time, 1)
    if not arrays:
        return {"points": data.GetNumberOfPoints(), "lines": lines.GetNumberOfCells()}
    return {"points": data.GetNumberOfPoints(), "lines": lines.GetNumberOfCells(),
            "distance": float(arrays["distance"].sum()),
            "answered": int(arrays["answered"].sum()),
            "touching": int((reading.arrays(lines.GetCellData())["isoline"] == 1).sum())}


def coverage(reader, time):
    made = simple.Coverage(Structures=filters.port(reader, "Structures"),
                           Grains=filters.port(reader, "Grains"),
                           Sites=filters.port(reader, "Virtual Particles"), ContactRange=4,
                           LeastSites=9)
    cells = reading.arrays(filters.output(made, time).GetCellData())
    return {"listed": filters.output(made, time, 1).GetNumberOfPoints(),
            "counted": int(cells["incomplete_grains"].sum()) if cells else 0,
            "open": filters.output(made, time, 4).GetNumberOfCells()}


def motion(reader, time):
    """History and structures lie on the first rank.  Without bodies there is a warning."""
    structures = filters.output(filters.port(reader, "Structures"), time, 2)
    if not structures.GetFieldData().GetArray("structure_mass"):
        return {"bodies": 0}
    made = simple.BodyMotion(History=reader)
    arrays = reading.arrays(filters.output(made, time, 2).GetPointData())
    lines = filters.output(made, time)
    return {"bodies": len(arrays["structure_id"]), "lines": lines.GetNumberOfLines(),
            "momentum": float(arrays["angular_momentum"][:, 0].sum()),
            "speed": float(reading.arrays(lines.GetPointData())["speed"].sum()),
            "arrows": filters.output(made, time, 1).GetNumberOfCells()}


def sums_of(path):
    reader = reading.open_result(path)
    time = max(reader.TimestepValues, default=0.0)
    return {part.__name__: part(reader, time)
            for part in (network, chains, statistics, load, grid, mixture, shell, field, coverage,
                         motion)}


def main():
    ranks = servermanager.vtkProcessModule.GetProcessModule().GetNumberOfLocalPartitions()
    print(json.dumps({"ranks": ranks, "results": {os.path.basename(path): sums_of(path)
                                                  for path in sys.argv[1:]}}), flush=True)


main()
