"""Checks for tests of the plugin in Python: count them, print the failed ones, exit with a status."""

import os
import sys

import numpy

_done = 0
_failed = 0


def check(holds, what):
    """One promise; `what` is printed when it is broken."""
    global _done, _failed
    _done += 1
    if not holds:
        _failed += 1
        print("FAILED: %s" % what, flush=True)
    return bool(holds)


def check_equal(found, expected, what):
    return check(found == expected, "%s: %r, not %r" % (what, found, expected))


def check_array(found, expected, what, tolerance=0.0):
    """Same shape and same numbers, NaN where NaN is due; within `tolerance` times the
    largest expected magnitude."""
    found = numpy.asarray(found)
    expected = numpy.asarray(expected)
    if not check(found.shape == expected.shape,
                 "%s: shape %s, not %s" % (what, found.shape, expected.shape)):
        return False
    if found.size == 0:
        return True
    if expected.dtype.kind == "f":
        same_nan = numpy.array_equal(numpy.isnan(found), numpy.isnan(expected))
        size = numpy.nanmax(numpy.abs(expected)) if not numpy.isnan(expected).all() else 0.0
        apart = numpy.abs(found.astype("f8") - expected.astype("f8"))
        worst = numpy.nanmax(apart) if not numpy.isnan(apart).all() else 0.0
        return check(same_nan and worst <= tolerance * size,
                     "%s: off by %g of %g" % (what, worst, size))
    return check(numpy.array_equal(found, expected), "%s: integers differ" % what)


def report():
    """Prints the count and ends the program; no check at all is a failure too."""
    print("%d checks, %d failed" % (_done, _failed), flush=True)
    sys.stderr.flush()
    # At once: ParaView, taken down by an exception, may lose its X server first.
    os._exit(0 if _done > 0 and _failed == 0 else 1)
