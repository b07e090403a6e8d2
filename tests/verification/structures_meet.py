"""structures_meet.py GRANUM -- structures push each other as an elastic foundation does.

 pressed   a mesh ball in a plane: the force is k times the volume of the mesh below the plane (1e-3 at
           a spacing of R / 50, quadrature); against the smooth ball the facets lack what they lack
 finer     half the spacing: the error of that force falls at least threefold
 bounce    an elastic ball on a plane: d_max = (3 m v^2 / (2 pi k R))^(1/3), t_c = 2.804364 d_max / v
           for the paraboloid (the sphere differs by d / 9 R), e = 1; with damping e is that of the pair
           for a flat contact, 3 % off for a ball
 rest      a cube on a plane: depth m g / (k A); slides if and only if tan > mu, with g (sin - mu cos)
 tip       tips if and only if tan > 1: half the load beside the edge, samples end 0.5 % inside it
 space     two cubes meet off centre: momentum, angular momentum to round-off; the balance closes
 corners   elastic cubes that meet at random keep their energy: 2 % in the mean of eight
 slab      a tilted die without friction that falls on a slab gets no push sideways, as on a plane, and
           turns as there (1e-2: the first touch is of samples of the slab), whatever the thickness; a belt without friction does no work
 plane     the same in two dimensions, with areas of length times thickness: rest, slide, tip; an elastic
           disc bounces, F = 4/3 k T sqrt(2 R) d^1.5 (d / 20 R), momentum of two boxes, of a mesh too
 driven    two prescribed structures that are to meet: force k A d, on both
 silent    what has no inside says that others pass through it
 hundred   a hundred elastic bounces of a tumbling cube: no drift of the energy
 lid       a free lid on grains on a floor bears and passes on all weights
 stack     five cubes rest: no creep, no gain; tower: ten, for longer
"""
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import Bench, near, sphere, write_stl  # noqa: E402
from trial import check, finish  # noqa: E402

HEAD = """
title: meet
gravity: %s
materials: {rock: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [rock, rock], restitution: %g, friction: %g, foundation: %r}]}
"""
FLOOR = """
structures:
  - {name: floor, material: rock, plane: {point: [0, 0, 0], normal: [0, 0, 1]}}
"""
BOX = "box: {min: [-0.05, -0.05, -0.05], max: [0.05, 0.05, 0.05]}"
G, SIDE = 9.81, 0.1
MASS = 2500 * SIDE**3


def body(name, shape, place, free="", meet=""):
    return "  - {name: %s, material: rock, %s, place: {%s}, meet: {%s}, free: {%s}}\n" % (name, shape, place, meet, free)


def at(*x):
    return "translate: [%s]" % ", ".join(repr(float(v)) for v in x)


def span(end, step, every=None, history=None):
    return "time: {end: %r, step: %r}\noutput: {every: %r, history: %r, precision: double}\n" % (
        float(end), float(step), float(every or end), float(history or end))


def submerged(triangles):
    """Volume of a closed mesh below z = 0."""
    volume = 0
    for t in triangles[triangles[:, :, 2].min(axis=1) < 0]:
        edge = []
        for a, b in zip(t, np.roll(t, -1, 0)):
            if a[2] < 0:
                edge.append(a)
            if (a[2] < 0) != (b[2] < 0):
                edge.append(a + a[2] / (a[2] - b[2]) * (b - a))
        for q, r in zip(edge[1:], edge[2:]):
            volume += np.cross(q - edge[0], r - edge[0])[2] / 6 * (edge[0][2] + q[2] + r[2])
    return volume


def pressed(bench):
    r, k, off = 0.01, 1e9, {}
    ball = sphere(r, 4).astype(np.float32).astype(float)
    write_stl(bench.file("ball.stl"), ball)
    print("  depth/R  spacing/R   F/(k V) - 1   of the smooth ball")
    for spacing in (0.04, 0.02):
        for depth in (0.01, 0.02, 0.05) if spacing == 0.02 else (0.01, 0.05):
            run = bench.run(HEAD % ([0, 0, 0], 1, 0, k) + FLOOR + body(
                "ball", "mesh: ball.stl, mesh_unit: 1", at(0, 0, r * (1 - depth)),
                meet="spacing: %r" % (spacing * r)) + span(1e-6, 1e-6))
            force = run.h["structure_force"][0]
            volume = submerged(ball + [0, 0, r * (1 - depth)])
            off[spacing, depth] = force[1, 2] / (k * volume) - 1
            cap = np.pi * (depth * r)**2 * (r - depth * r / 3)
            print("  %7.2f %10.2f %13.1e %14.3f" % (depth, spacing, off[spacing, depth], volume / cap))
            near("  the plane bears the opposite", force[0], -force[1], 1e-12)
    near("a mesh ball pressed into a plane: force is k V", [off[0.02, d] for d in (0.01, 0.02, 0.05)], [0] * 3, 1e-3, 1)
    ratio = abs(off[0.04, 0.01] / off[0.02, 0.01]), abs(off[0.04, 0.05] / off[0.02, 0.05])
    check("    half the spacing: the error falls threefold", min(ratio) > 3, "%.1f, %.1f" % ratio)


