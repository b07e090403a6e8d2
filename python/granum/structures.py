"""Structures of a result: poses, loads, surfaces and virtual particles."""

from collections import namedtuple
from collections.abc import Mapping
from numbers import Real

from granum.arrays import numpy
from granum.columns import Columns, Stored

POSES = "/granum/poses"
HISTORY = "/granum/history"
SURFACES = "/granum/structures"
SITES = "/granum/virtual_particles"
SUMS = "/granum/surface_sums"
POSE_SHAPES = {"position": (3,), "quaternion": (4,), "velocity": (3,), "angular_velocity": (3,),
               "force": (3,), "torque": (3,), "present": ()}
SITE_SHAPES = {"distance": (), "normal": (3,), "spacing": (), "structure_id": (), "patch": (),
               "material": (), "property": (), "property_youngs_modulus": (),
               "property_restitution": ()}
BLOCK = 1 << 20  # rows read at once in the search for the rows of a structure


class Surface(namedtuple("Surface", "points corners offsets")):
    """The polygons of a structure in its body frame.

    points   [p, 3] m
    corners  [c]             rows of points; counterclockwise seen from outside
    offsets  [polygons + 1]  polygon k has corners[offsets[k]:offsets[k + 1]]"""

    __slots__ = ()

    @property
    def triangles(self):
        """[triangles, 3, 3] m: corners of the triangles; other (convex) polygons are split into
        triangles with a common first corner."""
        sides = numpy.diff(self.offsets)
        first = numpy.repeat(self.offsets[:-1], numpy.maximum(sides - 2, 0))
        start = numpy.cumsum(numpy.maximum(sides - 2, 0)) - numpy.maximum(sides - 2, 0)
        k = numpy.arange(len(first)) - numpy.repeat(start, numpy.maximum(sides - 2, 0))
        rows = numpy.stack([first, first + k + 1, first + k + 2], 1)
        return self.points[self.corners[rows]]


class Pose:
    """Pose, velocity and load of a structure in one frame; vectors are in the world frame.

    time          s         of the frame
    present       bool      False: absent in this frame; the other values are then meaningless
    position      [3] m     origin of the body frame
    quaternion    [4] 1     w x y z, from the body frame to the world frame
    rotation      [3, 3] 1  the same as a matrix
    velocity, angular_velocity  [3] m/s, rad/s  velocity at the origin of the body frame
    force, torque [3] N, N m    load by grains and other structures at this instant; torque about
                                that origin
    """

    def __init__(self, structure, frame):
        self.time = frame.time
        self._name = structure.name
        self._rows = structure.poses[frame.index:frame.index + 1]

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._rows, name)[0]

    def __dir__(self):
        return [*super().__dir__(), *self._rows]

    @property
    def present(self):
        return bool(self._rows["present"][0])

    @property
    def rotation(self):
        quaternion = self._rows["quaternion"][0]
        w, x, y, z = quaternion / numpy.linalg.norm(quaternion)
        return numpy.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])

    def to_world(self, points):
        """Transform points [..., 3] m from the body frame to the world frame (float64)."""
        return numpy.asarray(points, float) @ self.rotation.T + self._rows["position"][0]

    def to_body(self, points):
        """Transform points [..., 3] m from the world frame to the body frame (float64)."""
        return (numpy.asarray(points, float) - self._rows["position"][0]) @ self.rotation

    def __repr__(self):
        return "<pose of '%s' at %g s: %s>" % (
            self._name, self.time,
            "position %s m, quaternion %s" % (self.position, self.quaternion)
            if self.present else "absent")


