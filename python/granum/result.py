"""A result as NumPy arrays: its frames, history, structures, scene and provenance."""

import operator
import os

from granum import contacts, shapes
from granum.arrays import numpy
from granum.columns import Columns, Stored
from granum.file import File, ResultError, kept
from granum.frame import GRAINS, Frame
from granum.structures import HISTORY, SITES, Structures, sites_of

NAMES = "/granum/names/"
SCENE = "/granum/scene"
ROUND_OFF = 1e-12  # relative: at(0.6) finds the frame whose time is 30 * 0.02


class Result:
    """A result of granum: granum.open("NAME.vtkhdf").

    len(r), r[10], r[-1], r[2:5]  its frames, each a granum.Frame
    for f in r                    all frames in order
    r.at(t)                       the last frame that is not later than t (s)
    r.times                       [F] s, times of the frames
    r.history                     Columns, one row every few steps, double precision: time [H] s,
                                  kinetic_energy [H] J, momentum [H, 3] kg m/s, structure_force
                                  [H, S, 3] N ...; repr() lists all
    r.structures["blade"]         a Structure: pose(t), poses, loads, surface, faces, sites
    r.sites                       Columns, virtual particles of all structures in their body
                                  frames: position [V, 3] m, distance [V] m from the surface,
                                  normal [V, 3], spacing [V] m, structure_id, patch, material [V]
    r.shapes, r.clump_shapes      lists of the Shapes of bodies: surface or spheres, axis
    r.materials, r.measures       lists of names
    r.scene                       the scene with all defaults, YAML text
    r.provenance                  {title, source, parent, version, command_line; device}
    r.mesh_report                 findings and repairs of the meshes, "" without meshes

    An array is read from the file on first use.  r.refresh() finds the complete frames that a run
    has added meanwhile.  r.close(), or `with granum.open(...) as r`, closes the file; it is also
    closed when r and all objects from it are no longer referenced."""

    def __init__(self, path):
        self._file = File(path)
        self.path = self._file.path
        try:
            self._look()
        except Exception:
            self._file.close()
            raise

    def _look(self):
        file = self._file
        if self.path.endswith(".contacts.vtkhdf"):
            raise ResultError("'%s' is not a result of granum: it leads to contacts, an UnstructuredGrid; open the "
                              "result beside it" % self.path)
        kind = file.attributes(GRAINS).get("Type")
        if kind != "PolyData":
            raise ResultError("'%s' is not a result of granum: its group %s %s%s" % (
                self.path, GRAINS, "is missing" if not file.has(GRAINS) else
                "is of type '%s', not PolyData" % kind,
                "; open the result beside it" if self.path.endswith(".contacts.vtkhdf") else ""))
        name = GRAINS + "/Steps/Values"
        times = file.rows(name, shape=()).astype(float)
        if not numpy.isfinite(times).all() or (numpy.diff(times) < 0).any():
            raise file.fault(name, "holds times that do not increase")
        self.times = kept(times)
        self._history = None

    def refresh(self):
        """Find new frames of a file that a run is writing; returns the number of frames."""
        self._file.look_again()
        self._look()
        return len(self)

    def close(self):
        self._file.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    # --- frames ---

    def __len__(self):
        return len(self.times)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return [Frame(self, k) for k in range(len(self))[index]]
        try:
            k = operator.index(index)
        except TypeError:
            raise TypeError("the index of a frame is an integer, not %r; use r.at(t) for a time"
                            % (index,)) from None
        if not -len(self) <= k < len(self):
            raise IndexError("'%s' has no frame %d; it has %d" % (self.path, k, len(self)))
        return Frame(self, range(len(self))[k])

    def __iter__(self):
        return (Frame(self, k) for k in range(len(self)))

    def at(self, time):
        """The last frame that is not later than `time` (s).  ValueError: before the first frame."""
        after = numpy.searchsorted(self.times, time + ROUND_OFF * (abs(time) + ROUND_OFF), "right")
        if after == 0 or time != time:
            raise ValueError("'%s' has no frame at %g s; %s" % (
                self.path, time, "its frames are at %g to %g s" % (self.times[0], self.times[-1])
                if len(self) else "there is none yet"))
        return Frame(self, int(after) - 1)

    # --- data of the whole run ---

    @property
    def history(self):
        if self._history is None:
            known = {name: Stored(self._file, HISTORY + "/" + name)
                     for name in self._file.arrays(HISTORY) if name == "time" or self._file.is_numeric(HISTORY + "/" + name)}
            # While a run is writing, the last row may be in some of the arrays only.
            n = min((len(self._file.checked(HISTORY + "/" + name)) for name in known), default=0)
            self._history = Columns("history", n, known, "'%s': %s" % (self.path, HISTORY))
        return self._history

    @property
    def structures(self):
        return Structures(self)

    @property
    def sites(self):
        known = sites_of(self._file) if self._file.has(SITES) else {}
        n = len(self._file.checked(SITES + "/Points", (3,))) if known else 0
        return Columns("virtual particles", n, known, "'%s': %s" % (self.path, SITES))

    @property
    def shapes(self):
        return shapes.shapes_of(self._file, shapes.BODIES)

    @property
    def clump_shapes(self):
        return shapes.shapes_of(self._file, shapes.CLUMPS)

    @property
    def materials(self):
        return self._file.texts(NAMES + "materials")

    @property
    def measures(self):
        return self._file.texts(NAMES + "measures")

    def _text(self, name):
        name = "%s/%s" % (SCENE, name)
        if not self._file.has(name):
            return ""
        return self._file.rows(name, shape=()).astype("uint8").tobytes().decode("utf-8", "replace")

    @property
    def scene(self):
        return self._text("effective")

    @property
    def mesh_report(self):
        return self._text("mesh_report")

    @property
    def provenance(self):
        return self._file.attributes(SCENE)

    def __repr__(self):
        if not self._file.is_open():
            return "result '%s', closed" % os.path.basename(self.path)
        last = self[-1] if len(self) else None
        lines = ["result '%s'%s" % (os.path.basename(self.path), "".join(
            ": " + text for text in [self.provenance.get("title", "")] if text))]
        lines.append("  frames      %d%s" % (len(self), ", %g to %g s" % (
            self.times[0], self.times[-1]) if last else ""))
        if last:
            lines.append("  grains      %d in the last frame: %s"
                         % (len(last.grains), " ".join(last.grains)))
            for what in ("bodies", "clumps"):
                rows = getattr(last, what)
                if len(rows) or list(rows):
                    lines.append("  %-11s %d in the last frame: %s"
                                 % (what, len(rows), " ".join(rows)))
            if self._file.has(contacts.GROUP):
                lines.append("  contacts    %d in the last frame: %s"
                             % (len(last.contacts), " ".join(last.contacts)))
        for what, names in (("structures", self.structures), ("materials", self.materials),
                            ("measures", self.measures)):
            lines.append("  %-11s %s" % (what, ", ".join(names) or "none"))
        lines.append("  sites       %d" % len(self.sites))
        lines.append("  history     %d rows: %s" % (len(self.history), " ".join(self.history)))
        return "\n".join(lines)


def scene_of(result):
    """The scene as dictionaries and lists."""
    try:
        import yaml
    except ImportError as error:
        raise ImportError("granum needs PyYAML to read the scene of a result, and this Python "
                          "lacks it (%s); for the system's python3: apt install python3-yaml"
                          % error) from error
    try:
        found = yaml.load(result.scene, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (yaml.YAMLError, ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
        raise ResultError("the scene in '%s' cannot be read: %s" % (result.path, error)) from error
    return found if isinstance(found, dict) else {}
