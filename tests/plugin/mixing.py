"""Mixing: Lacey's index of mixtures with known index, and of a result against NumPy.

    mixing.py RESULT

Segregated by planes between cells: 0.  Kinds dealt at random: 1 on average, with the
scatter that N grains leave.
"""

import sys

import numpy
from paraview import simple

import filters
import reading
from checks import check, check_array, check_equal, report
from result import Result


def lacey(kind, cell, p_of):
    """Plainly, from its definition."""
    p = (kind == p_of).mean()
    n, k = len(kind), len(numpy.unique(cell))
    now = 0.0
    for c in numpy.unique(cell):
        mine = kind[cell == c] == p_of
        now += len(mine) * (mine.mean() - p) ** 2 / n
    segregated = p * (1 - p)
    random = segregated * (k - 1) / (n - 1)
    return (segregated - now) / (segregated - random)


def mixed(points, kind, **settings):
    source = simple.Mixing(Grains=filters.made(points, {"label": kind.astype("i4")}),
                           KindArray="label", **settings)
    data = filters.output(source, 0)
    return source, data, filters.table(source, 0, 1)


def check_segregated(points):
    """Half and half along x, with an even number of cells."""
    for axis in range(3):
        kind = (points[:, axis] > 0.5) * 3
        _, data, table = mixed(points, kind, CellSize=0.25)
        check(abs(filters.fields(data)["lacey_index"][0]) < 1e-12, "segregated: %r"
              % filters.fields(data)["lacey_index"])
        check(numpy.abs(table["lacey_index"]).max() < 1e-12, "segregated, by kind")
        check_equal(list(table["kind"]), [0.0, 3.0], "kinds")
        check_equal(table["cells"][0], 64.0, "cells")
        arrays = reading.arrays(data.GetPointData())
        check_array(arrays["concentration"], (kind == 0).astype("f8"), "pure cells")


def check_random(points, rng):
    n = len(points)
    for shares in ((0.5, 0.5), (0.1, 0.9), (0.2, 0.3, 0.5)):
        found = []
        kind = numpy.repeat(numpy.arange(len(shares)), numpy.round(n * numpy.array(shares)).astype(int))
        for _ in range(20):
            rng.shuffle(kind)
            _, data, table = mixed(points, kind)
            found.append(filters.fields(data)["lacey_index"][0])
        # About sqrt(2 / cells) / grains-a-cell each: 0.005 for 250 cells of 20.
        check(abs(numpy.mean(found) - 1.0) < 0.004, "random %s: %g" % (shares, numpy.mean(found)))
        check_array(table["share"], numpy.array(shares), "shares", 1e-3)
        print("random, shares %s: index %.5f +- %.5f" % (shares, numpy.mean(found), numpy.std(found)))


def check_between(points, rng):
    """A share of the segregated grains exchanged at random: the index grows with it."""
    last = -1e-9
    for exchanged in (0.0, 0.2, 0.5, 1.0):
        kind = (points[:, 0] > 0.5).astype(int)
        some = rng.permutation(len(kind))[:int(exchanged * len(kind))]
        kind[some] = rng.permutation(kind[some])
        _, data, table = mixed(points, kind)
        index = filters.fields(data)["lacey_index"][0]
        check(index > last, "exchanged %g: %g after %g" % (exchanged, index, last))
        cell = reading.arrays(data.GetPointData())["mixing_cell"]
        for row, p_of in enumerate(table["kind"]):
            check(abs(table["lacey_index"][row] - lacey(kind, cell, p_of)) < 1e-12,
                  "by definition, kind %d" % p_of)
        last = index


def check_result(path):
    result = Result(path)
    reader = reading.open_result(path)
    source = simple.Mixing(Grains=filters.port(reader, "Grains"), Concentration=1)
    filters.check_panel(source)
    for frame, time in enumerate(result.times):
        _, grains = result.grains(frame)
        data = filters.output(source, time)
        arrays = reading.arrays(data.GetPointData())
        check_equal(len(arrays["concentration"]), len(grains["id"]), "grains")
        if not len(grains["id"]):
            continue
        kind, cell = grains["material"], arrays["mixing_cell"]
        expected = numpy.array([(kind[cell == c] == 1).mean() for c in cell])
        check_array(arrays["concentration"], expected, "concentration", 1e-12)
        table = filters.table(source, time, 1)
        check_array(table["grains"], numpy.bincount(kind).astype("f8"), "grains by kind")


def main():
    rng = numpy.random.default_rng(11)
    points = rng.uniform(size=(5000, 3))
    points[:2] = [0, 0, 0], [1, 1, 1]  # the box that cells divide
    check_segregated(points)
    check_random(points, rng)
    check_between(points, rng)
    for path in sys.argv[1:]:
        check_result(path)
    _, data, table = mixed(numpy.zeros((0, 3)), numpy.zeros(0))
    check_equal((data.GetNumberOfPoints(), len(table["kind"])), (0, 0), "no grains")
    report()


main()
