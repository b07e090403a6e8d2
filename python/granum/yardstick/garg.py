"""A falling ball and a pressed stack: R. Garg, J. Galvin, T. Li and S. Pannala, Powder Technology 220 (2012) 122-137.

  falling   3.1: a ball falls on a floor with a linear spring and dashpot under gravity: free fall, contact
            and rebound in closed form
  stacked   3.2: two balls, one twice as dense as the other, between a floor and a lid 3.88 radii apart (theirs 3.6):
            a fine integration of its equations by the method of Runge and Kutta
  resting   two balls on one another at rest: overlaps m g / k, and (F / k_H)^(2/3) by Hertz

The third of their tests, a ball that slips, is in `laws`.  Their contacts end where the overlap does, these
where a dashpot would pull (no tension); the reference has the same definition.
"""

import math

from granum.yardstick.referee import referee

LATE = "a dashpot acts half a step late"
DOI, G = "doi:10.1016/j.powtec.2011.09.019 ", 9.81


@referee("garg", "Garg et al.: a falling ball, two stacked balls pressed between walls, two at rest")
def rows(bench):
    yield from falling(bench)
    yield from stacked(bench)
    yield from resting(bench)


SCENE = """
gravity: [0, 0, -9.81]
materials: {a: {density: %r, youngs_modulus: 2.0e+7, poisson_ratio: 0.3}, b: {density: %r, youngs_modulus: 2.0e+7, poisson_ratio: 0.3}}
contacts: {law: %s, pairs: [{between: [a, a], %s}, {between: [a, b], %s}, {between: [b, b], %s}]}
structures: [%s]
grains: [%s]
time: {end: 10, step: %r}
output: {every: 10, checkpoint: 0}
"""
FLOOR = "{plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: a}"
LID = ", {plane: {point: [0, 0, %r], normal: [0, 0, -1]}, material: b}"


def scene(law, pair, step, grains, densities, lid=""):
    """grains: (height, radius, material) of each."""
    text = ", ".join("{list: {grains: [{position: [0, 0, %r], radius: %r}], material: %s}}" % g for g in grains)
    return SCENE % (*densities, law, pair, pair, pair, FLOOR + lid, text, step)


def linear(k, damping):
    return "stiffness: %r, normal_damping: %r, friction: 0" % (k, damping)


def contact(w, zeta, v0):
    """Of y'' + 2 zeta w y' + w^2 y = -g from y = 0, y' = -v0: y and y' at a time, and the time at which the
    force of spring and dashpot vanishes; y is the height above the first touch."""
    a, wd, rest = zeta * w, w * math.sqrt(1 - zeta**2), -G / w**2

    def at(t):
        c, s = -rest, (-v0 - a * rest) / wd
        decay, co, si = math.exp(-a * t), math.cos(wd * t), math.sin(wd * t)
        y = decay * (c * co + s * si)
        return rest + y, -a * y + decay * wd * (s * co - c * si)

    def push(t):
        y, v = at(t)
        return -w * w * y - 2 * a * v

    low, high = 0.5 * math.pi / wd, 1.3 * math.pi / wd
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if push(middle) > 0 else (low, middle)
    return at, low


def falling(bench):
    r, rho, h0, v0 = 0.1, 2600.0, 0.5, math.sqrt(2 * G * 0.4)
    m = rho * 4 / 3 * math.pi * r**3
    for k, e in ((5e4, 1.0), (5e4, 0.9), (5e4, 0.5), (5e5, 0.8)):
        zeta = -math.log(e) / math.hypot(math.pi, math.log(e))
        w = math.sqrt(k / m)
        at, over = contact(w, zeta, v0)
        deepest = min(at(over * i / 10000)[0] for i in range(10001))
        y, away = at(over)
        highest = r + y + away**2 / (2 * G)
        step = over / 2000
        low = h0
        with bench.simulation(scene("hooke", linear(k, 2 * zeta * w * m), step, [(h0, r, "a")], (rho, rho))) as sim:
            bench.step(sim, int(v0 / G / step) - 10)
            while not len(sim.contacts) and low > 0.9 * r:
                bench.step(sim, 1)
                low = min(low, float(sim.grains.position[0, 2]))
            while len(sim.contacts) or sim.grains.velocity[0, 2] < 0:
                bench.step(sim, 1)
                low = min(low, float(sim.grains.position[0, 2]))
            top = float(sim.grains.position[0, 2] + sim.grains.velocity[0, 2]**2 / (2 * G))
        case = "falling, k %g N/m, e %.1f" % (k, e)
        yield bench.row(case, "largest overlap, m", r - low, -deepest, DOI + "3.1", 5e-4, note=LATE)
        yield bench.row(case, "height after the rebound, m", top, highest, DOI + "3.1", 5e-4, note=LATE)


