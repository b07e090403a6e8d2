"""Force chains of Contact Network: packings whose chains are known, results against NumPy.

Imported by contact_network.py.
"""

import math

import numpy
from paraview import simple
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData

import filters
import reading
from checks import check, check_array, check_equal

RADIUS = 0.5
UP = numpy.array([0.0, 0.0, 1.0])


def data_of(points, cells, point_data=(), cell_data=()):
    data, corners, lines = vtkPolyData(), vtkPoints(), vtkCellArray()
    corners.SetDataTypeToDouble()
    for point in points:
        corners.InsertNextPoint(point)
    for cell in cells:
        lines.InsertNextCell(len(cell), cell)
    data.SetPoints(corners)
    (data.SetLines if cell_data else data.SetVerts)(lines)
    for attributes, arrays in ((data.GetPointData(), point_data), (data.GetCellData(), cell_data)):
        for name, rows in dict(arrays).items():
            array = numpy_to_vtk(numpy.ascontiguousarray(rows), deep=1)
            array.SetName(name)
            attributes.AddArray(array)
    source = simple.TrivialProducer()
    source.GetClientSideObject().SetOutput(data)
    return source


class Packing:
    """Grains of one size, and forces between them and from walls."""

    def __init__(self):
        self.centres, self.rows = [], []

    def grain(self, centre):
        self.centres.append(numpy.asarray(centre, float))
        return len(self.centres) - 1

    def push(self, a, b, force, shift=(0, 0, 0)):
        """`b` at its image, moved by `shift`."""
        end = self.centres[b] + shift
        self.rows.append((a, b, self.centres[a], end, force, 0))

    def wall(self, a, direction, force):
        """A wall in that direction from the grain."""
        foot = self.centres[a] + RADIUS * numpy.asarray(direction, float)
        self.rows.append((a, -1, self.centres[a], foot, force, 1))

    def dust(self, count=30):
        """Grains that carry next to nothing, which keep the mean low."""
        for i in range(count):
            self.wall(self.grain([100 + 3 * i, 0, 0]), -UP, 1e-3)

    def row(self, start, step, count, force, walls=(True, True)):
        """A straight row of grains pressed together, held by walls at its ends."""
        step = numpy.asarray(step, float)
        ids = [self.grain(numpy.asarray(start) + i * step) for i in range(count)]
        for a, b in zip(ids[:-1], ids[1:]):
            self.push(a, b, force)
        for end, held, way in ((ids[0], walls[0], -step), (ids[-1], walls[1], step)):
            if held:
                self.wall(end, way / numpy.linalg.norm(way), force)
        return ids

    def chains(self, **settings):
        """{(grains joined, ...): length} by chain, after Contact Network."""
        ends = numpy.array([[a, b] for _, _, a, b, _, _ in self.rows])
        along = ends[:, 0] - ends[:, 1]
        cells = {"id_a": numpy.array([10 * r[0] for r in self.rows], "i8"),
                 "id_b": numpy.array([10 * r[1] if r[1] >= 0 else -1 for r in self.rows], "i8"),
                 "kind": numpy.array([r[5] for r in self.rows], "i4"),
                 "force_normal": numpy.array([r[4] for r in self.rows]),
                 "normal": along / numpy.linalg.norm(along, axis=1)[:, None]}
        count = len(self.rows)
        contacts = data_of(ends.reshape(-1, 3), [[2 * k, 2 * k + 1] for k in range(count)], (),
                           cells)
        n = len(self.centres)
        grains = data_of(self.centres, [[i] for i in range(n)],
                         {"id": 10 * numpy.arange(n), "radius": numpy.full(n, RADIUS)})
        made = simple.ContactNetwork(Contacts=contacts, Grains=grains, Shape="Lines",
                                     Part="Force chains", **settings)
        found = reading.arrays(filters.output(made, 0.0).GetCellData())
        for source in (made, contacts, grains):
            simple.Delete(source)
        chains, lengths = {}, {}
        for k in range(len(found.get("chain_id", ()))):
            name = int(found["chain_id"][k])
            pair = found["id_a"][k] // 10, found["id_b"][k] // 10
            chains.setdefault(name, set()).add(tuple(sorted(pair)))
            lengths.setdefault(name, int(found["chain_length"][k]))
        check_equal(sorted(chains), list(range(1, len(chains) + 1)), "chains are numbered from 1")
        check_equal(sorted(lengths.values(), reverse=True), [lengths[i] for i in sorted(lengths)],
                    "the longest chain is the first")
        return {tuple(sorted(pairs)): lengths[name] for name, pairs in chains.items()}