def bounce(bench):
    r, k, v = 0.01, 1e10, 0.1
    m = 2500 * 4 / 3 * np.pi * r**3
    deep = (3 * m * v * v / (2 * np.pi * k * r))**(1 / 3)
    long = 2.804364 * deep / v
    for e in (1, 0.8, 0.5):
        run = bench.run(HEAD % ([0, 0, 0], e, 0, k) + FLOOR + body(
            "ball", "sphere: {centre: [0, 0, 0], radius: %r}" % r, at(0, 0, 1.002 * r),
            "velocity: [0, 0, %r]" % -v, "spacing: %r" % (0.02 * r)) + span(3 * long, long / 400, history=long / 400))
        h, end = run.h, run.body("momentum", 1)[-1, 2] / (m * v)
        on = h["time"][h["structure_force"][:, 1, 2] > 0]
        if e == 1:
            near("an elastic bounce of a ball: largest depth", (r - run.body("centre", 1)[:, 2]).max() / deep, 1, 1e-3)
            near("    time of contact", (on[-1] - on[0]) / long, 1, 4e-3)  # a row of the history
            near("    e = 1", end, 1, 1e-3)
        else:
            near("    restitution %g of a ball" % e, end, e, 0.03)
            near("    what it dissipates", h["dissipated_energy"][-1] / (m * v * v / 2), 1 - end**2, 1e-3, 1)
    for e in (1, 0.5):
        period = np.pi * np.sqrt(MASS / (k * SIDE**2))
        run = bench.run(HEAD % ([0, 0, 0], e, 0, k) + FLOOR + body("cube", BOX, at(0, 0, 0.0502), "velocity: [0, 0, -1]")
                        + span(3 * period + 4e-4, period / 200, history=period / 20))
        near("    restitution %g of a cube on its face" % e, run.body("momentum", 1)[-1, 2] / MASS, e, 5e-3)
        near("    the balance of energy", run.h["energy_error"], 0 * run.h["time"], 1e-3, MASS / 2)


DEPTH = 1e-6
STIFF = MASS * G / (DEPTH * SIDE**2)
STEP = 0.05 / np.sqrt(G / DEPTH)


def rest(bench):
    run = bench.run(HEAD % ([0, 0, -G], 0.1, 0.5, STIFF) + FLOOR + body("cube", BOX, at(0, 0, SIDE / 2))
                    + span(4000 * STEP, STEP))
    near("a cube at rest: depth m g / (k A)", (SIDE / 2 - run.body("centre", 1)[-1, 2]) / DEPTH, 1, 1e-6)
    block = "structures:\n  - {name: block, material: rock, box: {min: [-0.1, -0.1, -0.1], max: [0.1, 0.1, 0]}}\n"
    run = bench.run(HEAD % ([0, 0, -G], 0.1, 0.5, STIFF) + block + body("cube", BOX, at(0, 0, SIDE / 2))
                    + span(4000 * STEP, STEP))
    near("    on a block: each direction counts half", (SIDE / 2 - run.body("centre", 1)[-1, 2]) / DEPTH, 1, 1e-6)
    for tan in (0.495, 0.505):
        angle = np.arctan(tan)
        run = bench.run(HEAD % ([G * np.sin(angle), 0, -G * np.cos(angle)], 0.1, 0.5, STIFF) + FLOOR + body(
            "cube", BOX, at(0, 0, SIDE / 2 - DEPTH * np.cos(angle))) + span(8000 * STEP, STEP, history=80 * STEP))
        v, t = run.body("momentum", 1)[:, 0] / MASS, run.h["time"]
        late = t > t[-1] / 2
        seen = np.polyfit(t[late], v[late], 1)[0]
        want = G * (np.sin(angle) - 0.5 * np.cos(angle)) if tan > 0.5 else 0
        near("a cube on a slope, mu = 0.5, tan = %g: acceleration" % tan, seen, want, 1e-4 * 0.0438, 1)


