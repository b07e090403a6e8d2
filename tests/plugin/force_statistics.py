"""Force Statistics against NumPy, and against lattices with known statistics.

    force_statistics.py RESULT...

A cube of n^3 grains on a simple cubic lattice has 3 n^2 (n - 1) contacts, those along x
a third of them; face-centred grains inside have 12.
"""

import itertools
import sys

import numpy
from paraview import simple

import filters
import reading
from checks import check, check_array, check_equal, report
from result import Result

SINGLE = 4 * numpy.finfo("f4").eps
DISTRIBUTION, ROSE, COORDINATION, SUMMARY, SECTORS = range(5)


def check_distribution(statistics, time, force, kind):
    """`force` of all contacts; the filter takes all kinds."""
    pushes = {"probability_density": force[force > 0],
              "grain_on_grain": force[(force > 0) & (kind == 0)],
              "grain_on_structure": force[(force > 0) & (kind == 1)]}
    table = filters.table(statistics, time, DISTRIBUTION)
    bins = statistics.Bins
    check_equal(len(table["force_ratio"]), bins, "bins")
    if len(pushes["probability_density"]) == 0:
        check_equal(table["contacts"].sum(), 0, "no contact pushes")
        return
    top = max((f / f.mean()).max() for f in pushes.values() if len(f))
    width = top / bins
    check_array(table["force_ratio"], (numpy.arange(bins) + 0.5) * width, "middles", SINGLE * top)
    for name, f in pushes.items():
        check_equal(name in table, len(f) > 0, name + " is there")
        if not len(f):
            continue
        density = table[name]
        if name == "probability_density":
            check(not numpy.isnan(density).any(), "numbers everywhere")
        else:
            check(not (density == 0).any(), name + ": nothing a logarithm cannot take")
        integral = numpy.nansum(density) * width
        check(abs(integral - 1.0) < 1e-6, "%s integrates to %.9g" % (name, integral))
        first = numpy.nansum(density * table["force_ratio"]) * width
        check(abs(first - 1.0) < width, "mean of %s is %g" % (name, first))
        counts, _ = numpy.histogram(f / f.mean(), bins, (0, top))
        # A force at the edge of a bin may fall on either side.
        off = numpy.abs(numpy.nan_to_num(density) * width * len(f) - counts).sum()
        check(off <= 4.001, "%s: counts of the bins are %g off" % (name, off))
    check_equal(table["contacts"].sum(), len(pushes["probability_density"]), "all that push")
    return integral


def check_rose(statistics, time, normal, force):
    """Looking along y: angles from x to z; the first sector is centred on x."""
    table = filters.table(statistics, time, ROSE)
    if len(normal) == 0:
        return
    sectors = statistics.Sectors
    for name, column in table.items():  # the first sector once more, a full turn on
        turn = 360.0 if name == "angle" else 0.0
        check_equal((len(column), column[-1]), (sectors + 1, column[0] + turn), name + ": closed")
    check_array(table["angle"], 360.0 * numpy.arange(sectors + 1) / sectors, "angles", 1e-12)
    angle = numpy.degrees(numpy.arctan2(normal[:, 2], normal[:, 0]))
    both = (numpy.concatenate([angle, angle + 180]) + 180 / sectors) % 360
    for name, weight in (("density", None), ("force_density", numpy.tile(force, 2))):
        counts, _ = numpy.histogram(both, sectors, (0, 360), weights=weight)
        expected = counts / counts.mean()
        found = table[name][:sectors]
        off = numpy.abs(found - expected).sum()
        check(off <= 8 * numpy.abs(weight if weight is not None else numpy.ones(1)).max()
              / abs(counts.mean()), "%s: off by %g" % (name, off))
        check(abs(found.mean() - 1.0) < 1e-6, "%s: one on average" % name)
    check_sectors(filters.output(statistics, time, SECTORS), table)


def check_sectors(drawing, table):
    """Each polygon is a sector of the radius of its density, around its angle."""
    sectors = len(table["angle"]) - 1
    cells = reading.arrays(drawing.GetCellData())
    check_equal(drawing.GetNumberOfCells(), sectors + 1, "a circle and the sectors")
    check_array(cells["density"], numpy.append(1.0, table["density"][:-1]), "drawn densities", 0)
    for i in range(sectors + 1):
        points = drawing.GetCell(i).GetPoints()
        place = numpy.array([points.GetPoint(k) for k in range(points.GetNumberOfPoints())])
        radius = numpy.hypot(place[:, 0], place[:, 1])
        if i > 0:
            check_equal(radius[0], 0.0, "sector %d begins in the middle" % i)
            middle = place[1:].sum(axis=0)
            turned = numpy.degrees(numpy.arctan2(middle[1], middle[0])) - cells["angle"][i]
            check(cells["density"][i] == 0 or abs((turned + 180) % 360 - 180) < 1e-6,
                  "sector %d is turned by %g degrees" % (i, turned))
        check_array(radius[1:], numpy.full(len(radius) - 1, cells["density"][i]),
                    "radius of sector %d" % i, 1e-12)


