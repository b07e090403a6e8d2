"""plane_fills.py GRANUM -- fills, pours and measures of two dimensions count areas, and stay in the plane.

Every z, every v_z and every spin about x or y is exactly 0.  A fill comes within half a grain of the area it
was asked for: in a box, a circle, a cylinder along z, by every arrangement, to 0.80 relaxed (0.6 in space), to
0.90 growing; weights and fractions by mass follow the mass of discs, r^2, or of spheres, r^3.  Random
velocities have two components.  A rectangle across the plane, a disc with its normal in it and a rectangle in
it pour from a line, a line and a parallelogram.

Stress and solid fraction are per area: in a periodic square of frictionless discs they are the sums over the
contacts and grains that a frame holds.  A disc of another thickness moves alike: with thickness and stiffness
quartered every position has the same bits, every energy is a quarter, and stresses are the same.

A result out of the plane is refused as a source.
"""
import sys
import tempfile

import numpy as np

sys.path.insert(0, __file__.rsplit("/", 2)[0])
from results import open_result  # noqa: E402
from trial import Bench, arrays, check, differences, finish  # noqa: E402

DISCS = """
domain: {dimensions: 2, thickness: 10 mm, min: "0 0 m", max: 0.1 0.1 m%s}
materials:
  glass: {density: 2500, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
  steel: {density: 7800, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: hooke
  pairs:
    - {between: [glass, glass], restitution: 0.5, friction: 0.3, stiffness: 10 kN/m}
    - {between: [glass, steel], restitution: 0.5, friction: 0.3, stiffness: 10 kN/m}
    - {between: [steel, steel], restitution: 0.5, friction: 0.3, stiffness: 10 kN/m}
gravity: [0, 0]
time: {end: 1 ms, step: 5 us}
output: {every: 1 ms, arrays: full, precision: double}
"""
BOX = "box: {min: [10 mm, 10 mm], max: [90 mm, 90 mm]}"
ROUND = "sphere: {centre: [50 mm, 50 mm], radius: 30 mm}"
TUBE = "cylinder: {base: [50 mm, 50 mm, -1 m], axis: [0, 0, 3], radius: 30 mm}"
EVEN = "{uniform: [1 mm, 1.4 mm]}"


def fill(region, keys, radius=EVEN, material="glass"):
    return "  - fill: {%s, material: %s, radius: %s, %s}\n" % (region, material, radius, keys)


def flat(frame):
    """Whether a frame is in the plane, to the bit."""
    g = frame.grains
    w = g["angular_velocity"]
    return not (g["position"][:, 2].any() or g["velocity"][:, 2].any() or w[:, :2].any())


def start(bench, grains, domain="", k=0):
    text = DISCS.replace("1 ms", "1 us").replace("5 us", "1 us") % domain
    run = bench.run(text + "grains:\n" + grains)
    frame = open_result(run.path)[k]
    if not flat(frame):
        check("in the plane", False, grains)
    return frame.grains


def fractions(bench):
    areas = {BOX: 0.08**2, ROUND: np.pi * 0.03**2, TUBE: np.pi * 0.03**2}
    cases = [(BOX, "random", 0.45), (BOX, "relaxed", 0.80), (BOX, "cubic", 0.7), (BOX, "face_centred", 0.8),
             (ROUND, "relaxed", 0.75), (TUBE, "relaxed", 0.75), (ROUND, "random", 0.4), (TUBE, "face_centred", 0.7)]
    for region, arrangement, want in cases:
        lattice = arrangement in ("cubic", "face_centred")
        g = start(bench, fill(region, "solid_fraction: %g, arrangement: %s" % (want, arrangement),
                              "1 mm" if lattice else EVEN))
        r, x = g["radius"], g["position"]
        got = np.pi * (r**2).sum() / areas[region]
        inside = (np.abs(x[:, :2] - 0.05).max(axis=1) + r).max() <= 0.04 + 1e-12 if region == BOX else \
            (np.hypot(*(x[:, :2] - 0.05).T) + r).max() <= 0.03 + 1e-12
        gap = np.linalg.norm(x[:, None] - x, axis=2) - (r[:, None] + r)
        check("%-12s %.2f of a %s" % (arrangement, want, region.split(":")[0]),
              abs(got - want) * areas[region] <= 0.51 * np.pi * r.max()**2 and inside
              and gap[~np.eye(len(r), dtype=bool)].min() >= 0, "%.4f, %d grains" % (got, len(r)))
        if lattice:
            near = np.sort(gap + 2 * np.eye(len(r)), axis=1)[:, :6] < 1e-8
            most = near.sum(axis=1).max()
            check("%d neighbours" % most, most == (4 if arrangement == "cubic" else 6))


