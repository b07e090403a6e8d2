"""material_points.py GRANUM -- dense grains as a continuum against exact answers of mechanics.

column    a confined column under its weight swings with omega = (pi / 2 L) sqrt(M / rho), M = kappa + mu (2-D)
          or kappa + 4 mu / 3, within 2 % at 16 cells; its mean stress over a period is rho g (H - z) within 2 %
shear     between plates that stick, sheared slowly at constant volume: tau = p sin phi at the plate
slope     a slab on a slope slides with a = g (sin theta - mu cos theta), on a floor along the grid and on a
          plane across it; below the friction angle it stays
momentum  points that hit a free body, with and without a conveyor, or copies of a body: the momentum of all is kept
          to round-off, and the balance of energy closes, with no work but that of the conveyor's drive; a copy is not
          poured into points
dilute    a tenth of the grains that fill a region, without gravity, are apart: a box that moves in meets their mass,
          they press nothing, and no energy is gained at the automatic step
fall      a block falls on the floor: the balance of energy closes, the mass too
fill      points have the mass of the grains that the fill would have; those that leave are counted
bits      the same bits on 1, 2 and 3 threads, and of a run that is killed and resumed
"""
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import h5py
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import resumed  # noqa: E402
from results import open_result  # noqa: E402
from trial import Bench, arrays, check, differences, finish, rows_at  # noqa: E402

G = 9.81
SCENE = """
gravity: %(gravity)s
domain: {%(domain)s}
materials:
  soil: {density: 2000, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
  wall: {density: 2000, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}
contacts:
  law: hooke
  pairs:
    - {between: [soil, soil], restitution: 0.5, friction: 0.5, stiffness: 1.0e+5}
    - {between: [soil, wall], restitution: 0.5, friction: %(friction)g, stiffness: 1.0e+5}
%(structures)s
grains:
  - fill: {box: {min: %(low)s, max: %(high)s}, material: soil, radius: %(radius).17g, solid_fraction: 0.5%(fill)s}
hybrid: {mode: continuum, bulk_modulus: %(kappa)g, shear_modulus: %(mu)g, friction_angle: %(phi)g deg, walls: %(walls)s%(hybrid)s}
time: {end: %(end).17g}
output: {every: %(every).17g, history: %(history).17g, precision: double}
"""
USUAL = dict(gravity=[0, -G], friction=0.5, structures="", fill="", kappa=1e6, mu=4e5, phi=35, walls="friction",
             hybrid=", density: 1600", radius=0.01, history=1e-3, every=0.1)


def scene(**more):
    return SCENE % dict(USUAL, **more)


def frame(path, k):
    """Arrays of the material points of frame k, by id."""
    return rows_at(path, "granum/points", k)


def near(what, found, exact, tolerance):
    error = abs(found / exact - 1)
    check("%s: %.6g, exact %.6g, off by %.2g" % (what, found, exact, error), error <= tolerance)


