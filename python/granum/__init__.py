"""Granum in Python: simulations and results as NumPy arrays, and pictures with ParaView.

    import granum
    r = granum.open("hopper.vtkhdf")
    f = r.at(0.5)                       # the frame at 0.5 s; also r[10], r[-1], for f in r
    f.grains.position, f.grains.radius, f.contacts.force, r.history["time"]

A simulation in this process; arrays have the same names as in a frame:

    sim = granum.Simulation("hopper/scene.yaml", set={"time.end": 0.5}, threads=2)
    sim.run_to(0.1)
    sim.grains.position, sim.contacts.force, sim.structures["gate"].force, sim.energy

Both need NumPy and h5py (Debian: python3-numpy, python3-h5py) but not ParaView.  The functions
that draw and pick need ParaView, that is pvpython or ParaView's own Python shell; elsewhere they
raise an ImportError:

    from granum import show
    show("hopper.vtkhdf")

    pvpython -m granum.picture hopper.vtkhdf -o hopper.png
    pvpython -m granum.picture mixer.vtkhdf --sites left -o mixer-sites.png
"""

import importlib
import importlib.util

#: The module of each name.  A module is imported when one of its names is first used.
_HOMES = {"Result": "result", "Frame": "frame", "Columns": "columns", "ResultError": "file",
          "Simulation": "simulation", "Error": "library",
          "Parameters": "program", "parameters": "program", "RunError": "program",
          "Comparison": "comparison", "compare": "comparison", "summary": "outcome",
          "Shape": "shapes", "rotations": "shapes"}
_HOMES_WITH_PARAVIEW = {
    "Shown": "display", "show": "display", "units": "display",
    "ShownCoverage": "coverage", "show_coverage": "coverage",
    "ShownForces": "forces", "show_forces": "forces",
    "ShownSites": "sites", "show_sites": "sites",
    "ShownZones": "zones", "show_zones": "zones",
    "print_ready": "presets", "ambient_occlusion": "presets", "turntable": "presets",
    "look_at": "picking", "selected": "picking",
    "ShownComparison": "comparing", "show_comparison": "comparing",
    "next_incomplete": "picking", "lost_times": "picking",
}
_MODULES = {"arrays", "blocks", "columns", "comparing", "comparison", "contacts", "coverage", "description",
            "display", "drawing", "figures", "file", "filters", "forces", "frame", "library", "live", "outcome",
            "picking", "picture", "presets", "program", "result", "run", "shapes", "simulation", "sites", "structures",
            "sweeps", "zones"}

# `from granum import *` gives the names that can be imported here, without `open`, which would
# hide Python's own.
__all__ = []
if all(map(importlib.util.find_spec, ("numpy", "h5py"))):
    __all__ += sorted(_HOMES)
if importlib.util.find_spec("paraview"):
    __all__ += sorted(_HOMES_WITH_PARAVIEW)


def open(path):
    """Open the result of a run, NAME.vtkhdf; returns a granum.Result.

    Reads names, times and counts only; an array is read on first use.  The run may still be
    writing the file.  FileNotFoundError: there is no such file.  granum.ResultError: the file is
    not a result."""
    from granum.result import Result

    return Result(path)


def __getattr__(name):
    home = _HOMES.get(name) or _HOMES_WITH_PARAVIEW.get(name)
    if home:
        return getattr(importlib.import_module("granum." + home), name)
    if name in _MODULES:
        return importlib.import_module("granum." + name)
    raise AttributeError("granum has no '%s'" % name)


def __dir__():
    return sorted({*globals(), *_HOMES, *_HOMES_WITH_PARAVIEW, *_MODULES})
