"""One frame of a result: where its rows are, its grains and its contacts."""

from granum import contacts
from granum.columns import Columns, Stored

GRAINS = "/VTKHDF"
COLLISIONS = "/granum/collisions"
SHAPES = {
    "id": (), "material": (), "radius": (), "velocity": (3,), "angular_velocity": (3,),
    "force": (3,), "coordination": (), "structure_id": (), "structure_distance": (),
    "structure_normal": (3,), "site_count": (), "answered": (), "unsupported": (), "mass": (),
    "orientation": (4,), "torque": (3,), "label": (),
}


class Rows:
    """Where the rows of one frame are in a group of the file."""

    def __init__(self, file, group, index):
        self.file, self.group, self.index = file, group, index

    def number(self, name, missing):
        """That of the frame in Steps/NAME; `missing` where the file has no such data set."""
        name = "%s/Steps/%s" % (self.group, name)
        return self.file.integer(name, self.index) if self.file.has(name) else missing

    def count(self, name):
        if self.number("NumberOfParts", 1) != 1:
            raise self.file.fault(self.group + "/Steps/NumberOfParts",
                                  "has not 1 in frame %d; one part is expected" % self.index)
        return self.file.integer("%s/%s" % (self.group, name),
                                 self.number("PartOffsets", self.index))

    def stored(self, data, shapes, first):
        """{name: Stored} of the arrays in PointData or CellData, which may each begin elsewhere
        than at row `first`."""
        def begin(name):
            return lambda: self.number("%sOffsets/%s" % (data, name), first)

        group = "%s/%s" % (self.group, data)
        return {name: Stored(self.file, group + "/" + name, shapes.get(name), begin(name))
                for name in self.file.arrays(group)}


class Frame:
    """What there was at one instant: result[k], result.at(t).

    time      s
    index     which frame it is, from 0
    result    what it is of

    Arrays are read when they are asked for and kept as long as the frame is: in a loop `for f in
    result` one frame at a time.  All are SI and in the axes of the world, in the precision of the
    file (mostly float32).  n grains, c contacts:

    grains    Columns, rows sorted by id; names of the file, thus with `output.arrays: full` more
      position            [n, 3] m      of the centre
      id                  [n]           for life
      radius              [n] m
      velocity, angular_velocity  [n, 3] m/s, rad/s
      force               [n, 3] N      sum of the contact forces
      material            [n]           row of result.materials
      coordination        [n]           contacts of any kind
      structure_id        [n]           the nearest structure, -1: none in reach
      structure_distance  [n] m         from the centre to it, NaN: none in reach
      structure_normal    [n, 3]        unit gradient of that distance, 0: none
      site_count, answered, unsupported  [n]  how that distance was found, see data/README.md
      mass, orientation, torque, label   [n] kg, [n, 4] w x y z, [n, 3] N m, [n]  if full

    contacts  Columns, rows sorted by id_a, kind, partner, patch; a has the force
      ends                [c, 2, 3] m   centre of a; centre of the nearest image of b, or the foot
                                        on the surface
      id_a, id_b          [c]           grains; id_b -1: a structure
      row_a, row_b        [c]           rows of these in grains, -1: none
      kind                [c]           0: between grains, 1: with a structure
      structure_id, patch [c]           -1: a grain
      normal              [c, 3]        unit, from b to a
      overlap             [c] m
      force               [c, 3] N      on a, damping included
      force_normal        [c] N         force . normal, > 0 repulsive
      force_tangential    [c, 3] N
      point               [c, 3] m      where they touch
      source              [c]           who answered the distance query, -1: between grains

    collisions  {name: array}: impacts since the start, counted for each pair of materials, p of them;
      between             [p, 2]        rows of result.materials
      energies, speeds    [b] J, m/s    lower ends of the bins
      grains_by_energy, grains_by_speed, structures_by_energy, structures_by_speed   [p, b]
      and nothing with output.surface_sums: false
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

    # Columns know the file and not the frame, so that it ends, with its arrays, when the last name
    # of it does.

    @property
    def grains(self):
        if "grains" not in self._columns:
            rows = Rows(self.result._file, GRAINS, self.index)
            first = rows.number("PointOffsets", 0)
            known = {"position": Stored(rows.file, GRAINS + "/Points", (3,), first),
                     **rows.stored("PointData", SHAPES, first)}
            self._columns["grains"] = Columns(
                "grains of frame %d" % self.index, rows.count("NumberOfPoints"), known,
                "'%s': %s/PointData" % (rows.file.path, GRAINS))
        return self._columns["grains"]

    @property
    def contacts(self):
        if "contacts" not in self._columns:
            self._columns["contacts"] = contacts.columns_of(
                Rows(self.result._file, contacts.GROUP, self.index), self.grains)
        return self._columns["contacts"]

    @property
    def collisions(self):
        file, found = self.result._file, {}
        for name in file.arrays(COLLISIONS):
            dataset = COLLISIONS + "/" + name
            counts = "_by_" in name  # a table for each frame
            found[name] = file.rows(dataset, frame=self.index if counts else None)
        return found
