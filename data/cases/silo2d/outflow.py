"""What the `figures` of the silos share: a silo as grains, as a hybrid material and as a continuum, its outflow against
time, and the ratio of outflows."""
import subprocess
from pathlib import Path

import h5py
import matplotlib
import numpy

matplotlib.use("Agg")
from matplotlib import pyplot  # noqa: E402

MODES = ("discrete", "hybrid", "continuum")
DENSITY = 2500.0  # kg/m3, of a grain
FLOOR = -1.0e-3  # m: points rest at 0, and on the gate 0.5 mm below it


def run(home, folder, mode, keys):
    result = folder / ("%s-%s.vtkhdf" % (home.name, mode))
    if not result.exists():
        words = [word for key in ("hybrid.mode=" + mode, *keys) for word in ("--set", key)]
        subprocess.run(["granum", "run", str(home), "-o", str(result), "--progress", "none", *words],
                       check=True, stdout=subprocess.DEVNULL)
    return h5py.File(result, "r")


def rows(group, frame):
    first = int(numpy.ravel(group["Steps/PointOffsets"][frame])[0])
    return slice(first, first + int(group["NumberOfPoints"][frame]))


def inside(file, frame, axes):
    """Mass (kg) above the hole, by the last axis."""
    grains = file["VTKHDF"]
    part = rows(grains, frame)
    radius = grains["PointData/radius"][part]
    mass = DENSITY * numpy.pi * (radius**2 if axes == 2 else 4 / 3 * radius**3)
    if "weight" in grains["PointData"]:
        mass = mass * grains["PointData/weight"][part]
    total = mass[grains["Points"][part][:, axes - 1] > FLOOR].sum()
    if "granum/points" in file:
        points = file["granum/points"]
        part = rows(points, frame)
        total += points["PointData/mass"][part][points["Points"][part][:, axes - 1] > FLOOR].sum()
    return total


def compare(script, axes, words):
    """Runs, prints and draws; words: those of the command line."""
    home = Path(script).resolve().parent
    folder = Path((words[:1] or ["."])[0])
    folder.mkdir(parents=True, exist_ok=True)
    figure, axis = pyplot.subplots(figsize=(6.0, 4.0), layout="constrained")
    outflow = {}
    for mode in MODES:
        file = run(home, folder, mode, words[1:])
        times = file["VTKHDF/Steps/Values"][:]
        mass = numpy.array([inside(file, frame, axes) for frame in range(len(times))])
        outflow[mode] = 100 * (1 - mass / mass[0])
        print("%-10s %5.2f %% of the mass have flown out at %.2f s, %.2f of the outflow of grains"
              % (mode, outflow[mode][-1], times[-1], outflow[mode][-1] / outflow["discrete"][-1]))
        axis.plot(times, outflow[mode], label=mode)
    axis.set(xlabel="time (s)", ylabel="part of the mass that has flown out (%)")
    axis.legend()
    figure.savefig(folder / (home.name + ".png"), dpi=110)
