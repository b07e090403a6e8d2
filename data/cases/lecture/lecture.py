"""The lecture's program for two discs, written from its formulas, with switches for what its prints have wrong.

It shares no line with Granum, which it is compared with, and computes what Granum refuses: steps of explicit
Euler without a dashpot, and forces that contradict Newton's third law.  `python3 lecture.py` prints every table of
README.md that it is the source of.
"""
import math
from collections import namedtuple

import numpy

RADIUS, DENSITY, G = 5.0, 10.0, 9.80665
MASS = 4.0 / 3.0 * math.pi * DENSITY * RADIUS**3
INERTIA = math.pi * DENSITY * RADIUS**4 / 2.0
PAIR = {"kn": 1.0e5, "ks": 5.0e3, "cn": 5.0e3, "cs": 1.0e3, "mu": 10.0}
SCHEMES = ("explicit_euler", "symplectic_euler", "adams_bashforth_2", "adams_bashforth_2_printed")

#: time [n], velocities [n, 2 discs, 2], spins [n, 2], energy [n] kinetic and elastic, L [n] angular momentum
Way = namedtuple("Way", "time position velocity spin energy momentum")


def run(scheme="explicit_euler", dt=0.005, end=2.5, spin=4.0, normal="increments", variant="code", tension=True,
        offset=0.0, mass=MASS, inertia=INERTIA, unit=1.0, wrong=(), **coefficients):
    """Two discs meet.  offset: m, that both begin farther from each other.  unit: factor of all forces and masses.
    wrong: of "sign" (F_y takes h_s cos with the sign of the slides), "abs" (|h_s| is cut to an integer), "weight"
    (m g stands inside the sum over contacts, and in x too)."""
    c = {k: v * (1.0 if k == "mu" else unit) for k, v in {**PAIR, **coefficients}.items()}
    mass, inertia = mass * unit, inertia * unit
    x = numpy.array([[-10.0 - offset, 0.0], [10.0 + offset, 0.0]])
    v = numpy.array([[4.0, 0.0], [-4.0, 0.0]])
    w = numpy.array([spin, 0.0])
    moved, turned = numpy.zeros((2, 2)), numpy.zeros(2)
    en = es = 0.0
    before, rows = None, []
    for step in range(int(round(end / dt)) + 1):
        f, m = numpy.zeros((2, 2)), numpy.zeros(2)
        apart = x[1] - x[0]
        length = math.hypot(*apart)
        elastic = 0.0
        if length < 2.0 * RADIUS:
            n = apart / length
            t = numpy.array([-n[1], n[0]])
            un, us = (moved[0] - moved[1]) @ n, (moved[0] - moved[1]) @ t + RADIUS * (turned[0] + turned[1])
            vn, vs = (v[0] - v[1]) @ n, (v[0] - v[1]) @ t + RADIUS * (w[0] + w[1])
            en = c["kn"] * (2.0 * RADIUS - length) if normal == "overlap" else en + c["kn"] * un
            es += c["ks"] * us
            hn = en + c["cn"] * vn
            hn = hn if tension else max(hn, 0.0)
            hs = es + c["cs"] * vs
            if variant == "code":
                size = math.trunc(abs(hs)) if "abs" in wrong else abs(hs)
                if hn <= 0.0:
                    hs = 0.0
                elif size >= c["mu"] * hn:
                    hs = math.copysign(c["mu"] * hn, hs)
            elif en <= 0.0:
                es = hs = 0.0
            elif abs(es) >= c["mu"] * en:
                es = hs = math.copysign(c["mu"] * en, es)
            f[0] = -hn * n - hs * t
            if "sign" in wrong:
                f[0, 1] += 2.0 * hs * n[0]
            f[1] = -f[0]
            if "weight" in wrong:
                f -= mass * G
            m[:] = -RADIUS * hs
            elastic = 0.5 * en**2 / c["kn"] + 0.5 * es**2 / c["ks"]
        else:
            en = es = 0.0
        energy = 0.5 * mass * (v**2).sum() + 0.5 * inertia * (w**2).sum() + elastic
        turning = mass * (x[:, 0] * v[:, 1] - x[:, 1] * v[:, 0]).sum() + inertia * w.sum()
        rows.append((step * dt, x.copy(), v.copy(), w.copy(), energy, turning))
        a, b = f / mass, m / inertia
        then = (v.copy(), a, w.copy(), b)
        if scheme.startswith("adams") and before is not None:
            new_v, new_w = v + 0.5 * dt * (3.0 * a - before[1]), w + 0.5 * dt * (3.0 * b - before[3])
            q = (0.5, 0.5) if scheme.endswith("printed") else (1.5, -0.5)
            moved, turned = dt * (q[0] * v + q[1] * before[0]), dt * (q[0] * w + q[1] * before[2])
        else:
            new_v, new_w = v + dt * a, w + dt * b
            taylor = 0.5 * dt if scheme == "adams_bashforth_2" else 0.0
            by = (new_v, new_w) if scheme == "symplectic_euler" else (v + taylor * a, w + taylor * b)
            moved, turned = dt * by[0], dt * by[1]
        x, v, w, before = x + moved, new_v, new_w, then
    return Way(*map(numpy.array, zip(*rows)))