def pairs(ids):
    return tuple(sorted(tuple(sorted(p)) for p in zip(ids[:-1], ids[1:])))


def check_straight():
    packing = Packing()
    ids = packing.row([0, 0, 0], UP, 5, 1.0)
    packing.dust()
    check_equal(packing.chains(), {pairs(ids): 5}, "a straight chain")
    check_equal(packing.chains(LeastGrains=6), {}, "a chain that is too short")
    short = Packing()
    short.row([0, 0, 0], UP, 2, 1.0)
    short.dust()
    check_equal(short.chains(), {}, "two grains are no chain")
    check_equal(len(short.chains(LeastGrains=2)), 1, "unless they are enough")


def check_branched():
    """A trunk that ends in a grain on which two branches at 30 degrees push."""
    packing = Packing()
    trunk = packing.row([0, 0, 0], UP, 3, 1.0, (True, False))
    fork = packing.grain([0, 0, 3])
    packing.push(trunk[-1], fork, 1.0)
    expected = list(pairs(trunk + [fork]))
    for side in (-1, 1):
        way = numpy.array([side * 0.5, 0, math.cos(math.pi / 6)])
        share = 0.5 / math.cos(math.pi / 6)
        branch = packing.row(packing.centres[fork] + way, way, 2, share, (False, True))
        packing.push(fork, branch[0], share)
        expected += pairs([fork] + branch)
    packing.dust()
    check_equal(packing.chains(), {tuple(sorted(expected)): 8}, "a chain that branches")


def check_parallel():
    """Two chains side by side touch, across the stress."""
    packing = Packing()
    left = packing.row([0, 0, 0], UP, 5, 1.0)
    right = packing.row([1, 0, 0], UP, 4, 1.0)
    for a, b in zip(left, right):
        packing.push(a, b, 0.2)
    packing.dust()
    check_equal(packing.chains(), {pairs(left): 5, pairs(right): 4}, "two parallel chains")
    check_equal([len(packing.chains(ChainAngle=90))], [1], "one at an angle of 90 degrees")


def check_broken():
    """A grain that carries little, and a contact that pulls, part a chain."""
    packing = Packing()
    low = packing.row([0, 0, 0], UP, 3, 1.0)
    weak = packing.grain([0, 0, 3])
    high = packing.row([0, 0, 4], UP, 4, 1.0)
    packing.push(low[-1], weak, 1e-3)
    packing.push(weak, high[0], 1e-3)
    packing.dust()
    check_equal(packing.chains(), {pairs(low): 3, pairs(high): 4}, "a weak grain parts a chain")
    for force, expected in ((1e-3, [7]), (-1e-3, [4, 3])):
        packing = Packing()
        low = packing.row([0, 0, 0], UP, 3, 1.0)
        high = packing.row([0, 0, 3], UP, 4, 1.0)
        packing.push(low[-1], high[0], force)
        packing.dust()
        check_equal(sorted(packing.chains().values(), reverse=True), expected,
                    "strong grains joined by a force of %g" % force)


def check_angle():
    """In a zigzag of 30 degrees each link lies at this angle to the stress."""
    packing = Packing()
    ways = [numpy.array([side * 0.5, 0, math.cos(math.pi / 6)]) for side in (1, -1)]
    ids, place = [], numpy.zeros(3)
    for i in range(6):
        ids.append(packing.grain(place))
        place = place + ways[i % 2]
    for a, b in zip(ids[:-1], ids[1:]):
        packing.push(a, b, 1.0)
    packing.wall(ids[0], -ways[1], 1.0)
    packing.wall(ids[-1], ways[1], 1.0)
    packing.dust()
    for angle, expected in ((29.99, {}), (30, {pairs(ids): 6}), (30.01, {pairs(ids): 6})):
        check_equal(packing.chains(ChainAngle=angle), expected, "a limit of %g degrees" % angle)


