"""How far LAMMPS and Granum may differ in a case, by what they define differently.

  dashpot     LAMMPS takes velocities half a step late as they are; Granum weakens a dashpot for that.
              The linear law is given the coefficient that is LAMMPS' after weakening; the dashpot of
              hertz differs by dt c / 4 m.
  runs        LAMMPS computes forces once more as a run begins, with the velocities of that instant: a
              dashpot then misses a quarter of a step, 2 zeta (w dt)^2 / 4 of each of up to four contacts of
              frequency w.
  start       ... and without the spring along the plane, whose first step is missing: mu g dt / 2.
  arms        LAMMPS turns grains by arms of the whole radius, Granum by arms to the contact point, which
              are shorter by the overlap at a structure and by half of it between equal grains.
  tension     while a dashpot pulls, LAMMPS has friction by the size of the force, Granum none: of an
              impact mu (e_c - e) v_n, e_c the restitution of a dashpot that does not pull.
  sliding     LAMMPS limits spring and dashpot along the plane together and leaves their difference in
              the spring; Granum limits the spring, then both, and the dashpot has what is left.  Where the
              difference may be as large as the state, it is not compared.
  tangential  springs that keep their force without rescaling, or rescale their stretch, springs of fixed
              stiffness beside hertz, and dashpots along the plane as a part of that of hertz are not in
              Granum, which takes the nearest.
  rolling     LAMMPS gives the springs of rolling and twisting a stiffness, Granum derives it: torques
              below the limit are not compared.
"""

import math

from granum.arrays import numpy

ROUND_OFF = 1e-11  # of the largest, a step's; LAMMPS' states have 14 digits here


def mass_of(ball):
    return ball["density"] * math.pi / 6 * ball["diameter"]**3


def effective(a, b):
    """Of two grains, or of a grain and a wall (None)."""
    return mass_of(a) if b is None else 1 / (1 / mass_of(a) + 1 / mass_of(b))


def polynomial(e):
    """Tsuji's alpha over sqrt(2) by restitution, as LAMMPS computes it: a fit of seven terms."""
    return (1.2728 - 4.2783 * e + 11.087 * e**2 - 22.348 * e**3 + 27.467 * e**4 - 18.022 * e**5
            + 4.8218 * e**6)


def restitution(damping):
    """Of an open contact with the same ratio of critical damping."""
    if damping is None:
        return 1.0
    if damping[0] == "tsuji":
        beta = polynomial(damping[1]) * math.sqrt(2 / 5)
        return math.exp(-math.pi * beta / math.sqrt(1 - beta**2))
    return damping[1]


def coefficient(case, m):
    """c of the linear dashpot, kg/s, for effective mass m."""
    damping, k = case.get("damping"), case["normal"][1]
    if damping is None:
        return 0.0
    if damping[0] == "restitution":
        log = math.log(damping[1])
        return 2 * -log / math.hypot(math.pi, log) * math.sqrt(m * k)
    return damping[1] * (m if damping[0] == "mass_velocity" else 1)


def moduli(case):
    """Young's modulus and Poisson's ratio; hertz by number: k = (4/3) E / (2 (1 - nu^2))."""
    kind, *rest = case["normal"]
    if kind in ("hertz", "hooke"):
        return (rest[0] if kind == "hertz" else 1e7) * 1.5 * (1 - 0.25**2), 0.25
    return rest[0], rest[1]


def clamped(zeta):
    """Restitution of a linear dashpot that does not pull."""
    if zeta == 0:
        return 1.0
    s = math.sqrt(1 - zeta * zeta)
    return math.exp(-zeta / s * (math.pi - math.atan2(2 * zeta * s, 1 - 2 * zeta * zeta)))