def tip(bench):
    deep = 2e-7  # on the whole face; so stiff that the edge does not sink before it tips
    for degrees in (44, 46):
        angle = np.radians(degrees)  # gravity turns slowly by a load, since a sudden one overshoots
        run = bench.run(HEAD % ([0, 0, -G * np.cos(angle)], 0.1, 2, MASS * G / (deep * SIDE**2)) + FLOOR + body(
            "cube", BOX, at(0, 0, SIDE / 2 - deep * np.cos(angle)),
            "loads: [{force: [%r, 0, 0], table: {rows: [{time: 0, factor: 0}, {time: 0.15, factor: 1}]}}]" % (
                MASS * G * np.sin(angle)), "spacing: 3 mm") + span(0.45, 0.2 * np.sqrt(deep / G), history=0.01))
        turned = 2 * np.degrees(np.arccos(min(1, abs(run.h["structure_orientation"][-1, 1, 0]))))
        check("a cube on a slope of %d degrees, mu = 2, %s" % (degrees, "tips" if degrees > 45 else "stands"),
              turned > 5 if degrees > 45 else turned < 0.1, "turned by %.3f degrees" % turned)


def pair(k, mu, e, spacing, rows, end):
    step = 0.02 / np.sqrt(k * SIDE**2 / MASS)
    return HEAD % ([0, 0, 0], e, mu, k) + "structures:\n" + "".join(
        body("cube%d" % i, BOX, place, free, "spacing: %r" % spacing) for i, (place, free) in enumerate(rows)) \
        + span(end, step, history=1e-3)


def space(bench):
    for mu, e in ((0, 1), (0.5, 0.6)):
        run = bench.run(pair(1e9, mu, e, 0.01, [
            ("translate: [-0.09, 0.02, 0.03], rotate: {axis: [1, 1, 0], angle: 20 deg}",
             "velocity: [1, 0, 0], angular_velocity: [3, 2, 1]"),
            ("translate: [0.06, -0.02, 0]", "velocity: [-1, 0.1, 0]")], 0.2))
        h = run.h
        p = h["structure_momentum"].sum(axis=1)
        turning = np.cross(h["structure_centre"], h["structure_momentum"]) + h["structure_angular_momentum"]
        scale = np.linalg.norm(h["structure_momentum"], axis=2).sum(axis=1).max()
        near("two cubes off centre, mu = %g: momentum" % mu, p, p[:1], 1e-12, scale)
        near("    angular momentum", turning.sum(axis=1), turning.sum(axis=1)[:1], 1e-12, scale * SIDE)
        near("    the balance of energy", h["energy_error"][-1], 0, 2e-2, h["bodies_kinetic"][0])
        check("    they met, and lost what they should", np.abs(h["structure_met"]).max() > 100
              and (h["dissipated_energy"][-1] > 0.1 * h["bodies_kinetic"][0]) == (mu > 0),
              "%.3f of the energy" % (h["dissipated_energy"][-1] / h["bodies_kinetic"][0]))


def corners(bench):
    rng, gained = np.random.default_rng(3), []
    for _ in range(8):
        axes, angle, off = rng.normal(size=6), rng.uniform(0, 180, 2), rng.uniform(-0.05, 0.05, 2)
        run = bench.run(pair(1e9, 0, 1, 0.01, [
            ("translate: [-0.1, %r, %r], rotate: {axis: [%r, %r, %r], angle: %r deg}" % (*off, *axes[:3], angle[0]),
             "velocity: [1, 0, 0]"),
            ("translate: [0.1, 0, 0], rotate: {axis: [%r, %r, %r], angle: %r deg}" % (*axes[3:], angle[1]),
             "velocity: [-1, 0, 0]")], 0.15))
        gained.append(run.h["bodies_kinetic"][-1] / run.h["bodies_kinetic"][0] - 1)
    print("  energy gained by cubes that meet at random: " + " ".join("%+.4f" % g for g in gained))
    check("elastic cubes keep their energy at corners and edges", abs(np.mean(gained)) < 0.01
          and np.std(gained) < 0.02, "mean %+.4f, rms %.4f" % (np.mean(gained), np.std(gained)))


