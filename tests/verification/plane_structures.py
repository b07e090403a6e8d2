"""plane_structures.py GRANUM -- structures of a scene of two dimensions are sections of extrusions.

 bounce    a disc strikes a plane, a side and a corner of a box, circles from outside and inside, meshes
           with virtual particles: v' = v - (1 + e)(v.n) n, no component along z
 slope     it rolls down an extruded mesh with g sin(theta) / (1 + 1/2)
 free      a free box and the same box as a mesh have the mass of section times thickness; hit off its
           centre by a disc, momentum and angular momentum of both stay
 paddle    a blade turns among discs: all z are exact zeros, and the balance closes
"""
import sys
import tempfile
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bodies import near, write_stl  # noqa: E402
from trial import Bench, check, finish  # noqa: E402

R, E, THICK, RHO = 1e-3, 0.8, 1e-3, 2500.0
SCENE = """
title: section
domain: {dimensions: 2, thickness: %g}
gravity: %s
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: hooke
  pairs: [{between: [glass, glass], stiffness: %g, restitution: 0.8, friction: %g}]
structures: [%s]
grains:
%s
time: {end: %g, step: %g}
output: {every: %g, arrays: full, precision: double, history: %g}
"""


def scene(structure, discs, end, step, friction=0.0, gravity="[0, 0]", every=None, stiff=5e3):
    rows = ", ".join("{position: %s, radius: 1 mm, velocity: %s}" % d for d in discs)
    text = "  - list: {material: glass, grains: [%s]}" % rows
    every = every or end
    return SCENE % (THICK, gravity, stiff, friction, structure, text, end, step, every, every / 20)


def flat(run):
    """No z of a position, velocity or force, no spin about x or y, in any frame."""
    for k in range(run.frames):
        f = run.frame(k)
        off = [abs(f["points"][:, 2]).max(), abs(f["velocity"][:, 2]).max(), abs(f["force"][:, 2]).max(),
               abs(f["angular_velocity"][:, :2]).max()]
        if max(off) != 0.0:
            return False
    return True


def extruded(outline, half=0.05):
    """Triangles of the closed outline [n, 2], anticlockwise and convex, extruded along z."""
    p = np.asarray(outline, float)
    q = np.roll(p, -1, axis=0)
    low = lambda a: np.column_stack([a, 0 * a[:, 0] - half])  # noqa: E731
    high = lambda a: np.column_stack([a, 0 * a[:, 0] + 1.137 * half])  # noqa: E731
    sides = np.concatenate([np.stack([low(p), low(q), high(q)], 1), np.stack([low(p), high(q), high(p)], 1)])
    middle = np.tile(p.mean(0), (len(p), 1))
    return np.concatenate([sides, np.stack([high(middle), high(p), high(q)], 1),
                           np.stack([low(middle), low(q), low(p)], 1)])


def ring(n, radius):
    a = 2 * np.pi * np.arange(n) / n
    return radius * np.column_stack([np.cos(a), np.sin(a)])


SQUARE = [[-5e-3, -5e-3], [5e-3, -5e-3], [5e-3, 5e-3], [-5e-3, 5e-3]]


def bounces(bench):
    write_stl(bench.file("square.stl"), extruded(SQUARE))
    write_stl(bench.file("round.stl"), extruded(ring(256, 5e-3)))
    box = "box: {min: [-5 mm, -5 mm], max: [5 mm, 5 mm]}"
    # offset b of the path from the centre: n = (cos a, sin a) with sin a = b / (R + radius)
    b = 3e-3
    out, inside = np.arcsin(b / 6e-3), np.arcsin(b / 4e-3)
    circle = np.array([np.cos(out), np.sin(out)])
    shapes = [("plane", "plane: {point: [5 mm, 0], normal: [1, 0]}", [9e-3, b], [1, 0]),
              ("side of a box", box, [9e-3, b], [1, 0]),
              ("box from inside", box, [0.0, 0.0], [1, 0]),
              ("corner of a box", box, [9e-3, 5.5e-3], [np.sqrt(0.75), 0.5]),
              ("cylinder", "cylinder: {base: [0, 0, -1], axis: [0, 0, 2], radius: 5 mm}", [9e-3, b], circle),
              ("sphere, which is a circle", "sphere: {centre: [0, 0], radius: 5 mm}", [9e-3, b], circle),
              ("circle from inside", "sphere: {centre: [0, 0], radius: 5 mm}", [0.0, b],
               [np.cos(inside), -np.sin(inside)]),
              ("disc seen from its edge", "disc: {centre: [5 mm, 0], normal: [1, 0], radius: 5 mm}", [9e-3, b],
               [1, 0]),
              ("side of a mesh", "mesh: square.stl", [9e-3, b], [1, 0]),
              ("corner of a mesh", "mesh: square.stl", [9e-3, 5.5e-3], [np.sqrt(0.75), 0.5]),
              ("round mesh", "mesh: round.stl, place: {rotate: {angle: 0.37}}", [9e-3, b], circle)]
    for name, shape, start, n in shapes:
        v = np.array([-1.0, 0.0])
        text = scene("{name: it, material: glass, %s}" % shape, [([float(x) for x in start], [-1, 0])], 6e-3 if "box from" in name else 4e-3 if "inside" in name else 8e-3, 2e-7, stiff=5e5)
        run = bench.run(text)
        n = np.array(n, float)
        if "circle from inside" in name:
            n = np.array([np.cos(inside), -np.sin(inside)])  # against the disc, towards the centre
        want = v - (1 + E) * v.dot(n) * n
        got = run.frame(-1)["velocity"][0]
        near("a disc bounces off: " + name, got[:2], want, 0.012)
        check("    in the plane", flat(run))


