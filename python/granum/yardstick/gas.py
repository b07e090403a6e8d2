"""A gas of hard grains, event by event, against kinetic theory.

  Enskog                 collisions of an elastic gas: w = 4 n (2 r)^2 chi sqrt(pi T), discs 2 n 2 r chi
                         sqrt(pi T), for temperature T over mass
  equation of state      p V / N T of Carnahan and Starling, and of Henderson for discs
  energy                 that of an elastic gas stays to round-off
  Haff                   T = T_0 / (1 + t / tau)^2 of a gas that cools by collisions, tau with the second
                         Sonine coefficient
"""

import math
import tempfile

from granum.arrays import h5py, numpy
from granum.yardstick.referee import referee

GAS = """
domain: {dimensions: %d, min: %s, max: %s, boundary: periodic}
materials: {a: {density: 1}}
collisions:
  engine: %s
  pairs: [{between: [a, a], restitution: %.17g, tangential: %.17g}]
gravity: %s
grains:
  - fill: {box: {min: %s, max: %s}, count: %d, material: a, arrangement: relaxed, radius: %.17g,
           random_velocity: {normal: 1 m/s}}
time: {end: %.17g%s}
output: {every: %.17g, history: %.17g, arrays: full, precision: double}
"""
SOURCES = ("Carnahan and Starling, doi:10.1063/1.1672048", "Henderson, doi:10.1080/00268977500102511")


def gas(axes, phi, n, end, rows, e=1.0, t=1.0, engine="events", step=""):
    """A scene of n grains at solid fraction phi, and their radius."""
    ball = math.pi if axes == 2 else 4 / 3 * math.pi
    r = (phi / n / ball) ** (1 / axes)
    low, high = ["[%s]" % ", ".join([k] * axes) for k in "01"]
    return GAS % (axes, low, high, engine, e, t, low, low, high, n, r, end, step, end, end / rows), r


def theory(axes, phi, n, r, t):
    """Collisions a second of a grain, and p V / N T, at temperature T / m = t."""
    if axes == 2:
        chi = (1 - 7 * phi / 16) / (1 - phi) ** 2
        return 2 * n * 2 * r * chi * math.sqrt(math.pi * t), 1 + 2 * phi * chi
    chi = (1 - phi / 2) / (1 - phi) ** 3
    return (4 * n * 4 * r * r * chi * math.sqrt(math.pi * t),
            (1 + phi + phi ** 2 - phi ** 3) / (1 - phi) ** 3)


def haff_time(phi, n, e, t):
    """tau of Haff's law at temperature t, radius, and collisions a second of a grain."""
    a2 = 16 * (1 - e) * (1 - 2 * e * e) / (81 - 17 * e + 30 * e * e * (1 - e))
    _, r = gas(3, phi, n, 1, 1)
    w, _ = theory(3, phi, n, r, t)
    return 6 / (1 - e * e) / w / (1 + 3 * a2 / 16), r, w


def history(bench, folder, text, n):
    path = bench.ran(text, folder)
    with h5py.File(path, "r") as file:
        return {name: item[()] for name, item in file["granum/history"].items() if isinstance(item, h5py.Dataset)}


@referee("gas", "hard grains event by event: Enskog, Carnahan and Starling, Haff")
def rows(bench):
    with tempfile.TemporaryDirectory() as folder:
        more = () if bench.quick else ((3, 0.2), (3, 0.4), (2, 0.1), (2, 0.45))
        for axes, phi in ((3, 0.1), (3, 0.3), (3, 0.45), (2, 0.3), *more):
            yield from elastic(bench, folder, axes, phi)
        yield from cooling(bench, folder, seeds=3 if bench.quick else 5)


def elastic(bench, folder, axes, phi, n=1000):
    _, r = gas(axes, phi, n, 1.0, 1)
    w, _ = theory(axes, phi, n, r, 1.0)
    h = history(bench, folder, gas(axes, phi, n, 300 / w, 10)[0], n)
    m = (math.pi if axes == 2 else 4 / 3 * math.pi) * r ** axes
    t = 2 * h["kinetic_energy"][0] / axes / n / m
    w, z = theory(axes, phi, n, r, t)
    span = h["time"][-1] - h["time"][2]  # without the arrangement of the fill
    rate = 2 * (h["collisions"][-1] - h["collisions"][2]) / span / n
    p = 1 + (h["collision_virial"][-1] - h["collision_virial"][2]) / span / (axes * n * t * m)
    case = "%d-D, solid fraction %.2f" % (axes, phi)
    yield bench.row(case, "collisions, 1/s", rate, w, "Enskog with the value at contact of " + SOURCES[axes == 2], 0.01)
    yield bench.row(case, "p V / N T", p, z, SOURCES[axes == 2], 0.01)
    yield bench.row(case, "p V / N T of the history", h["pressure"][-1] / (n * t * m), z, SOURCES[axes == 2], 0.015)
    drift = abs(h["kinetic_energy"] / h["kinetic_energy"][0] - 1).max()
    yield bench.row(case, "energy, farthest from the start", drift, 0.0, "conservation", 1e-12)


def cooling(bench, folder, phi=0.1, e=0.9, n=1000, seeds=3):
    ratio = 0.0
    for seed in range(seeds):
        tau, r, _ = haff_time(phi, n, e, 1.0)
        text, _ = gas(3, phi, n, 7.5 * tau, 24, e=e)
        h = history(bench, folder, text.replace("radius: ", "seed: %d, radius: " % (seed + 1)), n)
        t = (2 * h["kinetic_energy"] / 3 / n / (4 / 3 * math.pi * r ** 3))[1:]
        at = h["time"][1:] - h["time"][1]  # without the first collisions, after the fill
        tau, _, _ = haff_time(phi, n, e, t[0])
        ratio = ratio + t / t[0] * (1 + at / tau) ** 2 / seeds
    worst = int(numpy.abs(ratio - 1).argmax())
    yield bench.row("Haff, e %.1f, %d seeds" % (e, seeds), "T over the law, farthest", float(ratio[worst]), 1.0,
                    "Haff, doi:10.1017/S0022112083003419", {3: 0.04, 5: 0.03}[seeds])