def contact(case):
    """Of the first grain's contact: (speed along the normal, along the plane, frequency, damping ratio,
    effective mass, largest overlap over radius)."""
    ball = case["grains"][0]
    two = case["grains"][1] if len(case["grains"]) > 1 and "walls" not in case else None
    normal = numpy.array(case["walls"][0][1] if "walls" in case else [1, 0, 0], float)
    if two:
        normal = numpy.subtract(ball["at"], two["at"]).astype(float)
        normal /= numpy.linalg.norm(normal)
    v = numpy.array(ball.get("velocity", [0, 0, 0]), float)
    spin = numpy.array(ball.get("spin", [0, 0, 0]), float)
    if two:
        v -= numpy.array(two.get("velocity", [0, 0, 0]), float)
        spin += numpy.array(two.get("spin", [0, 0, 0]), float)
    g = numpy.array(case.get("gravity", (0, 0, 0)), float)
    height = abs(numpy.dot(ball["at"], normal)) - ball["diameter"] / 2 if not two else 0
    vn = math.hypot(numpy.dot(v, normal), math.sqrt(2 * abs(numpy.dot(g, normal)) * max(0, height)))
    vt = numpy.linalg.norm(v - numpy.dot(v, normal) * normal) \
        + numpy.linalg.norm(numpy.cross(spin, normal)) * ball["diameter"] / 2
    m, r = effective(ball, two), ball["diameter"] / 2
    weight = m * numpy.linalg.norm(g)
    if case["normal"][0] == "hooke":
        k = case["normal"][1]
        frequency, deep = math.sqrt(k / m), (vn * math.sqrt(m / k) + 2 * weight / k) / r
        zeta = coefficient(case, m) / (2 * math.sqrt(k * m))
    else:
        young, nu = moduli(case)
        reff = r / 2 if two else r
        k = 4 / 3 * young / (2 * (1 - nu**2)) * math.sqrt(reff)
        depth = max((5 * m * vn * vn / (4 * k))**0.4, 1.5 * (weight / k)**(2 / 3))
        frequency, deep = math.sqrt(1.5 * k * math.sqrt(depth or 1e-300) / m), depth / r
        e = restitution(case.get("damping"))
        zeta = -math.log(e) / math.hypot(math.pi, math.log(e))
    return vn, vt, frequency, zeta, m, deep, weight


def bounds(case, size):
    """{kind: largest difference over its scale}, and the names of what it is made of; 1 or more: not
    comparable.  `closed`: of a closed form, which has neither arms nor a dashpot that pulls."""
    style, stiffness, share, friction = case["tangential"]
    hertz, dt, steps = case["normal"][0] != "hooke", case["step"], max(1, sum(case["runs"]))
    vn, vt, frequency, zeta, m, deep, weight = contact(case)
    speed, r, spin = size["velocity"], size["position"], size["spin"]
    terms, arms, phase, pulls = {}, 0.0, 0.0, 0.0
    if zeta and hertz:
        terms["dashpot"] = zeta * frequency * dt
    if zeta and len(case["runs"]) > 1:
        terms["runs"] = 2 * zeta * (frequency * dt)**2 * len(case["runs"])
    if friction and vt:
        push = max(math.sqrt(m * m * frequency**2) * vn, weight)
        arms = terms["arms"] = 1.5 * deep
        if zeta and vn:
            e = math.exp(-math.pi * zeta / math.sqrt(1 - zeta**2))
            terms["tension"] = 1.2 * friction * (clamped(zeta) - e) * vn / speed
            pulls = 1.2 * (clamped(zeta) - e) / (1 + e)
        if share and zeta:
            ratio = share * 2 * zeta * frequency * m * vt / (friction * push)
            terms["sliding"] = ratio if vn and not weight else 1e-4 if ratio < 50 else 1.0
        if "mindlin" in style and style not in ("mindlin", "mindlin_rescale/force") \
                or hertz and style == "linear_history" or hertz and share:
            terms["tangential"] = 2e-3
        if weight and not vn:
            terms["start"] = friction * weight / m * dt / 2 / speed
            phase = 1.0 if arms > 1e-3 else frequency * dt
    bound = ROUND_OFF * steps**0.5 + sum(terms.values())
    if "rolling" in case or "twisting" in case:
        terms["rolling"] = 1e-3 if case.get("rolling", (0, 0, 0))[2] <= 0.2 else 1e-2
        bound += terms["rolling"]
        phase = 1.0
    return {"velocity": bound, "position": bound * max(1, speed * steps * dt / r), "closed": 2 * arms + pulls,
            "spin": bound * max(1, 2.5 * speed / (r * spin)) if spin else bound,
            "torque": bound + phase}, ", ".join(terms)


