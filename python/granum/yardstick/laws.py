"""Contact laws against closed forms: sliding, rolling, twisting, adhesion, a chain of springs.

  sliding    u = u_0 - mu g t, w = (5/2) mu g t / r, then 5/7 u_0; on a slope (5/7) g sin b or
             g (sin b - mu cos b)
  glancing   the energy that a contact leaves while it slides and sticks: three digits
  rolling    u = u_0 - (5/7) mu_r g t on a rough plane; on a slope at rest while tan b < mu_r
  twisting   w = w_0 - (5/2) mu_s g t / r
  adhesion   largest pull JKR (3/2) pi w R, DMT 2 pi w R; JKR at no overlap (4/3) pi w R
  chain      N masses between N + 1 springs: w_1 = 2 sqrt(k / m) sin(pi / (2 (N + 1)))

J. Ai et al., Powder Technology 206 (2011) 269-282; J. S. Marshall, J. Comput. Phys. 228 (2009) 1541-1561;
K. L. Johnson, K. Kendall and A. D. Roberts, Proc. R. Soc. A 324 (1971) 301-313; B. V. Derjaguin, V. M. Muller
and Y. P. Toporov, J. Colloid Interface Sci. 53 (1975) 314-326.
"""

import math

from granum.arrays import numpy
from granum.yardstick.referee import referee

R, RHO, G, KN = 5e-3, 2500.0, 9.81, 1e6
MASS = RHO * 4 / 3 * math.pi * R**3

PLANE = """
gravity: [%r, 0, %r]
materials: {a: {density: %r, youngs_modulus: 1.0e+9, poisson_ratio: 0.25}}
contacts:
  law: hooke
  rolling: %s
  torsion: %s
  pairs: [{between: [a, a], restitution: 0.5, friction: %r, stiffness: %r, rolling_friction: %r,
           torsion_friction: %r, rolling_damping: 0.3}]
structures: [{plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: a}]
grains: [{list: {material: a, grains: [{position: [0, 0, %r], radius: %r, velocity: [%r, 0, 0],
          angular_velocity: [0, %r, %r]}]}}]
time: {end: 10, step: 1.0e-5}
output: {every: 10, checkpoint: 0}
"""


def on_plane(slope=0.0, mu=0.0, rolling=None, torsion=None, u=0.0, spin=0.0, about=0.0):
    """A sphere that lies on a plane of this slope (rad), 0 down the slope."""
    load = MASS * G * math.cos(slope)
    word = rolling[0] if rolling else "none"
    return PLANE % (G * math.sin(slope), -G * math.cos(slope), RHO, word, "spring" if torsion else "none", mu, KN,
                    rolling[1] if rolling else 0.0, torsion or 0.0, R - load / KN, R, u, spin, about)


def rolled(bench, text, t):
    """Speed along the plane, spin that rolls, spin about the normal after t seconds."""
    with bench.simulation(text) as sim:
        bench.step(sim, round(t / sim.dt))
        return (float(sim.grains.velocity[0, 0]), float(sim.grains.angular_velocity[0, 1]),
                float(sim.grains.angular_velocity[0, 2]))


AI, MARSHALL = "doi:10.1016/j.powtec.2010.09.030 model ", "doi:10.1016/j.jcp.2008.10.020"
RIGID = "rigid sphere with Coulomb friction"


@referee("laws", "contact laws against closed forms: sliding, rolling, twisting, adhesion, springs")
def rows(bench):
    yield from sliding(bench)
    yield from glancing(bench)
    yield from resisting(bench)
    yield from adhesion(bench)
    yield from chain(bench)