def check_periodic():
    """A chain goes on across a periodic side, where its contact may be hidden."""
    packing = Packing()
    ids = [packing.grain([0, 0, z]) for z in (2, 3, 0, 1)]
    packing.push(ids[0], ids[1], 1.0)
    packing.push(ids[1], ids[2], 1.0, 4 * UP)
    packing.push(ids[2], ids[3], 1.0)
    packing.wall(ids[0], -UP, 1.0)
    packing.wall(ids[3], UP, 1.0)
    packing.dust()
    check_equal(packing.chains(), {pairs(ids): 4}, "a chain across a periodic side")


def expected_chains(result, frame, angle, least, thickness=None):
    """{row of contact: chain length}, by NumPy from the file; `thickness` (m) of discs."""
    ends, contacts = result.contacts(frame)
    derived = result.derived(frame)
    centre, grains = result.grains(frame)
    row = {id: i for i, id in enumerate(grains["id"])}
    force, count = contacts["force"].astype("f8"), len(grains["id"])
    moment, touched = numpy.zeros((count, 3, 3)), numpy.zeros(count, bool)
    partners = []
    for k in range(len(ends)):
        a, b = row[contacts["id_a"][k]], row.get(contacts["id_b"][k], -1)
        partners.append((a, b))
        for grain, sign, end in ((a, 1, 0), (b, -1, 1)):
            if grain >= 0:
                arm = derived["point"][k] - ends[k, end]
                moment[grain] -= sign * numpy.outer(force[k], arm)
                touched[grain] = True
    radius = grains["radius"].astype("f8")
    volume = numpy.pi * radius ** 2 * thickness if thickness else 4 / 3 * numpy.pi * radius ** 3
    values, vectors = numpy.linalg.eigh((moment + moment.transpose(0, 2, 1)) / 2
                                        / volume[:, None, None])
    stress, direction = values[:, 2], vectors[:, :, 2]
    mean = stress[touched].mean()
    limit, links, group = math.cos(math.radians(angle)), [], list(range(count))
    for k, (a, b) in enumerate(partners):
        if b < 0 or derived["force_normal"][k] <= 0 or min(stress[a], stress[b]) < mean:
            continue
        branch = ends[k, 1].astype("f8") - ends[k, 0]
        branch /= numpy.linalg.norm(branch)
        if abs(branch @ direction[a]) >= limit and abs(branch @ direction[b]) >= limit:
            links.append(k)
            old, new = group[b], group[a]
            group = [new if g == old else g for g in group]
    size = numpy.bincount(group, minlength=count)
    return {k: int(size[group[partners[k][0]]]) for k in links
            if size[group[partners[k][0]]] >= least}, mean


def check_result(reader, result, frame, time, thickness=None):
    """The chains of a run are those that NumPy finds."""
    for angle, least in ((45, 3), (25, 2)):
        made = simple.ContactNetwork(Contacts=reader, Shape="Lines", Part="Force chains",
                                     ChainAngle=angle, LeastGrains=least, HideImages=0)
        data = filters.output(made, time)
        found = reading.arrays(data.GetCellData())
        expected, mean = expected_chains(result, frame, angle, least, thickness)
        _, contacts = result.contacts(frame)
        rows = sorted(expected)
        what = "chains at %g degrees" % angle
        check_array(found["id_a"], contacts["id_a"][rows], what + ": first grain")
        check_array(found["id_b"], contacts["id_b"][rows], what + ": second grain")
        check_array(found["chain_length"], numpy.array([expected[k] for k in rows], "i4"),
                    what + ": length")
        fields = filters.fields(data)
        check_array(fields["mean_stress"], [mean], what + ": mean stress", 1e-6)
        ids, first = numpy.unique(found["chain_id"], return_index=True)
        check_equal(int(fields["chains"][0]), len(ids), what + ": how many")
        print("%s: %d chains of %d of %d contacts, the longest has %d grains" % (
            what, len(ids), len(rows), len(contacts["id_a"]),
            found["chain_length"].max() if len(rows) else 0))
        check(len(contacts["id_a"]) < 1000 or len(rows) > 100, what + ": some")
        simple.Delete(made)


def check_made():
    for part in (check_straight, check_branched, check_parallel, check_broken, check_angle,
                 check_periodic):
        part()