def masses(bench):
    table = "{table: {by: mass, rows: [{radius: 0.4 mm, weight: 1}, {radius: 0.8 mm, weight: 1}]}}"
    mix = "count: 3000, fractions: mass, mix: [{fraction: 0.5, material: steel, radius: {uniform: [0.3 mm, 0.5 mm]}}]"
    box = "box: {min: [0, 0], max: [0.1, 0.1]}"
    for body, power in (("disc", 2), ("sphere", 3)):
        g = start(bench, fill(box, "count: 4000", table), ", grains: " + body)
        share = (g["radius"] > 0.6e-3).mean()  # by number, binomial
        want = 2.0**-power / (1 + 2.0**-power)
        check("%s: half of the mass is of large grains" % body, abs(share - want) < 4 * np.sqrt(want / 4000),
              "%.4f of the number, %.4f expected" % (share, want))
        law = np.pi * 0.01 if body == "disc" else 4 / 3 * np.pi
        check("%s: masses" % body, np.abs(g["mass"] / (2500 * law * g["radius"]**power) - 1).max() < 1e-14)
        g = start(bench, fill(box, mix, "0.8 mm"), ", grains: " + body)
        half = g["mass"][g["material"] == 1].sum() / g["mass"].sum()
        check("%s: half of the mass is steel" % body, abs(half - 0.5) < 0.03, "%.4f" % half)


def grown(bench):
    box = "box: {min: [0, 0], max: [0.1, 0.1]}"
    g = start(bench, fill(box, "solid_fraction: 0.9, grow: {over: 1 s}"), ", boundary: periodic")
    got = np.pi * (g["radius"]**2).sum() / 0.01
    check("grains that grow to 0.90 begin with a fifth of the area", abs(got - 0.2) < 1e-3, "%.4f" % got)
    g = start(bench, fill(box, "count: 2000, grow: {over: 1 s}", "1.2 mm"), ", boundary: periodic")
    got = np.pi * (g["radius"]**2).sum() / 0.01
    check("so by number", abs(got - 0.2) < 1e-3, "%.4f" % got)


def agitated(bench):
    g = start(bench, fill("box: {min: [0, 0], max: [0.1, 0.1]}", "count: 2000, random_velocity: {normal: 0.3}",
                          "0.5 mm"))
    v = g["velocity"][:, :2]
    off = np.abs(v.std(axis=0) / 0.3 - 1).max() * np.sqrt(2 * len(v))
    check("random velocities: two components of the deviation", off < 4, "%.2f standard errors" % off)
    check("and no momentum", np.linalg.norm(g["mass"] @ v) < 1e-13 * (g["mass"] @ np.hypot(*v.T)))


def poured(bench):
    inlets = {"rectangle: {corner: [10 mm, 20 mm], along: [30 mm, 30 mm], across: [0, 0, 1]}":
              lambda x, r: (np.abs(x[:, 1] - x[:, 0] - 0.01) < 1e-15) & (x[:, 0] > 0.01) & (x[:, 0] < 0.04),
              "disc: {centre: [60 mm, 20 mm], normal: [0, 1], radius: 20 mm}":
              lambda x, r: (np.abs(x[:, 1] - 0.02) < 1e-15) & (np.abs(x[:, 0] - 0.06) + r <= 0.02 + 1e-15),
              "rectangle: {corner: [20 mm, 70 mm], along: [30 mm, 0], across: [10 mm, 20 mm]}":
              lambda x, r: (x[:, 1] > 0.07) & (x[:, 1] < 0.09) & (np.abs(x[:, 0] - (x[:, 1] - 0.07) / 2 - 0.035) < 0.015),
              "disc: {centre: [80 mm, 80 mm], normal: [0, 0, 1], radius: 8 mm}":
              lambda x, r: np.hypot(*(x[:, :2] - 0.08).T) + r <= 0.008 + 1e-15}
    for region, on in inlets.items():
        text = DISCS.replace("1 ms, step", "2 ms, step").replace("every: 1 ms", "every: 2 ms") % "" \
            + "grains:\n  - pour: {%s, material: glass, radius: {uniform: [0.2 mm, 0.4 mm]}, rate: 10 kHz}\n" % region
        frame = open_result(bench.run(text).path)[-1]
        x, r = frame.grains["position"], frame.grains["radius"]
        check("poured: %s" % region[:52], flat(frame) and len(r) == 20 and on(x, r).all(), "%d grains" % len(r))