def slab(bench):
    end, k = 0.25, 1e8
    turned = []
    for thick in (None, 0.02, 0.035, 0.1):
        floor = FLOOR if thick is None else "structures:\n  - {name: slab, material: rock, box: {min: [-0.3, -0.3, %r], max: [0.3, 0.3, 0]}, conveyor: [{translate: {velocity: [1, 0, 0]}}]}\n" % -thick
        run = bench.run(HEAD % ([0, 0, -G], 0.6, 0, k) + floor + body(
            "die", BOX, "translate: [0, 0, 0.12], rotate: {axis: [1, 2, 0.5], angle: 30 deg}")
            + span(end, 0.02 / np.sqrt(k * SIDE**2 / MASS), history=1e-3))
        h, name = run.h, "a plane" if thick is None else "a slab of %g mm" % (1e3 * thick)
        p = h["structure_momentum"][:, 1]
        turned.append(h["structure_angular_momentum"][:, 1])
        check("a tilted die falls on %s: it bounced" % name, h["structure_force"][:, 1, 2].max() > MASS * G and p[:, 2].max() > 0.1 * MASS)
        near("    no push sideways", p[:, :2], 0 * p[:, :2], 1e-12, MASS)
        near("    the balance of energy", h["energy_error"][-1], 0, 2e-3, MASS * G * 0.07)
        near("    it turns as on a plane", turned[-1][-1], turned[0][-1], 1e-2, np.linalg.norm(turned[0], axis=1).max())


FLAT = """
domain: {dimensions: 2, thickness: %r, grains: sphere}
materials: {rock: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [rock, rock], restitution: %g, friction: %g, foundation: %r}]}
structures:
"""
GROUND = "  - {name: floor, material: rock, plane: {point: [0, 0, 0], normal: [0, 1, 0]}}\n"
SLAB = "  - {name: slab, material: rock, box: {min: [-0.3, -0.1, -1], max: [0.3, 0, 1]}}\n"


def bar(low, high):
    """Triangles of an extrusion along z, of a square of SIDE."""
    c = np.array([[x, y, z] for z in (low, high) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]) * [SIDE / 2, SIDE / 2, 1]
    return c[[[0, 2, 1], [0, 3, 2], [4, 5, 6], [4, 6, 7]] + [f for i in range(4) for j in [(i + 1) % 4] for f in ([i, j, j + 4], [i, j + 4, i + 4])]]