def bounce(dt, scheme="explicit_euler", end=42.0, kn=5.0e5, cn=1.0e3, floor=-45.0 + RADIUS + 0.01, start=0.0):
    """Heights [n] of a disc dropped on a wall (spring from the overlap), at multiples of dt."""
    y, v, old, way = start, 0.0, None, []
    for _ in range(int(round(end / dt)) + 1):
        way.append(y)
        a = -G + ((kn * (floor - y) - cn * v) / MASS if y < floor else 0.0)
        new = v + dt * (1.5 * a - 0.5 * old[1] if scheme == "adams_bashforth_2" and old else a)
        y += dt * (1.5 * v - 0.5 * old[0] if scheme == "adams_bashforth_2" and old else v)
        v, old = new, (v, a)
    return numpy.array(way)


def apexes(way):
    return way[1:-1][(way[1:-1] > way[:-2]) & (way[1:-1] >= way[2:])]


def exact(tension=True):
    """Speed of both discs after exercise 1, as small steps have it."""
    zeta = PAIR["cn"] / math.sqrt(2.0 * PAIR["kn"] * MASS)
    s = math.sqrt(1.0 - zeta**2)
    return 4.0 * math.exp(-zeta / s * (math.pi if tension else 2.0 * math.atan2(s, zeta)))


def line(name, way):
    kept = way.energy[-1] / way.energy[0]
    print("| %s | %.5f | %.5f | %.5f | %.5f | %.5f | %.4g |" % (
        name, way.velocity[-1, 1, 0], way.velocity[-1, 1, 1], way.spin[-1, 0], way.spin[-1, 1], kept,
        way.momentum[0] - way.momentum[-1]))


def main():
    head = "\n%s\n| | v_x | v_y of disc 1 | spin 0 | spin 1 | KE/KE_0 | angular momentum lost |"
    print(head % "exercise 1")
    for name in SCHEMES:
        line(name, run(name, spin=0.0, mu=0.0))
        line(name + ", undamped", run(name, spin=0.0, mu=0.0, cn=0.0))
    line("explicit_euler, clamped", run(spin=0.0, mu=0.0, tension=False))
    print("exact %.5f, clamped %.5f" % (exact(), exact(False)))
    print(head % "exercise 2")
    for variant in ("code", "slide"):
        line(variant, run(variant=variant))
        line(variant + ", small steps", run("adams_bashforth_2", 5.0e-5, variant=variant, normal="overlap"))
    print(head % "misprints, exercise 2 by explicit Euler, 5 ms")
    line("sign of h_s cos in F_y", run(wrong=("sign",)))
    line("inertia of a sphere", run(inertia=0.4 * MASS * RADIUS**2))
    line("mass and inertia of a disc, 4/3 r thick", run(inertia=0.5 * MASS * RADIUS**2))
    line("m g in the sum and in x", run(wrong=("weight",)))
    for mu in (10.0, 0.1):
        line("friction %g, code" % mu, run(mu=mu))
        line("friction %g, slide" % mu, run(mu=mu, variant="slide"))
    line("friction 0.1, integer abs, forces in N", run(mu=0.1, wrong=("abs",)))
    line("friction 0.1, integer abs, forces in MN", run(mu=0.1, wrong=("abs",), unit=1.0e-6))
    print(head % "contact begins within a step: exercise 1, AB2, 5 ms")
    for part in (0.0, 0.25, 0.5, 0.75):
        for normal in ("increments", "overlap"):
            line("%g of a step late, %s" % (part, normal),
                 run("adams_bashforth_2", spin=0.0, mu=0.0, offset=0.02 * part, normal=normal))
    print("\nthe box: apexes")
    for scheme, dt in (("explicit_euler", 5e-4), ("explicit_euler", 1e-4), ("adams_bashforth_2", 1e-4)):
        print("| %s %g | %s |" % (scheme, dt, " | ".join("%.4f" % y for y in apexes(bounce(dt, scheme))[:4])))
    print("\nshadowed lc, dropped from 8 m: lowest point %.2f m, with the wall where it belongs %.2f m" % (
        bounce(5e-4, end=2.0, floor=RADIUS + 0.01, start=8.0).min(), bounce(5e-4, end=4.0, start=8.0).min()))


if __name__ == "__main__":
    main()