def check_summary(statistics, time, normal, force, coordination):
    row = {name: rows[0] for name, rows in filters.table(statistics, time, SUMMARY).items()}
    counts = filters.table(statistics, time, COORDINATION)
    check_equal(row["contacts"], len(force), "contacts")
    check_equal(row["grains"], len(coordination), "grains")
    if len(coordination):
        check(abs(row["coordination"] - coordination.mean()) < 1e-12,
              "coordination %g, not %g" % (row["coordination"], coordination.mean()))
        check_array(counts["grains"], numpy.bincount(coordination).astype("f8"), "grains by number")
        check_equal(counts["grains"].sum() - counts["grains_held"].sum(), row["rattlers"],
                    "rattlers by number")
    if len(force):
        fabric = numpy.einsum("ki,kj->ij", normal, normal) / len(normal)
        found = numpy.array([[row["fabric_" + "".join(sorted(p))] for p in line] for line in
                             (("xx", "xy", "xz"), ("xy", "yy", "yz"), ("xz", "yz", "zz"))])
        check_array(found, fabric, "fabric", 1e-12)
        principal = numpy.linalg.eigvalsh(fabric)[::-1]
        check_array(numpy.array([row["fabric_%d" % i] for i in (1, 2, 3)]), principal,
                    "principal values", 1e-9)
        deviator = fabric - numpy.eye(3) * numpy.trace(fabric) / 3
        check(abs(row["anisotropy"] - numpy.sqrt(1.5 * (deviator ** 2).sum())) < 1e-9, "anisotropy")
        check_equal(row["pushing_contacts"], (force > 0).sum(), "pushing")
        if (force > 0).any():
            check(abs(row["mean_force"] / force[force > 0].mean() - 1) < SINGLE, "mean force")
    return row


def lattice(basis, n, far):
    """Grains of unit spacing, their contacts, and both as sources."""
    cells = numpy.array(list(itertools.product(range(n), repeat=3)), float)
    points = (cells[:, None] + numpy.array(basis)[None]).reshape(-1, 3)
    gap = numpy.linalg.norm(points[:, None] - points[None], axis=2)
    pairs = numpy.argwhere(numpy.triu(gap < far, 1))
    ids = 3 * numpy.arange(len(points)) + 1
    grains = filters.made(points, {"id": ids, "radius": numpy.full(len(points), 0.5)})
    contacts = filters.made(points, {
        "id_a": ids[pairs[:, 0]], "id_b": ids[pairs[:, 1]],
        "force_normal": numpy.full(len(pairs), 2.0)}, pairs)
    return points, pairs, simple.ForceStatistics(Contacts=contacts, Grains=grains)


def check_lattices():
    n = 5
    points, pairs, statistics = lattice([[0, 0, 0]], n, 1.01)
    row = {k: v[0] for k, v in filters.table(statistics, 0, SUMMARY).items()}
    check_equal(row["contacts"], 3 * n * n * (n - 1), "simple cubic: contacts")
    check_equal(row["coordination"], 6.0 * (n - 1) / n, "simple cubic: coordination")
    check_array(numpy.array([row["fabric_" + d] for d in ("xx", "yy", "zz", "xy", "yz", "xz")]),
                numpy.array([1 / 3] * 3 + [0.0] * 3), "simple cubic: fabric", 1e-14)
    check(row["anisotropy"] < 1e-12, "simple cubic: anisotropy %g" % row["anisotropy"])
    check_equal((row["mean_force"], row["rattlers"]), (2.0, 0), "simple cubic: force, rattlers")
    # The corners have three contacts; without them the edges have too few, and so on.
    statistics.LeastContacts = 4
    row = {k: v[0] for k, v in filters.table(statistics, 0, SUMMARY).items()}
    held, z = peel(len(points), pairs, 4)
    check_equal((row["rattlers"], row["coordination_held"]), (len(points) - held, z),
                "simple cubic: rattlers of four")

    points, pairs, statistics = lattice([[0, 0, 0], [0, .5, .5], [.5, 0, .5], [.5, .5, 0]], 4, 0.75)
    counts = filters.table(statistics, 0, COORDINATION)
    row = {k: v[0] for k, v in filters.table(statistics, 0, SUMMARY).items()}
    check_equal((len(counts["coordination"]) - 1, row["grains"]), (12, 256), "face-centred: most")
    check(abs(row["fabric_xx"] - 1 / 3) < 1e-12 and row["anisotropy"] < 1e-12,
          "face-centred: isotropic")
    # A chain hung on the cube falls off link by link.
    chain = numpy.array([[10.0 + i, 0, 0] for i in range(4)])
    contacts = filters.made(chain, {"id_a": numpy.arange(3), "id_b": numpy.arange(1, 4),
                                    "force_normal": numpy.ones(3)}, [[0, 1], [1, 2], [2, 3]])
    row = {k: v[0] for k, v in
           filters.table(simple.ForceStatistics(Contacts=contacts), 0, SUMMARY).items()}
    check_equal((row["coordination"], row["rattlers"], row["coordination_held"], row["anisotropy"]),
                (1.5, 4, 0.0, 1.0), "a chain")