def pressed(r, k, c, masses, lid, dt, steps):
    """Heights of both balls at each step, by Runge and Kutta of fourth order."""
    def force(gap, rate):
        return max(0.0, -k * gap - c * rate) if gap < 0 else 0.0

    def slope(s):
        y1, y2, v1, v2 = s
        floor, between, top = force(y1 - r, v1), force(y2 - y1 - 2 * r, v2 - v1), force(lid - y2 - r, -v2)
        return v1, v2, (floor - between) / masses[0] - G, (between - top) / masses[1] - G

    s = [0.25 * lid, 0.75 * lid, 0.0, 0.0]
    for _ in range(steps):
        a = slope(s)
        b = slope([x + 0.5 * dt * d for x, d in zip(s, a)])
        d = slope([x + 0.5 * dt * d for x, d in zip(s, b)])
        f = slope([x + dt * d for x, d in zip(s, d)])
        s = [x + dt / 6 * (p + 2 * q + 2 * t + u) for x, p, q, t, u in zip(s, a, b, d, f)]
        yield s[0], s[1]


def stacked(bench):
    r, k, rho = 5e-4, 1e3, (20000.0, 10000.0)
    lid, masses = 3.88 * r, [d * 4 / 3 * math.pi * r**3 for d in rho]
    reduced = masses[0] * masses[1] / sum(masses)
    step = math.sqrt(reduced / k) / 400
    for e in (1.0, 0.9, 0.6):
        c = -2 * math.log(e) / math.hypot(math.pi, math.log(e)) * math.sqrt(reduced * k)
        worst, size = [0.0, 0.0], 0.0
        grains = [(0.25 * lid, r, "a"), (0.75 * lid, r, "b")]
        with bench.simulation(scene("hooke", linear(k, c), step, grains, rho, LID % lid)) as sim:
            for exact in pressed(r, k, c, masses, lid, step, 6000):
                bench.step(sim, 1)
                found = sorted(sim.grains.position[:, 2])
                size = max(size, abs(exact[0] - 0.25 * lid))
                worst = [max(w, abs(f - x)) for w, f, x in zip(worst, found, exact)]
        for name, off in zip(("lower", "upper"), worst):
            yield bench.row("stacked, e %.1f" % e, "largest error of the %s ball, of its way" % name, off / size, 0.0,
                            DOI + "3.2", 2e-3 if e == 1 else 5e-3)


def resting(bench):
    r, rho, k = 0.01, 2500.0, 1e4
    weight = rho * 4 / 3 * math.pi * r**3 * G
    modulus = 0.5 * 2e7 / (1 - 0.3**2)
    for law, pair, step in (("hooke", "stiffness: %r, restitution: 0.2, friction: 0.5" % k, 4e-5),
                            ("hertz", "restitution: 0.2, friction: 0.5", 4e-5)):
        with bench.simulation(scene(law, pair, step, [(r, r, "a"), (3 * r, r, "a")], (rho, rho))) as sim:
            bench.step(sim, round(2 / sim.dt))
            found = sorted(sim.contacts.overlap)
        for name, overlap, load, size in (("between", found[0], weight, 0.5 * r), ("floor", found[1], 2 * weight, r)):
            exact = load / k if law == "hooke" else (load / (4 / 3 * modulus * math.sqrt(size)))**(2 / 3)
            yield bench.row("two at rest, " + law, "overlap, %s, m" % name, overlap, exact, "balance of forces", 1e-9)
