"""A simulation in this process: described, stepped, looked at, edited and written from Python."""

import ctypes
import math
import operator
import signal
import threading
import time
from collections import namedtuple
from contextlib import contextmanager

from granum import contacts, library
from granum.arrays import numpy
from granum.columns import Derived
from granum.description import Description
from granum.library import Error, pointer, vector
from granum.library import text as as_text
from granum.program import written
from granum.live import LiveColumns, LiveStructures, Stamp, Viewed

SLICE = 0.05  # s of one call of the library: how long Ctrl-C may wait

Totals = namedtuple("Totals", [name for name, _ in library.Totals._fields_])
Energy = namedtuple("Energy", "kinetic elastic potential dissipated structure_work error")
Event = namedtuple("Event", [name for name, _ in library.Event._fields_])


class _Memory:
    """The simulation of the library; freed with the last reference, views included."""

    def __init__(self, lib, sim):
        self.lib, self.sim = lib, sim

    def __del__(self):
        self.lib.gm_sim_free(self.sim)


class Simulation(Description):
    """A simulation: granum.Simulation("scene.yaml", set={"time.end": 0.5}, threads=2).

    scene    a scene file, a folder with a scene.yaml, or a result, whose scene is used; None: an
             empty simulation, described by material(), pair(), plane() ... and add_grains()
    set      {path: value}: keys of the scene to override, as --set of granum run.  A value is a
             number in SI units, a text as in the scene ("20 rpm"), a list, or a bool.
    threads  number of threads, 0: one for each core that it may use.  Results do not depend on it.
    text     the text of a scene, in place of a file; names of files in it are relative to `folder`
    resume   a checkpoint, or a result that has one, in place of a scene: go on from there, in the
             same bits as if the run had not been stopped; run(RESULT) goes on writing that result.
             `set` may override time.end, time.until and output.checkpoint

    The first step checks the description and builds the simulation; start() does only that.

    step(n), run_to(t), run("out.vtkhdf")   advance
    time, dt, steps   s, s, number of steps done
    grains, contacts  Columns under the names of a granum.Frame: position [n, 3] m, velocity
                      [n, 3] m/s, radius [n] m, id [n] ...  Rows of grains are in the order of
                      memory, which steps change: the id names a grain.  Columns that the solver
                      stores (position, radius, id, material, label, scheme_velocity, scheme_spin)
                      are views without a copy; see granum.live.Live for how long they are valid.
    clumps            Columns of the clumps by id, under the names of Frame.clumps: position [n, 3] m,
                      of the centre of mass, orientation, velocity, force, torque ...; read only
    structures        structures["blade"].force and the other names of a Pose; move(), place()
    materials         names; the column material of grains has their numbers
    energy, totals    sums over the simulation at this instant
    edit()            a context in which position, scheme_velocity and scheme_spin may be written
    close()           free the simulation; `with granum.Simulation(...) as sim` does so at its end

    All quantities are in SI units, vectors in the world frame.  granum.Error: the solver refused;
    the text is its message.  Python threads may run different simulations at the same time; one
    simulation belongs to one thread at a time."""

    def __init__(self, scene=None, *, set=None, threads=0, text=None, folder=".",
                 resume=None):
        lib = self._lib = library.library()
        self._memory = None
        pairs = ["%s=%s" % (path, written(value)) for path, value in (set or {}).items()]
        overrides = (ctypes.c_char_p * len(pairs))(*map(as_text, pairs))
        if resume is not None:
            sim = lib.gm_sim_resume(as_text(resume), len(pairs), overrides)
        elif text is not None:
            sim = lib.gm_sim_parse(as_text(text), as_text(folder), len(pairs), overrides)
        elif scene is not None:
            sim = lib.gm_sim_open(as_text(scene), len(pairs), overrides)
        else:
            sim = lib.gm_sim_create()
        sim_is_empty = text is None and scene is None and resume is None
        if not sim:
            raise Error("no memory for a simulation", "memory")
        self._memory = _Memory(lib, sim)
        self._live, self._now = Stamp(self._memory), Stamp(self._memory)
        self._raise(lib.gm_sim_status(sim))
        for path, value in (set or {}).items() if sim_is_empty else ():
            self.set(path, value)
        self._call("threads", threads)

    # --- calls of the library ---

    @property
    def _sim(self):
        if self._memory is None:
            raise Error("the simulation is closed")
        return self._memory.sim

    def _raise(self, status):
        if status:
            message = self._lib.gm_sim_message(self._sim) or b""
            raise Error(message.decode("utf-8", "replace").rstrip(), library.STATUSES[status])

    def _call(self, name, *arguments):
        self._raise(getattr(self._lib, "gm_sim_" + name)(self._sim, *arguments))

    def _change(self, name, *arguments, moves=False):
        """A call that changes the instant; moves: it may also move or re-sort the storage."""
        memory = self._memory
        self._now.end()
        self._now = Stamp(memory)
        if moves:
            self._live.end()
            self._live = Stamp(memory)
        self._call(name, *arguments)

    def _view(self, table, name):
        """A library.View of a column, and the Stamp that limits its validity."""
        self.start()
        view = library.View()
        self._call("column", table, name.encode(), ctypes.byref(view))
        return view, self._live if view.live else self._now

    def close(self):
        """Close the result and free the simulation; views of it raise granum.Error from now on."""
        if self._memory is not None:
            self._live.end()
            self._now.end()
            self._lib.gm_sim_close(self._memory.sim)
            self._memory = self._live.memory = self._now.memory = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __repr__(self):
        if self._memory is None:
            return "<simulation, closed>"
        return "<simulation at %g s, after %d steps: %d grains, structures: %s>" % (
            self.time, self.steps, self._lib.gm_sim_grain_count(self._sim),
            ", ".join(self._names("structure")) or "none")

    # --- at any time ---

    def add_grains(self, position, radius, material, *, velocity=None):
        """Add grains: position [n, 3] m, radius [n] or one number in m, velocity [n, 3] m/s (None:
        at rest).  After the start an overlap with another grain or a structure acts as a contact."""
        position = numpy.ascontiguousarray(position, float).reshape(-1, 3)
        n = len(position)
        radius = numpy.ascontiguousarray(numpy.broadcast_to(numpy.asarray(radius, float), (n,)))
        if velocity is not None:
            velocity = numpy.ascontiguousarray(
                numpy.broadcast_to(numpy.asarray(velocity, float), (n, 3)))
        self._change("add_grains", n, pointer(position), pointer(radius), pointer(velocity),
                     as_text(material), moves=True)

    def gravity(self, gravity):
        """Set gravity, [3] m/s2; the default is (0, 0, -9.81)."""
        self._change("gravity", vector(gravity))

    def start(self):
        """Check the description, build the simulation and choose the time step."""
        if not self._started:
            self._change("start", moves=True)

    @property
    def _started(self):
        return self._lib.gm_sim_dt(self._sim) > 0

    # --- advance ---

    def step(self, n=1):
        """Do n steps."""
        n = operator.index(n)
        if n < 0:
            raise ValueError("%d steps cannot be done" % n)
        self.start()
        block = 1
        while n > 0:  # in blocks, between which Python sees Ctrl-C
            began = time.perf_counter()
            self._change("step", min(n, block), moves=True)
            n -= block
            if time.perf_counter() - began < SLICE:
                block *= 2

    def run_to(self, time):
        """Step until a time in s is reached; the last step may end after it."""
        self.start()
        before = (time - self.time) / self.dt - 2 if math.isfinite(time) else 0
        if before > 0:
            self.step(int(before))
        self._change("run_to", time, moves=True)

    def run(self, result=None, *, replace=False, progress=None):
        """Run to time.end, or until time.until holds, as granum run does; returns the granum.Result.

        result: the file to write, NAME.vtkhdf; None: none, and the value is None.  replace: such a
        file may exist.  progress: progress(event) is called at the beginning and after each step,
        frame and warning; event has kind ("begun", "step", "frame", "warning"), step and steps
        (done, in all), frame and frames (likewise), time and end in s, grains, and warning.  An
        exception in it, and Ctrl-C, stop the run and close the result."""
        stop, caught = ctypes.c_int(0), []

        def report(_, found):
            try:
                event = Event(*(getattr(found.contents, name) for name in Event._fields))
                if progress is not None and not caught:
                    progress(event._replace(kind=library.EVENTS[event.kind],
                                            warning=(event.warning or b"").decode()))
            except BaseException as error:  # no exception passes through the library
                caught.append(error)
                stop.value = 1

        def interrupt(*_):
            stop.value = 1
            caught.append(KeyboardInterrupt())

        handled = (threading.current_thread() is threading.main_thread()
                   and signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        called = library.PROGRESS(report) if progress or handled else library.PROGRESS()
        options = library.Options(as_text(result), replace, b"", ctypes.pointer(stop), called)
        if handled:
            signal.signal(signal.SIGINT, interrupt)
        try:
            self._change("run", ctypes.byref(options), moves=True)
        except Error:
            if not caught:
                raise
        finally:
            if handled:
                signal.signal(signal.SIGINT, signal.default_int_handler)
        if caught:
            raise caught[0]
        if result is not None:
            from granum.result import Result

            return Result(result)

    def checkpoint(self, path):
        """Write a checkpoint, from which Simulation(resume=path) goes on; one of this name is kept
        as PATH.old.  Call it after a step, before anything of the instant is measured or written."""
        self._call("checkpoint", as_text(path))

    # --- look ---

    @property
    def time(self):
        return self._lib.gm_sim_time(self._sim)

    @property
    def dt(self):
        return self._lib.gm_sim_dt(self._sim)

    @property
    def steps(self):
        return self._lib.gm_sim_step_count(self._sim)

    def _columns(self, table, title, count):
        self.start()
        names = iter(lambda: self._lib.gm_sim_column_name(table, len(known)), None)
        known = {}
        for name in map(bytes.decode, names):
            known[name] = Viewed(self, table, name)
        return LiveColumns(title, known, "the table of %s" % title, count)

    @property
    def grains(self):
        return self._columns(library.GRAINS, "grains",
                             lambda: self._lib.gm_sim_grain_count(self._sim))

    @property
    def contacts(self):
        grains = self.grains
        found = self._columns(library.CONTACTS, "contacts",
                              lambda: self._view(library.CONTACTS, "id_a")[0].n)

        def sorted_ids():
            ids = grains["id"]
            order = numpy.argsort(ids)
            return ids[order], order

        found._known["ends"] = Derived(["from", "to"], lambda a, b: numpy.stack([a, b], 1),
                                       (2, 3), "float64", "m")
        contacts.add_derived(found._known, grains, sorted_ids)
        return found

    @property
    def clumps(self):
        return self._columns(library.CLUMPS, "clumps", lambda: self._view(library.CLUMPS, "id")[0].n)

    def _names(self, what):
        name = getattr(self._lib, "gm_sim_%s_name" % what)
        found = []
        while (text := name(self._sim, len(found))) is not None:
            found.append(text.decode())
        return found

    @property
    def structures(self):
        self.start()
        return LiveStructures(self, self._names("structure"))

    @property
    def materials(self):
        self.start()
        return self._names("material")

    @property
    def totals(self):
        """Sums over the simulation, a namedtuple: time (s), step, grains, grains_in, grains_out,
        contacts_grain, contacts_structure, mass (kg), momentum ([3] kg m/s), the energies below in
        J, largest_overlap (over the smaller radius)."""
        self.start()
        found = library.Totals()
        self._call("measure", ctypes.byref(found))
        values = {name: getattr(found, name) for name in Totals._fields}
        return Totals(**{**values, "momentum": numpy.array(found.momentum)})

    @property
    def energy(self):
        """Energies in J, a namedtuple: kinetic, elastic, potential (0 at the origin), dissipated
        and structure_work (on grains; both since the start), error of the energy balance."""
        found = self.totals
        return Energy(found.kinetic, found.elastic, found.potential, found.dissipated,
                      found.structure_work, found.energy_error)

    # --- edit: between steps ---

    def edited(self):
        """Take over what was written into views of grains; the edit() context does so at its end."""
        self._change("edited")

    @contextmanager
    def edit(self):
        """with sim.edit(): sim.grains.position[0] += [0, 0, 1e-3]"""
        self.start()
        try:
            yield self
        finally:
            self.edited()

    def remove_grains(self, ids):
        """Remove the grains of these ids, [n]."""
        ids = numpy.ascontiguousarray(ids, "int64").ravel()
        self._change("remove_grains", len(ids),
                     ids.ctypes.data_as(ctypes.POINTER(ctypes.c_int64)), moves=True)

    # --- write ---

    def open_result(self, path, *, replace=False):
        """Create the result file NAME.vtkhdf, to which write() appends frames."""
        self.start()
        self._call("result", as_text(path), replace)

    def write(self):
        """Append this instant to the open result, as a frame and as a row of the history."""
        self._call("write")

    def close_result(self):
        """Wait until all frames are written, and close the result."""
        self._call("close")
