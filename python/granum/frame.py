"""One frame of a result: its grains and its contacts, and their rows in the file."""

from granum import contacts, shapes
from granum.columns import Columns, Stored

GRAINS = "/VTKHDF"
POINTS = "/granum/points"
COLLISIONS = "/granum/collisions"
SHAPES = {
    "id": (), "material": (), "radius": (), "velocity": (3,), "angular_velocity": (3,),
    "force": (3,), "coordination": (), "structure_id": (), "structure_distance": (),
    "structure_normal": (3,), "site_count": (), "answered": (), "unsupported": (), "mass": (),
    "orientation": (4,), "torque": (3,), "label": (), "held": (), "clump": (), "weight": (),
}
POINT_SHAPES = {"id": (), "mass": (), "volume": (), "velocity": (3,), "pressure": (), "shear": (),
                "J": (), "weight": (), "age": ()}


class Rows:
    """The position of the rows of one frame in a group of the file."""

    def __init__(self, file, group, index):
        self.file, self.group, self.index = file, group, index

    def number(self, name, missing):
        """Value of the frame in Steps/NAME; `missing` if the file has no such data set."""
        name = "%s/Steps/%s" % (self.group, name)
        return self.file.integer(name, self.index) if self.file.has(name) else missing

    def count(self, name):
        if self.number("NumberOfParts", 1) != 1:
            raise self.file.fault(self.group + "/Steps/NumberOfParts",
                                  "has not 1 in frame %d; one part is expected" % self.index)
        return self.file.integer("%s/%s" % (self.group, name),
                                 self.number("PartOffsets", self.index))

    def stored(self, data, shapes, first):
        """{name: Stored} of the arrays in PointData or CellData.  Each array may have its own
        first row; the default is `first`."""
        def begin(name):
            return lambda: self.number("%sOffsets/%s" % (data, name), first)

        group = "%s/%s" % (self.group, data)
        return {name: Stored(self.file, group + "/" + name, shapes.get(name), begin(name))
                for name in self.file.arrays(group)}


class Frame:
    """Grains and contacts at one instant: result[k], result.at(t).

    time      s
    index     number of the frame, from 0
    result    the granum.Result of the frame

    An array is read on first use and kept as long as the frame exists: a loop `for f in result`
    holds one frame at a time.  All arrays are in SI units, in the world frame and in the precision
    of the file (float32 by default).  With n grains and c contacts:

    grains    Columns, rows sorted by id; the arrays of the file (more with `output.arrays: full`)
      position            [n, 3] m      of the centre
      id                  [n]           identity, constant during the run
      radius              [n] m
      velocity, angular_velocity  [n, 3] m/s, rad/s
      force               [n, 3] N      sum of the contact forces
      material            [n]           row of result.materials
      coordination        [n]           number of contacts with grains and structures
      structure_id        [n]           nearest structure, -1: none in range
      structure_distance  [n] m         signed distance of the centre from it, NaN: none in range
      structure_normal    [n, 3]        unit gradient of that distance, 0: none in range
      site_count, answered, unsupported  [n]  source of that distance, see data/README.md
      held, clump, weight [n]           group that holds it, from 1, 0: none; id of its clump, -1:
                                        none; part of it that is discrete; each where there are such
      mass, orientation, torque, label   [n] kg, [n, 4] w x y z, [n, 3] N m, [n]  if full

    contacts  Columns, rows sorted by id_a, kind, partner, patch
      ends                [c, 2, 3] m   centre of a; centre of the nearest image of b, or nearest
                                        point of the surface
      id_a, id_b          [c]           grains; id_b -1: a structure
      row_a, row_b        [c]           rows of these in grains, -1: none
      kind                [c]           0: between grains, 1: with a structure, 2: of two structures
      structure_id, patch [c]           -1: a grain
      structure_a, area   [c], [c] m2   of kind 2, where structures meet; force is on structure_a
      normal              [c, 3]        unit, from b to a
      overlap             [c] m
      force               [c, 3] N      on a, damping included
      force_normal        [c] N         force . normal, > 0 repulsive
      force_tangential    [c, 3] N
      point               [c, 3] m      contact point
      source              [c]           source of the distance, see data/README.md; -1: between grains

    bodies, clumps  Columns, copies of meshes and clumps of spheres, rows sorted by id; the arrays of
                the file; none in results without
      position            [n, 3] m      centre of mass
      shape               [n]           row of result.shapes, of clumps of result.clump_shapes
      scale               [n]           factor on the shape
      orientation         [n, 4]        w x y z, from the frame of the shape to the world
      axis                [n, 3]        long axis of the shape in the world, z >= 0; 0: it has none
      velocity, angular_velocity, force, torque, coordination, material, id as of grains

    points    Columns, material points of a continuum, rows sorted by id; none in results without
      position, velocity  [n, 3] m, m/s
      id                  [n]           identity, constant during the run
      mass, volume        [n] kg, m3    of the part that is a continuum
      pressure, shear     [n] Pa        minus the mean normal Cauchy stress; root of half the
                                        square of the deviator
      J                   [n]           volume over that without stress
      weight, age         [n], [n] s    part that is a continuum; since the point was made

    collisions  {name: array}, number of impacts since the start for each of p pairs of materials;
                empty with output.surface_sums: false
      between             [p, 2]        rows of result.materials
      energies, speeds    [b] J, m/s    lower ends of the b bins
      grains_by_energy, grains_by_speed, structures_by_energy, structures_by_speed   [p, b]
    """

    def __init__(self, result, index):
        self.result, self.index = result, index
        self.time = float(result.times[index])
        self._columns = {}

    def __repr__(self):
        file = self.result._file
        return "<frame %d of '%s' at %g s: %d grains, %d contacts>" % (
            self.index, self.result.path, self.time, len(self.grains),
            len(self.contacts) if file.has(contacts.GROUP) else 0)

    # Columns refer to the file and not to the frame, so that the frame and its arrays are freed
    # with the last reference to the frame.

    @property
    def grains(self):
        return self._vertices("grains", GRAINS, SHAPES)

    @property
    def points(self):
        return self._vertices("points", POINTS, POINT_SHAPES)

    def _vertices(self, what, group, shapes_of):
        if what not in self._columns:
            rows = Rows(self.result._file, group, self.index)
            known, n = {}, 0
            if group == GRAINS or rows.file.has(group):
                first = rows.number("PointOffsets", 0)
                known = {"position": Stored(rows.file, group + "/Points", (3,), first),
                         **rows.stored("PointData", shapes_of, first)}
                n = rows.count("NumberOfPoints")
            self._columns[what] = Columns("%s of frame %d" % (what, self.index), n, known,
                                          "'%s': %s/PointData" % (rows.file.path, group))
        return self._columns[what]

    @property
    def contacts(self):
        if "contacts" not in self._columns:
            self._columns["contacts"] = contacts.columns_of(
                Rows(self.result._file, contacts.GROUP, self.index), self.grains)
        return self._columns["contacts"]

    @property
    def bodies(self):
        return self._bodies("bodies", shapes.BODIES)

    @property
    def clumps(self):
        return self._bodies("clumps", shapes.CLUMPS)

    def _bodies(self, what, group):
        if what not in self._columns:
            self._columns[what] = shapes.columns_of(Rows(self.result._file, group, self.index), what)
        return self._columns[what]

    @property
    def collisions(self):
        file, found = self.result._file, {}
        for name in file.arrays(COLLISIONS):
            dataset = COLLISIONS + "/" + name
            counts = "_by_" in name  # a table for each frame
            found[name] = file.rows(dataset, frame=self.index if counts else None)
        return found