def sliding(bench):
    mu, u0 = 0.3, 0.5
    t = 0.5 * 2 * u0 / (7 * mu * G)
    u, w, _ = rolled(bench, on_plane(mu=mu, u=u0), t)
    yield bench.row("thrown along a plane", "speed while it slides", u, u0 - mu * G * t, RIGID, 1e-3)
    yield bench.row("thrown along a plane", "spin", w, 2.5 * mu * G * t / R, RIGID, 1e-3)
    u, w, _ = rolled(bench, on_plane(mu=mu, u=u0), 5 * t)
    yield bench.row("thrown along a plane", "speed at last", u, 5 / 7 * u0, RIGID, 1e-3)
    for slope, mu in ((20.0, 0.5), (40.0, 0.1)):
        b, t = math.radians(slope), 0.1
        u, w, _ = rolled(bench, on_plane(slope=b, mu=mu), t)
        sticks = math.tan(b) < 3.5 * mu
        a = 5 / 7 * G * math.sin(b) if sticks else G * (math.sin(b) - mu * math.cos(b))
        spin = a / R if sticks else 2.5 * mu * G * math.cos(b) / R
        case = "slope of %.0f deg, friction %.1f" % (slope, mu)
        yield bench.row(case, "speed", u, a * t, RIGID, 2e-3)
        yield bench.row(case, "spin", w, spin * t, RIGID, 2e-3)


GLANCE = """
gravity: [0, 0, 0]
materials: {a: {density: %r, youngs_modulus: 1.0e+9, poisson_ratio: 0.25}}
contacts: {law: %s, pairs: [{between: [a, a], restitution: %r, friction: %r%s}]}
structures: [{plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: a}]
grains: [{list: {material: a, grains: [{position: [0, 0, %r], radius: %r, velocity: [%r, 0, %r]}]}}]
time: {end: 1, step: %r}
output: {every: 1, checkpoint: 0}
"""
GLANCES = (  # friction, restitution, degrees from the normal; energy over that before
    ("hooke", 1.0, 0.9, 66, 0.892), ("hooke", 1.0, 0.9, 70, 0.898), ("hooke", 0.5, 0.8, 44, 0.737),
    ("hertz", 1.0, 0.9, 50, 0.7654), ("hertz", 1.5, 0.9, 62, 0.7508))


def glancing(bench):
    """Energy that is left after an oblique impact with spring and dashpot under one limit of friction."""
    for law, mu, e, degrees, left in GLANCES:
        b = math.radians(degrees)
        given, dt = (", contact_time: 2.0e-5", 2e-8) if law == "hooke" else ("", 2e-7)
        with bench.simulation(GLANCE % (RHO, law, e, mu, given, R, R, 2 * math.sin(b), -2 * math.cos(b), dt)) as sim:
            bench.step(sim, 1500)
            v, w = sim.grains.velocity[0], sim.grains.angular_velocity[0]
            energy = float(v @ v + 0.4 * R * R * w @ w) / 4
        yield bench.row("oblique impact, %s, friction %.1f, e %.1f, %d deg" % (law, mu, e, degrees), "energy over that before",
                        energy, left, "fine integration of the law on its own", 5e-3)


def resisting(bench):
    u0, mr, t = 0.5, 0.05, 0.2
    for word in ("constant", "spring"):
        u, w, _ = rolled(bench, on_plane(mu=0.6, rolling=(word, mr), u=u0, spin=u0 / R), t)
        yield bench.row("rolling, " + word, "speed", u, u0 - 5 / 7 * mr * G * t, AI + "AC"[word == "spring"], 2e-3)
    b = math.radians(10)
    u, w, _ = rolled(bench, on_plane(slope=b, mu=0.6, rolling=("spring", 0.3)), t)
    yield bench.row("slope of 10 deg, rolling friction 0.3", "speed", u, 0.0, AI + "C", 1e-3, abs(u) / (G * math.sin(b) * t))
    u, w, _ = rolled(bench, on_plane(slope=b, mu=0.6, rolling=("constant", 0.1)), t)
    yield bench.row("slope of 10 deg, rolling friction 0.1", "speed", u,
                    5 / 7 * G * (math.sin(b) - 0.1 * math.cos(b)) * t, AI + "A", 3e-3)
    w0, ms = 40.0, 0.02
    _, _, w = rolled(bench, on_plane(torsion=ms, about=w0), t)
    yield bench.row("twisting", "spin", w, w0 - 2.5 * ms * G * t / R, MARSHALL, 2e-3)


