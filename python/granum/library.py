"""libgranum.so, the solver as a library: found, loaded and checked; its errors as exceptions.

solver/include/granum.h describes the functions and structs that are declared here."""

import ctypes
import os
import sysconfig
from ctypes import c_char_p, c_double, c_int, c_int64, c_size_t, c_uint, c_void_p
from pathlib import Path

from granum.arrays import numpy

FILE = "libgranum.so"
DEBIAN = "dist-packages"
VARIABLE = "GRANUM_LIBRARY"

GRAINS, CONTACTS, STRUCTURES, CLUMPS = range(4)  # gm_sim_table
TYPES = ("float64", "int32", "int64")  # gm_sim_type
STATUSES = ("ok", "input", "file", "memory", "number", "interrupted", "use")  # gm_status
EVENTS = ("begun", "step", "frame", "warning")  # gm_sim_event_kind


class Error(Exception):
    """The solver refused or failed; the text is its message, one line per error of a scene.

    status: "input" (the scene, an argument or a data file is wrong), "file" (a file cannot be
    opened, read or written), "memory", "number" (the motion has diverged), "interrupted", or
    "use" (the call is not possible in this state of the simulation)."""

    def __init__(self, message, status="use"):
        super().__init__(message)
        self.status = status


class View(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("n", c_int64), ("stride", c_int64), ("components", c_int),
                ("type", c_int), ("unit", c_char_p), ("live", c_int), ("writable", c_int)]


class Totals(ctypes.Structure):
    _fields_ = [("time", c_double), ("step", c_int64), ("grains", c_int64),
                ("grains_in", c_int64), ("grains_out", c_int64), ("contacts_grain", c_int64),
                ("contacts_structure", c_int64), ("mass", c_double), ("momentum", c_double * 3),
                ("kinetic", c_double), ("elastic", c_double), ("potential", c_double),
                ("dissipated", c_double), ("structure_work", c_double),
                ("energy_error", c_double), ("largest_overlap", c_double)]


class Event(ctypes.Structure):
    _fields_ = [("kind", c_int), ("step", c_int64), ("steps", c_int64), ("frame", c_int64),
                ("frames", c_int64), ("time", c_double), ("end", c_double), ("grains", c_int64),
                ("warning", c_char_p)]


PROGRESS = ctypes.CFUNCTYPE(None, c_void_p, ctypes.POINTER(Event))


class Options(ctypes.Structure):
    _fields_ = [("result", c_char_p), ("replace", c_int), ("command_line", c_char_p),
                ("stop", ctypes.POINTER(c_int)), ("progress", PROGRESS), ("user", c_void_p)]


VECTOR = ctypes.POINTER(c_double)
TEXTS = ctypes.POINTER(c_char_p)
SIM = c_void_p

#: Functions that return a gm_status: their arguments after the simulation.
CALLS = {
    "set": [c_char_p, c_char_p],
    "threads": [c_int],
    "material": [c_char_p, c_double, c_double, c_double],
    "pair": [c_char_p, c_char_p, c_double, c_double],
    "time_step": [c_double],
    "domain": [VECTOR, VECTOR],
    "plane": [c_char_p, c_char_p, VECTOR, VECTOR],
    "box": [c_char_p, c_char_p, VECTOR, VECTOR, c_uint],
    "cylinder": [c_char_p, c_char_p, VECTOR, VECTOR, c_double, c_uint],
    "cone": [c_char_p, c_char_p, VECTOR, VECTOR, c_double, c_double, c_uint],
    "sphere": [c_char_p, c_char_p, VECTOR, c_double],
    "disc": [c_char_p, c_char_p, VECTOR, VECTOR, c_double],
    "mesh": [c_char_p, c_char_p, c_char_p, c_double],
    "translate": [c_char_p, VECTOR, c_double, c_double],
    "rotate": [c_char_p, VECTOR, VECTOR, c_double, c_double, c_double],
    "add_grains": [c_size_t, VECTOR, VECTOR, VECTOR, c_char_p],
    "gravity": [VECTOR],
    "start": [],
    "step": [c_int64],
    "run_to": [c_double],
    "column": [c_int, c_char_p, ctypes.POINTER(View)],
    "measure": [ctypes.POINTER(Totals)],
    "edited": [],
    "remove_grains": [c_size_t, ctypes.POINTER(c_int64)],
    "place_structure": [c_int64, VECTOR, VECTOR],
    "move_structure": [c_int64, VECTOR, VECTOR],
    "push_structure": [c_int64, VECTOR, VECTOR],
    "result": [c_char_p, c_int],
    "write": [],
    "checkpoint": [c_char_p],
    "close": [],
    "run": [ctypes.POINTER(Options)],
}

