"""The granular verification suite of LAMMPS: its recorded states, and its closed forms.

data/reference/lammps_granular.json has the parameters and the states; here each case becomes a scene.
Where the two programs define a thing differently, the scene says it in Granum's terms if that is
possible; otherwise the difference has a name and a size, from which the bound follows:
lammps_bounds.py.
"""

import json
import math
from pathlib import Path

from granum.arrays import numpy
from granum.yardstick import lammps_bounds
from granum.yardstick.lammps_bounds import coefficient, effective, moduli, restitution
from granum.yardstick.places import reference
from granum.yardstick.referee import referee

SOURCE = "lammps unittest/granular %s.yaml"
KINDS = (("position", "xyz"), ("velocity", ("vx", "vy", "vz")), ("torque", ("tx", "ty", "tz")),
         ("spin", ("wx", "wy", "wz")))
SINK = 3.0  # radius of an inflated grain over that of LAMMPS


def cases():
    return json.loads(Path(reference("lammps_granular.json")).read_text())


# --- the scene -----------------------------------------------------------------------

def strengthened(c, m, dt, turn=1.0):
    """A dashpot coefficient that is c once Granum has weakened it."""
    return c / (1 - 0.25 * turn * dt * c / m)


def pair(case, a, b, names):
    style, stiffness, share, friction = case["tangential"]
    # The rolling torque's limit of LAMMPS is mu F R, as Granum's.
    more = ["friction: %r" % friction]
    if case["normal"][0] == "hooke":
        m, kn = effective(a, b), case["normal"][1]
        c = coefficient(case, m)
        kt = stiffness or (2 / 7 * kn if style == "classic_history" else kn)
        more += ["stiffness: %r" % kn, "tangential_stiffness: %r" % kt,
                 "normal_damping: %r" % strengthened(c, m, case["step"]),
                 "tangential_damping: %r" % strengthened(share * c, m, case["step"], 3.5)]
    else:
        more.append("restitution: %r" % restitution(case.get("damping")))
    if case["normal"][0] in ("dmt", "jkr"):
        more.append("adhesion: %r" % (2 * case["normal"][3]))
    if "rolling" in case:
        more.append("rolling_friction: %r, rolling_damping: 0" % case["rolling"][2])
    if "twisting" in case:
        more.append("torsion_friction: %r, rolling_damping: 0" % torsion(case))
    return "{between: [%s, %s], %s}" % (*names, ", ".join(more))


def torsion(case):
    """Torque of twisting over load and radius: sds has a length, marshall (2/3) mu a."""
    ball = case["grains"][0]
    r = ball["diameter"] / 2
    if case["twisting"][0] == "sds":
        return case["twisting"][3] / r
    return 2 / 3 * case["tangential"][3] * math.sqrt((r - ball["at"][2]) * r) / r


def inflates(case):
    """Whether the overlap passes half a radius, which Granum refuses: then the grain is larger, of the
    same mass and as far from the wall, which nothing here depends on."""
    return case["normal"][0] == "hooke" and (case["step"] == 1e-3 or len(case.get("walls", ())) == 2)


def scene_of(case):
    balls, walls = case["grains"], case.get("walls", [])
    grown = SINK if inflates(case) else 1.0
    e, nu = moduli(case)
    law = "hooke" if case["normal"][0] == "hooke" else "hertz"
    text = ["gravity: [%r, %r, %r]" % tuple(map(float, case.get("gravity", (0, 0, 0))))]
    if case.get("dimensions") == 2:
        text[0] = "gravity: [%r, %r]" % tuple(map(float, case.get("gravity", (0, 0, 0))[:2]))
        text.append("domain: {dimensions: 2, grains: sphere}")
    text.append("materials:")
    for k, ball in enumerate(balls):
        text.append("  m%d: {density: %r, youngs_modulus: %r, poisson_ratio: %r}"
                    % (k, ball["density"] / grown**3, e, nu))
    text.append("  wall: {density: 1, youngs_modulus: %r, poisson_ratio: %r}" % (e, nu))
    options = ["law: " + law, "no_tension: false",
               "tangential_damping: %s" % str(bool(case["tangential"][2]) or law == "hooke").lower()]
    if law == "hertz" and case["tangential"][0] == "mindlin":
        options.append("tangential: total")
    if case["normal"][0] in ("dmt", "jkr"):
        options.append("cohesion: " + case["normal"][0])
    if "rolling" in case:
        options.append("rolling: %s" % ("spring" if case["rolling"][2] > 0.2 else "constant"))
    if "twisting" in case:
        options.append("torsion: spring")
    pairs = [pair(case, a, b, ("m%d" % i, "m%d" % j)) for i, a in enumerate(balls)
             for j, b in enumerate(balls) if i <= j]
    pairs += [pair(case, a, None, ("m%d" % i, "wall")) for i, a in enumerate(balls)]
    text.append("contacts: {%s, pairs: [%s]}" % (", ".join(options), ", ".join(pairs)))
    solids = ["{plane: {point: %r, normal: %r}, material: wall}"
              % (shifted(case, len(balls) - 0.5, wall[0], 1) if k else wall[0], wall[1])
              for k, wall in enumerate(walls)]
    if solids:
        text.append("structures: [%s]" % ", ".join(solids))
    text.append("grains:")
    for k, ball in enumerate(balls):
        at = shifted(case, k, ball["at"], 1)
        text.append("  - list: {material: m%d, grains: [{position: %r, radius: %r, velocity: %r, "
                    "angular_velocity: %r}]}"
                    % (k, at, grown * ball["diameter"] / 2, ball.get("velocity", [0, 0, 0]),
                       ball.get("spin", [0, 0, 0])))
    steps = max(1, sum(case["runs"]))
    text.append("time: {end: %r, step: %r}\noutput: {every: %r, checkpoint: 0}"
                % (2 * steps * case["step"], case["step"], steps * case["step"]))
    return "\n".join(text) + "\n"


