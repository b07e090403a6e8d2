"""Contacts of a frame: the arrays of the file and arrays computed from them."""

from granum.arrays import numpy
from granum.columns import Columns, Derived, Stored

GROUP = "/granum/contacts"
SHAPES = {"id_a": (), "id_b": (), "structure_id": (), "patch": (), "source": (), "overlap": (),
          "normal": (3,), "force": (3,), "structure_a": (), "area": (), "point": (3,)}


def columns_of(rows, grains):
    """The Columns of contacts from the Rows of their frame and its grains."""
    n = rows.count("NumberOfCells")
    points = rows.count("NumberOfPoints")
    if points != 2 * n:
        raise rows.file.fault(GROUP + "/NumberOfPoints", "has %d in frame %d; two for each of %d "
                              "contacts are expected" % (points, rows.index, n))
    first = rows.number("PointOffsets", 0)
    known = {"ends": Stored(rows.file, GROUP + "/Points", (3,), first, each=2),
             **rows.stored("CellData", SHAPES, rows.number("CellOffsets", 0))}

    def sorted_ids():
        ids = grains["id"]
        if (numpy.diff(ids) <= 0).any():
            raise rows.file.fault("/VTKHDF/PointData/id", "is not sorted in frame %d" % rows.index)
        return ids, None

    add_derived(known, grains, sorted_ids)
    return Columns("contacts of frame %d" % rows.index, n, known,
                   "'%s': %s" % (rows.file.path, GROUP))


def add_derived(known, grains, sorted_ids):
    """Add the columns that follow from others to {name: column}.

    grains: Columns.  sorted_ids: function that returns the ids of the grains in rising order, and
    the row of each (None: that order)."""
    def row(id):
        """Row of the grain of each id in grains, -1 where there is none."""
        ids, rows = sorted_ids()
        if len(ids) == 0:
            return numpy.full(id.shape, -1)
        found = numpy.minimum(numpy.searchsorted(ids, id), len(ids) - 1)
        return numpy.where(ids[found] == id, found if rows is None else rows[found], -1)

    def normal_force(force, normal):
        return (force * normal).sum(1)

    def tangential_force(force, normal, along):
        return force - along[:, None] * normal

    def point(ends, row_a, row_b):
        # Divides the line of centres in the ratio of the radii; with a structure: the end of the
        # line on the surface.
        radius = grains["radius"]
        share = numpy.ones(len(ends), ends.dtype)
        pair = (row_a >= 0) & (row_b >= 0)
        a, b = radius[row_a[pair]], radius[row_b[pair]]
        share[pair] = a / (a + b)
        return ends[:, 0] + share[:, None] * (ends[:, 1] - ends[:, 0])

    def kind(id_b, structure_a=None):
        """0: grain on grain, 1: grain on structure, 2: structure on structure."""
        kinds = (id_b < 0).astype("int32")
        return kinds if structure_a is None else numpy.where(structure_a >= 0, 2, kinds).astype("int32")

    meet = ["structure_a"] * ("structure_a" in known)
    follows = [
        ("kind", ["id_b", *meet], kind, (), "int32", "1"),
        ("row_a", ["id_a"], row, (), "int64", "1"),
        ("row_b", ["id_b"], row, (), "int64", "1"),
        ("force_normal", ["force", "normal"], normal_force, (), known.get("force"), "N"),
        ("force_tangential", ["force", "normal", "force_normal"], tangential_force, (3,),
         known.get("force"), "N"),
        ("point", ["ends", "row_a", "row_b"], point, (3,), known["ends"], "m"),
    ]
    for name, takes, *more in follows:
        # A file with bodies has the points itself.
        if name not in known and all(other in known for other in takes):
            known[name] = Derived(takes, *more)
