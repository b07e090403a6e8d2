"""Coarse Grain keeps mass and momentum, and its stress carries the weight.

    coarse_grain.py COLUMN      (a result of column.yaml)

Contact stress integrated over a level of a column at rest is the weight of what lies
above the level, smoothed as the density is: within 1 %, the quadrature of kernel and
branch.
"""

import sys

import numpy
from paraview import simple

import filters
import reading
from checks import check, check_array, check_equal, report
from result import Result

GRAVITY = 9.81
ROUND_OFF = 1e-12
QUADRATURE = 0.01


def fields(source, time):
    """{array: [z, y, x, ...]}, spacing, origin."""
    data = filters.output(source, time)
    nodes = data.GetDimensions()[::-1]
    arrays = {name: rows.reshape(nodes + rows.shape[1:])
              for name, rows in reading.arrays(data.GetPointData()).items()}
    return arrays, numpy.array(data.GetSpacing()), numpy.array(data.GetOrigin())


def check_moving(source, mass, velocity, radius, what):
    """Sums over the nodes times the volume of a step."""
    arrays, spacing, _ = fields(source, 0)
    volume = spacing.prod()
    check_array(arrays["density"].sum() * volume, mass.sum(), what + ": mass", ROUND_OFF)
    solid = 4 / 3 * numpy.pi * (radius ** 3).sum()
    check_array(arrays["solid_fraction"].sum() * volume, solid, what + ": volume", ROUND_OFF)
    momentum = (arrays["density"][..., None] * arrays["velocity"]).sum(axis=(0, 1, 2)) * volume
    check_array(momentum, (mass[:, None] * velocity).sum(axis=0), what + ": momentum", ROUND_OFF)
    # m v v = kinetic stress + rho V V, node by node.
    v = arrays["velocity"]
    whole = arrays["kinetic_stress"][..., :3] + arrays["density"][..., None] * v ** 2
    check_array(whole.sum(axis=(0, 1, 2)) * volume,
                (mass[:, None] * velocity ** 2).sum(axis=0), what + ": m v v", ROUND_OFF)
    check(arrays["kinetic_stress"][..., :3].min() > -1e-9 * whole.max(), what + ": spread")
    check_array(arrays["stress"], arrays["contact_stress"] + arrays["kinetic_stress"],
                what + ": stress is the sum", ROUND_OFF)
    check_array(arrays["pressure"], arrays["stress"][..., :3].sum(axis=-1) / 3,
                what + ": pressure", ROUND_OFF)


def check_gas():
    rng = numpy.random.default_rng(3)
    n = 200
    radius = rng.uniform(0.02, 0.05, n)
    mass = rng.uniform(1, 2, n)
    velocity = rng.normal(size=(n, 3))
    grains = filters.made(rng.uniform(size=(n, 3)),
                          {"radius": radius, "mass": mass, "velocity": velocity})
    source = simple.CoarseGrain(Grains=grains, Nodes=[21, 17, 33])
    filters.check_panel(source)
    check_moving(source, mass, velocity, radius, "gas")
    source.Reach = 0.01  # less than a step of the grid
    check_moving(source, mass, velocity, radius, "coarse grid")
    source.Density = 7.0
    check_moving(source, 7.0 * 4 / 3 * numpy.pi * radius ** 3, velocity, radius, "given density")
    # Without masses, the densities of the materials.
    material = rng.integers(0, 2, n)
    grains = filters.made(rng.uniform(size=(n, 3)), {
        "radius": radius, "velocity": velocity, "material": material})
    filters.give_fields(grains, {"material_density": numpy.array([3.0, 5.0])})
    by_material = numpy.array([3.0, 5.0])[material] * 4 / 3 * numpy.pi * radius ** 3
    check_moving(simple.CoarseGrain(Grains=grains, Nodes=[21, 17, 33]), by_material, velocity,
                 radius, "densities of materials")
    # Of a hybrid run, the part that no material point has.
    weight = rng.uniform(0.1, 1, n)
    shared = filters.made(rng.uniform(size=(n, 3)),
                          {"radius": radius, "mass": mass, "velocity": velocity, "weight": weight})
    source = simple.CoarseGrain(Grains=shared, Nodes=[21, 17, 33])
    check_moving(source, mass, velocity, radius * numpy.cbrt(weight), "weights")
    source.Density = 7.0
    check_moving(source, weight * 7.0 * 4 / 3 * numpy.pi * radius ** 3, velocity,
                 radius * numpy.cbrt(weight), "weights and a given density")
    # A small box far from all grains, which are 1000 steps wide: nothing, and at once.
    source = simple.CoarseGrain(Grains=shared, Nodes=[2, 2, 2], FitBox=0, Reach=0.05,
                                Box=[5, 5 + 5e-5, 5, 5 + 5e-5, 5, 5 + 5e-5])
    check_equal(float(fields(source, 0)[0]["density"].sum()), 0.0, "a box far from all grains")
    # All alike: no spread.
    grains = filters.made(rng.uniform(size=(n, 3)), {
        "radius": radius, "mass": mass, "velocity": numpy.tile([1.0, 2, 3], (n, 1))})
    arrays, _, _ = fields(simple.CoarseGrain(Grains=grains), 0)
    there = arrays["density"] > 0
    check_array(arrays["velocity"][there], numpy.tile([1.0, 2, 3], (there.sum(), 1)), "drift", 1e-9)
    check(numpy.abs(arrays["kinetic_stress"]).max() < 1e-9 * arrays["density"].max(), "no spread")


