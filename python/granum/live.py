"""Columns of a running simulation: NumPy views of the memory of the solver, without copies."""

import ctypes
import functools

from granum.arrays import numpy
from granum.columns import Columns
from granum.library import STRUCTURES, TYPES, Error, vector
from granum.structures import NamedStructures, Pose

#: Columns of structures whose names are shorter here, as in Structure.loads.
SHORT = {"structure_power": "power", "work_of_structure": "work", "structure_work": "work"}


class Stamp:
    """The state of a simulation that views belong to.  It also keeps the memory they show."""

    def __init__(self, memory):
        self.memory, self.valid = memory, True

    def end(self):
        self.valid = False


class Live(numpy.ndarray):
    """A view of the memory of a simulation.

    It is usable until the simulation steps, or changes in another way that moves or replaces
    what it shows; any later use raises granum.Error.  Take the view again then, or .copy() it
    before.  Results of arithmetic are ordinary arrays.  (numpy.asarray(view) is an ordinary array
    without this check: never keep one across a step.)"""

    def __array_finalize__(self, parent):
        # A copy owns its data and is valid for ever; a part of a view is as valid as the view.
        self._stamp = None if self.flags.owndata else getattr(parent, "_stamp", None)

    def _check(self):
        if self._stamp is not None and not self._stamp.valid:
            raise Error("this view shows the simulation before it was stepped, changed or closed; "
                        "take it again, or copy it before: sim.grains.position.copy()")

    def __setitem__(self, rows, values):
        self._check()
        if not self.flags.writeable:
            raise ValueError("this column cannot be written; of grains these can: position, "
                             "scheme_velocity, scheme_spin")
        super().__setitem__(rows, values)

    def __array_ufunc__(self, ufunc, method, *inputs, out=(), **more):
        plain = [_plain(array) for array in inputs]
        if out:
            more["out"] = tuple(_plain(array) for array in out)
        result = getattr(ufunc, method)(*plain, **more)
        return out[0] if len(out) == 1 else result

    def __array_function__(self, function, types, arguments, more):
        self._check()
        return super().__array_function__(function, types, arguments, more)


def _plain(array):
    if not isinstance(array, Live):
        return array
    array._check()
    return numpy.ndarray.view(array, numpy.ndarray)


def _checked(name):
    method = getattr(numpy.ndarray, name)

    @functools.wraps(method)
    def checked(self, *arguments, **more):
        self._check()
        return method(self, *arguments, **more)

    return checked


for _name in ("__getitem__", "__iter__", "__repr__", "__str__", "__format__", "__contains__",
              "__array__", "__bool__", "__float__", "__int__", "__index__", "__complex__",
              "__copy__", "__deepcopy__", "__reduce__", "__reduce_ex__",
              *(name for name in dir(numpy.ndarray)
                if not name.startswith("_") and callable(getattr(numpy.ndarray, name)))):
    setattr(Live, _name, _checked(_name))


def array_of(view, stamp):
    """The ndarray that shows a library.View."""
    dtype = numpy.dtype(TYPES[view.type])
    width = () if view.components == 1 else (view.components,)
    if view.n == 0:
        return numpy.empty((0, *width), dtype)
    size = (view.n - 1) * view.stride + view.components * dtype.itemsize
    buffer = (ctypes.c_char * size).from_address(view.data)
    buffer.memory = stamp.memory  # freed after the last view
    strides = (view.stride,) if not width else (view.stride, dtype.itemsize)
    array = numpy.ndarray.__new__(Live, (view.n, *width), dtype, buffer, 0, strides)
    array._stamp = stamp
    array.flags.writeable = bool(view.writable)
    return array


class Viewed:
    """A column of a table of the library."""

    def __init__(self, sim, table, name):
        self.sim, self.table, self.name = sim, table, name

    def about(self):
        """Shape of a row, type, unit."""
        view, _ = self.sim._view(self.table, self.name)
        return (() if view.components == 1 else (view.components,), TYPES[view.type],
                view.unit.decode())

    def read(self, columns):
        return array_of(*self.sim._view(self.table, self.name))[columns.part]


class LiveColumns(Columns):
    """Columns of a simulation at its present state; see granum.Columns.

    An array is a Live view where the solver stores it as such, and computed on each access
    otherwise: keep it in a variable to use it twice.  columns.position = values writes a view."""

    def __init__(self, title, known, where, count, part=slice(None)):
        """count: function that returns the number of rows of the table.  part: slice of them."""
        super().__init__(title, None, known, where)
        self._count, self.part = count, part

    def __len__(self):
        return len(range(self._count())[self.part])

    def _rows(self, rows):
        first, last = self._span(rows)
        start = self.part.start or 0
        return LiveColumns(self._title, self._known, self._where, self._count,
                           slice(start + first, start + last))

    def __getitem__(self, name):
        if isinstance(name, slice):
            return self._rows(name)
        return self._column(name).read(self)

    def __setitem__(self, name, values):
        array = self[name]
        if not isinstance(array, Live):
            array = numpy.ndarray.view(array, Live)
            array.flags.writeable = False
        array[...] = values

    def __setattr__(self, name, values):
        if name in self.__dict__.get("_known", ()):
            self[name] = values
        else:
            super().__setattr__(name, values)


class LiveStructure(Pose):
    """A structure of a simulation at this instant: sim.structures["blade"].

    Attributes as of a Pose (position, quaternion, rotation, velocity, angular_velocity, force,
    torque, present, to_world(), to_body()), and power (W) and work (J, since the start) of the
    structure on grains and other structures.  name, index: index is the value of structure_id.  A structure that
    forces move (`free` in the scene) is read the same way."""

    def __init__(self, sim, name, index):
        self.__dict__.update(_simulation=sim, _name=name, name=name, index=index)

    def __setattr__(self, name, value):
        raise AttributeError("%s of a structure cannot be set; place() and move() change its pose "
                             "and its motion" % name)

    @property
    def time(self):
        return self._simulation.time

    @property
    def _rows(self):
        sim = self._simulation
        found = sim._columns(STRUCTURES, "structures",
                             lambda: sim._lib.gm_sim_structure_count(sim._sim))
        found._known = {SHORT.get(name, name): column for name, column in found._known.items()}
        return found[self.index:self.index + 1]

    def pose(self, when=None):
        """Itself, for code written for a structure of a result."""
        return self

    def move(self, velocity=None, spin=None):
        """Move with a velocity ([3] m/s, of the origin of the body frame) and a spin ([3] rad/s) from
        now on, in place of the motion of the scene; None: zero.  A structure that the scene lets
        forces or a servo move is refused."""
        sim = self._simulation
        sim.start()
        sim._change("move_structure", self.index, vector(velocity), vector(spin))

    def push(self, force=None, torque=None):
        """Push a structure that forces move (`free` in the scene) from now on with a force ([3] N) at
        its centre of mass and a torque ([3] N m) about it, in world axes, beside its loads and in place
        of an earlier push; None: zero."""
        sim = self._simulation
        sim.start()
        sim._change("push_structure", self.index, vector(force), vector(torque))

    def place(self, position=None, quaternion=None):
        """Put it at a position ([3] m) and an orientation ([4] w x y z); None: as it is."""
        sim = self._simulation
        sim.start()
        sim._change("place_structure", self.index, vector(position), vector(quaternion, 4))


class LiveStructures(NamedStructures):
    """The structures of a simulation by name, in their order; also by number."""

    def __init__(self, sim, names):
        super().__init__("the simulation", names,
                         lambda name, k: LiveStructure(sim, name, k))
