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
DISTRIBUTION, ROSE, COORDINATION, SUMMARY = range(4)


def check_distribution(statistics, time, force):
    pushes = force[force > 0]
    table = filters.table(statistics, time, DISTRIBUTION)
    bins = statistics.Bins
    check_equal(len(table["force_ratio"]), bins, "bins")
    if len(pushes) == 0:
        check_equal(table["contacts"].sum(), 0, "no contact pushes")
        return
    width = (pushes / pushes.mean()).max() / bins
    integral = (table["probability_density"] * width).sum()
    check(abs(integral - 1.0) < 1e-6, "P integrates to %.9g" % integral)
    first = (table["probability_density"] * table["force_ratio"] * width).sum()
    check(abs(first - 1.0) < width, "mean of P is %g" % first)
    counts, _ = numpy.histogram(pushes, bins, (0, pushes.max()))
    # A force at the edge of a bin may fall on either side.
    check(numpy.abs(table["contacts"] - counts).sum() <= 4, "counts of the bins")
    check_equal(table["contacts"].sum(), len(pushes), "all that push are counted")
    return integral


def check_rose(statistics, time, normal, force):
    """Looking along y: angles from x to z."""
    table = filters.table(statistics, time, ROSE)
    if len(normal) == 0:
        return
    sectors = statistics.Sectors
    for name, column in table.items():  # the first sector once more, a full turn on
        turn = 360.0 if name == "angle" else 0.0
        check_equal((len(column), column[-1]), (sectors + 1, column[0] + turn), name + ": closed")
    curve = numpy.hypot(table["rose_x"], table["rose_y"])
    check_array(curve, table["density"], "curve", 1e-12)
    angle = numpy.degrees(numpy.arctan2(normal[:, 2], normal[:, 0])) % 360
    both = numpy.concatenate([angle, (angle + 180) % 360])
    for name, weight in (("density", None), ("force_density", numpy.tile(force, 2))):
        counts, _ = numpy.histogram(both, sectors, (0, 360), weights=weight)
        expected = counts / counts.mean()
        found = table[name][:sectors]
        off = numpy.abs(found - expected).sum()
        check(off <= 8 * numpy.abs(weight if weight is not None else numpy.ones(1)).max()
              / abs(counts.mean()), "%s: off by %g" % (name, off))
        check(abs(found.mean() - 1.0) < 1e-6, "%s: one on average" % name)


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
    for path in sys.argv[1:]:
        result = Result(path)
        reader = reading.open_result(path)
        statistics = simple.ForceStatistics(Contacts=filters.port(reader, "Contacts"),
                                            Grains=filters.port(reader, "Grains"))
        filters.check_panel(statistics)
        filters.check_detaches(statistics, result.times[0], "Grains", 1)
        for frame, time in enumerate(result.times):
            _, contacts = result.contacts(frame)
            _, grains = result.grains(frame)
            force = result.derived(frame)["force_normal"].astype("f4").astype("f8")
            normal = contacts["normal"].astype("f8")
            ends = numpy.concatenate([contacts["id_a"], contacts["id_b"]])
            coordination = numpy.array([(ends == i).sum() for i in grains["id"]], int)
            integral = check_distribution(statistics, time, force)
            check_rose(statistics, time, normal, force)
            row = check_summary(statistics, time, normal, force, coordination)
            if "coordination" in grains:  # as the solver counted
                check_array(grains["coordination"], coordination.astype("i4"), "solver's count")
        print("%s: P integrates to %s; Z %.4g, without %d rattlers %.4g; anisotropy %.3g" % (
            path, integral, row["coordination"], row["rattlers"], row["coordination_held"],
            row["anisotropy"]))
    report()


main()