def column(bench, dims):
    """16 cells high, elastic since phi is large; the walls slip."""
    h, height, kappa, mu, rho = 0.02, 0.32, 1e6, 4e5, 1600.0
    wide = 2 * h  # nothing depends on the width
    modulus = kappa + (mu if dims == 2 else 4 * mu / 3)
    exact = 4 * height / np.sqrt(modulus / rho)
    if dims == 2:
        domain = "dimensions: 2, min: [0, 0], max: [%g, 1], boundary: {x: wall, y_min: wall}, wall_material: wall" % wide
        low, high, gravity = [0, 0], [wide, height], [0, -1.0]
    else:
        domain = ("min: [0, 0, 0], max: [%g, %g, 1], boundary: {x: wall, y: wall, z_min: wall}, wall_material: wall"
                  % (wide, wide))
        low, high, gravity = [0, 0, 0], [wide, wide, height], [0, 0, -1.0]
    text = scene(gravity=gravity, domain=domain, low=low, high=high, radius=h / 4, walls="slip", phi=60, kappa=kappa,
                 mu=mu, end=1.3 * exact, every=exact / 40, history=exact / 240)
    run = bench.run(text, "column")
    t, u = run.h["time"], run.h["points_potential"]
    y = u - 0.5 * (u.max() + u.min())
    k = np.where((y[:-1] > 0) & (y[1:] <= 0))[0]
    down = t[k] + (t[k + 1] - t[k]) * y[k] / (y[k] - y[k + 1])
    near("column in %d dimensions, period (s)" % dims, down[1] - down[0], exact, 0.02)
    sums, place, n = 0, 0, round((down[1] - down[0]) / (exact / 40))
    for f in range(n):
        p = frame(run.path, f + 1)
        # the vertical stress: the larger principal one
        sums = sums + p["pressure"] + p["shear"] * (1 if dims == 2 else 2 / np.sqrt(3))
        place = place + p["x"][:, dims - 1]
    stress, z = sums / n, place / n
    layer = np.floor(z / h).astype(int)  # within a cell the strain of a point depends on its place
    mean = np.array([stress[layer == k].mean() for k in range(16)])
    exact = rho * 1.0 * (height - (np.arange(16) + 0.5) * h)
    worst = abs(mean - exact).max() / exact[0]
    check("column in %d dimensions, stress over depth, worst %.2g of that at the floor" % (dims, worst), worst <= 0.02)
    h = run.h
    turned = h["points_potential"].max() - h["points_potential"].min()
    check("    the balance of energy closes, %.2g of what was turned over" % (abs(h["energy_error"]).max() / turned),
          abs(h["energy_error"]).max() < 1e-4 * turned)


def shear(bench, phi):
    """A layer of 8 cells is pressed by 1 % and then sheared."""
    h = 0.02
    text = scene(gravity=[0, 0], domain="dimensions: 2, min: [0, -0.1], max: [%g, 1], boundary: {x: periodic}" % (8 * h),
                 low=[0, 0], high=[8 * h, 8 * h], radius=h / 4, walls="stick", phi=phi, end=1.2, every=0.1, history=0.01,
                 structures="""
structures:
  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: wall}
  - {name: lid, plane: {point: [0, %g], normal: [0, -1]}, material: wall,
     motion: [{translate: {velocity: [0, %g]}, to: 0.2}, {translate: {velocity: [0.05, 0]}, from: 0.25}]}
""" % (8 * h, -0.01 * 8 * h / 0.2))
    run = bench.run(text, "shear")
    force = run.h["structure_force"][:, 1]
    late = run.h["time"] > 0.9
    ratio = abs(force[late, 0].mean() / force[late, 1].mean())
    near("shear at phi = %g deg: tau / p at the lid" % phi, ratio, np.sin(np.radians(phi)), 0.02)
    p = frame(run.path, -1)
    with open_result(run.path) as result:
        read = result[-1].points
        check("    the Python reader has the points", len(read) == len(p["x"]) and
              all((read[name] == p[name]).all() for name in p if name != "x") and (read["position"] == p["x"]).all())
    ratio = p["shear"].mean() / p["pressure"].mean()
    near("    shear / pressure of points", ratio, np.sin(np.radians(phi)), 0.01)