class Structure:
    """One structure: result.structures["blade"].

    name, index   index is the value of structure_id of grains and contacts
    pose(when)    a Pose; when: a Frame, or a time in s, for which the last frame that is not
                  later is used
    poses         Columns, one row per frame: position [F, 3] and the other arrays of Pose
    loads         Columns, one row per row of the history, world frame: time [H] s; force, torque
                  [H, 3] N, N m by grains and other structures, torque about the origin of the
                  body frame; power [H] W and work [H] J of the structure on them, work since the
                  start; and the totals of the arrays of sums() under the same names
    surface       a Surface: the polygons in the body frame
    faces         Columns, one row per polygon: patch, material, and the arrays of output.audit
    sums(when)    Columns, one row per polygon, in the order of faces: sums over contacts since the
                  start, impulse [n, 3] N s, sliding_work [n] J, worn_archard [n] m3 ...; empty
                  with output.surface_sums: false.  when: as in pose()
    sites         Columns, its virtual particles, as Result.sites
    """

    def __init__(self, result, name, index):
        self._result, self._file = result, result._file
        self.name, self.index = name, index
        self._ranges = {}

    def __repr__(self):
        return "<structure %d '%s' of '%s'>" % (self.index, self.name, self._file.path)

    def _columns(self, what, n, known, group):
        return Columns("%s of '%s'" % (what, self.name), n, known,
                       "'%s': %s" % (self._file.path, group))

    @property
    def poses(self):
        count = len(self._result.structures)
        known = {}
        for name in self._file.arrays(POSES):
            shape = (count,) + POSE_SHAPES[name] if name in POSE_SHAPES else None
            known[name] = Stored(self._file, POSES + "/" + name, shape, of=self.index)
        return self._columns("poses", len(self._result), known, POSES)

    def pose(self, when):
        return Pose(self, self._frame(when))

    def _frame(self, when):
        return self._result.at(when) if isinstance(when, Real) else when

    def sums(self, when):
        frame = self._frame(when)
        names = self._file.arrays(SUMS)
        first, n = self._rows(SURFACES + "/CellData/structure_id") if names else (0, 0)
        known = {name: Stored(self._file, SUMS + "/" + name, first=first, frame=frame.index)
                 for name in names}
        return self._columns("sums", n, known, SUMS)

    @property
    def loads(self):
        history = self._result.history
        known = {"time": Stored(self._file, HISTORY + "/time", ())}
        for name in history:
            short = name.removeprefix("structure_").removesuffix("_of_structure")
            dataset = HISTORY + "/" + name
            # structure_work [H] is the total of all structures.
            if short != name and self._file.checked(dataset).ndim > 1:
                known[short] = Stored(self._file, dataset, of=self.index)
        return self._columns("loads", len(history), known, HISTORY)

    # --- rows of this structure in tables of all structures ---

    def _rows(self, dataset):
        """First row and number of rows of this structure in a data set of structure numbers."""
        if dataset in self._ranges:
            return self._ranges[dataset]
        first, n = 0, 0
        total = len(self._file.checked(dataset, ()))
        for start in range(0, total, BLOCK):
            block = self._file.rows(dataset, start, min(BLOCK, total - start), ())
            found = numpy.flatnonzero(block == self.index)
            if len(found) == 0:
                continue
            first = start + int(found[0]) if n == 0 else first
            n += len(found)
            if start + found[-1] + 1 != first + n:
                raise self._file.fault(dataset, "has rows of structure %d that do not follow one "
                                       "another" % self.index)
        self._ranges[dataset] = first, n
        return first, n

    @property
    def faces(self):
        group = SURFACES + "/CellData"
        first, n = self._rows(group + "/structure_id")
        known = {name: Stored(self._file, group + "/" + name, first=first)
                 for name in self._file.arrays(group)}
        return self._columns("faces", n, known, group)

    @property
    def first_face(self):
        return self._rows(SURFACES + "/CellData/structure_id")[0]

    @property
    def surface(self):
        rows = self._file.rows
        polygons = SURFACES + "/Polygons"
        first, n = self._rows(SURFACES + "/CellData/structure_id")
        offsets = rows(polygons + "/Offsets", first, n + 1, ()).astype("int64")
        if (numpy.diff(offsets) < 0).any():
            raise self._file.fault(polygons + "/Offsets", "falls; it is expected to rise")
        corners = rows(polygons + "/Connectivity", int(offsets[0]),
                       int(offsets[-1] - offsets[0]), ()).astype("int64")
        low = int(corners.min()) if len(corners) else 0
        high = int(corners.max()) + 1 if len(corners) else 0
        points = rows(SURFACES + "/Points", low, high - low, (3,))
        return Surface(points, corners - low, offsets - offsets[0])

    @property
    def sites(self):
        if not self._file.has(SITES):
            return self._columns("virtual particles", 0, {}, SITES)
        first, n = self._rows(SITES + "/PointData/structure_id")
        return self._columns("virtual particles", n, sites_of(self._file, first), SITES)


def sites_of(file, first=0):
    """{name: Stored} of the virtual particles from row `first` on."""
    known = {"position": Stored(file, SITES + "/Points", (3,), first)}
    for name in file.arrays(SITES + "/PointData"):
        known[name] = Stored(file, SITES + "/PointData/" + name, SITE_SHAPES.get(name), first)
    return known


class NamedStructures(Mapping):
    """Structures by name, in their order; also by number.

    whose  what holds them, as messages call it
    make   (name, number) -> structure
    """

    def __init__(self, whose, names, make):
        self._whose = whose
        self._all = {name: make(name, k) for k, name in enumerate(names)}

    def __getitem__(self, key):
        if key in self._all:
            return self._all[key]
        if isinstance(key, (int, numpy.integer)) and 0 <= key < len(self):
            return list(self._all.values())[key]
        raise LookupError("%s has no structure %r; it has: %s"
                          % (self._whose, key, ", ".join(self._all) or "none"))

    def __iter__(self):
        return iter(self._all)

    def __len__(self):
        return len(self._all)

    def __repr__(self):
        return "structures: %s" % (", ".join(self._all) or "none")


class Structures(NamedStructures):
    """The structures of a result by name, in their order; also by number."""

    def __init__(self, result):
        super().__init__("'%s'" % result.path, result._file.texts("/granum/names/structures"),
                         lambda name, k: Structure(result, name, k))