def plane(bench):
    thick, deep = 0.02, DEPTH
    mass = 2500 * SIDE**2 * thick
    k = mass * G / (deep * SIDE * thick)
    step = STEP
    write_stl(bench.file("bar.stl"), bar(-0.1, 0.1))
    for ground, name in ((GROUND, "plane"), (SLAB, "slab")):
        for shape in (BOX.replace("-0.05]", "-1]").replace("0.05]}", "1]}"), "mesh: bar.stl"):
            run = bench.run("gravity: [0, %r, 0]" % -G + FLAT % (thick, 0.1, 0.5, k) + ground + body("cube", shape, at(0, SIDE / 2, 0))
                            + span(4000 * step, step))
            near("in two dimensions a %s at rest on a %s: depth m g / (k L T)" % (shape.split(":")[0], name),
                 (SIDE / 2 - run.body("centre", 1)[-1, 1]) / deep, 1, 2e-3 if "mesh" in shape else 1e-6)  # STL: 7e-10 m
    square = BOX.replace("-0.05]", "-1]").replace("0.05]}", "1]}")
    for tan in (0.495, 0.505):
        angle = np.arctan(tan)
        run = bench.run("gravity: [%r, %r, 0]" % (G * np.sin(angle), -G * np.cos(angle)) + FLAT % (thick, 0.1, 0.5, k) + GROUND + body(
            "cube", square, at(0, SIDE / 2 - deep * np.cos(angle), 0)) + span(8000 * step, step, history=80 * step))
        v, t = run.body("momentum", 1)[:, 0] / mass, run.h["time"]
        late = t > t[-1] / 2
        want = G * (np.sin(angle) - 0.5 * np.cos(angle)) if tan > 0.5 else 0
        near("    on a slope, mu = 0.5, tan = %g: acceleration" % tan, np.polyfit(t[late], v[late], 1)[0], want, 1e-5, 1)
    for degrees in (44, 46):
        angle, flat = np.radians(degrees), 2e-7
        run = bench.run("gravity: [0, %r, 0]" % (-G * np.cos(angle)) + FLAT % (thick, 0.1, 2, mass * G / (flat * SIDE * thick)) + GROUND + body(
            "cube", square, at(0, SIDE / 2 - flat * np.cos(angle), 0),
            "loads: [{force: [%r, 0, 0], table: {rows: [{time: 0, factor: 0}, {time: 0.15, factor: 1}]}}]" % (mass * G * np.sin(angle)),
            "spacing: 3 mm") + span(0.45, 0.2 * np.sqrt(flat / G), history=0.01))
        turned = 2 * np.degrees(np.arccos(min(1, abs(run.h["structure_orientation"][-1, 1, 0]))))
        check("    on a slope of %d degrees, mu = 2, it %s" % (degrees, "tips" if degrees > 45 else "stands"),
              turned > 5 if degrees > 45 else turned < 0.1, "turned by %.3f degrees" % turned)
    radius, v = 0.05, 1.0
    disc, k = 2500 * np.pi * radius**2 * thick, 1e9
    run = bench.run("gravity: [0, 0, 0]" + FLAT % (thick, 1, 0, k) + GROUND + body(
        "disc", "cylinder: {base: [0, 0, -1], axis: [0, 0, 2], radius: %r}" % radius, at(0, radius + 1e-4, 0), "velocity: [0, %r, 0]" % -v,
        "spacing: 0.2 mm") + span(6e-3, 2e-6, history=2e-6))
    most = (15 * disc * v**2 / (16 * k * thick * np.sqrt(2 * radius)))**0.4  # 1/2 m v^2 = 8/15 k T sqrt(2 R) d^2.5
    seen = radius - run.h["structure_centre"][:, 1, 1].min()
    near("    an elastic disc bounces: largest depth", seen / most, 1, 2e-2)
    near("    and keeps its speed", run.body("momentum", 1)[-1, 1] / (disc * v), 1, 1e-3)
    run = bench.run("gravity: [0, 0, 0]" + FLAT % (thick, 0.6, 0.5, 1e9) + "".join(
        body("cube%d" % i, square, place, free) for i, (place, free) in enumerate([
            ("translate: [-0.09, 0.02, 0], rotate: {axis: [0, 0, 1], angle: 20 deg}", "velocity: [1, 0, 0], angular_velocity: [0, 0, 1]"),
            ("translate: [0.06, -0.02, 0]", "velocity: [-1, 0.1, 0]")])) + span(0.1, 1e-5, history=1e-3))
    h = run.h
    p = h["structure_momentum"].sum(axis=1)
    turning = np.cross(h["structure_centre"], h["structure_momentum"]) + h["structure_angular_momentum"]
    check("    two boxes met", np.abs(h["structure_met"]).max() > 10)
    near("    their momentum", p, p[:1], 1e-12, 2 * mass)
    near("    their angular momentum", turning.sum(axis=1), turning.sum(axis=1)[:1], 1e-12, 2 * mass * SIDE)


def driven(bench):
    text = HEAD % ([0, 0, 0], 0.5, 0, 1e8) + """structures:
  - {name: anvil, material: rock, meets: all, box: {min: [-50 mm, -70 mm, -50 mm], max: [50 mm, 70 mm, 0]}}
  - {name: press, material: rock, meets: all, box: {min: [-30 mm, -50 mm, 0], max: [30 mm, 50 mm, 60 mm]},
     motion: [{translate: {velocity: [0, 0, -0.176]}}]}
grains: [{list: {material: rock, grains: [{position: [1, 0, 0], radius: 1 cm}]}}]
""" + span(0.01, 1e-5)
    h = bench.run(text).h
    want = np.array([-1, 1]) * 1e8 * 0.06 * 0.1 * 0.00176
    near("a box driven 1.76 mm into another: 1,056 N on both", h["structure_met"][-1, :, 2], want, 1e-6)


def silent(bench):
    path = bench.file("silent.yaml")
    with open(path, "w") as f:
        f.write(HEAD % ([0, 0, -G], 0.5, 0, 1e8) + "structures:\n  - {name: tray, material: rock, disc: {centre: [0, 0, 0], normal: [0, 0, 1], radius: 0.2}}\n"
                + body("cube", BOX, at(0, 0, 0.2)) + span(1e-4, 1e-5))
    for words in (["check", path], ["run", "-f", "-o", path + ".vtkhdf", path]):
        text = subprocess.run([sys.argv[1], *words], capture_output=True, text=True).stdout
        check("granum %s says that a disc is passed through" % words[0], "note: 'tray' has no inside" in text, text[-300:] * ("note:" not in text))