def carried(source, time):
    """Level by level: what contact stress carries, and the weight above."""
    arrays, spacing, origin = fields(source, time)
    area = spacing[0] * spacing[1]
    force = arrays["contact_stress"][..., 2].sum(axis=(1, 2)) * area
    slab = arrays["density"].sum(axis=(1, 2)) * spacing.prod() * GRAVITY
    weight = slab[::-1].cumsum()[::-1] - slab / 2
    return origin[2] + spacing[2] * numpy.arange(len(force)), force, weight


def check_pile():
    """Ten grains one upon the other; each contact carries what is above it."""
    n, r, m = 10, 0.5, 2.0
    z = r + 2 * r * numpy.arange(n)
    points = numpy.stack([0 * z, 0 * z, z], 1)
    ends = numpy.concatenate([[p, p - [0, 0, 2 * r if i else r]] for i, p in enumerate(points)])
    force = numpy.stack([0 * z, 0 * z, m * GRAVITY * (n - numpy.arange(n))], 1)
    grains = filters.made(points, {"radius": numpy.full(n, r), "mass": numpy.full(n, m)})
    contacts = filters.made(ends, {"force": force}, numpy.arange(2 * n).reshape(-1, 2))
    source = simple.CoarseGrain(Grains=grains, Contacts=contacts, Nodes=[25, 25, 121], Reach=1.5)
    z, force, weight = carried(source, 0)
    check_levels(z, force, weight, 1.5, n * m * GRAVITY, "pile")


def check_levels(z, force, weight, floor, all_of_it, what):
    """Above the reach of the floor, where a fortieth of the weight is above at least."""
    levels = (z > floor) & (weight > all_of_it / 40)
    off = numpy.abs(force - weight)[levels] / all_of_it
    check(levels.sum() > 10 and off.max() < QUADRATURE,
          "%s: stress off by %g of the weight" % (what, off.max()))
    low = numpy.flatnonzero(levels)[0]
    print("%s: %d levels, off by %.2g of the weight at most; at the lowest %.6g N of %.6g N" % (
        what, levels.sum(), off.max(), force[low], weight[low]))


def check_column(path):
    result = Result(path)
    reader = reading.open_result(path)
    time = result.times[-1]
    _, grains = result.grains(len(result.times) - 1)
    source = simple.CoarseGrain(Grains=filters.port(reader, "Grains"),
                                Contacts=filters.port(reader, "Contacts"), Nodes=[29, 29, 81])
    filters.check_detaches(source, time, "Contacts", 1)
    arrays, spacing, _ = fields(source, time)
    mass = arrays["density"].sum() * spacing.prod()
    check_array(mass, grains["mass"].astype("f8").sum(), "column: mass", ROUND_OFF)
    z, force, weight = carried(source, time)
    reach = 3 * grains["radius"].max()
    check_levels(z, force, weight, reach, grains["mass"].sum() * GRAVITY, "column")
    print("column: mass %.9g kg of %.9g kg" % (mass, grains["mass"].astype("f8").sum()))
    # A box that leaves grains out holds less, and nothing of it is moved inside.
    source.FitBox = 0
    source.Box = [-0.02, 0.02, -0.02, 0.02, 0.0, 0.02]
    half, spacing, _ = fields(source, time)
    check(half["density"].sum() * spacing.prod() < 0.95 * mass, "a part of the mass")
    for time in result.times[:2]:
        fields(source, time)


def main():
    check_gas()
    check_pile()
    check_column(sys.argv[1])
    report()


main()
