"""A result in NumPy: its frames, its history, its structures, and what the run was asked for."""

import operator
import os

from granum import contacts
from granum.arrays import numpy
from granum.columns import Columns, Stored
from granum.file import File, ResultError, kept
from granum.frame import GRAINS, Frame
from granum.structures import HISTORY, SITES, Structures, sites_of

NAMES = "/granum/names/"
SCENE = "/granum/scene"
ROUND_OFF = 1e-12  # of a time that someone writes, 0.6, and that of its frame, 30 * 0.02


class Result:
    """A result of granum: granum.open("NAME.vtkhdf").

    len(r), r[10], r[-1], r[2:5]  its frames, each a Frame
    for f in r                    one after another
    r.at(t)                       the last frame that is not later than t in s
    r.times                       [F] s, of the frames
    r.history                     Columns, a row a few steps, in double precision: time [H] s,
                                  kinetic_energy [H] J, momentum [H, 3] kg m/s, structure_force
                                  [H, S, 3] N ...; repr() lists all
    r.structures["blade"]         a Structure: pose(t), poses, loads, surface, faces, sites
    r.sites                       Columns, virtual particles of all structures in their body
                                  frames: position [V, 3] m, distance [V] m from the surface,
                                  normal [V, 3], spacing [V] m, structure_id, patch, material [V]
    r.materials, r.measures       names
    r.scene                       the scene with all defaults, a text in YAML
    r.provenance                  {title, source, parent, version, command_line}
    r.mesh_report                 what was found in meshes, "" where there are none

    An array is read from the file on first use.  What a run writes meanwhile is seen after
    r.refresh(); frames count when they are complete.  r.close(), or `with granum.open(...) as r`,
    closes the file; so does the end of r and of all that came from it."""

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
        kind = file.attributes(GRAINS).get("Type")
        if kind != "PolyData":
            raise ResultError("'%s' is no result of granum: its group %s %s%s" % (
                self.path, GRAINS, "is missing" if not file.has(GRAINS) else
                "is of type '%s', not PolyData" % kind,
                "; open the result beside it" if self.path.endswith(".contacts.vtkhdf") else ""))
        name = GRAINS + "/Steps/Values"
        times = file.rows(name, shape=()).astype(float)
        if not numpy.isfinite(times).all() or (numpy.diff(times) < 0).any():
            raise file.fault(name, "holds times that do not rise")
        self.times = kept(times)
        self._history = None

    def refresh(self):
        """Look again at a file that a run is writing; returns the number of frames."""
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
            raise TypeError("frames are counted from 0, and %r is no such number; r.at(t) takes a "
                            "time" % (index,)) from None
        if not -len(self) <= k < len(self):
            raise IndexError("'%s' has no frame %d; it has %d" % (self.path, k, len(self)))
        return Frame(self, range(len(self))[k])

    def __iter__(self):
        return (Frame(self, k) for k in range(len(self)))

    def at(self, time):
        """The last frame that is not later than a time in s; ValueError before the first."""
        after = numpy.searchsorted(self.times, time + ROUND_OFF * (abs(time) + ROUND_OFF), "right")
        if after == 0 or time != time:
            raise ValueError("'%s' has no frame at %g s; %s" % (
                self.path, time, "its frames are of %g to %g s" % (self.times[0], self.times[-1])
                if len(self) else "it has none yet"))
        return Frame(self, int(after) - 1)

    # --- what is said once ---

    @property
    def history(self):
        if self._history is None:
            known = {name: Stored(self._file, HISTORY + "/" + name)
                     for name in self._file.arrays(HISTORY)}
            # While a run writes, a row may have reached some of the arrays only.
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
            if self._file.has(contacts.GROUP):
                lines.append("  contacts    %d in the last frame: %s"
                             % (len(last.contacts), " ".join(last.contacts)))
        for what, names in (("structures", self.structures), ("materials", self.materials),
                            ("measures", self.measures)):
            lines.append("  %-11s %s" % (what, ", ".join(names) or "none"))
        lines.append("  sites       %d" % len(self.sites))
        lines.append("  history     %d rows: %s" % (len(self.history), " ".join(self.history)))
        return "\n".join(lines)
