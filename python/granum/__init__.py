"""Granum in Python: results in NumPy, and with ParaView pictures of them.

    import granum
    r = granum.open("hopper.vtkhdf")
    f = r.at(0.5)                       # the frame at 0.5 s; also r[10], r[-1], for f in r
    f.grains.position, f.grains.radius, f.contacts.force, r.history["time"]

Reading takes NumPy and h5py (Debian: python3-numpy, python3-h5py) and no ParaView.  What draws
and picks needs ParaView, thus pvpython or ParaView's own Python shell; elsewhere it is an
ImportError that says so:

    from granum import show
    show("hopper.vtkhdf")

    pvpython -m granum.picture hopper.vtkhdf -o hopper.png
    pvpython -m granum.picture mixer.vtkhdf --sites left -o mixer-sites.png
"""

import importlib
import importlib.util

#: What each name stands in.  A module is imported when one of its names is first asked for.
_HOMES = {"Result": "result", "Frame": "frame", "Columns": "columns", "ResultError": "file"}
_HOMES_WITH_PARAVIEW = {
    "Shown": "display", "show": "display", "units": "display",
    "ShownCoverage": "coverage", "show_coverage": "coverage",
    "ShownSites": "sites", "show_sites": "sites",
    "look_at": "picking", "selected": "picking",
}
_MODULES = {"arrays", "columns", "contacts", "coverage", "display", "drawing", "file", "frame",
            "picking", "picture", "result", "run", "sites", "structures"}

# What a star brings: what can be imported here, and not `open`, which is Python's own.
__all__ = []
if all(map(importlib.util.find_spec, ("numpy", "h5py"))):
    __all__ += sorted(_HOMES)
if importlib.util.find_spec("paraview"):
    __all__ += sorted(_HOMES_WITH_PARAVIEW)


def open(path):
    """The result of a run, NAME.vtkhdf: a granum.Result, whose help() says what is in it.

    Reads names, times and counts; arrays follow when they are asked for.  The run may still be
    going on.  FileNotFoundError: there is no such file.  granum.ResultError: it is no result."""
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