def check_axes():
    """Contacts along the axes, as at walls, fall into the sectors centred on these: the rose
    of a square lattice has four equal sectors, whatever the signs of zero."""
    points = numpy.array(list(itertools.product(range(4), [0.0], range(4))))
    gap = numpy.linalg.norm(points[:, None] - points[None], axis=2)
    pairs = numpy.argwhere(numpy.triu(gap < 1.01, 1))
    contacts = filters.made(points, {"id_a": pairs[:, 0], "id_b": pairs[:, 1],
                                     "force_normal": numpy.ones(len(pairs))}, pairs)
    for sectors, lit in ((36, [0, 9, 18, 27]), (8, [0, 2, 4, 6])):
        rose = filters.table(simple.ForceStatistics(Contacts=contacts, Sectors=sectors), 0, ROSE)
        check_equal(numpy.flatnonzero(rose["density"][:-1]).tolist(), lit, "sectors of a lattice")
        check_array(rose["density"][:-1][lit], numpy.full(4, sectors / 4.0), "all alike", 1e-12)


def check_kinds(path):
    """Unless something else is chosen, directions are those of contacts between grains; a
    structure is chosen together with its contacts; the coordination counts all contacts."""
    result = Result(path)
    reader = reading.open_result(path)
    frame = len(result.times) - 1
    _, contacts = result.contacts(frame)
    time = result.times[frame]
    kind = result.derived(frame)["kind"]
    structure = contacts["structure_id"]

    def summary(**properties):
        made = simple.ForceStatistics(Contacts=reader, **properties)
        return {k: v[0] for k, v in filters.table(made, time, SUMMARY).items()}
    plain, every = summary(), summary(Kind="All")
    check((kind == 0).any() and (kind == 1).any(), "contacts of both kinds")
    check_equal((plain["contacts"], every["contacts"]), ((kind == 0).sum(), len(kind)), "kinds")
    check_equal(plain["coordination"], every["coordination"], "coordination of all contacts")
    table = filters.table(simple.ForceStatistics(Contacts=reader), time, DISTRIBUTION)
    middle = table["force_ratio"]
    check_array(middle[[0, -1]], numpy.array([0.2, 9.8]), "bins up to ten times the mean", 1e-12)
    one = structure[kind == 1][0]
    check_equal(summary(Structure=int(one))["contacts"], (structure == one).sum(), "a structure")


def peel(n, pairs, least):
    """Plainly: grains with too few contacts go, until none does."""
    alive = numpy.ones(n, bool)
    while True:
        both = pairs[alive[pairs].all(axis=1)]
        count = numpy.bincount(both.ravel(), minlength=n)
        falls = alive & (count < least)
        if not falls.any():
            return alive.sum(), count[alive].mean() if alive.any() else 0.0
        alive &= ~falls


def main():
    check_lattices()
    check_axes()
    check_kinds(sys.argv[-1])
    for path in sys.argv[1:]:
        result = Result(path)
        reader = reading.open_result(path)
        statistics = simple.ForceStatistics(Contacts=filters.port(reader, "Contacts"),
                                            Grains=filters.port(reader, "Grains"), Kind="All",
                                            Bins=50, LargestRatio=0)
        filters.check_panel(statistics)
        filters.check_detaches(statistics, result.times[0], "Grains", 1)
        for frame, time in enumerate(result.times):
            _, contacts = result.contacts(frame)
            _, grains = result.grains(frame)
            force = result.derived(frame)["force_normal"].astype("f4").astype("f8")
            normal = contacts["normal"].astype("f8")
            ends = numpy.concatenate([contacts["id_a"], contacts["id_b"]])
            coordination = numpy.array([(ends == i).sum() for i in grains["id"]], int)
            integral = check_distribution(statistics, time, force, result.derived(frame)["kind"])
            check_rose(statistics, time, normal, force)
            row = check_summary(statistics, time, normal, force, coordination)
            if "coordination" in grains:  # as the solver counted
                check_array(grains["coordination"], coordination.astype("i4"), "solver's count")
        print("%s: P integrates to %s; Z %.4g, without %d rattlers %.4g; anisotropy %.3g" % (
            path, integral, row["coordination"], row["rattlers"], row["coordination_held"],
            row["anisotropy"]))
    report()


main()