def slope(bench, angle, mu, tilted, dims=2):
    """A slab of 16 x 4 cells, stiff; its acceleration from its momentum."""
    h, a = 0.02, np.radians(angle)
    along, up = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    end = 0.1
    more = dict(radius=h / 4, kappa=1e6, mu=4e5, phi=79, friction=mu, end=end, every=end, history=end / 100)
    if tilted:  # gravity along y, the plane across the grid: a slab that stands in steps on it
        text = scene(gravity=[0, -G], domain="dimensions: 2", low=[-0.16, -0.2], high=[0.16, 0.2], structures="""
structures:
  - {name: slope, plane: {point: [0, 0], normal: %s}, material: wall}
  - {name: top, plane: {point: %s, normal: %s}, material: wall, present: {to: 1.0e-9}}
""" % (up.tolist(), (0.08 * up).tolist(), (-up).tolist()), **more)
    elif dims == 2:
        text = scene(gravity=[-G * np.sin(a), -G * np.cos(a)], domain="dimensions: 2", low=[0, 0], high=[16 * h, 4 * h],
                     structures="structures: [{name: slope, plane: {point: [0, 0], normal: [0, 1]}, material: wall}]",
                     **more)
    else:
        text = scene(gravity=[-G * np.sin(a), 0, -G * np.cos(a)], domain="", low=[0, 0, 0], high=[8 * h, 4 * h, 4 * h],
                     structures="structures: [{name: slope, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, material: wall}]",
                     **more)
    run = bench.run(text, "slope")
    axis = -along if tilted else np.array([-1.0, 0.0])
    p, t = run.h["momentum"][:, :2] @ axis, run.h["time"]
    late = t > 0.3 * end
    found = np.polyfit(t[late], p[late] / run.h["points_mass"][late], 1)[0]
    exact = max(0.0, G * (np.sin(a) - mu * np.cos(a)))
    what = "slab on a slope of %g deg, mu %.2g%s%s" % (angle, mu, ", across the grid" if tilted else "",
                                                      "" if dims == 2 else ", in space")
    check("%s: a = %.4g, exact %.4g m/s2" % (what, found, exact), abs(found - exact) < (0.06 if tilted else 0.02) * G)


def momentum(bench):
    for belt in ("", ", conveyor: [{translate: {velocity: [0, 3, 0]}}]"):
        text = scene(gravity=[0, 0], domain="dimensions: 2", low=[0, 0], high=[0.2, 0.2], end=0.1, every=0.1,
                     fill=", velocity: [1, 0.2]", structures="""
structures:
  - {name: body, box: {min: [0.25, 0.03, -1], max: [0.4, 0.2, 1]}, material: wall, free: {mass: 40}%s}
""" % belt)
        run = bench.run(text, "momentum")
        p, h = run.h["momentum"], run.h
        moved = np.linalg.norm(run.body("momentum")[-1])
        off = np.linalg.norm(p - p[0], axis=1).max() / np.linalg.norm(p[0])
        check("momentum of points and a free body%s, off by %.2g; the body took %.3g of %.3g kg m/s"
              % (" with a belt" if belt else "", off, moved, np.linalg.norm(p[0])), off < 1e-12 and moved > 5)
        work, error = h["structure_work"][-1], abs(h["energy_error"]).max()
        check("    the balance of energy closes, %.2g; work %.2g J" % (error / h["kinetic_energy"][0], work),
              error < 0.02 * h["kinetic_energy"][0] and (work > 10 if belt else abs(work) < 1e-12))
        down = min(np.diff(h["dissipated_" + name]).min() for name in ("walls", "transfer"))
        check("    losses only grow: least %.2g J in a row" % down, down > -1e-12 * h["kinetic_energy"][0])


def dilute(bench):
    text = scene(gravity=[0, 0, 0], domain="min: [-1, -1, -1], max: [1, 1, 1]", low=[0, 0, 0], high=[0.2, 0.2, 0.2],
                 hybrid="", end=0.05, every=0.05, radius=0.01, structures="""
structures:
  - {name: box, box: {min: [0.05, 0.05, -0.1], max: [0.15, 0.15, 0]}, material: wall, motion: [{translate: {velocity: [0, 0, 1]}}]}
""").replace("solid_fraction: 0.5", "solid_fraction: 0.06")
    run = bench.run(text, "dilute")
    h, p = run.h, frame(run.path, -1)
    work, error = h["structure_work"][-1], abs(h["energy_error"]).max()
    mass = h["points_mass"][0]
    swept = mass * 0.01 / 0.04 * 0.05 / 0.2  # of the region, which is 0.2 m wide
    found = h["momentum"][-1][2]
    check("a dilute fill: its mass takes up %.3g kg m/s, of %.3g that the box sweeps" % (found, swept),
          0.8 * swept < found < 2 * swept)
    check("    the balance of energy closes, %.2g of %.2g J; largest pressure %.2g Pa"
          % (error, work, p["pressure"].max()), error < 0.03 * work and p["pressure"].max() <= 0)


