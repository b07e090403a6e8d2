"""Solid fraction and velocity of the grains as a continuum in a plane.

    phi(x) = sum_i V_i w(x - x_i),      v(x) = sum_i m_i v_i w / sum_i m_i w

w is Lucy's function of radius c, w ~ (1 + 3 r/c)(1 - r/c)^3, divided for each grain by its sum over
the nodes of the infinite grid: the method, and with the same grid the numbers, of the filter Coarse
Grain.  I. Goldhirsch, Granular Matter 12 (2010) 239-252.
"""

import itertools
from collections import namedtuple

from granum.arrays import numpy

#: places: coordinates of the nodes along the two axes of the plane (m); solid_fraction [n1, n2];
#: velocity [n1, n2, 3] m/s, NaN where no grain is in reach.
Plane = namedtuple("Plane", "places solid_fraction velocity")

REACH = 3.0  # largest radii
FINE = 1.5  # nodes per reach


def deposits(place, spacing, reach, flat=None):
    """For each offset of the grid: nodes [n, 3] of the grains at `place` [n, 3] (in steps of the grid)
    and their weights [n], without normalisation.  flat: the axis along which there is one layer."""
    ranges = [range(-k, k + 2) for k in (int(numpy.ceil(reach / step)) for step in spacing)]
    if flat is not None:
        ranges[flat] = range(1)
    nearest = numpy.floor(place).astype(int)
    for offset in itertools.product(*ranges):
        node = nearest + offset
        ratio = numpy.sqrt((((node - place) * spacing) ** 2).sum(1)) / reach
        yield node, numpy.where(ratio < 1, (1 + 3 * ratio) * (1 - numpy.minimum(ratio, 1)) ** 3, 0.0)


def plane_of(x, velocity, mass, volume, axis, middle, reach, spacing=None, origin=None,
             nodes=None, deep=None):
    """The fields in the plane at `middle` (m) along an axis.  spacing, origin [3] m, nodes [3]: the
    grid, of which one layer of nodes is in the plane; by default reach / FINE and around the grains.
    deep: of two dimensions, the thickness (m); the grid is one layer, and w a function in the plane."""
    spacing = numpy.full(3, reach / FINE) if spacing is None else numpy.asarray(spacing, float)
    flat = None if deep is None else axis
    if deep is not None:
        spacing[axis] = deep
    if origin is None:
        origin = x.min(0) - reach
        nodes = numpy.ceil((x.max(0) + reach - origin) / spacing).astype(int) + 1
        origin[axis] = middle
        nodes[axis] = nodes[axis] if deep is None else 1
    layer = int(round((middle - origin[axis]) / spacing[axis]))
    near = abs(x[:, axis] - middle) < reach
    x, velocity, mass, volume = x[near], velocity[near], mass[near], volume[near]
    place = (x - origin) / spacing
    total = sum((weight for _, weight in deposits(place, spacing, reach, flat)), numpy.zeros(len(x)))
    one, two = (k for k in range(3) if k != axis)
    count = nodes[one] * nodes[two]
    sums = numpy.zeros((5, count))
    columns = numpy.stack([volume, mass, *(mass[:, None] * velocity).T])
    for node, weight in deposits(place, spacing, reach, flat):
        here = ((node[:, axis] == layer) & (weight > 0) & (node[:, one] >= 0)
                & (node[:, one] < nodes[one]) & (node[:, two] >= 0) & (node[:, two] < nodes[two]))
        if here.any():
            row = node[here, one] * nodes[two] + node[here, two]
            share = weight[here] / total[here] / numpy.prod(spacing)
            for k in range(5):
                sums[k] += numpy.bincount(row, share * columns[k, here], count)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        speed = (sums[2:] / sums[1]).T.reshape(nodes[one], nodes[two], 3)
    places = [origin[k] + spacing[k] * numpy.arange(nodes[k]) for k in (one, two)]
    return Plane(places, sums[0].reshape(nodes[one], nodes[two]), speed)