PRESSED = DISCS + """
grains:
  - fill: {box: {min: [0, 0], max: [0.1, 0.1]}, material: glass, radius: {uniform: [2 mm, 2.8 mm]},
      solid_fraction: 0.87, grow: {over: 15 ms}, random_velocity: {normal: 0.1}}
measure:
  - {name: all, stress: {box: {min: [0, 0], max: [0.1, 0.1]}}}
  - {name: round, stress: {sphere: {centre: [0.05, 0.05], radius: 0.03}}}
  - {name: tube, stress: {cylinder: {base: [0.05, 0.05], axis: [0, 0, 1], radius: 0.03}}}
"""


def pressed(bench):
    text = PRESSED.replace("1 ms", "20 ms") % ", boundary: periodic"
    thin = text.replace("thickness: 10 mm", "thickness: 2.5 mm").replace("10 kN/m", "2.5 kN/m")
    a = bench.run(text, "whole")
    b = bench.run(thin, "thin")
    frame = open_result(a.path)[-1]
    c, g = frame.contacts, frame.grains
    n = c["normal"]
    i, j = c.row_a, c.row_b
    branch = g["position"][i] - g["position"][j]
    branch -= 0.1 * np.round(branch / 0.1)
    stress = np.einsum("ci,cj->ij", c["force"], branch) / (0.01 * 0.01)
    got = a.h["all_contact_stress"][-1]
    check("the stress sensor: force times branch over area times thickness",
          np.abs(got - stress).max() < 1e-9 * np.abs(stress).max() and stress[0, 0] > 100 and len(n) > 400
          and not got[2].any(), "%.1f Pa" % stress[0, 0])
    v = g["velocity"] - g["mass"] @ g["velocity"] / g["mass"].sum()
    kinetic = np.einsum("n,ni,nj->ij", g["mass"], v, v) / (0.01 * 0.01)
    check("and the kinetic stress", np.abs(a.h["all_kinetic_stress"][-1] - kinetic).max() < 1e-9 * kinetic.max())
    solid = np.pi * (g["radius"]**2).sum() / 0.01
    check("its solid fraction is one of areas", abs(a.h["all_solid_fraction"][-1] - solid) < 1e-12
          and abs(solid - 0.87) < 1e-3, "%.4f" % solid)
    inside = np.hypot(*(g["position"][:, :2] % 0.1 - 0.05).T) < 0.03
    part = (g["radius"][inside]**2).sum() / 0.03**2
    check("that of a circle too", max(abs(a.h[k + "_solid_fraction"][-1] - part) for k in ("round", "tube")) < 1e-12,
          "%.4f" % part)
    one, two = arrays(a.path), arrays(b.path)
    same = ("VTKHDF/Points", "VTKHDF/PointData/velocity", "VTKHDF/PointData/angular_velocity",
            "granum/history/all_contact_stress", "granum/history/all_kinetic_stress", "granum/history/all_solid_fraction")
    check("a quarter of the thickness: the motion, stresses and fractions have the same bits",
          not differences({k: one[k] for k in same}, {k: two[k] for k in same}))
    ratios = [two["granum/history/" + k][1:] / one["granum/history/" + k][1:]
              for k in ("kinetic_energy", "elastic_energy", "dissipated_energy")]
    ratios.append(two["VTKHDF/PointData/mass"] / one["VTKHDF/PointData/mass"])
    check("and a quarter of every energy and mass", all((q == 0.25).all() for q in ratios))


def refused(bench):
    space = DISCS.replace("dimensions: 2, thickness: 10 mm, ", "").replace('"0 0 m"', '"0 0 0 m"') \
        .replace("0.1 0.1 m%s", "0.1 0.1 1 m")
    space = space.replace("[0, 0]\n", "[0, 0, 0]\n") + """
grains: [{list: {material: glass, grains: [{position: [0.05, 0.05, 0.0], radius: 1 mm}, {position: [0.05, 0.07, 0], radius: 1 mm, angular_velocity: [WX, 0, 1], velocity: [0, 1, VZ]}]}}]
"""
    for name, wx, vz, good in (("flat", 0, 0, True), ("turns", 2, 0, False), ("flies", 0, 3, False)):
        bench.run(space.replace("WX", str(wx)).replace("VZ", str(vz)), name)
        code, said, _ = bench.call(DISCS % "" + "grains: [{result: {file: %s.vtkhdf}}]\n" % name, "next")
        fine = code == 0 if good else code == 2 and "grains[0].result.file: grain 1 of the file is not in the plane" in said
        check("a result of space as a source: %s" % name, fine, "" if fine else said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(sys.argv[1], folder)
        for part in (fractions, masses, grown, agitated, poured, pressed, refused):
            part(bench)
    finish()


if __name__ == "__main__":
    main()
