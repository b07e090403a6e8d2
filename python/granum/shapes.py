"""Bodies of a result, which are copies of a mesh or clumps of spheres, and their shapes."""

from granum.arrays import numpy
from granum.columns import Columns, Derived, Stored
from granum.structures import Surface

BODIES = "/granum/bodies"
CLUMPS = "/granum/clumps"
SURFACES = "/granum/shapes"
MEMBERS = "/granum/clump_shapes"
NAMES = {BODIES: "/granum/names/shapes", CLUMPS: "/granum/names/clump_shapes"}
AXES = {BODIES: "/granum/scene/shape_axis", CLUMPS: "/granum/scene/clump_axis"}
SHAPES = {"id": (), "shape": (), "scale": (), "material": (), "mass": (), "orientation": (4,),
          "velocity": (3,), "angular_velocity": (3,), "force": (3,), "torque": (3,),
          "coordination": ()}


def rotations(orientation):
    """[n, 3, 3] matrices, body to world, of quaternions [n, 4] w x y z."""
    q = numpy.asarray(orientation, float).reshape(-1, 4)
    w, x, y, z = (q / numpy.linalg.norm(q, axis=1, keepdims=True)).T
    return numpy.moveaxis(numpy.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]), 2, 0)


class Shape:
    """A shape of bodies: result.shapes[k] of copies, result.clump_shapes[k] of clumps.

    name     of the scene
    axis     [3]  unit, principal axis of the smallest moment of inertia, in the frame of the shape;
             0 where the two smallest are equal, NaN in files without axes
    surface  a Surface: the polygons of a copy, centre of mass at 0
    spheres  Columns of a clump: position [m, 3] m, radius [m] m of its members

    A point y of the shape is at position + scale * rotation @ y in the world."""

    def __init__(self, file, group, name, index):
        self._file, self._group = file, group
        self.name, self.index = name, index

    def __repr__(self):
        return "<shape %d '%s' of '%s'>" % (self.index, self.name, self._file.path)

    @property
    def axis(self):
        return axes_of(self._file, self._group)[self.index]

    @property
    def surface(self):
        rows, polygons = self._file.rows, SURFACES + "/Polygons"
        if self._group != BODIES or not self._file.has(SURFACES):
            return Surface(numpy.zeros((0, 3)), numpy.zeros(0, int), numpy.zeros(1, int))
        mine = rows(SURFACES + "/CellData/shape", shape=()) == self.index
        offsets = rows(polygons + "/Offsets", 0, len(mine) + 1, ()).astype("int64")
        sides = numpy.diff(offsets)
        if (sides < 0).any():
            raise self._file.fault(polygons + "/Offsets", "falls; it is expected to rise")
        corners = rows(polygons + "/Connectivity", 0, int(offsets[-1]), ())
        used, corners = numpy.unique(corners[numpy.repeat(mine, sides)], return_inverse=True)
        points = rows(SURFACES + "/Points", shape=(3,))
        if len(used) and not 0 <= used[0] <= used[-1] < len(points):
            raise self._file.fault(polygons + "/Connectivity", "names points that are not there")
        return Surface(points[used], corners, numpy.concatenate([[0], numpy.cumsum(sides[mine])]))

    @property
    def spheres(self):
        where, first, n = "'%s': %s" % (self._file.path, MEMBERS), 0, 0
        if self._group == CLUMPS and self._file.has(MEMBERS):
            mine = numpy.flatnonzero(self._file.rows(MEMBERS + "/shape", shape=()) == self.index)
            n = len(mine)
            first = int(mine[0]) if n else 0
            if n and mine[-1] - first + 1 != n:
                raise self._file.fault(MEMBERS + "/shape", "has rows of shape %d that do not "
                                       "follow one another" % self.index)
        known = {name: Stored(self._file, MEMBERS + "/" + name, shape, first)
                 for name, shape in (("position", (3,)), ("radius", ()))}
        return Columns("spheres of '%s'" % self.name, n, known if n else {}, where)


def shapes_of(file, group):
    return [Shape(file, group, name, k) for k, name in enumerate(file.texts(NAMES[group]))]


def axes_of(file, group):
    """[shapes, 3]; NaN where the file has none."""
    names = file.texts(NAMES[group])
    if not file.has(AXES[group]):
        return numpy.full((len(names), 3), numpy.nan)
    axes = file.rows(AXES[group], shape=(3,))
    if len(axes) != len(names):
        raise file.fault(AXES[group], "has %d rows for %d shapes" % (len(axes), len(names)))
    return axes


def columns_of(rows, what):
    """The Columns of the bodies of a group from the Rows of their frame."""
    file, group = rows.file, rows.group
    where = "'%s': %s" % (file.path, group)
    title = "%s of frame %d" % (what, rows.index)
    if not file.has(group):
        return Columns(title, 0, {}, where)
    first = rows.number("PointOffsets", 0)
    known = {"position": Stored(file, group + "/Points", (3,), first)}
    stored = rows.stored("PointData", SHAPES, first)
    stored.pop("position", None)  # of the origin of the mesh; `position` is the centre of mass
    known.update(stored)

    def scale(shape):
        return numpy.ones(len(shape))

    def axis(orientation, shape):
        """Of the shape in the world, as a line without direction: z >= 0."""
        axes = axes_of(file, group)
        if len(shape) and not (0 <= shape.min() and shape.max() < len(axes)):
            raise file.fault(group + "/PointData/shape", "names shapes that are not there")
        turned = numpy.einsum("nij,nj->ni", rotations(orientation), axes[shape])
        return numpy.where(turned[:, 2:] < 0, -turned, turned)

    if "scale" not in known and "shape" in known:
        known["scale"] = Derived(["shape"], scale, (), "float64", "1")
    if "shape" in known and "orientation" in known:
        known["axis"] = Derived(["orientation", "shape"], axis, (3,), "float64", "1")
    return Columns(title, rows.count("NumberOfPoints"), known, where)