PULL = """
gravity: [0, 0, 0]
materials: {a: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {cohesion: %s, pairs: [{between: [a, a], restitution: 1, friction: 0, adhesion: %r}]}
grains: [{list: {material: a, grains: [{position: [0, 0, 0], radius: 1.0e-3}, {position: [0, 0, 1.9995e-3], radius: 1.0e-3}]}}]
held: [{name: i, ids: [0], meets_held: true},
       {name: j, ids: [1], meets_held: true, motion: [{translate: {velocity: [0, 0, 1.0e-3]}}]}]
time: {end: 1, step: 1.0e-6}
output: {every: 1, checkpoint: 0}
"""


def adhesion(bench):
    reff = 0.5e-3
    for law, factor, source in (("jkr", 1.5, "doi:10.1098/rspa.1971.0141"),
                                ("dmt", 2.0, "doi:10.1016/0021-9797(75)90018-1")):
        for w in (0.01, 0.1):
            pull, at_touch, touch = 0.0, 0.0, 0.0
            with bench.simulation(PULL % (law, w)) as sim:
                for _ in range(1000):
                    bench.step(sim, 1)
                    if not len(sim.contacts):
                        break
                    force, overlap = float(sim.contacts.force_normal[0]), float(sim.contacts.overlap[0])
                    pull = max(pull, -force)
                    if not touch or abs(overlap) < touch:
                        touch, at_touch = abs(overlap), -force
            case = "%s, %g J/m2" % (law, w)
            yield bench.row(case, "largest pull, N", pull, factor * math.pi * w * reff, source, 5e-3)
            if law == "jkr":
                yield bench.row(case, "pull at no overlap, N", at_touch, 4 / 3 * math.pi * w * reff, source, 1e-2)


CHAIN = """
gravity: [0, 0, 0]
materials: {a: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {law: hooke, pairs: [{between: [a, a], restitution: 1, friction: 0, stiffness: 1.0e+4}]}
grains: [{list: {material: a, grains: [%s]}}]
held: [{name: ends, ids: [0, %d]}]
time: {end: 1, step: %r}
output: {every: 1, checkpoint: 0}
"""


def chain(bench, n=10):
    """Its first mode, from the zeros of the middle's velocity after a start in that mode's shape."""
    r, k, squeeze, size = 1e-3, 1e4, 2e-5, 1e-6
    m = 2500 * 4 / 3 * math.pi * r**3
    exact = 2 * math.sqrt(k / m) * math.sin(math.pi / (2 * (n + 1)))
    at = numpy.arange(n + 2) * (2 * r - squeeze) + size * numpy.sin(math.pi * numpy.arange(n + 2) / (n + 1))
    at[0], at[-1] = 0.0, (n + 1) * (2 * r - squeeze)
    grains = ", ".join("{position: [%r, 0, 0], radius: %r}" % (float(x), r) for x in at)
    dt = 2 * math.pi / exact / 2000
    times, last = [], None
    with bench.simulation(CHAIN % (grains, n + 1, dt)) as sim:
        for step in range(1, 4201):
            bench.step(sim, 1)
            middle = int(numpy.argmax(sim.grains.id == n // 2))
            v = float(sim.grains.velocity[middle, 0])
            if last is not None and last * v < 0:
                times.append((step - v / (v - last)) * dt)
            last = v
    period = 2 * (times[-1] - times[0]) / (len(times) - 1)
    yield bench.row("chain of %d springs" % (n + 1), "frequency, rad/s", 2 * math.pi / period, exact,
                    "normal modes of a chain, sin form", 1e-3)