def shifted(case, k, at, sign):
    """The place of grain k of a column in the scene of inflated grains (sign 1), or back (-1)."""
    if not inflates(case):
        return list(at)
    r = case["grains"][0]["diameter"] / 2
    return [x + sign * (2 * k + 1) * (SINK - 1) * r * n for x, n in zip(at, case["walls"][0][1])]


# --- states --------------------------------------------------------------------------

def recorded(case):
    """For each run and grain {kind: [3]}."""
    states = []
    for row in case["rows"]:
        grains = []
        for part in row.split(";"):
            given = {name: float(value) for name, value in (word.split("=") for word in part.split())}
            grains.append({kind: numpy.array([given.get(name, 0.0) for name in names])
                           for kind, names in KINDS})
        if case.get("mirror") or case.get("turned"):
            grains.append(image(grains[0], case))
        states.append(grains)
    return states


def image(state, case):
    """The second grain of a symmetric pair: mirrored in the plane between both, or turned by half a
    turn about z."""
    if case.get("turned"):
        half = numpy.array([-1.0, -1.0, 1.0])
        return {kind: half * value for kind, value in state.items()}
    axis = int(numpy.argmax(numpy.abs(case["grains"][0]["at"])))
    flip = numpy.ones(3)
    flip[axis] = -1
    return {kind: (flip if kind in ("position", "velocity") else -flip) * value
            for kind, value in state.items()}


def looked(sim, case):
    """The state now, in the order of the file."""
    order = numpy.argsort(sim.grains.id)
    found = []
    for n, k in enumerate(order):
        found.append({"position": numpy.array(shifted(case, n, sim.grains.position[k], -1)),
                      "velocity": sim.grains.velocity[k].copy(),
                      "torque": sim.grains.torque[k].copy(),
                      "spin": sim.grains.angular_velocity[k].copy()})
    return found


def scales(case, states):
    """Of each kind, what a difference is divided by: a radius, the largest speed, its spin, torque."""
    r = min(ball["diameter"] for ball in case["grains"]) / 2

    def largest(kind):
        return max(numpy.abs(grain[kind]).max() for grains in states for grain in grains)

    slope = case.get("gravity", (0, 0, 0))
    fall = sum(case["runs"]) * case["step"] * min(abs(slope[0]), abs(slope[2]))  # down an incline
    start = max(fall, max(numpy.abs(ball.get("velocity", [0])).max() for ball in case["grains"]))
    spin = max(numpy.abs(ball.get("spin", [0])).max() for ball in case["grains"])
    speed = max(largest("velocity"), start, 0.1 * r * spin)
    weight = lammps_bounds.mass_of(case["grains"][0]) * min(abs(slope[0]), abs(slope[2])) * r  # about the contact
    return {"position": r, "velocity": speed, "torque": max(largest("torque"), weight),
            "spin": max(largest("spin"), spin, speed / r)}


def difference(case, found, expected, kind):
    d = found[kind] - expected[kind]
    if kind == "position" and "period" in case:
        period = numpy.array(case["period"], float)
        wraps = period > 0
        d[wraps] -= period[wraps] * numpy.round(d[wraps] / period[wraps])
    return numpy.abs(d).max()


# --- the referee ---------------------------------------------------------------------

@referee("lammps", "the granular verification suite of LAMMPS, recorded states and closed forms")
def rows(bench):
    from granum.yardstick import lammps_closed

    for name, case in cases()["cases"].items():
        yield from one(bench, name, case, lammps_closed)


def one(bench, name, case, closed):
    states, worst, seen = recorded(case), {}, []
    size = scales(case, states)
    bound, note = lammps_bounds.tightest(name, case, size)
    with bench.simulation(scene_of(case)) as sim:
        for n, grains in zip(case["runs"], states):
            bench.step(sim, n)
            seen.append(looked(sim, case))
            for found, expected in zip(seen[-1], grains):
                for kind, _ in KINDS:
                    if size[kind]:
                        d = difference(case, found, expected, kind) / size[kind]
                        most = worst.get(kind, (-1,))[0]
                        if not d < most and most == most:  # what is no number stays
                            at = int(numpy.argmax(numpy.abs(found[kind] - expected[kind])))
                            worst[kind] = d, found[kind][at], expected[kind][at]
        force = force_now(bench, sim) if not sum(case["runs"]) else None
    for kind, (d, value, expected) in worst.items():
        if sum(case["runs"]):
            yield bench.row(name, kind, value, expected, SOURCE % name, bound[kind], d, note)
    for quantity, value, expected, limit, d in closed.judged(case, seen, force):
        yield bench.row(name, quantity, value, expected, "closed form: " + case["closed"][0],
                        max(limit, bound["velocity"], bound["closed"]), d, note)


def force_now(bench, sim):
    """Force on the first grain after a step that moves nothing."""
    bench.step(sim, 1)
    return float(numpy.abs(sim.grains.force).max())