def slope(bench):
    theta, g = 0.3, 9.81
    s, c = np.sin(theta), np.cos(theta)
    turn = np.array([[c, -s], [s, c]])
    write_stl(bench.file("ramp.stl"), extruded(np.array([[-0.1, -0.01], [0.1, -0.01], [0.1, 0], [-0.1, 0]]) @ turn.T))
    start = turn @ np.array([0.09, R - 2e-9])
    text = scene("{name: ramp, material: glass, mesh: ramp.stl}", [(start.tolist(), [0, 0])], 0.2, 5e-6,
                 0.5, every=0.05, stiff=1e3)
    run = bench.run(text.replace("gravity: [0, 0]", "gravity: [0, -9.81]"))
    frame = run.frame(-1)
    along = frame["velocity"][0][:2] @ turn
    near("it rolls down an extruded mesh", -along[0], g * s / 1.5 * 0.2, 2e-3)
    near("    and turns as it rolls", frame["angular_velocity"][0][2] * R, -along[0], 2e-3)
    check("    in the plane", flat(run))


def free(bench):
    write_stl(bench.file("square.stl"), extruded(SQUARE))
    mass, area = RHO * np.pi * R * R * THICK, 1e-4
    for name, shape in [("box", "box: {min: [-5 mm, -5 mm], max: [5 mm, 5 mm]}"), ("mesh", "mesh: square.stl")]:
        text = scene("{name: it, material: glass, %s, free: {angular_velocity: [0, 0, 10]}}" % shape,
                     [([9e-3, 3e-3], [-1, 0.2])], 8e-3, 5e-6, 0.4, every=1e-3)
        run = bench.run(text)
        big = RHO * area * THICK
        moment = big * (0.01**2 + 0.01**2) / 12
        spin = run.body("angular_momentum")[0]
        near("a free %s has the mass of its section, and its moment" % name, spin[2], moment * 10, 1e-6)
        sums = []
        for k in (0, -1):
            f = run.frame(k)
            x, v, w = f["points"][0], f["velocity"][0], f["angular_velocity"][0]
            at, p, l = (run.body(a)[k] for a in ("centre", "momentum", "angular_momentum"))
            sums.append((mass * v + p, np.cross(x, mass * v) + 0.5 * mass * R * R * w + np.cross(at, p) + l))
        hit = np.linalg.norm(run.body("momentum")[-1])
        check("    it was hit", hit > 0.1 * mass, "%.2e kg m/s" % hit)
        near("    momentum of both stays", sums[1][0], sums[0][0], 1e-12, mass)
        near("    angular momentum too", sums[1][1][2], sums[0][1][2], 1e-6 if name == "mesh" else 1e-10, mass * R)
        check("    in the plane", flat(run) and abs(run.body("centre")[:, 2]).max() == 0.0)


def ends(bench):
    """A mesh whose ends are in reach of grains, though its sides are an extrusion."""
    write_stl(bench.file("short.stl"), extruded(SQUARE, 1.5e-3))
    text = scene("{name: it, material: glass, mesh: short.stl}", [([9e-3, 0], [-1, 0])], 1e-3, 1e-6)
    code, said, _ = bench.call(text)
    check("a mesh that is too short along z is refused", code == 2 and "structures[0].mesh" in said
          and "no extrusion along z" in said, said.strip()[:60])


def paddle(bench):
    write_stl(bench.file("blade.stl"), extruded([[-8e-3, -1e-3], [8e-3, -1e-3], [8e-3, 1e-3], [-8e-3, 1e-3]]))
    discs = [([x * 1e-3, y * 1e-3], [0, 0]) for x in np.arange(-10.5, 11, 2.3) for y in np.arange(-10.5, 11, 2.3)
             if abs(y) > 2.1 or abs(x) > 9.2]
    text = scene("{name: blade, material: glass, mesh: blade.stl, motion: [{rotate: {axis: [0, 0, 1], "
                 "through: [0, 0], rate: 20}}]}, {name: drum, material: glass, sphere: {centre: [0, 0], radius: 18 mm}}",
                 discs, 0.2, 1e-5, 0.4, every=0.02, stiff=1e3).replace("gravity: [0, 0]", "gravity: [0, -9.81]")
    run = bench.run(text)
    spin = abs(run.frame(-1)["velocity"]).max()
    check("a blade stirs %d discs" % len(discs), spin > 0.05, "%.3f m/s" % spin)
    check("    in the plane", flat(run))
    lost, moved = abs(run.h["energy_error"][-1]), run.h["dissipated_energy"][-1]
    check("    the balance closes", lost < 0.02 * moved, "%.1e of %.1e J" % (lost, moved))


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        for part in (bounces, slope, free, ends, paddle):
            part(bench)
    finish()


main()
