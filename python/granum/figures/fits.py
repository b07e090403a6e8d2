"""Standard errors of what is fitted, and how a figure shows them."""

import math

from granum.arrays import numpy


def standard_errors(slopes, left):
    """[p] standard errors of p parameters by least squares, from the slopes [n, p] of the fitted values with
    respect to them, and what is left over [n]; NaN where they are not determined.  The points count as
    independent: of a slow process, whose neighbours are alike, the true errors are larger."""
    n, p = slopes.shape
    if n <= p:
        return numpy.full(p, numpy.nan)
    size = numpy.linalg.norm(slopes, axis=0)
    if not (size > 0).all() or numpy.linalg.cond(slopes / size) > 1e7:
        return numpy.full(p, numpy.nan)
    inverse = numpy.linalg.inv((slopes / size).T @ (slopes / size))
    return numpy.sqrt((left ** 2).sum() / (n - p) * numpy.diag(inverse)) / size


LEAST_BLOCKS = 16


def block_mean(values):
    """Mean of a series in even steps, and its standard error, which neighbours that are alike do not make smaller:
    the largest of those by means of blocks of 1, 2, 4 ... rows, as long as there are 16 blocks; NaN with fewer rows.

    H. Flyvbjerg, H. G. Petersen, J. Chem. Phys. 91 (1989) 461-466."""
    values = numpy.asarray(values, float)
    blocks, errors = values, []
    while len(blocks) >= LEAST_BLOCKS:
        errors.append(blocks.std(ddof=1) / math.sqrt(len(blocks)))
        even = len(blocks) // 2 * 2
        blocks = 0.5 * (blocks[:even:2] + blocks[1:even:2])
    return float(values.mean()), max(errors, default=math.nan)


def shown(value, error):
    """Value and standard error with two digits of the error, as mathematical text: 1.423 \\pm 0.081; the
    value alone with three digits where there is no error."""
    if error is None or not (math.isfinite(error) and error > 0):
        return "%.3g" % value
    power = math.floor(math.log10(error))
    if -4 <= power < 4:
        digits = max(0, 1 - power)
        return "%.*f \\pm %.*f" % (digits, value, digits, error)
    factor = 10.0 ** power
    return "(%.1f \\pm %.1f) \\times 10^{%d}" % (value / factor, error / factor, power)
