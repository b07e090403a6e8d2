"""clumps.py GRANUM -- a clump moves as the rigid body that its spheres make together.

 volume     of two overlapping spheres, and their moments, against closed forms; of three in a row;
            of two that only touch, by the theorem of Steiner; given mass and moments
 flight     a thrown clump: X = X0 + v t + g t^2 / 2, momentum, angular momentum, energy; members
            at X + R s_i with X + R s_i moving as v + w x R s_i
 one        a clump of one sphere does what that sphere does, over bounces with friction
 head_on    three spheres in a column fall on a plane: restitution as of a sphere
 off_centre a tilted pair hits a plane without friction: impulse, velocity and spin of a rigid body
 pairs      clump on sphere off centre: momentum, angular momentum, restitution of the pair
 rolling    a pair of spheres on their axle, thrown along a plane: slides, then rolls
 closed     clumps and spheres that collide in empty space: momentum, angular momentum, energy
 leaving    clumps leave through an open side as a whole, with their energy
 mirror     a clump at a mirror beside its twin
 plane      two dimensions: area and moment of two discs, one disc is a disc, collisions; spheres
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import Bench, near, rotate  # noqa: E402
from clumped import G, PAIR, PLANE, RHO, R, clumps, one, scene, spheres  # noqa: E402
from trial import check, finish  # noqa: E402

# ---- mass -----------------------------------------------------------------------------


def lens(r, d):
    """Volume, and second moments along and across the axis about the middle, of two equal spheres d apart."""
    h = r - d / 2  # height of each cap in the other sphere
    if h <= 0:
        v = 8 / 3 * np.pi * r**3
        return v, v * (r * r / 5 + d * d / 4), v * r * r / 5
    # One half: the sphere at z = d/2 for z > 0; slices of radius^2 r^2 - (z - d/2)^2.
    z = np.polynomial.Polynomial([0, 1])
    area = np.pi * (r * r - (z - d / 2) ** 2)

    def integral(p):
        q = p.integ()
        return 2 * (q(r + d / 2) - q(0))

    return integral(area), integral(area * z * z), integral(area * area / (4 * np.pi))


def moments(bench, shapes, names):
    """Mass and moments about x, y, z of each shape: twice the energy of a turn at 1 rad/s."""
    found = {}
    for name in names:
        i = []
        for w in np.eye(3):
            run = scene(bench, shapes, [one(name, w=w)])
            i.append(2 * run.h["kinetic_energy"][0])
        found[name] = (clumps(run, 0)["mass"][0], np.array(i))
    return found


def volume(bench):
    d, touch = 1.3 * R, 2 * R
    shapes = ["pair: " + spheres([[0, 0, 0], [d, 0, 0]]) + "}",
              "row: " + spheres([[0, 0, 0], [0, d, 0], [0, -d, 0]]) + "}",
              "bell: " + spheres([[0, 0, 0], [0, 0, touch]]) + "}",
              "two: " + spheres([[0, 0, 0], [0, 0, 3 * R]], [R, 0.5 * R]) + "}",
              "own: " + spheres([[0, 0, 0], [d, 0, 0]]) + ", mass: 1 g, inertia: [2.0e-9, 3.0e-9, 4.0e-9]}"]
    found = moments(bench, shapes, ["pair", "row", "bell", "two", "own"])
    v, along, across = lens(R, d)
    mass, i = found["pair"]
    near("two overlapping spheres: volume", mass, RHO * v, 1e-12)
    near("    moments", i, RHO * np.array([2 * across, along + across, along + across]), 1e-12)
    # Three in a row: the ends do not meet, so spheres less two lenses, each about the middle.
    ball = 4 / 3 * np.pi * R**3
    v1, a1, c1 = lens(R, d)
    cap = 2 * ball - v1
    # second moments of one lens about its centre: two spheres about the middle, less their union
    ca = 2 * ball * (R * R / 5 + d * d / 4) - a1
    cc = 2 * ball * R * R / 5 - c1
    along = 3 * ball * R * R / 5 + 2 * ball * d * d - 2 * (ca + cap * (d / 2) ** 2)
    across = 3 * ball * R * R / 5 - 2 * cc
    mass, i = found["row"]
    near("three in a row: volume", mass, RHO * (3 * ball - 2 * cap), 1e-12)
    near("    moments", i, RHO * np.array([along + across, 2 * across, along + across]), 1e-12)
    m = RHO * ball
    mass, i = found["bell"]
    near("two that touch: mass", mass, 2 * m, 1e-12)
    near("    moments by Steiner", i, [2 * m * (0.4 * R * R + R * R)] * 2 + [0.8 * m * R * R], 1e-12)
    m2 = m / 8
    x = np.array([0, 3 * R]) - 3 * R * m2 / (m + m2)
    steiner = 0.4 * m * R * R + 0.1 * m2 * R * R + m * x[0] ** 2 + m2 * x[1] ** 2
    mass, i = found["two"]
    near("a large and a small one apart: mass", mass, m + m2, 1e-12)
    near("    moments by Steiner", i, [steiner, steiner, 0.4 * m * R * R + 0.1 * m2 * R * R], 1e-12)
    mass, i = found["own"]
    near("given mass and moments", np.r_[mass, i], [1e-3, 2e-9, 3e-9, 4e-9], 1e-12)


# ---- free motion ------------------------------------------------------------------------


BEAN = [[0, 0, 0], [2e-3, 0.7e-3, 0.1e-3], [-1.7e-3, 0.4e-3, -0.3e-3]]


def flight(bench):
    v, w, x0 = np.array([0.3, -0.2, 0.5]), np.array([40.0, 25.0, -60.0]), np.array([1e-3, 2e-3, 3e-3])
    run = scene(bench, ["bean: " + spheres(BEAN) + "}"], [one("bean", x0, v, w)], "0.2 s", "20 us", "0.05 s", "10 ms",
                gravity=G)
    h, t = run.h, run.h["time"]
    m = clumps(run, 0)["mass"][0]
    near("a thrown clump: momentum", h["momentum"], m * (v + G * t[:, None]), 1e-12)
    first = scene(bench, ["bean: " + spheres(BEAN) + "}"], [one("bean", x0, w=w)], name="first").h["kinetic_energy"][0]
    scale = h["kinetic_energy"].max()
    near("    its balance of energy closes", h["energy_error"], 0 * t, 1e-6, scale)
    turn = h["kinetic_energy"] - 0.5 * m * np.sum((v + G * t[:, None]) ** 2, axis=1)
    near("    energy of its rotation", turn, first + 0 * t, 2e-5)
    for k in range(run.frames):
        c, g, t = clumps(run, k), run.frame(k), run.frame(k)["time"]
        near("    frame %d: centre" % k, c["x"][0], x0 + v * t + 0.5 * G * t * t, 1e-12)
        arm = g["points"] - c["x"][0]
        near("        members turn with it", g["velocity"],
             c["velocity"][0] + np.cross(c["angular_velocity"][0], arm), 1e-12)
        start = run.frame(0)["points"] - clumps(run, 0)["x"][0]
        near("        and stand where its axes are", arm, rotate(c["orientation"][0], start), 1e-11)
    i = np.zeros((3, 3))  # tensor from energies: w I w for six directions
    axes = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]
    for a, b in axes:
        e = np.zeros(3)
        e[a] = e[b] = 1
        e2 = 2 * scene(bench, ["bean: " + spheres(BEAN) + "}"], [one("bean", w=e)], name="first").h["kinetic_energy"][0]
        i[a, b] = i[b, a] = e2 if a == b else 0.5 * (e2 - i[a, a] - i[b, b])
    momenta = []
    for k in range(run.frames):
        c = clumps(run, k)
        q = c["orientation"][0]
        back = q * [1, -1, -1, -1]
        momenta.append(rotate(q, i @ rotate(back, c["angular_velocity"][0])))
    near("    angular momentum in the world", momenta, np.broadcast_to(i @ w, (len(momenta), 3)), 1e-10)


def single(bench):
    shape = ["ball: " + spheres([[0.3, 0.2, 0.1]], 1.7e-3) + "}"]
    drop = dict(gravity=[0.4, 0, -9.81], structures=PLANE, pair=PAIR % (0.7, 0.3), end="60 ms", step="20 us",
                every="20 ms", history="5 ms")
    a = scene(bench, shape, [one("ball", [0, 0, 0.01], [0.3, 0, 0], [20, 90, 30])], **drop)
    b = scene(bench, shape, ["list: {material: glass, grains: [{position: [0, 0, 0.01], radius: 1.7 mm, "
                             "velocity: [0.3, 0, 0], angular_velocity: [20, 90, 30]}]}"], name="other", **drop)
    near("a clump of one sphere: its place", a.frame(-1)["points"], b.frame(-1)["points"], 1e-12)
    near("    its velocity", a.frame(-1)["velocity"], b.frame(-1)["velocity"], 1e-11)
    near("    its spin", a.frame(-1)["angular_velocity"], b.frame(-1)["angular_velocity"], 1e-11)
    near("    the energy that it loses", a.h["dissipated_energy"], b.h["dissipated_energy"], 1e-11)


# ---- impacts ------------------------------------------------------------------------------


def head_on(bench):
    column = ["column: " + spheres([[0, 0, 0], [0, 0, 2.5e-3], [0, 0, -2.5e-3]]) + "}"]
    for e in (0.3, 0.5, 0.9):
        found = []
        for grain in (one("column", [0, 0, 4.6e-3], [0, 0, -0.5]),
                      "list: {material: glass, grains: [{position: [0, 0, 2.1 mm], radius: 2 mm, velocity: [0, 0, -0.5]}]}"):
            run = scene(bench, column, [grain], "2 ms", "0.2 us", structures=PLANE, pair=PAIR % (e, 0))
            found.append(run.frame(-1)["velocity"][0, 2] / 0.5)
        near("three in a column, e = %g: restitution" % e, found[0], e, 1e-3)
        check("    as near as that of a sphere", abs(found[0] - e) < 3 * abs(found[1] - e) + 1e-6,
              "%.1e, a sphere %.1e" % (abs(found[0] - e), abs(found[1] - e)))


def tensor(m_i, q):
    """World tensor of the moments m_i along axes that q turns."""
    r = np.array([rotate(q, e) for e in np.eye(3)]).T
    return r @ np.diag(m_i) @ r.T


def off_centre(bench):
    touch, e, v0, tilt = 2 * R, 0.5, 0.5, 0.6
    shapes = ["bell: " + spheres([[0, 0, 0], [touch, 0, 0]]) + "}"]
    m = 2 * RHO * 4 / 3 * np.pi * R**3
    across, along = m * (0.4 * R * R + R * R), 0.4 * m * R * R
    half = np.array([np.cos(tilt / 2), 0, np.sin(tilt / 2), 0])
    i = tensor([along, across, across], half)
    arm = rotate(half, np.array([R, 0, 0]))  # to the lower sphere
    n = np.array([0, 0, 1.0])
    lever = np.linalg.solve(i, np.cross(arm, n))
    j = (1 + e) * v0 / (1 / m + np.cross(lever, arm) @ n)
    exact = np.r_[0, 0, -v0 + j / m], j * lever
    off = []
    for k in (1e4, 1e6):
        step = 1e-7 * np.sqrt(1e4 / k)
        run = scene(bench, shapes, [one("bell", [0, 0, R - arm[2] + 1e-7], [0, 0, -v0], axis=[0, 1, 0], angle=tilt)],
                    "%g s" % (2e-3 * np.sqrt(1e4 / k)), "%g s" % step, structures=PLANE,
                    pair="stiffness: %g, restitution: %g, friction: 0" % (k, e))
        c = clumps(run)
        off.append((abs(c["velocity"][0] - exact[0]).max() / v0,
                    abs(c["angular_velocity"][0] - exact[1]).max() / abs(exact[1]).max()))
        check("a tilted pair on a plane, stiffness %g N/m" % k, max(off[-1]) < 0.03 * np.sqrt(1e4 / k),
              "velocity off by %.1e, spin %.1e" % off[-1])
    check("    the error falls with the time of contact", off[1][0] < 0.15 * off[0][0] and off[1][1] < 2e-4)


def pairs(bench):
    bean, e, k = ["bean: " + spheres(BEAN) + "}"], 0.4, 1e6
    still = scene(bench, bean, [one("bean")])
    member = still.frame(0)["points"][1]
    n = np.array([0.6, 0, 0.8])
    grains = [one("bean"), "list: {material: glass, grains: [{position: %s, radius: 2 mm, velocity: %s}]}"
              % (list(member + n * (2 * R + 1e-7)), list(-0.5 * n))]
    run = scene(bench, bean, grains, "0.1 ms", "10 ns", pair="stiffness: %g, restitution: %g, friction: 0" % (k, e))
    h, c, g = run.h, clumps(run), run.frame(-1)
    ball = g["velocity"][g["clump"] < 0][0]
    at = c["velocity"][0] + np.cross(c["angular_velocity"][0], member)
    near("a sphere on a member: restitution along the normal", (ball - at) @ n, 0.5 * e, 1e-3)
    near("    momentum", h["momentum"], h["momentum"][0], 1e-12)
    mass = RHO * 4 / 3 * np.pi * R**3
    lost = h["kinetic_energy"][0] - h["kinetic_energy"][-1]
    turned = h["kinetic_energy"][0]
    near("    what is lost is dissipated", h["energy_error"], 0 * h["time"], 2e-5, turned)
    p = mass * (ball + 0.5 * n)
    # loss of a rigid impact: (1 - e^2) / 2 m* v^2 with m* from the impulse
    effective = (p @ n) / (1 + e) / 0.5
    near("    and is (1 - e^2) m* v^2 / 2", lost, 0.5 * (1 - e * e) * effective * 0.25, 2e-3)


def rolling(bench):
    """Two overlapping spheres on the axle y: i = I / (M R^2) of the axle; slides until v0 / (1 + i), then rolls."""
    d, v0, mu = 1.3 * R, 0.4, 0.3
    v, _, across = lens(R, d)
    i = 2 * across / v / R**2
    g, m = 9.81, RHO * v
    sink = m * g / 2 / 1e4
    run = scene(bench, ["axle: " + spheres([[0, 0, 0], [0, d, 0]]) + "}"], [one("axle", [0, 0, R - sink], [v0, 0, 0])],
                "0.1 s", "5 us", "0.1 s", "1 ms", gravity=G, structures=PLANE, pair=PAIR % (0.5, mu))
    c, t = clumps(run), run.h["time"]
    slide = v0 / (mu * g) / (1 + 1 / i)
    vx = run.h["momentum"][:, 0] / m
    near("an axle slides", vx[t < 0.9 * slide], (v0 - mu * g * t)[t < 0.9 * slide], 2e-3)
    near("    and rolls at v0 / (1 + i), i = %.4f" % i, c["velocity"][0, 0], v0 / (1 + i), 2e-3)
    near("    turning as it rolls", c["angular_velocity"][0, 1] * R, c["velocity"][0, 0], 2e-3)
    near("    the balance closes", run.h["energy_error"], 0 * t, 2e-3, run.h["kinetic_energy"].max())


def closed(bench):
    side = 24e-3
    fill = "box: {min: [-12 mm, -12 mm, -12 mm], max: [12 mm, 12 mm, 12 mm]}"
    shapes = ["bean: " + spheres(np.array(BEAN) * 0.5, R / 2) + "}"]
    grains = ["fill: {clump: bean, material: glass, %s, count: 60, random_velocity: {uniform: 1 m/s}}" % fill,
              "fill: {material: glass, %s, count: 60, radius: 1 mm, random_velocity: {uniform: 1 m/s}}" % fill]
    for law, pair in (("lossy", PAIR % (0.6, 0.4)), ("elastic", PAIR % (1, 0))):
        run = scene(bench, shapes, grains, "30 ms", "2 us", "10 ms", "1 ms", pair=pair)
        h = run.h
        scale = np.sqrt(2 * h["kinetic_energy"][0] * (clumps(run, 0)["mass"].sum() * 2))
        near("clumps and spheres, %s: momentum" % law, h["momentum"], 0 * h["momentum"], 1e-12, scale)
        total = []
        for k in range(run.frames):
            c, g = clumps(run, k), run.frame(k)
            ball = g["clump"] < 0
            m, v = g["mass"][ball, None], g["velocity"][ball]
            spin = 0.4 * m * 1e-6 * g["angular_velocity"][ball]
            total.append((np.cross(g["points"][ball], m * v) + spin).sum(axis=0)
                         + (np.cross(c["x"], c["mass"][:, None] * c["velocity"]) + own(bench, c)).sum(axis=0))
        near("    angular momentum", total, np.broadcast_to(total[0], (len(total), 3)), 1e-10, scale * side)
        check("    they have collided", abs(clumps(run, 0)["velocity"] - clumps(run)["velocity"]).max() > 0.1)
        turned = h["kinetic_energy"][0]
        near("    the balance of energy", h["energy_error"], 0 * h["time"], 5e-4, turned)
        if law == "elastic":
            near("    energy stays", h["kinetic_energy"] + h["elastic_energy"], turned + 0 * h["time"], 5e-4)


INERTIA = {}


def own(bench, c):
    """Angular momentum of each clump about its centre, from the tensor of its shape."""
    if not INERTIA:
        shapes, i = ["bean: " + spheres(np.array(BEAN) * 0.5, R / 2) + "}"], np.zeros((3, 3))
        for a, b in [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]:
            e = np.zeros(3)
            e[a] = e[b] = 1
            run = scene(bench, shapes, [one("bean", w=e)], name="tensor")
            e2 = 2 * run.h["kinetic_energy"][0]
            i[a, b] = i[b, a] = e2 if a == b else 0.5 * (e2 - i[a, a] - i[b, b])
        INERTIA["bean"] = i
    q = c["orientation"]
    return rotate(q, rotate(q * [1, -1, -1, -1], c["angular_velocity"]) @ INERTIA["bean"])


def leaving(bench):
    """Clumps fly out of the domain: each leaves at once with its centre, and takes its energy along."""
    chance = np.random.default_rng(3)
    axes = chance.normal(size=(20, 3))
    grains = [one("bean", [-1e-3 * k, 8e-3 * (k % 5), 8e-3 * (k // 5)], [0.5, 0.01, 0], [0, 60, 90], a, 2.0 * k)
              for k, a in enumerate(axes)]
    run = scene(bench, ["bean: " + spheres(BEAN) + "}"], grains, "40 ms", "20 us", "10 ms", "1 ms",
                domain="min: [-1, -1, -1], max: [4.0e-3, 1, 1]")
    h = run.h
    before = h["grains_out_x_max"]
    check("clumps fly out as a whole", not (h["grains"] % 3).any() and before[-1] == 60 - h["grains"][-1] > 20,
          "%d members gone" % before[-1])
    check("    and are counted", not h["grains_lost"].any() and (3 * h["clumps"] == h["grains"]).all())
    near("    their energy goes with them", h["kinetic_energy"] + h["energy_out"], h["kinetic_energy"][0] + 0 * h["time"],
         1e-6)


def mirror(bench):
    """A pair that hits a mirror moves as in a collision with its twin."""
    touch, tilt = 1.6 * R, 0.7
    shapes = ["bell: " + spheres([[0, 0, 0], [touch, 0, 0]]) + "}"]
    z = R + 0.5 * touch * np.sin(tilt) + 1e-6
    v, w = np.array([0.1, 0, -0.4]), np.array([0, 5.0, 0])
    settings = dict(end="3 ms", step="1 us", pair=PAIR % (0.6, 0.3))
    a = scene(bench, shapes, [one("bell", [0, 0, z], v, w, [0, 1, 0], tilt)], name="half",
              domain="min: [-1, -1, 0], max: [1, 1, 1], boundary: {z_min: mirror}", **settings)
    twins = [one("bell", [0, 0, z], v, w, [0, 1, 0], tilt),
             one("bell", [0, 0, -z], v * [1, 1, -1], -w, [0, 1, 0], -tilt)]
    b = scene(bench, shapes, twins, **settings)
    near("a pair at a mirror, beside its twin: velocity", clumps(a)["velocity"][0], clumps(b)["velocity"][0], 1e-11)
    near("    spin", clumps(a)["angular_velocity"][0], clumps(b)["angular_velocity"][0], 1e-11)
    near("    half of the loss", 2 * a.h["dissipated_energy"][-1], b.h["dissipated_energy"][-1], 1e-10)


# ---- two dimensions -------------------------------------------------------------------------


def plane(bench):
    d, t = 1.2 * R, 0.01
    flat = dict(domain="dimensions: 2, thickness: 10 mm", gravity=[0, 0])
    shape = ["pair: " + spheres([[0, 0], [d, 0]]) + "}", "disc: " + spheres([[0, 0]]) + "}"]

    def thrown(clump, w):
        return ("list: {clump: %s, material: glass, grains: [{position: [0, 0], velocity: [0, 0], "
                "angular_velocity: [0, 0, %g]}]}" % (clump, w))

    run = scene(bench, shape, [thrown("pair", 1)], **flat)
    h = np.arccos(d / (2 * R))
    area = 2 * np.pi * R**2 - 2 * R * R * (h - np.sin(2 * h) / 2)
    x = np.linspace(0, R + d / 2, 2000001)
    y = np.sqrt(np.maximum(0, R * R - (x - d / 2) ** 2))
    rows = 2 * x * x * y + 2 / 3 * y**3
    polar = ((rows[1:] + rows[:-1]) * np.diff(x)).sum()
    near("two overlapping discs: area", clumps(run, 0)["mass"][0], RHO * t * area, 1e-12)
    near("    moment about z, against a sum", 2 * run.h["kinetic_energy"][0], RHO * t * polar, 1e-8)
    one_disc = scene(bench, shape, [thrown("disc", 1)], **flat).h["kinetic_energy"][0]
    near("    of one disc", 2 * one_disc, RHO * t * np.pi * R**4 / 2, 1e-12)
    fill = "box: {min: [-12 mm, -12 mm], max: [12 mm, 12 mm]}"
    grains = ["fill: {clump: pair, material: glass, %s, count: 8, random_velocity: {uniform: 1 m/s}}" % fill,
              "fill: {material: glass, %s, count: 8, radius: 1 mm, random_velocity: {uniform: 1 m/s}}" % fill]
    run = scene(bench, shape, grains, "30 ms", "5 us", "10 ms", "1 ms", pair=PAIR % (0.6, 0.4), **flat)
    c, g = clumps(run), run.frame(-1)
    scale = np.sqrt(2 * run.h["kinetic_energy"][0] * g["mass"].sum())
    near("discs and pairs of discs: momentum", run.h["momentum"], 0 * run.h["momentum"], 1e-12, scale)
    near("    the balance of energy", run.h["energy_error"], 0 * run.h["time"], 2e-3, run.h["kinetic_energy"][0])
    check("    all stays in the plane", not g["points"][:, 2].any() and not c["x"][:, 2].any()
          and not c["angular_velocity"][:, :2].any())
    # Spheres in the plane: their centre of mass is by slices across it.
    shape = ["peanut: " + spheres([[0, 0], [9e-4, 0]], [1e-3, 8e-4]) + "}"]
    run = scene(bench, shape, [thrown("peanut", 1)], domain="dimensions: 2, grains: sphere", gravity=[0, 0])
    check("spheres of a clump stay in it too", not run.frame(-1)["points"][:, 2].any()
          and not clumps(run)["x"][:, 2].any())


with tempfile.TemporaryDirectory() as folder:
    trial = Bench(sys.argv[1], folder)
    for test in (volume, flight, single, head_on, off_centre, pairs, rolling, closed, leaving, mirror, plane):
        test(trial)
finish()