def copies(bench):
    """Two copies in space: one that is there, one that is poured.

    In the row in which it comes points have half of the first impulse, and the body, whose velocity is that of its
    place, has none yet: the row is left out.
    """
    text = scene(gravity=[0, 0, 0], domain="min: [-1, -1, -1], max: [1, 1, 1]", low=[0, 0, 0], high=[0.2, 0.2, 0.2],
                 end=0.1, every=0.1, radius=0.02, fill=", velocity: [1, 0.2, 0.1]", structures="""
bodies:
  - {name: cube, box: {size: [0.15, 0.17, 0.17]}, material: wall, list: {bodies: [{position: [0.325, 0.12, 0.12]}]}}
  - {name: ball, sphere: {radius: 0.05}, material: wall, pour: {box: {min: [0.05, 0.25, 0.02], max: [0.2, 0.37, 0.18]}, count: 1, rate: 1000}}
  - {name: late, sphere: {radius: 0.04}, material: wall, pour: {box: {min: [0.1, 0.06, 0.05], max: [0.2, 0.16, 0.15]}, count: 1, rate: 1000}}
""")
    text = text.replace("  pairs:\n", "  pairs:\n    - {between: [wall, wall], restitution: 0.5, friction: 0.5, stiffness: 1.0e+5, foundation: 1.0e+7}\n")
    run = bench.run(text, "copies")
    p, h = run.h["momentum"], run.h
    with h5py.File(run.path) as f:
        n = f["granum/bodies/NumberOfPoints"][-1]
        v = np.linalg.norm(f["granum/bodies/PointData/velocity"][-n:], axis=1)
    came = np.nonzero(np.diff(h["bodies"]))[0]
    off = np.linalg.norm(np.delete(p, came + 1, 0) - p[0], axis=1).max() / np.linalg.norm(p[0])
    check("momentum of points and two copies of bodies, off by %.2g; they move at %.3g to %.3g m/s"
          % (off, v.min(), v.max()), off < 1e-12 and n == 2 and v.min() > 0.05)
    check("    the ball comes, another does not, where points are", h["bodies"][0] == 1 and len(came) == 1)
    check("    the balance of energy closes, %.2g, without work from outside, %.2g J"
          % (abs(h["energy_error"]).max() / h["kinetic_energy"][0], abs(h["structure_work"]).max()),
          abs(h["energy_error"]).max() < 0.02 * h["kinetic_energy"][0] and not h["structure_work"].any())


def fall(bench):
    text = scene(domain="dimensions: 2, min: [-2, 0], max: [2, 3], boundary: {y_min: wall}, wall_material: wall",
                 low=[-0.1, 0.21], high=[0.1, 0.41], end=0.5, every=0.1)
    run = bench.run(text, "fall")
    h = run.h
    turned = h["points_potential"][0]
    error = abs(h["energy_error"]).max() / turned
    check("a block that falls: balance of energy off by %.2g of %.3g J" % (error, turned), error < 0.02)
    for name, least in (("plastic", -1e-12), ("walls", -1e-12), ("transfer", -1e-12)):
        down = np.diff(h["dissipated_" + name]).min()
        check("    dissipated_%s only grows: least %.2g J in a row" % (name, down), down > least * turned)
    check("    no mass is lost", np.ptp(h["points_mass"]) == 0.0)


def push(bench):
    """A floor that moves from the first step on, whose kick is half, gives the block its momentum."""
    floor = ("structures: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: wall, "
             "motion: [{translate: {velocity: [0, 0.3]}}]}]")
    h = bench.run(scene(domain="dimensions: 2, min: [-1, -1], max: [1, 2]", gravity=[0, 0], structures=floor,
                        low=[-0.1, 0], high=[0.1, 0.2], end=0.02, every=0.02), "push").h
    work, error = h["structure_work"][-1], abs(h["energy_error"]).max()
    check("a floor that moves from the start: work %.3g J, of which %.2g J are left over" % (work, error),
          work > 0.1 and error < 0.01 * work)


