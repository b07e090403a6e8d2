"""Means over several runs of one scene with other seeds, and their standard errors.

A recipe draws the first result; of each other one it computes the same numbers, which Draw.average() puts
together.  The standard error is s / sqrt(N), with the standard deviation s of N runs.
"""

import math
import os
from collections import namedtuple

from granum.arrays import numpy
from granum.comparison import differences

CONTACTS = ".contacts.vtkhdf"  # a part of a result, which patterns of names as run-*.vtkhdf find beside it


class Mean(namedtuple("Mean", "value error")):
    """A number or a curve and its standard error; None: it has none."""

    def _of(self, change):
        return Mean(change(self.value), None if self.error is None else change(self.error))

    def part(self, rows):
        return self._of(lambda values: values[rows])

    def times(self, factor):
        return self._of(lambda values: factor * values)


def others_of(result, paths):
    """The paths but that of `result`.  ValueError: one is of another scene, or of the same seeds as another."""
    first, others = os.path.realpath(result.path), []
    for path in map(os.fspath, paths):
        if path.endswith(CONTACTS):
            path = path[:-len(CONTACTS)] + ".vtkhdf"
        if os.path.realpath(path) not in [first, *map(os.path.realpath, others)]:
            others.append(path)
    if not others:
        raise ValueError("repeats of '%s' are expected: results of its scene with other seeds" % result.path)
    seen = {(): result.path}
    for path in others:
        rows = differences(result.path, path)
        odd = next((row for row in rows if row.name.rsplit(".", 1)[-1] != "seed"), None)
        if odd:
            raise ValueError("'%s' is no repeat of '%s', as %s is %s, not %s; only seeds may differ" % (
                path, result.path, odd.name, odd.b or "not given", odd.a or "not given"))
        seeds = tuple((row.name, row.b) for row in rows)
        if seeds in seen:
            raise ValueError("'%s' and '%s' have the same seeds: one run would count twice" % (seen[seeds], path))
        seen[seeds] = path
    return others


def on(x, known, values):
    """Values at the places `known` [m] between them, at x [n]; NaN beyond their ends."""
    order = numpy.argsort(known, kind="stable")
    known, values = numpy.asarray(known, float)[order], numpy.asarray(values, float)[order]
    close = 1e-6 * (known[-1] - known[0])
    found = numpy.interp(x, known, values)
    found[(x < known[0] - close) | (x > known[-1] + close)] = numpy.nan
    return found


def mean_of(rows):
    """The Mean of N values or curves.  Counts from 0 on are 0 beyond their end."""
    longest = max(map(numpy.size, rows))
    rows = numpy.array([row if numpy.ndim(row) == 0 else numpy.pad(row, (0, longest - len(row))) for row in rows], float)
    if len(rows) < 2:
        return Mean(rows[0], numpy.full_like(rows[0], numpy.nan))
    return Mean(rows.mean(0), rows.std(0, ddof=1) / math.sqrt(len(rows)))