#: The other functions: what they return, and all their arguments.
QUERIES = {
    "create": (SIM, []),
    "open": (SIM, [c_char_p, c_size_t, TEXTS]),
    "resume": (SIM, [c_char_p, c_size_t, TEXTS]),
    "parse": (SIM, [c_char_p, c_char_p, c_size_t, TEXTS]),
    "free": (None, [SIM]),
    "status": (c_int, [SIM]),
    "message": (c_char_p, [SIM]),
    "version": (c_char_p, []),
    "layout": (c_size_t, [c_int]),
    "time": (c_double, [SIM]),
    "dt": (c_double, [SIM]),
    "step_count": (c_int64, [SIM]),
    "column_name": (c_char_p, [c_int, c_int]),
    "grain_count": (c_int64, [SIM]),
    "structure_count": (c_int64, [SIM]),
    "structure_name": (c_char_p, [SIM, c_int64]),
    "material_name": (c_char_p, [SIM, c_int64]),
    "structure_row": (c_int64, [SIM, c_char_p]),
}


def candidates():
    """Paths of the library, best first: that of GRANUM_LIBRARY if it is set, else those beside
    the package: in it, in its installed tree (PREFIX/share/granum/python, or Debian's
    dist-packages) or in the build tree of its sources (SOURCES/python)."""
    chosen = os.environ.get(VARIABLE)
    if chosen:
        return [Path(chosen)]
    package = Path(__file__).resolve().parent
    if package.parts[-4:-1] == ("share", "granum", "python") or package.parts[-2] == DEBIAN:
        prefix = package.parents[3]
        multiarch = sysconfig.get_config_var("MULTIARCH") or "."
        folders = [package, prefix / "lib" / multiarch, prefix / "lib", prefix / "lib64"]
    else:
        folders = [package, package.parents[1] / "build" / "lib"]
    # Without the development files there is only the name with the version of the interface.
    versions = [path for folder in folders for path in sorted(folder.glob(FILE + ".*.*"))]
    return [folder / FILE for folder in folders] + versions


def _declare(library):
    """Give every function its types.  AttributeError: the library lacks one."""
    for name, arguments in CALLS.items():
        function = getattr(library, "gm_sim_" + name)
        function.restype, function.argtypes = c_int, [SIM, *arguments]
    for name, (result, arguments) in QUERIES.items():
        function = getattr(library, "gm_sim_" + name)
        function.restype, function.argtypes = result, arguments


def _load():
    tried = candidates()
    path = next((path for path in tried if path.exists()), None)
    if path is None:
        raise ImportError("granum.Simulation needs the library %s, which is not in: %s; build and "
                          "install granum, or set %s to the path of the library"
                          % (FILE, ", ".join(map(str, tried)), VARIABLE))
    # Threads that wait spin for some 20 us and then sleep: OpenMP reads it when it is loaded.
    if "OMP_WAIT_POLICY" not in os.environ:
        os.environ.setdefault("GOMP_SPINCOUNT", "1000")
    try:
        library = ctypes.CDLL(str(path))
        _declare(library)
    except OSError as error:
        raise ImportError("the library '%s' cannot be loaded: %s" % (path, error)) from error
    except AttributeError as error:
        raise ImportError("the library '%s' does not belong to this version of the package "
                          "granum: %s" % (path, error)) from error
    for k, struct in enumerate((View, Totals, Event, Options)):
        if library.gm_sim_layout(k) != ctypes.sizeof(struct):
            raise ImportError(
                "the library '%s' (version %s) does not belong to this version of the package "
                "granum: %s has %d bytes, %d are expected"
                % (path, library.gm_sim_version().decode(), struct.__name__,
                   library.gm_sim_layout(k), ctypes.sizeof(struct)))
    return library


_loaded = None


def library():
    """The library, loaded on first use.  ImportError: it is missing, or of another version."""
    global _loaded
    if _loaded is None:
        _loaded = _load()
    return _loaded


def text(value):
    """A text as the library takes it; None stays None."""
    return None if value is None else os.fsencode(value)


def pointer(array):
    """The first number of a contiguous float64 array; None stays None."""
    return None if array is None else array.ctypes.data_as(VECTOR)


def vector(values, n=3):
    """n numbers as the library takes them; None stays None."""
    if values is None:
        return None
    array = numpy.array(values, float)
    if array.shape != (n,):
        raise ValueError("%r is not a vector of %d numbers" % (values, n))
    return pointer(array)


def bits(chosen, *names):
    """Bit k is set where names[k] is chosen."""
    chosen = [chosen] if isinstance(chosen, str) else list(chosen)
    for name in chosen:
        if name not in names:
            raise ValueError("there is no side %r; there are: %s" % (name, ", ".join(names)))
    return sum(1 << names.index(name) for name in dict.fromkeys(chosen))
