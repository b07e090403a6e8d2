"""The closed forms by which LAMMPS' granular suite judges a state: formulas of rigid impact, of Hertz,
of sliding, rolling and twisting, with the tolerance that each file names."""

import math

from granum.arrays import numpy


def numbers(case):
    """What the formulas are of: the first grain, its wall or partner, the options of the pair."""
    ball = case["grains"][0]
    two = len(case["grains"]) > 1
    v, w = ball.get("velocity", [0, 0, 0]), ball.get("spin", [0, 0, 0])
    m = ball["density"] * math.pi / 6 * ball["diameter"]**3
    damping = case.get("damping") or ["restitution", 1.0]
    e = damping[1] if damping[0] in ("restitution", "tsuji") else None
    if len(case["closed"]) > 3:
        e = case["closed"][3]
    kind, *rest = case["normal"]
    k = {"hertz": rest[0]}.get(kind) or (4 / 3 * rest[0] / (2 * (1 - rest[1]**2)) if len(rest) > 1 else None)
    r = ball["diameter"] / 2
    return {"r": r, "reff": r / 2 if two else r, "m": m, "mu": case["tangential"][3], "e": e, "v": v, "w": w,
            "two": two, "k": k, "g": math.hypot(*case.get("gravity", (0, 0, 0)))}


def judged(case, seen, force):
    """(quantity, value, expected, bound, difference or None) of a case that has a closed form."""
    if "closed" not in case:
        return
    model, segment, tolerance = case["closed"][:3]
    now = seen[segment][0]
    t = sum(case["runs"][:segment + 1] if segment >= 0 else case["runs"]) * case["step"]
    for row in MODELS[model](case, numbers(case), now, seen[segment], t, force):
        yield (row[0], row[1], row[2], tolerance, row[3] if len(row) > 3 else None)


def freefall(case, c, now, both, t, force):
    z0 = case["grains"][0]["at"][2]
    yield "height", now["position"][2], z0 - c["g"] * t * t / 2
    yield "speed", now["velocity"][2], -c["g"] * t


def collision_restitution(case, c, now, both, t, force):
    v1, v2 = now["velocity"][0], both[1]["velocity"][0]
    yield "restitution", (v2 - v1) / (2 * c["v"][0]), c["e"]
    yield "momentum", v1 + v2, 0.0, abs(v1 + v2) / abs(c["v"][0])


def wall_restitution(case, c, now, both, t, force):
    yield "speed", now["velocity"][0], -c["e"] * c["v"][0]


def peak(case, c, now, both):
    """Largest overlap by energy, that of the state, and the impact energy."""
    speed = (2 if c["two"] else 1) * numpy.abs(c["v"]).max()
    mass = c["m"] / 2 if c["two"] else c["m"]
    k = c["k"] * math.sqrt(c["reff"])
    alpha = (5 * mass * speed**2 / (4 * k))**0.4
    if c["two"]:
        found = 2 * c["r"] - numpy.linalg.norm(now["position"] - both[1]["position"])
    else:
        found = c["r"] - now["position"][2]
    return alpha, found, k, 0.5 * mass * speed**2


def hertz_normal_impact(case, c, now, both, t, force):
    alpha, found, k, energy = peak(case, c, now, both)
    yield "energy at the peak", 0.4 * k * found**2.5, energy


def hertz_peak(case, c, now, both, t, force):
    alpha, found, k, _ = peak(case, c, now, both)
    yield "largest overlap", found, alpha
    yield "largest force", k * found**1.5, k * alpha**1.5


def stack_energy(case, c, now, both, t, force):
    k = case["normal"][1]

    def energy(y, v):
        total = 0.0
        for ball, height, speed in zip(case["grains"], y, v):
            m = ball["density"] * math.pi / 6 * ball["diameter"]**3
            total += m * (c["g"] * height + speed**2 / 2)
        top = case["walls"][1][0][1]
        for depth in (c["r"] - y[0], y[1] + c["r"] - top, 2 * c["r"] - (y[1] - y[0])):
            total += 0.5 * k * max(0.0, depth)**2
        return total

    yield ("energy", energy([b["position"][1] for b in both], [b["velocity"][1] for b in both]),
           energy([b["at"][1] for b in case["grains"]], [0, 0]))