def hundred(bench):
    k = 1e9
    run = bench.run(HEAD % ([0, 0, -G], 1, 0, k) + FLOOR + body(
        "cube", BOX, "translate: [0, 0, 0.2], rotate: {axis: [1, 2, 0.5], angle: 30 deg}",
        "angular_velocity: [1, 2, 3]") + span(18, 0.04 / np.sqrt(k * SIDE**2 / MASS), history=1e-3))
    on = run.h["structure_force"][:, 1, 2] > 0
    n = (on[1:] & ~on[:-1]).sum()
    off = np.abs(run.h["energy_error"]).max() / (MASS * G * 0.15)
    check("a tumbling cube keeps its energy in %d elastic bounces" % n, n >= 100 and off < 1e-3, "off by %.1e" % off)


def lid(bench):
    run = bench.run("""
title: lid
gravity: [0, 0, -9.81]
materials: {rock: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}}
contacts: {pairs: [{between: [rock, rock], restitution: 0.3, friction: 0.5, rolling_friction: 0.1, foundation: 2.0e+8}], rolling: constant}
structures:
  - {name: floor, material: rock, box: {min: [-30 mm, -30 mm, -20 mm], max: [30 mm, 30 mm, 0]}, free: {mass: 10}}
  - {name: ground, material: rock, plane: {point: [0, 0, -20 mm], normal: [0, 0, 1]}}
  - {name: lid, material: rock, box: {min: [-20 mm, -20 mm, 4 mm], max: [20 mm, 20 mm, 8 mm]}, free: {}}
  - {name: stone, material: rock, sphere: {centre: [3 mm, 2 mm, 12 mm], radius: 4 mm}, free: {rotate: []}}
grains: [{list: {material: rock, grains: [%s]}}]
time: {end: 0.12}
output: {every: 0.12, history: 1 ms, precision: double}
""" % ", ".join("{position: [%r, %r, 0.002], radius: 2 mm}" % (0.011 * i, 0.009 * j) for i in (-1, 0, 1) for j in (-1, 0, 1)))
    grains = 9 * 2500 * 4 / 3 * np.pi * 8e-9
    plate, stone = 2500 * 4e-3 * 1.6e-3, 2500 * 4 / 3 * np.pi * 64e-9
    late = run.h["time"] > 0.1
    z, met = run.h["structure_force"][late, :, 2].mean(axis=0), run.h["structure_met"][late, :, 2].mean(axis=0)
    near("a lid with a stone on grains on a block: the ground bears all", -z[1], (10 + grains + plate + stone) * G, 1e-4)
    near("    the lid floats, by grains and by the stone", z[2], plate * G, 1e-3)
    near("    the part of it by the stone", -met[2], stone * G, 1e-3)
    near("    the balance of energy", run.h["energy_error"][-1], 0, 1e-2, plate * G * 1e-3)


def tower(bench):
    stack(bench, 10, 10)


def stack(bench, n=5, end=4, deep=1e-5):
    k = MASS * G / (deep * SIDE**2)
    run = bench.run(HEAD % ([0, 0, -G], 0.3, 0.5, k) + FLOOR + "".join(
        body("cube%d" % i, BOX, at(0, 0, SIDE * (i + 0.5)), "", "spacing: 5 cm") for i in range(n))
        + span(end, 0.1 / np.sqrt(k * SIDE**2 / MASS), history=0.01))
    h = run.h
    centre = h["structure_centre"][:, 1:]
    t = h["time"]
    near("%d cubes at rest: the floor bears them" % n, -h["structure_force"][-1, 0, 2], n * MASS * G, 1e-6)
    near("    no creep after two seconds", centre[t > 2], centre[-1:] + 0 * centre[t > 2], 1e-7, SIDE)
    near("    no gain: kinetic energy", h["bodies_kinetic"][-1], 0, 1e-9, MASS * G * SIDE)
    near("    the balance of energy", h["energy_error"], 0 * t, 1e-3, n * MASS * G * deep * n)


with tempfile.TemporaryDirectory() as folder:
    parts = {f.__name__: f for f in (pressed, bounce, rest, tip, space, corners, slab, plane, driven, silent, hundred, lid, stack, tower)}
    for name in sys.argv[2:] or parts:
        parts[name](Bench(sys.argv[1], folder))
finish()