def fill(bench):
    more = dict(domain="dimensions: 2, min: [-0.5, -1], max: [0.5, 1]", low=[-0.2, 0], high=[0.2, 0.2], hybrid="", end=0.6,
                every=0.2, radius="{uniform: [9 mm, 11 mm]}")
    text = SCENE.replace("%(radius).17g", "%(radius)s") % dict(USUAL, **more)
    run = bench.run(text, "points")
    grains = bench.run(text.replace("mode: continuum", "mode: discrete").replace("precision: double", "precision: double, arrays: full"),
                       "grains")
    mass = grains.frame(0)["mass"].sum()
    near("fill: mass of points, that of the grains (kg)", run.h["points_mass"][0], mass, 1e-12)
    h = run.h
    check("    %d points fall out of the domain, of %d" % (h["points_out"][-1], h["points"][0]),
          h["points_out"][-1] == h["points"][0] and h["points"][-1] == 0)
    check("    energy balance with all gone: %.2g J" % h["energy_error"][-1],
          abs(h["energy_error"][-1]) < 1e-3 * abs(h["energy_out"][-1]))


def bits(bench):
    for dims in (2, 3):
        where = ("dimensions: 2, min: [-1, 0], max: [1, 2], boundary: {y_min: wall}, wall_material: wall" if dims == 2 else
                 "min: [-1, -1, 0], max: [1, 1, 2], boundary: {z_min: wall}, wall_material: wall")
        text = scene(gravity=[0, -G] if dims == 2 else [0, 0, -G], domain=where, low=[0] * dims, high=[0.2] * dims,
                     end=0.05, every=0.025, radius=0.002 if dims == 2 else 0.007)  # more than a team's least
        found = [arrays(bench.run(text, "bits", n).path) for n in (1, 2, 3)]
        off = differences(found[0], found[1]) + differences(found[0], found[2])
        check("same bits on 1, 2 and 3 threads in %d dimensions" % dims, not off, str(off[:3]))


def resume(bench):
    """A run that is killed after a checkpoint goes on to the same result."""
    def words(name, threads):
        return [bench.granum, "run", bench.file("points.yaml"), "--progress", "none", "-o", bench.file(name + ".vtkhdf"),
                "--force", "--threads", threads]

    Path(bench.file("points.yaml")).write_text(resumed.scene("points", "0.01", "0.02"))
    subprocess.run(words("whole", "2"), check=True, stdout=subprocess.DEVNULL)
    part = subprocess.Popen(words("part", "1"), stdout=subprocess.DEVNULL)
    while part.poll() is None and not Path(bench.file("part.checkpoint")).exists():
        time.sleep(0.02)
    part.kill()
    part.wait()
    subprocess.run([bench.granum, "run", bench.file("part.vtkhdf"), "--resume", "--progress", "none", "--threads", "3"],
                   stdout=subprocess.DEVNULL)
    off = differences(arrays(bench.file("whole.vtkhdf")), arrays(bench.file("part.vtkhdf")))
    check("a run that is killed and resumed has the same bits", not off, str(off[:3]))


with tempfile.TemporaryDirectory() as folder:
    table = Bench(sys.argv[1], folder)
    only = sys.argv[2:] or ["column", "shear", "slope", "momentum", "copies", "fall", "push", "fill", "bits", "resume"]
    if "column" in only:
        column(table, 2)
        column(table, 3)
    if "shear" in only:
        shear(table, 20)
        shear(table, 30)
    if "slope" in only:
        slope(table, 30, 0.3, False)
        slope(table, 30, 0.3, True)
        slope(table, 30, 0.3, False, 3)
        slope(table, 15, 0.3, False)
    for name, run in (("momentum", momentum), ("dilute", dilute), ("copies", copies), ("fall", fall), ("push", push), ("fill", fill), ("bits", bits), ("resume", resume)):
        if name in only:
            run(table)
finish()