def slip_cessation(case, c, now, both, t, force):
    u = 5 / 7 * c["v"][0]
    yield "speed of rolling", now["velocity"][0], u
    yield "spin of rolling", now["spin"][1], u / c["r"]


def slip_transient(case, c, now, both, t, force):
    yield "speed while sliding", now["velocity"][0], c["v"][0] - c["mu"] * c["g"] * t
    yield "spin while sliding", now["spin"][1], 2.5 * c["mu"] * c["g"] * t / c["r"]


def oblique_impact(case, c, now, both, t, force):
    vx, vz = c["v"][0], -c["v"][2]
    change = c["mu"] * (1 + c["e"]) * vz
    yield "speed away", now["velocity"][2], c["e"] * vz
    yield "speed along", now["velocity"][0], vx - change
    yield "spin", now["spin"][1], 2.5 * change / c["r"]


def oblique_impact_pair(case, c, now, both, t, force):
    vn, vt = c["v"][0], c["v"][1]
    change = c["mu"] * (1 + c["e"]) * vn
    yield "speed away", now["velocity"][0], -c["e"] * vn
    yield "speed along", now["velocity"][1], vt - change
    yield "spin", now["spin"][2], -2.5 * change / c["r"]


def energy_dissipation(case, c, now, both, t, force):
    before = 0.5 * c["m"] * numpy.dot(c["v"], c["v"])
    after = 0.5 * c["m"] * numpy.dot(now["velocity"], now["velocity"]) \
        + 0.2 * c["m"] * c["r"]**2 * numpy.dot(now["spin"], now["spin"])
    yield "energy, no more than", after, before, max(0.0, after / before - 1)


def spin_impact(case, c, now, both, t, force):
    vin = -c["v"][2]
    change = c["mu"] * (1 + c["e"]) * vin
    yield "speed away", now["velocity"][2], c["e"] * vin
    yield "speed along", now["velocity"][0], change
    yield "spin", now["spin"][1], c["w"][1] - 2.5 * change / c["r"]


def spin_no_friction(case, c, now, both, t, force):
    yield "spin", now["spin"][1], c["w"][1]
    for k, name in enumerate(("x", "y")):
        yield "speed along " + name, now["velocity"][k], 0.0


def rolling_decay(case, c, now, both, t, force):
    yield "spin", now["spin"][1], c["w"][1] - 5 * case["rolling"][2] * c["g"] / (2 * c["r"]) * t


def incline_rolling(case, c, now, both, t, force):
    sin, _, cos = (x / c["g"] for x in case["gravity"])
    a = 5 / 7 * c["g"] * (sin + case["rolling"][2] * cos)
    if a > 0:
        yield "speed", now["velocity"][0], a * t
        yield "spin", now["spin"][1], a * t / c["r"]
    else:
        yield "speed at rest", now["velocity"][0], 0.0
        yield "speed of spin at rest", now["spin"][1] * c["r"], 0.0


def twist_decay(case, c, now, both, t, force):
    yield "spin", now["spin"][2], c["w"][2] - 5 * case["twisting"][3] * c["g"] / (2 * c["r"]**2) * t


def twist_decay_marshall(case, c, now, both, t, force):
    a = math.sqrt((c["r"] - now["position"][2]) * c["r"])
    yield "spin", now["spin"][2], c["w"][2] - 5 * c["mu"] * a * c["g"] / (3 * c["r"]**2) * t


def pulloff_dmt(case, c, now, both, t, force):
    yield "force", force, 4 * math.pi * case["normal"][3] * c["reff"]


def pulloff_jkr(case, c, now, both, t, force):
    yield "force", force, 8 / 3 * math.pi * case["normal"][3] * c["reff"]


MODELS = {f.__name__: f for f in (
    freefall, collision_restitution, wall_restitution, hertz_normal_impact, hertz_peak, stack_energy,
    slip_cessation, slip_transient, oblique_impact, oblique_impact_pair, energy_dissipation, spin_impact,
    spin_no_friction, rolling_decay, incline_rolling, twist_decay, twist_decay_marshall, pulloff_dmt,
    pulloff_jkr)}
