"""A simulation in ParaView's Python, beside a Granum Reader that shows its result.

    simulation.py LIBRARY SCENE RESULT
"""

import os
import sys

import numpy

library, scene, path = sys.argv[1:]
os.environ["GRANUM_LIBRARY"] = library

import granum  # noqa: E402

import reading  # noqa: E402
from checks import check, check_array, check_equal, report  # noqa: E402

with granum.Simulation(scene, threads=1, set={"time.end": 0.02, "output.every": 0.01,
                                              "output.precision": "double"}) as sim:
    check_equal(len(sim.run(path, replace=True)), 3, "frames")
    reader = reading.open_result(path)
    reader.UpdatePipelineInformation()
    times = list(reader.TimestepValues)
    check_equal(times[-1], sim.time, "time")
    shown = reading.arrays(reading.fetch(reader, 0, times[-1]).GetPointData())
    order = numpy.argsort(sim.grains.id)
    check(len(order) > 0, "there are grains")
    for name in ("id", "velocity", "radius", "force"):
        check_array(shown[name], sim.grains[name][order], name)
    sim.step(10)
    check(sim.time > times[-1], "it goes on")
report()