#: What a sum of terms says too little about: twice the difference that was seen, where the sum is above LOOSE.  Sliding that
#: ends by sticking, the spring of which the two leave in different states, and oscillations about rest, whose phase
#: no term bounds; else the terms, each at its largest, which do not meet in one impact.
LOOSE = 0.05
MEASURED = {
    "dem04-granular-3d-si": {"position": 8e-3, "velocity": 3e-3, "torque": 5e-2, "spin": 6e-3},
    "dem04-legacy-hookehistory-grazing-3d-si": {"position": 2e-7, "velocity": 9e-6, "torque": 8e-4, "spin": 2e-3},
    "dem04-legacy-hookehistory-oblique-3d-si": {"position": 2e-7, "velocity": 2e-5, "torque": 2e-3, "spin": 3e-3},
    "dem04-mindlin-oblique-3d-si": {"position": 2e-7, "velocity": 8e-6, "torque": 7e-4, "spin": 5e-3},
    "dem04-mindlin-oblique-highvt-3d-si": {"position": 2e-7, "velocity": 2e-6, "torque": 7e-4, "spin": 9e-4},
    "dem04-mindlin-oblique-lowvt-3d-si": {"position": 9e-8, "velocity": 9e-6, "torque": 7e-4, "spin": 5e-3},
    "dem04-mindlin-sticking-3d-si": {"spin": 3e-3},
    "dem04-mindlinforce-oblique-3d-si": {"position": 2e-7, "velocity": 2e-5, "torque": 7e-4, "spin": 5e-3},
    "dem04-mindlinrescale-oblique-3d-si": {"position": 2e-7, "velocity": 8e-6, "torque": 2e-3, "spin": 5e-3},
    "dem04-mindlinrescaleforce-oblique-3d-si": {"position": 2e-7, "velocity": 2e-5, "torque": 2e-3, "spin": 5e-3},
    "dem04-oblique-grazing-3d-si": {"position": 5e-8, "velocity": 7e-6, "torque": 9e-4, "spin": 3e-3},
    "dem05-granular-oblique-3d": {"spin": 9e-3},
    "dem05-granular-oblique-steep-3d": {"spin": 6e-3},
    "dem05-hookehistory-grazing-3d": {"position": 2e-4, "velocity": 3e-4, "spin": 2e-2},
    "dem05-hookehistory-oblique-3d": {"position": 3e-3, "velocity": 2e-2, "spin": 2e-3},
    "dem05-hookehistory-slip-3d-si": {"torque": 2e-1},
    "dem05-legacy-hookehistory-slip-3d-si": {"position": 2e-3, "velocity": 6e-6, "torque": 2e-5, "spin": 7e-6},
    "dem05-mindlin-grazing-3d": {"spin": 2e-2},
    "dem05-mindlin-rescale-grazing-3d": {"spin": 2e-2},
    "dem05-mindlin-slip-3d-si": {"position": 2e-1, "velocity": 3e-2, "torque": 3e-1, "spin": 3e-2},
    "dem05-mindlin-steep-3d": {"position": 2e-4, "spin": 9e-3},
    "dem05-slip-mu02-3d-si": {"position": 4e-1, "velocity": 2e-2, "torque": 8e-1, "spin": 3e-2},
    "dem05-sliptime-3d-si": {"torque": 2e-5},
    "dem06-mindlin-spin-heavy-3d-si": {"position": 2e-4, "velocity": 7e-2, "torque": 3e-4, "spin": 2e-2},
    "dem06-spin-wall-3d-si": {"position": 2e-4, "velocity": 7e-2, "torque": 9e-4, "spin": 2e-2},
    "dem07-hertz-rolling-3d-si": {"torque": 1e-12},
    "dem07-hooke-rolling-3d-si": {"torque": 1e-12},
    "dem07-incline-rolling-3d-si": {"torque": 2e-1},
    "dem07-incline-static-3d-si": {"torque": 4e-1},
    "dem07-rolling-3d-si": {"torque": 1e-12},
    "dem07-rolling-mu005-3d-si": {"torque": 1e-12},
    "dem07-rolling-mu02-3d-si": {"torque": 1e-12},
    "dem13-twist-marshall-3d-si": {"torque": 6e-5},
    "dem13-twist-sds-3d-si": {"torque": 1e-12},
    "dem15-hertz-oblique-3d-si": {"position": 4e-5, "velocity": 6e-3, "torque": 8e-5, "spin": 2e-2},
}


def tightest(name, case, size):
    """bounds(), and what was measured where that is loose."""
    bound, note = bounds(case, size)
    measured = {kind: least for kind, least in MEASURED.get(name, {}).items() if bound[kind] > LOOSE}
    loose = [kind for kind in bound if kind != "closed" and bound[kind] >= 1 and kind not in measured and size[kind]]
    if loose and sum(case["runs"]):
        raise ValueError("%s has no bound that %s could pass" % (name, ", ".join(loose)))
    return {**bound, **measured}, note + ", measured" * bool(measured)
